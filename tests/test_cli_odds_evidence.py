"""``musodds odds`` with what has been seen: figures, panels, explanations, refusals."""

import csv
import io
import json

import pytest
from musodds.cli import run

from musodds import odds
from musodds.clues import gather_evidence
from musodds.exact import count_odds, explain
from musodds.situation import ask

SEEN = ["--pares", "segundo=si", "--juego", "postre=no", "--sena", "tercero=duples:0.8"]


def answer(capsys, *arguments):
    assert run(["odds", *arguments]) == 0
    return capsys.readouterr().out


def test_json_holds_the_contract_and_what_the_evidence_adds(capsys):
    found = json.loads(answer(capsys, "RR4A", *SEEN, "--format", "json"))
    plain = json.loads(answer(capsys, "RR4A", "--format", "json"))
    assert set(plain) <= set(found)
    assert {k: set(v) for k, v in found["lances"].items()} == {
        k: set(v) for k, v in plain["lances"].items()
    }
    assert found["method"] == "exact"
    assert [item["label"] for item in found["evidence"]] == [
        "segundo pares=si", "postre juego=no", "tercero sena=duples:0.8",
    ]  # fmt: skip
    assert found["posterior"]["segundo"]["pares"] == 1
    assert found["posterior"]["postre"]["juego"] == 0
    assert found["posterior"]["tercero"]["duples"] == 1
    assert found["lances"]["pares"]["contested"] == 1
    assert sum(row["p"] for row in found["joint"]) == pytest.approx(1, abs=1e-12)
    mean = sum(int(tantos) * p for tantos, p in found["tantos"].items())
    assert mean == pytest.approx(found["paso_ev"], abs=1e-10)
    assert not found["hard"]
    assert 0 < found["relative_error"] < 1e-10


def test_the_probability_of_giving_a_sena_cancels():
    """All holders give it alike, so only who holds it matters."""
    sure = odds("RR4A", sena=["tercero=duples"])
    rare = odds("RR4A", sena=["tercero=duples:0.1"])
    for lance, chances in sure.lances.items():
        assert rare.lances[lance]["win"] == pytest.approx(chances["win"], abs=1e-12)
    assert rare.deals == pytest.approx(0.1 * sure.deals)


def test_published_chances_by_seat(capsys):
    """C764 as mano against RR54: the seat of the rival decides the tie of the kings' par."""
    for seat, published in (("segundo", 0.0949), ("postre", 0.1914)):
        found = json.loads(answer(capsys, "C764", "--known", f"{seat}=RR54", "--format", "json"))
        assert found["lances"]["pares"]["win"] == pytest.approx(published, abs=5e-5)


def test_declarations_of_a_rival_add_up_to_the_odds_with_a_known_partner():
    """Under evidence every known hand counts with the ways to hold it."""
    whole = odds("RRS6", partner="R74A")
    parts = [
        odds("RRS6", partner="R74A", pares=[f"segundo={p}"], juego=[f"segundo={j}"])
        for p in ("si", "no")
        for j in ("si", "no")
    ]
    ways = 6 * 4 * 4 * 8  # kings, sevens, fours and aces left to the partner
    assert all(isinstance(part.deals, int) for part in parts)
    assert sum(part.deals for part in parts) == ways * whole.deals
    for field, n in whole.counts.items():
        assert sum(part.counts[field] for part in parts) == ways * n


def test_explain_leaves_out_one_piece_at_a_time(capsys):
    evidence = gather_evidence(ask("RR4A"), pares=["segundo=si"], juego=["postre=no"])
    found = count_odds(ask("RR4A"), evidence=evidence)
    (first, without_first), (second, _) = explain(found)
    assert (first.label, second.label) == ("segundo pares=si", "postre juego=no")
    alone = odds("RR4A", juego=["postre=no"])
    assert without_first.counts == alone.counts
    text = answer(capsys, "RR4A", *SEEN, "--explain")
    assert "What moved the chances" in text
    assert "\nthe segundo has pares " in text  # the row, not the line of what was seen


def test_the_terminal_shows_who_holds_what_and_fits_eighty_columns(capsys):
    text = answer(capsys, "C764", "--range", "postre=juego,!31", "--dead", "4,5", "--joint")
    for part in ("What the others hold", "most likely hands", "Who wins what", "Seen: "):
        assert part in text
    assert max(map(len, text.splitlines())) <= 80


def test_csv_has_the_sections(capsys):
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "RR4A", *SEEN, "--format", "csv"))))
    assert {"What the others hold", "Odds of the lances (exact)"} <= {r["section"] for r in rows}


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["--pares", "segundo=no", "--range", "segundo=duples"], "cannot hold together"),
        (["--pares", "mano=si"], "mano"),
        (["--pares", "segundo=perhaps"], "perhaps"),
        (["--sena", "tercero=sneeze"], "sneeze"),
        (["--dead", "RRRRRRRR"], "'R'"),
        (["--players", "2", "--pares", "postre=si"], "four players"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(capsys, arguments, token):
    assert run(["odds", "RRCA", *arguments]) == 2
    err = capsys.readouterr().err
    assert token in err
    assert err.count("\n") == 1
