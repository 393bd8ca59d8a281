"""All that the page says of a hand in a seat, as numbers: cut or mus, discards, bets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...bets import BetAdvice, BetQuestion, advise_bet_at
from ...cards import Hand
from ...choice import Choice
from ...errors import InputError
from ...grades import GRADES, grade
from ...hands import hand_space
from ...jit import Arr
from ...lance_advice import Deal, lance_questions, lances_of
from ...ranges import parse_range
from ...rules import Rules
from ...setup import Setup, make_setup
from ...situation import Situation
from ...solved_choice import Goal, weigh_solved_at, why_not_solved
from ...solved_players import find_players
from ...solver.four.rolled import Effort
from ...standing import Standing
from .bands import Band, score_bands

ACTIONS = ("paso", "envido:2", "ordago", "no-quiero", "por-mi-no", "quiero", "mas:3")
FIRST = ACTIONS[:3]  # what may be said where all before passed
LANCES = 4
NONE = 255  # no action, no discard
STEP = 2  # chunks of deals from one look at the standard error to the next
CHUNK = 256  # deals of a bet by whose differences thresholds get their standard error


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page is to hold, and how exactly.

    Attributes
    ----------
    rules : Rules
    within : str, optional
        The hands with advice, in the grammar of `ranges`; all by default.
    se : float
        Standard error of cutting less mus at which to stop, in the chance of winning the game.
    deals : int
        Of each question about a bet.
    seed : int
    """

    rules: Rules
    within: str | None = None
    se: float = 0.004
    deals: int = 4096
    seed: int = 1

    @property
    def setup(self) -> Setup:
        """How the others cut and discard."""
        return make_setup(seed=self.seed)

    @property
    def bands(self) -> tuple[Band, ...]:
        """Tantos alone, and the bands of scores."""
        return score_bands(self.rules.target)

    @property
    def scores(self) -> list[tuple[int, int]]:
        """The scores of the bands."""
        return [band.score for band in self.bands if band.score is not None]

    @property
    def bets(self) -> str:
        """The solved style by which everybody bets."""
        return find_players(self.rules, self.setup.style).bets

    @property
    def hands(self) -> list[int]:
        """The hands with advice, as the hand space numbers them."""
        space = hand_space(self.rules)
        if self.within is None:
            return list(range(len(space)))
        return [int(hand) for hand in np.flatnonzero(parse_range(self.within, space))]

    def situation(self, hand: int, seat: int) -> Situation:
        """Return a hand in a seat as a question."""
        space = hand_space(self.rules)
        cards = Hand(tuple(space.deck.names[c] for c in space.cards[hand]))
        return Situation(cards, seat, self.rules)

    def check(self) -> None:
        """Refuse what cannot be answered.

        Raises
        ------
        InputError
            If a number makes no sense, or no strategy is kept to play these rules by.
        """
        if not 1e-4 <= self.se < 1:
            raise InputError(f"se {self.se}", "0.0001 or more, in chances of the game", "--se 0.004")
        if self.deals < 2 * CHUNK:
            raise InputError(f"{self.deals} deals", f"{2 * CHUNK} or more", "--deals 4096")
        if self.rules.deal == "mus":
            self.setup.check(self.rules)
        reason = why_not_solved(Situation(Hand(("R",) * 4), 0, self.rules), self.setup)
        if reason:
            raise InputError(
                f"rules '{self.rules.name}': {reason} not played out",
                "rules with a solved strategy", "musodds report lookup --rules naipera -o mus.html",
            )  # fmt: skip
        if not self.hands:
            raise InputError(f"--range '{self.within}': no hand", "some hands", "--range juego")


def hand_figures(wanted: Wanted, seat: int, hand: int) -> dict[str, Arr]:
    """Work out what the page says of a hand in a seat.

    Returns
    -------
    dict of str to ndarray of float64
        By name as in `mus_figures`, and as in `bet_figures` with a first axis of lances: grande,
        chica, pares, juego or punto; nan for a lance that the hand does not play.
    """
    asked = wanted.situation(hand, seat)
    standing = Standing(asked, wanted.setup)
    found = mus_figures(weigh_solved_at(standing, wanted.scores, Goal(wanted.se, STEP)))
    deal, effort = Deal(wanted.bets), Effort(wanted.deals, wanted.seed, CHUNK)
    lances = lances_of(asked)
    for kind, name in enumerate(("first", "envido", "ordago")):
        rows: list[dict[str, Arr] | None] = []
        for slot in (("grande",), ("chica",), ("pares",), ("juego", "punto")):
            lance = next((lance for lance in lances if lance in slot), None)
            question = None if lance is None else lance_questions(asked, lance, None, deal)[kind]
            rows.append(bet_figures(_ask(question, wanted.scores, effort)))
        for column in rows[0] or {}:
            found[f"{name}_{column}"] = np.stack([row[column] for row in rows if row is not None])
    return found


def _ask(
    question: BetQuestion | None, scores: list[tuple[int, int]], effort: Effort
) -> list[BetAdvice]:
    try:
        return [] if question is None else advise_bet_at(question, scores, effort)
    except InputError:  # nobody comes to speak so
        return []
