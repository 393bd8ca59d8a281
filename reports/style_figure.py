"""With which hands a style cuts: all hands on one grid, a panel a seat."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..hands import HandSpace, hand_space
from ..rules import Rules
from ..seats import seats_of
from ..style import Style
from ..style_summary import summarise_style
from .look import INK, PAPER, SEQUENTIAL, look

_PANELS = {2: (1, 2), 4: (2, 2), 6: (3, 2)}
Floats = npt.NDArray[np.float64]


def hand_grid(space: HandSpace, values: Floats) -> Floats:
    """Lay out a value of every hand: a row for its two highest cards, a column for the lowest two.

    Returns
    -------
    ndarray of float64, shape (pairs, pairs)
        Rows by the lower of the two cards, RR, RC, CC, RS, ..., AA; columns by the higher one, RR,
        RC, ..., RA, CC, ..., AA; nan where no hand is. So the hands fill one triangle.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> grid = hand_grid(space, np.ones(330))
    >>> grid.shape, int(np.isfinite(grid).sum())
    ((36, 36), 330)
    """
    pairs = list(combinations_with_replacement(range(len(space.deck.classes)), 2))
    column = {pair: i for i, pair in enumerate(pairs)}
    row = {pair: i for i, pair in enumerate(sorted(pairs, key=lambda pair: pair[::-1]))}
    grid = np.full((len(pairs), len(pairs)), np.nan)
    for (a, b, c, d), value in zip(space.cards.tolist(), values.tolist(), strict=True):
        grid[row[a, b], column[c, d]] = value
    return grid


def _edges(sizes: list[int]) -> Floats:
    """Return the edges of cells when every card gets the same room, whatever its pairs."""
    return np.array(
        [block + i / size for block, size in enumerate(sizes) for i in range(size)] + [len(sizes)]
    )


def _panel(axes: Axes, space: HandSpace, cut: Floats, title: str) -> Any:
    """Draw one seat."""
    classes = len(space.deck.classes)
    down, across = list(range(1, classes + 1)), list(range(classes, 0, -1))
    grid = np.ma.masked_invalid(hand_grid(space, cut))
    drawn = axes.pcolormesh(_edges(across), _edges(down), grid, cmap=SEQUENTIAL, vmin=0, vmax=1)
    drawn.set_rasterized(True)  # a picture in svg and pdf, without seams between cells
    for card in range(1, classes):
        axes.plot([card - 1, classes], [card, card], color=PAPER, linewidth=1)
        axes.plot([card, card], [0, card + 1], color=PAPER, linewidth=1)
    axes.set(xlim=(0, classes), ylim=(classes, 0), aspect="equal")
    axes.set_title(title, loc="left")
    middles = np.arange(classes) + 0.5
    axes.set_xticks(middles, space.deck.names)
    axes.set_yticks(middles, space.deck.names)
    axes.tick_params(length=0, pad=2)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return drawn


def cut_figure(rules: Rules, style: str | Style, players: int = 4, round_: int = 1) -> Figure:
    """Draw the chance to cut with every hand, by seat.

    Parameters
    ----------
    rules : Rules
    style : str or Style
        As in `style.parse_style`.
    players : {2, 4, 6}, default 4
    round_ : int, default 1

    Returns
    -------
    matplotlib.figure.Figure
    """
    found, space = summarise_style(rules, style, players, round_), hand_space(rules)
    row = min(round_, len(found.policy.cut)) - 1
    down, across = _PANELS[players]
    with look():
        figure = Figure(figsize=(6, 1.5 + 2.75 * down), layout="constrained")
        panels = np.atleast_1d(figure.subplots(down, across, sharex=True, sharey=True)).ravel()
        for place, (axes, seat) in enumerate(zip(panels, seats_of(players), strict=True)):
            cut = found.policy.cut[row, place]
            share = found.seats[place].cut[row]
            drawn = _panel(axes, space, cut, f"{seat}: {share:.0%} of hands")
        classes = len(space.deck.classes)
        panels[0].text(0.2, classes - 0.2, "RC76 lies in row C,\nin column 7", va="bottom")
        told = f", round {round_}" if len(found.policy.cut) > 1 else ""
        figure.suptitle(
            f"With which hands {found.style.name} cuts{told}\n{rules.describe()}", color=INK
        )
        for axes in panels[-across:]:
            axes.set_xlabel("third card (fourth within)")
        for axes in panels[::across]:
            axes.set_ylabel("second card (first within)")
        bar = figure.colorbar(drawn, ax=panels.tolist(), location="bottom", shrink=0.6, aspect=30)
        bar.set_label("chance to cut")
        bar.set_ticks([0, 0.5, 1], labels=["0 %", "50 %", "100 %"])
    return figure
