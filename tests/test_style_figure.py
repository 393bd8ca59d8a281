"""The figure of a style: every hand in its place, the same file every time, on all decks."""

import hashlib
import subprocess
import sys

import numpy as np
import pytest
from matplotlib.collections import QuadMesh
from musodds.reports.grid import hand_grid
from musodds.reports.look import save_figure
from musodds.reports.style_figure import cut_figure

from musodds import load_rules
from musodds.hands import hand_space
from musodds.policy import style_policy

NAIPERA, EHMF = load_rules("naipera"), load_rules("ehmf")


@pytest.mark.parametrize("rules", [NAIPERA, EHMF], ids=["8 kings", "4 kings"])
def test_every_hand_has_a_place_of_its_own_in_one_triangle(rules):
    space = hand_space(rules)
    grid = hand_grid(space, np.arange(len(space), dtype=float))
    assert grid.shape == ((36, 36) if rules is NAIPERA else (55, 55))
    assert sorted(grid[np.isfinite(grid)].astype(int)) == list(range(len(space)))
    names = space.deck.names
    pairs = [a + b for i, b in enumerate(names) for a in names[: i + 1]]
    columns = [c + d for i, c in enumerate(names) for d in names[i:]]
    for hand in range(0, len(space), 17):
        row, column = np.argwhere(grid == hand)[0]
        assert pairs[row] + columns[column] == space.names[hand]


@pytest.mark.parametrize("players", [2, 4])
def test_a_panel_a_seat_with_the_chances_of_the_policy(players):
    space = hand_space(NAIPERA)
    figure = cut_figure(NAIPERA, "cut:0.3", players)
    panels = figure.axes[:players]
    assert panels[0].get_title(loc="left") == "mano: 30% of hands"
    assert "cut:0.3" in figure.get_suptitle()
    assert "naipera (8 kings" in figure.get_supxlabel()
    policy = style_policy(NAIPERA, "cut:0.3", players=players)
    for seat, panel in enumerate(panels):
        (mesh,) = [c for c in panel.collections if isinstance(c, QuadMesh)]
        shown = np.ma.filled(mesh.get_array(), np.nan)
        assert np.array_equal(shown, hand_grid(space, policy.cut[0, seat]), equal_nan=True)
    assert [text.get_text() for text in panels[-1].get_xticklabels()] == list("RCS7654A")
    assert panels[0].get_ylabel()
    assert panels[-1].get_xlabel()


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_same_figure_is_the_same_file(tmp_path, ending):
    digests = set()
    for name in ("a", "b"):
        path = tmp_path / f"{name}.{ending}"
        save_figure(cut_figure(EHMF, "usual"), str(path))
        digests.add(hashlib.sha256(path.read_bytes()).hexdigest())
    assert len(digests) == 1
    assert {path.suffix for path in tmp_path.iterdir()} == {f".{ending}"}


def test_text_is_large_enough_at_600_pixels():
    figure = cut_figure(NAIPERA, "usual")
    pixels_a_point = 600 / figure.get_figwidth() / 72
    figure.canvas.draw()
    sizes = [
        text.get_fontsize() for axes in figure.axes for text in axes.findobj()
        if hasattr(text, "get_fontsize") and text.get_text()
    ]  # fmt: skip
    assert min(sizes) * pixels_a_point >= 12


def test_importing_the_library_does_not_import_matplotlib():
    code = "import sys, musodds.policy, musodds.cli.style; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
