"""The mus phase as the kernels read it: who speaks when, and what is kept of every hand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ...draws import ALL, MASKS, keep_table
from ...errors import InputError
from ...flow import speaking_order, spoken_before
from ...jit import Arr
from ...lang import _
from ...limits import ROUNDS, check_most
from ...rules import Rules
from ...style import Style, parse_style
from .game import Game, Layout, layout

DEFAULT_ROUNDS = 3
KEYS = 2  # the hand as dealt, and after a redraw
EQUILIBRIUM = "equilibrium"
MUS, CUT = range(2)
MOST_NUMBERS = 400_000_000  # a training holds three tables or so of four bytes each


class Mus(NamedTuple):
    """The mus phase, for the kernels."""

    order: Arr  # (4,) int64: seats in the order in which they speak
    place: Arr  # (4,) int64: the reverse
    before: Arr  # (4, 4) bool: whether the first seat knows what the second one said
    rounds: Any  # int64: most rounds; then the mano must cut
    free: Any  # bool: cutting is learnt, and not given by `style`
    style: Arr  # (KEYS, 4, hands) float32: chance to cut
    allowed: Arr  # (16, hands) float32: 1 where a mask of kept cards is a discard of its own
    kept: Arr  # (16, hands) uint16: the cards that it keeps, by number
    thrown: Arr  # (16,) int64: how many cards it throws
    code: Arr  # (keeps,) int64: kept cards as digits
    first: Arr  # (5,) int64: where the keeps of each size begin


@dataclass(frozen=True, slots=True)
class Places:
    """Where a table keeps what once the mus phase is in it.

    Attributes
    ----------
    bets : int
        Numbers for the betting after one way of the mus phase.
    ways : int
        Who cut, and whether there was a round of mus before.
    hands : int
    """

    bets: int
    ways: int
    hands: int

    @property
    def cut(self) -> int:
        """Where cutting begins, by (key, seat, move, hand)."""
        return self.ways * self.bets

    @property
    def discard(self) -> int:
        """Where discards begin, by (key, seat, mask, hand)."""
        return self.cut + KEYS * 4 * 2 * self.hands

    @property
    def size(self) -> int:
        """Numbers in all."""
        if self.ways == 1:
            return self.cut
        return self.discard + KEYS * 4 * MASKS * self.hands


def places(game: Game, own: Layout, rounds: int) -> Places:
    """Return where a table with that memory keeps what."""
    return Places(int(own.size), 4 * KEYS if rounds else 1, len(game.space))


def check_size(game: Game, kind: str, rounds: int) -> None:
    """Refuse a game of which no table fits in memory.

    Raises
    ------
    InputError
        Naming the numbers that a strategy with that memory keeps.
    """
    size = places(game, layout(game, kind), rounds).size
    if size > MOST_NUMBERS:
        raise InputError(
            _("{menu}, memory '{kind}': {size:,} numbers to be learnt").format(
                menu=game.menu.describe(), kind=kind, size=size
            ),
            _("at most {most:,}: fewer bets or raises, or a smaller memory").format(
                most=MOST_NUMBERS
            ),
            "--bets 2,ordago --raises 3 --cap 1 --remember bettor",
        )


def style_cuts(rules: Rules, style: Style) -> Arr:
    """Return the chance to cut by round, seat and hand of a style: the one place that asks."""
    from ...policy import style_policy

    return style_policy(rules, style).cut


def _keeps(game: Game) -> tuple[Arr, Arr, Arr]:
    """Return the number of the cards kept by mask and hand, their digits, and the sizes."""
    cards, classes = game.space.cards[game.order], len(game.space.deck.classes)
    found: dict[tuple[int, ...], int] = {}
    by_size = [
        sorted({tuple(hand[list(at)]) for hand in cards for at in combinations(range(4), size)})
        for size in range(4)
    ]
    for kept in (kept for rows in by_size for kept in rows):
        found[kept] = len(found)
    table = np.zeros((MASKS, len(cards)), dtype=np.uint16)
    for mask in range(ALL):
        at = [i for i in range(4) if mask >> i & 1]
        table[mask] = [found[tuple(hand[at])] for hand in cards]
    codes = [sum(c * classes**i for i, c in enumerate(kept[::-1])) for kept in found]
    first = np.concatenate([[0], np.cumsum([len(rows) for rows in by_size])])
    return table, np.array(codes), first


def make_mus(game: Game, style: str | Style = EQUILIBRIUM, rounds: int = DEFAULT_ROUNDS) -> Mus:
    """Return the mus phase of a game.

    Parameters
    ----------
    game : Game
    style : str or Style, default "equilibrium"
        ``equilibrium`` leaves everything free; with ``cut:x`` or a named style every seat cuts
        so, and the discards and the bets are solved.
    rounds : int, default 3
        Most rounds of mus; then the mano must cut. With 0 the hands dealt are bet on.

    Raises
    ------
    InputError
        If there is no mus under these rules, or a pedrete is sung.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.game import make_game
    >>> mus = make_mus(make_game(load_rules("naipera")))
    >>> mus.order.tolist(), mus.first.tolist()
    ([0, 1, 2, 3], [0, 1, 9, 45, 165])
    """
    rules = game.rules
    if rounds and (rules.deal != "mus" or rules.pedrete):
        raise InputError(
            _("rules '{rules}'").format(rules=rules.name),
            _("four cards, mus and no pedrete"),
            "naipera",
        )
    if rounds < 0:
        raise InputError(_("{rounds} rounds of mus").format(rounds=rounds), _("0 or more"), "3")
    check_most("rounds", rounds, ROUNDS, "--rounds 3")
    order = np.array(speaking_order(rules))
    before = np.zeros((4, 4), dtype=np.bool_)
    for seat in range(4):
        before[seat, list(spoken_before(rules, seat))] = True
    hands, free = len(game.space), style == EQUILIBRIUM
    cuts = np.zeros((KEYS, 4, hands), dtype=np.float32)
    if not free:
        given = style_cuts(rules, parse_style(style))
        for key in range(KEYS):
            cuts[key] = given[min(key, len(given) - 1)][:, game.order]
    allowed = keep_table(game.space)[game.order].T.astype(np.float32)
    kept, code, first = _keeps(game)
    return Mus(
        order=order,
        place=np.argsort(order),
        before=before,
        rounds=np.int64(rounds),
        free=free,
        style=cuts,
        allowed=np.ascontiguousarray(allowed),
        kept=kept,
        thrown=np.array([4 - mask.bit_count() for mask in range(MASKS)]),
        code=code,
        first=first,
    )
