"""The chance of winning each lance against how strong the hand is in it, by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..hands import hand_space
from ..lang import _
from ..rules import Rules
from ..seats import SEATS
from ..strength import DISPUTED
from ..strength import strength as count_wins
from ..words import lance_word, seat_word
from .look import PALE, SEAT_COLOURS, SMALL, finish, look, new_figure, text_width
from .text import exact, percents, source

if TYPE_CHECKING:
    import pandas as pd

_PANEL_WIDTH, _LINE = 1.4, 0.09  # inches, of a panel and of a line of small text
_DASHES = dict(zip(SEATS, ("-", (0, (5, 1.5)), (0, (1.5, 1)), "-."), strict=True))


def strength_figure(rules: Rules) -> Figure:
    """Draw, a panel a lance, how often a pair wins with each hand, from the weakest to the best.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    matplotlib.figure.Figure
        A step is a rank of the lance, as wide as the share of hands that have it.
    """
    frame = count_wins(rules)
    with look():
        figure = new_figure(5.6)
        panels = figure.subplots(2, 3, sharex=True, sharey=True)
        for axes, lance in zip(panels.flat, DISPUTED, strict=False):
            _panel(axes, frame[frame.lance == lance], lance)
            _mark_kinds(axes, rules, frame[(frame.lance == lance) & (frame.seat == "mano")], lance)
        aside = panels[1, 2]
        aside.set_axis_off()
        handles, labels = panels[0, 0].get_legend_handles_labels()
        aside.legend(handles, labels, loc="upper left", title=_("seat"), alignment="left")
        for axes in (*panels[1, :2], panels[0, 2]):
            axes.tick_params(labelbottom=True)
            axes.set_xlabel(_("weaker hands"))
        figure.supylabel(_("chance that the pair wins the lance"))
        title = _("How often a pair wins each lance, by the hand of one of them")
        return finish(figure, title, source(rules, _about(), exact()))


def _about() -> str:
    return _(
        "of the hands that play the lance; pares and juego where both pairs hold it, "
        "punto where nobody has juego; the other three hands unknown"
    )


def _panel(axes: Axes, frame: pd.DataFrame, lance: str) -> None:
    """Draw one lance."""
    for seat in SEATS:
        one = frame[frame.seat == seat]
        edges = np.concatenate([[0], np.cumsum(one.hands)]) / one.hands.sum()
        axes.stairs(
            one.win, edges, baseline=None, color=SEAT_COLOURS[seat], linestyle=_DASHES[seat],
            linewidth=1.4, label=seat_word(seat),
        )  # fmt: skip
    axes.axhline(0.5, color=PALE, linewidth=0.6, zorder=0)
    axes.set(xlim=(0, 1), ylim=(0, 1.02))
    axes.set_title(lance_word(lance))
    axes.set_xticks([0, 0.5, 1])
    axes.xaxis.set_major_formatter(percents())
    axes.yaxis.set_major_formatter(percents())
    axes.grid(visible=True)


def _mark_kinds(axes: Axes, rules: Rules, frame: pd.DataFrame, lance: str) -> None:
    """Name the kinds of pares, and the juegos, along the foot of a panel."""
    space = hand_space(rules)
    hands = [space.index(name) for name in frame.example]
    if lance == "pares":
        kinds = [("", _("par"), _("medias"), _("duples"))[space.pares[hand]] for hand in hands]
    elif lance == "juego":
        kinds = [str(space.points[hand]) for hand in hands]
    else:
        return
    ends = np.cumsum(frame.hands) / frame.hands.sum()
    start = 0.0
    for i, (kind, end) in enumerate(zip(kinds, ends, strict=True)):
        if i + 1 < len(kinds) and kinds[i + 1] == kind:
            continue
        if start:
            axes.axvline(start, ymax=0.09, color=PALE, linewidth=0.6)
        room = _PANEL_WIDTH * (end - start)
        if room > _LINE:
            fits = text_width(kind, SMALL) < room
            axes.text(
                (start + end) / 2, 0.02, kind, ha="center", fontsize=SMALL, color=PALE,
                rotation="horizontal" if fits else "vertical",
            )  # fmt: skip
        start = float(end)


def strength(rules: Rules) -> Figure:
    """Draw how often a pair wins with each hand."""
    return strength_figure(rules)
