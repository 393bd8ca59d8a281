"""Options that several commands share, read into the library's own objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..setup import DEFAULT_DEALS, DEFAULT_ROUNDS, DEFAULT_SAMPLE, make_setup
from ..style import DEFAULT_STYLE

FORMATS = ("table", "json", "csv", "md")
Command = Callable[..., Any]

if TYPE_CHECKING:
    from ..rules import Rules


def _join(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str:
    return " ".join(value)


def _decorate(function: Command, *options: Callable[[Command], Command]) -> Command:
    for option in options[::-1]:
        function = option(function)
    return function


def _keep_changes(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    ctx.meta["musodds.set"] = value


def _load_rules(ctx: click.Context, param: click.Parameter, value: str) -> Rules:
    from ..rules import load_rules

    return load_rules(value, ctx.meta.get("musodds.set", ()))


def formatted(function: Command) -> Command:
    """Add --format, given to the command as ``form``."""
    return click.option(
        "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True
    )(function)


def ruled(function: Command) -> Command:
    """Add --rules and --set, which together become one ``Rules``."""
    return _decorate(
        function,
        click.option(
            "--rules",
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


def question(function: Command) -> Command:
    """Add HAND, --seat, --rules, --set and --partner, given to the command as ``asked``."""

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

        size = HAND_SIZE + (rules.deal == "five" and hasattr(function, "throws_one"))
        return function(asked=ask(hand, seat, rules, partner, players, solo, size), **rest)

    return _decorate(
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


def table(function: Command) -> Command:
    """Add --players, --solo, --deals and --seed, the last two for odds that are sampled."""
    return _decorate(
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


def sampling(function: Command) -> Command:
    """Add --style, --first-hand, --max-rounds, --deals, --seed: together the ``setup``."""

    @wraps(function)
    def command(
        asked: Any,
        style: str,
        first_hand: bool,
        max_rounds: int,
        deals: int,
        seed: int,
        **rest: Any,
    ) -> Any:
        setup = make_setup(style, deals, max_rounds, seed, first_hand)
        if asked.rules.deal == "five" and hasattr(function, "throws_one"):
            announce_compiling("crowd")
        else:
            asked.check_mus()
            setup.check(asked.rules, asked.partner)  # refuses before anything is compiled
            setup.chunks(asked.spoken)
            announce_compiling("trials")
        return function(asked=asked, setup=setup, **rest)

    return _decorate(
        command,
        click.option(
            "--style",
            default=DEFAULT_STYLE,
            show_default=True,
            help="How the others play: cut:x cuts with the best share x of hands; "
            "patient, usual and eager are 0.20, 0.35 and 0.50.",
        ),
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
            show_default=True,
            help="Deals to sample; the standard error falls with their square root.",
        ),
        click.option("--seed", type=int, default=1, show_default=True),
    )


def throws_one(function: Command) -> Command:
    """Mark a command that takes five cards where the rules deal five."""
    function.throws_one = True  # type: ignore[attr-defined]
    return function


def announce_compiling(module: str) -> None:
    """Say on stderr that kernels are compiled first, when they are."""
    from ..jit import is_cold

    if is_cold(module):
        click.echo("musodds: compiling, once after each install (about 10 s) ...", err=True)
