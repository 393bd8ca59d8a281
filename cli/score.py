"""``musodds score``."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

import click
from click.core import ParameterSource

from ..errors import InputError, printable
from ..lang import _
from ..text_file import short_lines
from .options import formatted, ruled

if TYPE_CHECKING:
    from ..match import Match
    from ..rules import Rules

LANCES = ("grande", "chica", "pares", "juego")
Record = dict[str, Any]


def hand_record(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what one hand needs: HANDS, --score, the bets by lance and --declared."""
    for decorate in (
        click.option(
            "--declared",
            metavar="WORDS",
            multiple=True,
            help="An error at the table: 'mano pares si', 'zaku jokoa ez', 'segundo 5 cartas'.",
        ),
        click.option("--juego", "--punto", "juego", metavar="BETS", default=""),
        click.option("--pares", metavar="BETS", default=""),
        click.option("--chica", metavar="BETS", default=""),
        click.option("--grande", metavar="BETS", default="", help="'A2 B+5 n', or words by seat."),
        click.option("--score", metavar="A-B", help="Before the hand: 27-24, or '5a 2-4a 4'."),
        click.argument("hands", nargs=-1),
    ):
        function = decorate(function)
    return function


@click.command("line", add_help_option=False)
@hand_record
def _line(**given: Any) -> Record:
    return given


def _score(given: Record, rules: Rules) -> Record:
    from ..scoring import score
    from ..stones import parse_score

    before = parse_score(given["score"] or "0-0", rules.stones_per_amarraco)
    bets = {lance: given[lance] for lance in LANCES}
    return score(given["hands"], bets, rules, before, given["declared"]).to_dict()


def _play(match: Match, given: Record, path: str, mano: int | None, again: bool) -> Match:
    """Play a hand of a match, or its last one again, and keep it."""
    from ..match import save_match

    if given["score"]:
        raise InputError(
            _("score with a match"), _("no --score: the match keeps it"), "--match m.json"
        )
    bets = {lance: given[lance] for lance in LANCES}
    play = match.score_again if again else match.play
    match = play(given["hands"], bets, given["declared"], mano)
    try:
        save_match(match, path)
    except OSError as error:
        raise click.ClickException(
            _("match '{path}': {error}").format(path=path, error=error)
        ) from None
    return match


def _lines(file: TextIO, take: Callable[[int, Record], None], goes_on: bool) -> int:
    """Take a hand a line and return the exit code; a bad line is told by its number."""
    code = 0
    for number, line in short_lines(file, "--batch hands.txt"):
        try:
            if words := shlex.split(line, comments=True):
                take(number, _line.main(words, "musodds", standalone_mode=False))
        except (ValueError, click.ClickException) as error:
            told = error.format_message() if isinstance(error, click.ClickException) else str(error)
            told = printable(told, 1000)
            where = _("line {number}: {error}").format(number=number, error=told)
            click.echo(f"musodds: {where}", err=True)
            code = 2
            if not goes_on:
                click.echo("musodds: " + _("the match stops before that line"), err=True)
                break
    return code


def _open(ctx: click.Context, path: str, rules: Rules, pairs: str) -> Match:
    """Open the match; rules that are asked for must be those that it is played by."""
    from ..match import open_match

    match = open_match(path, rules, pairs.split(","))
    asked = ctx.get_parameter_source("rules") != ParameterSource.DEFAULT or ctx.meta["musodds.set"]
    if asked and match.rules != rules:
        raise InputError(
            _("match '{path}': played by {own}, not {asked}").format(
                path=path, own=match.rules.name, asked=rules.name
            ),
            _("the rules of the match, or none"),
            f"--match {path}",
        )
    return match


@click.command("score")
@hand_record
@click.option(
    "--batch",
    type=click.File(encoding="utf-8", errors="replace"),
    help="A hand a line; - is stdin.",
)
@click.option("--match", "path", metavar="FILE", help="A running match, made if need be.")
@click.option("--pairs", metavar="NAME,NAME", default="1,2", help="The pairs of a new match.")
@click.option(
    "--mano",
    type=click.Choice(["1", "2"]),
    help="The mano's pair in a match, where the mano did not simply move on.",
)
@click.option("--again", is_flag=True, help="Score the last hand of the match anew, a late claim.")
@ruled
@formatted
@click.pass_context
def command(
    ctx: click.Context,
    /,
    rules: Rules,
    form: str,
    batch: TextIO | None,
    path: str | None,
    pairs: str,
    mano: str | None,
    again: bool,
    **given: Any,
) -> int:
    """Score a hand: HANDS are two, four or six, from the mano on; A is the mano's pair.

    A lance that is left out was passed. A batch holds HANDS and the options up to --declared,
    one hand a line.

    \b
    musodds score SS65 SRC4 CCC7 RR51 --rules ehmf --grande "A2 q" --pares "A2 B+5 n"
    musodds score RRCA 7654 SS41 CC75 --grande "mano envido, segundo 5 más, mano quiero"
    musodds score --match partida.json --pairs Ane+Jon,Miren+Peio --batch hands.txt
    musodds score RRCA 7654 SS41 CC75 --match partida.json --again
    """
    from .render import emit
    from .score_sheets import Scored, scored_report

    match = None if path is None else _open(ctx, path, rules, pairs)
    records: list[tuple[int, Record]] = []

    def take(number: int, hand: Record) -> None:
        nonlocal match
        if match is None or path is None:
            records.append((number, _score(hand, rules)))
        else:
            match = _play(match, hand, path, None if mano is None else int(mano) - 1, again)
            records.append((number, match.hands[-1].record))

    code = 0
    if again and (match is None or batch is not None or not given["hands"]):
        raise InputError(
            _("again without the last hand of a match"),
            _("--match and the hands"),
            "RRCA 7654 SS41 CC75 --match partida.json --again",
        )
    if batch is not None:
        if given["hands"]:
            raise InputError(
                _("hands beside a batch"), _("the one or the other"), "--batch hands.txt"
            )
        code = _lines(batch, take, goes_on=match is None)
    elif given["hands"] or match is None:
        take(1, given)
    scored = Scored(records, rules if match is None else match.rules, match, batch is not None)
    emit(form, lambda: scored_report(scored))
    return code
