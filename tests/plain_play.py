"""Samples of musodds compared with samples of the plain game, number by number."""

from collections import Counter
from math import sqrt

import naive
import naive_mus
import numpy as np
from plays import as_policy, comparing, mask_of, paso_of, space_of, starting, summed

from musodds.rules import load_rules
from musodds.setup import CHUNK_DEALS
from musodds.simulate import sim_table
from musodds.trials import decisions

SURE = 35  # points from which the asker cuts


def table_and_game(key, deck, cut, discard, rounds, players=4, **changed):
    """Return the hands of a deck, and one way to play with them for musodds and plainly."""
    space, rules = space_of(deck), load_rules("naipera", changed)
    corrido = rules.mus_corrido != "never"
    policy = as_policy(space, cut, discard, rounds, players)
    game = naive_mus.Game(
        naive.stream(key), deck, cut, discard, rules.mus_decided, rules.reshuffle, corrido,
        rules.pedrete, players,
    )  # fmt: skip
    return space, sim_table(rules, policy, corrido, space), game


def own_cuts(space, mine):
    """Return the hands with which the asker cuts, by round, for the plain game."""
    return [{space.names[i] for i in np.flatnonzero(row)} for row in mine]


def close(counts, values, met, value):
    """Compare the means of a value over the hands met, within 4.5 standard errors."""
    mean = (counts * values).sum() / counts.sum()
    plain, se = naive.mean_and_error([value(name) for name in met.elements()])
    assert abs(mean - plain) <= 4.5 * se + 1e-12


def check_rounds(space, table, game, seat, rounds, chunks=80, plain_n=10_000):
    """Compare what a seat holds each time it must speak and what cutting gains, by round."""
    mine = np.zeros((rounds, len(space)), dtype=bool)
    mine[:, space.points >= SURE] = True
    start, payoff = starting(table, space, asker=seat), paso_of(table, space)
    counts, gains, _ = decisions(7, chunks, seat, mine, start, table, payoff)
    n = chunks * CHUNK_DEALS
    met, gained = [Counter() for _ in range(rounds)], [[] for _ in range(rounds)]
    for _ in range(plain_n):
        held, end = naive_mus.keep_saying_mus(game, seat, rounds)
        value = end
        for round_, (name, if_cut) in reversed(list(enumerate(held))):
            met[round_][name] += 1
            gained[round_].append(if_cut - value)
            if naive.points(name) >= SURE:
                value = if_cut
    assert counts[0].sum() == n
    if game.pedrete:
        assert not counts[:, space.index("7654")].any()
    for round_ in range(rounds):
        # how often it comes to this round
        p = counts[round_].sum() / n
        assert abs(p - len(gained[round_]) / plain_n) <= 4.5 * sqrt(p * (1 - p) / plain_n)
        # the number of each card held, which sees what was shuffled back in
        for card in space.deck.names:
            each = np.array([name.count(card) for name in space.names])
            close(counts[round_], each, met[round_], lambda name, c=card: name.count(c))
        close(counts[round_], space.points, met[round_], naive.points)
        mean, se = naive.mean_and_error(gained[round_])
        assert abs(gains[round_].sum() / counts[round_].sum() - mean) < 4.5 * se


def check_mus(
    space, table, game, seat, hand, keep, mine, reps=1, chunks=48, plain_n=10_000, story=None,
    **start,
):  # fmt: skip
    """Compare what cutting and one discard are worth, and their products deal by deal.

    ``start`` is given on to `plays.starting`, what it tells to the plain game as a story.
    """
    known = np.full(game.players, -1)
    known[seat] = space.index((story and story.end) or hand)
    begin, masks = (
        starting(table, space, known, seat, **start),
        [mask_of(space.names[known[seat]], keep)],
    )
    other, both = summed(comparing(4, chunks, seat, begin, masks, mine, table, space, reps))
    cuts = own_cuts(space, mine)
    played = [
        naive_mus.say_mus(game, seat, cuts, {seat: hand}, keep, story) for _ in range(plain_n)
    ]
    n, agreed = chunks * CHUNK_DEALS, int(both[0, 0])
    assert other[0, 0] + agreed == n
    plain = [(cut_now, mus) for cut_now, mus, yes in played if yes]
    p = agreed / n
    assert abs(len(plain) / len(played) - p) <= 4 * sqrt(p * (1 - p) / len(played))
    compared = [
        ((other + both)[0, 1] / n, [cut_now for cut_now, _, _ in played]),
        ((other + both)[0, 2] / n, [mus for _, mus, _ in played]),
        ((other + both)[1, 2] / n, [cut_now * mus for cut_now, mus, _ in played]),
        (both[0, 1] / agreed, [cut_now for cut_now, _ in plain]),
        (both[1, 1] / agreed, [cut_now**2 for cut_now, _ in plain]),
        (both[0, 2] / agreed, [mus for _, mus in plain]),
        (both[1, 2] / agreed, [cut_now * mus for cut_now, mus in plain]),
    ]
    if reps == 1:
        compared.append((both[2, 2] / agreed, [mus**2 for _, mus in plain]))
    for estimate, samples in compared:
        mean, se = naive.mean_and_error(samples)
        assert abs(estimate - mean) < 4 * se, (estimate, mean, se)
