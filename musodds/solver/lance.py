"""One lance between two players, solved: any ranges, any bets.

Each remembers his cards and all that was said in the lance. Pares, juego and punto are bet when
both may bet on them, which the declarations tell; the rest of the deals is counted apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..lang import _
from ..rules import DEFAULT_RULES, Rules
from ..words import lance_word
from .betting import lance_tree, outcome_of
from .duel import DEFAULT_ORDAGO, Duel, make_duel
from .game import Game, Stage
from .menu import Menu
from .payoffs import RANKING, holders, lance_payoffs, tantos, uncontested
from .reading import Spot, read_stage
from .solve import DEFAULT_ITERATIONS, DEFAULT_MEMORY, Progress, Solution, solve, to_history

DEFAULT_TARGET = 1e-3
SCHEMA = "musodds.solve/1"


@dataclass(frozen=True, eq=False)
class LanceGame:
    """A lance as a game, and the deals in which it is not bet.

    Attributes
    ----------
    duel : Duel
    lance : str
    game : Game
        Of the deals in which both may bet.
    hands : pair of ndarray of int64
        The hands that the types of either player are.
    contested : float
        The chance that both may bet.
    uncontested_value : float
        What the mano wins, over all deals, where one player alone has pares or juego.
    """

    duel: Duel
    lance: str
    game: Game
    hands: tuple[Any, Any]
    contested: float
    uncontested_value: float


def lance_game(duel: Duel, lance: str) -> LanceGame:
    """Return a lance as a game.

    Raises
    ------
    InputError
        If there is no such lance, or with these ranges it is never bet.

    Examples
    --------
    >>> made = lance_game(make_duel(), "juego")
    >>> made.game.nodes, made.game.stages[0].types, round(made.contested, 4)
    (12, (104, 104), 0.0594)
    """
    if lance not in RANKING:
        raise InputError(
            _("lance '{lance}': no such lance").format(lance=lance), ", ".join(RANKING), "grande"
        )
    space, chance = duel.space, duel.chance
    tree = lance_tree(duel.menu, duel.rules)
    may = holders(space, lance)
    both = chance * np.outer(may, may)
    contested = float(both.sum())
    if contested == 0:
        raise InputError(
            _(
                "{lance} with ranges mano='{mano}' and postre='{postre}': both can never bet on it"
            ).format(lance=lance_word(lance), mano=duel.ranges[0], postre=duel.ranges[1]),
            _("ranges in which both may have {lance}").format(lance=lance_word(lance)),
            f"--range mano={'any' if lance == 'punto' else lance}",
        )
    both = both / contested
    hands = np.flatnonzero(both.any(1)), np.flatnonzero(both.any(0))
    # the likelihoods are in the chances already: they cannot count twice
    ones = tuple(np.ones(len(some)) for some in hands)
    payoffs = lance_payoffs(duel, lance, tree, both, hands, np.float64)
    stage = Stage(lance, tree, (len(hands[0]), len(hands[1])), payoffs)
    passed = tantos(space, lance, outcome_of(lance, ("paso", "paso"), duel.rules), 0)
    game = Game(lance, [stage], (ones[0], ones[1]), "tantos", float((np.abs(passed) * both).sum()))
    aside = float((uncontested(space, lance) * chance).sum())
    return LanceGame(duel, lance, game, hands, contested, aside)


@dataclass(frozen=True, eq=False)
class LanceSolution:
    """A lance, solved; made by `solve_lance`.

    Attributes
    ----------
    made : LanceGame
    solution : Solution
    """

    made: LanceGame
    solution: Solution

    @property
    def value(self) -> float:
        """What the mano wins a deal, in tantos, over all deals of the ranges."""
        return self._over_all(self.solution.value)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the value of the game lies."""
        mano, postre = self.solution.measure.best
        return self._over_all(-postre), self._over_all(mano)

    def _over_all(self, value: float) -> float:
        return self.made.contested * value + self.made.uncontested_value

    def spots(self) -> list[Spot]:
        """Return every line at which somebody acts, with what each hand does there."""
        return read_stage(self.solution, 0, self.made.hands, self.joint())

    def joint(self) -> Any:
        """Return the chance of both types together, where both may bet."""
        rows, columns = self.made.hands
        chance = self.made.duel.chance[np.ix_(rows, columns)]
        return chance / chance.sum()

    def to_dict(self, only: Collection[int] = ()) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.solve/1``, with all hands or only some."""
        made, names = self.made, self.made.duel.space.names
        return {
            "schema": SCHEMA,
            "what": made.lance,
            **about_duel(made.duel),
            "contested": made.contested,
            "value": self.value,
            "value_between": list(self.bounds),
            "value_contested": self.solution.value,
            **about_solution(self.solution),
            "lines": [spot.to_dict(names, only) for spot in self.spots()],
        }


def about_duel(duel: Duel) -> dict[str, Any]:
    """Return the settings as JSON."""
    menu = duel.menu
    return {
        "players": 2,
        "rules": duel.rules.name,
        "bets": list(menu.bets),
        "raises": list(menu.raises),
        "cap": menu.cap,
        "ordago": duel.ordago if menu.ordago else None,
        "ranges": dict(zip(("mano", "postre"), duel.ranges, strict=True)),
    }


def about_solution(solution: Solution) -> dict[str, Any]:
    """Return how it was solved, and how well, as JSON."""
    game = solution.game
    return {
        "stake": game.stake,
        "nash_conv": solution.nash_conv,
        "nash_conv_percent": solution.percent,
        "target": solution.target,
        "converged": solution.converged,
        "iterations": solution.iterations,
        "update": solution.update.name,
        "history": to_history(solution.history),
        "nodes": game.nodes,
        "information_sets": game.infosets,
        "method": "exact",
        "elapsed_s": solution.elapsed_s,
    }


def solve_lance(
    lance: str,
    rules: str | Rules = DEFAULT_RULES,
    menu: Menu | None = None,
    ranges: Iterable[str] = (),
    ordago: float = DEFAULT_ORDAGO,
    target: float = DEFAULT_TARGET,
    update: str = "dcfr",
    iterations: int = DEFAULT_ITERATIONS,
    memory: float = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> LanceSolution:
    """Solve one lance between two players.

    Parameters
    ----------
    lance : str
        ``grande``, ``chica``, ``pares``, ``juego`` or ``punto``.
    rules, menu, ranges, ordago
        As for `duel.make_duel`.
    target : float, default 0.001
        NashConv to stop at, in tantos a deal in which both may bet.
    update, iterations, memory, progress
        As for `solve.solve`.

    Returns
    -------
    LanceSolution
        Chances and removal of cards are exact; how far from equilibrium it is, `nash_conv` says.

    Raises
    ------
    InputError
        If something cannot be read, or with these ranges the lance is never bet.

    Examples
    --------
    >>> solved = solve_lance("punto", target=0.01)
    >>> solved.solution.converged, solved.solution.nash_conv <= 0.01
    (True, True)
    """
    made = lance_game(make_duel(rules, menu, ranges, ordago), lance)
    return LanceSolution(made, solve(made.game, target, update, iterations, memory, progress))
