"""A sampled number and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of samples with its standard error.

    Attributes
    ----------
    tantos : float
        Ours minus theirs.
    se : float
        Standard error of ``tantos``: two in three runs come within it, 19 in 20 within two.

    Examples
    --------
    >>> Estimate.of(count=4, total=8, squares=28)
    Estimate(tantos=2.0, se=1.0)
    >>> str(Estimate(-0.5, 0.012))
    '-0.500 ± 0.012'
    """

    tantos: float
    se: float

    @classmethod
    def of(cls, count: int, total: float, squares: float) -> Estimate:
        """Return the estimate from the number, the sum and the sum of squares of samples."""
        if count < 2:
            return cls(total / count if count else float("nan"), float("nan"))
        variance = (squares - total * total / count) / (count - 1)
        return cls(total / count, sqrt(max(variance, 0.0) / count))

    def plus(self, shift: float) -> Estimate:
        """Return the estimate of something that is more by a known number."""
        return Estimate(self.tantos + shift, self.se)

    def __str__(self) -> str:
        return f"{self.tantos:+.3f} ± {self.se:.3f}"

    @property
    def decisive(self) -> tuple[float, float]:
        """What decides, and its standard error: the tantos."""
        return self.tantos, self.se

    def to_dict(self) -> dict[str, float]:
        """Return ``{"tantos", "se"}``."""
        return {"tantos": self.tantos, "se": self.se}


@dataclass(frozen=True, slots=True)
class Worth(Estimate):
    """A mean of tantos, and what the same deals bring in the chance of winning the game.

    Attributes
    ----------
    game, game_se : float
        Chance of winning the game, or a difference of such chances, and its standard error.

    Examples
    --------
    >>> Worth(1.5, 0.1, 0.52, 0.003).decisive
    (0.52, 0.003)
    """

    game: float
    game_se: float

    @property
    def decisive(self) -> tuple[float, float]:
        """What decides, and its standard error: the chance of winning the game."""
        return self.game, self.game_se

    def to_dict(self) -> dict[str, float]:
        """Return ``{"tantos", "se", "game", "game_se"}``."""
        return {
            "tantos": self.tantos,
            "se": self.se,
            "game": self.game,
            "game_se": self.game_se,
        }
