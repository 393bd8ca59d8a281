"""Two sets of rules or styles on one page: deals, hands, cuts, discards and classic advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ..compare_hands import MEASURES
from ..compare_pair import SURE, Pair
from ..compare_words import (
    advice_word,
    axis_word,
    holding_word,
    labels,
    page_title,
    panel_word,
    sampled_word,
    short_deal_word,
)
from ..errors import InputError
from ..lang import _
from ..words import lance_word, seat_word
from .look import COLOURS, INK, PALE, SMALL, TEXT, finish, look, new_figure
from .text import as_seat, decimals, exact, percents, rules_words

if TYPE_CHECKING:
    from ..compare import Comparison

WIDTH = 7.4  # inches: a page of A4 within its margins
HOLDS = ("pares", "medias", "duples", "juego", "juego 31", "punto 30", "blind")
LANCES = MEASURES[:4]
NAMED = 0.02  # of a move from which its hand is named
MOVED = 9  # discards drawn
SIDES = COLOURS[:2]


class Row(NamedTuple):
    """A row of panels.

    Attributes
    ----------
    height : float
        Inches.
    panels : sequence of callable
        Each draws into axes.
    title : str
        Above all of them, if they share one.
    """

    height: float
    panels: Sequence[Callable[[Axes], None]]
    title: str = ""


def dumbbells(axes: Axes, names: Sequence[str], pairs: Sequence[Pair]) -> None:
    """Draw a row for each pair of numbers: two dots and the way from one to the other."""
    places = -np.arange(len(pairs))
    a, b = np.array([[pair.a, pair.b] for pair in pairs]).T
    axes.hlines(places, a, b, color=PALE, linewidth=1, zorder=1)
    for values, errors, colour in zip(
        (a, b), zip(*((pair.a_se, pair.b_se) for pair in pairs), strict=True), SIDES, strict=True
    ):
        bars = SURE * np.array(errors)
        axes.errorbar(
            values, places, xerr=bars if bars.any() else None, fmt="o", color=colour,
            markersize=4.5, elinewidth=1, zorder=2,
        )  # fmt: skip
    axes.set_yticks(places, list(names))
    axes.set_ylim(places[-1] - 0.6, 0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)


def _shares(axes: Axes, names: Sequence[str], pairs: Sequence[Pair], title: str, what: str) -> None:
    dumbbells(axes, names, pairs)
    axes.set_title(title)
    axes.xaxis.set_major_formatter(percents())
    axes.set_xlabel(axis_word(what))


def _deals(found: Comparison) -> Row | None:
    dealt = found.dealt
    if dealt is None:
        return None
    held = {row.holds: row.share for row in dealt.census}
    names = [name for name in HOLDS if name in held]

    def census(axes: Axes) -> None:
        words = [holding_word(name) for name in names]
        _shares(axes, words, [held[name] for name in names], panel_word("census"), "hands")

    def lances(axes: Axes) -> None:
        words = [short_deal_word(name) for name in dealt.lances]
        _shares(axes, words, list(dealt.lances.values()), panel_word("lances"), "deals")

    return Row(2.1, (census, lances))


def _hands_panel(found: Comparison, lance: str) -> Callable[[Axes], None]:
    """Return what draws every hand by its chances on either side."""
    moves, seat, told = found.moves, found.seats[0], labels(found.a, found.b)
    assert moves is not None

    def draw(axes: Axes) -> None:
        a, b = moves.values[:, MEASURES.index(lance), seat]
        axes.plot([0, 1], [0, 1], color=PALE, linewidth=0.8)
        axes.plot(a, b, ".", color=COLOURS[2], markersize=3, alpha=0.7)
        rises, falls = moves.most(lance, seat, 1)
        for move in [*rises, *falls]:
            if abs(move.value.difference) < NAMED:
                continue
            up = move.value.difference > 0
            axes.plot(move.value.a, move.value.b, "o", color=COLOURS[5], markersize=3.5)
            axes.annotate(
                move.hand, (move.value.a, move.value.b), (-3 if up else 3, 2 if up else -2),
                textcoords="offset points", fontsize=SMALL, ha="right" if up else "left",
                va="bottom" if up else "top",
            )  # fmt: skip
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel=told[0])
        axes.set_title(lance_word(lance))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_ticks([0, 0.5, 1])
            axis.set_major_formatter(percents())
        if lance == LANCES[0]:
            axes.set_ylabel(told[1])

    return draw


def _hands(found: Comparison) -> Row | None:
    if found.moves is None:
        return None
    title = panel_word("hands").format(seat=as_seat(found.seats[0]))
    return Row(2.0, [_hands_panel(found, lance) for lance in LANCES], title)


def _cuts(found: Comparison) -> Row | None:
    """Return the panels of the mus phase, of those that were asked for."""
    panels: list[Callable[[Axes], None]] = []
    cuts, discards = found.cuts, found.discards
    if cuts is not None:
        own = [row for row in cuts.shares if row.styles == cuts.shares[0].styles]

        def shares(axes: Axes) -> None:
            words = [seat_word(row.seat) for row in own]
            _shares(axes, words, [row.share for row in own], panel_word("cuts"), "hands")

        panels.append(shares)
    if discards is not None and discards.moved:
        moved = discards.moved[:MOVED]

        def costs(axes: Axes) -> None:
            words = [
                f"{hand.hand}: {hand.keep[0] or '–'} / {hand.keep[1] or '–'}" for hand in moved
            ]
            dumbbells(axes, words, [hand.cost for hand in moved])
            axes.set_title(panel_word("discards").format(seat=as_seat(discards.seat)))
            axes.set_xlabel(axis_word("tantos"))
            axes.xaxis.set_major_formatter(decimals(1))
            axes.set_xlim(left=0)

        panels.append(costs)
    return Row(2.1, panels) if panels else None


def _advice(found: Comparison) -> Row | None:
    """Return the advice that is a chance above a half, and that which is tantos above nothing."""
    panels: list[Callable[[Axes], None]] = []
    chances = [tested for tested in found.advice if tested.unit == "chance" and tested.bar > 0]
    tantos = [tested for tested in found.advice if tested.unit == "tantos"]
    for some, kind in ((chances, "chance"), (tantos, "tantos")):
        if some:
            panels.append(_advice_panel(some, kind))
    return Row(3.3, panels, panel_word("advice")) if panels else None


def _advice_panel(some: Sequence[Any], kind: str) -> Callable[[Axes], None]:
    def draw(axes: Axes) -> None:
        dumbbells(axes, [advice_word(t.name) for t in some], [t.value for t in some])
        axes.axvline(some[0].bar, color=INK, linewidth=1, zorder=0)
        axes.set_xlabel(axis_word(kind))
        axes.xaxis.set_major_formatter(percents() if kind == "chance" else decimals(0))
        axes.tick_params(axis="y", labelsize=SMALL)

    return draw


def compare_figure(found: Comparison) -> Figure:
    """Draw a comparison on one page, a row of panels for each part that was asked for.

    Parameters
    ----------
    found : Comparison

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    InputError
        If nothing was compared that can be drawn: decks that are the same.
    """
    rows = [row for row in (_deals(found), _hands(found), _cuts(found), _advice(found)) if row]
    if not rows:
        raise InputError(
            _("a page of decks that are the same"),
            _("cuts, discards or advice"),
            "musodds compare usual patient --part cuts -o compare.png",
        )
    told = labels(found.a, found.b)
    with look():
        figure = new_figure(1.0 + sum(row.height for row in rows), WIDTH)
        parts = figure.subfigures(
            len(rows), 1, height_ratios=[row.height for row in rows], squeeze=False
        )
        for row, part in zip(rows, parts[:, 0], strict=True):
            panels = part.subplots(1, len(row.panels), squeeze=False)[0]
            for draw, axes in zip(row.panels, panels, strict=True):
                draw(axes)
            if row.title:
                part.suptitle(row.title, x=0.01, ha="left", fontsize=TEXT)
        dots = [Line2D([], [], marker="o", linestyle="", color=colour) for colour in SIDES]
        figure.legend(dots, told, loc="upper right", ncols=2, handletextpad=0, borderpad=0.1)
        how = sampled_word(found.seed) if found.cuts or found.discards else exact()
        sides = [
            f"{label}: {rules_words(side.rules)}, {side.style.name}"
            for label, side in zip(told, (found.a, found.b), strict=True)
        ]
        return finish(figure, page_title(told), " · ".join([*sides, how]))
