"""What is noted while a strategy is watched: the decisions asked for, and sums by hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...jit import Arr, Int, njit_bare

NOT_ASKED = -1
FLOOR = np.float32(1e-4)  # own chance to come there that every hand is given besides its own


class Wanted(NamedTuple):
    """The decisions that are asked for, in groups; those of a group are taken together."""

    group: Arr  # (nodes,) int64: the group of a node, or -1
    column: Arr  # (nodes, moves) int64: the column of each move
    ways: Arr  # (ways,) bool: the ways of the mus phase that are asked for
    summaries: Arr  # (4, summaries) bool: and what is remembered, by lance
    cut: Arr  # (KEYS, 2) int64: group and first column of cuts, or -1
    discard: Arr  # (KEYS, 2) int64: and of discards
    owner: Arr  # (columns,) int64: the group of each column


class Sums(NamedTuple):
    """What is added up, by hand; a row is a group or a column."""

    weight: Arr  # (groups, hands) weights w
    comes: Arr  # (groups, hands) the same without the floor
    square: Arr  # (groups, hands) w squared
    chance: Arr  # (columns, hands) w times the chance of the action
    worth: Arr  # (2 columns, hands) w times its tantos y; then what it is above the mean
    cross: Arr  # (2 columns, hands) w times w y
    spread: Arr  # (2 columns, hands) w y squared
    now_weight: Arr  # (groups, hands) the same of one deal
    now_worth: Arr  # (2 columns, hands)
    touched: Arr  # (groups,) int64
    seen: Arr  # (groups,) int64: deals that came there
    dealt: Arr  # (hands,) ways to be dealt each hand, all deals together


def new_sums(groups: int, columns: int, hands: int) -> Sums:
    """Return sums of nothing."""
    by_group, by_column, twice = (groups, hands), (columns, hands), (2 * columns, hands)
    return Sums(
        weight=np.zeros(by_group),
        comes=np.zeros(by_group),
        square=np.zeros(by_group),
        chance=np.zeros(by_column),
        worth=np.zeros(twice),
        cross=np.zeros(twice),
        spread=np.zeros(twice),
        now_weight=np.zeros(by_group),
        now_worth=np.zeros(twice),
        touched=np.zeros(groups, np.int64),
        seen=np.zeros(groups, np.int64),
        dealt=np.zeros(hands),
    )


@njit_bare
def _add_weight(q: Sums, group: Int, lo: Int, weights: Arr, own: Arr, out: Arr) -> None:
    """Note the weights of the hands at a decision, and leave them in ``out``."""
    now, comes = q.now_weight[group], q.comes[group]
    q.touched[group] = 1
    for h in range(len(own)):
        out[h] = weights[h] * (own[h] + FLOOR)
        comes[lo + h] += weights[h] * own[h]
        now[lo + h] += out[h]


@njit_bare
def _add_action(
    q: Sums, column: Int, lo: Int, weight: Arr, chance: Arr, value: Arr, mean: Arr
) -> None:
    """Note how often an action is taken, what it is worth, and how much more than the mean."""
    often, worth = q.chance[column], q.now_worth[column]
    gain = q.now_worth[len(q.chance) + column]
    for h in range(len(weight)):
        often[lo + h] += weight[h] * chance[h]
        worth[lo + h] += weight[h] * value[h]
        gain[lo + h] += weight[h] * (value[h] - mean[h])
