"""Tables of chances of winning the game: those that ship, those kept here, or made anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .array_file import warn_damaged
from .equity import Equity, equity_of
from .errors import InputError, damaged
from .jobs import Crew
from .lang import _, ngettext
from .limits import KEPT_HANDS, check_most
from .rules import DEFAULT_RULES, Rules, load_rules
from .strategies import DEFAULT_ROUNDS, ORDAGO, cache_folder, find_strategy

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "musodds.equity/1"
HANDS = 6_000_000
BATCHES = 20
ALONE = Crew()


def sample_equity(
    rules: str | Rules = DEFAULT_RULES,
    style: str = "usual",
    hands: int = HANDS,
    seed: int = 1,
    crew: Crew = ALONE,
    journal: str | Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Equity:
    """Play hands by a solved strategy and find the chances from every score.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    style : str, default "usual"
        As in `strategies.find_strategy`.
    hands : int
        In 20 batches, which show the standard errors.
    seed : int
    crew : Crew
        Who plays them; the chances are the same to the last bit.
    journal : path, optional
        A file that keeps what is played, so that it goes on after an interruption.
    progress : callable, optional
        Called with the share that is done.

    Raises
    ------
    InputError
        If there are fewer hands than batches, or the crew or the journal cannot be used.
    """
    from .equity_jobs import at_table, sample_with
    from .solver.four.payments import Plan, sample_hands

    if hands < BATCHES:
        raise InputError(
            ngettext("{hands} hand", "{hands} hands", hands).format(hands=hands),
            _("at least {least}").format(least=BATCHES),
            str(HANDS),
        )
    check_most("hands", hands, KEPT_HANDS, "--hands 6000000")
    read, each = load_rules(rules), hands // BATCHES
    if crew.alone and journal is None:
        made = at_table(find_strategy(read, style).strategy, read)
        played = sample_hands(made, made, each, BATCHES, seed)
    else:
        plan = Plan(each, BATCHES, seed)
        played = sample_with((read, style), plan, crew, journal, progress)
    return equity_of(read, style, seed, played)


def save_equity(path: str | Path, equity: Equity) -> None:
    """Write a table, whole or not at all."""
    from .solver.four.files import write_arrays

    told = {
        "format": FORMAT,
        "rules": equity.rules.to_dict(),
        "rules_name": equity.rules.name,
        "style": equity.style,
        "key": _key(equity.rules, equity.style),
        "seed": equity.seed,
        "hands": equity.hands,
        "solved": [list(score) for score in equity.solved],
    }
    write_arrays(path, told, endings=equity.endings.astype(np.float32))


def load_equity(path: str | Path) -> Equity:
    """Read a table.

    Raises
    ------
    InputError
        If it is no such file.
    """
    from .solver.four.files import read_arrays

    told, arrays = read_arrays(path)
    if told.get("format") != FORMAT:
        raise InputError(
            _("file '{path}': {found}").format(path=path, found=told.get("format")),
            FORMAT,
            "usual.npz",
        )
    try:
        rules = replace(Rules(), name=told["rules_name"], **told["rules"])
        solved = tuple((int(a), int(b)) for a, b in told.get("solved", ()))
        made = told["style"], told["seed"], told["hands"]
        return Equity(rules, *made, arrays["endings"].astype(float), solved)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        why = _("file '{path}': {found}").format(path=path, found=repr(error))
        raise InputError(why, _("a file that musodds wrote"), "usual.npz") from None


def _key(rules: Rules, style: str) -> dict[str, Any]:
    """Return all that a table depends on, fit for JSON."""
    from .solver.four.menu import Menu
    from .solver.four.same_game import game_key

    # the same hands are paid in another order, or to another target
    paid = {"target": rules.target, "punto_refused": rules.punto_refused}
    return game_key(rules, Menu(), ORDAGO, style, DEFAULT_ROUNDS) | paid


def serves(equity: Equity, rules: Rules, style: str) -> bool:
    """Return whether a table is of the game that is asked about."""
    return _key(equity.rules, equity.style) == _key(rules, style)


def shipped_tables() -> list[Path]:
    """Return the files of the tables that ship."""
    with as_file(files("musodds") / "data" / "equity") as folder:
        return sorted(Path(folder).glob("*.npz"))


def find_equity(rules: str | Rules = DEFAULT_RULES, style: str = "usual") -> Equity:
    """Return the chances from every score: as they ship, as kept in the user's cache, or made now.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    style : str, default "usual"
        By what strategy everybody plays.

    Returns
    -------
    Equity
        Under the rules asked for, games and vacas too.

    Examples
    --------
    >>> find_equity("naipera").at(39, 0, mano=True).game.value > 0.95
    True
    """
    return _find(load_rules(rules), style)


@cache
def _find(rules: Rules, style: str) -> Equity:
    key = _key(rules, style)
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:12]
    cached = cache_folder().parent / "equity" / f"{rules.kings}-{rules.target}-{digest}.npz"
    for path in (*shipped_tables(), cached):
        try:
            if path.exists() and _told_key(path) == key:
                return replace(load_equity(path), rules=rules)
        except InputError as error:
            why = str(error).partition(": ")[2].partition(";")[0]
            if path != cached:
                raise damaged(f"equity/{path.name}", why) from None
            warn_damaged(path, ValueError(why))
    found = sample_equity(rules, style)
    with suppress(OSError):
        cached.parent.mkdir(parents=True, exist_ok=True)
        save_equity(cached, found)
    return found


def _told_key(path: Path) -> Any:
    from .solver.four.files import read_told

    return read_told(path).get("key")


def equity_frame(equity: Equity) -> pd.DataFrame:
    """Return every score as a row, the mano ours and theirs."""
    import pandas as pd

    size = range(equity.target)
    scores = [equity.at(us, them, mano) for us in size for them in size for mano in (True, False)]
    return pd.DataFrame([score.to_dict() for score in scores])
