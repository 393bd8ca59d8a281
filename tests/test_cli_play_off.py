"""``musodds play-off`` from the command line, and players by name."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from musodds.cli import run
from test_strategies import MENU, NAIPERA

from musodds import arena, strategies
from musodds.arena import play_match, seat_players
from musodds.solver.four.bots import threshold_bot
from musodds.solver.four.game import game_of
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.play import play_off
from musodds.solver.four.solution import Solution, quantised, save_solution
from musodds.strategies import find_strategy


@pytest.fixture
def solved(monkeypatch, tmp_path):
    """Return a file of a solved strategy without mus, and one with."""
    monkeypatch.setattr(strategies, "ITERATIONS", 5000)
    monkeypatch.setattr(strategies, "EFFORT", 40)
    monkeypatch.setattr(strategies, "cache_folder", lambda: tmp_path / "cache")
    found = find_strategy(NAIPERA, rounds=0, menu=MENU)
    save_solution(tmp_path / "none.npz", found)
    game = game_of(NAIPERA, MENU)
    bot = quantised(threshold_bot(game, make_mus(game, "eager", 2)))
    save_solution(tmp_path / "two.npz", Solution(bot, "eager", 1, 1, found.quality))
    return tmp_path / "none.npz", tmp_path / "two.npz"


def test_what_is_told(capsys):
    arguments = ["play-off", "accept", "threshold", "--rounds", "0", "--hands", "3000"]
    assert run([*arguments, "--seed", "5", "--format", "json"]) == 0
    captured = capsys.readouterr()
    assert captured.err in ("", "musodds: compiling, once after each install (about 20 s) ...\n")
    found = json.loads(captured.out)
    assert found["schema"] == "musodds.play-off/1"
    assert (found["a"], found["b"], found["rules"]) == ("accept", "threshold", "naipera")
    assert (found["hands"], found["deals"], found["seed"], found["rounds"]) == (3000, 1500, 5, 0)
    parts = found["as_mano"], found["as_other"]
    assert found["tantos"]["tantos"] == pytest.approx(sum(p["tantos"] for p in parts) / 2)
    assert 0 < found["tantos"]["se"] < min(p["se"] for p in parts)
    again = play_match("accept", "threshold", rounds=0, hands=3000, seed=5)
    assert again.to_dict() == found
    assert run([*arguments, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["hands"] for row in rows] == ["1500", "1500", "3000"]
    for form, words in (("table", "accept loses"), ("md", "| accept sits |")):
        assert run([*arguments, "--format", form]) == 0
        assert words in capsys.readouterr().out


def test_it_ends_at_a_standard_error():
    found = play_match("accept", "paso", rounds=0, hands=10**9, se=0.5).result
    assert found.deals == 10_000
    one, all_ = (play_match("accept", "threshold", rounds=0, hands=n) for n in (2, 25_001))
    assert (one.result.deals, all_.result.deals) == (1, 12_501)
    wanted = seat_players("accept", "threshold", rounds=0)
    whole = play_off(wanted.a.strategy, wanted.b.strategy, 12_501)
    assert whole == all_.result  # whatever the chunks


def test_files_say_what_is_played(capsys, solved):
    none, two = map(str, solved)
    capsys.readouterr()
    seated = seat_players(none, "random")
    assert seated.b.strategy.game is seated.a.strategy.game
    assert int(seated.b.strategy.mus.rounds) == 0
    seated = seat_players("paso", two)
    assert seated.a.strategy.mus is seated.b.strategy.mus  # cuts as the other's table
    assert (seated.rules.name, int(seated.a.strategy.mus.rounds)) == ("naipera", 2)
    # a style by name is found for the same game
    seated = seat_players("eager", none)
    assert np.array_equal(seated.a.strategy.table, seated.b.strategy.table)
    assert seat_players(none, none, replace(NAIPERA, target=30)).rules.target == 30
    for arguments, token in (
        ([none, two], "2 rounds of mus"),
        ([none, "random", "--rounds", "1"], "0 rounds of mus"),
        ([none, "random", "--rules", "ehmf"], "expected the game that is played: ehmf"),
        ([none, "random", "--set", "kings=4"], "kings = 4"),
    ):
        assert run(["play-off", *arguments]) == 2
        err = capsys.readouterr().err
        assert token in err
        assert err.count("\n") == 1


def test_bots_cut_as_usual_where_the_other_is_free():
    free = make_mus(game_of(NAIPERA, MENU), "equilibrium", 1)
    bot = threshold_bot(game_of(NAIPERA, MENU), free)
    table = arena._Table(NAIPERA, 1, MENU, 22.0)
    mus = arena._mus_of_bots(table, [arena.Contestant("x", "", bot)])
    assert not mus.free
    assert np.array_equal(mus.style, make_mus(game_of(NAIPERA, MENU), "usual", 1).style)


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["usual"], "'B'"),
        (["foo", "random"], "player 'foo'"),
        (["paso", "none.npz"], "none.npz"),
        (["paso", "none.toml"], "none.toml"),
        (["paso", "random", "--hands", "1"], "hands 1"),
        (["paso", "random", "--hands", "x"], "'x'"),
        (["paso", "random", "--se", "-1"], "se -1"),
        (["paso", "random", "--se", "nan"], "se nan"),
        (["paso", "random", "--rounds", "-1"], "rounds -1"),
        (["paso", "random", "--seed", "-1"], "seed -1"),
        (["paso", "random", "--rules", "meseta"], "meseta"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, arguments, token):
    assert run(["play-off", *arguments]) == 2
    captured = capsys.readouterr()
    assert token in captured.err
    assert captured.err.count("\n") == 1
    assert "example" in captured.err
    assert captured.out == ""
