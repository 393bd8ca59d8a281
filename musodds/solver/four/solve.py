"""Solve the game of four from the rules to a measured strategy.

Several runs with seeds of their own can be trained and compared; the one whose worst case against
the others is best is kept. One process does it, so that the same seed gives the same bits, also
from checkpoints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ... import limits
from ...errors import InputError
from ...lang import _
from ...rules import DEFAULT_RULES, Rules, load_rules
from .cross import Cross, Run, cross_play
from .game import ORDAGO_TANTOS, game_of
from .lock import NO_LOCK, Lock
from .measure import measure
from .memory import DEFAULT_MEMORY
from .menu import Menu
from .mus_game import DEFAULT_ROUNDS, EQUILIBRIUM, make_mus
from .quality import Effort, deviation_gain
from .solution import Solution, quantised
from .strategy import Strategy
from .train import Method, Training
from .visits import count_visits

SAVE_EVERY = 500_000  # iterations between two checkpoints
LOOKS = 8  # so often it is asked whether the target is met

Progress = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Until:
    """How far a run is trained, and what becomes of it on the way.

    Attributes
    ----------
    iterations : int
    progress : callable, optional
    target : float
        As in `solve`; 0 never stops it.
    effort : Effort
        How hard deviators are looked for to know that.
    """

    iterations: int
    progress: Progress | None
    target: float = 0.0
    effort: Effort = field(default_factory=Effort)


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
    progress: Progress | None = None,
    effort: int | Effort = 200_000,
    seeds: int = 1,
    heat: int | None = None,
    workers: int = 1,
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
        Stop once no seat gains more tantos by deviating alone with the same memory, by deviators
        whose gain no longer changes as their training is doubled (as ``effort`` has it); asked
        after each eighth of the iterations.
    menu : Menu, optional
    memory : str
    method : Method, optional
    ordago : float, default 22
        Tantos of an accepted órdago.
    checkpoint : str or Path, optional
        Written now and then; where it exists training goes on from it. Runs that are compared
        have files of their own beside it, and the gains measured are kept in another.
    progress : callable, optional
        As in `Training.advance`.
    effort : int or Effort
        How hard deviators are looked for; a number is that of a deviator's first iterations.
    seeds : int, default 1
        Runs that are trained, with ``seed`` and those after it; the one whose worst case against
        the others is best is kept.
    heat : int, optional
        Iterations after which runs are compared; only the one chosen is trained to the end. By
        default all of them are.
    workers : int, default 1
        Processes that share the measuring; what is found does not depend on their number.
    lock : Lock, optional
        Decisions that are given: the rest is solved against them. What a locked seat gains by
        deviating says what the lock costs it.

    Returns
    -------
    Solution
        Quantised, with its quality.
    """
    if seeds < 1:
        raise InputError(_("{seeds} seeds").format(seeds=seeds), _("1 or more"), "5")
    if heat is not None and heat < 1:
        raise InputError(
            _("heat of {heat} iterations").format(heat=heat), _("1 or more"), "1000000"
        )
    limits.check_most("seeds", seeds, limits.SEEDS, "--seeds 5")
    limits.check_most("iterations", iterations, limits.ITERATIONS, "--iterations 8000000")
    menu, method = menu or Menu(), method or Method()
    game = game_of(load_rules(rules), menu, ordago)
    mus = make_mus(game, style, rounds)
    if not isinstance(effort, Effort):
        effort = Effort.of(effort, seed)
    runs = [Training(game, memory, seed + k, method, mus=mus, lock=lock) for k in range(seeds)]
    whole = Until(iterations, progress, target, effort)
    journal = None if checkpoint is None else beside(checkpoint, ".gains.jsonl")
    if seeds == 1:
        train_until(runs[0], whole, checkpoint)
        return finish(runs, style, effort, workers, None, journal)
    first = whole if heat is None else Until(min(heat, iterations), progress)
    runs, going = _train_all(runs, first, checkpoint)
    if heat is None or heat >= iterations:
        return finish(runs, style, effort, workers, None, journal)
    cross = compare(runs, effort)
    best = runs[cross.best]
    del runs
    if going:
        if checkpoint is not None and Path(checkpoint).exists():
            best.resume(checkpoint)
        train_until(best, whole, checkpoint)
    return finish([best], style, effort, workers, cross, journal)


def finish(
    runs: Sequence[Training],
    style: str,
    effort: Effort | None = None,
    workers: int = 1,
    cross: Cross | None = None,
    journal: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Choose among trained runs, quantise the one that is kept, and measure it.

    Parameters
    ----------
    runs : sequence of Training
        Of one game, with seeds of their own.
    style : str
        How the table cuts, as in `solve`.
    effort : Effort, optional
    workers : int, default 1
        Processes that share the measuring.
    cross : Cross, optional
        How the runs were chosen before, where they are not compared now; then there is one run.
    journal, progress
        As in `measure.measure`.

    Returns
    -------
    Solution
        To be kept by `solution.save_solution`.
    """
    effort = effort or Effort()
    if cross is None:
        cross = compare(runs, effort)
        best = runs[cross.best]
    else:
        (best,) = runs
    strategy = quantised(Strategy.of(best), best.lock)
    quality = measure(strategy, best.done, cross, effort, workers, journal, progress)
    visits, _ = count_visits(strategy, best.done, effort.hands, effort.seed)
    made = style, best.seed, best.done
    return Solution(strategy, *made, quality, visits, best.lock, best.method)


def compare(runs: Sequence[Training], effort: Effort | None = None) -> Cross:
    """Let every two runs play each other, as they would be kept.

    Parameters
    ----------
    runs : sequence of Training
    effort : Effort, optional
        A quarter of its hands are dealt for each two runs.
    """
    effort = effort or Effort()
    made = [quantised(Strategy.of(run), run.lock) for run in runs]
    told = [Run(run.seed, run.done) for run in runs]
    return cross_play(made, told, max(effort.hands // 4, 2), effort.seed)


def _train_all(
    runs: list[Training], until: Until, checkpoint: str | Path | None
) -> tuple[list[Training], bool]:
    """Train runs one after another; return those begun, and whether nobody said stop."""
    for i, run in enumerate(runs):
        path = None
        if checkpoint is not None:
            path = beside(checkpoint, f".{run.seed}{Path(checkpoint).suffix}")
        if not train_until(run, until, path):
            return runs[: i + 1], False
    return runs, True


def beside(checkpoint: str | Path, suffix: str) -> Path:
    """Return the path of a file that goes with a checkpoint."""
    return Path(checkpoint).with_suffix(suffix)


def train_until(training: Training, until: Until, checkpoint: str | Path | None) -> bool:
    """Train from a checkpoint if there is one; return whether nobody said stop."""
    if checkpoint is not None and Path(checkpoint).exists() and training.done == 0:
        training.resume(checkpoint)
    for look in range(1, LOOKS + 1):
        to = until.iterations * look // LOOKS
        if training.done > to:
            continue  # it was asked before this was interrupted
        if not _advance(training, to, checkpoint, until.progress):
            return False
        if until.target > 0 and look < LOOKS and _is_good(training, until):
            break
    return True


def _advance(
    training: Training, to: int, checkpoint: str | Path | None, progress: Progress | None
) -> bool:
    """Train with a checkpoint now and then; return whether nobody said stop."""
    going = True

    def ask(done: int) -> bool:
        nonlocal going
        going = progress is None or progress(done)
        return going

    while going and training.done < to:
        try:
            training.advance(min(to - training.done, SAVE_EVERY), ask)
        finally:  # also where it is interrupted
            if checkpoint is not None:
                training.save(checkpoint)
    return going


def _is_good(training: Training, until: Until) -> bool:
    """Return whether no seat gains more than the target: at a glance, then in earnest.

    A deviator whose gain still grows as his training is doubled, or who loses, proves nothing.
    """
    strategy = quantised(Strategy.of(training), training.lock)
    quick = replace(until.effort, doublings=0, deals=until.effort.deals // 2)
    for effort in (quick, until.effort):
        for seat in sorted({0, 1, 2, 3} - set(training.lock.seats)):
            found = deviation_gain(strategy, (seat,), None, effort)
            if found.gain.tantos > until.target or not (found.settled or effort is quick):
                return False
    return True
