"""Where advice flips: with the others' cut rate, from hand to hand, by seat, style and redraw."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from musodds.cli import cli, run

from musodds import cut_or_mus
from musodds.break_even import break_even
from musodds.cut_line import cut_line
from musodds.discard_by import rank_by
from musodds.stand import stand

FRIENDS = str(Path(__file__).parent.parent / "docs" / "friends.toml")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr("musodds.break_even.SHARES", (0.1, 0.3, 0.42))
    monkeypatch.setattr("musodds.break_even.CLOSE", 0.02)
    monkeypatch.setattr("musodds.cut_line.TRIED", 3)


def test_the_advice_flips_where_it_says():
    """A pair of kings as mano: mus at a patient table, cut at one that cuts more."""
    found = break_even(stand("RR54", "mano"))
    assert [share for share, _ in found.curve] == [0.1, 0.3, 0.42]
    (flip,) = found.flips
    assert flip.above == "cut"
    assert 0.3 < flip.share < 0.42
    assert 0 < flip.se < 0.02
    below, above = (
        cut_or_mus("RR54", "mano", style=f"cut:{flip.share + shift}", deals=400_000, seed=5)
        for shift in (-0.06, 0.04)
    )
    assert below.difference.tantos < -2 * below.difference.se
    assert above.difference.tantos > -2 * above.difference.se


def test_what_always_cuts_does_not_flip():
    found = break_even(stand("RRRA", "segundo"))
    assert found.flips == ()
    assert all(gain.tantos > 0 for _, gain in found.curve)


def test_the_curve_keeps_how_the_others_throw():
    plain, hunters = (
        break_even(stand("7654", "postre", style=style)) for style in ("usual", "usual+cautious")
    )
    assert plain.curve[0][1] != hunters.curve[0][1]


def test_the_line_has_a_hand_on_either_side():
    found = cut_line(stand("RRCA", "mano"))
    gains = [hand.difference.tantos for hand in found.near]
    assert gains == sorted(gains, reverse=True)
    assert 0.5 < found.share < 0.6
    if found.above is not None and found.below is not None:
        assert found.above.difference.tantos >= 0 > found.below.difference.tantos
    for hand in found.near:
        assert abs(hand.difference.tantos) < 0.3
        assert hand.difference.se <= 0.01
    again = cut_or_mus(found.near[0].hand, "mano", seed=9)
    error = np.hypot(again.difference.se, found.near[0].difference.se)
    assert abs(again.difference.tantos - gains[0]) < 4 * error


def test_ranking_by_seat_and_by_style():
    by_seat = rank_by(stand("RRA5", deals=30_000), "seat")
    assert list(by_seat.choices) == ["mano", "segundo", "tercero", "postre"]
    alone = cut_or_mus("RRA5", "postre", deals=30_000)
    assert by_seat.choices["postre"].discards[0].agreed == alone.discards[0].agreed
    assert by_seat.choices["mano"].discards[0].keep == "RRA"
    by_style = rank_by(stand("RRA5", style="usual+cautious", deals=30_000), "style")
    assert list(by_style.choices) == ["usual+cautious", "patient", "usual", "eager"]
    assert list(rank_by(stand("RRA5", deals=30_000), "style").choices) == [
        "patient", "usual", "eager",
    ]  # fmt: skip


def test_if_the_others_stay_a_hand_in_the_making_is_worth_more():
    found = rank_by(stand("RRA5", "mano", deals=30_000), "redraw").choices
    redraw, stay = found["others redraw"].discards[0], found["others stay"].discards[0]
    assert stay.agreed.tantos > redraw.agreed.tantos + 0.5
    assert (redraw.keep, stay.keep) == ("RRA", "RR")


@pytest.mark.parametrize(
    "arguments",
    [
        ["mus", "RR54", "--break-even", "--line", "--deals", "20000"],
        ["discard", "RRA5", "--by", "redraw", "--deals", "20000"],
        ["rounds", "--deals", "20000"],
    ],
)
@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
def test_commands_in_every_format(arguments, form):
    done = CliRunner().invoke(cli, [*arguments, "--format", form])
    assert done.exit_code == 0, done.output
    assert done.stdout.strip()
    if form == "json":
        assert '"schema": "musodds.' in done.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["mus", "RRCA", "--line", "--players", "2"], "--line"),
        (["discard", "RRA5", "--by", "seat", "--partner-keeps", "2"], "--by seat"),
        (["discard", "RRA5", "--partner-keeps", "2", "--keeps", "tercero=1"], "--partner-keeps 2"),
        (["discard", "RRA5", "--rules", "ehmf", "--visto", "--by", "redraw"], "--by redraw"),
        (["mus", "CSA5", "--seat", "segundo", "--said", "mano=cut"], "mano said=cut"),
        (["mus", "RRCA", "--time", "inf"], "time inf"),
        (["mus", "RRCA", "--style", FRIENDS, "--break-even"], "break-even: style"),
        (["table", "census", "-o", "/nonexistent/x.csv"], "there is no such folder"),
        (["style", "save", "usual", "-o", "/nonexistent/x.csv"], "there is no such folder"),
        (["rounds", "--players", "3"], "3 players"),
        (["table", "census", "--style", "usual"], "--style with table 'census'"),
        (["table", "cut", "--seat", "silla"], "seat 'silla'"),
        (["style", "reply", "usual", "-o", "x.toml"], "-o 'x.toml'"),
    ],
)
def test_what_does_not_go_together(arguments, named, capsys):
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert named in error
    assert error.count("\n") == 1
    assert "; expected " in error and "; example: " in error  # noqa: PT018


def test_a_device_is_written_to_and_a_link_followed(tmp_path):
    """A table goes through a link to its file, and a device stays one."""
    target, link = tmp_path / "table.csv", tmp_path / "link.csv"
    target.write_text("old")
    link.symlink_to(target)
    assert run(["table", "census", "-o", str(link)]) == 0
    assert link.is_symlink()
    assert target.read_text().startswith("holds,hands,share")
    assert run(["table", "census", "-o", "/dev/null"]) == 0
    assert not Path("/dev/null").is_file()
