"""Random numbers: one splitmix64 stream a chunk, keyed by (seed, chunk).

Splitmix64 is Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
2014. A stream is a one-element array that holds its state, so results depend on the chunk and
never on the thread that runs it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import Arr, Int, njit, njit_bare

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32, _11 = (np.uint64(n) for n in (27, 30, 31, 32, 11))


@njit_bare
def _mix(z: Any) -> Any:
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@njit
def stream(seed: Int, chunk: Int) -> Arr:
    """Return the stream of a chunk."""
    state = np.empty(1, np.uint64)
    state[0] = _mix(_mix(np.uint64(seed) + _STEP) + np.uint64(chunk) * _STEP)
    return state


@njit_bare
def draw(state: Arr) -> Any:
    """Return 64 random bits as a uint64."""
    state[0] += _STEP
    return _mix(state[0])


@njit_bare
def take(cards: Arr, at: Any, size: Any, bits: Any) -> Any:
    """Move a random card from positions ``at`` to ``size`` - 1 to position ``at``; return it.

    ``bits`` are 32 random bits, ``at`` and ``size`` uint64. Multiply-shift picks the position
    with a bias below size / 2**32.
    """
    j = at + ((bits * (size - at)) >> _32)
    card = cards[j]
    cards[j] = cards[at]
    cards[at] = card
    return card


@njit_bare
def draw_unit(state: Arr) -> Int:
    """Return a number in [0, 1)."""
    return np.float64(draw(state) >> _11) * 2.0**-53


@njit_bare
def fork(state: Arr) -> Any:
    """Return the first state of a new stream, drawn from this one."""
    return draw(state) ^ _MIX_2
