"""Solved strategies of four players."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .errors import InputError
from .rules import DEFAULT_RULES, Rules, load_rules

if TYPE_CHECKING:
    from .solver.four.solution import Solution


def find_strategy(
    rules: str | Rules = DEFAULT_RULES,
    style: str = "usual",
    rounds: int = 3,
    progress: Callable[[int], bool] | None = None,
) -> Solution:
    """Return a solved strategy.

    Raises
    ------
    InputError
        If there is none.
    """
    raise InputError(
        f"strategy '{style}' for {load_rules(rules).name}",
        "the file of a strategy that was solved",
        "--file usual.npz",
    )
