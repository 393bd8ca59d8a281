"""What the number of cards that a player threw tells about the hand he holds now."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from .cards import HAND_SIZE
from .hands import HandSpace
from .ranges import Floats
from .rules import Rules
from .style import Style


def _ways(space: HandSpace, draws: list[tuple[int, ...]]) -> Floats:
    """Return the ways to draw some cards from those not in each hand, shape (hands, draws)."""
    copies = space.deck.copies
    choose = np.array(
        [[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(max(copies) + 1)], dtype=float
    )
    ways = np.ones((len(space), len(draws)))
    for c, n in enumerate(copies):
        drawn = np.array([cards.count(c) for cards in draws])
        ways *= choose[n - space.counts[:, c]][:, drawn]
    return ways


def after_draw(space: HandSpace, held: Floats, discard: Floats, thrown: int) -> Floats:
    """Return the chance to throw a number of cards and then to hold each hand, exactly.

    New cards come from all cards but the old hand's own four: nothing else is known.

    Parameters
    ----------
    space : HandSpace
    held : ndarray of float64, shape (hands,)
        Chance to throw cards from each hand.
    discard : ndarray of float64, shape (hands, 16)
        Chance to keep the cards of each mask, as in `policy.Policy`.
    thrown : int
        1 to 4.

    Returns
    -------
    ndarray of float64, shape (hands,)
        It sums to the chance that so many cards are thrown.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> held, discard = np.zeros(330), np.zeros((330, 16))
    >>> held[space.index("RRR4")] = discard[:, 0b0111] = 1  # throw the lowest card
    >>> round(float(after_draw(space, held, discard, 1)[space.index("RRRR")] * 36), 9)
    5.0
    """
    draws = list(combinations_with_replacement(range(len(space.deck.classes)), thrown))
    drawn = np.array(draws).T[:, None, :]  # by card, hand, draw
    ways = _ways(space, draws) / comb(space.deck.size - HAND_SIZE, thrown)
    after = np.zeros(len(space))
    for kept in combinations(range(HAND_SIZE), HAND_SIZE - thrown):
        mask = sum(1 << i for i in kept)
        chance = held * discard[:, mask]
        some = np.flatnonzero(chance)
        cards = space.cards[some][:, kept].T[:, :, None]
        new = space.of_cards[(*cards, *drawn)].clip(0)  # those not in the deck have no weight
        weights = chance[some, None] * ways[some]
        after += np.bincount(
            np.broadcast_to(new, weights.shape).ravel(), weights.ravel(), len(space)
        )
    return after


@cache
def throw_likelihood(rules: Rules, style: str | Style, seat: int, thrown: int) -> Floats:
    """Return how likely each hand held now makes it that a seat threw a number of cards.

    The seat was dealt any hand and discards as the style does. That the style would have cut with
    some of them is not held against it: a sharp rule leaves hardly any from which one card is
    thrown. What comes of it is divided by the chance to be dealt the hand, by which whoever uses
    a likelihood multiplies.

    Parameters
    ----------
    rules : Rules
    style : str or Style
    seat : int
    thrown : int

    Returns
    -------
    ndarray of float64, shape (hands,)
        Up to a factor: the largest is 1, unless nobody throws so many; not to be written to.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.hands import hand_space
    >>> rules = load_rules("naipera")
    >>> one = throw_likelihood(rules, "usual", 1, 1)
    >>> space = hand_space(rules)
    >>> bool(one[space.index("RRRR")] > 10 * one[space.index("7654")])
    True
    """
    from .hands import hand_space
    from .policy import style_policy  # starts numba

    space, discard = hand_space(rules), style_policy(rules, style).discard[0, seat]
    dealt = space.weights / space.weights.sum()
    likelihood: Floats = after_draw(space, dealt, discard, thrown) / dealt
    likelihood /= likelihood.max() or 1
    likelihood.flags.writeable = False
    return likelihood


@cache
def said_likelihood(rules: Rules, style: str | Style, seat: int, word: str) -> Floats:
    """Return how likely each hand makes it that a seat says ``mus`` or ``cut`` in a style.

    Parameters
    ----------
    rules, style, seat
        As in `throw_likelihood`.
    word : {"mus", "cut"}

    Returns
    -------
    ndarray of float64, shape (hands,)
        Not to be written to.
    """
    from .policy import style_policy  # starts numba

    cut = style_policy(rules, style).cut[0, seat]
    likelihood: Floats = cut.copy() if word == "cut" else 1 - cut
    likelihood.flags.writeable = False
    return likelihood
