"""``musodds mus``."""

from __future__ import annotations

from typing import Any

import click

from .options import formatted, question, sampling


@click.command("mus")
@question
@sampling
@formatted
def command(asked: Any, setup: Any, form: str) -> None:
    """Compare cutting with saying mus, holding HAND.

    The seats before yours have said mus. When all say it, all throw and draw, and the same
    choice comes again.

    \b
    musodds mus RRCA --seat mano
    musodds mus 7654 --seat postre --style patient
    musodds mus RRCA --seat postre --rules madrid --first-hand
    """
    from ..mus import weigh
    from .render import emit
    from .reports import choice_report

    emit(form, choice_report(weigh(asked, setup)))
