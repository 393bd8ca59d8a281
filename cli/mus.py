"""``musodds mus``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import announce_compiling, question, sampling

if TYPE_CHECKING:
    from ..rules import Rules


@click.command("mus")
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
    """Compare cutting with saying mus, holding HAND.

    The seats before yours have said mus. When all say it, all throw and draw, and the same
    choice comes again.

    \b
    musodds mus RRCA --seat mano
    musodds mus 7654 --seat postre --style patient
    """
    from ..mus import cut_or_mus
    from .render import Report, emit
    from .sheets import choice_lines, choice_notes, choice_sheet, headline

    announce_compiling("trials")
    choice = cut_or_mus(
        hand,
        seat,
        rules,
        partner=partner,
        style=style,
        deals=deals,
        max_rounds=max_rounds,
        seed=seed,
    )
    sheet = choice_sheet(choice)
    emit(
        form,
        choice,
        lambda: Report(headline(choice), choice_lines(choice), [sheet], choice_notes(choice)),
        [sheet],
    )
