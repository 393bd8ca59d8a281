"""``musodds solve``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..errors import InputError
from ..lang import _
from ..numerals import decimal
from .options import added, announce_compiling, formatted, ruled

MEMORIES = ("nothing", "pair", "bettor", "wide", "pairs", "before", "whole")

if TYPE_CHECKING:
    from ..solver.solve import Measure


def _show(measure: Measure) -> None:
    """Tell on a terminal how far it is."""
    if sys.stderr.isatty():
        text = _("iteration {n}: NashConv {tantos} tantos").format(
            n=measure.iteration, tantos=decimal(measure.nash_conv, 5)
        )
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def _end_progress() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)


_BETS = (
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
)
_RANGE = click.option(
    "--range",
    "ranges",
    metavar="SEAT=RANGE",
    multiple=True,
    help="What a seat may hold, e.g. mano=juego,!31; may be repeated.",
)
_UPDATE = click.option(
    "--update",
    type=click.Choice(("dcfr", "linear", "plus"), case_sensitive=False),
    default="dcfr",
    show_default=True,
    help="How regrets are kept.",
)
_MEMORY = click.option(
    "--memory",
    type=float,
    default=4.0,
    show_default=True,
    help="Gigabytes that the game may take.",
)
_ITERATIONS = {2: 20_000, 4: 8_000_000}
_TARGET = {2: 5e-3, 4: 0.0}
# what means something for two players, or for four
_ONLY = {
    2: ("ranges", "update", "memory"),
    4: (
        "style",
        "rounds",
        "seed",
        "seeds",
        "heat",
        "every",
        "workers",
        "remember",
        "lock",
        "output",
        "checkpoint",
        "effort",
        "score",
        "seat",
    ),
}
_FOUR = (
    click.option(
        "--style",
        metavar="STYLE",
        default="equilibrium",
        show_default=True,
        help="Four: how the table cuts: usual, cut:x or a file, or equilibrium, solved too.",
    ),
    click.option(
        "--rounds",
        type=int,
        default=3,
        show_default=True,
        help="Four: most rounds of mus; 0 leaves the mus phase out.",
    ),
    click.option("--seed", type=int, default=1, show_default=True, help="Four: of the training."),
    click.option(
        "--seeds",
        type=int,
        default=1,
        show_default=True,
        help="Four: trainings, of which the one with the best worst case is kept.",
    ),
    click.option(
        "--heat",
        type=int,
        help="Four: iterations after which --seeds are compared; only the best is trained on.",
    ),
    click.option(
        "--every",
        type=int,
        default=5000,
        show_default=True,
        help="Four: iterations between two strategies of which the average is taken.",
    ),
    click.option(
        "--workers",
        type=int,
        default=1,
        show_default=True,
        help="Four: processes that share the measuring.",
    ),
    click.option(
        "--remember",
        type=click.Choice(MEMORIES, case_sensitive=False),
        default="bettor",
        show_default=True,
        help="Four: what a seat remembers of the earlier lances.",
    ),
    click.option(
        "--lock",
        metavar="FILE.toml",
        help="Four: decisions that are given; see docs/four-seats.md.",
    ),
    click.option(
        "--effort",
        type=int,
        default=200_000,
        show_default=True,
        help="Four: iterations that a deviator is trained for at first, to measure it; 50,000 with "
        "--score unless told.",
    ),
    click.option(
        "--score",
        metavar="OURS-THEIRS",
        help="Four: solve for the chance of winning the game at that score.",
    ),
    click.option("--seat", default="mano", show_default=True, help="Four: our seat, with --score."),
    click.option("--output", "-o", metavar="FILE.npz", help="Four: where to keep the strategy."),
    click.option(
        "--checkpoint",
        metavar="FILE.npz",
        help="Four: where to keep the training; if it is there, training goes on from it.",
    ),
)


@contextmanager
def _solving() -> Iterator[None]:
    """Show that it is being solved, on a terminal only."""
    announce_compiling("kernels")
    if sys.stderr.isatty():
        click.echo(_("solving ..."), err=True, nl=False)
    try:
        yield
    finally:
        _end_progress()


def _menu(given: dict[str, Any]) -> Any:
    """Read the options about bets, and take them away."""
    from ..solver.menu import parse_menu

    return parse_menu(given.pop("bets"), given.pop("raises"), given.pop("cap"))


def _asked(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of two players as the library takes them."""
    return {"menu": _menu(given), "progress": _show, **given}


def _check_players(ctx: click.Context, players: int) -> None:
    """Refuse options that mean nothing for that many players."""
    if players not in _ONLY:
        raise InputError(_("players {n}").format(n=players), _("2 or 4"), "--players 4")
    options = {param.name: param.opts[0] for param in ctx.command.params}
    for name in _ONLY[6 - players]:
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise InputError(
                _("{option} with {n} players").format(option=options[name], n=players),
                _("of such options only {options}").format(
                    options=", ".join(options[name] for name in _ONLY[players])
                ),
                f"--players {6 - players} {options[name]} ...",
            )


@click.group("solve")
def command() -> None:
    """Solve the betting at equilibrium, and say how far from it the answer is.

    \b
    musodds solve lance grande --bets 2,5,ordago
    musodds solve lance pares --range mano=duples --hand RRAA
    musodds solve hand --target 0.02
    musodds solve hand --players 4 --style usual
    """


@command.command("lance")
@click.argument("lance")
@click.option("--hand", "hands", metavar="HAND", multiple=True, help="Show what a hand does.")
@click.option("--players", type=int, default=2, show_default=True, help="Two.")
@added(*_BETS, _RANGE, _UPDATE)
@click.option("--iterations", type=int, default=20_000, show_default=True, help="Most iterations.")
@_MEMORY
@click.option(
    "--target",
    type=float,
    default=1e-3,
    show_default=True,
    help="NashConv to stop at, in tantos.",
)
@ruled
@formatted
def lance(lance: str, hands: tuple[str, ...], players: int, form: str, **given: Any) -> None:
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

    if players != 2:
        raise InputError(_("players {n}").format(n=players), _("2, one against one"), "--players 2")
    space = hand_space(given["rules"])
    numbers = [(hand, space.index(parse_hand(hand))) for hand in hands]
    asked = _asked(given)
    with _solving():
        found = solve_lance(lance.lower(), **asked)
    emit(form, lambda: lance_report(found, numbers))


@command.command("hand")
@click.option("--players", type=int, default=2, show_default=True, help="Two, or four.")
@added(*_BETS)
@click.option(
    "--iterations",
    type=int,
    help="Most iterations; by default 20,000 for two players and 8,000,000 for four, 1,000,000 "
    "with --score.",
)
@click.option(
    "--target",
    type=float,
    help="Tantos to stop at: of two the NashConv, 0.005 by default; of four the largest gain of "
    "one seat alone, by default none.",
)
@added(_RANGE, _UPDATE, _MEMORY, *_FOUR)
@ruled
@formatted
@click.pass_context
def hand(ctx: click.Context, /, players: int, form: str, **given: Any) -> None:
    """Solve a whole hand of four lances, between two players or at a table of four.

    For two there is no mus; pares and juego are declared aloud, and everything said is
    remembered. With the bets given by default it takes minutes.

    For four the mus phase is solved too, or only the discards where --style says who cuts. What
    is found is measured and kept: in -o FILE, or where `musodds strategy` looks for it. With
    --score the hand is solved anew for the chance of winning the game there, from the strategy
    that heeds no score.

    \b
    musodds solve hand --target 0.02
    musodds solve hand --bets 2 --cap 0 --rules ffm --format json
    musodds solve hand --players 4 --style usual -o usual.npz --checkpoint usual.part.npz
    musodds solve hand --players 4 --style usual --score 38-39 --seat postre
    musodds solve hand --players 4 --rounds 0 --lock postre.toml --iterations 2000000
    """
    from .render import emit

    _check_players(ctx, players)
    if players == 4:
        from .solve_score import check_score

        check_score(ctx, given)
    for name, defaults in (("iterations", _ITERATIONS), ("target", _TARGET)):
        given[name] = defaults[players] if given[name] is None else given[name]
    for name in _ONLY[6 - players]:
        del given[name]
    if players == 4:
        from .solve_four import four_report, solved_hand

        answer = solved_hand(_menu(given), **given)
        emit(form, lambda: four_report(answer))
        return
    from ..solver.hand import solve_hand
    from .solve_sheets import hand_report

    asked = _asked(given)
    with _solving():
        found = solve_hand(**asked)
    emit(form, lambda: hand_report(found))
