"""Train strategies of four seats by sampled walks, without the mus phase."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...jit import Arr, Int, njit_bare, njit_inline
from .deals import deal_others
from .game import Deck, Trees
from .vectors import fill
from .walk import bet
from .work import Options, Tables, Work

_1 = np.float32(1)


@njit_inline
def with_weight(o: Options, weight: Any) -> Options:
    """Return the options of one iteration."""
    return Options(o.ordago, np.float32(weight), o.sampled, o.vector, o.reach, o.tremble, o.clip)


@njit_bare
def plain_iterations(
    d: Deck, t: Trees, tab: Tables, o: Options, w: Work, seats: Arr, start: Int, stop: Int
) -> None:
    """Walk one deal an iteration, the seats taking turns; the weight of a turn is its number."""
    for n in range(start, stop):
        seat = seats[n % len(seats)]
        deal_others(d, seat, w)
        fill(_1, w.reach[0, 0])
        weight = o.weight * (n // len(seats) + 1)
        bet(d, t, tab, with_weight(o, weight), w, seat)
