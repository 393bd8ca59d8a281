"""Options that several commands share, read into the library's own objects."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click

from ..at_score import KEPT, WAYS
from ..config import kept
from ..lang import _
from ..setup import (
    DEFAULT_DEALS,
    DEFAULT_ESTIMATOR,
    DEFAULT_ROUNDS,
    DEFAULT_SAMPLE,
    make_setup,
)
from ..style import DEFAULT_STYLE
from .fitted import fitted

FORMATS = ("table", "json", "csv", "md")
Command = Callable[..., Any]

if TYPE_CHECKING:
    from ..rules import Rules


class Kept(click.Option):
    """An option whose default the user may keep, under its own name."""

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        """Return what is kept (see `musodds.config`), else the usual default."""
        return kept(str(self.name)) or super().get_default(ctx, call)


def _join(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str:
    return " ".join(value)


def decorate(function: Command, *options: Callable[[Command], Command]) -> Command:
    """Add options, the first one topmost."""
    for option in options[::-1]:
        function = option(function)
    return function


def added(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options, the first one topmost."""
    return lambda function: decorate(function, *options)


def _keep_changes(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    ctx.meta["musodds.set"] = value


def _load_rules(ctx: click.Context, param: click.Parameter, value: str) -> Rules:
    from ..rules import load_rules

    return load_rules(value, ctx.meta.get("musodds.set", ()))


def formatted(function: Command) -> Command:
    """Add --format, given to the command as ``form``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS, case_sensitive=False),
        default="table",
        show_default=True,
    )(function)


def ruled(function: Command) -> Command:
    """Add --rules and --set, which together become one ``Rules``."""
    return decorate(
        function,
        click.option(
            "--rules",
            cls=Kept,
            metavar="NAME|FILE.toml",
            default="naipera",
            show_default=True,
            callback=_load_rules,
            help="A preset (see musodds rules list) or rules of your own.",
        ),
        click.option(
            "--set",
            metavar="FIELD=VALUE",
            multiple=True,
            is_eager=True,  # read before --rules, which applies it
            expose_value=False,
            callback=_keep_changes,
            help="Change a rule, e.g. --set kings=4; may be repeated.",
        ),
    )


def question(function: Command, before_throwing: bool = False) -> Command:
    """Add HAND, --seat, --rules, --set and --partner, given to the command as ``asked``.

    A command asked before one of five cards is thrown takes five where the rules deal five.
    """

    @wraps(function)
    def command(
        hand: str,
        seat: str,
        rules: Rules,
        partner: str | None,
        players: int = 4,
        solo: bool = False,
        **rest: Any,
    ) -> Any:
        from ..cards import HAND_SIZE
        from ..situation import ask

        size = HAND_SIZE + (before_throwing and rules.deal == "five")
        return function(asked=ask(hand, seat, rules, partner, players, solo, size), **rest)

    return decorate(
        command,
        click.argument("hand", nargs=-1, required=True, callback=_join),
        click.option(
            "--seat",
            default="mano",
            show_default=True,
            help="mano, segundo, tercero, postre, or 1 to 4.",
        ),
        ruled,
        click.option("--partner", metavar="HAND", help="Your partner's hand, if you know it."),
    )


question_before_throwing = partial(question, before_throwing=True)


def table(function: Command) -> Command:
    """Add --players, --solo, --deals and --seed, the last two for odds that are sampled."""
    return decorate(
        function,
        click.option(
            "--players",
            type=int,
            default=4,
            show_default=True,
            help="2, 4 or 6 in two camps, or 3 to 8 each for himself.",
        ),
        click.option("--solo", is_flag=True, help="Everybody for himself."),
        click.option(
            "--deals",
            type=int,
            default=DEFAULT_SAMPLE,
            show_default=True,
            help="Deals to sample where odds are not exact.",
        ),
        click.option("--seed", type=int, default=1, show_default=True),
    )


def styled(function: Command) -> Command:
    """Add --style, given to the command as ``style``."""
    return click.option(
        "--style",
        cls=Kept,
        default=DEFAULT_STYLE,
        show_default=True,
        help="How the others play: cut:x cuts with the best share x of hands; "
        "patient, usual and eager are 0.20, 0.35 and 0.50; see musodds style list.",
    )(function)


strategy_at_score = click.option(
    "--strategy-at-score",
    "at_score",
    type=click.Choice(WAYS, case_sensitive=False),
    default=KEPT,
    show_default=True,
    help="How all go on at a score: as solved there if that is kept; solve it now; never.",
)


def _seen(name: str, value: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, metavar=f"SEAT={value}", multiple=True, help=text)


SEEN: dict[str, Callable[[Command], Command]] = {
    "pares": _seen("--pares", "si|no", "A seat has pares, or has none; may repeat."),
    "juego": _seen("--juego", "si|no", "A seat has juego, or has none."),
    "punto": click.option("--punto", is_flag=True, help="Punto is played: nobody has juego."),
    "sena": _seen("--sena", "NAME[:P]", "A seña given, and the chance that a holder gives it."),
    "no_sena": _seen("--no-sena", "NAME[:P]", "A seña that a holder gives, by chance P, was not."),
    "drew": _seen("--drew", "N", "Cards thrown in the last round of mus, judged by --style."),
    "said": _seen("--said", "mus|cut", "What a seat said with the hand it holds, by --style."),
    "range": _seen("--range", "RANGE", "Hands, perhaps weighted: postre='juego,!31,duples:0.5'."),
    "holds": _seen("--holds", "RRxx", "Some cards of a hand; x is any card."),
    "known": _seen("--known", "HAND", "A whole hand."),
    "dead": click.option(
        "--dead", metavar="CARDS", multiple=True, help="Cards out of play, e.g. seen: 4,5."
    ),
}


def evidence(function: Command) -> Command:
    """Add what has been seen of the other seats, given to the command as ``evidence``.

    It needs `question` above it, and `styled` for how to judge --drew and --said.
    """

    @wraps(function)
    def command(asked: Any, style: str, **rest: Any) -> Any:
        from ..clues import gather_evidence

        given = {name: rest.pop(name) for name in SEEN}
        if given["drew"] or given["said"]:
            announce_compiling("draws")
        found = gather_evidence(asked, **given, style=style)
        return function(asked=asked, evidence=found, style=style, **rest)

    return decorate(command, *SEEN.values())


def sampling(function: Command, default_deals: bool | str = True) -> Command:
    """Add how the mus phase is sampled: together the ``setup``.

    What is told of the default of --deals is its number, unless other words are given.
    """

    @wraps(function)
    def command(**given: Any) -> Any:
        names = ("style", "first_hand", "max_rounds", "deals", "seed", "se", "seconds", "estimator")
        setup = make_setup(**{name: given.pop(name) for name in names})
        return function(setup=setup, **given)

    return decorate(
        command,
        styled,
        click.option(
            "--first-hand",
            is_flag=True,
            help="A first hand with mus corrido: whoever cuts becomes mano, without señas.",
        ),
        click.option(
            "--max-rounds",
            type=int,
            default=DEFAULT_ROUNDS,
            show_default=True,
            help="Rounds of mus after which the mano must cut.",
        ),
        click.option(
            "--deals",
            type=int,
            default=DEFAULT_DEALS,
            show_default=default_deals,
            help="Deals to sample; the standard error falls with their square root.",
        ),
        click.option("--se", type=float, help="Stop at this standard error instead, in tantos."),
        click.option("--time", "seconds", type=float, help="Stop after so many seconds instead."),
        click.option(
            "--estimator",
            default=DEFAULT_ESTIMATOR,
            show_default=True,
            help="auto, plain, stratified, control or both; see docs/mus-phase.md.",
        ),
        click.option("--seed", type=int, default=1, show_default=True),
    )


def announce_compiling(module: str, seconds: int = 10) -> None:
    """Say on stderr that kernels are compiled first, when they are."""
    from ..jit import is_cold

    if is_cold(module):
        told = _("compiling, once after each install (about {seconds} s) ...")
        line = f"musodds: {told.format(seconds=seconds)}"
        click.echo(fitted(line, sys.stderr, "  "), err=True)
