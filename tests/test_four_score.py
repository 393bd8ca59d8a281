"""Hands solved at a score: decisions beyond dispute, checkpoints, files, and hands played out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from four_help import fresh, options, places, small_game, some_quality, tables_of

from musodds.errors import InputError
from musodds.induction import WE_WIN, induct, induct_score, unknown
from musodds.rules import load_rules
from musodds.solver.four import stakes
from musodds.solver.four.bots import always_paso, threshold_bot
from musodds.solver.four.deals import deal_others
from musodds.solver.four.game import make_game
from musodds.solver.four.menu import Menu
from musodds.solver.four.payments import sample_hands
from musodds.solver.four.quality import Effort, deal_values, deviation_gain, estimate_of
from musodds.solver.four.resolve import Budget, gain_over, solve_at_score, with_stakes
from musodds.solver.four.score_walk import bet_at_score
from musodds.solver.four.solution import Solution, load_solution, save_solution
from musodds.solver.four.stakes import Stakes, at_score, new_lines
from musodds.solver.four.strategy import Strategy
from musodds.solver.four.train import Method, Training

FEW = Menu((2,), (), 0)
RULES = load_rules("naipera")
EVEN = np.full((40, 40), 0.5)


def trained(mano: int, other: int, iterations: int = 8000) -> Strategy:
    """Return a strategy trained at a score, without the mus phase."""
    game = at_score(make_game(RULES, FEW), Stakes(mano, other, EVEN))
    # with a tremble the answers to what nobody would say are learnt too
    training = Training(game, seed=2, method=Method(every=500, tremble=0.1))
    return Strategy.of(training.advance(iterations))


def chances_at(strategy: Strategy, said, lance="grande", mask=15):  # type: ignore[no-untyped-def]
    """Return what is said with which chance by every hand, with no memory of earlier lances."""
    game = strategy.game
    own, _ = fresh(game, strategy.memory)
    first, words, tree = places(game, own)[lance, mask, said]
    width = int(game.trees.width[tree])
    return {w: strategy.table[first + a * width :][:width] for a, w in enumerate(words)}


def test_worst_hand_accepts_an_ordago_where_refusing_loses_the_game() -> None:
    strategy = trained(39, 0)
    game = strategy.game
    hand = game.number[game.space.index("7654")]
    for bet in ("ordago", "envido 2"):  # his partner has refused already
        assert chances_at(strategy, ((0, bet), (1, "no")))["no"][hand] < 0.05
    # with nothing at stake but a tanto it is refused
    calm = trained(20, 20, 30_000)
    assert chances_at(calm, ((0, "ordago"), (1, "no")))["quiero"][hand] < 0.2


def test_nobody_refuses_at_the_last_tanto() -> None:
    strategy = trained(39, 39)
    weights = strategy.game.space.weights[strategy.game.order]
    for bet in ("envido 2", "ordago"):
        no = chances_at(strategy, ((0, bet), (1, "no")))["no"]
        assert np.average(no, weights=weights) < 0.03
        no = chances_at(strategy, ((0, "paso"), (1, bet), (2, "no")))["no"]
        assert np.average(no, weights=weights) < 0.03


def test_four_kings_at_35_have_won_once_a_bet_is_accepted() -> None:
    """Grande 2 and duples 3 make 40 before anything that the rivals may win in juego."""
    game = at_score(make_game(RULES, FEW), Stakes(35, 35, EVEN))
    strategy = always_paso(game)
    own, work = fresh(game, strategy.memory)
    where = places(game, own)
    for said, seat in (((), 0), (((0, "envido 2"),), 1)):
        first, words, tree = where["grande", 15, said]
        width = int(game.trees.width[tree])
        strategy.table[first : first + len(words) * width] = 0
        word = words.index("envido 2" if seat == 0 else "quiero")
        strategy.table[first + word * width : first + (word + 1) * width] = 1
    kings = game.number[game.space.index("RRRR")]
    tab, lines = tables_of(strategy.table, own, project=np.zeros((4, 1), np.int64)), None
    lines, won = new_lines(game), 0
    for _ in range(200):
        deal_others(game.deck, 0, work)
        work.reach[0, 0] = 1
        bet_at_score(game.deck, game.trees, tab, options(0.0), work, lines, 0)
        if work.weights[kings] > 0:
            assert work.value[0, 0, kings] == 0.5
            won += 1
    assert won > 20


@pytest.mark.parametrize(("name", "score"), [("naipera", (33, 36)), ("madrid", (37, 30))])
def test_values_are_those_of_hands_played_out(name, score) -> None:  # type: ignore[no-untyped-def]
    """The walk at a score against hands dealt, played and counted one by one."""
    rules = load_rules(name)
    bot = threshold_bot(make_game(rules))
    played = sample_hands(bot, bot, 5000, 8)
    endings = induct(played, rules.target)
    won = endings[0, ..., WE_WIN:].sum(-1)
    here = with_stakes(bot, Stakes(*score, won))
    values = [deal_values(here, s, 6000, 5 + s) * (1 if s % 2 == 0 else -1) for s in range(4)]
    walked = estimate_of(np.concatenate(values))
    # the same chances after the hand in every batch, so that only the hand's luck differs
    same = np.repeat(endings[:1], 9, 0)
    induct_score(played, same, score)
    batches = same[1:, *score, WE_WIN:].sum(-1)
    error = np.hypot(walked.se, batches.std(ddof=1) / len(batches) ** 0.5)
    assert abs(walked.tantos + 0.5 - same[0, *score, WE_WIN:].sum()) < 3.5 * error
    assert error < 0.01


def test_a_checkpoint_goes_on_to_the_bit(tmp_path) -> None:  # type: ignore[no-untyped-def]
    game = at_score(small_game(menu=FEW), Stakes(36, 38, EVEN))

    def fresh_training(game=game):  # type: ignore[no-untyped-def]
        made = Training(game, seed=4, method=Method(every=300))
        made.begin_with(np.ones_like(made.regrets), 10.0)
        return made

    whole = fresh_training().advance(1500)
    fresh_training().advance(700).save(tmp_path / "part.npz")
    again = fresh_training().resume(tmp_path / "part.npz").advance(800)
    assert np.array_equal(whole.regrets, again.regrets)
    assert np.array_equal(whole.average, again.average)
    for other in (Stakes(38, 36, EVEN), Stakes(36, 38, EVEN + 0.01), None):
        with pytest.raises(InputError):
            fresh_training(at_score(game, other)).resume(tmp_path / "part.npz")


def test_what_deviating_brings_is_in_games() -> None:
    """Who never bets and always refuses at 38-38 gives much away; who was trained, little."""
    effort = Effort(4000, 0, deals=4000, attempts=((True, 1e1),))
    shy = with_stakes(always_paso(make_game(RULES, FEW)), Stakes(38, 38, EVEN))
    gain = deviation_gain(shy, (0,), None, effort).gain
    assert 0.15 < gain.tantos < 1
    good = trained(38, 38, 20_000)
    assert deviation_gain(good, (0,), None, effort).gain.tantos < 0.06
    over = gain_over(with_stakes(shy, None), replace(good), 2000)
    assert min(x.tantos - 3 * x.se for x in over) > 0


def test_a_solved_score_is_kept_and_read_back(tmp_path) -> None:  # type: ignore[no-untyped-def]
    game = make_game(RULES, FEW)
    budget = Budget(2000, effort=Effort(100, 0, deals=100, hands=200), method=Method(every=200))
    start, there = threshold_bot(game), Stakes(38, 35, EVEN)
    found = solve_at_score(start, there, "equilibrium", budget)
    assert found.quality is not None
    assert len(found.quality.own) == len(found.quality.local) == 4
    assert found.quality.wide == found.quality.pairs == ()
    assert abs(found.quality.self_play.tantos) < 0.5
    save_solution(tmp_path / "at.npz", found)
    again = load_solution(tmp_path / "at.npz")
    assert again.strategy.game.stakes is not None
    assert (again.strategy.game.stakes.mano, again.strategy.game.stakes.other) == (38, 35)
    assert np.array_equal(again.strategy.table, found.strategy.table)
    assert again.quality == found.quality
    without = Solution(with_stakes(found.strategy, None), "equilibrium", 1, 1, some_quality())
    save_solution(tmp_path / "linear.npz", without)
    assert load_solution(tmp_path / "linear.npz").strategy.game.stakes is None


def test_only_what_comes_after_the_hand_matters() -> None:
    won = np.random.default_rng(1).random((40, 40))
    key = Stakes(30, 35, won).key("at-once")
    before, after = won.copy(), won.copy()
    before[34, :] = before[:, 29] = 0  # the other pair is the mano's after the hand
    assert Stakes(30, 35, before).key("at-once") == key
    after[36, 31] += 0.1
    assert Stakes(30, 35, after).key("at-once") != key
    assert Stakes(35, 30, won).key("at-once") != key
    assert Stakes(30, 35, won).key("at-count") != key


def test_scores_and_menus_that_cannot_be(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    for score in ((40, 3), (3, -1)):
        with pytest.raises(InputError, match="from 0 to 39"):
            Stakes(*score, EVEN)
    with pytest.raises(InputError, match="up to 30"):
        at_score(make_game(RULES, FEW), Stakes(3, 4, np.full((30, 30), 0.5)))
    monkeypatch.setattr(stakes, "MOST_LINES", 500)
    with pytest.raises(InputError, match="576 lines of play"):
        stakes.most_lines(at_score(make_game(RULES), Stakes(3, 4, EVEN)))


def test_nothing_is_filled_in_where_nothing_is_known() -> None:
    assert np.isnan(unknown(2, 5)).all()
