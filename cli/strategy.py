"""``musodds strategy``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..errors import InputError
from ..lang import _, ngettext
from ..numerals import whole
from ..words import lance_word
from .options import _join, announce_compiling, decorate, formatted, ruled

if TYPE_CHECKING:
    from ..hands import HandSpace
    from ..rules import Rules
    from ..solver.four.asking import Question
    from ..solver.four.solution import Solution
    from ..strategies import Kept
    from .render import Report

_SAME = "--lance grande --history 'paso, envido 2'"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked on the command line, as it was typed."""

    lance: str | None
    history: str | None
    cut: str | None
    pares: str | None
    juego: str | None
    before: str | None


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what tells which decision is asked for, given as ``asked``."""

    @wraps(function)
    def command(
        lance: str | None,
        history: str | None,
        cut: str | None,
        pares: str | None,
        juego: str | None,
        before: str | None,
        **rest: Any,
    ) -> Any:
        return function(asked=_Asked(lance, history, cut, pares, juego, before), **rest)

    return decorate(
        command,
        click.option("--lance", help="grande, chica, pares, juego or punto; by default all."),
        click.option(
            "--history",
            metavar="BETS",
            help="What was said in the lance; by default all before you passed.",
        ),
        click.option("--cut", metavar="SEAT[:1]", help="Who cut; :1 after mus, :0 at once."),
        click.option("--pares", metavar="SEATS", help="Who has pares: mano,segundo."),
        click.option("--juego", metavar="SEATS", help="Who has juego; by default both pairs do."),
        click.option("--before", metavar="BETS", help="Earlier lances: 'grande: postre refused'."),
    )


def _is_given(*names: str) -> bool:
    """Return whether one of some options was typed."""
    asked = click.get_current_context().get_parameter_source
    return any(asked(name) not in (None, ParameterSource.DEFAULT) for name in names)


def _solution(
    path: str | None, rules: Rules, style: str, lock: str | None, score: tuple[int, int] | None
) -> Solution:
    """Return the strategy of a file, or the one that the rules, the style and the score name."""
    if path is None:
        from ..strategies import find_strategy

        return find_strategy(rules, style, lock=lock, score=score)
    if _is_given("rules", "set", "style", "lock", "score"):
        raise InputError(
            _("--file '{path}' with rules, a style, a lock or a score: it has its own").format(
                path=path
            ),
            _("the file alone, or them"),
            "--file usual.npz",
        )
    if not Path(path).exists():
        told = _("--file '{path}': no such file").format(path=path)
        raise InputError(told, _("a strategy"), "--file usual.npz")
    from ..solver.four.solution import load_solution

    return load_solution(path)


def _questions(asked: _Asked, space: HandSpace, hand: int | None) -> list[Question]:
    """Return the lances that are asked for."""
    from ..hands import LANCE_NAMES
    from ..solver.four.asking import (
        Question,
        parse_before,
        parse_cut,
        parse_history,
        parse_holders,
        parse_lance,
    )

    cut, redraw = parse_cut(asked.cut)
    holders = {"pares": parse_holders(asked.pares), "juego": parse_holders(asked.juego)}
    if asked.lance is None:
        for name in ("history", "before"):
            if getattr(asked, name) is not None:
                told = _("{option} without a lance").format(option=f"--{name}")
                raise InputError(told, _("--lance too"), _SAME)
        lances = [name for name in LANCE_NAMES if hand is None or not _lacks(space, hand, name)]
        return [Question(n, None, cut, redraw, holders.get(n)) for n in lances]
    lance = parse_lance(asked.lance)
    if hand is not None and (lacks := _lacks(space, hand, lance)):
        told = _("{hand} in {lance}").format(hand=space.names[hand], lance=lance_word(lance))
        raise InputError(told, lacks, "--lance grande")
    history = parse_history(asked.history)
    before = parse_before(asked.before, lance)
    return [Question(lance, history, cut, redraw, holders.get(lance), before)]


def _lacks(space: HandSpace, hand: int, lance: str) -> str:
    """Return what a hand needs to play a lance and does not have, if anything."""
    if lance == "pares" and not space.pares[hand]:
        return _("a hand with pares")
    if lance == "juego" and not space.juego[hand]:
        return _("a hand with juego")
    return _("a hand without juego") if lance == "punto" and space.juego[hand] else ""


def _check(hand: str, asked: _Asked, matrix: bool, size: int | None) -> None:
    if matrix and asked.lance is None:
        told = _("{option} without a lance").format(option="--matrix")
        raise InputError(told, _("--lance too"), "--lance grande --matrix")
    if matrix and hand:
        told = _("--matrix with hand '{hand}'").format(hand=hand)
        raise InputError(told, _("one of both"), "--lance grande --matrix")
    if size is not None and size < 1:
        raise InputError(f"--size {size}", _("tantos, 1 or more"), "--size 5")


@dataclass(frozen=True)
class _Listed:
    """The strategies that are there."""

    kept: Sequence[Kept]

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema": "musodds.strategies/1",
            "strategies": [
                {"name": kept.name, "ships": kept.ships, "file": str(kept.path), **kept.told}
                for kept in self.kept
            ],
        }


def list_report() -> Report:
    """Return the strategies that ship and those solved here, with the worst that is known."""
    from ..solver.four.measure import Quality
    from ..strategies import list_strategies
    from .render import Cell, Column, Report, Sheet, fine, percent

    kept, ships, solved = list_strategies(), _("ships"), _("solved here")
    heads = [Column("style", _("style"), left=True), Column("rules", _("rules"), left=True)]
    heads += [
        Column("kings", _("kings")),
        Column("iterations", _("iterations"), whole),
        Column("own", _("alone"), fine),
        Column("wide", _("wider memory"), fine),
        Column("pairs", _("partners"), fine),
        Column("ships", "", lambda is_ours: ships if is_ours else solved, left=True),
    ]
    rows: list[list[Cell]] = []
    at_score: list[list[Cell]] = []
    for one in kept:
        quality = Quality.from_dict(one.told["quality"])
        style = _("{style}, locked").format(style=one.style) if one.locked else one.style
        about: list[Cell] = [style, one.rules, one.kings]
        about.append(one.told["iterations"])
        if one.score is None:
            worst = [quality.worst(what).tantos for what in ("alone", "wide", "pairs")]
            rows.append([*about, *worst, one.ships])
        else:
            score = f"{one.score[0]}-{one.score[1]}"
            at_score.append([*about, score, quality.worst("alone").tantos])
    title = _("The most that deviating was found to bring, in tantos a hand")
    sheets = [Sheet(title, heads, rows)]
    if at_score:
        scores = [Column("score", _("mano's pair-other")), Column("own", _("alone"), percent)]
        title = _("Solved at a score: the most that deviating was found to bring, of the game")
        sheets.append(Sheet(title, [*heads[:4], *scores], at_score))
    return Report(
        _Listed(kept),
        ngettext(
            "{count} solved strategy of four players",
            "{count} solved strategies of four players",
            len(kept),
        ).format(count=len(kept)),
        [],
        sheets,
        [_("Others are solved when they are asked for: --style cut:x, --rules, --lock.")],
    )


@click.command("strategy")
@click.argument("hand", nargs=-1, callback=_join)
@click.option(
    "--seat", default="mano", show_default=True, help="mano, segundo, tercero, postre, or 1 to 4."
)
@_options
@click.option("--size", type=int, help="A bet of yours that the strategy does not know.")
@click.option("--matrix", is_flag=True, help="All hands on one grid; needs --lance.")
@click.option("--quality", is_flag=True, help="How good the strategy is, and how it was made.")
@click.option("--list", "listed", is_flag=True, help="The strategies that are there.")
@click.option(
    "--style",
    default="usual",
    show_default=True,
    help="equilibrium, or how the table cuts: usual, patient, eager, cut:x.",
)
@click.option("--file", "path", metavar="FILE", help="A solved strategy instead.")
@click.option(
    "--lock", metavar="FILE.toml", help="Decisions that are given; see docs/four-seats.md."
)
@click.option(
    "--score", metavar="OURS-THEIRS", help="As solved for the chance of winning at that score."
)
@click.option(
    "--deals", type=int, default=20_000, show_default=True, help="Deals by which it is valued."
)
@click.option("--seed", type=int, default=1, show_default=True)
@ruled
@formatted
def command(
    hand: str,
    seat: str,
    asked: _Asked,
    size: int | None,
    matrix: bool,
    quality: bool,
    listed: bool,
    style: str,
    path: str | None,
    lock: str | None,
    score: str | None,
    deals: int,
    seed: int,
    rules: Rules,
    form: str,
) -> None:
    """Read what a solved strategy of four players does with HAND, and what that brings.

    \b
    musodds strategy RRCA --seat segundo
    musodds strategy RR75 --lance pares --history "envido 2" --seat segundo --cut mano
    musodds strategy --lance grande --seat mano --matrix
    musodds strategy RRCA --lance grande --seat segundo --history "envido 5"
    musodds strategy RR54 --seat postre --score 38-39
    musodds strategy --quality --style equilibrium
    musodds strategy --list
    """
    from ..cards import parse_hand
    from ..seats import parse_seat
    from .render import emit
    from .solve_score import score_of

    if listed:
        emit(form, list_report)
        return
    at = None if score is None else score_of(rules, score, seat)
    if quality:
        from .solve_four import Solved, four_report

        solved = Solved(_solution(path, rules, style, lock, at), path)
        emit(form, lambda: four_report(solved))
        return
    _check(hand, asked, matrix, size)
    place = parse_seat(seat)
    cards = parse_hand(hand) if hand else None
    found = _solution(path, rules, style, lock, at)
    space = found.strategy.game.space
    number = None if cards is None else space.index(cards)
    questions: Sequence[Question] = _questions(asked, space, number)
    announce_compiling("values", 30)
    from ..solver.four.reading import read
    from .strategy_grid import emit_grid
    from .strategy_sheets import Answer, hand_report, seat_report

    mus, trained = asked.lance is None, found.iterations or None
    readings = read(found.strategy, place, questions, mus, size, deals, seed, trained)
    answer = Answer(found, place, questions, readings, deals, seed, number, matrix)
    if matrix:
        emit_grid(form, answer)
        return
    report = seat_report if number is None else hand_report
    emit(form, lambda: report(answer))
