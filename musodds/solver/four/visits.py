"""How often each position comes up, and which come up too rarely for their strategy to be trusted.

A position is what everybody can see when a seat speaks: who cut and when (the way), the lance and
who plays it (the tree), the summary of the earlier lances, and what was said in this one (the
node); in the mus phase, the seat and whether the cards are those dealt. Hands are played out in
which everybody plays the strategy. Of T iterations of the training a quarter are of the seat that
speaks, and about a quarter of T times the share of hands in which the position comes up got there.
Where that is fewer than `ENOUGH` the position is rare: the training saw too little of it. (It
follows all moves of the seat itself, so positions after its own unusual moves are seen more often
than that: the count errs on the side of saying "rare".)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...hands import RANKING
from ...jit import Arr, Int, njit_bare
from .game import Deck, Game, Trees
from .memory import memory
from .mus_game import KEYS, Mus
from .play import (
    Player,
    PlayWork,
    choose_keep,
    choose_move,
    cuts,
    deal,
    draw_cards,
    new_play_work,
    player_of,
    shuffle,
    throw_cards,
    tree_of,
)
from .strategy import Strategy
from .tree import ORDAGO

ENOUGH = 1000  # visits in training
BATCHES = 20
SEATS = 4


def rare_share(trained: int) -> float:
    """Return the share of hands below which a position was seen too rarely in the training.

    Examples
    --------
    >>> rare_share(8_000_000), rare_share(0)
    (0.0005, inf)
    """
    return SEATS * ENOUGH / trained if trained else np.inf


@njit_bare
def _visit_mus(d: Deck, m: Mus, p: Player, w: PlayWork, first: Int, counts: Arr) -> Int:
    """Play the mus phase, and count who chooses; return the way."""
    for r in range(m.rounds):
        key = min(r, KEYS - 1)
        for i in range(SEATS):
            seat = m.order[i]
            counts[first + key * SEATS + seat] += m.free
            if cuts(p, w, key, seat):
                return key * SEATS + seat
        for seat in range(SEATS):
            counts[first + (KEYS + key) * SEATS + seat] += 1
            w.keeps[seat] = choose_keep(p, w, key, seat)
            throw_cards(d, m, w, seat)
        for seat in range(SEATS):
            draw_cards(d, m, w, seat)
    return min(m.rounds, KEYS - 1) * SEATS


@njit_bare
def visit(
    d: Deck, t: Trees, p: Player, w: PlayWork, base: Arr, nodes: Arr, hands: Int, counts: Arr
) -> None:
    """Play out some hands, and count every position at which a seat chooses."""
    classes, size = np.int64(d.counts.shape[1]), base[-1]
    first = np.int64(len(counts) - 2 * KEYS * SEATS)
    for _ in range(hands):
        shuffle(w.deck, len(w.deck), w.rng)
        deal(d, w, classes)
        way, s = _visit_mus(d, p.mus, p, w, first, counts), np.int64(0)
        for lance in range(4):
            tree, outcome, kind = tree_of(d, t, lance, w), 0, 0
            if tree >= 0:
                code = t.root[tree]
                while code >= 0:
                    node = code - t.root[tree]
                    counts[way * size + base[tree] + s * nodes[tree] + node] += 1
                    code = t.to[code, choose_move(t, p, w, way, tree, code, s)]
                outcome, kind = t.outcome[-1 - code], t.kind[-1 - code]
            if kind == ORDAGO:
                break
            if lance < 3:
                s = p.own.step[lance, s, outcome]


@dataclass(frozen=True, slots=True, eq=False)
class Visits:
    """How often positions come up when everybody plays a strategy.

    Attributes
    ----------
    base, nodes : ndarray of int64
        Where the positions of each tree begin, and how many nodes it has.
    counts : ndarray of uint32
        By way, tree, summary and node; then cuts and discards, by key and seat.
    hands : int
        That were played.
    trained : int
        Iterations of the training.
    """

    base: Arr
    nodes: Arr
    counts: Arr
    hands: int
    trained: int

    def share(self, way: int, tree: int, summary: int, node: int) -> float:
        """Return the share of hands in which a position comes up.

        Parameters
        ----------
        way : int
            4 times whether there was a round of mus, plus who cut; 0 without the mus phase.
        tree : int
            Number of the lance's tree in ``game.betting``.
        summary : int
            Of the earlier lances, as the strategy's memory numbers it.
        node : int
            Of the tree.
        """
        at = way * self.base[-1] + self.base[tree] + summary * self.nodes[tree] + node
        return float(self.counts[at]) / self.hands

    def mus_share(self, discards: bool, key: int, seat: int) -> float:
        """Return the share of hands in which a seat is asked to cut, or throws."""
        at = len(self.counts) + ((KEYS * discards + key) - 2 * KEYS) * SEATS + seat
        return float(self.counts[at]) / self.hands

    def is_rare(self, share: float) -> bool:
        """Return whether a position with that share was seen too rarely in the training."""
        return share < rare_share(self.trained)

    @property
    def rare(self) -> Arr:
        """Whether each position is rare."""
        return np.asarray(self.counts < rare_share(self.trained) * self.hands)


@dataclass(frozen=True, slots=True)
class Rare:
    """How much is decided at rare positions.

    Attributes
    ----------
    share, se : float
        Of the decisions of all seats, when everybody plays the strategy.
    visits : int
        In training, below which a position is rare.
    trained : int
        Iterations of the training.
    hands : int
        That were played.
    """

    share: float
    se: float
    visits: int
    trained: int
    hands: int


def positions(game: Game, kind: str) -> tuple[Arr, Arr]:
    """Return where the positions of each tree begin, their number last, and the trees' nodes."""
    nodes = np.array([len(tree.nodes) for tree in game.betting])
    summaries = [memory(kind).sizes[RANKING[tree.lance]] for tree in game.betting]
    return np.concatenate([[0], np.cumsum(nodes * summaries)]), nodes


def count_visits(
    strategy: Strategy, trained: int, hands: int = 1_000_000, seed: int = 1
) -> tuple[Visits, Rare]:
    """Play hands, and count the positions that come up.

    Parameters
    ----------
    strategy : Strategy
    trained : int
        Iterations of its training.
    hands, seed : int

    Returns
    -------
    visits : Visits
    rare : Rare
        Which positions are rare is judged by one half of the hands, and the decisions that are
        made there are counted in the other.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import always_paso
    >>> from musodds.solver.four.game import make_game
    >>> visits, rare = count_visits(always_paso(make_game(load_rules("naipera"))), 10**6, 2000)
    >>> visits.share(0, 0, 0, 0), round(rare.share, 2)
    (1.0, 0.0)
    """
    game, player = strategy.game, player_of(strategy)
    base, nodes = positions(game, strategy.memory)
    ways = SEATS * KEYS if strategy.mus.rounds else 1
    each = max(hands // BATCHES, 1)
    work = new_play_work(game, seed)
    rows = np.zeros((BATCHES, ways * int(base[-1]) + 2 * KEYS * SEATS), np.uint32)
    for row in rows:
        visit(game.deck, game.trees, player, work, base, nodes, np.int64(each), row)
    half = BATCHES // 2
    judged = Visits(base, nodes, rows[:half].sum(0), half * each, trained).rare
    shares = rows[half:, judged].sum(1) / rows[half:].sum(1)
    counts = rows.sum(0).astype(np.uint32)
    visits = Visits(base, nodes, counts, BATCHES * each, trained)
    se = float(shares.std(ddof=1)) / half**0.5
    return visits, Rare(float(shares.mean()), se, ENOUGH, trained, visits.hands)
