"""Solve a whole hand at a table of four, measure it and keep it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..limits import EFFORT, check_most, workers
from ..solver.four.measure import quality_rows
from .options import announce_compiling
from .output import check_output
from .render import Cell, Column, Report, Sheet, fine, percent
from .solve_sheets import ORDAGO

if TYPE_CHECKING:
    from ..estimate import Estimate
    from ..solver.four.solution import Solution
    from ..solver.menu import Menu as MenuOfTwo

SCHEMA = "musodds.solve/1"
NAMES = {
    "own": "alone, own memory",
    "wide": "alone, wider memory",
    "local": "alone, one step ahead",
    "pair": "both partners",
}
LOCKED = "locked: what the lock costs"


def _check(given: dict[str, Any]) -> None:
    """Refuse what cannot be, before an hour of work."""
    target, ordago = given["target"], given["ordago"]
    if not target >= 0:
        raise InputError(f"target {target}", "0 or more, tantos of one seat alone", "--target 0.05")
    if not 0 < ordago < float("inf"):
        raise InputError(f"ordago {ordago:g}", "tantos, more than 0", "--ordago 22")
    # before the first average is taken there is no strategy
    trained = [(name, given["every"]) for name in ("iterations", "heat")]
    whole = ("every", 1), ("seeds", 1), ("seed", 0), ("effort", 8), ("workers", 1)
    for name, least in (*whole, *trained):
        if given[name] is not None and given[name] < least:
            raise InputError(f"{name} {given[name]}", f"{least} or more", f"--{name} {least}")
    check_most("effort", given["effort"], EFFORT, "--effort 200000")
    check_most("workers", given["workers"], workers(), "--workers 2")
    for name, option in (("output", "-o"), ("checkpoint", "--checkpoint")):
        path = given[name]
        if path is None:
            continue
        check_output(path, option, "usual.npz")
        if Path(path).suffix != ".npz":
            raise InputError(f"{option} '{path}'", "a file .npz", f"{option} usual.npz")


def _solve(menu: MenuOfTwo, given: dict[str, Any]) -> Solution:
    """Check what is asked, then train and measure, telling on a terminal how far it is."""
    from ..pace import Pace
    from ..solver.four.game import game_of
    from ..solver.four.lock import NO_LOCK, check_lock, load_lock
    from ..solver.four.menu import Menu
    from ..solver.four.mus_game import check_size, make_mus
    from ..solver.four.solve import solve
    from ..solver.four.train import Method

    sizes = Menu(menu.bets, menu.raises, menu.cap, menu.ordago)
    game = game_of(given["rules"], sizes, given["ordago"])
    make_mus(game, given["style"], given["rounds"])
    check_size(game, given["remember"].lower(), given["rounds"])
    lock = NO_LOCK if given["lock"] is None else load_lock(given["lock"])
    check_lock(lock, game)
    if given["score"] is not None:
        from .solve_score import solve_score

        return solve_score(sizes, given)
    announce_compiling("mus_walk", 30)
    pace = Pace(given["iterations"], after="measuring how good it is ...")
    try:
        return solve(
            given["rules"],
            given["style"],
            given["rounds"],
            given["iterations"],
            given["seed"],
            given["target"],
            sizes,
            given["remember"].lower(),
            method=Method(every=given["every"]),
            ordago=given["ordago"],
            checkpoint=given["checkpoint"],
            progress=pace,
            effort=given["effort"],
            seeds=given["seeds"],
            heat=given["heat"],
            workers=given["workers"],
            lock=lock,
        )
    finally:
        pace.end()


def solved_hand(menu: MenuOfTwo, **given: Any) -> Report:
    """Solve, keep and report; ``given`` are the options."""
    from ..solver.four.solution import save_solution
    from ..strategies import keep_solution

    menu.check(given["rules"])
    _check(given)
    solution = _solve(menu, given)
    output = given["output"]
    if output is not None:
        save_solution(output, solution)
        kept = output
    else:
        path = keep_solution(solution)
        kept = None if path is None else str(path)
    where = f"Kept in {kept}." if kept else "Not kept: a longer training is there."
    if output is None and kept:
        where += _used_by(solution, given)
    return four_report(Solved(solution, kept), where)


def _used_by(solution: Solution, given: dict[str, Any]) -> str:
    """Say which questions go on by a strategy for a score once it is kept."""
    from ..solver.four.menu import Menu
    from ..strategies import DEFAULT_ROUNDS

    stakes, strategy = solution.strategy.game.stakes, solution.strategy
    plain = strategy.game.menu == Menu() and int(strategy.mus.rounds) == DEFAULT_ROUNDS
    if stakes is None or not plain or solution.lock.seats:
        return ""
    style = "" if solution.style == "usual" else f" --style {solution.style}"
    return f" With --score {given['score']}{style} musodds bet and advise go on by it."


# ---------------------------------------------------------------- what is told


@dataclass(frozen=True)
class Solved:
    """A hand of four, solved, and where it is kept."""

    solution: Solution
    kept: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.solve/1``."""
        found = self.solution
        strategy, game, quality = found.strategy, found.strategy.game, found.quality
        menu = game.menu
        return {
            "schema": SCHEMA,
            "what": "hand",
            "players": 4,
            "rules": game.rules.name,
            "style": found.style,
            "rounds": int(strategy.mus.rounds),
            "bets": list(menu.bets),
            "raises": list(menu.raises),
            "cap": menu.max_raises,
            "ordago": game.ordago if menu.ordago else None,
            "remember": strategy.memory,
            "seed": found.seed,
            "iterations": found.iterations,
            "numbers": len(strategy.table),
            "lock": found.lock.to_list(),
            "locked_seats": [seat_name(seat) for seat in found.lock.seats],
            "quality": None if quality is None else quality.to_dict(),
            "file": self.kept,
            **score_told(found),
        }


def score_told(found: Solution) -> dict[str, Any]:
    """Return the score that a hand was solved for, if any, and the unit of all its gains."""
    stakes = found.strategy.game.stakes
    if stakes is None:
        return {}
    return {"score": {"mano": stakes.mano, "other": stakes.other}, "unit": "games"}


def seat_name(seat: int) -> str:
    """Return the name of a seat."""
    from ..seats import SEATS

    return SEATS[seat]


def _locked_rows(solution: Solution) -> list[bool]:
    """Return which rows of the table of quality tell what a lock costs."""
    assert solution.quality is not None
    locked = [seat_name(seat) for seat in solution.lock.seats]
    return [
        row.what in NAMES and any(seat in row.seats for seat in locked)
        for row in quality_rows(solution.quality)
    ]


def quality_sheets(solution: Solution) -> list[Sheet]:
    """Return what deviating brings, seat by seat, and how the runs played each other."""
    assert solution.quality is not None
    columns = [
        Column("what", "who deviates", lambda what: NAMES[what], left=True),
        Column("seats", "seats", left=True),
        Column("tantos", "gain", fine),
        Column("se", "±", lambda se: f"{se:.3f}"),
        Column("note", "found by", left=True, wrap=True),
    ]
    rows: list[list[Cell]] = []
    runs: list[list[Cell]] = []
    every = quality_rows(solution.quality)
    for row, locked in zip(every, _locked_rows(solution), strict=True):
        note = LOCKED if locked else row.note
        if row.what in NAMES:
            rows.append([row.what, row.seats, row.tantos, row.se, note])
        elif row.what == "cross-play":
            runs.append([row.seats, row.tantos, row.se, row.note])
    unit = "tantos a hand"
    if solution.strategy.game.stakes is not None:
        unit, columns = "percent of the game", _in_percent(columns)
    sheets = [Sheet(f"What deviating brings, in {unit} (lower bounds)", columns, rows)]
    if runs:
        heads = [Column("run", "run", left=True), Column("tantos", "worst case", fine)]
        heads += [*columns[3:4], Column("note", "", left=True, wrap=True)]
        sheets.append(Sheet("Independent runs against each other, in tantos a hand", heads, runs))
    return sheets


def _in_percent(columns: list[Column]) -> list[Column]:
    """Return the columns of gains as they are told where the game is what is won."""
    shown = {"tantos": lambda x: f"{100 * x:+.2f} %", "se": lambda x: f"{100 * x:.2f}"}
    return [replace(c, show=shown[c.name]) if c.name in shown else c for c in columns]


def _flat(solution: Solution) -> Sheet:
    assert solution.quality is not None
    names = ("what", "seats", "tantos", "se", "note")
    every = zip(quality_rows(solution.quality), _locked_rows(solution), strict=True)
    rows: list[list[Cell]] = [
        [row.what, row.seats, row.tantos, row.se, LOCKED if locked else row.note]
        for row, locked in every
    ]
    return Sheet("quality", [Column(name, name) for name in names], rows)


def _gained(found: Solution, gain: Estimate) -> str:
    """Return a gain in the unit of the game."""
    if found.strategy.game.stakes is None:
        return f"{gain.tantos:.3f} ± {gain.se:.3f} tantos a hand"
    return f"{100 * gain.tantos:.2f} ± {100 * gain.se:.2f} % of the game"


def _self_play(found: Solution) -> str:
    """Return what being the mano's pair is worth if everybody plays the strategy."""
    assert found.quality is not None
    mano, stakes = found.quality.self_play, found.strategy.game.stakes
    if stakes is not None:
        won = f"{50 + 100 * mano.tantos:.2f} ± {100 * mano.se:.2f} %"
        return f"at {stakes.mano}-{stakes.other} the mano's pair wins the game in {won} of cases"
    verb = "wins" if mano.tantos >= 0 else "loses"
    return f"the mano's pair {verb} {abs(mano.tantos):.3f} ± {mano.se:.3f} tantos"


def four_report(solved: Solved, where: str = "") -> Report:
    """Return a hand of four, solved: how good it is, how it was made, where it is if told."""
    found = solved.solution
    strategy, game, quality = found.strategy, found.strategy.game, found.quality
    assert quality is not None
    rounds = int(strategy.mus.rounds)
    cuts = f"{found.style}, at most {rounds} rounds of mus" if rounds else "without mus"
    locked = set(found.lock.seats)
    lines = []
    for what in ("alone", "wide"):
        free = [gain for gain in getattr(quality, what) if not locked & set(gain.seats)]
        if free:
            worst = max(free, key=lambda gain: gain.gain.tantos)
            memory = "the same memory" if what == "alone" else f"the memory '{worst.memory}'"
            lines.append(
                f"No seat was found to gain more than {_gained(found, worst.gain)} alone with "
                f"{memory}."
            )
    if locked:
        names = ", ".join(map(seat_name, sorted(locked)))
        lines.append(f"Locked: {names}. What they gain by deviating is what the lock costs them.")
    rare = quality.rare
    lines.append(
        f"{percent(rare.share)} of decisions fall at positions that were trained fewer than "
        f"{rare.visits:,} times."
    )
    from ..solver.four.memory import memory as memory_of

    in_tantos = game.menu.ordago and game.stakes is None
    notes = [
        f"Bets: {game.menu.describe()}." + (" " + ORDAGO.format(game.ordago) if in_tantos else ""),
        f"Everybody remembers, besides this lance: {memory_of(strategy.memory).describe()}.",
        f"{found.iterations:,} iterations, seed {found.seed}; {len(strategy.table):,} numbers.",
        *[where] * bool(where),
    ]
    return Report(
        solved,
        f"A HAND, four seats, {cuts}: {_self_play(found)} ({game.rules.describe()})",
        lines,
        quality_sheets(found),
        notes,
        [_flat(found)],
    )
