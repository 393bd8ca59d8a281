"""What was seen at the table: one row each time somebody spoke about mus.

::

    seat,said,hand,threw,kept,round,player
    mano,mus,,2,,1,Ane
    segundo,cut,RRCA,,,1,Jon

Only seat and said are needed, columns may be in any order. ``hand`` is the one he spoke with, as
shown at the end; ``threw`` the number of cards thrown if mus went through, ``kept`` the cards kept
(``-`` for none) where they are known; the first round is 1, which is also the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from .cards import HAND_SIZE, Hand, parse_any_number, parse_hand
from .clues import SAID
from .errors import InputError
from .hands import HandSpace, hand_space
from .keeps import mask_of_cards
from .lang import _, ngettext
from .rules import Rules
from .seats import SEATS, parse_seat, plain
from .text_file import csv_rows, whole
from .words import seat_word

COLUMNS = ("seat", "said", "hand", "threw", "kept", "round", "player")
_MOST_ROUNDS = 100
MOST_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class Sighting:
    """One row.

    Attributes
    ----------
    seat : int
    said : {"mus", "cut"}
    hand : int or None
        Number of the hand he spoke with, if it is known.
    threw : int or None
        Cards thrown, if that is known.
    kept : Hand or None
        Cards kept, if they are known.
    round : int
        From 1.
    player : str
    """

    seat: int
    said: str
    hand: int | None = None
    threw: int | None = None
    kept: Hand | None = None
    round: int = 1
    player: str = ""


class _Row:
    """One row of the file; messages name its line."""

    def __init__(self, cells: Mapping[str, str], line: int, where: str, space: HandSpace) -> None:
        self.cells, self.line, self.where, self.space = cells, line, where, space

    def cell(self, column: str) -> str:
        return (self.cells.get(column) or "").strip()

    def refuse(self, what: str, expected: str) -> NoReturn:
        rows = "seat,said,hand,threw,kept,round,player", "mano,mus,,2,,1,Ane"
        example = _(" and ").join(rows)
        raise InputError(
            _("{where}: line {line}: {what}").format(where=self.where, line=self.line, what=what),
            expected,
            example,
        )

    def number(self, column: str, most: int) -> int | None:
        text = self.cell(column)
        if not text:
            return None
        if not text.isdecimal() or not 1 <= whole(text) <= most:
            self.refuse(f"{column} '{text}'", _("1 to {most}, or nothing").format(most=most))
        return int(text)

    def seat(self) -> int:
        try:
            return parse_seat(self.cell("seat"))
        except InputError as error:
            self.refuse(
                error.what, _("{seats}, or 1 to 4").format(seats=", ".join(map(seat_word, SEATS)))
            )

    def said(self) -> str:
        word = plain(self.cell("said"))
        for name, words in SAID.items():
            if word in words:
                return name
        self.refuse(f"said '{self.cell('said')}'", _("mus or cut"))

    def cards(self, column: str) -> Hand | None:
        text = self.cell(column)
        if not text or (column == "kept" and text == "-"):
            return Hand(()) if text else None
        try:
            return parse_hand(text) if column == "hand" else parse_any_number(text)
        except InputError as error:
            self.refuse(
                f"{column} '{text}': {error.what}",
                _("four cards") if column == "hand" else _("the cards kept, - for none"),
            )

    def hand(self) -> int | None:
        cards = self.cards("hand")
        if cards is None:
            return None
        try:
            self.space.deck.check({_("the hand shown"): cards})
            return self.space.index(cards)
        except InputError as error:
            self.refuse(error.what, _("a hand of this deck"))

    def read(self) -> Sighting:
        said, hand, kept = self.said(), self.hand(), self.cards("kept")
        threw = self.number("threw", HAND_SIZE)
        if said == "cut" and (threw is not None or kept is not None):
            self.refuse(_("cards thrown by one who cut"), _("threw and kept only with mus"))
        if kept is not None:
            thrown = HAND_SIZE - len(kept.cards)
            if thrown < 1:
                self.refuse(
                    ngettext(
                        "kept '{kept}': {count} card",
                        "kept '{kept}': {count} cards",
                        len(kept.cards),
                    ).format(kept=self.cell("kept"), count=len(kept.cards)),
                    _("at most three"),
                )
            if threw not in (None, thrown):
                self.refuse(
                    _("threw {threw} and kept '{kept}'").format(
                        threw=threw, kept=self.cell("kept")
                    ),
                    _("four in all"),
                )
            threw = thrown
            if hand is not None and mask_of_cards(self.space, hand, kept) is None:
                self.refuse(
                    _("kept '{kept}' of '{hand}'").format(
                        kept=self.cell("kept"), hand=self.cell("hand")
                    ),
                    _("cards of the hand"),
                )
        round_ = self.number("round", _MOST_ROUNDS) or 1
        return Sighting(self.seat(), said, hand, threw, kept, round_, self.cell("player"))


def read_sightings(
    text: str, rules: Rules, where: str | None = None, player: str | None = None
) -> list[Sighting]:
    """Read what was seen at a table of four.

    Parameters
    ----------
    text : str
        CSV as at the top of this module, with commas or semicolons.
    rules : Rules
    where : str
        What to call it in a message.
    player : str, optional
        Whose rows to keep; all by default.

    Raises
    ------
    InputError
        If a column or the player is unknown, or a row cannot be read; its line is named.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> text = '''seat,said,threw
    ... mano,mus,2'''
    >>> read_sightings(text, load_rules("naipera"))
    [Sighting(seat=0, said='mus', hand=None, threw=2, kept=None, round=1, player='')]
    """
    where = where or _("file")
    lines, space = text.splitlines(), hand_space(rules)
    head = lines[0] if lines else ""
    apart = ";" if ";" in head and "," not in head else ","
    rows = [row for _, row in csv_rows(lines, where, "seat,said,hand", MOST_ROWS, apart)]
    columns = [column.strip().lower() for column in rows[0]] if rows else []
    for column in columns:
        if column not in COLUMNS or columns.count(column) > 1:
            what = (
                _("unknown column '{column}'")
                if column not in COLUMNS
                else _("twice the column '{column}'")
            )
            raise InputError(
                f"{where}: {what.format(column=column)}", ", ".join(COLUMNS), "seat,said,hand"
            )
    for needed in COLUMNS[:2]:
        if needed not in columns:
            raise InputError(
                _("{where}: no column '{column}'").format(where=where, column=needed),
                ", ".join(COLUMNS),
                "seat,said,hand",
            )
    found = []
    for line, cells in enumerate(rows[1:], 2):
        if any(cell.strip() for cell in cells):
            row = _Row(dict(zip(columns, cells, strict=False)), line, where, space)
            if len(cells) > len(columns):
                row.refuse(
                    ngettext("{count} cell", "{count} cells", len(cells)).format(count=len(cells)),
                    f"{len(columns)}: {','.join(columns)}",
                )
            found.append(row.read())
    if player is None:
        return found
    names = sorted({row.player for row in found if row.player})
    mine = [row for row in found if plain(row.player) == plain(player)]
    if not mine:
        raise InputError(
            _("player '{player}': not in {where}").format(player=player, where=where),
            ", ".join(names) or _("a column 'player'"),
            f"--player {names[0] if names else 'Ane'}",
        )
    return mine
