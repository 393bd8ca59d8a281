"""``musodds match``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from .options import formatted

if TYPE_CHECKING:
    from ..match import Match


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


@click.command("match")
@click.argument("files", nargs=-1, required=True)
@formatted
def command(files: tuple[str, ...], form: str) -> None:
    """Show where a match kept by `musodds score --match` stands; rank the pairs of several.

    The ranking is that of the Fédération Française de Mus: victories, then the games and the
    tantos of the matches that were lost.

    \b
    musodds match partida.json
    musodds match table1.json table2.json --format csv
    """
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
