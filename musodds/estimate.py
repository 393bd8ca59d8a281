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

    def to_dict(self) -> dict[str, float]:
        """Return ``{"tantos", "se"}``."""
        return {"tantos": self.tantos, "se": self.se}
