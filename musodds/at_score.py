"""Which strategy goes on after a decision at a score: one solved there, or one that heeds none."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import InputError
from .lang import _
from .rules import Rules

if TYPE_CHECKING:
    from .solver.four.solution import Solution
    from .solver.four.strategy import Strategy

KEPT, SOLVE, NEVER = WAYS = ("kept", "solve", "never")
Score = tuple[int, int]


def check_way(way: str) -> None:
    """Refuse a way to find a strategy that is none.

    Raises
    ------
    InputError
    """
    if way not in WAYS:
        raise InputError(_("strategy at score '{way}'").format(way=way), ", ".join(WAYS), KEPT)


def strategy_at(rules: Rules, style: str, score: Score, way: str = KEPT) -> Strategy | None:
    """Return the strategy that was solved for a score; None where the linear one is to go on.

    Parameters
    ----------
    rules : Rules
    style : str
    score : tuple of int
        Of the mano's pair and of the other one, before the hand.
    way : str
        ``kept``: if it was solved here before; ``solve``: it is solved now if it was not;
        ``never``.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> strategy_at(load_rules("naipera"), "usual", (38, 39), "never") is None
    True
    """
    check_way(way)
    if way == NEVER:
        return None
    if way == SOLVE:
        from .strategies import find_strategy

        find_strategy(rules, style, score=score)
    # a file may have come since it was looked for
    stamps = tuple((str(path), path.stat().st_mtime_ns) for path in files_at_score(score))
    return _kept(rules, style, score, stamps)


def kept_at_score(rules: str | Rules, style: str, score: tuple[int, int]) -> Solution | None:
    """Return the strategy that was solved here before for a score; None if none was.

    Parameters
    ----------
    rules : str or Rules
    style : str
    score : tuple of int
        Of the mano's pair and of the other one.

    Examples
    --------
    >>> kept_at_score("naipera", "cut:0.123", (38, 39)) is None
    True
    """
    from . import strategies

    if not files_at_score(score):  # nobody need know the chances after it
        return None
    stakes, rounds = strategies.stakes_at(rules, style, score), strategies.DEFAULT_ROUNDS
    made = rules, style, rounds, None, None, strategies.ORDAGO, stakes
    return strategies._kept(strategies._wanted(*made))


def files_at_score(score: tuple[int, int]) -> list[Path]:
    """Return the files in the cache that are for a score, whatever else they are for."""
    from .strategies import cache_folder

    found = cache_folder().glob(f"*-{score[0]}-{score[1]}-*.npz")
    return sorted(path for path in found if not path.name.endswith(".part.npz"))


@cache
def _kept(
    rules: Rules, style: str, score: Score, stamps: tuple[tuple[str, int], ...]
) -> Strategy | None:
    from .solver.four.resolve import under

    found = kept_at_score(rules, style, score) if stamps else None
    return None if found is None else under(found.strategy, rules)


def described(score: Score | None, style: str) -> str:
    """Say by what everybody goes on; ``score`` is that of the strategy, ours-theirs, if any.

    Examples
    --------
    >>> described((38, 39), "usual")
    "the strategy 'usual' as solved at 38-39"
    >>> described(None, "usual").rpartition(", ")[2]
    'your own decision improved by rollout'
    """
    if score is not None:
        told = _("the strategy '{style}' as solved at {us}-{them}")
        return told.format(style=style, us=score[0], them=score[1])
    return _(
        "the solved strategy '{style}' of the linear regime, which hardly heeds the score, your "
        "own decision improved by rollout"
    ).format(style=style)
