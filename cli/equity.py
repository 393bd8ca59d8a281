"""``musodds equity``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..lang import _, ngettext
from ..numerals import in_percent, marked, whole
from .options import formatted, ruled

if TYPE_CHECKING:
    from ..equity import Chance, Equity, Score
    from ..rules import Rules
    from .render import Cell, Report, Sheet

STEPS = (1, 2, 3, 5, 10)


@dataclass(frozen=True)
class _Answer:
    equity: Equity
    score: Score
    match: Chance
    games: tuple[int, int]
    vacas: tuple[int, int]
    elapsed_s: float

    def to_dict(self) -> dict[str, Any]:
        equity = self.equity
        return {
            "schema": "musodds.equity/1",
            **self.score.to_dict(),
            "games": list(self.games),
            "vacas": list(self.vacas),
            "match": self.match.value,
            "match_se": self.match.se,
            "rules": equity.rules.name,
            "style": equity.style,
            "method": "monte-carlo",
            "hands": equity.hands,
            "solved": [list(score) for score in equity.solved],
            "seed": equity.seed,
            "elapsed_s": self.elapsed_s,
        }


def _pair(what: str, text: str) -> tuple[int, int]:
    """Read games or vacas."""
    sides = text.split("-")
    if len(sides) != 2 or not all(side.strip().isdecimal() for side in sides):
        given = f"--{what} '{text}'"
        raise InputError(given, _("ours-theirs"), f"--{what} 1-0")
    return int(sides[0]), int(sides[1])


@click.command("equity")
@click.argument("score")
@click.option("--seat", default="mano", show_default=True, help="Our seat in the hand to be dealt.")
@click.option("--games", default="0-0", show_default=True, help="Games of this vaca, ours-theirs.")
@click.option("--vacas", default="0-0", show_default=True, help="Vacas, ours-theirs.")
@click.option(
    "--style", default="usual", show_default=True, help="A solved style: usual, equilibrium, cut:x."
)
@click.option("--table", "path", metavar="FILE", help="As table equity -o wrote it, as npz.")
@ruled
@formatted
def command(
    score: str,
    seat: str,
    games: str,
    vacas: str,
    style: str,
    path: str | None,
    rules: Rules,
    form: str,
) -> None:
    """Tell the chance of winning the game at SCORE, ours-theirs, and what a tanto is worth there.

    \b
    musodds equity 27-24 --seat mano
    musodds equity 38-39 --seat postre --games 1-0 --format json
    musodds equity 38-39 --table improved.npz
    """
    import time

    from ..equity import match_chance
    from ..seats import parse_seat
    from ..stones import parse_score
    from .render import emit

    start = time.perf_counter()
    mano = parse_seat(seat) % 2 == 0
    us, them = parse_score(score, rules.stones_per_amarraco, _("ours-theirs"), "27-24")
    won = _pair("games", games), _pair("vacas", vacas)
    if not (0 <= us < rules.target and 0 <= them < rules.target):
        each = _("from 0 to {most} each").format(most=rules.target - 1)
        raise InputError(_("score {score}").format(score=score), each, "27-24")
    equity = _equity(path, rules, style)
    chance = match_chance(equity, *won, (us, them), mano)
    found = equity.at(us, them, mano)
    answer = _Answer(equity, found, chance, *won, time.perf_counter() - start)
    emit(form, lambda: _report(answer))


def _equity(path: str | None, rules: Rules, style: str) -> Equity:
    """Return the chances of a file, or those by rules and style."""
    from dataclasses import replace

    from ..equity_table import find_equity, load_equity, serves

    if path is None:
        return find_equity(rules, style)
    if not Path(path).exists():
        absent = _("--table '{path}': no such file").format(path=path)
        raise InputError(absent, _("a table"), "--table equity.npz")
    found = load_equity(path)
    if not serves(found, rules, style):
        raise InputError(
            _("--table '{path}': of style '{style}', {rules}").format(
                path=path, style=found.style, rules=found.rules.describe()
            ),
            _("the style and the rules asked for"), f"--style {found.style}",
        )  # fmt: skip
    return replace(found, rules=rules)


def _made(equity: Equity) -> str:
    """Say by whom the hands were played."""
    told = _("{hands} hands by the solved strategy '{style}', which does not heed the score")
    least = min((min(score) for score in equity.solved), default=0)
    if equity.solved:
        told = ngettext(
            "{hands} hands by the solved strategy '{style}', which does not heed the score, but at "
            "{scores} score, {least}-{least}, solved anew",
            "{hands} hands by the solved strategy '{style}', which does not heed the score, but at "
            "{scores} scores, from {least}-{least} on, solved anew",
            len(equity.solved),
        )
    made = told.format(
        hands=whole(equity.hands), style=equity.style, scores=len(equity.solved), least=least
    )
    return _("{made}; {rules}; seed {seed}.").format(
        made=made, rules=equity.rules.describe(), seed=equity.seed
    )


def _chance(value: float) -> str:
    return in_percent(f"{100 * value:.2f}")


def _error(se: float) -> str:
    """Show a standard error by its leading digits: it is small, and never nothing."""
    return marked(f"{se:.1g}")


def _report(answer: _Answer) -> Report:
    from .render import Column, Report, Sheet

    score, equity = answer.score, answer.equity
    won, tanto, match = score.game, score.tanto, answer.match
    rows: list[list[Cell]] = [
        [_("chance of winning the game"), _chance(won.value), _error(100 * won.se)],
        [_("one tanto more adds"), _chance(tanto.value), _error(100 * tanto.se)],
        [_("chance of winning the match"), _chance(match.value), _error(100 * match.se)],
        [
            _("an accepted órdago, in tantos"), marked(f"{score.ordago.value:.1f}"),
            _error(score.ordago.se),
        ],
    ]  # fmt: skip
    what = Sheet(
        _("At this score"),
        [Column("what", "", left=True), Column("value", ""), Column("se", _("± se"))],
        rows,
    )
    after = Sheet(
        _("The game once the next hand has brought"),
        [
            Column("tantos", _("tantos")),
            Column("us", _("us"), _chance),
            Column("them", _("them"), _chance),
        ],
        _after(equity, score),
    )
    told = _("{us}-{them}, the mano theirs: the game is won in {share} of cases")
    if score.mano:
        told = _("{us}-{them}, the mano ours: the game is won in {share} of cases")
    return Report(
        answer,
        told.format(us=score.us, them=score.them, share=_chance(won.value)),
        [],
        [what, after],
        [
            _("± is one standard error. Scores are ours-theirs, before the hand is dealt."),
            _made(equity),
            _(
                "In musodds advise and bet the hand in play heeds the score where it may end the "
                "game; near the end do not compare their chances with these (docs/advise.md)."
            ),
        ],
        [_flat(answer, after)],
    )


def _after(equity: Equity, score: Score) -> list[list[Cell]]:
    """Return our chance once we, or they, have so many tantos more."""
    rows: list[list[Cell]] = []
    for n in STEPS:
        scores = (score.us + n, score.them), (score.us, score.them + n)
        rows.append([n, *(float(equity.chances(*at, not score.mano)[0]) for at in scores)])
    return rows


def _flat(answer: _Answer, after: Sheet) -> Sheet:
    from .render import Column, Sheet

    score, match = answer.score, answer.match
    flat = score.to_dict() | {"match": match.value, "match_se": match.se}
    for n, *both in after.rows:
        flat |= {f"game_if_{who}_{n}": p for who, p in zip(("us", "them"), both, strict=True)}
    return Sheet("equity", [Column(name, name) for name in flat], [list(flat.values())])
