"""Monte Carlo of the mus phase: deals, rounds of mus, discards and redraws, under any policies.

Two, four or six players, in two camps. Every chunk of deals has a random stream of its own, so
results are the same whatever the number of threads. The inner functions have no branches: drawing
four cards and keeping those needed is faster than asking. What the hands are worth in the end is
not decided here: a deal that is over is written down as a row, which a payoff values (`payoff`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .flow import speaking_order, spoken_before
from .hands import HandSpace, hand_space
from .jit import Arr, Int, njit_bare
from .policy import Policy
from .rng import draw, draw_unit, stream, take
from .rules import Rules

RESHUFFLES = ("all", "own-apart", "earlier")
MIXED = 16  # in place of a mask: the discard is drawn from its probabilities
_0, _1, _2, _3, _32 = (np.uint64(n) for n in (0, 1, 2, 3, 32))
_LOW = np.uint64(0xFFFFFFFF)
# arguments of a machine type: a literal would compile its callee a second time
BEFORE, AFTER, NO_SEAT = np.True_, np.False_, np.int64(-1)


class Table(NamedTuple):
    """What the kernels read: the deck's hands and how the seats play."""

    deck: Arr  # (40,) uint8: the class of every card
    classes: Any  # uint64: number of classes
    cards: Arr  # (hands, 4) uint8: classes of each hand
    of_cards: Arr  # (classes ** 4,) uint16: hand by its classes as digits
    cut: Arr  # (rounds, players, hands) float64
    keep: Arr  # (rounds, players, hands) uint8: the mask kept, or MIXED
    discard: Arr  # (rounds, players, hands, 16) float64
    order: Arr  # (players,) seats in the order in which they speak about mus
    before: Arr  # (players, players) whether the second has spoken when the first one speaks
    reshuffle: Any  # int64: which cards make a new stock, an index of RESHUFFLES
    corrido: Any  # bool: the cutter becomes mano
    pedrete: Any  # int64: the hand 7-6-5-4 where it is sung, else -1
    nobody: Arr  # (players,) -1: no known hands


def sim_table(
    rules: Rules, policy: Policy, corrido: bool = False, space: HandSpace | None = None
) -> Table:
    """Gather the arrays that the kernels read; indices are unsigned, which numba checks least.

    ``space`` stands for another deck than that of the rules.
    """
    space = hand_space(rules) if space is None else space
    players = policy.cut.shape[1]
    before = np.zeros((players, players), dtype=np.bool_)
    for seat in range(players):
        before[seat, list(spoken_before(rules, seat, players))] = True
    sure = policy.discard.argmax(-1)
    top = np.take_along_axis(policy.discard, sure[..., None], -1)[..., 0]
    return Table(
        deck=np.repeat(np.arange(len(space.deck.copies)), space.deck.copies).astype(np.uint8),
        classes=np.uint64(len(space.deck.copies)),
        cards=space.cards.astype(np.uint8),
        of_cards=space.of_cards.astype(np.uint16).ravel(),
        cut=policy.cut,
        keep=np.where(top == 1, sure, MIXED).astype(np.uint8),
        discard=policy.discard,
        order=np.array(speaking_order(rules, players)),
        before=before,
        reshuffle=RESHUFFLES.index(rules.reshuffle),
        corrido=corrido,
        pedrete=space.index("7654") if rules.pedrete else -1,
        nobody=np.full(players, -1),
    )


class State(NamedTuple):
    """Cards of one deal in the making, reused from deal to deal."""

    hands: Arr  # (players,) the hand of each seat
    keeps: Arr  # (players,) the mask each seat keeps
    stock: Arr  # (88,) cards not held, from at[0] up to at[1]
    pile: Arr  # (41,) cards thrown, up to at[2]
    left: Arr  # (classes,) room to count cards
    top: Arr  # (4,) cards set apart
    at: Arr  # (5,) see above; at[3] tantos of the mano's camp for pedretes, at[4] new stocks made
    rng: Arr  # the random stream


def new_state(seed: int, chunk: int, players: int) -> State:
    """Return an empty state on the stream of a chunk."""
    return State(
        hands=np.zeros(players, np.uint16),
        keeps=np.zeros(players, np.uint8),
        stock=np.zeros(88, np.uint8),
        pile=np.zeros(41, np.uint8),
        left=np.zeros(64, np.int64),
        top=np.zeros(4, np.uint8),
        at=np.zeros(5, np.int64),
        rng=stream(seed, chunk),
    )


@njit_bare
def deal_four(stock: Arr, at: Int, size: Int, rng: Arr, of_cards: Arr, classes: Int) -> Int:
    """Deal a hand from position ``at`` of a stock: two random numbers serve two cards each."""
    x, y = draw(rng), draw(rng)
    a = take(stock, at, size, x >> _32)
    b = take(stock, at + _1, size, x & _LOW)
    c = take(stock, at + _2, size, y >> _32)
    d = take(stock, at + _3, size, y & _LOW)
    return of_cards[((np.uint64(a) * classes + b) * classes + c) * classes + d]


@njit_bare
def cuts(s: State, t: Table, round_: Int, seat: Int) -> Int:
    """Return whether a seat cuts by the policy."""
    return draw_unit(s.rng) < t.cut[min(round_, len(t.cut) - 1), seat, s.hands[seat]]


@njit_bare
def first_cut(s: State, t: Table, round_: Int, seat: Int, before: Int, known: Arr) -> Int:
    """Return who cuts first of those who speak before a seat, or else after it; -1 if nobody.

    The seat itself and seats of known hands are not asked.
    """
    first, last = -1, len(t.order) - 1
    for i in range(last + 1):
        other = t.order[last - i]
        if other != seat and t.before[seat, other] == before and known[other] < 0:
            first = other if cuts(s, t, round_, other) else first
    return first


@njit_bare
def choose_keep(s: State, t: Table, round_: Int, seat: Int) -> Int:
    """Return the mask of cards that a seat keeps by the policy."""
    r = min(round_, len(t.keep) - 1)
    keep = t.keep[r, seat, s.hands[seat]]
    return _mixed_keep(s, t, r, seat) if keep == MIXED else keep


@njit_bare
def _mixed_keep(s: State, t: Table, r: Int, seat: Int) -> Int:
    u, keep = draw_unit(s.rng), 0
    for mask in range(16):
        chance = t.discard[r, seat, s.hands[seat], mask]
        if u >= 0 and chance > 0:
            keep = mask
        u -= chance
    return keep


@njit_bare
def throw(s: State, t: Table, seat: Int, keep: Int) -> None:
    """Put the cards not kept on the pile."""
    s.keeps[seat] = keep
    end = s.at[2]
    for i in range(4):
        s.pile[end] = t.cards[s.hands[seat], i]
        end += 1 - ((keep >> i) & 1)
    s.at[2] = end


@njit_bare
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


@njit_bare
def _new_stock(s: State, t: Table, seat: Int, before: Int) -> None:
    """Make a stock of cards thrown; ``before`` of them lay there before this round."""
    end = s.at[2]
    if t.reshuffle == 2 and before > 0:  # six players may need more than there is before
        end = before
    elif t.reshuffle == 1 and seat == len(s.keeps) - 1:  # the last does not get his own back
        for i in range(4):
            end -= 1 - ((s.keeps[seat] >> i) & 1)
    for k in range(end):
        s.stock[k] = s.pile[k]
    for k in range(end, s.at[2]):
        s.pile[k - end] = s.pile[k]
    s.at[0], s.at[1], s.at[2] = 0, end, s.at[2] - end
    s.at[4] += 1


@njit_bare
def refill_short(s: State, t: Table, seat: Int, before: Int) -> Int:
    """Refill card by card from a stock that may run out.

    ``before`` cards on the pile had been thrown before this round; return how many are left.
    """
    code = _0
    for i in range(4):
        card = t.cards[s.hands[seat], i]
        if not (s.keeps[seat] >> i) & 1:
            if s.at[0] == s.at[1]:
                _new_stock(s, t, seat, before)
                before = 0
            card = take(s.stock, np.uint64(s.at[0]), np.uint64(s.at[1]), draw(s.rng) >> _32)
            s.at[0] += 1
        code = code * t.classes + card
    s.hands[seat] = t.of_cards[code]
    return before


@njit_bare
def draw_all(s: State, t: Table, absent: Int, before: Int) -> None:
    """Refill every seat but one (-1: all), the mano first; then pedretes are sung.

    ``before`` cards had been thrown before this round.
    """
    players, is_long = len(s.hands), s.at[1] - s.at[0] >= s.at[2] - before
    for seat in range(players):
        if seat == absent:
            continue
        if is_long:
            refill(s, t, seat)
        else:
            before = refill_short(s, t, seat, before)
    if t.pedrete >= 0:
        for seat in range(players):
            if seat != absent:
                sing_pedrete(s, t, seat)


@njit_bare
def sing_pedrete(s: State, t: Table, seat: Int) -> None:
    """Take a tanto and four new cards for 7-6-5-4, as often as it comes."""
    while s.hands[seat] == t.pedrete:
        before = s.at[2]
        s.at[3] += 1 - 2 * (seat & 1)
        throw(s, t, seat, 0)
        refill_short(s, t, seat, before)


@njit_bare
def mus_round(s: State, t: Table, round_: Int, absent: Int) -> None:
    """All but one (-1: all) throw by the policy, then draw."""
    before = s.at[2]
    for seat in range(len(s.hands)):
        if seat != absent:
            throw(s, t, seat, choose_keep(s, t, round_, seat))
    draw_all(s, t, absent, before)


@njit_bare
def play_on(s: State, t: Table, round_: Int, seat: Int, mine: Arr, early: Int, late: Int) -> Int:
    """Go on after ``round_`` rounds of mus until somebody cuts; return who, and when.

    ``seat`` cuts by ``mine``; who cuts before and after it in this round is given. After as many
    rounds as ``mine`` has rows, the mano must cut. The answer is the cutter plus 8 times the
    rounds of mus played.
    """
    while round_ < len(mine):
        cutter = seat if mine[round_, s.hands[seat]] else late
        cutter = early if early >= 0 else cutter
        if cutter >= 0:
            return cutter + 8 * round_
        mus_round(s, t, round_, NO_SEAT)
        round_ += 1
        early = first_cut(s, t, round_, seat, BEFORE, t.nobody)
        late = first_cut(s, t, round_, seat, AFTER, t.nobody)
    return 8 * round_


@njit_bare
def write_end(s: State, ends: Arr, row: Int, deal: Int, cutter: Int, rounds: Int) -> Int:
    """Write down a deal that is over, see `payoff.ENDS`; return the next free row."""
    players = len(s.hands)
    for seat in range(players):
        ends[row, seat] = s.hands[seat]
    ends[row, players] = cutter
    ends[row, players + 1] = rounds
    ends[row, players + 2] = s.at[3]
    ends[row, players + 3] = deal
    return row + 1
