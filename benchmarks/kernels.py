"""Kernels that only the benchmarks run."""

from __future__ import annotations

from musodds.dealing import Start, deal_accepted
from musodds.jit import Arr, Int, njit
from musodds.payoff import paso_tantos
from musodds.setup import CHUNK_DEALS
from musodds.simulate import NO_SEAT, State, Table, mus_round, new_state


@njit
def _rounds(s: State, t: Table, b: Start, n: Arr) -> Int:
    total = 0
    deal_accepted(s, t, b)
    for _ in range(CHUNK_DEALS):
        s.at[0], s.at[2] = 16, 0  # the whole stock again: a round early in the hand
        mus_round(s, t, 0, NO_SEAT)
        total += paso_tantos(n, s.hands[0], s.hands[1], s.hands[2], s.hands[3])
    return total


def rounds_chunk(seed: int, chunk: int, t: Table, b: Start, n: Arr) -> Int:
    """Deal once, then play rounds of mus: four discards, the redraw, four lances."""
    return _rounds(new_state(seed, chunk, 4), t, b, n)
