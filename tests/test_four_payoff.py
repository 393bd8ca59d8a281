"""Bets played by a solved strategy as a payoff of the mus phase."""

from __future__ import annotations

import numpy as np
import pytest

from musodds.errors import InputError
from musodds.hands import hand_space
from musodds.payoff import Paso
from musodds.rules import load_rules
from musodds.solver.four.bots import always_paso, threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.payoff import Solved
from musodds.solver.four.quality import deal_values
from musodds.solver.four.strategy import Strategy
from musodds.solver.four.train import Training
from musodds.style import parse_style

RULES = load_rules("naipera")
SPACE = hand_space(RULES)


def deals(many: int, seed: int = 1) -> np.ndarray:
    """Return rows in which the mano cut the hands dealt."""
    deck = np.repeat(np.arange(len(SPACE.deck.copies)), SPACE.deck.copies)
    cards = np.random.default_rng(seed).permuted(np.tile(deck, (many, 1)), axis=1)
    hands = np.sort(cards[:, :16].reshape(many, 4, 4), axis=-1)
    ends = np.zeros((many, 8), np.int16)
    ends[:, :4] = SPACE.of_cards[tuple(np.moveaxis(hands, -1, 0))]
    ends[:, 7] = np.arange(many)
    return ends


@pytest.fixture(scope="module")
def game():  # type: ignore[no-untyped-def]
    """Return the game of the usual rules."""
    return make_game(RULES)


def test_without_bets_it_is_paso(game) -> None:  # type: ignore[no-untyped-def]
    ends = deals(500)
    assert np.array_equal(Solved(always_paso(game))(ends, 1, 0), Paso(SPACE)(ends, 1, 0))


def test_it_is_what_the_walk_of_the_solver_finds(game) -> None:  # type: ignore[no-untyped-def]
    mano_cuts = make_mus(game, "cut:1")
    training = Training(game, seed=2, mus=mano_cuts).advance(5000)
    for strategy in (threshold_bot(game, mano_cuts), Strategy.of(training)):
        played = Solved(strategy)(deals(20_000), 1, 0)
        walked = deal_values(strategy, 0, 10_000, seed=3)
        error = np.hypot(played.std() / len(played) ** 0.5, walked.std() / len(walked) ** 0.5)
        assert abs(played.mean() - walked.mean()) < 3.5 * error
        assert error < 0.2


def test_who_cut_is_heeded_and_pedretes_are_added(game) -> None:  # type: ignore[no-untyped-def]
    strategy = Strategy.of(Training(game, seed=2, mus=make_mus(game, "usual")).advance(5000))
    ends = deals(4000)
    mano = Solved(strategy)(ends, 1, 0)
    ends[:, 6] = 3
    assert np.array_equal(Solved(strategy)(ends, 1, 0), mano + 3)
    ends[:, 4], ends[:, 6] = 3, 0
    assert (Solved(strategy)(ends, 1, 0) != mano).mean() > 0.2


def test_rows_of_a_deal_share_their_luck(game) -> None:  # type: ignore[no-untyped-def]
    strategy = Strategy.of(Training(game, seed=2).advance(2000))
    ends = np.repeat(deals(300), 2, axis=0)
    tantos = Solved(strategy)(ends, 1, 0).reshape(-1, 2)
    assert np.array_equal(tantos[:, 0], tantos[:, 1])
    again = Solved(strategy)(ends, 2, 0).reshape(-1, 2)
    assert (again != tantos).any()


def test_only_tables_of_four(game) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match="2 players"):
        Solved(always_paso(game))(np.zeros((1, 6), np.int16), 1, 0)


def test_styles_that_are_solved() -> None:
    assert parse_style("equilibrium").solved
    assert parse_style("equilibrium").by_hand
    read = parse_style("cut:0.4+solved")
    assert read.solved
    assert read.shares == (0.4,)
    for wrong in ("usual+solved+bets", "usual+cautious+solved", "equilibrium+bets"):
        with pytest.raises(InputError):
            parse_style(wrong)
