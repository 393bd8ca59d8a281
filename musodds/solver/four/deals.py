"""Deal three seats, and weigh every hand that the fourth may hold."""

from __future__ import annotations

import numpy as np

from ...jit import Arr, Int, njit_bare, njit_inner
from ...rng import draw, draw_unit, take
from .game import Deck
from .work import Work

_1 = np.float32(1)
_32, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)


@njit_inner
def _products(factors: Arr, half: Arr, out: Arr) -> None:
    out[0] = _1
    for i in range(1, len(half)):
        out[i] = out[half[i, 0]] * factors[half[i, 1], half[i, 2]]


@njit_bare
def weigh(d: Deck, left: Arr, w: Work, out: Arr) -> None:
    """Fill in the ways to take each hand out of the cards left."""
    for c in range(len(left)):
        for k in range(5):
            w.factors[c, k] = d.binomial[left[c], k]
    _products(w.factors, d.high, w.highs)
    _products(w.factors, d.low, w.lows)
    highs, lows, high_of, low_of = w.highs, w.lows, d.high_of, d.low_of
    for h in range(len(out)):
        out[h] = highs[high_of[h]] * lows[low_of[h]]


@njit_bare
def cast_lots(w: Work) -> None:
    """Draw what the sampled seats move by, the same on every line: lines differ by less luck."""
    for lot in range(len(w.luck)):
        w.luck[lot] = draw_unit(w.rng)


@njit_bare
def deal_others(d: Deck, seat: Int, w: Work) -> None:
    """Deal the other seats with what they will move by; weigh the hands left for this one."""
    at, size, classes = np.uint64(0), np.uint64(len(d.cards)), np.uint64(len(w.left))
    for c in range(len(w.left)):
        w.left[c] = 0
    for card in d.cards:
        w.left[card] += 1
    for other in range(d.seats):
        if other != seat:
            x, y, code = draw(w.rng), draw(w.rng), np.uint64(0)
            for i in range(4):
                bits = x if i < 2 else y
                bits = bits >> _32 if i & 1 else bits & _LOW
                card = take(w.cards, at, size, bits)
                w.left[card] -= 1
                code = code * classes + np.uint64(card)
                at += np.uint64(1)
            w.hands[other] = d.of_cards[code]
    cast_lots(w)
    weigh(d, w.left, w, w.weights)


@njit_bare
def deal_numbered(d: Deck, seat: Int, w: Work, seed: Int, number: Int) -> None:
    """Deal the others the deal of that number, the same for everybody who asks."""
    w.rng[0] = np.uint64(seed) + np.uint64(number)
    w.rng[0] = draw(w.rng)
    for c in range(len(w.cards)):
        w.cards[c] = d.cards[c]
    deal_others(d, seat, w)
