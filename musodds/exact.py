"""Exact odds of one hand: the five lances, and what the hand is worth if all is passed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .cards import Hand
from .lance_table import lance_table
from .rules import DEFAULT_RULES, Rules
from .situation import Situation, ask
from .tally import FIELDS, deals_around, paso_by_lance

LANCE_NAMES = ("grande", "chica", "pares", "juego", "punto")


@dataclass(frozen=True, slots=True)
class Odds:
    """How a hand fares over all deals.

    Attributes
    ----------
    asked : Situation
    deals : int
        Deals counted: all ways to deal the hands that are not known.
    counts : dict of str to int
        By the names of `tally.FIELDS`; tantos are ours minus theirs, summed over deals.
    elapsed_s : float
    method : str
    """

    asked: Situation
    deals: int
    counts: dict[str, int]
    elapsed_s: float
    method: str = "exact"

    def _ratio(self, of: str, among: str | None = None) -> float | None:
        total = self.deals if among is None else self.counts[among]
        return float(Fraction(self.counts[of], total)) if total else None

    @property
    def lances(self) -> dict[str, dict[str, float | None]]:
        """Probabilities by lance, as in the JSON contract.

        ``win`` is over all deals and counts pares and juego that only our pair holds;
        ``contested``: both pairs hold it; ``punto.win``: punto is played and we win it. None
        stands for a chance given something that never happens.
        """
        lances: dict[str, dict[str, float | None]] = {
            lance: {"win": self._ratio(f"{lance}_win")} for lance in ("grande", "chica")
        }
        for lance in ("pares", "juego"):
            lances[lance] = {
                "win": self._ratio(f"{lance}_win"),
                "contested": self._ratio(f"{lance}_contested"),
                "win_if_contested": self._ratio(f"{lance}_win_contested", f"{lance}_contested"),
                "nobody": self._ratio(f"{lance}_nobody"),
            }
        lances["punto"] = {
            "win": self._ratio("punto_win"),
            "played": self._ratio("juego_nobody"),
            "win_if_played": self._ratio("punto_win", "juego_nobody"),
        }
        return lances

    @property
    def paso_by_lance(self) -> dict[str, float]:
        """Expected tantos, ours minus theirs, that each lance brings if every lance is passed."""
        counts = np.array([self.counts[field] for field in FIELDS], dtype=object)
        tantos = paso_by_lance(counts, self.deals)
        return {
            lance: float(Fraction(int(n), self.deals))
            for lance, n in zip(LANCE_NAMES, tantos, strict=True)
        }

    @property
    def paso_ev(self) -> float:
        """Expected tantos, ours minus theirs, if every lance is passed."""
        counts = np.array([self.counts[field] for field in FIELDS], dtype=object)
        return float(Fraction(int(paso_by_lance(counts, self.deals).sum()), self.deals))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.odds/1``."""
        return {
            "schema": "musodds.odds/1",
            **self.asked.to_dict(),
            "lances": self.lances,
            "paso_ev": self.paso_ev,
            "paso_by_lance": self.paso_by_lance,
            "method": self.method,
            "deals": self.deals,
            "seed": None,
            "elapsed_s": self.elapsed_s,
        }


def count_odds(asked: Situation) -> Odds:
    """Count the odds of a situation; see `odds`."""
    start = time.perf_counter()
    space, known = asked.space, asked.known
    if asked.partner is None:
        table = lance_table(asked.rules)
        counts, deals = table.counts[asked.place, known[asked.place]], table.deals
    else:
        from .counting import count_hand  # starts numba

        counts = count_hand(space, known, asked.place)
        deals = deals_around(space.deck.size, 2)
    named = {field: int(n) for field, n in zip(FIELDS, counts, strict=True)}
    return Odds(asked, deals, named, time.perf_counter() - start)


def odds(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
) -> Odds:
    """Count the odds of a hand against all deals.

    Parameters
    ----------
    hand : str or Hand
        Four cards as in `cards.parse_hand`.
    seat : str or int, default "mano"
        As in `seats.parse_seat`.
    rules : str or Rules, default "naipera"
    partner : str or Hand, optional
        The partner's hand, if it is known.

    Returns
    -------
    Odds
        Probabilities in [0, 1] and tantos (ours minus theirs); exact.

    Raises
    ------
    InputError
        If a hand, the seat or the rules cannot be read, or the deck does not hold the hands.

    Examples
    --------
    >>> found = odds("RR4A", seat="mano", rules="naipera")
    >>> round(found.lances["pares"]["win"], 5), round(found.paso_ev, 3)
    (0.8644, 1.073)
    """
    return count_odds(ask(hand, seat, rules, partner))
