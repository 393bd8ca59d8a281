"""What two decks deal: the census of their hands, the average hand, what both pairs hold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from .compare_pair import Pair
from .hands import LANCE_NAMES, HandSpace, hand_space
from .lance_table import LanceTable, lance_table
from .rules import Rules
from .tables import census, contested
from .tally import FIELDS, paso_by_lance

Arr = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Holding:
    """How many of all dealt hands hold something.

    Attributes
    ----------
    holds : str
        As in `tables.census`, or ``blind``: neither pares nor juego.
    hands : tuple of (int, int)
        On either side, of all hands of four cards.
    share : Pair
    """

    holds: str
    hands: tuple[int, int]
    share: Pair

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"holds": self.holds, "hands": list(self.hands), **self.share.to_dict()}


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the decks deal.

    Attributes
    ----------
    hands : tuple of (int, int)
        Hands of four cards in either deck.
    types : tuple of (int, int)
        Hands that mus tells apart.
    census : tuple of Holding
    average : dict of str to Pair
        Of one hand: ``points``, ``kings``, ``aces``, ``tens`` (cards worth ten), and the tantos
        of its ``pares`` and ``juego``.
    lances : dict of str to Pair
        Shares of deals, exactly: ``pares_both`` (both pairs of players hold some),
        ``pares_one``, ``pares_nobody``, ``juego_both``, ``juego_one``, ``punto`` (it is played).
    mano : dict of str to Pair
        Of the mano's pair: the chance to win each lance, and ``paso``, its tantos in paso.
    """

    hands: tuple[int, int]
    types: tuple[int, int]
    census: tuple[Holding, ...]
    average: dict[str, Pair]
    lances: dict[str, Pair]
    mano: dict[str, Pair]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "hands": list(self.hands),
            "types": list(self.types),
            "census": [row.to_dict() for row in self.census],
            "average": {name: pair.to_dict() for name, pair in self.average.items()},
            "lances": {name: pair.to_dict() for name, pair in self.lances.items()},
            "mano": {name: pair.to_dict() for name, pair in self.mano.items()},
        }


def _holdings(rules: Rules) -> dict[str, int]:
    space, frame = hand_space(rules), census(rules)
    held = dict(zip(frame.holds.tolist(), map(int, frame.hands), strict=True))
    del held["any"]
    return held | {"blind": int(space.weights[(space.pares == 0) & (space.juego == 0)].sum())}


def _averages(space: HandSpace) -> dict[str, float]:
    names, points = list(space.deck.names), np.array([c.points for c in space.deck.classes])
    features: dict[str, Arr] = {
        "points": space.points,
        "kings": space.counts[:, names.index("R")],
        "aces": space.counts[:, names.index("A")],
        "tens": space.counts[:, points == 10].sum(1),
        "pares": space.pares,
        "juego": space.juego,
    }
    whole = int(space.weights.sum())
    return {name: int(space.weights @ values) / whole for name, values in features.items()}


def _lances(rules: Rules) -> dict[str, float]:
    frame, found = contested(rules).set_index(["lance", "holder"]), dict[str, float]()
    for lance in ("pares", "juego"):
        row = frame.loc[lance, "any"]
        found[f"{lance}_both"] = float(row.both)
        found[f"{lance}_one"] = float(row.ours + row.theirs)
        found["punto" if lance == "juego" else "pares_nobody"] = float(row.nobody)
    return found


def _mano(table: LanceTable) -> dict[str, float]:
    """Return what the mano's pair wins, summed over all deals in Python's integers."""
    weights = table.space.weights.astype(object)
    sums, deals = weights @ table.counts[0].astype(object), int(weights.sum()) * table.deals
    wins = {
        lance: float(Fraction(int(sums[FIELDS.index(f"{lance}_win")]), deals))
        for lance in LANCE_NAMES
    }
    paso = sum(int(n) for n in paso_by_lance(sums, deals))
    return wins | {"paso": float(Fraction(paso, deals))}


def _pairs(a: dict[str, float], b: dict[str, float]) -> dict[str, Pair]:
    return {name: Pair(a[name], b[name]) for name in a}


def compare_deals(a: Rules, b: Rules) -> Dealt:
    """Return what two rules' decks deal, exactly.

    Parameters
    ----------
    a, b : Rules

    Returns
    -------
    Dealt

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> found = compare_deals(load_rules("naipera"), load_rules("ehmf"))
    >>> next(row.hands for row in found.census if row.holds == "pares")
    (51710, 37630)
    >>> round(found.lances["punto"].a, 4), round(found.lances["punto"].b, 4)
    (0.2468, 0.5536)
    """
    held = [_holdings(rules) for rules in (a, b)]
    whole = tuple(int(hand_space(rules).weights.sum()) for rules in (a, b))
    names = [*held[0], *(name for name in held[1] if name not in held[0])]
    rows = []
    for name in names:
        hands = held[0].get(name, 0), held[1].get(name, 0)
        rows.append(Holding(name, hands, Pair(hands[0] / whole[0], hands[1] / whole[1])))
    tables = [lance_table(rules) for rules in (a, b)]
    return Dealt(
        (whole[0], whole[1]),
        (len(tables[0].space), len(tables[1].space)),
        tuple(rows),
        _pairs(*(_averages(table.space) for table in tables)),
        _pairs(*(_lances(rules) for rules in (a, b))),
        _pairs(*(_mano(table) for table in tables)),
    )
