"""The tables and sentences about señas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .render import Cell, Column, Sheet, percent

if TYPE_CHECKING:
    from ..rules import Rules
    from ..senas import Sena
    from ..told import Told

TRUE = "A seña must be true of the hand; to give none is always allowed."
PRIOR = (
    "Exact, out of all dealt hands with no other card known; whoever may give it is taken to give "
    "it equally often."
)


def who_sees(rules: Rules) -> str:
    """Return who sees them and how many there may be."""
    most = "" if rules.max_senas is None else f"At most {rules.max_senas} in a hand. "
    seen = {
        "partner": "The partner sees them, and a rival who catches them.",
        "table": "The whole table sees them.",
    }
    return most + seen[rules.senas_seen]


def names_of(senas: Sequence[Sena]) -> str:
    """Return the names, each once, e.g. ``30 or 31``."""
    return " or ".join(dict.fromkeys(sena.name for sena in senas))


def senas_sheet(senas: Sequence[Sena], shares: Sequence[float]) -> Sheet:
    """Return the señas, one a line, with the share of dealt hands that may give them."""
    columns = (
        Column("name", "seña", left=True),
        Column("gesture", "gesture", left=True, wrap=True),
        Column("means", "means", left=True, wrap=True),
        Column("when", "when", left=True),
        Column("share", "of hands", percent),
    )
    rows: list[list[Cell]] = [
        [sena.name, sena.gesture, sena.means, sena.when, share]
        for sena, share in zip(senas, shares, strict=True)
    ]
    return Sheet("Señas", columns, rows)


def chances_sheet(told: Told) -> Sheet:
    """Return the chances of pares, juego and 31, with the seña and without it."""
    columns = (
        Column("what", "the hand has", left=True),
        Column("given", "with the seña", percent),
        Column("without", "without it", percent),
    )
    rows: list[list[Cell]] = [
        [name, chance["given"], chance["without"]] for name, chance in told.chances().items()
    ]
    return Sheet("What it tells", columns, rows)


def hands_sheet(told: Told) -> Sheet:
    """Return the most likely hands."""
    columns = (Column("hand", "hand", left=True), Column("chance", "chance", percent))
    rows: list[list[Cell]] = [[hand, chance] for hand, chance in told.likely().items()]
    return Sheet("Likely hands", columns, rows)
