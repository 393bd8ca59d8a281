"""Whole tables: against the odds of single hands, published counts and themselves."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from math import comb, prod

import numpy as np
import pytest
from musodds.cli import run

from musodds import counting, odds
from musodds.hands import hand_space
from musodds.lance_table import lance_table
from musodds.rules import load_rules
from musodds.tables import census, lances, odds_frame, partner, posterior

CONTRACT = (
    "hand,seat,grande_win,chica_win,pares_win,pares_contested,juego_win,juego_contested,"
    "punto_win,punto_played,paso_ev"
)


def printed(capsys, *arguments):
    assert run(["table", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ("naipera", {"par": 43776, "medias": 4448, "duples": 3486, "juego 31": 8384}),
        ("ffm", {"par": 34560, "medias": 1440, "duples": 1630, "juego 31": 3040}),
        ("kings=9", {"par": 44386, "medias": 5153, "duples": 3771, "juego 31": 9316}),
    ],
)
def test_census_is_that_of_the_design(rules, counts):
    changed = [rules] if "=" in rules else []
    frame = census(load_rules("naipera" if changed else rules, changed)).set_index("holds")
    for holds, hands in counts.items():
        assert frame.hands[holds] == hands
    assert frame.hands["any"] == 91390
    assert frame.hands["pares"] == frame.hands[["par", "medias", "duples"]].sum()
    puntos = [holds for holds in frame.index if holds.startswith("punto")]
    assert frame.hands[puntos].sum() + frame.hands["juego"] == 91390


def test_lances_are_the_odds_of_each_hand():
    frame = lances("ehmf").set_index(["hand", "seat"])
    for hand, seat in (("RRCA", "mano"), ("7654", "postre"), ("RS32", "tercero")):
        found, row = odds(hand, seat, "ehmf"), frame.loc[hand, seat]
        assert row.paso_ev == pytest.approx(found.paso_ev, rel=1e-14)
        assert row.pares_win == found.lances["pares"]["win"]
        assert row.punto_played == found.lances["punto"]["played"]


def test_the_pair_of_the_mano_gains_what_the_design_says():
    frame = lances("naipera")
    mano = frame[frame.seat == "mano"]
    weights = hand_space(load_rules("naipera")).weights
    assert np.average(mano.paso_ev, weights=weights) == pytest.approx(0.11444, abs=5e-6)


def test_lances_in_csv_hold_to_the_contract(capsys):
    text = printed(capsys, "lances")
    assert text.splitlines()[0] == CONTRACT
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 330 * 4
    assert rows[0]["hand"] == "RRRR"
    assert rows[0]["chica_win"] == "0.333331760346"


def test_partner_table_is_the_odds_with_the_partner_known():
    frame = partner("naipera").set_index(["first", "second", "pair"])
    assert len(frame) == 2 * 104_820
    row = frame.loc["RRS6", "R74A", "mano"]
    assert row.grande_win == pytest.approx(0.92396119144729, abs=1e-14)
    found = odds("CC74", "postre", "naipera", "RRA4")
    row = frame.loc["RR4A", "CC74", "segundo"]
    assert row.paso_ev == pytest.approx(found.paso_ev, rel=1e-14)


def test_partner_table_averages_to_the_lance_table(tmp_path):
    """A hand's odds are those with each partner, weighted by the ways to hold his hand."""
    rules = load_rules("naipera")
    space, table = hand_space(rules), lance_table(rules)
    hands, counts = counting.count_partners(space, tmp_path)
    hand = space.index("CC74")
    rows = hands[:, 0] == hand
    left = (np.array(space.deck.copies) - space.counts[hand]).tolist()
    ways = [
        prod(comb(n, k) for n, k in zip(left, space.counts[second].tolist(), strict=True))
        for second in hands[rows, 1]
    ]
    total = (counts[rows, 0] * np.array(ways)[:, None]).sum(0)
    assert total.tolist() == table.counts[0, hand].tolist()


def test_an_interrupted_partner_table_goes_on_where_it_stopped(tmp_path, monkeypatch):
    space = hand_space(load_rules("naipera"))
    whole = counting.count_partners(space, tmp_path / "whole")

    def interrupt(share):
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        counting.count_partners(space, tmp_path / "part", interrupt)
    kept = len(list((tmp_path / "part").glob("*.npz")))
    assert kept >= counting.TABLE_CHUNKS // 2
    counted = []
    plain = counting._partners_chunk
    monkeypatch.setattr(counting, "_partners_chunk", lambda *a: counted.append(a[0]) or plain(*a))
    again = counting.count_partners(space, tmp_path / "part")
    assert len(counted) == counting.TABLE_CHUNKS - kept
    for one, other in zip(whole, again, strict=True):
        assert (one == other).all()


def test_posterior_obeys_the_law_of_total_probability():
    space = hand_space(load_rules("naipera"))
    frame, share = posterior("naipera"), 51_710 / 91_390
    assert np.allclose(
        share * frame.pares_yes + (1 - share) * frame.pares_no, frame.dealt, atol=1e-15
    )
    for name in frame.columns[1:]:
        assert frame[name].sum() == pytest.approx(1, abs=1e-12)
    assert frame.juego_yes[space.index("RRSA")] > frame.dealt[space.index("RRSA")]


def test_published_chances_of_31_given_juego_and_pares():
    """In juego a rival without pares holds 31 with 43.75 %, with them 29.53 %."""
    space, frame = hand_space(load_rules("naipera")), posterior("naipera")
    with_31 = space.points == 31
    assert frame.pares_no_juego_yes[with_31].sum() == pytest.approx(0.4375, abs=5e-5)
    assert frame.pares_yes_juego_yes[with_31].sum() == pytest.approx(0.2953, abs=5e-5)


def test_json_and_markdown(capsys):
    found = json.loads(printed(capsys, "census", "--format", "json"))
    assert found["schema"] == "musodds.table/1"
    assert found["rows"][0] == {"holds": "any", "hands": 91390, "share": 1.0}
    _caption, _gap, *lines = printed(capsys, "census", "--format", "md").splitlines()
    assert len({line.count("|") for line in lines}) == 1


def test_a_file_is_written_whole(capsys, tmp_path):
    path = tmp_path / "lances.csv"
    assert printed(capsys, "lances", "-o", str(path)) == ""
    assert path.read_text().splitlines()[0] == CONTRACT
    assert [p.name for p in tmp_path.iterdir()] == ["lances.csv"]


def test_what_cannot_be_printed_is_refused(capsys):
    for arguments in (["prices"], ["lances", "--format", "parquet"]):
        assert run(["table", *arguments]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert "example" in err


def test_many_hands_at_once_are_the_odds_of_each():
    frame = odds_frame(["R3CA", "7 6 5 4"], ["postre", 1], "naipera")
    assert frame.hand.tolist() == ["RC3A", "RC3A", "7654", "7654"]
    assert frame.seat.tolist() == ["postre", "mano"] * 2
    for row in frame.itertuples():
        assert row.paso_ev == pytest.approx(odds(row.hand, row.seat).paso_ev, rel=1e-14)


def test_tables_are_the_same_from_several_threads():
    with ThreadPoolExecutor(4) as pool:
        frames = list(pool.map(lambda _: lances("naipera"), range(4)))
    assert all(frame.equals(frames[0]) for frame in frames)
