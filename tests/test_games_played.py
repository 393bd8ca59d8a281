"""Whole games played out, hand after hand as they come, against the table of chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from musodds import strategies
from musodds.equity import Equity, equity_of
from musodds.equity_table import find_equity
from musodds.improve import improve, near_the_end
from musodds.rules import load_rules
from musodds.solver.four.bots import threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.menu import Menu
from musodds.solver.four.payments import play_hands, sample_hands
from musodds.solver.four.resolve import Budget, train_at_score
from musodds.solver.four.solution import Solution, quantised
from musodds.solver.four.stakes import Stakes
from musodds.solver.four.strategy import Strategy

RULES = load_rules("naipera")
Score = tuple[int, int]
Hand = tuple[list[int], int]
# ours-theirs, and whether the mano is ours
STARTS = [
    (39, 39, True), (38, 39, True), (38, 39, False), (39, 38, True), (36, 37, True),
    (33, 38, False), (30, 20, True), (20, 30, True), (10, 14, False), (0, 0, True),
]  # fmt: skip
GAMES = 1500
Z = 3.0


def hands_of(made: Strategy, seed: int, block: int = 20_000) -> Iterator[Hand]:
    """Yield hands as they come, each only once."""
    streams = 0
    while True:
        paid, ordago, _ = play_hands((made, made), seed, streams, block)
        streams += -(-block // 10_000)
        yield from zip(paid.tolist(), ordago.tolist(), strict=True)


def play_game(score: list[int], mano: int, deal: Callable[[Score], Hand]) -> int:
    """Play a game to the end; return who wins it, 0 us, 1 them."""
    while True:
        paid, ordago = deal((score[mano], score[1 - mano]))
        for tantos in paid:
            pair = mano if tantos > 0 else 1 - mano
            score[pair] += abs(tantos)
            if score[pair] >= RULES.target:
                return pair
        if ordago:
            return mano if ordago > 0 else 1 - mano
        mano = 1 - mano


def check(equity: Equity, deal: Callable[[Score], Hand]) -> None:
    """Play games from every start; compare how often we win with what the table says."""
    for us, them, mano in STARTS:
        wins = sum(play_game([us, them], 0 if mano else 1, deal) == 0 for _ in range(GAMES))
        chance = equity.at(us, them, mano).game
        error = np.hypot((chance.value * (1 - chance.value) / GAMES) ** 0.5, chance.se)
        assert abs(wins / GAMES - chance.value) < Z * error, (us, them, mano, wins / GAMES, chance)


def test_games_by_the_strategy_that_ships() -> None:
    hands = hands_of(strategies.find_strategy(RULES).strategy, seed=77)
    check(find_equity(RULES), lambda score: next(hands))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Strategy:
    """Let every score begin with the player by common advice."""
    bot = threshold_bot(make_game(RULES, Menu((2,), (), 0)))
    monkeypatch.setattr(strategies, "find_strategy", lambda *_: Solution(bot, "usual", 1, 1))
    return bot


def test_games_that_heed_the_score_near_the_end(begun: Strategy) -> None:
    """At some scores by the strategies solved there, elsewhere by the one that heeds none."""
    linear = sample_hands(begun, begun, 2000, 20)
    near, iterations = near_the_end(40, 2), 4000
    equity = improve(
        equity_of(RULES, "usual", 1, linear), near, iterations, 20_000, rounds=0, linear=linear
    )
    deals = {None: hands_of(begun, seed=78)}
    for score in near:  # the same policies: trained alike, and so the same
        stakes = Stakes(*score, equity.won[0].astype(np.float32))
        training = train_at_score(begun, stakes, Budget(iterations))
        deals[score] = hands_of(quantised(Strategy.of(training)), seed=79)
    check(equity, lambda score: next(deals[score if score in deals else None]))
