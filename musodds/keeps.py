"""Ways to discard that have a name, as people play them.

Each keeps some cards of a hand and throws the rest, at least one card: where a way would keep all
four, the lowest goes. Cards of one rank pair whatever their suit; figures are the cards of ten
points, and a wild card counts as a king. In a mus visto, where all four may be kept, whoever has
juego or duples stays.

``cautious``
    Keep every card that pairs; without pares keep the two highest figures and an ace, for 31;
    else keep the king, or nothing.
``king-hunter``
    Keep the kings and nothing else; without a king keep the caballos or sotas that pair, or
    nothing.
``pairs``
    Keep every card that pairs, or nothing.
``kings``
    Keep the kings, or nothing.

The advice behind them is common: to keep figures that pair and to throw low cards (mustotal.com,
"El Descarte"), to keep two figures and an ace for 31, and to throw those for the sake of one king
(Dátemus, datemus.blogspot.com, "La veintiuna", 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE, Hand
from .hands import HandSpace

ALL = (1 << HAND_SIZE) - 1
Ints = npt.NDArray[np.int64]


class _Cards:
    """What a way looks at in one hand: places of cards, high to low."""

    def __init__(self, space: HandSpace, cards: tuple[int, ...]) -> None:
        classes, ranks = space.deck.classes, space.deck.ranks
        held = [classes[c] for c in cards]
        alike = Counter(ranks[c] for c in cards)
        places = range(HAND_SIZE)
        self.paired = [i for i in places if alike[ranks[cards[i]]] > 1]
        self.kings = [i for i in places if held[i].letter == "R" or held[i].is_wild]
        self.figures = [i for i in places if held[i].points == 10]
        self.aces = [i for i in places if held[i].letter == "A"]


def _cautious(cards: _Cards) -> list[int]:
    if cards.paired:
        return cards.paired
    if len(cards.figures) >= 2 and cards.aces:
        return [*cards.figures[:2], cards.aces[0]]
    return cards.kings


def _king_hunter(cards: _Cards) -> list[int]:
    return cards.kings or [i for i in cards.paired if i in cards.figures]


_WAYS: dict[str, Callable[[_Cards], list[int]]] = {
    "cautious": _cautious,
    "king-hunter": _king_hunter,
    "pairs": lambda cards: cards.paired,
    "kings": lambda cards: cards.kings,
}


def first_of_equals(cards: tuple[int, ...], kept: list[int]) -> int:
    """Return the mask that keeps as many of each class, the first ones of equal cards.

    Examples
    --------
    >>> first_of_equals((0, 0, 3, 3), [1, 3])
    5
    """
    wanted = Counter(cards[i] for i in kept)
    return sum(1 << i for i, c in enumerate(cards) if cards[:i].count(c) < wanted[c])


@cache
def named_keeps(space: HandSpace, way: str, may_stay: bool = False) -> Ints:
    """Return the mask that a way to discard keeps of each hand.

    Parameters
    ----------
    space : HandSpace
    way : {"cautious", "king-hunter", "pairs", "kings"}
    may_stay : bool, default False
        Whether all four may be kept, as in a mus visto.

    Returns
    -------
    ndarray of int64, shape (hands,)
        Masks as in `draws`; not to be written to.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> keeps = named_keeps(space, "cautious")
    >>> [kept_cards(space, hand, int(keeps[space.index(hand)]))
    ...  for hand in ("RR7A", "RC4A", "R764", "RRRR")]
    ['RR', 'RCA', 'R', 'RRR']
    """
    masks = np.zeros(len(space), dtype=np.int64)
    for hand, row in enumerate(space.cards.tolist()):
        kept = _WAYS[way](_Cards(space, tuple(row)))
        if len(kept) == HAND_SIZE:
            kept = kept[:-1]
        masks[hand] = first_of_equals(tuple(row), kept)
    if may_stay:
        masks[(space.juego > 0) | (space.pares == 3)] = ALL
    masks.flags.writeable = False
    return masks


def kept_cards(space: HandSpace, hand: str | int, mask: int) -> str:
    """Return the cards that a mask keeps of a hand, e.g. ``RRA``."""
    number = space.index(hand) if isinstance(hand, str) else hand
    names = space.deck.names
    return "".join(names[c] for i, c in enumerate(space.cards[number].tolist()) if mask >> i & 1)


def mask_of_cards(space: HandSpace, hand: int, cards: Hand) -> int | None:
    """Return the mask that keeps some cards of a hand; None if the hand does not hold them.

    A card without a suit may be any of its rank, also where a rule sets one suit apart.
    """
    row, deck = tuple(space.cards[hand].tolist()), space.deck
    left, kept = list(range(HAND_SIZE)), []
    for card in cards.cards:
        name = deck.name_of(card)
        fits = [i for i in left if deck.names[row[i]] == name]
        if len(card) == 1:
            fits += [i for i in left if deck.names[row[i]][0] == name]
        if not fits:
            return None
        kept.append(fits[0])
        left.remove(fits[0])
    return first_of_equals(row, kept)
