"""``musodds advise``."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from .options import formatted
from .phase import about_mus


@click.command("advise")
@partial(about_mus, before_throwing=True)
@formatted
def command(standing: Any, asked: Any, setup: Any, form: str) -> None:
    """Say whether to cut mus with HAND, what to throw if not, and why.

    \b
    musodds advise RRCA --seat mano
    musodds advise 7654 --seat postre --rules ffm
    musodds advise RR54 --seat segundo --thrown 76 --threw mano=3
    """
    from ..advise import advise
    from .phase_reports import advice_report, five_report
    from .render import emit

    if standing is None:
        from ..five import throw_one

        emit(form, five_report(throw_one(asked, setup)))
    else:
        emit(form, advice_report(advise(standing)))
