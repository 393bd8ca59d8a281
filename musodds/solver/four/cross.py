"""Independent runs against each other: which one does best against the one that suits it worst.

Partners settle on conventions that differ by seed, so two runs of the same training play
differently, and a pair taken from one of them meets a pair of the other. Every two runs play
duplicate deals with the seats exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...estimate import Estimate
from .play import play_off
from .strategy import Strategy

Matrix = tuple[tuple[Estimate, ...], ...]
_LEVEL = Estimate(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Run:
    """Which training a strategy comes from.

    Attributes
    ----------
    seed, iterations : int
    """

    seed: int
    iterations: int


@dataclass(frozen=True, slots=True)
class Cross:
    """The cross-play matrix of some runs.

    Attributes
    ----------
    runs : tuple of Run
        As they were when they were compared.
    tantos : tuple of tuple of Estimate
        What the run of the row wins a hand of the one of the column, both seatings in it.
    as_mano : tuple of tuple of Estimate
        The same where the row is the mano's pair and the column the other; on the diagonal what
        being the mano's pair is worth to each run.
    deals : int
        Of each play-off, played twice.
    """

    runs: tuple[Run, ...]
    tantos: Matrix
    as_mano: Matrix
    deals: int

    def worst(self, run: int) -> Estimate:
        """Return what a run wins of the one that suits it worst.

        Examples
        --------
        >>> a, b = Estimate(0.02, 0.01), Estimate(-0.02, 0.01)
        >>> cross = Cross((Run(1, 9), Run(2, 9)), ((_LEVEL, a), (b, _LEVEL)), (), 100)
        >>> cross.worst(1).tantos, cross.best
        (-0.02, 0)
        """
        others = [x for i, x in enumerate(self.tantos[run]) if i != run]
        return min(others, key=lambda x: x.tantos, default=_LEVEL)

    @property
    def best(self) -> int:
        """The run whose worst case is best; the first of those that are equal."""
        return max(range(len(self.runs)), key=lambda run: self.worst(run).tantos)

    @property
    def chosen(self) -> Run:
        """The run that is kept."""
        return self.runs[self.best]

    @classmethod
    def from_dict(cls, told: dict[str, Any]) -> Cross:
        """Read the JSON form, as `dataclasses.asdict` makes it."""

        def matrix(rows: list[list[dict[str, float]]]) -> Matrix:
            return tuple(tuple(Estimate(**x) for x in row) for row in rows)

        runs = tuple(Run(**run) for run in told["runs"])
        return cls(runs, matrix(told["tantos"]), matrix(told["as_mano"]), told["deals"])


def cross_play(
    strategies: Sequence[Strategy], runs: Sequence[Run], deals: int = 200_000, seed: int = 1
) -> Cross:
    """Let every two strategies play each other.

    Parameters
    ----------
    strategies : sequence of Strategy
        Of one game.
    runs : sequence of Run
        Where each one comes from.
    deals, seed : int
        Of every play-off.
    """
    size = len(strategies)
    tantos = [[_LEVEL] * size for _ in range(size)]
    as_mano = [[_LEVEL] * size for _ in range(size)]
    for i in range(size):
        for j in range(i, size):
            found = play_off(strategies[i], strategies[j], deals, seed)
            as_mano[i][j] = found.as_mano
            if i < j:
                tantos[i][j], tantos[j][i] = found.tantos, _less(found.tantos)
                as_mano[j][i] = _less(found.as_other)
    return Cross(tuple(runs), tuple(map(tuple, tantos)), tuple(map(tuple, as_mano)), deals)


def _less(x: Estimate) -> Estimate:
    """Return what the other side has."""
    return Estimate(-x.tantos, x.se)
