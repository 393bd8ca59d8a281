"""Games with known values, to prove the solver on: Kuhn and Leduc poker, and matrix games."""

from __future__ import annotations

import numpy as np

from ..jit import Arr
from .game import Dense, Game, Line, Link, Payoff, Stage, Tree, grow

_EVERY = np.arange(64)


def _won(a: int, b: int) -> int:
    return (a > b) - (a < b)


def kuhn() -> Game:
    """Return Kuhn poker: three cards, one is dealt to each, ante 1, one bet of 1.

    Its value to the first player is -1/18.

    Examples
    --------
    >>> game = kuhn()
    >>> game.nodes, game.infosets
    (4, 12)
    """

    def turn(said: Line) -> tuple[int, Line] | None:
        if said in ((), ("check",)):
            return len(said), ("check", "bet")
        if said[-1] == "bet":
            return len(said) % 2, ("fold", "call")
        return None

    tree = grow(turn)
    payoffs = []
    for leaf, said in enumerate(tree.ends):
        pays = np.zeros((3, 3))
        for a in range(3):
            for b in range(3):
                if a != b:
                    folded = said[-1] == "fold"
                    sign = (1 if len(said) == 2 else -1) if folded else _won(a, b)
                    pays[a, b] = sign * (2 if said[-1] == "call" else 1) / 6
        payoffs.append(Dense(pays, np.array([leaf]), np.ones(1)))
    ones = np.ones(3)
    return Game("Kuhn poker", [Stage("bets", tree, (3, 3), payoffs)], (ones, ones), "antes", 2.0)


def _leduc_round() -> Tree:
    """Return one round of Leduc: check or raise, at most two raises."""

    def turn(said: Line) -> tuple[int, Line] | None:
        raises = said.count("raise")
        if said and (said[-1] in ("fold", "call") or said == ("check", "check")):
            return None
        if raises == 0:
            return len(said), ("check", "raise")
        return len(said) % 2, ("fold", "call", "raise") if raises < 2 else ("fold", "call")

    return grow(turn)


def _staked(said: Line, raise_by: int) -> tuple[int, int]:
    """Return what both players have put in during a round."""
    paid, to_call = [0, 0], 0
    for place, word in enumerate(said):
        if word == "raise":
            to_call += raise_by
        if word in ("raise", "call"):
            paid[place % 2] = to_call
    return paid[0], paid[1]


def _leduc_payoffs(
    tree: Tree, chance: Arr, ante: int, raise_by: int, wins: Arr | None
) -> list[Payoff]:
    """Return what the leaves of a round pay; without ``wins`` only the folds pay."""
    found: list[Payoff] = []
    for leaf, said in enumerate(tree.ends):
        paid = _staked(said, raise_by)
        if said[-1] == "fold":
            folder = (len(said) - 1) % 2
            pays = np.full_like(chance, (-1 if folder == 0 else 1) * (ante + paid[folder]))
        elif wins is not None:
            pays = wins * (ante + paid[0])
        else:
            continue
        found.append(Dense(pays * chance, np.array([leaf]), np.ones(1)))
    return found


def leduc() -> Game:
    """Return Leduc poker: two suits of three ranks, two rounds of bets of 2 and 4, ante 1.

    Its value to the first player is about -0.0856.

    Examples
    --------
    >>> game = leduc()
    >>> game.nodes, game.stake
    (96, 2.0)
    """
    cards = np.array([0, 0, 1, 1, 2, 2])
    chance = np.array([[np.sum(cards == b) - (a == b) for b in range(3)] for a in range(3)]) / 15.0
    rounds = _leduc_round()
    stages = [Stage("first round", rounds, (3, 3), ())]
    links: list[Link] = []
    everything = (_EVERY[:3], _EVERY[:3])
    for leaf, said in enumerate(rounds.ends):
        if said[-1] == "fold":
            continue
        for board in range(3):
            links.append(Link(leaf, len(stages), 0, everything, everything))
            is_board = np.array([rank == board for rank in range(3)], np.int64)
            left = 2 - np.add.outer(is_board, is_board)
            strength = _EVERY[:3] + 3 * is_board
            wins = np.sign(np.subtract.outer(strength, strength))
            ante = 1 + _staked(said, 2)[0]
            payoffs = _leduc_payoffs(rounds, chance * left / 4, ante, 4, wins)
            stages.append(Stage(f"{' '.join(said)}, {'JQK'[board]}", rounds, (3, 3), payoffs))
    folds = _leduc_payoffs(rounds, chance, 1, 2, None)
    stages[0] = Stage("first round", rounds, (3, 3), folds, links)
    return Game("Leduc poker", stages, (np.ones(3), np.ones(3)), "antes", 2.0)


def matrix_game(pays: Arr) -> Game:
    """Return a game of one move each, neither knowing the other's; ``pays`` is to player 0.

    His moves are private to him, so in the second stage they are his types.

    Examples
    --------
    >>> matrix_game(np.array([[1.0, -1.0], [-1.0, 1.0]])).stake
    1.0
    """
    rows, columns = pays.shape
    first = grow(lambda said: None if said else (0, tuple(f"row {i}" for i in range(rows))))
    second = grow(lambda said: None if said else (1, tuple(f"column {j}" for j in range(columns))))
    none, one = _EVERY[:0], _EVERY[:1]
    links = [
        # the column player comes to the second stage once, not once for each row
        Link(i, 1, 0, (one, one if i == 0 else none), (np.array([i]), one if i == 0 else none))
        for i in range(rows)
    ]
    payoffs = [Dense(pays[:, [j]], np.array([j]), np.ones(1)) for j in range(columns)]
    stages = [Stage("row", first, (1, 1), (), links), Stage("column", second, (rows, 1), payoffs)]
    return Game("matrix", stages, (np.ones(1), np.ones(1)), "units", float(np.abs(pays).max()))
