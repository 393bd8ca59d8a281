"""Solved strategies of four players: those that ship, those that were solved here before, or anew.

A file serves if all that matters to the game agrees (`solver.four.same_game`). What is solved on
demand goes to the user's cache, where an interrupted training goes on the next time.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from . import folders
from .errors import InputError
from .lang import _
from .numerals import whole
from .pace import Pace, duration
from .rules import DEFAULT_RULES, Rules, load_rules
from .style import FILES

if TYPE_CHECKING:
    from .solver.four.lock import Lock
    from .solver.four.menu import Menu
    from .solver.four.solution import Solution
    from .solver.four.stakes import Stakes

ITERATIONS = 8_000_000
EFFORT = 100_000  # iterations that a deviator is trained for at first
SPEED = {True: 12_000, False: 35_000}  # iterations a second, with the mus phase and without
AT_SCORE = 1_000_000  # iterations at a score, which begin with the strategy that heeds none
SCORE_EFFORT = 50_000
SLOWER = 2  # times slower is the walk at a score
MEASURED = 10  # trainings of a deviator and their doublings, in efforts, for each of 12 gains
ORDAGO = 22.0
DEFAULT_ROUNDS = 3
Progress = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Kept:
    """A strategy that is there to be read.

    Attributes
    ----------
    name : str
        Of its file.
    path : Path
    ships : bool
        With musodds; otherwise it lies in the user's cache.
    told : dict
        What the file tells: rules, menu, style, rounds, seed, iterations, quality.
    """

    name: str
    path: Path
    ships: bool
    told: dict[str, Any] = field(repr=False)

    @property
    def rules(self) -> str:
        """The name of the rules that it was solved by."""
        return str(self.told["rules_name"])

    @property
    def kings(self) -> int:
        """Kings in the deck."""
        return int(self.told["rules"]["kings"])

    @property
    def style(self) -> str:
        """How the table cuts."""
        return str(self.told["style"]) if self.told["rounds"] else "no mus"

    @property
    def locked(self) -> bool:
        """Whether some decisions were given."""
        return bool(self.told["lock"])

    @property
    def score(self) -> tuple[int, int] | None:
        """Tantos of the mano's pair and of the other one that it was solved for, if any."""
        told = self.told.get("score")
        return None if told is None else (int(told["mano"]), int(told["other"]))


def shipped_folder() -> Path:
    """Return the folder of the strategies that ship."""
    with as_file(files("musodds") / "data" / "strategies") as folder:
        return Path(folder)


def cache_folder() -> Path:
    """Return the folder of the strategies solved here, in the user's cache."""
    return folders.cache_folder() / "strategies"


def _warn(text: str) -> None:
    print(f"musodds: {' '.join(text.split())}", file=sys.stderr)


def _key(told: dict[str, Any]) -> dict[str, Any]:
    """Return what a file is about, as `same_game.game_key`."""
    from .solver.four.same_game import table_key
    from .solver.four.solution import game_told

    about = {"rounds": told["rounds"], "style": told["cuts"], "lock": told["lock"]}
    if "score" in told:  # as there, nobody counts an órdago in tantos
        about |= {"score": told["score"], "ordago": told["menu"]["ordago"]}
    return table_key(*game_told(told)) | about


def _read(path: Path, ships: bool) -> Kept:
    """Read what a file tells."""
    from .solver.four.files import read_told
    from .solver.four.solution import FORMAT

    told = read_told(path)
    if told.get("format") != FORMAT:
        raise InputError(
            _("file '{path}': {found}").format(path=path, found=told.get("format")),
            FORMAT,
            "usual.npz",
        )
    try:
        _key(told)
    except (LookupError, TypeError, ValueError) as error:
        raise InputError(
            _("file '{path}': {found}").format(path=path, found=repr(error)),
            _("a file that musodds wrote"),
            "usual.npz",
        ) from None
    return Kept(path.stem, path, ships, told)


def _shipped() -> Iterator[Kept]:
    for path in sorted(shipped_folder().glob("*.npz")):
        try:
            yield _read(path, ships=True)
        except InputError as error:
            raise _broken(path, error) from None


def _broken(path: Path, error: InputError) -> InputError:
    reason = error.what.partition(": ")[2]
    return InputError(
        _("strategy '{name}' that comes with musodds is damaged ({reason})").format(
            name=path.stem, reason=reason
        ),
        _("it as it was installed"),
        "pip install --force-reinstall musodds",
    )


def _cached() -> Iterator[Kept]:
    for path in sorted(cache_folder().glob("*.npz")):
        if path.name.endswith(".part.npz"):
            continue
        try:
            yield _read(path, ships=False)
        except InputError as error:
            _warn(_("{why}: not used").format(why=error.what))


def list_strategies() -> list[Kept]:
    """Return the strategies that are there: those that ship, then those solved here.

    Examples
    --------
    >>> all(kept.told["quality"] for kept in list_strategies() if kept.ships)
    True
    """
    return [*_shipped(), *_cached()]


# ---------------------------------------------------------------- find or solve


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is asked for."""

    rules: Rules
    menu: Menu
    style: str
    rounds: int
    lock: Lock
    ordago: float
    key: dict[str, Any]
    stakes: Stakes | None = None

    @property
    def iterations(self) -> int:
        """How long it is trained."""
        return ITERATIONS if self.stakes is None else AT_SCORE

    @property
    def path(self) -> Path:
        """Its file in the cache."""
        digest = hashlib.sha256(json.dumps(self.key, sort_keys=True).encode()).hexdigest()
        style = Path(self.style).stem if self.style.lower().endswith(FILES) else self.style
        style = style if self.rounds else "no-mus"
        word = "".join(c if c.isalnum() or c in ".+-" else "-" for c in style)
        score = "" if self.stakes is None else f"{self.stakes.mano}-{self.stakes.other}-"
        return cache_folder() / f"{word}-{self.rules.kings}-{score}{digest[:12]}.npz"


def stakes_at(rules: str | Rules, style: str, score: tuple[int, int]) -> Stakes:
    """Return what is played for at a score: the chances after it, as `equity_table` has them.

    Parameters
    ----------
    rules : str or Rules
    style : str
        By which everybody goes on after the hand.
    score : tuple of int
        Of the mano's pair and of the other one.

    Raises
    ------
    InputError
        If there is no such score.
    """
    from .equity import check_score
    from .equity_table import find_equity
    from .solver.four.stakes import Stakes

    read = load_rules(rules)
    check_score(*score, read.target)
    return Stakes(*score, find_equity(read, style).won[0])


def _wanted(
    rules: str | Rules,
    style: str,
    rounds: int,
    menu: Menu | None,
    lock: Any,
    ordago: float,
    stakes: Stakes | None = None,
) -> _Wanted:
    """Check what is asked for before any work."""
    from .solver.four.game import game_of
    from .solver.four.lock import NO_LOCK, Lock, check_lock, load_lock
    from .solver.four.memory import DEFAULT_MEMORY
    from .solver.four.menu import Menu
    from .solver.four.mus_game import check_size, make_mus
    from .solver.four.same_game import game_key

    read, menu = load_rules(rules), menu or Menu()
    given = NO_LOCK if lock is None else lock if isinstance(lock, Lock) else load_lock(lock)
    key = game_key(read, menu, ordago, style, rounds, given, stakes)
    game = game_of(read, menu, ordago)
    make_mus(game, style, rounds)
    check_size(game, DEFAULT_MEMORY, rounds)
    check_lock(given, game)
    return _Wanted(read, menu, style, rounds, given, ordago, key, stakes)


def find_strategy(
    rules: str | Rules = DEFAULT_RULES,
    style: str = "usual",
    rounds: int = DEFAULT_ROUNDS,
    progress: Progress | None = None,
    menu: Menu | None = None,
    lock: Lock | str | Path | None = None,
    ordago: float = ORDAGO,
    score: tuple[int, int] | None = None,
) -> Solution:
    """Return a solved strategy: as it ships, as it was solved here before, or solved now.

    Solving is announced on standard error, with an estimate of the time; Ctrl-C keeps what is
    done, and the next call goes on from there.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    style : str, default "usual"
        ``equilibrium``, ``cut:x``, a named style or a style file.
    rounds : int, default 3
        Most rounds of mus; 0 leaves the mus phase out.
    progress : callable, optional
        Called with the iterations done; by default a line is shown on a terminal.
    menu : Menu, optional
    lock : Lock or path, optional
        Decisions that are given.
    ordago : float, default 22
        Tantos of an accepted órdago.
    score : tuple of int, optional
        Tantos of the mano's pair and of the other one: the hand solved for the chance of winning
        there, from the strategy that heeds no score.

    Returns
    -------
    Solution

    Raises
    ------
    InputError
        If the rules, the style, the menu or the lock cannot be used, or a strategy that ships
        with musodds is damaged.
    """
    stakes = None if score is None else stakes_at(rules, style, score)
    wanted = _wanted(rules, style, rounds, menu, lock, ordago, stakes)
    return _kept(wanted) or _solve(wanted, wanted.path, progress)


def kept_style(rules: str | Rules = DEFAULT_RULES, style: str = "usual") -> str | None:
    """Return as what style a strategy for some style ships or was solved here; None if none was.

    Examples
    --------
    >>> kept_style("naipera", "cut:0.35"), kept_style("naipera", "cut:0.123")
    ('usual', None)
    """
    from .solver.four.lock import NO_LOCK
    from .solver.four.menu import Menu
    from .solver.four.same_game import game_key

    read, menu = load_rules(rules), Menu()
    key = game_key(read, menu, ORDAGO, style, DEFAULT_ROUNDS)
    wanted = _Wanted(read, menu, style, DEFAULT_ROUNDS, NO_LOCK, ORDAGO, key)
    ships = (kept.style for kept in _shipped() if _key(kept.told) == key)
    return next(ships, style if wanted.path.exists() else None)


def _kept(wanted: _Wanted) -> Solution | None:
    from .solver.four.solution import load_solution

    for kept in _shipped():
        if _key(kept.told) == wanted.key:
            try:
                return load_solution(kept.path, cache_folder() / "unpacked")
            except InputError as error:
                raise _broken(kept.path, error) from None
    path = wanted.path
    if path.exists():
        try:
            if _key(_read(path, ships=False).told) == wanted.key:
                return load_solution(path)
            _warn(_("file '{path}' is of another game: not used, solved anew").format(path=path))
        except InputError as error:
            _warn(_("{why}: not used, solved anew").format(why=error.what))
    return None


def find_kept(
    rules: str | Rules = DEFAULT_RULES, style: str = "usual", rounds: int = DEFAULT_ROUNDS
) -> Kept | None:
    """Return the file of the strategy that `find_strategy` returns; None if none is there yet.

    Parameters
    ----------
    rules, style, rounds
        As in `find_strategy`.

    Examples
    --------
    >>> find_kept("el-mus", "usual").name, find_kept("naipera", "cut:0.123") is None
    ('usual-8', True)
    """
    from .solver.four.menu import Menu
    from .solver.four.same_game import game_key

    key = game_key(load_rules(rules), Menu(), ORDAGO, style, rounds)
    return next((kept for kept in list_strategies() if _key(kept.told) == key), None)


def strategy_file(
    rules: str | Rules = DEFAULT_RULES, style: str = "usual", rounds: int = DEFAULT_ROUNDS
) -> bytes:
    """Return the strategy that `find_strategy` returns as it lies in a file, to be sent elsewhere.

    Parameters
    ----------
    rules, style, rounds
        As in `find_strategy`.
    """
    from .solver.four.solution import save_solution

    found = find_strategy(rules, style, rounds)
    if kept := find_kept(rules, style, rounds):
        return kept.path.read_bytes()
    with TemporaryDirectory() as folder:  # the cache cannot be written
        path = Path(folder) / "strategy.npz"
        save_solution(path, found)
        return path.read_bytes()


def keep_solution(solution: Solution) -> Path | None:
    """Write a solution where `find_strategy` looks for it.

    Returns
    -------
    Path or None
        None if one of more iterations is there already, or nothing can be written there.
    """
    from .solver.four.solution import save_solution

    strategy = solution.strategy
    game, rounds = strategy.game, int(strategy.mus.rounds)
    made = game.rules, solution.style, rounds, game.menu, solution.lock, game.ordago
    wanted = _wanted(*made, game.stakes)
    path = wanted.path
    if not _can_keep(path.parent):
        return None
    with suppress(InputError):
        told = _read(path, ships=False).told if path.exists() else {"iterations": -1}
        if told["iterations"] > solution.iterations and _key(told) == wanted.key:
            return None
    save_solution(path, solution)
    return path


def _solve(wanted: _Wanted, path: Path, progress: Progress | None) -> Solution:
    from .solver.four.solution import save_solution

    part = path.with_suffix(".part.npz")
    start = None if wanted.stakes is None else _without_score(wanted, progress)
    keeps = _can_keep(path.parent)
    begun = _begun(part) if keeps else 0
    _announce(wanted, begun, keeps)
    pace = Pace(wanted.iterations, after=_("measuring how good it is ..."))
    checkpoint = part if keeps else None
    try:
        found = _solved(wanted, start, checkpoint, progress or pace)
    finally:
        pace.end()
    if keeps:
        save_solution(path, found)
        for left in path.parent.glob(f"{path.stem}.part.*"):
            with suppress(OSError):
                left.unlink()
    return found


def _without_score(wanted: _Wanted, progress: Progress | None) -> Solution:
    """Return the strategy that heeds no score, of the same game."""
    made = wanted.rules, wanted.style, wanted.rounds, progress, wanted.menu, wanted.lock
    return find_strategy(*made, wanted.ordago)


def _solved(
    wanted: _Wanted, start: Solution | None, checkpoint: Path | None, progress: Progress
) -> Solution:
    """Solve from the rules, or at a score from the strategy that heeds none."""
    if start is not None and wanted.stakes is not None:
        from .solver.four.resolve import Budget, effort_at_score, solve_at_score, under

        budget = Budget(wanted.iterations, effort=effort_at_score(SCORE_EFFORT))
        strategy, lock = under(start.strategy, wanted.rules), wanted.lock
        return solve_at_score(
            strategy, wanted.stakes, wanted.style, budget, checkpoint, progress, lock
        )
    from .solver.four.solve import solve

    return solve(
        wanted.rules,
        wanted.style,
        wanted.rounds,
        wanted.iterations,
        menu=wanted.menu,
        ordago=wanted.ordago,
        checkpoint=checkpoint,
        progress=progress,
        effort=EFFORT,
        lock=wanted.lock,
    )


def _can_keep(folder: Path) -> bool:
    """Return whether the cache can be written, made if need be."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if folder.is_dir() and os.access(folder, os.W_OK):
        return True
    _warn(_("'{folder}' cannot be written: what is solved is not kept").format(folder=folder))
    return False


def _begun(part: Path) -> int:
    """Return how far an earlier training came; a checkpoint that is damaged is taken away."""
    from .solver.four.files import read_arrays

    if not part.exists():
        return 0
    try:
        return int(read_arrays(part)[0]["done"])
    except (InputError, LookupError, TypeError, ValueError):
        _warn(_("file '{path}' is damaged: not used, solved anew").format(path=part))
        part.unlink()
        return 0


def _announce(wanted: _Wanted, begun: int, keeps: bool) -> None:
    """Say that it is going to take time, and how much."""
    speed = SPEED[wanted.rounds > 0] * 330 / len(_space(wanted.rules))
    measured = 12 * MEASURED * EFFORT
    what = wanted.rules.name
    if wanted.rounds:
        what = _("'{style}' by {rules}").format(style=wanted.style, rules=what)
    if wanted.stakes is not None:
        speed, measured = speed / SLOWER, 8 * MEASURED * SCORE_EFFORT
        told = _("{game} at {mano}-{other} (mano's pair first)")
        what = told.format(game=what, mano=wanted.stakes.mano, other=wanted.stakes.other)
    seconds = (max(wanted.iterations - begun, 0) + measured) / speed
    if begun and keeps:
        text = _(
            "{done} iterations for {game} are done: solving, about {time} of an idle core; Ctrl-C "
            "keeps what is done ..."
        )
    elif keeps:
        text = _(
            "no solved strategy for {game} yet: solving, about {time} of an idle core; Ctrl-C "
            "keeps what is done ..."
        )
    else:
        text = _("no solved strategy for {game} yet: solving, about {time} of an idle core ...")
    _warn(text.format(done=whole(begun), game=what, time=duration(seconds)))


def _space(rules: Rules) -> Any:
    from .hands import hand_space

    return hand_space(rules)
