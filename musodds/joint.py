"""The joint outcome of all lances, under any evidence on the other three seats, in one pass.

Every deal of a hand is visited: partner, then the rival who speaks first, then the other. What a
rival's hand does to us is a small code (which lances it takes, which tantos it brings), so for
each partner the deals fall into a table of two codes, which is scored once.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE
from .chunks import map_chunks
from .hands import HandSpace
from .jit import Arr, Int, njit
from .multisets import Multisets, fill_ways, multisets, new_work, ways_of
from .seats import partner_of

CHUNKS = 24
MOST_TANTOS = 16  # of one pair in paso: 1 + 1 + 6 + 6, and room
CODES = 192  # 16 sets of lances, tantos of pares 0 to 3, of juego 0, 2 or 3
# the cells of the joint outcome, and what the last two axes count
PARES_CELLS = ("nobody", "ours alone", "ours contested", "theirs alone", "theirs contested")
JUEGO_CELLS = (*PARES_CELLS[1:], "punto ours", "punto theirs")
SHAPE = (2, 2, len(PARES_CELLS), len(JUEGO_CELLS))


class Table(NamedTuple):
    """What the kernel reads: the hands in the order of their multisets."""

    rank: Arr  # (4, hands)
    bonus: Arr  # (2, hands): tantos of pares; of juego as 0, 1 (two tantos) or 2 (three)
    juego: Arr  # (3,) tantos of those


class Sums(NamedTuple):
    """What the kernel adds up, in deals times likelihoods."""

    cells: Arr  # SHAPE, flat
    tantos: Arr  # (2 * MOST_TANTOS + 1,): deals by tantos, ours minus theirs, in paso
    by_lance: Arr  # (2,): tantos of pares and of juego, ours minus theirs
    posterior: Arr  # (3, hands): partner, first and second rival


@cache
def _tables(space: HandSpace) -> tuple[Table, Multisets, Arr]:
    """Return the tables and, for each multiset, the hand that it is."""
    m = multisets(space.deck.copies, HAND_SIZE)
    place = {tuple(row): i for i, row in enumerate(space.counts.tolist())}
    hand_of = np.array([place[tuple(row)] for row in m.counts.tolist()])
    tantos = np.unique(np.concatenate([[0, 2, 3], space.juego]))
    if len(tantos) > 3:  # a 31 real that pays more than 3 needs a code of its own
        raise ValueError("four different tantos of juego")
    bonus = np.stack([space.pares, np.searchsorted(tantos, space.juego)])
    return Table(space.rank[:, hand_of], bonus[:, hand_of], tantos), m, hand_of


@njit
def _fill_codes(ours: Arr, seat: Int, t: Table, codes: Arr) -> None:
    """Code what each hand in a rival's seat does: lances in which it beats us, its tantos."""
    for r in range(len(codes)):
        code = 0
        for lance in range(4):
            code |= (t.rank[lance, r] * 4 + 3 - seat > ours[lance]) << lance
        codes[r] = code + 16 * t.bonus[0, r] + 64 * t.bonus[1, r]


@njit
def _lance_cell(ours: Int, theirs: Int, beaten: Int) -> Int:
    """Index of PARES_CELLS."""
    if ours == 0 and theirs == 0:
        return 0
    if ours == 0:
        return 3
    if theirs == 0:
        return 1
    return 4 if beaten else 2


@njit
def _score_codes(table: Arr, used: Arr, our: Arr, t: Table, sums: Sums) -> None:
    """Score the deals of one partner, by the codes of both rivals."""
    for a in range(CODES):
        if not used[a]:
            continue
        for b in range(CODES):
            weight = table[a, b]
            if weight == 0:
                continue
            beaten = (a | b) & 15
            pares = ((a >> 4) & 3) + ((b >> 4) & 3)
            juego = t.juego[a >> 6] + t.juego[b >> 6]
            p = _lance_cell(our[0], pares, beaten & 4)
            j = _lance_cell(our[1], juego, beaten & 8)
            in_pares = 0 if p == 0 else our[0] if p < 3 else -pares
            in_juego = 0 if j == 0 else our[1] if j < 3 else -juego
            punto = 0 if j > 0 else -1 if beaten & 8 else 1
            j = j - 1 if j > 0 else 4 if punto > 0 else 5
            grande, chica = beaten & 1, (beaten >> 1) & 1
            sums.cells[((grande * 2 + chica) * 5 + p) * 6 + j] += weight
            total = 2 - 2 * (grande + chica) + in_pares + in_juego + punto
            sums.tantos[total + MOST_TANTOS] += weight
            sums.by_lance[0] += in_pares * weight
            sums.by_lance[1] += in_juego * weight


@njit
def _new_sums(hands: Int) -> Sums:
    return Sums(
        np.zeros(120),
        np.zeros(2 * MOST_TANTOS + 1),
        np.zeros(2),
        np.zeros((3, hands)),
    )


@njit
def _joint_chunk(
    chunk: Int, chunks: Int, hand: Int, seats: Arr, left: Arr, like: Arr, t: Table, m: Multisets
) -> Sums:
    """Visit the deals of a share of the partners; ``like`` are likelihoods as `posterior`."""
    hands, work = len(m.counts), new_work(m)
    sums: Sums = _new_sums(hands)
    first, second = np.empty(hands, np.int64), np.empty(hands, np.int64)
    ways_first, ways_second = np.empty(hands, np.int32), np.empty(hands, np.int32)
    table, used = np.zeros((CODES, CODES)), np.zeros(CODES, np.bool_)
    ours, our, after, last = np.empty(4, np.int64), np.empty(2, np.int64), left.copy(), left.copy()
    for p in range(chunk, hands, chunks):
        ways_partner = like[0, p] * ways_of(left, m.counts[p], m.binomial)
        if ways_partner == 0:
            continue
        for lance in range(4):
            mine = t.rank[lance, hand] * 4 + 3 - seats[0]
            ours[lance] = max(mine, t.rank[lance, p] * 4 + 3 - seats[1])
        our[0] = t.bonus[0, hand] + t.bonus[0, p]
        our[1] = t.juego[t.bonus[1, hand]] + t.juego[t.bonus[1, p]]
        _fill_codes(ours, seats[2], t, first)
        _fill_codes(ours, seats[3], t, second)
        for c in range(len(left)):
            after[c] = left[c] - m.counts[p, c]
        fill_ways(after, m, work, ways_first)
        table[:], used[:] = 0, False
        for r in range(hands):
            ways = ways_partner * like[1, r] * ways_first[r]
            if ways == 0:
                continue
            for c in range(len(left)):
                last[c] = after[c] - m.counts[r, c]
            fill_ways(last, m, work, ways_second)
            row, total = table[first[r]], 0.0
            used[first[r]] = True
            for q in range(hands):
                weight = ways * like[2, q] * ways_second[q]
                row[second[q]] += weight
                sums.posterior[2, q] += weight
                total += weight
            sums.posterior[0, p] += total
            sums.posterior[1, r] += total
        _score_codes(table, used, our, t, sums)
    return sums


def count_joint(
    space: HandSpace, hand: int, place: int, likelihoods: Arr, gone: Arr
) -> dict[str, npt.NDArray[Any]]:
    """Visit all deals of a hand, weighted by what is known of the other seats.

    Parameters
    ----------
    space : HandSpace
    hand : int
        Number of the hand.
    place : int
        0 for the mano to 3 for the postre.
    likelihoods : ndarray of float64, shape (4, hands)
        Likelihood of the evidence on each seat by the hand it holds; the row of ``place`` is
        not read. With zeros and ones all sums are whole numbers below 2**53, so they are exact.
    gone : ndarray of int64, shape (classes,)
        Cards that nobody else can hold: those of the hand, and dead ones.

    Returns
    -------
    dict of str to ndarray
        ``cells`` (2, 2, 5, 6): deals by who wins grande and chica (0 we, 1 they), by PARES_CELLS
        and by JUEGO_CELLS; ``tantos`` (33,): deals by tantos in paso, from -16; ``by_lance``
        (2,): tantos of pares and juego; ``posterior`` (4, hands): deals by the hand of each
        seat, zero for ``place``. All in deals times likelihoods.
    """
    table, m, hand_of = _tables(space)
    rivals = [seat for seat in range(4) if seat % 2 != place % 2]
    seats = [place, partner_of(place), *rivals]
    like = np.ascontiguousarray(likelihoods[seats[1:]][:, hand_of], dtype=np.float64)
    mine = int(np.flatnonzero(hand_of == hand)[0])
    left = np.array(space.deck.copies) - gone
    done = map_chunks(
        lambda chunk: _joint_chunk(chunk, CHUNKS, mine, np.array(seats), left, like, table, m),
        CHUNKS,
    )
    sums = Sums(*(np.sum(parts, axis=0) for parts in zip(*done, strict=True)))
    posterior = np.zeros((4, len(space)))
    posterior[np.array(seats[1:])[:, None], hand_of] = sums.posterior
    return {
        "cells": sums.cells.reshape(SHAPE),
        "tantos": sums.tantos,
        "by_lance": sums.by_lance,
        "posterior": posterior,
    }
