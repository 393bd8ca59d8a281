"""How hard a question is: by how much the answers differ, and how surely."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InputError
from ..lang import _

LEVELS = ("easy", "medium", "hard")
SURE = 4.0  # standard errors by which answers must differ


@dataclass(frozen=True, slots=True)
class Gap:
    """By how much the answers of a question differ.

    Attributes
    ----------
    low, high : float
        From, and to less than.
    """

    low: float
    high: float

    @property
    def se(self) -> float:
        """The standard error at which the smallest of such gaps is sure."""
        return self.low / SURE

    def may_hold(self, gap: float, se: float) -> bool:
        """Whether a first look leaves it possible."""
        return self.low - 2 * se < gap < self.high + 2 * se

    def holds(self, gap: float, se: float) -> bool:
        """Whether the gap lies there and is surely not nothing.

        Examples
        --------
        >>> Gap(0.01, 0.03).holds(0.02, 0.001), Gap(0.01, 0.03).holds(0.02, 0.006)
        (True, False)
        """
        return self.low <= gap < self.high and gap >= SURE * se


_ALL = 99.0
# what the wrong answer costs, easy to hard: in the chance of winning the game, in tantos, and for
# odds how far the wrong answer is from the right one
IN_GAME = {
    "cut": (Gap(0.025, 1), Gap(0.012, 0.025), Gap(0.006, 0.012)),
    "accept": (Gap(0.08, 1), Gap(0.03, 0.08), Gap(0.01, 0.03)),
}
IN_TANTOS = {
    "cut": (Gap(1, _ALL), Gap(0.35, 1), Gap(0.1, 0.35)),
    "discard": (Gap(0.4, _ALL), Gap(0.15, 0.4), Gap(0.05, 0.15)),
}
IN_ODDS = (Gap(0.25, 0.4), Gap(0.12, 0.2), Gap(0.06, 0.1))
BETS = ((1, 1), (2, 2), (3, 4))  # lances that were bet on, in scoring


def parse_level(text: str) -> int:
    """Read a level; return 1, 2 or 3.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> parse_level("hard"), parse_level("2")
    (3, 2)
    """
    word = text.strip().lower()
    if word in LEVELS:
        return LEVELS.index(word) + 1
    if word in ("1", "2", "3"):
        return int(word)
    raise InputError(
        _("level '{text}'").format(text=text),
        _("1 to 3, or {levels}").format(levels=", ".join(LEVELS)),
        "--level medium",
    )
