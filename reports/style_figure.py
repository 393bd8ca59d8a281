"""With which hands a style cuts: all hands on one grid, a panel a seat."""

from __future__ import annotations

from matplotlib.figure import Figure

from ..hands import hand_space
from ..lang import _
from ..numerals import percent
from ..rules import Rules
from ..seats import seats_of
from ..style import DEFAULT_STYLE, Style
from ..style_summary import summarise_style
from ..words import seat_word
from .grid import add_key, draw_grid, grids
from .look import SEQUENTIAL, finish, look
from .text import exact, percents, source


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
    with look():
        figure, panels = grids(players)
        for place, (axes, seat) in enumerate(zip(panels, seats_of(players), strict=True)):
            cut = found.policy.cut[row, place]
            drawn = draw_grid(axes, space, cut, cmap=SEQUENTIAL, vmin=0, vmax=1)
            share = _("{seat}: {share} of hands")
            share = share.format(seat=seat_word(seat), share=percent(found.seats[place].cut[row]))
            axes.set_title(share)
        add_key(panels, drawn, _("chance to cut"), percents())
        title = _("With which hands {style} cuts").format(style=found.style.name)
        if len(found.policy.cut) > 1:
            title += ", " + _("round {n}").format(n=round_)
        how = exact() if players < 6 else _("order of hands sampled")
        return finish(figure, title, source(rules, how, style=found.style.name))


def cuts(rules: Rules, style: str = DEFAULT_STYLE) -> Figure:
    """Draw the chance to cut with every hand of a style, by seat."""
    return cut_figure(rules, style)
