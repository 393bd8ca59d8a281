"""One against one: the rules, the bets and the ranges that a solved game of mus is played with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import comb, isfinite

import numpy as np

from ..errors import InputError
from ..hands import HandSpace, hand_space
from ..jit import Arr
from ..lang import _
from ..ranges import parse_range
from ..rules import DEFAULT_RULES, Rules, load_rules
from ..seats import parse_seat
from .menu import Menu

DEFAULT_ORDAGO = 22.0  # tantos that an accepted órdago is worth, about half a game


def joint_ways(space: HandSpace) -> Arr:
    """Return in how many ways two players can be dealt each two hands, shape (hands, hands).

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> int(joint_ways(hand_space(load_rules("naipera"))).sum()) == 91390 * 58905
    True
    """
    copies, counts = np.array(space.deck.copies), space.counts
    choose = np.array(
        [[comb(n, k) for k in range(counts.max() + 1)] for n in range(copies.max() + 1)], float
    )
    ways: Arr = np.repeat(space.weights[:, None].astype(np.float64), len(space), axis=1)
    for c in range(len(copies)):
        ways *= choose[copies[c] - counts[:, c]][:, counts[:, c]]
    return ways


@dataclass(frozen=True, eq=False)
class Duel:
    """What is to be solved; made by `make_duel`.

    Attributes
    ----------
    rules : Rules
    menu : Menu
    ranges : pair of str
        Of the mano and the postre, as written.
    ordago : float
        Tantos that an accepted órdago is worth.
    """

    rules: Rules
    menu: Menu
    ranges: tuple[str, str]
    ordago: float

    @property
    def space(self) -> HandSpace:
        """All hands."""
        return hand_space(self.rules)

    @cached_property
    def likelihoods(self) -> tuple[Arr, Arr]:
        """The ranges, by hand."""
        mano, postre = (parse_range(text, self.space) for text in self.ranges)
        return mano, postre

    @cached_property
    def chance(self) -> Arr:
        """The chance of both hands together under the ranges, shape (hands, hands)."""
        mano, postre = self.likelihoods
        joint: Arr = mano[:, None] * joint_ways(self.space) * postre[None, :]
        if not joint.any():
            raise InputError(
                _(
                    "ranges mano='{mano}' and postre='{postre}': no two such hands can be "
                    "dealt together"
                ).format(mano=self.ranges[0], postre=self.ranges[1]),
                _("ranges that leave cards for each other"),
                "--range mano=juego",
            )
        chance: Arr = joint / joint.sum()
        return chance


def _read_ranges(given: Iterable[str]) -> tuple[str, str]:
    found = ["any", "any"]
    for text in given:
        seat, equals, value = text.partition("=")
        if not equals:
            raise InputError(
                _("range '{text}': no value").format(text=text),
                _("SEAT=RANGE"),
                "--range mano=juego",
            )
        found[parse_seat(seat, 2)] = value.strip()
    return found[0], found[1]


def make_duel(
    rules: str | Rules = DEFAULT_RULES,
    menu: Menu | None = None,
    ranges: Iterable[str] = (),
    ordago: float = DEFAULT_ORDAGO,
) -> Duel:
    """Read what is to be solved.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    menu : Menu, optional
        By default paso, envido 2, 3 more, órdago.
    ranges : iterable of str
        ``mano=RANGE`` and ``postre=RANGE``; any hand where nothing is said.
    ordago : float, default 22
        Tantos that an accepted órdago is worth.

    Raises
    ------
    InputError
        If something cannot be read, the rules forbid a bet, or no two hands fit together.

    Examples
    --------
    >>> duel = make_duel("ffm", ranges=["mano=juego"])
    >>> [name for name, p in zip(duel.space.names, duel.likelihoods[0]) if p][:2]
    ['RRRR', 'RRRC']
    """
    rules, menu = load_rules(rules), menu or Menu()
    menu.check(rules)
    if rules.deal == "five":
        raise InputError(
            _("rules {rules}: five cards are dealt").format(rules=rules.name),
            _("four cards each"),
            "--rules naipera",
        )
    if not (isfinite(ordago) and ordago > 0):
        raise InputError(f"ordago {ordago:g}", _("tantos above 0"), "--ordago 22")
    duel = Duel(rules, menu, _read_ranges(ranges), float(ordago))
    assert np.isclose(duel.chance.sum(), 1)  # reads the ranges, and refuses them here
    return duel
