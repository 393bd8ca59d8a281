"""How all four play where bets are played out: which solved strategy is kept for a style."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .errors import InputError
from .lang import _
from .policy import Policy, style_policy
from .rules import Rules
from .style import Style

if TYPE_CHECKING:
    from .solver.four.strategy import Strategy

BETS_AS = "usual"  # where no strategy is kept for how the others cut


class Players(NamedTuple):
    """How all four play.

    ``bets`` names the solved style by which they bet, ``own`` tells whether they cut and discard by
    that strategy too, or as in another style. ``at_score`` tells whether it was solved for a score.
    """

    strategy: Strategy
    bets: str
    own: bool
    at_score: bool = False


def bets_by_rule(rules: Rules, style: Style) -> bool:
    """Return whether a style says itself how it bets."""
    if style.whole:
        return style_policy(rules, style).bet is not None
    return style.bets or any(line.what in ("bet", "accept") for line in style.lines)


def find_players(rules: Rules, style: Style) -> Players:
    """Return how all four play, where a strategy is kept or the style asks for one to be solved.

    Raises
    ------
    InputError
        If none is kept and the style does not ask for one.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.style import parse_style
    >>> rules = load_rules("naipera")
    >>> found = find_players(rules, parse_style("cut:0.2"))
    >>> found.bets, found.own
    ('usual', False)
    """
    found = _players(rules, style)
    if found is None:
        raise InputError(
            _("rules '{rules}': no strategy is kept").format(rules=rules.name),
            _("solve it first"),
            "musodds solve four",
        )
    return found


def players_at(rules: Rules, style: Style, score: tuple[int, int] | None, way: str) -> Players:
    """Return how all four play at a score: by a strategy solved there, if there is one.

    Parameters
    ----------
    rules : Rules
    style : Style
    score : tuple of int or None
        Of the mano's pair and of the other one.
    way : str
        As in `at_score.strategy_at`.
    """
    from .at_score import check_way, strategy_at

    check_way(way)
    plain = find_players(rules, style)
    solved = None if score is None else strategy_at(rules, plain.bets, score, way)
    if solved is None:
        return plain
    if not plain.own:
        solved = _dressed(solved, style, style_policy(rules, style))
    return Players(solved, plain.bets, plain.own, True)


def _is_plain(style: Style) -> bool:
    """Return whether a style only says who cuts, as a strategy may be kept for it."""
    return not (style.whole or style.lines or style.softness or style.discards != (("best", 1.0),))


def _name(style: Style) -> str | None:
    """Return the style for which a strategy may be kept."""
    from .solver.four.solved_style import plain

    return plain(style) if style.solved or _is_plain(style) else None


@cache
def has_players(rules: Rules, style: Style) -> bool:
    """Return whether a strategy is kept to play a style by."""
    from .strategies import kept_style

    return any(kept_style(rules, name) for name in {_name(style), BETS_AS} if name is not None)


@cache
def _players(rules: Rules, style: Style) -> Players | None:
    from .bets import solution_of
    from .strategies import kept_style

    name = _name(style)
    kept = None if name is None else kept_style(rules, name) or (name if style.solved else None)
    if kept is not None:
        return Players(solution_of(rules, kept).strategy, kept, True)
    if kept_style(rules, BETS_AS) is None:
        return None
    usual = solution_of(rules, BETS_AS).strategy
    return Players(_dressed(usual, style, style_policy(rules, style)), BETS_AS, False)


def _dressed(strategy: Strategy, style: Style, policy: Policy) -> Strategy:
    """Return a strategy that cuts and discards as a policy does; only its bets are left."""
    from .solver.four.game import layout
    from .solver.four.mus_game import KEYS, make_mus, places

    game, table = strategy.game, strategy.table.copy()
    mus = make_mus(game, style, int(strategy.mus.rounds))
    hands = len(game.space)
    spots = places(game, layout(game, strategy.memory), int(mus.rounds))
    rows = [policy.discard[min(key, len(policy.discard) - 1)] for key in range(KEYS)]
    discard = np.moveaxis(np.stack(rows)[:, :, game.order], 3, 2)
    table[spots.discard :] = discard.reshape(-1)
    assert discard.shape[-1] == hands
    return replace(strategy, table=table, mus=mus)
