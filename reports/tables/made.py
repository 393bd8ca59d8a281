"""A table together with how it was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...lang import _
from ..text import exact, sampled, source

if TYPE_CHECKING:
    import pandas as pd

    from ...rules import Rules

SCHEMA = "musodds.table/1"


@dataclass(frozen=True, slots=True, eq=False)
class MadeTable:
    """A whole table and how it was made.

    Attributes
    ----------
    name : str
        As in ``musodds table NAME``.
    frame : DataFrame
        Its numbers, as the library gives them.
    rules : Rules
    made : mapping, optional
        How it was sampled: ``style``, ``seed``, ``deals`` or ``hands``, ``se``, ``score``, ...;
        empty if all deals were counted.
    """

    name: str
    frame: pd.DataFrame
    rules: Rules
    made: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_scored(self) -> bool:
        """Whether its values are chances of winning the game at a score."""
        return "score" in self.made

    def about(self) -> dict[str, Any]:
        """Return how it was made, fit for JSON."""
        return {
            "schema": SCHEMA,
            "table": self.name,
            "rules": self.rules.name,
            "method": "monte-carlo" if self.made else "exact",
            **self.made,
        }

    def title(self) -> str:
        """Return what it shows, in a few words."""
        titles = {
            "census": _("How many of all dealt hands hold what"),
            "lances": _("The odds of every hand in every seat"),
            "cut": _("Cut or mus with every hand"),
            "discards": _("What every discard is worth and makes"),
            "partner": _("The odds of every hand with every partner's hand"),
            "equity": _("The chance of winning the game from every score"),
            "contested": _("How often pares, juego and punto are disputed"),
            "strength": _("How often a pair wins a lance, from the weakest hand to the best"),
            "posterior": _("What pares and juego, yes or no, say about a hand"),
        }
        title = titles.get(self.name, self.name)
        if not self.is_scored:
            return title
        score = self.made["score"]
        told = _("{title}, at {us}-{them} (ours-theirs)")
        return told.format(title=title, us=score["us"], them=score["them"])

    def notes(self) -> list[str]:
        """Return what a reader has to know of the numbers, in sentences."""
        if self.name == "equity":
            notes = [_("Everybody plays by the style named, whatever the score.")]
            if (least := self.made.get("solved_from")) is not None:
                told = _("Once both pairs have {n} tantos the hand is solved anew at each score.")
                notes = [_("Everybody plays by the style named."), told.format(n=least)]
        elif self.is_scored:
            notes = [_("Bets are played out as solved; tantos are ours minus theirs.")]
        elif self.name in ("lances", "partner", "cut", "discards"):
            notes = [_("Tantos are ours minus theirs, with every lance passed.")]
        else:
            notes = []
        if self.name in ("lances", "partner"):
            notes.append(_("Won: of all deals, pares and juego that only our pair holds included."))
            notes.append(_("Contested: both pairs hold it."))
        if self.name == "contested":
            notes.append(_("Of all deals, and of those in which one player holds it or not."))
        if self.name == "strength":
            notes.append(
                _("Pares and juego where both pairs hold it, punto where nobody has juego.")
            )
        return [*notes, _("± is one standard error.")] if self.made else notes

    def source(self) -> str:
        """Return rules, style, method, deals and seed in a line."""
        if not self.made:
            return source(self.rules, exact())
        if "hands" in self.made:
            told = _("Monte Carlo, {hands} hands played, seed {seed}")
            how = told.format(hands=_whole(self.made["hands"]), seed=self.made["seed"])
        else:
            how = sampled(self.made["deals"], self.made["seed"])
        return source(self.rules, how, style=self.made["style"])

    def caption(self) -> str:
        """Return title, notes and source.

        Examples
        --------
        >>> from musodds.lang import speaking
        >>> from musodds.rules import load_rules
        >>> from musodds.tables import census
        >>> with speaking("en"):
        ...     MadeTable("census", census(), load_rules("naipera")).caption()
        'How many of all dealt hands hold what. naipera (8 kings, games of 40) · exact.'
        """
        return " ".join([f"{self.title()}.", *self.notes(), f"{self.source()}."])


def _whole(count: int) -> str:
    from ...numerals import whole

    return whole(count)
