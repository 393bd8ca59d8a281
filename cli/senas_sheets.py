"""The tables and sentences about señas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..lang import _
from ..sena_words import said_sena
from ..words import made_word
from .render import Cell, Column, Sheet, percent
from .senas_words import means_word, when_word

if TYPE_CHECKING:
    from ..rules import Rules
    from ..senas import Sena
    from ..told import Told


def true_note() -> str:
    """Say which señas may be given."""
    return _("A seña must be true of the hand; to give none is always allowed.")


def prior_note() -> str:
    """Say out of which hands the chances are."""
    return _(
        "Exact, out of all dealt hands with no other card known; whoever may give it is taken to "
        "give it equally often."
    )


def who_sees(rules: Rules) -> str:
    """Return who sees them and how many there may be."""
    seen = {
        "partner": _("The partner sees them, and a rival who catches them."),
        "table": _("The whole table sees them."),
    }[rules.senas_seen]
    if rules.max_senas is None:
        return seen
    return _("At most {n} in a hand.").format(n=rules.max_senas) + " " + seen


def names_of(senas: Sequence[Sena]) -> str:
    """Return the names, each once, e.g. ``30 or 31``."""
    return _(" or ").join(dict.fromkeys(said_sena(sena.name) for sena in senas))


def senas_sheet(senas: Sequence[Sena], shares: Sequence[float]) -> Sheet:
    """Return the señas, one a line, with the share of dealt hands that may give them."""
    columns = (
        Column("name", _("seña"), said_sena, left=True),
        Column("gesture", _("gesture"), said_sena, left=True, wrap=True),
        Column("means", _("means"), means_word, left=True, wrap=True),
        Column("when", _("when"), when_word, left=True),
        Column("share", _("of hands"), percent),
    )
    rows: list[list[Cell]] = [
        [sena.name, sena.gesture, sena.means, sena.when, share]
        for sena, share in zip(senas, shares, strict=True)
    ]
    return Sheet(_("Señas"), columns, rows)


def chances_sheet(told: Told) -> Sheet:
    """Return the chances of pares, juego and 31, with the seña and without it."""
    columns = (
        Column("what", _("the hand has"), made_word, left=True),
        Column("given", _("with the seña"), percent),
        Column("without", _("without it"), percent),
    )
    rows: list[list[Cell]] = [
        [name, chance["given"], chance["without"]] for name, chance in told.chances().items()
    ]
    return Sheet(_("What it tells"), columns, rows)


def hands_sheet(told: Told) -> Sheet:
    """Return the most likely hands."""
    columns = (Column("hand", _("hand"), left=True), Column("chance", _("chance"), percent))
    rows: list[list[Cell]] = [[hand, chance] for hand, chance in told.likely().items()]
    return Sheet(_("Likely hands"), columns, rows)
