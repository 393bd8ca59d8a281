"""What every hand wins and is worth, on one grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure

from ..hands import LANCE_NAMES
from ..lance_table import lance_table
from ..lang import _
from ..rules import Rules
from ..seats import SEATS, parse_seat
from ..tally import FIELDS
from ..words import lance_word, seat_word
from .grid import Floats, add_key, draw_grid, grids
from .look import DIVERGING, SEQUENTIAL, finish, look
from .text import as_seat, decimals, exact, percents, source


def lance_chances(rules: Rules, seat: int, lance: str) -> Floats:
    """Return the chance of winning a lance with every hand, over all deals, shape (hands,)."""
    table = lance_table(rules)
    counts = table.counts[seat, :, FIELDS.index(f"{lance}_win")]
    return np.asarray(counts / table.deals, float)


def win_figure(rules: Rules, seat: int, lances: Sequence[str]) -> Figure:
    """Draw the chance of winning lances with every hand, a panel a lance.

    Parameters
    ----------
    rules : Rules
    seat : int
    lances : sequence of str
        One, or several.
    """
    chances = {lance: lance_chances(rules, seat, lance) for lance in lances}
    space = lance_table(rules).space
    with look():
        figure, panels = grids(len(lances))
        for axes, (lance, chance) in zip(panels, chances.items(), strict=False):
            drawn = draw_grid(axes, space, chance, cmap=SEQUENTIAL, vmin=0, vmax=1)
            if len(lances) > 1:
                axes.set_title(lance_word(lance))
        key = _("chance that our pair wins the lance, over all deals")
        add_key(panels, drawn, key, percents())
        what = (
            _("The chance of winning {lance} with every hand").format(lance=lance_word(lances[0]))
            if len(lances) == 1
            else _("The chance of winning each lance with every hand")
        )
        title = f"{what}, {as_seat(seat)}"
        return finish(figure, title, source(rules, exact()))


def win(rules: Rules, seat: str = "mano", lance: str | None = None) -> Figure:
    """Draw the chance of winning a lance, or every lance, with every hand."""
    if lance is None:
        return win_figure(rules, parse_seat(seat), LANCE_NAMES)
    from ..solver.four.asking import parse_lance

    return win_figure(rules, parse_seat(seat), [parse_lance(lance)])


def paso_figure(rules: Rules, seats: Sequence[int]) -> Figure:
    """Draw what every hand is worth if every lance is passed, a panel a seat."""
    table = lance_table(rules)
    worth = table.paso() / table.deals
    most = float(np.abs(worth).max())
    with look():
        figure, panels = grids(len(seats))
        for axes, seat in zip(panels, seats, strict=False):
            drawn = draw_grid(
                axes, table.space, worth[seat], cmap=DIVERGING, norm=CenteredNorm(0, most)
            )
            if len(seats) > 1:
                axes.set_title(seat_word(seat))
        key = _("tantos, ours minus theirs, if every lance is passed")
        add_key(panels, drawn, key, decimals(0, sign=True))
        what = _("What every hand is worth in paso")
        title = f"{what}, {as_seat(seats[0])}" if len(seats) == 1 else what
        return finish(figure, title, source(rules, exact()))


def paso(rules: Rules, seat: str | None = None) -> Figure:
    """Draw what every hand is worth if every lance is passed, in a seat or in all four."""
    return paso_figure(rules, range(len(SEATS)) if seat is None else [parse_seat(seat)])
