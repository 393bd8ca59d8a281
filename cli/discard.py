"""``musodds discard``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ..setup import check_visto
from .options import formatted, question_before_throwing, sampling


def _with_visto(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --visto, refused before anything is compiled."""

    @wraps(function)
    def command(asked: Any, visto: bool, **rest: Any) -> Any:
        if visto:
            check_visto(asked.rules)
        return function(asked=asked, visto=visto, **rest)

    return click.option(
        "--visto",
        is_flag=True,
        help="A card was shown in the deal: all throw or stay, you may keep all four.",
    )(command)


@click.command("discard")
@question_before_throwing
@_with_visto
@sampling
@formatted
def command(asked: Any, setup: Any, visto: bool, form: str) -> None:
    """Rank every distinct discard of HAND once all four have said mus.

    \b
    musodds discard CSA5
    musodds discard RRA5 --seat postre --rules ehmf
    musodds discard RRA5 --rules ehmf --visto
    """
    from ..discard import rank
    from ..mus import weigh
    from .render import emit
    from .reports import discard_report

    if asked.throws_one:
        from ..five import throw_one
        from .reports import five_report

        emit(form, five_report(throw_one(asked, setup)))
    else:
        emit(form, discard_report(rank(weigh(asked, setup, visto), visto)))
