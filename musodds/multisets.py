"""All multisets of so many cards, and the ways to take each of them out of the cards left.

``prod_r C(left_r, taken_r)`` is worked out for all of them at once: the classes fall into highs and
lows, each sub-multiset has one factor more than its parent, and a multiset is one of the highs
times one of a run of lows.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from .jit import Arr, Int, njit


class Multisets(NamedTuple):
    """All multisets of one size, ordered by highs, then by lows; made by `multisets`.

    Attributes
    ----------
    counts : ndarray of int64, shape (n, classes)
    highs, lows : ndarray of int64, shape (., 3)
        Sub-multisets of either half, fewest cards first: the row without its last class, that
        class, its count.
    start, stop : ndarray of int64, shape (highs,)
        The run of lows that completes each of the highs.
    binomial : ndarray of int64, shape (., size + 1)
    """

    counts: Arr
    highs: Arr
    lows: Arr
    start: Arr
    stop: Arr
    binomial: Arr


def _half(copies: tuple[int, ...], first: int, size: int) -> tuple[Arr, Arr]:
    """Return the counts of all sub-multisets of some classes, and their chain."""
    rows = product(*(range(min(n, size) + 1) for n in copies))
    counts = sorted((row for row in rows if sum(row) <= size), key=sum)
    place = {row: i for i, row in enumerate(counts)}
    chain = [(0, first, 0)]
    for row in counts[1:]:
        last = max(c for c, n in enumerate(row) if n)
        parent = (*row[:last], *(0 for _ in row[last:]))
        chain.append((place[parent], first + last, row[last]))
    return np.array(counts), np.array(chain)


def multisets(copies: tuple[int, ...], size: int) -> Multisets:
    """Return all multisets of ``size`` cards of a deck.

    Parameters
    ----------
    copies : tuple of int
        Cards in each class.
    size : int

    Examples
    --------
    >>> len(multisets((8, 4, 4, 4, 4, 4, 4, 8), 4).counts)
    330
    """
    middle = 2 * len(copies) // 5  # few highs make long runs of lows
    highs, high_chain = _half(copies[:middle], 0, size)
    lows, low_chain = _half(copies[middle:], middle, size)
    wanted = size - highs.sum(1)
    start, stop = (np.searchsorted(lows.sum(1), wanted, side) for side in ("left", "right"))
    counts = np.array(
        [
            np.concatenate([high, low])
            for high, a, b in zip(highs, start, stop, strict=True)
            for low in lows[a:b]
        ]
    )
    most = max(*copies, size)
    binomial = np.array([[comb(n, k) for k in range(size + 1)] for n in range(most + 1)])
    return Multisets(counts, high_chain, low_chain, start, stop, binomial)


class Work(NamedTuple):
    """Arrays that `fill_ways` works in, one set a thread."""

    highs: Arr
    lows: Arr
    factors: Arr


@njit
def new_work(m: Multisets) -> Work:
    """Return arrays for `fill_ways`."""
    return Work(
        np.empty(len(m.highs), np.int32),
        np.empty(len(m.lows), np.int32),
        np.empty((m.counts.shape[1], m.binomial.shape[1]), np.int32),
    )


@njit
def _products(factors: Arr, half: Arr, out: Arr) -> None:
    """Ways to take each row of a half, from its parent row and the row's last class."""
    out[0] = 1
    for i in range(1, len(half)):
        out[i] = out[half[i, 0]] * factors[half[i, 1], half[i, 2]]


@njit
def fill_ways(left: Arr, m: Multisets, work: Work, ways: Arr) -> None:
    """Fill in the ways to take each multiset out of the cards left, by class."""
    highs, lows, factors = work
    for c in range(len(left)):
        for k in range(factors.shape[1]):
            factors[c, k] = m.binomial[left[c], k]
    _products(factors, m.highs, highs)
    _products(factors, m.lows, lows)
    q = 0
    for h in range(len(highs)):
        some = lows[m.start[h] : m.stop[h]]
        part = ways[q : q + len(some)]
        for i in range(len(some)):
            part[i] = highs[h] * some[i]
        q += len(some)


@njit
def ways_of(left: Arr, taken: Arr, binomial: Arr) -> Int:
    """Ways to take one multiset out of the cards left."""
    ways = 1
    for c in range(len(left)):
        ways *= binomial[left[c], taken[c]]
    return ways
