"""Odds of one hand: the five lances, and what the hand is worth if all is passed.

Exact for four players, for one against one and for three each for himself; sampled, with standard
errors, at larger tables and where five cards are dealt.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .cards import Hand
from .errors import InputError
from .hands import LANCE_NAMES
from .lance_table import lance_table
from .lang import _
from .rules import DEFAULT_RULES, Rules
from .setup import DEFAULT_SAMPLE, check_sample
from .situation import Situation, ask
from .tally import FIELDS, deals_around, paso_by_lance

if TYPE_CHECKING:
    from .evidence import Evidence, Item
    from .joint_odds import JointOdds


@dataclass(frozen=True, slots=True)
class Odds:
    """How a hand fares over all deals.

    Attributes
    ----------
    asked : Situation
    deals : float
        Deals counted: all ways to deal the hands that are not known. Under evidence that is
        weighted, deals times likelihoods; whole numbers otherwise.
    counts : dict of str to float
        By the names of `tally.FIELDS`; tantos are ours minus theirs, summed over deals.
    elapsed_s : float
    squares : int, optional
        Sum of the squared tantos in paso over sampled deals; None if all deals were counted.
    seed : int, optional
        Of the sampled deals.
    evidence : Evidence, optional
        What has been seen of the other seats.
    joint : JointOdds, optional
        What each seat holds and who wins what together, where that was asked for.
    """

    asked: Situation
    deals: float
    counts: dict[str, float]
    elapsed_s: float
    squares: int | None = None
    seed: int | None = None
    evidence: Evidence | None = None
    joint: JointOdds | None = None

    @property
    def method(self) -> str:
        """``exact`` or ``monte-carlo``."""
        return "exact" if self.squares is None else "monte-carlo"

    def _ratio(self, of: str, among: str | None = None) -> float | None:
        total = self.deals if among is None else self.counts[among]
        return self.counts[of] / total if total else None

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
    def se(self) -> dict[str, Any] | None:
        """Standard errors of `lances` and of ``paso_ev``, in the same form; None if exact."""
        if self.squares is None:
            return None
        among = {"win_if_contested": "contested", "win_if_played": "played"}
        errors: dict[str, Any] = {}
        for lance, chances in self.lances.items():
            errors[lance] = {}
            for name, p in chances.items():
                n = self.deals * ((chances[among[name]] or 0) if name in among else 1)
                errors[lance][name] = None if p is None else sqrt(p * (1 - p) / n)
        if self.paso_ev is not None:
            errors["paso_ev"] = sqrt((self.squares / self.deals - self.paso_ev**2) / self.deals)
        return errors

    def _paso(self) -> npt.NDArray[Any]:
        counts = np.array([self.counts[field] for field in FIELDS], dtype=object)
        return paso_by_lance(counts, self.deals)

    @property
    def paso_by_lance(self) -> dict[str, float] | None:
        """Expected tantos that each lance brings if every lance is passed.

        Ours minus theirs; None where everybody plays for himself: no source says who pays.
        """
        if self.asked.solo:
            return None
        return {
            lance: float(n / self.deals) for lance, n in zip(LANCE_NAMES, self._paso(), strict=True)
        }

    @property
    def paso_ev(self) -> float | None:
        """Expected tantos, ours minus theirs, if every lance is passed; None as above."""
        if self.asked.solo:
            return None
        return float(self._paso().sum() / self.deals)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.odds/1``."""
        return {
            "schema": "musodds.odds/1",
            **self.asked.to_dict(),
            "lances": self.lances,
            "paso_ev": self.paso_ev,
            "paso_by_lance": self.paso_by_lance,
            "se": self.se,
            "method": self.method,
            "deals": self.deals,
            "seed": self.seed,
            "elapsed_s": self.elapsed_s,
            **({} if self.evidence is None else self.evidence.to_dict()),
            **({} if self.joint is None else self.joint.to_dict()),
        }


def _count(asked: Situation) -> tuple[npt.NDArray[np.int64], int]:
    """Count all deals: the `tally.FIELDS`, and how many deals there are."""
    space, known = asked.space, asked.known
    if asked.players < 4:
        from .few import count_few

        return count_few(space, known[asked.place], asked.place, asked.players)
    if asked.partner is None:
        table = lance_table(asked.rules)
        return table.counts[asked.place, known[asked.place]], table.deals
    from .counting import count_hand  # starts numba

    return count_hand(space, known, asked.place), deals_around(space.deck.size, 2)


def _count_joint(asked: Situation, evidence: Evidence, start: float) -> Odds:
    """Count everything at once, under evidence or without."""
    from .joint_odds import joint_odds  # starts numba

    if not is_countable(asked) or asked.players != 4:
        raise InputError(
            _("evidence at this table"), _("four players in pairs, four cards"), "odds RRCA"
        )
    hand, place = asked.known[asked.place], asked.place
    joint = joint_odds(asked.space, hand, place, evidence.likelihoods(), evidence.gone)
    kind = int if joint.is_hard else float
    counts = {field: kind(n) for field, n in joint.fields().items()}
    elapsed = time.perf_counter() - start
    return Odds(asked, kind(joint.weight), counts, elapsed, evidence=evidence, joint=joint)


def count_odds(
    asked: Situation,
    deals: int = DEFAULT_SAMPLE,
    seed: int = 1,
    evidence: Evidence | None = None,
) -> Odds:
    """Count or sample the odds of a situation, perhaps under evidence; see `odds`."""
    start = time.perf_counter()
    if evidence is not None:
        return _count_joint(asked, evidence, start)
    check_sample(deals, seed)
    squares = None
    if is_countable(asked):
        sums, counted = _count(asked)
    else:
        from .crowd import sample_odds  # starts numba

        sums, counted = sample_odds(asked, deals, seed)
        squares = int(sums[-1])
    named: dict[str, float] = {field: int(n) for field, n in zip(FIELDS, sums, strict=False)}
    elapsed = time.perf_counter() - start
    return Odds(asked, counted, named, elapsed, squares, None if squares is None else seed)


def explain(found: Odds) -> list[tuple[Item, Odds]]:
    """Return for each piece of evidence the odds as if it had not been seen.

    Parameters
    ----------
    found : Odds
        Counted under evidence.
    """
    seen = found.evidence
    if seen is None:
        return []
    return [(item, count_odds(found.asked, evidence=seen.without(item))) for item in seen.items]


def is_countable(asked: Situation) -> bool:
    """Return whether the odds are counted exactly, and not sampled."""
    pairs = asked.players == 4 and not asked.solo
    return asked.rules.deal == "mus" and (pairs or asked.players < 4)


def odds(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
    players: int = 4,
    solo: bool = False,
    deals: int = DEFAULT_SAMPLE,
    seed: int = 1,
    **seen: Any,
) -> Odds:
    """Count the odds of a hand against all deals, or those that agree with what was seen.

    Parameters
    ----------
    hand : str or Hand
        Four cards as in `cards.parse_hand`.
    seat : str or int, default "mano"
        As in `seats.parse_seat`.
    rules : str or Rules, default "naipera"
    partner : str or Hand, optional
        The partner's hand, if it is known.
    players : int, default 4
        2, 4 or 6 in two camps, or 3 to 8 each for himself.
    solo : bool, default False
        Everybody for himself.
    deals, seed : int
        For odds that are sampled: more than four players, four each for himself, five cards.
    **seen
        What has been seen of the other seats, as in `clues.gather_evidence`: ``pares``,
        ``juego``, ``punto``, ``sena``, ``no_sena``, ``drew``, ``said``, ``range``, ``holds``,
        ``known``, ``dead``, ``style``.

    Returns
    -------
    Odds
        Probabilities in [0, 1] and tantos (ours minus theirs).

    Raises
    ------
    InputError
        If a hand, the seat or the rules cannot be read, or the deck does not hold the hands.

    Examples
    --------
    >>> found = odds("RR4A", seat="mano", rules="naipera")
    >>> round(found.lances["pares"]["win"], 5), round(found.paso_ev, 3)
    (0.8644, 1.073)
    >>> round(odds("RR4A", pares=["segundo=si"], juego=["postre=no"]).lances["pares"]["win"], 4)
    0.8174
    """
    asked = ask(hand, seat, rules, partner, players, solo)
    if not seen:
        return count_odds(asked, deals, seed)
    from .clues import gather_evidence

    return count_odds(asked, evidence=gather_evidence(asked, **seen))
