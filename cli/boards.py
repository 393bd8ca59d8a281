"""``musodds boards``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .options import formatted, ruled

if TYPE_CHECKING:
    from ..drills.ranking import Place
    from ..rules import Rules
    from .render import Report


@click.group("boards")
def command() -> None:
    """Deal the same boards for every table, and rank the tables by their results.

    \b
    musodds boards make --boards 16 --seed 7 -o boards.html
    musodds boards rank results.csv
    musodds boards rank results.csv --by tantos --format csv
    """


@command.command("make")
@click.option("--boards", "count", type=int, default=16, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("-o", "--output", metavar="FILE", required=True, help="A .html, .md or .json file.")
@ruled
def make(count: int, seed: int, output: str, rules: Rules) -> None:
    """Print boards: a page for each chair, its cards to draw, a score sheet, all hands.

    \b
    musodds boards make --boards 16 --seed 7 -o boards.html --lang eu
    """
    from ..drills.board_pages import FORMATS, BoardSet, write_boards
    from ..drills.boards import make_boards
    from ..drills.printed import format_of
    from ..setup import check_sample
    from .output import check_output, write_bytes

    check_sample(1, seed)
    form = format_of(output, FORMATS, "-o")
    check_output(output, example="boards.html")
    made = BoardSet(rules, make_boards(rules, count, seed), seed)
    write_bytes(output, write_boards(made, form).encode())


@dataclass(frozen=True)
class _Ranking:
    by: str
    places: Sequence[Place]
    alone: Sequence[int]
    ordago: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema": "musodds.boards-ranking/1",
            "by": self.by,
            "ordago": self.ordago,
            "ranking": [place.to_dict() for place in self.places],
            "played_once": list(self.alone),
        }


@command.command("rank")
@click.argument("file")
@click.option(
    "--by", type=click.Choice(("matchpoints", "tantos")), default="matchpoints", show_default=True,
    help="Percent of the matchpoints, or tantos more than the other tables.",
)  # fmt: skip
@click.option(
    "--ordago", type=int, default=22, show_default=True,
    help="Tantos that an accepted órdago counts for.",
)  # fmt: skip
@formatted
def rank_tables(file: str, by: str, ordago: int, form: str) -> None:
    """Rank the pairs by a FILE of results: CSV, a line a board and table.

    Columns: board, table, pair13, pair24, tantos13, tantos24; ordago stands for the tantos of
    whoever won one.

    \b
    musodds boards rank results.csv --by tantos
    """
    from ..drills.ranking import rank, read_results
    from ..text_file import read_text
    from .render import emit

    if not 1 <= ordago <= 100:
        raise InputError(f"ordago {ordago}", "1 to 100 tantos", "--ordago 22")
    text = read_text(file, f"results '{file}'", "a CSV file", "results.csv")
    places, alone = rank(read_results(text, ordago), by)
    found = _Ranking(by, places, alone, ordago)
    emit(form, lambda: _report(found))


def _report(found: _Ranking) -> Report:
    from ..lang import _
    from ..numerals import decimal
    from .render import Cell, Column, Report, Sheet

    percents = found.by == "matchpoints"
    heading = _("matchpoints %") if percents else _("tantos more")
    columns = (
        Column("place", _("place")),
        Column("pair", _("pair"), left=True),
        Column("boards", _("boards")),
        Column("points", heading, lambda n: decimal(n, 1, sign=not percents)),
    )
    rows: list[list[Cell]] = [[p.place, p.pair, p.boards, p.points] for p in found.places]
    notes = [
        _("An accepted órdago counts for {tantos} tantos.").format(tantos=found.ordago),
        _("Each result is compared with those of the same cards at the other tables."),
    ]
    lines = []
    if found.alone:
        text = _("Played at one table only, and not counted: {boards}.")
        lines.append(text.format(boards=", ".join(map(str, found.alone))))
    first = found.places[0]
    headline = _("{pair} won").format(pair=first.pair)
    if sum(place.place == 1 for place in found.places) > 1:
        headline = _("{pairs} are level").format(
            pairs=", ".join(place.pair for place in found.places if place.place == 1)
        )
    return Report(found, headline, lines, [Sheet(_("Ranking"), columns, rows)], notes)
