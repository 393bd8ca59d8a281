"""Worlds: how the cards may lie, and how mus was said, given what the asker knows.

A world is drawn by chance and carries a weight: worlds with their weights stand for what the asker
should believe. After a round of mus a hand is either led forward, from the cards dealt by what the
strategy throws, or, where it is known or nearly so, drawn at once and led back. With all cards told
apart each way to keep, throw and draw has the same chance, so a hand led back weighs as much as all
the ways to come by it together.

What has been seen counts as if the strategy did it by chance once in a thousand times, so that no
seat's slip makes everything impossible.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...draws import MASKS
from ...jit import Arr, Int, njit_inner
from ...rng import draw, draw_unit, take
from .game import Deck, Game
from .mus_game import Mus
from .play import Player, PlayWork, choose_keep, new_play_work
from .proposal import ALWAYS, DEALT, UNSEEN, Proposal

_0 = np.float32(0)
_32 = np.uint64(32)
SLIP = 1e-3  # what has been seen is taken for chance so often


class World(NamedTuple):
    """Arrays of one world."""

    play: PlayWork
    left: Arr  # (classes,) int64: cards not yet given to anybody
    share: Arr  # (4,) float64: chances of the seats to have cut
    way: Arr  # (1,) int64: how mus went, as tables are numbered


def new_world(game: Game) -> World:
    """Return arrays for one world."""
    return World(
        play=new_play_work(game, 0),
        left=np.zeros(len(game.space.deck.copies), np.int64),
        share=np.zeros(4),
        way=np.zeros(1, np.int64),
    )


@njit_inner
def slipped(chance: Any, moves: Int) -> Any:
    """Return a chance as it counts once it has been seen."""
    return (1.0 - SLIP) * chance + SLIP / moves


@njit_inner
def find(rising: Arr, rng: Arr) -> Int:
    """Return a place drawn in proportion to the steps of running sums."""
    u = draw_unit(rng) * rising[-1]
    low, high = np.int64(0), np.int64(len(rising) - 1)
    while low < high:
        middle = (low + high) // 2
        if rising[middle] > u:
            high = middle
        else:
            low = middle + 1
    return low


# ---------------------------------------------------------------- cards


@njit_inner
def _take_hand(d: Deck, c: Proposal, w: World, seat: Int, hand: Int) -> Any:
    """Give a seat a hand drawn from the first deck; return the weight for the cards now left."""
    ways, n = 1.0, 0
    for k in range(len(w.left)):
        ways *= d.binomial[w.left[k], d.counts[hand, k]]
        n += w.left[k]
    if ways == 0.0:
        return 0.0
    for k in range(len(w.left)):
        w.left[k] -= d.counts[hand, k]
    w.play.hands[seat] = hand
    return ways / c.ways[hand] / (n * (n - 1) * (n - 2) * (n - 3) / 24.0)


@njit_inner
def _take_thrown(d: Deck, c: Proposal, w: World, throw: Int) -> Any:
    """Take what a seat threw out of the cards left; return the weight."""
    ways, n, size = 1.0, 0, 0
    for k in range(len(w.left)):
        thrown = c.back_thrown[throw, k]
        ways *= d.binomial[w.left[k], thrown]
        n += w.left[k]
        size += thrown
        w.left[k] -= thrown
    for i in range(size):
        ways *= (i + 1.0) / (n - i)
    return ways / c.back_chance[throw]


@njit_inner
def _lay_out(w: World) -> None:
    """Make a stock of the cards left."""
    p, at = w.play, np.int64(0)
    for k in range(len(w.left)):
        for _ in range(w.left[k]):
            p.stock[at] = k
            at += 1
    p.at[0], p.at[1] = 0, at


@njit_inner
def _draw_card(w: World) -> Int:
    p = w.play
    card = take(p.stock, np.uint64(p.at[0]), np.uint64(p.at[1]), draw(p.rng) >> _32)
    p.at[0] += 1
    return np.int64(card)


@njit_inner
def _draw_hand(d: Deck, w: World, code: Int, cards: Int) -> Int:
    """Return the hand of some cards and others from the stock."""
    for _ in range(cards):
        code = code * len(w.left) + _draw_card(w)
    return np.int64(d.of_cards[code])


# ---------------------------------------------------------------- mus


@njit_inner
def cut_chance(p: Player, key: Int, seat: Int, hand: Int) -> Any:
    """Return the chance that a hand cuts."""
    m, hands = p.mus, p.mus.style.shape[2]
    if not m.free:
        return np.float64(m.style[key, seat, hand])
    at = p.cut + (key * 4 + seat) * 2 * hands + hand
    stays, cuts = max(p.table[at], _0), max(p.table[at + hands], _0)
    return np.float64(cuts / (stays + cuts)) if stays + cuts > _0 else 0.5


@njit_inner
def _lead_back(d: Deck, c: Proposal, w: World, seat: Int) -> Any:
    """Draw a hand with what was thrown to come by it; return the weight."""
    first, last = c.back_at[seat], c.back_at[seat + 1]
    rising = c.back_rising[first:last]
    throw = first + find(rising, w.play.rng)
    weight = rising[-1]
    if seat == c.seat:  # his hand is no longer among the cards left, and he comes first
        for k in range(len(w.left)):
            w.left[k] -= c.back_thrown[throw, k]
        return weight
    weight *= _take_hand(d, c, w, seat, c.back_hand[throw])
    return weight * _take_thrown(d, c, w, throw) if weight > 0.0 else 0.0


@njit_inner
def _choose_thrown(p: Player, w: World, seat: Int, thrown: Int) -> Any:
    """Draw what a seat keeps, so many cards being thrown; leave it, and return the chance."""
    m, hand, hands = p.mus, w.play.hands[seat], p.mus.style.shape[2]
    at = p.discard + seat * MASKS * hands + hand
    total, some, ways, few = 0.0, 0.0, 0, 0
    for mask in range(MASKS):
        chance, fits = max(p.table[at + mask * hands], _0), m.thrown[mask] == thrown
        total += chance
        some += chance * fits
        ways += m.allowed[mask, hand]
        few += m.allowed[mask, hand] * fits
    u = draw_unit(w.play.rng) * (some if total > _0 else few)
    for mask in range(MASKS):
        if m.thrown[mask] == thrown:
            chance = max(p.table[at + mask * hands], _0) if total > _0 else m.allowed[mask, hand]
            if u >= 0.0 and chance > _0:
                w.play.keeps[seat] = mask
            u -= chance
    return some / total if total > _0 else few / ways


@njit_inner
def _deal_again(d: Deck, p: Player, c: Proposal, w: World) -> Any:
    """Draw hands as they are after a round of mus; return the weight."""
    m, play = p.mus, w.play
    weight = _lead_back(d, c, w, c.seat)
    for seat in c.order:
        if weight > 0.0 and c.sure[seat] == ALWAYS:
            weight *= _lead_back(d, c, w, seat)
    if weight > 0.0:
        _lay_out(w)
    for seat in c.order:
        if weight > 0.0 and c.sure[seat] < ALWAYS:
            play.hands[seat] = _draw_hand(d, w, np.int64(0), 4)
            weight *= 1.0 - cut_chance(p, np.int64(0), seat, play.hands[seat])
    for seat in c.order:
        if weight > 0.0 and c.sure[seat] < ALWAYS:
            if c.threw[seat] == UNSEEN:
                play.keeps[seat] = choose_keep(p, play, np.int64(0), seat)
            else:
                weight *= _choose_thrown(p, w, seat, c.threw[seat])
        if weight > 0.0 and c.sure[seat] < ALWAYS:
            keep = play.keeps[seat]
            code = m.code[m.kept[keep, play.hands[seat]]]
            play.hands[seat] = _draw_hand(d, w, code, m.thrown[keep])
            weight *= c.like[seat, play.hands[seat]]
    return weight


@njit_inner
def _deal_once(d: Deck, c: Proposal, w: World) -> Any:
    """Draw hands as dealt; return the weight."""
    weight = 1.0
    for seat in c.order:
        if weight > 0.0 and c.sure[seat] >= DEALT:
            weight *= c.mass[seat] * _take_hand(d, c, w, seat, find(c.rising[seat], w.play.rng))
    if weight > 0.0:
        _lay_out(w)
        for seat in c.order:
            if c.sure[seat] < DEALT:
                w.play.hands[seat] = _draw_hand(d, w, np.int64(0), 4)
    return weight


@njit_inner
def _cut(m: Mus, p: Player, c: Proposal, w: World, key: Int) -> Any:
    """Draw who cut among those who may have; return the chance that one of them did."""
    last = key == 1 and m.rounds == 1  # then the mano must cut
    before, total = 1.0, 0.0
    for i in range(4):
        seat = m.order[i]
        chance = slipped(cut_chance(p, key, seat, w.play.hands[seat]), 2)
        w.share[i] = before * chance if c.cuts[seat] else 0.0
        if last:
            w.share[i] = 1.0 if seat == 0 and c.cuts[seat] else 0.0
        before *= 1.0 - chance
        total += w.share[i]
    u, seat = draw_unit(w.play.rng) * total, np.int64(0)
    for i in range(4):
        if u >= 0.0 and w.share[i] > 0.0:
            seat = m.order[i]
        u -= w.share[i]
    w.way[0] = key * 4 + seat
    return total


@njit_inner
def draw_world(d: Deck, p: Player, c: Proposal, w: World, redraw: Int) -> Any:
    """Draw a world up to the first lance; return its weight."""
    for k in range(len(w.left)):
        w.left[k] = c.left[k]
    w.play.hands[c.seat] = c.own
    weight = _deal_again(d, p, c, w) if redraw else _deal_once(d, c, w)
    w.way[0] = 0
    if p.mus.rounds and weight > 0.0:
        weight *= _cut(p.mus, p, c, w, np.int64(1) if redraw else np.int64(0))
    return weight
