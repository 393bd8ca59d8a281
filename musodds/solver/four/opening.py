"""Cut or mus, and what to throw, played out on the strategies of all four: the same deals for all.

The seats that spoke before the asker have said mus. After his own mus those after him may cut, by
lots that are the same whatever he throws; else all throw and draw, and everybody, he too, goes on
by the strategy: in later rounds of mus and in the bets.

Where the strategy would always cut with the asker's hand, nobody expects it of one who said mus,
and bets that were solved for such a table would be fooled by it. It is not counted on: if another
one cuts then, the bets are played as if the asker had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...chunks import map_chunks
from ...jit import Arr, Int, njit_bare
from ...rng import draw, take
from .game import Deck, Game, Trees
from .play import (
    Player,
    choose_keep,
    cuts,
    draw_cards,
    mus_from,
    player_of,
    throw_cards,
    tree_of,
)
from .proposal import Proposal
from .rolled import Rolled
from .rollout import (
    DRAWN,
    PAYOFFS,
    SQUARE,
    WEIGHT,
    Fork,
    Purse,
    Roll,
    Sums,
    _add,
    new_roll,
    new_sums,
    try_action,
)
from .strategy import Strategy
from .worlds import _deal_once

_32 = np.uint64(32)
CHUNK = 2048  # deals of one stream of lots
DRAWN_AT_MOST = 16  # cards in one round of mus
SURE = 0.999  # a hand that cuts as often is not expected of one who said mus
CUT = 0  # its place among the actions; discards follow


class Opening(NamedTuple):
    """Arrays of one chunk of deals."""

    roll: Roll
    stock: Arr  # (80,) uint8: as it lay when the asker speaks
    at: Arr  # (2,) int64: the next card, and the end
    dealt: Arr  # (4,) int64: hands
    keeps: Arr  # (4,) int64: what the others keep


class Spot(NamedTuple):
    """The decision, for the kernels."""

    keeps: Arr  # (actions,) int64: masks of the cards kept; the first action is to cut
    expected: Any  # bool: whether the asker's mus may come from a hand like his
    drawn: Purse  # once the asker has drawn: nothing is sure by the hand that he was dealt


def new_opening(game: Game, actions: int, payoffs: int) -> Opening:
    """Return arrays to play deals in."""
    return Opening(
        new_roll(game, actions, payoffs),
        np.zeros(80, np.uint8),
        np.zeros(2, np.int64),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
    )


@njit_bare
def _cutter(p: Player, q: Opening, own: Int) -> Int:
    """Return who cuts if the asker says mus, -1 if nobody does; who spoke before him said mus."""
    found = np.int64(-1)
    for i in range(4):
        seat = p.mus.order[i]
        if seat != own and not p.mus.before[own, seat]:
            cut = cuts(p, q.roll.world.play, np.int64(0), seat)
            if cut and found < 0:
                found = seat
    return found


@njit_bare
def _lay_down(p: Player, q: Opening, own: Int) -> None:
    """Note how the cards lie, those of the stock shuffled, and what the others keep."""
    play = q.roll.world.play
    for i in range(play.at[0], play.at[1]):
        take(play.stock, np.uint64(i), np.uint64(play.at[1]), draw(play.rng) >> _32)
    for i in range(play.at[1]):
        q.stock[i] = play.stock[i]
    q.at[0], q.at[1] = play.at[0], play.at[1]
    for seat in range(4):
        q.dealt[seat] = play.hands[seat]
        if seat != own:
            q.keeps[seat] = choose_keep(p, play, np.int64(0), seat)


@njit_bare
def _throw(d: Deck, p: Player, q: Opening, own: Int, keep: Int) -> None:
    """Let all throw and draw, from cards that lie as they did.

    The asker draws last where the stock lasts, so that the others draw the same whatever he throws.
    """
    play = q.roll.world.play
    for i in range(q.at[1]):
        play.stock[i] = q.stock[i]
    play.at[0], play.at[1], play.at[2] = q.at[0], q.at[1], 0
    for seat in range(4):
        play.hands[seat] = q.dealt[seat]
        play.keeps[seat] = keep if seat == own else q.keeps[seat]
    for seat in range(4):
        throw_cards(d, p.mus, play, seat)
    since = own + 1 if q.at[1] - q.at[0] >= DRAWN_AT_MOST else 0
    for i in range(4):
        draw_cards(d, p.mus, play, (since + i) % 4)


@njit_bare
def _bet(
    d: Deck, t: Trees, p: Player, v: Purse, q: Opening, own: Int, way: Int, lots: Any, action: Int
) -> None:
    """Play the bets of the hands as they are, and note what they bring the asker."""
    play = q.roll.world.play
    q.roll.world.way[0] = way
    tree = tree_of(d, t, np.int64(0), play)
    nothing = np.int64(0)
    fork = Fork(nothing, tree, nothing, np.int64(1 - 2 * (own & 1)), np.int64(-1))
    try_action(d, t, p, v, q.roll, fork, action, t.root[tree], lots)


@njit_bare
def _act(
    d: Deck, t: Trees, p: Player, v: Purse, s: Spot, q: Opening, own: Int, cutter: Int
) -> None:
    """Play on every action on one deal."""
    play, now = q.roll.world.play, q.roll.now
    lots, later, first = draw(play.rng), draw(play.rng), own
    if cutter >= 0 and p.mus.place[cutter] < p.mus.place[own]:
        first = cutter
    _lay_down(p, q, own)
    stream = play.rng[0]
    _bet(d, t, p, v, q, own, first, lots, np.int64(CUT))
    if cutter >= 0:
        _bet(d, t, p, v, q, own, cutter if s.expected else first, lots, np.int64(CUT + 1))
    for a in range(CUT + 1, len(s.keeps)):
        if cutter >= 0:
            for f in range(len(now)):
                now[f, a] = now[f, CUT + 1]
        else:
            _throw(d, p, q, own, s.keeps[a])
            play.rng[0] = later
            way = mus_from(d, p.mus, p, p, np.int64(0), np.int64(1), play)
            _bet(d, t, p, s.drawn, q, own, way, lots, a)
    play.rng[0] = stream


@njit_bare
def _note(sums: Sums, q: Roll, weight: Any) -> None:
    """Add a deal."""
    sums.head[WEIGHT] += weight
    sums.head[SQUARE] += weight * weight
    _add(sums, q, weight, np.int64(-1), np.int64(0))


@njit_bare
def open_hands(
    d: Deck, t: Trees, p: Player, c: Proposal, v: Purse, s: Spot, q: Opening, deals: Int,
    sums: Sums, agreed: Sums,
) -> None:  # fmt: skip
    """Draw deals, and add what the actions bring: in all of them, and where all say mus."""
    w = q.roll.world
    for _ in range(deals):
        sums.head[DRAWN] += 1.0
        for k in range(len(w.left)):
            w.left[k] = c.left[k]
        w.play.hands[c.seat] = c.own
        weight = _deal_once(d, c, w)
        if weight > 0.0:
            cutter = _cutter(p, q, c.seat)
            _act(d, t, p, v, s, q, c.seat, cutter)
            _note(sums, q.roll, weight)
            if cutter < 0:
                _note(agreed, q.roll, weight)


# ---------------------------------------------------------------- sums


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """What deals said of some actions.

    Attributes
    ----------
    keeps : tuple of int
        Masks of the cards kept by action; the first action is to cut.
    all, agreed : Rolled
        All deals; those in which everybody says mus.
    """

    keeps: tuple[int, ...]
    all: Rolled
    agreed: Rolled

    @property
    def p_agreed(self) -> float:
        """Chance that all the others say mus."""
        return float(self.agreed.sums.head[WEIGHT] / self.all.sums.head[WEIGHT])

    @property
    def p_agreed_se(self) -> float:
        """Its standard error."""
        (some, square), (all_, squares) = (
            rolled.sums.head[[WEIGHT, SQUARE]] for rolled in (self.agreed, self.all)
        )
        p = some / all_
        return float(np.sqrt(max(square * (1 - 2 * p) + p * p * squares, 0)) / all_)

    def best(self, payoff: int) -> int:
        """Return the best discard, as an action."""
        return CUT + 1 + int(self.agreed.sums.total[payoff][CUT + 1 :].argmax())

    def chosen(self, payoff: int, decided_by: int) -> tuple[tuple[float, float], ...]:
        """Return mus, and cutting minus mus, with the best discard: values and standard errors.

        It is chosen on one half of the chunks and valued on the other, so that the best of many
        is not flattered.
        """
        halves = []
        for half in (0, 1):
            other = self.agreed.rows.total[1 - half :: 2, decided_by].sum(0)
            best = CUT + 1 + int(other[CUT + 1 :].argmax())
            rows = Sums(*(rows[half::2] for rows in self.all.rows))
            part = Rolled(self.all.actions, rows, -1)
            mean, se = part.values(payoff)
            less, less_se = part.losses(payoff, CUT)
            halves.append((mean[best], se[best], less[best], less_se[best], part.sums.head[WEIGHT]))
        mean, se, less, less_se, weight = np.array(halves).T
        share = weight / weight.sum()
        return (
            (float(share @ mean), float(np.sqrt(share**2 @ se**2))),
            (float(share @ less), float(np.sqrt(share**2 @ less_se**2))),
        )

    def could_be_best(self, payoff: int, race: float) -> list[int]:
        """Return the discards, as actions, that do not lose to the best by so many errors."""
        loss, se = self.agreed.losses(payoff, self.best(payoff))
        return [a for a in range(CUT + 1, len(self.keeps)) if not loss[a] > race * se[a]]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Who plays, what is known, what payments are worth.

    Attributes
    ----------
    strategy : Strategy
    drawn : Proposal
        From which deals come; those who spoke before the asker have said mus in it.
    purse : Purse
    expected : bool
        Whether the asker's mus may come from a hand like his.
    """

    strategy: Strategy
    drawn: Proposal
    purse: Purse
    expected: bool


def open_chunks(table: Table, keeps: Sequence[int], seed: int, chunks: range) -> Opened:
    """Play some chunks of deals.

    Parameters
    ----------
    table : Table
    keeps : sequence of int
        Masks of the cards kept, one for each discard that is tried.
    seed : int
        The same seed gives the same bits whatever the number of threads.
    chunks : range
    """
    made = table.strategy
    game, player = made.game, player_of(made)
    nothing = np.zeros(4, np.bool_), np.zeros(4, np.float32)
    unsure = table.purse._replace(sure=nothing[0], bonus=nothing[1])
    spot = Spot(np.array([0, *keeps], dtype=np.int64), table.expected, unsure)

    def work(number: int) -> tuple[Sums, Sums]:
        size = len(spot.keeps), PAYOFFS + len(table.purse.more)
        q, both = new_opening(game, *size), (new_sums(*size), new_sums(*size))
        stream = np.uint64(chunks[number] + 1) << np.uint64(40)
        q.roll.world.play.rng[0] = np.uint64(seed) + stream
        open_hands(
            game.deck, game.trees, player, table.drawn, table.purse, spot, q, np.int64(CHUNK), *both
        )
        return both

    done = map_chunks(work, len(chunks))
    names = ("cut", *(f"mus:{keep}" for keep in keeps))
    every, agreed = (
        Rolled(names, Sums(*map(np.stack, zip(*some, strict=True))), -1)
        for some in zip(*done, strict=True)
    )
    return Opened((0, *keeps), every, agreed)


def join(*parts: Opened) -> Opened:
    """Return chunks of the same actions together."""
    every, agreed = (
        Rolled(
            parts[0].all.actions,
            Sums(*map(np.concatenate, zip(*(rolled.rows for rolled in some), strict=True))),
            -1,
        )
        for some in zip(*((part.all, part.agreed) for part in parts), strict=True)
    )
    return Opened(parts[0].keeps, every, agreed)
