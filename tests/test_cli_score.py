"""The commands score, match and rules."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from musodds.cli import run

HAND = ["SS65", "SRC4", "CCC7", "RR51", "--rules", "ehmf"]
LINE = 'SS65 SRC4 CCC7 RR51 --grande "A2 q" --chica "A2 q" --pares "A2 q" --juego "A2 q"\n'


def out(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["score", *arguments]) == code
    return capsys.readouterr().out


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    bets = ["--grande", "A2 q", "--chica", "pp", "--pares", "A2 B+5 n", "--juego", "AORD q"]
    bets += ["--score", "27-24"]
    found = json.loads(out(capsys, *HAND, *bets, "--format", "json"))
    assert found["schema"] == "musodds.score/1"
    assert (found["score"], found["winner"]) == ({"A": 27, "B": 26}, "A")
    assert found["trace"][0] == {
        "team": "B",
        "tantos": 2,
        "lance": "pares",
        "why": "refused",
        "total": 26,
    }
    assert "A WINS THE GAME" in out(capsys, *HAND, *bets)


@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
def test_formats(capsys: pytest.CaptureFixture[str], form: str) -> None:
    shown = out(capsys, *HAND, "--score", "5a 2-4a 4", "--format", form)
    assert "bonus" in shown
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(shown)))
        assert rows[0] == {
            "team": "B",
            "tantos": "1",
            "lance": "grande",
            "why": "paso",
            "total": "25",
            "amarracos": "5a",
        }


def test_words_declarations_and_set(capsys: pytest.CaptureFixture[str]) -> None:
    bets = ["--grande", "mano envido 2, segundo 5 más, mano quiero"]
    said = ["--declared", "mano juego no", "--declared", "tercero juego no"]
    found = json.loads(out(capsys, *HAND, *bets, *said, "--set", "target=40", "--format", "json"))
    assert found["bets"]["grande"] == "mano 2, segundo +5, mano q"
    assert found["rules"] == "ehmf, target = 40"
    assert found["trace"][0]["why"] == "penalty 16c"


def test_batch(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(
        f"# recorded\n{LINE}\nRRR\n{LINE[:-2]}\n{LINE} --foo\nSS65 SRC4 CCC7 RR51 --help\n"
        + LINE.replace("A2 q", "A2 n", 1)
    )
    assert run(["score", "--batch", str(path), "--rules", "ehmf", "--format", "json"]) == 2
    shown, errors = capsys.readouterr()
    hands = json.loads(shown)["hands"]
    assert [(h["line"], h["score"]["A"]) for h in hands] == [(2, 12), (6, 12), (9, 13)]
    assert [e.split(":")[1].strip() for e in errors.splitlines()] == [
        "line 4",
        "line 5",
        "line 7",
        "line 8",
    ]


def test_batch_from_stdin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE.encode() * 2)))
    shown = out(capsys, "--batch", "-", "--rules", "ehmf", "--format", "csv")
    assert shown.splitlines()[1:] == [f"{line},SS65 RCS4 CCC7 RR5A,0-0,12,4," for line in (1, 2)]


def test_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "m.json")
    kept = ["--match", path, "--format", "json"]
    first = json.loads(out(capsys, *HAND, *kept, "--pairs", "Ane,Miren", "--juego", "A9 q"))
    assert first["match"]["score"] == [17, 2]
    again = json.loads(out(capsys, *HAND, *kept, "--juego", "AORD q"))
    assert again["before"] == {"A": 2, "B": 17}
    assert again["match"]["games"] == [0, 1]
    assert "Miren" in out(capsys, "--match", path)
    assert run(["match", path]) == 0
    assert "Next mano" in capsys.readouterr().out
    assert run(["match", path, path, "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "name,victories,games,tantos"


def test_a_match_stops_at_a_bad_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines, path = tmp_path / "hands.txt", tmp_path / "m.json"
    lines.write_text(f"{LINE}RRR\n{LINE}")
    arguments = ["score", "--batch", str(lines), "--match", str(path), "--rules", "ehmf"]
    assert run(arguments) == 2
    assert "the match stops before that line" in capsys.readouterr().err
    assert len(json.loads(path.read_text())["hands"]) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "0 hands"),
        (["SS65", "SRC4"], None),
        (["SS65", "SRC4", "CCC7"], "3 hands"),
        ([*HAND, "--score", "30-0"], "score 30-0"),
        ([*HAND, "--score", "5a 7-0"], "7 stones"),
        ([*HAND, "--grande", "A2"], "not answered"),
        ([*HAND, "--declared", "mano"], "declared 'mano'"),
        ([*HAND, "--set", "kings=7"], "kings = 7"),
        ([*HAND, "--rules", "none.toml"], "none.toml"),
        ([*HAND, "--batch", "-"], "hands beside a batch"),
        (["--batch", "none.txt"], "none.txt"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str | None
) -> None:
    assert run(["score", *arguments]) == (0 if reason is None else 2)
    err = capsys.readouterr().err
    assert reason is None or (reason in err and len(err.splitlines()) == 1)


def test_a_match_keeps_its_rules_and_score(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = ["--match", str(tmp_path / "m.json")]
    assert run(["score", *HAND, *kept]) == 0
    assert run(["score", *HAND[:4], *kept, "--rules", "ffm"]) == 2
    assert "played by ehmf, not ffm" in capsys.readouterr().err
    assert run(["score", *HAND, *kept, "--score", "1-1"]) == 2
    assert run(["score", *HAND, "--match", str(tmp_path / "no" / "m.json")]) == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["list"], "barcelona"),
        (["show", "ffm"], "first-word"),
        (["diff", "naipera", "ehmf"], "at-once"),
        (["list", "--format", "json"], '"musodds.rules/1"'),
        (["show", "madrid", "--format", "md"], "plus-one"),
        (["diff", "ffm", "nabo", "--format", "csv"], "double_bets"),
    ],
)
def test_rules(capsys: pytest.CaptureFixture[str], arguments: list[str], word: str) -> None:
    assert run(["rules", *arguments]) == 0
    assert word in capsys.readouterr().out


def test_rules_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["rules", "show", "ehmf", "--set", "kings=8", "--toml"]) == 0
    assert capsys.readouterr().out.startswith("kings = 8\n")
    assert run(["rules", "show", "ehmf", "--toml"]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out)
    assert run(["rules", "diff", "ehmf", str(path), "--format", "csv"]) == 0
    assert capsys.readouterr().out == "field,a,b,meaning\n"
    assert run(["rules", "show", "x"]) == 2


def test_scoring_starts_without_numba() -> None:
    code = (
        "import sys; from musodds.cli import run; "
        "run('score SS65 SRC4 CCC7 RR51 --format json'.split()); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
