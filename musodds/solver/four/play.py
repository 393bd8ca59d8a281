"""Hands played out card by card by two strategies: duplicate deals, with the seats exchanged.

Unlike the walks of the solver this deals from one shuffled deck, throws cards and draws them, so
it also checks what those take for granted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...draws import MASKS
from ...estimate import Estimate
from ...jit import Arr, Int, njit_bare, njit_inner
from ...rng import draw, draw_unit, take
from .game import Deck, Game, Layout, Trees, layout
from .mus_game import KEYS, Mus, places
from .strategy import Strategy
from .tree import ORDAGO, PAID_A, SHOWDOWN
from .vectors import sample

_0, _32 = np.float32(0), np.uint64(32)
CHUNK = 10_000  # deals between two looks at the standard error


class Player(NamedTuple):
    """A strategy as the kernels read it."""

    table: Arr
    own: Layout
    mus: Mus
    cut: Any  # int64: where cuts begin in the table
    discard: Any  # int64


class PlayWork(NamedTuple):
    """Arrays of one hand."""

    deck: Arr  # (40,) uint8 as shuffled
    stock: Arr  # (80,) uint8
    pile: Arr  # (80,) uint8
    hands: Arr  # (4,) int64
    keeps: Arr  # (4,) int64
    at: Arr  # (3,) int64: next card, end of the stock, end of the pile
    said: Arr  # (2,) int64: the summary of each player
    paid: Arr  # (2, 4) float32: tantos of the mano's pair by lance, at once and at the count
    ordago: Arr  # (1,) int64: 1 if it won an órdago, -1 if the other pair did
    rng: Arr


def new_play_work(game: Game, seed: int) -> PlayWork:
    """Return arrays to play hands in, with their own stream of lots."""
    return PlayWork(
        deck=game.deck.cards.copy(),
        stock=np.zeros(80, np.uint8),
        pile=np.zeros(80, np.uint8),
        hands=np.zeros(4, np.int64),
        keeps=np.zeros(4, np.int64),
        at=np.zeros(3, np.int64),
        said=np.zeros(2, np.int64),
        paid=np.zeros((2, 4), np.float32),
        ordago=np.zeros(1, np.int64),
        rng=np.array([seed], dtype=np.uint64),
    )


def player_of(strategy: Strategy) -> Player:
    """Return a strategy as the kernels read it."""
    own = layout(strategy.game, strategy.memory)
    spots = places(strategy.game, own, int(strategy.mus.rounds))
    return Player(strategy.table, own, strategy.mus, np.int64(spots.cut), np.int64(spots.discard))


# ---------------------------------------------------------------- cards


@njit_inner
def shuffle(cards: Arr, size: Int, rng: Arr) -> None:
    """Shuffle the first cards."""
    for i in range(size):
        take(cards, np.uint64(i), np.uint64(size), draw(rng) >> _32)


@njit_inner
def deal(d: Deck, w: PlayWork, classes: Int) -> None:
    """Deal the first sixteen cards of a shuffled deck."""
    for i in range(len(w.deck)):
        w.stock[i] = w.deck[i]
    for seat in range(4):
        code = np.int64(0)
        for i in range(4):
            code = code * classes + w.stock[4 * seat + i]
        w.hands[seat] = d.of_cards[code]
    w.at[0], w.at[1], w.at[2] = 16, len(w.deck), 0


@njit_inner
def _next_card(w: PlayWork) -> Int:
    """Return the top card; where there is none the cards thrown make a new stock."""
    if w.at[0] == w.at[1]:
        for i in range(w.at[2]):
            w.stock[i] = w.pile[i]
        w.at[0], w.at[1], w.at[2] = 0, w.at[2], 0
        shuffle(w.stock, w.at[1], w.rng)
    w.at[0] += 1
    return np.int64(w.stock[w.at[0] - 1])


@njit_inner
def throw_cards(d: Deck, m: Mus, w: PlayWork, seat: Int) -> None:
    """Put the cards that a seat does not keep on the pile."""
    hand, classes = w.hands[seat], d.counts.shape[1]
    code = m.code[m.kept[w.keeps[seat], hand]]
    for c in range(classes):
        kept, rest = 0, code
        for _ in range(4 - m.thrown[w.keeps[seat]]):
            kept += rest % classes == c
            rest //= classes
        for _ in range(d.counts[hand, c] - kept):
            w.pile[w.at[2]] = c
            w.at[2] += 1


@njit_inner
def draw_cards(d: Deck, m: Mus, w: PlayWork, seat: Int) -> None:
    """Let a seat draw as many cards as it threw."""
    classes = d.counts.shape[1]
    code = m.code[m.kept[w.keeps[seat], w.hands[seat]]]
    for _ in range(m.thrown[w.keeps[seat]]):
        code = code * classes + _next_card(w)
    w.hands[seat] = d.of_cards[code]


# ---------------------------------------------------------------- what a player does


@njit_inner
def cuts(p: Player, w: PlayWork, key: Int, seat: Int) -> Int:
    """Return whether a seat cuts."""
    m, hands = p.mus, p.mus.style.shape[2]
    if not m.free:
        return draw_unit(w.rng) < m.style[key, seat, w.hands[seat]]
    at = p.cut + (key * 4 + seat) * 2 * hands + w.hands[seat]
    return sample(p.table, at, hands, np.int64(2), _0, draw_unit(w.rng)) == 1


@njit_inner
def choose_keep(p: Player, w: PlayWork, key: Int, seat: Int) -> Int:
    """Return the mask of the cards that a seat keeps, drawn by lot."""
    m, hands, hand = p.mus, p.mus.style.shape[2], w.hands[seat]
    at, total, ways = p.discard + (key * 4 + seat) * MASKS * hands + hand, _0, _0
    for mask in range(MASKS):
        ways += m.allowed[mask, hand]
        total += max(p.table[at + mask * hands], _0)
    u = draw_unit(w.rng) * (total if total > _0 else ways)
    chosen: Int = np.int64(0)
    for mask in range(MASKS):
        chance = max(p.table[at + mask * hands], _0) if total > _0 else m.allowed[mask, hand]
        if u >= _0 and chance > _0:
            chosen = mask
        u -= chance
    return chosen


@njit_inner
def choose_move(t: Trees, p: Player, w: PlayWork, way: Int, tree: Int, node: Int, s: Int) -> Int:
    """Return what the seat of a node says, drawn by lot."""
    seat, width, moves = t.seat[node], t.width[tree], t.moves[node]
    at = way * p.own.size + p.own.base[tree] + s * t.size[tree] + t.place[node]
    return sample(p.table, at + w.hands[seat] - t.first[tree], width, moves, _0, draw_unit(w.rng))


# ---------------------------------------------------------------- the hand


@njit_inner
def play_mus(d: Deck, m: Mus, a: Player, b: Player, first: Int, w: PlayWork) -> Int:
    """Play rounds of mus until somebody cuts; return the way, as tables are numbered."""
    return mus_from(d, m, a, b, first, np.int64(0), w)


@njit_bare
def mus_from(d: Deck, m: Mus, a: Player, b: Player, first: Int, since: Int, w: PlayWork) -> Int:
    """Play mus after some rounds of it; return the way, as tables are numbered."""
    for r in range(since, m.rounds):
        key = min(r, KEYS - 1)
        for i in range(4):
            seat = m.order[i]
            if cuts(a if (seat & 1) == first else b, w, key, seat):
                return key * 4 + seat
        for seat in range(4):
            w.keeps[seat] = choose_keep(a if (seat & 1) == first else b, w, key, seat)
            throw_cards(d, m, w, seat)
        for seat in range(4):
            draw_cards(d, m, w, seat)
    return min(m.rounds, KEYS - 1) * 4


@njit_inner
def _winner_sign(d: Deck, lance: Int, w: PlayWork) -> Int:
    """1 if the mano's pair wins a lance, else -1."""
    keys, h = d.keys[lance], w.hands
    ours = max(keys[h[0]] + 3, keys[h[2]] + 1)
    return 1 if ours > max(keys[h[1]] + 2, keys[h[3]]) else -1


@njit_inner
def _bonus(d: Deck, lance: Int, w: PlayWork, pair: Int) -> Any:
    if lance < 2:
        return _0
    tantos = d.tantos[lance - 2]
    return tantos[w.hands[pair]] + tantos[w.hands[pair + 2]]


@njit_inner
def tree_of(d: Deck, t: Trees, lance: Int, w: PlayWork) -> Int:
    """Return the tree that the hands play in a lance, -1 where nothing can be bet."""
    if lance < 2:
        return t.number[lance, 15]
    mask = 0
    for seat in range(4):
        if d.tantos[lance - 2, w.hands[seat]] > _0:
            mask |= 1 << seat
    return t.number[lance, mask]


@njit_inner
def play_bets(
    d: Deck, t: Trees, ordago: Any, a: Player, b: Player, first: Int, way: Int, w: PlayWork
) -> Any:
    """Return the tantos of the mano's pair minus the other's; note how they are paid.

    ``a`` has the seats of ``first`` and its partner, ``b`` the others. Each lance has lots of its
    own, so that like hands meet like luck whatever was drawn before.
    """
    total, lots = _0, draw(w.rng)
    w.said[0] = w.said[1] = w.ordago[0] = 0
    w.paid[:] = _0
    for lance in range(4):
        w.rng[0] = lots + (np.uint64(lance) << _32)
        sign, tree = _winner_sign(d, lance, w), tree_of(d, t, lance, w)
        kind, outcome, stake = SHOWDOWN, 0, _0
        if tree >= 0:
            code = t.root[tree]
            while code >= 0:
                mine = (t.seat[code] & 1) == first
                s = w.said[0] if mine else w.said[1]
                code = t.to[code, choose_move(t, a if mine else b, w, way, tree, code, s)]
            kind, outcome, stake = t.kind[-1 - code], t.outcome[-1 - code], t.stake[-1 - code]
        if kind == ORDAGO:
            w.ordago[0] = sign
            return total + sign * ordago
        if kind != SHOWDOWN:
            sign = 1 if kind == PAID_A else -1
        bonus = sign * _bonus(d, lance, w, 0 if sign > 0 else 1)
        w.paid[0 if kind != SHOWDOWN else 1, lance] = sign * stake
        w.paid[1, lance] += bonus
        total += sign * stake + bonus
        if lance < 3:
            w.said[0] = a.own.step[lance, w.said[0], outcome]
            w.said[1] = b.own.step[lance, w.said[1], outcome]
    return total


@njit_bare
def play_deals(
    d: Deck, t: Trees, m: Mus, ordago: Any, a: Player, b: Player, w: PlayWork, out: Arr
) -> None:
    """Play each deal twice; ``out[k]`` are the tantos of ``a`` as the mano's pair and the other."""
    classes = np.int64(d.counts.shape[1])
    for k in range(len(out)):
        shuffle(w.deck, len(w.deck), w.rng)
        for first in range(2):
            deal(d, w, classes)
            way = play_mus(d, m, a, b, first, w)
            tantos = play_bets(d, t, ordago, a, b, first, way, w)
            out[k, first] = tantos if first == 0 else -tantos


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Two strategies against each other.

    Attributes
    ----------
    tantos : Estimate
        Of the first one minus the second one, a hand; each deal counts once, both seatings in it.
    as_mano, as_other : Estimate
        The same where the first one is the mano's pair, and where it is the other pair.
    deals : int
        Each played twice.
    seed : int
    """

    tantos: Estimate
    as_mano: Estimate
    as_other: Estimate
    deals: int
    seed: int


class _Sums:
    """Samples added up."""

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, samples: Arr) -> None:
        self.count += len(samples)
        self.total += float(samples.sum())
        self.squares += float((samples**2).sum())

    def estimate(self) -> Estimate:
        return Estimate.of(self.count, self.total, self.squares)


def play_off(
    a: Strategy,
    b: Strategy,
    deals: int = 100_000,
    seed: int = 1,
    se: float = 0.0,
    progress: Callable[[int], bool] | None = None,
) -> PlayOff:
    """Let two strategies play duplicate deals, with the seats exchanged.

    Parameters
    ----------
    a, b : Strategy
        Of the same game. There are at most as many rounds of mus as ``a`` knows.
    deals, seed : int
    se : float, default 0
        Stop before that once the standard error is as small; 0 never does.
    progress : callable, optional
        Called with the deals played after each chunk; it ends where it says False.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import always_paso
    >>> from musodds.solver.four.game import make_game
    >>> bot = always_paso(make_game(load_rules("naipera")))
    >>> abs(play_off(bot, bot, 1000).tantos.tantos) < 1e-9
    True
    """
    game = a.game
    work = new_play_work(game, seed)
    ordago, players = np.float32(game.ordago), (player_of(a), player_of(b))
    both, mano, other = _Sums(), _Sums(), _Sums()
    while both.count < deals:
        out = np.empty((min(CHUNK, deals - both.count), 2))
        play_deals(game.deck, game.trees, a.mus, ordago, *players, work, out)
        both.add(out.mean(1))
        mano.add(out[:, 0])
        other.add(out[:, 1])
        stop = progress is not None and not progress(both.count)
        if stop or (se > 0 and both.estimate().se <= se):
            break
    estimates = both.estimate(), mano.estimate(), other.estimate()
    return PlayOff(*estimates, both.count, seed)
