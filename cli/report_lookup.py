"""``musodds report lookup``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..lang import _, ngettext
from ..numerals import decimal, whole
from .options import announce_compiling, ruled
from .output import check_output, write_bytes
from .progress import progress_bar

if TYPE_CHECKING:
    from ..rules import Rules

EXAMPLE = "mus.html"


@click.command("lookup")
@click.option("-o", "path", metavar="FILE.html", required=True, help="The page.")
@ruled
@click.option(
    "--range", "within", metavar="RANGE", help="Advice on these hands alone; all by default."
)
@click.option(
    "--se", type=float, help="Of cut less mus, in chances of the game, at which to stop; 0.008."
)
@click.option("--deals", type=int, help="Of each question about a bet; 2,048.")
@click.option("--seed", type=int, help="1 if not given.")
def command(path: str, rules: Rules, **given: Any) -> None:
    """Write one page on which a player taps four cards, a seat and a score, and reads what to do.

    It needs no network and no other file. What is worked out is kept, so that an interrupted
    page goes on where it stopped, and another language takes seconds.

    \b
    musodds report lookup -o mus.html
    musodds report lookup -o mus.html --rules ehmf --lang eu
    musodds report lookup -o juego.html --range juego --deals 16384
    """
    if not path.lower().endswith(".html"):
        ending = _("a file ending in {endings}").format(endings=".html")
        raise InputError(f"-o '{path}'", ending, f"-o {EXAMPLE}")
    check_output(path, example=EXAMPLE)
    from ..reports.lookup.page import check_jinja, render

    check_jinja()
    from ..reports.lookup.figures import Wanted
    from ..reports.lookup.work import work_out

    wanted = Wanted(rules, **{name: value for name, value in given.items() if value is not None})
    wanted.check()
    announce_compiling("opening", 30)
    with progress_bar(_("lookup page")) as progress:
        figures = work_out(wanted, progress)
    page = render(wanted, figures).encode()
    write_bytes(path, page)
    count, size = len(wanted.hands), decimal(len(page) / 1e6, 1)
    told = ngettext("{n} hand is in {path}, {size} MB", "{n} hands are in {path}, {size} MB", count)
    click.echo(told.format(n=whole(count), path=path, size=size))
