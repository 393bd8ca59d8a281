"""What a seña tells whoever sees it: the hands of which it is true."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from .conditions import Bools, share
from .errors import InputError
from .hands import HandSpace, hand_space
from .lang import N_, _
from .rules import DEFAULT_RULES, Rules, load_rules
from .sena_words import read_sena
from .senas import Sena, parse_moment, possible

CHANCES = {"pares": "pares", "juego": "juego", "31": "points == 31"}


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """The hands of a player who gave a seña, out of those that may be dealt.

    No other card is taken to be known. Every hand of which the seña is true counts in full, as if
    whoever may give it gave it equally often.

    Attributes
    ----------
    rules : Rules
    at : str or None
        The moment, one of `senas.MOMENTS`, or None if any.
    given : tuple of str
        As typed.
    meant : tuple of tuple of Sena
        For each of them all that it may be, the others given.
    holds : ndarray of bool, shape (hands,)
    elapsed_s : float
    """

    rules: Rules
    at: str | None
    given: tuple[str, ...]
    meant: tuple[tuple[Sena, ...], ...]
    holds: Bools
    elapsed_s: float

    @property
    def space(self) -> HandSpace:
        """The hands of the deck."""
        return hand_space(self.rules)

    @property
    def senas(self) -> tuple[Sena, ...]:
        """All that they may be."""
        return tuple(dict.fromkeys(sena for senas in self.meant for sena in senas))

    @property
    def weight(self) -> int:
        """Number of 4-card hands of which the seña is true."""
        return int(self.space.weights[self.holds].sum())

    @property
    def share(self) -> float:
        """Share of the hands that may be held at the moment of which the seña is true."""
        return self.weight / int(self.space.weights[possible(self.space, self.at)].sum())

    def chance(self, of: str) -> float:
        """Return the chance that the hand meets a condition, in the grammar of `conditions`."""
        return share(self.space, of, self.holds)

    def chances(self) -> dict[str, dict[str, float]]:
        """Return the chance of pares, of juego and of 31, with the seña and without it."""
        without = possible(self.space, self.at)
        return {
            name: {"given": self.chance(of), "without": share(self.space, of, without)}
            for name, of in CHANCES.items()
        }

    def likely(self, most: int = 8) -> dict[str, float]:
        """Return the most likely hands with their chances, the better in grande first if equal."""
        weights = np.where(self.holds, self.space.weights, 0)
        order = np.argsort(-weights, kind="stable")[:most]
        return {self.space.names[i]: int(weights[i]) / self.weight for i in order if weights[i]}

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "schema": "musodds.senas/1",
            "given": list(self.given),
            "at": self.at,
            "senas": [sena.to_dict() for sena in self.senas],
            "weight": self.weight,
            "share": self.share,
            "chances": self.chances(),
            "hands": self.likely(),
            "rules": self.rules.name,
            "kings": self.rules.kings,
            "list": self.rules.senas,
            "seen": self.rules.senas_seen,
            "method": "exact",
            "elapsed_s": self.elapsed_s,
        }


_WHEN = (N_("any time"), N_("after grande"), N_("after pares"), N_("no juego"))  # of a seña


def _quoted(given: Sequence[str]) -> str:
    return _(" and ").join(f"'{text}'" for text in given)


def _at(text: str, rules: Rules, at: str | None) -> tuple[Sena, ...]:
    """Return what a seña may be at a moment."""
    senas = read_sena(text, rules)
    allowed = tuple(sena for sena in senas if sena.allowed(at))
    if not allowed:
        times = _(" or ").join(dict.fromkeys(_(sena.when) for sena in senas))
        raise InputError(
            _("seña '{text}': not given at {at}").format(text=text, at=at), times, "--at punto"
        )
    return allowed


def any_of(senas: Sequence[Sena], space: HandSpace) -> Bools:
    """Return of which hands at least one seña is true, a boolean array of shape (hands,)."""
    return reduce(np.logical_or, [sena.holds(space) for sena in senas], np.zeros(len(space), bool))


def tells(
    given: str | Sequence[str], rules: str | Rules = DEFAULT_RULES, at: str | None = None
) -> Told:
    """Return what an observer learns from a seña, or from several of one player in one hand.

    A gesture with two meanings tells that one of them is true.

    Parameters
    ----------
    given : str or sequence of str
        Names or gestures, as in `sena_words.read_sena`.
    rules : str or Rules, default "naipera"
    at : str, optional
        When it was given, one of `senas.MOMENTS`: what may not be given then is left out, and in
        punto nobody has juego.

    Raises
    ------
    InputError
        If a seña or the moment cannot be read, there are more than `Rules.max_senas` of them, or
        no hand allows them all.

    Examples
    --------
    >>> wink = tells("wink", "ffm")
    >>> [sena.name for sena in wink.senas], round(wink.chance("juego"), 4)
    (['30', '31'], 0.5209)
    >>> tells("wink", "ehmf", at="grande").chance("points == 31")
    1.0
    >>> list(tells(["two kings", "31"]).likely())
    ['RRCA', 'RRSA', 'RR74', 'RR65']
    """
    start = time.perf_counter()
    rules, at = load_rules(rules), parse_moment(at)
    given = (given,) if isinstance(given, str) else tuple(given)
    if rules.max_senas is not None and len(given) > rules.max_senas:
        raise InputError(
            _("señas {senas}: {count} of them").format(senas=_quoted(given), count=len(given)),
            _("at most {most} in a hand").format(most=rules.max_senas),
            "--set max_senas=none",
        )
    space = hand_space(rules)
    meant = [_at(text, rules, at) for text in given]
    holds = reduce(np.logical_and, [any_of(senas, space) for senas in meant], possible(space, at))
    if not holds.any():
        what = _("seña {senas}: true of no hand")
        if at is not None:
            what = _("seña {senas} at {at}: true of no hand")
        raise InputError(
            what.format(senas=_quoted(given), at=at),
            _("señas that one hand may hold"),
            "musodds senas '{name}, 31'".format(name=_("two kings")),
        )
    still = [tuple(s for s in senas if (s.holds(space) & holds).any()) for senas in meant]
    return Told(rules, at, given, tuple(still), holds, time.perf_counter() - start)
