"""Tables that play as solved: ``equilibrium``, and styles of cutting with ``+solved``."""

from __future__ import annotations

import numpy as np

from ...draws import MASKS
from ...errors import InputError
from ...jit import Arr
from ...lang import _
from ...policy import Policy, style_policy
from ...rules import Rules
from ...strategies import find_strategy
from ...style import SOLVED, Style
from .game import layout
from .mus_game import CUT, EQUILIBRIUM, KEYS, places
from .payoff import PLAYERS
from .strategy import Strategy


def plain(style: Style) -> str:
    """Return the name of the style of cutting for which a table is solved.

    Examples
    --------
    >>> from musodds.style import parse_style
    >>> plain(parse_style("cut:0.4+solved")), plain(parse_style("equilibrium"))
    ('cut:0.4', 'equilibrium')
    """
    return style.name.replace(f"+{SOLVED}", "") if style.shares else EQUILIBRIUM


def solved_strategy(
    rules: Rules, style: Style, first_hand: bool = False, players: int = 4
) -> Strategy:
    """Return what a table plays that discards and bets as solved.

    Raises
    ------
    InputError
        If the table is not one of four, or plays the first hand of mus corrido.
    """
    if players != PLAYERS:
        raise InputError(
            _("style '{style}' for {players} players").format(style=style.name, players=players),
            _("four players"),
            "--players 4",
        )
    if first_hand:
        raise InputError(
            _("style '{style}' in a first hand").format(style=style.name),
            _("a style with unsolved bets"),
            "--style usual",
        )
    return find_strategy(rules, plain(style)).strategy


def solved_policy(rules: Rules, style: Style, first_hand: bool = False, players: int = 4) -> Policy:
    """Return who cuts at such a table, and what is thrown.

    The first row is for hands as dealt, the second for those after a round of mus.
    """
    strategy = solved_strategy(rules, style, first_hand, players)
    cut, discard = mus_chances(strategy)
    if style.shares:
        given = style_policy(rules, plain(style)).cut
        cut = np.stack([given[min(key, len(given) - 1)] for key in range(KEYS)])
    return Policy(cut, discard)


def mus_chances(strategy: Strategy) -> tuple[Arr, Arr]:
    """Return the chances to cut and to discard of a strategy, hands as in the game's space.

    Returns
    -------
    cut : ndarray of float64, shape (2, 4, hands)
    discard : ndarray of float64, shape (2, 4, hands, 16)
        By the mask of the cards kept.
    """
    game, made = strategy.game, strategy.as_chances()
    spots, hands = (
        places(game, layout(game, strategy.memory), int(strategy.mus.rounds)),
        len(game.space),
    )
    table = made.table.astype(np.float64)
    cut = table[spots.cut : spots.discard].reshape(KEYS, PLAYERS, 2, hands)[:, :, CUT]
    discard = table[spots.discard :].reshape(KEYS, PLAYERS, MASKS, hands)
    discard = np.moveaxis(discard, 2, 3)[:, :, game.number]
    if not strategy.mus.free:
        cut = strategy.mus.style.astype(np.float64)
    return cut[:, :, game.number], discard / discard.sum(-1, keepdims=True)
