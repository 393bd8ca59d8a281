"""A value of every score as a map: our tantos to the right, theirs upwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from ..lang import _
from ..numerals import percent
from .look import PAPER, SMALL, ink_on

Floats = npt.NDArray[np.float64]
_LONG = 12.0  # tantos that a line must be long to be named


@dataclass(frozen=True, slots=True)
class Scale:
    """How the values of a map are shown.

    Attributes
    ----------
    norm : matplotlib.colors.Normalize
    colours : str or Colormap
    words : callable
        Writes a value, as for an axis.
    lines : sequence of float
        Values along which a line is drawn and named; there may be none.
    ticks : sequence of float
        Values that are named beside the key.
    """

    norm: Any
    colours: Any
    words: Callable[[float], str]
    lines: Sequence[float]
    ticks: Sequence[float]


def worst_error(samples: Floats) -> str:
    """Say how large a standard error is at most, for `text.source`.

    Parameters
    ----------
    samples : ndarray of float64, shape (1 + batches, ...)
        Shares: the first of all hands together, then of each batch.
    """
    rest = samples[1:]
    worst = float((rest.std(0, ddof=1) / len(rest) ** 0.5).max())
    return _("± at most {se}").format(se=percent(worst, 2))


def name_line(axes: Axes, place: tuple[float, float], told: str, colour: str) -> None:
    """Write the name of a line onto it."""
    axes.annotate(
        told, place, ha="center", va="center", color=colour, weight="bold",
        path_effects=[withStroke(linewidth=3.5, foreground=PAPER)],
    )  # fmt: skip


def score_ticks(target: int) -> list[int]:
    """Return the tantos that are named on an axis.

    Examples
    --------
    >>> score_ticks(40), score_ticks(30)
    ([0, 10, 20, 30, 39], [0, 10, 20, 29])
    """
    return [*range(0, target - 4, 10), target - 1]


def draw_scores(axes: Axes, values: Floats, scale: Scale) -> Any:
    """Draw a map and its key; call it within `look`.

    Parameters
    ----------
    axes : Axes
    values : ndarray of float64, shape (target, target)
        By our tantos and by theirs.
    scale : Scale
    """
    size = np.arange(len(values) + 1) - 0.5
    drawn = axes.pcolormesh(size, size, values.T, norm=scale.norm, cmap=scale.colours)
    drawn.set_rasterized(True)  # a picture in svg and pdf, without seams between cells
    if scale.lines:
        _lines(axes, values, scale, drawn)
    ticks = score_ticks(len(values))
    axes.set_xticks(ticks)
    axes.set_yticks(ticks)
    axes.set(aspect="equal", xlabel=_("our tantos"), ylabel=_("their tantos"))
    key = axes.inset_axes((1.04, 0, 0.05, 1))  # as high as the map
    low, high = values.min() < scale.norm.vmin, values.max() > scale.norm.vmax
    ends = {(False, False): "neither", (True, False): "min", (False, True): "max"}
    bar = axes.figure.colorbar(drawn, cax=key, extend=ends.get((low, high), "both"))
    bar.outline.set_visible(False)
    bar.minorticks_off()
    bar.set_ticks(list(scale.ticks), labels=[scale.words(value) for value in scale.ticks])
    return drawn


def _lines(axes: Axes, values: Floats, scale: Scale, drawn: Any) -> None:
    """Draw lines of equal value, each in the ink that is read on its colour."""
    inks = [ink_on(drawn.to_rgba(value)[:3]) for value in scale.lines]
    places = np.arange(len(values))
    drawn_lines = axes.contour(places, places, values.T, scale.lines, colors=inks, linewidths=0.8)
    told = {value: scale.words(value) for value in scale.lines}
    middles = [_middle(line) for level in drawn_lines.allsegs for line in level]
    middles = [place for place in middles if place is not None]
    axes.clabel(drawn_lines, fmt=told, fontsize=SMALL, inline_spacing=2, manual=middles)


def _middle(line: Floats) -> tuple[float, float] | None:
    """Return the middle of a line that is long enough to be named."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    if steps.sum() < _LONG:
        return None
    x, y = line[np.searchsorted(np.cumsum(steps), steps.sum() / 2)]
    return float(x), float(y)
