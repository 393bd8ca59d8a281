"""A whole hand of four lances between two players as a game: its stages, payoffs and size.

The lances add up, so each pays at its own ends, wherever it is played; the game is a chain of
stages, a lance after each line of the earlier ones, and pares and juego in one stage for each way
to declare.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import InputError
from ..jit import Arr
from ..lang import _
from ..rules import Rules
from .betting import lance_tree, outcome_of
from .duel import Duel
from .game import Dense, Game, Line, Link, Payoff, Stage, Tree
from .menu import Menu
from .payoffs import RANKING, Pair, holders, lance_payoffs, tantos, uncontested
from .solve import DEFAULT_MEMORY, check_memory

DTYPE = np.float32  # half the memory; a check in float64 agrees to 1e-6 tantos


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

    def find(self, said: Mapping[str, Line], pares: tuple[bool, bool]) -> tuple[int, int, int]:
        """Return the stage, its copy and the node that a history leads to.

        Parameters
        ----------
        said : mapping of str to tuple of str
            By lance that was bet on, in order, its words. The last one is being played.
        pares : pair of bool
            Whether the mano and the postre have declared pares.

        Raises
        ------
        InputError
            If play cannot come there, or nobody speaks there.

        Examples
        --------
        >>> from musodds.solver.duel import make_duel
        >>> made = hand_game(make_duel())
        >>> made.find({"grande": ("paso", "paso"), "chica": ("envido:2",)}, (True, True))
        (1, 0, 7)
        """
        *earlier, (lance, words) = said.items()
        game, number, copy = self.game, 0, 0
        for name, line in earlier:
            stage = game.stages[number]
            following = self._after(number, name, line, [n for n in said if n != name], pares)
            if following is None:
                raise _no_such(said)
            fan = game.stages[following.stage].copies // stage.copies
            number, copy = following.stage, copy * fan + following.place
        tree = game.stages[number].tree
        if self.lances[number] != lance or words not in tree.lines:
            raise _no_such(said)
        return number, copy, tree.lines.index(words)

    def _after(
        self, number: int, lance: str, line: Line, others: list[str], pares: tuple[bool, bool]
    ) -> Link | None:
        """Return the link that a line of a lance follows to a lance that was played, too."""
        tree, space = self.game.stages[number].tree, self.duel.space
        if self.lances[number] != lance or line not in tree.ends:
            return None
        for link in self.game.stages[number].links:
            declared = tuple(bool(space.pares[hands[0]]) for hands in self.hands[link.stage])
            fits = self.lances[number] == "grande" or declared == pares
            if link.leaf == tree.ends.index(line) and fits and self.lances[link.stage] in others:
                return link
        return None


def _no_such(said: Mapping[str, Line]) -> InputError:
    words = "; ".join(f"{lance} {' '.join(line)}" for lance, line in said.items())
    return InputError(
        _("history '{words}': play cannot come there").format(words=words),
        _("the lances bet on, in order, with words of the menu"),
        "{'grande': ('paso', 'paso'), 'chica': ()}",
    )


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


def paso(duel: Duel) -> list[Arr]:
    """Return what each lance brings the mano if all is passed, by lance; (hands, hands)."""
    space, found = duel.space, list[Arr]()
    for lance in RANKING:
        may = holders(space, lance)
        passed = tantos(space, lance, outcome_of(lance, ("paso", "paso"), duel.rules), 0)
        found.append(passed * np.outer(may, may) + uncontested(space, lance))
    return found


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


def _check_size(duel: Duel, hands: Pair, memory: float) -> None:
    """Refuse a hand far too large before its tree is written down; `Solver` refuses the others."""
    menu, pares = duel.menu, duel.space.pares
    check_memory(memory)
    nodes, ends, played = menu.size(duel.rules)
    actions = nodes + ends + played - 1  # of both players
    last = ends**2 * actions * max(len(h) + ends * int((pares[h] > 0).sum()) for h in hands)
    needed = 2 * last * np.dtype(DTYPE).itemsize / 2**30  # regrets and averages
    if needed > 2 * memory:
        raise InputError(
            _("a hand of {nodes:,} nodes takes {needed:,.2g} GB").format(
                nodes=count_nodes(menu, duel.rules), needed=needed
            ),
            _("one that fits in {memory:g} GB").format(memory=memory),
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
    space, rules, chance = duel.space, duel.rules, duel.chance
    # the ranges are in the chances: the weights of the game are ones
    every = np.flatnonzero(chance.any(1)), np.flatnonzero(chance.any(0))
    _check_size(duel, every, memory)
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
    stake = sum(float((np.abs(won) * chance).sum()) for won in paso(duel))
    game = Game("hand", build.stages, weights, "tantos", stake, dtype)
    return HandGame(duel, game, tuple(build.lances), tuple(build.hands))
