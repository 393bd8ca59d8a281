"""What a review says of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from .equity import Chance
from .estimate import Estimate
from .replay import Decision

BY_ROLLOUT = "rollout"  # hands played on to the end, and the game from there by the equity
BY_TANTO = "tanto"  # tantos, each taken at what one is worth at the score


class Ungraded(Exception):
    """A decision that cannot be graded; the message says why."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision compared with the best one.

    Attributes
    ----------
    best : str
        The best action.
    tantos : Estimate
        What the action that was chosen loses against it, in tantos.
    game : Chance
        The same in chance of winning the game.
    how : str
        ``rollout`` or ``tanto``: how the chance was found.
    rare : bool
        Whether the strategy hardly ever comes there, so that the others' hands are a guess.
    """

    best: str
    tantos: Estimate
    game: Chance
    how: str
    rare: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return what stands in a JSON answer."""
        return {
            "best": self.best,
            "loss": self.game.value,
            "loss_se": self.game.se,
            "tantos": self.tantos.tantos,
            "tantos_se": self.tantos.se,
            "how": self.how,
            "rare": self.rare,
        }


class Grader(Protocol):
    """What grades a decision."""

    def __call__(self, decision: Decision) -> Verdict:
        """Grade a decision, or raise `Ungraded`."""
