"""All that the page says of a hand in a seat, as numbers: cut or mus, discards, bets."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...bets import BetAdvice, BetQuestion, advise_bet_at
from ...cards import Hand
from ...choice import Choice
from ...errors import InputError
from ...grades import GRADES, grade
from ...hands import hand_space
from ...jit import Arr
from ...lance_advice import Deal, lance_questions, lances_of
from ...lang import _, ngettext
from ...ranges import parse_range
from ...rules import Rules
from ...setup import Setup, check_sample, make_setup
from ...situation import Situation
from ...solved_choice import Goal, weigh_solved_at, why_not_solved
from ...solved_players import find_players
from ...solver.four.rolled import FEWEST, Effort
from ...standing import Standing
from .bands import Band, score_bands

ACTIONS = ("paso", "envido:2", "ordago", "no-quiero", "por-mi-no", "quiero", "mas:3")
FIRST = ACTIONS[:3]  # what may be said where all before passed
SLOTS = ("grande", "chica", "pares", "juego")  # punto has the place of juego
KINDS = ("first", "envido", "ordago")
NONE = 255  # no action, no discard
STEP = 2  # chunks of deals from one look at the standard error to the next
SURE = 5.0  # standard errors of cutting less mus that need no more deals
PASO_DEALS = 20_000  # where cutting must be ahead in paso too
LEAST = 256  # deals of a bet
MORE = 8  # times as many where too few of them come about
CHUNKS = 8  # of the deals of a bet; thresholds get their standard errors from their differences


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
    se: float = 0.008
    deals: int = 2048
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
            raise InputError(
                f"se {self.se}", _("0.0001 or more, in chances of the game"), "--se 0.008"
            )
        if self.deals < LEAST:
            raise InputError(
                ngettext("{deals} deal", "{deals} deals", self.deals).format(deals=self.deals),
                _("{least} or more").format(least=LEAST),
                "--deals 2048",
            )
        check_sample(self.deals, self.seed)
        if self.rules.deal == "mus":
            self.setup.check(self.rules)
        reason = why_not_solved(Situation(Hand(("R",) * 4), 0, self.rules), self.setup)
        if reason:
            raise InputError(
                _("rules '{rules}': {reason} not played out").format(
                    rules=self.rules.name, reason=_(reason)
                ),
                _("rules with a solved strategy"),
                "musodds report lookup --rules naipera -o mus.html",
            )
        if not self.hands:
            raise InputError(
                _("--range '{range}': no hand").format(range=self.within),
                _("some hands"),
                "--range juego",
            )


def hand_figures(wanted: Wanted, seat: int, hand: int) -> dict[str, Arr]:
    """Work out what the page says of a hand in a seat.

    Returns
    -------
    dict of str to ndarray of float64
        By name as in `mus_figures`, and as in `bet_figures` with a first axis of lances: grande,
        chica, pares, juego or punto; nan for a lance that the hand does not play.
    """
    asked = wanted.situation(hand, seat)
    standing, goal = Standing(asked, wanted.setup), Goal(wanted.se, STEP, SURE, PASO_DEALS)
    found = mus_figures(weigh_solved_at(standing, wanted.scores, goal))
    deal = Deal(wanted.bets)
    effort = Effort(wanted.deals, wanted.seed, -(-wanted.deals // CHUNKS))
    nothing = _no_bet(len(wanted.bands))
    for kind, name in enumerate(KINDS):
        rows = [nothing] * len(SLOTS)
        for lance in lances_of(asked):
            question = lance_questions(asked, lance, None, deal)[kind]
            told = bet_figures(_ask(question, wanted.scores, effort))
            rows[SLOTS.index(lance if lance in SLOTS else "juego")] = told or nothing
        for column in nothing:
            found[f"{name}_{column}"] = np.stack([row[column] for row in rows])
    return found


def _no_bet(bands: int) -> dict[str, Arr]:
    """Return the figures of a lance that the hand does not play."""
    many = ("act", "next", "loss", "loss_se", "need", "need_se")
    return (
        {name: np.full(bands, np.nan) for name in many}
        | {name: np.array(np.nan) for name in ("win", "win_se", "rare")}
        | {name: np.full(len(FIRST), np.nan) for name in ("often", "often_se")}
    )


def mus_figures(choices: list[Choice]) -> dict[str, Arr]:
    """Return cut or mus as numbers, a band each.

    Returns
    -------
    dict of str to ndarray of float64
        Shape (bands,): ``gap`` (cut less mus, in tantos in the first band, else in the chance of
        the game) and ``gap_se``; ``cut`` (1 where cutting is advised), ``equal`` (1 where it hardly
        matters), ``grade`` of the wrong one; ``keep`` and ``keep2``, masks of the best discard and
        of the next; ``loss2`` and ``loss2_se``, what the next loses. Shape (): ``agreed`` and
        ``agreed_se``, how often the others all say mus; ``unexpected``, 1 or 2 where the table
        never cuts, or never says mus, with the hand.
    """
    rows = [_mus_row(choice) for choice in choices]
    first = choices[0]
    return {name: np.array([row[name] for row in rows], float) for name in rows[0]} | {
        "agreed": np.array(first.p_agreed),
        "agreed_se": np.array(first.p_agreed_se, float),
        "unexpected": np.array(("", "cut", "mus").index(first.unexpected), float),
    }


def _mus_row(choice: Choice) -> dict[str, float]:
    gap, se = choice.difference.decisive
    best, *others = choice.discards
    loss2, loss2_se = others[0].loss.decisive if others else (0.0, 0.0)
    lost = grade(abs(gap), "game" in choice.cut.to_dict())
    return {
        "gap": gap,
        "gap_se": se,
        "cut": choice.advice == "cut",
        "equal": choice.is_close or lost == "none",
        "grade": GRADES.index(lost),
        "keep": best.mask,
        "keep2": others[0].mask if others else NONE,
        "loss2": max(0.0, loss2),
        "loss2_se": loss2_se,
    }


def bet_figures(found: list[BetAdvice]) -> dict[str, Arr]:
    """Return a decision in a lance as numbers, a band each; nan where there is none.

    Returns
    -------
    dict of str to ndarray of float64
        Shape (bands,): ``act``, what is advised, as a place in `ACTIONS`; ``next``, the next best;
        ``loss`` and ``loss_se``, what that loses; ``need`` and ``need_se``, from what chance of
        winning the lance on to accept (no chance and an error of 0 where it is all one; neither
        where the deals cannot tell). Shape (): ``win`` and ``win_se``, that chance; ``rare``, 1
        where the strategy hardly ever bets so. Shape (3,): ``often`` and ``often_se``, how often
        the strategy takes each action of `FIRST`.
    """
    if not found:
        return {}
    rows, first = [_bet_row(one) for one in found], found[0]
    often = {action.name: (action.frequency, action.frequency_se) for action in first.actions}
    told = [often.get(name, (np.nan, np.nan)) for name in FIRST]
    return {name: np.array([row[name] for row in rows], float) for name in rows[0]} | {
        "win": np.array(first.p_win.tantos),
        "win_se": np.array(first.p_win.se),
        "rare": np.array(first.rare, float),
        "often": np.array([p for p, _ in told]),
        "often_se": np.array([se for _, se in told]),
    }


def _bet_row(found: BetAdvice) -> dict[str, float]:
    needs, scored = found.thresholds, found.question.score is not None
    need: tuple[float | None, float | None] = (None, None)
    if needs is not None:
        need = (needs.game, needs.game_se) if scored else (needs.tantos, needs.tantos_se)
    overruled = found.advice != found.actions[0].name
    after = None if overruled or len(found.actions) < 2 else found.actions[1]
    return {
        "act": ACTIONS.index(found.advice),
        "next": NONE if after is None else ACTIONS.index(after.name),
        "loss": np.nan if after is None else after.loss.tantos,
        "loss_se": np.nan if after is None else after.loss.se,
        "need": np.nan if need[0] is None or not np.isfinite(need[1] or 0.0) else need[0],
        "need_se": 0.0 if need[1] is None else need[1],
    }


def _ask(
    question: BetQuestion | None, scores: list[tuple[int, int]], effort: Effort
) -> list[BetAdvice]:
    """Return the answers; none where even many deals hardly tell."""
    if question is None:
        return []
    for times in (1, MORE):
        drawn = replace(effort, deals=(effort.deals or 0) * times, chunk=effort.chunk * times)
        try:
            found = advise_bet_at(question, scores, drawn)
        except InputError:  # nobody came to speak so
            continue
        if found[0].effective >= FEWEST:
            return found
    return []
