"""``musodds discard``."""

from __future__ import annotations

from typing import Any

import click

from .options import formatted, question, sampling, throws_one


@click.command("discard")
@question
@sampling
@formatted
@throws_one
def command(asked: Any, setup: Any, form: str) -> None:
    """Rank every distinct discard of HAND once all four have said mus.

    \b
    musodds discard CSA5
    musodds discard RRA5 --seat postre --rules ehmf
    """
    from ..discard import rank
    from ..mus import weigh
    from .render import emit
    from .reports import discard_report

    if asked.rules.deal == "five":
        from ..five import throw_one
        from .reports import five_report

        emit(form, five_report(throw_one(asked, setup)))
    else:
        emit(form, discard_report(rank(weigh(asked, setup))))
