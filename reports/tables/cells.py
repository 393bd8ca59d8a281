"""The cells of a page: few digits, one number of decimals a column, errors beside their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from ...hands import LANCE_NAMES
from ...lang import _
from ...numerals import decimal, whole
from ...seats import SEATS
from ...words import lance_word, seat_word
from .fields import ERROR, IN_PERCENT, SCORED, Field, Kind, fields
from .made import MadeTable

if TYPE_CHECKING:
    import pandas as pd

LEFT_OUT = {  # of pages, which have less room than files
    "cut": ("keep", "deals"),
    "discards": ("keep",),
    SCORED: ("cut", "mus", "cut_tantos", "mus_tantos", "p_agreed", "keep", "deals"),
}
DECIMALS: dict[Kind, int] = {"chance": 1, "share": 3, "edge": 1, "tantos": 2, "amount": 2}
MOST_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """A column of a page.

    Attributes
    ----------
    field : Field
    cells : list of str
    errors : list of str, optional
        Standard errors with the same decimals, empty where a value is exact.
    """

    field: Field
    cells: list[str]
    errors: list[str] | None = None

    @property
    def is_text(self) -> bool:
        """Whether the cells are words."""
        return self.field.kind == "text"


def shown_columns(table: MadeTable) -> list[Shown]:
    """Return the columns of a table as a page shows them.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> from musodds.rules import load_rules
    >>> from musodds.tables import census
    >>> with speaking("en"):
    ...     columns = shown_columns(MadeTable("census", census(), load_rules("naipera")))
    >>> [(column.field.heading, column.cells[1]) for column in columns]
    [('holds', 'pares'), ('hands', '51,710'), ('share', '56.582')]
    """
    kind = SCORED if table.is_scored else table.name
    known, frame = fields(kind), table.frame
    told = [name for name in frame if name not in LEFT_OUT.get(kind, ())]
    return [
        _shown(frame, name, known.get(name) or _guess(frame, name))
        for name in told
        if not (name.endswith(ERROR) and name.removesuffix(ERROR) in frame)
    ]


def _guess(frame: pd.DataFrame, name: str) -> Field:
    """Return a column that is not known by its type."""
    kinds: dict[str, Kind] = {"i": "count", "u": "count", "f": "amount"}
    return Field(name, "", kinds.get(frame[name].dtype.kind, "text"))


def _shown(frame: pd.DataFrame, name: str, field: Field) -> Shown:
    if field.kind == "text":
        return Shown(field, [_word(str(value)) for value in frame[name]])
    if field.kind == "count":
        return Shown(field, [whole(int(value)) for value in frame[name]])
    values = frame[name].to_numpy(float)
    errors = frame[name + ERROR].to_numpy(float) if name + ERROR in frame else None
    errors = errors if errors is not None and (errors > 0).any() else None  # all exact
    digits = _decimals(field.kind, errors)
    cells = [_number(value, field.kind, digits) for value in values.tolist()]
    if errors is None:
        return Shown(field, cells)
    scale = _scale(field.kind)
    return Shown(field, cells, [_error(scale * error, digits) for error in errors.tolist()])


def _scale(kind: Kind) -> float:
    return 100 if kind in IN_PERCENT else 1


def _decimals(kind: Kind, errors: np.ndarray[Any, np.dtype[np.float64]] | None) -> int:
    """Return how many decimals tell something: down to the first digit of a usual error."""
    least = DECIMALS[kind]
    told = [] if errors is None else errors[np.isfinite(errors) & (errors > 0)]
    if len(told) == 0:
        return least
    return min(max(least, ceil(-log10(_scale(kind) * float(np.median(told))))), MOST_DECIMALS)


def _number(value: float, kind: Kind, digits: int) -> str:
    """Return a number; a chance that is not quite certain never reads as certain."""
    if isnan(value):
        return ""
    if kind not in ("chance", "share"):
        return decimal(_scale(kind) * value, digits, sign=kind != "amount")
    least = 0.5 * 10.0**-digits
    if 0 < 100 * value < least:
        return f"<{decimal(10.0**-digits, digits)}"
    if 0 < 100 * (1 - value) <= least:
        return f">{decimal(100 - 10.0**-digits, digits)}"
    return decimal(100 * value, digits)


def _error(error: float, digits: int) -> str:
    """Return a standard error, never as none when there is some."""
    if isnan(error) or error == 0:
        return ""
    least = 10.0**-digits
    return f"<{decimal(least, digits)}" if error < least / 2 else decimal(error, digits)


def _word(value: str) -> str:
    """Return a word of a cell in the language in use; cards and numbers stay as they are."""
    if value in SEATS:
        return seat_word(value)
    head, _space, rest = value.partition(" ")
    if head in LANCE_NAMES and (not rest or rest.isdigit()):
        return f"{lance_word(head)} {rest}".rstrip()
    words = {
        "cut": _("cut"),
        "mus": _("mus"),
        "us": _("us"),
        "them": _("them"),
        "any": _("any"),
        "yes": _("yes"),
        "no": _("no"),
        "par": _("par"),
        "medias": _("medias"),
        "duples": _("duples"),
        "four alike": _("four alike"),
    }
    return words.get(value, value)


def paired(column: Shown) -> Sequence[str]:
    """Return the cells with their errors, ``+0.66 ± 0.01``."""
    if column.errors is None:
        return column.cells
    return [
        f"{cell} ± {error}" if error else cell
        for cell, error in zip(column.cells, column.errors, strict=True)
    ]
