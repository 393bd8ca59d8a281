"""At which cut rate of the others the advice flips between cutting and mus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from .choice import Choice
from .errors import InputError
from .estimate import Estimate
from .lang import _
from .mus import TooFewAgreed, weigh
from .setup import CHUNK_DEALS
from .standing import Standing

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
DEALS = 16 * CHUNK_DEALS
CLOSE = 0.005  # of the cut rate
HALVINGS = 8


@dataclass(frozen=True, slots=True)
class Flip:
    """A cut rate at which the advice flips.

    Attributes
    ----------
    share, se : float
        Of the hands with which the others cut.
    above : str
        The advice when they cut more often than that.
    """

    share: float
    se: float
    above: str


@dataclass(frozen=True, slots=True)
class BreakEven:
    """How the advice depends on how often the others cut.

    Attributes
    ----------
    curve : tuple of (float, Estimate)
        Cut rate of the others, and cutting minus mus in tantos.
    flips : tuple of Flip
        Between rates at which the advice is sure.
    """

    curve: tuple[tuple[float, Estimate], ...]
    flips: tuple[Flip, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "curve": [{"cut": share, **gain.to_dict()} for share, gain in self.curve],
            "flips": [{"cut": f.share, "se": f.se, "above": f.above} for f in self.flips],
        }


def _at(standing: Standing, share: float) -> Choice:
    style = replace(standing.setup.style, name=f"cut:{share:.4g}", shares=(share,))
    setup = replace(standing.setup, style=style, deals=DEALS, se=None, seconds=None)
    return weigh(replace(standing, setup=setup))


def _flip(standing: Standing, low: tuple[float, Estimate], high: tuple[float, Estimate]) -> Flip:
    """Halve an interval at whose ends the advice differs."""
    for __ in range(HALVINGS):
        if high[0] - low[0] <= CLOSE:
            break
        middle = (low[0] + high[0]) / 2
        gain = _at(standing, middle).difference
        if (gain.tantos >= 0) == (low[1].tantos >= 0):
            low = middle, gain
        else:
            high = middle, gain
    slope = (high[1].tantos - low[1].tantos) / (high[0] - low[0])
    share = float(np.clip(low[0] - low[1].tantos / slope, low[0], high[0]))
    # where the line is cut is as unsure as its height over its slope; neighbours share their luck
    return Flip(
        share,
        float(np.hypot(low[1].se, high[1].se) / abs(slope)),
        "cut" if high[1].tantos >= 0 else "mus",
    )


def break_even(standing: Standing) -> BreakEven:
    """Return the cut rates at which the advice flips, with their standard errors.

    Every seat cuts with the same share of its hands, from none up to where they hardly ever all say
    mus; how they throw stays as it is. All rates are tried on the same random streams. Only between
    rates at which the advice is sure (two standard errors) is a flip looked for.

    Parameters
    ----------
    standing : Standing

    Raises
    ------
    InputError
        If the style's file decides hand by hand.

    Examples
    --------
    >>> from musodds.stand import stand
    >>> break_even(stand("RR54", "mano")).flips[0].above
    'cut'
    """
    style = standing.setup.style
    if style.by_hand or any(line.what == "cut" for line in style.lines):
        raise InputError(
            _("break-even: style '{style}' says with which hands to cut, not how many").format(
                style=style.name
            ),
            _("a style that cuts with a share of its best hands"),
            "--style usual+cautious --break-even",
        )
    curve = []
    for share in SHARES:
        try:
            curve.append((share, _at(standing, share).difference))
        except TooFewAgreed:  # with less mus still to come there is nothing to choose
            break
    sure = [point for point in curve if abs(point[1].tantos) > 2 * point[1].se]
    flips = [
        _flip(standing, low, high)
        for low, high in pairwise(sure)
        if (low[1].tantos >= 0) != (high[1].tantos >= 0)
    ]
    return BreakEven(tuple(curve), tuple(flips))
