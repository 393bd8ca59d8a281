"""The five-card mus of the meseta: which card to throw.

Five cards are dealt, each player throws one and there is no mus (seed of the early 19th century).
Everybody keeps the four cards that bring most tantos in paso for his seat, among four-card hands
dealt at random. The caballo de bastos and the sota de oros are wild: the sources do not say how,
so here a wild card stands, lance by lance, for whatever rank is best for its holder there.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from .cards import Hand
from .crowd import kept_values, sample_crowd
from .estimate import Estimate
from .setup import Setup
from .situation import Situation
from .tally import FIELDS

FIVE = 5


@dataclass(frozen=True, slots=True)
class Throw:
    """One card thrown of five.

    Attributes
    ----------
    throw, keep : str
        As typed.
    tantos : Estimate
        Ours minus theirs with every lance passed.
    lances : dict of str to float
        Chance to win each lance.
    """

    throw: str
    keep: str
    tantos: Estimate
    lances: dict[str, float]


@dataclass(frozen=True, slots=True)
class FiveCards:
    """Which of five cards to throw, the best first.

    Attributes
    ----------
    asked : Situation
        With a hand of five cards.
    setup : Setup
    throws : tuple of Throw
    deals : int
    elapsed_s : float
    """

    asked: Situation
    setup: Setup
    throws: tuple[Throw, ...]
    deals: int
    elapsed_s: float

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.discard/1``."""
        return {
            "schema": "musodds.discard/1",
            **self.asked.to_dict(),
            "discards": [
                {"keep": t.keep, "throw": t.throw, **t.tantos.to_dict(), "lances": t.lances}
                for t in self.throws
            ],
            "payoff": "paso",
            "method": "monte-carlo",
            "deals": self.deals,
            "seed": self.setup.seed,
            "elapsed_s": self.elapsed_s,
        }


def throw_one(asked: Situation, setup: Setup) -> FiveCards:
    """Say which of five cards to throw.

    Parameters
    ----------
    asked : Situation
        With a hand of five cards, as ``ask(..., size=5)`` reads it.
    setup : Setup
        Deals and seed.

    Returns
    -------
    FiveCards
    """
    start = time.perf_counter()
    space, cards = asked.space, asked.cards
    # equal cards thrown leave the same hand: one of them is enough
    kept = {space.index(Hand(tuple(cards[:i] + cards[i + 1 :]))): i for i in range(FIVE)}
    gone = np.bincount(asked.rules.deck().classes_of(asked.hand), minlength=len(space.deck.classes))
    sums, deals = sample_crowd(
        space, asked.place, list(kept), asked.ours,
        gone=gone, values=kept_values(asked), deals=setup.deals, seed=setup.seed,
    )  # fmt: skip
    wins = {lance: FIELDS.index(f"{lance}_win") for lance in ("grande", "chica", "pares", "juego")}
    throws = [
        Throw(
            cards[i],
            "".join(cards[:i] + cards[i + 1 :]),
            Estimate.of(deals, int(row[-2]), int(row[-1])),
            {lance: float(row[field] / deals) for lance, field in wins.items()},
        )
        for i, row in zip(kept.values(), sums, strict=True)
    ]
    best_first = tuple(sorted(throws, key=lambda t: -t.tantos.tantos))
    return FiveCards(asked, setup, best_first, deals, time.perf_counter() - start)
