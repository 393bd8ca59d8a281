"""Pedrete: 7-6-5-4 sung before the cut for one tanto and four new cards, a house rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, prod
from typing import Any

import numpy as np

from .cards import Deck
from .exact import count_odds
from .hands import HandSpace
from .seats import partner_of
from .situation import Situation
from .tally import deals_around, paso_by_lance

PEDRETE = "7654"


@dataclass(frozen=True, slots=True)
class Pedrete:
    """Singing compared with keeping the hand, in expected tantos (ours minus theirs) in paso.

    Attributes
    ----------
    sung : float
        One tanto and what the four new cards bring; exact, over all deals of the cards that are
        not thrown. That others may sing too is left out.
    kept : float
        What the hand brings as it is; exact.
    """

    sung: float
    kept: float

    def to_dict(self) -> dict[str, float]:
        """Return the JSON form."""
        return {"sung": self.sung, "kept": self.kept}


def pedrete_key(pedrete: Pedrete | None) -> dict[str, Any]:
    """Return the key that answers about a pedrete have, and no others."""
    return {} if pedrete is None else {"pedrete": pedrete.to_dict()}


def sing(asked: Situation) -> Pedrete | None:
    """Compare singing with keeping; None if the hand is no pedrete or the rules have none.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.situation import ask
    >>> worth = sing(ask("7654", "mano", load_rules("naipera", ["pedrete=true"])))
    >>> round(worth.sung, 3), round(worth.kept, 3)
    (1.151, -2.179)
    >>> sing(ask("7654", "mano")) is None
    True
    """
    space, hand = asked.space, asked.known[asked.place]
    if not asked.rules.pedrete or hand != space.index(PEDRETE):
        return None
    left = space.deck.copies - space.counts[hand]
    classes = (replace(c, copies=int(n)) for c, n in zip(space.deck.classes, left, strict=True))
    rules, rest = asked.rules, Deck(tuple(classes), space.deck.stands_for)
    new = HandSpace(rest, rules.real, rules.real_pays, rules.quads)
    kept = count_odds(asked).paso_ev
    return None if kept is None else Pedrete(1 + float(_mean(new, asked)), kept)


def _mean(space: HandSpace, asked: Situation) -> Fraction:
    """Return the mean tantos in paso over all deals of a deck, the partner's hand aside."""
    from .counting import count_hand, count_table  # starts numba

    place, size = asked.place, space.deck.size
    if asked.partner is None:
        deals, weights = deals_around(size, 1), space.weights.tolist()
        tantos = paso_by_lance(count_table(space), deals).sum(0)[place].tolist()
    else:
        partner, deals = space.index(asked.partner), deals_around(size, 2)
        left = (space.deck.copies - space.counts[partner]).tolist()
        weights = [prod(map(comb, left, row)) for row in space.counts.tolist()]
        tantos, known = [0] * len(space), [-1] * 4
        known[partner_of(place)] = partner
        for hand in np.flatnonzero(weights).tolist():
            known[place] = hand
            tantos[hand] = int(paso_by_lance(count_hand(space, known, place), deals).sum())
    total = sum(w * n for w, n in zip(weights, tantos, strict=True))
    return Fraction(total, sum(weights) * deals)
