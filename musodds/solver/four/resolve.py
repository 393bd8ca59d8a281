"""Solve the hand anew at a score, from a strategy that does not heed the score."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from ...estimate import Estimate
from ...rules import Rules
from .cross import Cross, Run
from .lock import NO_LOCK, Lock
from .measure import PAIRS, measure
from .quality import CHOSEN_BY, Effort, PairedDeals, self_play
from .solution import Solution, quantised
from .solve import Progress, Until, beside, train_until
from .stakes import Stakes, at_score
from .strategy import Strategy
from .train import Method, Training
from .visits import count_visits

# regrets to begin with: enough to start near the strategy, forgotten by the first per cent or so
WARM = 1e2
# now and then a sampled seat moves at random: what nobody would do there has a good answer too
METHOD = Method(tremble=0.02)
MEASURED = ("own", "local")
# deviators begin with as little as of the linear game; one gains enough at a tenth of a per cent
ATTEMPTS, ENOUGH = ((True, 1e2), (False, 2e3)), 0.001
_LEVEL = Estimate(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is done for a score.

    Attributes
    ----------
    iterations, seed : int
    effort : Effort
        How hard deviators are looked for.
    method : Method
    workers : int
        Processes that share the measuring.
    """

    iterations: int = 1_000_000
    seed: int = 1
    effort: Effort = field(default_factory=lambda: effort_at_score(50_000))
    method: Method = METHOD
    workers: int = 1


def effort_at_score(iterations: int, seed: int = 1) -> Effort:
    """Return an effort in keeping with gains that are chances of winning."""
    return replace(Effort.of(iterations, seed), enough=ENOUGH, attempts=ATTEMPTS)


def under(strategy: Strategy, rules: Rules) -> Strategy:
    """Return the same strategy by rules that differ in nothing that the linear game reads."""
    return replace(strategy, game=replace(strategy.game, rules=rules))


def with_stakes(strategy: Strategy, stakes: Stakes | None) -> Strategy:
    """Return the same strategy, played for the chance of winning at a score."""
    return replace(strategy, game=at_score(strategy.game, stakes))


def train_at_score(
    start: Strategy,
    stakes: Stakes,
    budget: Budget,
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
    lock: Lock = NO_LOCK,
) -> Training:
    """Train from a strategy at a score, going on from a checkpoint if there is one.

    Parameters
    ----------
    start : Strategy
        What is played to begin with.
    stakes : Stakes
    budget : Budget
    checkpoint : str or Path, optional
    progress : callable, optional
    lock : Lock
    """
    game, memory = at_score(start.game, stakes), start.memory
    training = Training(game, memory, budget.seed, budget.method, mus=start.mus, lock=lock)
    training.begin_with(start.as_chances().table, WARM)
    train_until(training, Until(budget.iterations, progress), checkpoint)
    return training


def solve_at_score(
    start: Strategy,
    stakes: Stakes,
    style: str,
    budget: Budget | None = None,
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
    lock: Lock = NO_LOCK,
) -> Solution:
    """Train from a strategy at a score, and measure what is left to be gained there.

    Parameters
    ----------
    start : Strategy
        What is played to begin with: that of the linear regime.
    stakes : Stakes
    style : str
        How the table cuts, as in `solve.solve`.
    budget : Budget, optional
    checkpoint : str or Path, optional
        Written now and then; where it exists training goes on from it.
    progress : callable, optional
    lock : Lock

    Returns
    -------
    Solution
        Quantised. All that its quality tells is in chances of winning the game.
    """
    budget = budget or Budget()
    training = train_at_score(start, stakes, budget, checkpoint, progress, lock)
    strategy = quantised(Strategy.of(training), lock)
    effort, done = budget.effort, training.done
    del training
    mano = self_play(strategy, effort.deals, effort.seed)
    cross = Cross((Run(budget.seed, done),), ((_LEVEL,),), ((mano,),), effort.deals)
    journal = None if checkpoint is None else beside(checkpoint, ".gains.jsonl")
    quality = measure(strategy, done, cross, effort, budget.workers, journal, kinds=MEASURED)
    visits, _ = count_visits(strategy, done, effort.hands, effort.seed)
    made = style, budget.seed, done
    return Solution(strategy, *made, quality, visits, lock, budget.method)


def gain_over(
    before: Strategy, after: Strategy, deals: int = 100_000, seed: int = 1
) -> tuple[Estimate, Estimate]:
    """Return what each pair gains if it goes over from one strategy to another one alone.

    Parameters
    ----------
    before : Strategy
        That the rivals keep to; its stakes are those of ``after``.
    after : Strategy
    deals, seed : int

    Returns
    -------
    tuple of Estimate
        Of the mano's pair and of the other one, in chances of winning the game.
    """
    plain = with_stakes(before, after.game.stakes)
    mano, other = (
        PairedDeals(plain, pair, after.memory, deals, seed + CHOSEN_BY).gain(after.table)
        for pair in PAIRS
    )
    return mano, other
