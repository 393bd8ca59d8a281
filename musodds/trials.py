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
    cuts,
    deal_four,
    deal_said_mus,
    earlier_cut,
    gather,
    later_cut,
    leads,
    mus_round,
    new_state,
    paso_tantos,
    play_on,
    refill,
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
        grande += leads(n, 0, h)
        chica += leads(n, 1, h)
        pares += leads(n, 2, h) & ((n[h[0], 4] + n[h[2], 4]) > 0)
        first, with_juego = leads(n, 3, h), (n[h[0], 5] + n[h[2], 5]) > 0
        juego += first & with_juego
        punto += first & ~with_juego
        tantos = paso_tantos(h, t)
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
def _others_redraw(s: State, t: Table, seat: Int) -> None:
    """Let the other three throw and draw."""
    for other in range(4):
        if other != seat:
            throw(s, t, other, choose_keep(s, t, np.int64(0), other))
    for other in range(4):
        if other != seat:
            refill(s, t, other)


@njit
def _agree(s: State, t: Table, known: Arr, seat: Int) -> Int:
    """Return whether the seats after ``seat`` whose hands are not known say mus."""
    agree = True
    for other in range(seat + 1, 4):
        agree &= known[other] >= 0 or not cuts(s, t, np.int64(0), other)
    return agree


@njit
def _fork(s: State, target: State, key: Any) -> None:
    """Copy the cards of a deal; its random stream starts at ``key``."""
    for i in range(4):
        target.hands[i], target.at[i] = s.hands[i], s.at[i]
    for i in range(len(s.stock)):
        target.stock[i], target.pile[i] = s.stock[i], s.pile[i]
    target.rng[0] = key


@njit
def _compare_chunk(
    seed: Int, chunk: Int, seat: Int, known: Arr, masks: Arr, mine: Arr, t: Table
) -> tuple[Arr, Arr]:
    """Play a chunk of deals, once cutting and once with each discard; see `compare`."""
    s, branch = new_state(seed, chunk), new_state(seed, chunk)
    totals, sums = np.zeros((2, 3), np.int64), np.zeros((len(masks), 4), np.int64)
    sign, second = 1 - 2 * (seat % 2), np.int64(1)
    gather(s, t, known)
    for _ in range(CHUNK_DEALS):
        deal_said_mus(s, t, known, seat)
        cut = sign * paso_tantos(s.hands, t)
        agreed = _agree(s, t, known, seat)
        row = totals[np.int64(agreed)]
        row[0] += 1
        row[1] += cut
        row[2] += cut * cut
        if agreed:
            _others_redraw(s, t, seat)
            others_cut = earlier_cut(s, t, second, seat) | later_cut(s, t, second, seat)
            key = fork(s.rng)
            for a in range(len(masks)):
                _fork(s, branch, key)
                throw(branch, t, seat, masks[a])
                refill(branch, t, seat)
                if len(mine) > 1 and not others_cut and not mine[1, branch.hands[seat]]:
                    mus_round(branch, t, second)
                    play_on(branch, t, second + 1, seat, mine)
                mus = sign * paso_tantos(branch.hands, t)
                sums[a, 0] += mus
                sums[a, 1] += mus * mus
                sums[a, 2] += mus - cut
                sums[a, 3] += (mus - cut) ** 2
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
    totals : ndarray of int64, shape (chunks, 2, 3)
        Deals, sum and sum of squares of the tantos (ours minus theirs) when cutting: where a
        later seat cuts, and where all say mus (a known one is taken to).
    sums : ndarray of int64, shape (chunks, m, 4)
        Where all say mus: sum and sum of squares of the tantos after each discard, and of its
        difference to cutting.
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
    s, last, sign = new_state(seed, chunk), len(mine), 1 - 2 * (seat % 2)
    counts, gains = np.zeros((last, mine.shape[1]), np.int64), np.zeros((last, mine.shape[1]))
    cut, held = np.zeros(last + 1), np.zeros(last + 1, np.int64)
    gather(s, t, known)
    for _ in range(CHUNK_DEALS):
        deal_said_mus(s, t, known, seat)
        r = 0
        while True:
            cut[r], held[r] = sign * paso_tantos(s.hands, t), s.hands[seat]
            if r == last or (r > 0 and earlier_cut(s, t, r, seat)):
                break
            if later_cut(s, t, r, seat):
                counts[r, held[r]] += 1
                break
            mus_round(s, t, r)
            r += 1
        value = cut[r]
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
