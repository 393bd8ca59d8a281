"""``musodds review``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from ..lang import _, speaking
from .options import announce_compiling, formatted

if TYPE_CHECKING:
    from ..record import Record
    from ..review import Review

DEALS = 65_536


@click.command("review")
@click.argument("file")
@click.option("--seat", metavar="WHO", help="Whose decisions: seats or players, by commas.")
@click.option(
    "--style", default="usual", show_default=True, help="A solved style: usual, equilibrium, cut:x."
)
@click.option(
    "--deals", type=int, default=DEALS, show_default=True, help="Deals sampled for a decision."
)
@click.option("--seed", type=int, default=1, show_default=True)
@formatted
def command(file: str, seat: str | None, style: str, deals: int, seed: int, form: str) -> int:
    """Grade the decisions of a recorded game, and tell luck from skill.

    FILE is a game as docs/records.md has it. Every decision takes up to a second:
    cut or mus, discards, and each word of every lance. Ctrl-C shows what is graded by then.

    \b
    musodds review game.mus
    musodds review game.mus --seat Ane,Jon
    musodds review game.mus --seat mano --deals 2000 --format json
    """
    from ..record_reader import load_record
    from ..setup import check_sample
    from .render import MACHINE, emit
    from .review_sheets import review_report

    check_sample(deals, seed)
    with speaking("en") if form in MACHINE else nullcontext():  # the reasons are kept in words
        found = grade(load_record(file), seat, style, deals, seed)
    emit(form, lambda: review_report(found))
    return 1 if found.left_out else 0


def grade(record: Record, seat: str | None, style: str, deals: int, seed: int) -> Review:
    """Grade a record, with a bar on the terminal; see the command for what the words mean."""
    import time

    from ..equity_table import find_equity
    from ..review import Review, parse_chosen, review
    from ..review_graders import make_graders
    from .progress import progress_bar

    start, chosen = time.perf_counter(), parse_chosen(seat, record)
    announce_compiling("rollout", 40)
    equity = find_equity(record.rules, style)
    graders = make_graders(record.rules, style, equity, deals, seed)
    with progress_bar(_("grading")) as show:
        hands, left_out = review(record, graders, equity, chosen, show)
    elapsed = time.perf_counter() - start
    return Review(record, style, equity, hands, left_out, seed, deals, elapsed)
