"""Exact odds without a partner: one against one, or three players each for himself."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from .hands import CHICA, GRANDE, JUEGO, PARES, HandSpace
from .tally import FIELDS

Arr = npt.NDArray[Any]


def _ways(left: Arr, counts: Arr) -> Arr:
    """Return the ways to hold hands out of cards left; classes are the last axis."""
    table = np.array([[comb(n, k) for k in range(5)] for n in range(left.max() + 1)])
    return np.asarray(table[np.maximum(left, 0), counts].prod(-1) * (left >= 0).all(-1))


def count_few(space: HandSpace, hand: int, place: int, players: int) -> tuple[Arr, int]:
    """Count all deals of one hand against one rival, or against two.

    Parameters
    ----------
    space : HandSpace
    hand : int
        Number of the hand.
    place : int
        0 for the mano to ``players`` - 1 for the postre.
    players : int
        2 or 3.

    Returns
    -------
    counts : ndarray of int64, shape (13,)
        The `tally.FIELDS`; with three players the tantos are those of the rivals together.
    deals : int
    """
    rivals = [seat for seat in range(players) if seat != place]
    left = np.array(space.deck.copies) - space.counts[hand]
    deals, held = _ways(left, space.counts), [np.arange(len(space))]
    if players == 3:
        second = _ways((left - space.counts)[:, None, :], space.counts[None, :, :])
        deals = (deals[:, None] * second).ravel()
        held = [held[0].repeat(len(space)), np.tile(held[0], len(space))]

    def total(where: Arr) -> int:
        return int((deals * where).sum())

    def wins(lance: int) -> Arr:
        """Higher wins: the rank, then the earlier seat."""
        rank = space.rank[lance] * players
        theirs = [rank[r] + players - seat for r, seat in zip(held, rivals, strict=True)]
        return np.asarray(rank[hand] + players - place > np.max(theirs, axis=0))

    counts = dict.fromkeys(FIELDS, 0)
    counts["grande_win"], counts["chica_win"] = total(wins(GRANDE)), total(wins(CHICA))
    for lance, name, tantos in ((PARES, "pares", space.pares), (JUEGO, "juego", space.juego)):
        win, bonus = wins(lance), np.sum([tantos[r] for r in held], axis=0)
        ours, theirs = bool(tantos[hand]), bonus > 0
        counts[f"{name}_win"] = total(win & ours)
        counts[f"{name}_contested"] = total(theirs & ours)
        counts[f"{name}_win_contested"] = total(win & theirs & ours)
        counts[f"{name}_nobody"] = total(~theirs & (not ours))
        counts[f"{name}_tantos"] = total(np.where(win & ours, tantos[hand], -bonus))
    counts["punto_win"] = total(win & ~theirs & (not ours))
    return np.array(list(counts.values())), int(deals.sum())
