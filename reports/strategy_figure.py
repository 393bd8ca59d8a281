"""What a solved strategy does at a decision: every hand's cell split by how often it acts so."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from ..hands import HandSpace
from ..lang import _
from ..numerals import percent, whole
from ..rules import Rules
from ..seats import parse_seat
from ..solver.four.asking import Question, parse_cut, parse_history, parse_lance
from ..solver.four.reading import Reading, read
from ..solver.four.solution import Solution
from ..strategies import find_strategy
from ..words import lance_word
from .grid import Floats, edges, frame_grid, grids, places, reading_note
from .look import EMPTY, PAPER, action_colour, finish, look
from .text import action_words, as_seat, source

NOT_ASKED = "#f4f4f4"


def cells(space: HandSpace) -> Floats:
    """Return the left, right, upper and lower edge of every hand's cell, shape (hands, 4)."""
    down, across = edges(len(space.deck.classes))
    row, column = places(space).T
    return np.column_stack([across[column], across[column + 1], down[row], down[row + 1]])


def split_cells(space: HandSpace, chances: Floats) -> tuple[Floats, Floats]:
    """Split every hand's cell along its longer side by the chances of its actions.

    Parameters
    ----------
    space : HandSpace
    chances : ndarray of float64, shape (actions, hands)
        Adding up to 1 by hand; nan where nothing is drawn.

    Returns
    -------
    corners : ndarray of float64, shape (parts, 4, 2)
    owner : ndarray of int64, shape (parts, 2)
        The action and the hand of each part.
    """
    corners, owner = [], []
    for hand, (left, right, top, bottom) in enumerate(cells(space).tolist()):
        shares = chances[:, hand]
        if np.isnan(shares).any():
            continue
        ends = np.concatenate([[0.0], np.cumsum(shares)])
        for action in np.flatnonzero(shares > 0).tolist():
            box = [left, right, top, bottom]
            first, size = (0, right - left) if right - left >= bottom - top else (2, bottom - top)
            box[first : first + 2] = box[first] + size * ends[action : action + 2]
            x, xx, y, yy = box
            corners.append([(x, y), (xx, y), (xx, yy), (x, yy)])
            owner.append((action, hand))
    return np.array(corners).reshape(-1, 4, 2), np.array(owner, int).reshape(-1, 2)


def _boxes(edges: Floats) -> list[Floats]:
    """Return the corners of each cell, shape (4, 2)."""
    left, right, top, bottom = edges.T
    x, y = np.stack([left, right, right, left]), np.stack([top, top, bottom, bottom])
    return list(np.stack([x, y], axis=-1).transpose(1, 0, 2))


def outline(axes: Axes, space: HandSpace) -> None:
    """Draw a thin line around every hand's cell."""
    boxes = _boxes(cells(space))
    axes.add_collection(PolyCollection(boxes, facecolors="none", edgecolors=PAPER, linewidths=0.3))


def _fill(axes: Axes, space: HandSpace, hands: npt.NDArray[np.bool_], colour: str) -> None:
    """Fill the cells of some hands."""
    boxes = _boxes(cells(space)[hands])
    axes.add_collection(PolyCollection(boxes, facecolors=colour, linewidths=0, rasterized=True))


def draw_actions(axes: Axes, space: HandSpace, reading: Reading) -> None:
    """Draw every hand's actions; grey where the strategy hardly ever comes there."""
    known = reading.known & (not reading.rare)
    _fill(axes, space, ~reading.possible, NOT_ASKED)
    _fill(axes, space, reading.possible & ~known, EMPTY)
    corners, owner = split_cells(space, np.where(known, reading.frequency, np.nan))
    colours = np.array([to_rgba(action_colour(action)) for action in reading.actions])
    parts = PolyCollection(
        list(corners), facecolors=colours[owner[:, 0]], linewidths=0, rasterized=True
    )
    axes.add_collection(parts)
    outline(axes, space)
    frame_grid(axes, space)


def _legend(axes: Axes, reading: Reading) -> None:
    """Say what the colours mean, and how often each action is taken, all hands together."""
    often = np.nansum(reading.frequency * reading.held, axis=1)
    told = [
        Patch(color=action_colour(action), label=f"{action_words(action)}: {percent(p)}")
        for action, p in zip(reading.actions, often.tolist(), strict=True)
    ]
    if (reading.possible & ~reading.known).any() or reading.rare:
        told.append(Patch(color=EMPTY, label=_("hardly ever there")))
    if not reading.possible.all():
        told.append(Patch(color=NOT_ASKED, label=_("may not bet")))
    axes.legend(handles=told, loc="lower left", title=reading_note(), alignment="left")


def strategy_figure(solution: Solution, reading: Reading, seed: int = 1) -> Figure:
    """Draw what a strategy does at a decision with every hand.

    Parameters
    ----------
    solution : Solution
    reading : Reading
        Of a lance, by `solver.four.reading.read`.
    seed : int, default 1
        Of the deals of the reading.
    """
    game = solution.strategy.game
    with look():
        figure, (axes,) = grids(1)
        draw_actions(axes, game.space, reading)
        _legend(axes, reading)
        title = _("How to bet {lance} with every hand, {as_seat}").format(
            lance=lance_word(reading.decision), as_seat=as_seat(reading.seat)
        )
        if reading.line:
            said = ", ".join(action_words(word) for word in reading.line)
            title += "\n" + _("after {said}").format(said=said)
        solved = _("solved by sampling, {n} iterations").format(n=whole(solution.iterations))
        read_by = _("read on {deals} deals, seed {seed}").format(
            deals=whole(reading.deals), seed=seed
        )
        how = source(game.rules, solved, read_by, style=solution.style)
        return finish(figure, title, how)


def strategy(
    rules: Rules,
    seat: str = "mano",
    lance: str = "grande",
    history: str | None = None,
    style: str = "usual",
    cut: str | None = None,
    deals: int = 20_000,
    seed: int = 1,
) -> Figure:
    """Draw what the solved strategy of a style does in a lance, all hands of a seat."""
    who, redraw = parse_cut(cut)
    asked = Question(parse_lance(lance), parse_history(history), who, redraw)
    place = parse_seat(seat)
    found = find_strategy(rules, style)
    (reading,) = read(
        found.strategy, place, [asked], deals=deals, seed=seed, trained=found.iterations or None
    )
    return strategy_figure(found, reading, seed)
