"""``musodds table``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .options import announce_compiling, ruled
from .output import check_output, write_output
from .progress import progress_bar

if TYPE_CHECKING:
    import pandas as pd

    from ..equity import Equity
    from ..jobs import Crew
    from ..rules import Rules
    from ..setup import Setup

NAMES = {
    "census": "how many of all dealt hands hold what",
    "lances": "the odds of every hand in every seat",
    "cut": "cut or mus with every hand in every seat, against a style",
    "discards": "what every discard of every hand is worth and makes, against a style",
    "partner": "the odds of every hand with every partner's hand",
    "equity": "the chance of winning the game from every score",
    "posterior": "what pares and juego, yes or no, say about a hand",
}
FORMATS = ("csv", "json", "md", "parquet", "npz")
JOBS = ("hands", "workers", "scheduler", "journal", "improve", "iterations")  # for equity alone
EQUITY = ("style", "seed", *JOBS)  # the options that it heeds
LINE = [  # of the cut line at a score, for people
    *("hand", "seat", "advice", "difference", "difference_se", "difference_tantos"),
    *("difference_tantos_se", "throw", "flattered"),
]


def _text(frame: pd.DataFrame, name: str, rules: Rules, form: str, sampling: dict[str, Any]) -> str:
    """Return a table as text, numbers with 12 significant digits."""
    import json

    if form == "csv":
        return str(frame.to_csv(index=False, float_format="%.12g")).rstrip("\n")
    if form == "json":
        rows = frame.to_dict(orient="records")
        made: dict[str, Any] = {
            "schema": "musodds.table/1",
            "table": name,
            "rules": rules.name,
            "method": "monte-carlo" if sampling else "exact",
            **sampling,
            "rows": rows,
        }
        return json.dumps(made, indent=1)
    cells = [[f"{v:.6g}" if isinstance(v, float) else str(v) for v in row] for row in frame.values]
    marks = ["--:" if kind.kind in "if" else ":--" for kind in frame.dtypes]
    return "\n".join(f"| {' | '.join(row)} |" for row in [list(frame.columns), marks, *cells])


@click.command("table", epilog="; ".join(f"{name}: {what}" for name, what in NAMES.items()) + ".")
@click.argument("name", type=click.Choice(list(NAMES), case_sensitive=False))
@ruled
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS, case_sensitive=False),
    default="csv",
    show_default=True,
)
@click.option("-o", "path", metavar="FILE", help="Write to a file, whole or not at all.")
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
def command(name: str, rules: Rules, form: str, path: str | None, **sampling: Any) -> None:
    """Print a whole table: exact, or sampled to a standard error against a style.

    \b
    musodds table census --rules ehmf --format md
    musodds table lances --format csv -o lances.csv
    musodds table cut --style usual -o cut.csv
    musodds table cut --score 22-31 --seat mano --near 12 --format md
    musodds table partner --format parquet -o partner.parquet
    musodds table equity --workers 4 --journal equity.jsonl --format npz -o equity.npz
    musodds table equity --improve 37 --journal scores.jsonl --format npz -o equity.npz
    """
    from ..tables import SAMPLED, find_table

    if form == "parquet" and path is None:
        raise InputError("format 'parquet' on the terminal", "a file", "-o table.parquet")
    if path is not None:
        check_output(path)
    given = {option: value for option, value in sampling.items() if value not in (None, ())}
    if name == "equity":
        _equity(rules, form, path, given)
        return
    _check_options(name, form, given, name in SAMPLED)
    if "score" in given:
        _line(rules, form, path, given)
        return
    if name in SAMPLED:
        setup = _check(rules, given)
        given |= {"se": setup.se}
        sampling = {
            "style": setup.style.name, "payoff": "paso", "max_rounds": setup.max_rounds,
            "se": setup.se, "seed": setup.seed,
        }  # fmt: skip
    with progress_bar(f"table {name}") as progress:
        if name in ("partner", *SAMPLED):
            announce_compiling("counting" if name == "partner" else "trials")
            frame = find_table(name)(rules, progress, **given)
        else:
            frame = find_table(name)(rules)
    text = {} if name not in SAMPLED else sampling
    if path is None:
        click.echo(_text(frame, name, rules, form, text))
        return
    shown = "" if form == "parquet" else _text(frame, name, rules, form, text)
    write_output(path, lambda whole: _save(frame, whole, form, shown))


def _check_options(name: str, form: str, given: dict[str, Any], sampled: bool) -> None:
    """Refuse options that a table does not heed."""
    scored = name == "cut" and "score" in given
    for option in () if scored else ("score", "within", "near"):
        if option in given:
            raise InputError(
                f"--{option.replace('within', 'range')} with table '{name}'", "cut --score",
                "musodds table cut --score 22-31 --seat mano",
            )  # fmt: skip
    only = next((f"--{option}" for option in JOBS if option in given), None)
    if form == "npz" or only:
        what = only or "format 'npz'"
        raise InputError(f"{what} with table '{name}'", "table equity", "musodds table equity")
    if given and not sampled:
        option = next(iter(given)).replace("_", "-").replace("seats", "seat")
        raise InputError(
            f"--{option} with table '{name}', which is exact", "cut or discards",
            "musodds table cut --style usual --se 0.02 --seat mano",
        )  # fmt: skip


def _equity(rules: Rules, form: str, path: str | None, given: dict[str, Any]) -> None:
    """Print the chances of winning the game, or write them to a file."""
    for option in given:
        if option not in EQUITY:
            name = "--" + option.replace("_", "-").replace("seats", "seat")
            raise InputError(f"{name} with table 'equity'", ", ".join(EQUITY), "--style usual")
    if form == "npz" and path is None:
        raise InputError("format 'npz' on the terminal", "a file", "-o equity.npz")
    from ..crew import check_crew
    from ..equity_table import equity_frame, sample_equity, save_equity
    from ..jobs import Crew

    crew = Crew(given.pop("workers", 1), given.pop("scheduler", None))
    check_crew(*crew)
    if "iterations" in given and "improve" not in given:
        raise InputError("--iterations without --improve", "both", "--improve 37")
    if "journal" in given:
        check_output(given["journal"], "--journal", "equity.jsonl")
    announce_compiling("score_walk" if "improve" in given else "induction")
    with progress_bar("table equity") as progress:
        if "improve" in given:
            equity = _improved(rules, crew, progress, given)
        else:
            equity = sample_equity(rules, crew=crew, progress=progress, **given)
    if form == "npz":
        assert path is not None
        save_equity(path, equity)
        return
    frame = equity_frame(equity)
    made = {"style": equity.style, "seed": equity.seed, "hands": equity.hands}
    text = "" if form == "parquet" else _text(frame, "equity", rules, form, made)
    if path is None:
        click.echo(text)
    else:
        write_output(path, lambda whole: _save(frame, whole, form, text))


def _improved(rules: Rules, crew: Crew, progress: Any, given: dict[str, Any]) -> Equity:
    """Return the chances, the hand solved anew at the scores near the end."""
    from ..equity_table import HANDS
    from ..improve import ITERATIONS, Plan, near_the_end
    from ..improve_jobs import LINEAR, improved_table

    least = given["improve"]
    if not 0 <= least < rules.target:
        raise InputError(f"--improve {least}", f"from 0 to {rules.target - 1}", "--improve 37")
    hands = given.get("hands", HANDS) // LINEAR
    plan = Plan(given.get("iterations", ITERATIONS), hands, given.get("seed", 1))
    scores = near_the_end(rules.target, rules.target - least)
    table = rules, given.get("style", "usual")
    return improved_table(table, scores, plan, crew, given.get("journal"), progress)


def _line(rules: Rules, form: str, path: str | None, given: dict[str, Any]) -> None:
    """Print the cut line at a score, or write it to a file."""
    from ..score_table import LineQuestion, cut_share, line_frame, nearest, parse_seats
    from ..stones import parse_score

    seats, near = parse_seats(given.pop("seats", ())), given.pop("near", None)
    told = given.pop("score")
    score = parse_score(told, rules.stones_per_amarraco, "ours-theirs", "22-31")
    if near is not None and near < 1:
        raise InputError(f"--near {near}", "hands, 1 or more", "--near 12")
    question = LineQuestion(score, rules, seats, **given)
    question.check()
    announce_compiling("opening", 20)
    with progress_bar("table cut") as progress:
        frame = line_frame(question, progress)
    shares = cut_share(frame, rules)
    frame = frame if near is None else nearest(frame, near)
    for seat, share in shares.items():
        click.echo(f"musodds: {seat} cuts with {share:.1%} of these hands as dealt", err=True)
    setup = question.setup()
    made = {
        "score": {"us": score[0], "them": score[1]}, "style": setup.style.name,
        "payoff": "solved", "max_rounds": setup.max_rounds, "game_se": question.se,
        "seed": setup.seed, "cut_share": shares,
    }  # fmt: skip
    shown = frame[LINE] if form == "md" else frame
    text = "" if form == "parquet" else _text(shown, "cut", rules, form, made)
    if path is None:
        click.echo(text)
    else:
        write_output(path, lambda whole: _save(frame, whole, form, text))


def _save(frame: pd.DataFrame, path: str, form: str, text: str) -> None:
    """Write a table to a file."""
    if form != "parquet":
        Path(path).write_text(text + "\n", "utf-8")
        return
    try:
        frame.to_parquet(path, index=False)
    except ImportError:
        raise InputError(
            "format 'parquet': pyarrow is not installed", "it, or csv",
            "pip install 'musodds[parquet]'",
        ) from None  # fmt: skip


def _check(rules: Rules, given: dict[str, Any]) -> Setup:
    """Refuse what cannot be sampled before anything is compiled."""
    from ..seats import parse_seat
    from ..setup import TABLE_SE, make_setup

    for seat in given.get("seats", ()):
        parse_seat(seat)
    setup = make_setup(**{"se": TABLE_SE} | {k: v for k, v in given.items() if k != "seats"})
    setup.check(rules)
    if rules.deal != "mus":
        raise InputError(f"rules '{rules.name}': no mus", "rules with mus", "--rules naipera")
    return setup
