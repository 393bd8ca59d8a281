"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

FORMATS = ("table", "json", "csv", "md")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _join(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str:
    return " ".join(value)


def question(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add HAND, --seat, --rules, --partner and --format."""
    for decorate in (
        click.option(
            "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True
        ),
        click.option("--partner", metavar="HAND", help="Your partner's hand, if you know it."),
        click.option(
            "--rules",
            metavar="NAME",
            default="naipera",
            show_default=True,
            help="naipera (8 kings, 40), ehmf (4, 30), ffm (4, 40), el-mus (8, 30).",
        ),
        click.option(
            "--seat",
            default="mano",
            show_default=True,
            help="mano, segundo, tercero, postre, or 1 to 4.",
        ),
        click.argument("hand", nargs=-1, required=True, callback=_join),
    ):
        function = decorate(function)
    return function


def sampling(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --style, --max-rounds, --deals and --seed."""
    for decorate in (
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
    ):
        function = decorate(function)
    return function


def announce_compiling(module: str) -> None:
    """Say on stderr that kernels are compiled first, when they are."""
    from ..jit import is_cold

    if is_cold(module):
        click.echo("musodds: compiling, once after each install (about 10 s) ...", err=True)
