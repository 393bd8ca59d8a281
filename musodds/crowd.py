"""Sampled odds at any table: two to eight players, in two camps or each for himself.

It also deals the five cards of the meseta, of which every player throws one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .chunks import map_chunks
from .hands import HandSpace
from .jit import Arr, Int, njit
from .lance_table import lance_table
from .rng import draw, stream, take
from .setup import CHUNK_DEALS
from .situation import Situation
from .tally import FIELDS

N_FIELDS = len(FIELDS)
_32 = np.uint64(32)


@njit
def _best_of_five(five: Arr, of_cards: Arr, value: Arr) -> Int:
    """Throw the card whose loss leaves the best hand; return that hand."""
    best, four = -1, np.empty(4, np.int64)
    for thrown in range(5):
        k = 0
        for i in range(5):
            if i != thrown:
                four[k] = five[i]
                k += 1
        hand = of_cards[four[0], four[1], four[2], four[3]]
        if best < 0 or value[hand] > value[best]:
            best = hand
    return best


@njit
def _deal_others(stock: Arr, place: Int, h: Arr, of_cards: Arr, values: Arr, rng: Arr) -> None:
    """Deal every other seat four cards, or five of which it keeps the best four."""
    at, size, five = 0, np.uint64(len(stock)), np.empty(5, np.int64)
    for seat in range(len(h)):
        if seat == place:
            continue
        cards = 5 if len(values) > 0 else 4
        for i in range(cards):
            five[i] = take(stock, np.uint64(at), size, draw(rng) >> _32)
            at += 1
        if cards == 5:
            h[seat] = _best_of_five(five, of_cards, values[seat])
        else:
            h[seat] = of_cards[five[0], five[1], five[2], five[3]]


@njit
def _winner(h: Arr, rank: Arr) -> Int:
    """Return the seat with the best rank, the earliest of those that tie."""
    best = 0
    for seat in range(1, len(h)):
        if rank[h[seat]] > rank[h[best]]:
            best = seat
    return best


@njit
def _score(h: Arr, ours: Arr, rank: Arr, bonus: Arr, out: Arr) -> Int:
    """Add the FIELDS of one deal; return its tantos with every lance passed."""
    grande, chica = ours[_winner(h, rank[0])], ours[_winner(h, rank[1])]
    out[0] += grande
    out[1] += chica
    tantos = 2 * (np.int64(grande) + np.int64(chica)) - 2
    for which in range(2):
        our, their, first = 0, 0, 2 + 5 * which
        for seat in range(len(h)):
            if ours[seat]:
                our += bonus[which, h[seat]]
            else:
                their += bonus[which, h[seat]]
        win = ours[_winner(h, rank[2 + which])]
        gain = our if win and our > 0 else -their
        out[first] += win and our > 0
        out[first + 1] += our > 0 and their > 0
        out[first + 2] += win and our > 0 and their > 0
        out[first + 3] += our == 0 and their == 0
        out[first + 4] += gain
        tantos += gain
        if which == 1 and our == 0 and their == 0:
            out[12] += win
            tantos += 1 if win else -1
    return tantos


@njit
def _crowd_chunk(
    seed: Int, chunk: Int, place: Int, mine: Arr, stock: Arr, ours: Arr, rank: Arr, bonus: Arr,
    of_cards: Arr, values: Arr,
) -> Arr:  # fmt: skip
    """FIELDS and squared tantos of a chunk of deals, a row for each hand of ours tried."""
    rng, stock, h = stream(seed, chunk), stock.copy(), np.zeros(len(ours), np.int64)
    out = np.zeros((len(mine), N_FIELDS + 2), np.int64)
    for _ in range(CHUNK_DEALS):
        _deal_others(stock, place, h, of_cards, values, rng)
        for a in range(len(mine)):
            h[place] = mine[a]
            tantos = _score(h, ours, rank, bonus, out[a])
            out[a, N_FIELDS] += tantos
            out[a, N_FIELDS + 1] += tantos * tantos
    return out


def sample_crowd(
    space: HandSpace,
    place: int,
    mine: list[int],
    ours: list[bool],
    *,
    gone: Arr,
    values: Arr | None = None,
    deals: int,
    seed: int,
) -> tuple[Arr, int]:
    """Sample the deals around one or several hands of ours, all on the same cards.

    Parameters
    ----------
    space : HandSpace
    place : int
        Our seat, 0 for the mano.
    mine : list of int
        Hands to try.
    ours : list of bool
        Which seats are of our camp; its length is the number of players.
    gone : ndarray of int64, shape (classes,)
        Cards by class that nobody else can hold: ours, and those seen.
    values : ndarray of float64, shape (players, hands), optional
        Deal five cards, of which every seat keeps the four of the highest value.
    deals, seed : int

    Returns
    -------
    sums : ndarray of int64, shape (hands tried, 15)
        The `tally.FIELDS`, then the sum and the sum of squares of the tantos with every lance
        passed.
    deals : int
        Deals sampled.
    """
    left = np.array(space.deck.copies) - gone
    stock = np.repeat(np.arange(len(left)), left).astype(np.uint8)
    chunks = -(-deals // CHUNK_DEALS)
    tables: tuple[Any, ...] = (
        np.array(mine), stock, np.array(ours), space.rank,
        np.stack([space.pares, space.juego]), space.of_cards,
        np.zeros((0, len(space))) if values is None else np.ascontiguousarray(values),
    )  # fmt: skip
    done = map_chunks(lambda chunk: _crowd_chunk(seed, chunk, place, *tables), chunks)
    return np.asarray(np.sum(done, axis=0)), chunks * CHUNK_DEALS


def kept_values(asked: Situation) -> Arr | None:
    """Return what each seat's hands are worth when it throws one of five cards."""
    if asked.rules.deal != "five":
        return None
    table = lance_table(asked.rules)
    seats = [min(seat, 3) for seat in range(asked.players)]
    return np.asarray(table.paso()[seats] / table.deals)


def sample_odds(asked: Situation, deals: int, seed: int) -> tuple[Arr, int]:
    """Sample the odds of four cards at any table.

    Returns
    -------
    sums : ndarray of int64, shape (15,)
        The `tally.FIELDS`, the tantos and their squares, summed over deals.
    deals : int
    """
    space, hand = asked.space, asked.known[asked.place]
    sums, sampled = sample_crowd(
        space, asked.place, [hand], asked.ours,
        gone=space.counts[hand], values=kept_values(asked), deals=deals, seed=seed,
    )  # fmt: skip
    return np.asarray(sums[0]), sampled
