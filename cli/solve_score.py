"""Solve a whole hand at a table of four for the chance of winning the game at a score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from click import Context
from click.core import ParameterSource

from ..errors import InputError
from ..lang import _
from .options import announce_compiling

if TYPE_CHECKING:
    from ..rules import Rules
    from ..solver.four.menu import Menu
    from ..solver.four.solution import Solution

# what the strategy it begins with settles, or what means nothing where the game is won or lost
_NOT = ("target", "ordago", "seeds", "heat", "remember")


def check_score(ctx: Context, given: dict[str, Any]) -> None:
    """Refuse a seat without a score, and options that mean nothing with one; set what it changes.

    Raises
    ------
    InputError
    """
    from ..strategies import AT_SCORE, SCORE_EFFORT

    def typed(name: str) -> bool:
        return ctx.get_parameter_source(name) is not ParameterSource.DEFAULT

    options = {param.name: param.opts[0] for param in ctx.command.params}
    if given["score"] is None:
        if typed("seat"):
            raise InputError(
                _("--seat without a score"), _("--score too"), "--score 38-39 --seat postre"
            )
        return
    for name in _NOT:
        if typed(name):
            raise InputError(
                _("{option} with --score").format(option=options[name]),
                _("one of both"),
                f"--score {given['score']}",
            )
    if given["iterations"] is None:
        given["iterations"] = AT_SCORE
    if not typed("effort"):
        given["effort"] = SCORE_EFFORT


def score_of(rules: Rules, score: str, seat: str) -> tuple[int, int]:
    """Read a score, ours-theirs, as that of the mano's pair and of the other one.

    Raises
    ------
    InputError
        If it is none, or nobody plays at it.
    """
    from ..equity import check_score as check
    from ..seats import parse_seat
    from ..stones import parse_score

    us, them = parse_score(score, rules.stones_per_amarraco, _("ours-theirs"), "--score 38-39")
    check(us, them, rules.target)
    return (us, them) if parse_seat(seat) % 2 == 0 else (them, us)


def solve_score(menu: Menu, given: dict[str, Any]) -> Solution:
    """Solve at a score; ``given`` are the options."""
    from ..pace import Pace
    from ..solver.four.resolve import METHOD, Budget, effort_at_score, solve_at_score, under
    from ..strategies import find_strategy, stakes_at

    rules, style, rounds = given["rules"], given["style"], given["rounds"]
    score = score_of(rules, given["score"], given["seat"])
    stakes = stakes_at(rules, style, score)
    start = find_strategy(rules, style, rounds, menu=menu, lock=given["lock"])
    strategy = under(start.strategy, rules)
    announce_compiling("score_walk", 30)
    budget = Budget(
        given["iterations"],
        given["seed"],
        effort_at_score(given["effort"], given["seed"]),
        replace(METHOD, every=given["every"]),
        given["workers"],
    )
    pace = Pace(given["iterations"], after=_("measuring how good it is ..."))
    try:
        return solve_at_score(
            strategy, stakes, style, budget, given["checkpoint"], pace, start.lock
        )
    finally:
        pace.end()
