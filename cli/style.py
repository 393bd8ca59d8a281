"""``musodds style``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..lang import _
from ..style import DEFAULT_STYLE
from .options import announce_compiling, formatted, ruled
from .output import PICTURES, check_output, write_bytes

if TYPE_CHECKING:
    from ..rules import Rules

Command = Callable[..., Any]


def _for_players(function: Command) -> Command:
    return click.option(
        "--players", type=int, default=4, show_default=True, help="2, 4 or 6 in two camps."
    )(function)


def _output(endings: tuple[str, ...]) -> Callable[[Command], Command]:
    """Add -o, a file with one of some endings."""

    def check(ctx: click.Context, param: click.Parameter, value: str) -> str:
        if not value.lower().endswith(endings):
            wanted = _("a file ending in {endings}").format(endings=_(" or ").join(endings))
            raise InputError(f"-o '{value}'", wanted, f"-o usual{endings[0]}")
        check_output(value)
        return value

    return click.option("-o", "path", metavar="FILE", required=True, callback=check)


def _announce(players: int) -> None:
    announce_compiling("worth" if players == 6 else "draws")


@click.group("style")
def command() -> None:
    """Show, save, plot and fit styles: how the others play.

    \b
    musodds style list
    musodds style show usual --seat mano
    musodds style fit seen.csv -o friends.toml
    musodds style save usual+cautious -o policy.csv
    musodds style plot usual -o usual.png
    musodds style reply usual --seat postre -o reply.csv
    """


@command.command("list")
@formatted
def list_styles(form: str) -> None:
    """List the styles that have a name, and the ways to discard."""
    from ..style import NAMED_STYLES
    from .render import emit
    from .style_sheets import list_report

    emit(form, lambda: list_report(NAMED_STYLES))


@command.command("show")
@click.argument("style")
@click.option("--seat", help="One seat alone: mano, segundo, tercero, postre, or 1 to 4.")
@click.option("--round", "round_", type=int, default=1, show_default=True, help="Round of mus.")
@_for_players
@ruled
@formatted
def show(style: str, seat: str | None, round_: int, players: int, rules: Rules, form: str) -> None:
    """Show what STYLE does: who cuts with which hands, and what they throw.

    \b
    musodds style show usual --seat mano
    musodds style show friends.toml --rules ehmf --round 2
    """
    from ..seats import parse_seat
    from ..style import parse_style
    from .render import emit
    from .style_sheets import show_report

    read = parse_style(style)
    place = None if seat is None else parse_seat(seat, players)
    _announce(players)
    from ..style_summary import summarise_style

    found = summarise_style(rules, read, players, round_)
    chosen = found.seats if place is None else (found.seats[place],)
    emit(form, lambda: show_report(found, chosen))


@command.command("save")
@click.argument("style")
@_output((".csv", ".toml"))
@_for_players
@ruled
def save(style: str, path: str, players: int, rules: Rules) -> None:
    """Save STYLE: every chance of every hand (.csv), or the style file itself (.toml).

    \b
    musodds style save usual+cautious -o policy.csv --rules ehmf
    musodds style save cut:0.3 -o mine.toml
    """
    from ..style import parse_style

    read = parse_style(style)
    if path.lower().endswith(".toml"):
        from ..style_file import style_text

        if read.whole or read.solved:
            wrong = _("-o '{path}': '{style}' is a whole policy").format(path=path, style=style)
            raise InputError(wrong, _("a .csv file"), "-o x.csv")
        write_bytes(path, style_text(read).encode())
    else:
        _announce(players)
        from ..policy import style_policy
        from ..policy_file import save_policy

        save_policy(style_policy(rules, read, players=players), rules, path)
    click.echo(_("{what} is in {path}").format(what=read.name, path=path))


@command.command("plot")
@click.argument("style")
@_output(PICTURES)
@click.option("--round", "round_", type=int, default=1, show_default=True, help="Round of mus.")
@_for_players
@ruled
def plot(style: str, path: str, round_: int, players: int, rules: Rules) -> None:
    """Draw with which hands STYLE cuts, seat by seat.

    \b
    musodds style plot usual -o usual.png
    musodds style plot friends.toml -o friends.svg --rules ehmf
    """
    from ..style import parse_style

    read = parse_style(style)
    _announce(players)
    from ..reports.look import figure_bytes
    from ..reports.style_figure import cut_figure

    drawn = figure_bytes(cut_figure(rules, read, players, round_), path.rpartition(".")[2].lower())
    write_bytes(path, drawn)
    click.echo(_("{what} is in {path}").format(what=read.name, path=path))


@command.command("fit")
@click.argument("file", type=click.Path())
@click.option("-o", "path", metavar="FILE.toml", help="Write the style to a file.")
@click.option("--player", metavar="NAME", help="The rows of one player alone.")
@ruled
@formatted
def fit(file: str, path: str | None, player: str | None, rules: Rules, form: str) -> None:
    """Fit a style to FILE, what was seen at a table of four.

    One row each time somebody spoke; columns seat and said (mus or cut), and if known hand,
    threw (how many), kept (cards), round, player. See docs/styles.md.

    \b
    musodds style fit seen.csv -o friends.toml
    musodds style fit seen.csv --player Ane
    """
    from ..sightings import read_sightings
    from ..text_file import read_text
    from .render import emit
    from .style_sheets import fit_report

    if path is not None and not path.lower().endswith(".toml"):
        wanted = _("a file ending in {endings}").format(endings=".toml")
        raise InputError(f"-o '{path}'", wanted, "-o friends.toml")
    if path is not None:
        check_output(path)
    where = _("file '{path}'").format(path=file)
    text = read_text(file, where, _("a CSV file"), "seen.csv")
    rows = read_sightings(text, rules, where, player)
    announce_compiling("draws")
    from ..style_fit import fit_style

    name = Path(path).stem if path else player or "fitted"
    found = fit_style(rows, rules, name, player)
    if path is not None:
        write_bytes(path, found.to_toml().encode())
    emit(form, lambda: fit_report(found, path))


@command.command("reply")
@click.argument("style", default=DEFAULT_STYLE)
@click.option("--seat", default="mano", show_default=True, help="Who plays the best reply.")
@_output((".csv",))
@click.option("--se", type=float, default=0.02, show_default=True, help="Of each hand, in tantos.")
@click.option("--seed", type=int, default=1, show_default=True)
@ruled
@formatted
def reply(style: str, seat: str, path: str, se: float, seed: int, rules: Rules, form: str) -> None:
    """Find the best cuts and discards of a seat against STYLE, and save all seats as a policy.

    \b
    musodds style reply usual --seat postre -o postre.csv
    """
    from ..seats import parse_seat
    from ..setup import make_setup

    parse_seat(seat)  # refuses before anything is compiled
    make_setup(style, se=se, seed=seed).check(rules)
    announce_compiling("trials")
    from ..policy_file import save_policy
    from ..reply import best_policy
    from .progress import progress_bar
    from .render import emit
    from .style_sheets import reply_report

    with progress_bar(_("best reply")) as progress:
        found = best_policy(seat, rules, progress, style=style, se=se, seed=seed)
    save_policy(found.policy, rules, path)
    emit(form, lambda: reply_report(found, path))
