"""A whole hand of four lances between two players, without mus, solved.

**What is remembered**: everything. Both know their own cards, all that was said in this lance and
the earlier ones, and who declared pares and juego (each before its bets). Nothing is merged.

**What is paid**: the lances add up. Refused bets count at once and accepted ones, bonuses and the
tantos of passed lances at the count, which is the same number of tantos. An accepted órdago brings
its value to the winner of the lance, on top of what the earlier lances bring, and ends the hand:
bonuses of that lance and of later ones are lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cards import parse_hand
from ..errors import InputError
from ..jit import Arr
from ..lang import _
from ..rules import DEFAULT_RULES, Rules
from ..words import seat_word
from .duel import DEFAULT_ORDAGO, Duel, make_duel
from .game import Line
from .hand_game import HandGame, hand_game, paso
from .lance import SCHEMA, about_duel, about_solution
from .menu import Menu
from .payoffs import RANKING
from .reading import SEATS, played, sequences
from .solve import DEFAULT_ITERATIONS, DEFAULT_MEMORY, Progress, Solution, solve

DEFAULT_TARGET = 5e-3


@dataclass(frozen=True, eq=False)
class Habit:
    """What is done after a line of a lance, over all hands and all that went before.

    Attributes
    ----------
    lance : str
    line : tuple of str
    seat : str
    reached : float
        How often play comes there, out of all deals.
    actions : dict of str to float
        How often each is taken there.
    """

    lance: str
    line: tuple[str, ...]
    seat: str
    reached: float
    actions: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "lance": self.lance,
            "line": list(self.line),
            "seat": self.seat,
            "reached": self.reached,
            "actions": self.actions,
        }


@dataclass(frozen=True, eq=False)
class HandSolution:
    """A whole hand, solved; made by `solve_hand`.

    Attributes
    ----------
    made : HandGame
    solution : Solution
    paso_value : float
        What the mano wins if every lance is passed.
    """

    made: HandGame
    solution: Solution
    paso_value: float

    @property
    def value(self) -> float:
        """What the mano wins a hand, in tantos."""
        return self.solution.value

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the value of the game lies."""
        mano, postre = self.solution.measure.best
        return -postre, mano

    def chances(
        self, hand: str, said: Mapping[str, Line], pares: tuple[bool, bool] = (True, True)
    ) -> dict[str, float]:
        """Return how often a hand takes each action after a history, as for `HandGame.find`.

        Raises
        ------
        InputError
            If who is to speak cannot hold the hand there.
        """
        number, copy, node = self.made.find(said, pares)
        tree, space = self.made.game.stages[number].tree, self.made.duel.space
        held = self.made.hands[number][tree.player[node]]
        wanted = space.index(parse_hand(hand))
        if wanted not in held:
            raise InputError(
                _("hand '{hand}': {seat} does not hold it there").format(
                    hand=hand, seat=seat_word(SEATS[tree.player[node]])
                ),
                _("a hand that goes with what was declared"),
                space.names[held[0]],
            )
        strategy = self.solution.strategy(number, node, copy)[np.searchsorted(held, wanted)]
        return dict(zip(tree.actions[node], map(float, strategy), strict=True))

    def habits(self) -> list[Habit]:
        """Return what is done in each lance, over all hands and all earlier bets."""
        return habits_of(self.made, self.solution)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.solve/1``."""
        return {
            "schema": SCHEMA,
            "what": "hand",
            **about_duel(self.made.duel),
            "value": self.value,
            "value_between": list(self.bounds),
            "value_paso": self.paso_value,
            **about_solution(self.solution),
            "lines": [habit.to_dict() for habit in self.habits()],
        }


def habits_of(made: HandGame, solution: Solution) -> list[Habit]:
    """Return what is done in each lance, over all hands and all earlier bets."""
    game = made.game
    starts: list[list[Arr]] = [
        [np.zeros((stage.copies, types), game.dtype) for types in stage.types]
        for stage in game.stages
    ]
    for player in (0, 1):
        starts[0][player][:] = game.weights[player]
    taken: dict[tuple[str, int], Arr] = {}
    for number, stage in enumerate(game.stages):
        rows = sequences(game, solution.averages, number, (starts[number][0], starts[number][1]))
        joint = made.duel.chance[np.ix_(*made.hands[number])]
        for node, often in enumerate(played(stage, rows, joint)):
            key = made.lances[number], node
            taken[key] = taken.get(key, 0) + often
        for link in stage.links:
            fan = game.stages[link.stage].copies // stage.copies
            for player, plan in enumerate(stage.tree.plans):
                came = rows[player][plan.at_leaf[link.leaf]][:, link.here[player]]
                starts[link.stage][player][link.place :: fan] = came
        starts[number] = []
    tree = game.stages[0].tree
    found = []
    for (lance, node), often in sorted(taken.items(), key=lambda item: _order(*item[0])):
        reached = round(float(often.sum()), 6)  # what float32 knows
        shares = often / often.sum() if reached > 0 else np.zeros_like(often)
        actions = dict(zip(tree.actions[node], map(float, shares), strict=True))
        found.append(Habit(lance, tree.lines[node], SEATS[tree.player[node]], reached, actions))
    return found


def _order(lance: str, node: int) -> tuple[int, int]:
    return list(RANKING).index(lance), node


def solve_hand(
    rules: str | Rules = DEFAULT_RULES,
    menu: Menu | None = None,
    ranges: Iterable[str] = (),
    ordago: float = DEFAULT_ORDAGO,
    target: float = DEFAULT_TARGET,
    update: str = "dcfr",
    iterations: int = DEFAULT_ITERATIONS,
    memory: float = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> HandSolution:
    """Solve a whole hand of four lances between two players, without mus.

    Parameters
    ----------
    rules, menu, ranges, ordago
        As for `duel.make_duel`.
    target : float, default 0.005
        NashConv to stop at, in tantos a hand.
    update, iterations, memory, progress
        As for `solve.solve`.

    Returns
    -------
    HandSolution

    Raises
    ------
    InputError
        If something cannot be read, or the game does not fit in memory.

    Examples
    --------
    >>> only = ["mano=RRRC:1,7654:1", "postre=CCC7,654A"]
    >>> solved = solve_hand(ranges=only, menu=Menu((2,), (), 0, False), target=0.01)
    >>> solved.solution.converged
    True
    """
    duel = make_duel(rules, menu, ranges, ordago)
    made = hand_game(duel, memory)
    solution = solve(made.game, target, update, iterations, memory, progress)
    return HandSolution(made, solution, paso_value(duel))


def paso_value(duel: Duel) -> float:
    """Return what the mano wins if every lance is passed.

    Examples
    --------
    >>> round(paso_value(make_duel()), 4)
    0.0942
    """
    return sum(float((won * duel.chance).sum()) for won in paso(duel))
