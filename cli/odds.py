"""``musodds odds``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import announce_compiling, question

if TYPE_CHECKING:
    from ..rules import Rules


@click.command("odds")
@question
def command(hand: str, seat: str, rules: Rules, partner: str | None, form: str) -> None:
    """Give the odds of HAND in the five lances, exactly.

    \b
    musodds odds RRCA
    musodds odds "R R S 6" --partner R74A --seat mano
    """
    from ..exact import odds
    from .render import Report, emit, signed
    from .sheets import UNITS, about, odds_note, odds_sheet, odds_why

    if partner is not None:
        announce_compiling("counting")
    found = odds(hand, seat, rules, partner)
    sheet = odds_sheet(found)
    emit(
        form,
        found,
        lambda: Report(
            f"{signed(found.paso_ev)} tantos in paso   {about(found.asked)}",
            [odds_why(found)],
            [sheet],
            [odds_note(found), UNITS],
        ),
        [sheet],
    )
