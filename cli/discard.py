"""``musodds discard``."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ..errors import InputError
from ..lang import _
from .batch import Batched
from .options import formatted
from .phase import about_mus

BY = ("seat", "style", "redraw")


@click.command("discard", cls=Batched)
@partial(about_mus, before_throwing=True, may_keep=True)
@click.option(
    "--by",
    type=click.Choice(BY, case_sensitive=False),
    help="How the ranking changes by seat, by style, or if the others did not redraw.",
)
@formatted
def command(standing: Any, asked: Any, setup: Any, by: str | None, form: str) -> None:
    """Rank every distinct discard of HAND once all four have said mus.

    \b
    musodds discard CSA5
    musodds discard RRA5 --seat postre --rules ehmf
    musodds discard RRA5 --partner-keeps 2
    musodds discard RRA5 --by seat
    musodds discard RRA5 --rules ehmf --visto
    """
    from ..discard import rank
    from ..mus import weigh
    from .discard_sheets import discard_report, five_report, ranked_by_report
    from .render import emit

    if standing is None:
        from ..five import throw_one

        five = throw_one(asked, setup)
        emit(form, lambda: five_report(five))
    elif by is not None:
        from ..discard_by import rank_by

        if by == "seat" and (standing.keeps or standing.seen is not None):
            raise InputError(
                _("--by seat with what is known of some seats"), _("the hand alone"),
                "musodds discard RRA5 --by seat",
            )  # fmt: skip
        if standing.visto:
            wrong = _("--by {by} with --visto").format(by=by)
            raise InputError(wrong, _("one of them"), "musodds discard RRA5 --by redraw")
        ranked = rank_by(standing, by)
        emit(form, lambda: ranked_by_report(ranked))
    else:
        ranking = rank(weigh(standing))
        emit(form, lambda: discard_report(ranking))
