"""What advice, bets, reviews, scores and strategies say is said in the language that is spoken."""

import csv
import io
import json
from pathlib import Path

import pytest
from lang_help import speak_brackets, untranslated
from musodds.cli import run

from musodds.lang import speaking

# rules, styles, memories and ways to solve by their own names, and what no language changes
NAMES = (
    "naipera", "ehmf", "ffm", "usual", "equilibrium", "cut", "bettor", "wide", "accept", "paso",
    "Ane", "Jon", "Miren", "Peio", "pp", "dcfr", "duples",
)  # fmt: skip
GAME = str(Path(__file__).parents[1] / "docs" / "game.mus")
SCREENS = {
    "advise": ["advise", "RRCA", "--seat", "mano"],
    "advise at a score": ["advise", "RR54", "--seat", "postre", "--score", "22-31"],
    "advise in paso": ["advise", "RRCA", "--players", "2", "--deals", "4096"],
    "bet": ["bet", "RR54", "--lance", "pares", "--seat", "postre", "--facing", "mano envido 7",
            "--score", "30-35", "--deals", "16384"],
    "equity": ["equity", "27-24", "--seat", "mano"],
    "score": ["score", "SS65", "SRC4", "CCC7", "RR51", "--grande", "A2 q", "--pares", "A2 B+5 n"],
    "draw": ["match", "--draw", "C 7 4 A", "--rules", "ffm"],
    "review": ["review", GAME, "--seat", "Ane", "--deals", "512"],
    "lance": ["solve", "lance", "pares", "--range", "mano=duples", "--hand", "RRAA",
              "--iterations", "64"],
    "strategy": ["strategy", "RRCA", "--seat", "segundo", "--deals", "512"],
    "seat": ["strategy", "--lance", "grande", "--seat", "segundo", "--deals", "512"],
    "grid": ["strategy", "--lance", "grande", "--seat", "mano", "--matrix", "--deals", "512"],
    "quality": ["strategy", "--quality"],
    "strategies": ["strategy", "--list"],
    "play-off": ["play-off", "accept", "paso", "--rounds", "0", "--hands", "2000"],
}  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS)
def test_no_word_is_left_in_english(screen, monkeypatch, capsys):
    speak_brackets(monkeypatch)
    assert run(SCREENS[screen]) == 0
    told = capsys.readouterr().out
    if screen == "grid":  # its picture has letters of cards and of actions
        told = "\n".join(line for line in told.splitlines() if "⟦" in line)
    assert untranslated(told, NAMES) == []


def _answer(capsys, arguments):
    assert run(arguments) == 0
    return capsys.readouterr().out


def _timeless(value):
    if isinstance(value, dict):
        return {k: _timeless(v) for k, v in value.items() if k not in ("elapsed_s", "seconds")}
    return [_timeless(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("screen", ["advise in paso", "bet", "score", "strategy", "quality"])
def test_programs_are_told_the_same_in_every_language(screen, capsys):
    asked = [*SCREENS[screen], "--format"]
    with speaking("en"):
        table, tree = (_answer(capsys, [*asked, form]) for form in ("csv", "json"))
    with speaking("eu"):
        rows, again = (_answer(capsys, [*asked, form, "--lang", "eu"]) for form in ("csv", "json"))
    assert list(csv.reader(io.StringIO(rows))) == list(csv.reader(io.StringIO(table)))
    assert _timeless(json.loads(again)) == _timeless(json.loads(tree))


def test_a_batch_is_answered_in_english_and_refused_in_the_language(tmp_path, capsys):
    asked = tmp_path / "hands.txt"
    asked.write_text("RRCA\nRRC\n", "utf-8")
    batch = ["advise", "--batch", str(asked), "--players", "2", "--deals", "4096", "--lang", "eu"]
    assert run([*batch, "--format", "csv"]) == 2
    told = capsys.readouterr()
    assert "Odds of the lances" in told.out
    assert told.err.startswith("musodds: 2. lerroa: ")


@pytest.mark.parametrize("code", ["es", "eu"])
@pytest.mark.parametrize("screen", ["advise", "advise at a score", "bet", "review", "score"])
def test_screens_fit_on_80_columns(screen, code, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    told = _answer(capsys, [*SCREENS[screen], "--lang", code])
    assert [line for line in told.splitlines() if len(line.rstrip()) > 80] == []


def test_no_number_is_broken_over_two_lines(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "34")
    told = _answer(capsys, ["equity", "27-24", "--seat", "mano", "--lang", "es"])
    assert "6\u202f000\u202f000" in told
