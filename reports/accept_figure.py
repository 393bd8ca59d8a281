"""From which chance of winning the last lance a bet is worth accepting, at every score."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from ..accept import LastBet, accept_from
from ..equity import Equity
from ..equity_table import find_equity
from ..errors import InputError
from ..lang import _
from ..rules import Rules
from ..seats import parse_seat
from ..solver.four.asking import parse_lance
from ..strategies import ORDAGO
from ..words import lance_word
from .look import COLOURS, DIVERGING, finish, look, new_figure
from .score_map import Scale, draw_scores, name_line, score_ticks, worst_error
from .text import action_words, percents, sampled, source

Floats = npt.NDArray[np.float64]
BONUS = {"punto": 1, "juego": 2}  # what either pair takes with the lance; one juego, not 31
_TENTHS = (0.1, 0.3, 0.5, 0.7, 0.9)


def last_bets(rules: Rules, lance: str) -> dict[str, LastBet]:
    """Return the bets that are drawn: an envite of 2, 3 more on 2 accepted, an órdago at once.

    Raises
    ------
    InputError
        If the lance is not the last one.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> last_bets(load_rules("madrid"), "punto")["mas:3"].refused
    3
    """
    if lance not in BONUS:
        raise InputError(
            _("lance '{lance}': not the last one").format(lance=lance),
            _(" or ").join(BONUS),
            "--lance punto",
        )
    bonus = BONUS[lance]
    refused = 3 if rules.refused_raise == "plus-one" else 2
    return {
        "envido:2": LastBet(2, 1, bonus, bonus),
        "mas:3": LastBet(5, refused, bonus, bonus),
        "ordago": LastBet(None, 1, bonus, bonus),
    }


def accept_figure(equity: Equity, lance: str = "punto", mano: bool = False) -> Figure:
    """Draw, for three bets, the chance of winning the last lance from which to accept them.

    Parameters
    ----------
    equity : Equity
    lance : {"punto", "juego"}
    mano : bool, default False
        Whether ours, the pair that answers, is the pair of the mano in this hand.

    Returns
    -------
    matplotlib.figure.Figure
        A map by score for each bet, blue where less is needed than in tantos; then the scores at
        which both pairs have as many.

    Raises
    ------
    InputError
        If the lance is not the last one.
    """
    bets = last_bets(equity.rules, lance)
    needed = {name: accept_from(equity, bet, mano) for name, bet in bets.items()}
    with look():
        figure = new_figure(6.0)
        panels = figure.subplots(2, 2)
        for axes, (name, bet) in zip(panels.flat, bets.items(), strict=False):
            draw_scores(axes, needed[name][0], _scale(bet))
            told = _("{bet}: in tantos {chance}")
            axes.set_title(
                told.format(bet=_word(name), chance=percents()(bet.in_tantos())),
            )
        _level(panels[1, 1], bets, needed)
        title = _("From which chance of winning {lance} a bet is worth accepting")
        title = title.format(lance=lance_word(lance))
        worst = max(needed.values(), key=lambda chances: float(chances[1:].std(0).max()))
        return finish(figure, title, _source(equity, (lance, mano), worst))


def _word(name: str) -> str:
    return {"mas:3": _("2 and 3 más")}.get(name) or action_words(name)


def _scale(bet: LastBet) -> Scale:
    """Return colours that change where the score does, from what is needed in tantos."""
    least = bet.in_tantos()
    if bet.stake is None:
        norm = TwoSlopeNorm(least, 0, 1)
        return Scale(norm, DIVERGING, percents(), _TENTHS, (0, 0.15, 0.3, least, 0.6, 0.8, 1))
    top, parts = 2.5 * least, (0, 0.5, 1, 1.5, 2, 2.5)
    norm = TwoSlopeNorm(least, 0, top)
    return Scale(norm, DIVERGING, percents(), (), [part * least for part in parts])


def _level(axes: Axes, bets: dict[str, LastBet], needed: dict[str, Floats]) -> None:
    """Draw what is needed where both pairs have as many tantos, and in tantos at any score."""
    for colour, (name, bet) in zip(COLOURS, bets.items(), strict=False):
        level = np.diagonal(needed[name], axis1=1, axis2=2)
        axes.plot(level[0], color=colour)
        axes.axhline(bet.in_tantos(), color=colour, linestyle=(0, (4, 2)), linewidth=0.9)
        at = len(level[0]) // 3
        name_line(axes, (at, level[0, at]), _word(name), colour)
    target = len(level[0])
    axes.set_box_aspect(1)
    axes.set(xlim=(0, target - 1), ylim=(0, None), xlabel=_("tantos of either pair"))
    axes.set_xticks(score_ticks(target))
    axes.yaxis.set_major_formatter(percents())
    axes.grid(visible=True)
    axes.set_title(_("level scores (dashed: in tantos)"))


def _source(equity: Equity, asked: tuple[str, bool], worst: Floats) -> str:
    """Say what is assumed, and how surely the chances are known."""
    lance, mano = asked
    who = _("the mano is ours") if mano else _("the mano is theirs")
    assumed = {
        "punto": _("scores with all counted but punto, which brings its winner 1"),
        "juego": _("scores with all counted but juego, which brings its winners 2"),
    }[lance]
    ordago = _("an órdago in tantos is {tantos}").format(tantos=f"{ORDAGO:g}")
    made = sampled(equity.hands, equity.seed), worst_error(worst)
    return source(
        equity.rules, assumed, who, _("the answer is the pair's"), ordago, *made, style=equity.style
    )


def accept(
    rules: Rules, style: str = "usual", seat: str = "postre", lance: str = "punto"
) -> Figure:
    """Draw from what chance the pair of a seat accepts bets in the last lance."""
    lance = parse_lance(lance)
    last_bets(rules, lance)  # refuses another lance before anything is read
    return accept_figure(find_equity(rules, style), lance, parse_seat(seat) % 2 == 0)
