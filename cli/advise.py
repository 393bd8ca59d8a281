"""``musodds advise``."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ..errors import InputError
from ..lang import _
from ..words import seat_word
from .guided import Asking
from .options import announce_compiling, formatted, strategy_at_score
from .phase import about_mus


@click.command("advise", cls=Asking)
@partial(about_mus, before_throwing=True, trials=False)
@click.option(
    "--score",
    metavar="OURS-THEIRS",
    help="As the stones lie: 22-31 or '4a2-6a1'; then the chance of winning the game decides.",
)
@strategy_at_score
@click.option("--ask", is_flag=True, expose_value=False, help="Be asked for all of this.")
@formatted
def command(
    standing: Any, asked: Any, setup: Any, score: str | None, at_score: str, form: str
) -> None:
    """Say whether to cut mus with HAND, what to throw if not, and how to bet it.

    \b
    musodds advise RRCA --seat mano
    musodds advise RRCA --seat mano --score 22-31
    musodds advise RR54 --seat postre --score 38-39 --strategy-at-score solve
    musodds advise 7654 --seat postre --rules ffm
    musodds advise RR54 --seat segundo --thrown 76 --threw mano=3
    """
    from ..stones import parse_score
    from .render import emit

    per_amarraco = asked.rules.stones_per_amarraco
    at = None if score is None else parse_score(score, per_amarraco, _("ours-theirs"), "22-31")
    if standing is None:
        from ..five import throw_one
        from .discard_sheets import five_report

        if at is not None:
            told = _("score '{score}' with five cards").format(score=score)
            raise InputError(told, _("no score"), f"--seat {seat_word('mano')}")
        five = throw_one(asked, setup)
        emit(form, lambda: five_report(five))
        return
    from ..advise import advise, why_not
    from .advice_sheets import advice_report

    announce_compiling("trials" if why_not(standing) else "opening", 20)
    found = advise(standing, at, at_score)
    emit(form, lambda: advice_report(found))
