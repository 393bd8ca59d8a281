"""How a table plays the mus phase, as arrays: who cuts, and what they throw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from .draws import ALL, MASKS, keep_table, mean_after_draw
from .hands import HandSpace
from .jit import Arr
from .lance_table import LanceTable, lance_table
from .rules import Rules
from .style import Style, parse_style


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """What every seat does in the mus phase.

    Attributes
    ----------
    cut : ndarray of float64, shape (rounds, 4, hands)
        Chance to cut by round, seat and hand held; later rounds play the last row.
    discard : ndarray of float64, shape (rounds, 4, hands, 16)
        Chance to keep the cards of each mask (see `draws`), summing to 1 over the masks.
    """

    cut: Arr
    discard: Arr

    def __post_init__(self) -> None:
        """Refuse arrays that are no probabilities."""
        if self.discard.shape != (*self.cut.shape, MASKS):
            raise ValueError(f"cut {self.cut.shape} and discard {self.discard.shape} differ")
        if not ((self.cut >= 0) & (self.cut <= 1)).all() or (self.discard < 0).any():
            raise ValueError("probabilities outside [0, 1]")
        if not np.allclose(self.discard.sum(-1), 1):
            raise ValueError("discard probabilities do not sum to 1")


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


def style_policy(rules: Rules, style: str | Style, first_hand: bool = False) -> Policy:
    """Return the policy in which every seat cuts with its best share of dealt hands.

    The order is by tantos in paso for the seat, the same in every round; discards go for the
    best expected tantos in paso of the hand held after the draw. In a ``first_hand`` of mus
    corrido everybody values his hand as the mano, whom cutting makes him.
    """
    return _style_policy(rules, parse_style(style), first_hand)


@cache
def _style_policy(rules: Rules, style: Style, first_hand: bool) -> Policy:
    table = lance_table(rules)
    valued_as = [0] * 4 if first_hand else range(4)
    orders, values = paso_order(table)[valued_as], (table.paso() / table.deals)[valued_as]
    weights = table.space.weights
    cut = np.stack([best_share(o, weights, style.share(seat)) for seat, o in enumerate(orders)])
    return Policy(cut[None], _best_discard(table.space, values)[None])


@cache
def visto_policy(rules: Rules, style: str | Style, first_hand: bool = False) -> Policy:
    """Return the policy of a mus visto: a first round of its own, then that of `style_policy`.

    In the first round nobody cuts, and every seat throws or stays with all four, whichever has
    the best expected tantos in paso.
    """
    later, table = style_policy(rules, style, first_hand), lance_table(rules)
    values = (table.paso() / table.deals)[[0] * 4 if first_hand else range(4)]
    visto = _best_discard(table.space, values, may_stay=True)
    return Policy(
        np.concatenate([np.zeros_like(later.cut), later.cut]),
        np.concatenate([visto[None], later.discard]),
    )


def _best_discard(space: HandSpace, values: Arr, may_stay: bool = False) -> Arr:
    """Return chances of 1 for the best mask of each seat and hand, shape (4, hands, 16)."""
    discard = np.zeros((4, len(space), MASKS))
    for seat in range(4):
        discard[seat, np.arange(len(space)), best_keeps(space, values[seat], may_stay)] = 1
    return discard
