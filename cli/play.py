"""``musodds play``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import InputError
from .fitted import say
from .options import ruled

if TYPE_CHECKING:
    from ..drills.table import Game
    from ..record import Record
    from ..rules import Rules

DEALS = 16_384


@click.command("play")
@click.option("--seat", default="mano", show_default=True, help="Yours in the first hand.")
@click.option(
    "--style", default="usual", show_default=True,
    help="The solved strategy of the other three: usual, equilibrium, cut:x.",
)  # fmt: skip
@click.option("--hands", type=int, help="Stop after so many hands; by default a whole game.")
@click.option(
    "--score", metavar="A-B", default="0-0", show_default=True,
    help="At the start, the first mano's pair first.",
)  # fmt: skip
@click.option("--players", metavar="NAMES", help="Four names, in speaking order.")
@click.option("--seed", type=int, help="Always the same cards; by default others each time.")
@click.option("-o", "--output", metavar="FILE", help="Where to write the game down.")
@click.option("--no-review", is_flag=True, help="Do not grade your decisions at the end.")
@click.option(
    "--deals", type=int, default=DEALS, show_default=True, help="Deals to grade a decision by."
)
@ruled
def command(
    seat: str,
    style: str,
    hands: int | None,
    score: str,
    players: str | None,
    seed: int | None,
    output: str | None,
    no_review: bool,
    deals: int,
    rules: Rules,
) -> None:
    """Play a hand or a game with and against solved strategies; your decisions are graded.

    Type the words of the game: mus, corto, paso, envido, 5, órdago, quiero, no quiero, and the
    cards to throw. q, Ctrl-C or the end of the input leaves; hands that are over are kept.

    \b
    musodds play --seat postre -o game.mus
    musodds play --hands 1 --score 30-35 --style equilibrium --seed 3
    """
    from secrets import randbelow

    from ..drills.table import Game
    from ..equity import check_score
    from ..record import Record
    from ..record_reader import parse_players
    from ..seats import parse_seat
    from ..setup import check_sample
    from ..stones import parse_score
    from .output import check_output
    from .play_screen import Screen

    seed = randbelow(2**31) if seed is None else seed
    check_sample(deals, seed)
    if hands is not None and hands < 1:
        raise InputError(f"hands {hands}", "1 or more", "--hands 1")
    names = Record().players if players is None else parse_players(players)
    before = parse_score(score, rules.stones_per_amarraco)
    check_score(*before, rules.target)
    if output is not None:
        check_output(output, example="game.mus")
    game = Game(rules, style, parse_seat(seat), Screen(), seed, before, names)
    say(_begin(game))
    _play(game, hands)
    _write(game.record, output)
    if not no_review and game.record.hands:
        _review(game, deals)


def _begin(game: Game) -> str:
    """Return who plays, and by what seed to play it again."""
    from ..drills.words import rules_word
    from ..lang import _

    return _("The other three play '{style}'; {rules}; seed {seed}.").format(
        style=game.style, rules=rules_word(game.rules), seed=game.seed
    )


def _play(game: Game, hands: int | None) -> None:
    from ..lang import _
    from .typed import Left, pause

    try:
        while not game.over and (hands is None or len(game.record.hands) < hands):
            if game.record.hands:
                pause(_("Enter for the next hand, q to leave"))
            game.play_hand()
    except Left:
        say(_("You have left; hands that were over are kept."))
        return
    last = game.record.hands[-1]
    if last.winner is not None:
        ours = (last.winner == "A") == ((game.seat - last.mano) % 2 == 0)
        text = _("You have won the game.") if ours else _("They have won the game.")
        say(text, bold=True)


def _write(record: Record, output: str | None) -> None:
    from ..lang import _
    from ..record import write_record
    from .output import write_bytes

    if output is None:
        return
    if not record.hands:
        say(_("No hand is over: nothing is written."))
        return
    write_bytes(output, write_record(record).encode())
    say(_("Written to {file}; musodds review {file} grades all four.").format(file=output))


def _review(game: Game, deals: int) -> None:
    """Grade what the player did."""
    from .render import emit
    from .review import grade
    from .review_sheets import own_report

    record = game.record
    found = grade(record, record.players[game.seat], game.style, deals, 1)
    emit("table", own_report(found))
