"""How good a solved strategy is: what deviating gains, and its runs against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..errors import InputError
from ..lang import _
from ..numerals import decimal, percent, whole
from ..rules import Rules
from ..seats import SEATS
from ..solver.four.cross import Cross
from ..solver.four.measure import Quality
from ..solver.four.quality import Gain
from ..solver.four.solution import game_told
from ..strategies import Kept, find_kept, list_strategies
from ..words import seat_word
from .look import (
    COLOURS,
    DIVERGING,
    SMALL,
    TEXT,
    WIDTH,
    bare,
    finish,
    fitted,
    ink_on,
    look,
    new_figure,
)
from .text import plain, source

ALONE = ("own", "wide", "local")
_MARKS = dict(zip(ALONE, "osD", strict=True))


def quality_figure(kept: Kept) -> Figure:
    """Draw what is known of how good a strategy is.

    Parameters
    ----------
    kept : Kept
        One of `strategies.list_strategies` that was solved for tantos.

    Returns
    -------
    matplotlib.figure.Figure
        Gains of each seat alone and of each pair, all lower bounds, ± one standard error; below,
        if it was chosen from several runs, what each run wins of each other.

    Raises
    ------
    InputError
        If it was solved for the chance of winning at a score.
    """
    if kept.score is not None:
        raise InputError(
            _("strategy '{name}' at a score").format(name=kept.name),
            _("one for tantos"),
            "--style usual",
        )
    quality = Quality.from_dict(kept.told["quality"])
    with look():
        runs = len(quality.cross.runs)
        shape: list[Any] = [["key", "key"], ["alone", "pairs"]]
        heights = [0.15, 2.2]
        if runs > 1:
            shape, heights = [*shape, ["cross", "cross"]], [*heights, 0.42 * runs]
        figure = new_figure(1.6 + sum(heights))
        panels = figure.subplot_mosaic(shape, width_ratios=[5, 3], height_ratios=heights)
        _alone(panels["alone"], quality)
        _pairs(panels["pairs"], quality.pairs)
        panels["key"].set_axis_off()
        panels["key"].legend(*panels["alone"].get_legend_handles_labels(), loc="center", ncols=3)
        if runs > 1:
            _cross(panels["cross"], quality.cross)
        title = _("What deviating from the strategy {name} gains").format(name=kept.name)
        return finish(figure, title, _source(kept, quality))


def _alone(axes: Axes, quality: Quality) -> None:
    """Draw the gains of each seat alone, by how the deviator is looked for."""
    words = {
        "own": _("with the same memory"),
        "wide": _("remembering more"),
        "local": _("one step ahead"),
    }
    for i, what in enumerate(ALONE):
        gains: Sequence[Gain] = getattr(quality, what)
        _points(axes, gains, 0.22 * (1 - i), COLOURS[i], _MARKS[what], words[what])
    axes.set_yticks(range(0, -len(SEATS), -1), [seat_word(seat) for seat in SEATS])
    axes.set_ylim(0.55 - len(SEATS), 0.45)
    axes.set_title(_("a seat alone"))


def _pairs(axes: Axes, gains: Sequence[Gain]) -> None:
    """Draw the gains of both partners, trained anew together."""
    _points(axes, gains, 0, COLOURS[3], "^", None)
    names = [" +\n".join(seat_word(seat) for seat in gain.seats) for gain in gains]
    axes.set_yticks(range(0, -len(gains), -1), names)
    axes.set(ylim=(0.6 - len(gains), 0.6))
    axes.set_title(_("both partners"))


def _points(
    axes: Axes, gains: Sequence[Gain], shift: float, colour: str, mark: str, told: str | None
) -> None:
    """Draw gains as points with their standard errors, one below the other."""
    places = shift - np.arange(len(gains))
    found = [gain.gain.tantos for gain in gains]
    errors = [gain.gain.se for gain in gains]
    axes.errorbar(
        found, places, xerr=errors, fmt=mark, color=colour, markersize=5, capsize=3, label=told
    )
    most = max(1.15 * max(found, default=0), axes.get_xlim()[1], 0.01)
    axes.set_xlim(-0.03 * most, most)
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(plain())
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(_("tantos a hand, at least"))


def _cross(axes: Axes, cross: Cross) -> None:
    """Draw what the run of a row wins of the run of a column."""
    tantos = np.array([[cell.tantos for cell in row] for row in cross.tantos])
    most = max(float(np.abs(tantos).max()), 1e-9)
    drawn = axes.pcolormesh(tantos, cmap=DIVERGING, norm=CenteredNorm(0, most))
    drawn.set_rasterized(True)
    colours = drawn.to_rgba(tantos)
    for i, row in enumerate(cross.tantos):
        for j, cell in enumerate(row):
            if i == j:
                continue
            told = f"{decimal(cell.tantos, 3, sign=True)} ± {decimal(cell.se, 3)}"
            ink = ink_on(colours[i, j, :3])
            axes.text(j + 0.5, i + 0.5, told, ha="center", va="center", fontsize=SMALL, color=ink)
    chosen = _("seed {seed}, chosen")
    names = [
        (chosen if i == cross.best else _("seed {seed}")).format(seed=run.seed)
        for i, run in enumerate(cross.runs)
    ]
    middles = np.arange(len(names)) + 0.5
    axes.set_xticks(middles, [_("seed {seed}").format(seed=run.seed) for run in cross.runs])
    axes.set_yticks(middles, names)
    axes.invert_yaxis()
    bare(axes)
    told = _("what the run of the row wins of that of the column, after {iterations} iterations")
    told = told.format(iterations=whole(cross.runs[0].iterations))
    axes.set_title(fitted(told, TEXT, WIDTH - 1.1))


def _source(kept: Kept, quality: Quality) -> str:
    trained = _("{iterations} iterations, seed {seed}").format(
        iterations=whole(kept.told["iterations"]), seed=kept.told["seed"]
    )
    bound = _("gains are lower bounds: a better deviator may exist; ± is one standard error")
    rare = _("{share} of decisions were hardly trained").format(
        share=percent(quality.rare.share, 1)
    )
    return source(game_told(kept.told)[0], trained, bound, rare, style=kept.style)


def quality(rules: Rules, style: str = "usual") -> Figure:
    """Draw how good the strategy is that plays by these rules in this style."""
    kept = find_kept(rules, style)
    if kept is None:
        there = sorted({k.style for k in list_strategies() if k.kings == rules.kings})
        raise InputError(
            _("style '{style}' with {kings} kings: not solved yet").format(
                style=style, kings=rules.kings
            ),
            ", ".join(there) or _("another deck"),
            "--style usual",
        )
    return quality_figure(kept)
