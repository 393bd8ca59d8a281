"""What is held as dealt, by those who say mus, and after a round of it."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ..estimate import Estimate
from ..lang import _
from ..numerals import percent
from ..rounds import HOLDS, Rounds, play_rounds
from ..rules import Rules
from ..seats import parse_seat
from ..style import DEFAULT_STYLE
from ..words import made_word
from .look import COLOURS, finish, look, new_figure, steps
from .text import as_seat, percents, sampled, source

DEALS = 500_000
_HEIGHT = 0.26


def _rows(found: Rounds, seat: int | None) -> dict[str, list[Estimate]]:
    """Return the chances of all that is held: as dealt, of those who say mus, after one round."""
    return {
        _("as dealt"): found.holds(0, seat=seat),
        _("where all say mus"): found.holds(0, given_up=True, seat=seat),
        _("after a round of mus"): found.holds(1, seat=seat),
    }


def mus_figure(found: Rounds, seat: int | None = None) -> Figure:
    """Draw what is held before and after a round of mus.

    Parameters
    ----------
    found : Rounds
        By `play_rounds`.
    seat : int, optional
        All seats together by default.
    """
    with look():
        figure = new_figure(1.4 + 0.55 * len(HOLDS))
        axes = figure.subplots()
        for k, (label, row) in enumerate(_rows(found, seat).items()):
            y = np.arange(len(HOLDS)) + _HEIGHT * (k - 1)
            shares = [one.tantos for one in row]
            axes.barh(
                y, shares, _HEIGHT, color=COLOURS[k], xerr=[one.se for one in row], label=label
            )
            for one, at in zip(row, y.tolist(), strict=True):
                axes.text(one.tantos + one.se, at, f" {percent(one.tantos, 1)}", va="center")
        axes.set_yticks(range(len(HOLDS)), [made_word(what) for what in HOLDS])
        axes.set_ylim(len(HOLDS) - 0.5, -0.6)
        axes.set_xlim(0, min(1.0, 1.15 * axes.get_xlim()[1]))
        axes.xaxis.set_major_locator(steps())
        axes.xaxis.set_major_formatter(percents())
        axes.set_xlabel(_("chance that a hand holds it"))
        axes.legend(loc="lower right")
        title = _("What hands hold before and after a round of mus")
        title += "" if seat is None else ", " + as_seat(seat)
        how = (sampled(found.setup.deals, found.setup.seed), _mus_share(found))
        return finish(figure, title, source(found.rules, *how, style=found.setup.style.name))


def _mus_share(found: Rounds) -> str:
    cut_at_once = found.played()[0].tantos
    return _("all say mus in {share} of deals").format(share=percent(1 - cut_at_once, 1))


def after_mus(
    rules: Rules,
    seat: str | None = None,
    style: str = DEFAULT_STYLE,
    deals: int = DEALS,
    seed: int = 1,
) -> Figure:
    """Draw what is held before and after a round of mus of a style."""
    place = None if seat is None else parse_seat(seat)
    return mus_figure(play_rounds(rules, style=style, deals=deals, seed=seed), place)
