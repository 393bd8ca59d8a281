"""Figures of little work, and what is on them: arrays to hash, boxes of text."""

import hashlib
from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection, PolyCollection, QuadMesh
from matplotlib.patches import StepPatch
from matplotlib.text import Text
from musodds.reports.convergence_figure import convergence_figure
from musodds.reports.cut_figures import cut_grid_figure, cut_line_figure
from musodds.reports.figures import draw
from musodds.reports.game_figure import game_figure
from musodds.reports.mus_figure import mus_figure
from musodds.reports.strategy_figure import strategy_figure

from musodds import solve_lance
from musodds.best_reply import BestReply
from musodds.hand_chances import HandChances
from musodds.hands import hand_space
from musodds.rounds import HOLDS, Rounds
from musodds.rules import load_rules
from musodds.setup import make_setup
from musodds.solver.four.bots import always_paso
from musodds.solver.four.game import make_game
from musodds.solver.four.reading import Reading
from musodds.solver.four.solution import Solution

NAIPERA = load_rules("naipera")


def reading(space, seed=1):
    """Return a decision in pares with three actions, at random."""
    rng, hands = np.random.default_rng(seed), len(space)
    chances = rng.dirichlet((1, 1, 1), hands).T
    nothing = np.zeros_like(chances)
    held = space.weights / space.weights.sum()
    possible = space.pares > 0
    known = possible & (rng.random(hands) > 0.1)
    frequency = np.where(known, chances, np.nan)
    line, said = ("envido:2",), ("no-quiero", "quiero", "mas:3")
    return Reading(
        "pares", 1, line, said, frequency, *[nothing] * 4, held, possible, known, 0.5, 1000
    )


def reply(space, seed):
    """Return a best reply at random."""
    rng = np.random.default_rng(seed)
    gain = rng.normal(0, 1, len(space))
    counts = rng.integers(0, 500, len(space))
    cut = gain > 0
    share = float(space.weights[cut].sum() / space.weights.sum())
    return BestReply(cut, gain, np.full(len(space), 0.1), counts, share)


def rounds():
    """Return rounds of mus at random."""
    rng = np.random.default_rng(2)
    deals = np.tile([[1000, 150], [150, 20]], (4, 1, 1))
    reached, went_on = rng.integers(10, 90, (2, 4, 2, 4, len(HOLDS)))
    ended = np.array([[800, 1000, 900, 700], [300, 0, 0, 300]])
    return Rounds(NAIPERA, make_setup("usual"), 4, ended, reached, went_on, deals, 0.1)


def game():
    """Return chances of the game at random."""
    rng, hands = np.random.default_rng(3), len(hand_space(NAIPERA))
    value, counts = rng.uniform(0.2, 0.6, hands), rng.integers(0, 300, hands)
    se = np.full(hands, 0.01)
    return HandChances(NAIPERA, (30, 35), 0, "usual", value, se, counts, 0.276, 400_000, 1)


@cache
def solved():
    """Return two lances, and one of them by three updates, solved from afar."""
    lances = [solve_lance(lance, target=0.05).solution for lance in ("juego", "punto")]
    updates = [solve_lance("juego", target=0.05, update=u).solution for u in ("linear", "plus")]
    return lances, [lances[0], *updates]


def _strategy():
    made = make_game(NAIPERA)
    return strategy_figure(Solution(always_paso(made), "usual", 1, 1000), reading(made.space))


def _cut():
    space = hand_space(NAIPERA)
    return cut_grid_figure(NAIPERA, make_setup("usual"), {3: reply(space, 1)})


def _cut_line():
    space = hand_space(NAIPERA)
    setups = [make_setup(name) for name in ("patient", "usual", "eager")]
    rows = [[reply(space, 10 * k + seat) for seat in range(4)] for k in range(3)]
    return cut_line_figure(NAIPERA, setups, rows)


LIGHT = {
    "win": lambda: draw("win"),
    "paso": lambda: draw("paso", seat="postre"),
    "style": lambda: draw("style", style="usual"),
    "discards": lambda: draw("discards", style="usual"),
    "game": lambda: game_figure(game()),
    "cut": _cut,
    "cut-line": _cut_line,
    "after-mus": lambda: mus_figure(rounds(), 3),
    "strategy": _strategy,
    "census": lambda: draw("census"),
    "strength": lambda: draw("strength"),
    "disputed": lambda: draw("disputed"),
    "equity": lambda: draw("equity"),
    "accept": lambda: draw("accept"),
    "convergence": lambda: convergence_figure(NAIPERA, *solved()),
    "quality": lambda: draw("quality"),
}


def drawn_data(figure):
    """Return a hash of all that is drawn but text: colours by value, corners, widths, points."""
    digest = hashlib.sha256()
    for axes in figure.axes:
        for artist in axes.get_children():
            for array in _arrays(artist):
                whole = np.round(np.nan_to_num(np.asarray(array, float), nan=-99.0), 5) + 0.0
                digest.update(str(whole.shape).encode())
                digest.update(whole.tobytes())
    return digest.hexdigest()[:16]


def _arrays(artist):
    if isinstance(artist, QuadMesh):
        return [np.ma.filled(artist.get_array(), np.nan), artist.get_coordinates()]
    if isinstance(artist, PolyCollection):
        return [path.vertices for path in artist.get_paths()] + [artist.get_facecolor()]
    if isinstance(artist, PathCollection):
        return [artist.get_offsets()]
    if isinstance(artist, LineCollection):
        return artist.get_segments()
    if isinstance(artist, StepPatch):
        return [artist.get_data().values, artist.get_data().edges]
    if hasattr(artist, "get_xydata"):
        return [artist.get_xydata()]
    if hasattr(artist, "get_width") and hasattr(artist, "get_xy"):
        return [(*artist.get_xy(), artist.get_width(), artist.get_height())]
    return []


def texts(figure):
    """Return all text that is seen, with its box in pixels."""
    renderer = figure.canvas.get_renderer()
    out = {label for axes in figure.findobj(Axes) for label in _out_of_view(axes)}
    found = []
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text().strip() and text not in out:
            found.append((text, text.get_window_extent(renderer)))
    return found


def _out_of_view(axes):
    """Return the labels of ticks that are not drawn."""
    for axis in (axes.xaxis, axes.yaxis):
        low, high = sorted(axis.get_view_interval())
        for tick in axis.get_major_ticks():
            if not low - 1e-9 <= tick.get_loc() <= high + 1e-9:
                yield tick.label1
