"""``musodds equity`` and ``musodds table equity``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from musodds.cli import run

from musodds.equity_table import find_equity, load_equity, sample_equity, shipped_tables
from musodds.rules import load_rules


@pytest.fixture
def out_of(capsys):
    """Return what a command prints."""

    def call(*arguments: str) -> str:
        assert run(list(arguments)) == 0
        return str(capsys.readouterr().out)

    return call


def test_a_score_and_the_same_from_the_other_side(out_of) -> None:
    ours = json.loads(out_of("equity", "27-24", "--seat", "mano", "--format", "json"))
    theirs = json.loads(out_of("equity", "24-27", "--seat", "postre", "--format", "json"))
    assert ours["schema"] == "musodds.equity/1"
    assert (ours["us"], ours["them"], ours["mano"], theirs["mano"]) == (27, 24, "us", "them")
    assert ours["game"] + theirs["game"] == pytest.approx(1, abs=1e-5)
    assert 0.5 < ours["game"] < 0.8
    assert 0 < ours["tanto"] < 0.1
    assert 0 < ours["game_se"] < 0.005
    assert 10 < ours["ordago"] < 40


def test_for_people(out_of) -> None:
    out = " ".join(out_of("equity", "38-39", "--seat", "postre", "--games", "1-0").split())
    assert "38-39, the mano theirs: the game is won in" in out
    assert "an accepted órdago, in tantos" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["27"], "score '27'"),
        (["40-0"], "from 0 to 39 each"),
        (["27-24", "--games", "2-0"], "games 2-0"),
        (["27-24", "--vacas", "x"], "vacas 'x'"),
        (["27-24", "--style", "nobody"], "style 'nobody'"),
        (["27-24", "--seat", "nobody"], "seat 'nobody'"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], told: str, capsys) -> None:
    assert run(["equity", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("rules", ["naipera", "ehmf"])
def test_what_ships_is_what_the_hands_give(rules: str) -> None:
    """Fewer hands, of another seed: within their standard errors."""
    shipped, fresh = find_equity(rules), sample_equity(rules, hands=60_000, seed=9)
    assert any(load_equity(path).rules == load_rules(rules) for path in shipped_tables())
    for us, them, mano in ((0, 0, True), (15, 20, False), (28, 27, True), (29, 10, False)):
        ours, theirs = shipped.at(us, them, mano).game, fresh.at(us, them, mano).game
        assert ours.se < theirs.se
        assert abs(ours.value - theirs.value) < 4 * theirs.se + 1e-3


def test_the_whole_table(out_of, tmp_path: Path) -> None:
    path = tmp_path / "equity.npz"
    assert run(["table", "equity", "--hands", "2000", "--format", "npz", "-o", str(path)]) == 0
    assert load_equity(path).hands == 2000
    rows = out_of("table", "equity", "--hands", "2000").splitlines()
    assert len(rows) == 1 + 2 * 40 * 40
    assert rows[0].startswith("us,them,mano,game,game_se,tanto")


def test_options_of_other_tables_are_refused(capsys) -> None:
    assert run(["table", "equity", "--se", "0.1"]) == 2
    assert "--se with table 'equity'" in capsys.readouterr().err
    assert run(["table", "census", "--hands", "10"]) == 2
    assert "--hands with table 'census'" in capsys.readouterr().err
