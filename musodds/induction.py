"""Chances of winning the game from every score, by backward induction over sampled hands.

Scores are those of the pair of the mano and of the other one; the mano is in the other pair with
every hand. Each hand is a list of payments in the order in which they are written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .chunks import map_chunks
from .jit import Arr, Int, njit_bare

MOST = 8  # payments of a hand: one a lance at once, and at the count
# how a game ends, seen from a hand: who wins it, and whose mano the last hand has
WE_WIN, WE_END = 2, 1
ENDINGS = 4


class Hands(NamedTuple):
    """Hands as they are paid, alike ones together.

    Attributes
    ----------
    paid : ndarray of int8, shape (kinds, MOST)
        Tantos in the order in which they are written down: to the pair of the mano, or negative
        to the other one; then zeros.
    ordago : ndarray of int8, shape (kinds,)
        1 if the pair of the mano wins an órdago after those payments, -1 if the other one does.
    counts : ndarray of int64, shape (batches, kinds)
        How often each kind came up in independent batches.
    """

    paid: Arr
    ordago: Arr
    counts: Arr


def gather(paid: Arr, ordago: Arr, batches: int) -> Hands:
    """Put alike hands together.

    Parameters
    ----------
    paid : ndarray of int8, shape (hands, MOST)
    ordago : ndarray of int8, shape (hands,)
    batches : int
        The hands are cut into so many runs of equal length.

    Examples
    --------
    >>> paid = np.zeros((4, MOST), np.int8)
    >>> paid[:, 0] = [1, -2, 1, 1]
    >>> gather(paid, np.zeros(4, np.int8), 2).counts.tolist()
    [[1, 1], [2, 0]]
    """
    each = len(paid) // batches
    return gather_run(paid, ordago, np.arange(batches * each) // each)


def gather_run(paid: Arr, ordago: Arr, batch: Arr) -> Hands:
    """Put alike hands together, when it is told of which batch each is.

    Parameters
    ----------
    paid, ordago
        As in `gather`; what is longer than ``batch`` is of none.
    batch : ndarray of int64, shape (hands,)
        From 0 on.
    """
    kinds, kind = _kinds(paid, ordago)
    size = len(kinds)
    spots = batch * size + kind[: len(batch)]
    batches = int(batch.max(initial=-1)) + 1
    counts = np.bincount(spots, minlength=batches * size).reshape(batches, size)
    return Hands(kinds[:, :-1], kinds[:, -1], counts)


def _kinds(paid: Arr, ordago: Arr) -> tuple[Arr, Arr]:
    """Return the rows that differ, in order, and which of them each row is."""
    rows = np.concatenate([paid, ordago[:, None]], axis=1).astype(np.int8)
    packed = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, kind = np.unique(packed, return_index=True, return_inverse=True)
    return rows[first], kind.ravel()


def put_together(parts: Sequence[tuple[int, Hands]], batches: int) -> Hands:
    """Return hands that were gathered in parts as if they had been gathered at once.

    Parameters
    ----------
    parts : sequence of (int, Hands)
        With the batch that the first row of counts belongs to.
    batches : int

    Examples
    --------
    >>> paid = np.zeros((4, MOST), np.int8)
    >>> paid[:, 0] = [1, -2, 1, 1]
    >>> none = np.zeros(4, np.int8)
    >>> parts = [(b, gather(paid[2 * b : 2 * b + 2], none[:2], 1)) for b in range(2)]
    >>> put_together(parts, 2).counts.tolist() == gather(paid, none, 2).counts.tolist()
    True
    """
    paid = np.concatenate([hands.paid for _, hands in parts])
    kinds, kind = _kinds(paid, np.concatenate([hands.ordago for _, hands in parts]))
    counts, at = np.zeros((batches, len(kinds)), np.int64), 0
    for first, hands in parts:
        rows, size = hands.counts.shape
        counts[first : first + rows, kind[at : at + size]] += hands.counts
        at += size
    return Hands(kinds[:, :-1], kinds[:, -1], counts)


@njit_bare
def _ending(paid: Arr, ordago: Int, a: Int, b: Int, target: Int) -> Int:
    """Return who wins in this hand, 1 the pair of the mano, -1 the other; or the new scores.

    The new scores of both pairs are packed in one number from 2 on.
    """
    for tantos in paid:
        if tantos == 0:
            break
        if tantos > 0:
            a += tantos
            if a >= target:
                return np.int64(1)
        else:
            b -= tantos
            if b >= target:
                return np.int64(-1)
    if ordago != 0:
        return np.int64(ordago)
    return np.int64(2 + a * target + b)


@njit_bare
def _fill(paid: Arr, ordago: Arr, weights: Arr, target: Int, a: Int, b: Int, out: Arr) -> None:
    """Fill in the chance of each ending from one score; the higher totals are known."""
    here = out[a, b]
    for e in range(ENDINGS):
        here[e] = 0.0
    for k in range(len(weights)):
        weight = weights[k]
        if weight == 0.0:
            continue
        end = _ending(paid[k], ordago[k], a, b, target)
        if end == 1:
            here[WE_WIN + WE_END] += weight
        elif end == -1:
            here[WE_END] += weight
        else:  # in the next hand the mano is in the other pair
            then = out[(end - 2) % target, (end - 2) // target]
            for e in range(ENDINGS):
                here[ENDINGS - 1 - e] += weight * then[e]


@njit_bare
def _fill_totals(
    paid: Arr, ordago: Arr, weights: Arr, target: Int, first: Int, last: Int, out: Arr
) -> None:
    """Fill in every score that is not known, from the first total down to the last."""
    for total in range(first, last - 1, -1):
        for a in range(max(0, total - target + 1), min(total, target - 1) + 1):
            if np.isnan(out[a, total - a, 0]):
                _fill(paid, ordago, weights, target, a, total - a, out)


def _weights(hands: Hands) -> list[Arr]:
    """Return the share of every kind, in all hands together and in each batch.

    Raises
    ------
    ValueError
        If a hand pays nothing: the score would never get on.
    """
    if ((hands.paid == 0).all(1) & (hands.ordago == 0)).any():
        raise ValueError("a hand that pays nothing")
    return [row / row.sum() for row in (hands.counts.sum(0), *hands.counts)]


def induct(hands: Hands, target: int) -> Arr:
    """Return how the game ends from every score.

    Parameters
    ----------
    hands : Hands
        Every kind pays something.
    target : int
        Tantos that win the game.

    Returns
    -------
    ndarray of float64, shape (1 + batches, target, target, 4)
        Chances by the scores of the mano's pair and of the other one: that the other pair wins in
        a hand of its own mano or of ours, that we win in one of theirs or of ours. The first is
        of all hands together, the others of each batch.

    Raises
    ------
    ValueError
        If a hand pays nothing: the score would never get on.

    Examples
    --------
    One hand, which always pays the pair of the mano a tanto:

    >>> paid = np.zeros((1, MOST), np.int8)
    >>> paid[0, 0] = 1
    >>> one = Hands(paid, np.zeros(1, np.int8), np.ones((1, 1), np.int64))
    >>> induct(one, 2)[0, ..., WE_WIN:].sum(-1).tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    endings = unknown(1 + len(hands.counts), target)
    induct_totals(hands, endings, 2 * target - 2, 0)
    return endings


def unknown(rows: int, target: int) -> Arr:
    """Return the array that `induct` fills in, as yet with nothing in it but nan."""
    return np.full((rows, target, target, ENDINGS), np.nan)


def induct_totals(hands: Hands, endings: Arr, first: int, last: int) -> None:
    """Fill in all scores that are nan, from one total of both pairs down to another one.

    Parameters
    ----------
    hands : Hands
        Every kind pays something.
    endings : ndarray of float64, shape (1 + batches, target, target, 4)
        As `induct` returns it; known at every total above the first.
    first, last : int
    """
    weights, target = _weights(hands), np.int64(endings.shape[1])

    def work(batch: int) -> None:
        row, out = weights[batch], endings[batch]
        _fill_totals(hands.paid, hands.ordago, row, target, np.int64(first), np.int64(last), out)

    map_chunks(work, len(weights))


def induct_score(hands: Hands, endings: Arr, score: tuple[int, int]) -> None:
    """Fill in one score, from which hands of its own are played.

    Parameters
    ----------
    hands : Hands
        Every kind pays something.
    endings : ndarray of float64, shape (1 + batches, target, target, 4)
        As `induct` returns it; known at every higher total.
    score : tuple of int
        Of the mano's pair and of the other one.

    Examples
    --------
    >>> paid = np.zeros((1, MOST), np.int8)
    >>> paid[0, 0] = 3
    >>> one, endings = Hands(paid, np.zeros(1, np.int8), np.ones((1, 1), np.int64)), unknown(2, 4)
    >>> induct_score(one, endings, (1, 0))
    >>> endings[0, 1, 0].tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    target, (a, b) = np.int64(endings.shape[1]), map(np.int64, score)
    for batch, row in enumerate(_weights(hands)):
        _fill(hands.paid, hands.ordago, row, target, a, b, endings[batch])
