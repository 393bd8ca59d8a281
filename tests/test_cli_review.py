"""The commands review and record."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from musodds.cli import run

from musodds.record import write_record
from musodds.record_reader import load_record, read_record
from musodds.replay import replay

DOCS = Path(__file__).parent.parent / "docs"
HAND = """
players: Ane, Miren, Jon, Peio
score: 20-20
hand
  deal: RRCA SS54 CC41 7654
  cut: mano
  grande: Ane ordago, Miren no, Peio quiero
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.mus"
    path.write_text(HAND, "utf-8")
    return str(path)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(list(arguments)) == code
    return capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str], game: str) -> None:
    found = json.loads(shown(capsys, "review", game, "--deals", "4096", "--format", "json"))
    assert found["schema"] == "musodds.review/1"
    (taken,) = [d for d in found["decisions"] if d["did"] == "quiero"]
    assert (taken["player"], taken["best"], taken["grade"]) == ("Peio", "no-quiero", "very bad")
    assert taken["how"] == "rollout"
    assert [d["how"] for d in found["decisions"] if d["kind"] == "cut"] == ["rollout"]
    assert found["change"] == pytest.approx(found["skill"] + found["luck"])
    assert found["hands"][0]["chance"][1] == 1


@pytest.mark.parametrize("form", ["table", "csv", "md"])
def test_formats(capsys: pytest.CaptureFixture[str], game: str, form: str) -> None:
    arguments = ["review", game, "--seat", "Peio", "--deals", "2048", "--format", form]
    text = shown(capsys, *arguments)
    if form == "csv":
        (row,) = csv.DictReader(io.StringIO(text))
        assert (row["player"], row["seat"], row["did"]) == ("Peio", "postre", "quiero")
        assert (row["best"], row["grade"], row["how"]) == ("no-quiero", "very bad", "rollout")
        return
    assert text.lstrip("*").startswith("Ane+Jon lost 0.00% of the game by their decisions, Miren")
    for title in ("Worst decisions", "By kind of decision", "By player", "Hand by hand"):
        assert title in text
    assert "no quiero" in text


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (HAND.replace("cut: mano", "cut: nobody"), "line 6: cut 'nobody'"),
        (HAND.replace("7654", "RRRR").replace("SS54", "RRRR"), "line 5: card 'R': 10 held"),
        ("", "no hand in it"),
    ],
)
def test_bad_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, error: str
) -> None:
    path = tmp_path / "bad.mus"
    path.write_text(text, "utf-8")
    assert run(["review", str(path)]) == 2
    told = capsys.readouterr()
    assert error in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("option", [["--seat", "Iker"], ["--deals", "0"], ["--seed", "-1"]])
def test_bad_options(capsys: pytest.CaptureFixture[str], game: str, option: list[str]) -> None:
    assert run(["review", game, *option]) == 2
    assert option[1] in capsys.readouterr().err


def test_no_such_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", "nowhere.mus"]) == 2
    assert "no such file" in capsys.readouterr().err


# ---------------------------------------------------------------- examples


def test_the_example_game_is_what_record_plays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = ["--players", "Ane,Miren,Jon,Peio"]
    text = shown(capsys, "record", "--seed", "8", *names)
    assert text == (DOCS / "game.mus").read_text("utf-8")
    path = tmp_path / "again.mus"
    assert shown(capsys, "record", "--seed", "8", *names, "-o", str(path)) == ""
    assert write_record(load_record(path)) == text


def test_the_example_in_the_page_on_records() -> None:
    page = (DOCS / "records.md").read_text("utf-8")
    example = re.search("```\n(.*?)```", page, re.DOTALL)
    assert example
    record = read_record(example[1])
    assert [hand.after for hand in record.hands] == [(18, 15), (19, 18)]
    assert all(hand.decisions and not hand.unnamed for hand in replay(record))


@pytest.mark.parametrize(
    "option", [["--players", "Ane"], ["--score", "99-0"], ["--seed", "-1"], ["-o", "/no/such/x"]]
)
def test_bad_options_of_record(capsys: pytest.CaptureFixture[str], option: list[str]) -> None:
    assert run(["record", *option]) == 2
    assert "; expected " in capsys.readouterr().err
