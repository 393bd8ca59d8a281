"""A strategy of all four seats: one table, whatever it was made by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...draws import MASKS
from ...hands import RANKING
from ...jit import Arr
from .game import Game, layout
from .memory import memory, projection
from .mus_game import KEYS, Mus, places
from .train import Training


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """What all four seats do: a table of numbers whose positive parts are the chances.

    Attributes
    ----------
    game : Game
    memory : str
    table : ndarray of float32
    mus : Mus
        The mus phase it was made for.
    """

    game: Game
    memory: str
    table: Arr
    mus: Mus

    @classmethod
    def of(cls, training: Training) -> Strategy:
        """Return the average strategy of a training, as chances."""
        assert training.mus is not None
        made = cls(training.game, training.memory, training.average, training.mus)
        return made.as_chances()

    def as_chances(self) -> Strategy:
        """Return it with chances that sum to 1 in every decision and hand."""
        made = Strategy(self.game, self.memory, np.maximum(self.table, 0), self.mus)
        for rows, allowed in made.decisions():
            total, ways = rows.sum(-2, keepdims=True), np.sum(allowed, -2, keepdims=True)
            some = total > 0
            rows[:] = np.where(some, rows / np.where(some, total, 1), allowed / ways)
        return made

    def decisions(self) -> Iterator[tuple[Arr, Arr]]:
        """Yield the numbers of every decision, shape (..., moves, hands), to be written to.

        With them comes what is allowed, 0 or 1, of the same shape or one that fits.
        """
        game, own = self.game, layout(self.game, self.memory)
        t, size, hands = game.trees, int(own.size), len(game.space)
        ways = places(game, own, int(self.mus.rounds)).ways
        bets, at = self.table[: ways * size].reshape(ways, size), 0
        for tree, betting in enumerate(game.betting):
            count = memory(self.memory).sizes[RANKING[betting.lance]]
            start, width = int(own.base[tree]), int(t.width[tree])
            block = bets[:, start : start + count * int(t.size[tree])]
            block = block.reshape(ways, count, int(t.size[tree]))
            for i, node in enumerate(betting.nodes):
                place, moves = int(t.place[at + i]), len(node.moves)
                rows = block[:, :, place : place + moves * width]
                yield rows.reshape(ways, count, moves, width), np.ones((moves, 1), np.float32)
            at += len(betting.nodes)
        if ways > 1:
            spots = places(game, own, int(self.mus.rounds))
            cut = self.table[spots.cut : spots.discard].reshape(KEYS, 4, 2, hands)
            yield cut, np.ones((2, 1), np.float32)
            yield self.table[spots.discard :].reshape(KEYS, 4, MASKS, hands), self.mus.allowed


def lift(strategy: Strategy, fine: str) -> Arr:
    """Return the table of the same strategy with a finer memory.

    Raises
    ------
    InputError
        If that memory is not finer.
    """
    game, table, coarse = strategy.game, strategy.table, strategy.memory
    if coarse == fine:
        return table.copy()
    a, b, down = layout(game, coarse), layout(game, fine), projection(fine, coarse)
    ways = places(game, a, int(strategy.mus.rounds)).ways
    size_a, size_b = int(a.size), int(b.size)
    rest = table[ways * size_a :]
    out = np.empty(ways * size_b + len(rest), dtype=table.dtype)
    out[ways * size_b :] = rest
    narrow = table[: ways * size_a].reshape(ways, size_a)
    wide = out[: ways * size_b].reshape(ways, size_b)
    for tree, betting in enumerate(game.betting):
        lance, size = RANKING[betting.lance], int(game.trees.size[tree])
        for s in range(memory(fine).sizes[lance]):
            source = int(a.base[tree]) + int(down[lance, s]) * size
            place = int(b.base[tree]) + s * size
            wide[:, place : place + size] = narrow[:, source : source + size]
    return out
