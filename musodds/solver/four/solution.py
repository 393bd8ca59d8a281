"""Solved strategies as files: small, whole, and never without their quality.

Chances are kept in parts of a whole, which a hand's moves add up to; what is measured is measured
on the strategy as it is read back.
"""

from __future__ import annotations

import hashlib
import lzma
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ...array_file import unpacked as unpacked_bytes
from ...errors import InputError
from ...jit import Arr
from ...lang import _
from ...rules import Rules
from ...toml_reader import again
from ...whole_file import write_whole
from .files import read_arrays, write_arrays
from .game import Game, game_of, layout
from .lock import NO_LOCK, Lock, write_lock
from .measure import Quality
from .memory import memory
from .menu import Menu
from .mus_game import Mus, make_mus, places
from .packing import LEVELS, forget_unreached, levels_of, pack, unpack
from .same_game import cuts_told, score_key, style_of
from .stakes import Stakes, at_score
from .strategy import Strategy
from .train import Method
from .visits import Visits, positions

FORMAT = "musodds.four/2"


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
    lock : Lock
        Decisions that were given.
    method : Method
        How it was trained.
    """

    strategy: Strategy
    style: str
    seed: int
    iterations: int
    quality: Quality | None = None
    visits: Visits | None = None
    lock: Lock = NO_LOCK
    method: Method = field(default_factory=Method)


def quantised(strategy: Strategy, lock: Lock = NO_LOCK) -> Strategy:
    """Return the strategy with chances in fifteenths, each decision's adding up to 1.

    With many hands they are in sevenths, and those never asked for are all alike (`packing`).
    What is locked keeps its chances.
    """
    made = _locked(_rounded(strategy), lock)
    if levels_of(strategy.game) < LEVELS:
        forget_unreached(made)
    return _locked(made, lock)


def _rounded(strategy: Strategy) -> Strategy:
    made, levels = strategy.as_chances(), levels_of(strategy.game)
    for rows, allowed in made.decisions():
        rows[:] = _whole_parts(rows * (allowed > 0), levels) / np.float32(levels)
    return made


def _locked(strategy: Strategy, lock: Lock) -> Strategy:
    """Write what is locked into a strategy, and return it."""
    game, rounds = strategy.game, int(strategy.mus.rounds)
    write_lock(lock, game, strategy.memory, rounds, strategy.table)
    return strategy


def _whole_parts(rows: Arr, levels: int) -> Arr:
    """Round chances to whole parts by largest remainders; moves are the last axis but one."""
    parts = rows * levels
    whole = np.floor(parts + 1e-4)
    short = np.round(levels - whole.sum(-2, keepdims=True))
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
        raise InputError(
            _("strategy without its quality"), _("measure(...) first"), "measure(strategy)"
        )
    game = strategy.game
    rounds = int(strategy.mus.rounds)
    told = {
        "format": FORMAT,
        "rules": game.rules.to_dict(),
        "rules_name": game.rules.name,
        "menu": asdict(game.menu),
        "ordago": game.ordago,
        "memory": strategy.memory,
        "remembers": memory(strategy.memory).describe(),
        "style": solution.style,
        "cuts": cuts_told(solution.style) if rounds else {},
        "rounds": rounds,
        "lock": solution.lock.to_list(),
        "seed": solution.seed,
        "iterations": solution.iterations,
        "method": asdict(solution.method),
        "quality": solution.quality.to_dict(),
        **score_key(game),
    }
    arrays = {"levels": pack(_rounded(strategy))}
    if game.stakes is not None:
        arrays["won"] = np.asarray(game.stakes.won, dtype=np.float32)
    if solution.visits is not None:
        told["hands"] = solution.visits.hands
        arrays["visits"] = _packed(solution.visits.counts)
    # what is locked need not be in whole parts: it is told, and written in anew
    write_arrays(path, told, **arrays)


def _packed(array: Arr) -> Arr:
    return np.frombuffer(lzma.compress(array.tobytes(), preset=6), dtype=np.uint8)


def _unpacked(array: Arr, dtype: type) -> Arr:
    return np.frombuffer(unpacked_bytes(array.tobytes()), dtype=dtype)


def load_solution(path: str | Path | BinaryIO, unpacked: Path | None = None) -> Solution:
    """Read a solution.

    Parameters
    ----------
    path : str or Path
    unpacked : Path, optional
        A folder that keeps its table as it is in memory, so that it need not be unpacked again.

    Raises
    ------
    InputError
        If it is no such file.
    """
    told, arrays = read_arrays(path)
    if told.get("format") != FORMAT:
        raise InputError(
            _("file '{path}': {found}").format(path=path, found=told.get("format")),
            FORMAT,
            "usual.npz",
        )
    try:
        return _solution(told, arrays, unpacked)
    except InputError as error:
        raise again(error, _("file '{path}'").format(path=path)) from None
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InputError(
            _("file '{path}': {found}").format(path=path, found=repr(error)),
            _("a file that musodds wrote"),
            "usual.npz",
        ) from None


def _strategy(packed: Arr, game: Game, memory: str, mus: Mus, folder: Path | None) -> Strategy:
    """Return the strategy that was packed; its table from a folder, where it is kept."""
    if folder is None:
        return unpack(packed, game, memory, mus)
    path = folder / f"{hashlib.sha256(packed.tobytes()).hexdigest()[:16]}.npy"
    size = places(game, layout(game, memory), int(mus.rounds)).size
    with suppress(OSError, ValueError):
        table = np.load(path, mmap_mode="c")  # what is written to it stays in memory
        if table.shape == (size,) and table.dtype == np.float32:
            return Strategy(game, memory, np.asarray(table), mus)
    made = unpack(packed, game, memory, mus)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, lambda file: np.save(file, made.table))
    return made


def game_told(told: dict[str, Any]) -> tuple[Rules, Menu, float]:
    """Return the rules, the menu and the worth of an órdago that a file tells."""
    menu = told["menu"]
    sizes = tuple(menu["bets"]), tuple(menu["raises"])
    rules = replace(Rules(), name=told["rules_name"], **told["rules"])
    return rules, Menu(*sizes, menu["max_raises"], menu["ordago"]), told["ordago"]


def _solution(told: dict[str, Any], arrays: dict[str, Arr], unpacked: Path | None) -> Solution:
    game, lock = game_of(*game_told(told)), Lock.from_list(told["lock"])
    if "score" in told:
        score = told["score"]
        game = at_score(game, Stakes(score["mano"], score["other"], arrays["won"]))
    mus = make_mus(game, style_of(told["cuts"], told["style"]), told["rounds"])
    strategy = _locked(_strategy(arrays["levels"], game, told["memory"], mus, unpacked), lock)
    quality, visits = Quality.from_dict(told["quality"]), None
    if "visits" in arrays:
        counts, place = _unpacked(arrays["visits"], np.uint32), positions(game, told["memory"])
        visits = Visits(*place, counts, told["hands"], told["iterations"])
    made = told["style"], told["seed"], told["iterations"]
    return Solution(strategy, *made, quality, visits, lock, Method(**told["method"]))
