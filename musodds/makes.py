"""What a discard makes: the new hand, and what it holds and wins, exactly."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from .draws import ALL, mean_after_draw
from .hands import MIN_JUEGO, HandSpace
from .jit import Arr
from .lance_table import lance_table
from .situation import Situation
from .tally import FIELDS

MAKES = ("pares", "medias", "duples", "juego", "31", "punto28")


@cache
def made(space: HandSpace) -> Any:
    """Return which of MAKES each hand holds, shape (hands, 6); punto28 is a punto of 28 to 30."""
    points = space.points
    return np.stack(
        [
            space.pares > 0,
            space.pares == 2,
            space.pares == 3,
            points >= MIN_JUEGO,
            points == MIN_JUEGO,
            (points >= 28) & (points < MIN_JUEGO),
        ],
        axis=1,
    ).astype(float)


def makes(space: HandSpace, hand: int, gone: Arr | int = 0) -> dict[int, dict[str, float]]:
    """Return the chance of each of MAKES after each discard of a hand, exactly.

    All cards not seen are taken to be equally likely.

    Parameters
    ----------
    space : HandSpace
    hand : int
        Number of the hand.
    gone : ndarray of int64, shape (classes,), optional
        Other cards seen.

    Returns
    -------
    dict of int to dict of str to float
        By mask of kept cards (see `draws`), all four included.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.hands import hand_space
    >>> space = hand_space(load_rules("naipera"))
    >>> round(makes(space, space.index("CSA5"[:2] + "5A"))[0b1011]["31"], 4)
    0.3889
    """
    chances = mean_after_draw(space, made(space), np.array([hand]), gone)[0]
    chances[ALL] = made(space)[hand]
    return {mask: dict(zip(MAKES, row, strict=True)) for mask, row in enumerate(chances.tolist())}


def new_hands(
    space: HandSpace, hand: int, mask: int, gone: Arr | int = 0
) -> list[tuple[str, float]]:
    """Return the hands that a discard leads to and their chances, the likeliest first, exactly.

    Parameters
    ----------
    space, hand, gone
        As in `makes`.
    mask : int
        Cards kept.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.hands import hand_space
    >>> space = hand_space(load_rules("naipera"))
    >>> new_hands(space, space.index("RRRR"), 0b0111)[0]
    ('RRRA', 0.2222222222222222)
    """
    chances = mean_after_draw(space, np.eye(len(space)), np.array([hand]), gone)[0, mask]
    if mask == ALL:
        chances = np.eye(len(space))[hand]
    order = np.argsort(-chances, kind="stable")
    return [(space.names[h], float(chances[h])) for h in order if chances[h] > 0]


IMPROVES = ("grande", "chica", "pares", "juego", "punto")


def improves(asked: Situation, gone: Arr | int = 0) -> dict[int, dict[str, float]]:
    """Return how much more often each lance is won after each discard than with the hand held.

    Chances are those of the lance table: the others' cards any, and as they are. Exact.

    Parameters
    ----------
    asked : Situation
        Of four players.
    gone : ndarray of int64, shape (classes,), optional
        Other cards seen, which then are not drawn.

    Returns
    -------
    dict of int to dict of str to float
        By mask of kept cards and lance, in chance to win it (punto: that it is played and won).
    """
    table, hand = lance_table(asked.rules), asked.known[asked.place]
    fields = [FIELDS.index(f"{lance}_win") for lance in IMPROVES]
    wins = table.counts[asked.place][:, fields] / table.deals
    after = mean_after_draw(asked.space, wins, np.array([hand]), gone)[0]
    after[ALL] = wins[hand]
    return {
        mask: dict(zip(IMPROVES, row, strict=True))
        for mask, row in enumerate((after - wins[hand]).tolist())
    }
