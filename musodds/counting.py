"""Count every deal: integers, no sampling, no rounding.

A hand and a partner make a pair of eight cards. For each of them one row of weights over all
pairs of rivals and one dot product a lance count the deals that the pair wins (see `pairs`).
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .hands import JUEGO, MIN_JUEGO, HandSpace
from .jit import njit, prange
from .lance_table import FIELDS
from .pairs import PAIR_SIZE, SPLITS, PairSpace, pair_space, strength

Arr = npt.NDArray[Any]

CHUNKS = 64
N_FIELDS = len(FIELDS)


class Tables(NamedTuple):
    """All that the kernels read, for one deck."""

    copies: Arr
    binomial: Arr
    highs: Arr
    lows: Arr
    low_start: Arr
    low_stop: Arr
    counts: Arr
    pair_cards: Arr
    of_cards: Arr
    rank: Arr
    bonus: Arr
    floor: Arr
    starts: Arr
    below: Arr
    bonus_below: Arr


@cache
def _tables(pairs: PairSpace) -> Tables:
    space = pairs.space
    most = max(*space.deck.copies, PAIR_SIZE)
    with_juego = space.rank[JUEGO][space.points >= MIN_JUEGO]
    return Tables(
        copies=np.array(space.deck.copies),
        binomial=np.array([[comb(n, k) for k in range(most + 1)] for n in range(most + 1)]),
        highs=pairs.highs,
        lows=pairs.lows,
        low_start=pairs.low_range[0],
        low_stop=pairs.low_range[1],
        counts=space.counts,
        pair_cards=pairs.cards,
        of_cards=space.of_cards,
        rank=space.rank,
        bonus=np.stack([space.pares, space.juego]),
        floor=np.array([1, with_juego.min() if len(with_juego) else space.rank[JUEGO].max() + 1]),
        starts=pairs.starts,
        below=pairs.below,
        bonus_below=pairs.bonus_below,
    )


@njit
def _products(factors: Arr, half: Arr, out: Arr) -> None:
    """Ways to take each row of a half, from its parent row and the row's last class."""
    out[0] = 1
    for i in range(1, len(half)):
        out[i] = out[half[i, 0]] * factors[half[i, 1], half[i, 2]]


@njit
def _fill_row(left: Arr, t: Tables, work: tuple[Arr, Arr, Arr, Arr]) -> None:
    """Ways in which the rivals can hold each pair, out of the cards left."""
    row, highs, lows, factors = work
    for c in range(len(left)):
        for k in range(factors.shape[1]):
            factors[c, k] = t.binomial[left[c], k]
    _products(factors, t.highs, highs)
    _products(factors, t.lows, lows)
    q = 0
    for h in range(len(highs)):
        some = lows[t.low_start[h] : t.low_stop[h]]
        part = row[q : q + len(some)]
        for i in range(len(some)):
            part[i] = highs[h] * some[i]
        q += len(some)


@njit
def _work(t: Tables) -> tuple[Arr, Arr, Arr, Arr]:
    return (
        np.empty(len(t.pair_cards), np.int32),
        np.empty(len(t.highs), np.int32),
        np.empty(len(t.lows), np.int32),
        np.empty((len(t.copies), t.binomial.shape[1]), np.int32),
    )


@njit
def _dot(row: Arr, column: Arr) -> int:
    total = np.int64(0)
    for q in range(len(row)):
        total += np.int64(row[q]) * np.int64(column[q])
    return total


@njit
def _below(row: Arr, t: Tables, lance: int, u: int, memo: Arr) -> int:
    """Deals in which the rivals' strength is at most u (-1: any), remembered for this row."""
    i = t.starts[lance] + u if u >= 0 else t.starts[lance + 1] - 1
    if memo[0, i] < 0:
        memo[0, i] = _dot(row, t.below[i])
    return memo[0, i]


@njit
def _bonus_below(row: Arr, t: Tables, lance: int, u: int, memo: Arr) -> int:
    """Tantos that the rivals' hands bring, summed over the deals of `_below`."""
    i = (t.starts[lance] + u if u >= 0 else t.starts[lance + 1] - 1) - t.starts[2]
    if memo[1, i] < 0:
        memo[1, i] = _dot(row, t.bonus_below[i])
    return memo[1, i]


@njit
def _pair_outcome(
    a: int, b: int, second_pair: int, row: Arr, t: Tables, memo: Arr, out: Arr
) -> None:
    """Count FIELDS for hand a in the pair's earlier seat and b in its later one."""
    out[:] = 0
    for lance in range(2):
        u = strength(t.rank[lance, a], t.rank[lance, b]) - second_pair
        out[lance] = _below(row, t, lance, u, memo)
    for lance in range(2, 4):
        which, first = lance - 2, 5 * lance - 8
        held, nothing = strength(t.rank[lance, a], t.rank[lance, b]), 2 * t.floor[which]
        theirs = _bonus_below(row, t, lance, -1, memo)
        rivals_none = _below(row, t, lance, nothing, memo)
        win = _below(row, t, lance, held - second_pair, memo)
        if held > nothing:
            out[first] = win
            out[first + 1] = _below(row, t, lance, -1, memo) - rivals_none
            out[first + 2] = win - rivals_none
            theirs -= _bonus_below(row, t, lance, held - second_pair, memo)
            out[first + 4] = (t.bonus[which, a] + t.bonus[which, b]) * win - theirs
        else:
            out[first + 3] = rivals_none
            out[first + 4] = -theirs
            if lance == 3:
                out[12] = win


@njit
def _weight(left: Arr, taken: Arr, binomial: Arr) -> int:
    ways = 1
    for c in range(len(left)):
        ways *= binomial[left[c], taken[c]]
    return ways


@njit(parallel=True)
def _hand_driver(hand: int, seat: int, partners: Arr, weighted: bool, t: Tables) -> Arr:
    """FIELDS for one hand in one seat, a row a partner, weighted by the ways to hold it."""
    results = np.zeros((len(partners), N_FIELDS), np.int64)
    chunks = min(len(partners), 16)
    for chunk in prange(chunks):
        work = _work(t)
        row = work[0]
        memo = np.empty((2, len(t.below)), np.int64)
        for i in range(chunk, len(partners), chunks):
            partner = partners[i]
            left = t.copies - t.counts[hand]
            ways = _weight(left, t.counts[partner], t.binomial)
            if ways > 0:
                _fill_row(left - t.counts[partner], t, work)
                memo[:] = -1
                a, b = (hand, partner) if seat < 2 else (partner, hand)
                _pair_outcome(a, b, seat % 2, row, t, memo, results[i])
                if weighted:
                    results[i] *= ways
    return results


@njit(parallel=True)
def _table_driver(t: Tables, splits: Arr, chunks: int) -> Arr:
    """FIELDS for every hand in every seat, shape (chunks, 4, hands, N_FIELDS)."""
    hands = len(t.counts)
    results = np.zeros((chunks, 4, hands, N_FIELDS), np.int64)
    for chunk in prange(chunks):
        work = _work(t)
        row = work[0]
        memo = np.empty((2, len(t.below)), np.int64)
        out = np.empty(N_FIELDS, np.int64)
        seen = np.full(hands, -1, np.int64)
        pairs = len(t.pair_cards)
        # neighbours share most of their cards, so the columns they read stay in the cache
        for p in range(chunk * pairs // chunks, (chunk + 1) * pairs // chunks):
            cards = t.pair_cards[p]
            left = t.copies.copy()
            for c in cards:
                left[c] -= 1
            _fill_row(left, t, work)
            memo[:] = -1
            for s in range(len(splits)):
                i = splits[s]
                a = t.of_cards[cards[i[0]], cards[i[1]], cards[i[2]], cards[i[3]]]
                if seen[a] == p:
                    continue
                seen[a] = p
                b = t.of_cards[cards[i[4]], cards[i[5]], cards[i[6]], cards[i[7]]]
                for_a = _weight(t.copies - t.counts[a], t.counts[b], t.binomial)
                for_b = _weight(t.copies - t.counts[b], t.counts[a], t.binomial)
                for second_pair in range(2):
                    _pair_outcome(a, b, second_pair, row, t, memo, out)
                    for f in range(N_FIELDS):
                        results[chunk, second_pair, a, f] += for_a * out[f]
                        results[chunk, second_pair + 2, b, f] += for_b * out[f]
    return results


def count_hand(space: HandSpace, hand: int, seat: int, partner: int | None = None) -> Arr:
    """Count all deals in which a hand is held in a seat.

    Parameters
    ----------
    space : HandSpace
    hand : int
        Number of the hand in ``space``.
    seat : int
        0 for the mano to 3 for the postre.
    partner : int, optional
        Number of the partner's hand, if it is known.

    Returns
    -------
    ndarray of int64, shape (13,)
        The `FIELDS`, in deals and in tantos summed over deals.
    """
    partners = np.arange(len(space)) if partner is None else np.array([partner])
    rows = _hand_driver(hand, seat, partners, partner is None, _tables(pair_space(space)))
    return np.asarray(rows.sum(0))


def count_table(space: HandSpace) -> Arr:
    """Count all deals for every hand of a deck in every seat.

    Returns
    -------
    ndarray of int64, shape (4, hands, 13)
        The `FIELDS` by seat and hand.
    """
    return np.asarray(_table_driver(_tables(pair_space(space)), SPLITS, CHUNKS).sum(0))
