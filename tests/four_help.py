"""A small game for four, and the names that the plain walk gives to its decisions."""

from __future__ import annotations

import numpy as np
from plays import kept, space_of

from musodds.estimate import Estimate
from musodds.notation import Act
from musodds.rules import load_rules
from musodds.solver.four.cross import Cross, Run
from musodds.solver.four.game import layout, make_game
from musodds.solver.four.measure import Quality
from musodds.solver.four.memory import projection
from musodds.solver.four.mus_game import places as mus_places
from musodds.solver.four.quality import Gain
from musodds.solver.four.visits import Rare
from musodds.solver.four.work import Options, Tables, new_work

# 20 cards: pares are common, and there are hands with juego and without
SMALL = "RRRRRRR7777555AAAAAA"
# 40 cards: the stock lasts for a round of mus
ROOMY = "R" * 12 + "7" * 9 + "5" * 9 + "A" * 10


def small_game(rules="naipera", menu=None, cards=SMALL):
    """Return a game with a deck of few ranks."""
    return make_game(load_rules(rules), menu, space=space_of(cards))


def word_of(move):
    """Return a move as the plain walk names it."""
    names = {Act.PASO: "paso", Act.NO_QUIERO: "no", Act.QUIERO: "quiero", Act.ORDAGO: "ordago"}
    if move.act is Act.ENVIDO:
        return f"envido {move.amount}"
    return f"{move.amount} more" if move.act is Act.MAS else names[move.act]


def places(game, where):
    """Return the first number of every (lance, mask, summary number, said), and its words.

    Numbers of one word lie side by side by hand; the words follow each other.
    """
    found = {}
    at, t = 0, game.trees
    for tree, betting in enumerate(game.betting):
        said = {0: ()}
        for i, node in enumerate(betting.nodes):
            for move, to in zip(node.moves, node.to, strict=True):
                if to >= 0:
                    said[to] = (*said[i], (node.seat, word_of(move)))
            first = int(where.base[tree] + t.place[at + i])
            words = [word_of(move) for move in node.moves]
            found[betting.lance, betting.mask, said[i]] = (first, words, tree)
        at += len(betting.nodes)
    return found


def tables_of(mine, own, fixed=None, theirs=None, project=None, learners=15, kind="bettor"):
    """Return tables to walk with; no fixed strategies by default."""
    one = np.zeros(1, np.float32)
    return Tables(
        mine,
        one if fixed is None else fixed,
        np.zeros_like(mine),
        own,
        theirs or own,
        projection(kind, kind) if project is None else project,
        np.int64(learners),
    )


def options(weight=1.0, **changed):
    """Return options as the solver has them."""
    base = Options(
        ordago=np.float32(22),
        weight=np.float32(weight),
        sampled=True,
        vector=False,
        reach=True,
        tremble=np.float32(0),
        clip=False,
        linear=True,
        stray=np.float32(0),
    )
    return base._replace(**changed)


def fresh(game, kind="bettor", seed=1):
    """Return a layout and arrays for walks."""
    own = layout(game, kind)
    work = new_work(game, own)
    work.rng[:] = seed
    return own, work


PAIR = {None: 0, 0: 1, 1: 2}
SUMMARY = {None: 0} | {(s, r): 1 + 2 * s + r for s in range(4) for r in (False, True)}


def summary_number(summary, kind="bettor"):
    """Return the number of a summary: the first lance counts most, nobody and the mano least."""
    if kind == "bettor":
        return SUMMARY[summary[0]] if summary else 0
    digits = [PAIR[one] for one in (summary if kind == "pairs" else summary[:-1])]
    number = sum(digit * 3**place for place, digit in enumerate(reversed(digits)))
    return number if kind == "pairs" or not summary else number * 9 + SUMMARY[summary[-1]]


def plan_of(game, numbers, where, start=0, kind="bettor"):
    """Return the strategy of a table with a memory for the plain walk."""
    number = {name: game.number[i] for i, name in enumerate(game.space.names)}
    t = game.trees

    def plan(seat, hand, lance, mask, summary, said):
        first, words, tree = where[lance, mask, said]
        at = (
            start
            + first
            + summary_number(summary, kind) * t.size[tree]
            + number[hand]
            - t.first[tree]
        )
        row = [float(numbers[at + a * t.width[tree]]) for a in range(len(words))]
        total = sum(row)
        return {
            word: x / total if total else 1 / len(words) for word, x in zip(words, row, strict=True)
        }

    return plan


def plain_players(strategy):
    """Return what `naive_four.Hand` asks for: cut, keep and bet."""
    game, own = strategy.game, layout(strategy.game, "bettor")
    where, spots = places(game, own), mus_places(game, own, int(strategy.mus.rounds))
    number = {name: game.number[i] for i, name in enumerate(game.space.names)}
    hands, table = len(game.space), strategy.as_chances().table
    cuts = table[spots.cut : spots.discard].reshape(2, 4, 2, hands)
    keeps = table[spots.discard :].reshape(2, 4, 16, hands)

    def cut(key, seat, hand):
        return cuts[key, seat, 1, number[hand]]

    def keep(key, seat, hand):
        row = keeps[key, seat, :, number[hand]]
        return {kept(hand, mask): float(row[mask]) for mask in np.flatnonzero(row)}

    def bet(key, cutter):
        return plan_of(game, table, where, (key * 4 + cutter) * int(own.size))

    return cut, keep, bet


def bets_everything(game):
    """Return the table of who always bets."""
    table = np.zeros(int(layout(game, "nothing").size), np.float32)
    for first, words, tree in places(game, layout(game, "nothing")).values():
        width = int(game.trees.width[tree])
        a = words.index("envido 2") if "envido 2" in words else 0
        table[first + a * width : first + (a + 1) * width] = 1
    return table


def some_quality(gain=0.25):
    """Return the quality of a strategy, as if it had been measured."""
    found = Gain((0,), "nothing", Estimate(gain, 0.01), 1000, ((1000, gain),), True)
    cross = Cross((Run(1, 1000),), ((Estimate(0.0, 0.0),),), ((Estimate(0.1, 0.01),),), 10)
    gains = (found,)
    return Quality(
        gains, gains, gains, gains, Estimate(0.1, 0.01), Rare(0.01, 0.001, 1000, 1000, 10), cross
    )
