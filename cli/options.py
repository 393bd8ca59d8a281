"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..rules import Rules

FORMATS = ("table", "json", "csv", "md")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _join(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str:
    return " ".join(value)


def _decorated(function: Callable[..., Any], options: Iterable[Decorator]) -> Callable[..., Any]:
    for decorate in options:
        function = decorate(function)
    return function


def _keep_changes(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    ctx.meta["musodds.set"] = value


def _load_rules(ctx: click.Context, param: click.Parameter, value: str) -> Rules:
    from ..rules import load_rules

    return load_rules(value, ctx.meta.get("musodds.set", ()))


def formatted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --format."""
    return click.option(
        "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True
    )(function)


def ruled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --rules and --set, which together become one ``Rules``."""
    return _decorated(
        function,
        (
            click.option(
                "--set",
                metavar="FIELD=VALUE",
                multiple=True,
                is_eager=True,  # read before --rules, which applies it
                expose_value=False,
                callback=_keep_changes,
                help="Change a rule, e.g. --set kings=4; may be repeated.",
            ),
            click.option(
                "--rules",
                metavar="NAME|FILE.toml",
                default="naipera",
                show_default=True,
                callback=_load_rules,
                help="A preset (see musodds rules list) or rules of your own.",
            ),
        ),
    )


def question(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add HAND, --seat, --rules, --set, --partner and --format."""
    return _decorated(
        function,
        (
            formatted,
            click.option("--partner", metavar="HAND", help="Your partner's hand, if you know it."),
            ruled,
            click.option(
                "--seat",
                default="mano",
                show_default=True,
                help="mano, segundo, tercero, postre, or 1 to 4.",
            ),
            click.argument("hand", nargs=-1, required=True, callback=_join),
        ),
    )


def sampling(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --style, --max-rounds, --deals and --seed."""
    return _decorated(
        function,
        (
            click.option("--seed", type=int, default=1, show_default=True),
            click.option(
                "--deals",
                type=int,
                default=2**19,
                show_default=True,
                help="Deals to sample; the standard error falls with their square root.",
            ),
            click.option(
                "--max-rounds",
                type=int,
                default=4,
                show_default=True,
                help="Rounds of mus after which the mano must cut.",
            ),
            click.option(
                "--style",
                default="cut:0.35",
                show_default=True,
                help="How the others play: cut:x cuts with the best share x of hands; "
                "patient, usual and eager are 0.20, 0.35 and 0.50.",
            ),
        ),
    )


def announce_compiling(module: str) -> None:
    """Say on stderr that kernels are compiled first, when they are."""
    from ..jit import is_cold

    if is_cold(module):
        click.echo("musodds: compiling, once after each install (about 10 s) ...", err=True)
