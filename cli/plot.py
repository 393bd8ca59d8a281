"""``musodds plot``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..lang import _
from .options import announce_compiling, ruled
from .output import PICTURES, check_output, write_bytes

if TYPE_CHECKING:
    from ..rules import Rules


def _check_path(name: str, path: str | None) -> str:
    """Refuse a file that is no picture or cannot be written."""
    example = f"-o {name}.png"
    if path is None:
        wrong = _("figure '{name}' without a file").format(name=name)
        raise InputError(wrong, _("-o FILE"), example)
    if not path.lower().endswith(PICTURES):
        wanted = _("a file ending in {endings}").format(endings=_(" or ").join(PICTURES))
        raise InputError(f"-o '{path}'", wanted, example)
    check_output(path, example=f"{name}.png")
    return path


def _list() -> None:
    """Say which figures there are."""
    from ..reports.figures import FIGURES

    wide = max(map(len, FIGURES))
    for name, named in FIGURES.items():
        shows = _(named.shows)
        click.echo(f"{name.ljust(wide)}  {shows}")


@click.command("plot")
@click.argument("name", required=False)
@click.option("-o", "path", metavar="FILE", help="A file ending in .png, .svg or .pdf.")
@ruled
@click.option("--style", help="How the table plays: usual, patient, eager, cut:x, a file.")
@click.option("--seat", help="mano, segundo, tercero, postre, or 1 to 4.")
@click.option("--lance", help="grande, chica, pares, juego or punto.")
@click.option("--against", metavar="RULES", help="The rules to compare with.")
@click.option("--history", metavar="BETS", help="What was said in the lance.")
@click.option("--cut", metavar="SEAT[:1]", help="Who cut; :1 after a round of mus, :0 at once.")
@click.option("--score", metavar="OURS-THEIRS", help="The score that is played at.")
@click.option("--deals", type=int, help="Deals to sample.")
@click.option("--seed", type=int, help="Of the sampled deals; 1 if not given.")
def command(name: str | None, path: str | None, rules: Rules, **options: Any) -> None:
    """Draw figure NAME to a file; without a name, list the figures.

    Each takes the options that mean something to it; docs/figures.md shows them all.

    \b
    musodds plot
    musodds plot win --lance grande --seat mano -o win.png
    musodds plot paso --rules ehmf --lang eu -o paso.svg
    """
    from ..reports.figures import check, draw, find_figure

    if name is None:
        _list()
        return
    named = find_figure(name)
    target = _check_path(name, path)
    given = {option: value for option, value in options.items() if value is not None}
    check(name, rules, given)
    if named.compiles:
        announce_compiling(named.compiles)
    figure = draw(name, rules, **given)
    from ..reports.look import figure_bytes

    drawn = figure_bytes(figure, target.rpartition(".")[2].lower())
    write_bytes(target, drawn)
    click.echo(_("{what} is in {path}").format(what=name, path=target))
