"""The lookup page: its numbers against the library, and how it is written."""

import base64
import json
import re

import numpy as np
import pytest
from musodds.cli import run

from musodds.exact import odds
from musodds.hands import hand_space
from musodds.lang import speaking
from musodds.rules import load_rules
from musodds.seats import SEATS

pytest.importorskip("jinja2", reason="no jinja2: pip install 'musodds[reports]'")

from musodds.reports.lookup import work
from musodds.reports.lookup.bands import score_bands
from musodds.reports.lookup.figures import ACTIONS, NONE, Wanted, hand_figures
from musodds.reports.lookup.packing import CHANCE, TANTOS, TANTOS_SE
from musodds.reports.lookup.page import odds_columns, render

FEW = {"within": "RRCA,7654,RR54", "se": 0.2, "deals": 512}
OPTIONS = ["--range", FEW["within"], "--se", "0.2", "--deals", "512"]


@pytest.fixture(scope="module")
def wanted():
    return Wanted(load_rules("naipera"), **FEW)


@pytest.fixture(scope="module")
def figures(wanted):
    return work.work_out(wanted)


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])


def unpacked(packed):
    kind = "<i2" if packed["kind"] == "i16" else "u1"
    return np.frombuffer(base64.b64decode(packed["data"]), kind).astype(int)


def test_bands_are_scores_of_the_game():
    for target in (30, 40):
        for band in score_bands(target)[1:]:
            assert all(0 <= tantos < target for tantos in band.score)


def test_every_hand_has_its_exact_odds():
    rules = load_rules("naipera")
    columns, space = odds_columns(rules), hand_space(rules)
    for name in ("RRCA", "7654", "RRRR"):
        for place, seat in enumerate(SEATS):
            found, hand = odds(name, seat=seat), space.index(name)
            for lance in ("grande", "chica", "pares", "juego", "punto"):
                assert columns[f"{lance}_win"][place, hand] == pytest.approx(
                    found.lances[lance]["win"], abs=1e-9
                )
            assert columns["paso_ev"][place, hand] == pytest.approx(found.paso_ev, abs=1e-9)
            both = found.lances["pares"]["win_if_contested"]
            if both is not None:
                assert columns["pares_win_contested"][place, hand] == pytest.approx(both, abs=1e-9)


def test_the_page_carries_the_figures(wanted, figures):
    data = data_of(render(wanted, figures))
    advice, bands = data["advice"], len(wanted.bands)
    assert len(data["hands"]) == 330
    assert [data["hands"][i] for i, row in enumerate(data["row"]) if row >= 0] == [
        hand_space(wanted.rules).names[hand] for hand in wanted.hands
    ]
    step = np.array([TANTOS] + [CHANCE] * (bands - 1))
    step_se = np.array([TANTOS_SE] + [CHANCE] * (bands - 1))
    shape = figures["gap"].shape
    assert shape == (4, 3, bands)
    gap = unpacked(advice["gap"]).reshape(shape) * step
    assert np.abs(gap - figures["gap"]).max() <= TANTOS / 2 + 1e-9
    assert np.abs(gap - figures["gap"])[..., 1:].max() <= CHANCE / 2 + 1e-9
    told = unpacked(advice["gap_se"]).reshape(shape) * step_se
    assert (told >= np.minimum(figures["gap_se"], 254 * step_se) - 1e-9).all()
    acts = unpacked(advice["envido_act"]).reshape(figures["envido_act"].shape)
    assert np.array_equal(acts, np.where(np.isfinite(figures["envido_act"]),
                                         figures["envido_act"], NONE))  # fmt: skip


def test_figures_of_a_hand_do_not_depend_on_the_others(wanted, figures):
    alone = hand_figures(wanted, 2, wanted.hands[1])
    for name, values in alone.items():
        assert np.array_equal(values, figures[name][2, 1], equal_nan=True), name


def test_every_sampled_number_has_a_standard_error(figures):
    for name, values in figures.items():
        if f"{name}_se" in figures:
            some = np.isfinite(values)
            assert np.isfinite(figures[f"{name}_se"][some]).all(), name
            assert (figures[f"{name}_se"][some] >= 0).all(), name
    assert (figures["gap_se"] > 0).all()


def test_advice_that_anybody_would_give(wanted, figures):
    hand = [hand_space(wanted.rules).names[h] for h in wanted.hands].index("RRCA")
    assert figures["cut"][0, hand, 1] == 1
    refused = ACTIONS.index("no-quiero")
    worst = [hand_space(wanted.rules).names[h] for h in wanted.hands].index("7654")
    assert figures["ordago_act"][0, worst, 0, 1] == refused


@pytest.mark.parametrize("language", ["es", "eu", "en"])
def test_a_page_in_each_language_loads_nothing(wanted, figures, language):
    with speaking(language):
        page = render(wanted, figures)
    assert f'<html lang="{language}">' in page
    assert not re.search(r'(src|href)="(?!data:,)', page)
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|\{\{|None<", page)


def test_the_command_writes_the_page(tmp_path, capsys):
    target = tmp_path / "mus.html"
    assert run(["report", "lookup", "-o", str(target), "--lang", "eu", *OPTIONS]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("3 esku hemen daude: ")
    assert '<html lang="eu">' in target.read_text("utf-8")
    assert target.stat().st_size < 3_000_000


def test_an_interrupted_page_leaves_the_old_one(tmp_path, monkeypatch, capsys):
    target = tmp_path / "mus.html"
    target.write_text("old")

    def stop(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr("musodds.reports.lookup.work.hand_figures", stop)
    assert run(["report", "lookup", "-o", str(target), *OPTIONS]) == 1
    assert capsys.readouterr().err.strip().endswith("musodds: interrupted")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["mus.html"]


def test_interrupted_work_goes_on_where_it_stopped(monkeypatch, tmp_path):
    monkeypatch.setattr(work, "cache_dir", lambda: tmp_path)
    wanted, asked = Wanted(load_rules("naipera"), **FEW), []

    def count(wanted, seat, hand):
        asked.append((seat, hand))
        return {"cut": np.array(float(hand))}

    monkeypatch.setattr(work, "hand_figures", count)
    first = work.work_out(wanted)
    assert len(asked) == 4 * 3 + 1  # one before the threads begin
    again = work.work_out(wanted)
    assert len(asked) == 4 * 3 + 2
    assert np.array_equal(first["cut"], again["cut"])
    work.work_out(Wanted(load_rules("naipera"), **FEW | {"seed": 2}))
    assert len(asked) == 8 * 3 + 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "mus.pdf"], "ending in .html"),
        (["-o", "/no/such/mus.html"], "there is no such folder"),
        (["-o", "mus.html", "--rules", "meseta"], "rules 'meseta'"),
        (["-o", "mus.html", "--deals", "3"], "3 deals"),
        (["-o", "mus.html", "--se", "0"], "se 0"),
        (["-o", "mus.html", "--range", "foo"], "range 'foo'"),
        (["-o", "mus.html", "--lang", "xx"], "language 'xx'"),
        ([], "-o"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["report", "lookup", *arguments]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert says in told[0]
    assert not list(tmp_path.iterdir())
