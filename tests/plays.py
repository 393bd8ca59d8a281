"""One way to play the mus phase, as arrays for musodds and as functions for the plain game."""

from collections import Counter

import naive
import numpy as np

from musodds.cards import CardClass, Deck
from musodds.draws import MASKS
from musodds.hands import HandSpace
from musodds.policy import Policy


def space_of(cards, real="off"):
    """Return the hands of a deck written as in `naive`."""
    classes = (CardClass(c, n, naive.POINTS[c]) for c, n in Counter(naive.tidy(cards)).items())
    return HandSpace(Deck(tuple(classes)), real)


def kept(name, mask):
    """Return the cards that a mask keeps of a hand."""
    return "".join(card for i, card in enumerate(name) if mask >> i & 1)


def mask_of(name, keep):
    """Return the first mask that keeps some cards of a hand."""
    return next(mask for mask in range(MASKS) if kept(name, mask) == keep)


def as_policy(space, cut, discard, rounds=1):
    """Return arrays for functions of (round, seat, hand), as `naive.Game` takes them."""
    cuts = np.zeros((rounds, 4, len(space)))
    discards = np.zeros((rounds, 4, len(space), MASKS))
    for round_, seat, hand in np.ndindex(cuts.shape):
        name = space.names[hand]
        cuts[round_, seat, hand] = cut(round_, seat, name)
        for keep, chance in discard(round_, seat, name):
            discards[round_, seat, hand, mask_of(name, keep)] += chance
    return Policy(cuts, discards)


def as_functions(space, policy):
    """Return the functions that `naive.Game` takes for arrays."""
    last = len(policy.cut) - 1
    number = {name: i for i, name in enumerate(space.names)}

    def cut(round_, seat, name):
        return policy.cut[min(round_, last), seat, number[name]]

    def discard(round_, seat, name):
        row = policy.discard[min(round_, last), seat, number[name]]
        return [(kept(name, mask), chance) for mask, chance in enumerate(row) if chance > 0]

    return cut, discard


def never_cut(round_, seat, name):
    """Say mus with everything."""
    return 0.0


def throw_all(round_, seat, name):
    """Keep nothing."""
    return [("", 1.0)]
