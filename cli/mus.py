"""``musodds mus``."""

from __future__ import annotations

from typing import Any

import click

from .options import formatted
from .phase import about_mus


@click.command("mus")
@about_mus
@formatted
def command(standing: Any, form: str) -> None:
    """Compare cutting with saying mus, holding HAND.

    The seats before yours have said mus. When all say it, all throw and draw, and the same
    choice comes again.

    \b
    musodds mus RRCA --seat mano
    musodds mus 7654 --seat postre --style patient
    musodds mus RR76 --seat postre --thrown 54 --threw segundo=2 --sena tercero=duples
    musodds mus RRCA --seat postre --rules madrid --first-hand
    """
    from ..mus import weigh
    from .phase_reports import choice_report
    from .render import emit

    emit(form, choice_report(weigh(standing)))
