"""The average of strategies over time, taken of whole tables now and then.

Each strategy counts by its own chance to get to a node within the lance, as the theory has it:
neither the other seats' chances nor luck come into it, as they do where sampled seats act.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...draws import MASKS
from ...hands import RANKING
from ...jit import Arr, Int, njit_bare
from .game import Game, Layout, Trees
from .memory import Memory
from .mus_game import KEYS, Mus, places
from .vectors import fill, match_regrets, times, times_add

_1 = np.float32(1)
_FLOOR = np.float32(1e-4)  # where a seat never gets by its own moves it still has a strategy


class Whole(NamedTuple):
    """Arrays for a pass over whole tables."""

    summaries: Arr  # (trees,) int64: how many each tree has
    nodes: Arr  # (trees,) int64
    ways: Any  # int64
    flow: Arr  # (rows, hands) chance of a seat to get to a node by its own moves
    row: Arr  # (nodes, 4) int64: where it is kept, by seat
    sigma: Arr  # (moves, hands)
    scratch: Arr  # (3, hands)


def new_whole(game: Game, kept: Memory, own: Layout, mus: Mus) -> Whole:
    """Return arrays for a table with that memory."""
    hands, most = len(game.space), max(len(tree.nodes) for tree in game.betting)
    moves = game.trees.to.shape[1]
    sizes = [kept.sizes[RANKING[tree.lance]] for tree in game.betting]
    return Whole(
        summaries=np.array(sizes),
        nodes=np.array([len(tree.nodes) for tree in game.betting]),
        ways=np.int64(places(game, own, int(mus.rounds)).ways),
        flow=np.zeros((1 + most * moves, hands), np.float32),
        row=np.zeros((most, 4), np.int64),
        sigma=np.zeros((moves, hands), np.float32),
        scratch=np.zeros((3, hands), np.float32),
    )


@njit_bare
def _add_tree(
    t: Trees, x: Whole, mine: Arr, average: Arr, weight: Any, tree: Int, block: Int
) -> None:
    """Add the strategies of one lance and summary."""
    root, width, rows = t.root[tree], t.width[tree], 1
    fill(_1, x.flow[0])
    for seat in range(4):
        x.row[0, seat] = 0
    for n in range(x.nodes[tree]):
        node = root + n
        seat, moves, at = t.seat[node], t.moves[node], block + t.place[node]
        match_regrets(mine, at, width, moves, x.sigma, x.scratch)
        flow, weighed = x.flow[x.row[n, seat]][:width], x.scratch[2][:width]
        for h in range(width):
            weighed[h] = weight * (flow[h] + _FLOOR)
        for a in range(moves):
            total = average[at + a * width : at + (a + 1) * width]
            times_add(weighed, x.sigma[a][:width], total)
            child = t.to[node, a] - root
            if t.to[node, a] >= 0:
                for other in range(4):
                    x.row[child, other] = x.row[n, other]
                times(flow, x.sigma[a][:width], x.flow[rows][:width])
                x.row[child, seat] = rows
                rows += 1


@njit_bare
def add_whole(t: Trees, own: Layout, x: Whole, mine: Arr, average: Arr, weight: Any) -> None:
    """Add the bets of a whole table of regrets to the average."""
    for way in range(x.ways):
        for tree in range(len(t.root)):
            for s in range(x.summaries[tree]):
                block = way * own.size + own.base[tree] + s * t.size[tree]
                _add_tree(t, x, mine, average, np.float32(weight), tree, block)


def add_mus_phase(
    game: Game, own: Layout, mus: Mus, mine: Arr, average: Arr, weight: float
) -> None:
    """Add cuts and discards."""
    spots, hands = places(game, own, int(mus.rounds)), len(game.space)
    if spots.ways == 1:
        return
    for start, moves, allowed in (
        (spots.cut, 2, np.ones((2, 1), np.float32)),
        (spots.discard, MASKS, mus.allowed),
    ):
        size = KEYS * 4 * moves * hands
        rows = np.maximum(mine[start : start + size], 0).reshape(KEYS * 4, moves, hands)
        total, ways = rows.sum(1, keepdims=True), np.sum(allowed, 0)
        some = total > 0
        share = np.where(some, rows / np.where(some, total, 1), allowed / ways)
        average[start : start + size] += np.float32(weight) * share.ravel()
