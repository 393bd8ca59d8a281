"""The chance of winning the game from every score, and what a tanto and an órdago are worth."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm, LogNorm
from matplotlib.figure import Figure

from ..equity import Equity
from ..equity_table import find_equity
from ..lang import _
from ..numerals import percent
from ..rules import Rules
from ..seats import parse_seat
from .look import COLOURS, DIVERGING, SEQUENTIAL, finish, look, new_figure
from .score_map import Scale, draw_scores, name_line, score_ticks, worst_error
from .text import decimals, percents, sampled, source

Floats = npt.NDArray[np.float64]
_THEIRS = (0.0, 0.25, 0.5, 0.75, 0.95)  # of the target: rivals' scores that have a line


def worth(equity: Equity, mano: bool) -> dict[str, Floats]:
    """Return what every score is worth.

    Parameters
    ----------
    equity : Equity
    mano : bool
        Whether ours is the pair of the mano in the hand to be dealt.

    Returns
    -------
    dict of str to ndarray of float64, shape (target, target)
        By our tantos and by theirs: ``game``, the chance of winning; ``tanto``, what one more
        adds to it; ``ordago``, what an accepted one is worth in tantos.
    """
    size = range(equity.target)
    scores = [[equity.at(us, them, mano) for them in size] for us in size]
    names = ("game", "tanto", "ordago")
    return {
        name: np.array([[getattr(score, name).value for score in row] for row in scores])
        for name in names
    }


def equity_figure(equity: Equity, mano: bool = True) -> Figure:
    """Draw the chance of winning the game from every score, with what a tanto is worth there.

    Parameters
    ----------
    equity : Equity
    mano : bool, default True
        Whether ours is the pair of the mano in the hand to be dealt.

    Returns
    -------
    matplotlib.figure.Figure
    """
    found = worth(equity, mano)
    half, tenths = CenteredNorm(0.5, 0.5), (0.1, 0.3, 0.5, 0.7, 0.9)
    game = Scale(half, DIVERGING, percents(), tenths, tenths)
    few = (0.01, 0.02, 0.03)
    tanto = Scale(LogNorm(0.002, 0.2), SEQUENTIAL, _short, few, (0.005, *few, 0.05, 0.1))
    many = (15, 20, 40, 80)
    ordago = Scale(LogNorm(3, 160), SEQUENTIAL, decimals(0), many, (5, 10, *many[1:]))
    with look():
        figure = new_figure(6.0)
        panels = figure.subplots(2, 2)
        draw_scores(panels[0, 0], found["game"], game)
        draw_scores(panels[0, 1], found["tanto"], tanto)
        draw_scores(panels[1, 0], found["ordago"], ordago)
        _slices(panels[1, 1], found["game"])
        panels[0, 0].set_title(_("chance of winning the game"))
        panels[0, 1].set_title(_("what one more tanto adds to it"))
        panels[1, 0].set_title(_("an accepted órdago, in tantos"))
        panels[1, 1].set_title(_("the same chance, by their tantos"))
        who = _("the mano is ours") if mano else _("the mano is theirs")
        title = _("What a score is worth, before a hand in which {who}").format(who=who)
        return finish(figure, title, _source(equity))


def _short(share: float) -> str:
    return percent(share, 0 if share >= 0.01 else 1)


def _source(equity: Equity) -> str:
    how = _("bets as solved, by players who do not heed the score")
    made = sampled(equity.hands, equity.seed)
    return source(equity.rules, how, made, worst_error(equity.won), style=equity.style)


def _slices(axes: Axes, game: Floats) -> None:
    """Draw the chance against our tantos, a line for each of some scores of theirs."""
    target, at = len(game), round(0.6 * len(game))
    for colour, share in zip(COLOURS, _THEIRS, strict=False):
        theirs = round(share * target)
        axes.plot(game[:, theirs], color=colour)
        name_line(axes, (at, game[at, theirs]), str(theirs), colour)
    axes.set_box_aspect(1)
    axes.set(xlim=(0, target - 1), ylim=(0, 1), xlabel=_("our tantos"))
    axes.set_xticks(score_ticks(target))
    axes.yaxis.set_major_formatter(percents())
    axes.grid(visible=True)


def equity(rules: Rules, style: str = "usual", seat: str = "mano") -> Figure:
    """Draw what every score is worth to the pair of a seat."""
    return equity_figure(find_equity(rules, style), parse_seat(seat) % 2 == 0)
