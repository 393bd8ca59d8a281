"""Señas: the gestures by which a player tells his partner what he holds.

Which list holds is a rule (`Rules.senas`). No list allows a false seña, all let a player give none:
a seña seen says that its meaning is true, one not seen says nothing for certain. The lists, where
each seña comes from and what had to be decided are in ``senas.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from .cards import Hand, parse_hand
from .conditions import Bools, parse_condition
from .errors import InputError
from .hands import HandSpace, hand_space
from .lang import _
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import plain
from .toml_reader import shipped_toml

MOMENTS = ("mus", "grande", "chica", "pares", "juego", "punto")
When = Literal["any time", "after grande", "after pares", "no juego"]
_SINCE: dict[When, str] = {
    "any time": "mus",
    "after grande": "chica",
    "after pares": "juego",
    "no juego": "punto",
}


@dataclass(frozen=True, slots=True)
class Sena:
    """A gesture, what it means and when it may be given.

    Attributes
    ----------
    name : str
        By which it is called in every list, e.g. ``two kings``.
    gesture : str
    means : str
        As the list says it: a condition on the hand, or ``nothing``.
    when : {"any time", "after grande", "after pares", "no juego"}
    condition : str
        ``means`` in the grammar of `conditions`, with ``nothing`` spelled out.
    """

    name: str
    gesture: str
    means: str
    when: When
    condition: str

    def holds(self, space: HandSpace) -> Bools:
        """Return of which hands it is true, a boolean array of shape (hands,).

        Examples
        --------
        >>> rules = load_rules("ehmf")
        >>> space = hand_space(rules)
        >>> [int(space.weights[s.holds(space)].sum()) for s in sena_list(rules) if s.name == "31"]
        [3040]
        """
        return parse_condition(self.condition)(space)

    def to_dict(self) -> dict[str, str]:
        """Return what the list says of it."""
        return {
            "name": self.name,
            "gesture": self.gesture,
            "means": self.means,
            "when": self.when,
        }

    def allowed(self, at: str | None) -> bool:
        """Return whether it may be given at a moment of MOMENTS; None stands for some moment."""
        return at is None or MOMENTS.index(at) >= MOMENTS.index(_SINCE[self.when])


def _spelled_out(means: str, rows: Iterable[dict[str, Any]]) -> str:
    """Return the condition; ``nothing`` is that no other seña of the list is true."""
    if means != "nothing":
        return means
    others = dict.fromkeys(row["means"] for row in rows if row["means"] != "nothing")
    return " and ".join(f"not ({other})" for other in others)


def sena_file() -> dict[str, Any]:
    """Return ``senas.toml``: the lists, and the words for names and gestures."""
    return shipped_toml("senas.toml")


@cache
def _list(name: str) -> tuple[Sena, ...]:
    rows = sena_file()[name]
    return tuple(Sena(**row, condition=_spelled_out(row["means"], rows)) for row in rows)


def sena_list(rules: str | Rules = DEFAULT_RULES) -> tuple[Sena, ...]:
    """Return the señas of these rules, none where they are forbidden.

    Parameters
    ----------
    rules : str or Rules, default "naipera"

    Examples
    --------
    >>> [sena.name for sena in sena_list("ffm")]
    ['two kings', 'two aces', 'medias', 'duples', '29', '30', '31']
    >>> sena_list(load_rules("ffm", ["senas=none"]))
    ()
    """
    name = load_rules(rules).senas
    return () if name is None else _list(name)


def parse_moment(text: str | None) -> str | None:
    """Read the moment of a seña: ``mus``, or the lance that is being played.

    Raises
    ------
    InputError
        If it is none of MOMENTS.

    Examples
    --------
    >>> parse_moment("Chica")
    'chica'
    """
    if text is not None and plain(text) not in MOMENTS:
        raise InputError(
            _("moment '{text}': no such moment").format(text=text), ", ".join(MOMENTS), "--at punto"
        )
    return None if text is None else plain(text)


def possible(space: HandSpace, at: str | None) -> Bools:
    """Return which hands a player may hold at a moment: in punto nobody has juego."""
    held: Bools = (space.juego == 0) | (at != "punto")
    return held


def given_at(rules: str | Rules = DEFAULT_RULES, at: str | None = None) -> tuple[Sena, ...]:
    """Return the señas that some hand may give at a moment.

    Examples
    --------
    >>> [sena.name for sena in given_at("ffm", "punto")]
    ['two kings', 'two aces', 'medias', 'duples', '29', '30']
    """
    rules, at = load_rules(rules), parse_moment(at)
    space = hand_space(rules)
    now = possible(space, at)
    return tuple(s for s in sena_list(rules) if s.allowed(at) and (s.holds(space) & now).any())


def may_give(
    hand: str | Hand, rules: str | Rules = DEFAULT_RULES, at: str | None = None
) -> tuple[Sena, ...]:
    """Return the señas that the holder of a hand may give, since they are true of it.

    He gives at most `Rules.max_senas` of them, and may always give none.

    Parameters
    ----------
    hand : str or Hand
        As in `cards.parse_hand`.
    rules : str or Rules, default "naipera"
    at : str, optional
        Only those that may be given at this moment, one of MOMENTS.

    Raises
    ------
    InputError
        If the hand, the rules or the moment cannot be read, or juego is held when punto is played.

    Examples
    --------
    >>> [sena.name for sena in may_give("RRSA")]
    ['two kings', '31']
    >>> [sena.name for sena in may_give("RCS3", "ehmf")]
    ['juego']
    >>> may_give("7654", "ffm")
    ()
    """
    rules, at = load_rules(rules), parse_moment(at)
    hand = hand if isinstance(hand, Hand) else parse_hand(hand)
    rules.deck().check({_("your hand"): hand})
    space = hand_space(rules)
    held = space.index(hand)
    if not possible(space, at)[held]:
        raise InputError(
            _("hand '{hand}': a juego at punto").format(hand=hand),
            _("another moment"),
            "--at juego",
        )
    return tuple(s for s in given_at(rules, at) if s.holds(space)[held])
