"""Kinds of question: what is asked, from which seat, with what sort of hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..errors import InputError
from ..hands import HandSpace
from ..jit import Arr
from ..lang import _
from ..seats import SEATS

CUT, DISCARD, ACCEPT, ODDS, SCORING = TOPICS = ("cut", "discard", "accept", "odds", "scoring")
HANDS = ("duples-medias", "pares-juego", "pares", "juego", "nothing")
COUNTS = ("refusals", "bets", "raises", "finish")  # of scoring: what makes the count hard


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """A kind of question; answers to one kind tell how the next of it will be answered.

    Attributes
    ----------
    topic : str
        One of TOPICS.
    seat : str
        Empty in scoring, which is no seat's.
    hand : str
        One of HANDS; in scoring one of COUNTS.
    """

    topic: str
    seat: str
    hand: str


@cache
def kinds_of(topic: str) -> tuple[Kind, ...]:
    """Return the kinds of a topic.

    Examples
    --------
    >>> len(kinds_of("cut")), len(kinds_of("scoring"))
    (20, 4)
    """
    if topic == SCORING:
        return tuple(Kind(topic, "", count) for count in COUNTS)
    return tuple(Kind(topic, seat, hand) for seat in SEATS for hand in HANDS)


def parse_topics(names: Iterable[str]) -> tuple[str, ...]:
    """Read the topics asked for, all of them where none is named.

    Raises
    ------
    InputError
        If there is no such topic.

    Examples
    --------
    >>> parse_topics(["odds", "cut"]), len(parse_topics([]))
    (('cut', 'odds'), 5)
    """
    words = [name.strip().lower() for text in names for name in text.split(",")]
    for word in words:
        if word not in TOPICS:
            raise InputError(
                _("topic '{topic}'").format(topic=word), ", ".join(TOPICS), "--topic cut"
            )
    return tuple(topic for topic in TOPICS if topic in words or not words)


@cache
def hand_kinds(space: HandSpace) -> Arr:
    """Return for every hand of a deck its place in HANDS, shape (hands,)."""
    pares, juego = space.pares, space.juego > 0
    rest = np.where(juego, HANDS.index("juego"), HANDS.index("nothing"))
    one = np.where(juego, HANDS.index("pares-juego"), HANDS.index("pares"))
    return np.where(pares > 1, HANDS.index("duples-medias"), np.where(pares == 1, one, rest))


def hand_kind(space: HandSpace, hand: int) -> str:
    """Return what sort of hand it is, by its number.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> [hand_kind(space, space.index(name)) for name in ("RRSA", "RRCA", "7654", "RCS7")]
    ['pares-juego', 'pares-juego', 'nothing', 'juego']
    """
    return HANDS[int(hand_kinds(space)[hand])]


def draw_hand(space: HandSpace, kind: str, rng: np.random.Generator) -> int:
    """Deal a hand of a sort, as often as it is dealt at the table; return its number."""
    weights = np.where(hand_kinds(space) == HANDS.index(kind), space.weights, 0)
    return int(rng.choice(len(space), p=weights / weights.sum()))
