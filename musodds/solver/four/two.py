"""One against one by sampled walks: the game of four seats with two of them empty.

The mano sits at seat 0, the postre at seat 1; the other two hold no cards, win nothing and say
nothing. Everything is remembered, as in the exact half (`solver.hand_game`): how each lance was
bet, word by word, and who declared pares where that was not bet. So the strategy of a training is
one of the exact game, whose best replies tell how good it is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...errors import InputError
from ...jit import Arr
from ...lang import _
from ..duel import Duel
from ..hand_game import HandGame
from ..passes import Tables, new_tables
from .game import Game, Trees, layout, make_game
from .memory import Memory
from .menu import Menu
from .train import Method, Training
from .tree import ORDAGO

SEATS, SEATED = 2, 0b0011
# who forgets nothing needs no weights by his own reach; what follows a move that he never makes
# would not be learnt with them
METHOD = Method(reach=False, average="sampled")
ALONE = (0b01, 0b10, 0b00)  # who may hold pares where they are not bet: mano, postre, nobody
_PARES, _JUEGO = 2, 3


def two_seats(duel: Duel) -> Game:
    """Return a duel as a game of four seats.

    Raises
    ------
    InputError
        If it has ranges, which sampled walks do not know.

    Examples
    --------
    >>> from musodds.solver.duel import make_duel
    >>> game = two_seats(make_duel())
    >>> [(tree.lance, len(tree.nodes)) for tree in game.betting][:3]
    [('grande', 12), ('chica', 12), ('punto', 12)]
    """
    if duel.ranges != ("any", "any"):
        raise InputError(
            _("ranges {ranges}").format(ranges=duel.ranges),
            _("any hand in either seat"),
            _("no --range"),
        )
    own = duel.menu
    menu = Menu(own.bets, own.raises, own.cap, own.ordago)
    game = make_game(duel.rules, menu, duel.ordago, duel.space, SEATED)
    deck = game.deck
    # one hand more, which loses to all others: the empty seats'
    keys = np.append(deck.keys, np.full((4, 1), -8, deck.keys.dtype), axis=1)
    tantos = np.append(deck.tantos, np.zeros((2, 1), deck.tantos.dtype), axis=1)
    deck = deck._replace(keys=keys, tantos=tantos, seats=np.int64(SEATS))
    return replace(game, deck=deck, trees=_told_apart(game))


def _going(game: Game) -> int:
    """Return how many ends a lance has after which the hand goes on."""
    return sum(end.kind != ORDAGO for end in game.betting[0].ends)


def _told_apart(game: Game) -> Trees:
    """Return the trees with an outcome of its own for every end after which the hand goes on."""
    t, going = game.trees, _going(game)
    number, outcome = t.number.copy(), np.zeros_like(t.outcome)
    at = 0
    for tree in game.betting:
        place = 0
        for end in tree.ends:
            if end.kind != ORDAGO:
                outcome[at] = place
                place += 1
            at += 1
    last = len(outcome) - 1  # the end of a lance that is not bet
    more = len(ALONE)
    for k, mask in enumerate(ALONE):
        number[_PARES, mask] = -1 - (last + 1 + k)
    return t._replace(
        number=number,
        kind=np.append(t.kind, [t.kind[last]] * more),
        stake=np.append(t.stake, [t.stake[last]] * more),
        outcome=np.append(outcome, going + np.arange(more)),
    )


def everything(game: Game) -> Memory:
    """Return the memory of a game of two seats that forgets nothing.

    Examples
    --------
    >>> from musodds.solver.duel import make_duel
    >>> everything(two_seats(make_duel())).sizes
    (1, 15, 225, 4050)
    """
    going, more = _going(game), len(ALONE)
    sizes = (1, going, going**2, going**3 + more * going**2)
    step = np.zeros((3, sizes[3], going + more), np.int64)
    for lance in range(3):
        before = np.arange(sizes[lance])
        step[lance, before, :going] = before[:, None] * going + np.arange(going)
    for k in range(more):
        step[_PARES, : sizes[_PARES], going + k] = going**3 + k * going**2 + np.arange(going**2)
    return Memory("everything", sizes, step)


def train_two(duel: Duel, seed: int = 1, method: Method = METHOD) -> Training:
    """Return a training of mano and postre that has yet to begin.

    Parameters
    ----------
    duel : Duel
        Without ranges.
    seed, method : optional
        As for `train.Training`.

    Examples
    --------
    >>> from musodds.solver.duel import make_duel
    >>> from musodds.solver.menu import Menu
    >>> train_two(make_duel(menu=Menu((), (), 0))).advance(100).done
    100
    """
    game = two_seats(duel)
    kept = everything(game)
    return Training(game, kept.name, seed, method, SEATED, kept=kept)


def to_tables(game: Game, numbers: Arr, made: HandGame) -> Tables:
    """Return what a table plays as tables of the exact game.

    Parameters
    ----------
    game : Game
        Of two seats.
    numbers : ndarray of float32
        Of a strategy that remembers everything.
    made : HandGame
        The same duel.
    """
    own, tables = layout(game, everything(game)), new_tables(made.game)
    for number, stage in enumerate(made.game.stages):
        tree, first = _where(game, made, number)
        size, width = int(game.trees.size[tree]), int(game.trees.width[tree])
        start = int(own.base[tree]) + first * size
        block = numbers[start : start + stage.copies * size].reshape(stage.copies, -1, width)
        root = int(game.trees.root[tree])
        for plan, held, table in zip(
            stage.tree.plans, made.hands[number], tables[number], strict=True
        ):
            hands = game.number[held] - int(game.trees.first[tree])
            for node, slot, moves in zip(plan.nodes, plan.first, plan.count, strict=True):
                # both halves list the nodes of a lance, and the moves, in the same order
                row = int(game.trees.place[root + node]) // width
                part = block[:, row : row + moves, hands].swapaxes(0, 1)
                table[slot : slot + moves] = part.reshape(moves, -1)
    return tables


def _where(game: Game, made: HandGame, number: int) -> tuple[int, int]:
    """Return the tree of a stage, and the summary of its first copy."""
    lance, going = made.lances[number], _going(game)
    tree = [str(betting.lance) for betting in game.betting].index(lance)
    if lance not in ("juego", "punto") or made.game.stages[number].copies == going**3:
        return tree, 0
    pares = made.duel.space.pares
    mask = sum(1 << k for k, hands in enumerate(made.hands[number]) if pares[hands[0]])
    return tree, going**3 + ALONE.index(mask) * going**2
