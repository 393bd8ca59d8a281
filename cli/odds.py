"""``musodds odds``."""

from __future__ import annotations

from typing import Any

import click

from .batch import Batched
from .options import announce_compiling, evidence, formatted, question, styled, table


@click.command("odds", cls=Batched)
@question
@table
@styled
@evidence
@click.option("--joint", is_flag=True, help="Who wins which lances together, and the tantos.")
@click.option("--explain", "why", is_flag=True, help="What each piece of evidence moves.")
@formatted
def command(
    asked: Any, deals: int, seed: int, style: str, evidence: Any, joint: bool, why: bool, form: str
) -> None:
    """Give the odds of HAND in the five lances, given what has been seen at the table.

    Exact for four players, for one against one and for three each for himself; sampled, with
    standard errors, at larger tables and where five cards are dealt.

    
    musodds odds RRCA
    musodds odds "R R S 6" --partner R74A --seat mano
    musodds odds RR4A --pares segundo=si --juego postre=no --sena tercero=duples --explain
    musodds odds RRCA --players 6 --seat cuarto
    """
    from ..exact import count_odds, explain, is_countable
    from .render import emit
    from .reports import odds_report

    if evidence.items or joint:
        announce_compiling("joint")
        found = count_odds(asked, evidence=evidence)
    else:
        if not is_countable(asked):
            announce_compiling("crowd")
        elif asked.partner is not None:
            announce_compiling("counting")
        found = count_odds(asked, deals, seed)
    explained = explain(found) if why else []
    emit(form, lambda: odds_report(found, explained, joint))
