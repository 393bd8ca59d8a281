"""Read files that people write in TOML, and say where something in them is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NoReturn

from .errors import InputError, damaged
from .lang import _

# tomllib takes the square of the length for keys with many dots
MOST_TOML, LONGEST_LINE = 256_000, 2_000  # characters


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


def read_toml(text: str, where: str, example: str) -> dict[str, Any]:
    """Return what TOML says.

    Raises
    ------
    InputError
        If it is no TOML, or longer or deeper than any that people write.
    """
    if len(text) > MOST_TOML or max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
        raise InputError(
            _("{where}: too long").format(where=where),
            _("at most {most} characters, {line} in a line").format(
                most=f"{MOST_TOML:,}", line=f"{LONGEST_LINE:,}"
            ),
            example,
        )
    try:
        table = tomllib.loads(text)
        _check_numbers(table)
        return table
    except RecursionError:
        why = _("{where}: too many brackets").format(where=where)
        raise InputError(why, "TOML", example) from None
    except ValueError as error:  # also of a number with too many digits
        raise InputError(f"{where}: {str(error).partition(';')[0]}", "TOML", example) from None


@cache
def shipped_toml(name: str) -> dict[str, Any]:
    """Return what a file says that comes with musodds.

    Examples
    --------
    >>> shipped_toml("presets.toml")["ehmf"]["kings"]
    4
    """
    try:
        return tomllib.loads((files("musodds") / name).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise damaged(name, str(error).partition("\n")[0]) from None


def _check_numbers(value: Any) -> None:
    """Refuse whole numbers beyond 64 bits, as TOML does; Python could not even write them down."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _check_numbers(part)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError(_("a whole number beyond 64 bits"))


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
