"""The chance of winning from a score: identities, boundaries, and games that are played."""

from __future__ import annotations

import numpy as np
import pytest

from musodds.equity import Chance, Equity, equity_of, match_chance
from musodds.errors import InputError
from musodds.induction import MOST, Hands
from musodds.rules import load_rules
from musodds.solver.four.bots import always_paso, threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.payments import sample_hands

RULES = load_rules("naipera")


@pytest.fixture(scope="module")
def hands() -> Hands:
    """Return hands of the player by common advice."""
    bot = threshold_bot(make_game(RULES))
    return sample_hands(bot, bot, 4000, batches=5)


@pytest.fixture(scope="module")
def equity(hands: Hands) -> Equity:
    """Return the chances with them."""
    return equity_of(RULES, "threshold", 1, hands)


def test_one_of_the_pairs_wins(equity: Equity) -> None:
    for us, them in ((0, 0), (12, 30), (39, 39), (38, 5)):
        ours, theirs = equity.at(us, them, mano=True), equity.at(them, us, mano=False)
        assert ours.game.value + theirs.game.value == pytest.approx(1, abs=1e-12)


def test_more_is_better(equity: Equity) -> None:
    won = equity.won[0]
    assert (np.diff(won, axis=0) > 0).all()
    assert (np.diff(won, axis=1) < 0).all()


def test_the_target_is_the_end(equity: Equity) -> None:
    assert equity.chances(40, 39, True)[0] == 1
    assert equity.chances(39, 41, False)[0] == 0
    assert equity.at(39, 0, True).tanto.value == pytest.approx(
        1 - equity.at(39, 0, True).game.value
    )


def test_a_tanto_and_an_ordago(equity: Equity) -> None:
    here = equity.at(10, 12, mano=True)
    after = equity.at(11, 12, mano=True).game.value
    assert here.tanto.value == pytest.approx(after - here.game.value)
    rivals = here.game.value - equity.at(10, 13, mano=True).game.value
    assert here.ordago.value == pytest.approx(1 / (here.tanto.value + rivals))
    assert 15 < equity.at(0, 0, mano=True).ordago.value < 40


def play_game(
    hands: Hands, score: list[int], mano: int, rng: np.random.Generator
) -> tuple[int, int]:
    """Play a game; return who wins it, and whose mano the last hand had."""
    chances = hands.counts.sum(0) / hands.counts.sum()
    kinds = iter(rng.choice(len(chances), 200, p=chances))
    while True:
        for paid in hands.paid[next(kinds)]:
            pair = mano if paid > 0 else 1 - mano
            score[pair] += abs(int(paid))
            if score[pair] >= RULES.target:
                return pair, mano
        mano = 1 - mano


def test_games_that_are_played(equity: Equity, hands: Hands) -> None:
    rng, games = np.random.default_rng(1), 1500
    for us, them, mano in ((0, 0, True), (20, 25, False), (31, 38, True), (38, 36, False)):
        wins = sum(
            play_game(hands, [us, them], 0 if mano else 1, rng)[0] == 0 for _ in range(games)
        )
        chance = equity.at(us, them, mano).game.value
        assert abs(wins / games - chance) < 3 * (chance * (1 - chance) / games) ** 0.5


def test_matches_that_are_played(equity: Equity, hands: Hands) -> None:
    rng, matches, wins = np.random.default_rng(2), 800, 0
    for _ in range(matches):
        games, vacas, mano, score = [1, 0], [0, 1], 1, [5, 20]
        while max(vacas) < RULES.vacas:
            winner, last = play_game(hands, score, mano, rng)
            games[winner] += 1
            mano, score = 1 - last, [0, 0]
            if games[winner] == RULES.games:
                vacas[winner], games = vacas[winner] + 1, [0, 0]
        wins += vacas[0] == RULES.vacas
    chance = match_chance(equity, (1, 0), (0, 1), (5, 20), mano=False)
    p = chance.value
    assert abs(wins / matches - p) < 3 * (p * (1 - p) / matches) ** 0.5
    assert 0 < chance.se < 0.02


def test_a_match_of_one_game_is_the_game() -> None:
    rules = load_rules("naipera", {"games": 1, "vacas": 1})
    bot = always_paso(make_game(rules))
    equity = equity_of(rules, "paso", 1, sample_hands(bot, bot, 1000, batches=2))
    assert match_chance(equity).value == pytest.approx(equity.at(0, 0, True).game.value)


def test_errors_come_from_the_batches() -> None:
    assert Chance.of(np.array([0.5, 0.4, 0.6])).se == pytest.approx(0.1)
    paid = np.zeros((1, MOST), np.int8)
    paid[0, 0] = 1
    sure = equity_of(RULES, "one", 1, Hands(paid, np.zeros(1, np.int8), np.array([[3], [4]])))
    assert sure.at(20, 3, True).game == Chance(1.0, 0.0)


@pytest.mark.parametrize("score", [(40, 0), (-1, 3), (3, 41)])
def test_scores_that_cannot_be(equity: Equity, score: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="from 0 to 39"):
        equity.at(*score, mano=True)
    with pytest.raises(InputError, match="games 2-0"):
        match_chance(equity, games=(2, 0))
