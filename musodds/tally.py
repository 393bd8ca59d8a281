"""What is counted of the deals around a hand, and the tantos that follow from it."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE

# What is counted for a hand in a seat: deals, or tantos (ours minus theirs) summed over deals.
FIELDS = (
    "grande_win",
    "chica_win",
    "pares_win",
    "pares_contested",
    "pares_win_contested",
    "pares_nobody",
    "pares_tantos",
    "juego_win",
    "juego_contested",
    "juego_win_contested",
    "juego_nobody",
    "juego_tantos",
    "punto_win",
)


def deals_around(size: int, known: int) -> int:
    """Return the number of ways to deal the hands not known from a deck of ``size`` cards.

    Examples
    --------
    >>> deals_around(40, 0)
    3963642086353950000
    """
    ways = 1
    for hand in range(known, 4):
        ways *= comb(size - hand * HAND_SIZE, HAND_SIZE)
    return ways


def paso_by_lance(counts: npt.NDArray[Any], deals: float) -> npt.NDArray[Any]:
    """Return the tantos (ours minus theirs) that each lance brings in paso, summed over deals.

    Parameters
    ----------
    counts : ndarray of int64, shape (..., 13)
        The `FIELDS`.
    deals : int
        Deals counted.

    Returns
    -------
    ndarray of int64, shape (5, ...)
        Grande, chica, pares, juego, punto.
    """
    n = dict(zip(FIELDS, np.moveaxis(counts, -1, 0), strict=True))
    return np.stack(
        [
            2 * n["grande_win"] - deals,
            2 * n["chica_win"] - deals,
            n["pares_tantos"],
            n["juego_tantos"],
            2 * n["punto_win"] - n["juego_nobody"],
        ]
    )
