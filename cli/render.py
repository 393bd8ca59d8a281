"""One report, four formats: a terminal table, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from math import isnan
from typing import IO, Any, Protocol, cast

import click

from ..lang import _, speaking
from ..numerals import marked
from ..numerals import percent as share_in_percent

MACHINE = ("json", "csv")  # formats that programs read
Cell = str | float | int | None
_taker: ContextVar[Callable[[Report], object] | None] = ContextVar("taker", default=None)


class Result(Protocol):
    """What every answer can do."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""


@dataclass(frozen=True)
class Column:
    """A column: its name in CSV, its heading for people, how its cells are shown."""

    name: str
    heading: str
    show: Callable[[Any], str] = str
    left: bool = False
    wrap: bool = False
    hidden: bool = False  # in CSV only


@dataclass(frozen=True)
class Sheet:
    """A titled table; cells are raw values, None where there is nothing to say."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    best: int | None = None  # row to stress
    most: int | None = None  # rows that people see; CSV holds all

    def shown(self) -> list[list[str]]:
        """Return the cells as people read them."""
        return [
            [
                "" if value is None else column.show(value)
                for column, value in zip(self.columns, row, strict=True)
                if not column.hidden
            ]
            for row in self.rows[: self.most]
        ]

    @property
    def visible(self) -> list[Column]:
        """The columns that people see."""
        return [column for column in self.columns if not column.hidden]

    @property
    def heading(self) -> str:
        """The title, saying when rows are left out."""
        left_out = self.most is not None and self.most < len(self.rows)
        if not left_out:
            return self.title
        told = _("{title} (best {shown} of {all})")
        return told.format(title=self.title, shown=self.most, all=len(self.rows))


@dataclass(frozen=True)
class Report:
    """An answer: the result, then for people the advice, why, and how it was made."""

    result: Result
    headline: str
    lines: Sequence[str]
    sheets: Sequence[Sheet]
    notes: Sequence[str] = ()
    flat: Sequence[Sheet] = ()  # what CSV holds, where that is not the sheets


def percent(p: float) -> str:
    """Show a probability, e.g. ``86.4%``; what is not quite certain never reads as certain."""
    if 0 < p < 0.0005:
        return f"<{share_in_percent(0.001, 1)}"
    if 0.9995 <= p < 1:
        return f">{share_in_percent(0.999, 1)}"
    return share_in_percent(p, int(p not in (0, 1)))


def signed(tantos: float) -> str:
    """Show tantos, e.g. ``+1.07``."""
    return marked(f"{tantos:+.2f}".replace("-0.00", "+0.00"))


def fine(tantos: float) -> str:
    """Show tantos with three decimals, e.g. ``+1.073``."""
    return marked(f"{tantos:+.3f}")


def error(se: float) -> str:
    """Show a standard error, e.g. ``± 0.004``."""
    return marked(f"± {se:.3f}")


def points(share: float, digits: int = 2) -> str:
    """Show the standard error of a share, in points of a hundred, e.g. ``± 0.31``."""
    return marked(f"± {100 * share:.{digits}f}")


def error_or_exact(se: float) -> str:
    """Show a standard error, or ``exact`` where there is none."""
    return _("exact") if se == 0 else error(se)


def _raw(value: Cell) -> str:
    """Return a cell as CSV holds it."""
    return "" if value is None else f"{value:.12g}" if isinstance(value, float) else str(value)


def long_rows(sheets: Sequence[Sheet]) -> Iterator[list[str]]:
    """Yield section, item, field and value of every cell that says something."""
    for sheet in sheets:
        for row in sheet.rows:
            for column, value in list(zip(sheet.columns, row, strict=True))[1:]:
                if value is not None:
                    yield [sheet.title, str(row[0]), column.name, _raw(value)]


def _to_csv(sheets: Sequence[Sheet]) -> str:
    """One sheet as it is; several as section, item, field, value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if len(sheets) == 1:
        writer.writerow([c.name for c in sheets[0].columns])
        writer.writerows([[_raw(v) for v in row] for row in sheets[0].rows])
    else:
        writer.writerow(["section", "item", "field", "value"])
        writer.writerows(long_rows(sheets))
    return out.getvalue().rstrip("\n")


def _to_md(report: Report) -> str:
    parts = [f"**{report.headline}**", *report.lines]
    for sheet in report.sheets:
        marks = [":--" if c.left else "--:" for c in sheet.visible]
        table = [[c.heading for c in sheet.visible], marks, *sheet.shown()]
        parts.append(f"### {sheet.heading}")
        parts.append("\n".join("| " + " | ".join(row) + " |" for row in table))
    return "\n\n".join([*parts, *(f"_{note}_" for note in report.notes)])


# rich breaks lines at every space, also at those inside of a number: they stand apart meanwhile
_SPACES = {"\u00a0": "\ue000", "\u202f": "\ue001"}
_JOINED = str.maketrans(_SPACES)
_SPACED = str.maketrans({sign: space for space, sign in _SPACES.items()})

_TRAILING = re.compile(r" (?: |\x1b\[[\d;]*m)*$", re.MULTILINE)  # blanks, and the ends of styles


class Unbroken:
    """Standard output for rich, on which numbers stay whole: print what `joined` returns."""

    def write(self, text: str) -> int:
        """Write text with its spaces put back, those at the end of a line left out."""
        bare = _TRAILING.sub(lambda end: end[0].replace(" ", ""), text)
        return sys.stdout.write(bare.translate(_SPACED))

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stdout, name)


def joined(text: str) -> str:
    """Return a text in which no number can be broken over two lines, for `Unbroken`."""
    return text.translate(_JOINED)


def _to_terminal(report: Report) -> None:
    from rich.cells import cell_len
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    out = cast(IO[str], Unbroken())
    console = Console(highlight=False, file=out)
    console.print(Text(joined(report.headline), style="bold green"))
    for line in report.lines:
        console.print(joined(line), markup=False)
    for sheet in report.sheets:
        table = Table(
            title=joined(sheet.heading),
            title_justify="left",
            title_style="bold",
            box=None,
            header_style="dim",
            padding=(0, 2, 0, 0),
            pad_edge=False,
        )
        rows = [list(map(joined, row)) for row in sheet.shown()]
        for k, column in enumerate(sheet.visible):
            cells = [column.heading, *(row[k] for row in rows)]
            table.add_column(
                column.heading,
                justify="left" if column.left else "right",
                no_wrap=not column.wrap,
                min_width=None if column.wrap else max(map(cell_len, cells)),
            )
        for i, row in enumerate(rows):
            table.add_row(*row, style="bold" if i == sheet.best else None)
        console.print()
        # on a narrow terminal a table sticks out: a number cut short would be another number
        unbound = console.options.update(width=10_000)
        needed = Measurement.get(console, unbound, table).minimum
        spared = len(sheet.visible) - 1
        if 0 < needed - console.width <= spared:  # it fits with one blank between columns
            table.padding, needed = (0, 1, 0, 0), needed - spared
        Console(highlight=False, file=out, width=max(console.width, needed)).print(table)
    console.print()
    for note in report.notes:
        # a path longer than a line is left whole, so that it can be copied
        whole = any(len(word) > console.width for word in note.split())
        console.print(joined(note), style="dim", markup=False, soft_wrap=whole)


@contextmanager
def taking(take: Callable[[Report], object]) -> Iterator[None]:
    """Hand what would be printed to somebody instead."""
    token = _taker.set(take)
    try:
        yield
    finally:
        _taker.reset(token)


def emit(form: str, made: Report | Callable[[], Report]) -> None:
    """Print a report to stdout as ``table``, ``json``, ``csv`` or ``md``.

    Programs are told the same in every language: a report that is made here is made in English
    for them.
    """
    for_programs = form in MACHINE or _taker.get() is not None
    with speaking("en") if for_programs else nullcontext():
        _emit(form, made() if callable(made) else made)


def as_json(told: Any, indent: int | None = None) -> str:
    """Return JSON in which a number that is not known, such as the error of one deal, is null."""
    return json.dumps(_known(told), indent=indent, allow_nan=False)


def _known(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: _known(value) for key, value in told.items()}
    if isinstance(told, (list, tuple)):
        return [_known(value) for value in told]
    return None if isinstance(told, float) and isnan(told) else told


def _emit(form: str, report: Report) -> None:
    if (take := _taker.get()) is not None:
        take(report)
    elif form == "json":
        click.echo(as_json(report.result.to_dict(), indent=2))
    elif form == "csv":
        click.echo(_to_csv(report.flat or report.sheets))
    elif form == "md":
        click.echo(_to_md(report))
    else:
        _to_terminal(report)
