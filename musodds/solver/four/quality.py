"""What a strategy is worth: what a seat gains by deviating alone, or a pair together.

A deviator is trained against the others, who keep to their strategy, with regrets that are not
clipped and weighed by his own reach; it starts from the strategy. That is done in two ways, and
the best of the tables they make, or the strategy itself, is chosen on deals of their own. Then
both are valued on the same fresh deals, with the same moves of the others. What is found is a
lower bound: a better deviator may exist.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...estimate import Estimate
from ...jit import Arr
from .game import layout
from .memory import projection
from .mus_walk import iterate, new_mus_work
from .strategy import Strategy, lift
from .train import Method, Training
from .work import Tables, new_work

# how deviators are trained: whether turn n weighs n, and the regrets that they begin with; the
# first one learns fast, the second one loses little where a game is too large for its training
ATTEMPTS = ((True, 1e2), (False, 1e5))
BATCH = 1 << 40  # sets of deals begin that far apart


def deal_values(
    strategy: Strategy,
    seat: int,
    deals: int,
    seed: int,
    mine: Arr | None = None,
    kind: str | None = None,
    learners: int | None = None,
) -> Arr:
    """Return the tantos of a seat's pair deal by deal, whatever the seat holds.

    Parameters
    ----------
    strategy : Strategy
        Of the seats that do not deviate.
    seat : int
    deals, seed : int
    mine : ndarray of float32, optional
        The table of those that deviate, with memory ``kind``; the strategy's own by default.
    kind : str, optional
    learners : int, optional
        Bit i is set if seat i plays ``mine``; the seat alone by default.

    Returns
    -------
    ndarray of float64, shape (deals,)
    """
    game, kind = strategy.game, kind or strategy.memory
    table = lift(strategy, kind) if mine is None else mine
    own, theirs = layout(game, kind), layout(game, strategy.memory)
    tables = Tables(
        table,
        strategy.table,
        np.zeros(1, np.float32),
        own,
        theirs,
        projection(kind, strategy.memory),
        np.int64(1 << seat if learners is None else learners),
    )
    out = np.empty(deals)
    options = Method(average="none").options(game.ordago, weight=0.0)
    more = new_mus_work(game, strategy.mus, own, theirs)
    iterate(
        game.deck, game.trees, strategy.mus, tables, options, new_work(game, own), more,
        np.array([seat]), 0, deals, np.uint64(seed), out,
    )  # fmt: skip
    return out


def _estimate(samples: Arr) -> Estimate:
    return Estimate.of(len(samples), float(samples.sum()), float((samples**2).sum()))


def self_play(strategy: Strategy, deals: int = 100_000, seed: int = 1) -> Estimate:
    """Return the tantos a hand of the mano's pair if everybody plays the strategy."""
    quarter = [
        deal_values(strategy, seat, deals // 4, seed + seat * BATCH) * (1 if seat % 2 == 0 else -1)
        for seat in range(4)
    ]
    return _estimate(np.concatenate(quarter))


@dataclass(frozen=True, slots=True)
class Gain:
    """What deviating brings.

    Attributes
    ----------
    seats : tuple of int
    memory : str
        Of the deviator.
    gain : Estimate
        Tantos a hand above the strategy, on fresh deals; a lower bound.
    iterations : int
        That the deviator was trained for.
    history : tuple of (int, float)
        Iterations, and the gain on the deals by which it was chosen when to stop.
    """

    seats: tuple[int, ...]
    memory: str
    gain: Estimate
    iterations: int
    history: tuple[tuple[int, float], ...]


def deviation_gain(
    strategy: Strategy,
    seats: tuple[int, ...],
    kind: str | None = None,
    iterations: int = 200_000,
    deals: int = 100_000,
    seed: int = 1,
    doublings: int = 3,
    enough: float = 0.005,
) -> Gain:
    """Train some seats against the strategy of the others, and measure what they gain.

    Parameters
    ----------
    strategy : Strategy
    seats : tuple of int
        One seat, or both of a pair.
    kind : str, optional
        What the deviators remember; as the strategy by default.
    iterations : int
        Of the first training; it is doubled until the gain changes by less than ``enough``.
    deals, seed : int
        Of the final measure.
    doublings : int
        At most so often.
    enough : float

    Returns
    -------
    Gain
    """
    game, kind = strategy.game, kind or strategy.memory
    mask = sum(1 << seat for seat in seats)
    fixed = strategy.as_chances()
    start, attempts = lift(fixed, kind), []
    for linear, warm in ATTEMPTS:
        method = Method(average="vector" if linear else "none", linear=linear)
        training = Training(
            game, kind, seed, method, mask, fixed.table, strategy.memory, strategy.mus
        )
        training.regrets[:] = np.float32(warm) * start
        attempts.append(training)
    history: list[tuple[int, float]] = []
    best, found = 0.0, start
    for round_ in range(doublings + 1):
        for training in attempts:
            training.advance(iterations * 2**round_ - training.done)
            for table in _candidates(training, start):
                test = _paired(strategy, seats, kind, table, deals // 4, seed + 7 * BATCH)
                if test.tantos > best:
                    best, found = test.tantos, table.copy()
        history.append((attempts[0].done, best))
        if round_ and history[-1][1] - history[-2][1] < enough:
            break
    gain = _paired(strategy, seats, kind, found, deals, seed + 11 * BATCH)
    return Gain(seats, kind, gain, attempts[0].done, tuple(history))


def _candidates(training: Training, start: Arr) -> list[Arr]:
    """Return the tables that a deviator may play: by his regrets, or on average."""
    if training.method.average == "none":
        return [training.regrets]
    return [training.regrets, training.average + np.float32(1e-6) * start]


def _paired(
    strategy: Strategy, seats: tuple[int, ...], kind: str, table: Arr, deals: int, seed: int
) -> Estimate:
    """Return what a table gains over the strategy on the same deals."""
    seat, mask = seats[0], sum(1 << s for s in seats)
    with_it = deal_values(strategy, seat, deals, seed, table, kind, mask)
    return _estimate(with_it - deal_values(strategy, seat, deals, seed, None, kind))
