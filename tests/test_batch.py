"""Many questions of one command: --batch."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys

import pytest
from musodds.cli import run

FEW = ["--deals", "4096"]


def lines_of(capsys, tmp_path, text, *arguments):
    """Return the exit code, what stdout has, and the lines of stderr."""
    file = tmp_path / "hands.txt"
    file.write_text(text)
    code = run([*arguments, "--batch", str(file)])
    out, err = capsys.readouterr()
    return code, out, err.splitlines()


@pytest.mark.parametrize(
    ("command", "more", "line"),
    [
        ("odds", [], "RR4A --seat zaku --pares mano=si"),
        ("mus", FEW, "7654 --seat 2"),
        ("discard", FEW, "R R A 5 --rules ehmf"),
        ("advise", FEW, "RRCA --score 22-31"),
        ("bet", FEW, "RR54 --lance pares --seat postre --facing 'mano envido 2'"),
    ],
)
def test_a_line_is_answered_as_alone(capsys, tmp_path, command, more, line):
    code, out, errors = lines_of(capsys, tmp_path, f"# mine\n\n{line}\n", command, *more)
    assert (code, [e for e in errors if "compiling" not in e]) == (0, [])
    found = json.loads(out)
    assert found.pop("line") == 3
    assert found.pop("question") == shlex.join(shlex.split(line))
    assert run([command, *more, *shlex.split(line), "--format", "json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    for each in (found, expected):
        strip_time(each)
    assert found == expected


def strip_time(found):
    """Take out what a clock says, wherever it stands."""
    if isinstance(found, dict):
        found.pop("elapsed_s", None)
        for value in found.values():
            strip_time(value)


def test_bad_lines_are_told_with_their_numbers_and_the_rest_go_on(capsys, tmp_path):
    text = 'RRX\nRRCA\n"RRC\nRRCA --nope\nRRCA --format md\n--help\n\nmusodds odds 7654 # mine\n'
    code, out, errors = lines_of(capsys, tmp_path, text, "odds")
    assert code == 2
    assert [json.loads(line)["hand"] for line in out.splitlines()] == ["RRCA", "7654"]
    assert [json.loads(line)["question"] for line in out.splitlines()] == ["RRCA", "7654"]
    assert [e.split(":")[1] for e in errors] == [f" line {n}" for n in (1, 3, 4, 5, 6)]
    assert all("example: " in e for e in errors)


def test_options_of_all_lines_give_way_to_those_of_a_line(capsys, tmp_path):
    text = "RRCA\nRRCA --rules ffm --seat postre\n"
    code, out, _ = lines_of(capsys, tmp_path, text, "odds", "--rules", "ehmf", "--seat=segundo")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["rules"] for each in found] == ["ehmf", "ffm"]
    assert [each["seat"] for each in found] == ["segundo", "postre"]


def test_csv_has_one_head_and_the_numbers_of_the_lines(capsys, tmp_path):
    text = "RRCA\n7654 --pares segundo=si\n"
    code, out, _ = lines_of(capsys, tmp_path, text, "odds", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert {row["line"] for row in rows} == {"1", "2"}
    assert out.count("section") == 1
    juego = next(r for r in rows if (r["line"], r["item"], r["field"]) == ("1", "juego", "win"))
    assert (juego["question"], float(juego["value"])) == ("RRCA", 1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["odds", "--batch", "nofile.txt"], "'nofile.txt': no such file"),
        (["odds", "--batch", "."], "it is a folder"),
        (["odds", "--batch"], "--batch hands.txt"),
        (["odds", "RRCA", "--batch", "-"], "hands in the file"),
        (["odds", "--batch", "-", "--format", "md"], "json or csv"),
        (["advise", "--ask", "--batch", "-"], "hands in the file"),
    ],
)
def test_what_cannot_be_a_batch(capsys, arguments, told):
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


def test_text_that_is_none_is_told(capsys, tmp_path):
    file = tmp_path / "hands.bin"
    file.write_bytes(b"RRCA\n\xff\xfe\n")
    assert run(["odds", "--batch", str(file)]) == 2
    assert "no text in UTF-8" in capsys.readouterr().err


def musodds(*arguments, **streams):
    command = [sys.executable, "-m", "musodds", *arguments]
    return subprocess.Popen(command, text=True, stderr=subprocess.PIPE, **streams)


def test_answers_come_as_lines_are_typed_and_stay_when_interrupted():
    batch = musodds("odds", "--batch", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for hand in ("RRCA", "7654"):
        batch.stdin.write(f"{hand}\n")
        batch.stdin.flush()
        assert json.loads(batch.stdout.readline())["hand"] == hand
    batch.send_signal(signal.SIGINT)
    out, err = batch.communicate(timeout=60)
    assert (batch.returncode, out) == (1, "")
    assert err.strip() == "musodds: interrupted"


def test_a_closed_pipe_is_quiet():
    read, write = os.pipe()
    os.close(read)
    batch = musodds("odds", "--batch", "-", stdin=subprocess.PIPE, stdout=write)
    os.close(write)
    _, err = batch.communicate("RRCA\nRR54\n", timeout=60)
    assert (batch.returncode, err) == (1, "")
