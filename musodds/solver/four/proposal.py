"""How the hands of the other seats are proposed, given what the asker knows.

Where something is known of a seat its hand is drawn in proportion to that and to the ways in which
the first deck gives it; what earlier seats took away is made up for by the weight of the world.
After a round of mus the asker's hand, and that of a seat of which much is known, are led back to
the cards that were dealt: all that may have been thrown is listed, as often as a hand with just
those cards says mus and throws them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ...draws import ALL, MASKS
from ...errors import InputError
from ...jit import Arr
from ...lang import _
from .game import Game
from .play import player_of
from .strategy import Strategy

HAND, SEATS = 4, 4
FEW = 0.15  # share of the ways that a clue leaves: with less, redrawn hands are led back
MOST_BACK = 80  # hands of a seat that are led back; where more are left they are led forward
MOST_DRAWN = 28  # cards that may go from the deck in a round of mus besides the asker's hand
UNSEEN = -1  # nobody saw how many cards a seat threw
NOTHING, DEALT, ALWAYS = range(3)  # when a seat's hand is drawn by what is known of it


class Proposal(NamedTuple):
    """What hands are drawn from, for the kernels; hands as they number them."""

    seat: Any  # int64: the asker's
    own: Any  # int64: his hand
    left: Arr  # (classes,) int64: cards that others may hold
    order: Arr  # (3,) int64: the other seats, those of which most is known first
    sure: Arr  # (4,) int64: NOTHING, DEALT or ALWAYS
    like: Arr  # (4, hands) float64: what is known of each seat
    rising: Arr  # (4, hands) float64: running sums of the ways times that
    mass: Arr  # (4,) float64: their totals
    ways: Arr  # (hands,) float64: ways to deal each hand from `left`
    cuts: Arr  # (4,) bool: seats that may have cut
    threw: Arr  # (4,) int64: cards that each seat threw in the round of mus, or UNSEEN
    back_at: Arr  # (5,) int64: where the throws of each seat begin
    back_rising: Arr  # (throws,) float64: running sums, by seat, of the ways to come by a hand so
    back_hand: Arr  # (throws,) int64: that hand
    back_thrown: Arr  # (throws, classes) int64: cards of `left` that the seat threw
    back_chance: Arr  # (throws,) float64: of those cards from the first deck without the hand


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What an asker knows of cards and of the mus phase.

    Attributes
    ----------
    seat, hand : int
        His seat, and his hand as the hand space numbers it.
    likelihoods : ndarray of float64, shape (4, hands), optional
        As `Evidence.likelihoods`; his own row is not read.
    dead : ndarray of int64, shape (classes,), optional
        Cards out of play. After a round of mus they are taken to be those that he threw, as far as
        they go.
    cutters : tuple of int
        Seats that may have cut.
    redraw : bool, optional
        Whether there was a round of mus.
    threw : dict of int to int
        Cards that seats threw in it, where that was seen.
    """

    seat: int
    hand: int
    likelihoods: Arr | None = None
    dead: Arr | None = None
    cutters: tuple[int, ...] = (0, 1, 2, 3)
    redraw: bool | None = None
    threw: Mapping[int, int] = field(default_factory=dict)


@cache
def _choices(size: int, classes: int) -> Arr:
    """Return all multisets of some cards, shape (n, classes)."""
    rows = [
        [cards.count(c) for c in range(classes)]
        for cards in combinations_with_replacement(range(classes), size)
    ]
    return np.array(rows, dtype=np.int64)


_COMB = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(41)], dtype=np.float64)


def _ways(left: Arr, counts: Arr) -> Arr:
    """Return in how many ways the cards left give some cards."""
    return np.asarray(_COMB[left, counts].prod(-1))


def _numbers(game: Game, counts: Arr) -> Arr:
    """Return the hands of some counts."""
    base = 5 ** np.arange(counts.shape[1])
    known = game.deck.counts @ base
    order = np.argsort(known)
    return np.asarray(order[np.searchsorted(known[order], counts @ base)])


def cut_chances(strategy: Strategy, key: int, seat: int) -> Arr:
    """Return the chance of each hand to cut, hands as the kernels number them."""
    mus = strategy.mus
    if not mus.free:
        return np.asarray(mus.style[key, seat].astype(float))
    hands = len(strategy.game.space)
    at = int(player_of(strategy).cut) + (key * SEATS + seat) * 2 * hands
    rows = np.maximum(strategy.table[at : at + 2 * hands].reshape(2, hands).astype(float), 0)
    total = rows.sum(0)
    return np.where(total > 0, rows[1] / np.where(total > 0, total, 1), 0.5)


def _keep_chances(strategy: Strategy, seat: int) -> Arr:
    """Return the chance of each hand as dealt to keep each mask, shape (16, hands)."""
    hands = len(strategy.game.space)
    at = int(player_of(strategy).discard) + seat * MASKS * hands
    rows = strategy.table[at : at + MASKS * hands].reshape(MASKS, hands).astype(float)
    rows, allowed = np.maximum(rows, 0), strategy.mus.allowed.astype(float)
    total = rows.sum(0)
    chances: Arr = np.where(
        total > 0, rows / np.where(total > 0, total, 1), allowed / allowed.sum(0)
    )
    return chances


def _throws(size: int, dead: Arr, left: Arr) -> tuple[Arr, Arr, Arr]:
    """Return the cards that may have been thrown: all, those not among the dead, the chances."""
    gone = min(size, int(dead.sum()))
    of_dead = _choices(gone, len(left))
    of_left = _choices(size - gone, len(left))
    both = of_dead[:, None] + of_left
    chance = _ways(dead, of_dead)[:, None] * _ways(left, of_left)
    some = chance > 0
    rest = np.broadcast_to(of_left, both.shape)
    return both[some], rest[some], chance[some] / chance.sum()


class _Back(NamedTuple):
    """What a seat may have thrown to come by a hand."""

    weight: Arr  # (throws,) how often, given the hand
    hand: Arr
    thrown: Arr  # (throws, classes) without dead cards
    chance: Arr  # of these cards


def _look_back(strategy: Strategy, seat: int, hand: int, dead: Arr, left: Arr, threw: int) -> _Back:
    """Return how a seat may have come by a hand, the cards thrown being from those left.

    Cards are told apart: of equal ones a seat keeps any as likely as the others.
    """
    game, mus = strategy.game, strategy.mus
    held, classes = game.deck.counts[hand], game.deck.counts.shape[1]
    says_mus, keeps = 1 - cut_chances(strategy, 0, seat), _keep_chances(strategy, seat)
    found = []
    for thrown in range(1, HAND + 1) if threw == UNSEEN else (threw,):
        both, rest, chance = _throws(thrown, dead, left)
        for kept in _choices(HAND - thrown, classes):
            if (kept > held).any():
                continue
            before = _numbers(game, kept + both)
            code = 0
            for c in np.repeat(np.arange(classes), kept):
                code = code * classes + int(c)
            same = (mus.code[mus.kept[:ALL]] == code) & (mus.thrown[:ALL, None] == thrown)
            kept_so = (keeps[:ALL, before] * same[:, before]).sum(0)
            ways = _ways(held, kept) / _ways(game.deck.counts[before], kept)
            weight = chance * ways * says_mus[before] * kept_so
            some = weight > 0
            found.append((weight[some], rest[some], chance[some]))
    weight, rest, chance = (np.concatenate(column) for column in zip(*found, strict=True))
    return _Back(weight, np.full(len(weight), hand), rest, chance)


def _backs(strategy: Strategy, drawn: Proposal, dead: Arr) -> Proposal | None:
    """Return the proposal with what the seats may have thrown, None if one cannot have."""
    counts, none = strategy.game.deck.counts, np.zeros_like(dead)
    parts: list[_Back] = []
    at = [0]
    for seat in range(SEATS):
        threw = int(drawn.threw[seat])
        some: list[_Back] = []
        if seat == drawn.seat:
            some = [_look_back(strategy, seat, int(drawn.own), dead, drawn.left, threw)]
        elif drawn.sure[seat] == ALWAYS:
            steps = np.diff(drawn.rising[seat], prepend=0)
            for hand in np.flatnonzero(steps > 0).tolist():
                left = drawn.left - counts[hand]
                back = _look_back(strategy, seat, hand, none, left, threw)
                some.append(back._replace(weight=back.weight * steps[hand]))
        if some and not sum(len(back.weight) for back in some):
            return None
        sums = np.cumsum(np.concatenate([back.weight for back in some])) if some else np.zeros(0)
        parts += some
        at.append(at[-1] + len(sums))
        drawn = drawn._replace(back_rising=np.concatenate([drawn.back_rising, sums]))
    return drawn._replace(
        back_at=np.array(at),
        back_hand=np.concatenate([back.hand for back in parts]),
        back_thrown=np.concatenate([back.thrown for back in parts]),
        back_chance=np.concatenate([back.chance for back in parts]),
    )


def propose(strategy: Strategy, known: Known) -> tuple[Proposal, tuple[bool, ...]]:
    """Return what worlds are drawn from, and after which ways of mus: as dealt, after a round.

    Raises
    ------
    InputError
        If the hand cannot come about so, or too few cards are left.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import always_paso
    >>> from musodds.solver.four.game import make_game
    >>> bot = always_paso(make_game(load_rules("naipera")))
    >>> drawn, rounds = propose(bot, Known(seat=0, hand=14))
    >>> drawn.left.sum(), rounds
    (np.int64(36), (False,))
    """
    game = strategy.game
    own = int(game.number[known.hand])
    held = game.deck.counts[own]
    copies = np.array(game.space.deck.copies, dtype=np.int64)
    dead = np.zeros_like(held) if known.dead is None else np.asarray(known.dead, dtype=np.int64)
    left = copies - held - dead
    like = np.ones((SEATS, len(game.space)))
    if known.likelihoods is not None:
        like = np.array(known.likelihoods[:, game.order], dtype=np.float64)
    informed = (like != like[:, :1]).any(1)
    like[~informed] = 1
    ways = _ways(left, game.deck.counts)
    weighed = ways * like
    mass = weighed.sum(1)
    few = (mass < FEW * ways.sum() * like.max(1)) & ((weighed > 0).sum(1) <= MOST_BACK)
    sure = np.where(informed, np.where(few, ALWAYS, DEALT), NOTHING)
    others = [seat for seat in range(SEATS) if seat != known.seat]
    others.sort(key=lambda seat: (-int(sure[seat]), mass[seat]))
    cuts = np.zeros(SEATS, np.bool_)
    cuts[list(known.cutters)] = True
    threw = np.array([known.threw.get(seat, UNSEEN) for seat in range(SEATS)])
    drawn = Proposal(
        seat=np.int64(known.seat),
        own=np.int64(own),
        left=left,
        order=np.array(others),
        sure=sure,
        like=like,
        rising=np.cumsum(weighed, axis=1),
        mass=mass,
        ways=ways,
        cuts=cuts,
        threw=threw,
        back_at=np.zeros(SEATS + 1, np.int64),
        back_rising=np.zeros(0),
        back_hand=np.zeros(0, np.int64),
        back_thrown=np.zeros((0, len(left)), np.int64),
        back_chance=np.zeros(0),
    )
    rounds = [False]
    if int(strategy.mus.rounds) and left.sum() >= MOST_DRAWN and known.redraw is not False:
        redrawn = _backs(strategy, drawn, dead)
        if redrawn is not None:
            drawn, rounds = redrawn, [False, True]
    wanted = tuple(r for r in rounds if known.redraw in (None, r))
    if not wanted or mass[others].min() <= 0:
        raise InputError(
            _("hand {hand}: it cannot come about after that mus").format(
                hand=game.space.names[known.hand]
            ),
            _("another way of mus, or less evidence"),
            "--cut mano:1",
        )
    return drawn, wanted
