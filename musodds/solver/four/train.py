"""Train strategies of four seats by sampled walks, without the mus phase.

One core does it, from one random stream: the same seed gives the same bits, also when the work is
interrupted and taken up again from a checkpoint.

What a strategy knows when it chooses: its own cards and seat; who has declared pares (in pares)
and juego (in juego); all that was said in this lance; and of the earlier lances what its `memory`
keeps. It forgets who declared pares once juego is bet, and sizes of earlier bets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...jit import Arr, Int, njit_bare, njit_inline
from .deals import deal_others
from .files import other_game, read_arrays, write_arrays
from .game import Deck, Game, Layout, Trees, layout
from .memory import DEFAULT_MEMORY, projection
from .vectors import fill
from .walk import bet
from .work import Options, Tables, Work, new_work

_1 = np.float32(1)
_NOTHING = np.zeros(1, dtype=np.float32)
CHUNK = 20_000  # iterations between two looks at the clock
EVERYBODY = 0b1111


@dataclass(frozen=True, slots=True)
class Method:
    """How strategies are trained.

    Attributes
    ----------
    linear : bool
        Turn n weighs n in regrets and averages, else all turns alike.
    clip : bool
        No sum of regrets falls below 0.
    reach : bool
        Regrets are weighed by the traverser's own reach of the lance and summary.
    average : {"sampled", "vector"}
        The average strategy grows where sampled seats act, or where the traverser does.
    tremble : float
        Chance that a sampled seat moves at random.
    """

    linear: bool = True
    clip: bool = False
    reach: bool = True
    average: str = "sampled"
    tremble: float = 0.0

    def options(self, ordago: float, weight: float = 1.0) -> Options:
        """Return the options as the kernels read them."""
        return Options(
            ordago=np.float32(ordago),
            weight=np.float32(weight),
            sampled=self.average == "sampled",
            vector=self.average == "vector",
            reach=self.reach,
            tremble=np.float32(self.tremble),
            clip=self.clip,
            linear=self.linear,
        )


@njit_inline
def with_weight(o: Options, weight: Any) -> Options:
    """Return the options of one iteration."""
    return Options(
        o.ordago, np.float32(weight), o.sampled, o.vector, o.reach, o.tremble, o.clip, o.linear
    )


@njit_bare
def plain_iterations(
    d: Deck, t: Trees, tab: Tables, o: Options, w: Work, seats: Arr, start: Int, stop: Int
) -> None:
    """Walk one deal an iteration, the seats taking turns."""
    for n in range(start, stop):
        seat = seats[n % len(seats)]
        deal_others(d, seat, w)
        fill(_1, w.reach[0, 0])
        weight = o.weight * (n // len(seats) + 1 if o.linear else 1)
        bet(d, t, tab, with_weight(o, weight), w, seat)


@dataclass(slots=True, eq=False)
class Training:
    """Strategies in the making.

    Attributes
    ----------
    game : Game
    memory : str
        What is remembered of the earlier lances.
    seed : int
    method : Method
    regrets, average : ndarray of float32
        As `Layout` has them.
    done : int
        Iterations so far.
    learners : int
        Bit i is set where seat i learns; the others play ``fixed``.
    fixed : ndarray of float32
    fixed_memory : str

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.game import make_game
    >>> training = Training(make_game(load_rules("naipera")), seed=1)
    >>> training.advance(100).done
    100
    """

    game: Game
    memory: str = DEFAULT_MEMORY
    seed: int = 1
    method: Method = field(default_factory=Method)
    learners: int = EVERYBODY
    fixed: Arr | None = None
    fixed_memory: str = DEFAULT_MEMORY
    regrets: Arr = field(init=False)
    average: Arr = field(init=False)
    done: int = 0
    own: Layout = field(init=False)
    _work: Work = field(init=False)

    def __post_init__(self) -> None:
        """Make the tables."""
        self.own = layout(self.game, self.memory)
        self.regrets = np.zeros(int(self.own.size), dtype=np.float32)
        self.average = np.zeros_like(self.regrets)
        self._work = new_work(self.game, self.own)
        self._work.rng[0] = np.uint64(self.seed)

    def tables(self) -> Tables:
        """Return the tables as the kernels read them."""
        alone = self.fixed is None
        theirs = self.own if alone else layout(self.game, self.fixed_memory)
        down = projection(self.memory, self.memory if alone else self.fixed_memory)
        fixed = _NOTHING if self.fixed is None else self.fixed
        learners = np.int64(self.learners)
        return Tables(self.regrets, fixed, self.average, self.own, theirs, down, learners)

    def advance(self, iterations: int, progress: Callable[[int], bool] | None = None) -> Training:
        """Train for some more iterations.

        Parameters
        ----------
        iterations : int
        progress : callable, optional
            Called with the iterations done after each chunk; training stops where it says False.

        Returns
        -------
        Training
            The same one.
        """
        game, stop = self.game, self.done + iterations
        seats = np.array([seat for seat in range(4) if self.learners >> seat & 1])
        options, tables = self.method.options(game.ordago), self.tables()
        while self.done < stop:
            to = min(stop, self.done + CHUNK)
            plain_iterations(
                game.deck, game.trees, tables, options, self._work, seats, self.done, to
            )
            self.done = to
            if progress is not None and not progress(to):
                break
        return self

    def save(self, path: str) -> None:
        """Write a checkpoint, whole or not at all."""
        write_arrays(
            path,
            {"memory": self.memory, "seed": self.seed, "done": self.done},
            regrets=self.regrets,
            average=self.average,
            rng=self._work.rng,
            cards=self._work.cards,
        )

    def resume(self, path: str) -> Training:
        """Go on from a checkpoint: what follows is the same to the bit.

        Raises
        ------
        InputError
            If the checkpoint is of another game, memory or seed.
        """
        told, arrays = read_arrays(path)
        mine = {"memory": self.memory, "seed": self.seed}
        if len(arrays["regrets"]) != len(self.regrets) or {k: told[k] for k in mine} != mine:
            raise other_game(path, told)
        self.regrets[:], self.average[:] = arrays["regrets"], arrays["average"]
        self._work.rng[:], self._work.cards[:] = arrays["rng"], arrays["cards"]
        self.done = told["done"]
        return self
