"""Monte Carlo of the mus phase: deals, rounds of mus, discards and redraws, under any policies.

Payoffs are tantos with every lance passed, whole numbers, so sums are exact and the same whatever
the number of threads. Every chunk of deals has a random stream of its own. The inner functions
have no branches: drawing four cards and keeping those needed is faster than asking.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .flow import speaking_order, spoken_before
from .hands import HandSpace, hand_space
from .jit import Arr, Int, njit
from .policy import Policy
from .rng import draw, draw_unit, stream, take
from .rules import Rules

RESHUFFLES = ("all", "own-apart", "earlier")
MIXED = 16  # in place of a mask: the discard is drawn from its probabilities
_0, _1, _2, _3, _32 = (np.uint64(n) for n in (0, 1, 2, 3, 32))
_LOW = np.uint64(0xFFFFFFFF)


class Table(NamedTuple):
    """What the kernels read: the deck's hands and how the seats play."""

    deck: Arr  # (40,) uint8: the class of every card
    classes: Any  # uint64: number of classes
    cards: Arr  # (hands, 4) uint8: classes of each hand
    of_cards: Arr  # (classes ** 4,) uint16: hand by its classes as digits
    lances: Arr  # (hands, 6) int16: four ranks times four, tantos of pares and of juego
    cut: Arr  # (rounds, 4, hands) float64
    keep: Arr  # (rounds, 4, hands) uint8: the mask kept, or MIXED
    discard: Arr  # (rounds, 4, hands, 16) float64
    order: Arr  # (4,) seats in the order in which they speak about mus
    before: Arr  # (4, 4) whether the second seat has spoken when the first one speaks
    reshuffle: Any  # int64: which cards make a new stock, an index of RESHUFFLES
    corrido: Any  # bool: the cutter becomes mano
    pedrete: Any  # int64: the hand 7-6-5-4 where it is sung, else -1


def sim_table(
    rules: Rules, policy: Policy, corrido: bool = False, space: HandSpace | None = None
) -> Table:
    """Gather the arrays that the kernels read; indices are unsigned, which numba checks least.

    ``space`` stands for another deck than that of the rules.
    """
    space = hand_space(rules) if space is None else space
    before = np.zeros((4, 4), dtype=np.bool_)
    for seat in range(4):
        before[seat, list(spoken_before(rules, seat))] = True
    sure = policy.discard.argmax(-1)
    top = np.take_along_axis(policy.discard, sure[..., None], -1)[..., 0]
    return Table(
        deck=np.repeat(np.arange(len(space.deck.copies)), space.deck.copies).astype(np.uint8),
        classes=np.uint64(len(space.deck.copies)),
        cards=space.cards.astype(np.uint8),
        of_cards=space.of_cards.astype(np.uint16).ravel(),
        # times four leaves room for the seat to break ties
        lances=np.stack([*(space.rank * 4), space.pares, space.juego], axis=1).astype(np.int16),
        cut=policy.cut,
        keep=np.where(top == 1, sure, MIXED).astype(np.uint8),
        discard=policy.discard,
        order=np.array(speaking_order(rules)),
        before=before,
        reshuffle=RESHUFFLES.index(rules.reshuffle),
        corrido=corrido,
        pedrete=space.index("7654") if rules.pedrete else -1,
    )


class State(NamedTuple):
    """Cards of one deal in the making, reused from deal to deal."""

    hands: Arr  # (4,) the hand of each seat
    keeps: Arr  # (4,) the mask each seat keeps
    stock: Arr  # (41,) cards not held, from at[0] up to at[1]
    pile: Arr  # (41,) cards thrown, up to at[2]
    home: Arr  # (41,) the stock before a deal, up to at[3]
    at: Arr  # (5,) see above; at[4] the tantos of the mano's pair for pedretes
    rng: Arr  # the random stream


@njit
def new_state(seed: Int, chunk: Int) -> State:
    """Return an empty state on the stream of a chunk."""
    return State(
        np.zeros(4, np.uint16),
        np.zeros(4, np.uint8),
        np.zeros(41, np.uint8),
        np.zeros(41, np.uint8),
        np.zeros(41, np.uint8),
        np.zeros(5, np.int64),
        stream(seed, chunk),
    )


@njit
def deal_four(stock: Arr, at: Int, size: Int, rng: Arr, of_cards: Arr, classes: Int) -> Int:
    """Deal a hand from position ``at`` of a stock: two random numbers serve two cards each."""
    x, y = draw(rng), draw(rng)
    a = take(stock, at, size, x >> _32)
    b = take(stock, at + _1, size, x & _LOW)
    c = take(stock, at + _2, size, y >> _32)
    d = take(stock, at + _3, size, y & _LOW)
    return of_cards[((np.uint64(a) * classes + b) * classes + c) * classes + d]


@njit
def leads(lances: Arr, lance: Int, a: Int, b: Int, c: Int, d: Int) -> Int:
    """1 if the pair of the mano wins a lance, else 0; hands in speaking order."""
    ours = max(lances[a, lance] + 3, lances[c, lance] + 1)
    return np.int64(ours > max(lances[b, lance] + 2, lances[d, lance]))


@njit
def paso_tantos(n: Arr, a: Int, b: Int, c: Int, d: Int) -> Int:
    """Tantos of the mano's pair minus the other's with every lance passed."""
    tantos = 2 * (leads(n, 0, a, b, c, d) + leads(n, 1, a, b, c, d)) - 2
    ours, theirs = n[a, 4] + n[c, 4], n[b, 4] + n[d, 4]
    tantos += leads(n, 2, a, b, c, d) * (ours + theirs) - theirs
    # whoever leads the common ranking of juego and punto without a juego has won the punto
    ours, theirs = max(1, n[a, 5] + n[c, 5]), max(1, n[b, 5] + n[d, 5])
    return tantos + leads(n, 3, a, b, c, d) * (ours + theirs) - theirs


@njit
def payoff(s: State, t: Table, seat: Int, cutter: Int) -> Int:
    """Tantos, ours minus theirs, for a seat once ``cutter`` has cut."""
    m, h = cutter if t.corrido else 0, s.hands
    tantos = paso_tantos(t.lances, h[m], h[(m + 1) & 3], h[(m + 2) & 3], h[(m + 3) & 3])
    tantos = tantos if (seat - m) & 1 == 0 else -tantos
    return tantos + (s.at[4] if seat & 1 == 0 else -s.at[4])


@njit
def cuts(s: State, t: Table, round_: Int, seat: Int) -> Int:
    """Return whether a seat cuts by the policy."""
    return draw_unit(s.rng) < t.cut[min(round_, len(t.cut) - 1), seat, s.hands[seat]]


@njit
def first_cut(s: State, t: Table, round_: Int, seat: Int, before: Int, known: Arr) -> Int:
    """Return who cuts first of those who speak before a seat, or else after it; -1 if nobody.

    The seat itself and seats of known hands are not asked.
    """
    first = -1
    for i in range(4):
        other = t.order[3 - i]
        if other != seat and t.before[seat, other] == before and known[other] < 0:
            first = other if cuts(s, t, round_, other) else first
    return first


@njit
def choose_keep(s: State, t: Table, round_: Int, seat: Int) -> Int:
    """Return the mask of cards that a seat keeps by the policy."""
    r = min(round_, len(t.keep) - 1)
    keep = t.keep[r, seat, s.hands[seat]]
    return _mixed_keep(s, t, r, seat) if keep == MIXED else keep


@njit
def _mixed_keep(s: State, t: Table, r: Int, seat: Int) -> Int:
    u, keep = draw_unit(s.rng), 0
    for mask in range(16):
        chance = t.discard[r, seat, s.hands[seat], mask]
        if u >= 0 and chance > 0:
            keep = mask
        u -= chance
    return keep


@njit
def throw(s: State, t: Table, seat: Int, keep: Int) -> None:
    """Put the cards not kept on the pile."""
    s.keeps[seat] = keep
    end = s.at[2]
    for i in range(4):
        s.pile[end] = t.cards[s.hands[seat], i]
        end += 1 - ((keep >> i) & 1)
    s.at[2] = end


@njit
def refill(s: State, t: Table, seat: Int) -> None:
    """Replace the cards thrown by the next ones of a stock that has enough of them."""
    at, size, x, y = np.uint64(s.at[0]), np.uint64(s.at[1]), draw(s.rng), draw(s.rng)
    keep, code = s.keeps[seat], _0
    for i in range(4):
        bits = x if i < 2 else y
        bits = bits >> _32 if i & 1 else bits & _LOW
        kept = np.uint64((keep >> i) & 1)
        j = at + ((bits * (size - at)) >> _32)
        first, card = s.stock[at], s.stock[j]
        s.stock[j] = card if kept else first
        s.stock[at] = first if kept else card
        code = code * t.classes + (t.cards[s.hands[seat], i] if kept else card)
        at += _1 - kept
    s.at[0] = at
    s.hands[seat] = t.of_cards[code]


@njit
def _new_stock(s: State, t: Table, seat: Int, before: Int) -> None:
    """Make a stock of cards thrown; ``before`` of them lay there before this round."""
    end = s.at[2]
    if t.reshuffle == 2:
        end = before
    elif t.reshuffle == 1 and seat == 3:  # the last to be served does not get his own back
        for i in range(4):
            end -= 1 - ((s.keeps[3] >> i) & 1)
    for k in range(end):
        s.stock[k] = s.pile[k]
    for k in range(end, s.at[2]):
        s.pile[k - end] = s.pile[k]
    s.at[0], s.at[1], s.at[2] = 0, end, s.at[2] - end


@njit
def _refill_short(s: State, t: Table, seat: Int, before: Int) -> None:
    """Refill card by card from a stock that may run out."""
    code = _0
    for i in range(4):
        card = t.cards[s.hands[seat], i]
        if not (s.keeps[seat] >> i) & 1:
            if s.at[0] == s.at[1]:
                _new_stock(s, t, seat, before)
            card = take(s.stock, np.uint64(s.at[0]), np.uint64(s.at[1]), draw(s.rng) >> _32)
            s.at[0] += 1
        code = code * t.classes + card
    s.hands[seat] = t.of_cards[code]


@njit
def serve(s: State, t: Table, seat: Int, before: Int) -> None:
    """Refill from a stock that may run out; ``before`` cards had been thrown before this round."""
    if s.at[1] - s.at[0] >= 4:
        refill(s, t, seat)
    else:
        _refill_short(s, t, seat, before)


@njit
def sing_pedrete(s: State, t: Table, seat: Int) -> None:
    """Take a tanto and four new cards for 7-6-5-4, as often as it comes."""
    while s.hands[seat] == t.pedrete:
        before = s.at[2]
        s.at[4] += 1 - 2 * (seat & 1)
        throw(s, t, seat, 0)
        serve(s, t, seat, before)


@njit
def mus_round(s: State, t: Table, round_: Int) -> None:
    """All four throw by the policy, then draw, the mano first."""
    before = s.at[2]
    for seat in range(4):
        throw(s, t, seat, choose_keep(s, t, round_, seat))
    if s.at[1] - s.at[0] >= s.at[2] - before:
        for seat in range(4):
            refill(s, t, seat)
    else:
        for seat in range(4):
            _refill_short(s, t, seat, before)
    if t.pedrete >= 0:
        for seat in range(4):
            sing_pedrete(s, t, seat)


@njit
def gather(s: State, t: Table, known: Arr) -> None:
    """Take the known hands (-1: not known) out of the deck: the rest is the stock at home."""
    size = len(t.deck)
    for i in range(size):
        s.home[i] = t.deck[i]
    for seat in range(4):
        if known[seat] >= 0:
            for i in range(4):
                j = 0
                while s.home[j] != t.cards[known[seat], i]:
                    j += 1
                size -= 1
                s.home[j] = s.home[size]
    s.at[3] = size


@njit
def deal_said_mus(s: State, t: Table, known: Arr, seat: Int) -> None:
    """Deal the hands not known, again until every seat that speaks before ``seat`` says mus."""
    for i in range(len(s.stock)):
        s.stock[i] = s.home[i]
    s.at[1] = s.at[3]
    said_mus, first = False, np.int64(0)
    while not said_mus:
        s.at[0], s.at[2], s.at[4], said_mus = 0, 0, 0, True
        for i in range(4):
            other = t.order[i]
            if known[other] >= 0:
                s.hands[other] = known[other]  # he may have drawn in the deal before
            elif said_mus:
                at, size = np.uint64(s.at[0]), np.uint64(s.at[1])
                s.hands[other] = deal_four(s.stock, at, size, s.rng, t.of_cards, t.classes)
                s.at[0] += 4
                if t.pedrete >= 0:
                    sing_pedrete(s, t, other)
                said_mus = not t.before[seat, other] or not cuts(s, t, first, other)


@njit
def play_on(s: State, t: Table, round_: Int, seat: Int, mine: Arr, nobody: Arr) -> Int:
    """Go on after ``round_`` rounds of mus until somebody cuts; return who.

    ``seat`` cuts by ``mine``. After as many rounds as it has rows, the mano must cut.
    """
    while round_ < len(mine):
        cutter = first_cut(s, t, round_, seat, True, nobody)
        after = first_cut(s, t, round_, seat, False, nobody)
        if cutter < 0:
            cutter = seat if mine[round_, s.hands[seat]] else after
        if cutter >= 0:
            return cutter
        mus_round(s, t, round_)
        round_ += 1
    return 0
