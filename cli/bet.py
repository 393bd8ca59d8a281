"""``musodds bet``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..lang import _
from .batch import Batched
from .options import (
    SEEN,
    _join,
    announce_compiling,
    decorate,
    formatted,
    ruled,
    strategy_at_score,
)

if TYPE_CHECKING:
    from ..evidence import Evidence
    from ..rules import Rules
    from ..situation import Situation

_EXAMPLE = "musodds bet RR54 --lance pares --seat postre --facing 'mano envido 2'"


@dataclass(frozen=True, slots=True)
class _Typed:
    """What was asked on the command line, as it was typed."""

    lance: str
    facing: str | None
    pending: str | None
    cut: str | None
    score: str | None
    at_score: str
    size: int | None


def _asked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the hand, the seat, the partner and the rules, given as ``asked``."""

    @wraps(function)
    def command(
        hand: str,
        hand_option: str | None,
        seat: str,
        rules: Rules,
        partner: str | None,
        **rest: Any,
    ) -> Any:
        from ..situation import ask

        if bool(hand) == bool(hand_option):
            given = _("hand '{hand}'").format(hand=hand or "")
            raise InputError(given, _("one hand, with --hand or without"), _EXAMPLE)
        return function(asked=ask(hand or hand_option or "", seat, rules, partner), **rest)

    return decorate(
        command,
        click.argument("hand", nargs=-1, callback=_join),
        click.option("--hand", "hand_option", metavar="HAND", help="The hand, if not first."),
        click.option(
            "--seat",
            default="mano",
            show_default=True,
            help="mano, segundo, tercero, postre, or 1 to 4.",
        ),
        ruled,
        click.option("--partner", metavar="HAND", help="Your partner's hand, if you know it."),
    )


def _bet(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what was said, given as ``typed``."""

    @wraps(function)
    def command(
        lance: str,
        facing: str | None,
        pending: str | None,
        cut: str | None,
        score: str | None,
        at_score: str,
        size: int | None,
        **rest: Any,
    ) -> Any:
        typed = _Typed(lance, facing, pending, cut, score, at_score, size)
        return function(typed=typed, **rest)

    return decorate(
        command,
        click.option("--lance", required=True, help="grande, chica, pares, juego or punto."),
        click.option(
            "--facing",
            metavar="BETS",
            help="What was said in the lance: 'mano envido 2'; by default all before you passed.",
        ),
        click.option(
            "--pending",
            metavar="LANCES",
            help="Earlier lances: 'grande: paso; chica: ellos 2; pares: nosotros 2 no quiero'.",
        ),
        click.option(
            "--cut",
            metavar="SEAT[:1]|none",
            help="Who cut; :1 after mus, :0 at once; none: not known, as by default.",
        ),
        click.option(
            "--score", metavar="OURS-THEIRS", help="As the stones lie now: 30-35 or '6a-7a'."
        ),
        strategy_at_score,
        click.option("--size", type=int, help="A bet of yours that the strategy does not know."),
    )


def _seen(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what has been seen of the others, given as ``seen`` and ``said``; the style is kept."""

    @wraps(function)
    def command(asked: Situation, style: str, partner_said: str | None, **rest: Any) -> Any:
        from ..clues import parse_drew, parse_said
        from ..seats import SEATS, partner_of

        given = {name: rest.pop(name) for name in SEEN}
        said = list(given.pop("said"))
        if partner_said is not None:
            said.append(f"{SEATS[partner_of(asked.place)]}={partner_said}")
        drew = parse_drew(given.pop("drew"))
        seen, told = _gather(asked, given), parse_said(said)
        return function(asked=asked, style=style, seen=seen, said=told, drew=drew, **rest)

    return decorate(
        command,
        *SEEN.values(),
        click.option("--partner-said", metavar="mus|cut", help="As --said of your partner."),
    )


def _gather(asked: Situation, given: dict[str, Any]) -> Evidence | None:
    from ..clues import gather_evidence

    return gather_evidence(asked, **given) if any(given.values()) else None


@click.command("bet", cls=Batched)
@_asked
@_bet
@click.option(
    "--style",
    default="usual",
    show_default=True,
    help="By which solved strategy all play: equilibrium, or how the table cuts: usual, cut:x.",
)
@_seen
@click.option("--deals", type=int, help="Deals to draw, in place of as many as are needed.")
@click.option("--seed", type=int, default=1, show_default=True)
@formatted
def command(
    asked: Situation,
    typed: _Typed,
    style: str,
    seen: Evidence | None,
    said: tuple[tuple[int, str], ...],
    drew: tuple[tuple[int, int], ...],
    deals: int | None,
    seed: int,
    form: str,
) -> None:
    """Say what to do in a lance: every action, in tantos and in the chance of winning the game.

    \b
    musodds bet RR54 --lance pares --seat postre --score 30-35 --facing "mano envido 2"
    musodds bet RRCA --lance grande --seat mano
    musodds bet 7654 --lance grande --seat postre --score 38-39 --strategy-at-score solve
    musodds bet --hand AAA5 --lance chica --seat postre --facing "ellos ordago" --score 20-20
    musodds bet RR75 --lance juego --seat segundo --facing "mano envido 5" --pending
      "grande: paso; chica: ellos 2; pares: nosotros 2 no quiero" --cut mano:1
    """
    from ..bet_checks import check_question
    from ..bets import BetQuestion, advise_bet
    from ..pending import parse_facing, parse_pending
    from ..solver.four.asking import parse_cut, parse_lance
    from ..stones import parse_score
    from .bet_sheets import bet_report
    from .render import emit

    lance = parse_lance(typed.lance)
    per_amarraco, told = asked.rules.stones_per_amarraco, typed.score
    score = None if told is None else parse_score(told, per_amarraco, _("ours-theirs"), "30-35")
    cut, redraw = parse_cut(None if typed.cut == "none" else typed.cut)
    question = BetQuestion(
        asked=asked,
        lance=lance,
        history=parse_facing(typed.facing, asked.place),
        pending=parse_pending(typed.pending, asked.place, lance),
        cut=cut,
        redraw=redraw,
        score=score,
        seen=seen,
        said=said,
        drew=drew,
        style=style,
        at_score=typed.at_score,
        size=typed.size,
    )
    check_question(question)  # refuses before anything is compiled
    announce_compiling("rollout", 20)
    found = advise_bet(question, deals, seed)
    emit(form, lambda: bet_report(found))
