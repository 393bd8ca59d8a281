"""How solving comes nearer to equilibrium: NashConv by iterations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from ..lang import _
from ..rules import Rules
from ..solver.four.asking import parse_lance
from ..solver.lance import solve_lance
from ..solver.payoffs import RANKING
from ..solver.solve import Solution
from ..words import lance_word
from .look import COLOURS, LANCE_COLOURS, PALE, finish, look, new_figure
from .text import exact, plain, source, wholes

UPDATES = ("dcfr", "linear", "plus")
_MARKS = "os^Dv"
_TARGET = 1e-3  # tantos


def convergence_figure(
    rules: Rules, lances: Sequence[Solution], updates: Sequence[Solution]
) -> Figure:
    """Draw what is left to gain against the iterations, by lance and by how regrets are kept.

    Parameters
    ----------
    rules : Rules
    lances : sequence of Solution
        Of several games.
    updates : sequence of Solution
        Of one game, by several updates.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with look():
        figure = new_figure(3.6)
        panels = figure.subplots(1, 2, sharey=True)
        _lines(panels[0], lances, lambda solved: lance_word(solved.game.name))
        _lines(panels[1], updates, lambda solved: solved.update.name)
        panels[0].set_title(_("by lance, {update}").format(update=lances[0].update.name))
        told = _("{lance}, by update rule")
        panels[1].set_title(told.format(lance=lance_word(updates[0].game.name)))
        panels[0].set_ylabel(_("NashConv (tantos a deal)"))
        how = _("one against one, bets paso, 2, 3 more, órdago; deals in which both may bet")
        return finish(
            figure, _("What is left to gain while a lance is solved"), source(rules, how, exact())
        )


def _lines(axes: Axes, solved: Sequence[Solution], name: Callable[[Solution], str]) -> None:
    """Draw a line for each solution."""
    for i, one in enumerate(solved):
        x, y = zip(*((m.iteration, m.nash_conv) for m in one.history), strict=True)
        colour = (
            LANCE_COLOURS[one.game.name] if len({s.game.name for s in solved}) > 1 else COLOURS[i]
        )
        # lines that lie on one another, as of grande and chica, are told apart by their width
        size = 4.5 - 0.5 * i
        axes.loglog(
            x, y, color=colour, marker=_MARKS[i], markersize=size, linewidth=size / 2.5,
            label=name(one),
        )  # fmt: skip
    axes.axhline(
        solved[0].target, color=PALE, linewidth=0.8, linestyle=(0, (4, 2)), label=_("target")
    )
    axes.xaxis.set_major_formatter(wholes())
    axes.yaxis.set_major_formatter(plain())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(_("iterations"))
    axes.grid(visible=True)
    axes.legend()


def convergence(rules: Rules, lance: str = "pares") -> Figure:
    """Solve the lances between two players, and one of them by every update, and draw how."""
    lance = parse_lance(lance)
    each = {name: solve_lance(name, rules, target=_TARGET).solution for name in RANKING}
    others = [solve_lance(lance, rules, target=_TARGET, update=u).solution for u in UPDATES[1:]]
    return convergence_figure(rules, list(each.values()), [each[lance], *others])
