"""The local best response: a deviator who needs no training, and a second lower bound.

At every decision he does what is worth most if everybody, himself included, plays the strategy
from the next decision on; where nothing is clearly better he does as the strategy. What a move is
worth is the mean over walks in which all four play the strategy, weighed by the chances that the
others, and he himself in the earlier lances, get there. So each of his moves looks one step ahead,
though he makes them at all decisions. What is clearly better is what exceeds the strategy's own
value by so many standard errors; how many is chosen on deals of their own, and the result valued
on fresh ones.
"""

from __future__ import annotations

import numpy as np

from ...jit import Arr
from .game import layout
from .memory import projection
from .mus_walk import iterate, new_mus_work
from .quality import (
    BATCH,
    CHOSEN_BY,
    NOTHING,
    TRAINED_BY,
    VALUED_BY,
    Effort,
    Gain,
    PairedDeals,
)
from .stakes import new_lines
from .strategy import Strategy, lift
from .train import Method
from .work import Tables, new_work

BATCHES = 10  # of walks; how they differ tells the standard errors
SIGMAS = (1.0, 2.0, 3.0)
_NO_SEED, _NO_VALUES = np.uint64(0), np.zeros(0)


def advantages(
    strategy: Strategy, seat: int, kind: str, walks: int, seed: int
) -> tuple[Arr, Arr, Arr]:
    """Return what each move of a seat is worth above the strategy, everybody playing it after.

    Parameters
    ----------
    strategy : Strategy
    seat : int
    kind : str
        What the seat remembers.
    walks, seed : int

    Returns
    -------
    table, sums, errors : ndarray of float32
        The strategy with that memory; for each of its numbers what the move is worth above it,
        summed over walks and weighed by the chance to get there; and standard errors.
    """
    game, fixed = strategy.game, strategy.as_chances()
    own, theirs, table = layout(game, kind), layout(game, strategy.memory), lift(fixed, kind)
    part, sums, squares = (np.zeros_like(table) for _ in range(3))
    down = projection(kind, strategy.memory)
    tables = Tables(table, fixed.table, part, own, theirs, down, np.int64(1 << seat))
    method = Method(linear=False, average="none")
    options = method.options(game.ordago)._replace(apart=True)
    work, more = new_work(game, own), new_mus_work(game, strategy.mus, own, theirs)
    work.rng[0], lines = np.uint64(seed), new_lines(game)
    for _ in range(BATCHES):
        part[:] = 0
        iterate(
            game.deck, game.trees, strategy.mus, tables, options, work, more,
            np.array([seat]), 0, walks // BATCHES, _NO_SEED, _NO_VALUES, lines,
        )  # fmt: skip
        sums += part
        squares += part * part
    spread = np.maximum(squares - sums * sums / BATCHES, 0)
    return table, sums, np.sqrt(spread * np.float32(BATCHES / (BATCHES - 1)))


def improved(strategy: Strategy, kind: str, told: tuple[Arr, Arr, Arr], sigmas: float) -> Arr:
    """Return the table that makes the best move wherever it is better by so many errors."""
    table, sums, errors = told
    made = Strategy(strategy.game, kind, table.copy(), strategy.mus)
    above = Strategy(strategy.game, kind, sums, strategy.mus).decisions()
    about = Strategy(strategy.game, kind, errors, strategy.mus).decisions()
    for (rows, _), (gains, _), (doubts, _) in zip(made.decisions(), above, about, strict=True):
        best = gains.argmax(-2)[..., None, :]
        gain, doubt = (np.take_along_axis(x, best, -2) for x in (gains, doubts))
        pure = np.arange(rows.shape[-2])[:, None] == best
        rows[:] = np.where((gain > 0) & (gain > sigmas * doubt), pure, rows)
    return made.table


def local_gain(
    strategy: Strategy, seat: int, kind: str | None = None, effort: Effort | None = None
) -> Gain:
    """Measure what a seat gains by the local best response.

    Parameters
    ----------
    strategy : Strategy
    seat : int
    kind : str, optional
        What the seat remembers; as the strategy by default.
    effort : Effort, optional
        Moves are valued by as many walks as others are trained for at most.

    Returns
    -------
    Gain
        Its ``settled`` says that there was no training to double.
    """
    kind, effort = kind or strategy.memory, effort or Effort()
    walks = effort.iterations * 2**effort.doublings
    told = advantages(strategy, seat, kind, walks, effort.seed + TRAINED_BY + BATCH)
    test = PairedDeals(strategy, (seat,), kind, effort.deals // 4, effort.seed + CHOSEN_BY)
    tried = {k: test.gain(improved(strategy, kind, told, k)).tantos for k in SIGMAS}
    best = max(SIGMAS, key=lambda k: tried[k])
    gain = NOTHING
    if tried[best] > 0:
        fresh = PairedDeals(strategy, (seat,), kind, effort.deals, effort.seed + VALUED_BY)
        gain = fresh.gain(improved(strategy, kind, told, best))
    return Gain((seat,), kind, gain, walks, ((walks, tried[best]),), True)
