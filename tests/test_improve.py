"""Chances of winning where the hand is solved anew at some scores."""

from __future__ import annotations

import pickle
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from four_help import some_quality
from musodds.cli import run

from musodds import equity_jobs, improve_jobs, strategies
from musodds.equity import Equity, equity_of
from musodds.equity_table import load_equity, save_equity
from musodds.errors import InputError
from musodds.improve import Plan, ScoreJob, ScoreResult, improve, near_the_end, solve_score
from musodds.improve_jobs import improve_with
from musodds.induction import MOST, Hands
from musodds.jobs import Crew
from musodds.rules import load_rules
from musodds.solver.four.bots import threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.menu import Menu
from musodds.solver.four.payments import sample_hands
from musodds.solver.four.solution import Solution, save_solution

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
    with pytest.raises(InputError, match="0 iterations"):
        improve(equity, [(39, 39)], iterations=0, linear=hands)


# ---------------------------------------------------------------- as jobs

SMALL = Plan(iterations=600, hands=2000, rounds=0)
CREWS = ["plain", pytest.param("dask", marks=pytest.mark.skipif(
    find_spec("distributed") is None, reason="Dask is not installed"))]  # fmt: skip


@pytest.fixture
def sent(monkeypatch, begun, bot, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Let every worker begin with the player by common advice."""
    path = tmp_path / "bot.npz"
    save_solution(path, Solution(bot, "usual", 1, 1, some_quality()))
    for module in (improve_jobs, equity_jobs):
        monkeypatch.setattr(module, "strategy_file", lambda *_: path.read_bytes())


@pytest.mark.parametrize("who", CREWS)
def test_the_same_whoever_solves_the_scores(who, equity, hands, sent, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    if who == "plain":
        monkeypatch.setattr("musodds.crew.find_spec", lambda name: None)
    plain = improve(equity, NEAR, SMALL.iterations, SMALL.hands, rounds=0, linear=hands)
    shares: list[float] = []
    for crew in (Crew(), Crew(workers=2)):
        found = improve_with(equity, NEAR, SMALL, crew, linear=hands, progress=shares.append)
        assert found.endings.tobytes() == plain.endings.tobytes()
        assert found.solved == tuple(NEAR)
    assert shares == pytest.approx([1 / 3, 1 / 2, 2 / 3, 1] * 2)


def test_what_is_in_the_journal_is_not_solved_again(  # type: ignore[no-untyped-def]
    equity, hands, sent, tmp_path, monkeypatch
) -> None:
    path, done = tmp_path / "scores.jsonl", list[tuple[int, int]]()
    whole = improve_jobs.solve_score

    def stop_at_the_last(job, start):  # type: ignore[no-untyped-def]
        if job.score == (38, 38) and len(done) == 3:
            done.append(job.score)
            raise KeyboardInterrupt
        done.append(job.score)
        return whole(job, start)

    monkeypatch.setattr(improve_jobs, "solve_score", stop_at_the_last)
    with pytest.raises(KeyboardInterrupt):
        improve_with(equity, NEAR, SMALL, Crew(), path, hands)
    found = improve_with(equity, NEAR, SMALL, Crew(), path, hands)
    assert done == [(39, 39), (38, 39), (39, 38), (38, 38), (38, 38)]
    size = path.stat().st_size
    again = improve_with(equity, NEAR, SMALL, Crew(), path, hands)
    assert (len(done), path.stat().st_size) == (5, size)
    assert again.endings.tobytes() == found.endings.tobytes()
    # another seed is other work
    other = Plan(SMALL.iterations, SMALL.hands, 2, 0)
    assert improve_with(equity, [(39, 39)], other, Crew(), path, hands).won[0, 39, 39] > 0
    assert len(done) == 6


def test_nothing_to_improve(equity, hands, sent) -> None:  # type: ignore[no-untyped-def]
    found = improve_with(equity, [], SMALL, Crew(), linear=hands)
    assert np.allclose(found.endings, equity.endings, atol=1e-12)


def test_a_table_tells_where_it_was_solved_anew(equity: Equity, tmp_path: Path) -> None:
    path = tmp_path / "equity.npz"
    for solved in ((), ((38, 39), (39, 39))):
        save_equity(path, Equity(RULES, "usual", 1, 20, equity.endings, solved))
        assert load_equity(path).solved == solved


def test_the_command(sent, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    short, path = ["--set", "target=10"], str(tmp_path / "equity.npz")
    asked = ["table", "equity", "--improve", "9", "--iterations", "300", "--hands", "2400", *short]
    assert run([*asked, "--format", "npz", "-o", path]) == 0
    made = load_equity(path)
    assert (made.hands, made.solved, made.target) == (2400, ((9, 9),), 10)
    assert run([*asked, "--journal", str(tmp_path / "scores.jsonl")]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 1 + 2 * 10 * 10
    (row,) = [line for line in rows if line.startswith("9,9,us,")]
    assert float(row.split(",")[3]) == pytest.approx(made.won[0, 9, 9], abs=1e-6)
    assert run(["equity", "9-9", "--table", path, *short]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "but at 1 score, 9-9, solved anew" in words
    for wrong, told in (
        (["equity", "9-9", "--table", path], "the style and the rules asked for"),
        (["equity", "9-9", "--table", "nowhere.npz", *short], "no such file"),
        (["table", "equity", "--improve", "40"], "--improve 40"),
        (["table", "equity", "--iterations", "4"], "--iterations without --improve"),
        (["table", "census", "--improve", "39"], "--improve with table 'census'"),
        (["table", "equity", "--improve", "39", "--hands", "60"], "10 hands for each score"),
    ):
        assert run(wrong) == 2
        error = capsys.readouterr().err
        assert told in error
        assert error.count("\n") == 1
