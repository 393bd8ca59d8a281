"""Which strategy goes on after a decision at a score: one solved there, or one that heeds none."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from .errors import InputError
from .rules import Rules

if TYPE_CHECKING:
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
        raise InputError(f"strategy at score '{way}'", ", ".join(WAYS), KEPT)


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
    from .strategies import files_at_score

    # a file may have come since it was looked for
    stamps = tuple((str(path), path.stat().st_mtime_ns) for path in files_at_score(score))
    return _kept(rules, style, score, stamps)


@cache
def _kept(
    rules: Rules, style: str, score: Score, stamps: tuple[tuple[str, int], ...]
) -> Strategy | None:
    from .solver.four.resolve import under
    from .strategies import kept_at_score

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
        return f"the strategy '{style}' as solved at {score[0]}-{score[1]}"
    return (
        f"the solved strategy '{style}' of the linear regime, which hardly heeds the score, "
        "your own decision improved by rollout"
    )
