"""What evidence says of the other seats, and how the lances fall together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .render import Cell, Column, Sheet, percent, signed

if TYPE_CHECKING:
    from ..evidence import Item
    from ..exact import Odds
    from ..joint_odds import JointOdds

MAKES = ("pares", "medias", "duples", "juego", "31")
MOST_OUTCOMES = 10


def evidence_sheets(found: JointOdds, joint: bool) -> list[Sheet]:
    """Return what each seat holds and, if asked for, the joint outcome and the tantos."""
    columns = [
        Column("seat", "seat", left=True),
        *(Column(name, name, percent) for name in MAKES),
        Column("hands", "most likely hands", left=True, wrap=True),
    ]
    rows: list[list[Cell]] = [
        [
            seat,
            *(told[name] for name in MAKES),
            ", ".join(f"{likely['hand']} {percent(likely['p'])}" for likely in told["hands"][:3]),
        ]
        for seat, told in found.seats().items()
    ]
    sheets = [Sheet("What the others hold", columns, rows)]
    return [*sheets, outcome_sheet(found), tantos_sheet(found)] if joint else sheets


def outcome_sheet(found: JointOdds) -> Sheet:
    """Return who wins which lances together, the most likely first."""
    names = ("grande", "chica", "pares", "juego")
    columns = [Column(name, name, left=True) for name in names] + [Column("p", "chance", percent)]
    rows: list[list[Cell]] = [[row[n] for n in (*names, "p")] for row in found.winners()]
    return Sheet("Who wins what together", columns, rows, most=MOST_OUTCOMES)


def tantos_sheet(found: JointOdds) -> Sheet:
    """Return the distribution of the tantos in paso."""
    left, rows = 1.0, []
    for tantos, p in found.tantos().items():
        rows.append([tantos, p, left])
        left -= p
    columns = [
        Column("tantos", "tantos", "{:+d}".format),
        Column("p", "chance", percent),
        Column("at_least", "or more", percent),
    ]
    return Sheet("Tantos with every lance passed", columns, rows)


def explained_sheet(odds: Odds, explained: Sequence[tuple[Item, Odds]]) -> Sheet:
    """Return by how much each piece of evidence moves the chances of the lances."""
    lances = tuple(odds.lances)
    columns = [
        Column("evidence", "because of", left=True),
        *(Column(lance, lance, lambda p: f"{100 * p:+.1f}") for lance in lances),
        Column("paso", "tantos", signed),
    ]
    rows: list[list[Cell]] = []
    for item, without in explained:
        moved = [
            (odds.lances[lance]["win"] or 0) - (without.lances[lance]["win"] or 0)
            for lance in lances
        ]
        rows.append([item.label, *moved, (odds.paso_ev or 0) - (without.paso_ev or 0)])
    return Sheet("What moved the chances, in points of a hundred", columns, rows)
