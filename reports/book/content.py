"""What the book is made of: chapters of blocks, in which every number knows where it is from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from string import Formatter
from typing import TYPE_CHECKING

from ...numerals import decimal, percent, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THIN = "\u00a0"  # keeps a number and its unit on one line


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the library.

    Attributes
    ----------
    value : float
    key : str
        Where it is from, e.g. ``odds/RRCA/mano/pares_win``.
    se : float or None
        Standard error; None if it is exact.
    form : str
        ``percent``, ``tantos``, ``signed`` tantos, ``hundred`` (tantos in a hundred hands, the
        value being those of one hand) or ``count``.
    """

    value: float
    key: str
    se: float | None = None
    form: str = "percent"

    def shown(self) -> str:
        """Return it as people of the language write it, without the error."""
        if not isfinite(self.value):
            return "–"
        if self.form == "percent":
            return percent(self.value, 1)
        if self.form == "count":
            return whole(round(self.value))
        if self.form == "hundred":
            return decimal(100 * self.value, 1)
        return decimal(self.value, 2, sign=self.form == "signed")

    def error(self) -> str:
        """Return the standard error with its sign, empty for what is exact."""
        if not self.se or not isfinite(self.value):
            return ""
        in_hundred = self.form in ("percent", "hundred")
        size, least = (100 * self.se, 1) if in_hundred else (self.se, 2)
        digits = least if size >= 0.5 * 10.0**-least else least + 1
        return f"±{THIN}{decimal(max(size, 10.0**-digits), digits)}"

    def __str__(self) -> str:
        error = self.error()
        return f"{self.shown()} {error}" if error else self.shown()


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of a hand, as the library writes them."""

    names: str


Part = str | Number | Cards


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or more: words (``<b>`` and ``<i>`` allowed), numbers and cards."""

    parts: tuple[Part, ...]

    def numbers(self) -> list[Number]:
        """Return the numbers in it."""
        return [part for part in self.parts if isinstance(part, Number)]


def say(template: str, **values: Part | Text | int) -> Text:
    """Return a text with values in place of the names in braces.

    Examples
    --------
    >>> [str(part) for part in say("Win {p}.", p=Number(0.5, "half")).parts]
    ['Win ', '50.0%', '.']
    """
    parts: list[Part] = []
    for words, name, _spec, _conversion in Formatter().parse(template):
        if words:
            parts.append(words)
        if name is not None:
            value = values[name]
            if isinstance(value, Text):
                parts += value.parts
            else:
                parts.append(value if isinstance(value, Number | Cards) else str(value))
    return Text(tuple(parts))


Cell = Part | Text


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: Text


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a chapter; ``fresh`` begins a page in print."""

    title: str
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """Sentences in a list, numbered where their order counts."""

    items: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; ``left`` are the columns of words, ``widths`` shares of the width."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: Text | None = None
    left: tuple[int, ...] = (0,)
    widths: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure, drawn when the book is written."""

    draw: Callable[[], Figure]
    caption: Text
    alt: str


@dataclass(frozen=True, slots=True)
class Pocket:
    """The pocket card: a page of its own, in titled boxes of short lines."""

    title: str
    boxes: tuple[tuple[str, tuple[Text, ...]], ...]
    note: Text


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question, or its solution, with a number of its own."""

    number: int
    text: Text
    solved: bool = False


Block = Para | Heading | Bullets | Table | Picture | Pocket | Exercise


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; ``name`` is its anchor."""

    name: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The whole book."""

    title: str
    subtitle: str
    language: str
    chapters: tuple[Chapter, ...]
    words: dict[str, str] = field(default_factory=dict)

    def numbers(self) -> list[Number]:
        """Return every number that is printed, in order."""
        return [n for chapter in self.chapters for block in chapter.blocks for n in _in(block)]


def _in(block: Block) -> list[Number]:
    return [n for text in _texts(block) for n in text.numbers()]


def _texts(block: Block) -> Sequence[Text]:
    if isinstance(block, Para | Exercise):
        return [block.text]
    if isinstance(block, Bullets):
        return block.items
    if isinstance(block, Table):
        cells = [cell for row in block.rows for cell in row]
        texts = [cell if isinstance(cell, Text) else Text((cell,)) for cell in cells]
        return texts if block.caption is None else [*texts, block.caption]
    if isinstance(block, Picture):
        return [block.caption]
    if isinstance(block, Pocket):
        return [*(line for _, lines in block.boxes for line in lines), block.note]
    return []
