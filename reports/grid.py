"""All hands on one grid: a row is the two highest cards, a column the two lowest.

The order is that of `musodds strategy --matrix`: rows by the lower of their two cards, columns by
the higher one, so that the hands fill one triangle with the kings at the top left. Every pair of a
second and a third card gets the same room, however many hands share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import QuadMesh
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from ..hands import HandSpace
from ..lang import _
from .look import EMPTY, PAPER, TEXT, bare, fitted, new_figure, steps

Floats = npt.NDArray[np.float64]
Pair = tuple[int, int]
FEW = 30  # deals of a hand, below which its mean says too little
_NOTHING = ListedColormap([EMPTY])


def pairs(classes: int) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs of cards down and across.

    Examples
    --------
    >>> pairs(3)[0]
    [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    >>> pairs(3)[1]
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    """
    across = list(combinations_with_replacement(range(classes), 2))
    return sorted(across, key=lambda pair: pair[::-1]), across


def places(space: HandSpace) -> npt.NDArray[np.int64]:
    """Return the row and the column of every hand, shape (hands, 2)."""
    down, across = pairs(len(space.deck.classes))
    row = {pair: i for i, pair in enumerate(down)}
    column = {pair: i for i, pair in enumerate(across)}
    return np.array([(row[a, b], column[c, d]) for a, b, c, d in space.cards.tolist()])


def hand_grid(space: HandSpace, values: Floats) -> Floats:
    """Lay out a value of every hand.

    Returns
    -------
    ndarray of float64, shape (pairs, pairs)
        Rows RR, RC, CC, RS, ..., AA; columns RR, RC, ..., RA, CC, ..., AA; nan where no hand is.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> grid = hand_grid(hand_space(load_rules("naipera")), np.ones(330))
    >>> grid.shape, int(np.isfinite(grid).sum())
    ((36, 36), 330)
    """
    side = len(pairs(len(space.deck.classes))[0])
    grid = np.full((side, side), np.nan)
    grid[tuple(places(space).T)] = values
    return grid


def edges(classes: int) -> tuple[Floats, Floats]:
    """Return where rows and columns begin and end, a card 1 high and wide.

    Examples
    --------
    >>> edges(2)[0].tolist(), edges(2)[1].tolist()
    ([0.0, 1.0, 1.5, 2.0], [0.0, 0.5, 1.0, 2.0])
    """
    found = []
    for sizes in (range(1, classes + 1), range(classes, 0, -1)):
        at = [card + i / size for card, size in enumerate(sizes) for i in range(size)]
        found.append(np.array([*at, classes]))
    return found[0], found[1]


def frame_grid(axes: Axes, space: HandSpace) -> None:
    """Label a grid by its second and third cards, and draw white lines between those."""
    names = space.deck.names
    classes = len(names)
    for card in range(1, classes):
        axes.plot([card - 1, classes], [card, card], color=PAPER, linewidth=1)
        axes.plot([card, card], [0, card + 1], color=PAPER, linewidth=1)
    axes.set(xlim=(0, classes), ylim=(classes, 0), aspect="equal")
    middles = np.arange(classes) + 0.5
    axes.set_xticks(middles, names)
    axes.set_yticks(middles, names)
    bare(axes)


def draw_grid(axes: Axes, space: HandSpace, values: Floats, **colours: Any) -> QuadMesh:
    """Draw a value of every hand by its colour.

    Parameters
    ----------
    axes : Axes
    space : HandSpace
    values : ndarray of float64, shape (hands,)
        Grey where it is nan.
    **colours
        ``cmap``, ``vmin``, ``vmax``, ``norm`` as in matplotlib.
    """
    down, across = edges(len(space.deck.classes))
    if np.isnan(values).any():
        nothing = hand_grid(space, np.where(np.isnan(values), 1.0, np.nan))
        grey = axes.pcolormesh(across, down, np.ma.masked_invalid(nothing), cmap=_NOTHING)
        grey.set_rasterized(True)
    grid = np.ma.masked_invalid(hand_grid(space, values))
    drawn = axes.pcolormesh(across, down, grid, **colours)
    drawn.set_rasterized(True)  # a picture in svg and pdf, without seams between cells
    frame_grid(axes, space)
    return drawn


def told_by(values: Floats, counts: npt.NDArray[Any]) -> Floats:
    """Return the values, nan for hands that came up fewer than `FEW` times."""
    return np.where(counts >= FEW, values, np.nan)


def grey_note(values: Floats) -> str:
    """Return what grey means, if any hand is grey, to go on a label."""
    if not np.isnan(values).any():
        return ""
    return _("; grey: fewer than {n} deals").format(n=FEW)


def grids(panels: int) -> tuple[Figure, list[Axes]]:
    """Return a figure with so many grids, one large or two a row, with labels on the outer ones.

    A place that no grid takes comes last, as axes that are switched off.
    """
    across = 1 if panels == 1 else 2
    down = -(-panels // across)
    figure = new_figure(6.4 if panels == 1 else 0.5 + 2.8 * down + 0.8 * (panels % 2 == 0))
    axes = np.atleast_1d(figure.subplots(down, across)).ravel().tolist()
    for k, one in enumerate(axes):
        if k < panels:
            label_axes(one, below=k + across >= panels, left=k % across == 0)
        else:
            one.set_axis_off()
    return figure, axes


def label_axes(axes: Axes, below: bool = True, left: bool = True) -> None:
    """Say what the columns and the rows of a grid are."""
    if below:
        axes.set_xlabel(_("third card (the fourth within it)"))
    if left:
        axes.set_ylabel(_("second card (the first within it)"))


def add_key(
    axes: Sequence[Axes],
    drawn: ScalarMappable,
    label: str,
    written: Callable[..., str],
    **bars: Any,
) -> None:
    """Say what the colours mean, where there is room: a corner, a spare place, or below.

    Parameters
    ----------
    axes : sequence of Axes
        As `grids` returns them.
    drawn : ScalarMappable
    label : str
    written : callable
        Writes a value of the colour bar, as `text.percents` does.
    **bars
        Of `Figure.colorbar`.
    """
    figure, last = axes[0].get_figure(), axes[-1]
    assert isinstance(figure, Figure)
    note, spare = reading_note(), not last.axison
    bars |= {"format": written, "ticks": steps(5 if len(axes) == 1 else 7)}
    if len(axes) == 1 or spare:
        room = last.inset_axes((0.04, 0.14, 0.86, 0.06) if spare else (0.02, 0.1, 0.4, 0.03))
        bar = figure.colorbar(drawn, cax=room, orientation="horizontal", **bars)
        told = fitted(label, TEXT, 2.1) + "\n\n" + fitted(note, TEXT, 2.1)
        at = (0.04, 0.3) if spare else (0.02, 0.16)
        last.text(*at, told, transform=last.transAxes)
    else:
        bar = figure.colorbar(
            drawn, ax=list(axes), location="bottom", shrink=0.7, aspect=35, **bars
        )
        bar.set_label(label)
        axes[0].text(0.02, 0.02, fitted(note, TEXT, 1.2), transform=axes[0].transAxes)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=2)


def reading_note() -> str:
    """Return how to find a hand on a grid."""
    return _("RC76 is in row C, column 7")
