"""The experiments: plain deals, cutting against every discard, and where to cut.

Kernels play and write down how each deal ends; a payoff values the ends; NumPy adds up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .chunks import map_chunks
from .dealing import Deals, Start, deal_accepted, deal_chunk, load
from .jit import Arr, Int, njit, njit_bare
from .payoff import ENDS, Payoff, leads, paso_tantos
from .rng import draw, fork, take
from .setup import CHUNK_DEALS
from .simulate import (
    AFTER,
    BEFORE,
    NO_SEAT,
    State,
    Table,
    choose_keep,
    deal_four,
    draw_all,
    first_cut,
    mus_round,
    new_state,
    play_on,
    throw,
    write_end,
)

_32 = np.uint64(32)
REPEATS = 6  # blocks of four cards in a stock of 24


@njit
def _lances_chunk(s: State, t: Table, b: Start, n: Arr) -> Arr:
    """Play a chunk of deals without mus; see `sample_lances`."""
    grande = chica = pares = juego = punto = total = squares = 0
    deal_accepted(s, t, b)
    h, size = s.hands, np.uint64(s.at[1])
    for _ in range(CHUNK_DEALS):
        at = np.uint64(0)  # a shuffled stock is as good a start as a fresh one
        for seat in range(4):
            if b.known[seat] < 0:
                h[seat] = deal_four(s.stock, at, size, s.rng, t.of_cards, t.classes)
                at += np.uint64(4)
        i, j, k, m = h[0], h[1], h[2], h[3]
        grande += leads(n, 0, i, j, k, m)
        chica += leads(n, 1, i, j, k, m)
        pares += leads(n, 2, i, j, k, m) & ((n[i, 4] + n[k, 4]) > 0)
        first, with_juego = leads(n, 3, i, j, k, m), (n[i, 5] + n[k, 5]) > 0
        juego += first & with_juego
        punto += first & ~with_juego
        tantos = paso_tantos(n, i, j, k, m)
        total += tantos
        squares += tantos * tantos
    return np.array([grande, chica, pares, juego, punto, total, squares])


def sample_lances(seed: int, chunks: int, t: Table, b: Start, n: Arr) -> Arr:
    """Sample deals of four players and count what the pair of the mano wins.

    Parameters
    ----------
    seed, chunks : int
        `CHUNK_DEALS` deals in each chunk, from the stream (seed, chunk).
    t : Table
    b : Start
        Only its known hands are heeded.
    n : ndarray
        `payoff.lance_columns`.

    Returns
    -------
    ndarray of int64, shape (7,)
        Deals in which it wins grande, chica, pares, juego and punto; sum and sum of squares of
        the tantos with every lance passed.
    """
    done = map_chunks(lambda chunk: _lances_chunk(new_state(seed, chunk, 4), t, b, n), chunks)
    return np.asarray(np.sum(done, axis=0))


# ---------------------------------------------------------------- cutting and every discard


@njit_bare
def _shuffle(s: State) -> None:
    """Shuffle the stock."""
    size = np.uint64(s.at[1])
    for at in range(np.uint64(s.at[0]), size):
        take(s.stock, at, size, draw(s.rng) >> _32)


@njit_bare
def _copy(s: State, target: State) -> None:
    """Copy the hands and what has been thrown."""
    for i in range(len(s.hands)):
        target.hands[i] = s.hands[i]
    for i in range(len(s.at)):
        target.at[i] = s.at[i]
    for i in range(s.at[2]):
        target.pile[i] = s.pile[i]


@njit_bare
def _copy_stock(s: State, target: State) -> None:
    for i in range(s.at[0], s.at[1]):
        target.stock[i] = s.stock[i]


@njit_bare
def _copy_twice(s: State, target: State) -> None:
    """Lay the stock out from position 0 two times, so that it can be read from anywhere on."""
    first, size = s.at[0], s.at[1] - s.at[0]
    for i in range(size):
        target.stock[i] = target.stock[size + i] = s.stock[first + i]


@njit_bare
def _hand_after(hand: Int, keep: Int, cards: Arr, at: Int, t: Table) -> Int:
    """Return the hand that comes of keeping some cards and taking the next ones for the rest."""
    code = np.uint64(0)
    for i in range(4):
        kept = (keep >> i) & 1
        code = code * t.classes + (t.cards[hand, i] if kept else cards[at])
        at += 1 - kept
    return t.of_cards[code]


@njit_bare
def _redraw_shuffled(s: State, t: Table, round_: Int, absent: Int) -> None:
    """Let all but one throw and take the next cards of a shuffled stock that has enough."""
    for seat in range(len(s.hands)):
        if seat != absent:
            keep = choose_keep(s, t, round_, seat)
            throw(s, t, seat, keep)
            s.hands[seat] = _hand_after(s.hands[seat], keep, s.stock, s.at[0], t)
            for i in range(4):
                s.at[0] += 1 - ((keep >> i) & 1)


@njit_bare
def _take_top(s: State, t: Table, seat: Int, keep: Int, top: Arr) -> None:
    """Throw, draw the cards set apart on top, and put those not needed back into the stock."""
    throw(s, t, seat, keep)
    s.hands[seat] = _hand_after(s.hands[seat], keep, top, 0, t)
    kept = 0
    for i in range(4):
        kept += (keep >> i) & 1
    for i in range(kept):
        s.at[0] -= 1
        s.stock[s.at[0]] = top[3 - i]


class Asked(NamedTuple):
    """What `compare` is asked."""

    seat: Any  # int64
    masks: Arr  # (m,) discards to try, as cards kept
    mine: Arr  # (max_rounds, hands) bool: with which hands the asker cuts, by round
    reps: Any  # int64: redraws for every deal
    skip: Arr  # (players,) -1, or the hand of a seat not to be asked in this round


@njit_bare
def _redraws(
    s: State, near: State, far: State, t: Table, a: Asked, past: Int, ends: Arr, row: Int, deal: Int
) -> Int:
    """Let all throw and draw, ``reps`` times over, and play every discard on; return the row.

    The stock is shuffled once: each time the next four cards of it are ours, so that over six
    times every card is drawn by us just once.
    """
    seat, top, hand = a.seat, s.top, s.hands[a.seat]
    last = past + 1 == len(a.mine)
    size = s.at[1] - s.at[0]
    _shuffle(s)
    _copy_twice(s, near)
    for rep in range(a.reps):
        _copy(s, near)
        near.at[0] = (4 * rep) % size
        near.at[1] = near.at[0] + size
        for i in range(4):
            top[i] = near.stock[near.at[0] + i]
        near.at[0] += 4
        _redraw_shuffled(near, t, past, seat)
        # the others hold and say the same whatever we throw
        early = first_cut(near, t, past + 1, seat, BEFORE, t.nobody)
        late = first_cut(near, t, past + 1, seat, AFTER, t.nobody)
        key = fork(near.rng)
        for m in range(len(a.masks)):
            near.hands[seat] = _hand_after(hand, a.masks[m], top, 0, t)
            cutter = late if last or not a.mine[past + 1, near.hands[seat]] else seat
            cutter = early if early >= 0 else cutter
            cutter = 0 if last else cutter
            if cutter >= 0:
                row = write_end(near, ends, row, deal, cutter, past + 1)
            else:
                near.hands[seat] = hand
                _copy(near, far)
                _copy_stock(near, far)
                far.rng[0] = key
                _take_top(far, t, seat, a.masks[m], top)
                cutter = play_on(far, t, past + 1, seat, a.mine, early, late)
                row = write_end(far, ends, row, deal, cutter & 7, cutter >> 3)
    return row


@njit_bare
def _short_redraws(
    s: State, far: State, t: Table, a: Asked, past: Int, ends: Arr, row: Int, deal: Int
) -> Int:
    """Do the same where the stock may run out or pedretes are sung.

    There it matters to the others what we throw, and to us when we draw.
    """
    for _ in range(a.reps):
        key = fork(s.rng)
        for m in range(len(a.masks)):
            _copy(s, far)
            _copy_stock(s, far)
            far.rng[0] = key
            for seat in range(len(s.hands)):
                own = seat == a.seat
                throw(far, t, seat, a.masks[m] if own else choose_keep(far, t, past, seat))
            draw_all(far, t, NO_SEAT, s.at[2])
            early = first_cut(far, t, past + 1, a.seat, BEFORE, t.nobody)
            late = first_cut(far, t, past + 1, a.seat, AFTER, t.nobody)
            cutter = play_on(far, t, past + 1, a.seat, a.mine, early, late)
            row = write_end(far, ends, row, deal, cutter & 7, cutter >> 3)
    return row


@njit_bare
def _cut_now(
    deals: Deals, deal: Int, s: State, a: Asked, past: Int, t: Table, ends: Arr, row: Int, who: Arr
) -> Int:
    """Write down what cutting brings, and mus where a later seat cuts; return the next row.

    ``who`` is told who does, -1 if nobody.
    """
    load(deals, deal, s)
    row = write_end(s, ends, row, deal, a.seat, past)
    who[deal] = first_cut(s, t, past, a.seat, AFTER, a.skip)
    return write_end(s, ends, row, deal, who[deal], past) if who[deal] >= 0 else row


@njit_bare
def _compare_chunk(
    deals: Deals, s: State, near: State, far: State, a: Asked, past: Int, t: Table,
    ends: Arr, who: Arr,
) -> Int:  # fmt: skip
    """Play deals on, once cutting and once with each discard; return the rows written."""
    row = 0
    for deal in range(len(who)):
        row = _cut_now(deals, deal, s, a, past, t, ends, row, who)
        if who[deal] < 0:
            near.rng[0] = fork(s.rng)
            row = _redraws(s, near, far, t, a, past, ends, row, deal)
    return row


@njit_bare
def _compare_short_chunk(
    deals: Deals, s: State, far: State, a: Asked, past: Int, t: Table,
    ends: Arr, who: Arr,
) -> Int:  # fmt: skip
    """Do the same where the stock may run out or pedretes are sung."""
    row = 0
    for deal in range(len(who)):
        row = _cut_now(deals, deal, s, a, past, t, ends, row, who)
        if who[deal] < 0:
            row = _short_redraws(s, far, t, a, past, ends, row, deal)
    return row


class Moments(NamedTuple):
    """Sums over deals of (1, cut, mus with each discard) and of all their products.

    Attributes
    ----------
    other : ndarray of float64, shape (3, 3)
        Of 1, cutting and saying mus where a later seat cuts.
    agreed : ndarray of float64, shape (m + 2, m + 2)
        Of 1, cutting and each discard where all say mus, the mean over the redraws of a deal.
    new_stocks : int
        Deals in which the stock had run out before the question.
    """

    other: Arr
    agreed: Arr
    new_stocks: int


def _products(columns: list[Arr]) -> Arr:
    features = np.stack([np.ones(len(columns[0])), *columns], axis=1)
    return np.asarray(features.T @ features)


def _moments(ends: Arr, who: Arr, new_stocks: int, tantos: Arr, a: Asked) -> Moments:
    """Add up a chunk of deals whose ends have been valued, ours minus theirs."""
    each, m = int(a.reps) * len(a.masks), len(a.masks)
    size = np.where(who >= 0, 2, 1 + each)
    first = np.cumsum(size) - size
    cut, agreed = tantos[first], who < 0
    rows = first[agreed, None] + 1 + np.arange(each)
    drawn = tantos[rows].reshape(-1, int(a.reps), m).mean(1)
    return Moments(
        _products([cut[~agreed], tantos[first[~agreed] + 1]]),
        _products([cut[agreed], *drawn.T]),
        new_stocks,
    )


def compare(
    seed: int, chunks: range, a: Asked, b: Start, t: Table, payoff: Payoff
) -> list[Moments]:
    """Compare cutting with saying mus and each discard, on the same deals.

    Parameters
    ----------
    seed : int
    chunks : range
        `CHUNK_DEALS` deals in each chunk, from the stream (seed, chunk).
    a : Asked
        The first round of its ``mine`` that counts is the one after the rounds played.
    b : Start
        The seats before the asker have said mus. Known seats are taken to say mus.
    t : Table
    payoff : Payoff

    Returns
    -------
    list of Moments, one a chunk

    Raises
    ------
    InputError
        If deals that agree with what is known are hardly ever found.
    """
    sign, players = 1 - 2 * (int(a.seat) & 1), len(b.known)

    def work(i: int) -> Moments:
        chunk = chunks[i]
        deals = deal_chunk(seed, chunk, CHUNK_DEALS, a.seat, b, t)
        most = CHUNK_DEALS * (2 + int(a.reps) * len(a.masks))
        ends, who = np.empty((most, players + len(ENDS)), np.int16), np.empty(CHUNK_DEALS, np.int8)
        room = [new_state(0, 0, players) for _ in range(3)]
        is_long = t.pedrete < 0 and (deals.at[:, 1] - deals.at[:, 0]).min() >= 4 * players
        played = a, len(b.threw), t, ends, who
        if is_long:
            rows = _compare_chunk(deals, *room, *played)
        else:
            rows = _compare_short_chunk(deals, *room[:2], *played)
        ends, new_stocks = ends[:rows], int((deals.at[:, 4] > 0).sum())
        return _moments(ends, who, new_stocks, sign * payoff(ends, seed, chunk), a)

    return map_chunks(work, len(chunks))


# ---------------------------------------------------------------- where to cut


@njit_bare
def _decide_chunk(
    deals: Deals, s: State, seat: Int, t: Table, ends: Arr, held: Arr, met: Arr
) -> Int:
    """Play deals on in which ``seat`` always says mus; see `decisions`.

    ``held`` is the hand at each decision, -1 where it did not come to it, ``met`` the number of
    decisions of each deal. Return the rows written.
    """
    rounds, row = held.shape[1], 0
    for deal in range(len(held)):
        load(deals, deal, s)
        r, cutter = np.int64(0), -1
        while r < rounds:
            cutter = first_cut(s, t, r, seat, BEFORE, t.nobody) if r > 0 else -1
            if cutter >= 0:
                break
            row = write_end(s, ends, row, deal, seat, r)
            held[deal, r] = s.hands[seat]
            met[deal] += 1
            cutter = first_cut(s, t, r, seat, AFTER, t.nobody)
            if cutter >= 0:
                break
            mus_round(s, t, r, NO_SEAT)
            r += 1
        row = write_end(s, ends, row, deal, max(cutter, 0), r)
    return row


def decisions(
    seed: int, chunks: int, seat: int, mine: Arr, b: Start, t: Table, payoff: Payoff
) -> tuple[Arr, Arr, Arr]:
    """Sum what cutting gains over mus, by round and hand, for a seat that said mus so far.

    Parameters
    ----------
    seed, chunks, seat
        As in `compare`.
    mine : ndarray of bool, shape (max_rounds, hands)
        With which hands the seat cuts in the rounds after the decision. After max_rounds rounds
        of mus the mano must cut.
    b : Start
        Nobody's hand known; the seats before have said mus.
    t : Table
    payoff : Payoff

    Returns
    -------
    counts, gains, squares : ndarray of float64, shape (max_rounds, hands)
        Decisions met, tantos of cutting minus tantos of mus summed over them, and their squares.
    """
    rounds, hands = mine.shape
    sign, players = 1 - 2 * (seat & 1), len(b.known)

    def work(chunk: int) -> Arr:
        deals = deal_chunk(seed, chunk, CHUNK_DEALS, seat, b, t)
        ends = np.empty((CHUNK_DEALS * (rounds + 1), players + len(ENDS)), np.int16)
        held = np.full((CHUNK_DEALS, rounds), -1, np.int16)
        met = np.zeros(CHUNK_DEALS, np.int8)
        rows = _decide_chunk(deals, new_state(0, 0, players), seat, t, ends, held, met)
        ends = ends[:rows]
        tantos = sign * payoff(ends, seed, chunk)
        first = np.cumsum(met + 1) - (met + 1)
        value = tantos[first + met]
        sums = np.zeros((3, rounds, hands))
        for r in range(rounds)[::-1]:
            some = np.flatnonzero(held[:, r] >= 0)
            hand, cut = held[some, r], tantos[first[some] + r]
            gain = cut - value[some]
            for row, each in zip(sums, (None, gain, gain**2), strict=True):
                row[r] = np.bincount(hand, each, minlength=hands)
            value[some] = np.where(mine[r, hand], cut, value[some])
        return sums

    counts, gains, squares = np.sum(map_chunks(work, chunks), axis=0)
    return counts, gains, squares
