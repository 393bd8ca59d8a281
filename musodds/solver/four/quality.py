"""What a strategy is worth: what a seat gains by deviating alone, or a pair together.

A deviator is trained against the others, who keep to their strategy, with regrets that are not
clipped and weighed by his own reach; it starts from the strategy. That is done in several ways,
which race on deals of their own: those that do worse drop out as the training is doubled. The
best one left, or the strategy itself, is then valued against the strategy on the same fresh deals,
with the same moves of the others. What is found is a lower bound: a better deviator may exist.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...estimate import Estimate
from ...jit import Arr
from .game import layout
from .memory import projection
from .mus_walk import iterate, new_mus_work
from .stakes import new_lines
from .strategy import Strategy, lift
from .train import Method, Training
from .work import Tables, new_work

# how deviators are trained: whether turn n weighs n, and the regrets that they begin with; the
# first one learns fast, the second one loses little where a game is too large for its training
ATTEMPTS = ((True, 1e2), (False, 1e5))
BATCH = 1 << 40  # sets of deals begin that far apart
NOTHING = Estimate(0.0, 0.0)  # what the strategy itself gains
TRAINED_BY, CHOSEN_BY, VALUED_BY = 3 * BATCH, 7 * BATCH, 11 * BATCH


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard deviators are looked for.

    Attributes
    ----------
    iterations : int
        Of the first training; it is doubled until the gain changes by less than ``enough``.
    doublings : int
        At most so often.
    enough : float
    deals : int
        On which the gain is measured; a quarter as many others choose the deviator.
    seed : int
    pair_seeds : int
        Trainings that are begun for a pair, with seeds of their own, in each way.
    attempts : tuple of (bool, float)
        The ways to train: whether turn n weighs n, and the regrets to begin with.
    hands : int
        Played out to count how often positions come up, and for each cell of the cross-play.
    """

    iterations: int = 200_000
    doublings: int = 2
    enough: float = 0.005
    deals: int = 150_000
    seed: int = 1
    pair_seeds: int = 3
    attempts: tuple[tuple[bool, float], ...] = ATTEMPTS
    hands: int = 1_000_000

    @classmethod
    def of(cls, iterations: int, seed: int = 1) -> Effort:
        """Return an effort whose parts are in keeping with a deviator's first iterations."""
        return cls(iterations, deals=max(iterations * 3 // 4, 8), seed=seed, hands=5 * iterations)


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

    At a score it is the chance that the pair wins the game, less a half.

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
        np.array([seat]), 0, deals, np.uint64(seed), out, new_lines(game),
    )  # fmt: skip
    return out


def estimate_of(samples: Arr) -> Estimate:
    """Return the mean of samples, and how sure it is."""
    return Estimate.of(len(samples), float(samples.sum()), float((samples**2).sum()))


def self_play(strategy: Strategy, deals: int = 100_000, seed: int = 1) -> Estimate:
    """Return the tantos a hand of the mano's pair if everybody plays the strategy."""
    quarter = [
        deal_values(strategy, seat, deals // 4, seed + seat * BATCH) * (1 if seat % 2 == 0 else -1)
        for seat in range(4)
    ]
    return estimate_of(np.concatenate(quarter))


@dataclass(frozen=True, slots=True)
class Gain:
    """What deviating brings.

    Attributes
    ----------
    seats : tuple of int
    memory : str
        Of the deviator.
    gain : Estimate
        Tantos a hand above the strategy, or at a score chances of winning, on fresh deals; a lower
        bound. It is exactly 0 where no deviator was found that beats the strategy.
    iterations : int
        That the deviator was trained for.
    history : tuple of (int, float)
        Iterations, and the gain of the best deviator so far trained, on the deals by which it was
        chosen. Where it is below 0 the deviator is worse than the strategy: trained too little.
    settled : bool
        Whether the last doubling of its training changed that by less than was asked for.
    """

    seats: tuple[int, ...]
    memory: str
    gain: Estimate
    iterations: int
    history: tuple[tuple[int, float], ...]
    settled: bool

    @classmethod
    def from_dict(cls, told: dict[str, Any]) -> Gain:
        """Read the JSON form, as `dataclasses.asdict` makes it."""
        history = tuple((int(n), float(x)) for n, x in told["history"])
        seats, gain = tuple(told["seats"]), Estimate(**told["gain"])
        return cls(seats, told["memory"], gain, told["iterations"], history, told["settled"])


class PairedDeals:
    """Deals on which a table is compared with the strategy, the others' moves being the same.

    Parameters
    ----------
    strategy : Strategy
    seats : tuple of int
        That deviate.
    kind : str
        What they remember.
    deals, seed : int
    """

    def __init__(
        self, strategy: Strategy, seats: tuple[int, ...], kind: str, deals: int, seed: int
    ) -> None:
        self.strategy, self.seats, self.kind, self.seed = strategy, seats, kind, seed
        self.plain = deal_values(strategy, seats[0], deals, seed, None, kind)

    def gain(self, table: Arr) -> Estimate:
        """Return what a table gains."""
        seat, mask = self.seats[0], sum(1 << s for s in self.seats)
        deals = len(self.plain)
        values = deal_values(self.strategy, seat, deals, self.seed, table, self.kind, mask)
        return estimate_of(values - self.plain)


@dataclass(slots=True, eq=False)
class _Deviator:
    """A deviator in the making: its training, and which of its tables is the better one."""

    training: Training
    averaged: bool = False
    history: list[tuple[int, float]] = field(default_factory=list)

    @property
    def gain(self) -> float:
        return self.history[-1][1]

    def table(self, averaged: bool) -> Arr:
        """Return what it plays: by its regrets, or on average."""
        return self.training.average if averaged else self.training.regrets

    def advance(self, until: int, test: PairedDeals) -> None:
        """Train, and value both of its tables."""
        self.training.advance(until - self.training.done)
        ways = (False,) if self.training.method.average == "none" else (False, True)
        found = {way: test.gain(self.table(way)).tantos for way in ways}
        self.averaged = max(ways, key=lambda way: found[way])
        self.history.append((self.training.done, found[self.averaged]))

    def is_settled(self, enough: float) -> bool:
        """Whether doubling changed little; who loses is blind, and not settled."""
        gains = [gain for _, gain in self.history[-2:]]
        return len(gains) == 2 and gains[1] >= 0 and abs(gains[1] - gains[0]) < enough


def _deviators(
    strategy: Strategy, seats: tuple[int, ...], kind: str, effort: Effort
) -> list[_Deviator]:
    """Return deviators that are yet to be trained, and begin as the strategy."""
    mask, made = sum(1 << seat for seat in seats), []
    for k in range(effort.pair_seeds if len(seats) > 1 else 1):
        for linear, warm in effort.attempts:
            method = Method(average="vector" if linear else "none", linear=linear)
            seed = effort.seed + TRAINED_BY + k
            training = Training(
                strategy.game, kind, seed, method, mask, strategy.table, strategy.memory,
                strategy.mus,
            )  # fmt: skip
            start = lift(strategy, kind)
            if linear:  # what is played on average where it never gets
                np.multiply(start, np.float32(1e-6), out=training.average)
            training.begin_with(start, warm)
            made.append(_Deviator(training))
    return made


def deviation_gain(
    strategy: Strategy,
    seats: tuple[int, ...],
    kind: str | None = None,
    effort: Effort | None = None,
) -> Gain:
    """Train some seats against the strategy of the others, and measure what they gain.

    Parameters
    ----------
    strategy : Strategy
    seats : tuple of int
        One seat, or both of a pair.
    kind : str, optional
        What the deviators remember; as the strategy by default.
    effort : Effort, optional

    Returns
    -------
    Gain
    """
    kind, effort = kind or strategy.memory, effort or Effort()
    test = PairedDeals(strategy, seats, kind, effort.deals // 4, effort.seed + CHOSEN_BY)
    racers, settled = _deviators(strategy.as_chances(), seats, kind, effort), False
    for round_ in range(effort.doublings + 1):
        for each in racers:
            each.advance(effort.iterations * 2**round_, test)
        racers.sort(key=lambda each: -each.gain)
        settled = racers[0].is_settled(effort.enough)
        if settled:
            break
        if round_ or len(racers) > 2:  # of two, the slower one may yet overtake the other
            racers = racers[: (len(racers) + 1) // 2]
    best = racers[0]
    del racers
    gain = NOTHING
    if best.gain > 0:
        fresh = PairedDeals(strategy, seats, kind, effort.deals, effort.seed + VALUED_BY)
        gain = fresh.gain(best.table(best.averaged))
    return Gain(seats, kind, gain, best.training.done, tuple(best.history), settled)
