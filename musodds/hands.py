"""All hands of a deck, and one strict order of them for each lance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations_with_replacement, permutations, product
from math import comb, prod

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE, Deck, Hand
from .errors import InputError
from .lang import _
from .rules import Rules

# The four rankings; juego and punto share one, every juego above every punto.
LANCES = ("grande", "chica", "pares", "juego")
GRANDE, CHICA, PARES, JUEGO = range(4)
# What is bet on, and by which ranking it is decided.
RANKING = {"grande": GRANDE, "chica": CHICA, "pares": PARES, "juego": JUEGO, "punto": JUEGO}
LANCE_NAMES = tuple(RANKING)
PARES_KINDS = ("none", "par", "medias", "duples")
# Worst to best: 31, 32, 40, then downwards (38 and 39 exist in no deck, sources list them).
JUEGO_ORDER = (33, 34, 35, 36, 37, 38, 39, 40, 32, 31)
MIN_JUEGO = 31

Ints = npt.NDArray[np.int64]


def _pares_key(ranks: tuple[int, ...], quads: str) -> tuple[int, ...]:
    """Kind of pares (0 none to 3 duples), then the pairs, high to low; kickers never count."""
    repeated = {rank: n for rank, n in Counter(ranks).items() if n > 1}
    pairs = sorted(-rank for rank, n in repeated.items() for _ in range(n // 2))[::-1]
    kind = 3 if len(pairs) == 2 else 2 if 3 in repeated.values() else len(pairs)
    beats_pairs = quads == "beat" and len(set(ranks)) == 1
    return kind, int(beats_pairs), *pairs


def _juego_key(points: int, is_real: bool) -> tuple[int, int]:
    """Punto below juego below the 31 real."""
    if points < MIN_JUEGO:
        return 0, points
    return 1, len(JUEGO_ORDER) if is_real else JUEGO_ORDER.index(points)


def _readings(deck: Deck, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ranks a hand may stand for, ascending: more than one with wild cards only."""
    ranks = deck.ranks
    choices = [set(ranks) if deck.classes[c].is_wild else {ranks[c]} for c in cards]
    return list({tuple(sorted(reading)) for reading in product(*choices)})


def _points(deck: Deck, readings: list[tuple[int, ...]]) -> list[int]:
    """Return the points of each reading."""
    of_rank = dict(zip(deck.ranks, (c.points for c in deck.classes), strict=True))
    return [sum(of_rank[rank] for rank in ranks) for ranks in readings]


def _dense_rank(keys: list[tuple[int, ...]]) -> list[int]:
    rank = {key: i for i, key in enumerate(sorted(set(keys)))}
    return [rank[key] for key in keys]


def _is_real(cards: Sequence[str], real: str) -> bool:
    tens = {"off": "", "ten": "RCS", "sota": "S", "sota-oros": ("So",), "king": "R"}[real]
    letters = [card[0] for card in cards]
    return letters.count("7") == 3 and any(card in tens for card in cards)


class HandSpace:
    """Every hand type of a deck with its weight, its name and its rank in each lance.

    Parameters
    ----------
    deck : Deck
    real, real_pays, quads : optional
        The 31 real, its tantos, and what four alike are, as in `Rules`.

    Attributes
    ----------
    deck : Deck
    cards : ndarray of int64, shape (hands, 4)
        Class numbers, high cards first. Hands are ordered by their cards, the highest first.
    counts : ndarray of int64, shape (hands, classes)
    weights : ndarray of int64, shape (hands,)
        Number of 4-card hands of each type in a full deck.
    names : list of str
        Written high to low, e.g. ``RRCA``.
    rank : ndarray of int64, shape (4, hands)
        Rank in grande, chica, pares and juego (with punto below), 0 the worst, equal where the
        lance does not tell the hands apart. Chica compares the lowest card first. A wild card
        stands, lance by lance, for whatever rank is best there.
    pares : ndarray of int64, shape (hands,)
        0 none, 1 par, 2 medias, 3 duples: also the tantos it brings.
    pair : ndarray of int64, shape (hands,)
        Rank of the card of which there are two or more, 0 the king's, the higher one of duples;
        -1 without pares.
    points : ndarray of int64, shape (hands,)
    juego : ndarray of int64, shape (hands,)
        Tantos of the juego: 0 none, 2, or 3 for 31 (``real_pays`` for the 31 real).

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> len(space), int(space.weights.sum())
    (330, 91390)
    >>> space.compare("chica", "7AAA", "654A")
    1
    """

    def __init__(
        self, deck: Deck, real: str = "off", real_pays: int = 3, quads: str = "pairs"
    ) -> None:
        self.deck = deck
        classes, copies = range(len(deck.classes)), deck.copies
        types = [
            cards
            for cards in combinations_with_replacement(classes, HAND_SIZE)
            if all(n <= copies[c] for c, n in Counter(cards).items())
        ]
        self.cards = np.array(types, dtype=np.int64)
        self.counts: Ints = np.array([[row.count(c) for c in classes] for row in types])
        self.weights: Ints = np.array(
            [prod(comb(n, k) for n, k in zip(copies, row, strict=True)) for row in self.counts],
            dtype=np.int64,
        )
        self.names = ["".join(deck.names[c] for c in cards) for cards in types]
        self._index = {name: i for i, name in enumerate(self.names)}
        reads = [_readings(deck, cards) for cards in types]
        reals = [_is_real([deck.names[c] for c in cards], real) for cards in types]
        # a rank's number grows as the card gets lower: turn the sign where high is good
        grande = [max(tuple(-r for r in ranks) for ranks in read) for read in reads]
        chica = [max(ranks[::-1] for ranks in read) for read in reads]
        pares = [max(_pares_key(ranks, quads) for ranks in read) for read in reads]
        juego = [
            max((_juego_key(points, is_real), points) for points in _points(deck, read))
            for read, is_real in zip(reads, reals, strict=True)
        ]
        keys: list[list[tuple[int, ...]]] = [grande, chica, pares, [key for key, _ in juego]]
        self.rank: Ints = np.array([_dense_rank(k) for k in keys], dtype=np.int64)
        self.pares: Ints = np.array([key[0] for key in pares], dtype=np.int64)
        self.pair: Ints = np.array([-key[2] if key[0] else -1 for key in pares], dtype=np.int64)
        self.points: Ints = np.array([points for _, points in juego], dtype=np.int64)
        with_31 = np.where(reals, real_pays, 3)
        self.juego: Ints = np.where(
            self.points < MIN_JUEGO, 0, np.where(self.points == MIN_JUEGO, with_31, 2)
        )

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def of_cards(self) -> npt.NDArray[np.int16]:
        """Hand number by its four class numbers in any order, shape (classes,) * 4."""
        table = np.full((len(self.deck.classes),) * HAND_SIZE, -1, dtype=np.int16)
        for order in permutations(range(HAND_SIZE)):
            table[tuple(self.cards[:, order].T)] = np.arange(len(self), dtype=np.int16)
        return table

    def index(self, hand: str | Hand) -> int:
        """Return the number of a hand.

        Parameters
        ----------
        hand : str or Hand
            A hand, or a name as in `names`.

        Raises
        ------
        InputError
            If the deck does not hold such a hand.
        """
        name = hand
        if isinstance(hand, Hand):
            name = "".join(self.deck.names[c] for c in self.deck.classes_of(hand))
        try:
            return self._index[str(name)]
        except KeyError:
            raise InputError(
                _("hand '{hand}': not in this deck").format(hand=hand),
                _("four cards high to low"),
                "RRCA",
            ) from None

    def compare(self, lance: str, a: str, b: str) -> int:
        """Return 1 if hand ``a`` beats ``b`` in the lance, -1 if it loses, 0 if the seat decides.

        Punto may be named for juego: both are one ranking.
        """
        rank = self.rank[LANCES.index("juego" if lance == "punto" else lance)]
        return int(np.sign(rank[self.index(a)] - rank[self.index(b)]))


@cache
def _space(deck: Deck, real: str, real_pays: int, quads: str) -> HandSpace:
    return HandSpace(deck, real, real_pays, quads)


def hand_space(rules: Rules) -> HandSpace:
    """Return the hands of these rules' deck, built once."""
    return _space(rules.deck(), rules.real, rules.real_pays, rules.quads)
