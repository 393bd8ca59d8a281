"""``musodds strategy`` from the command line."""

from __future__ import annotations

import csv
import io
import json

import pytest
from four_help import some_quality
from musodds.cli import run

from musodds.rules import load_rules
from musodds.solver.four.bots import threshold_bot
from musodds.solver.four.game import game_of
from musodds.solver.four.menu import Menu
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.solution import Solution, quantised, save_solution

FEW = ["--deals", "600"]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Return the file of a player by common advice, at a table that cuts as usual."""
    game = game_of(load_rules("naipera"), Menu())
    bot = quantised(threshold_bot(game, make_mus(game, "usual", rounds=1)))
    path = tmp_path_factory.mktemp("strategies") / "bot.npz"
    save_solution(path, Solution(bot, "usual", 1, 0, some_quality()))
    return str(path)


@pytest.fixture
def out_of(capsys, file):
    """Return what the command prints."""

    def call(*arguments):
        assert run(["strategy", *arguments, "--file", file, *FEW]) == 0
        captured = capsys.readouterr()
        assert "\r" not in captured.err
        return captured.out

    return call


def test_a_hand_in_all_lances_as_json(out_of):
    found = json.loads(out_of("RRCA", "--seat", "segundo", "--format", "json"))
    assert found["schema"] == "musodds.strategy/1"
    assert (found["hand"], found["seat"], found["style"]) == ("RRCA", "segundo", "usual")
    assert found["gain_of_a_seat"] == {"tantos": 0.25, "se": 0.01}
    decisions = {d["decision"]: d for d in found["decisions"]}
    assert list(decisions) == ["cut", "discard", "grande", "chica", "pares", "juego"]  # 31
    for name in ("grande", "chica", "pares", "juego"):
        rows = decisions[name]["hand"]
        assert [row["action"] for row in rows] == ["paso", "envido:2", "ordago"]
        assert sum(row["frequency"] for row in rows) == pytest.approx(1, abs=1e-5)
        assert all(row["se"] > 0 for row in rows)
    # the player by common advice bets with a good hand: RRCA is one in grande
    assert decisions["grande"]["hand"][1]["frequency"] == pytest.approx(1)
    assert decisions["cut"]["reached"] < 1  # the mano may have cut
    assert found == json.loads(out_of("RRCA", "--seat", "segundo", "--format", "json"))


def test_discards_are_named_by_what_is_kept(out_of):
    found = json.loads(out_of("RC76", "--format", "json"))
    discards = next(d for d in found["decisions"] if d["decision"] == "discard")
    rows = discards["hand"]
    assert len(rows) == 15
    assert {row["action"] for row in rows} >= {"keep nothing", "keep R", "keep RC7"}
    assert max(rows, key=lambda row: row["frequency"])["frequency"] == pytest.approx(1)
    text = out_of("RC76")
    assert "what it throws" in text
    assert "keep R" in text


def test_a_lance_after_some_bets(out_of):
    given = ["RRCA", "--seat", "segundo", "--lance", "grande", "--history", "mano envido 2"]
    found = json.loads(out_of(*given, "--cut", "mano:0", "--format", "json"))
    assert (found["cut"], found["redraw"]) == ("mano", False)
    (decision,) = found["decisions"]
    assert decision["line"] == ["envido:2"]
    assert decision["actions"] == ["no-quiero", "quiero", "mas:3", "ordago"]
    text = out_of(*given)
    assert "Averaged, as often as they come about in this strategy: who cut" in text
    assert "one seat alone can gain 0.250 ± 0.010" in text


def test_what_hardly_comes_about_is_said_to_be_rare(out_of):
    given = ["RRCA", "--seat", "segundo", "--lance", "grande", "--history", "ordago"]
    assert "rare" in out_of(*given)
    found = json.loads(out_of(*given, "--format", "json"))["decisions"][0]
    assert found["rare"]
    assert found["hand"] == []


def test_a_bet_off_the_menu(out_of):
    given = ["RRCA", "--seat", "segundo", "--lance", "grande", "--history", "envido 5"]
    text = " ".join(out_of(*given).split())  # however the lines are broken
    assert "'envido 5' is not in the strategy's menu" in text
    assert "57.5% as 'órdago', 42.5% as 'envido 2'" in text
    found = json.loads(out_of(*given, "--format", "json"))["decisions"][0]
    assert [row["chance"] for row in found["read_as"]] == pytest.approx([0.575, 0.425])
    assert [row["line"] for row in found["read_as"]] == [["ordago"], ["envido:2"]]
    rows = {row["action"]: row for row in found["hand"]}
    assert sum(row["frequency"] for row in rows.values()) == pytest.approx(1, abs=1e-5)
    text = out_of("RRCA", "--lance", "grande", "--size", "7")
    assert "envido 7" in text
    assert "rollout: the strategy never bets so" in text


def test_the_grid_of_all_hands(out_of):
    text = out_of("--lance", "grande", "--matrix")
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("RR  "))
    rows = lines[first : first + 36]
    assert [row[:2] for row in rows[:4]] == ["RR", "RC", "CC", "RS"]
    assert rows[-1].startswith("AA")
    cells = [row[4:].ljust(72) for row in rows]
    assert sum(row[k].strip() != "" for row in cells for k in range(0, 72, 2)) == 330
    assert cells[0][0] == "E"  # RRRR bets
    assert cells[-1][70] == "P"  # AAAA passes
    assert not cells[-1][:70].strip()  # nothing lies under the triangle
    assert max(map(len, rows)) <= 76
    assert "P  paso" in text
    pares = out_of("--lance", "pares", "--matrix", "--seat", "postre")
    assert "may not bet" in pares
    assert "·" in pares


def test_the_grid_as_csv_has_a_row_a_hand_and_action(out_of):
    out = out_of("--lance", "grande", "--matrix", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 330 * 3
    assert list(rows[0])[:6] == ["decision", "line", "hand", "action", "frequency", "tantos"]
    kings = {row["action"]: float(row["frequency"]) for row in rows if row["hand"] == "RRRR"}
    assert kings == {"paso": 0, "envido:2": 1, "ordago": 0}
    assert all(float(row["se"]) >= 0 for row in rows)
    found = json.loads(out_of("--lance", "grande", "--matrix", "--format", "json"))
    assert len(found["decisions"][0]["hands"]) == 330
    assert out_of("--lance", "grande", "--matrix", "--format", "md").count("```") == 2


def test_all_hands_together(out_of):
    text = out_of("--seat", "mano")
    assert "all hands together" in text
    assert "mus or cut" in text
    assert "punto" in text


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["RRCA", "--lance", "envite"], "envite"),
        (["RRC"], "RRC"),
        (["RRCA", "--seat", "pie5"], "pie5"),
        (["RRCA", "--history", "paso"], "--history without a lance"),
        (["RRCA", "--before", "grande: paso"], "--before without a lance"),
        (["--matrix"], "--matrix without a lance"),
        (["RRCA", "--lance", "grande", "--matrix"], "--matrix with hand"),
        (["RC76", "--lance", "pares"], "pares"),
        (["RS54", "--lance", "juego"], "juego"),
        (["RRCA", "--lance", "punto"], "punto"),
        (["RRCA", "--lance", "grande", "--history", "paso"], "segundo speaks"),
        (["RRCA", "--lance", "grande", "--history", "envido 1"], "bet of 1"),
        (["RRCA", "--lance", "grande", "--history", "boo"], "boo"),
        (["RRCA", "--cut", "mano:3"], "'3'"),
        (["RRCA", "--pares", "mano,tercero"], "both pairs"),
        (["RRCA", "--size", "0"], "--size 0"),
        (["RRCA", "--deals", "0"], "0 deals"),
        (["RRCA", "--lance", "chica", "--before", "pares: paso"], "before chica"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, file, arguments, token):
    assert run(["strategy", *arguments, "--file", file]) == 2
    captured = capsys.readouterr()
    assert token in captured.err
    assert captured.err.count("\n") == 1
    assert "example" in captured.err
    assert captured.out == ""


def test_a_file_that_is_not_there(capsys):
    assert run(["strategy", "RRCA", "--file", "nowhere.npz"]) == 2
    assert "nowhere.npz" in capsys.readouterr().err
