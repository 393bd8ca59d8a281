"""Read files of text that people hand over: in UTF-8, and no longer than a game of mus needs.

A file is read up to its limit and no further, so that one without an end, such as a device, is
refused as one that is too long.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from .errors import InputError, why_unreadable
from .lang import _

MOST_TEXT = 4_000_000  # bytes of a file of text
MOST_LINE = 10_000  # characters of a line that asks something
MOST_DIGITS = 18  # of a whole number: it fits a machine integer


def read_text(
    path: str | Path, where: str, expected: str, example: str, most: int = MOST_TEXT
) -> str:
    """Return the text of a file.

    Parameters
    ----------
    path : str or Path
    where : str
        What to call it in a message, e.g. ``"style 'friends.toml'"``.
    expected, example : str
        Of the message.
    most : int, optional
        Bytes that it may have.

    Raises
    ------
    InputError
        If there is no such file, it is no text, or it is too long.

    Examples
    --------
    >>> read_text("nofile.csv", "results 'nofile.csv'", "a CSV file", "results.csv")
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: results 'nofile.csv': no such file; expected a CSV file; \
example: results.csv
    """
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
        if len(data) <= most:
            return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise InputError(f"{where}: {why_unreadable(error)}", expected, example) from None
    raise InputError(
        _("{where}: too long").format(where=where),
        _("at most {most} bytes").format(most=f"{most:,}"),
        example,
    )


def short_lines(file: IO[str], example: str) -> Iterator[tuple[int, str]]:
    r"""Yield the lines of a file with their numbers, none of them without an end.

    Raises
    ------
    InputError
        If a line is too long; the number of it is told.

    Examples
    --------
    >>> from io import StringIO
    >>> list(short_lines(StringIO("RRCA\n7654"), "RRCA"))
    [(1, 'RRCA\n'), (2, '7654')]
    """
    for number, line in enumerate(iter(lambda: file.readline(MOST_LINE + 1), ""), 1):
        if len(line) > MOST_LINE:
            raise InputError(
                _("line {number}: too long").format(number=number),
                _("at most {most} characters").format(most=f"{MOST_LINE:,}"),
                example,
            )
        yield number, line


def csv_rows(
    lines: Iterable[str], where: str, example: str, most: int, delimiter: str = ","
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of CSV, each with the number of the line where it ends.

    Raises
    ------
    InputError
        If a cell is too long to be one, or there are more rows than ``most``.

    Examples
    --------
    >>> list(csv_rows(["seat,said", "mano,mus"], "file", "mano,mus", 9))
    [(1, ['seat', 'said']), (2, ['mano', 'mus'])]
    """
    rows = csv.reader(lines, delimiter=delimiter)
    try:
        for number, row in enumerate(rows):
            if number == most:
                what = _("{where}: too many rows").format(where=where)
                raise InputError(what, _("at most {most}").format(most=f"{most:,}"), example)
            yield rows.line_num, row
    except csv.Error as error:
        at = _("{where}: line {line}: {why}").format(where=where, line=rows.line_num, why=error)
        raise InputError(at, _("a CSV file"), example) from None


def whole(text: str, example: str = "27") -> int:
    """Return a whole number written in digits, which Python reads only up to some length.

    Raises
    ------
    InputError
        If it has more than `MOST_DIGITS`.

    Examples
    --------
    >>> whole("27")
    27
    >>> whole("9" * 20)
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: number '99999999999999999999'; expected at most 18 digits; \
example: 27
    """
    if len(text) > MOST_DIGITS:
        raise InputError(
            _("number '{text}'").format(text=text),
            _("at most {most} digits").format(most=MOST_DIGITS),
            example,
        )
    return int(text)
