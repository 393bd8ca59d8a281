"""``musodds solve hand --players 4`` from the command line."""

import csv
import io
import json

import numpy as np
import pytest
from musodds.cli import run

from musodds import strategies
from musodds.solver.four.lock import load_lock
from musodds.solver.four.solution import load_solution

FEW = ["--rounds", "0", "--bets", "2", "--cap", "0", "--iterations", "5000", "--effort", "40"]
LOCK = '[[lock]]\nseat = "postre"\nwhen = "envite"\nhands = "juego"\nplay = {quiero = 1}\n'


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    """Keep what is solved in a folder of the test's own."""
    monkeypatch.setattr(strategies, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def out_of(capsys, *arguments):
    assert run(["solve", "hand", "--players", "4", *FEW, *arguments]) == 0
    captured = capsys.readouterr()
    assert "\r" not in captured.err  # progress on a terminal only
    return captured.out


def test_solved_kept_and_told(capsys, tmp_path, cache):
    path, lock = tmp_path / "out.npz", tmp_path / "postre.toml"
    lock.write_text(LOCK)
    out = out_of(capsys, "-o", str(path), "--lock", str(lock), "--format", "json")
    found = json.loads(out)
    assert found["schema"] == "musodds.solve/1"
    assert (found["what"], found["players"], found["rules"]) == ("hand", 4, "naipera")
    assert (found["bets"], found["raises"], found["cap"], found["ordago"]) == ([2], [3], 0, None)
    assert (found["rounds"], found["seed"], found["iterations"]) == (0, 1, 5000)
    assert (found["remember"], found["file"]) == ("bettor", str(path))
    assert found["locked_seats"] == ["postre"]
    assert found["lock"] == load_lock(lock).to_list()
    assert len(found["quality"]["own"]) == 4
    assert found["quality"]["self_play"]["se"] > 0
    read = load_solution(path)
    assert json.loads(json.dumps(read.quality.to_dict())) == found["quality"]
    assert read.lock == load_lock(lock)
    assert not cache.exists()


def test_a_checkpoint_is_gone_on_from(capsys, tmp_path):
    part, paths = tmp_path / "part.npz", [tmp_path / f"{k}.npz" for k in range(3)]
    more = ["--iterations", "11000"]  # the average is taken every 5,000
    out_of(capsys, *more, "-o", str(paths[0]))
    out_of(capsys, "--iterations", "6000", "--checkpoint", str(part), "-o", str(paths[1]))
    out = out_of(capsys, *more, "--checkpoint", str(part), "-o", str(paths[2]))
    assert "11,000 iterations, seed 1" in out
    tables = [load_solution(path).strategy.table for path in paths]
    assert np.array_equal(tables[0], tables[2])
    assert not np.array_equal(tables[0], tables[1])
    arguments = ["--players", "4", *FEW, "--checkpoint", str(part), "--ordago", "30"]
    assert run(["solve", "hand", *arguments, "--seed", "2"]) == 2
    assert "seed = 1; expected seed = 2" in capsys.readouterr().err


def test_for_people_and_in_the_cache(capsys, tmp_path, cache):
    lock = tmp_path / "postre.toml"
    lock.write_text(LOCK)
    out = out_of(capsys, "--lock", str(lock))
    for words in ("A HAND, four seats, without mus", "lower bounds", "Locked: postre."):
        assert words in out
    (path,) = cache.glob("*.npz")
    assert str(path) in out
    assert out.count("locked: what the lock") == 4  # alone thrice, and with the segundo
    found = strategies.find_strategy(
        rounds=0, menu=load_solution(path).strategy.game.menu, lock=lock
    )
    assert found.iterations == 5000
    rows = list(csv.DictReader(io.StringIO(out_of(capsys, "--format", "csv"))))
    assert [row["seats"] for row in rows[:4]] == ["mano", "segundo", "tercero", "postre"]
    assert [row["what"] for row in rows[-2:]] == ["self-play", "rare"]
    assert len(list(cache.glob("*.npz"))) == 2


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["--players", "4", "--memory", "3"], "--memory with 4 players"),
        (["--players", "4", "--range", "mano=any"], "--range with 4 players"),
        (["--players", "4", "--update", "plus"], "--update with 4 players"),
        (["--style", "usual"], "--style with 2 players"),
        (["--rounds", "3"], "--rounds with 2 players"),
        (["--remember", "pair"], "--remember with 2 players"),
        (["--lock", "x"], "--lock with 2 players"),
        (["-o", "x.npz"], "--output with 2 players"),
        (["--checkpoint", "x"], "--checkpoint with 2 players"),
        (["--players", "3"], "players 3"),
        (["--players", "4", "--iterations", "4999"], "iterations 4999"),
        (["--players", "4", "--target", "nan"], "target nan"),
        (["--players", "4", "--ordago", "0"], "ordago 0"),
        (["--players", "4", "--effort", "1"], "effort 1"),
        (["--players", "4", "--seeds", "0"], "seeds 0"),
        (["--players", "4", "-o", "x.csv"], "-o 'x.csv'"),
        (["--players", "4", "--checkpoint", "nowhere/x.npz"], "--checkpoint 'nowhere/x.npz'"),
        (["--players", "4", "--lock", "none.toml"], "lock 'none.toml'"),
        (["--players", "4", "--style", "zz"], "style 'zz'"),
        (["--players", "4", "--rounds", "-1"], "-1 rounds"),
        (["--players", "4", "--rules", "meseta"], "meseta"),
        (["--players", "4", "--bets", "1"], "bet 1"),
        (["--players", "4", "--bets", "2,3,4,5,ordago", "--cap", "6"], "nodes in grande"),
        (["--players", "4", "--bets", "2,5", "--cap", "2", "--remember", "whole"], "numbers"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, arguments, token):
    assert run(["solve", "hand", *arguments]) == 2
    captured = capsys.readouterr()
    assert token in captured.err
    assert captured.err.count("\n") == 1
    assert "example" in captured.err
    assert captured.out == ""
