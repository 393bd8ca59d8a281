"""Own discards: what can be thrown from a hand, and exactly what comes back.

A discard is written as the cards kept: bit i of a mask keeps card i of the hand, high to low. Of
equal cards the first are kept, so distinct discards have distinct masks.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE
from .hands import HandSpace
from .jit import Arr, Int, njit

MASKS = 1 << HAND_SIZE
ALL = MASKS - 1  # all four kept, which only mus visto allows


@cache
def distinct_keeps(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the masks of the distinct discards of a hand, at least one card thrown.

    Parameters
    ----------
    cards : tuple of int
        Class numbers of the hand, high cards first.

    Examples
    --------
    >>> distinct_keeps((0, 0, 0, 0))
    (0, 1, 3, 7)
    >>> len(distinct_keeps((0, 1, 2, 3)))
    15
    """
    return tuple(
        mask
        for mask in range(ALL)
        if all(
            not (mask >> i) & 1 or (mask >> (i - 1)) & 1 or cards[i] != cards[i - 1]
            for i in range(1, HAND_SIZE)
        )
    )


@cache
def keep_table(space: HandSpace) -> npt.NDArray[np.bool_]:
    """Return which masks are distinct discards, shape (hands, 16)."""
    table = np.zeros((len(space), MASKS), dtype=np.bool_)
    for hand, cards in enumerate(space.cards.tolist()):
        table[hand, list(distinct_keeps(tuple(cards)))] = True
    return table


@cache
def _draws(classes: int) -> tuple[Arr, Arr]:
    """All multisets of 0 to 4 cards (unused places -1), and the row where each size starts."""
    rows = [
        cards + (-1,) * (HAND_SIZE - size)
        for size in range(HAND_SIZE + 1)
        for cards in combinations_with_replacement(range(classes), size)
    ]
    sizes = [sum(c >= 0 for c in row) for row in rows]
    starts = np.searchsorted(sizes, np.arange(HAND_SIZE + 2))
    return np.array(rows, dtype=np.int64), starts


class _Tables(NamedTuple):
    copies: Arr
    cards: Arr
    of_cards: Arr
    keeps: Arr
    draws: Arr
    starts: Arr


@njit
def _weigh_draws(hand: Int, t: _Tables, weights: Arr) -> None:
    """Ways to draw each multiset from the cards not in the hand."""
    for d in range(len(t.draws)):
        weights[d], run = 1.0, 0
        for i in range(4):
            c = t.draws[d, i]
            if c >= 0:
                run = run + 1 if i > 0 and t.draws[d, i - 1] == c else 1
                left = t.copies[c] - run + 1
                for k in range(4):
                    left -= t.cards[hand, k] == c
                weights[d] *= max(left, 0) / run


@njit
def _mean_after(hands: Arr, t: _Tables, values: Arr, out: Arr) -> None:
    """Fill out[i, mask] with the mean values after each discard of the hands."""
    weights, new = np.empty(len(t.draws)), np.empty(4, np.int64)
    for h in range(len(hands)):
        _weigh_draws(hands[h], t, weights)
        for mask in range(16):
            if not t.keeps[hands[h], mask]:
                continue
            kept, total = 0, 0.0
            for i in range(4):
                if (mask >> i) & 1:
                    new[kept] = t.cards[hands[h], i]
                    kept += 1
            for d in range(t.starts[4 - kept], t.starts[5 - kept]):
                total += weights[d]
                for i in range(4 - kept):
                    new[kept + i] = t.draws[d, i]
                after = t.of_cards[new[0], new[1], new[2], new[3]]
                for f in range(values.shape[1]):
                    out[h, mask, f] += weights[d] * values[after, f]
            for f in range(values.shape[1]):
                out[h, mask, f] /= total


def mean_after_draw(
    space: HandSpace, values: Arr, hands: Arr | None = None, gone: Arr | int = 0
) -> Arr:
    """Average values over the hand that each discard leads to, exactly.

    The new cards come from all cards but the hand's own four and those seen elsewhere.

    Parameters
    ----------
    space : HandSpace
    values : ndarray of float64, shape (hands, features)
        What to average, by the hand held after the draw.
    hands : ndarray of int64, shape (n,), optional
        Hands to discard from; all by default.
    gone : ndarray of int64, shape (classes,), optional
        Cards seen elsewhere.

    Returns
    -------
    ndarray of float64, shape (n, 16, features)
        By hand and mask of kept cards; zero where the mask is no distinct discard.
    """
    chosen = np.arange(len(space)) if hands is None else np.asarray(hands, dtype=np.int64)
    tables = _Tables(
        np.array(space.deck.copies) - gone,
        space.cards,
        space.of_cards,
        keep_table(space),
        *_draws(len(space.deck.classes)),
    )
    out = np.zeros((len(chosen), MASKS, values.shape[1]))
    _mean_after(chosen, tables, np.ascontiguousarray(values, dtype=np.float64), out)
    return out
