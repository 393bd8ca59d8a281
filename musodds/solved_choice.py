"""Cut or mus with bets that are played out as solved: in tantos, and in the chance of the game.

The style says who cuts. A style for which a strategy is kept is played whole by that strategy; of
any other one the cuts and the discards are its own, and the bets those of the usual table.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .at_score import NEVER
from .choice import Choice, Discard, Option
from .errors import InputError
from .estimate import Estimate, Worth
from .grades import grade
from .jit import Arr
from .lang import N_, _
from .mus import FEW_AGREED, RACE, TooFewAgreed, never_agreed, weigh
from .rules import Rules
from .setup import DEFAULT_DEALS, DEFAULT_ESTIMATOR, Setup
from .situation import Situation
from .solved_players import Players, bets_by_rule, find_players, has_players, players_at
from .standing import Standing, masks_to_try

if TYPE_CHECKING:
    from .solver.four.opening import Opened, Table
    from .solver.four.proposal import Known
    from .solver.four.strategy import Strategy

DEALS = 49_152  # unless another number is asked for
MOST_SURE = 0.99  # chance to cut of a partner whom one need not ask
PILOT = 8  # chunks of deals on which every discard is tried
_BY_ESTIMATOR = {
    "plain": N_("estimator 'plain' is"),
    "stratified": N_("estimator 'stratified' is"),
    "control": N_("estimator 'control' is"),
    "both": N_("estimator 'both' is"),
}
LATER_ROUND = N_("a later round of mus is")
PARTNER_CUTS = N_("a hand whose partner cuts anyway is")
STEP = 16  # chunks from one look at the standard error to the next


def partner_cuts(standing: Standing) -> bool:
    """Return whether the partner's hand is known, and surely cuts after the asker has said mus."""
    from .flow import spoken_before
    from .solver.four.proposal import cut_chances

    asked, partner = standing.asked, (standing.asked.place + 2) % 4
    if asked.partner is None or partner in spoken_before(asked.rules, asked.place):
        return False
    strategy = find_players(asked.rules, standing.setup.style).strategy
    chances = cut_chances(strategy, 0, partner)[strategy.game.number]
    return float(chances[asked.known[partner]]) > MOST_SURE


class Goal(NamedTuple):
    """When to stop besides what the setup says, for the many hands of a table.

    ``game_se`` is the standard error of cutting less mus in the chance of winning the game; looked
    at after every ``step`` chunks of deals. A hand that is ahead by ``sure`` of its standard errors
    needs no more. Where cutting must be ahead in paso too, ``paso_deals`` tell.
    """

    game_se: float | None = None
    step: int = 4
    sure: float = float("inf")
    paso_deals: int = DEFAULT_DEALS


NO_GOAL = Goal(None, 0)


def why_not_solved(asked: Situation, setup: Setup) -> str:
    """Return why bets are not played out here, as the subject of a sentence; empty if they are."""
    if asked.players != 4 or asked.solo:
        return N_("a table of other than four is")
    if asked.rules.deal != "mus" or asked.rules.pedrete:
        five = N_("a game of five cards is")
        return N_("a game with pedretes is") if asked.rules.pedrete else five
    if setup.first_hand:
        return N_("a first hand of mus corrido is")
    if setup.estimator != DEFAULT_ESTIMATOR:
        return _BY_ESTIMATOR[setup.estimator]
    style = setup.style
    if bets_by_rule(asked.rules, style):
        return N_("a style that bets by rule is")
    found = style.solved or has_players(asked.rules, style)
    return "" if found else N_("a game without a solved strategy is")


# ---------------------------------------------------------------- the decision


def _known(standing: Standing, players: Players) -> tuple[Known, float]:
    """Return what the asker knows, what was said of mus in it; and how often his hand cuts."""
    from .evidence import Evidence
    from .flow import spoken_before
    from .solver.four.proposal import Known, cut_chances

    asked, strategy = standing.asked, players.strategy
    seen = standing.seen or Evidence(asked)
    like, number = seen.likelihoods().copy(), strategy.game.number
    told = {item.seats for item in seen.items if " said=" in item.label}
    for seat in spoken_before(asked.rules, asked.place):
        if (seat,) not in told and asked.known[seat] < 0:  # a known hand has spoken as it has
            like[seat] *= 1 - cut_chances(strategy, 0, seat)[number]
    hand = asked.known[asked.place]
    dead = seen.gone - asked.space.counts[hand]
    own = float(cut_chances(strategy, 0, asked.place)[number[hand]])
    return Known(asked.place, hand, like, dead, redraw=False), own


def _table(
    standing: Standing,
    players: Players,
    score: tuple[int, int] | None,
    fooled: bool,
    more: Sequence[tuple[int, int]],
) -> tuple[Table, float]:
    """Return who plays, and how often the strategy cuts with the asker's hand."""
    from .equity_table import find_equity
    from .solver.four.opening import SURE, Table
    from .solver.four.proposal import propose
    from .solver.four.rolled import purse_of

    asked, made = standing.asked, players.strategy
    mus = made.mus._replace(rounds=np.int64(standing.setup.max_rounds))
    made = replace(made, mus=mus)
    known, own = _known(standing, players)
    drawn, _ = propose(made, known)
    heeded = score is not None or len(more)
    equity = find_equity(asked.rules, "usual") if heeded else None
    purse = purse_of(made.game, drawn, score, equity, more)
    return Table(made, drawn, purse, fooled or own < SURE), own


def _enough(opened: Opened, setup: Setup, goal: Goal, start: float) -> bool:
    """Return whether a goal that was set has been reached."""
    from .solver.four.rollout import GAME, PAYOFFS, TANTOS

    if goal.game_se is not None:
        payoffs = range(PAYOFFS, len(opened.all.rows.total[0])) or [GAME]
        found = [opened.chosen(each, each)[1] for each in payoffs]
        return all(se <= goal.game_se or abs(gap) > goal.sure * se for gap, se in found)
    if setup.se is not None:
        (_, _), (_, se) = opened.chosen(TANTOS, TANTOS)
        return se <= setup.se
    return setup.seconds is not None and time.perf_counter() - start >= setup.seconds


def _sample(table: Table, masks: Sequence[int], setup: Setup, goal: Goal) -> tuple[Opened, Opened]:
    """Play all discards on some deals, and those that may be best on more; return both."""
    from .solver.four.opening import CHUNK, join, open_chunks
    from .solver.four.rollout import GAME, PAYOFFS, TANTOS

    start, further = time.perf_counter(), range(PAYOFFS, PAYOFFS + len(table.purse.more))
    payoffs = [GAME if table.purse.scored else TANTOS, *further]
    asked_for = setup.has_goal or setup.deals != DEFAULT_DEALS
    # chunks of half the size that the setup counts in
    total = max(2 * PILOT, setup.chunks * 2) if asked_for else DEALS // CHUNK
    first = goal.step or PILOT
    pilot = open_chunks(table, masks, setup.seed, range(first))
    if pilot.agreed.effective < 2:
        _check_agreed(pilot, setup, first * CHUNK)
    could = {a for payoff in payoffs for a in pilot.could_be_best(payoff, RACE)}
    left = [masks[a - 1] for a in sorted(could)]
    main, done = None, first
    while done < total:
        step = min(goal.step or (STEP if setup.has_goal else total), total - done)
        part = open_chunks(table, left, setup.seed, range(done, done + step))
        main = part if main is None else join(main, part)
        done += step
        if _enough(main, setup, goal, start):
            break
    assert main is not None
    return pilot, main


def _worth(tantos: tuple[float, float], game: tuple[float, float], scored: bool) -> Estimate:
    pair = [float(x) for x in tantos]
    return Worth(*pair, *(float(x) for x in game)) if scored else Estimate(*pair)


class _Read:
    """What deals said, as estimates, decided by one payoff."""

    def __init__(self, decided_by: int) -> None:
        from .solver.four.rollout import GAME, TANTOS

        self.scored, self.decided_by = decided_by != TANTOS, decided_by
        self.payoffs = (TANTOS, decided_by if self.scored else GAME)

    def value(self, opened: Opened, action: int, agreed: bool) -> Estimate:
        rolled = opened.agreed if agreed else opened.all
        pairs = [tuple(x[action] for x in rolled.values(payoff)) for payoff in self.payoffs]
        return _worth(pairs[0], pairs[1], self.scored)

    def loss(self, opened: Opened, best: int, action: int, agreed: bool) -> Estimate:
        rolled = opened.agreed if agreed else opened.all
        pairs = [tuple(x[action] for x in rolled.losses(payoff, best)) for payoff in self.payoffs]
        return _worth(pairs[0], pairs[1], self.scored)

    def chosen(self, opened: Opened) -> tuple[Estimate, Estimate]:
        """Return mus, and cutting less mus."""
        tantos, game = (opened.chosen(payoff, self.decided_by) for payoff in self.payoffs)
        return _worth(tantos[0], game[0], self.scored), _worth(tantos[1], game[1], self.scored)


def _discards(
    standing: Standing, masks: Sequence[int], pilot: Opened, main: Opened, read: _Read
) -> tuple[Discard, ...]:
    """Return the discards, the best first, each from the deals on which it was tried."""
    best, cards = main.best(read.decided_by), standing.asked.cards
    found = []
    for mask in masks:
        among = main if mask in main.keeps[1:] else pilot
        at, top = among.keeps.index(mask, 1), among.keeps.index(main.keeps[best], 1)
        found.append(
            Discard(
                mask,
                keep="".join(card for i, card in enumerate(cards) if mask >> i & 1),
                throw="".join(card for i, card in enumerate(cards) if not mask >> i & 1),
                mus=read.value(among, at, False),
                agreed=read.value(among, at, True),
                loss=read.loss(among, top, at, True),
            )
        )
    first = next(d for d in found if d.mask == main.keeps[best])
    found.remove(first)
    return (first, *sorted(found, key=lambda d: d.loss.decisive[0]))


def _options(
    discards: Sequence[Discard], cut_is_best: bool, pilot: Opened, main: Opened, read: _Read
) -> tuple[Option, ...]:
    """Return cutting and every discard, graded against the best of all."""
    best = -1 if cut_is_best else discards[0].mask
    found = []
    for mask, throw in ((-1, None), *((d.mask, d.throw) for d in discards)):
        among = main if mask in (-1, *main.keeps[1:]) else pilot
        at, top = (0 if m == -1 else among.keeps.index(m, 1) for m in (mask, best))
        value, loss = read.value(among, at, False), read.loss(among, top, at, False)
        lost = max(0.0, loss.decisive[0])
        found.append(Option(throw, value, loss, grade(lost, read.scored)))
    first = found.pop(0 if cut_is_best else 1)
    return (first, *sorted(found, key=lambda option: option.loss.decisive[0]))


def _check_agreed(opened: Opened, setup: Setup, deals: int) -> None:
    agreed = int(opened.agreed.effective)
    if agreed == 0:
        raise never_agreed(setup)
    if agreed < FEW_AGREED:
        raise TooFewAgreed(
            _("style '{style}': all say mus in {agreed} of {deals} deals, too few").format(
                style=setup.style.name, agreed=agreed, deals=deals
            ),
            _("a style that says mus more often, or more deals"),
            _("--style patient, or --deals {deals}").format(
                deals=5_000_000 if deals < 5_000_000 else 20 * deals
            ),
        )


def weigh_solved(
    standing: Standing,
    score: tuple[int, int] | None = None,
    fooled: bool = False,
    goal: Goal = NO_GOAL,
    at_score: str = NEVER,
) -> Choice:
    """Compare cutting with saying mus and every discard, the bets played out as solved.

    Parameters
    ----------
    standing : Standing
        Of the first round of mus, four players.
    score : tuple of int, optional
        Ours and theirs; then every estimate is a `Worth`.
    fooled : bool, default False
        Whether others are fooled by a hand that such a table always cuts with, and that said mus.
        Their bets were solved for a table that cuts just so: they take it for impossible.
    goal : Goal, optional
    at_score : str
        Whether all play a strategy that was solved for the score, as in `at_score.strategy_at`.

    Returns
    -------
    Choice

    Raises
    ------
    InputError
        If there is no such score, no strategy, or the others hardly ever all say mus.

    Examples
    --------
    >>> from musodds.stand import stand
    >>> choice = weigh_solved(stand("SS77", "mano", deals=40_000), score=(20, 20))
    >>> choice.advice, choice.solved, 0.5 < choice.cut.game < 0.65
    ('cut', 'usual', True)
    """
    return _weigh(standing, score, fooled, goal, at_score)[0]


def weigh_solved_at(
    standing: Standing, scores: Sequence[tuple[int, int]], goal: Goal = NO_GOAL
) -> list[Choice]:
    """Compare cutting with saying mus in tantos, and then at some scores, all on the same deals.

    Parameters
    ----------
    standing : Standing
        Of the first round of mus, four players.
    scores : sequence of tuple of int
        Ours and theirs.
    goal : Goal, optional
        Its standard error is to be reached at every score.

    Returns
    -------
    list of Choice
        The first by tantos; then one a score, as `weigh_solved` has it with that score, but for
        tantos, which are always those of hands played without one.

    Examples
    --------
    >>> from musodds.stand import stand
    >>> plain, late = weigh_solved_at(stand("SS77", "mano", deals=40_000), [(20, 20)])
    >>> late.advice, plain.difference.tantos == late.difference.tantos
    ('cut', True)
    """
    return _weigh(standing, None, False, goal, NEVER, scores)


def _weigh(
    standing: Standing,
    score: tuple[int, int] | None,
    fooled: bool,
    goal: Goal,
    at_score: str,
    more: Sequence[tuple[int, int]] = (),
) -> list[Choice]:
    from .solver.four.rollout import DRAWN, GAME, PAYOFFS, TANTOS

    start, rules = time.perf_counter(), standing.asked.rules
    for each in (score, *more):
        check_score(rules, each)
    if standing.played.rounds or standing.visto or standing.keeps:
        raise InputError(
            _("a later round of mus, with solved bets"), _("the first round"), _("no --thrown")
        )
    asked, setup, masks = standing.asked, standing.setup, masks_to_try(standing)
    mano_first = score if score is None or asked.place % 2 == 0 else (score[1], score[0])
    players = players_at(rules, setup.style, mano_first, at_score)
    table, own = _table(standing, players, score, fooled, more)
    pilot, main = _sample(table, masks, setup, goal)
    _check_agreed(main, setup, int(main.all.sums.head[DRAWN]))
    payoffs = [TANTOS if score is None else GAME, *(PAYOFFS + k for k in range(len(more)))]
    reads = [_Read(payoff) for payoff in payoffs]
    found = [_Weighed(standing, score, players, own, masks, pilot, main, read) for read in reads]
    passed = None
    if any(each.is_doubted for each in found):
        plain = replace(setup, se=None, seconds=None, deals=goal.paso_deals)
        passed = weigh(replace(standing, setup=plain)).difference
    later, took = _later_share(table.strategy, standing), time.perf_counter() - start
    return [each.choice(passed if each.is_doubted else None, later, took) for each in found]


@dataclass(frozen=True, eq=False)
class _Weighed:
    """A choice that was sampled, by one payoff, to be told."""

    standing: Standing
    score: tuple[int, int] | None
    players: Players
    own: float
    masks: Sequence[int]
    pilot: Opened
    main: Opened
    read: _Read

    @property
    def unexpected(self) -> str:
        """What such a table never says with the hand."""
        from .solver.four.opening import SURE

        return "mus" if self.own >= SURE else "cut" if self.own <= 1 - SURE else ""

    @property
    def cut_is_best(self) -> bool:
        """Whether cutting is ahead."""
        return bool(self.read.chosen(self.main)[1].decisive[0] >= 0)

    @property
    def is_doubted(self) -> bool:
        """Whether cutting must be ahead in paso as well."""
        style = self.standing.setup.style
        return self.unexpected == "cut" and self.cut_is_best and not style.solved

    def choice(self, in_paso: Estimate | None, later_share: float, elapsed_s: float) -> Choice:
        """Return the answer."""
        from .solver.four.rollout import DRAWN

        pilot, main, read = self.pilot, self.main, self.read
        mus, difference = read.chosen(main)
        discards = _discards(self.standing, self.masks, pilot, main, read)
        return Choice(
            self.standing,
            cut=read.value(main, 0, False),
            mus=mus,
            difference=difference,
            p_agreed=main.p_agreed,
            later_share=later_share,
            discards=discards,
            pedrete=None,
            deals=int(main.all.sums.head[DRAWN]),
            redraws=1,
            ran_out=0.0,
            elapsed_s=elapsed_s,
            solved=self.players.bets,
            options=_options(discards, self.cut_is_best, pilot, main, read),
            bets_of_table=self.players.own,
            unexpected=self.unexpected,
            in_paso=in_paso,
            p_agreed_se=main.p_agreed_se,
            solved_at=self.score if self.players.at_score else None,
        )


def _later_share(strategy: Strategy, standing: Standing) -> float:
    """Return the share of hands with which the asker cuts when the choice comes again."""
    from .solver.four.proposal import cut_chances

    asked = standing.asked
    chances: Arr = cut_chances(strategy, 1, asked.place)[strategy.game.number]
    weights = asked.space.weights
    return float(chances @ weights / weights.sum())


def check_score(rules: Rules, score: tuple[int, int] | None) -> None:
    """Refuse a score that the game is over at."""
    if score is not None and not all(0 <= tantos < rules.target for tantos in score):
        raise InputError(
            _("score {ours}-{theirs}").format(ours=score[0], theirs=score[1]),
            _("from 0 to {most} each, ours-theirs").format(most=rules.target - 1),
            "--score 22-31",
        )
