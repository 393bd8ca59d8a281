"""Passes over a game: the other player's reach goes down the stages, values come back up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from threadpoolctl import ThreadpoolController

from ..chunks import map_chunks
from ..jit import Arr
from .game import Game, Link, Stage
from .kernels import back_up, back_up_best, learn, spread

CHUNK_CELLS = 6_000  # copies times types walked at once: what fits in a core's cache
ROUNDING = 16  # units in the last place

Tables = list[tuple[Arr, Arr]]  # by stage and player, shape (slots, copies x types)


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()


def new_tables(game: Game) -> Tables:
    """Return tables of zeros, which stand for playing all actions equally often."""
    return [
        (
            np.zeros((stage.tree.plans[0].slots, stage.copies * stage.types[0]), game.dtype),
            np.zeros((stage.tree.plans[1].slots, stage.copies * stage.types[1]), game.dtype),
        )
        for stage in game.stages
    ]


class Pass:
    """One walk over all lines of play, which returns the values of one player's types.

    Parameters
    ----------
    game : Game
    player : int
    tables : Tables
        What both play by: sums of regrets or of strategies.
    """

    def __init__(self, game: Game, player: int, tables: Tables) -> None:
        self.game, self.player, self.tables = game, player, tables

    def values(self) -> Arr:
        """Return what each type of the player wins, shape (types,)."""
        own, other = (
            self.game.weights[p].astype(self.game.dtype).reshape(1, -1)
            for p in (self.player, 1 - self.player)
        )
        # products this small lose by threads of their own, which wait for each other
        with _libraries().limit(limits=1, user_api="blas"):
            values: Arr = self._visit(0, 0, own, other, True)[0]
        return values

    def total(self) -> float:
        """Return what the player wins on the whole."""
        weights = self.game.weights[self.player].astype(np.float64)
        return float(weights @ self.values().astype(np.float64))

    def _visit(self, number: int, low: int, own: Arr, other: Arr, split: bool) -> Arr:
        """Walk some copies of a stage, from ``low`` on; arrays have shape (copies, types)."""
        stage, rival = self.game.stages[number], 1 - self.player
        plan, table = stage.tree.plans[rival], self.tables[number][rival]
        copies, types = other.shape
        reach = np.empty((plan.slots + 1, copies, types), table.dtype)
        reach[0] = other
        rows = reach.reshape(plan.slots + 1, -1)
        spread(table, low * types, plan.parent, plan.first, plan.count, rows)
        mine = self._sequences(stage, number, low, own)
        values = np.zeros((stage.tree.plans[self.player].slots + 1, *own.shape), table.dtype)
        self._collect(stage, reach, values)
        if stage.links:
            self._go_on(stage, low, mine, reach, values, split)
        self._back_up(stage, number, low, mine, values)
        found: Arr = values[0]
        return found

    def _sequences(self, stage: Stage, number: int, low: int, own: Arr) -> Arr:
        """Return how likely the player makes each of his own sequences, where it matters."""
        plan = stage.tree.plans[self.player]
        mine: Arr = np.broadcast_to(own, (plan.slots + 1, *own.shape))
        return mine

    def _back_up(self, stage: Stage, number: int, low: int, mine: Arr, values: Arr) -> None:
        plan, table = stage.tree.plans[self.player], self.tables[number][self.player]
        rows = values.reshape(len(values), -1)
        start = low * stage.types[self.player]
        back_up(table, start, plan.parent, plan.first, plan.count, rows)

    def _collect(self, stage: Stage, reach: Arr, values: Arr) -> None:
        """Add what the leaves pay."""
        _, copies, types = reach.shape
        to = stage.tree.plans[self.player].at_leaf
        from_ = stage.tree.plans[1 - self.player].at_leaf
        for payoff in stage.payoffs:
            lines = reach[from_[payoff.leaves]].reshape(-1, types)
            paid = payoff.evaluate(self.player, lines).reshape(len(payoff.leaves), copies, -1)
            for leaf, scale, value in zip(payoff.leaves, payoff.scale, paid, strict=True):
                value *= scale
                values[to[leaf]] += value

    def _go_on(
        self, stage: Stage, low: int, mine: Arr, reach: Arr, values: Arr, split: bool
    ) -> None:
        """Walk what follows some copies of a stage and add its values."""
        copies = reach.shape[1]
        followers = {link.stage: list[Link]() for link in stage.links}
        for link in stage.links:
            followers[link.stage].append(link)
        parts: list[tuple[int, int, int]] = []
        starts: dict[int, tuple[Arr, Arr, Arr]] = {}
        for number, links in followers.items():
            follower = self.game.stages[number]
            fan = follower.copies // stage.copies
            starts[number] = self._starts(stage, follower, links, mine, reach)
            step = max(1, CHUNK_CELLS // max(*follower.types, 1))
            parts += [
                (number, a, min(a + step, copies * fan)) for a in range(0, copies * fan, step)
            ]

        def walk(part: int) -> None:
            number, a, b = parts[part]
            own, other, out = starts[number]
            fan = self.game.stages[number].copies // stage.copies
            deeper = split and len(parts) == len(followers)
            out[a:b] = self._visit(number, low * fan + a, own[a:b], other[a:b], deeper)

        if split and len(parts) > len(followers):
            map_chunks(walk, len(parts))
        else:
            for part in range(len(parts)):
                walk(part)
        for number, links in followers.items():
            self._take_back(stage, links, starts[number][2], values)

    def _starts(
        self, stage: Stage, follower: Stage, links: Sequence[Link], mine: Arr, reach: Arr
    ) -> tuple[Arr, Arr, Arr]:
        """Return with what both players come to a stage that follows, and room for its values."""
        copies, fan = reach.shape[1], follower.copies // stage.copies
        found: list[Arr] = []
        for player, rows in ((self.player, mine), (1 - self.player, reach)):
            at = stage.tree.plans[player].at_leaf
            start = np.zeros((copies, fan, follower.types[player]), reach.dtype)
            for link in links:
                start[:, link.place, link.there[player]] = rows[at[link.leaf]][:, link.here[player]]
            found.append(start.reshape(copies * fan, -1))
        own, other = found
        return own, other, np.empty_like(own)

    def _take_back(self, stage: Stage, links: Sequence[Link], found: Arr, values: Arr) -> None:
        copies, player = values.shape[1], self.player
        found = found.reshape(copies, -1, found.shape[1])
        at = stage.tree.plans[player].at_leaf
        for link in links:
            out = values[at[link.leaf]]
            out[:, link.here[player]] += found[:, link.place, link.there[player]]


class BestReply(Pass):
    """The same where the player makes the best of each of his types."""

    def _back_up(self, stage: Stage, number: int, low: int, mine: Arr, values: Arr) -> None:
        plan = stage.tree.plans[self.player]
        rows = values.reshape(len(values), -1)
        back_up_best(plan.parent, plan.first, plan.count, rows)


class Learn(Pass):
    """The same by regrets, which learn from it, and the averages with them.

    Parameters
    ----------
    game, player
        As for `Pass`.
    regrets, averages : Tables
        Changed in place.
    factors : tuple of float
        As `updates.Update.factors` returns them.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        regrets: Tables,
        averages: Tables,
        factors: tuple[float, float, float],
    ) -> None:
        super().__init__(game, player, regrets)
        self.averages = averages
        noise = ROUNDING * np.finfo(game.dtype).eps
        self.factors = np.array([*factors, noise], game.dtype)

    def _sequences(self, stage: Stage, number: int, low: int, own: Arr) -> Arr:
        plan, table = stage.tree.plans[self.player], self.tables[number][self.player]
        mine = np.empty((plan.slots + 1, *own.shape), table.dtype)
        mine[0] = own
        rows = mine.reshape(len(mine), -1)
        spread(table, low * own.shape[1], plan.parent, plan.first, plan.count, rows)
        return mine

    def _back_up(self, stage: Stage, number: int, low: int, mine: Arr, values: Arr) -> None:
        plan = stage.tree.plans[self.player]
        learn(
            self.tables[number][self.player],
            self.averages[number][self.player],
            low * stage.types[self.player],
            plan.parent,
            plan.first,
            plan.count,
            mine.reshape(len(mine), -1),
            values.reshape(len(values), -1),
            self.factors,
        )


def best_reply(game: Game, player: int, averages: Tables) -> float:
    """Return what a player wins who knows how the other plays and makes the best of it."""
    return BestReply(game, player, averages).total()


def play_out(game: Game, averages: Tables) -> float:
    """Return what player 0 wins when both play by the tables."""
    return Pass(game, 0, averages).total()
