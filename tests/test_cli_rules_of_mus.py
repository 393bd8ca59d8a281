"""The command line on the rules of deck, deal and mus: first hands, visto, pedretes, draws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from musodds.cli import run

from musodds.advise import advise_hand
from musodds.discard import rank_discards
from musodds.rules import load_rules

FEW = ["--deals", "20000"]
PEDRETE = ["--set", "pedrete=true"]
HANDS = ["R754", "C764", "RC5A", "S65A"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = run(list(arguments))
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(answer(capsys, *arguments, "--format", "json"))
    return result


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "; expected " in err
    assert "; example: " in err
    return err


@pytest.mark.parametrize("command", ["mus", "advise", "discard"])
def test_a_first_hand(capsys: pytest.CaptureFixture[str], command: str) -> None:
    asked = [command, "RR4A", "--seat", "segundo", "--rules", "madrid", *FEW]
    first, later = found(capsys, *asked, "--first-hand"), found(capsys, *asked)
    assert (first["first_hand"], later["first_hand"]) == (True, False)
    assert first["later_share"] != later["later_share"]
    shown = " ".join(answer(capsys, *asked, "--first-hand").split())
    assert "First hand, mus corrido: whoever cuts becomes mano" in shown
    assert "mus corrido" not in answer(capsys, *asked)


def test_first_hand_in_python_and_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["advise", "RR4A", "--seat", "postre", "--rules", "madrid", "--first-hand", *FEW]
    typed = found(capsys, *asked)
    called = advise_hand("RR4A", "postre", "madrid", deals=20_000, first_hand=True).to_dict()
    assert typed["mus"]["cut"] == called["mus"]["cut"]
    assert typed["odds"]["paso_ev"] == called["odds"]["paso_ev"]


@pytest.mark.parametrize("command", ["mus", "advise", "discard"])
@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--rules", "naipera"], "naipera plays no mus corrido"),
        (["--rules", "madrid", "--partner", "7654"], "mus corrido is played without señas"),
    ],
)
def test_first_hands_that_are_refused(
    capsys: pytest.CaptureFixture[str], command: str, more: list[str], reason: str
) -> None:
    assert reason in refusal(capsys, command, "RR4A", "--first-hand", *more)


def test_a_visto(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["discard", "RRRA", "--rules", "ehmf", "--visto", *FEW]
    text = answer(capsys, *asked)
    assert text.startswith("STAY, keep all   R R R A")
    assert "mus visto" in text
    best = found(capsys, *asked)["discards"][0]
    called = rank_discards("RRRA", "mano", "ehmf", visto=True, deals=20_000).discards[0]
    assert (best["keep"], best["throw"], best["tantos"]) == ("RRRA", "", called.agreed.tantos)
    assert "STAY" not in answer(capsys, "discard", "RRRA", "--rules", "ehmf", *FEW)


def test_a_visto_that_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    line = refusal(capsys, "discard", "RRRA", "--rules", "ffm", "--visto")
    assert "visto: ffm deals again when a card is shown" in line


@pytest.mark.parametrize("command", ["mus", "advise", "discard"])
def test_a_pedrete(capsys: pytest.CaptureFixture[str], command: str) -> None:
    text = " ".join(answer(capsys, command, "7654", *PEDRETE, *FEW).split())
    assert text.startswith("SING the pedrete; unsung, ")
    assert "1 tanto and four new cards, in paso +1.15 tantos in all" in text
    assert "kept, the hand is worth -2.18" in text
    worth = found(capsys, command, "7654", *PEDRETE, *FEW)["pedrete"]
    assert [round(worth[key], 2) for key in ("sung", "kept")] == [1.15, -2.18]
    for other in (["7654"], ["7664", *PEDRETE]):
        assert "pedrete" not in found(capsys, command, *other, *FEW)
        assert "SING" not in answer(capsys, command, *other, *FEW)


def test_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    draw = ["match", "--draw", "C 7 4 A", "--rules", "ffm"]
    text = answer(capsys, *draw)
    assert text.startswith("SEAT 1 is mano")
    assert "The smallest card deals" in text
    assert found(capsys, *draw) == {
        "schema": "musodds.draw/1",
        "rules": "ffm",
        "first_mano": "smallest-deals",
        "cards": ["C", "7", "4", "A"],
        "mano": 1,
        "dealer": 4,
        "draw_again": [],
    }
    tied = answer(capsys, "match", "--draw", "7 R 3 A")
    assert tied.startswith("EQUAL: seats 2 and 3 draw again")
    assert "draws again" in tied


def test_draws_that_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "agreed on" in refusal(
        capsys, "match", "--draw", "C 7 4 A", "--set", "first_mano=agreed"
    )
    assert "a draw beside files" in refusal(capsys, "match", "x.json", "--draw", "C 7 4 A")
    assert "no files" in refusal(capsys, "match")


def test_late_claims(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "match.json")
    kept = ["score", *HANDS, "--match", path]
    answer(capsys, *kept, "--rules", "madrid")
    once = json.loads(Path(path).read_text("utf-8"))
    answer(capsys, *kept, "--grande", "A5 q", "--again")
    again = json.loads(Path(path).read_text("utf-8"))
    assert len(once["hands"]) == len(again["hands"]) == 1
    assert (again["score"][0] - once["score"][0], again["score"][1]) == (4, once["score"][1])


def test_late_claims_that_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "match.json")
    kept = ["score", *HANDS, "--match", path]
    answer(capsys, *kept, "--rules", "ffm")
    before = Path(path).read_bytes()
    assert "nothing is claimed" in refusal(capsys, *kept, "--again")
    assert Path(path).read_bytes() == before
    assert "again without" in refusal(capsys, "score", *HANDS, "--again")
    assert "again without" in refusal(capsys, "score", "--match", path, "--again")


def test_the_name_of_changed_rules_is_as_typed() -> None:
    changed = ["pedrete=true", "senas=none", "real=ten"]
    name = load_rules("naipera", [*changed, "max_senas=none"]).name
    assert name == "naipera, real = ten, pedrete = true, senas = none, max_senas = none"
