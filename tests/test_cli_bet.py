"""``musodds bet``."""

from __future__ import annotations

import json

import pytest
from musodds.cli import run

ASKED = ["bet", "--lance", "pares", "--hand", "RR54", "--seat", "postre", "--deals", "20000"]
FACED = ["--facing", "mano envido 2"]


@pytest.fixture
def out_of(capsys):
    """Return what a command prints."""

    def call(*arguments: str) -> str:
        assert run(list(arguments)) == 0
        return str(capsys.readouterr().out)

    return call


def test_the_answer_in_json(out_of) -> None:
    told = json.loads(
        out_of(*ASKED, *FACED, "--score", "30-35", "--pending", "grande: paso; chica: ellos 2",
               "--cut", "mano:1", "--format", "json")
    )  # fmt: skip
    assert told["schema"] == "musodds.bet/1"
    assert (told["hand"], told["seat"], told["lance"]) == ("RR54", "postre", "pares")
    assert told["facing"] == ["envido:2"]
    assert (told["cut"], told["redraw"], told["style"]) == ("mano", True, "usual")
    assert told["pending"] == ["paso", "mano or tercero 2 accepted"]
    assert told["score"] == {"us": 30, "them": 35}
    assert told["advice"] in {action["action"] for action in told["actions"]}


def test_for_people_within_80_columns(out_of, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = out_of(*ASKED, *FACED, "--score", "30-35")
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80
    words = " ".join(out.split())
    assert "in pares at 30-35" in words
    assert "to accept" in words
    assert "for the game" in words
    assert "very bad from 4 %" in words
    assert "the solved strategy 'usual'" in words


def test_other_formats_and_a_hand_without_its_option(out_of) -> None:
    csv = out_of("bet", "RRCA", "--lance", "grande", "--deals", "4000", "--format", "csv")
    assert csv.splitlines()[0] == "action,tantos,tantos_se,loss,loss_se,frequency,grade"
    assert {line.split(",")[0] for line in csv.splitlines()[1:]} == {"paso", "envido:2", "ordago"}
    assert "| action" in out_of(
        "bet", "RRCA", "--lance", "grande", "--deals", "4000", "--format", "md"
    )


def test_the_same_seed_the_same_answer(out_of) -> None:
    def answer(*more: str) -> dict[str, object]:
        told: dict[str, object] = json.loads(out_of(*ASKED, *FACED, "--format", "json", *more))
        told.pop("elapsed_s")
        return told

    assert answer() == answer()
    assert answer()["actions"] != answer("--seed", "2")["actions"]


def test_evidence_is_told(out_of) -> None:
    out = out_of(*ASKED, *FACED, "--sena", "segundo=duples", "--partner-said", "mus")
    assert "gave the seña duples" in " ".join(out.split())
    told = json.loads(out_of(*ASKED, *FACED, "--pares", "tercero=no", "--format", "json"))
    assert [item["label"] for item in told["evidence"]] == ["tercero pares=no"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--lance", "grande"], "one hand"),
        (["RRCA", "--hand", "RRCA", "--lance", "grande"], "one hand"),
        (["RRCA"], "--lance"),
        (["RRCA", "--lance", "x"], "lance 'x'"),
        (["RRCA", "--lance", "pares", "--pending", "juego: ellos 2"], "a lance before pares"),
        (["RRCA", "--lance", "chica", "--pending", "grande: ellos 0"], "no bets come to 0"),
        (["RRCA", "--lance", "grande", "--facing", "nobody 2"], "cannot read 'nobody'"),
        (["RRCA", "--lance", "grande", "--score", "3"], "score '3'"),
        (["RRCA", "--lance", "grande", "--deals", "0"], "0 deals"),
        (["RRCA", "--lance", "grande", "--size", "0"], "--size 0"),
        (["RRCA", "--lance", "grande", "--rules", "meseta"], "meseta"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], told: str, capsys) -> None:
    assert run(["bet", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "token"),
    [
        (("--facing", "mano envido 1"), "envido 1"),
        (("--facing", "mano envido 41"), "envido 41"),
        (("--size", "41"), "--size 41"),
        (("--pending", "grande: ellos 99"), "a bet of 99"),
    ],
)
def test_bets_too_small_or_larger_than_the_game(capsys, option, token):
    assert run(["bet", "RR54", "--lance", "pares", "--seat", "segundo", *option]) == 2
    assert token in " ".join(capsys.readouterr().err.split())


def test_errors_that_few_deals_cannot_tell_are_null(capsys) -> None:
    few = ["RR54", "--lance", "pares", "--seat", "postre", "--facing", "mano envido 7"]
    assert run(["bet", *few, "--deals", "2048", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {action["frequency_se"] for action in told["actions"]} == {None}
    assert all(action["tantos_se"] > 0 for action in told["actions"])
