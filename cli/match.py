"""``musodds match``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .options import formatted, ruled

if TYPE_CHECKING:
    from ..match import Match
    from ..rules import Rules


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


def _emit_draw(cards: str, rules: Rules, form: str) -> None:
    from ..first_mano import draw_mano
    from .render import Cell, Column, Report, Sheet, emit

    drawn = draw_mano(cards, rules)
    if drawn.mano is None:
        again = " and ".join(str(seat + 1) for seat in drawn.drawers)
        told = f"EQUAL: seats {again} draw again"
    else:
        told = f"SEAT {drawn.mano + 1} is mano"
    roles = {drawn.dealer: "deals", drawn.mano: "mano"}
    if drawn.mano is None:
        roles = dict.fromkeys(drawn.drawers, "draws again")
    columns = [Column(name, name, left=name != "seat") for name in ("seat", "card", "role")]
    rows: list[list[Cell]] = [[i + 1, c, roles.get(i)] for i, c in enumerate(drawn.cards)]
    how = {
        "smallest-deals": "The smallest card deals, and the seat to its right is mano.",
        "highest-mano": "The highest card is mano, and the seat to its left deals.",
    }
    sheet = Sheet("Cards drawn", columns, rows)
    lines = [how[rules.first_mano], "Seats are counted to the right, counter-clockwise."]
    emit(form, Report(drawn, f"{told}   ({rules.name})", lines, [sheet]))


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
    if draw is not None:
        if files:
            raise InputError("a draw beside files", "the one or the other", '--draw "C 7 4 A"')
        _emit_draw(draw, rules, form)
        return
    if not files:
        raise InputError("no files", "files or --draw", "musodds match partida.json")
    from ..match import classify, load_match
    from .render import Cell, Column, Report, Sheet, emit
    from .score_sheets import match_line, standing_sheet

    matches = [load_match(path) for path in files]
    if len(matches) == 1:
        match = matches[0]
        sheet = standing_sheet(match)
        emit(form, Report(match, match_line(match), [], [sheet], [match.rules.describe()]))
        return
    names = ("name", "victories", "games", "tantos")
    columns = [Column(name, name, left=name == "name") for name in names]
    places = classify(matches)
    rows: list[list[Cell]] = [[p.name, p.victories, p.games, p.tantos] for p in places]
    sheet = Sheet("Classification", columns, rows)
    note = "Games and tantos are those of matches that were lost (ffm, art. 2)."
    leads = f"{places[0].name} leads"
    emit(form, Report(_Championship(matches), leads, [], [sheet], [note]))
