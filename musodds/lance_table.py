"""The lance table: for every hand and seat, in how many of all deals it wins each lance.

It ships with the package for eight and for four kings, so that odds without evidence start no
compiler. ``python -m musodds.lance_table`` counts it again and writes the files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .array_file import UNREADABLE, kept_array, read_npz, why_damaged
from .cards import standard_deck
from .errors import damaged
from .hands import HandSpace, hand_space
from .rules import Rules
from .tally import FIELDS, deals_around, paso_by_lance

DATA = Path(__file__).parent / "data"


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


def deck_key(rules: Rules) -> str:
    """Return what the odds of a lance depend on, as part of a file's name."""
    fields = (rules.kings, rules.real, rules.real_pays, rules.quads, rules.wild)
    return "-".join(map(str, fields))


def _counted(space: HandSpace, rules: Rules) -> npt.NDArray[np.int64]:
    """Count a table, or read it where this machine has counted it with these sources."""
    from .jit import cache_dir  # starts numba

    path = cache_dir() / f"lances-{deck_key(rules)}.npy"
    return np.asarray(kept_array(path, lambda: _count(space)), np.int64)


def _shipped(path: Path, hands: int) -> npt.NDArray[np.int64]:
    try:
        counts = read_npz(path, "counts".__eq__)["counts"]
        if counts.shape != (4, hands, len(FIELDS)):
            raise ValueError(f"{counts.shape}")
    except UNREADABLE as error:
        raise damaged(path.name, why_damaged(error)) from None
    return np.asarray(counts, np.int64)


@cache
def lance_table(rules: Rules) -> LanceTable:
    """Return the lance table of these rules' deck: shipped if it is a plain one, else counted."""
    space = hand_space(rules)
    path = DATA / f"lances-{rules.kings}.npz"
    is_plain = (rules.real, rules.quads, rules.wild) == ("off", "pairs", False)
    ships = is_plain and path.exists()
    counts = _shipped(path, len(space)) if ships else _counted(space, rules)
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
