"""``musodds discard``."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from .options import formatted
from .phase import about_mus


@click.command("discard")
@partial(about_mus, before_throwing=True, may_keep=True)
@formatted
def command(standing: Any, asked: Any, setup: Any, form: str) -> None:
    """Rank every distinct discard of HAND once all four have said mus.

    \b
    musodds discard CSA5
    musodds discard RRA5 --seat postre --rules ehmf
    musodds discard RRA5 --partner-keeps 2
    musodds discard RRA5 --rules ehmf --visto
    """
    from ..discard import rank
    from ..mus import weigh
    from .phase_reports import discard_report, five_report
    from .render import emit

    if standing is None:
        from ..five import throw_one

        emit(form, five_report(throw_one(asked, setup)))
    else:
        emit(form, discard_report(rank(weigh(standing))))
