"""``musodds solve hand --players 4 --score`` from the command line."""

import json

import numpy as np
import pytest
from musodds.cli import run

from musodds import strategies
from musodds.rules import load_rules
from musodds.solver.four.stakes import Stakes

FEW = ["--rounds", "0", "--bets", "2", "--cap", "0", "--iterations", "5000", "--effort", "40"]
HAND = ["solve", "hand", "--players", "4"]


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Solve little, from chances that are even everywhere."""
    monkeypatch.setattr(strategies, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(strategies, "ITERATIONS", 5000)
    monkeypatch.setattr(strategies, "EFFORT", 40)
    monkeypatch.setattr(strategies, "AT_SCORE", 5000)
    monkeypatch.setattr(strategies, "SCORE_EFFORT", 40)

    def even(rules, style, score):
        return Stakes(*score, np.full((load_rules(rules).target,) * 2, 0.5))

    monkeypatch.setattr(strategies, "stakes_at", even)
    return tmp_path / "cache"


def refuse(*_):
    raise AssertionError("it was kept")


def test_solved_kept_found_and_told(capsys, small, monkeypatch):
    score = ["--score", "38-7a 4", "--seat", "postre"]
    assert run([*HAND, *FEW, *score, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score"] == {"mano": 39, "other": 38}
    assert found["unit"] == "games"
    assert len(found["quality"]["own"]) == 4
    assert abs(found["quality"]["self_play"]["tantos"]) < 0.5
    (path,) = small.glob("*-39-38-*.npz")
    assert found["file"] == str(path)
    from musodds.solver.four.solution import load_solution

    kept = load_solution(path)
    menu = kept.strategy.game.menu
    monkeypatch.setattr(strategies, "_solve", refuse)
    again = strategies.find_strategy("naipera", "equilibrium", 0, menu=menu, score=(39, 38))
    assert np.array_equal(kept.strategy.table, again.strategy.table)
    linear = strategies.find_strategy("naipera", "equilibrium", 0, menu=menu)
    assert linear.strategy.game.stakes is None
    assert len(list(small.glob("*.npz"))) == 2
    assert run(["strategy", "--quality", "--file", str(path)]) == 0
    out = capsys.readouterr().out
    for words in (
        "at 39-38 the mano's pair wins the game in",
        "in percent of the game",
        " % of the",
    ):
        assert words in out
    assert "órdago counts" not in out
    assert run(["strategy", "--list"]) == 0
    assert "39-38" in capsys.readouterr().out
    asked = ["strategy", "RRCA", "--file", str(path), "--lance", "grande", "--deals", "500"]
    assert run(asked) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "as solved at 39-38, the mano's pair first" in words
    assert "The chance that our pair wins the game" in words
    assert "tantos" not in words
    assert run([*asked, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["score"] == {"mano": 39, "other": 38}
    (decision,) = told["decisions"]
    assert all(0 < action["game"] < 1 for action in decision["hand"])
    assert run([*asked, "--score", "38-39"]) == 2
    assert "a lock or a score" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["--score", "40-3"], "score 40-3"),
        (["--score", "7"], "score '7'"),
        (["--score", "3-a"], "tantos 'a'"),
        (["--score", "3-4", "--seat", "nobody"], "nobody"),
        (["--seat", "postre"], "--seat without a score"),
        (["--score", "3-4", "--target", "0.1"], "--target with --score"),
        (["--score", "3-4", "--ordago", "30"], "--ordago with --score"),
        (["--score", "3-4", "--seeds", "2"], "--seeds with --score"),
        (["--score", "3-4", "--remember", "pair"], "--remember with --score"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, small, arguments, token):
    assert run([*HAND, *arguments]) == 2
    captured = capsys.readouterr()
    assert token in captured.err
    assert captured.err.count("\n") == 1
    assert "example" in captured.err
    assert captured.out == ""


def test_two_players_have_no_score(capsys):
    assert run(["solve", "hand", "--score", "3-4"]) == 2
    assert "--score with 2 players" in capsys.readouterr().err
