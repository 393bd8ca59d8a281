"""The chance of winning the game with every hand at a score, on one grid."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ..hand_chances import DEALS, HandChances, hand_chances
from ..hands import hand_space
from ..lang import _
from ..numerals import decimal, percent
from ..rules import Rules
from ..stones import parse_score
from .grid import add_key, draw_grid, grey_note, grids, told_by
from .look import SEQUENTIAL, finish, look
from .text import as_seat, percents, sampled, source

STEP = 0.05  # to which the ends of the colour bar are rounded


def game_figure(found: HandChances) -> Figure:
    """Draw the chance of winning the game with every hand."""
    value = told_by(found.value, found.counts)
    low, high = np.floor(np.nanmin(value) / STEP) * STEP, np.ceil(np.nanmax(value) / STEP) * STEP
    with look():
        figure, panels = grids(1)
        space = hand_space(found.rules)
        drawn = draw_grid(
            panels[0], space, value, cmap=SEQUENTIAL, vmin=low, vmax=high
        )  # fmt: skip
        key = _("chance of winning the game; {before} before the cards are dealt")
        key = key.format(before=percent(found.before, 1)) + grey_note(value)
        add_key(panels, drawn, key, percents())
        us, them = found.score
        title = _("The chance of winning the game at {us}-{them} with every hand, {as_seat}")
        title = title.format(us=us, them=them, as_seat=as_seat(found.seat))
        weights = space.weights * np.isfinite(value)
        usual = float(np.nan_to_num(found.se) @ weights / weights.sum())
        error = _("standard error {se} points in the mean").format(se=decimal(100 * usual, 1))
        solved = _("played as solved, the score not heeded")
        how = (solved, sampled(found.deals, found.seed), error)
        return finish(figure, title, source(found.rules, *how, style=found.style))


def game(
    rules: Rules,
    seat: str = "mano",
    score: str = "30-30",
    style: str = "usual",
    deals: int = DEALS,
    seed: int = 1,
) -> Figure:
    """Draw the chance of winning the game with every hand of a seat at a score."""
    read = parse_score(score, rules.stones_per_amarraco, _("ours-theirs"), "--score 22-31")
    return game_figure(hand_chances(read, seat, rules, style, deals, seed))
