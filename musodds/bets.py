"""One bet: what every answer brings, in tantos and in the chance of winning the game.

All four play a solved strategy; from the asker's turn on each of his actions is played out on the
same deals, drawn by what he knows. His decision heeds the score; the strategy does where one was
solved for it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .bet_answer import EQUITY_STYLE as EQUITY_STYLE
from .bet_answer import Action as Action
from .bet_answer import BetAdvice as BetAdvice
from .bet_answer import BetQuestion as BetQuestion
from .bet_answer import Thresholds as Thresholds
from .bet_checks import check_question, check_score
from .errors import InputError
from .estimate import Estimate
from .evidence import Evidence
from .grades import grade
from .hands import RANKING
from .lang import _, ngettext
from .notation import Act, Move
from .rules import Rules
from .setup import check_sample

if TYPE_CHECKING:
    from .equity import Equity
    from .solver.four.game import Game
    from .solver.four.rolled import Effort, Rolled
    from .solver.four.solution import Solution
    from .solver.four.strategy import Strategy


def pot_odds(stake: float, refused: float, ours: float = 0.0, theirs: float = 0.0) -> float:
    """Return the chance of winning a lance from which it pays, in tantos, to accept.

    Whoever loses the lance, or refuses, leaves the rivals their bonus.

    Parameters
    ----------
    stake : float
        Tantos that the lance pays once the bet is accepted.
    refused : float
        Tantos that refusing pays.
    ours, theirs : float
        Bonuses of pares or juego that either pair takes with the lance.

    Examples
    --------
    >>> pot_odds(2, 1), pot_odds(7, 2) == 5 / 14, pot_odds(22, 1) == 21 / 44
    (0.25, True, True)
    >>> pot_odds(2, 1, 1, 1) == pot_odds(3, 2) == 1 / 6
    True
    """
    return max(0.0, min(1.0, (stake - refused) / (2 * stake + ours + theirs)))


# ---------------------------------------------------------------- the question made ready


@cache
def solution_of(rules: Rules, style: str) -> Solution:
    """Return the solved strategy of a style, read once, under the rules asked for.

    A file serves rules to another target too.
    """
    from .solver.four.resolve import under
    from .strategies import find_strategy

    found = find_strategy(rules, style)
    return replace(found, strategy=under(found.strategy, rules))


def _with_pending(strategy: Strategy, question: BetQuestion) -> tuple[Any, list[tuple[int, int]]]:
    """Return the menu with all that was bet, and stakes of earlier lances that it had to add."""
    from .solver.four.asking import menu_for
    from .solver.four.said import ALL_IN, is_reachable

    menu, added = (
        menu_for(strategy.game.menu, question.history, question.size),
        list[tuple[int, int]](),
    )
    for lance, one in enumerate(question.pending):
        if one is None or not one.seats or one.stake == ALL_IN:
            continue
        if one.stake < strategy.game.rules.min_bet:
            continue  # `follow_said` tells
        if not is_reachable(strategy.game, lance, one):
            added.append((lance, one.stake))
            menu = menu_for(menu, (Move(Act.ENVIDO, one.stake),))
    return menu, added


def _prepare(
    known: Strategy, question: BetQuestion
) -> tuple[Strategy, list[tuple[int, tuple[int, ...]]]]:
    """Return the strategy with all that was bet on its menu, and the asked nodes by tree."""
    from .solver.four.said import lines_to
    from .solver.four.translate import suppose, translate

    menu, added = _with_pending(known, question)
    made = translate(known, menu)
    asked = list[tuple[int, tuple[int, ...]]]()
    for number, tree in enumerate(made.game.betting):
        lance, nodes = RANKING[tree.lance], tuple[int, ...]()
        if tree.lance == question.lance and tree.mask >> question.asked.place & 1:
            found = lines_to(tree, question.asked.place, question.history)
            nodes = tuple(node for _, node in found)
            asked.append((number, nodes))
        for earlier, stake in added:
            if lance == earlier:
                nodes += tuple(
                    to
                    for spot in tree.nodes
                    for move, to in zip(spot.moves, spot.to, strict=True)
                    if move.act is Act.ENVIDO and move.amount == stake
                )
        if made is not known and nodes:
            suppose(made, known.game.menu, number, *nodes)
    return made, asked


def _dealt(game: Game, question: BetQuestion) -> tuple[int, int] | None:
    """Return the score before the hand, ours-theirs; None where what is told does not settle it."""
    from .solver.four.said import paid_at_once

    if question.score is None:
        return None
    score = list(question.score)
    for lance, one in enumerate(question.pending):
        if one is not None and one.refused:
            paid = paid_at_once(game, lance, one)
            if len(paid) != 1:
                return None
            ((pair, tantos),) = paid
            score[(question.asked.place + pair) % 2] -= tantos
    return None if min(score) < 0 else (score[0], score[1])


def _solved(question: BetQuestion, dealt: tuple[int, int] | None) -> Strategy | None:
    """Return the strategy that was solved for the score before the hand, if there is one."""
    from .at_score import SOLVE, check_way, strategy_at

    check_way(question.at_score)
    if dealt is None:
        if question.at_score == SOLVE:
            raise InputError(
                _("--strategy-at-score solve without the score before the hand"),
                _("a score, and what refused bets have paid of it"),
                "--score 38-39 --strategy-at-score solve",
            )
        return None
    rules, score = question.asked.rules, dealt if question.asked.place % 2 == 0 else dealt[::-1]
    return strategy_at(rules, question.style, score, question.at_score)


def _cutters(strategy: Strategy, question: BetQuestion) -> tuple[int, ...]:
    """Return who may have cut by what was said of mus."""
    cutters, order = list(range(4)), strategy.mus.order.tolist()
    for seat, said in question.said:
        later = order[order.index(seat) + 1 :]
        cutters = [s for s in cutters if (s == seat if said == "cut" else s in later)]
    if question.cut is not None:
        cutters = [seat for seat in cutters if seat == question.cut]
    if not cutters:
        raise InputError(
            _("who cut: what was said leaves nobody"),
            _("one who cut, the last to speak"),
            "--cut mano",
        )
    return tuple(cutters)


def _known(strategy: Strategy, question: BetQuestion) -> Any:
    """Return what the asker knows, for the proposal."""
    from .solver.four.proposal import Known

    asked = question.asked
    seen = Evidence(asked) if question.seen is None else question.seen
    redraw = question.redraw
    for item in seen.items:
        if " drew=" in item.label or " said=" in item.label:  # the worlds are led through mus
            raise InputError(
                _("evidence '{label}'").format(label=item.label),
                _("BetQuestion.drew or .said"),
                "drew=((1, 2),)",
            )
    if question.drew:
        if redraw is False:
            raise InputError(_("--drew without a round of mus"), _("one of both"), "--cut mano:1")
        redraw = True
    hand = asked.known[asked.place]
    dead = seen.gone - asked.space.counts[hand]
    cutters, threw = _cutters(strategy, question), dict(question.drew)
    return Known(asked.place, hand, seen.likelihoods(), dead, cutters, redraw, threw)


# ---------------------------------------------------------------- the answer


def advise_bet(question: BetQuestion, deals: int | None = None, seed: int = 1) -> BetAdvice:
    """Say what every action at a bet brings.

    Parameters
    ----------
    question : BetQuestion
    deals : int, optional
        Deals to draw; by default until the standard errors are small: 0.3 % of the game, or 0.02
        tantos, or as many as can be had in about a second.
    seed : int
        The same seed gives the same answer whatever the number of threads.

    Returns
    -------
    BetAdvice

    Raises
    ------
    InputError
        If the hand does not play the lance, what was said cannot be, or nothing agrees with it.

    Examples
    --------
    >>> from musodds.pending import parse_facing
    >>> from musodds.situation import ask
    >>> said = parse_facing("mano ordago", 3)
    >>> question = BetQuestion(ask("7654", "postre"), "grande", said, score=(0, 39))
    >>> found = advise_bet(question)
    >>> found.advice, found.thresholds.game
    ('quiero', 0.0)
    """
    if deals is not None and deals < 1:
        raise InputError(
            ngettext("{deals} deal", "{deals} deals", deals).format(deals=deals),
            _("1 or more"),
            "--deals 100000",
        )
    check_sample(deals or 1, seed)
    from .solver.four.rolled import Effort

    return _advise(question, (), Effort(deals, seed))[0]


def advise_bet_at(
    question: BetQuestion, scores: Sequence[tuple[int, int]], effort: Effort
) -> list[BetAdvice]:
    """Say what every action brings in tantos, and then at some scores, all from the same deals.

    Parameters
    ----------
    question : BetQuestion
        Without a score.
    scores : sequence of tuple of int
        Ours and theirs.
    effort : Effort
        How many deals.

    Returns
    -------
    list of BetAdvice
        The first by tantos; then one a score, as `advise_bet` has it with that score, but for
        tantos, which are always those of hands played without one.

    Examples
    --------
    >>> from musodds.situation import ask
    >>> from musodds.solver.four.rolled import Effort
    >>> question = BetQuestion(ask("RRRR"), "grande")
    >>> plain, late = advise_bet_at(question, [(39, 20)], Effort(4096))
    >>> plain.action("paso").game, late.action("paso").game.tantos
    (None, 1.0)
    """
    if question.score is not None:
        raise InputError(
            _("a score in the question"), _("none, the scores beside it"), "score=None"
        )
    return _advise(question, scores, effort)


def _advise(
    question: BetQuestion, scores: Sequence[tuple[int, int]], effort: Effort
) -> list[BetAdvice]:
    from .equity_table import find_equity
    from .solver.four.proposal import propose
    from .solver.four.rolled import purse_of, roll_actions
    from .solver.four.rollout import GAME, PAYOFFS, TANTOS
    from .solver.four.said import follow_said

    start = time.perf_counter()
    asked_at = [question, *(replace(question, score=score) for score in scores)]
    check_question(question)
    for each in scores:
        check_score(question.asked.rules, each)
    asked, score = question.asked, question.score
    known = solution_of(asked.rules, question.style).strategy
    strategy, nodes = _prepare(known, question)
    dealt = _dealt(strategy.game, question)
    solved = _solved(question, dealt)
    if solved is not None:
        known = solved
        strategy, nodes = _prepare(known, question)
    heeded = score is not None or len(scores)
    equity: Equity | None = find_equity(asked.rules, EQUITY_STYLE) if heeded else None
    drawn = propose(strategy, _known(strategy, question))
    said = follow_said(
        strategy.game, asked.place, question.lance, question.history, question.pending
    )
    purse = purse_of(strategy.game, drawn[0], score, equity, scores)
    rolled = roll_actions(strategy, drawn, said, purse, effort)
    payoffs = [TANTOS if score is None else GAME, *(PAYOFFS + k for k in range(len(scores)))]
    solved_at = None if solved is None else dealt
    return [
        _Made(known, strategy, each, nodes, rolled, payoff).told(effort.seed, start, solved_at)
        for each, payoff in zip(asked_at, payoffs, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class _Made:
    """What was played out, to be told."""

    known: Strategy
    strategy: Strategy
    question: BetQuestion
    nodes: list[tuple[int, tuple[int, ...]]]
    rolled: Rolled
    payoff: int

    def told(self, seed: int, start: float, solved_at: tuple[int, int] | None) -> BetAdvice:
        """Return the answer."""
        rolled = self.rolled
        return BetAdvice(
            question=self.question,
            actions=self.actions(),
            p_win=Estimate(*rolled.p_win()),
            thresholds=self.thresholds(),
            reached=rolled.reached,
            slip=rolled.slip,
            deals=rolled.drawn,
            effective=rolled.effective,
            seed=seed,
            read_as=self.read_as(),
            elapsed_s=time.perf_counter() - start,
            solved_at=solved_at,
        )

    @cached_property
    def spots(self) -> list[tuple[int, int]]:
        """Tree and node of every place where the asker may be."""
        return [(tree, node) for tree, some in self.nodes for node in some]

    def actions(self) -> list[Action]:
        """Return the actions, best first."""
        from .solver.four.rollout import TANTOS

        rolled, scored = self.rolled, self.question.score is not None
        tantos, game = rolled.values(TANTOS), rolled.values(self.payoff)
        value = game[0].round(9)
        # where it is all one to the game, what is accepted is paid late, and may never be
        late = np.array([scored and name != "quiero" for name in rolled.actions])
        order = np.lexsort((-tantos[0], late, -value))
        losses, new = rolled.losses(self.payoff, order[0]), self._unknown()
        often, often_se = rolled.frequency(), rolled.frequency_errors()
        return [
            Action(
                name=rolled.actions[a],
                tantos=Estimate(float(tantos[0][a]), float(tantos[1][a])),
                game=Estimate(float(game[0][a]), float(game[1][a])) if scored else None,
                loss=Estimate(max(0.0, float(losses[0][a])), float(losses[1][a])),
                frequency=float(often[a]),
                frequency_se=float(often_se[a]),
                grade=grade(float(losses[0][a]), scored),
                rollout=rolled.actions[a] in new,
            )
            for a in order.tolist()
        ]

    def thresholds(self) -> Thresholds | None:
        """Return from when a bet is worth accepting, if one is faced."""
        from .solver.four.rolled import fates
        from .solver.four.rollout import WEIGHT, Sums

        if self.rolled.accept < 0:
            return None
        refuse = self.rolled.actions.index("no-quiero")

        def needed(sums: Sums) -> float | None:
            if not sums.head[WEIGHT] > 0:
                return None
            wins, loses = fates(sums, self.payoff)
            refused = sums.total[self.payoff, refuse] / sums.head[WEIGHT]
            low, high = min(wins, loses), max(wins, loses)
            if max(high, refused) - min(low, refused) < 1e-9:
                return None  # the bet changes nothing
            if refused <= low or refused >= high:
                return 0.0 if refused <= low else 1.0
            return float((refused - loses) / (wins - loses)) if wins > loses else None

        game, se = (None, 0.0) if self.question.score is None else self.rolled.estimate(needed)
        return Thresholds(*self._pot_odds(), game, None if game is None else se)

    def _pot_odds(self) -> tuple[float, float]:
        """Return the threshold in tantos, and its standard error."""
        from .solver.four.rolled import bonuses_of
        from .solver.four.rollout import Sums
        from .solver.four.tree import ORDAGO

        tree, node = self.spots[-1]
        betting = self.strategy.game.betting[tree]
        spot = betting.nodes[node]
        accepted = betting.ends[-1 - spot.to[[m.act for m in spot.moves].index(Act.QUIERO)]]
        at = node
        while at >= 0:
            at = betting.nodes[at].to[0]  # both refuse
        refused, ordago = betting.ends[-1 - at].stake, self.strategy.game.ordago

        def needed(sums: Sums) -> float | None:
            ours, theirs = bonuses_of(sums)
            if accepted.kind == ORDAGO:  # nothing else is paid for the lance then
                return pot_odds(ordago, refused + theirs)
            return pot_odds(accepted.stake, refused, ours, theirs)

        found, se = self.rolled.estimate(needed)
        return float(found or 0), se

    def _unknown(self) -> set[str]:
        """Return the actions that the strategy does not know."""
        from .solver.four.reading import word
        from .solver.four.translate import knows, line_to

        menu, found = self.known.game.menu, set[str]()
        for tree, node in self.spots if self.known is not self.strategy else ():
            betting = self.strategy.game.betting[tree]
            raises = sum(move.act is Act.MAS for move in line_to(betting, node))
            moves = betting.nodes[node].moves
            found |= {word(move) for move in moves if not knows(menu, move, raises)}
        return found

    def read_as(self) -> tuple[tuple[float, tuple[str, ...]], ...]:
        """Return as what the strategy reads what was said, where it does not know it."""
        from .solver.four.reading import word
        from .solver.four.translate import counterparts, line_to

        if self.known is self.strategy:
            return ()
        tree, node = self.spots[-1]
        old, new = self.known.game.betting[tree], self.strategy.game.betting[tree]
        game = self.known.game
        meant = counterparts(old, new, game.rules, game.ordago)[node]
        lines = {tuple(map(word, line_to(old, at))): p for at, p in meant.items()}
        if lines.keys() == {tuple(map(word, line_to(new, node)))}:
            return ()
        return tuple((p, line) for line, p in sorted(lines.items(), key=lambda item: -item[1]))
