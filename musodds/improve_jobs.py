"""Scores near the end solved anew as jobs, for several processes or machines (`jobs`).

A score is a job, and those of one total of both pairs are a layer. What a job finds depends on its
argument and the strategy that heeds no score, and not on who does it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from .crew import check_crew
from .equity import Equity, equity_of
from .equity_jobs import Table, loaded, sample_with
from .equity_table import BATCHES
from .improve import Plan, Score, ScoreJob, ScoreResult, check, descend, solve_score
from .induction import Hands
from .job_journal import Journal
from .jobs import Crew, Found, run_layers
from .rules import Rules
from .solver.four.payments import Plan as PlayPlan
from .strategies import strategy_file

LINEAR = 6  # hands by the strategy that heeds no score, for each of one score


def solve_there(job: ScoreJob, table: Table) -> dict[str, Any]:
    """Solve a score from the strategy that was sent; return its hands as plain data."""
    return solve_score(job, loaded(table)).hands._asdict()


def improved_table(
    table: tuple[Rules, str],
    scores: Iterable[Score],
    plan: Plan,
    crew: Crew,
    journal: str | Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Equity:
    """Play the hands of a table of equity, then solve some scores anew; all by whoever is free.

    Parameters
    ----------
    table : (Rules, str)
        With the style whose strategy all play elsewhere.
    scores, plan, crew, journal
        As in `improve_with`; six times the hands of the plan are played for the other scores.
    progress : callable, optional
        Called with the share of the layers of jobs that is done.
    """
    rules, style = table
    wanted = sorted(set(scores))
    check(wanted, plan, rules.target)
    layers = 1 + len({sum(score) for score in wanted})

    def told(share: float, first: int = 0, many: int = 1) -> None:
        if progress is not None:
            progress((first + share * many) / layers)

    each = plan.hands * LINEAR // BATCHES
    hands = sample_with(table, PlayPlan(each, BATCHES, plan.seed), crew, journal, told)
    equity = equity_of(rules, style, plan.seed, hands)
    return improve_with(
        equity, wanted, plan, crew, journal, hands, partial(told, first=1, many=layers - 1)
    )


def improve_with(
    equity: Equity,
    scores: Iterable[Score],
    plan: Plan,
    crew: Crew,
    journal: str | Path | None = None,
    linear: Hands | None = None,
    progress: Callable[[float], None] | None = None,
) -> Equity:
    """Return the chances as `improve.improve`, each score solved by whoever is free.

    Parameters
    ----------
    equity : Equity
        Under strategies that do not heed the score.
    scores : iterable of tuple of int
        Of the mano's pair and of the other one.
    plan : Plan
    crew : Crew
        Who does them; the chances are the same to the last bit.
    journal : path, optional
        Keeps the scores that are finished.
    linear : Hands, optional
        Those that ``equity`` was made of; played again by default.
    progress : callable, optional
        Called with the share that is done.

    Raises
    ------
    InputError
        If there is no such score, or the crew or the journal cannot be used.
    """
    check_crew(*crew)
    wanted = sorted(set(scores))
    check(wanted, plan, equity.target)
    given = Table(equity.rules, strategy_file(equity.rules, equity.style, plan.rounds))
    kept = None
    if journal is not None:
        digest = hashlib.sha256(given.strategy).hexdigest()
        kept = Journal(journal, {"rules": equity.rules.to_dict(), "strategy": digest})
    descent, asked = descend(equity, wanted, plan, linear=linear), list[list[ScoreJob]]()

    def layer(found: Found) -> list[ScoreJob]:
        asked.append(descent.send(results_of(asked, found)) if asked else next(descent))
        return asked[-1]

    totals = {sum(score) for score in wanted}
    layers: list[Callable[[Found], list[ScoreJob]]] = [layer] * len(totals)
    found = run_layers(
        solve_there, layers, common=given, journal=kept, progress=progress, **crew._asdict()
    )
    try:
        descent.send(results_of(asked, found)) if asked else next(descent)
    except StopIteration as end:
        better: Equity = end.value
        return better
    raise AssertionError("more totals than scores have")


def results_of(asked: list[list[ScoreJob]], found: Found) -> list[ScoreResult]:
    """Return what the last layer of jobs found."""
    pairs = zip(asked[-1], found[-1], strict=True)
    return [ScoreResult(job.score, Hands(**hands)) for job, hands in pairs]
