"""Placeholder until the branch bets is merged."""

from __future__ import annotations

NONE, DOUBTFUL, BAD, VERY_BAD = GRADES = ("none", "doubtful", "bad", "very bad")


def grade(loss: float, se: float = 0.0) -> str:
    """Return the grade of a loss in chance of winning the game."""
    return GRADES[sum(loss >= least for least in (0.01, 0.02, 0.05))]
