"""Loops over all hands of a seat, and the few over the moves of one hand.

Each loop reads few enough arrays for the compiler to work on eight hands at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...jit import Arr, Int, njit_bare, njit_inline

_0, _1 = np.float32(0), np.float32(1)


@njit_bare
def signs(keys: Arr, own: Int, partner: Int, rivals: Int, out: Arr) -> None:
    """1 where the pair beats its rivals; keys are strict once the seat is added."""
    for h in range(len(out)):
        out[h] = _1 if max(keys[h] + own, partner) > rivals else -_1


@njit_bare
def bonuses(sign: Arr, gain: Arr, loss: Any, show: Arr) -> None:
    """Fill in what the showdown adds: our bonuses won, or theirs lost."""
    for h in range(len(show)):
        show[h] = gain[h] if sign[h] > _0 else -loss


@njit_bare
def weighted_mean(weights: Arr, values: Arr) -> Any:
    """Return the mean, summed in double precision."""
    value, total = 0.0, 0.0
    for h in range(len(weights)):
        total += weights[h]
        value += np.float64(weights[h]) * values[h]
    return value / total


@njit_bare
def match_regrets(table: Arr, at: Int, width: Int, moves: Int, sigma: Arr, scratch: Arr) -> None:
    """Fill in the chance of each move: positive parts scaled to 1, or all alike."""
    total, rest = scratch[0][:width], scratch[1][:width]
    for h in range(width):
        total[h] = _0
    for a in range(moves):
        row = table[at + a * width : at + (a + 1) * width]
        for h in range(width):
            total[h] += row[h] if row[h] > _0 else _0
    equal = _1 / np.float32(moves)
    for h in range(width):
        rest[h] = _0 if total[h] > _0 else equal
        total[h] = np.divide(_1, total[h] if total[h] > _0 else _1)  # never raises, unlike /
    for a in range(moves):
        row, out = table[at + a * width : at + (a + 1) * width], sigma[a][:width]
        for h in range(width):
            out[h] = (row[h] if row[h] > _0 else _0) * total[h] + rest[h]


@njit_bare
def match_run(
    table: Arr, at: Int, stride: Int, width: Int, moves: Int, sigma: Arr, scratch: Arr
) -> None:
    """Do as `match_regrets` for a run of hands; those of the next move lie a stride further on."""
    total, rest = scratch[0][:width], scratch[1][:width]
    for h in range(width):
        total[h] = _0
    for a in range(moves):
        row = table[at + a * stride : at + a * stride + width]
        for h in range(width):
            total[h] += row[h] if row[h] > _0 else _0
    equal = _1 / np.float32(moves)
    for h in range(width):
        rest[h] = _0 if total[h] > _0 else equal
        total[h] = np.divide(_1, total[h] if total[h] > _0 else _1)
    for a in range(moves):
        row, out = table[at + a * stride : at + a * stride + width], sigma[a][:width]
        for h in range(width):
            out[h] = (row[h] if row[h] > _0 else _0) * total[h] + rest[h]


@njit_bare
def fill(x: Any, out: Arr) -> None:
    """Set all to one number."""
    for h in range(len(out)):
        out[h] = x


@njit_bare
def copy(a: Arr, out: Arr) -> None:
    """Copy."""
    for h in range(len(out)):
        out[h] = a[h]


@njit_bare
def scale(x: Any, a: Arr, out: Arr) -> None:
    """Multiply by one number."""
    for h in range(len(out)):
        out[h] = x * a[h]


@njit_bare
def times(a: Arr, b: Arr, out: Arr) -> None:
    """Multiply."""
    for h in range(len(out)):
        out[h] = a[h] * b[h]


@njit_bare
def flow_on(a: Arr, b: Arr, keep: Any, stray: Any, out: Arr) -> None:
    """Multiply by a strategy that strays from itself now and then."""
    for h in range(len(out)):
        out[h] = a[h] * (keep * b[h] + stray)


@njit_bare
def times_add(a: Arr, b: Arr, out: Arr) -> None:
    """Add the product."""
    for h in range(len(out)):
        out[h] += a[h] * b[h]


@njit_bare
def add(a: Arr, out: Arr) -> None:
    """Add."""
    for h in range(len(out)):
        out[h] += a[h]


@njit_bare
def add_regrets(by: Any, value: Arr, mean: Arr, weights: Arr, out: Arr) -> None:
    """Add what a move is worth above the mean."""
    for h in range(len(out)):
        out[h] += by * weights[h] * (value[h] - mean[h])


@njit_bare
def clip(out: Arr) -> None:
    """Raise what is negative to 0."""
    for h in range(len(out)):
        out[h] = out[h] if out[h] > _0 else _0


@njit_bare
def show_down(stake: Any, sign: Arr, show: Arr, out: Arr) -> None:
    """Fill in the stake won or lost, and the bonuses."""
    for h in range(len(out)):
        out[h] = stake * sign[h] + show[h]


@njit_bare
def shift(by: Any, a: Arr, out: Arr) -> None:
    """Add one number."""
    for h in range(len(out)):
        out[h] = by + a[h]


@njit_bare
def add_average(weight: Any, weights: Arr, flow: Arr, sigma: Arr, out: Arr) -> None:
    """Add a strategy, weighed by deals and by the chance to get there."""
    for h in range(len(out)):
        out[h] += weight * weights[h] * flow[h] * sigma[h]


@njit_inline
def sample(table: Arr, at: Int, width: Int, moves: Int, tremble: Any, u: Any) -> Int:
    """Return the move that falls to a random number in [0, 1), by one hand's numbers."""
    total = _0
    for a in range(moves):
        total += max(table[at + a * width], _0)
    if u < tremble:
        return np.int64(u / tremble * moves)
    u = (u - tremble) / (1.0 - tremble)
    if total <= _0:
        return np.int64(u * moves)
    u *= total
    chosen = moves - 1
    for a in range(moves - 1, -1, -1):  # the last positive move whose sum exceeds u
        total -= max(table[at + a * width], _0)
        if table[at + a * width] > _0:
            chosen = a
            if u >= total:
                break
    return chosen


@njit_inline
def note(table: Arr, average: Arr, at: Int, width: Int, moves: Int, weight: Any) -> None:
    """Add one hand's strategy to its average."""
    total = _0
    for a in range(moves):
        total += max(table[at + a * width], _0)
    for a in range(moves):
        share = max(table[at + a * width], _0) / total if total > _0 else _1 / np.float32(moves)
        average[at + a * width] += weight * share
