"""What every hand is worth with every lance passed, by seat, at tables of two, four and six."""

from __future__ import annotations

from functools import cache
from math import comb
from pathlib import Path

import numpy as np

from .array_file import kept_array
from .cards import HAND_SIZE
from .hands import CHICA, GRANDE, JUEGO, PARES, HandSpace, hand_space
from .jit import Arr, Int, cache_dir, njit
from .lance_table import deck_key, lance_table
from .rng import draw, stream, take
from .rules import Rules

SIX_CHUNKS, CHUNK = 8, 4096  # deals around each hand at a table of six
SEED = 1
_32 = np.uint64(32)


def paso_of_two(space: HandSpace) -> tuple[Arr, int]:
    """Count the tantos in paso of every hand one against one, exactly.

    Returns
    -------
    tantos : ndarray of int64, shape (2, hands)
        Ours minus theirs, summed over the rival's hands; mano, then postre.
    deals : int
        Hands of the rival, the same number for every hand.
    """
    copies = np.array(space.deck.copies)
    ways = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(max(copies) + 1)])
    deals = np.ones((len(space), len(space)), np.int64)
    for c, n in enumerate(copies):
        held = space.counts[:, c]
        deals *= ways[n - held][:, held]
    ours, theirs = (space.juego > 0)[:, None], (space.juego > 0)[None, :]
    punto = ~ours & ~theirs
    tantos = []
    for seat in range(2):
        rank = space.rank
        # what is equal goes to the mano
        wins = [r[:, None] >= r[None, :] if seat == 0 else r[:, None] > r[None, :] for r in rank]
        total = 2 * wins[GRANDE].astype(np.int64) + 2 * wins[CHICA] - 2
        for lance, bonus in ((PARES, space.pares), (JUEGO, space.juego)):
            total += np.where(wins[lance], bonus[:, None], -bonus[None, :])
        total += punto * (2 * wins[JUEGO].astype(np.int64) - 1)
        tantos.append((deals * total).sum(1))
    return np.stack(tantos), comb(space.deck.size - HAND_SIZE, HAND_SIZE)


@njit
def _is_ours(other: Int, place: Int) -> Int:
    """Return whether one of the other five, counted from the mano, is of our camp."""
    seat = other if other < place else other + 1
    return (seat - place) % 2 == 0


@njit
def _passed(hand: Int, place: Int, h: Arr, first: Arr, rank: Arr, bonus: Arr) -> Int:
    """Tantos in paso of a hand in a seat; ``first`` are the best of the others by lance."""
    tantos, nobody = 0, bonus[1, hand] == 0
    for i in range(5):
        nobody = nobody and bonus[1, h[i]] == 0
    for lance in range(4):
        best = first[lance]
        ahead = rank[lance, hand] - rank[lance, h[best]]
        # the earlier seat wins a tie: the others from our place on sit behind us
        win = ahead > 0 or (ahead == 0 and best >= place) or _is_ours(best, place)
        if lance < 2:
            tantos += 1 if win else -1
            continue
        if lance == 3 and nobody:
            tantos += 1 if win else -1
            continue
        won = bonus[lance - 2, hand] if win else 0
        for i in range(5):
            if _is_ours(i, place) == win:
                won += bonus[lance - 2, h[i]]
        tantos += won if win else -won
    return tantos


@njit
def _six_chunk(chunk: Int, hand: Int, stock: Arr, rank: Arr, bonus: Arr, of_cards: Arr) -> Arr:
    """Tantos and their squares, by our seat, of a chunk of deals around a hand."""
    rng, stock, size = stream(SEED, chunk), stock.copy(), np.uint64(len(stock))
    h, first, out = np.zeros(5, np.int64), np.zeros(4, np.int64), np.zeros((2, 6))
    for _ in range(CHUNK):
        for i in range(20):
            take(stock, np.uint64(i), size, draw(rng) >> _32)
        for i in range(5):
            a, b, c, d = stock[4 * i : 4 * i + 4]
            h[i] = of_cards[a, b, c, d]
        for lance in range(4):
            first[lance] = 0
            for i in range(1, 5):
                if rank[lance, h[i]] > rank[lance, h[first[lance]]]:
                    first[lance] = i
        for place in range(6):  # the same five hands, in the same order, around each seat
            tantos = _passed(hand, place, h, first, rank, bonus)
            out[0, place] += tantos
            out[1, place] += tantos * tantos
    return out


def sample_six(space: HandSpace) -> tuple[Arr, Arr]:
    """Sample the tantos in paso of every hand at a table of two camps of three.

    The same random numbers are used around every hand, so that differences between hands are
    surer than the values.

    Returns
    -------
    mean, se : ndarray of float64, shape (6, hands)
        Of 32,768 deals a hand: standard errors are some 0.02 to 0.03 tantos.
    """
    from .chunks import map_chunks

    copies, bonus = np.array(space.deck.copies), np.stack([space.pares, space.juego])

    def work(hand: int) -> Arr:
        left = copies - space.counts[hand]
        stock = np.repeat(np.arange(len(left)), left).astype(np.uint8)
        rows = [
            _six_chunk(chunk, hand, stock, space.rank, bonus, space.of_cards)
            for chunk in range(SIX_CHUNKS)
        ]
        return np.asarray(np.sum(rows, axis=0))

    sums = np.stack(map_chunks(work, len(space)), axis=-1) / (SIX_CHUNKS * CHUNK)
    mean = sums[0]
    return mean, np.sqrt((sums[1] - mean**2) / (SIX_CHUNKS * CHUNK))


def _kept(path: Path, space: HandSpace) -> Arr:
    """Sample a table of six, or read it where this machine has sampled it with these sources."""
    return kept_array(path, lambda: sample_six(space)[0])


@cache
def hand_worth(rules: Rules, players: int = 4) -> Arr:
    """Return the mean tantos in paso of every hand in every seat, all else unknown.

    Parameters
    ----------
    rules : Rules
    players : {2, 4, 6}, default 4
        In two camps, those of a camp sitting alternately.

    Returns
    -------
    ndarray of float64, shape (players, hands)
        Exact for two and four players. For six sampled, with the same numbers every time, at a
        standard error of 0.02 to 0.03 tantos; kept on disk. Not to be written to.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> rules = load_rules("naipera")
    >>> worth, space = hand_worth(rules, 2), hand_space(rules)
    >>> [round(float(worth[seat, space.index("RRCA")]), 3) for seat in (0, 1)]
    [4.516, 3.837]
    """
    space = hand_space(rules)
    if players == 2:
        tantos, deals = paso_of_two(space)
        worth = tantos / deals
    elif players == 6:
        worth = _kept(cache_dir() / f"six-{deck_key(rules)}.npy", space)
    else:
        table = lance_table(rules)
        worth = table.paso() / table.deals
    worth.flags.writeable = False
    return np.asarray(worth)
