"""``musodds advise``."""

from __future__ import annotations

from typing import Any

import click

from .options import formatted, question_before_throwing, sampling


@click.command("advise")
@question_before_throwing
@sampling
@formatted
def command(asked: Any, setup: Any, form: str) -> None:
    """Say whether to cut mus with HAND, what to throw if not, and why.

    \b
    musodds advise RRCA --seat mano
    musodds advise 7654 --seat postre --rules ffm
    """
    from ..advise import advise
    from .render import emit
    from .reports import advice_report

    if asked.throws_one:
        from ..five import throw_one
        from .reports import five_report

        emit(form, five_report(throw_one(asked, setup)))
    else:
        emit(form, advice_report(advise(asked, setup)))
