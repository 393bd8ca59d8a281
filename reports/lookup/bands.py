"""Bands of scores, each with the one score that stands for it on the page."""

from __future__ import annotations

from typing import NamedTuple


class Band(NamedTuple):
    """Some scores.

    Attributes
    ----------
    name : str
    score : tuple of int or None
        Ours and theirs; None where tantos alone count.
    """

    name: str
    score: tuple[int, int] | None


def score_bands(target: int) -> tuple[Band, ...]:
    """Return the bands of a game, tantos alone first.

    Parameters
    ----------
    target : int
        Tantos of a game.

    Examples
    --------
    >>> [band.score for band in score_bands(40)]
    [None, (15, 15), (37, 25), (25, 37), (37, 37), (10, 30), (30, 10)]
    """
    level, near, other, low = 3 * target // 8, target - 3, 5 * target // 8, target // 4
    return (
        Band("tantos", None),
        Band("level", (level, level)),
        Band("we-near", (near, other)),
        Band("they-near", (other, near)),
        Band("both-near", (near, near)),
        Band("behind", (low, 3 * target // 4)),
        Band("ahead", (3 * target // 4, low)),
    )
