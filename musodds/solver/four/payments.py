"""Hands played by solved strategies, as they are paid: in order, at once and at the count."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...chunks import map_chunks
from ...induction import MOST, Hands, gather, gather_run
from ...jit import Arr, njit_bare
from .game import Deck, Trees
from .mus_game import Mus
from .play import Player, PlayWork, deal, new_play_work, play_bets, play_mus, player_of, shuffle
from .strategy import Strategy

_0, _1 = np.float32(0), np.float32(1)
LAST = 3  # juego or punto
CHUNK = 10_000  # hands of one stream of cards
Part = tuple[int, Hands]  # with the batch that its counts begin with


class Plan(NamedTuple):
    """How many hands are played, as in `sample_hands`.

    Attributes
    ----------
    hands : int
        In each batch.
    batches : int
    seed : int
    """

    hands: int
    batches: int
    seed: int

    @property
    def streams(self) -> int:
        """Streams of cards that it takes."""
        return -(-self.hands * self.batches // CHUNK)


@njit_bare
def _note(d: Deck, w: PlayWork, late: Any, row: Arr) -> None:
    """Write down the payments of a hand in order; ``late`` of a refused punto is counted."""
    at = np.int64(0)
    punto = True
    for hand in w.hands:
        punto &= d.tantos[1, hand] == _0
    if punto and w.paid[0, LAST] != _0:
        own = late if w.paid[0, LAST] > _0 else -late
        w.paid[0, LAST] -= own
        w.paid[1, LAST] += own
    for when in range(2 if w.ordago[0] == 0 else 1):
        for lance in range(4):
            if w.paid[when, lance] != _0:
                row[at] = np.int8(w.paid[when, lance])
                at += 1


@njit_bare
def _play(
    d: Deck, t: Trees, m: Mus, a: Player, b: Player, w: PlayWork, late: Any,
    paid: Arr, ordago: Arr, dealt: Arr,
) -> None:  # fmt: skip
    """Play hands, ``a`` being the mano's pair; ``dealt`` may have no rows."""
    classes, first = np.int64(d.counts.shape[1]), np.int64(0)
    for k in range(len(paid)):
        shuffle(w.deck, len(w.deck), w.rng)
        deal(d, w, classes)
        if k < len(dealt):
            for seat in range(4):
                dealt[k, seat] = w.hands[seat]
        way = play_mus(d, m, a, b, first, w)
        play_bets(d, t, _0, a, b, first, way, w)
        ordago[k] = w.ordago[0]
        _note(d, w, late, paid[k])


def sample_hands(
    mano: Strategy, other: Strategy, hands: int, batches: int = 20, seed: int = 1
) -> Hands:
    """Play hands between two strategies and gather how they are paid.

    Parameters
    ----------
    mano, other : Strategy
        Of the mano's pair and of the other one, of the same game.
    hands : int
        In each batch.
    batches : int
    seed : int
        The same seed gives the same hands whatever the number of threads.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import always_paso
    >>> from musodds.solver.four.game import make_game
    >>> bot = always_paso(make_game(load_rules("naipera")))
    >>> hands = sample_hands(bot, bot, 10_000, batches=1)
    >>> (hands.paid.sum(1) @ hands.counts[0] / 10_000).round(1)  # exactly 0.114
    np.float64(0.1)
    """
    paid, ordago, _ = play_hands((mano, other), seed, 0, batches * hands)
    return gather(paid, ordago, batches)


def sample_part(pair: tuple[Strategy, Strategy], plan: Plan, first: int, last: int) -> Part:
    """Play some of the streams of cards of `sample_hands`: with all of them it is the same.

    Parameters
    ----------
    pair : (Strategy, Strategy)
        Of the mano's pair and of the other one.
    plan : Plan
    first, last : int
        From the first stream on, up to the last one, which is left out.

    Returns
    -------
    Part
        See `induction.put_together`.
    """
    begin, end = first * CHUNK, min(last * CHUNK, plan.hands * plan.batches)
    batch = np.arange(begin, end) // plan.hands
    paid, ordago, _ = play_hands(pair, plan.seed, first, end - begin)
    return int(batch[0]), gather_run(paid, ordago, batch - batch[0])


def play_hands(
    pair: tuple[Strategy, Strategy], seed: int, first: int, hands: int, noted: bool = False
) -> tuple[Arr, Arr, Arr]:
    """Play hands from a stream of cards on, which begins with them.

    Parameters
    ----------
    pair : (Strategy, Strategy)
        Of the mano's pair and of the other one.
    seed, first, hands : int
    noted : bool, default False
        Whether the hands that are dealt are noted.

    Returns
    -------
    paid : ndarray of int8, shape (hands, MOST)
    ordago : ndarray of int8, shape (hands,)
        As in `induction.Hands`.
    dealt : ndarray of int16, shape (hands, 4) or (0, 4)
        By seat, as the game numbers hands (`Game.number`).
    """
    mano, other = pair
    game = mano.game
    late = _1 if game.rules.punto_refused == "at-count" else _0
    players = player_of(mano), player_of(other)
    paid = np.zeros((hands, MOST), np.int8)
    ordago = np.zeros(hands, np.int8)
    dealt = np.zeros((hands if noted else 0, 4), np.int16)

    def work(chunk: int) -> None:
        rows = slice(chunk * CHUNK, (chunk + 1) * CHUNK)
        w = new_play_work(game, 0)
        w.rng[0] = np.uint64(seed) + (np.uint64(first + chunk + 1) << np.uint64(40))
        _play(
            game.deck, game.trees, mano.mus, *players, w, late, paid[rows], ordago[rows],
            dealt[rows],
        )  # fmt: skip

    map_chunks(work, -(-hands // CHUNK))
    return paid, ordago, dealt
