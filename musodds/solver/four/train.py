"""Train strategies of four seats by sampled walks, with the mus phase or without.

One core does it, from one random stream: the same seed gives the same bits, also when the work is
interrupted and taken up again from a checkpoint.

What a strategy knows when it chooses: its own cards and seat; who has declared pares (in pares)
and juego (in juego); all that was said in this lance; and of the earlier lances what its `memory`
keeps; who cut, and whether there was a round of mus before. It forgets who declared pares once
juego is bet, the sizes of earlier bets, the cards that were thrown, and how many rounds there were.
When it cuts and throws it knows its cards and seat, that those before it said mus, and whether its
cards are those dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ...interrupt import held_interrupts
from ...jit import Arr
from .average import Whole, add_mus_phase, add_whole, new_whole
from .files import other_game, read_arrays, write_arrays
from .game import Game, Layout, layout
from .lock import NO_LOCK, Lock, write_lock
from .memory import DEFAULT_MEMORY, Memory, memory, projection
from .mus_game import Mus, make_mus, places
from .mus_walk import MusWork, iterate, new_mus_work
from .same_game import score_key, table_key
from .stakes import Lines, new_lines
from .work import Options, Tables, Work, new_work

_NOTHING, _NO_VALUES, _NO_SEED = np.zeros(1, np.float32), np.zeros(0), np.uint64(0)
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
    average : {"whole", "sampled", "vector", "none"}
        The average strategy is taken of whole tables every so many iterations, or grows where
        sampled seats act, or where the traverser does, or there is none.
    every : int
        Iterations between two averages of whole tables.
    tremble : float
        Chance that a sampled seat moves at random.
    stray : float
        Share of his moves that are taken to be random where the traverser's own reach is worked
        out: without it what follows a move that a hand gave up is never learnt again.
    """

    linear: bool = True
    clip: bool = False
    reach: bool = True
    average: str = "whole"
    every: int = 5000
    tremble: float = 0.0
    stray: float = 0.1

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
            stray=np.float32(self.stray),
        )


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
    mus : Mus, optional
        The mus phase; without it the hands dealt are bet on.
    lock : Lock
        Decisions that are given, and not learnt.
    kept : Memory, optional
        A memory that has no name of its own, of the same name otherwise.

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
    mus: Mus | None = None
    lock: Lock = NO_LOCK
    kept: Memory | None = None
    regrets: Arr = field(init=False)
    average: Arr = field(init=False)
    done: int = 0
    own: Layout = field(init=False)
    _work: Work = field(init=False)
    _lines: Lines | None = field(init=False)
    _more: MusWork = field(init=False)
    _whole: Whole = field(init=False)

    def __post_init__(self) -> None:
        """Make the tables."""
        kept = self.kept = self.kept or memory(self.memory)
        self.own = layout(self.game, kept)
        mus = self.mus = self.mus or make_mus(self.game, rounds=0)
        size = places(self.game, self.own, int(mus.rounds)).size
        self.regrets = np.zeros(size, dtype=np.float32)
        self.average = np.zeros(size, dtype=np.float32)  # takes room only where it is written
        self._work = new_work(self.game, self.own)
        self._lines = new_lines(self.game)
        self._work.rng[0] = np.uint64(self.seed)
        self._work.hands[:] = len(self.game.space)  # where nobody sits
        theirs = self.own if self.fixed is None else layout(self.game, self.fixed_memory)
        self._whole = new_whole(self.game, kept, self.own, mus)
        self._more = new_mus_work(self.game, mus, self.own, theirs)
        self._keep_locked()

    def _keep_locked(self) -> None:
        rounds = 0 if self.mus is None else int(self.mus.rounds)
        write_lock(self.lock, self.game, self.memory, rounds, self.regrets, regrets=True)

    def begin_with(self, chances: Arr, by: float) -> None:
        """Begin with a strategy: its chances by so much are the first regrets.

        The array is taken over and changed: two of them may be more than a machine has.
        """
        chances *= np.float32(by)
        self.regrets = chances
        self._keep_locked()

    @property
    def seats(self) -> Arr:
        """The seats that learn."""
        return np.array([seat for seat in range(4) if self.learners >> seat & 1])

    def tables(self) -> Tables:
        """Return the tables as the kernels read them."""
        alone = self.fixed is None
        theirs = self.own if alone else layout(self.game, self.fixed_memory)
        down = np.tile(np.arange(self.own.step.shape[1]), (4, 1))  # each is its own
        if not alone:
            down = projection(self.memory, self.fixed_memory)
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
            Ctrl-C stops it after a chunk too, so that a checkpoint can be made.

        Returns
        -------
        Training
            The same one.
        """
        deck, trees, stop = self.game.deck, self.game.trees, self.done + iterations
        seats = self.seats
        whole = self.method.average == "whole"
        every = self.method.every if whole else CHUNK
        options, tables = self.method.options(self.game.ordago), self.tables()
        with held_interrupts() as raise_if_pressed:
            while self.done < stop:
                to = min(stop, (self.done // every + 1) * every)
                iterate(
                    deck, trees, self.mus, tables, options, self._work, self._more,
                    seats, self.done, to, _NO_SEED, _NO_VALUES, self._lines,
                )  # fmt: skip
                self.done = to
                if whole and to % every == 0:
                    self._average_whole()
                raise_if_pressed()
                if progress is not None and not progress(to):
                    break
        return self

    def _average_whole(self) -> None:
        weight = float(self.done // len(self.seats)) if self.method.linear else 1.0
        mine, total, trees = self.regrets, self.average, self.game.trees
        assert self.mus is not None
        add_whole(trees, self.own, self._whole, mine, total, weight)
        add_mus_phase(self.game, self.own, self.mus, mine, total, weight)

    def _about(self) -> dict[str, Any]:
        """Return what is trained, fit for JSON."""
        game, mus, lock = self.game, self.mus, self.lock.to_list()
        assert mus is not None
        about = table_key(game.rules, game.menu, game.ordago) | {"lock": lock}
        about["rounds"] = int(mus.rounds)
        about["cuts"] = sha256(mus.style.tobytes()).hexdigest()[:8] if mus.rounds else ""
        return about | {"free": bool(mus.free)} | score_key(game)

    def save(self, path: str | Path) -> None:
        """Write a checkpoint, whole or not at all."""
        write_arrays(
            path,
            {
                "memory": self.memory,
                "seed": self.seed,
                "done": self.done,
                "game": self._about(),
            },
            regrets=self.regrets,
            average=self.average,
            rng=self._work.rng,
            cards=self._work.cards,
        )

    def resume(self, path: str | Path) -> Training:
        """Go on from a checkpoint: what follows is the same to the bit.

        Raises
        ------
        InputError
            If the checkpoint is of another game, memory or seed.
        """
        told, arrays = read_arrays(path)
        mine = {"memory": self.memory, "seed": self.seed, "game": self._about()}
        for key, value in mine.items():
            if told.get(key, value) != value:
                raise other_game(path, key, told[key], value)
        if len(arrays["regrets"]) != len(self.regrets):
            raise other_game(path, "numbers", len(arrays["regrets"]), len(self.regrets))
        self.regrets[:], self.average[:] = arrays["regrets"], arrays["average"]
        self._work.rng[:], self._work.cards[:] = arrays["rng"], arrays["cards"]
        self.done = told["done"]
        return self
