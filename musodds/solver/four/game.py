"""The game as the kernels read it: hands in groups, the trees of all lances, the payments.

Hands are numbered anew so that those of one declaration lie side by side: juego without pares,
both, pares without juego, neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...hands import JUEGO, PARES, RANKING, HandSpace, hand_space
from ...jit import Arr
from ...multisets import multisets
from ...rules import Rules
from .memory import DEFAULT_MEMORY, Memory, memory
from .menu import Menu
from .tree import NO_BET, PLAYERS, SHOWDOWN, End, Lance, Tree, is_contested, lance_tree

if TYPE_CHECKING:
    from .stakes import Stakes

ORDAGO_TANTOS = 22.0  # until a table of scores says what a game is worth
ALL_SEATS, PUNTO = 15, 0  # where juego is played by nobody, punto is


class Deck(NamedTuple):
    """Cards and hands, for the kernels."""

    cards: Arr  # (40,) uint8: the class of every card
    of_cards: Arr  # (classes ** 4,) uint16: hand by its classes as digits
    counts: Arr  # (hands, classes) int64
    high: Arr  # (., 3) sub-multisets of the high classes: parent, last class, its count
    low: Arr  # (., 3) and of the low ones
    high_of: Arr  # (hands,) uint16: the high half of every hand
    low_of: Arr  # (hands,) uint16
    binomial: Arr  # (., 5) float32
    keys: Arr  # (4, hands) int32: rank in each lance times four
    tantos: Arr  # (2, hands) float32: what a hand brings in pares and in juego
    bounds: Arr  # (5,) int64: where the four groups of hands begin and end
    seats: Any  # int64: how many hold cards


class Trees(NamedTuple):
    """The trees of all lances in one line, for the kernels."""

    number: Arr  # (4, 16) int64: tree by lance and who holds it, or the end -1 - e of one not bet
    root: Arr  # (trees,) int64: first node
    first: Arr  # (trees,) int64: first of the hands that play it
    width: Arr  # (trees,) int64: number of those hands
    size: Arr  # (trees,) int64: numbers that a strategy keeps for one summary
    seat: Arr  # (nodes,) int64
    moves: Arr  # (nodes,) int64: how many
    to: Arr  # (nodes, most moves) int64: a node, or end e as -1 - e
    place: Arr  # (nodes,) int64: where its numbers start
    lot: Arr  # (nodes,) int64: the random number by which the seat moves, if it is sampled
    kind: Arr  # (ends,) int64
    stake: Arr  # (ends,) float32
    outcome: Arr  # (ends,) int64


class Layout(NamedTuple):
    """Where a table of one number for each decision, move and hand keeps what."""

    base: Arr  # (trees,) int64: where a tree's first summary begins
    step: Arr  # (3, summaries, outcomes) int64: the summary at the next lance
    size: Any  # int64: numbers for one way of the mus phase


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game between four seats, by rules and menu.

    Attributes
    ----------
    rules : Rules
    menu : Menu
    space : HandSpace
    order : ndarray of int64, shape (hands,)
        Number in ``space`` of every hand as the kernels number them.
    number : ndarray of int64, shape (hands,)
        The reverse.
    deck, trees : NamedTuple
        What the kernels read.
    betting : list of Tree
        The trees as they were built.
    ordago : float
        Tantos of an órdago that is accepted.
    stakes : Stakes, optional
        The score at which it is played for the chance of winning; without it, for tantos.
    """

    rules: Rules
    menu: Menu
    space: HandSpace
    order: Arr
    number: Arr
    deck: Deck
    trees: Trees
    betting: list[Tree]
    ordago: float
    stakes: Stakes | None = None


def _groups(space: HandSpace) -> tuple[Arr, Arr]:
    """Return the hands by group, and where the groups begin."""
    group = np.select(
        [
            (space.juego > 0) & (space.pares == 0),
            space.juego > 0,
            space.pares > 0,
        ],
        [0, 1, 2],
        3,
    )
    order = np.argsort(group, kind="stable")
    return order, np.searchsorted(group[order], np.arange(5))


def _deck(space: HandSpace, order: Arr, number: Arr, bounds: Arr) -> Deck:
    copies = space.deck.copies
    m = multisets(copies, 4)
    place = {tuple(row): i for i, row in enumerate(m.counts.tolist())}
    high = np.repeat(np.arange(len(m.start)), m.stop - m.start)
    low = np.concatenate([np.arange(a, b) for a, b in zip(m.start, m.stop, strict=True)])
    rows = [place[tuple(row)] for row in space.counts[order].tolist()]
    names = np.append(number, 0)[space.of_cards]  # no such hand: never asked
    return Deck(
        cards=np.repeat(np.arange(len(copies)), copies).astype(np.uint8),
        of_cards=names.astype(np.uint16).ravel(),
        counts=space.counts[order],
        high=m.highs,
        low=m.lows,
        high_of=high[rows].astype(np.uint16),
        low_of=low[rows].astype(np.uint16),
        binomial=m.binomial.astype(np.float32),
        keys=(4 * space.rank[:, order]).astype(np.int32),
        tantos=np.stack([space.pares[order], space.juego[order]]).astype(np.float32),
        bounds=bounds,
        seats=np.int64(4),
    )


def _all_trees(rules: Rules, menu: Menu, seats: int) -> tuple[list[Tree], Arr]:
    """Build every tree that can be bet on, and number them by lance and mask."""
    number = np.full((4, 16), -1)
    wanted: list[tuple[int, int, Lance, int]] = [
        (0, ALL_SEATS, "grande", seats),
        (1, ALL_SEATS, "chica", seats),
        (JUEGO, PUNTO, "punto", seats),
    ]
    for mask in range(16):
        if is_contested(mask) and mask & seats == mask:
            wanted += [(PARES, mask, "pares", mask), (JUEGO, mask, "juego", mask)]
    trees: list[Tree] = []
    for lance, mask, name, betting in wanted:
        number[lance, mask] = len(trees)
        trees.append(lance_tree(name, betting, rules, menu))
    return trees, number


def _hands_of(lance: str, bounds: Arr) -> tuple[int, int]:
    """Return the run of hands that may bet in a lance."""
    runs = {"pares": (1, 3), "juego": (0, 2), "punto": (2, 4)}
    start, stop = runs.get(lance, (0, 4))
    return int(bounds[start]), int(bounds[stop])


def _lots(trees: list[Tree]) -> Arr:
    """Return a number for each node that all nodes of that lance, seat and turn have alike.

    Those of one line of betting all differ.
    """
    lots = []
    for tree in trees:
        turns = {0: (0,) * PLAYERS}  # how often each seat has spoken before a node
        for i, node in enumerate(tree.nodes):
            before = turns[i]
            lance, seat = RANKING[tree.lance], node.seat
            lots.append((before[seat] * len(RANKING) + lance) * PLAYERS + seat)
            after = tuple(n + (who == seat) for who, n in enumerate(before))
            turns |= {to: after for to in node.to if to >= 0}
    return np.array(lots)


def _flat(trees: list[Tree], number: Arr, bounds: Arr) -> Trees:
    most = max(len(node.moves) for tree in trees for node in tree.nodes)
    root, first, width, size, place, to = [], [], [], [], [], []
    nodes, ends = 0, 0
    for tree in trees:
        start, stop = _hands_of(tree.lance, bounds)
        root.append(nodes)
        first.append(start)
        width.append(stop - start)
        at = 0
        for node in tree.nodes:
            place.append(at)
            at += len(node.moves) * (stop - start)
            row = [t + nodes if t >= 0 else t - ends for t in node.to]
            to.append(row + [0] * (most - len(row)))
        size.append(at)
        nodes += len(tree.nodes)
        ends += len(tree.ends)
    said = [node for tree in trees for node in tree.nodes]
    over = [end for tree in trees for end in tree.ends]
    over.append(End(SHOWDOWN, 0, NO_BET))  # of a lance that cannot be bet on
    return Trees(
        number=np.where(number < 0, -len(over), number),
        root=np.array(root),
        first=np.array(first),
        width=np.array(width),
        size=np.array(size),
        seat=np.array([node.seat for node in said]),
        moves=np.array([len(node.moves) for node in said]),
        to=np.array(to),
        place=np.array(place),
        lot=_lots(trees),
        kind=np.array([end.kind for end in over]),
        stake=np.array([end.stake for end in over], dtype=np.float32),
        outcome=np.array([end.outcome for end in over]),
    )


def make_game(
    rules: Rules,
    menu: Menu | None = None,
    ordago: float = ORDAGO_TANTOS,
    space: HandSpace | None = None,
    seats: int = ALL_SEATS,
) -> Game:
    """Return the game of some rules and a menu.

    Parameters
    ----------
    rules : Rules
    menu : Menu, optional
    ordago : float, default 22
        What an accepted órdago adds to what the earlier lances brought.
    space : HandSpace, optional
        Another deck than that of the rules.
    seats : int, default 15
        Bit i is set where seat i may bet.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> game = make_game(load_rules("naipera"))
    >>> len(game.betting), game.deck.bounds.tolist()
    (21, [0, 17, 104, 277, 330])
    """
    menu, space = menu or Menu(), space or hand_space(rules)
    order, bounds = _groups(space)
    number = np.argsort(order)
    trees, numbers = _all_trees(rules, menu, seats)
    deck, flat = _deck(space, order, number, bounds), _flat(trees, numbers, bounds)
    return Game(rules, menu, space, order, number, deck, flat, trees, ordago)


@cache
def game_of(rules: Rules, menu: Menu, ordago: float = ORDAGO_TANTOS) -> Game:
    """Return the game of some rules, built once."""
    return make_game(rules, menu, ordago)


def layout(game: Game, kind: str | Memory = DEFAULT_MEMORY) -> Layout:
    """Return where a strategy with that memory keeps its numbers.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> int(layout(make_game(load_rules("naipera"))).size)
    3210984
    """
    kept = memory(kind) if isinstance(kind, str) else kind
    summaries = [kept.sizes[RANKING[tree.lance]] for tree in game.betting]
    sizes = game.trees.size * summaries
    base = np.concatenate([[0], np.cumsum(sizes)])
    return Layout(base[:-1], kept.step, np.int64(base[-1]))
