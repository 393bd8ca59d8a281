"""How regrets are kept: discounted, linear and clipped sums."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ..errors import InputError
from ..lang import _


@dataclass(frozen=True, slots=True)
class Update:
    """After iteration t, sums are multiplied by t**power / (t**power + 1).

    Attributes
    ----------
    name : str
    positive, negative : float
        Powers for regrets above and below zero. Infinity keeps them whole, minus infinity
        drops them.
    average : float
        The strategy of iteration t counts in proportion to t**average.

    References
    ----------
    Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization",
    arXiv 1809.04040; Tammelin, "Solving large imperfect information games using CFR+",
    arXiv 1407.5042.

    Examples
    --------
    >>> UPDATES["linear"].factors(3)
    (0.75, 0.75, 0.75)
    >>> UPDATES["plus"].factors(3)
    (1.0, 0.0, 0.75)
    """

    name: str
    positive: float
    negative: float
    average: float

    def factors(self, t: int) -> tuple[float, float, float]:
        """Return by what positive regrets, negative ones and strategies are multiplied."""
        return (
            _share(t, self.positive),
            _share(t, self.negative),
            (t / (t + 1)) ** self.average,
        )


def _share(t: int, power: float) -> float:
    if power == inf:
        return 1.0
    grown = t**power if power > -inf else 0.0
    return grown / (grown + 1)


UPDATES = {
    "dcfr": Update("dcfr", 1.5, 0.0, 2.0),
    "linear": Update("linear", 1.0, 1.0, 1.0),
    "plus": Update("plus", inf, -inf, 1.0),
}


def find_update(name: str) -> Update:
    """Return the update of that name, ``dcfr``, ``linear`` or ``plus``."""
    try:
        return UPDATES[name]
    except KeyError:
        raise InputError(
            _("update '{name}': no such update").format(name=name),
            ", ".join(UPDATES),
            "--update dcfr",
        ) from None
