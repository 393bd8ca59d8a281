"""Figures of tables, scores and solving: what is drawn against the library, in all languages."""

import numpy as np
import pytest
from figure_help import LIGHT, solved
from matplotlib.collections import QuadMesh
from matplotlib.patches import Rectangle
from musodds.cli import run
from musodds.reports.accept_figure import accept_figure, last_bets
from musodds.reports.census_figure import JUEGOS, PARES, PUNTOS, census_figure, compared
from musodds.reports.contested_figure import PARTS, contested_figure
from musodds.reports.convergence_figure import convergence_figure
from musodds.reports.equity_figure import equity_figure
from musodds.reports.figures import draw
from musodds.reports.quality_figure import quality_figure
from musodds.reports.strength_figure import strength_figure

from musodds.accept import accept_from
from musodds.equity_table import find_equity
from musodds.errors import InputError
from musodds.hands import hand_space
from musodds.lang import speaking
from musodds.rules import load_rules
from musodds.seats import SEATS
from musodds.strategies import find_kept
from musodds.strength import DISPUTED, strength
from musodds.tables import census, contested

NAIPERA, EHMF = load_rules("naipera"), load_rules("ehmf")


@pytest.fixture(autouse=True)
def _in_english():
    with speaking("en"):
        yield


def bars(axes):
    """Return left, height above the foot, width and height of every bar, in order."""
    return [
        (bar.get_x(), bar.get_y(), bar.get_width(), bar.get_height())
        for bar in axes.patches
        if isinstance(bar, Rectangle)
    ]


def test_census_draws_the_share_of_hands():
    figure = census_figure(NAIPERA, EHMF)
    panels = figure.axes
    names = (PARES, [f"juego {n}" for n in JUEGOS], [f"punto {n}" for n in PUNTOS])
    for axes, holds in zip(panels, names, strict=True):
        heights = [bar[3] for bar in bars(axes)]
        for i, rules in enumerate((NAIPERA, EHMF)):
            frame = census(rules).set_index("holds").share
            expected = [frame.get(name, 0.0) for name in holds]
            assert heights[i * len(holds) : (i + 1) * len(holds)] == pytest.approx(expected)
    assert panels[0].get_title(loc="left") == "pares: 56.6% and 41.2% of hands"


def test_juegos_and_puntos_are_all_there_is():
    for rules in (NAIPERA, EHMF):
        points = set(hand_space(rules).points.tolist())
        assert points <= {*JUEGOS, *PUNTOS}


def test_strength_draws_the_chance_of_every_rank():
    figure, frame = strength_figure(EHMF), strength("ehmf")
    for axes, lance in zip(figure.axes, DISPUTED, strict=False):
        steps = [patch.get_data() for patch in axes.patches]
        assert len(steps) == len(SEATS)
        for seat, step in zip(SEATS, steps, strict=True):
            rows = frame[(frame.lance == lance) & (frame.seat == seat)]
            assert np.array_equal(step.values, rows.win)
            middles = (step.edges[1:] + step.edges[:-1]) / 2
            assert middles == pytest.approx(rows.weaker.to_numpy())


def test_disputes_are_drawn_end_to_end():
    figure = contested_figure([EHMF])
    frame = contested("ehmf").set_index(["lance", "holder"])
    rows = [(lance, holder) for lance in ("pares", "juego") for holder in ("any", "yes", "no")]
    for i, row in enumerate(rows):
        four = bars(figure.axes[0])[4 * i : 4 * i + 4]
        assert [bar[2] for bar in four] == pytest.approx([frame[part][row] for part in PARTS])
        assert four[-1][0] + four[-1][2] == pytest.approx(1)


def maps(figure):
    """Return the maps of scores of a figure, by our tantos and by theirs."""
    meshes = [
        artist for axes in figure.axes for artist in axes.collections
        if isinstance(artist, QuadMesh)
    ]  # fmt: skip
    return [np.asarray(mesh.get_array()).T for mesh in meshes if mesh.get_array().ndim == 2]


@pytest.mark.parametrize("mano", [True, False])
def test_equity_draws_every_score(mano):
    equity = find_equity("ehmf")
    figure = equity_figure(equity, mano)
    shown = [found for found in maps(figure) if found.shape == (30, 30)]
    assert len(shown) == 3
    for us, them in ((0, 0), (29, 0), (3, 28), (17, 22)):
        score = equity.at(us, them, mano)
        values = (score.game.value, score.tanto.value, score.ordago.value)
        assert [found[us, them] for found in shown] == pytest.approx(values)
    assert ("the mano is ours" if mano else "in which the mano is theirs") in figure.get_suptitle()


def test_accept_draws_what_each_bet_needs():
    equity = find_equity("naipera")
    figure = accept_figure(equity, "punto", mano=True)
    shown = [found for found in maps(figure) if found.shape == (40, 40)]
    bets = last_bets(NAIPERA, "punto")
    for found, bet in zip(shown, bets.values(), strict=True):
        assert np.array_equal(found, accept_from(equity, bet, mano=True)[0])
    level = [axes for axes in figure.axes if axes.get_title(loc="left").startswith("level")]
    lines = [line.get_ydata() for line in level[0].lines]
    for i, (bet, found) in enumerate(zip(bets.values(), shown, strict=True)):
        assert np.array_equal(lines[2 * i], np.diagonal(found))
        assert set(lines[2 * i + 1]) == {bet.in_tantos()}


def test_a_refused_raise_pays_what_the_rules_say():
    assert last_bets(load_rules("madrid"), "juego")["mas:3"].refused == 3
    assert last_bets(NAIPERA, "juego")["mas:3"].refused == 2


def test_convergence_draws_the_history():
    figure = convergence_figure(NAIPERA, *solved())
    for axes, solutions in zip(figure.axes, solved(), strict=True):
        for line, one in zip(axes.lines, solutions, strict=False):
            found = [(m.iteration, m.nash_conv) for m in one.history]
            assert line.get_xydata() == pytest.approx(np.array(found))
        assert set(axes.lines[-1].get_ydata()) == {0.05}


def test_quality_draws_what_the_file_tells():
    kept = find_kept("naipera", "equilibrium")
    figure = quality_figure(kept)
    told = kept.told["quality"]
    alone, pairs, cross = figure.axes[1:]
    shown = [bar.lines[0].get_xdata() for bar in alone.containers]
    for what, found in zip(("own", "wide", "local"), shown, strict=True):
        assert found == pytest.approx([gain["gain"]["tantos"] for gain in told[what]])
    (both,) = pairs.containers
    assert both.lines[0].get_xdata() == pytest.approx([g["gain"]["tantos"] for g in told["pairs"]])
    ends = np.array(both.lines[2][0].get_segments())[:, :, 0]
    errors = np.array([gain["gain"]["se"] for gain in told["pairs"]])
    assert np.diff(ends).ravel() == pytest.approx(2 * errors)
    expected = [[cell["tantos"] for cell in row] for row in told["cross"]["tantos"]]
    assert np.array_equal(maps(figure)[0].T, np.array(expected))
    assert f"seed {kept.told['seed']}, chosen" in [t.get_text() for t in cross.get_yticklabels()]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("census", ["naipera (8 kings, games of 40)", "ehmf (4 kings, games of 30)", "exact"]),
        ("strength", ["naipera (8 kings", "both pairs hold it", "exact"]),
        ("disputed", ["naipera (8 kings", "ehmf (4 kings", "before mus", "exact"]),
        ("equity", ["style usual", "6,000,000 deals, seed 1", "± at most 0.02%"]),
        (
            "accept",
            ["all counted but punto", "style usual", "6,000,000 deals, seed 1", "± at most"],
        ),
        ("convergence", ["one against one", "exact"]),
        ("quality", ["30,000,000 iterations, seed 1", "lower bounds", "± is one"]),
    ],
)
def test_the_source_tells_how_it_was_made(name, parts):
    told = " ".join(LIGHT[name]().get_supxlabel().split())
    for part in parts:
        assert part in told


def test_other_rules_are_compared_by_default():
    assert [rules.name for rules in compared(EHMF, None)] == ["ehmf", "naipera"]
    assert [rules.name for rules in compared(NAIPERA, "ffm")] == ["naipera", "ffm"]
    with pytest.raises(InputError, match="rules with mus"):
        compared(NAIPERA, "meseta")


def test_a_strategy_at_a_score_is_no_strategy_for_tantos():
    kept = find_kept("naipera", "usual")
    scored = type(kept)(kept.name, kept.path, True, kept.told | {"score": {"mano": 3, "other": 4}})
    with pytest.raises(InputError, match="at a score"):
        quality_figure(scored)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["census", "--against", "chess"], "'chess'"),
        (["disputed", "--against", "meseta"], "--against meseta"),
        (["strength", "--seat", "mano"], "--seat with figure 'strength'"),
        (["equity", "--seat", "fifth"], "seat 'fifth'"),
        (["accept", "--lance", "grande"], "punto or juego"),
        (["convergence", "--lance", "tall"], "lance 'tall'"),
        (["quality", "--style", "cut:0.123"], "not solved yet"),
        (["quality", "--style", "shy"], "'shy'"),
    ],
)
def test_bad_input_is_one_line(typed, told, capsys, tmp_path):
    assert run(["plot", *typed, "-o", str(tmp_path / "x.png")]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["census", "strength", "disputed", "equity", "accept", "quality"])
def test_each_is_found_by_its_name(name):
    assert draw(name, "ehmf").get_suptitle()
