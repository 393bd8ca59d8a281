"""``musodds solve``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .options import Command, announce_compiling, decorate, formatted, ruled

if TYPE_CHECKING:
    from ..solver.solve import Measure


def _show(measure: Measure) -> None:
    """Tell on a terminal how far it is."""
    if sys.stderr.isatty():
        text = f"iteration {measure.iteration}: NashConv {measure.nash_conv:.5f} tantos"
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def _end_progress() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)


_SHARED = (
    click.option("--players", type=int, default=2, show_default=True, help="Two."),
    click.option(
        "--bets",
        metavar="SIZES",
        default="2,ordago",
        show_default=True,
        help="First bets, with ordago if it may be said: 2,5,ordago.",
    ),
    click.option(
        "--raises",
        metavar="SIZES",
        help="By how much a bet may be raised; by default 3 where 2 is the only bet, else as bets.",
    ),
    click.option(
        "--cap",
        type=int,
        default=1,
        show_default=True,
        help="Most raises in a lance, an órdago apart.",
    ),
    click.option(
        "--ordago",
        type=float,
        default=22.0,
        show_default=True,
        help="Tantos that an accepted órdago is worth.",
    ),
    click.option(
        "--range",
        "ranges",
        metavar="SEAT=RANGE",
        multiple=True,
        help="What a seat may hold, e.g. mano=juego,!31; may be repeated.",
    ),
    click.option(
        "--update",
        type=click.Choice(("dcfr", "linear", "plus"), case_sensitive=False),
        default="dcfr",
        show_default=True,
        help="How regrets are kept.",
    ),
    click.option(
        "--iterations", type=int, default=20_000, show_default=True, help="Most iterations."
    ),
    click.option(
        "--memory",
        type=float,
        default=4.0,
        show_default=True,
        help="Gigabytes that the game may take.",
    ),
    ruled,
    formatted,
)
_NAMED = ("rules", "ordago", "target", "update", "iterations", "memory")


def _asked(target: float) -> Callable[[Command], Command]:
    """Add the options of both commands, given as ``asked``, the arguments of the library."""

    def add(function: Command) -> Command:
        @wraps(function)
        def command(
            players: int,
            bets: str,
            raises: str | None,
            cap: int,
            ranges: tuple[str, ...],
            **rest: Any,
        ) -> Any:
            from ..solver.menu import parse_menu

            if players != 2:
                raise InputError(f"players {players}", "2, one against one", "--players 2")
            asked = {name: rest.pop(name) for name in _NAMED}
            asked |= {"menu": parse_menu(bets, raises, cap), "ranges": ranges, "progress": _show}
            announce_compiling("kernels")
            if sys.stderr.isatty():
                click.echo("solving ...", err=True, nl=False)
            try:
                return function(asked=asked, **rest)
            finally:
                _end_progress()

        stop = click.option(
            "--target",
            type=float,
            default=target,
            show_default=True,
            help="NashConv to stop at, in tantos.",
        )
        return decorate(command, stop, *_SHARED)

    return add


@click.group("solve")
def command() -> None:
    """Solve the betting at equilibrium, and say how far from it the answer is.

    \b
    musodds solve lance grande --bets 2,5,ordago
    musodds solve lance pares --range mano=duples --hand RRAA
    musodds solve hand --target 0.02
    """


@command.command("lance")
@click.argument("lance")
@click.option("--hand", "hands", metavar="HAND", multiple=True, help="Show what a hand does.")
@_asked(1e-3)
def lance(lance: str, hands: tuple[str, ...], asked: dict[str, Any], form: str) -> None:
    """Solve one LANCE between two players: grande, chica, pares, juego or punto.

    \b
    musodds solve lance grande --bets 2,5,ordago
    musodds solve lance juego --range postre=juego,!31 --hand RRCA --format json
    """
    from ..cards import parse_hand
    from ..hands import hand_space
    from ..solver.lance import solve_lance
    from .render import emit
    from .solve_sheets import lance_report

    space = hand_space(asked["rules"])
    numbers = [(hand, space.index(parse_hand(hand))) for hand in hands]
    found = solve_lance(lance.lower(), **asked)
    _end_progress()
    emit(form, lance_report(found, numbers))


@command.command("hand")
@_asked(5e-3)
def hand(asked: dict[str, Any], form: str) -> None:
    """Solve a whole hand of four lances between two players, without mus.

    Pares and juego are declared aloud, and everything said is remembered. With the bets given by
    default it takes minutes.

    \b
    musodds solve hand --target 0.02
    musodds solve hand --bets 2 --cap 0 --rules ffm --format json
    """
    from ..solver.hand import solve_hand
    from .render import emit
    from .solve_sheets import hand_report

    found = solve_hand(**asked)
    _end_progress()
    emit(form, hand_report(found))
