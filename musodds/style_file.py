"""A style as a file that people write: a base, and lines that change what it does.

::

    name = "friends"
    base = "usual"                    # any style that is no file
    shares = [0.3, 0.35, 0.35, 0.5]   # in place of the base's; one for all, or one a seat
    softness = 0.05                   # how blurred the line is, in share of hands
    discards = {best = 0.6, cautious = 0.4}

    [[cut]]
    hands = "duples, 31"              # the grammar of `ranges`
    chance = 0.9
    seats = ["mano"]                  # all by default
    rounds = [1]                      # all by default; "2+" is the second and all later ones

    [[discard]]
    hands = "RR*"
    keep = "RR"                       # cards, - for none, or a way such as cautious
    chance = 0.7                      # the rest as before; 1 by default

    [[bet]]                           # and [[accept]]
    lance = "grande"
    hands = "RRR*"
    chance = 1

Lines are read from top to bottom; cuts, discards and bets each have their own, and the last one
that names a hand decides. A weight in a range mixes a line with what held before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import InputError
from .hands import LANCE_NAMES
from .lang import _
from .seats import IN_CAMPS, SEATS, plain, seat_words
from .style import DEFAULT_STYLE, FILES, WAYS, Line, Style, parse_style
from .text_file import read_text
from .toml_reader import TomlReader, lines_of, read_toml
from .words import seat_word

MOST_ROUNDS = 100
_TOP = ("name", "base", "shares", "softness", "discards", "cut", "discard", "bet", "accept")
_KEYS = {
    "cut": ("hands", "chance", "seats", "rounds"),
    "discard": ("hands", "keep", "chance", "seats", "rounds"),
    "bet": ("lance", "hands", "chance", "seats"),
    "accept": ("lance", "hands", "chance", "seats"),
}
_NEEDED = {
    "cut": ("hands", "chance"),
    "discard": ("hands", "keep"),
    "bet": ("lance", "hands", "chance"),
    "accept": ("lance", "hands", "chance"),
}
_ROUND = re.compile(r"([1-9]\d?|100)(\+?)")


class _Reader(TomlReader):
    """Reads one part of a style file."""

    def seats(self) -> tuple[str, ...]:
        if "seats" not in self.table:
            return ()
        words = {word for players in IN_CAMPS for word in seat_words(players)}
        for seat in self.items("seats", 'seats = ["mano"]'):
            if isinstance(seat, bool) or plain(str(seat)) not in words:
                self.refuse(
                    _("seats: '{seat}': no such seat").format(seat=seat),
                    _("{seats}, or 1 to 4 (up to 6 with six players)").format(
                        seats=", ".join(map(seat_word, SEATS))
                    ),
                    'seats = ["mano"]',
                )
        return tuple(plain(str(seat)) for seat in self.table["seats"])

    def rounds(self) -> tuple[tuple[int, int | None], ...]:
        if "rounds" not in self.table:
            return ()
        found: list[tuple[int, int | None]] = []
        for round_ in self.items("rounds", "rounds = [1]"):
            read = None if isinstance(round_, bool) else _ROUND.fullmatch(str(round_))
            if not read:
                self.refuse(
                    f"rounds: {round_!r}",
                    _('1 to {most}, or "2+" for the second and later ones').format(
                        most=MOST_ROUNDS
                    ),
                    'rounds = [1, "3+"]',
                )
            first = int(read[1])
            found.append((first, None if read[2] else first))
        return tuple(found)

    def lance(self) -> str:
        lance = self.text("lance", 'lance = "grande"').lower()
        if lance not in LANCE_NAMES:
            self.refuse(
                _("lance '{lance}'").format(lance=lance), ", ".join(LANCE_NAMES), 'lance = "grande"'
            )
        return lance

    def line(self, what: str) -> Line:
        """Read one ``[[cut]]``, ``[[discard]]``, ``[[bet]]`` or ``[[accept]]``."""
        self.check_keys(_KEYS[what], _NEEDED[what])
        keep = self.text("keep", 'keep = "RR"', may_be_empty=True) if what == "discard" else ""
        return Line(
            what,
            self.text("hands", 'hands = "duples, 31"'),
            self.share("chance", self.table.get("chance", 1), "chance = 0.9"),
            self.seats(),
            self.rounds(),
            keep.lower() if keep.lower() in WAYS else keep or "-" * (what == "discard"),
            self.lance() if what in ("bet", "accept") else "",
            self.where.partition(": ")[2],
        )

    def discards(self, otherwise: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
        if "discards" not in self.table:
            return otherwise
        example, mixture = "discards = {best = 0.6, cautious = 0.4}", self.table["discards"]
        if not isinstance(mixture, dict):
            self.refuse(f"discards = {mixture!r}", _("ways to discard and their shares"), example)
        for way, share in mixture.items():
            if way not in WAYS:
                self.refuse(
                    _("discards: unknown way '{way}'").format(way=way), ", ".join(WAYS), example
                )
            self.share(f"discards: {way}", share, example)
        total = sum(mixture.values())
        if abs(total - 1) > 0.011:  # three times 0.33 is meant as a whole
            self.refuse(
                _("discards: the shares add up to {total:.12g}").format(total=total),
                _("1 in all, give or take 0.01"),
                example,
            )
        return tuple((way, float(mixture[way])) for way in WAYS if mixture.get(way))


def _lines(where: str, table: Mapping[str, Any], text: str) -> tuple[Line, ...]:
    """Read all lines, in the order of the file within each kind."""
    return tuple(
        _Reader(place, line).line(what) for what, place, line in lines_of(where, table, text, _KEYS)
    )


def read_style(text: str, name: str, where: str) -> Style:
    """Read the text of a style file.

    Parameters
    ----------
    text : str
        TOML, as at the top of this module.
    name : str
        The style's name if the file says none.
    where : str
        What to call the file in a message.

    Raises
    ------
    InputError
        If it is no TOML, or something in it is unknown or out of bounds. What depends on the deck
        and on the number of players is checked by `policy.style_policy`.

    Examples
    --------
    >>> style = read_style('base = "eager+cautious"', "friends", "style 'friends.toml'")
    >>> style.name, style.shares, style.discards
    ('friends', (0.5,), (('cautious', 1.0),))
    """
    table = read_toml(text, where, 'base = "usual"')
    read = _Reader(where, table)
    read.check_keys(_TOP)
    based_on = read.text("base", 'base = "usual"') if "base" in table else DEFAULT_STYLE
    if based_on.lower().endswith(FILES):
        read.refuse(
            _("base '{based_on}' is a file").format(based_on=based_on),
            _("a style by name"),
            'base = "usual"',
        )
    try:
        base = parse_style(based_on)
    except InputError as error:
        read.refuse(f"base {error.what}", _("a style by name"), 'base = "usual"')
    if base.solved:
        read.refuse(
            _("base '{based_on}' is solved for others").format(based_on=based_on),
            _("one that is not"),
            'base = "usual"',
        )
    shares = base.shares
    if "shares" in table:
        example = "shares = [0.3, 0.35, 0.35, 0.5]"
        given = read.items("shares", example)
        shares = tuple(read.share("shares", share, example) for share in given)
        if len(shares) not in (1, *IN_CAMPS):
            read.refuse(
                _("shares: {count} of them").format(count=len(shares)),
                _("one for all, or one a seat"),
                example,
            )
    return Style(
        read.text("name", 'name = "friends"') if "name" in table else name,
        shares,
        read.discards(base.discards),
        read.share("softness", table.get("softness", base.softness), "softness = 0.05"),
        base.bets,
        _lines(where, table, text),
    )


def load_style(path: str | Path) -> Style:
    """Read a style from a file, ``.toml`` as in this module or ``.csv`` as in `policy_file`.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    path = Path(path)
    where = _("style '{style}'").format(style=path)
    text = read_text(path, where, _("a style file"), "--style friends.toml")
    if path.suffix.lower() == ".csv":
        from .policy_file import whole_style

        return whole_style(text, path.stem, where)
    return read_style(text, path.stem, where)


def _quoted(text: str) -> str:
    """Write text as TOML has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def _line_text(line: Line) -> str:
    told = [f"[[{line.what}]]"]
    if line.lance:
        told.append(f"lance = {_quoted(line.lance)}")
    told.append(f"hands = {_quoted(line.hands)}")
    if line.keep:
        told.append(f"keep = {_quoted(line.keep)}")
    told.append(f"chance = {line.chance!r}")
    if line.seats:
        told.append(f"seats = [{', '.join(map(_quoted, line.seats))}]")
    if line.rounds:
        runs = [str(first) if last else f'"{first}+"' for first, last in line.rounds]
        told.append(f"rounds = [{', '.join(runs)}]")
    return "\n".join(told)


def style_text(style: Style) -> str:
    """Write a style as a file that `read_style` reads back, equal to it.

    Examples
    --------
    >>> print(style_text(parse_style("usual+cautious")), end="")
    name = "usual+cautious"
    base = "usual"
    shares = [0.35]
    softness = 0.0
    discards = {cautious = 1.0}
    """
    if style.whole:
        raise ValueError("a whole policy is written by policy_file")
    base = "usual+bets" if style.bets else "usual"
    mixture = ", ".join(f"{way} = {share!r}" for way, share in style.discards)
    top = [
        f"name = {_quoted(style.name)}",
        f"base = {_quoted(base)}",
        f"shares = [{', '.join(map(repr, style.shares))}]",
        f"softness = {style.softness!r}",
        f"discards = {{{mixture}}}",
    ]
    return "\n".join(top) + "\n" + "".join(f"\n{_line_text(line)}\n" for line in style.lines)
