"""How many of all dealt hands hold what, under two sets of rules side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..errors import InputError
from ..lang import _
from ..numerals import percent
from ..rules import Rules, load_rules
from ..tables import census as count_hands
from ..words import lance_word
from .look import COLOURS, SMALL, finish, look, new_figure
from .text import exact, percents, rules_words, source

if TYPE_CHECKING:
    import pandas as pd

PARES = ("par", "medias", "duples")
JUEGOS = (31, 32, 40, 37, 36, 35, 34, 33)  # best first
PUNTOS = tuple(range(30, 3, -1))
_BAR = 0.4  # of the room of a pair of bars


def compared(rules: Rules, against: str | None) -> tuple[Rules, Rules]:
    """Return two sets of rules to compare: the second as told, else of the other deck.

    Raises
    ------
    InputError
        If the second cannot be found, or has no mus.

    Examples
    --------
    >>> first, second = compared(load_rules("ffm"), None)
    >>> first.name, second.name
    ('ffm', 'naipera')
    """
    other = load_rules(against or ("ehmf" if rules.kings != 4 else "naipera"))
    if other.deal != "mus":
        raise InputError(f"--against {other.name}", _("rules with mus"), "--against ehmf")
    return rules, other


def census_figure(first: Rules, second: Rules) -> Figure:
    """Draw the share of dealt hands with each kind of pares, each juego and each punto.

    Parameters
    ----------
    first, second : Rules

    Returns
    -------
    matplotlib.figure.Figure
    """
    frames = [count_hands(rules).set_index("holds") for rules in (first, second)]
    kinds = {"par": _("par"), "medias": _("medias"), "duples": _("duples")}
    with look():
        figure = new_figure(6.0)
        panels = figure.subplot_mosaic(
            [["pares", "juego"], ["punto", "punto"]], width_ratios=[5, 6]
        )
        shares = _bars(panels["pares"], frames, PARES)
        _write(panels["pares"], shares)
        _bars(panels["juego"], frames, [f"juego {n}" for n in JUEGOS])
        _bars(panels["punto"], frames, [f"punto {n}" for n in PUNTOS])
        panels["pares"].set_xticks(range(3), [kinds[kind] for kind in PARES])
        panels["juego"].set_xticks(range(len(JUEGOS)), list(map(str, JUEGOS)))
        panels["punto"].set_xticks(range(len(PUNTOS)), list(map(str, PUNTOS)))
        for lance, axes in panels.items():
            _dress(axes, lance, frames)
        for colour, rules in zip(COLOURS, (first, second), strict=False):
            panels["punto"].bar([0], [0], color=colour, label=rules_words(rules))
        panels["punto"].legend(loc="upper right")
        told = rules_words(second), _("dealt hands, before mus"), exact()
        return finish(figure, _("What dealt hands hold"), source(first, *told))


def _shares(frame: pd.DataFrame, holds: Sequence[str]) -> list[float]:
    """Return shares; what no hand of the deck holds is not in the frame."""
    return [float(frame.share.get(name, 0.0)) for name in holds]


def _bars(axes: Axes, frames: Sequence[pd.DataFrame], holds: Sequence[str]) -> list[list[float]]:
    """Draw two bars for each thing to hold."""
    found, places = [_shares(frame, holds) for frame in frames], np.arange(len(holds))
    for i, shares in enumerate(found):
        axes.bar(places + (i - 0.5) * _BAR, shares, _BAR, color=COLOURS[i])
    return found


def _write(axes: Axes, found: Sequence[Sequence[float]]) -> None:
    """Write each share above its bar."""
    for i, shares in enumerate(found):
        for place, share in enumerate(shares):
            axes.annotate(
                percent(share, 1), (place + (i - 0.5) * 0.1 * _BAR, share), (0, 2),
                textcoords="offset points", ha=("right", "left")[i], fontsize=SMALL,
            )  # fmt: skip


def _dress(axes: Axes, lance: str, frames: Sequence[pd.DataFrame]) -> None:
    """Name a panel, with the share of hands that hold the lance at all."""
    shares = [
        1 - float(frame.share["juego"]) if lance == "punto" else float(frame.share[lance])
        for frame in frames
    ]
    told = _("{lance}: {first} and {second} of hands")
    axes.set_title(
        told.format(
            lance=lance_word(lance), first=percent(shares[0], 1), second=percent(shares[1], 1)
        )
    )
    axes.yaxis.set_major_formatter(percents())
    axes.grid(axis="y")
    axes.tick_params(axis="x", length=0)
    axes.margins(x=0.12 if lance == "pares" else 0.02, y=0.08)
    axes.set_ylabel(_("share of hands"))
    if lance != "pares":
        axes.set_xlabel(_("points"))


def census(rules: Rules, against: str | None = None) -> Figure:
    """Draw what dealt hands hold under two sets of rules."""
    return census_figure(*compared(rules, against))
