"""Kernels that only the benchmarks run."""

from __future__ import annotations

import numpy as np

from musodds.jit import Int, njit
from musodds.setup import CHUNK_DEALS
from musodds.simulate import (
    Table,
    deal_said_mus,
    gather,
    mus_round,
    new_state,
    payoff,
)


@njit
def rounds_chunk(seed: Int, chunk: Int, t: Table) -> Int:
    """Deal once, then play rounds of mus: four discards, the redraw, four lances."""
    s, known, first, total = new_state(seed, chunk), np.full(4, -1), np.int64(0), 0
    gather(s, t, known)
    deal_said_mus(s, t, known, first)
    for _ in range(CHUNK_DEALS):
        s.at[0], s.at[2] = 16, 0  # the whole stock again: a round early in the hand
        mus_round(s, t, first)
        total += payoff(s, t, first, first)
    return total
