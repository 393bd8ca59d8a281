"""Solved strategies as files: small, whole, and never without their quality.

Chances are kept in fifteenths, which a hand's moves add up to; what is measured is measured on
the strategy as it is read back.
"""

from __future__ import annotations

import lzma
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from ...errors import InputError
from ...jit import Arr
from ...rules import Rules
from .files import read_arrays, write_arrays
from .game import game_of, layout
from .measure import Quality
from .memory import memory
from .menu import Menu
from .mus_game import make_mus, places
from .strategy import Strategy
from .visits import Visits, positions

FORMAT = "musodds.four/2"
LEVELS = 15


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A strategy with how it was made.

    Attributes
    ----------
    strategy : Strategy
    style : str
        ``equilibrium``, or how the table cuts.
    seed, iterations : int
    quality : Quality or None
    visits : Visits or None
        How often its positions come up.
    """

    strategy: Strategy
    style: str
    seed: int
    iterations: int
    quality: Quality | None = None
    visits: Visits | None = None


def quantised(strategy: Strategy) -> Strategy:
    """Return the strategy with chances in fifteenths, each decision's adding up to 1."""
    made = strategy.as_chances()
    for rows, allowed in made.decisions():
        rows[:] = _fifteenths(rows * (allowed > 0)) / np.float32(LEVELS)
    return made


def _fifteenths(rows: Arr) -> Arr:
    """Round chances to whole fifteenths by largest remainders; moves are the last axis but one."""
    parts = rows * LEVELS
    whole = np.floor(parts + 1e-4)
    short = np.round(LEVELS - whole.sum(-2, keepdims=True))
    rank = np.argsort(np.argsort(-(parts - whole), axis=-2, kind="stable"), axis=-2)
    return np.asarray(whole + (rank < short))


def save_solution(path: str | Path, solution: Solution) -> None:
    """Write a solution, whole or not at all.

    Raises
    ------
    InputError
        If its quality has not been measured.
    """
    strategy = solution.strategy
    if solution.quality is None:
        raise InputError("strategy without its quality", "measure(...) first", "measure(strategy)")
    game = strategy.game
    levels = np.round(strategy.table * LEVELS).astype(np.uint8)
    told = {
        "format": FORMAT,
        "rules": game.rules.to_dict(),
        "rules_name": game.rules.name,
        "menu": asdict(game.menu),
        "ordago": game.ordago,
        "memory": strategy.memory,
        "remembers": memory(strategy.memory).describe(),
        "style": solution.style,
        "rounds": int(strategy.mus.rounds),
        "seed": solution.seed,
        "iterations": solution.iterations,
        "quality": solution.quality.to_dict(),
    }
    arrays = {"levels": _packed(levels)}
    if solution.visits is not None:
        told["hands"] = solution.visits.hands
        arrays["visits"] = _packed(solution.visits.counts)
    write_arrays(path, told, **arrays)


def _packed(array: Arr) -> Arr:
    return np.frombuffer(lzma.compress(array.tobytes(), preset=6), dtype=np.uint8)


def _unpacked(array: Arr, dtype: type) -> Arr:
    return np.frombuffer(lzma.decompress(array.tobytes()), dtype=dtype)


def load_solution(path: str | Path) -> Solution:
    """Read a solution.

    Raises
    ------
    InputError
        If it is no such file.
    """
    told, arrays = read_arrays(path)
    if told.get("format") != FORMAT:
        raise InputError(f"file '{path}': {told.get('format')}", FORMAT, "-")
    rules = replace(Rules(), name=told["rules_name"], **told["rules"])
    menu = told["menu"]
    sizes = tuple(menu["bets"]), tuple(menu["raises"])
    game = game_of(rules, Menu(*sizes, menu["max_raises"], menu["ordago"]), told["ordago"])
    mus = make_mus(game, told["style"], told["rounds"])
    levels = _unpacked(arrays["levels"], np.uint8)
    size = places(game, layout(game, told["memory"]), told["rounds"]).size
    if len(levels) != size:
        raise InputError(f"file '{path}': {len(levels)} numbers", f"{size} of them", "-")
    table = levels.astype(np.float32) / np.float32(LEVELS)
    strategy = Strategy(game, told["memory"], table, mus)
    quality = Quality.from_dict(told["quality"])
    visits = None
    if "visits" in arrays:
        counts, place = _unpacked(arrays["visits"], np.uint32), positions(game, told["memory"])
        visits = Visits(*place, counts, told["hands"], told["iterations"])
    return Solution(strategy, told["style"], told["seed"], told["iterations"], quality, visits)
