"""``musodds odds``."""

from __future__ import annotations

from typing import Any

import click

from .options import announce_compiling, formatted, question


@click.command("odds")
@question
@formatted
def command(asked: Any, form: str) -> None:
    """Give the odds of HAND in the five lances, exactly.

    \b
    musodds odds RRCA
    musodds odds "R R S 6" --partner R74A --seat mano
    """
    from ..exact import count_odds
    from .render import emit
    from .reports import odds_report

    if asked.partner is not None:
        announce_compiling("counting")
    emit(form, odds_report(count_odds(asked)))
