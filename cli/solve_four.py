"""Solve a whole hand at a table of four, measure it and keep it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..lang import _
from ..limits import EFFORT, check_most, workers
from ..numerals import decimal, marked, whole
from ..solver.four.measure import quality_rows
from ..words import seat_word
from .options import announce_compiling
from .output import check_output
from .render import Cell, Column, Report, Sheet, fine, percent
from .solve_sheets import ordago_note
from .solve_words import memory_words, menu_words, rounds_words

if TYPE_CHECKING:
    from ..estimate import Estimate
    from ..solver.four.solution import Solution
    from ..solver.menu import Menu as MenuOfTwo

SCHEMA = "musodds.solve/1"
DEVIATIONS = ("own", "wide", "local", "pair")


def _check(given: dict[str, Any]) -> None:
    """Refuse what cannot be, before an hour of work."""
    target, ordago = given["target"], given["ordago"]
    if not target >= 0:
        told = _("target {tantos}").format(tantos=target)
        raise InputError(told, _("0 or more, tantos of one seat alone"), "--target 0.05")
    if not 0 < ordago < float("inf"):
        told = _("ordago {tantos}").format(tantos=f"{ordago:g}")
        raise InputError(told, _("tantos, more than 0"), "--ordago 22")
    # before the first average is taken there is no strategy
    trained = [(name, given["every"]) for name in ("iterations", "heat")]
    whole = ("every", 1), ("seeds", 1), ("seed", 0), ("effort", 8), ("workers", 1)
    for name, least in (*whole, *trained):
        if given[name] is not None and given[name] < least:
            more = _("{least} or more").format(least=least)
            raise InputError(f"--{name} {given[name]}", more, f"--{name} {least}")
    check_most("effort", given["effort"], EFFORT, "--effort 200000")
    check_most("workers", given["workers"], workers(), "--workers 2")
    for name, option in (("output", "-o"), ("checkpoint", "--checkpoint")):
        path = given[name]
        if path is None:
            continue
        check_output(path, option, "usual.npz")
        if Path(path).suffix != ".npz":
            raise InputError(f"{option} '{path}'", _("a file .npz"), f"{option} usual.npz")


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
    pace = Pace(given["iterations"], after=_("measuring how good it is ..."))
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


def solved_hand(menu: MenuOfTwo, **given: Any) -> Solved:
    """Solve and keep; ``given`` are the options."""
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
    used_by = _used_by(solution, given) if output is None and kept else ""
    return Solved(solution, kept, made=True, used_by=used_by)


def _used_by(solution: Solution, given: dict[str, Any]) -> str:
    """Return with which options questions go on by a strategy for a score once it is kept."""
    from ..solver.four.menu import Menu
    from ..strategies import DEFAULT_ROUNDS

    stakes, strategy = solution.strategy.game.stakes, solution.strategy
    plain = strategy.game.menu == Menu() and int(strategy.mus.rounds) == DEFAULT_ROUNDS
    if stakes is None or not plain or solution.lock.seats:
        return ""
    style = "" if solution.style == "usual" else f" --style {solution.style}"
    return f"--score {given['score']}{style}"


# ---------------------------------------------------------------- what is told


@dataclass(frozen=True)
class Solved:
    """A hand of four, solved, and where it is kept."""

    solution: Solution
    kept: str | None
    made: bool = False  # just now, so that people are told where it is
    used_by: str = ""  # options with which questions go on by it

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


def _deviation_word(what: str) -> str:
    """Return who deviates, and how, by the names of `DEVIATIONS`."""
    return {
        "own": _("alone, own memory"),
        "wide": _("alone, wider memory"),
        "local": _("alone, one step ahead"),
        "pair": _("both partners"),
    }[what]


def _locked_word() -> str:
    return _("locked: what the lock costs")


def _seats_word(seats: str) -> str:
    """Return the seats that deviate for people."""
    return " + ".join(map(seat_word, seats.split(" + ")))


def _locked_rows(solution: Solution) -> list[bool]:
    """Return which rows of the table of quality tell what a lock costs."""
    assert solution.quality is not None
    locked = [seat_name(seat) for seat in solution.lock.seats]
    return [
        row.what in DEVIATIONS and any(seat in row.seats for seat in locked)
        for row in quality_rows(solution.quality)
    ]


def quality_sheets(solution: Solution) -> list[Sheet]:
    """Return what deviating brings, seat by seat, and how the runs played each other."""
    assert solution.quality is not None
    columns = [
        Column("what", _("who deviates"), _deviation_word, left=True),
        Column("seats", _("seats"), _seats_word, left=True),
        Column("tantos", _("gain"), fine),
        Column("se", "±", lambda se: decimal(se, 3)),
        Column("note", _("found by"), left=True, wrap=True),
    ]
    rows: list[list[Cell]] = []
    runs: list[list[Cell]] = []
    every = quality_rows(solution.quality)
    for row, locked in zip(every, _locked_rows(solution), strict=True):
        note = _locked_word() if locked else row.note
        if row.what in DEVIATIONS:
            rows.append([row.what, row.seats, row.tantos, row.se, note])
        elif row.what == "cross-play":
            runs.append([row.seats, row.tantos, row.se, row.note])
    title = _("What deviating brings, in tantos a hand (lower bounds)")
    if solution.strategy.game.stakes is not None:
        title = _("What deviating brings, in percent of the game (lower bounds)")
        columns = _in_percent(columns)
    sheets = [Sheet(title, columns, rows)]
    if runs:
        heads = [Column("run", _("run"), left=True), Column("tantos", _("worst case"), fine)]
        heads += [*columns[3:4], Column("note", "", left=True, wrap=True)]
        title = _("Independent runs against each other, in tantos a hand")
        sheets.append(Sheet(title, heads, runs))
    return sheets


def _in_percent(columns: list[Column]) -> list[Column]:
    """Return the columns of gains as they are told where the game is what is won."""
    shown = {
        "tantos": lambda x: marked(f"{100 * x:+.2f} %"),
        "se": lambda x: marked(f"{100 * x:.2f}"),
    }
    return [replace(c, show=shown[c.name]) if c.name in shown else c for c in columns]


def _flat(solution: Solution) -> Sheet:
    assert solution.quality is not None
    names = ("what", "seats", "tantos", "se", "note")
    every = zip(quality_rows(solution.quality), _locked_rows(solution), strict=True)
    rows: list[list[Cell]] = [
        [row.what, row.seats, row.tantos, row.se, _locked_word() if locked else row.note]
        for row, locked in every
    ]
    return Sheet("quality", [Column(name, name) for name in names], rows)


def _gained(found: Solution, gain: Estimate) -> str:
    """Return a gain in the unit of the game."""
    if found.strategy.game.stakes is None:
        told, value, se = _("{gain} ± {se} tantos a hand"), gain.tantos, gain.se
        return told.format(gain=marked(f"{value:.3f}"), se=marked(f"{se:.3f}"))
    told, value, se = _("{gain} ± {se} % of the game"), 100 * gain.tantos, 100 * gain.se
    return told.format(gain=marked(f"{value:.2f}"), se=marked(f"{se:.2f}"))


def _self_play(found: Solution) -> str:
    """Return what being the mano's pair is worth if everybody plays the strategy."""
    assert found.quality is not None
    mano, stakes = found.quality.self_play, found.strategy.game.stakes
    if stakes is not None:
        return _(
            "at {us}-{them} the mano's pair wins the game in {share} ± {se} % of cases"
        ).format(
            us=stakes.mano, them=stakes.other, share=decimal(50 + 100 * mano.tantos),
            se=decimal(100 * mano.se),
        )  # fmt: skip
    told = _("the mano's pair loses {tantos} ± {se} tantos")
    if mano.tantos >= 0:
        told = _("the mano's pair wins {tantos} ± {se} tantos")
    return told.format(tantos=decimal(abs(mano.tantos), 3), se=decimal(mano.se, 3))


def _kept_note(solved: Solved) -> list[str]:
    """Say where a strategy solved just now is, and what goes on by it."""
    if not solved.made:
        return []
    if not solved.kept:
        return [_("Not kept: a longer training is there.")]
    told = _("Kept in {path}.")
    if solved.used_by:
        told = _("Kept in {path}. With {options} musodds bet and advise go on by it.")
    return [told.format(path=solved.kept, options=solved.used_by)]


def _worst_lines(found: Solution, locked: set[int]) -> list[str]:
    """Say what a seat alone was found to gain at most, with its own memory and a wider one."""
    assert found.quality is not None
    lines = []
    for what in ("alone", "wide"):
        free = [gain for gain in getattr(found.quality, what) if not locked & set(gain.seats)]
        if not free:
            continue
        worst = max(free, key=lambda gain: gain.gain.tantos)
        told = _("No seat was found to gain more than {gain} alone with the memory '{memory}'.")
        if what == "alone":
            told = _("No seat was found to gain more than {gain} alone with the same memory.")
        lines.append(told.format(gain=_gained(found, worst.gain), memory=worst.memory))
    return lines


def four_report(solved: Solved) -> Report:
    """Return a hand of four, solved: how good it is, how it was made, where it is if told."""
    found = solved.solution
    strategy, game, quality = found.strategy, found.strategy.game, found.quality
    assert quality is not None
    rounds = int(strategy.mus.rounds)
    cuts = rounds_words(rounds)
    if rounds:
        cuts = f"{found.style}, {cuts}"
    locked = set(found.lock.seats)
    lines = _worst_lines(found, locked)
    if locked:
        names = ", ".join(map(seat_word, sorted(locked)))
        told = _("Locked: {seats}. What they gain by deviating is what the lock costs them.")
        lines.append(told.format(seats=names))
    rare = quality.rare
    told = _("{share} of decisions fall at positions that were trained fewer than {visits} times.")
    lines.append(told.format(share=percent(rare.share), visits=whole(rare.visits)))
    bets = _("Bets: {bets}.").format(bets=menu_words(game.menu))
    if game.menu.ordago and game.stakes is None:
        bets += f" {ordago_note(game.ordago)}"
    remembers = _("Everybody remembers, besides this lance: {memory}.")
    trained = _("{iterations} iterations, seed {seed}; {numbers} numbers.")
    notes = [
        bets,
        remembers.format(memory=memory_words(strategy.memory)),
        trained.format(
            iterations=whole(found.iterations), seed=found.seed, numbers=whole(len(strategy.table))
        ),
        *_kept_note(solved),
    ]
    return Report(
        solved,
        _("A HAND, four seats, {cuts}: {worth} ({rules})").format(
            cuts=cuts, worth=_self_play(found), rules=game.rules.describe()
        ),
        lines,
        quality_sheets(found),
        notes,
        [_flat(found)],
    )
