"""``musodds solve`` from the command line."""

import csv
import io
import json

import pytest
from musodds.cli import run

from musodds.solver.lance import solve_lance

FAST = ["--target", "0.02"]


def out_of(capsys, *arguments):
    assert run(["solve", *arguments]) == 0
    captured = capsys.readouterr()
    assert "\r" not in captured.err  # progress on a terminal only
    return captured.out


def test_lance_as_json(capsys):
    bets = ["--bets", "2,5,ordago", "--ordago", "20", "--range", "mano=juego"]
    out = out_of(capsys, "lance", "grande", "--players", "2", *bets, *FAST, "--format", "json")
    found = json.loads(out)
    assert found["schema"] == "musodds.solve/1"
    assert (found["what"], found["players"], found["rules"]) == ("grande", 2, "naipera")
    assert (found["bets"], found["raises"], found["cap"]) == ([2, 5], [2, 5], 1)
    assert found["ordago"] == 20
    assert found["ranges"] == {"mano": "juego", "postre": "any"}
    assert found["converged"]
    assert found["nash_conv"] <= 0.02
    assert found["nash_conv_percent"] == pytest.approx(100 * found["nash_conv"] / found["stake"])
    low, high = found["value_between"]
    assert low <= found["value"] <= high
    assert (found["nodes"], found["method"], found["update"]) == (28, "exact", "dcfr")
    assert found["history"][-1]["iteration"] == found["iterations"]
    first = found["lines"][0]
    assert (first["line"], first["seat"], first["reached"]) == ([], "mano", pytest.approx(1))
    assert list(first["actions"]) == ["paso", "envido:2", "envido:5", "ordago"]
    assert sum(first["actions"].values()) == pytest.approx(1)
    assert "RRRR" in first["hands"]
    assert "RRRA" not in found["lines"][0]["hands"] or sum(first["hands"]["RRRA"]) == (
        pytest.approx(1, abs=1e-5)
    )


def test_lance_as_csv_has_every_hand(capsys):
    out = out_of(capsys, "lance", "juego", *FAST, "--rules", "ffm", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["seat"] for row in rows} == {"mano", "postre"}
    opening = [row for row in rows if row["line"] == "" and row["hand"] == "RRC7"]
    assert [row["action"] for row in opening] == ["paso", "envido:2", "ordago"]
    assert sum(float(row["frequency"]) for row in opening) == pytest.approx(1)
    held = [row for row in rows if row["line"] == "" and row["action"] == "paso"]
    assert sum(float(row["held"]) for row in held) == pytest.approx(1)


def test_only_the_hands_asked_for(capsys):
    few = ["lance", "juego", "--target", "0.1", "--hand", "RRCA", "--hand", "RRAA"]
    rows = list(csv.DictReader(io.StringIO(out_of(capsys, *few, "--format", "csv"))))
    assert {row["hand"] for row in rows} == {"RRCA"}
    found = json.loads(out_of(capsys, *few, "--format", "json"))
    assert {hand for line in found["lines"] for hand in line["hands"]} == {"RRCA"}
    out = out_of(capsys, *few)
    assert "RRAA has no juego, and says nothing." in out
    assert "What RRCA says" in out
    assert "What RRAA says" not in out
    out = out_of(capsys, "lance", "punto", "--target", "0.1", "--hand", "RRCA")
    assert "RRCA has juego, and says nothing." in out
    out = out_of(capsys, *few[:4], "--range", "mano=31", "--range", "postre=31", "--hand", "RR75")
    assert "RR75 is never held where both may bet" in out


def test_lance_for_people(capsys):
    out = out_of(capsys, "lance", "pares", *FAST, "--hand", "RRAA", "--set", "kings=4")
    for words in ("PARES, one against one", "Both may bet in", "NashConv", "What RRAA says"):
        assert words in out
    assert "órdago" in out
    out = out_of(capsys, "lance", "punto", *FAST, "--update", "linear", "--format", "md")
    assert out.startswith("**PUNTO, one against one")
    assert "| said so far |" in out


def test_a_target_not_reached_is_said(capsys):
    out = out_of(capsys, "lance", "grande", "--iterations", "3")
    assert "was not reached" in out


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_hand(capsys, form):
    few = ["--range", "mano=RRxx", "--range", "postre=juego", "--bets", "2", "--cap", "0"]
    out = out_of(capsys, "hand", *few, "--target", "0.05", "--format", form)
    if form == "table":
        assert "A HAND, one against one, without mus" in out
        assert "With every lance passed" in out
    elif form == "json":
        found = json.loads(out)
        assert (found["what"], found["ordago"], found["raises"]) == ("hand", None, [3])
        assert {line["lance"] for line in found["lines"]} >= {"grande", "chica", "pares"}
        reached = [line for line in found["lines"] if line["line"] == []]
        assert reached[0]["reached"] == pytest.approx(1, abs=1e-4)
    else:
        rows = list(csv.DictReader(io.StringIO(out)))
        assert list(rows[0])[:4] == ["lance", "line", "seat", "reached"]


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["lance", "envite"], "lance 'envite'"),
        (["lance", "grande", "--players", "4"], "players 4"),
        (["lance", "grande", "--bets", "2,x"], "'x'"),
        (["lance", "grande", "--bets", "1"], "bet 1"),
        (["lance", "grande", "--cap", "99"], "cap 99"),
        (["lance", "grande", "--update", "cfr"], "cfr"),
        (["lance", "grande", "--target", "-1"], "target -1"),
        (["lance", "grande", "--target", "x"], "'x'"),
        (["lance", "grande", "--ordago", "0"], "ordago 0"),
        (["lance", "grande", "--range", "mano"], "range 'mano'"),
        (["lance", "grande", "--range", "tercero=any"], "tercero"),
        (["lance", "grande", "--hand", "RRC"], "RRC"),
        (["lance", "juego", "--range", "mano=!juego"], "juego"),
        (["lance", "grande", "--rules", "meseta"], "five cards"),
        (["lance"], "LANCE"),
        (["lances"], "lances"),
        (["hand", "--bets", "2,3,4,5,ordago", "--cap", "3"], "nodes"),
        (["hand", "--memory", "0.01"], "100,092 nodes"),
        (["hand", "--memory", "0"], "memory 0; expected gigabytes, more than 0"),
        (["hand", "--memory", "-1"], "memory -1"),
        (["hand", "--memory", "nan"], "memory nan"),
        (["lance", "grande", "--memory", "nan"], "memory nan"),
        (["lance", "grande", "--set", "min_bet=3"], "example: --bets 3,6,ordago --raises 3"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, arguments, token):
    assert run(["solve", *arguments]) == 2
    captured = capsys.readouterr()
    assert token in captured.err
    assert captured.err.count("\n") == 1
    assert "example" in captured.err
    assert captured.out == ""


def test_the_library_gives_the_same(capsys):
    out = out_of(capsys, "lance", "punto", *FAST, "--format", "json")
    found = json.loads(out)
    again = solve_lance("punto", target=0.02)
    assert found["value"] == pytest.approx(again.value, abs=1e-12)
    assert found["iterations"] == again.solution.iterations
