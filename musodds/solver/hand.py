"""A whole hand of four lances between two players, without mus, solved.

**What is remembered**: everything. Both know their own cards, all that was said in this lance and
the earlier ones, and who declared pares and juego (each before its bets). Nothing is merged.

**What is paid**: the lances add up. Refused bets count at once and accepted ones, bonuses and the
tantos of passed lances at the count, which is the same number of tantos. An accepted órdago brings
its value to the winner of the lance, on top of what the earlier lances bring, and ends the hand:
bonuses of that lance and of later ones are lost.

Since the lances add up, each pays at its own ends, wherever it is played; the game is a chain of
stages, a lance after each line of the earlier ones, and pares and juego in one stage for each way
to declare.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import InputError
from ..jit import Arr
from ..rules import DEFAULT_RULES, Rules
from .betting import lance_tree, outcome_of
from .duel import DEFAULT_ORDAGO, Duel, make_duel
from .game import Dense, Game, Link, Payoff, Stage, Tree
from .lance import SCHEMA, about_duel, about_solution
from .menu import Menu
from .payoffs import Pair, holders, lance_payoffs, tantos, uncontested
from .reading import SEATS, played, sequences
from .solve import DEFAULT_ITERATIONS, DEFAULT_MEMORY, Progress, Solution, solve

DEFAULT_TARGET = 5e-3
DTYPE = np.float32  # half the memory; a check in float64 agrees to 1e-5 tantos


@dataclass(frozen=True, eq=False)
class HandGame:
    """A whole hand as a game.

    Attributes
    ----------
    duel : Duel
    game : Game
    lances : tuple of str
        Of each stage.
    hands : tuple of pair of ndarray of int64
        By stage, the hands that the types of either player are.
    """

    duel: Duel
    game: Game
    lances: tuple[str, ...]
    hands: tuple[Pair, ...]


@dataclass
class _Builder:
    """Adds stages one after another."""

    duel: Duel
    tree: Tree
    chance: Arr
    going: list[int]  # leaves after which the hand goes on
    dtype: Any
    stages: list[Stage] = field(default_factory=list)
    links: list[list[Link]] = field(default_factory=list)
    lances: list[str] = field(default_factory=list)
    hands: list[Pair] = field(default_factory=list)

    def add(
        self, lance: str, hands: Pair, after: int | None = None, extra: Arr | None = None
    ) -> int:
        """Add a lance for some hands, after every line of an earlier stage; return its number.

        ``extra`` is what the mano wins besides, whichever line is played, unless an órdago is.
        """
        number, copies = len(self.stages), 1
        if after is not None:
            copies = self.stages[after].copies * len(self.going)
            here = tuple(
                np.searchsorted(there, some)
                for there, some in zip(self.hands[after], hands, strict=True)
            )
            all_ = (np.arange(len(hands[0])), np.arange(len(hands[1])))
            self.links[after] += [
                Link(leaf, number, place, (here[0], here[1]), all_)
                for place, leaf in enumerate(self.going)
            ]
        payoffs: list[Payoff] = []
        payoffs += lance_payoffs(self.duel, lance, self.tree, self.chance, hands, self.dtype)
        if extra is not None and extra.any():
            paid = (extra * self.chance)[np.ix_(*hands)].astype(self.dtype)
            leaves = np.array(self.going, np.int64)
            payoffs.append(Dense(paid, leaves, np.ones(len(leaves), self.dtype)))
        links: list[Link] = []
        types = (len(hands[0]), len(hands[1]))
        self.stages.append(Stage(lance, self.tree, types, payoffs, links, copies))
        self.links.append(links)
        self.lances.append(lance)
        self.hands.append(hands)
        return number

    def add_last(self, hands: Pair, after: int) -> None:
        """Add juego, where both have it, and punto, where nobody has."""
        for lance in ("juego", "punto"):
            may = holders(self.duel.space, lance)
            some = hands[0][may[hands[0]]], hands[1][may[hands[1]]]
            if self.chance[np.ix_(*some)].any():
                self.add(lance, some, after)


def _paso(duel: Duel) -> Arr:
    """Return how many tantos change hands if all is passed, by hands."""
    space, total = duel.space, np.zeros((len(duel.space), len(duel.space)))
    for lance in ("grande", "chica", "pares", "juego", "punto"):
        may = holders(space, lance)
        passed = tantos(space, lance, outcome_of(lance, ("paso", "paso"), duel.rules), 0)
        total += np.abs(passed) * np.outer(may, may) + np.abs(uncontested(space, lance))
    return total


def count_nodes(menu: Menu, rules: Rules) -> int:
    """Return the public nodes of a whole hand, all hands being possible.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> count_nodes(Menu(), load_rules("naipera"))
    100092
    """
    nodes, ends, _ = menu.size(rules)
    # juego or punto follows both with pares, one of them with pares, or nobody
    return nodes * (1 + ends + ends**2 + 2 * ends**2 * (ends + 3))


def _check_size(duel: Duel, memory: float) -> None:
    """Refuse a hand that cannot fit before its tree is written down."""
    menu, space = duel.menu, duel.space
    nodes, ends, played = menu.size(duel.rules)
    actions = nodes + ends + played - 1
    last = ends**2 * actions * (ends * int((space.pares > 0).sum()) + 2 * len(space))
    needed = 2 * last * np.dtype(DTYPE).itemsize / 2**30  # both players, regrets and averages
    if needed > 2 * memory:  # ranges may leave less; the tables themselves are checked again
        raise InputError(
            f"a hand of {count_nodes(menu, duel.rules):,} nodes takes {needed:,.1f} GB",
            f"one that fits in {memory:g} GB",
            "--bets 2,ordago --raises 3 --cap 1",
        )


def hand_game(duel: Duel, memory: float = DEFAULT_MEMORY, dtype: Any = DTYPE) -> HandGame:
    """Return a whole hand as a game.

    Parameters
    ----------
    duel : Duel
    memory : float, default 4
        Gigabytes that it may take.
    dtype : data type, default float32

    Raises
    ------
    InputError
        If it does not fit in so many gigabytes; the message tells its nodes.
    """
    _check_size(duel, memory)
    space, rules, chance = duel.space, duel.rules, duel.chance
    # the ranges are in the chances: the weights of the game are ones
    every = np.flatnonzero(chance.any(1)), np.flatnonzero(chance.any(0))
    tree = lance_tree(duel.menu, rules)
    going = [
        leaf
        for leaf, line in enumerate(tree.ends)
        if outcome_of("grande", line, rules).kind != "ordago"
    ]
    has, alone = space.pares > 0, uncontested(space, "juego")
    both = np.outer(has, has)
    build = _Builder(duel, tree, chance, going, dtype)
    grande = build.add("grande", every)
    aside = uncontested(space, "pares") + np.where(both, 0, alone)
    chica = build.add("chica", every, grande, aside)
    pairs = every[0][has[every[0]]], every[1][has[every[1]]]
    if chance[np.ix_(*pairs)].any():
        build.add_last(pairs, build.add("pares", pairs, chica, alone))
    for mano, postre in ((True, False), (False, True), (False, False)):
        some = every[0][has[every[0]] == mano], every[1][has[every[1]] == postre]
        build.add_last(some, chica)
    weights = (np.ones(len(every[0])), np.ones(len(every[1])))
    stake = float((_paso(duel) * chance).sum())
    game = Game("hand", build.stages, weights, "tantos", stake, dtype)
    return HandGame(duel, game, tuple(build.lances), tuple(build.hands))


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
        reached = float(often.sum())
        shares = often / reached if reached > 0 else often
        actions = dict(zip(tree.actions[node], map(float, shares), strict=True))
        found.append(Habit(lance, tree.lines[node], SEATS[tree.player[node]], reached, actions))
    return found


def _order(lance: str, node: int) -> tuple[int, int]:
    return ("grande", "chica", "pares", "juego", "punto").index(lance), node


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
    space, total = duel.space, 0.0
    for lance in ("grande", "chica", "pares", "juego", "punto"):
        may = holders(space, lance)
        passed = tantos(space, lance, outcome_of(lance, ("paso", "paso"), duel.rules), 0)
        brings = passed * np.outer(may, may) + uncontested(space, lance)
        total += float((brings * duel.chance).sum())
    return total
