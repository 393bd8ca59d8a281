"""The experiments: plain deals, cutting against every discard, and where to cut."""

from __future__ import annotations

from typing import Any

import numpy as np

from .chunks import map_chunks
from .jit import Arr, Int, njit
from .rng import fork
from .setup import CHUNK_DEALS
from .simulate import (
    State,
    Table,
    choose_keep,
    deal_four,
    deal_said_mus,
    first_cut,
    gather,
    leads,
    mus_round,
    new_state,
    paso_tantos,
    payoff,
    play_on,
    serve,
    sing_pedrete,
    throw,
)


@njit
def _lances_chunk(seed: Int, chunk: Int, known: Arr, t: Table) -> Arr:
    """Play a chunk of deals without mus; see `sample_lances`."""
    s, n = new_state(seed, chunk), t.lances
    grande = chica = pares = juego = punto = total = squares = 0
    gather(s, t, known)
    deal_said_mus(s, t, known, np.int64(0))
    h, size = s.hands, np.uint64(s.at[1])
    for _ in range(CHUNK_DEALS):
        at = np.uint64(0)  # a shuffled stock is as good a start as a fresh one
        for seat in range(4):
            if known[seat] < 0:
                h[seat] = deal_four(s.stock, at, size, s.rng, t.of_cards, t.classes)
                at += np.uint64(4)
        a, b, c, d = h[0], h[1], h[2], h[3]
        grande += leads(n, 0, a, b, c, d)
        chica += leads(n, 1, a, b, c, d)
        pares += leads(n, 2, a, b, c, d) & ((n[a, 4] + n[c, 4]) > 0)
        first, with_juego = leads(n, 3, a, b, c, d), (n[a, 5] + n[c, 5]) > 0
        juego += first & with_juego
        punto += first & ~with_juego
        tantos = paso_tantos(n, a, b, c, d)
        total += tantos
        squares += tantos * tantos
    return np.array([grande, chica, pares, juego, punto, total, squares])


def sample_lances(seed: int, chunks: int, known: Arr, t: Table) -> Arr:
    """Sample deals and count what the pair of the mano wins, to check the exact odds.

    Parameters
    ----------
    seed, chunks : int
        `CHUNK_DEALS` deals in each chunk, from the stream (seed, chunk).
    known : ndarray of int64, shape (4,)
        Hand of each seat, -1 where it is not known.
    t : Table

    Returns
    -------
    ndarray of int64, shape (7,)
        Deals in which it wins grande, chica, pares, juego and punto; sum and sum of squares of
        the tantos with every lance passed.
    """
    done = map_chunks(lambda chunk: _lances_chunk(seed, chunk, known, t), chunks)
    return np.asarray(np.sum(done, axis=0))


@njit
def _others_redraw(s: State, t: Table, seat: Int, before: Int) -> None:
    """Let the other three throw and draw."""
    for other in range(4):
        if other != seat:
            throw(s, t, other, choose_keep(s, t, np.int64(0), other))
    for other in range(4):
        if other != seat:
            serve(s, t, other, before)
            if t.pedrete >= 0:
                sing_pedrete(s, t, other)


@njit
def _fork(s: State, target: State, key: Any) -> None:
    """Copy the cards of a deal; its random stream starts at ``key``."""
    for i in range(4):
        target.hands[i], target.at[i] = s.hands[i], s.at[i]
    target.at[4] = s.at[4]
    for i in range(len(s.stock)):
        target.stock[i], target.pile[i] = s.stock[i], s.pile[i]
    target.rng[0] = key


@njit
def _add(row: Arr, cut: Int, mus: Int) -> None:
    """Add a deal to: deals, then sums and sums of squares of cut, of mus, of their difference."""
    row[0] += 1
    row[1] += cut
    row[2] += cut * cut
    row[3] += mus
    row[4] += mus * mus
    row[5] += mus - cut
    row[6] += (mus - cut) ** 2


@njit
def _compare_chunk(
    seed: Int, chunk: Int, seat: Int, known: Arr, masks: Arr, mine: Arr, t: Table
) -> tuple[Arr, Arr]:
    """Play a chunk of deals, once cutting and once with each discard; see `compare`."""
    s, branch = new_state(seed, chunk), new_state(seed, chunk)
    totals, sums = np.zeros((2, 7), np.int64), np.zeros((len(masks), 4 + len(masks)), np.int64)
    first, nobody, tantos = np.int64(0), np.full(4, -1), np.empty(len(masks), np.int64)
    gather(s, t, known)
    for _ in range(CHUNK_DEALS):
        deal_said_mus(s, t, known, seat)
        cut, other = payoff(s, t, seat, seat), first_cut(s, t, first, seat, False, known)
        if other >= 0:
            _add(totals[0], cut, payoff(s, t, seat, other))
            continue
        _add(totals[1], cut, cut)
        before = s.at[2]  # pedretes; without them 24 cards are enough for a first round
        _others_redraw(s, t, seat, before)
        key = fork(s.rng)
        for a in range(len(masks)):
            _fork(s, branch, key)
            throw(branch, t, seat, masks[a])
            serve(branch, t, seat, before)
            if t.pedrete >= 0:
                sing_pedrete(branch, t, seat)
            cutter = play_on(branch, t, first + 1, seat, mine, nobody)
            tantos[a] = payoff(branch, t, seat, cutter)
            sums[a, 0] += tantos[a]
            sums[a, 1] += tantos[a] ** 2
            sums[a, 2] += tantos[a] - cut
            sums[a, 3] += (tantos[a] - cut) ** 2
        for a in range(len(masks)):
            for b in range(len(masks)):
                sums[a, 4 + b] += tantos[a] * tantos[b]
    return totals, sums


def compare(
    seed: int, chunks: int, seat: int, known: Arr, masks: Arr, mine: Arr, t: Table
) -> tuple[Arr, Arr]:
    """Compare cutting with saying mus and each discard, on the same deals.

    Parameters
    ----------
    seed, chunks : int
        `CHUNK_DEALS` deals in each chunk, from the stream (seed, chunk).
    seat : int
        Who asks. The seats before him have said mus.
    known : ndarray of int64, shape (4,)
        Hand of each seat, -1 where it is not known. Known seats are taken to say mus.
    masks : ndarray of int64, shape (m,)
        Discards to try, as cards kept.
    mine : ndarray of bool, shape (max_rounds, hands)
        With which hands the asker cuts by round (the first is the one compared). After
        max_rounds rounds of mus the mano must cut.
    t : Table

    Returns
    -------
    totals : ndarray of int64, shape (chunks, 2, 7)
        Where a later seat cuts, and where all say mus (a known one is taken to): deals, then sum
        and sum of squares of the tantos (ours minus theirs) when cutting, when saying mus, and
        of mus minus cutting. In the second row mus stands for the cards before the redraw.
    sums : ndarray of int64, shape (chunks, m, 4 + m)
        Where all say mus: sum and sum of squares of the tantos after each discard, and of its
        difference to cutting; then the sums of products with each discard.
    """
    done = map_chunks(
        lambda chunk: _compare_chunk(seed, chunk, seat, known, masks, mine, t), chunks
    )
    return np.stack([totals for totals, _ in done]), np.stack([sums for _, sums in done])


@njit
def _decide_chunk(
    seed: Int, chunk: Int, seat: Int, known: Arr, mine: Arr, t: Table
) -> tuple[Arr, Arr]:
    """Play a chunk of deals in which ``seat`` always says mus; see `decisions`."""
    s, last = new_state(seed, chunk), len(mine)
    counts, gains = np.zeros((last, mine.shape[1]), np.int64), np.zeros((last, mine.shape[1]))
    cut, held = np.zeros(last + 1), np.zeros(last + 1, np.int64)
    gather(s, t, known)
    for _ in range(CHUNK_DEALS):
        deal_said_mus(s, t, known, seat)
        r, cutter = 0, -1
        while True:
            cut[r], held[r] = payoff(s, t, seat, seat), s.hands[seat]
            if r == last:
                cutter = 0
                break
            cutter = first_cut(s, t, r, seat, True, known) if r > 0 else -1
            if cutter >= 0:
                break
            cutter = first_cut(s, t, r, seat, False, known)
            if cutter >= 0:
                counts[r, held[r]] += 1
                gains[r, held[r]] += cut[r] - payoff(s, t, seat, cutter)
                break
            mus_round(s, t, r)
            r += 1
        value = np.float64(payoff(s, t, seat, cutter))
        for k in range(r - 1, -1, -1):
            counts[k, held[k]] += 1
            gains[k, held[k]] += cut[k] - value
            if mine[k, held[k]]:
                value = cut[k]
    return counts, gains


def decisions(seed: int, chunks: int, seat: int, mine: Arr, t: Table) -> tuple[Arr, Arr]:
    """Sum what cutting gains over mus, by round and hand, for a seat that said mus so far.

    Parameters
    ----------
    seed, chunks, seat
        As in `compare`.
    mine : ndarray of bool, shape (max_rounds, hands)
        With which hands the seat cuts in the rounds after the decision.
    t : Table

    Returns
    -------
    counts, gains : ndarray, shape (max_rounds, hands)
        Decisions met, and tantos of cutting minus tantos of mus summed over them.
    """
    known = np.full(4, -1)
    done = map_chunks(lambda chunk: _decide_chunk(seed, chunk, seat, known, mine, t), chunks)
    return np.sum([counts for counts, _ in done], axis=0), np.sum([g for _, g in done], axis=0)
