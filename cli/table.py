"""``musodds table``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..config import kept
from ..errors import InputError
from ..lang import _
from ..numerals import percent
from ..words import seat_word
from .options import announce_compiling, ruled
from .output import check_output
from .progress import progress_bar
from .table_output import FORMATS, check_target, emit_table, find_format

if TYPE_CHECKING:
    from ..equity import Equity
    from ..jobs import Crew
    from ..reports.tables.made import MadeTable
    from ..rules import Rules
    from ..setup import Setup

NAMES = {
    "census": "how many of all dealt hands hold what",
    "lances": "the odds of every hand in every seat",
    "cut": "cut or mus with every hand in every seat, against a style",
    "discards": "what every discard of every hand is worth and makes, against a style",
    "partner": "the odds of every hand with every partner's hand",
    "equity": "the chance of winning the game from every score",
    "contested": "how often pares, juego and punto are disputed",
    "strength": "the chance of winning a lance by seat, from the weakest hand to the best",
    "posterior": "what pares and juego, yes or no, say about a hand",
}
JOBS = ("hands", "workers", "scheduler", "journal", "improve", "iterations")  # for equity alone
EQUITY = ("style", "seed", *JOBS)  # the options that it heeds


@click.command("table", epilog="; ".join(f"{name}: {what}" for name, what in NAMES.items()) + ".")
@click.argument("name", type=click.Choice(list(NAMES), case_sensitive=False))
@ruled
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS, case_sensitive=False),
    help="By default what FILE ends in, else csv.",
)
@click.option("-o", "path", metavar="FILE", help="Write to a file, whole or not at all.")
@click.option("--metadata", is_flag=True, help="With -o FILE.csv: FILE.csv-metadata.json too.")
@click.option("--seat", "seats", multiple=True, help="For cut and discards: this seat alone.")
@click.option("--style", help="How the others play; cut:0.35 if not given. In equity all four.")
@click.option(
    "--se",
    type=float,
    help="Standard error of cut minus mus at which to stop: 0.01 tantos, 0.002 of the game.",
)
@click.option("--score", metavar="OURS-THEIRS", help="For cut: by the chance of winning the game.")
@click.option("--range", "within", metavar="RANGE", help="For cut --score: these hands alone.")
@click.option("--near", type=int, help="For cut --score: so many hands near the line.")
@click.option("--seed", type=int, help="For cut, discards and equity; 1 if not given.")
@click.option("--hands", type=int, help="For equity: hands that are played; 6,000,000.")
@click.option(
    "--improve",
    type=int,
    metavar="TANTOS",
    help="For equity: where both pairs have so many, the hand is solved anew at every score.",
)
@click.option("--iterations", type=int, help="For equity --improve: at each score; 500,000.")
@click.option("--workers", type=int, help="For equity: processes that play the hands; 1.")
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="For equity: a Dask cluster to use.")
@click.option(
    "--journal", metavar="FILE", help="For equity: keeps what is played; goes on from it."
)
@click.option("--max-rounds", type=int, help="Rounds of mus after which the mano must cut; 4.")
def command(
    name: str, rules: Rules, form: str | None, path: str | None, metadata: bool, **sampling: Any
) -> None:
    """Print a whole table: exact, or sampled to a standard error against a style.

    \b
    musodds table census --rules ehmf --format md
    musodds table lances -o lances.csv
    musodds table cut --style usual -o cut.csv --metadata
    musodds table cut --score 22-31 --seat mano --near 12 -o line.tex
    musodds table posterior --lang eu -o posterior.html
    musodds table partner -o partner.parquet
    musodds table equity --workers 4 --journal equity.jsonl -o equity.xlsx
    musodds table equity --improve 37 --journal scores.jsonl -o equity.npz
    """
    form = find_format(form, path)
    check_target(form, path, metadata)
    given = {option: value for option, value in sampling.items() if value not in (None, ())}
    if name == "equity":
        table = _equity(rules, form, path, given)
    else:
        if name in ("cut", "discards") and "score" not in given and (own := kept("style")):
            given.setdefault("style", own)
        _check_options(name, form, given)
        table = _line(rules, given) if "score" in given else _whole(name, rules, given)
    if table is not None:
        emit_table(table, form, path, metadata)


def _whole(name: str, rules: Rules, given: dict[str, Any]) -> MadeTable:
    """Make a table that is exact, or sampled with every lance passed."""
    from ..reports.tables.made import MadeTable
    from ..tables import SAMPLED, find_table

    made: dict[str, Any] = {}
    if name in SAMPLED:
        setup = _check(rules, given)
        given |= {"se": setup.se}
        made = {
            "style": setup.style.name, "payoff": "paso", "max_rounds": setup.max_rounds,
            "se": setup.se, "seed": setup.seed,
        }  # fmt: skip
    with progress_bar(_("table {name}").format(name=name)) as progress:
        if name in ("partner", *SAMPLED):
            announce_compiling("counting" if name == "partner" else "trials")
            frame = find_table(name)(rules, progress, **given)
        else:
            frame = find_table(name)(rules)
    if made:
        made["deals"] = frame.attrs["deals"]
    return MadeTable(name, frame, rules, made)


def _check_options(name: str, form: str, given: dict[str, Any]) -> None:
    """Refuse options that a table does not heed."""
    from ..tables import SAMPLED

    scored = name == "cut" and "score" in given
    for option in () if scored else ("score", "within", "near"):
        if option in given:
            raise InputError(
                _with_table(f"--{option.replace('within', 'range')}", name), "cut --score",
                "musodds table cut --score 22-31 --seat mano",
            )  # fmt: skip
    only = next((f"--{option}" for option in JOBS if option in given), None)
    if form == "npz" or only:
        what = only or _("format '{form}'").format(form="npz")
        raise InputError(_with_table(what, name), "table equity", "musodds table equity")
    if given and name not in SAMPLED:
        option = next(iter(given)).replace("_", "-").replace("seats", "seat")
        wrong = _("--{option} with table '{name}', which is exact")
        raise InputError(
            wrong.format(option=option, name=name), _(" or ").join(SAMPLED),
            "musodds table cut --style usual --se 0.02 --seat mano",
        )  # fmt: skip


def _with_table(what: str, name: str) -> str:
    """Say what is refused with a table."""
    return _("{what} with table '{name}'").format(what=what, name=name)


def _equity(rules: Rules, form: str, path: str | None, given: dict[str, Any]) -> MadeTable | None:
    """Make the chances of winning the game; as npz, write them to a file."""
    for option in given:
        if option not in EQUITY:
            name = "--" + option.replace("_", "-").replace("seats", "seat")
            raise InputError(_with_table(name, "equity"), ", ".join(EQUITY), "--style usual")
    from ..crew import check_crew
    from ..equity_table import equity_frame, sample_equity, save_equity
    from ..jobs import Crew
    from ..reports.tables.made import MadeTable

    crew = Crew(given.pop("workers", 1), given.pop("scheduler", None))
    check_crew(*crew)
    if "iterations" in given and "improve" not in given:
        raise InputError(_("--iterations without --improve"), _("both"), "--improve 37")
    if "journal" in given:
        check_output(given["journal"], "--journal", "equity.jsonl")
    announce_compiling("score_walk" if "improve" in given else "induction")
    with progress_bar(_("table {name}").format(name="equity")) as progress:
        if "improve" in given:
            equity = _improved(rules, crew, progress, given)
        else:
            equity = sample_equity(rules, crew=crew, progress=progress, **given)
    if form == "npz":
        assert path is not None
        save_equity(path, equity)
        return None
    made = {"style": equity.style, "seed": equity.seed, "hands": equity.hands}
    if "improve" in given:
        made["solved_from"] = given["improve"]
    return MadeTable("equity", equity_frame(equity), rules, made)


def _improved(rules: Rules, crew: Crew, progress: Any, given: dict[str, Any]) -> Equity:
    """Return the chances, the hand solved anew at the scores near the end."""
    from ..equity_table import HANDS
    from ..improve import ITERATIONS, Plan, near_the_end
    from ..improve_jobs import LINEAR, improved_table

    least = given["improve"]
    if not 0 <= least < rules.target:
        wanted = _("from 0 to {most}").format(most=rules.target - 1)
        raise InputError(f"--improve {least}", wanted, "--improve 37")
    hands = given.get("hands", HANDS) // LINEAR
    plan = Plan(given.get("iterations", ITERATIONS), hands, given.get("seed", 1))
    scores = near_the_end(rules.target, rules.target - least)
    table = rules, given.get("style", "usual")
    return improved_table(table, scores, plan, crew, given.get("journal"), progress)


def _line(rules: Rules, given: dict[str, Any]) -> MadeTable:
    """Make the cut line at a score."""
    from ..reports.tables.made import MadeTable
    from ..score_table import LineQuestion, cut_share, line_frame, nearest, parse_seats
    from ..stones import parse_score

    seats, near = parse_seats(given.pop("seats", ())), given.pop("near", None)
    told = given.pop("score")
    score = parse_score(told, rules.stones_per_amarraco, _("ours-theirs"), "22-31")
    if near is not None and near < 1:
        raise InputError(f"--near {near}", _("hands, 1 or more"), "--near 12")
    question = LineQuestion(score, rules, seats, **given)
    question.check()
    announce_compiling("opening", 20)
    with progress_bar(_("table {name}").format(name="cut")) as progress:
        frame = line_frame(question, progress)
    shares = cut_share(frame, rules)
    for seat, share in shares.items():
        told = _("{seat} cuts with {share} of these hands as dealt")
        told = told.format(seat=seat_word(seat), share=percent(share, 1))
        click.echo(f"musodds: {told}", err=True)
    setup = question.setup()
    made = {
        "score": {"us": score[0], "them": score[1]}, "style": setup.style.name,
        "payoff": "solved", "max_rounds": setup.max_rounds, "game_se": question.se,
        "seed": setup.seed, "deals": int(frame.deals.sum()), "cut_share": shares,
    }  # fmt: skip
    return MadeTable("cut", frame if near is None else nearest(frame, near), rules, made)


def _check(rules: Rules, given: dict[str, Any]) -> Setup:
    """Refuse what cannot be sampled before anything is compiled."""
    from ..seats import parse_seat
    from ..setup import TABLE_SE, make_setup

    for seat in given.get("seats", ()):
        parse_seat(seat)
    setup = make_setup(**{"se": TABLE_SE} | {k: v for k, v in given.items() if k != "seats"})
    setup.check(rules)
    if rules.deal != "mus":
        wrong = _("rules '{rules}': no mus").format(rules=rules.name)
        raise InputError(wrong, _("rules with mus"), "--rules naipera")
    return setup
