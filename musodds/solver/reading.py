"""Reading a solved game: how often each line is reached, and what each hand does there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..jit import Arr
from .game import Game, Line, Stage
from .kernels import spread
from .passes import Tables
from .solve import Solution

SEATS = ("mano", "postre")


@dataclass(frozen=True, eq=False)
class Spot:
    """A line at which somebody acts.

    Attributes
    ----------
    line : tuple of str
        What has been said in the lance.
    seat : str
    actions : tuple of str
    reached : float
        How often play comes there.
    often : ndarray, shape (actions,)
        How often each action is taken there, all hands together.
    hands : ndarray of int64, shape (types,)
        Hands that the seat may hold.
    held : ndarray, shape (types,)
        How likely the seat holds each of them there.
    comes : ndarray, shape (types,)
        How likely each of them comes there by the seat's own choices.
    strategy : ndarray, shape (types, actions)
    """

    line: Line
    seat: str
    actions: Line
    reached: float
    often: Arr
    hands: Arr
    held: Arr
    comes: Arr
    strategy: Arr

    def to_dict(self, names: Sequence[str], only: Collection[int] = ()) -> dict[str, Any]:
        """Return the JSON form, with all hands or only some."""
        return {
            "line": list(self.line),
            "seat": self.seat,
            "reached": self.reached,
            "actions": dict(zip(self.actions, map(float, self.often), strict=True)),
            "hands": {
                names[hand]: [round(float(p), 6) for p in chances]
                for hand, chances in zip(self.hands, self.strategy, strict=True)
                if not only or hand in only
            },
        }


def sequences(game: Game, tables: Tables, number: int, starts: tuple[Arr, Arr]) -> list[Arr]:
    """Return both players' sequences in all copies of a stage, shape (rows, copies, types)."""
    stage, found = game.stages[number], list[Arr]()
    for player, start in enumerate(starts):
        plan, table = stage.tree.plans[player], tables[number][player]
        rows = np.empty((plan.slots + 1, *start.shape), table.dtype)
        rows[0] = start
        flat = rows.reshape(len(rows), -1)
        spread(table, 0, plan.parent, plan.first, plan.count, flat)
        found.append(rows)
    return found


def played(stage: Stage, rows: Sequence[Arr], joint: Arr) -> list[Arr]:
    """Return how often each action is taken, by node, shape (actions,), over all copies."""
    tree, found = stage.tree, list[Arr]()
    for node, player in enumerate(tree.player):
        plan, rival = tree.plans[player], tree.plans[1 - player]
        chance = joint if player else joint.T
        against = rows[1 - player][rival.at_node[node]] @ chance.astype(rows[0].dtype)
        k = int(np.searchsorted(plan.nodes, node))
        after = rows[player][1 + plan.first[k] : 1 + plan.first[k] + plan.count[k]]
        found.append(np.einsum("act,ct->a", after, against, dtype=np.float64))
    return found


def read_stage(solution: Solution, number: int, hands: Sequence[Arr], joint: Arr) -> list[Spot]:
    """Return all lines of a stage that there is one copy of and that play begins with.

    Parameters
    ----------
    solution : Solution
    number : int
    hands : pair of ndarray of int64
        The hands that the types of either player are.
    joint : ndarray, shape (types of the mano, types of the postre)
        The chance of both.
    """
    game, stage = solution.game, solution.game.stages[number]
    weights = (game.weights[0].reshape(1, -1), game.weights[1].reshape(1, -1))
    rows = sequences(game, solution.averages, number, weights)
    spots: list[Spot] = []
    for node, taken in enumerate(played(stage, rows, joint)):
        player = int(stage.tree.player[node])
        chance = joint if player else joint.T
        own, other = (rows[p][stage.tree.plans[p].at_node[node], 0] for p in (player, 1 - player))
        held, reached = own * (other @ chance), float(taken.sum())
        spots.append(
            Spot(
                stage.tree.lines[node],
                SEATS[player],
                stage.tree.actions[node],
                reached,
                taken / reached if reached > 0 else np.full_like(taken, np.nan),
                hands[player],
                held / reached if reached > 0 else held,
                own,
                solution.strategy(number, node),
            )
        )
    return spots
