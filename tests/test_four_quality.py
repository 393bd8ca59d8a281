"""Strategies, what deviating from them brings, and what they are worth."""

from __future__ import annotations

import random
from pathlib import Path

import naive
import naive_four
import numpy as np
import pytest
from four_help import ROOMY, bets_everything, plain_players, small_game
from four_help import places as places_of

from musodds.errors import InputError
from musodds.rules import load_rules
from musodds.solver.four.bots import always_paso, calling_bot, random_bot
from musodds.solver.four.game import layout, make_game
from musodds.solver.four.menu import Menu
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.mus_walk import iterate, new_mus_work
from musodds.solver.four.packing import pack, unpack
from musodds.solver.four.play import play_off
from musodds.solver.four.quality import Effort, deal_values, deviation_gain, self_play
from musodds.solver.four.solution import _whole_parts, quantised
from musodds.solver.four.strategy import Strategy, lift
from musodds.solver.four.train import Method, Training
from musodds.solver.four.work import new_work
from musodds.strategies import find_strategy


@pytest.fixture(scope="module")
def game():  # type: ignore[no-untyped-def]
    """Return a game of a few hands."""
    return small_game(cards=ROOMY)


@pytest.fixture(scope="module")
def trained(game):  # type: ignore[no-untyped-def]
    """Return a strategy after a short training."""
    return Strategy.of(Training(game, seed=3).advance(40_000))


def test_checkpoints_go_on_to_the_bit(game, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for mus in (make_mus(game, rounds=0), make_mus(game, rounds=2)):
        method = Method(every=500)
        whole = Training(game, seed=5, mus=mus, method=method).advance(3000)
        first = Training(game, seed=5, mus=mus, method=method).advance(1234)
        first.save(tmp_path / "half.npz")
        second = Training(game, seed=5, mus=mus, method=method).resume(tmp_path / "half.npz")
        second.advance(3000 - 1234)
        assert np.array_equal(whole.regrets, second.regrets)
        assert np.array_equal(whole.average, second.average)
        assert not np.array_equal(Training(game, seed=6, mus=mus).advance(3000).regrets,
                                  whole.regrets)  # fmt: skip


def test_checkpoints_of_other_games_are_refused(game, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    Training(game, seed=5).advance(10).save(tmp_path / "a.npz")
    with pytest.raises(InputError, match="seed = 5"):
        Training(game, seed=6).resume(tmp_path / "a.npz")
    (tmp_path / "b.npz").write_bytes(b"no")
    with pytest.raises(InputError, match="a file that musodds wrote"):
        Training(game, seed=5).resume(tmp_path / "b.npz")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.npz", "b.npz"]


def test_who_never_accepts_loses_what_can_be_counted() -> None:
    """Against rivals who never bet and always refuse, betting wins 1 a lance that is contested.

    Passed, the lance goes to the best hand; bet, its deviator has one tanto more in grande and
    chica where he would have lost: he gains exactly twice the chance to lose them, one tanto won
    for one lost, and in pares and juego the tanto and the bonuses. The deviator's best reply is
    to bet always, so the gain is what betting everything brings less what passing does.
    """
    game = small_game(cards=ROOMY, menu=Menu((2,), (), 0, ordago=False))
    bot = always_paso(game)
    bets = bets_everything(game)
    for seat in (0, 3):
        exact = deal_values(bot, seat, 20000, 9, bets, "nothing") - deal_values(bot, seat, 20000, 9)
        gain = deviation_gain(bot, (seat,), "bettor", Effort(20_000, 0, deals=20_000, seed=2))
        assert abs(gain.gain.tantos - exact.mean()) < 4 * gain.gain.se
        assert gain.gain.tantos > 1  # grande and chica alone: lost half the time, now won


def test_own_memory_never_beats_the_wider_one_by_much(trained) -> None:  # type: ignore[no-untyped-def]
    """What a deviator gains is positive, and more with more memory, within its errors."""
    effort = Effort(20_000, 0, deals=20_000)
    own = deviation_gain(trained, (1,), "bettor", effort)
    wide = deviation_gain(trained, (1,), "wide", effort)
    assert own.gain.tantos > -3 * own.gain.se
    assert wide.gain.tantos > own.gain.tantos - 4 * (own.gain.se + wide.gain.se)
    with pytest.raises(InputError, match="remembers at least as much"):
        deviation_gain(trained, (1,), "pair", effort)


def test_lifted_strategies_play_the_same(trained) -> None:  # type: ignore[no-untyped-def]
    wide = Strategy(trained.game, "wide", lift(trained, "wide"), trained.mus)
    a, b = self_play(trained, 40_000, seed=3), self_play(wide, 40_000, seed=4)
    assert abs(a.tantos - b.tantos) < 4 * (a.se + b.se)


@pytest.mark.parametrize("rounds", [0, 2])
def test_walks_and_hands_played_out_agree(game, rounds: int) -> None:  # type: ignore[no-untyped-def]
    """Values by weights and ratios against cards that are shuffled, thrown and drawn."""
    mus = make_mus(game, rounds=rounds)
    for strategy in (
        Strategy.of(Training(game, seed=4, mus=mus).advance(8_000)),
        calling_bot(game, mus),
    ):
        walked, played = self_play(strategy, 40_000), play_off(strategy, strategy, 400_000).as_mano
        assert abs(walked.tantos - played.tantos) < 3.5 * np.hypot(walked.se, played.se)


@pytest.mark.parametrize("rounds", [1, 3])
def test_hands_played_out_are_those_of_plain_cards(rounds: int) -> None:
    """The mus phase and the bets against a plain version with cards in a list."""
    menu = Menu((2,), (3,), 1, ordago=False)
    game = small_game(cards=ROOMY, menu=menu)
    mus = make_mus(game, rounds=rounds)
    strategy = Strategy.of(Training(game, seed=2, mus=mus).advance(6000))
    # somebody always cuts at equilibrium: let all say mus more often than not
    for rows, _ in strategy.decisions():
        if rows.shape[-2] == 2 and rows.shape[:2] == (2, 4):
            rows[..., 0, :] += 1.5
    strategy = strategy.as_chances()
    cut, keep, bet = plain_players(strategy)
    rng, plain = random.Random(rounds), []
    for _ in range(6000):
        hand = naive_four.Hand(rng, ROOMY, cut, keep, bet, rounds)
        plain.append(hand.play())
    mean, error = naive.mean_and_error(plain)
    played, walked = play_off(strategy, strategy, 400_000).as_mano, self_play(strategy, 60_000)
    assert abs(mean - played.tantos) < 4 * error
    if rounds == 1:  # later redraws are walked with the seat's own cards back in the stock
        assert abs(walked.tantos - played.tantos) < 4 * np.hypot(walked.se, played.se)


def test_three_rounds_of_a_whole_deck_are_those_of_hands_played_out() -> None:
    """The seat's own cards back in the stock matter little with forty: as the strategy ships."""
    usual = find_strategy("naipera", "usual").strategy
    played, walked = play_off(usual, usual, 400_000).as_mano, self_play(usual, 60_000)
    assert abs(walked.tantos - played.tantos) < 4 * np.hypot(walked.se, played.se)
    assert max(walked.se, played.se) < 0.03


def test_two_strategies_in_both_seatings_are_those_of_plain_cards() -> None:
    """Each pair by its own strategy, cuts and discards included, against cards in a list."""
    game = small_game(cards=ROOMY, menu=Menu((2,), (3,), 1, ordago=False))
    mus = make_mus(game, rounds=1)
    some = Strategy.of(Training(game, seed=2, mus=mus).advance(6000))
    rng = np.random.default_rng(5)
    wild = Strategy(game, "bettor", rng.random(len(some.table), np.float32), mus).as_chances()
    for rows, allowed in wild.decisions():
        rows *= allowed
    wild = wild.as_chances()
    result = play_off(some, wild, 200_000)
    for pairs, played, sign in (
        ((some, wild), result.as_mano, 1),
        ((wild, some), result.as_other, -1),
    ):
        (cut_a, keep_a, bet_a), (cut_b, keep_b, bet_b) = map(plain_players, pairs)

        def bet(key, cutter, bets=(bet_a, bet_b)):  # type: ignore[no-untyped-def]
            plans = [bet(key, cutter) for bet in bets]
            return lambda seat, *about: plans[seat % 2](seat, *about)

        def cut(key, seat, hand, cuts=(cut_a, cut_b)):  # type: ignore[no-untyped-def]
            return cuts[seat % 2](key, seat, hand)

        def keep(key, seat, hand, keeps=(keep_a, keep_b)):  # type: ignore[no-untyped-def]
            return keeps[seat % 2](key, seat, hand)

        dealt = random.Random(3)
        plain = [naive_four.Hand(dealt, ROOMY, cut, keep, bet, 1).play() for _ in range(5000)]
        mean, error = naive.mean_and_error(plain)
        assert abs(mean - sign * played.tantos) < 4 * error
    assert abs(result.as_mano.tantos - -result.as_other.tantos) > 10 * result.as_mano.se


def test_all_pass_is_what_the_exact_odds_say() -> None:
    """With every lance passed the mano's pair is worth 0.11444 tantos (8 kings)."""
    bot = always_paso(make_game(load_rules("naipera")))
    walked, played = self_play(bot, 40_000), play_off(bot, bot, 200_000).as_mano
    assert abs(walked.tantos - 0.11444) < 4 * walked.se
    assert abs(played.tantos - 0.11444) < 4 * played.se


def test_nobody_refuses_with_what_cannot_lose() -> None:
    """Four kings of the mano win grande for sure: he accepts when his partner has refused."""
    game = small_game(cards=ROOMY, menu=Menu((2,), (3,), 1, ordago=False))
    strategy = Strategy.of(Training(game, seed=8, method=Method(every=1000)).advance(40_000))
    said = ((0, "envido 2"), (1, "3 more"), (2, "no"))
    first, words, tree = places_of(game, layout(game))["grande", 15, said]
    hand, width = game.number[game.space.index("RRRR")], game.trees.width[tree]
    chances = {word: strategy.table[first + a * width + hand] for a, word in enumerate(words)}
    assert sum(chances.values()) == pytest.approx(1, abs=1e-4)
    assert chances["no"] < 1e-3


def test_hands_equal_for_every_purpose_are_worth_the_same() -> None:
    """The sota of oros is another class where three sevens make it the 31 real, and only there."""
    game = make_game(load_rules("naipera", {"real": "sota-oros"}))
    names, own = game.space.names, layout(game)
    training = Training(game, seed=1)
    pairs = [
        (game.number[i], game.number[names.index(name.replace("So", "S"))])
        for i, name in enumerate(names)
        if name.count("So") == 1 and name.count("S") == 1 and "777" not in name
    ]
    assert len(pairs) > 50
    rng = np.random.default_rng(1)
    strategy = Strategy(game, "bettor", rng.random(int(own.size), np.float32), training.mus)
    for rows, _ in strategy.decisions():
        if rows.shape[-1] == len(names):
            for a, b in pairs:
                rows[..., a] = rows[..., b]
    work, more = new_work(game, own), new_mus_work(game, training.mus, own, own)
    tables, o = training.tables()._replace(mine=strategy.table), Method().options(22, 0)
    for seat in range(4):
        # only grande and chica are played by all: what holds there holds by groups elsewhere
        iterate(game.deck, game.trees, training.mus, tables, o, work, more,
                np.array([seat]), 0, 1, np.uint64(7), np.empty(1))  # fmt: skip
        settled = [game.deck.keys[:, a].tolist() == game.deck.keys[:, b].tolist() for a, b in pairs]
        assert all(settled)
        for sign in (work.sign, work.show, work.gain):
            assert all(np.array_equal(sign[:, a], sign[:, b]) for a, b in pairs)


def test_baselines_lose_to_a_trained_strategy(game, trained) -> None:  # type: ignore[no-untyped-def]
    for bot in (random_bot(game), always_paso(game), calling_bot(game)):
        result = play_off(trained, bot, 40_000)
        assert result.tantos.tantos > 5 * result.tantos.se


def test_what_is_never_asked_for_is_forgotten_in_large_decks() -> None:
    """With 4 kings: sevenths, and the same hands played as before; packed and read back."""
    game = make_game(load_rules("ehmf"), Menu((2,), (3,), 1, ordago=False))
    strategy = Strategy.of(Training(game, seed=1, method=Method(every=500)).advance(20_000))
    made = quantised(strategy)
    assert np.allclose(made.table * 7, np.round(made.table * 7), atol=1e-5)
    rounded = strategy.as_chances()
    for rows, allowed in rounded.decisions():
        rows[:] = _whole_parts(rows * allowed, 7) / np.float32(7)
        assert np.allclose(rows.sum(-2), 1, atol=1e-5)
    assert 0.01 < (made.table != rounded.table).mean() < 0.9
    for seed in (1, 2):
        once, again = (play_off(x, random_bot(game), 3000, seed) for x in (made, rounded))
        assert once == again
    assert len(pack(made)) < len(pack(rounded))
    assert np.array_equal(unpack(pack(made), game, "bettor", made.mus).table, made.table)
    assert np.array_equal(quantised(made).table, made.table)
