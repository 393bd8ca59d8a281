"""``musodds record``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import ruled

if TYPE_CHECKING:
    from ..rules import Rules


@click.command("record")
@click.option(
    "--style", default="usual", show_default=True, help="A solved style: usual, equilibrium, cut:x."
)
@click.option("--players", metavar="NAMES", help="Four names, in speaking order.")
@click.option("--score", metavar="A-B", default="0-0", show_default=True, help="At the start.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Where to write it; stdout otherwise.")
@ruled
def command(
    style: str, players: str | None, score: str, seed: int, output: str | None, rules: Rules
) -> None:
    """Let four players play a game by a solved strategy, and write it down.

    The record is as docs/records.md has it: a game to look at, or to change by hand.

    \b
    musodds record --seed 7 -o game.mus
    musodds record --rules ehmf --score 20-22 --players Ane,Miren,Jon,Peio
    """
    from pathlib import Path

    from ..equity import check_score
    from ..record import Record, write_record
    from ..record_reader import parse_players
    from ..self_play import play_game
    from ..setup import check_sample
    from ..stones import parse_score
    from .output import check_output, write_output

    check_sample(1, seed)
    names = Record().players if players is None else parse_players(players)
    before = parse_score(score, rules.stones_per_amarraco)
    check_score(*before, rules.target)
    if output is not None:
        check_output(output, example="game.mus")
    text = write_record(play_game(rules, style, seed, before, names))
    if output is None:
        click.echo(text, nl=False)
    else:

        def write(path: str) -> None:
            Path(path).write_text(text, "utf-8")

        write_output(output, write)
