"""Chances of winning the game where near its end everybody heeds the score.

At some scores the hand is solved anew with the chance of winning as payoff; elsewhere everybody
plays as the linear regime has it. Each score needs those of higher totals only, since every hand
pays something: the scores of one total (an anti-diagonal) do not need each other, and one pass
down from the target is enough.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import limits
from .equity import Equity, check_score
from .equity_table import BATCHES
from .errors import InputError
from .induction import WE_WIN, Hands, induct_score, induct_totals, unknown
from .jit import Arr
from .lang import _
from .rules import Rules

if TYPE_CHECKING:
    from .solver.four.strategy import Strategy

Score = tuple[int, int]
HANDS = 1_000_000
ITERATIONS = 500_000


@dataclass(frozen=True, slots=True, eq=False)
class ScoreJob:
    """One score to be solved; it can be pickled.

    Attributes
    ----------
    rules : Rules
    style : str
    score : tuple of int
        Of the mano's pair and of the other one.
    won : ndarray of float32, shape (target, target)
        Chance that the mano's pair wins; that after the hand counts, and nothing else.
    iterations, hands, seed : int
        Of the training; to be played, in 20 batches; of both.
    rounds : int
        Most rounds of mus.
    folder : str
        Where the training goes on from if it was interrupted; empty if it is not kept.
    """

    rules: Rules
    style: str
    score: Score
    won: Arr
    iterations: int = ITERATIONS
    hands: int = HANDS
    seed: int = 1
    rounds: int = 3
    folder: str = ""

    def key(self) -> str:
        """Return a name for all that the result depends on."""
        from .solver.four.menu import Menu
        from .solver.four.same_game import game_key
        from .solver.four.stakes import Stakes
        from .strategies import ORDAGO

        stakes = Stakes(*self.score, self.won)
        about: dict[str, Any] = game_key(
            self.rules, Menu(), ORDAGO, self.style, self.rounds, stakes=stakes
        )
        about |= {"iterations": self.iterations, "hands": self.hands, "seed": self.seed}
        digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()
        return f"{self.score[0]}-{self.score[1]}-{digest[:16]}"


@dataclass(frozen=True, slots=True, eq=False)
class ScoreResult:
    """What became of a job: how the hands are paid that its strategy plays.

    Attributes
    ----------
    score : tuple of int
    hands : Hands
    """

    score: Score
    hands: Hands


def solve_score(job: ScoreJob, start: Strategy | None = None) -> ScoreResult:
    """Solve the hand at a score and play it: the unit of work, the same wherever it is done.

    Parameters
    ----------
    job : ScoreJob
    start : Strategy, optional
        The strategy that heeds no score; that of the job's style by default.
    """
    from .solver.four.payments import sample_hands
    from .solver.four.resolve import Budget, train_at_score, under
    from .solver.four.solution import quantised
    from .solver.four.stakes import Stakes
    from .solver.four.strategy import Strategy
    from .strategies import find_strategy

    if start is None:
        start = find_strategy(job.rules, job.style, job.rounds).strategy
    start = under(start, job.rules)
    stakes, part = Stakes(*job.score, job.won), None
    if job.folder:
        part = Path(job.folder) / f"{job.key()}.part.npz"
    training = train_at_score(start, stakes, Budget(job.iterations, job.seed), part)
    made = quantised(Strategy.of(training))
    played = sample_hands(made, made, job.hands // BATCHES, BATCHES, job.seed)
    if part is not None:
        part.unlink(missing_ok=True)
    return ScoreResult(job.score, played)


def near_the_end(target: int, tantos: int) -> list[Score]:
    """Return the scores at which both pairs have so few tantos to go.

    Examples
    --------
    >>> near_the_end(40, 2)
    [(38, 38), (38, 39), (39, 38), (39, 39)]
    """
    some = range(max(target - tantos, 0), target)
    return [(a, b) for a in some for b in some]


Spread = Callable[[Sequence[ScoreJob]], Iterable[ScoreResult]]


def _one_by_one(jobs: Sequence[ScoreJob]) -> Iterable[ScoreResult]:
    return map(solve_score, jobs)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done at each score.

    Attributes
    ----------
    iterations, hands : int
        Of its training, and played by what that found.
    seed, rounds : int
    """

    iterations: int = ITERATIONS
    hands: int = HANDS
    seed: int = 1
    rounds: int = 3


Descent = Generator[list[ScoreJob], list[ScoreResult], Equity]


def descend(
    equity: Equity,
    scores: Iterable[Score],
    plan: Plan,
    folder: str = "",
    linear: Hands | None = None,
) -> Descent:
    """Go down from the target, asking for the jobs of one anti-diagonal after another.

    Yields lists of jobs that do not need each other, is sent their results in that order, and
    returns the chances from every score.

    Parameters
    ----------
    equity, scores, folder, linear
        As in `improve`.
    plan : Plan

    Raises
    ------
    InputError
        If there is no such score, or there are fewer hands than batches.
    """
    target, wanted = equity.target, sorted(set(scores))
    check(wanted, plan, target)
    if len(equity.endings) != 1 + BATCHES:
        raise InputError(
            _("{batches} batches").format(batches=len(equity.endings) - 1),
            str(BATCHES),
            "sample_equity()",
        )
    lowest = min((sum(score) for score in wanted), default=2 * target)
    linear = linear or _linear_hands(equity)
    endings = unknown(1 + BATCHES, target)
    for total in range(2 * target - 2, lowest - 1, -1):
        at = [score for score in wanted if sum(score) == total]
        if at:
            more = plan.iterations, plan.hands, plan.seed, plan.rounds, folder
            won = _won(endings)
            for result in (
                yield [ScoreJob(equity.rules, equity.style, score, won, *more) for score in at]
            ):
                induct_score(result.hands, endings, result.score)
        induct_totals(linear, endings, total, total)
    induct_totals(linear, endings, lowest - 1, 0)
    return replace(equity, endings=endings, solved=tuple(wanted))


def check(scores: Iterable[Score], plan: Plan, target: int) -> None:
    """Refuse what cannot be improved, before any work.

    Raises
    ------
    InputError
    """
    if plan.hands < BATCHES:
        raise InputError(
            _("{hands} hands for each score").format(hands=plan.hands),
            _("{least} or more").format(least=BATCHES),
            str(HANDS),
        )
    if plan.iterations < 1:
        raise InputError(
            _("{iterations} iterations").format(iterations=plan.iterations),
            _("1 or more"),
            "--iterations 500000",
        )
    limits.check_most("hands", plan.hands, limits.KEPT_HANDS, "--hands 6000000")
    limits.check_most("iterations", plan.iterations, limits.ITERATIONS, "--iterations 500000")
    for score in scores:
        check_score(*score, target)


def improve(
    equity: Equity,
    scores: Iterable[Score],
    iterations: int = ITERATIONS,
    hands: int = HANDS,
    folder: str | Path | None = None,
    seed: int = 1,
    rounds: int = 3,
    spread: Spread = _one_by_one,
    linear: Hands | None = None,
) -> Equity:
    """Return the chances from every score, the hand being solved anew at some of them.

    Parameters
    ----------
    equity : Equity
        Under strategies that do not heed the score: its rules, style, seed and hands.
    scores : iterable of tuple of int
        Of the mano's pair and of the other one.
    iterations, hands : int
        Of each score's training, and played by what it found.
    folder : str or Path, optional
        Keeps what is found score by score: what is there is not done again.
    seed, rounds : int
    spread : callable, optional
        Does the jobs of one anti-diagonal, which do not need each other: given the list of them
        it returns or yields their results in that order. By default one after another.
    linear : Hands, optional
        Those that ``equity`` was made of; played again by default.

    Returns
    -------
    Equity

    Raises
    ------
    InputError
        If there is no such score, or there are fewer hands than batches.
    """
    plan = Plan(iterations, hands, seed, rounds)
    descent = descend(equity, scores, plan, str(folder or ""), linear)
    results: list[ScoreResult] | None = None
    while True:
        try:
            jobs = next(descent) if results is None else descent.send(results)
        except StopIteration as end:
            found: Equity = end.value
            return found
        results = _results(jobs, folder, spread)


def _linear_hands(equity: Equity) -> Hands:
    from .solver.four.payments import sample_hands
    from .solver.four.resolve import under
    from .strategies import find_strategy

    made = under(find_strategy(equity.rules, equity.style).strategy, equity.rules)
    return sample_hands(made, made, equity.hands // BATCHES, BATCHES, equity.seed)


def _won(endings: Arr) -> Arr:
    """Return the chance of the mano's pair; an even one where it is not known, nor asked for."""
    won = endings[0, ..., WE_WIN:].sum(-1)
    return np.where(np.isnan(won), 0.5, won).astype(np.float32)


def _results(
    jobs: Sequence[ScoreJob], folder: str | Path | None, spread: Spread
) -> list[ScoreResult]:
    """Return the results of jobs, those in the folder as they are."""
    if folder is None:
        return list(spread(jobs))
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    paths = [place / f"{job.key()}.npz" for job in jobs]
    missing = [(job, path) for job, path in zip(jobs, paths, strict=True) if not path.exists()]
    results = spread([job for job, _ in missing]) if missing else ()
    for result, (__, path) in zip(results, missing, strict=True):
        _keep(path, result)
    return [_kept(job, path) for job, path in zip(jobs, paths, strict=True)]


def _keep(path: Path, result: ScoreResult) -> None:
    from .solver.four.files import write_arrays

    hands = result.hands
    told = {"score": list(result.score)}
    write_arrays(path, told, paid=hands.paid, ordago=hands.ordago, counts=hands.counts)


def _kept(job: ScoreJob, path: Path) -> ScoreResult:
    from .solver.four.files import read_arrays

    _, arrays = read_arrays(path)
    return ScoreResult(job.score, Hands(arrays["paid"], arrays["ordago"], arrays["counts"]))
