"""One way to play the mus phase, as arrays for musodds and as functions for the plain game.

And where deals begin, and what a comparison adds up to, in few words.
"""

from collections import Counter

import naive
import numpy as np

from musodds.cards import CardClass, Deck
from musodds.dealing import deal_accepted, starts
from musodds.draws import MASKS
from musodds.hands import HandSpace
from musodds.payoff import Paso
from musodds.policy import Policy
from musodds.simulate import new_state
from musodds.trials import Asked, compare


def space_of(cards, real="off"):
    """Return the hands of a deck written as in `naive`."""
    classes = (CardClass(c, n) for c, n in Counter(naive.tidy(cards)).items())
    return HandSpace(Deck(tuple(classes)), real)


def kept(name, mask):
    """Return the cards that a mask keeps of a hand."""
    return "".join(card for i, card in enumerate(name) if mask >> i & 1)


def mask_of(name, keep):
    """Return the first mask that keeps some cards of a hand."""
    return next(mask for mask in range(MASKS) if kept(name, mask) == keep)


def as_policy(space, cut, discard, rounds=1, players=4):
    """Return arrays for functions of (round, seat, hand), as `naive_mus.Game` takes them."""
    cuts = np.zeros((rounds, players, len(space)))
    discards = np.zeros((rounds, players, len(space), MASKS))
    for round_, seat, hand in np.ndindex(cuts.shape):
        name = space.names[hand]
        cuts[round_, seat, hand] = cut(round_, seat, name)
        for keep, chance in discard(round_, seat, name):
            discards[round_, seat, hand, mask_of(name, keep)] += chance
    return Policy(cuts, discards)


def as_functions(space, policy):
    """Return the functions that `naive_mus.Game` takes for arrays."""
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


def keep_aces(round_, seat, name):
    """Throw all but the aces, so that kings are what comes back; at least one card."""
    return [(name.count("A") * "A" if name != "AAAA" else "AAA", 1.0)]


# ---------------------------------------------------------------- deals and comparisons


def starting(table, space, known=None, asker=0, **more):
    """Return where deals begin in which the seats heard by one have said mus, unless known."""
    players = len(table.order)
    known = np.full(players, -1) if known is None else known
    accept = np.ones((players, len(space)))
    for seat in np.flatnonzero(table.before[asker]):
        if known[seat] < 0:
            accept[seat] -= table.cut[0, seat]
    gone = more.pop("gone", np.zeros(len(space.deck.copies), np.int64))
    return starts(space, known, gone, accept * more.pop("like", 1), table.pedrete < 0, **more)


def fresh(table, space, known=None, seed=1, asker=0):
    """Deal once."""
    state = new_state(seed, 0, len(table.order))
    assert deal_accepted(state, table, starting(table, space, known, asker))
    return state


def paso_of(table, space):
    """Return the payoff of a table in which every lance is passed."""
    return Paso(space, bool(table.corrido))


def comparing(seed, chunks, seat, start, masks, mine, table, space, reps=1, skip=None):
    """Compare cutting and some discards: the moments of each chunk."""
    skip = np.full(len(table.order), -1) if skip is None else skip
    chunks = chunks if isinstance(chunks, range) else range(chunks)
    asked = Asked(seat, np.array(masks), mine, reps, skip)
    moments = compare(seed, chunks, asked, start, table, paso_of(table, space))
    return moments


def summed(moments):
    """Return the sums over chunks where a later seat cuts, and where all say mus."""
    return np.sum([m.other for m in moments], axis=0), np.sum([m.agreed for m in moments], axis=0)
