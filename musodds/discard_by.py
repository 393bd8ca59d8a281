"""How the ranking of discards changes: by seat, by style, and with the others' redraw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .choice import Choice
from .mus import weigh
from .seats import seats_of
from .standing import Standing
from .style import NAMED_STYLES, parse_style

BY = ("seat", "style", "redraw")


@dataclass(frozen=True, slots=True)
class RankedBy:
    """The discards of one hand, ranked several times.

    Attributes
    ----------
    standing : Standing
        The question.
    by : str
        What is varied, one of BY.
    choices : dict of str to Choice
        By the name of the seat or the style; ``others redraw`` and ``others stay``.
    """

    standing: Standing
    by: str
    choices: dict[str, Choice]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.discard-by/1``."""
        return {
            "schema": "musodds.discard-by/1",
            **self.standing.asked.to_dict(),
            "by": self.by,
            "rankings": {
                name: {
                    "discards": [
                        {
                            "keep": d.keep,
                            "throw": d.throw,
                            **d.agreed.to_dict(),
                            "loss": d.loss.to_dict(),
                        }
                        for d in choice.discards
                    ],
                    **choice.provenance(),
                }
                for name, choice in self.choices.items()
            },
            **self.standing.to_dict(),
        }


def _by_seat(standing: Standing) -> dict[str, Choice]:
    return {
        name: weigh(replace(standing, asked=replace(standing.asked, place=place)))
        for place, name in enumerate(seats_of(standing.asked.players))
    }


def _by_style(standing: Standing) -> dict[str, Choice]:
    setup, named = standing.setup, list(map(parse_style, NAMED_STYLES))
    is_named = any(replace(setup.style, name=style.name) == style for style in named)
    return {
        style.name: weigh(replace(standing, setup=replace(setup, style=style)))
        for style in (named if is_named else [setup.style, *named])
    }


def _by_redraw(standing: Standing) -> dict[str, Choice]:
    """Compare with others who keep all four cards; in both the mano cuts after this round."""
    last = replace(standing.setup, max_rounds=standing.played.rounds + 1)
    standing = replace(standing, setup=last)
    return {
        "others redraw": weigh(standing),
        "others stay": weigh(replace(standing, others_stay=True)),
    }


def rank_by(standing: Standing, by: str) -> RankedBy:
    """Rank the discards of a hand in every seat, against several styles, or without redraws.

    Parameters
    ----------
    standing : Standing
        With ``by="seat"`` nothing may be known of particular seats.
    by : str
        One of BY.

    Examples
    --------
    >>> from musodds.stand import stand
    >>> found = rank_by(stand("RRA5", deals=40_000), "redraw")
    >>> {name: choice.discards[0].keep for name, choice in found.choices.items()}
    {'others redraw': 'RRA', 'others stay': 'RR'}
    """
    vary = {"seat": _by_seat, "style": _by_style, "redraw": _by_redraw}[by]
    return RankedBy(standing, by, vary(standing))
