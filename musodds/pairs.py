"""Two hands together: all multisets of eight cards, and how many of their splits lose to a pair.

The partners' cards P and the rivals' cards Q are eight cards each. Given P, the rivals hold Q in
``W[P, Q] = prod_r C(copies_r - P_r, Q_r)`` ways, and Q falls into two hands in 70 ways. A pair's
*strength* in a lance is one whole number in which ties between seats are already settled, so
``below[u, Q]``, the splits of Q whose strength is at most u, gives by one dot product with
the row ``W[P, :]`` the deals that a pair of strength u wins.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import combinations

import numpy as np

from .cards import HAND_SIZE
from .chunks import map_chunks
from .hands import JUEGO, LANCES, PARES, HandSpace
from .jit import Arr, Int, njit
from .multisets import multisets

PAIR_SIZE = 2 * HAND_SIZE
CHUNKS = 16
# the 70 ways to hand four of eight cards to the earlier seat and the rest to the later one
SPLITS = np.array(
    [
        first + tuple(i for i in range(PAIR_SIZE) if i not in first)
        for first in combinations(range(PAIR_SIZE), HAND_SIZE)
    ],
    dtype=np.int64,
)


@njit
def strength(first: Int, second: Int) -> Int:
    """Strength of two ranks held by the earlier and the later seat of a pair.

    The pair of the mano wins a lance if and only if its strength is not below the other pair's:
    a tie goes to the earliest of the four seats that hold the best rank.
    """
    return 2 * max(first, second) + (2 if first >= second else 1)


@njit
def _count_splits(
    chunk: Int,
    pair_cards: Arr,
    splits: Arr,
    of_cards: Arr,
    rank: Arr,
    base: Int,
    bonus: Arr,
    below: Arr,
) -> None:
    """Fill ``below[u, q]`` with the splits of q of strength <= u, each ``base`` plus bonuses."""
    strengths, pairs = below.shape
    histogram = np.zeros(strengths, np.int64)
    for q in range(chunk * pairs // CHUNKS, (chunk + 1) * pairs // CHUNKS):
        cards = pair_cards[q]
        for u in range(strengths):
            histogram[u] = 0
        for s in range(len(splits)):
            i = splits[s]
            a = of_cards[cards[i[0]], cards[i[1]], cards[i[2]], cards[i[3]]]
            b = of_cards[cards[i[4]], cards[i[5]], cards[i[6]], cards[i[7]]]
            histogram[strength(rank[a], rank[b])] += base + bonus[a] + bonus[b]
        total = 0
        for u in range(strengths):
            total += histogram[u]
            below[u, q] = total


class PairSpace:
    """All multisets of eight cards of a deck, with tables to compare pairs of hands exactly.

    Parameters
    ----------
    space : HandSpace

    Attributes
    ----------
    space : HandSpace
    counts : ndarray of int64, shape (pairs, classes)
        5,715 rows with eight kings, 22,110 with four.
    cards : ndarray of int64, shape (pairs, 8)
        Class numbers, high cards first.
    multisets : Multisets
        To weigh them.
    """

    def __init__(self, space: HandSpace) -> None:
        self.space = space
        copies = space.deck.copies
        self.multisets = multisets(copies, PAIR_SIZE)
        self.counts = self.multisets.counts
        self.cards = np.repeat(
            np.tile(np.arange(len(copies)), len(self.counts)), self.counts.ravel()
        ).reshape(-1, PAIR_SIZE)

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def starts(self) -> Arr:
        """Row of `below` at which each lance begins; one row more than the last strength each."""
        return np.cumsum([0] + [2 * int(rank.max()) + 3 for rank in self.space.rank])

    @cached_property
    def below(self) -> Arr:
        """Splits of each pair of strength <= u in row ``starts[lance] + u``, dtype uint8."""
        table = np.zeros((self.starts[-1], len(self)), np.uint8)
        none = np.zeros(len(self.space), np.int64)
        for lance in range(len(LANCES)):
            self._count(lance, 1, none, table[self.starts[lance] : self.starts[lance + 1]])
        return table

    @cached_property
    def bonus_below(self) -> Arr:
        """As the rows of `below` for pares and juego, with the tantos that both hands bring."""
        first = self.starts[PARES]
        table = np.zeros((self.starts[-1] - first, len(self)), np.uint16)
        for lance, bonus in ((PARES, self.space.pares), (JUEGO, self.space.juego)):
            rows = slice(self.starts[lance] - first, self.starts[lance + 1] - first)
            self._count(lance, 0, bonus, table[rows])
        return table

    def _count(self, lance: int, base: int, bonus: Arr, below: Arr) -> None:
        space = self.space
        map_chunks(
            lambda chunk: _count_splits(
                chunk, self.cards, SPLITS, space.of_cards, space.rank[lance], base, bonus, below
            ),
            CHUNKS,
        )


@cache
def pair_space(space: HandSpace) -> PairSpace:
    """Return the pairs of a deck's hands, built once."""
    return PairSpace(space)
