"""The five-card mus of the meseta, and sampled odds at large tables.

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
from .crowd import sample_crowd
from .estimate import Estimate
from .jit import Arr
from .lance_table import lance_table
from .setup import Setup
from .situation import Situation
from .tally import FIELDS

FIVE = 5


def _values(asked: Situation) -> Arr | None:
    """Return what each seat's hands are worth when it throws one of five cards."""
    if asked.rules.deal != "five":
        return None
    table = lance_table(asked.rules)
    seats = [min(seat, 3) for seat in range(asked.players)]
    return np.asarray(table.paso()[seats] / table.deals)


def sample_odds(asked: Situation, deals: int, seed: int) -> tuple[Arr, int]:
    """Sample the odds of four cards at any table.

    Returns
    -------
    sums : ndarray of int64, shape (15,)
        The `tally.FIELDS`, the tantos and their squares, summed over deals.
    deals : int
    """
    space, hand = asked.space, asked.known[asked.place]
    sums, sampled = sample_crowd(
        space, asked.place, [hand], asked.ours,
        gone=space.counts[hand], values=_values(asked), deals=deals, seed=seed,
    )  # fmt: skip
    return np.asarray(sums[0]), sampled


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
        gone=gone, values=_values(asked), deals=setup.deals, seed=setup.seed,
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
