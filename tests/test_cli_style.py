"""``musodds style``: what it prints and writes, and what it refuses."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from musodds.cli import run

from musodds import load_rules
from musodds.hands import hand_space
from musodds.policy import style_policy
from musodds.policy_file import load_policy
from musodds.style import parse_style
from musodds.style_summary import THROWN, kinds_of_hands, summarise_style

DOCS = Path(__file__).parent.parent / "docs"
NAIPERA = load_rules("naipera")


def answer(capsys, *arguments):
    """Run a command that succeeds and return what it prints."""
    assert run(["style", *arguments]) == 0
    return capsys.readouterr().out


def refusal(capsys, *arguments):
    """Run a command that is refused and return its line."""
    assert run(["style", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_list_names_what_there_is(capsys):
    shown = answer(capsys, "list")
    for word in ("patient", "usual", "eager", "+cautious", "+king-hunter", "+bets", "35.0%"):
        assert word in shown
    found = json.loads(answer(capsys, "list", "--format", "json"))
    assert found["schema"] == "musodds.styles/1"
    assert found["styles"] == {"patient": 0.2, "usual": 0.35, "eager": 0.5}


def test_show_for_people(capsys):
    shown = answer(capsys, "show", "usual", "--seat", "mano")
    for word in ("STYLE usual", "mano", "35.0%", "RCS4", "duples", "throws 2", "31"):
        assert word in shown
    assert "postre" not in shown
    whole = answer(capsys, "show", "usual+bets", "--format", "md")
    assert "| postre" in whole
    assert "### Envites of 2" in whole
    assert "round 3" in answer(capsys, "show", str(DOCS / "friends.toml"), "--round", "3")


def test_show_json_adds_up(capsys):
    found = json.loads(answer(capsys, "show", "usual+bets", "--players", "2", "--format", "json"))
    assert found["schema"] == "musodds.style/1"
    assert [seat["seat"] for seat in found["seats"]] == ["mano", "postre"]
    for seat in found["seats"]:
        assert seat["cut"] == [pytest.approx(0.35)]
        kinds = seat["kinds"]
        assert sum(kind["share"] for kind in kinds) == pytest.approx(1)
        assert sum(kind["share"] * kind["cut"] for kind in kinds) == pytest.approx(0.35)
        for kind in kinds:
            assert sum(kind["throws"].values()) == pytest.approx(1 if kind["example"] else 0)
        assert seat["bets"]["grande"] == {
            "open": pytest.approx(0.3), "accept": pytest.approx(0.4)
        }  # fmt: skip


def test_show_csv_holds_every_hand(capsys):
    text = answer(capsys, "show", "usual", "--seat", "4", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 330
    assert {row["seat"] for row in rows} == {"postre"}
    cut = sum(int(row["deals"]) * float(row["cut"]) for row in rows) / 91_390
    assert cut == pytest.approx(0.35)
    assert next(row for row in rows if row["hand"] == "7654")["cut"] == "0"


def test_a_summary_counts_what_the_policy_says():
    space, policy = hand_space(NAIPERA), style_policy(NAIPERA, "usual+cautious")
    tercero = summarise_style(NAIPERA, "usual+cautious").seats[2]
    cut, discard = policy.cut[0, 2], policy.discard[0, 2]
    for kind, held in zip(tercero.kinds, kinds_of_hands(space).values(), strict=True):
        hands = np.flatnonzero(held)
        deals = space.weights[hands]
        assert kind.share == pytest.approx(deals.sum() / 91_390)
        assert kind.cut == pytest.approx((deals * cut[hands]).sum() / deals.sum())
        mus = deals * (1 - cut[hands])
        for thrown, chance in enumerate(kind.throws, 1):
            told = sum(
                m * discard[hand, mask]
                for m, hand in zip(mus, hands, strict=True)
                for mask in range(16)
                if THROWN[mask] == thrown
            )
            assert told == pytest.approx(chance * mus.sum())
    assert tercero.cuts_at >= tercero.mus_at
    hands, worth, cuts = zip(*tercero.near, strict=True)
    assert tercero.cuts in hands
    assert list(worth) == sorted(worth, reverse=True)
    assert [chance >= 0.5 for chance in cuts] == [True] * 4 + [False] * 4
    never = summarise_style(NAIPERA, "cut:0").seats[0]
    assert (never.cuts, never.cuts_at) == (None, None)


def test_save_and_load(capsys, tmp_path):
    path = tmp_path / "policy.csv"
    shown = answer(capsys, "save", "eager+cautious", "-o", str(path), "--rules", "ehmf")
    assert shown == f"eager+cautious is in {path}\n"
    rules = load_rules("ehmf")
    policy = style_policy(rules, "eager+cautious")
    assert (load_policy(path, rules).discard == policy.discard).all()
    assert "STYLE policy" in answer(capsys, "show", str(path), "--rules", "ehmf")
    assert "a policy for ehmf" in refusal(capsys, "show", str(path))
    toml = tmp_path / "mine.toml"
    answer(capsys, "save", str(DOCS / "friends.toml"), "-o", str(toml))
    assert parse_style(toml) == parse_style(DOCS / "friends.toml")
    assert "is a whole policy" in refusal(capsys, "save", str(path), "-o", str(toml))


def test_plot(capsys, tmp_path):
    path = tmp_path / "usual.png"
    answer(capsys, "plot", "usual", "-o", str(path))
    assert path.read_bytes()[:4] == b"\x89PNG"


SEEN = """seat,said,hand,threw,kept,round,player
mano,mus,,2,,1,Ane
segundo,mus,,3,,1,Jon
mano,mus,RR74,,,2,Ane
segundo,cut,RRCA,,,2,Jon
"""


def test_fit(capsys, tmp_path):
    seen, path = tmp_path / "seen.csv", tmp_path / "friends.toml"
    seen.write_text(SEEN, "utf-8")
    shown = answer(capsys, "fit", str(seen), "-o", str(path))
    assert "FITTED to 4 rows" in shown
    assert f"Written to {path}" in shown.replace("\n", "")
    style = parse_style(path)
    assert style.name == "friends"
    assert "STYLE friends" in answer(capsys, "show", str(path))
    found = json.loads(answer(capsys, "fit", str(seen), "--player", "ane", "--format", "json"))
    assert found["schema"] == "musodds.style-fit/1"
    assert found["rows"] == 2
    assert found["player"] == "ane"
    for estimate in found["estimates"]:
        assert set(estimate) == {"what", "estimate", "interval", "prior", "observations"}


@pytest.mark.parametrize(
    ("arguments", "token", "expected"),
    [
        (["show", "brave"], "style 'brave'", "cut:x"),
        (["show", "usual+brave"], "'+brave'", "cautious"),
        (["show", "cut:0.3,0.4"], "2 shares for 4 players", "one a seat"),
        (["show", "usual", "--seat", "pies"], "seat 'pies'", "mano"),
        (["show", "usual", "--players", "3"], "3 players", "2, 4 or 6 in two camps;"),
        (["show", "usual", "--round", "0"], "round 0", "1 to 100"),
        (["show", "missing.toml"], "missing.toml': no such file", "a style file"),
        (["save", "usual", "-o", "usual.txt"], "-o 'usual.txt'", ".csv or .toml"),
        (["save", "usual"], "-o", "example"),
        (["plot", "usual", "-o", "usual.gif"], "-o 'usual.gif'", ".png or .svg or .pdf"),
        (["fit", "missing.csv"], "file 'missing.csv': no such file", "a CSV file"),
        (["fit", "missing.csv", "-o", "x.csv"], "-o 'x.csv'", ".toml"),
        (["paint"], "paint", "example: musodds style list"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, token, expected):
    line = refusal(capsys, *arguments)
    assert token in line
    assert expected in line
    assert "example: " in line


def test_a_bad_row_is_named(capsys, tmp_path):
    seen = tmp_path / "seen.csv"
    seen.write_text(SEEN + "mano,perhaps\n", "utf-8")
    line = refusal(capsys, "fit", str(seen))
    assert "line 6: said 'perhaps'; expected mus or cut" in line
    seen.write_text(SEEN, "utf-8")
    line = refusal(capsys, "fit", str(seen), "--player", "Iker")
    assert "player 'Iker'" in line
    assert "expected Ane, Jon" in line
