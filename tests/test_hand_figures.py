"""What is on the figures of hands against the library: every hand, in its place."""

import numpy as np
import pytest
from figure_help import LIGHT, game, reading, reply, rounds
from matplotlib.collections import PolyCollection, QuadMesh
from matplotlib.colors import to_rgba
from musodds.reports.cut_figures import cut_grid_figure, cut_line_figure
from musodds.reports.discard_figure import best_masks, discard_figure, kept_shares
from musodds.reports.figures import draw
from musodds.reports.game_figure import game_figure
from musodds.reports.grid import FEW, edges, hand_grid, pairs
from musodds.reports.look import action_colour
from musodds.reports.mus_figure import mus_figure
from musodds.reports.strategy_figure import cells, split_cells

from musodds import load_rules, odds
from musodds.hands import hand_space
from musodds.keeps import kept_cards
from musodds.lang import speaking
from musodds.policy import style_policy
from musodds.setup import make_setup

NAIPERA, EHMF = load_rules("naipera"), load_rules("ehmf")
BOTH = pytest.mark.parametrize("rules", [NAIPERA, EHMF], ids=["8 kings", "4 kings"])


@pytest.fixture(autouse=True)
def _english():
    with speaking("en"):
        yield


def shown(axes):
    """Return the values on a grid, nan where nothing is."""
    mesh = [each for each in axes.collections if isinstance(each, QuadMesh)][-1]
    return np.ma.filled(mesh.get_array(), np.nan)


@BOTH
@pytest.mark.parametrize("seat", ["mano", "postre"])
def test_chances_on_the_grid_are_those_of_odds(rules, seat):
    space = hand_space(rules)
    figure = draw("win", rules, seat=seat)
    lances = ("grande", "chica", "pares", "juego", "punto")
    for hand in (0, 17, 101, 250, len(space) - 1):
        found = odds(space.names[hand], seat, rules)
        for axes, lance in zip(figure.axes, lances, strict=False):
            assert axes.get_title(loc="left") == lance
            grid = shown(axes)
            mark = hand_grid(space, np.arange(len(space)) == hand)
            assert grid[mark == 1] == pytest.approx(found.lances[lance]["win"], abs=1e-12)


@BOTH
def test_tantos_on_the_grid_are_those_of_odds(rules):
    space = hand_space(rules)
    grid = shown(draw("paso", rules, seat="segundo").axes[0])
    for hand in (0, 44, len(space) - 1):
        mark = hand_grid(space, np.arange(len(space)) == hand)
        told = odds(space.names[hand], "segundo", rules).paso_ev
        assert grid[mark == 1] == pytest.approx(told, abs=1e-12)


def test_nothing_is_in_the_middle_of_the_colours():
    mesh = [c for c in draw("paso", seat="mano").axes[0].collections if isinstance(c, QuadMesh)][-1]
    assert mesh.norm(0.0) == 0.5


@BOTH
def test_the_grid_is_in_the_order_of_the_terminal(rules):
    from musodds.cli.strategy_grid import _pairs

    classes = len(hand_space(rules).deck.classes)
    assert pairs(classes) == _pairs(classes)
    down, across = edges(classes)
    assert len(down) == len(across) == len(pairs(classes)[0]) + 1
    assert (np.diff(down) > 0).all()
    assert down[-1] == across[-1] == classes


@BOTH
def test_split_cells_fill_every_cell_by_the_chances(rules):
    space = hand_space(rules)
    rng = np.random.default_rng(1)
    chances = rng.dirichlet((1, 1, 1), len(space)).T
    chances[:, 5] = np.nan
    corners, owner = split_cells(space, chances)
    box = cells(space)
    room = (box[:, 1] - box[:, 0]) * (box[:, 3] - box[:, 2])
    sides = corners.max(1) - corners.min(1)
    area = sides.prod(1)
    for action in range(3):
        mine = owner[:, 0] == action
        share = np.bincount(owner[mine, 1], area[mine], minlength=len(space)) / room
        assert np.allclose(share, np.nan_to_num(chances[action]))
    assert 5 not in owner[:, 1]
    inside = box[owner[:, 1]]
    assert (corners[..., 0].min(1) >= inside[:, 0] - 1e-12).all()
    assert (corners[..., 1].max(1) <= inside[:, 3] + 1e-12).all()


def test_cells_are_where_the_grid_of_values_has_them():
    space = hand_space(NAIPERA)
    down, across = edges(len(space.deck.classes))
    for hand in range(0, len(space), 13):
        row, column = np.argwhere(hand_grid(space, np.arange(len(space)) == hand) == 1)[0]
        told = across[column], across[column + 1], down[row], down[row + 1]
        assert cells(space)[hand].tolist() == list(told)


def test_a_strategy_is_drawn_as_it_was_read():
    space = hand_space(NAIPERA)
    read, figure = reading(space), LIGHT["strategy"]()
    parts = [each for each in figure.axes[0].collections if isinstance(each, PolyCollection)]
    grey, unknown, split = parts[0], parts[1], parts[2]
    assert len(grey.get_paths()) == (~read.possible).sum()
    assert len(unknown.get_paths()) == (read.possible & ~read.known).sum()
    faces = split.get_facecolor()
    assert len(faces) == (read.frequency[:, read.known] > 0).sum()
    colours = {tuple(np.round(to_rgba(action_colour(action)), 6)) for action in read.actions}
    assert {tuple(np.round(face, 6)) for face in faces} == colours
    labels = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    often = np.nansum(read.frequency * read.held, axis=1)
    assert labels[1] == f"quiero: {often[1]:.0%}"
    assert labels[-2:] == ["hardly ever there", "may not bet"]
    assert figure.get_suptitle().endswith("after envido 2")


def test_a_strategy_that_ships_is_drawn_as_the_command_reads_it():
    from musodds.seats import parse_seat
    from musodds.solver.four.asking import Question
    from musodds.solver.four.reading import read
    from musodds.strategies import find_strategy

    figure = draw("strategy", lance="chica", seat="postre", deals=2000)
    found = find_strategy(NAIPERA)
    told = read(
        found.strategy, parse_seat("postre"), [Question("chica")], deals=2000,
        trained=found.iterations,
    )[0]  # fmt: skip
    parts = [each for each in figure.axes[0].collections if isinstance(each, PolyCollection)]
    known = told.known & (not told.rare)
    assert len(parts[2].get_paths()) == (told.frequency[:, known] > 0).sum()


@pytest.mark.parametrize("style", ["usual", "usual+king-hunter"])
@pytest.mark.parametrize("seat", [0, 3])
def test_what_is_kept_is_what_the_style_keeps(style, seat):
    space, policy = hand_space(NAIPERA), style_policy(NAIPERA, style)
    masks = best_masks(policy, seat)
    figure = discard_figure(NAIPERA, style, policy, seat)
    strips = next(c for c in figure.axes[0].collections if isinstance(c, PolyCollection))
    faces = strips.get_facecolor().reshape(len(space), 4, -1)
    for hand in range(0, len(space), 7):
        kept = [bool(masks[hand] >> i & 1) for i in range(4)]
        if any(kept):
            darker = faces[hand, :, :3].sum(1) < faces[hand, :, :3].sum(1).max() - 0.1
            assert darker.tolist() == kept
    shares = kept_shares(space, policy, seat)
    assert sum(shares.values()) == pytest.approx(1)
    labels = [text.get_text() for text in figure.axes[1].get_yticklabels()]
    widths = [bar.get_width() for bar in figure.axes[1].patches]
    assert labels == [cards or "nothing" for cards in list(shares)[:9]]
    assert widths == list(shares.values())[:9]
    deals = space.weights * (1 - policy.cut[0, seat])
    mine = [kept_cards(space, hand, int(mask)) == "R" for hand, mask in enumerate(masks)]
    assert shares["R"] == pytest.approx(deals[mine].sum() / deals.sum())


def test_the_cut_grid_shows_gains_and_leaves_rare_hands_grey():
    space, told = hand_space(NAIPERA), reply(hand_space(NAIPERA), 1)
    figure = cut_grid_figure(NAIPERA, make_setup("usual"), {3: told})
    expected = hand_grid(space, np.where(told.counts >= FEW, told.gain, np.nan))
    assert np.array_equal(shown(figure.axes[0]), expected, equal_nan=True)
    assert "postre" in figure.get_suptitle()
    assert "0.10 tantos" in figure.get_supxlabel()


def test_the_cut_figure_asks_for_the_seat_that_is_named():
    from musodds import find_best_reply

    space = hand_space(NAIPERA)
    found = find_best_reply("postre", NAIPERA, style="usual", deals=20_000)
    figure = draw("cut", seat="postre", style="usual", deals=20_000)
    expected = hand_grid(space, np.where(found.counts >= FEW, found.gain, np.nan))
    assert np.array_equal(shown(figure.axes[0]), expected, equal_nan=True)


def test_the_cut_line_shows_shares_by_seat_and_style():
    space = hand_space(NAIPERA)
    setups = [make_setup(name) for name in ("patient", "usual")]
    rows = [[reply(space, 4 * k + seat) for seat in range(4)] for k in range(2)]
    figure = cut_line_figure(NAIPERA, setups, rows)
    axes = figure.axes[0]
    points = [line.get_xdata() for line in axes.lines if line.get_marker() == "o"]
    assert [list(row) for row in points] == [[one.share for one in row] for row in rows]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["patient", "usual"]


def test_the_error_of_a_share_is_that_of_hands_that_may_fall_on_either_side():
    space = hand_space(NAIPERA)
    told = reply(space, 5)
    rng = np.random.default_rng(1)
    drawn = rng.normal(told.gain, told.se, (4000, len(space))) > 0
    shares = drawn @ space.weights / space.weights.sum()
    assert told.share_se(space.weights) == pytest.approx(shares.std(), rel=0.1)


def test_the_error_of_a_gain_is_the_spread_between_seeds():
    from musodds import find_best_reply

    found = [find_best_reply("mano", deals=40_000, seed=seed) for seed in range(1, 13)]
    hand = int(np.argmax(found[0].counts))
    spread = np.std([one.gain[hand] for one in found], ddof=1)
    assert 0.4 < spread / np.mean([one.se[hand] for one in found]) < 1.8


def test_what_is_held_is_that_of_the_rounds():
    found = rounds()
    bars = mus_figure(found, 3).axes[0].patches
    told = [
        one.tantos
        for row in (found.holds(0, seat=3), found.holds(0, True, 3), found.holds(1, seat=3))
        for one in row
    ]
    assert [bar.get_width() for bar in bars] == pytest.approx(told)


def test_the_game_figure_shows_chances_and_the_one_before():
    found, space = game(), hand_space(NAIPERA)
    figure = game_figure(found)
    expected = hand_grid(space, np.where(found.counts >= FEW, found.value, np.nan))
    assert np.array_equal(shown(figure.axes[0]), expected, equal_nan=True)
    assert any("27.6%" in text.get_text() for text in figure.axes[0].texts)
    assert "30-35" in figure.get_suptitle()
