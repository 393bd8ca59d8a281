"""Deals that agree with what is known: hands by their likelihoods, then the rounds of mus so far.

The two seats of which most is known are drawn from tables of exact chances, the others are dealt
card by card and the whole deal is begun again when one of their hands does not do. What comes out
is an independent sample of the deals, however unlikely each seat's hands were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .errors import InputError
from .hands import HandSpace
from .jit import Arr, Int, njit, njit_bare
from .lang import _
from .multisets import multisets, ways_of
from .rng import draw, draw_unit, fork
from .seats import seats_of
from .simulate import (
    State,
    Table,
    choose_keep,
    cuts,
    deal_four,
    draw_all,
    new_state,
    sing_pedrete,
    throw,
)
from .words import seat_word

MOST_TRIES = 200_000  # for one deal
_32, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
MOST_BATCHES = 200  # of deals for one chunk, of which few may go on as they did
FEW_BATCHES = 10  # after which it is clear whether so many are enough


class Start(NamedTuple):
    """Where the deals begin, made by `starts`."""

    left: Arr  # (classes,) cards that the seats of unknown hands and the stock share
    known: Arr  # (players,) hand of each seat, -1 where it is dealt
    accept: Arr  # (players, hands) chance to go on with a hand as dealt
    tabled: Arr  # (0 to 2,) seats whose hands are drawn from the tables
    one: Arr  # (hands, 2) an alias table of the first of them, see `_fill_alias`
    two: Arr  # (hands, hands, 2) of the second, by the hand of the first
    mine: Arr  # (rounds, 4) classes of the cards the asker threw in each round, -1 at the end
    threw: Arr  # (rounds, players) how many cards each seat threw, -1 if that is not known
    now: Arr  # (players, hands) chance to go on with a hand held after those rounds


@njit
def _fill_alias(weights: Arr, table: Arr, work: Arr) -> None:
    """Fill an alias table: column 0 the chance to stay at a row, column 1 where else to go.

    Vose, "A linear algorithm for generating random numbers with a given distribution", 1991.
    Below ``low`` and from ``high`` on, ``work`` lists the rows with too little and too much.
    """
    n, low, high, total = len(weights), 0, len(weights), 0.0
    for i in range(n):
        total += weights[i]
    for i in range(n):
        table[i, 0], table[i, 1] = weights[i] * n / total, i
        if table[i, 0] < 1:
            work[low], low = i, low + 1
        else:
            high -= 1
            work[high] = i
    while low > 0 and high < n:
        low -= 1
        small, large = work[low], work[high]
        table[small, 1] = large
        table[large, 0] -= 1 - table[small, 0]
        if table[large, 0] < 1:
            work[low], low, high = large, low + 1, high + 1
    for i in range(low):  # what rounding has left over stays
        table[work[i], 0] = 1.0


@njit
def _fill_tables(
    left: Arr, counts: Arr, binomial: Arr, first: Arr, second: Arr, one: Arr, two: Arr
) -> Int:
    """Fill the alias tables of two hands, one after the other, by likelihood and ways.

    Return whether there are such hands.
    """
    hands, after, weights = len(counts), left.copy(), np.zeros(len(counts))
    chance, work = np.zeros(hands), np.zeros(hands, np.int64)
    for a in range(hands):
        chance[a] = first[a] * ways_of(left, counts[a], binomial)
        if chance[a] > 0 and len(second) > 0:
            total = 0.0
            for c in range(len(left)):
                after[c] = left[c] - counts[a, c]
            for b in range(hands):
                weights[b] = second[b] * ways_of(after, counts[b], binomial)
                total += weights[b]
            chance[a] *= total
            if total > 0:
                _fill_alias(weights, two[a], work)
    if chance.sum() == 0:
        return False
    _fill_alias(chance, one, work)
    return True


def starts(
    space: HandSpace,
    known: Sequence[int],
    gone: Arr,
    accept: Arr,
    tables: bool = True,
    mine: Arr | None = None,
    threw: Arr | None = None,
    now: Arr | None = None,
) -> Start:
    """Gather what the deals begin with.

    Parameters
    ----------
    space : HandSpace
    known : sequence of int, length players
        Hand of each seat, -1 where it is to be dealt.
    gone : ndarray of int64, shape (classes,)
        Cards that nobody is dealt and that are not in the stock, besides the known hands.
    accept : ndarray of float64, shape (players, hands)
        Chance, up to a factor for each seat, of what is known of it with each hand as dealt.
    tables : bool, default True
        Whether seats may be drawn from tables; not where hands change before anybody speaks.
    mine, threw, now
        The rounds of mus so far, as in `Start`; none by default.

    Raises
    ------
    InputError
        If a seat has no hand that is accepted, or two of them none together.
    """
    hands, left = len(space), np.array(space.deck.copies) - gone
    for hand in known:
        left = left - space.counts[hand] if hand >= 0 else left
    accept = accept / accept.max(axis=1, keepdims=True).clip(1e-300)
    chance = (accept * space.weights).sum(1) / space.weights.sum()
    unknown = [seat for seat, hand in enumerate(known) if hand < 0]
    for seat in unknown:
        if chance[seat] == 0:
            name = seats_of(len(known))[seat]
            raise InputError(
                _(
                    "{name}: no hand agrees with what was said, thrown or shown in this style"
                ).format(name=seat_word(name)),
                _("another style, softer evidence, or less of it"),
                "--style patient",
            )
    told = sorted((s for s in unknown if tables and chance[s] < 1), key=lambda s: chance[s])[:2]
    one, two = np.zeros((hands if told else 0, 2)), np.zeros((0, 0, 2))
    possible = (left >= 0).all()
    if told and possible:
        two = np.zeros((hands, hands, 2)) if len(told) == 2 else two
        second = accept[told[1]] if len(told) == 2 else np.zeros(0)
        binomial = multisets(space.deck.copies, 4).binomial
        possible = _fill_tables(left, space.counts, binomial, accept[told[0]], second, one, two)
    if not possible:
        raise InputError(
            _("what was said, thrown or shown: in this style no hands agree with all of it"),
            _("another style, or less of it"),
            "--style patient",
        )
    players = len(known)
    return Start(
        left, np.array(known), np.ascontiguousarray(accept), np.array(told, dtype=np.int64),
        one, two,
        np.zeros((0, 4), np.int64) if mine is None else mine,
        np.zeros((0, players), np.int64) if threw is None else threw,
        np.ones((players, hands)) if now is None else now,
    )  # fmt: skip


@njit_bare
def _pick(table: Arr, rng: Arr) -> Int:
    """Draw a row of an alias table."""
    bits = draw(rng)
    row = ((bits >> _32) * np.uint64(len(table))) >> _32
    stays = np.float64(bits & _LOW) * 2.0**-32 < table[row, 0]
    return np.int64(row) if stays else np.int64(table[row, 1])


@njit_bare
def _begin_stock(s: State, t: Table, b: Start) -> None:
    """Draw the tabled hands, lay out the cards left as the stock; nothing is thrown yet."""
    for c in range(len(b.left)):
        s.left[c] = b.left[c]
    for k in range(len(b.tabled)):
        hand = _pick(b.one if k == 0 else b.two[s.hands[b.tabled[0]]], s.rng)
        s.hands[b.tabled[k]] = hand
        for i in range(4):
            s.left[t.cards[hand, i]] -= 1
    end = 0
    for c in range(len(b.left)):
        for __ in range(s.left[c]):
            s.stock[end] = c
            end += 1
    s.at[0], s.at[1], s.at[2], s.at[3], s.at[4] = 0, end, 0, 0, 0


@njit_bare
def _is_tabled(b: Start, seat: Int) -> Int:
    found = False
    for other in b.tabled:
        found |= other == seat
    return found


@njit_bare
def deal_accepted(s: State, t: Table, b: Start) -> Int:
    """Deal until every hand is accepted; return whether that came about."""
    players, is_plain = len(s.hands), len(b.tabled) == 0 and t.pedrete < 0
    for attempt in range(MOST_TRIES):
        # a shuffled stock from which nothing is missing is as good a start as a fresh one
        # so it is after hands that were not accepted, if singing has not brought a new stock
        is_whole = attempt > 0 or (is_plain and s.at[0] > 0 and s.at[2] == 0)
        if len(b.tabled) > 0 or not is_whole or s.at[4] > 0:
            _begin_stock(s, t, b)
        s.at[0], s.at[2], s.at[3], good = 0, 0, 0, True
        for i in range(players):
            seat = t.order[i]
            if b.known[seat] >= 0:
                s.hands[seat] = b.known[seat]  # he may have drawn in the deal before
            elif good and not _is_tabled(b, seat):
                at, size = np.uint64(s.at[0]), np.uint64(s.at[1])
                s.hands[seat] = deal_four(s.stock, at, size, s.rng, t.of_cards, t.classes)
                s.at[0] += 4
                if t.pedrete >= 0:
                    sing_pedrete(s, t, seat)
                chance = b.accept[seat, s.hands[seat]]
                good = chance == 1 or draw_unit(s.rng) < chance
        if good:
            return True
    return False


@njit_bare
def _thrown(keep: Int) -> Int:
    return 4 - (keep & 1) - ((keep >> 1) & 1) - ((keep >> 2) & 1) - ((keep >> 3) & 1)


@njit_bare
def _throw_known(s: State, t: Table, b: Start, round_: Int, seat: Int) -> Int:
    """Let a seat throw as many cards as it did; return whether it would."""
    keep, wanted = choose_keep(s, t, round_, seat), b.threw[round_, seat]
    # that the hand as dealt throws so many is in its chance to be accepted
    while round_ == 0 and wanted >= 0 and _thrown(keep) != wanted:
        keep = choose_keep(s, t, round_, seat)
    throw(s, t, seat, keep)
    return wanted < 0 or _thrown(keep) == wanted


@njit_bare
def replay(s: State, t: Table, b: Start, seat: Int) -> Int:
    """Play the rounds of mus so far as they went; return whether they could go so.

    The asker's cards, those thrown too, were never dealt to others nor in the stock.
    """
    for round_ in range(len(b.threw)):
        before = s.at[2]
        for other in range(len(s.hands)):
            if other == seat:
                for i in range(4):
                    s.pile[s.at[2]] = max(0, b.mine[round_, i])
                    s.at[2] += b.mine[round_, i] >= 0
            elif (round_ > 0 and cuts(s, t, round_, other)) or not _throw_known(
                s, t, b, round_, other
            ):
                return False
        draw_all(s, t, seat, before)
    for other in range(len(s.hands)):
        if len(b.threw) > 0 and other != seat and draw_unit(s.rng) >= b.now[other, s.hands[other]]:
            return False
    return True


class Deals(NamedTuple):
    """Deals as the asker meets them, one a row."""

    hands: Arr  # (n, players)
    stock: Arr  # (n, 41)
    pile: Arr  # (n, 41)
    at: Arr  # (n, 5)
    rng: Arr  # (n, 1) the stream that each goes on with


@njit_bare
def load(deals: Deals, i: Int, s: State) -> None:
    """Put a deal on the table."""
    for k in range(len(s.hands)):
        s.hands[k] = deals.hands[i, k]
    for k in range(len(s.at)):
        s.at[k] = deals.at[i, k]
    for k in range(s.at[0], s.at[1]):
        s.stock[k] = deals.stock[i, k]
    for k in range(s.at[2]):
        s.pile[k] = deals.pile[i, k]
    s.rng[0] = deals.rng[i, 0]


@njit_bare
def _keep(s: State, deals: Deals, i: Int) -> None:
    """Write down what lies on the table."""
    for k in range(len(s.hands)):
        deals.hands[i, k] = s.hands[k]
    for k in range(len(s.at)):
        deals.at[i, k] = s.at[k]
    for k in range(s.at[0], s.at[1]):
        deals.stock[i, k] = s.stock[k]
    for k in range(s.at[2]):
        deals.pile[i, k] = s.pile[k]
    deals.rng[i, 0] = fork(s.rng)


@njit_bare
def _deal_chunk(s: State, t: Table, b: Start, deals: Deals) -> Int:
    """Fill the rows with deals; return how many were found."""
    for found in range(len(deals.hands)):
        if not deal_accepted(s, t, b):
            return found
        _keep(s, deals, found)
    return len(deals.hands)


@njit_bare
def _replay_chunk(s: State, t: Table, b: Start, seat: Int, deals: Deals) -> Int:
    """Play the rounds so far in every deal; bring those that could go so to the front."""
    found = 0
    for i in range(len(deals.hands)):
        load(deals, i, s)
        if replay(s, t, b, seat):
            _keep(s, deals, found)
            found += 1
    return found


def deal_chunk(seed: int, chunk: int, n: int, seat: int, b: Start, t: Table) -> Deals:
    """Deal, and play the rounds so far, ``n`` times.

    Parameters
    ----------
    seed, chunk : int
        The random stream.
    n : int
    seat : int
        The asker's, who throws what `Start` says in the rounds so far.
    b : Start
    t : Table

    Raises
    ------
    InputError
        If such deals are hardly ever found.
    """
    players = len(b.known)
    s, room = new_state(seed, chunk, players), new_state(0, 0, players)
    parts: list[Deals] = []
    for __ in range(MOST_BATCHES):
        deals = Deals(
            np.empty((n, players), np.uint16),
            np.empty((n, 41), np.uint8),
            np.empty((n, 41), np.uint8),
            np.empty((n, 5), np.int64),
            np.empty((n, 1), np.uint64),
        )
        if _deal_chunk(s, t, b, deals) < n:
            break
        if len(b.threw) == 0:
            return deals
        found = _replay_chunk(room, t, b, seat, deals)
        parts.append(Deals(*(part[:found].copy() for part in deals)))
        so_far = sum(len(part.hands) for part in parts)
        if len(parts) == FEW_BATCHES and so_far * MOST_BATCHES < n * FEW_BATCHES / 2:
            break
        if so_far >= n:
            return Deals(*(np.concatenate(column)[:n] for column in zip(*parts, strict=True)))
    raise InputError(
        _("what is known: with this style it hardly ever comes about"),
        _("less of it, or a style that says mus more often"),
        "--style patient",
    )
