"""Count every deal: integers, no sampling, no rounding.

A hand and a partner make a pair of eight cards. For each of them one row of weights over all
pairs of rivals and one dot product a lance count the deals that the pair wins (see `pairs`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .checkpoint import kept
from .chunks import map_chunks
from .hands import JUEGO, PARES, HandSpace
from .jit import Arr, Int, njit
from .multisets import Multisets, Work, fill_ways, new_work, ways_of
from .pairs import SPLITS, PairSpace, pair_space, strength
from .seats import partner_of
from .tally import FIELDS

HAND_CHUNKS, TABLE_CHUNKS = 6, 64
N_FIELDS = len(FIELDS)


class Tables(NamedTuple):
    """All that the kernels read, for one deck."""

    copies: Arr
    counts: Arr
    pair_cards: Arr
    of_cards: Arr
    rank: Arr
    bonus: Arr
    floor: Arr
    starts: Arr
    below: Arr
    bonus_below: Arr


def _floor(rank: Arr, tantos: Arr) -> int:
    """Return the lowest rank of the hands that take part in a lance."""
    return int(rank[tantos > 0].min() if tantos.any() else rank.max() + 1)


@cache
def _tables(pairs: PairSpace) -> tuple[Tables, Multisets]:
    space = pairs.space
    return Tables(
        copies=np.array(space.deck.copies),
        counts=space.counts,
        pair_cards=pairs.cards,
        of_cards=space.of_cards,
        rank=space.rank,
        bonus=np.stack([space.pares, space.juego]),
        floor=np.array(
            [_floor(space.rank[PARES], space.pares), _floor(space.rank[JUEGO], space.juego)]
        ),
        starts=pairs.starts,
        below=pairs.below,
        bonus_below=pairs.bonus_below,
    ), pairs.multisets


@njit
def _dot(row: Arr, column: Arr) -> Int:
    total = np.int64(0)
    for q in range(len(row)):
        total += np.int64(row[q]) * np.int64(column[q])
    return total


@njit
def _below(row: Arr, t: Tables, lance: Int, u: Int, memo: Arr) -> Int:
    """Deals in which the rivals' strength is at most u (-1: any), remembered for this row."""
    i = t.starts[lance] + u if u >= 0 else t.starts[lance + 1] - 1
    if memo[0, i] < 0:
        memo[0, i] = _dot(row, t.below[i])
    return memo[0, i]


@njit
def _bonus_below(row: Arr, t: Tables, lance: Int, u: Int, memo: Arr) -> Int:
    """Tantos that the rivals' hands bring, summed over the deals of `_below`."""
    i = (t.starts[lance] + u if u >= 0 else t.starts[lance + 1] - 1) - t.starts[2]
    if memo[1, i] < 0:
        memo[1, i] = _dot(row, t.bonus_below[i])
    return memo[1, i]


@njit
def _pair_outcome(
    a: Int, b: Int, second_pair: Int, row: Arr, t: Tables, memo: Arr, out: Arr
) -> None:
    """Count FIELDS for hand a in the pair's earlier seat and b in its later one."""
    for f in range(N_FIELDS):
        out[f] = 0
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
def _hand_chunk(
    chunk: Int,
    chunks: Int,
    hand: Int,
    place: Int,
    partners: Arr,
    weighted: Int,
    t: Tables,
    m: Multisets,
) -> Arr:
    """Sum FIELDS over a share of the partners, each weighted by the ways to hold his hand."""
    work, row = new_work(m), np.empty(len(t.pair_cards), np.int32)
    memo = np.empty((2, len(t.below)), np.int64)
    total, out = np.zeros(N_FIELDS, np.int64), np.empty(N_FIELDS, np.int64)
    left = np.empty(len(t.copies), np.int64)
    for i in range(chunk, len(partners), chunks):
        partner = partners[i]
        for c in range(len(left)):
            left[c] = t.copies[c] - t.counts[hand, c]
        ways = ways_of(left, t.counts[partner], m.binomial)
        if ways > 0:
            for c in range(len(left)):
                left[c] -= t.counts[partner, c]
            fill_ways(left, m, work, row)
            memo[:] = -1
            a, b = (hand, partner) if place < 2 else (partner, hand)
            _pair_outcome(a, b, place % 2, row, t, memo, out)
            for f in range(N_FIELDS):
                total[f] += out[f] * (ways if weighted else 1)
    return total


@njit
def _weigh_rivals(cards: Arr, t: Tables, m: Multisets, work: Work, left: Arr, row: Arr) -> None:
    """Fill the row of ways in which the rivals hold each pair, given the cards of ours."""
    left[:] = t.copies
    for c in cards:
        left[c] -= 1
    fill_ways(left, m, work, row)


@njit
def _table_chunk(chunk: Int, chunks: Int, t: Tables, m: Multisets, splits: Arr) -> Arr:
    """Sum FIELDS of every hand in every seat over a share of the pairs: (4, hands, 13)."""
    work, row = new_work(m), np.empty(len(t.pair_cards), np.int32)
    memo = np.empty((2, len(t.below)), np.int64)
    total, out = np.zeros((4, len(t.counts), N_FIELDS), np.int64), np.empty(N_FIELDS, np.int64)
    seen = np.full(len(t.counts), -1, np.int64)
    left, pairs = np.empty(len(t.copies), np.int64), len(t.pair_cards)
    # neighbours share most of their cards, so the columns they read stay in the cache
    for p in range(chunk * pairs // chunks, (chunk + 1) * pairs // chunks):
        cards = t.pair_cards[p]
        _weigh_rivals(cards, t, m, work, left, row)
        memo[:] = -1
        for s in range(len(splits)):
            i = splits[s]
            a = t.of_cards[cards[i[0]], cards[i[1]], cards[i[2]], cards[i[3]]]
            if seen[a] == p:
                continue
            seen[a] = p
            b = t.of_cards[cards[i[4]], cards[i[5]], cards[i[6]], cards[i[7]]]
            for_a = ways_of(t.copies - t.counts[a], t.counts[b], m.binomial)
            for_b = ways_of(t.copies - t.counts[b], t.counts[a], m.binomial)
            for pair in range(2):
                _pair_outcome(a, b, pair, row, t, memo, out)
                for f in range(N_FIELDS):
                    total[pair, a, f] += for_a * out[f]
                    total[pair + 2, b, f] += for_b * out[f]
    return total


@njit
def _partners_chunk(
    first: Int, last: Int, t: Tables, m: Multisets, splits: Arr, hands: Arr, out: Arr
) -> Int:
    """Count FIELDS for both pairs of seats and each pair of hands in some of the pairs.

    Fills ``hands`` (earlier seat, later seat) and ``out`` (pair of seats, FIELDS); returns the
    number of rows filled.
    """
    work, row = new_work(m), np.empty(len(t.pair_cards), np.int32)
    memo = np.empty((2, len(t.below)), np.int64)
    seen, rows = np.full(len(t.counts), -1, np.int64), 0
    left = np.empty(len(t.copies), np.int64)
    for p in range(first, last):
        cards = t.pair_cards[p]
        _weigh_rivals(cards, t, m, work, left, row)
        memo[:] = -1
        for s in range(len(splits)):
            i = splits[s]
            a = t.of_cards[cards[i[0]], cards[i[1]], cards[i[2]], cards[i[3]]]
            if seen[a] != p:
                seen[a] = p
                b = t.of_cards[cards[i[4]], cards[i[5]], cards[i[6]], cards[i[7]]]
                hands[rows, 0], hands[rows, 1] = a, b
                for pair in range(2):
                    _pair_outcome(a, b, pair, row, t, memo, out[rows, pair])
                rows += 1
    return rows


def count_partners(
    space: HandSpace, folder: Path, progress: Callable[[float], None] | None = None
) -> tuple[Arr, Arr]:
    """Count all deals for every hand with every partner's hand.

    Each chunk is kept in ``folder``, so that an interrupted count goes on where it stopped.

    Parameters
    ----------
    space : HandSpace
    folder : Path
        For this deck alone.
    progress : callable, optional
        Told the share done, 0 to 1.

    Returns
    -------
    hands : ndarray of int64, shape (n, 2)
        The hand in the pair's earlier seat and the one in its later seat.
    counts : ndarray of int64, shape (n, 2, 13)
        The `FIELDS` for mano and tercero, and for segundo and postre.
    """
    tables, m = _tables(pair_space(space))
    pairs, done = len(tables.pair_cards), 0

    def count(chunk: int) -> dict[str, Arr]:
        first, last = (pairs * i // TABLE_CHUNKS for i in (chunk, chunk + 1))
        hands = np.empty((len(SPLITS) * (last - first), 2), np.int64)
        counts = np.empty((len(hands), 2, N_FIELDS), np.int64)
        rows = _partners_chunk(first, last, tables, m, SPLITS, hands, counts)
        return {"hands": hands[:rows], "counts": counts[:rows]}

    def work(chunk: int) -> tuple[Arr, Arr]:
        nonlocal done
        part = kept(folder / f"{chunk}.npz", lambda: count(chunk))
        done += 1
        if progress is not None:
            progress(done / TABLE_CHUNKS)
        return part["hands"], part["counts"]

    parts = map_chunks(work, TABLE_CHUNKS)
    hands, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.lexsort((hands[:, 1], hands[:, 0]))
    return hands[order], counts[order]


def count_hand(space: HandSpace, known: Sequence[int], place: int) -> Arr:
    """Count all deals in which a hand is held in a seat.

    Parameters
    ----------
    space : HandSpace
    known : sequence of int, length 4
        Number of the hand in each seat: the one asked about in ``place``, the partner's if it
        is known, -1 elsewhere.
    place : int
        0 for the mano to 3 for the postre.

    Returns
    -------
    ndarray of int64, shape (13,)
        The `FIELDS`, in deals and in tantos summed over deals.
    """
    partner, tables = known[partner_of(place)], _tables(pair_space(space))
    partners = np.arange(len(space)) if partner < 0 else np.array([partner])
    chunks = min(len(partners), HAND_CHUNKS)
    return np.asarray(
        sum(
            map_chunks(
                lambda chunk: _hand_chunk(
                    chunk, chunks, known[place], place, partners, partner < 0, *tables
                ),
                chunks,
            )
        )
    )


def count_table(space: HandSpace) -> Arr:
    """Count all deals for every hand of a deck in every seat.

    Returns
    -------
    ndarray of int64, shape (4, hands, 13)
        The `FIELDS` by seat and hand.
    """
    tables = _tables(pair_space(space))
    return np.asarray(
        sum(map_chunks(lambda i: _table_chunk(i, TABLE_CHUNKS, *tables, SPLITS), TABLE_CHUNKS))
    )
