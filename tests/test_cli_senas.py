"""``musodds senas``."""

import csv
import io
import json
import subprocess
import sys

import pytest
from musodds.cli import COMMANDS, run


def answer(capsys, *arguments):
    """Run ``musodds senas``, which must succeed; return its stdout."""
    code = run(["senas", *arguments])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def found(capsys, *arguments):
    return json.loads(answer(capsys, *arguments, "--format", "json"))


def test_it_is_a_command():
    assert "senas" in COMMANDS


def test_the_list_with_its_shares(capsys):
    listed = found(capsys, "--rules", "ehmf")
    assert listed["schema"] == "musodds.senas/1"
    assert (listed["list"], listed["max"], listed["seen"]) == ("ehmf", None, "partner")
    by_name = {s["name"]: s for s in listed["senas"]}
    assert by_name["juego"]["gesture"] == "raise the eyebrows"
    assert by_name["30"]["when"] == "no juego"
    assert by_name["31"]["share"] == 3040 / 91390
    text = answer(capsys, "--rules", "ehmf")
    assert text.startswith("The señas of ehmf (ehmf: 4 kings, games of 30)")
    assert "to give none is always allowed" in text
    assert "At most" not in text
    assert "At most 2 in a hand." in answer(capsys)


def test_who_sees_them(capsys):
    assert "The partner sees them, and a rival who catches them." in answer(capsys)
    table = ["--set", "senas_seen=table"]
    assert "The whole table sees them." in answer(capsys, *table)
    assert "The whole table sees them." in answer(capsys, "31", *table)
    assert found(capsys, *table)["seen"] == found(capsys, "31", *table)["seen"] == "table"


def test_the_share_at_punto_is_of_hands_without_juego(capsys):
    listed = found(capsys, "--rules", "ffm", "--at", "punto")
    share = {s["name"]: s["share"] for s in listed["senas"]}
    assert "31" not in share
    assert share["30"] == 2796 / (91390 - 11719)
    assert found(capsys, "30", "--rules", "ffm", "--at", "punto")["share"] == share["30"]


def test_what_a_hand_may_give(capsys):
    given = found(capsys, "R", "R", "S", "1")
    assert given["hand"] == "RRSA"
    assert [s["name"] for s in given["senas"]] == ["two kings", "31"]
    assert answer(capsys, "7654", "--rules", "ffm").startswith("7 6 5 4 may give no seña")


def test_what_a_name_and_a_gesture_tell(capsys):
    told = found(capsys, "bi", "errege")
    assert told["chances"]["pares"]["given"] == 1
    assert sum(told["hands"].values()) < 1
    assert told["given"] == ["bi errege"]
    wink = found(capsys, "--gesture", "wink", "--rules", "ffm")
    assert [s["name"] for s in wink["senas"]] == ["30", "31"]
    assert (wink["weight"], wink["method"]) == (5836, "exact")
    assert answer(capsys, "guiño", "--rules", "ffm").startswith("guiño: 30 or 31 ")
    assert found(capsys, "dos reyes, 31")["hands"].keys() == {"RRCA", "RRSA", "RR74", "RR65"}


def test_a_word_of_card_letters_is_still_a_sena(capsys):
    assert found(capsys, "cejas", "--rules", "madrid")["senas"][0]["name"] == "duples"


@pytest.mark.parametrize("asked", [[], ["RRSA"], ["31"], ["--gesture", "button 31"]])
def test_every_format_holds_the_answer(capsys, asked):
    rows = list(csv.reader(io.StringIO(answer(capsys, *asked, "--format", "csv"))))
    assert len(rows) > 1
    assert len({len(row) for row in rows}) == 1
    assert "| --: |" in answer(capsys, *asked, "--format", "md")
    assert "Traceback" not in answer(capsys, *asked)


def test_without_senas_it_says_so(capsys):
    text = answer(capsys, "--rules", "ehmf", "--set", "senas=none")
    assert text.startswith("No señas are allowed")
    assert found(capsys, "--rules", "ehmf", "--set", "senas=none")["senas"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["foo"], "seña 'foo': not in the list naipera"),
        (["itsua", "--rules", "ffm"], "seña 'itsua': not in the list ffm"),
        (["--gesture", "wink"], "seña 'wink': not in the list naipera; expected button two kings"),
        (["lips", "--rules", "ehmf"], "seña 'lips': more than one gesture"),
        (["RRC"], "hand 'RRC': 3 cards"),
        (["RRCX"], "hand 'RRCX': unknown card 'X'"),
        (["RRCA", "--at", "punto"], "hand 'RRCA': a juego at punto"),
        (["29", "--rules", "ffm", "--at", "mus"], "seña '29': not given at mus"),
        (["--at", "later"], "moment 'later': no such moment"),
        (["31, 31, 31"], "señas '31' and '31' and '31': 3 of them"),
        (["RRCA", "--gesture", "button 31"], "hand 'RRCA' and gesture 'button 31'"),
        (["31", "--rules", "ehmf", "--set", "senas=none"], "these rules play without señas"),
        (["--set", "senas=none"], "rules: senas = 'none' with max_senas = 2"),
        (["RRRRR"], "hand 'RRRRR': 5 cards"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, message):
    code = run(["senas", *arguments])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert "Traceback" not in err


def test_it_starts_without_numba():
    program = (
        "import sys; from musodds.cli import run; run(['senas', '31']);"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0
