"""Read files that people write in TOML, and say where something in them is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from .errors import InputError, why_unreadable
from .lang import _


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class TomlReader:
    """Reads one table of a file; ``where`` begins its messages."""

    def __init__(self, where: str, table: Mapping[str, Any]) -> None:
        self.where, self.table = where, table

    def refuse(self, what: str, expected: str, example: str) -> NoReturn:
        """Raise the error that names the place."""
        raise InputError(f"{self.where}: {what}", expected, example)

    def check_keys(self, known: tuple[str, ...], needed: tuple[str, ...] = ()) -> None:
        """Refuse keys that are not known, and tables that lack some."""
        for key in self.table:
            if key not in known:
                self.refuse(
                    _("unknown key '{key}'").format(key=key), ", ".join(known), f"{known[0]} = ..."
                )
        for key in needed:
            if key not in self.table:
                self.refuse(_("no '{key}'").format(key=key), ", ".join(needed), f"{key} = ...")

    def share(self, key: str, value: object, example: str) -> float:
        """Read a number from 0 to 1."""
        if not (_is_number(value) and 0 <= float(str(value)) <= 1):
            self.refuse(f"{key} = {value!r}", _("a number from 0 to 1"), example)
        return float(str(value))

    def text(self, key: str, example: str, may_be_empty: bool = False) -> str:
        """Read text."""
        value = self.table[key]
        if not isinstance(value, str) or not (may_be_empty or value.strip()):
            self.refuse(f"{key} = {value!r}", _("text in quotes"), example)
        return str(value).strip()

    def items(self, key: str, example: str) -> list[Any]:
        """Read a list that holds something."""
        value = self.table[key]
        if not isinstance(value, list) or not value:
            self.refuse(f"{key} = {value!r}", _("a list in square brackets"), example)
        return list(value)


def again(error: InputError, where: str) -> InputError:
    """Return an error that says where in a file it is."""
    return InputError(f"{where}: {error.what}", error.expected, error.example)


def read_text(path: Path, where: str, expected: str, example: str) -> str:
    """Return the text of a file."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{where}: {why_unreadable(error)}", expected, example) from None


def read_toml(text: str, where: str, example: str) -> dict[str, Any]:
    """Return what TOML says."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: {error}", "TOML", example) from None


def lines_of(
    where: str, table: Mapping[str, Any], text: str, kinds: Iterable[str]
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the tables of every kind ``[[...]]``: the kind, where it stands, what it says.

    They come in the order of the file within each kind.
    """
    for what, numbers in _line_numbers(text, kinds).items():
        told = table.get(what, [])
        if not isinstance(told, list) or not all(isinstance(line, dict) for line in told):
            TomlReader(where, table).refuse(
                _("'{key}' is no list").format(key=what), f"[[{what}]]", f"[[{what}]]"
            )
        for place, line in enumerate(told):
            at = f"[[{what}]] {place + 1}"
            if len(numbers) == len(told):
                at = _("{place} (line {line})").format(place=at, line=numbers[place])
            yield what, f"{where}: {at}", line


def _line_numbers(text: str, kinds: Iterable[str]) -> dict[str, list[int]]:
    """Return on which lines of the file each kind of ``[[...]]`` stands."""
    found: dict[str, list[int]] = {what: [] for what in kinds}
    for number, row in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[\[\s*[\"']?(\w+)[\"']?\s*\]\]", row)
        if head and head[1] in found:
            found[head[1]].append(number)
    return found
