"""``musodds mus``."""

from __future__ import annotations

from typing import Any

import click

from ..errors import InputError
from ..lang import _
from .batch import Batched
from .options import formatted
from .phase import about_mus


@click.command("mus", cls=Batched)
@about_mus
@click.option("--break-even", is_flag=True, help="At which cut rate of the others it flips.")
@click.option("--line", is_flag=True, help="The hands just good enough to cut in this seat.")
@formatted
def command(standing: Any, break_even: bool, line: bool, form: str) -> None:
    """Compare cutting with saying mus, holding HAND.

    The seats before yours have said mus. When all say it, all throw and draw, and the same
    choice comes again.

    \b
    musodds mus RRCA --seat mano
    musodds mus RR54 --break-even --line
    musodds mus 7654 --seat postre --style patient
    musodds mus RR76 --seat postre --thrown 54 --threw segundo=2
    musodds mus RRCA --seat postre --rules madrid --first-hand
    """
    from ..mus import weigh
    from .phase_reports import choice_report
    from .render import emit

    if line and (standing.asked.players != 4 or standing.played.rounds):
        raise InputError("--line", _("four players, the first round"), "musodds mus RRCA --line")
    choice, flips, near = weigh(standing), None, None
    if break_even:
        from ..break_even import break_even as find_flips

        flips = find_flips(standing)
    if line:
        from ..cut_line import cut_line

        near = cut_line(standing)
    emit(form, lambda: choice_report(choice, flips, near))
