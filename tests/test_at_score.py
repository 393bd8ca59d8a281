"""Bets and advice that go on by a strategy solved for the score, where one is kept."""

from __future__ import annotations

import doctest
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from four_help import some_quality
from musodds.cli import run

from musodds import at_score, strategies
from musodds.advise import advise_hand
from musodds.at_score import kept_at_score
from musodds.bets import BetAdvice, BetQuestion, _dealt, advise_bet
from musodds.errors import InputError
from musodds.pending import parse_facing, parse_pending
from musodds.rules import load_rules
from musodds.situation import ask
from musodds.solver.four.bots import always_paso
from musodds.solver.four.game import make_game
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.resolve import with_stakes
from musodds.solver.four.solution import Solution
from musodds.strategies import keep_solution, stakes_at

RULES = load_rules("naipera")


def keep_shy(score: tuple[int, int]) -> Solution:
    """Keep, for a score of the mano's pair and of the other one, players who never bet."""
    game = make_game(RULES)
    shy = always_paso(game, make_mus(game, "usual", strategies.DEFAULT_ROUNDS))
    made = with_stakes(shy, stakes_at(RULES, "usual", score))
    found = Solution(made, "usual", 1, 1, some_quality())
    keep_solution(found)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache with such players at 38-39, the mano's pair having 39, and at 38-38."""
    place = tmp_path_factory.mktemp("cache") / "strategies"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "cache_folder", lambda: place)
        keep_shy((39, 38))
        keep_shy((38, 38))
    return place


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Let that cache be the user's."""
    monkeypatch.setattr(strategies, "cache_folder", lambda: folder)
    return folder


def bet(hand="RR54", lance="grande", facing=None, told=None, way="kept", **more) -> BetAdvice:  # type: ignore[no-untyped-def]
    asked = ask(hand, "postre")
    question = BetQuestion(
        asked, lance, parse_facing(facing, 3), parse_pending(told, 3, lance), at_score=way, **more
    )
    return advise_bet(question, deals=8_000)


def test_what_was_solved_at_the_score_is_found(kept: Path) -> None:
    found = kept_at_score(RULES, "usual", (39, 38))
    assert found is not None
    assert found.strategy.game.stakes is not None
    assert (found.strategy.game.stakes.mano, found.strategy.game.stakes.other) == (39, 38)
    assert kept_at_score(RULES, "usual", (38, 39)) is None
    assert kept_at_score(RULES, "equilibrium", (20, 20)) is None


def test_everybody_goes_on_by_it(kept: Path) -> None:
    found, linear = bet(score=(38, 39)), bet(score=(38, 39), way="never")
    assert (found.solved_at, linear.solved_at) == ((38, 39), None)
    assert found.action("paso").frequency == pytest.approx(1)
    assert linear.action("paso").frequency < 0.99
    told = found.to_dict()
    assert told["solved_at"] == {"us": 38, "them": 39}
    assert told["equity"] == "usual"
    assert linear.to_dict()["solved_at"] is None


def test_elsewhere_the_linear_strategy_goes_on(kept: Path) -> None:
    assert bet(score=(37, 39)).solved_at is None
    assert bet().solved_at is None


def test_the_score_before_the_hand_counts(kept: Path) -> None:
    """A refused bet has paid them one: it was 38-38 when the cards were dealt."""
    found = bet(lance="chica", told="grande: ellos 2 no quiero", score=(38, 39))
    assert found.solved_at == (38, 38)
    game = make_game(RULES)

    def dealt(score, told, seat=3):  # type: ignore[no-untyped-def]
        pending = parse_pending(told, seat, "juego")
        asked = ask("RRCA", ("mano", "segundo", "tercero", "postre")[seat])
        return _dealt(game, BetQuestion(asked, "juego", pending=pending, score=score))

    assert dealt((30, 35), None) == (30, 35)
    assert dealt((30, 35), "grande: ellos 2; chica: paso") == (30, 35)
    assert dealt((30, 35), "grande: ellos 5 no quiero") == (30, 33)
    assert dealt((30, 35), "grande: nosotros 2 no quiero; chica: ellos ordago no quiero") is None
    assert dealt((30, 35), "grande: nosotros 2 no quiero", 0) == (29, 35)
    assert dealt((0, 35), "grande: nosotros 2 no quiero") is None
    assert dealt(None, "grande: nosotros 2 no quiero") is None


def test_it_is_solved_where_that_is_asked_for(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def solve(rules, style, *_, score=None, **__):  # type: ignore[no-untyped-def]
        asked.append((style, score))
        return keep_shy(score)

    whole = strategies.find_strategy

    def find(rules, style="usual", *given, score=None, **more):  # type: ignore[no-untyped-def]
        return (solve if score else whole)(rules, style, *given, **more | {"score": score})

    monkeypatch.setattr(strategies, "find_strategy", find)
    assert bet(score=(39, 37)).solved_at is None
    assert bet(score=(39, 37), way="solve").solved_at == (39, 37)
    assert asked == [("usual", (37, 39))]
    assert bet(score=(39, 37)).solved_at == (39, 37)
    with pytest.raises(InputError, match="without the score before the hand"):
        bet(way="solve")
    with pytest.raises(InputError, match="strategy at score 'perhaps'"):
        bet(score=(3, 4), way="perhaps")


def test_advice_goes_on_by_it(kept: Path) -> None:
    found = advise_hand("RR54", "postre", score=(38, 39), deals=20_000)
    assert found.choice.solved_at == (38, 39)
    assert {lance.first.solved_at for lance in found.lances if lance.first} == {(38, 39)}
    assert found.to_dict()["solved_at"] == {"us": 38, "them": 39}
    # where the others cut as no strategy was solved for, its bets are those of the usual table
    other = advise_hand("RR54", "postre", score=(38, 39), deals=20_000, style="cut:0.3")
    assert other.choice.solved_at == (38, 39)
    assert not other.choice.bets_of_table
    never = advise_hand("RR54", "postre", score=(38, 39), deals=20_000, at_score="never")
    assert never.choice.solved_at is None
    assert all(lance.first.solved_at is None for lance in never.lances if lance.first)
    assert found.choice.cut.to_dict() != never.choice.cut.to_dict()


def test_the_screen_says_which(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["bet", "RR54", "--lance", "grande", "--seat", "postre", "--deals", "4000"]
    for score, words in (("38-39", "as solved at 38-39"), ("30-35", "linear regime")):
        assert run([*asked, "--score", score]) == 0
        assert words in " ".join(capsys.readouterr().out.split())
    assert run([*asked, "--score", "38-39", "--strategy-at-score", "never"]) == 0
    assert "your own decision improved by rollout" in " ".join(capsys.readouterr().out.split())
    hand = ["advise", "RR54", "--seat", "postre", "--score", "38-39", "--deals", "20000"]
    assert run([*hand, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["solved_at"] == {"us": 38, "them": 39}
    assert run(hand) == 0
    assert "as solved at 38-39" in " ".join(capsys.readouterr().out.split())
    assert run([*asked, "--strategy-at-score", "solve"]) == 2
    assert "without the score" in capsys.readouterr().err


def test_what_is_paid_is_by_the_rules_asked_for(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """A strategy serves a game to 30 too: there 29 tantos are nearly all."""
    monkeypatch.setattr(strategies, "cache_folder", lambda: tmp_path)
    short = load_rules("naipera", ["target=30"])
    monkeypatch.setattr(
        "musodds.equity_table.find_equity", lambda *_: replace(_even(), rules=short)
    )
    question = BetQuestion(ask("7654", "postre", short), "grande", parse_facing("mano 2", 3))
    found = advise_bet(replace(question, score=(3, 29)), deals=4_000)
    refused = found.action("no-quiero").game
    assert refused is not None
    assert refused.tantos == 0


def _even():  # type: ignore[no-untyped-def]
    from musodds.equity import Equity

    return Equity(RULES, "usual", 1, 20, np.full((21, 30, 30, 4), 0.25))


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(at_score).failed == 0
