"""Lines that are broken between words on a terminal, and left whole for anything else."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TextIO

import click


def fitted(text: str, stream: TextIO | None, indent: str = "", example: str = "") -> str:
    """Return text as it is read on a terminal; as it is where the stream is none.

    Parameters
    ----------
    text : str
        One line or more.
    stream : TextIO or None
        Where it will be written.
    indent : str, optional
        What the second row of a line begins with, after the blanks of the first.
    example : str, optional
        What the text ends with, kept whole so that it can be copied.

    Examples
    --------
    >>> fitted("a line for a file", None)
    'a line for a file'
    """
    if stream is None or not stream.isatty():
        return text
    width = get_terminal_size().columns
    return "\n".join(_rows(line, width, indent, example) for line in text.split("\n"))


def _rows(line: str, width: int, indent: str, example: str) -> str:
    if len(line) <= width:
        return line
    told = line.removesuffix(example)
    indent += line[: len(line) - len(line.lstrip())]
    rows = wrap(
        told, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    if told == line:
        return "\n".join(rows)
    fits = len(rows[-1]) + len(example) < width
    return "\n".join(rows) + (" " if fits else f"\n{indent}") + example


def say(text: str = "", **style: Any) -> None:
    """Print text for somebody who reads along, in a style of click."""
    click.secho(fitted(text, sys.stdout), **style)
