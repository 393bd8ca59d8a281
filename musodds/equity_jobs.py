"""The hands of a table of equity as jobs, for several processes or machines (`jobs`).

A job is some streams of cards; their hands are the same whoever plays them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from .crew import check_crew
from .induction import Hands, put_together
from .job_journal import Journal
from .jobs import Crew, run
from .rules import Rules
from .solver.four.payments import Plan, sample_part
from .solver.four.strategy import Strategy
from .strategies import strategy_file

STREAMS = 10  # of a job: some seconds


class Table(NamedTuple):
    """By what the hands are played.

    Attributes
    ----------
    rules : Rules
        They may pay in another order than those that the strategy was solved by.
    strategy : bytes
        Its file.
    """

    rules: Rules
    strategy: bytes


class Streams(NamedTuple):
    """A job: streams of cards from the first one on, without the last."""

    plan: Plan
    first: int
    last: int


def at_table(strategy: Strategy, rules: Rules) -> Strategy:
    """Return a strategy as it is played under rules that pay in another order.

    A strategy serves many rules (`same_game`); those in its file need not be the ones asked for.
    """
    from .solver.four.game import game_of

    game = strategy.game
    return replace(strategy, game=game_of(rules, game.menu, game.ordago))


@lru_cache(maxsize=1)
def loaded(table: Table) -> Strategy:
    """Return the strategy of a table, read once."""
    from .solver.four.solution import load_solution

    return at_table(load_solution(BytesIO(table.strategy)).strategy, table.rules)


def play_streams(job: Streams, table: Table) -> dict[str, Any]:
    """Play the hands of a job; return them as plain data."""
    made = loaded(table)
    first, hands = sample_part((made, made), job.plan, job.first, job.last)
    return {"first": first, **hands._asdict()}


def sample_with(
    table: tuple[Rules, str],
    plan: Plan,
    crew: Crew,
    journal: str | Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Hands:
    """Play hands as `payments.sample_hands`, each part by whoever is free.

    Parameters
    ----------
    table : (Rules, str)
        With the style whose strategy all play.
    plan : Plan
    crew : Crew
    journal : path, optional
        Keeps the parts that are finished.
    progress : callable, optional
        Called with the share that is done.
    """
    check_crew(*crew)  # a strategy may have to be solved first
    if journal is not None:
        Journal(journal)
    rules, style = table
    given = Table(rules, strategy_file(rules, style))
    kept = None
    if journal is not None:
        digest = hashlib.sha256(given.strategy).hexdigest()
        kept = Journal(journal, {"rules": rules.to_dict(), "strategy": digest})
    streams = plan.streams
    jobs = [Streams(plan, k, min(k + STREAMS, streams)) for k in range(0, streams, STREAMS)]
    if crew.workers > 1:  # compiled here once, not by every worker
        play_streams(Streams(Plan(1, 1, 0), 0, 1), given)
    found = run(play_streams, jobs, common=given, journal=kept, progress=progress, **crew._asdict())
    parts = [(part.pop("first"), Hands(**part)) for part in found]
    return put_together(parts, plan.batches)
