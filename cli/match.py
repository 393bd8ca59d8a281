"""``musodds match``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..lang import _, pgettext
from ..words import seat_word
from .options import formatted, ruled

if TYPE_CHECKING:
    from ..first_mano import ManoDraw
    from ..match import Match
    from ..rules import Rules
    from .render import Report


@dataclass(frozen=True)
class _Championship:
    matches: list[Match]

    def to_dict(self) -> dict[str, Any]:
        from dataclasses import asdict

        from ..match import classify

        return {
            "schema": "musodds.classification/1",
            "pairs": [asdict(place) for place in classify(self.matches)],
        }


def _draw_report(drawn: ManoDraw, rules: Rules) -> Report:
    from .render import Cell, Column, Report, Sheet

    roles: dict[int | None, str] = {
        drawn.dealer: pgettext("role", "deals"),
        drawn.mano: seat_word("mano"),
    }
    told = _("SEAT {seat} is mano").format(seat=(drawn.mano or 0) + 1)
    if drawn.mano is None:
        again = _(" and ").join(str(seat + 1) for seat in drawn.drawers)
        told = _("EQUAL: seats {seats} draw again").format(seats=again)
        roles = dict.fromkeys(drawn.drawers, _("draws again"))
    columns = [
        Column("seat", _("seat")),
        Column("card", _("card"), left=True),
        Column("role", _("role"), left=True),
    ]
    rows: list[list[Cell]] = [[i + 1, c, roles.get(i)] for i, c in enumerate(drawn.cards)]
    how = {
        "smallest-deals": _("The smallest card deals, and the seat to its right is mano."),
        "highest-mano": _("The highest card is mano, and the seat to its left deals."),
    }
    sheet = Sheet(_("Cards drawn"), columns, rows)
    lines = [how[rules.first_mano], _("Seats are counted to the right, counter-clockwise.")]
    return Report(drawn, f"{told}   ({rules.name})", lines, [sheet])


def _standing(match: Match) -> Report:
    from .render import Report
    from .score_sheets import match_line, standing_sheet

    return Report(match, match_line(match), [], [standing_sheet(match)], [match.rules.describe()])


def _ranking(matches: list[Match]) -> Report:
    from ..match import classify
    from .render import Cell, Column, Report, Sheet

    columns = [
        Column("name", _("name"), left=True),
        Column("victories", _("victories")),
        Column("games", _("games")),
        Column("tantos", _("tantos")),
    ]
    places = classify(matches)
    rows: list[list[Cell]] = [[p.name, p.victories, p.games, p.tantos] for p in places]
    sheet = Sheet(_("Classification"), columns, rows)
    note = _("Games and tantos are those of matches that were lost (ffm, art. 2).")
    leads = _("{name} leads").format(name=places[0].name)
    return Report(_Championship(matches), leads, [], [sheet], [note])


@click.command("match")
@click.argument("files", nargs=-1)
@click.option("--draw", metavar="CARDS", help="One card a seat, around the table: who is mano?")
@ruled
@formatted
def command(files: tuple[str, ...], draw: str | None, rules: Rules, form: str) -> None:
    """Show where a match kept by `musodds score --match` stands; rank the pairs of several.

    The ranking is that of the Fédération Française de Mus: victories, then the games and the
    tantos of the matches that were lost.

    \b
    musodds match partida.json
    musodds match table1.json table2.json --format csv
    musodds match --draw "C 7 4 A" --rules ffm
    """
    from ..first_mano import draw_mano
    from ..match import load_match
    from .render import emit

    if draw is not None:
        if files:
            raise InputError(
                _("a draw beside files"), _("the one or the other"), '--draw "C 7 4 A"'
            )
        drawn = draw_mano(draw, rules)
        emit(form, lambda: _draw_report(drawn, rules))
        return
    if not files:
        raise InputError(_("no files"), _("files or --draw"), "musodds match partida.json")
    matches = [load_match(path) for path in files]
    emit(form, lambda: _standing(matches[0]) if len(matches) == 1 else _ranking(matches))
