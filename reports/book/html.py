"""The book as one HTML file that needs nothing else."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from .content import Book, Cards, Cell, Number, Picture, Text

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["told"] = told
    made.filters["svg"] = svg
    made.tests["kind"] = lambda block, name: type(block).__name__ == name
    return made


def html_of(book: Book) -> str:
    """Return the book as HTML."""
    return _environment().get_template("book.html").render(book=book)


def told(cell: Cell) -> Markup:
    """Return a cell or a text as HTML; our own strings may hold <b> and <i>."""
    if isinstance(cell, Text):
        return Markup("").join(told(part) for part in cell.parts)
    if isinstance(cell, Number):
        return _number(cell)
    if isinstance(cell, Cards):
        return Markup('<span class="cards">{}</span>').format(cell.names)
    kept = str(escape(cell))
    for tag in ("b", "i"):
        kept = kept.replace(f"&lt;{tag}&gt;", f"<{tag}>").replace(f"&lt;/{tag}&gt;", f"</{tag}>")
    return Markup(kept)


def _number(number: Number) -> Markup:
    se = "" if number.se is None else f"{number.se:.9g}"
    error = number.error()
    beside = Markup(' <small class="se">{}</small>').format(error) if error else Markup("")
    return Markup('<span class="n" data-key="{}" data-value="{}" data-se="{}">{}{}</span>').format(
        number.key, f"{number.value:.12g}", se, number.shown(), beside
    )


def svg(picture: Picture) -> Markup:
    """Return a figure as inline SVG, on paper of its own so that its colours hold in the dark."""
    from ..look import look

    with look():
        figure = picture.draw()
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    text = file.getvalue()
    return Markup(text[text.index("<svg") :])
