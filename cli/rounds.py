"""``musodds rounds``."""

from __future__ import annotations

from typing import Any

import click

from ..errors import InputError
from .options import announce_compiling, formatted, ruled, sampling


@click.command("rounds")
@ruled
@sampling
@click.option("--players", type=int, default=4, show_default=True, help="2, 4 or 6, in two camps.")
@formatted
def command(rules: Any, setup: Any, players: int, form: str) -> None:
    """Say how many rounds of mus a table plays, and how much better hands are after each.

    \b
    musodds rounds
    musodds rounds --style cut:0.30,0.35,0.35,0.50 --rules ffm
    """
    from dataclasses import asdict

    from ..rounds import play_rounds
    from .phase_reports import rounds_report
    from .render import emit

    if setup.has_goal:
        raise InputError("--se or --time", "a number of deals", "--deals 500000")
    announce_compiling("rounds")
    given = asdict(setup) | {"style": setup.style}
    emit(form, rounds_report(play_rounds(rules, players, **given)))
