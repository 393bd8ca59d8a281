"""The figures that the book borrows from ``musodds plot``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .content import Picture, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ...rules import Rules


def picture(name: str, rules: Rules, caption: str, **options: str) -> Picture:
    """Return a figure by its name in `reports.figures`, drawn when the book is written.

    Parameters
    ----------
    name : str
    rules : Rules
    caption : str
        Also what is told to who cannot see it.
    **options
        As in `reports.figures.draw`.
    """
    return Picture(partial(_drawn, name, rules, options), say(caption), caption)


def _drawn(name: str, rules: Rules, options: dict[str, str]) -> Figure:
    from ..figures import draw

    return draw(name, rules, **options)
