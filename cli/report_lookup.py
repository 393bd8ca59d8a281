"""``musodds report lookup``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import announce_compiling, ruled
from .output import check_output, write_output
from .progress import progress_bar

if TYPE_CHECKING:
    from ..rules import Rules

LANGUAGES = ("es", "eu", "en")
EXAMPLE = "mus.html"


@click.command("lookup")
@click.option("-o", "path", metavar="FILE.html", required=True, help="The page.")
@ruled
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES, case_sensitive=False),
    help="That of the page; by default yours, else English.",
)
@click.option(
    "--range", "within", metavar="RANGE", help="Advice on these hands alone; all by default."
)
@click.option(
    "--se", type=float, help="Of cut less mus, in chances of the game, at which to stop; 0.006."
)
@click.option("--deals", type=int, help="Of each question about a bet; 4,096.")
@click.option("--seed", type=int, help="1 if not given.")
def command(path: str, rules: Rules, lang: str | None, **given: Any) -> None:
    """Write one page on which a player taps four cards, a seat and a score, and reads what to do.

    It needs no network and no other file. What is worked out is kept, so that an interrupted
    page goes on where it stopped, and another language takes seconds.

    \b
    musodds report lookup -o mus.html
    musodds report lookup -o mus.html --rules ehmf --lang eu
    musodds report lookup -o juego.html --range juego --deals 16384
    """
    from ..reports.lookup.page import check_jinja

    check_output(path, example=EXAMPLE)
    check_jinja()
    from ..lang import language, speaking
    from ..reports.lookup.figures import Wanted
    from ..reports.lookup.page import render
    from ..reports.lookup.work import work_out

    wanted = Wanted(rules, **{name: value for name, value in given.items() if value is not None})
    wanted.check()
    announce_compiling("opening", 30)
    with progress_bar("report lookup") as progress:
        figures = work_out(wanted, progress)
    spoken = lang or language()
    with speaking(spoken if spoken in LANGUAGES else "en"):
        page = render(wanted, figures)
    write_output(path, lambda whole: _write(whole, page))
    click.echo(f"{len(wanted.hands)} hands are in {path}, {len(page.encode()) / 1e6:.1f} MB")


def _write(path: str, text: str) -> None:
    Path(path).write_text(text, "utf-8")
