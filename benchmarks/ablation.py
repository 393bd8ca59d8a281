"""What each part of the method is worth: trained for equal processor time, then measured.

Run as ``python -m benchmarks.ablation --seconds 20 --seeds 3``: 8 kings without the mus phase, and
one thing changed at a time. Every line is trained for so many seconds of processor time by each
seed; then the mano and the postre are trained against it for a fixed number of iterations, with
the strategy's memory and with the wide one. What is done is kept in a file, so that it can be
interrupted and taken up again, and files of several runs can be put together; the table is printed
at the end, or at once with ``--table``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from musodds.rules import load_rules
from musodds.solver.four.game import Game, game_of
from musodds.solver.four.measure import wider
from musodds.solver.four.memory import DEFAULT_MEMORY
from musodds.solver.four.menu import Menu
from musodds.solver.four.quality import ATTEMPTS, Effort, deviation_gain
from musodds.solver.four.solution import quantised
from musodds.solver.four.strategy import Strategy
from musodds.solver.four.train import Method, Training

CHUNK = 1000  # iterations between two looks at the clock
SEATS = (0, 3)


@dataclass(frozen=True)
class Variant:
    """One line of the table.

    Attributes
    ----------
    part, value : str
        What is changed, and to what.
    method : Method
    memory : str
    menu : Menu
    """

    part: str
    value: str
    method: Method = field(default_factory=Method)
    memory: str = DEFAULT_MEMORY
    menu: Menu = field(default_factory=Menu)

    def same(self) -> dict[str, Any]:
        """Return what is trained, whatever the line is called."""
        return {
            "method": asdict(self.method), "memory": self.memory, "menu": asdict(self.menu),
        }  # fmt: skip


def variants() -> list[Variant]:
    """Return all lines; the default is one of every part, and is trained once."""
    plain = Method()
    rules = [
        ("linear (default)", plain),
        ("unweighted", replace(plain, linear=False)),
        ("clipped (RM+), unweighted", replace(plain, linear=False, clip=True)),
    ]
    averages = [
        (f"{kind}{' (default)' if kind == plain.average else ''}", replace(plain, average=kind))
        for kind in ("whole", "sampled", "vector")
    ]
    reach = [
        (f"straying {x:g}{' (default)' if x == plain.stray else ''}", replace(plain, stray=x))
        for x in (0.0, 0.02, 0.1, 0.3)
    ]
    reach.append(("off", replace(plain, reach=False)))
    tremble = [
        (f"{x:g}{' (default)' if x == plain.tremble else ''}", replace(plain, tremble=x))
        for x in (0.0, 0.005, 0.02)
    ]
    made = [
        Variant(part, value, method)
        for part, lines in (
            ("update rule", rules),
            ("averaging", averages),
            ("own-reach weights", reach),
            ("tremble", tremble),
        )
        for value, method in lines
    ]
    made += [
        Variant("summary", f"{kind}{' (default)' if kind == DEFAULT_MEMORY else ''}", memory=kind)
        for kind in ("nothing", "pair", "bettor", "pairs", "wide")
    ]
    for menu, note in ((Menu(), " (default)"), (Menu((2, 5)), ""), (Menu((2,), (), 0), "")):
        made.append(Variant("bet menu", menu.describe() + note, menu=menu))
    return made


@dataclass(frozen=True)
class Budget:
    """What every line is given.

    Attributes
    ----------
    seconds : float
        Of processor time, for training.
    deviator, deals : int
        Iterations of each deviator, and deals on which it is measured.
    """

    seconds: float
    deviator: int
    deals: int


def train(training: Training, seconds: float) -> float:
    """Train for some processor time; return what it took."""
    start = time.process_time()
    while time.process_time() - start < seconds:
        training.advance(CHUNK)
    return time.process_time() - start


def _compile(game: Game, variant: Variant) -> None:
    """Run everything once, so that compiling is not on the clock."""
    Training(game, variant.memory, method=replace(variant.method, every=CHUNK)).advance(CHUNK)


def run(variant: Variant, seed: int, budget: Budget) -> dict[str, Any]:
    """Train one line by one seed, and measure it."""
    game = game_of(load_rules("naipera"), variant.menu)
    _compile(game, variant)
    training = Training(game, variant.memory, seed, variant.method)
    took = train(training, budget.seconds)
    strategy = quantised(Strategy.of(training))
    effort = Effort(
        budget.deviator, doublings=0, deals=budget.deals, seed=seed, attempts=ATTEMPTS[:1]
    )
    gains = {
        what: [asdict(deviation_gain(strategy, (seat,), kind, effort).gain) for seat in SEATS]
        for what, kind in (("own", variant.memory), ("wide", wider(variant.memory)))
    }
    return {
        "seed": seed, "iterations": training.done, "took": took, **asdict(budget),
        "trained": variant.same(), **gains,
    }  # fmt: skip


def _read(path: Path) -> list[dict[str, Any]]:
    """Return the runs of a file; a last line that was cut off is left out."""
    found = []
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def _of(runs: Iterable[dict[str, Any]], variant: Variant, budget: Budget) -> list[dict[str, Any]]:
    """Return the runs of a line with that budget, one a seed."""
    wanted, found = json.loads(json.dumps(variant.same())), {}
    for row in runs:
        if row["trained"] == wanted and all(row[k] == v for k, v in asdict(budget).items()):
            found[row["seed"]] = row
    return list(found.values())


def run_all(lines: list[Variant], seeds: int, budget: Budget, path: Path) -> None:
    """Do what is not in the file yet, the first seed of every line first."""
    for seed in range(1, seeds + 1):
        for variant in lines:
            if any(row["seed"] == seed for row in _of(_read(path), variant, budget)):
                continue
            print(f"{variant.part}: {variant.value}, seed {seed} ...", file=sys.stderr)
            row = run(variant, seed, budget)
            whole = not path.exists() or path.read_text()[-1:] in ("", "\n")
            with path.open("a") as file:
                file.write(("" if whole else "\n") + json.dumps(row) + "\n")


def _cell(rows: list[dict[str, Any]], what: str) -> str:
    """Return the mean over seeds of the seats' mean gain, and how the seeds differ."""
    each = [statistics.fmean(gain["tantos"] for gain in row[what]) for row in rows]
    spread = f" ± {statistics.stdev(each):.3f}" if len(each) > 1 else ""
    return f"{statistics.fmean(each):.3f}{spread}"


def table(lines: list[Variant], budget: Budget, path: Path) -> str:
    """Return the table in markdown."""
    said = [
        f"Trained for {budget.seconds:g} s of processor time a seed; gains in tantos a hand of "
        f"deviators trained for {budget.deviator:,} iterations, the mean of mano and postre; "
        "± is the standard deviation over the seeds.",
        "",
        "| part | value | seeds | iterations | gain, own memory | gain, wide memory |",
        "|---|---|---|---|---|---|",
    ]
    runs = _read(path)
    for variant in lines:
        rows = _of(runs, variant, budget)
        if rows:
            iterations = statistics.fmean(row["iterations"] for row in rows)
            said.append(
                f"| {variant.part} | {variant.value} | {len(rows)} | {iterations:,.0f} | "
                f"{_cell(rows, 'own')} | {_cell(rows, 'wide')} |"
            )
    return "\n".join(said)


def main(arguments: list[str] | None = None) -> None:
    """Run what is missing, and print the table."""
    told = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description=__doc__)
    told.add_argument("--seconds", type=float, default=20, help="of processor time, for training")
    told.add_argument("--seeds", type=int, default=3)
    told.add_argument("--deviator", type=int, default=150_000, help="iterations of a deviator")
    told.add_argument("--deals", type=int, default=60_000, help="on which a gain is measured")
    told.add_argument("--file", type=Path, default=Path("ablation.jsonl"), help="keeps the runs")
    told.add_argument("--only", help="parts to run, such as 'tremble,summary'")
    told.add_argument("--table", action="store_true", help="print what there is, and run nothing")
    asked = told.parse_args(arguments)
    budget = Budget(asked.seconds, asked.deviator, asked.deals)
    lines = variants()
    parts = list(dict.fromkeys(variant.part for variant in lines))
    if asked.only:
        unknown = set(asked.only.split(",")) - set(parts)
        if unknown:
            told.error(f"--only {', '.join(sorted(unknown))}: expected {', '.join(parts)}")
        lines = [variant for variant in lines if variant.part in asked.only.split(",")]
    if not asked.table:
        run_all(lines, asked.seeds, budget, asked.file)
    print(table(lines, budget, asked.file))


if __name__ == "__main__":
    main()
