"""``musodds discard``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import announce_compiling, question, sampling

if TYPE_CHECKING:
    from ..rules import Rules


@click.command("discard")
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
    """Rank every distinct discard of HAND once all four have said mus.

    \b
    musodds discard CSA5
    musodds discard RRA5 --seat postre --rules ehmf
    """
    from ..discard import rank_discards
    from .render import Report, emit
    from .sheets import about, choice_notes, discard_sheet

    announce_compiling("trials")
    ranking = rank_discards(
        hand,
        seat,
        rules,
        partner=partner,
        style=style,
        deals=deals,
        max_rounds=max_rounds,
        seed=seed,
    )
    sheet, best = discard_sheet(ranking), ranking.discards[0]
    emit(
        form,
        ranking,
        lambda: Report(
            f"THROW {best.throw}, keep {best.keep or 'nothing'}   {about(ranking.choice.asked)}",
            [],
            [sheet],
            ["The chances of what a discard makes are exact.", *choice_notes(ranking.choice)],
        ),
        [sheet],
    )
