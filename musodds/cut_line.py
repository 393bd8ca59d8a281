"""The line between hands to cut with and hands to say mus with, in one seat against a style."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .best_reply import find_best_reply
from .cards import Hand
from .estimate import Estimate
from .lance_table import lance_table
from .mus import weigh
from .seats import SEATS
from .standing import Standing

TRIED = 48  # hands near the line by a first look, weighed one by one
SHOWN = 16  # the nearest of them
LINE_SE = 0.01  # tantos


@dataclass(frozen=True, slots=True)
class NearLine:
    """A hand near the line.

    Attributes
    ----------
    hand : str
    paso : float
        What it is worth in paso, exactly.
    difference : Estimate
        Cutting minus mus.
    """

    hand: str
    paso: float
    difference: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"hand": self.hand, "paso": self.paso, **self.difference.to_dict()}


@dataclass(frozen=True, slots=True)
class CutLine:
    """Where the advice changes.

    Attributes
    ----------
    share : float
        Share of dealt hands with which to cut, the style's own discards kept.
    above, below : NearLine or None
        The hand just good enough to cut, and the one just not.
    near : tuple of NearLine
        The hands tried, from cut to mus.
    """

    share: float
    above: NearLine | None
    below: NearLine | None
    near: tuple[NearLine, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "share": self.share,
            "above": None if self.above is None else self.above.to_dict(),
            "below": None if self.below is None else self.below.to_dict(),
            "near": [hand.to_dict() for hand in self.near],
        }


def cut_line(standing: Standing) -> CutLine:
    """Return the line between cutting and mus for the seat of a question.

    All hands are sampled at once, then those nearest to the line one by one. Only the style, the
    rules and the seat count: what is known of the others' cards does not.

    Parameters
    ----------
    standing : Standing
        Of four players, in the first round.
    """
    asked, setup = standing.asked, standing.setup
    rules, seat, space = asked.rules, asked.place, asked.space
    reply = find_best_reply(
        SEATS[seat], rules, style=setup.style, seed=setup.seed, max_rounds=setup.max_rounds,
        first_hand=setup.first_hand,
    )  # fmt: skip
    table = lance_table(rules)
    worth = table.paso()[0 if setup.first_hand else seat] / table.deals
    plain = replace(setup, se=LINE_SE, seconds=None)
    near = []
    for h in np.argsort(np.abs(reply.gain), kind="stable")[:TRIED]:
        hand = Hand(tuple(space.deck.names[c] for c in space.cards[h]))
        there = Standing(replace(asked, hand=hand, partner=None), plain)
        near.append(NearLine(space.names[h], float(worth[h]), weigh(there).difference))
    near = sorted(near, key=lambda hand: abs(hand.difference.tantos))[:SHOWN]
    near.sort(key=lambda hand: -hand.difference.tantos)
    cut = [hand for hand in near if hand.difference.tantos >= 0]
    mus = [hand for hand in near if hand.difference.tantos < 0]
    return CutLine(reply.share, cut[-1] if cut else None, mus[0] if mus else None, tuple(near))
