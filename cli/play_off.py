"""``musodds play-off``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ..lang import _
from ..numerals import decimal, whole
from .options import announce_compiling, formatted, ruled
from .solve_words import rounds_words

if TYPE_CHECKING:
    from ..arena import Match
    from ..rules import Rules
    from .render import Report


@click.command("play-off")
@click.argument("a")
@click.argument("b")
@click.option(
    "--hands",
    type=int,
    default=200_000,
    show_default=True,
    help="Most hands, two a deal: each is played again with the seats exchanged.",
)
@click.option("--se", type=float, default=0.0, help="Stop at this standard error, in tantos.")
@click.option(
    "--rounds",
    type=int,
    help="Most rounds of mus; 0 leaves the mus phase out. By default those of a file, or 3.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@ruled
@formatted
@click.pass_context
def command(
    ctx: click.Context,
    /,
    a: str,
    b: str,
    hands: int,
    se: float,
    rounds: int | None,
    seed: int,
    rules: Rules,
    form: str,
) -> None:
    """Let A and B play as pairs, and say what A wins a hand.

    Each is random, paso, accept or threshold; a file .npz of a solved strategy; or a style:
    equilibrium, usual, cut:x or a file, whose strategy ships, was solved before, or is solved now.

    \b
    musodds play-off usual threshold --hands 200000
    musodds play-off equilibrium cut:0.5 --se 0.005
    musodds play-off mine.npz random --format json
    """
    from ..arena import check_play, seat_players
    from ..errors import InputError
    from .progress import progress_bar
    from .render import emit

    if seed < 0:
        raise InputError(_("seed {seed}").format(seed=seed), _("0 or more"), "--seed 1")
    check_play(hands, se)
    # rules that nobody asked for are those of a file
    default = ParameterSource.DEFAULT
    given = ctx.get_parameter_source("rules") is not default or ctx.meta.get("musodds.set")
    seated = seat_players(a, b, rules if given else None, rounds)
    announce_compiling("play", 20)
    with progress_bar(_("playing")) as show:

        def told(deals: int) -> bool:
            show(2 * deals / max(hands, 1))
            return True

        found = seated.play(hands, seed, se, told)
    emit(form, lambda: play_off_report(found))


def play_off_report(found: Match) -> Report:
    """Return the match as tables and sentences."""
    from .render import Cell, Column, Report, Sheet, fine

    result, a, b = found.result, found.a, found.b
    tantos = result.tantos
    columns = [
        Column("seats", _("{name} sits").format(name=a.name), left=True),
        Column("tantos", _("tantos a hand"), fine),
        Column("se", "±", lambda se: decimal(se, 3)),
        Column("hands", _("hands"), whole),
    ]
    rows: list[list[Cell]] = [
        [words, part.tantos, part.se, count * result.deals]
        for words, part, count in (
            (_("in the mano's pair"), result.as_mano, 1),
            (_("in the other pair"), result.as_other, 1),
            (_("both, deal by deal"), tantos, 2),
        )
    ]
    note = _("{deals} deals, each played twice with the seats exchanged; seed {seed}.")
    if abs(tantos.tantos) <= 2 * tantos.se:
        note = _(
            "{deals} deals, each played twice with the seats exchanged; seed {seed}. That is "
            "within two standard errors."
        )
    return Report(
        found,
        _headline(found),
        [f"{player.name}: {player.about}." for player in (a, b)],
        [Sheet(_("{a} against {b}").format(a=a.name, b=b.name), columns, rows)],
        [note.format(deals=whole(result.deals), seed=result.seed)],
    )


def _headline(found: Match) -> str:
    tantos = found.result.tantos
    told = _("{a} loses {tantos} ± {se} tantos a hand against {b} ({rules}, {mus})")
    if tantos.tantos >= 0:
        told = _("{a} wins {tantos} ± {se} tantos a hand against {b} ({rules}, {mus})")
    return told.format(
        a=found.a.name, b=found.b.name, tantos=decimal(abs(tantos.tantos), 3),
        se=decimal(tantos.se, 3), rules=found.rules.describe(), mus=rounds_words(found.rounds),
    )  # fmt: skip
