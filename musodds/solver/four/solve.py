"""Solve the game of four from the rules to a measured strategy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...rules import DEFAULT_RULES, Rules, load_rules
from .game import ORDAGO_TANTOS, game_of
from .lock import NO_LOCK, Lock
from .memory import DEFAULT_MEMORY
from .menu import Menu
from .mus_game import DEFAULT_ROUNDS, EQUILIBRIUM, make_mus
from .quality import deviation_gain
from .solution import Solution, measure, quantised
from .strategy import Strategy
from .train import Method, Training

SAVE_EVERY = 500_000  # iterations between two checkpoints


def solve(
    rules: str | Rules = DEFAULT_RULES,
    style: str = EQUILIBRIUM,
    rounds: int = DEFAULT_ROUNDS,
    iterations: int = 4_000_000,
    seed: int = 1,
    target: float = 0.0,
    menu: Menu | None = None,
    memory: str = DEFAULT_MEMORY,
    method: Method | None = None,
    ordago: float = ORDAGO_TANTOS,
    checkpoint: str | Path | None = None,
    progress: Callable[[int], bool] | None = None,
    effort: int = 200_000,
    lock: Lock = NO_LOCK,
) -> Solution:
    """Train strategies of all four seats and measure them as they are kept.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    style : str, default "equilibrium"
        How the table cuts: ``equilibrium`` solves that too, ``cut:x`` and the named styles fix it.
    rounds : int, default 3
        Most rounds of mus; 0 leaves the mus phase out.
    iterations : int
        At most so many.
    seed : int
    target : float, default 0
        Stop once no seat gains more tantos by deviating alone with the same memory, checked after
        each eighth, quarter and half of the iterations.
    menu : Menu, optional
    memory : str
    method : Method, optional
    ordago : float, default 22
        Tantos of an accepted órdago.
    checkpoint : str or Path, optional
        Written now and then; where it exists training goes on from it.
    progress : callable, optional
        As in `Training.advance`.
    effort : int
        Iterations by which a deviator is trained at first.
    lock : Lock, optional
        Decisions that are given: the rest is solved against them. What a locked seat gains by
        deviating says what the lock costs it.

    Returns
    -------
    Solution
        Quantised, with its quality.
    """
    menu, method = menu or Menu(), method or Method()
    game = game_of(load_rules(rules), menu, ordago)
    mus = make_mus(game, style, rounds)
    training = Training(game, memory, seed, method, mus=mus, lock=lock)
    if checkpoint is not None and Path(checkpoint).exists():
        training.resume(checkpoint)
    for share in (8, 4, 2, 1):
        if not _train(training, iterations // share, checkpoint, progress):
            break
        if share > 1 and target > 0 and _is_good(training, target, effort):
            break
    strategy = quantised(Strategy.of(training), lock)
    quality = measure(strategy, effort, effort // 2, seed)
    return Solution(strategy, style, seed, training.done, quality, lock)


def _train(
    training: Training,
    until: int,
    checkpoint: str | Path | None,
    progress: Callable[[int], bool] | None,
) -> bool:
    """Train with a checkpoint now and then; return whether it got there."""
    while training.done < until:
        wanted = min(until, training.done + SAVE_EVERY)
        try:
            training.advance(wanted - training.done, progress)
        finally:  # also where it is interrupted
            if checkpoint is not None:
                training.save(checkpoint)
        if training.done < wanted:
            return False
    return True


def _is_good(training: Training, target: float, effort: int) -> bool:
    strategy, seed = Strategy.of(training), training.seed
    for seat in sorted({0, 1, 2, 3} - set(training.lock.seats)):
        found = deviation_gain(strategy, (seat,), None, effort, effort // 4, seed, doublings=0)
        if found.gain.tantos > target:
            return False
    return True
