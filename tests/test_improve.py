"""Chances of winning where the hand is solved anew at some scores."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from musodds import strategies
from musodds.equity import Equity, equity_of
from musodds.errors import InputError
from musodds.improve import ScoreJob, ScoreResult, improve, near_the_end, solve_score
from musodds.induction import MOST, Hands
from musodds.rules import load_rules
from musodds.solver.four.bots import threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.menu import Menu
from musodds.solver.four.payments import sample_hands
from musodds.solver.four.solution import Solution

RULES = load_rules("naipera")
NEAR = near_the_end(40, 2)


@pytest.fixture(scope="module")
def bot():  # type: ignore[no-untyped-def]
    return threshold_bot(make_game(RULES, Menu((2,), (), 0)))


@pytest.fixture(scope="module")
def hands(bot) -> Hands:  # type: ignore[no-untyped-def]
    return sample_hands(bot, bot, 200, batches=20)


@pytest.fixture(scope="module")
def equity(hands: Hands) -> Equity:
    return equity_of(RULES, "usual", 1, hands)


@pytest.fixture
def begun(monkeypatch, bot):  # type: ignore[no-untyped-def]
    """Let every score begin with the player by common advice."""
    solution = Solution(bot, "usual", 1, 1)
    monkeypatch.setattr(strategies, "find_strategy", lambda *_: solution)


def of_one(amount: int) -> Hands:
    """Return hands that always pay the mano's pair so many tantos."""
    paid = np.zeros((1, MOST), np.int8)
    paid[0, 0] = amount
    return Hands(paid, np.zeros(1, np.int8), np.ones((20, 1), np.int64))


def test_only_the_scores_asked_for_and_those_below_change(equity: Equity, hands: Hands) -> None:
    asked: list[ScoreJob] = []

    def spread(jobs):  # type: ignore[no-untyped-def]
        asked.extend(jobs)
        return [ScoreResult(job.score, of_one(2)) for job in jobs]

    found = improve(equity, NEAR, spread=spread, linear=hands)
    assert [job.score for job in asked] == [(39, 39), (38, 39), (39, 38), (38, 38)]
    for a, b in NEAR:  # the mano's pair gets there at once
        assert found.won[0, a, b] == 1
    assert not np.allclose(found.won[0, 37, 36], equity.won[0, 37, 36])
    assert np.isfinite(found.endings).all()
    assert found.endings.sum(-1) == pytest.approx(1)
    # a job is told what is known by then: after (39, 39), before the scores of its own total
    assert asked[1].won[39, 39] == 1
    assert asked[0].won[39, 39] == 0.5


def test_with_the_same_hands_nothing_changes(equity: Equity, hands: Hands) -> None:
    def spread(jobs):  # type: ignore[no-untyped-def]
        return (ScoreResult(job.score, hands) for job in jobs)

    found = improve(equity, near_the_end(40, 3), spread=spread, linear=hands)
    assert np.allclose(found.endings, equity.endings, atol=1e-12)


def test_solved_kept_and_not_done_again(equity, hands, begun, tmp_path) -> None:  # type: ignore[no-untyped-def]
    scores, more = [(39, 39), (38, 39)], {"iterations": 5000, "hands": 4000, "rounds": 0}
    found = improve(equity, scores, folder=tmp_path, linear=hands, **more)
    for a, b in scores:
        ours, theirs = found.at(a, b, mano=True), found.at(b, a, mano=False)
        assert 0.2 < ours.game.value < 0.8
        assert ours.game.value + theirs.game.value == pytest.approx(1, abs=1e-12)
        assert 0 < ours.game.se < 0.05
    assert found.won[0, 38, 39] < found.won[0, 39, 39] + 0.05

    def refuse(jobs):  # type: ignore[no-untyped-def]
        raise AssertionError("it was there")

    again = improve(equity, scores, folder=tmp_path, linear=hands, spread=refuse, **more)
    assert np.array_equal(found.endings, again.endings)
    assert len(list(tmp_path.glob("*.npz"))) == 2
    # the same job gives the same result wherever it is done
    job = ScoreJob(RULES, "usual", (39, 39), np.full((40, 40), 0.5, np.float32), **more)
    one, two = solve_score(job), solve_score(pickle.loads(pickle.dumps(job)))
    assert np.array_equal(one.hands.paid, two.hands.paid)
    assert np.array_equal(one.hands.counts, two.hands.counts)


def test_bad_input(equity: Equity, hands: Hands) -> None:
    with pytest.raises(InputError, match="from 0 to 39"):
        improve(equity, [(40, 3)], linear=hands)
    with pytest.raises(InputError, match="3 hands"):
        improve(equity, [(39, 39)], hands=3, linear=hands)
