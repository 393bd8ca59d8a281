"""Conditions on a hand, written in a few words, and the hands that meet them.

::

    condition = all {"or" all}
    all       = test {"and" test}
    test      = "not" test | "(" condition ")" | kind | number compared | "hand" CARDS
    kind      = "pares" | "par" | "medias" | "duples" | "juego" | "punto"
    number    = "kings" | "aces" | "points"
    compared  = ("==" | "!=" | ">=" | "<=" | ">" | "<") and a whole number

``pares`` is any of the three kinds below it, ``punto`` is no juego. Kings and aces are those of
the deck: with eight kings the threes and the twos count among them.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from .cards import parse_hand
from .errors import InputError
from .hands import PARES_KINDS, HandSpace
from .lang import N_, _
from .text_file import whole

Bools = npt.NDArray[np.bool_]
Condition = Callable[[HandSpace], Bools]

_TOKEN = re.compile(r"[()]|[=!<>]=?|[^\s()=!<>]+")
COMPARE: dict[str, Callable[[npt.NDArray[np.int64], int], Bools]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_NUMBERS: dict[str, Callable[[HandSpace], npt.NDArray[np.int64]]] = {
    "kings": lambda space: space.counts[:, space.deck.names.index("R")],
    "aces": lambda space: space.counts[:, space.deck.names.index("A")],
    "points": lambda space: space.points,
}
_KINDS: dict[str, Condition] = {
    "pares": lambda space: space.pares > 0,
    "juego": lambda space: space.juego > 0,
    "punto": lambda space: space.juego == 0,
}
_KNOWN = N_(
    "kings, aces or points compared with a number, pares, par, medias, duples, juego, punto"
)
_EXAMPLE = "kings == 2 and not juego"
MOST_WORDS = 200  # each may be a level of brackets, which Python goes down one by one


def _of_pares(kind: int) -> Condition:
    return lambda space: space.pares == kind


_KINDS |= {name: _of_pares(kind) for kind, name in enumerate(PARES_KINDS) if kind}


class _Reader:
    """Reads one condition from left to right; one method a line of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _TOKEN.findall(text)[::-1]
        if len(self.tokens) > MOST_WORDS:
            raise self.error(_("more than {most} words").format(most=MOST_WORDS))

    def peek(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def take(self) -> str:
        if not self.tokens:
            raise self.error(_("it ends too early"))
        return str(self.tokens.pop())

    def error(self, why: str) -> InputError:
        return InputError(
            _("condition '{text}': {why}").format(text=self.text, why=why), _(_KNOWN), _EXAMPLE
        )

    def whole(self) -> Condition:
        found = self.condition()
        if self.tokens:
            raise self.error(_("'{word}' comes too late").format(word=self.peek()))
        return found

    def condition(self) -> Condition:
        left = self.all_of()
        while self.peek() == "or":
            self.take()
            left = _either(left, self.all_of())
        return left

    def all_of(self) -> Condition:
        left = self.test()
        while self.peek() == "and":
            self.take()
            left = _both(left, self.test())
        return left

    def test(self) -> Condition:
        word = self.take()
        if word == "not":
            return _negated(self.test())
        if word == "(":
            inside = self.condition()
            if self.take() != ")":
                raise self.error(_("a bracket is not closed"))
            return inside
        if word in _KINDS:
            return _KINDS[word]
        if word in _NUMBERS:
            return self.compared(word)
        if word == "hand":
            return _is_hand(self.take())
        raise self.error(_("'{word}' is unknown").format(word=word))

    def compared(self, number: str) -> Condition:
        sign, value = self.take(), self.take()
        if sign not in COMPARE or not value.isdecimal():
            raise self.error(_("'{text}' compares nothing").format(text=f"{number} {sign} {value}"))
        least = whole(value, _EXAMPLE)
        return lambda space: COMPARE[sign](_NUMBERS[number](space), least)


def _either(a: Condition, b: Condition) -> Condition:
    return lambda space: a(space) | b(space)


def _both(a: Condition, b: Condition) -> Condition:
    return lambda space: a(space) & b(space)


def _negated(a: Condition) -> Condition:
    return lambda space: ~a(space)


def _is_hand(cards: str) -> Condition:
    hand = parse_hand(cards)
    return lambda space: np.arange(len(space)) == space.index(hand)


@cache
def parse_condition(text: str) -> Condition:
    """Read a condition on a hand.

    Parameters
    ----------
    text : str
        In the grammar of this module. ``and`` binds closer than ``or``, ``not`` closest.

    Returns
    -------
    callable
        Takes a `HandSpace` of n hands, returns a boolean array of shape (n,): which of them meet
        the condition.

    Raises
    ------
    InputError
        If a word is unknown or the condition is not whole.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> int(space.weights[parse_condition("points == 31")(space)].sum())
    8384
    >>> parse_condition("kings = 2")
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: condition 'kings = 2': 'kings = 2' compares nothing; expected \
kings, aces or points compared with a number, pares, par, medias, duples, juego, punto; \
example: kings == 2 and not juego
    """
    return _Reader(text).whole()


def share(space: HandSpace, text: str, among: Bools) -> float:
    """Return the share of dealt hands that meet a condition, out of some of them.

    Parameters
    ----------
    space : HandSpace
    text : str
        As in `parse_condition`.
    among : ndarray of bool, shape (hands,)

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> share(space, "points == 31", space.juego > 0) == 8384 / 24444
    True
    """
    both = among & parse_condition(text)(space)
    return int(space.weights[both].sum()) / int(space.weights[among].sum())
