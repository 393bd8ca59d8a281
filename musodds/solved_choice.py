"""Cut or mus with bets that are played out as solved: in tantos, and in the chance of the game.

The style says who cuts. A style for which a strategy is kept is played whole by that strategy; of
any other one the cuts and the discards are its own, and the bets those of the usual table.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .at_score import NEVER
from .choice import Choice, Discard, Option
from .errors import InputError
from .estimate import Estimate, Worth
from .grades import grade
from .jit import Arr
from .mus import FEW_AGREED, RACE, TooFewAgreed, weigh
from .policy import Policy, style_policy
from .rules import Rules
from .setup import DEFAULT_DEALS, DEFAULT_ESTIMATOR, Setup
from .situation import Situation
from .standing import Standing, masks_to_try
from .style import Style

if TYPE_CHECKING:
    from .solver.four.opening import Opened, Table
    from .solver.four.proposal import Known
    from .solver.four.strategy import Strategy

BETS_AS = "usual"  # where no strategy is kept for how the others cut
DEALS = 49_152  # unless another number is asked for
MOST_SURE = 0.99  # chance to cut of a partner whom one need not ask
PILOT = 8  # chunks of deals on which every discard is tried
LATER_ROUND = "a later round of mus is"
STEP = 16  # chunks from one look at the standard error to the next


class Players(NamedTuple):
    """How all four play.

    ``bets`` names the solved style by which they bet, ``own`` tells whether they cut and discard by
    that strategy too, or as in another style. ``at_score`` tells whether it was solved for a score.
    """

    strategy: Strategy
    bets: str
    own: bool
    at_score: bool = False


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
    at after every ``step`` chunks of deals.
    """

    game_se: float | None = None
    step: int = 4


NO_GOAL = Goal(None, 0)


def why_not_solved(asked: Situation, setup: Setup) -> str:
    """Return why bets are not played out here, as the subject of a sentence; empty if they are."""
    if asked.players != 4 or asked.solo:
        return "a table of other than four is"
    if asked.rules.deal != "mus" or asked.rules.pedrete:
        return "a game with pedretes is" if asked.rules.pedrete else "a game of five cards is"
    if setup.first_hand:
        return "a first hand of mus corrido is"
    if setup.estimator != DEFAULT_ESTIMATOR:
        return f"estimator '{setup.estimator}' is"
    style = setup.style
    if _bets_by_rule(asked.rules, style):
        return "a style that bets by rule is"
    found = style.solved or _has_players(asked.rules, style)
    return "" if found else "a game without a solved strategy is"


def _bets_by_rule(rules: Rules, style: Style) -> bool:
    if style.whole:
        return style_policy(rules, style).bet is not None
    return style.bets or any(line.what in ("bet", "accept") for line in style.lines)


def find_players(rules: Rules, style: Style) -> Players:
    """Return how all four play, where a strategy is kept or the style asks for one to be solved.

    Raises
    ------
    InputError
        If none is kept and the style does not ask for one.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.style import parse_style
    >>> rules = load_rules("naipera")
    >>> found = find_players(rules, parse_style("cut:0.2"))
    >>> found.bets, found.own
    ('usual', False)
    """
    found = _players(rules, style)
    if found is None:
        raise InputError(
            f"rules '{rules.name}': no strategy is kept", "solve it first", "musodds solve four"
        )
    return found


def players_at(rules: Rules, style: Style, score: tuple[int, int] | None, way: str) -> Players:
    """Return how all four play at a score: by a strategy solved there, if there is one.

    Parameters
    ----------
    rules : Rules
    style : Style
    score : tuple of int or None
        Of the mano's pair and of the other one.
    way : str
        As in `at_score.strategy_at`.
    """
    from .at_score import check_way, strategy_at

    check_way(way)
    plain = find_players(rules, style)
    solved = None if score is None else strategy_at(rules, plain.bets, score, way)
    if solved is None:
        return plain
    if not plain.own:
        solved = _dressed(solved, style, style_policy(rules, style))
    return Players(solved, plain.bets, plain.own, True)


def _is_plain(style: Style) -> bool:
    """Return whether a style only says who cuts, as a strategy may be kept for it."""
    return not (style.whole or style.lines or style.softness or style.discards != (("best", 1.0),))


def _name(style: Style) -> str | None:
    """Return the style for which a strategy may be kept."""
    from .solver.four.solved_style import plain

    return plain(style) if style.solved or _is_plain(style) else None


@cache
def _has_players(rules: Rules, style: Style) -> bool:
    from .strategies import kept_style

    return any(kept_style(rules, name) for name in {_name(style), BETS_AS} if name is not None)


@cache
def _players(rules: Rules, style: Style) -> Players | None:
    from .bets import solution_of
    from .strategies import kept_style

    name = _name(style)
    kept = None if name is None else kept_style(rules, name) or (name if style.solved else None)
    if kept is not None:
        return Players(solution_of(rules, kept).strategy, kept, True)
    if kept_style(rules, BETS_AS) is None:
        return None
    usual = solution_of(rules, BETS_AS).strategy
    return Players(_dressed(usual, style, style_policy(rules, style)), BETS_AS, False)


def _dressed(strategy: Strategy, style: Style, policy: Policy) -> Strategy:
    """Return a strategy that cuts and discards as a policy does; only its bets are left."""
    from .solver.four.game import layout
    from .solver.four.mus_game import KEYS, make_mus, places

    game, table = strategy.game, strategy.table.copy()
    mus = make_mus(game, style, int(strategy.mus.rounds))
    hands = len(game.space)
    spots = places(game, layout(game, strategy.memory), int(mus.rounds))
    rows = [policy.discard[min(key, len(policy.discard) - 1)] for key in range(KEYS)]
    discard = np.moveaxis(np.stack(rows)[:, :, game.order], 3, 2)
    table[spots.discard :] = discard.reshape(-1)
    assert discard.shape[-1] == hands
    return replace(strategy, table=table, mus=mus)


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
    standing: Standing, players: Players, score: tuple[int, int] | None, fooled: bool
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
    equity = None if score is None else find_equity(asked.rules, "usual")
    purse = purse_of(made.game, drawn, score, equity)
    return Table(made, drawn, purse, fooled or own < SURE), own


def _enough(opened: Opened, setup: Setup, goal: Goal, start: float) -> bool:
    """Return whether a goal that was set has been reached."""
    from .solver.four.rollout import GAME, TANTOS

    if goal.game_se is not None:
        (_, _), (_, se) = opened.chosen(GAME, GAME)
        return se <= goal.game_se
    if setup.se is not None:
        (_, _), (_, se) = opened.chosen(TANTOS, TANTOS)
        return se <= setup.se
    return setup.seconds is not None and time.perf_counter() - start >= setup.seconds


def _sample(table: Table, masks: Sequence[int], setup: Setup, goal: Goal) -> tuple[Opened, Opened]:
    """Play all discards on some deals, and those that may be best on more; return both."""
    from .solver.four.opening import CHUNK, join, open_chunks
    from .solver.four.rollout import GAME, TANTOS

    start, payoff = time.perf_counter(), GAME if table.purse.scored else TANTOS
    asked_for = setup.has_goal or setup.deals != DEFAULT_DEALS
    # chunks of half the size that the setup counts in
    total = max(2 * PILOT, setup.chunks * 2) if asked_for else DEALS // CHUNK
    first = goal.step or PILOT
    pilot = open_chunks(table, masks, setup.seed, range(first))
    if pilot.agreed.effective < 2:
        _check_agreed(pilot, setup, first * CHUNK)
    left = [masks[a - 1] for a in pilot.could_be_best(payoff, RACE)]
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
    """What deals said, as estimates."""

    def __init__(self, scored: bool) -> None:
        from .solver.four.rollout import GAME, TANTOS

        self.scored, self.payoffs = scored, (TANTOS, GAME)
        self.decided_by = GAME if scored else TANTOS

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
    if agreed < FEW_AGREED:
        raise TooFewAgreed(
            f"style '{setup.style.name}': all say mus in {agreed} of {deals} deals, too few",
            "a style that says mus more often, or more deals",
            f"--style patient, or --deals {5_000_000 if deals < 5_000_000 else 20 * deals}",
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
    from .solver.four.opening import SURE
    from .solver.four.rollout import DRAWN

    start, setup = time.perf_counter(), standing.setup
    check_score(standing.asked.rules, score)
    if standing.played.rounds or standing.visto or standing.keeps:
        raise InputError("a later round of mus, with solved bets", "the first round", "no --thrown")
    asked, masks = standing.asked, masks_to_try(standing)
    mano_first = score if score is None or asked.place % 2 == 0 else (score[1], score[0])
    players = players_at(asked.rules, setup.style, mano_first, at_score)
    (table, own), read = _table(standing, players, score, fooled), _Read(score is not None)
    pilot, main = _sample(table, masks, setup, goal)
    deals = int(main.all.sums.head[DRAWN])
    _check_agreed(main, setup, deals)
    mus, difference = read.chosen(main)
    discards = _discards(standing, masks, pilot, main, read)
    cut_is_best = bool(difference.decisive[0] >= 0)
    unexpected = "mus" if own >= SURE else "cut" if own <= 1 - SURE else ""
    passed = None
    if unexpected == "cut" and cut_is_best and not setup.style.solved:
        plain = replace(setup, se=None, seconds=None, deals=DEFAULT_DEALS)
        passed = weigh(replace(standing, setup=plain)).difference
    return Choice(
        standing,
        cut=read.value(main, 0, False),
        mus=mus,
        difference=difference,
        p_agreed=main.p_agreed,
        later_share=_later_share(table.strategy, standing),
        discards=discards,
        pedrete=None,
        deals=deals,
        redraws=1,
        ran_out=0.0,
        elapsed_s=time.perf_counter() - start,
        solved=players.bets,
        options=_options(discards, cut_is_best, pilot, main, read),
        bets_of_table=players.own,
        unexpected=unexpected,
        in_paso=passed,
        solved_at=score if players.at_score else None,
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
            f"score {score[0]}-{score[1]}", f"from 0 to {rules.target - 1} each, ours-theirs",
            "--score 22-31",
        )  # fmt: skip
