"""A number under two rules or styles, and the difference."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

from .estimate import Estimate

SURE = 2.0  # standard errors from which a difference is told


@dataclass(frozen=True, slots=True)
class Pair:
    """A number on either side.

    Attributes
    ----------
    a, b : float
    a_se, b_se : float
        Standard errors; 0 where it is counted.

    Examples
    --------
    >>> pares = Pair(0.566, 0.412)
    >>> round(pares.difference, 3), pares.is_sure
    (-0.154, True)
    >>> Pair(0.50, 0.52, 0.01, 0.01).is_sure
    False
    """

    a: float
    b: float
    a_se: float = 0.0
    b_se: float = 0.0

    @classmethod
    def of(cls, a: Estimate, b: Estimate) -> Pair:
        """Return the pair of two estimates."""
        return cls(float(a.tantos), float(b.tantos), float(a.se), float(b.se))

    @property
    def difference(self) -> float:
        """What the second has more than the first."""
        return self.b - self.a

    @property
    def se(self) -> float:
        """Standard error of the difference, the two being sampled apart."""
        return hypot(self.a_se, self.b_se)

    @property
    def is_exact(self) -> bool:
        """Whether both were counted."""
        return self.se == 0

    @property
    def is_sure(self) -> bool:
        """Whether there is a difference that chance does not explain."""
        return abs(self.difference) > SURE * self.se

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; standard errors where it is sampled."""
        plain: dict[str, Any] = {"a": self.a, "b": self.b, "difference": self.difference}
        if self.is_exact:
            return plain
        return plain | {"a_se": self.a_se, "b_se": self.b_se, "difference_se": self.se}
