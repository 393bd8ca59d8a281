"""The walk line by line at a score against the whole tree, and against the linear walk."""

from __future__ import annotations

import random
from dataclasses import replace

import naive
import naive_scored
import numpy as np
import pytest
from four_help import fresh, options, places, plan_of, small_game, summary_number, tables_of
from test_four_walk import deal

from musodds.solver.four.deals import cast_lots, weigh
from musodds.solver.four.menu import Menu
from musodds.solver.four.score_walk import bet_at_score
from musodds.solver.four.stakes import Stakes, at_score, new_lines
from musodds.solver.four.walk import bet

FEW = Menu((2,), (), 0)


def chances(target):  # type: ignore[no-untyped-def]
    """Return some table of chances to win, by no rule."""
    rng = np.random.default_rng(7)
    ahead = np.subtract.outer(np.arange(target), np.arange(target))
    rough = rng.normal(0, 0.3, (target, target))
    return (1 / (1 + np.exp(-ahead / 3 - rough))).astype(np.float32)


class Walked:
    """One deal's walks summed: values and regrets with their errors."""

    def __init__(self, game, numbers, seat, walks, walk=None):  # type: ignore[no-untyped-def]
        names, rng = game.space.names, random.Random(seat)
        self.others, self.left = deal(game, rng)
        own, work = fresh(game, seed=seat + 10)
        for other, hand in zip([s for s in range(4) if s != seat], self.others, strict=True):
            work.hands[other] = game.number[names.index(hand)]
        work.left[:] = [self.left.count(c) for c in "R75A"]
        weigh(game.deck, work.left, work, work.weights)
        work.reach[0, 0] = 1
        lines, tab = new_lines(game), tables_of(numbers, own)
        o = options(sampled=False, apart=True)  # what is read stays as it is
        sums = np.zeros((2, len(names))), np.zeros((2, len(numbers)))
        for _ in range(walks):
            cast_lots(work)
            if walk is None:
                bet_at_score(game.deck, game.trees, tab, o, work, lines, seat)
            else:
                walk(game.deck, game.trees, tab, o, work, seat)
            for into, x in zip(sums, (work.value[0, 0], tab.average), strict=True):
                into[0] += x
                into[1] += x.astype(float) ** 2
            tab.average[:] = 0
        self.weights = work.weights
        self.often = sums[1][0] ** 2 / np.maximum(sums[1][1], 1e-30)
        (self.value, self.value_error), (self.regret, self.error) = (
            (s / walks, np.sqrt(np.maximum(q / walks - (s / walks) ** 2, 0) / walks))
            for s, q in sums
        )

    def hands(self, seat, name):  # type: ignore[no-untyped-def]
        """Return the four hands if the seat holds this one."""
        return [*self.others[:seat], name, *self.others[seat:]]


def some_numbers(game, where_own, seed=3):  # type: ignore[no-untyped-def]
    rng, size = np.random.default_rng(seed), int(where_own.size)
    return (rng.exponential(size=size) * (rng.random(size) < 0.8)).astype(np.float32)


@pytest.mark.parametrize(
    ("seat", "score", "late"),
    [(0, (35, 36), False), (1, (33, 37), True), (2, (38, 34), True), (3, (30, 31), False)],
)
def test_values_and_regrets_are_those_of_the_whole_tree(seat, score, late) -> None:  # type: ignore[no-untyped-def]
    """The sampled vectors have the exact mean, for each hand of the traverser."""
    game = small_game(menu=FEW)
    rules = replace(game.rules, punto_refused="at-count" if late else "at-once")
    won = chances(rules.target)
    game = at_score(replace(game, rules=rules), Stakes(*score, won))
    own, _ = fresh(game)
    numbers, where, t = some_numbers(game, own), places(game, own), game.trees
    walked = Walked(game, numbers, seat, 3000)
    names = game.space.names
    possible = sorted(naive.ways(walked.left))
    for name in random.Random(seat).sample(possible, min(6, len(possible))):
        hand = game.number[names.index(name)]
        exact = naive_scored.Walk(
            walked.hands(seat, name), seat, plan_of(game, numbers, where), score,
            lambda m, o: float(won[m, o]), game.rules.target, late, raises=(), most=0,
        )  # fmt: skip
        assert abs(walked.value[hand] - exact.value) < 5 * walked.value_error[hand] + 1e-5
        checked = 0.0
        for (at, summary, said, word), wanted in exact.regret.items():
            lance = exact.lances[at]
            first, words, tree = where[lance.name, lance.mask, said]
            place = first + summary_number(summary) * t.size[tree] + hand - t.first[tree]
            place += words.index(word) * t.width[tree]
            weight = walked.weights[hand]
            off = abs(walked.regret[place] - wanted * weight)
            # a line that is hardly ever walked has an error that is hardly known
            assert off < 6 * walked.error[place] + 1e-3 * weight, (at, said, word)
            checked += abs(wanted)
        assert checked > 0


@pytest.mark.parametrize("seat", range(4))
def test_where_a_tanto_is_always_worth_the_same_it_is_the_linear_walk(seat) -> None:  # type: ignore[no-untyped-def]
    """Far from the target, nobody going all in: values and regrets are tantos times a constant."""
    menu, c = Menu((2,), (3,), 1, ordago=False), 0.004
    game = small_game(menu=menu)
    rules = replace(game.rules, target=120)
    ahead = np.subtract.outer(np.arange(120), np.arange(120))
    far = at_score(replace(game, rules=rules), Stakes(40, 45, 0.5 + c * ahead))
    own, _ = fresh(game)
    numbers = some_numbers(game, own)
    scored, linear = Walked(far, numbers, seat, 2000), Walked(game, numbers, seat, 2000, bet)
    sign = 1 if seat % 2 == 0 else -1
    there = scored.weights > 0
    value = scored.value - sign * c * (40 - 45)
    error = np.hypot(scored.value_error, c * linear.value_error)
    z = (value - c * linear.value)[there] / (error[there] + 1e-6)
    assert np.abs(z).max() < 4.5
    error = np.hypot(scored.error, c * linear.error) + 1e-6 * scored.weights.max()  # rounding
    # an error that few of the walks tell is hardly known
    often = np.minimum(scored.often, linear.often) > 40
    z = (scored.regret - c * linear.regret)[often] / error[often]
    assert often.sum() > 100
    assert np.abs(z).max() < 5.5
    assert np.mean(z**2) < 2.5  # hands share their luck
