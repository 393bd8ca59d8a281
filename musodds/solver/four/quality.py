"""What a strategy is worth: what a seat gains by deviating alone, or a pair together.

A deviator is trained against the others, who keep to their strategy, with regrets that are not
clipped and weighed by his own reach; it starts from the strategy. Then both are valued on the
same fresh deals, with the same moves of the others. What is found is a lower bound: a better
deviator may exist.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...estimate import Estimate
from ...jit import Arr, Int, njit_bare
from ...rng import draw
from .deals import deal_others
from .game import Deck, Game, Trees, layout
from .memory import DEFAULT_MEMORY, memory, projection
from .train import Method, Training
from .vectors import fill
from .walk import bet
from .work import Options, Tables, Work, new_work

_0, _1 = np.float32(0), np.float32(1)
WARM = 100.0  # sum of the regrets that a deviator begins with
BATCH = 1 << 40  # first deals of the sets of deals lie that far apart


@njit_bare
def _value_deals(
    d: Deck, t: Trees, tab: Tables, o: Options, w: Work, seat: Int, seed: Int, out: Arr
) -> None:
    """Value the strategy ``mine`` of a seat: each deal is the same for every strategy."""
    for k in range(len(out)):
        w.rng[0] = np.uint64(seed) + np.uint64(k)
        w.rng[0] = draw(w.rng)
        for c in range(len(w.cards)):
            w.cards[c] = d.cards[c]
        deal_others(d, seat, w)
        fill(_1, w.reach[0, 0])
        bet(d, t, tab, o, w, seat)
        value, total = 0.0, 0.0
        for h in range(len(w.weights)):
            total += w.weights[h]
            value += np.float64(w.weights[h]) * w.value[0, 0, h]
        out[k] = value / total


def lift(game: Game, table: Arr, coarse: str, fine: str) -> Arr:
    """Return a table as the same strategy with a finer memory."""
    if coarse == fine:
        return table.copy()
    a, b, down = layout(game, coarse), layout(game, fine), projection(fine, coarse)
    out, sizes = np.empty(int(b.size), dtype=table.dtype), game.trees.size
    ends = np.append(b.base[1:], b.size)
    for tree, betting in enumerate(game.betting):
        lance = {"grande": 0, "chica": 1, "pares": 2}.get(betting.lance, 3)
        size = int(sizes[tree])
        for s in range(int(ends[tree] - b.base[tree]) // size):
            source = int(a.base[tree]) + int(down[lance, s]) * size
            place = int(b.base[tree]) + s * size
            out[place : place + size] = table[source : source + size]
    return out


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """What all four seats do: a table of numbers whose positive parts are the chances.

    Attributes
    ----------
    game : Game
    memory : str
    table : ndarray of float32
    """

    game: Game
    memory: str
    table: Arr

    @classmethod
    def of(cls, training: Training) -> Strategy:
        """Return the average strategy of a training."""
        return cls(training.game, training.memory, training.average.copy())


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
    table = lift(game, strategy.table, strategy.memory, kind) if mine is None else mine
    own = layout(game, kind)
    tables = Tables(
        table,
        strategy.table,
        np.zeros(1, np.float32),
        own,
        layout(game, strategy.memory),
        projection(kind, strategy.memory),
        np.int64(1 << seat if learners is None else learners),
    )
    out = np.empty(deals)
    options = Method(average="none").options(game.ordago, weight=0.0)
    work = new_work(game, own)
    _value_deals(game.deck, game.trees, tables, options, work, seat, np.uint64(seed), out)
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
    training = Training(
        game, kind, seed, Method(average="vector"), mask, strategy.table, strategy.memory
    )
    start = normalised(game, lift(game, strategy.table, strategy.memory, kind), kind)
    training.regrets[:] = WARM * start
    history: list[tuple[int, float]] = []
    best, found = -np.inf, start
    for round_ in range(doublings + 1):
        training.advance(iterations * 2**round_ - training.done)
        for table in (training.regrets, training.average + np.float32(1e-6) * start):
            test = _paired(strategy, seats, kind, table, deals // 4, seed + 7 * BATCH)
            if test.tantos > best:
                best, found = test.tantos, table.copy()
        history.append((training.done, best))
        if round_ and history[-1][1] - history[-2][1] < enough:
            break
    gain = _paired(strategy, seats, kind, found, deals, seed + 11 * BATCH)
    return Gain(seats, kind, gain, training.done, tuple(history))


def _paired(
    strategy: Strategy, seats: tuple[int, ...], kind: str, table: Arr, deals: int, seed: int
) -> Estimate:
    """Return what a table gains over the strategy on the same deals."""
    seat, mask = seats[0], sum(1 << s for s in seats)
    with_it = deal_values(strategy, seat, deals, seed, table, kind, mask)
    return _estimate(with_it - deal_values(strategy, seat, deals, seed, None, kind))


def normalised(game: Game, table: Arr, kind: str = DEFAULT_MEMORY) -> Arr:
    """Return the chances of a table, summing to 1 over the moves of each decision and hand."""
    out, own = np.maximum(table, 0), layout(game, kind)
    t, at = game.trees, 0
    for tree, betting in enumerate(game.betting):
        count = memory(kind).sizes[{"grande": 0, "chica": 1, "pares": 2}.get(betting.lance, 3)]
        start, size, width = int(own.base[tree]), int(t.size[tree]), int(t.width[tree])
        block = out[start : start + count * size].reshape(count, size)
        for i, node in enumerate(betting.nodes):
            place = int(t.place[at + i])
            rows = block[:, place : place + len(node.moves) * width]
            rows = rows.reshape(count, len(node.moves), width)
            total = rows.sum(1, keepdims=True)
            rows[:] = np.where(total > 0, rows / np.where(total > 0, total, 1), 1 / len(node.moves))
        at += len(betting.nodes)
    return out
