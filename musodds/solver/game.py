"""What a game must say of itself to be solved: two players, private types, public actions.

A game is a list of stages. A stage is a small public tree that is played in many copies, one for
each line of play that leads to it; the copies have the same payoffs and are told apart by what
both players remember. At a leaf something may be paid, and play may go on in further stages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ..jit import Arr

Line = tuple[str, ...]  # what has been said so far
Turn = Callable[[Line], tuple[int, Sequence[str]] | None]


@dataclass(frozen=True, eq=False)
class Plan:
    """One player's side of a tree: his nodes and the sequences of his own actions.

    Row 0 of a table of sequences is the beginning, row 1 + s the action in slot s.

    Attributes
    ----------
    nodes : ndarray of int64
        His nodes, parents first.
    parent : ndarray of int64
        The row that leads to each of them.
    first, count : ndarray of int64
        Their slots.
    at_node, at_leaf : ndarray of int64
        His row at every node and leaf of the tree.
    slots : int
    """

    nodes: Arr
    parent: Arr
    first: Arr
    count: Arr
    at_node: Arr
    at_leaf: Arr
    slots: int


@dataclass(frozen=True, eq=False)
class Tree:
    """A public tree, its nodes in an order in which parents come before their children.

    Attributes
    ----------
    player : ndarray of int64, shape (nodes,)
    actions : tuple of tuple of str
        Of each node.
    child : tuple of tuple of int
        By node and action; a leaf is written ``~leaf``.
    lines, ends : tuple of tuple of str
        What was said before each node and each leaf.
    """

    player: Arr
    actions: tuple[Line, ...]
    child: tuple[tuple[int, ...], ...]
    lines: tuple[Line, ...]
    ends: tuple[Line, ...]

    @cached_property
    def plans(self) -> tuple[Plan, Plan]:
        """The sides of both players."""
        return self._plan(0), self._plan(1)

    def _plan(self, player: int) -> Plan:
        at_node, at_leaf = np.zeros(len(self.lines), np.int64), np.zeros(len(self.ends), np.int64)
        nodes, first, slots = [], [], 0
        for node, children in enumerate(self.child):
            mine = self.player[node] == player
            if mine:
                nodes.append(node)
                first.append(slots)
            for a, to in enumerate(children):
                row = 1 + slots + a if mine else at_node[node]
                if to >= 0:
                    at_node[to] = row
                else:
                    at_leaf[~to] = row
            slots += len(children) if mine else 0
        count = [len(self.child[node]) for node in nodes]
        own, firsts, counts = (np.array(values, np.int64) for values in (nodes, first, count))
        return Plan(own, at_node[own], firsts, counts, at_node, at_leaf, slots)


def grow(turn: Turn) -> Tree:
    """Return the tree of all lines of play.

    Parameters
    ----------
    turn : callable
        For what has been said so far, who acts and what he may do; None at the end.

    Examples
    --------
    >>> tree = grow(lambda said: (len(said), ("paso", "envido")) if len(said) < 2 else None)
    >>> len(tree.lines), tree.ends[1]
    (3, ('paso', 'envido'))
    """
    player: list[int] = []
    actions: list[Line] = []
    child: list[tuple[int, ...]] = []
    lines: list[Line] = []
    ends: list[Line] = []

    def visit(said: Line) -> int:
        now = turn(said)
        if now is None:
            ends.append(said)
            return ~(len(ends) - 1)
        node = len(lines)
        player.append(now[0])
        actions.append(tuple(now[1]))
        lines.append(said)
        child.append(())
        child[node] = tuple(visit((*said, action)) for action in now[1])
        return node

    visit(())
    return Tree(np.array(player, np.int64), tuple(actions), tuple(child), tuple(lines), tuple(ends))


class Payoff(Protocol):
    """What some leaves of a stage pay."""

    @property
    def leaves(self) -> Arr:
        """The leaves, an array of int64."""

    @property
    def scale(self) -> Arr:
        """By what each leaf's value is multiplied."""

    def evaluate(self, player: int, reach: Arr) -> Arr:
        """Return what a player gets with each of his types, before scaling.

        Parameters
        ----------
        player : int
        reach : ndarray, shape (lines, types of the other player)
            How likely the other player is to get there with each of his types, if he holds it.

        Returns
        -------
        ndarray, shape (lines, types of the player)
            The sum over the other's types of reach x chance of both types x payoff.
        """


@dataclass(frozen=True, eq=False)
class Dense:
    """A payoff as a matrix: the chance of both types times what player 0 then wins.

    Attributes
    ----------
    matrix : ndarray, shape (types of player 0, types of player 1)
    leaves, scale : ndarray, shape (leaves,)

    Examples
    --------
    >>> Dense(np.array([[0.5, -0.5]]), np.array([0]), np.ones(1)).evaluate(1, np.ones((1, 1)))
    array([[-0.5,  0.5]])
    """

    matrix: Arr
    leaves: Arr
    scale: Arr

    @cached_property
    def _views(self) -> tuple[Arr, Arr]:
        return np.ascontiguousarray(self.matrix.T), np.ascontiguousarray(-self.matrix)

    def evaluate(self, player: int, reach: Arr) -> Arr:
        """Return what a player gets with each of his types."""
        value: Arr = reach @ self._views[player]
        return value


@dataclass(frozen=True, eq=False)
class Link:
    """Where play goes on after a leaf.

    Attributes
    ----------
    leaf : int
    stage : int
        Number of the stage that follows, later in the game's list.
    place : int
        Which of the copies that belong to one copy of this stage.
    here, there : pair of ndarray of int64
        For each player, the types that go on, as numbered in this stage and in the next.
    """

    leaf: int
    stage: int
    place: int
    here: tuple[Arr, Arr]
    there: tuple[Arr, Arr]


@dataclass(frozen=True, eq=False)
class Stage:
    """A public tree in many copies.

    Attributes
    ----------
    name : str
    tree : Tree
    types : pair of int
        How many types of either player can be here.
    payoffs : sequence of Payoff
        A leaf may stand in several, which add up, or in none.
    links : sequence of Link
    copies : int
        Copy ``c`` of a stage leads to copies ``c * fan + place`` of the next one, ``fan`` being
        the ratio of their numbers.
    """

    name: str
    tree: Tree
    types: tuple[int, int]
    payoffs: Sequence[Payoff]
    links: Sequence[Link] = ()
    copies: int = 1

    @property
    def nodes(self) -> int:
        """Public nodes at which somebody acts, in all copies."""
        return len(self.tree.lines) * self.copies


@dataclass(frozen=True, eq=False)
class Game:
    """A zero-sum game of two players.

    Attributes
    ----------
    name : str
    stages : sequence of Stage
        Play begins in the first, of which there is one copy.
    weights : pair of ndarray
        By type of each player, by how much it is to be multiplied: the ranges, ones if any type
        may be held. The payoffs hold the chances of the types together.
    unit : str
        What is won, e.g. ``tantos``.
    stake : float
        What NashConv is compared with: what is at stake before anybody bets.
    dtype : data type
        Of the tables, float32 or float64.
    """

    name: str
    stages: Sequence[Stage]
    weights: tuple[Arr, Arr]
    unit: str = "units"
    stake: float = 1.0
    dtype: Any = field(default=np.float64)

    @property
    def nodes(self) -> int:
        """Public nodes at which somebody acts."""
        return sum(stage.nodes for stage in self.stages)

    @property
    def infosets(self) -> int:
        """Nodes times the types of who acts there."""
        return sum(
            len(plan.nodes) * stage.copies * types
            for stage in self.stages
            for plan, types in zip(stage.tree.plans, stage.types, strict=True)
        )

    @property
    def bytes(self) -> int:
        """Memory for regrets and averages."""
        cells = sum(
            plan.slots * stage.copies * types
            for stage in self.stages
            for plan, types in zip(stage.tree.plans, stage.types, strict=True)
        )
        return 2 * cells * int(np.dtype(self.dtype).itemsize)
