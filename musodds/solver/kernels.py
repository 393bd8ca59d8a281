"""Regret matching over tables of sequences, for many types and copies at a time.

A table has one row a slot (an action at one of the player's nodes) and one column a cell (a copy
and a type in it). ``start`` is the first of the cells at hand. Constants take the table's own
type, so that float32 stays float32.
"""

from __future__ import annotations

import numpy as np

from ..jit import Arr, njit


@njit
def spread(table: Arr, start: int, parent: Arr, first: Arr, count: Arr, rows: Arr) -> None:
    """Fill in how likely each sequence is, row 0 given, by what is positive in the table."""
    m = rows.shape[1]
    nothing, one = table.dtype.type(0), table.dtype.type(1)
    total = np.empty(m, table.dtype)
    for k in range(len(parent)):
        total[:] = nothing
        for s in range(first[k], first[k] + count[k]):
            row = table[s, start : start + m]
            for x in range(m):
                total[x] += max(row[x], nothing)
        even = one / table.dtype.type(count[k])
        before = rows[parent[k]]
        for s in range(first[k], first[k] + count[k]):
            row, after = table[s, start : start + m], rows[1 + s]
            for x in range(m):
                share = max(row[x], nothing) / total[x] if total[x] > nothing else even
                after[x] = before[x] * share


@njit
def back_up(table: Arr, start: int, parent: Arr, first: Arr, count: Arr, values: Arr) -> None:
    """Add the values of sequences to those that lead to them, by the strategy of the table."""
    m = values.shape[1]
    nothing, one = table.dtype.type(0), table.dtype.type(1)
    total, mean, even = np.empty(m, table.dtype), np.empty(m, table.dtype), np.empty(m, table.dtype)
    for k in range(len(parent) - 1, -1, -1):
        total[:], mean[:], even[:] = nothing, nothing, nothing
        for s in range(first[k], first[k] + count[k]):
            row, value = table[s, start : start + m], values[1 + s]
            for x in range(m):
                positive = max(row[x], nothing)
                total[x] += positive
                mean[x] += positive * value[x]
                even[x] += value[x]
        share, before = one / table.dtype.type(count[k]), values[parent[k]]
        for x in range(m):
            before[x] += mean[x] / total[x] if total[x] > nothing else even[x] * share


@njit
def back_up_best(parent: Arr, first: Arr, count: Arr, values: Arr) -> None:
    """Add the values of sequences to those that lead to them, by the best action of each type."""
    m = values.shape[1]
    best = np.empty(m, values.dtype)
    for k in range(len(parent) - 1, -1, -1):
        best[:] = values[1 + first[k]]
        for s in range(first[k] + 1, first[k] + count[k]):
            value = values[1 + s]
            for x in range(m):
                best[x] = max(best[x], value[x])
        before = values[parent[k]]
        for x in range(m):
            before[x] += best[x]


@njit
def learn(
    regrets: Arr,
    averages: Arr,
    start: int,
    parent: Arr,
    first: Arr,
    count: Arr,
    rows: Arr,
    values: Arr,
    factors: Arr,
) -> None:
    """Back values up by the current strategy, then add its regrets and itself to the tables.

    ``factors`` are what sums of positive regrets, of negative regrets and of strategies are
    multiplied by afterwards, and the share of a value below which a regret is rounding: where two
    actions are worth the same, noise would decide between them.
    """
    m = values.shape[1]
    nothing, one = regrets.dtype.type(0), regrets.dtype.type(1)
    up, down, fade, noise = factors[0], factors[1], factors[2], factors[3]
    total, mean = np.empty(m, regrets.dtype), np.empty(m, regrets.dtype)
    even = np.empty(m, regrets.dtype)
    for k in range(len(parent) - 1, -1, -1):
        total[:], mean[:], even[:] = nothing, nothing, nothing
        for s in range(first[k], first[k] + count[k]):
            row, value = regrets[s, start : start + m], values[1 + s]
            for x in range(m):
                positive = max(row[x], nothing)
                total[x] += positive
                mean[x] += positive * value[x]
                even[x] += value[x]
        share, before = one / regrets.dtype.type(count[k]), values[parent[k]]
        for x in range(m):
            mean[x] = mean[x] / total[x] if total[x] > nothing else even[x] * share
            before[x] += mean[x]
        for s in range(first[k], first[k] + count[k]):
            row, sums = regrets[s, start : start + m], averages[s, start : start + m]
            value, after = values[1 + s], rows[1 + s]
            for x in range(m):
                gain = value[x] - mean[x]
                regret = row[x] + (gain if abs(gain) > noise * abs(mean[x]) else nothing)
                row[x] = regret * (up if regret > nothing else down)
                sums[x] = (sums[x] + after[x]) * fade
