"""``musodds compare``: how the sides are named, what it prints and writes, what it refuses."""

import csv
import io
import json
import subprocess
import sys

import pytest
from musodds.cli import run
from musodds.cli.compare import _read

from musodds.compare_words import labels
from musodds.lang import speaking

QUICK = ("--part", "deals", "--part", "hands")


def answer(capsys, *arguments):
    """Run a comparison that succeeds and return what it prints."""
    assert run(["compare", *arguments]) == 0
    return capsys.readouterr().out


def refusal(capsys, *arguments):
    """Run a comparison that is refused and return its line."""
    assert run(["compare", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def sides(names=(), rules=(), kings=(), style=(), changes=()):
    """Read options, and say what each side plays."""
    a, b, named = _read(names, rules, kings, style, changes)
    return [(side.rules.name, side.style.name) for side in (a, b)], named, labels(a, b)


def test_sides_by_kings_rules_styles_and_single_rules():
    kings = ([("naipera", "usual"), ("naipera, kings = 4", "usual")], True, ("8 kings", "4 kings"))
    with speaking("en"):
        assert sides() == kings
        assert sides(kings=(8, 4)) == kings
        assert sides(changes=("kings=8", "kings=4")) == kings
        two = ([("naipera", "usual"), ("ehmf", "usual")], True, ("naipera", "ehmf"))
        assert sides(("naipera", "ehmf")) == two
        assert sides(rules=("naipera", "ehmf")) == two
        own = [("ehmf", "usual"), ("ehmf", "patient")]
        assert sides(("usual", "patient"), ("ehmf",)) == (own, False, ("usual", "patient"))
        assert sides(rules=("ehmf",), style=("usual", "patient"))[0] == own
        assert sides(rules=("ffm",), style=("eager",)) == (
            [("ffm, kings = 8", "eager"), ("ffm", "eager")], False, ("8 kings", "4 kings"),
        )  # fmt: skip
        real = sides(changes=("real=off", "real=ten"))
        assert real[0] == [("naipera", "usual"), ("naipera, real = ten", "usual")]
        assert real[2] == ("real off", "real ten")
        both = sides(("naipera", "el-mus"), changes=("real=ten",))
        assert both[0] == [("naipera, real = ten", "usual"), ("el-mus, real = ten", "usual")]
        assert sides(("usual", "usual"))[2] == ("A", "B")
        long = sides(("naipera", "ehmf"), changes=("real=ten",))
        assert long[2] == ("A", "B")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("naipera",), "'naipera' alone"),
        (("naipera", "ehmf", "ffm"), "3 names"),
        (("naipera", "usual"), "'naipera' and 'usual'"),
        (("naipera", "nope"), "no such preset"),
        (("naipera", "ehmf", "--rules", "ffm"), "one or the other"),
        (("usual", "eager", "--style", "patient"), "one or the other"),
        (("--kings", "8"), "kings=8 alone"),
        (("--set", "kings=9"), "kings=9 alone"),
        (("--kings", "8", "--kings", "4", "--kings", "9"), "3 times"),
        (("--kings", "7", "--kings", "4"), "kings = 7"),
        (("--kings", "eight"), "--kings 8 --kings 4"),
        (("--rules", "a", "--rules", "b", "--rules", "c"), "3 times"),
        (("--set", "real"), "no value"),
        (("naipera", "meseta"), "five cards"),
        (("usual", "cut:1"), "hardly ever"),
        (("--seat", "nowhere"), "no such seat"),
        (("--part", "all"), "'all'"),
        (("--deals", "0"), "deals"),
        (("-o", "compare.txt"), ".png"),
        (("-o", "/no/such/folder/compare.png"), "no such folder"),
        (("--lang", "de"), "language 'de'"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, told):
    assert told in refusal(capsys, *arguments)


def test_for_people(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = answer(capsys, "--kings", "8", "--kings", "4", *QUICK)
    for words in ("8 KINGS against 4 KINGS", "51,710", "37,630", "−15.4", "RC44 57→84", "exact"):
        assert words in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80
    one = answer(capsys, *QUICK, "--seat", "postre")
    assert "as postre" in one
    assert "segundo" not in one
    assert "| pares " in answer(capsys, "--part", "deals", "--format", "md")
    same = answer(capsys, "naipera", "naipera", "--part", "deals")
    assert "nothing differs" in same
    assert "the same: hands" in answer(capsys, "usual", "patient", "--part", "hands")


@pytest.mark.parametrize(("code", "words"), [("es", "8 REYES contra 4 REYES"), ("eu", "jokaldia")])
def test_in_other_languages(capsys, monkeypatch, code, words):
    monkeypatch.setenv("COLUMNS", "80")
    shown = answer(capsys, *QUICK, "--lang", code)
    assert words in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80


@pytest.fixture(scope="module")
def whole():
    """Everything, for one seat and from few deals."""
    return ["--seat", "mano", "--style", "usual", "--deals", "20000", "--seed", "2"]


def test_json_contract(capsys, whole):
    parts = ["--part", "deals", "--part", "hands", "--part", "cuts", "--part", "advice"]
    found = json.loads(answer(capsys, *whole, *parts, "--format", "json"))
    assert found["schema"] == "musodds.compare/1"
    assert found["a"] == {"rules": "naipera", "kings": 8, "target": 40, "style": "usual"}
    assert found["b"]["kings"] == 4
    assert found["differ"] == {"kings": [8, 4]}
    assert found["seats"] == ["mano"]
    pares = found["deals"]["census"][0]
    assert pares["holds"] == "pares"
    assert pares["hands"] == [51710, 37630]
    assert pares["difference"] == pares["b"] - pares["a"]
    assert "a_se" not in pares
    assert {"pares_both", "juego_both", "punto"} <= set(found["deals"]["lances"])
    assert set(found["deals"]["mano"]) == {"grande", "chica", "pares", "juego", "punto", "paso"}
    lances = found["hands"]["lances"]
    assert list(lances) == ["grande", "chica", "pares", "juego", "punto", "paso"]
    move = lances["grande"]["mano"]["rises"][0]
    assert {"hand", "seat", "lance", "a", "b", "difference", "dealt"} == set(move)
    share = found["cuts"]["shares"][0]
    assert {"styles", "seat", "a", "b", "difference", "a_se", "b_se", "difference_se"} == set(share)
    assert len(found["cuts"]["shares"]) == 1
    assert found["cuts"]["method"] == "monte-carlo"
    assert found["cuts"]["seed"] == found["seed"] == 2
    horses = next(row for row in found["advice"] if row["advice"] == "horses")
    assert (round(horses["a"], 3), round(horses["b"], 3)) == (0.565, 0.806)
    assert horses["method"] == "exact"
    assert horses["verdict"] == "strengthens"
    assert next(r for r in found["advice"] if r["advice"] == "keep king")["a_se"] > 0
    assert "discards" not in found


def test_csv_holds_every_hand(capsys, whole):
    rows = list(csv.DictReader(io.StringIO(answer(capsys, *whole, *QUICK, "--format", "csv"))))
    grande = [row for row in rows if row["section"] == "hands" and row["measure"] == "grande"]
    assert len(grande) == 330
    assert {row["seat"] for row in grande} == {"mano"}
    row = next(row for row in grande if row["item"] == "RRCA")
    assert float(row["difference"]) == pytest.approx(float(row["b"]) - float(row["a"]))
    assert row["a_se"] == ""
    pares = [row for row in rows if row["section"] == "hands" and row["measure"] == "pares"]
    assert 0 < len(pares) < 330  # hands without pares take no part
    census = {row["item"]: row for row in rows if row["section"] == "census"}
    assert float(census["duples"]["a"]) == 3486
    cuts = answer(capsys, *whole, "--part", "cuts", "--format", "csv")
    gains = [row for row in csv.DictReader(io.StringIO(cuts)) if row["section"] == "gains"]
    assert len(gains) == 330
    assert all(float(row["a_se"]) > 0 for row in gains)


def test_the_page_is_written_whole(capsys, tmp_path):
    path = tmp_path / "compare.png"
    shown = answer(capsys, *QUICK, "-o", str(path), "--lang", "en")
    assert path.read_bytes()[:4] == b"\x89PNG"
    assert str(path) in shown
    assert [p.name for p in tmp_path.iterdir()] == ["compare.png"]
    told = refusal(capsys, "usual", "patient", "--part", "deals", "-o", str(tmp_path / "x.png"))
    assert "decks that are the same" in told


def test_what_is_counted_starts_no_compiler():
    code = (
        "import sys\nfrom musodds.cli import run\n"
        "assert run(['compare', '--part', 'deals', '--part', 'hands']) == 0\n"
        "sys.exit('numba' in sys.modules or 'matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
