"""``musodds rounds``."""

from __future__ import annotations

from typing import Any

import click

from ..setup import DEFAULT_ROUNDS, make_setup
from .options import announce_compiling, formatted, ruled, styled


@click.command("rounds")
@ruled
@styled
@click.option("--max-rounds", type=int, default=DEFAULT_ROUNDS, show_default=True)
@click.option("--deals", type=int, default=500_000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--players", type=int, default=4, show_default=True, help="2, 4 or 6, in two camps.")
@formatted
def command(rules: Any, players: int, form: str, **sampling: Any) -> None:
    """Say how many rounds of mus a table plays, and how much better hands are after each.

    \b
    musodds rounds
    musodds rounds --style cut:0.30,0.35,0.35,0.50 --rules ffm
    """
    from ..rounds import play_rounds
    from .render import emit
    from .rounds_sheets import rounds_report

    make_setup(**sampling)  # refuses before anything is compiled
    announce_compiling("rounds")
    found = play_rounds(rules, players, **sampling)
    emit(form, lambda: rounds_report(found))
