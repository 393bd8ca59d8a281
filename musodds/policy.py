"""How a table plays, as arrays: who cuts, what they throw, which envites they open and accept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from .draws import ALL, MASKS, keep_table, mean_after_draw
from .errors import InputError
from .hands import LANCE_NAMES, HandSpace, hand_space
from .jit import Arr
from .keeps import named_keeps
from .lance_table import LanceTable, lance_table
from .lang import _, ngettext
from .rules import Rules
from .seats import IN_CAMPS
from .style import Style, parse_style
from .worth import hand_worth

SHARP = 1e-6  # softness below which nothing is blurred


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """What every seat does in the mus phase, and the envites of two that it opens and accepts.

    Attributes
    ----------
    cut : ndarray of float64, shape (rounds, players, hands)
        Chance to cut by round, seat and hand held; later rounds play the last row.
    discard : ndarray of float64, shape (rounds, players, hands, 16)
        Chance to keep the cards of each mask (see `draws`), summing to 1 over the masks.
    bet, accept : ndarray of float64, shape (5, players, hands), optional
        Chance to open an envite of 2 and to accept one, by lance (`LANCE_NAMES`), seat and hand.
        Without them every lance is passed.
    """

    cut: Arr
    discard: Arr
    bet: Arr | None = None
    accept: Arr | None = None

    def __post_init__(self) -> None:
        """Refuse arrays that are no probabilities."""
        if self.discard.shape != (*self.cut.shape, MASKS):
            raise ValueError(f"cut {self.cut.shape} and discard {self.discard.shape} differ")
        if not ((self.cut >= 0) & (self.cut <= 1)).all() or (self.discard < 0).any():
            raise ValueError("probabilities outside [0, 1]")
        if not np.allclose(self.discard.sum(-1), 1):
            raise ValueError("discard probabilities do not sum to 1")
        for name, chances in (("bet", self.bet), ("accept", self.accept)):
            if chances is None:
                continue
            if chances.shape != (len(LANCE_NAMES), *self.cut.shape[1:]):
                raise ValueError(f"cut {self.cut.shape} and {name} {chances.shape} differ")
            if not ((chances >= 0) & (chances <= 1)).all():
                raise ValueError("probabilities outside [0, 1]")

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.cut.shape[1])


def best_share(order: Arr, weights: Arr, share: float) -> Arr:
    """Return the chance to cut with each hand so that the best share of deals does.

    Parameters
    ----------
    order : ndarray of int64, shape (hands,)
        Hand numbers, the best first.
    weights : ndarray of int64, shape (hands,)
        Deals of each hand.
    share : float
        Share of deals that cut; the hand on the boundary cuts with the fraction left.
    """
    before = np.concatenate([[0], np.cumsum(weights[order])[:-1]])
    cut = np.empty(len(order))
    cut[order] = np.clip((share * weights.sum() - before) / weights[order], 0, 1)
    return cut


def soft_share(order: Arr, weights: Arr, share: float, softness: float) -> Arr:
    """Return the chance to cut with each hand when the line is blurred, ``share`` in all.

    A hand to which better ones make up a share q of deals, half of its own deals counted, cuts
    with chance 1 / (1 + exp((q - x) / softness)); x is such that the whole is ``share``.

    Parameters
    ----------
    order, weights, share
        As in `best_share`.
    softness : float
        In share of deals; 0, or next to it, is the sharp line of `best_share`.

    Examples
    --------
    >>> order, weights = np.arange(4), np.full(4, 25)
    >>> soft_share(order, weights, 0.5, 0.1).round(2).tolist()
    [0.98, 0.78, 0.22, 0.02]
    """
    if softness < SHARP or share in (0, 1):
        return best_share(order, weights, share)
    ranked = weights[order] / weights.sum()
    middle = np.cumsum(ranked) - ranked / 2

    def chances(x: float) -> Arr:
        return np.asarray(0.5 + 0.5 * np.tanh((x - middle) / (2 * softness)))

    span = 50 * softness + 1  # the chances of the whole are 0 and 1 beyond it
    low, high = -span, 1 + span
    for __ in range(200):
        x = (low + high) / 2
        if x in (low, high):
            break
        low, high = (x, high) if chances(x) @ ranked < share else (low, x)
    cut = np.empty(len(order))
    cut[order] = chances(high)
    return cut


def paso_order(table: LanceTable) -> Arr:
    """Return the hands of each seat by tantos in paso, the best first, shape (4, hands)."""
    return np.argsort(-table.paso(), axis=1, kind="stable")


def best_keeps(space: HandSpace, values: Arr, may_stay: bool = False) -> Arr:
    """Return the mask with the best mean value for each hand, shape (hands,).

    At least one card is thrown, but where one ``may_stay`` with all four.
    """
    means, allowed = mean_after_draw(space, values[:, None])[..., 0], keep_table(space).copy()
    means[:, ALL], allowed[:, ALL] = values, may_stay
    return np.asarray(np.argmax(np.where(allowed, np.round(means, 12), -np.inf), axis=1))


def style_policy(
    rules: Rules, style: str | Style, first_hand: bool = False, players: int = 4
) -> Policy:
    """Return the policy of a style.

    Every seat cuts with its best share of dealt hands. The order is by tantos in paso for the
    seat, the same in every round; the best discard has the best expected tantos in paso of the
    hand held after the draw. Then come the lines of a style file.

    Parameters
    ----------
    rules : Rules
    style : str or Style
        As in `style.parse_style`.
    first_hand : bool, default False
        A first hand of mus corrido, in which everybody values his hand as the mano, whom cutting
        makes him.
    players : {2, 4, 6}, default 4
        In two camps. Tantos in paso are exact for two and for four, and for six sampled at a
        standard error of 0.02 to 0.03 (`worth.hand_worth`).

    Raises
    ------
    InputError
        If the style does not fit the rules' deck or the number of players.
    """
    read = parse_style(style)
    if len(read.shares) == 1 and not read.lines and not read.solved:
        read = replace(read, name=f"cut:{read.shares[0]}")  # the same by whatever name
    return _style_policy(rules, read, first_hand, players)


def cut_shares(rules: Rules, policy: Policy) -> Arr:
    """Return the share of dealt hands that cut, shape (rounds, players).

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> rules = load_rules("naipera")
    >>> cut_shares(rules, style_policy(rules, "patient")).round(9).tolist()
    [[0.2, 0.2, 0.2, 0.2]]
    """
    weights = hand_space(rules).weights
    return np.asarray(policy.cut @ weights / weights.sum())


@cache
def _style_policy(rules: Rules, style: Style, first_hand: bool, players: int) -> Policy:
    if players not in IN_CAMPS:
        raise InputError(
            ngettext("{players} player", "{players} players", players).format(players=players),
            _("2, 4 or 6 in two camps"),
            "--players 4",
        )
    if style.whole:
        from .policy_file import read_policy

        where = _("style '{style}'").format(style=style.name)
        return read_policy(style.whole, rules, players, where)
    if style.solved:
        from .solver.four.solved_style import solved_policy

        return solved_policy(rules, style, first_hand, players)
    style.check_players(players)
    space, valued_as = hand_space(rules), [0] * players if first_hand else range(players)
    worth, orders = hand_worth(rules, players), hand_order(rules, players)
    cut = np.stack(
        [
            soft_share(orders[as_], space.weights, style.share(seat), style.softness)
            for seat, as_ in enumerate(valued_as)
        ]
    )
    discard = _discards(space, worth[valued_as], style)
    bet = accept = None
    if style.bets:
        from .style_bets import bets_by_rule

        bet, accept = bets_by_rule(rules, players, first_hand)
    policy = Policy(cut[None], discard[None], bet, accept)
    if style.lines:
        from .style_lines import with_lines

        return with_lines(policy, rules, style, worth[valued_as])
    return policy


def visto_policy(
    rules: Rules, style: str | Style, first_hand: bool = False, players: int = 4
) -> Policy:
    """Return the policy of a mus visto: a first round of its own, then that of `style_policy`.

    In the first round nobody cuts, and every seat throws or stays with all four, whichever has
    the best expected tantos in paso, or as the style's ways to discard have it.
    """
    return _visto_policy(rules, parse_style(style), first_hand, players)


@cache
def _visto_policy(rules: Rules, style: Style, first_hand: bool, players: int) -> Policy:
    later = _style_policy(rules, style, first_hand, players)
    worth = hand_worth(rules, players)[[0] * players if first_hand else range(players)]
    visto = _discards(hand_space(rules), worth, style, may_stay=True)
    return Policy(
        np.concatenate([np.zeros_like(later.cut[:1]), later.cut]),
        np.concatenate([visto[None], later.discard]),
        later.bet,
        later.accept,
    )


def hand_order(rules: Rules, players: int = 4) -> Arr:
    """Return the hands of each seat by tantos in paso, the best first, shape (players, hands)."""
    if players == 4:  # whole numbers: no rounding decides
        return paso_order(lance_table(rules))
    return np.argsort(-hand_worth(rules, players), axis=1, kind="stable")


def way_keeps(space: HandSpace, way: str, worth: Arr, may_stay: bool = False) -> Arr:
    """Return the mask that a way to discard keeps, for hands worth so much in one seat."""
    if way == "best":
        return best_keeps(space, worth, may_stay)
    return named_keeps(space, way, may_stay)


def _discards(space: HandSpace, worth: Arr, style: Style, may_stay: bool = False) -> Arr:
    """Return the mixture of a style's ways to discard, shape (players, hands, 16)."""
    discard = np.zeros((*worth.shape, MASKS))
    total = sum(share for _, share in style.discards)
    for seat, values in enumerate(worth):
        for way, share in style.discards:
            keeps = way_keeps(space, way, values, may_stay)
            discard[seat, np.arange(len(space)), keeps] += share / total
    return discard
