"""The betting of one lance as a tree: who speaks, what he may say, and how it ends.

Nodes come before those that follow them. The rival next after the bettor answers first; if he
refuses for himself his partner answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...errors import InputError
from ...lang import _
from ...notation import Act, Move
from ...rules import Rules
from ...words import lance_word
from .menu import Menu

Lance = Literal["grande", "chica", "pares", "juego", "punto"]
PLAYERS = 4
SHOWDOWN, PAID_A, PAID_B, ORDAGO = range(4)
# how the betting of a lance is remembered: nobody bet, or 1 + 2 * bettor's seat + was he refused
NO_BET, OUTCOMES = 0, 9
MOST_NODES = 20_000  # in one lance


@dataclass(frozen=True, slots=True)
class End:
    """How a lance ends.

    Attributes
    ----------
    kind : int
        ``SHOWDOWN``: the best hand takes the stake and its pair's bonuses; ``PAID_A`` or
        ``PAID_B``: the rivals refused, that pair takes the stake and its bonuses; ``ORDAGO``.
    stake : int
        Tantos, what the lance itself brings included.
    outcome : int
        As it is remembered.
    """

    kind: int
    stake: int
    outcome: int


@dataclass(frozen=True, slots=True)
class Node:
    """A seat that speaks.

    Attributes
    ----------
    seat : int
    moves : tuple of Move
    to : tuple of int
        What follows each move: a node, or end e as -1 - e.
    """

    seat: int
    moves: tuple[Move, ...]
    to: tuple[int, ...]


@dataclass(slots=True)
class Tree:
    """The betting of a lance.

    Attributes
    ----------
    lance : str
    mask : int
        Bit i is set where seat i may bet.
    nodes : list of Node
        The first one speaks first.
    ends : list of End
    """

    lance: Lance
    mask: int
    nodes: list[Node] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)

    def follow(self, moves: Sequence[Move]) -> int:
        """Return where some moves lead: a node, or end e as -1 - e."""
        at = 0
        for move in moves:
            node = self.nodes[at]
            at = node.to[node.moves.index(move)]
        return at


@dataclass(frozen=True, slots=True)
class _State:
    """The betting so far: the last bettor, what is at stake, and who has yet to answer."""

    waiting: tuple[int, ...]
    bettor: int = -1
    accepted: int = 0
    stake: int = 0
    raises: int = 0
    all_in: bool = False


class _Builder:
    """Builds the tree of a lance, first moves first."""

    def __init__(self, tree: Tree, rules: Rules, menu: Menu) -> None:
        self.tree, self.rules, self.menu = tree, rules, menu
        self.extra = 1 if tree.lance == "punto" else 0  # the punto's own tanto

    def seats_after(self, seat: int) -> tuple[int, ...]:
        """Return the rivals of a seat that may answer it, the next one first."""
        rivals = ((seat + 1) % PLAYERS, (seat + 3) % PLAYERS)
        return tuple(rival for rival in rivals if self.tree.mask >> rival & 1)

    def grow(self, state: _State) -> int:
        """Add the node of a state and all that follow it; return its number."""
        number, seat = len(self.tree.nodes), state.waiting[0]
        if number == MOST_NODES:
            raise InputError(
                _("{menu}: more than {most:,} nodes in {lance}").format(
                    menu=self.menu.describe(), most=MOST_NODES, lance=lance_word(self.tree.lance)
                ),
                _("fewer bets or raises"),
                "--bets 2,ordago --raises 3 --cap 1",
            )
        self.tree.nodes.append(Node(seat, (), ()))
        said = [(move, self.after(state, move)) for move in self.moves(state)]
        self.tree.nodes[number] = Node(seat, tuple(m for m, _ in said), tuple(t for _, t in said))
        return number

    def moves(self, state: _State) -> list[Move]:
        seat, menu = state.waiting[0], self.menu
        if state.bettor < 0:
            found, sizes, act = [Move(Act.PASO, seat=seat)], menu.bets, Act.ENVIDO
        else:
            found, act = [Move(Act.NO_QUIERO, seat=seat)], Act.MAS
            if self.rules.who_refuses == "first-word" and len(state.waiting) > 1:
                found.append(Move(Act.POR_MI_NO, seat=seat))
            found.append(Move(Act.QUIERO, seat=seat))
            sizes = menu.raises if state.raises < menu.max_raises else ()
        if not state.all_in:
            most = self.rules.max_bet
            found += [Move(act, n, seat) for n in sizes if most is None or state.stake + n <= most]
            found += [Move(Act.ORDAGO, seat=seat)] if menu.ordago else []
        return found

    def after(self, state: _State, move: Move) -> int:
        """Return what follows a move, grown if need be."""
        seat, act = state.waiting[0], move.act
        if act in (Act.ENVIDO, Act.MAS, Act.ORDAGO):
            raised = _State(
                self.seats_after(seat),
                bettor=seat,
                accepted=state.stake,
                stake=state.stake + move.amount,
                raises=state.raises + (act is Act.MAS),
                all_in=act is Act.ORDAGO,
            )
            return self.grow(raised)
        if act is Act.QUIERO:
            outcome = 1 + 2 * state.bettor
            if state.all_in:
                return self.end(End(ORDAGO, 0, outcome))
            return self.end(End(SHOWDOWN, state.stake + self.extra, outcome))
        binds = self.rules.who_refuses == "first-word" and act is Act.NO_QUIERO
        if len(state.waiting) > 1 and not binds:
            rest = state.waiting[1:]
            return self.grow(
                _State(rest, state.bettor, state.accepted, state.stake, state.raises, state.all_in)
            )
        return self.end(self.passed() if state.bettor < 0 else self.refused(state))

    def passed(self) -> End:
        own = {"grande": 1, "chica": 1, "punto": 1}.get(self.tree.lance, 0)
        return End(SHOWDOWN, own, NO_BET)

    def refused(self, state: _State) -> End:
        deje = self.rules.refused_raise == "plus-one"
        stake = state.accepted + 1 if deje else max(state.accepted, 1)
        kind = PAID_B if state.bettor % 2 else PAID_A
        return End(kind, stake + self.extra, 2 + 2 * state.bettor)

    def end(self, end: End) -> int:
        self.tree.ends.append(end)
        return -len(self.tree.ends)


def is_contested(mask: int) -> bool:
    """Return whether both pairs take part.

    Examples
    --------
    >>> is_contested(0b0011), is_contested(0b0101)
    (True, False)
    """
    return bool(mask & 0b0101) and bool(mask & 0b1010)


def lance_tree(lance: Lance, mask: int, rules: Rules, menu: Menu | None = None) -> Tree:
    """Return the betting tree of a lance.

    Parameters
    ----------
    lance : str
    mask : int
        Bit i is set where seat i may bet: 15 in grande, chica and punto, in pares and juego those
        who hold it.
    rules : Rules
    menu : Menu, optional

    Raises
    ------
    InputError
        If only one pair could bet, or the rules do not allow the menu.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> tree = lance_tree("grande", 15, load_rules("naipera"))
    >>> len(tree.nodes), len(tree.ends)
    (84, 121)
    """
    menu = menu or Menu()
    menu.check(rules)
    if not is_contested(mask):
        raise InputError(
            _("{lance}: seats {mask:04b}").format(lance=lance_word(lance), mask=mask),
            _("one of each pair"),
            "0b1111",
        )
    tree = Tree(lance, mask)
    seats = tuple(seat for seat in range(PLAYERS) if mask >> seat & 1)
    _Builder(tree, rules, menu).grow(_State(seats))
    return tree
