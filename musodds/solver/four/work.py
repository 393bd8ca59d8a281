"""What a walk reads and writes: tables of strategies, options, and arrays to work in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...jit import Arr, njit_inline
from .game import Game, Layout
from .stakes import most_lines

VARIANTS = 2  # a lance with the traverser in it, and without


class Tables(NamedTuple):
    """The strategies that are read, and what is written."""

    mine: Arr  # float32: of the seats that learn
    fixed: Arr  # float32: of the other seats
    average: Arr  # float32: sums of the strategies of those that learn
    own: Layout  # of mine and average
    theirs: Layout  # of fixed
    project: Arr  # (4, summaries) int64: their summary for each of ours
    learners: Any  # int64: bit i is set if seat i learns


class Options(NamedTuple):
    """How a walk is done."""

    ordago: Any  # float32
    weight: Any  # float32: of this iteration; 0 writes nothing
    sampled: Any  # bool: add to the average where sampled seats act
    vector: Any  # bool: and where the traverser acts
    reach: Any  # bool: weigh regrets by the traverser's own reach
    tremble: Any  # float32: chance that a sampled seat moves at random
    clip: Any  # bool: no regret falls below 0
    linear: Any  # bool: turn n weighs n
    stray: Any  # float32: share of his moves taken to be random in that reach
    apart: Any = False  # bool: regrets go to `average`, and the strategy that is read stays


@njit_inline
def with_weight(o: Options, weight: Any) -> Options:
    """Return the options of one iteration."""
    return Options(
        o.ordago, np.float32(weight), o.sampled, o.vector, o.reach, o.tremble, o.clip, o.linear,
        o.stray, o.apart,
    )  # fmt: skip


class Work(NamedTuple):
    """Arrays of one walk; rows are hands."""

    hands: Arr  # (4,) int64: of the other seats
    left: Arr  # (classes,) int64: cards that the traverser may hold
    cards: Arr  # (40,) uint8
    highs: Arr
    lows: Arr
    factors: Arr
    weights: Arr  # (hands,) deals of each of the traverser's hands
    sign: Arr  # (4, hands) 1 where his pair wins the lance, else -1
    show: Arr  # (4, hands) bonuses at the showdown, ours minus theirs
    gain: Arr  # (4, hands) our bonuses
    loss: Arr  # (4,) theirs
    tree: Arr  # (4, 2) int64: with the traverser and without, as in `Trees.number`
    needed: Arr  # (4, summaries) bool
    reach: Arr  # (4, summaries, hands) his own reach
    value: Arr  # (4, summaries, hands) from this lance on
    root: Arr  # (4, summaries, 2) int64: where the walk begins, as in `target`
    span: Arr  # (4, summaries, 2, 2) int64: its rows
    runs: Arr  # (4, 2) int64: the run of hands that may bet in each lance, if not all
    node: Arr  # (rows,) int64: nodes of the traverser
    moves: Arr  # (rows,) int64: how many each node has
    target: Arr  # (rows, moves) int64: the row that follows a move, or end e as -1 - e
    flow: Arr  # (rows, hands) own reach within the lance
    worth: Arr  # (moves + rows, hands) values; the first few are ends'
    chance: Arr  # (rows, moves, hands) the strategy, kept on the way out for the way back
    sigma: Arr  # (moves, hands) the strategy at one node
    scratch: Arr  # (3, hands)
    used: Arr  # (1,) int64: rows in use
    starts: Arr  # (2,) int64: where the tables of this way of the mus phase begin
    spot: Arr  # (2,) int64: where the tables of a lance and a summary begin
    rng: Arr  # the random stream
    luck: Arr  # (lots,) float64: what sampled seats move by in this deal, as in `Trees.lot`


def new_work(game: Game, own: Layout) -> Work:
    """Return arrays for walks with that layout."""
    hands, classes = game.deck.counts.shape
    summaries, most = own.step.shape[1], game.trees.to.shape[1]
    rows = (len(game.trees.seat) // 4 + 1) * summaries
    if game.stakes is not None:
        rows = most_lines(game)[1]

    def vectors(*shape: int) -> Arr:
        return np.zeros((*shape, hands), dtype=np.float32)

    return Work(
        hands=np.zeros(4, np.int64),
        left=np.zeros(classes, np.int64),
        cards=game.deck.cards.copy(),
        highs=np.zeros(len(game.deck.high), np.float32),
        lows=np.zeros(len(game.deck.low), np.float32),
        factors=np.zeros((classes, 5), np.float32),
        weights=vectors(),
        sign=vectors(4),
        show=vectors(4),
        gain=vectors(4),
        loss=np.zeros(4, np.float32),
        tree=np.zeros((4, VARIANTS), np.int64),
        needed=np.zeros((4, summaries), np.bool_),
        reach=vectors(4, summaries),
        value=vectors(4, summaries),
        root=np.zeros((4, summaries, VARIANTS), np.int64),
        span=np.zeros((4, summaries, VARIANTS, 2), np.int64),
        runs=np.array([[0, hands], [0, hands], game.deck.bounds[[1, 3]], game.deck.bounds[[0, 2]]]),
        node=np.zeros(rows, np.int64),
        moves=np.zeros(rows, np.int64),
        target=np.zeros((rows, most), np.int64),
        flow=vectors(rows),
        worth=vectors(most + rows),
        chance=vectors(0 if game.stakes else rows, most),
        sigma=vectors(most),
        scratch=vectors(3),
        used=np.zeros(1, np.int64),
        starts=np.zeros(2, np.int64),
        spot=np.zeros(2, np.int64),
        rng=np.zeros(1, np.uint64),
        luck=np.zeros(int(game.trees.lot.max()) + 1),
    )
