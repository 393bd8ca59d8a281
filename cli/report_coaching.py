"""``musodds report coaching``."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from ..lang import _
from .options import announce_compiling, ruled
from .output import check_output, write_bytes
from .progress import progress_bar

if TYPE_CHECKING:
    from ..rules import Rules

NEEDS = {".html": ("jinja2", "Jinja2"), ".pdf": ("reportlab", "ReportLab")}
EXAMPLE = "-o book.pdf"


def _ending(path: str | None) -> str:
    """Return the ending of the file, and refuse what cannot be written."""
    ending = "" if path is None else path[path.rfind(".") :].lower() if "." in path else ""
    if path is None or ending not in NEEDS:
        what = _("no file") if path is None else f"-o '{path}'"
        wanted = _("a file ending in {endings}").format(endings=_(" or ").join((".pdf", ".html")))
        raise InputError(what, wanted, EXAMPLE)
    module, package = NEEDS[ending]
    if find_spec(module) is None:
        lacking = _("{package} is not installed").format(package=package)
        raise InputError(f"-o '{path}': {lacking}", _("it"), "pip install 'musodds[reports]'")
    check_output(path, example=f"book{ending}")
    return ending


@click.command("coaching")
@click.option("-o", "path", metavar="FILE", help="A file ending in .pdf or .html.")
@ruled
@click.option("--deals", type=int, help="Deals of all that is sampled, for a quick look.")
@click.option("--seed", type=int, default=1, show_default=True)
def command(path: str | None, rules: Rules, deals: int | None, seed: int) -> None:
    """Write the coaching book: census, odds, seats, score, señas, rules of thumb, exercises.

    Two or three minutes on two cores; what is worked out is kept, so that the same book in
    another language or form takes seconds.

    \b
    musodds report coaching -o book.pdf
    musodds report coaching --rules ehmf --lang eu -o liburua.html
    """
    ending = _ending(path)
    assert path is not None
    from ..setup import check_sample

    check_sample(100_000 if deals is None else deals, seed)
    from ..reports.book.data import Effort
    from ..reports.book.make import check_rules, make_book

    check_rules(rules)
    announce_compiling("trials", 30)
    with progress_bar(_("coaching book")) as progress:
        book = make_book(rules, Effort(deals, seed), progress)
    if ending == ".html":
        from ..reports.book.html import html_of

        written = html_of(book).encode()
    else:
        from ..reports.book.pdf import pdf_of

        written = pdf_of(book)
    write_bytes(path, written)
    click.echo(f"{book.title}, {book.subtitle}: {path}")
