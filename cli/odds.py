"""``musodds odds``."""

from __future__ import annotations

from typing import Any

import click

from .options import announce_compiling, formatted, question, table


@click.command("odds")
@question
@table
@formatted
def command(asked: Any, deals: int, seed: int, form: str) -> None:
    """Give the odds of HAND in the five lances.

    Exact for four players, for one against one and for three each for himself; sampled, with
    standard errors, at larger tables and where five cards are dealt.

    
    musodds odds RRCA
    musodds odds "R R S 6" --partner R74A --seat mano
    musodds odds RRCA --players 6 --seat cuarto
    """
    from ..exact import count_odds, is_countable
    from .render import emit
    from .reports import odds_report

    if not is_countable(asked):
        announce_compiling("crowd")
    elif asked.partner is not None:
        announce_compiling("counting")
    emit(form, odds_report(count_odds(asked, deals, seed)))
