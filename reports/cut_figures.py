"""Cut or mus: what cutting gains with every hand, and which share of hands to cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure

from ..best_reply import BestReply, find_best_reply
from ..hands import hand_space
from ..lang import _
from ..numerals import decimal, percent
from ..rules import Rules
from ..seats import SEATS, parse_seat
from ..setup import Setup, make_setup
from ..style import DEFAULT_STYLE, NAMED_STYLES
from ..words import seat_word
from .grid import add_key, draw_grid, grey_note, grids, told_by
from .look import COLOURS, DIVERGING, finish, look, new_figure
from .text import as_seat, decimals, percents, sampled, source

DEALS = 2_000_000
MOST = 3.0  # tantos, beyond which the colour stays: the middle is what matters


def cut_grid_figure(
    rules: Rules, setup: Setup, replies: Mapping[int, BestReply]
) -> Figure:  # fmt: skip
    """Draw what cutting gains over mus with every hand, a panel a seat.

    Parameters
    ----------
    rules : Rules
    setup : Setup
    replies : mapping of int to BestReply
        By seat, from `find_best_reply`.
    """
    space = hand_space(rules)
    with look():
        figure, panels = grids(len(replies))
        for axes, (seat, reply) in zip(panels, replies.items(), strict=False):
            gain = told_by(reply.gain, reply.counts)
            drawn = draw_grid(axes, space, gain, cmap=DIVERGING, norm=CenteredNorm(0, MOST))
            if len(replies) > 1:
                axes.set_title(seat_word(seat))
        key = _("tantos of cutting minus those of mus") + grey_note(gain)
        add_key(panels, drawn, key, decimals(0, sign=True), extend="both")
        title = _("What cutting gains over mus with every hand")
        if len(replies) == 1:
            title += ", " + as_seat(next(iter(replies)))
        se = np.mean([reply.se @ space.weights / space.weights.sum() for reply in replies.values()])
        error = _("standard error {se} tantos in the mean").format(se=decimal(float(se), 2))
        how = (_paso(), sampled(setup.deals, setup.seed), error)
        return finish(figure, title, source(rules, *how, style=setup.style.name))


def _paso() -> str:
    return _("every lance passed")


def cut(
    rules: Rules,
    seat: str = "mano",
    style: str = DEFAULT_STYLE,
    deals: int = DEALS,
    seed: int = 1,
) -> Figure:
    """Draw what cutting gains over mus with every hand of a seat."""
    place, setup = parse_seat(seat), make_setup(style, deals=deals, seed=seed)
    reply = find_best_reply(SEATS[place], rules, style=setup.style, deals=deals, seed=seed)
    return cut_grid_figure(rules, setup, {place: reply})


def cut_line_figure(
    rules: Rules, setups: Sequence[Setup], replies: Sequence[Sequence[BestReply]]
) -> Figure:
    """Draw which share of hands each seat should cut, against one style or several.

    Parameters
    ----------
    rules : Rules
    setups : sequence of Setup
    replies : sequence of sequence of BestReply
        By style, then by seat.
    """
    weights = hand_space(rules).weights
    with look():
        figure = new_figure(1.5 + 0.7 * len(SEATS))
        axes = figure.subplots()
        for k, (setup, row) in enumerate(zip(setups, replies, strict=True)):
            y = np.arange(len(SEATS)) + 0.22 * (k - (len(setups) - 1) / 2)
            shares = [reply.share for reply in row]
            errors = [reply.share_se(weights) for reply in row]
            axes.errorbar(shares, y, xerr=errors, fmt="o", color=COLOURS[k], label=setup.style.name)
            for share, at in zip(shares, y.tolist(), strict=True):
                axes.text(share + 0.02, at, percent(share), va="center", color=COLOURS[k])
        axes.set_yticks(range(len(SEATS)), [seat_word(seat) for seat in SEATS])
        axes.set(xlim=(0, 1), ylim=(len(SEATS) - 0.5, -0.5))
        axes.xaxis.set_major_formatter(percents())
        axes.grid(axis="x")
        axes.set_xlabel(_("share of dealt hands with which cutting beats mus"))
        axes.legend(title=_("the others cut"), loc="lower left", alignment="left")
        title = _("With how many hands to cut, by seat")
        how = sampled(setups[0].deals, setups[0].seed)
        names = ", ".join(setup.style.name for setup in setups)
        return finish(figure, title, source(rules, _paso(), how, style=names))


def cut_line(
    rules: Rules, style: str | None = None, deals: int = DEALS, seed: int = 1
) -> Figure:  # fmt: skip
    """Draw which share of hands each seat should cut against a style, or the three named ones."""
    names = tuple(NAMED_STYLES) if style is None else (style,)
    setups = [make_setup(name, deals=deals, seed=seed) for name in names]
    replies = [
        [find_best_reply(seat, rules, style=setup.style, deals=deals, seed=seed) for seat in SEATS]
        for setup in setups
    ]
    return cut_line_figure(rules, setups, replies)
