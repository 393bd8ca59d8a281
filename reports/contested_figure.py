"""How often pares, juego and punto are disputed, by rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..lang import _
from ..numerals import percent
from ..rules import Rules
from ..tables import contested
from ..words import lance_word
from .census_figure import compared
from .look import COLOURS, EMPTY, TEXT, finish, ink_on, look, new_figure, text_width
from .text import exact, percents, rules_words, source

if TYPE_CHECKING:
    import pandas as pd

HOLDERS = {"pares": ("any", "yes", "no"), "juego": ("any", "yes", "no")}
PARTS = ("both", "ours", "theirs", "nobody")
PART_COLOURS = dict(zip(PARTS, (COLOURS[0], COLOURS[4], COLOURS[1], EMPTY), strict=True))
_WIDTH = 4.0  # inches of a whole bar


def contested_figure(sets: Sequence[Rules]) -> Figure:
    """Draw who holds pares and juego, over all deals and by what one seat holds.

    Parameters
    ----------
    sets : sequence of Rules
        A panel for each.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with look():
        figure = new_figure(1.3 + 2.3 * len(sets))
        panels = figure.subplots(len(sets), 1, sharex=True, squeeze=False)[:, 0]
        for axes, rules in zip(panels, sets, strict=True):
            _panel(axes, contested(rules).set_index(["lance", "holder"]))
            axes.set_title(rules_words(rules))
        panels[-1].set_xlabel(_("share of deals"))
        panels[0].legend(loc="lower right", bbox_to_anchor=(1, 1.1), ncols=4, columnspacing=1)
        what = _("cards as dealt, before mus · where nobody has juego, punto is played")
        title = _("How often pares, juego and punto are disputed")
        others = [rules_words(rules) for rules in sets[1:]]
        return finish(figure, title, source(sets[0], *others, what, exact()))


def _panel(axes: Axes, frame: pd.DataFrame) -> None:
    """Draw one set of rules: bars of who holds each lance."""
    rows = [(lance, holder) for lance, holders in HOLDERS.items() for holder in holders]
    for i, row in enumerate(rows):
        left, place = 0.0, -i - (0.5 if row[0] == "juego" else 0)
        for part in PARTS:
            share = float(frame[part][row])
            told = part_words()[part] if i == 0 else None
            axes.barh(place, share, 0.8, left=left, color=PART_COLOURS[part], label=told)
            told, ink = percent(share), ink_on(PART_COLOURS[part])
            if text_width(told, TEXT) < _WIDTH * share:
                axes.text(left + share / 2, place, told, ha="center", va="center", color=ink)
            left += share
    places = [-i - (0.5 if lance == "juego" else 0) for i, (lance, _holder) in enumerate(rows)]
    axes.set_yticks(places, [_row_words(frame, *row) for row in rows])
    axes.set(xlim=(0, 1))
    axes.xaxis.set_major_formatter(percents())
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def part_words() -> dict[str, str]:
    """Return the words of the key."""
    return {
        "both": _("both pairs"),
        "ours": _("only us"),
        "theirs": _("only them"),
        "nobody": _("nobody"),
    }


def _row_words(frame: pd.DataFrame, lance: str, holder: str) -> str:
    """Return what a bar is of, with how often a seat is dealt so."""
    share = percent(float(frame.share[lance, holder]))
    told = {
        "any": _("{lance}, all deals"),
        "yes": _("I have {lance} ({share})"),
        "no": _("I have no {lance} ({share})"),
    }[holder]
    return told.format(lance=lance_word(lance), share=share)


def disputed(rules: Rules, against: str | None = None) -> Figure:
    """Draw how often lances are disputed under two sets of rules."""
    return contested_figure(compared(rules, against))
