"""The lance table: for every hand and seat, in how many of all deals it wins each lance.

It ships with the package for eight and for four kings, so that odds without evidence start no
compiler. ``python -m musodds.lance_table`` counts it again and writes the files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE, standard_deck
from .hands import HandSpace, hand_space
from .rules import Rules

DATA = Path(__file__).parent / "data"

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


def paso_by_lance(counts: npt.NDArray[np.int64], deals: int) -> npt.NDArray[np.int64]:
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


@dataclass(frozen=True, slots=True, eq=False)
class LanceTable:
    """Counts of a whole deck.

    Attributes
    ----------
    space : HandSpace
    counts : ndarray of int64, shape (4, hands, 13)
        The `FIELDS` by seat and hand.
    deals : int
        Deals of the other three hands, the same for every hand.
    """

    space: HandSpace
    counts: npt.NDArray[np.int64]
    deals: int

    def paso(self) -> npt.NDArray[np.int64]:
        """Return the tantos in paso summed over deals, shape (4, hands); divide by ``deals``."""
        return np.asarray(paso_by_lance(self.counts, self.deals).sum(0))


def _count(space: HandSpace) -> npt.NDArray[np.int64]:
    from .counting import count_table  # starts numba

    return count_table(space)


@cache
def lance_table(rules: Rules) -> LanceTable:
    """Return the lance table of these rules' deck: shipped if it is a plain one, else counted."""
    space = hand_space(rules)
    path = DATA / f"lances-{rules.kings}.npz"
    if (rules.real, rules.quads) == ("off", "pairs") and path.exists():
        with np.load(path) as file:
            counts = file["counts"]
    else:
        counts = _count(space)
    return LanceTable(space, counts, deals_around(space.deck.size, 1))


def write_tables() -> list[Path]:
    """Count the shipped tables again and write them into the package; return the files."""
    DATA.mkdir(exist_ok=True)
    paths = []
    for kings in (8, 4):
        space = HandSpace(standard_deck(kings))
        made_with: dict[str, Any] = {
            "kings": kings,
            "real": "off",
            "method": "exact",
            "fields": FIELDS,
            "deals": deals_around(space.deck.size, 1),
            "hands": space.names,
        }
        paths.append(DATA / f"lances-{kings}.npz")
        np.savez_compressed(paths[-1], counts=_count(space), made_with=json.dumps(made_with))
    return paths


if __name__ == "__main__":
    for written in write_tables():
        print(f"{written.name}: {written.stat().st_size:,} bytes")
