"""What evidence says of the other seats, and how the lances fall together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..lang import _
from ..numerals import marked
from ..words import lance_word, made_word, seat_word
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
        Column("seat", _("seat"), seat_word, left=True),
        *(Column(name, made_word(name), percent) for name in MAKES),
        Column("hands", _("most likely hands"), left=True, wrap=True),
    ]
    rows: list[list[Cell]] = [
        [
            seat,
            *(told[name] for name in MAKES),
            ", ".join(f"{likely['hand']} {percent(likely['p'])}" for likely in told["hands"][:3]),
        ]
        for seat, told in found.seats().items()
    ]
    sheets = [Sheet(_("What the others hold"), columns, rows)]
    return [*sheets, outcome_sheet(found), tantos_sheet(found)] if joint else sheets


def outcome_sheet(found: JointOdds) -> Sheet:
    """Return who wins which lances together, the most likely first."""
    names = ("grande", "chica", "pares", "juego")
    columns = [Column(name, lance_word(name), _winner, left=True) for name in names]
    columns.append(Column("p", _("chance"), percent))
    rows: list[list[Cell]] = [[row[n] for n in (*names, "p")] for row in found.winners()]
    return Sheet(_("Who wins what together"), columns, rows, most=MOST_OUTCOMES)


def _moved(p: float) -> str:
    return marked(f"{100 * p:+.1f}")


def _winner(cell: str) -> str:
    """Show who wins a lance, by the names of `joint.PARES_CELLS` and `joint.JUEGO_CELLS`."""
    return {
        "ours": _("ours"),
        "theirs": _("theirs"),
        "nobody": _("nobody"),
        "ours alone": _("ours alone"),
        "ours contested": _("ours contested"),
        "theirs alone": _("theirs alone"),
        "theirs contested": _("theirs contested"),
        "punto ours": _("punto ours"),
        "punto theirs": _("punto theirs"),
    }[cell]


def tantos_sheet(found: JointOdds) -> Sheet:
    """Return the distribution of the tantos in paso."""
    left, rows = 1.0, []
    for tantos, p in found.tantos().items():
        rows.append([tantos, p, left])
        left -= p
    columns = [
        Column("tantos", _("tantos"), "{:+d}".format),
        Column("p", _("chance"), percent),
        Column("at_least", _("or more"), percent),
    ]
    return Sheet(_("Tantos with every lance passed"), columns, rows)


def explained_sheet(odds: Odds, explained: Sequence[tuple[Item, Odds]]) -> Sheet:
    """Return by how much each piece of evidence moves the chances of the lances."""
    lances = tuple(odds.lances)
    words = {item.label: item.words or item.label for item, _without in explained}
    columns = [
        Column("evidence", _("because of"), lambda label: words[label], left=True, wrap=True),
        *(Column(lance, lance_word(lance), _moved) for lance in lances),
        Column("paso", _("tantos"), signed),
    ]
    rows: list[list[Cell]] = []
    for item, without in explained:
        moved = [
            (odds.lances[lance]["win"] or 0) - (without.lances[lance]["win"] or 0)
            for lance in lances
        ]
        rows.append([item.label, *moved, (odds.paso_ev or 0) - (without.paso_ev or 0)])
    return Sheet(_("What moved the chances, in points of a hundred"), columns, rows)
