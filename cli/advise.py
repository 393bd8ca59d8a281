"""``musodds advise``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import announce_compiling, question, sampling

if TYPE_CHECKING:
    from ..rules import Rules


@click.command("advise")
@question
@sampling
def command(
    hand: str,
    seat: str,
    rules: Rules,
    partner: str | None,
    form: str,
    style: str,
    max_rounds: int,
    deals: int,
    seed: int,
) -> None:
    """Say whether to cut mus with HAND, what to throw if not, and why.

    \b
    musodds advise RRCA --seat mano
    musodds advise 7654 --seat postre --rules ffm
    """
    from ..advise import advise_hand
    from .render import Report, emit
    from .sheets import (
        choice_lines,
        choice_notes,
        choice_sheet,
        discard_sheet,
        headline,
        odds_note,
        odds_sheet,
        odds_why,
    )

    announce_compiling("trials")
    advice = advise_hand(
        hand,
        seat,
        rules,
        partner=partner,
        style=style,
        deals=deals,
        max_rounds=max_rounds,
        seed=seed,
    )
    choice, lances = advice.choice, odds_sheet(advice.odds)
    emit(
        form,
        advice,
        lambda: Report(
            headline(choice),
            [*choice_lines(choice), odds_why(advice.odds)],
            [lances, choice_sheet(choice), discard_sheet(advice.ranking, 5)],
            [odds_note(advice.odds), *choice_notes(choice)],
        ),
        [lances, choice_sheet(choice), discard_sheet(advice.ranking)],
    )
