"""The graders of a review: which one judges which decision."""

from __future__ import annotations

from collections.abc import Callable

from .equity import Equity
from .replay import CUT, DISCARD, Decision
from .review_bets import BetGrader
from .review_mus import PlayedMusGrader
from .rules import Rules
from .solver.four.mus_game import EQUILIBRIUM
from .style import SOLVED
from .verdict import Grader


def make_graders(
    rules: Rules, style: str, equity: Equity, deals: int, seed: int
) -> Callable[[Decision], Grader]:
    """Return the grader of each kind of decision.

    Parameters
    ----------
    rules : Rules
    style : str
        A solved style: ``usual``, ``equilibrium``, ``cut:x``.
    equity : Equity
    deals, seed : int
        Sampled for each decision.
    """
    # in paso later on: who said mus is taken to hold nothing by a table that does not learn
    later = f"{style}+{SOLVED}" if style == EQUILIBRIUM else style
    mus = PlayedMusGrader(rules, later, equity, deals, seed, table=style)
    bets = BetGrader(rules, style, deals, seed)
    return lambda decision: mus if decision.kind in (CUT, DISCARD) else bets
