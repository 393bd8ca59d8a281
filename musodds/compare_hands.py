"""How each hand fares under two rules: which rise and which fall, lance by lance, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .compare_pair import Pair
from .hands import LANCE_NAMES, HandSpace
from .lance_table import LanceTable, lance_table
from .rules import Rules
from .seats import SEATS
from .tally import FIELDS

Arr = npt.NDArray[Any]

# what is compared: chances of winning, and tantos with every lance passed
MEASURES = (*LANCE_NAMES, "paso")
LISTED = 5  # of each list in JSON


@dataclass(frozen=True, slots=True)
class Move:
    """A hand that fares otherwise.

    Attributes
    ----------
    hand, seat, lance : str
        ``lance`` is one of `MEASURES`.
    value : Pair
        Chance that our pair wins the lance over all deals; of punto, if it is played; of
        ``paso``, tantos.
    dealt : Pair
        How often the hand is dealt.
    """

    hand: str
    seat: str
    lance: str
    value: Pair
    dealt: Pair

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        told = {"hand": self.hand, "seat": self.seat, "lance": self.lance}
        return told | self.value.to_dict() | {"dealt": {"a": self.dealt.a, "b": self.dealt.b}}


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """Every hand that both decks hold.

    Attributes
    ----------
    names : tuple of str
    dealt : ndarray of float64, shape (2, hands)
        How often each is dealt, on either side.
    values : ndarray of float64, shape (2, 6, 4, hands)
        By side, `MEASURES`, seat and hand; not a number where the hand takes no part in the
        lance: without pares in pares, without juego in juego, with it in punto.
    kinds : dict of str to tuple
        By lance, what makes hands much the same in it: the two highest cards in grande, the two
        lowest in chica, the paired cards, the points.
    """

    names: tuple[str, ...]
    dealt: Arr
    values: Arr
    kinds: dict[str, tuple[Any, ...]]

    def move(self, lance: str, seat: int, hand: int) -> Move:
        """Return how one hand, by number, fares in a lance and a seat."""
        a, b = self.values[:, MEASURES.index(lance), seat, hand].tolist()
        dealt = Pair(*self.dealt[:, hand].tolist())
        return Move(self.names[hand], SEATS[seat], lance, Pair(a, b), dealt)

    def most(self, lance: str, seat: int, count: int = LISTED) -> tuple[list[Move], list[Move]]:
        """Return the hands that rise most and those that fall most, one of each kind.

        Parameters
        ----------
        lance : str
            One of `MEASURES`.
        seat : int
        count : int

        Returns
        -------
        rises, falls : list of Move
            The furthest first; shorter where fewer hands move.
        """
        a, b = self.values[:, MEASURES.index(lance), seat]
        change = np.nan_to_num(b - a)
        found = []
        for sign in (1, -1):
            kinds, moves = set[Any](), list[Move]()
            for hand in np.argsort(-sign * change, kind="stable"):
                kind = self.kinds[lance][hand]
                if sign * change[hand] <= 0 or len(moves) == count:
                    break
                if kind not in kinds:
                    kinds.add(kind)
                    moves.append(self.move(lance, seat, int(hand)))
            found.append(moves)
        return found[0], found[1]

    def to_dict(self, seats: tuple[int, ...]) -> dict[str, Any]:
        """Return the JSON form: by lance and seat, the hands that rise and fall most."""
        told: dict[str, Any] = {}
        for lance in MEASURES:
            told[lance] = {}
            for seat in seats:
                rises, falls = self.most(lance, seat)
                told[lance][SEATS[seat]] = {
                    "rises": [move.to_dict() for move in rises],
                    "falls": [move.to_dict() for move in falls],
                }
        return told


def _chances(table: LanceTable, hands: list[int]) -> Arr:
    """Return the measures of some hands, shape (6, 4, hands)."""
    space, counts = table.space, table.counts[:, hands]
    with np.errstate(invalid="ignore", divide="ignore"):
        rows = [counts[..., FIELDS.index(f"{lance}_win")] / table.deals for lance in MEASURES[:4]]
        played = counts[..., FIELDS.index("juego_nobody")]
        rows += [counts[..., FIELDS.index("punto_win")] / played]
    rows += [table.paso()[:, hands] / table.deals]
    pares, juego = space.pares[hands] > 0, space.juego[hands] > 0
    values = np.stack(rows)
    values[MEASURES.index("pares")][:, ~pares] = np.nan
    values[MEASURES.index("juego")][:, ~juego] = np.nan
    values[MEASURES.index("punto")][:, juego] = np.nan
    return values


def _kinds(space: HandSpace, hands: list[int]) -> dict[str, tuple[Any, ...]]:
    cards = [tuple(row) for row in space.cards[hands].tolist()]
    points = tuple(space.points[hands].tolist())
    return {
        "grande": tuple(row[:2] for row in cards),
        "chica": tuple(row[2:] for row in cards),
        "pares": tuple(space.rank[2, hands].tolist()),
        "juego": points,
        "punto": points,
        "paso": tuple(cards),
    }


def compare_hands(a: Rules, b: Rules) -> Moves:
    """Return how each hand that both decks hold fares in every lance and seat, exactly.

    Parameters
    ----------
    a, b : Rules

    Returns
    -------
    Moves

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> found = compare_hands(load_rules("naipera"), load_rules("ehmf"))
    >>> len(found.names)
    330
    >>> rises, _ = found.most("grande", 0, 1)
    >>> rises[0].hand, rises[0].value.difference > 0.3
    ('RC44', False)
    """
    tables = lance_table(a), lance_table(b)
    other = set(tables[1].space.names)
    names = tuple(name for name in tables[0].space.names if name in other)
    hands = [[table.space.index(name) for name in names] for table in tables]
    dealt = [
        table.space.weights[some] / table.space.weights.sum()
        for table, some in zip(tables, hands, strict=True)
    ]
    values = [_chances(table, some) for table, some in zip(tables, hands, strict=True)]
    return Moves(names, np.stack(dealt), np.stack(values), _kinds(tables[0].space, hands[0]))
