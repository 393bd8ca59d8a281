"""The experiments: plain deals, cutting against every discard, and where to cut."""

from __future__ import annotations

from typing import Any

import numpy as np

from .chunks import map_chunks
from .jit import Arr, Int, njit
from .rng import draw, fork, take
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

_32 = np.uint64(32)


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
def _draw_four(s: State, top: Arr) -> None:
    """Bring the next four cards of the stock to its top, if it has so many."""
    for i in range(min(4, s.at[1] - s.at[0])):
        at = np.uint64(s.at[0] + i)
        top[i] = take(s.stock, at, np.uint64(s.at[1]), draw(s.rng) >> _32)


@njit
def _hand_after(hand: Int, keep: Int, top: Arr, t: Table) -> Int:
    """Return the hand that comes of keeping some cards and drawing the top ones for the rest."""
    code, drawn = np.uint64(0), 0
    for i in range(4):
        kept = (keep >> i) & 1
        code = code * t.classes + (t.cards[hand, i] if kept else top[drawn])
        drawn += 1 - kept
    return t.of_cards[code]


@njit
def _take_top(s: State, t: Table, seat: Int, keep: Int) -> None:
    """Throw, and draw the cards on top of the stock in their order."""
    throw(s, t, seat, keep)
    s.hands[seat] = _hand_after(s.hands[seat], keep, s.stock[s.at[0] :], t)
    for i in range(4):
        s.at[0] += 1 - ((keep >> i) & 1)


@njit
def _play_branch(
    s: State, t: Table, seat: Int, keep: Int, before: Int, mine: Arr, early: Int, late: Int
) -> Int:
    """Return the tantos after one discard, playing on until somebody cuts; see `play_on`."""
    second, nobody = np.int64(1), np.full(4, -1)
    if s.at[1] - s.at[0] >= 4:
        _take_top(s, t, seat, keep)
    else:  # after many pedretes
        throw(s, t, seat, keep)
        serve(s, t, seat, before)
    if t.pedrete >= 0:
        sing_pedrete(s, t, seat)
    cutter = seat if len(mine) > 1 and mine[1, s.hands[seat]] else late
    cutter = early if early >= 0 else cutter
    if len(mine) == 1:
        cutter = 0  # the mano must
    elif cutter < 0:
        mus_round(s, t, second)
        cutter = play_on(s, t, second + 1, seat, mine, nobody)
    return payoff(s, t, seat, cutter)


@njit
def _compare_chunk(
    seed: Int, chunk: Int, seat: Int, known: Arr, masks: Arr, mine: Arr, t: Table
) -> tuple[Arr, Arr]:
    """Play a chunk of deals, once cutting and once with each discard; see `compare`."""
    s, branch = new_state(seed, chunk), new_state(seed, chunk)
    totals, sums = np.zeros((2, 7), np.int64), np.zeros((len(masks), 4 + len(masks)), np.int64)
    first, nobody, tantos = np.int64(0), np.full(4, -1), np.empty(len(masks), np.int64)
    top = np.zeros(4, np.uint8)
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
        # the others hold and say the same whatever we throw
        early = first_cut(s, t, first + 1, seat, True, nobody)
        late = first_cut(s, t, first + 1, seat, False, nobody)
        key = fork(s.rng)
        _draw_four(s, top)
        for a in range(len(masks)):
            s.hands[seat] = _hand_after(known[seat], masks[a], top, t)
            cutter = seat if mine[min(len(mine) - 1, 1), s.hands[seat]] else late
            cutter = early if early >= 0 else cutter
            cutter = 0 if len(mine) == 1 else cutter
            if cutter >= 0 and t.pedrete < 0:
                tantos[a] = payoff(s, t, seat, cutter)
            else:
                s.hands[seat] = known[seat]
                _fork(s, branch, key)
                tantos[a] = _play_branch(branch, t, seat, masks[a], before, mine, early, late)
            sums[a, 0] += tantos[a]
            sums[a, 1] += tantos[a] ** 2
            sums[a, 2] += tantos[a] - cut
            sums[a, 3] += (tantos[a] - cut) ** 2
        for a in range(len(masks)):
            products = sums[a, 4:]
            for b in range(len(masks)):
                products[b] += tantos[a] * tantos[b]
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
