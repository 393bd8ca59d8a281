"""Boards on paper: a page for each chair, its cards to draw, a score sheet, and all hands."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..lang import _
from ..record import PLAYERS
from ..rules import Rules
from ..words import seat_word
from .boards import DRAWS, Board
from .printed import page
from .words import rules_word, spaced

FORMATS = ("html", "md", "json")
STYLE = """\
body { margin: 1.5rem auto; max-width: 44rem; font: 16px/1.4 system-ui, sans-serif; color: #222 }
section { break-after: page; margin-bottom: 3rem } h1 { font-size: 1.4rem; margin: 0 0 .5rem }
table { border-collapse: collapse; width: 100% }
th { text-align: left; border-bottom: 1px solid #222; font-weight: 600; padding: .2rem .5rem }
td { border-bottom: 1px solid #ccc; padding: .3rem .5rem; white-space: pre }
p { margin: .3rem 0 .8rem } small { color: #666 }
@media print { body { margin: 0; max-width: none } }
"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: a title, what to do with it, a table."""

    title: str
    text: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class BoardSet:
    """Boards to be printed.

    Attributes
    ----------
    rules : Rules
    boards : sequence of Board
    seed : int
    """

    rules: Rules
    boards: Sequence[Board]
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.boards/1``."""
        return {
            "schema": "musodds.boards/1",
            "rules": self.rules.name,
            "seed": self.seed,
            "boards": [board.to_dict() for board in self.boards],
        }

    def sheets(self) -> list[Sheet]:
        """Return the pages: four of hands, four of cards to draw, the score sheet, all hands."""
        chairs = range(PLAYERS)
        return [
            *(self._hands(chair) for chair in chairs),
            *(self._draws(chair) for chair in chairs),
            self._score(),
            self._all(),
        ]

    def _hands(self, chair: int) -> Sheet:
        rows = tuple(
            (str(b.number), seat_word(b.seat(chair)), spaced(b.hands[chair])) for b in self.boards
        )
        text = _("Cover what comes after the board that is played.")
        heads = (_("board"), _("seat"), _("hand"))
        return Sheet(_("Chair {chair}: hands").format(chair=chair + 1), text, heads, rows)

    def _draws(self, chair: int) -> Sheet:
        rows = tuple((str(b.number), *b.draws[chair].cards) for b in self.boards)
        text = _(
            "Keep this page covered. Whoever throws cards uncovers as many of the board, from the "
            "left, and no more than the row has left; once a row is used up there is no more mus."
        )
        heads = (_("board"), *(str(n) for n in range(1, DRAWS + 1)))
        return Sheet(_("Chair {chair}: cards to draw").format(chair=chair + 1), text, heads, rows)

    def _score(self) -> Sheet:
        rows = tuple((str(b.number), str(b.mano + 1), "", "") for b in self.boards)
        text = _(
            "Table ____   chairs 1 and 3 ______________   chairs 2 and 4 ______________\n"
            "Every board begins at 0-0. Write the tantos of each pair, or órdago for its winner."
        )
        heads = (_("board"), _("mano: chair"), _("tantos 1 and 3"), _("tantos 2 and 4"))
        return Sheet(_("Score sheet"), text, heads, rows)

    def _all(self) -> Sheet:
        rows = tuple(
            (
                str(b.number),
                str(b.mano + 1),
                *(spaced(hand) for hand in b.hands),
                f"{b.paso[0]}-{b.paso[1]}",
            )
            for b in self.boards
        )
        chairs = tuple(_("chair {chair}").format(chair=chair + 1) for chair in range(PLAYERS))
        heads = (_("board"), _("mano"), *chairs, _("in paso"))
        text = _(
            "For the organiser. In paso: the tantos of chairs 1 and 3, and of 2 and 4, if all is "
            "passed with the cards as dealt."
        )
        return Sheet(_("All hands"), text, heads, rows)

    def about(self) -> str:
        """Return how the boards were dealt, so that they can be dealt again."""
        return _("{rules}; {count} boards, seed {seed}.").format(
            rules=rules_word(self.rules), count=len(self.boards), seed=self.seed
        )


def to_html(made: BoardSet) -> str:
    """Return the pages as one file of HTML, each on a sheet of paper of its own."""
    parts = []
    for sheet in made.sheets():
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in sheet.heads)
        body = "\n".join(
            f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>"
            for row in sheet.rows
        )
        text = html.escape(sheet.text).replace("\n", "<br>")
        parts.append(
            f"<section>\n<h1>{html.escape(sheet.title)}</h1>\n<p>{text}</p>\n"
            f"<table>\n<tr>{head}</tr>\n{body}\n</table>\n"
            f"<p><small>{html.escape(made.about())}</small></p>\n</section>"
        )
    return page(_("Mus: duplicate boards"), "\n".join(parts), STYLE)


def to_markdown(made: BoardSet) -> str:
    """Return the pages in Markdown."""
    title = _("Mus: duplicate boards")
    parts = [f"# {title}", made.about()]
    for sheet in made.sheets():
        rows = [sheet.heads, [":--"] * len(sheet.heads), *sheet.rows]
        table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
        parts += [f"## {sheet.title}", sheet.text, table]
    return "\n\n".join(parts) + "\n"


def write_boards(made: BoardSet, form: str) -> str:
    """Return the boards in one of FORMATS."""
    if form == "json":
        return json.dumps(made.to_dict(), indent=2, ensure_ascii=False) + "\n"
    return to_html(made) if form == "html" else to_markdown(made)
