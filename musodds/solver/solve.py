"""Solve a game by regret matching and measure, by two best replies, how good the strategy is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..jit import Arr
from ..lang import _
from ..limits import ITERATIONS, check_most
from .game import Game
from .passes import Learn, Tables, best_reply, new_tables, play_out
from .updates import Update, find_update

FIRST_CHECK = 32
CHECK_GROWTH = 1.1  # a check costs as much as an iteration: make them rarer as they go on
DEFAULT_ITERATIONS = 20_000
DEFAULT_MEMORY = 4.0  # GB

Progress = Callable[["Measure"], None]


@dataclass(frozen=True, slots=True)
class Measure:
    """How good both strategies are.

    Attributes
    ----------
    iteration : int
    value : float
        What player 0 wins when both play by their strategies.
    best : tuple of float
        What each player wins whose best reply meets the other's strategy. The value of the game
        lies from -best[1] to best[0].
    """

    iteration: int
    value: float
    best: tuple[float, float]

    @property
    def nash_conv(self) -> float:
        """What both together gain by their best replies; 0 at equilibrium."""
        return self.best[0] + self.best[1]

    @property
    def exploitability(self) -> float:
        """Half of `nash_conv`: what a best reply wins on average over both seats."""
        return self.nash_conv / 2


@dataclass(frozen=True, eq=False)
class Solution:
    """A game, solved.

    Attributes
    ----------
    game : Game
    update : Update
    converged : bool
        Whether the target was reached.
    target : float
        NashConv to stop at, in the game's units.
    measure : Measure
        Of the strategies returned.
    history : tuple of Measure
    averages : Tables
        Sums of the strategies by stage and player.
    elapsed_s : float
    """

    game: Game
    update: Update
    converged: bool
    target: float
    measure: Measure
    history: tuple[Measure, ...]
    averages: Tables
    elapsed_s: float

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.measure.iteration

    @property
    def value(self) -> float:
        """What player 0 wins."""
        return self.measure.value

    @property
    def nash_conv(self) -> float:
        """In the game's units."""
        return self.measure.nash_conv

    @property
    def percent(self) -> float:
        """NashConv in percent of the stake."""
        return 100 * self.nash_conv / self.game.stake

    def strategy(self, stage: int, node: int, copy: int = 0) -> Arr:
        """Return the chances of the actions, shape (types of who acts, actions); rows sum to 1."""
        return strategy_at(self.game, self.averages, stage, node, copy)


def strategy_at(game: Game, tables: Tables, stage: int, node: int, copy: int = 0) -> Arr:
    """Return what a table of sums plays at a node, shape (types of who acts, actions)."""
    place = game.stages[stage]
    player = int(place.tree.player[node])
    plan, types = place.tree.plans[player], place.types[player]
    k = int(np.searchsorted(plan.nodes, node))
    slots = slice(plan.first[k], plan.first[k] + plan.count[k])
    sums = tables[stage][player][slots, copy * types : (copy + 1) * types].astype(np.float64).T
    sums = np.maximum(sums, 0)
    total = sums.sum(1, keepdims=True)
    even = np.full_like(sums, 1 / sums.shape[1])
    chances: Arr = np.divide(sums, total, out=even, where=total > 0)
    return chances


def measure(game: Game, averages: Tables, iteration: int = 0) -> Measure:
    """Return how good the strategies of some tables are.

    Examples
    --------
    >>> from musodds.solver.toys import kuhn
    >>> game = kuhn()
    >>> uniform = measure(game, new_tables(game))
    >>> round(12 * uniform.nash_conv, 9)
    11.0
    """
    best = best_reply(game, 0, averages), best_reply(game, 1, averages)
    return Measure(iteration, play_out(game, averages), best)


class Solver:
    """A game while it is solved.

    Parameters
    ----------
    game : Game
    update : str or Update, default "dcfr"
    memory : float, default 4
        Gigabytes that the tables may take.

    Raises
    ------
    InputError
        If the tables do not fit.
    """

    def __init__(
        self, game: Game, update: str | Update = "dcfr", memory: float = DEFAULT_MEMORY
    ) -> None:
        check_memory(memory)
        needed = game.bytes / 2**30
        if needed > memory:
            raise InputError(
                _(
                    "{game}: {nodes:,} nodes and {infosets:,} information sets take {needed:.2g} GB"
                ).format(game=game.name, nodes=game.nodes, infosets=game.infosets, needed=needed),
                _("a game that fits in {memory:g} GB").format(memory=memory),
                _("fewer bets or raises"),
            )
        self.game = game
        self.update = update if isinstance(update, Update) else find_update(update)
        self.regrets, self.averages = new_tables(game), new_tables(game)
        self.iteration = 0

    def step(self) -> None:
        """Do one iteration: player 0 learns, then player 1 against what he has learnt."""
        self.iteration += 1
        factors = self.update.factors(self.iteration)
        for player in (0, 1):
            Learn(self.game, player, self.regrets, self.averages, factors).values()

    def measure(self) -> Measure:
        """Return how good the average strategies are."""
        return measure(self.game, self.averages, self.iteration)


def check_memory(memory: float) -> None:
    """Refuse an amount of memory that is none."""
    if not 0 < memory < float("inf"):
        raise InputError(f"memory {memory:g}", _("gigabytes, more than 0"), "--memory 4")


def _check_limits(target: float, iterations: int) -> None:
    if not target >= 0:
        raise InputError(f"target {target}", _("0 or more, NashConv to stop at"), "--target 0.001")
    if iterations < 1:
        raise InputError(f"iterations {iterations}", _("1 or more"), "--iterations 1000")
    check_most("iterations", iterations, ITERATIONS, "--iterations 1000")


def solve(
    game: Game,
    target: float,
    update: str | Update = "dcfr",
    iterations: int = DEFAULT_ITERATIONS,
    memory: float = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Solution:
    """Solve a game.

    Parameters
    ----------
    game : Game
    target : float
        NashConv to stop at, in the game's units.
    update : str or Update, default "dcfr"
        ``dcfr``, ``linear`` or ``plus``.
    iterations : int
        Most iterations.
    memory : float, default 4
        Gigabytes that the tables may take.
    progress : callable, optional
        Called with every `Measure`.

    Returns
    -------
    Solution

    Raises
    ------
    InputError
        If the game does not fit or a limit makes no sense.

    Examples
    --------
    >>> from musodds.solver.toys import kuhn
    >>> solved = solve(kuhn(), target=1e-4)
    >>> solved.converged, round(solved.value, 3)
    (True, -0.056)
    """
    _check_limits(target, iterations)
    solver, start = Solver(game, update, memory), time.perf_counter()
    history = _run(solver, target, iterations, progress)
    took, last = time.perf_counter() - start, history[-1]
    reached = last.nash_conv <= target
    found = solver.averages
    return Solution(game, solver.update, reached, target, last, tuple(history), found, took)


def _run(
    solver: Solver, target: float, iterations: int, progress: Progress | None
) -> list[Measure]:
    """Iterate until the target or the last iteration, and return every measure taken."""
    history, due = list[Measure](), FIRST_CHECK
    while solver.iteration < iterations:
        solver.step()
        if solver.iteration < min(due, iterations):
            continue
        history.append(solver.measure())
        if progress is not None:
            progress(history[-1])
        if history[-1].nash_conv <= target:
            break
        due = max(due + FIRST_CHECK, int(CHECK_GROWTH * solver.iteration))
    return history


def to_history(history: tuple[Measure, ...]) -> list[dict[str, Any]]:
    """Return the JSON form of a history."""
    return [{"iteration": m.iteration, "value": m.value, "nash_conv": m.nash_conv} for m in history]
