"""Bets that a strategy does not know, read as those that it knows.

Pseudo-harmonic mapping (Ganzfried and Sandholm, IJCAI 2013): a bet of size x between two sizes
A < B of the menu is taken for A with the chance

    (B - x) (1 + A) / ((B - A) (1 + x))

and else for B, where sizes are told in pots. The pot of mus is what refusing pays (the deje): 1
for a first bet, for a raise what has been accepted so far. It would be all the same to say that
both pairs have put the deje in, so that a bet of n tantos is (n - deje) more into a pot of two
dejes. An órdago is a bet of as many tantos as the game reckons for it. What bonuses and punto add
goes to the winner either way and does not count.

A bet below the smallest of the menu is read as the smallest, one above the largest as the largest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import InputError
from ...lang import _
from ...notation import Act, Move
from ...rules import Rules
from .game import Game, layout, make_game
from .menu import Menu
from .mus_game import places
from .stakes import at_score
from .strategy import Strategy
from .tree import Node, Tree

BETS = (Act.ENVIDO, Act.MAS, Act.ORDAGO)
MOST = 500_000_000  # numbers in a table: 2 GB
Counterparts = dict[int, float]  # nodes of the known tree, with their chances


def harmonic(low: float, high: float, size: float) -> float:
    """Return the chance that a size is taken for the lower one of two; all are told in pots.

    Examples
    --------
    >>> harmonic(2, 22, 5)
    0.425
    >>> harmonic(2, 22, 2), harmonic(2, 22, 22)
    (1.0, 0.0)
    """
    return (high - size) * (1 + low) / ((high - low) * (1 + size))


def between(sizes: Sequence[float], size: float) -> dict[int, float]:
    """Return for which of some sizes, ascending, a size is taken, with the chances.

    Examples
    --------
    >>> between([2, 22], 5)
    {0: 0.425, 1: 0.575}
    >>> between([2, 22], 1), between([2, 22], 22)
    ({0: 1.0}, {1: 1.0})
    """
    above = int(np.searchsorted(sizes, size))
    if above == len(sizes):
        return {len(sizes) - 1: 1.0}
    if above == 0 or sizes[above] == size:
        return {above: 1.0}
    low = harmonic(sizes[above - 1], sizes[above], size)
    return {above - 1: low, above: 1 - low}


def _stakes(tree: Tree) -> list[int]:
    """Return the tantos that are on the table at every node."""
    found = [0] * len(tree.nodes)
    for i, node in enumerate(tree.nodes):
        for move, to in zip(node.moves, node.to, strict=True):
            if to >= 0:
                found[to] = found[i] + move.amount
    return found


def _word(move: Move) -> tuple[Act, int]:
    return move.act, move.amount


class _Reader:
    """Reads the moves of one game in another one."""

    def __init__(self, rules: Rules, ordago: float) -> None:
        self.rules, self.ordago = rules, ordago

    def size(self, move: Move, stake: int) -> float:
        """Return the size of a bet in pots, so many tantos being on the table."""
        deje = stake + 1 if self.rules.refused_raise == "plus-one" else max(stake, 1)
        tantos = self.ordago if move.act is Act.ORDAGO else stake + move.amount
        return float(tantos) / deje

    def read(self, move: Move, stake: int, node: Node, known: int) -> dict[int, float]:
        """Return the moves of a known node that a move stands for; none if there is none.

        ``stake`` and ``known`` are the tantos on the table in the one game and in the other.
        """
        words = [_word(m) for m in node.moves]
        same = stake == known or move.act not in (Act.ENVIDO, Act.MAS)
        if _word(move) in words and same:
            return {words.index(_word(move)): 1.0}
        choices = [(self.size(m, known), i) for i, m in enumerate(node.moves) if m.act in BETS]
        if move.act not in BETS or not choices:
            return {}
        choices.sort()
        found = between([size for size, _ in choices], self.size(move, stake))
        return {choices[k][1]: chance for k, chance in found.items() if chance > 0}


def counterparts(old: Tree, new: Tree, rules: Rules, ordago: float) -> list[Counterparts]:
    """Return the nodes of a tree that each node of a tree with more bets stands for.

    Where a bet was read as two, and only after one of them what was said next can be said, it is
    read as that one. A node is empty where nothing corresponds.

    Parameters
    ----------
    old, new : Tree
        Of the same lance and seats.
    rules : Rules
    ordago : float
        Tantos of an órdago.
    """
    reader, stakes, known = _Reader(rules, ordago), _stakes(new), _stakes(old)
    found: list[Counterparts] = [{} for _ in new.nodes]
    found[0] = {0: 1.0}
    for i, node in enumerate(new.nodes):
        for move, to in zip(node.moves, node.to, strict=True):
            if to < 0:
                continue
            after: Counterparts = {}
            for at, weight in found[i].items():
                for a, p in reader.read(move, stakes[i], old.nodes[at], known[at]).items():
                    place = old.nodes[at].to[a]
                    if place >= 0:
                        after[place] = after.get(place, 0.0) + weight * p
            total = sum(after.values())
            found[to] = {place: p / total for place, p in after.items()}
    return found


def _includes(old: Menu, new: Menu) -> bool:
    return (
        set(old.bets) <= set(new.bets)
        and set(old.raises) <= set(new.raises)
        and old.max_raises <= new.max_raises
        and old.ordago <= new.ordago
    )


def bigger_game(game: Game, menu: Menu) -> Game:
    """Return the same game with more bets.

    Raises
    ------
    InputError
        If the rules do not allow them, or the menu lacks bets of the game.
    """
    if not _includes(game.menu, menu):
        raise InputError(
            _("menu '{menu}'").format(menu=menu.describe()),
            _("all of '{menu}'").format(menu=game.menu.describe()),
            "bets (2, 5)",
        )
    return at_score(make_game(game.rules, menu, game.ordago, game.space), game.stakes)


def translate(strategy: Strategy, menu: Menu) -> Strategy:
    """Return a strategy as it is played where more may be bet than it knows.

    It never bets what it does not know. To such bets it answers as to those for which it takes
    them, by chance; where it would raise by what the rules no longer allow, it accepts. Where
    nothing corresponds to what was said, it gives every answer alike.

    Parameters
    ----------
    strategy : Strategy
    menu : Menu
        With all bets of the strategy's own.

    Returns
    -------
    Strategy
        Of the game with that menu; the same one where the menu is its own.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import always_paso
    >>> bot = always_paso(make_game(load_rules("naipera")))
    >>> translate(bot, Menu((2, 5))).game.menu.describe()
    'paso, envido 2, envido 5, 3 more (once), órdago'
    """
    old = strategy.game
    if menu == old.menu:
        return strategy
    strategy = strategy.as_chances()
    new = bigger_game(old, menu)
    rounds = int(strategy.mus.rounds)
    spots, more = (places(g, layout(g, strategy.memory), rounds) for g in (old, new))
    if more.size > MOST:
        raise InputError(
            _("{menu}: too many ways to bet").format(menu=menu.describe()),
            _("fewer sizes, or fewer raises"),
            "--facing 'mano envido 5'",
        )
    table = np.zeros(more.size, np.float32)
    table[more.cut :] = strategy.table[spots.cut :]
    made = Strategy(new, strategy.memory, table, strategy.mus)
    known, wanted = strategy.decisions(), made.decisions()
    for before, after in zip(old.betting, new.betting, strict=True):
        rows = [next(known)[0] for _ in before.nodes]
        meant = counterparts(before, after, old.rules, old.ordago)
        for node, stands_for in zip(after.nodes, meant, strict=True):
            out, __ = next(wanted)
            words = [_word(move) for move in node.moves]
            for at, weight in stands_for.items():
                for b, move in enumerate(before.nodes[at].moves):
                    word = _word(move)
                    a = words.index(word if word in words else (Act.QUIERO, 0))
                    out[:, :, a] += np.float32(weight) * rows[at][:, :, b]
            if not stands_for:
                out[:] = 1 / len(words)
    return made


def knows(menu: Menu, move: Move, raises: int) -> bool:
    """Return whether a menu has a move, so many raises having been made.

    Examples
    --------
    >>> knows(Menu(), Move(Act.MAS, 3), 0), knows(Menu(), Move(Act.MAS, 3), 1)
    (True, False)
    """
    if move.act is Act.MAS:
        return move.amount in menu.raises and raises < menu.max_raises
    return move.act is not Act.ENVIDO or move.amount in menu.bets


def suppose(made: Strategy, menu: Menu, tree: int, *nodes: int) -> None:
    """Let bets that a strategy does not know be made on the way to some nodes.

    A seat makes such a bet with the hands, and as often, as it makes the bets for which it is
    taken, by chance: so what it holds is what others take it to hold.

    Parameters
    ----------
    made : Strategy
        As `translate` returns it; its table is changed.
    menu : Menu
        Of the strategy that was translated.
    tree : int
    *nodes : int
    """
    game = made.game
    betting, done = game.betting[tree], set[tuple[int, Move]]()
    reader, stakes = _Reader(game.rules, game.ordago), _stakes(betting)
    rows = [row for row, _ in made.decisions()]
    first = sum(len(other.nodes) for other in game.betting[:tree])
    for node in nodes:
        at, raises = 0, 0
        for move in line_to(betting, node):
            spot = betting.nodes[at]
            if not knows(menu, move, raises) and (at, move) not in done:
                known = [a for a, m in enumerate(spot.moves) if knows(menu, m, raises)]
                plain = Node(spot.seat, tuple(spot.moves[a] for a in known), ())
                for k, chance in reader.read(move, stakes[at], plain, stakes[at]).items():
                    row, place = rows[first + at], spot.moves.index(move)
                    row[:, :, place] += np.float32(chance) * row[:, :, known[k]]
                    row[:, :, known[k]] *= np.float32(1 - chance)
                done.add((at, move))
            raises += move.act is Act.MAS
            at = spot.to[spot.moves.index(move)]


def line_to(tree: Tree, node: int) -> tuple[Move, ...]:
    """Return what is said before a node.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.tree import lance_tree
    >>> tree = lance_tree("grande", 15, load_rules("naipera"))
    >>> [move.act.value for move in line_to(tree, 2)]
    ['paso', 'paso']
    """
    parent = {
        to: (i, move)
        for i, spot in enumerate(tree.nodes)
        for move, to in zip(spot.moves, spot.to, strict=True)
    }
    said: list[Move] = []
    while node:
        node, move = parent[node]
        said.append(move)
    return tuple(said[::-1])
