"""Tantos of every action at some decisions, for all hands of a seat at a time.

The walk that training does is done for one seat, everybody playing the strategy and nobody
learning; where it comes to a decision that is asked for, what each action is worth with each hand
is noted. A hand's values are weighed by the deals in which it comes there: those of the other
seats' cards and moves, and the hand's own moves. So that hands that the strategy never brings
there have values too, a little is added to their own part.

Tantos count from the lance on, later lances included: our pair's less theirs. At a score it is the
chance that our pair wins the game, less a half.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...draws import MASKS
from ...jit import Arr, Int, njit_bare
from .deals import deal_others
from .game import Deck, Trees, layout
from .memory import projection
from .mus_game import KEYS, Mus
from .mus_walk import (
    AGAIN,
    EARLY,
    MusWork,
    _before_bets,
    _begin,
    _go_on,
    _is_his_cut,
    _open_round,
    _value_discards,
    _value_round,
    new_mus_work,
)
from .score_values import see_bets_at_score
from .score_walk import bet_at_score
from .seen import NOT_ASKED, Sums, Wanted, _add_action, _add_weight, new_sums
from .stakes import new_lines
from .strategy import Strategy
from .train import Method
from .vectors import copy, fill, match_regrets, times, times_add
from .walk import _end_value, _is_played, _place, bet
from .work import Options, Tables, Work, new_work

_0, _1 = np.float32(0), np.float32(1)


@njit_bare
def _see_node(
    t: Trees, tab: Tables, o: Options, w: Work, q: Sums, wanted: Wanted, said: Arr,
    seat: Int, lance: Int, s: Int, v: Int, row: Int,
) -> None:  # fmt: skip
    """Note the actions at one node of the seat; the walk has left their values."""
    tree, node, most = w.tree[lance, v], w.node[row], len(w.sigma)
    lo, width, moves = t.first[tree], t.width[tree], t.moves[node]
    match_regrets(tab.mine, w.spot[0] + t.place[node], width, moves, w.sigma, w.scratch)
    own, mean, weight = w.scratch[0][:width], w.scratch[1][:width], w.scratch[2][:width]
    times(said[lo : lo + width], w.flow[row][:width], own)
    _add_weight(q, wanted.group[node], lo, w.weights[lo : lo + width], own, weight)
    fill(_0, mean)
    for a in range(moves):
        to = w.target[row, a]
        value = w.worth[a if to < 0 else most + to][:width]
        if to < 0:
            _end_value(t, tab.own, o, w, seat, lance, s, to, lo, value)
        times_add(w.sigma[a][:width], value, mean)
    for a in range(moves):
        to, chance = w.target[row, a], w.sigma[a][:width]
        value = w.worth[a if to < 0 else most + to][:width]
        _add_action(q, wanted.column[node, a], lo, weight, chance, value, mean)


@njit_bare
def _see_bets(
    t: Trees, tab: Tables, o: Options, w: Work, q: Sums, wanted: Wanted, said: Arr, seat: Int
) -> None:
    """Note the decisions that are asked for in the betting just walked.

    ``said`` is the chance of each hand to have said what it said in this round of mus.
    """
    for lance in range(4):
        for s in range(w.needed.shape[1]):
            if wanted.summaries[lance, s] and w.needed[lance, s]:
                for v in range(1 if lance < 2 else 2):
                    if _is_played(t, w, lance, v):
                        _place(t, tab, w, lance, s, v)
                        for row in range(w.span[lance, s, v, 0], w.span[lance, s, v, 1]):
                            if wanted.group[w.node[row]] != NOT_ASKED:
                                _see_node(t, tab, o, w, q, wanted, said, seat, lance, s, v, row)


@njit_bare
def _said(x: MusWork, r: Int, his: Int, out: Arr) -> None:
    """Fill in the chance that he said what he said in the round that somebody cut."""
    for h in range(len(out)):
        out[h] = _1
    if x.state[r, 0] != EARLY:
        cut = x.cut[r]
        for h in range(len(out)):
            out[h] = cut[h] if his else _1 - cut[h]


@njit_bare
def _see_round(
    m: Mus, tab: Tables, o: Options, w: Work, x: MusWork, q: Sums, wanted: Wanted, r: Int, seat: Int
) -> None:
    """Note cuts and discards of a round whose later rounds are valued."""
    if x.state[r, 0] == EARLY:
        return
    key, zero = min(r, KEYS - 1), np.int64(0)
    own, mus, weight, mean = w.scratch[0], w.scratch[1], w.scratch[2], w.sigma[0]
    mass, cut, worth, worth_cut = x.mass[r], x.cut[r], x.worth[r], x.worth_cut[r]
    for h in range(len(mass)):
        own[h], mus[h] = _1, _1 - cut[h]
    if x.state[r, 0] == AGAIN:
        _value_discards(m, tab, o, x, r, seat, o.weight > _0, worth)
        group, column = wanted.discard[key, 0], wanted.discard[key, 1]
        if group != NOT_ASKED:
            _add_weight(q, group, zero, mass, mus, weight)
            for mask in range(MASKS - 1):
                sigma, value = x.sigma[r, mask], x.scratch[mask]
                _add_action(q, column + mask, zero, weight, sigma, value, worth)
    group, column = wanted.cut[key, 0], wanted.cut[key, 1]
    if group != NOT_ASKED:
        for h in range(len(mass)):
            mean[h] = worth[h] + cut[h] * (worth_cut[h] - worth[h])
        _add_weight(q, group, zero, mass, own, weight)
        _add_action(q, column, zero, weight, mus, worth, mean)
        _add_action(q, column + 1, zero, weight, cut, worth_cut, mean)


@njit_bare
def _end_deal(q: Sums, wanted: Wanted) -> None:
    """Add what one deal brought, and its squares."""
    for c in range(len(q.worth)):
        group = wanted.owner[c % len(q.chance)]
        if q.touched[group]:
            weight, worth = q.now_weight[group], q.now_worth[c]
            total, cross, spread = q.worth[c], q.cross[c], q.spread[c]
            for h in range(len(weight)):
                total[h] += worth[h]
                cross[h] += worth[h] * weight[h]
                spread[h] += worth[h] * worth[h]
                worth[h] = 0.0
    for group in range(len(q.touched)):
        if q.touched[group]:
            weight, total, square = q.now_weight[group], q.weight[group], q.square[group]
            for h in range(len(weight)):
                total[h] += weight[h]
                square[h] += weight[h] * weight[h]
                weight[h] = 0.0
            q.seen[group] += 1
            q.touched[group] = 0


@njit_bare
def _watch(
    d: Deck, t: Trees, m: Mus, tab: Tables, o: Options, w: Work, x: MusWork,
    q: Sums, wanted: Wanted, seat: Int, deals: Int, lines: Any = None,
) -> None:  # fmt: skip
    """Walk some deals as in `mus_walk.iterate`, and note what is asked for; ``lines`` as there."""
    for _ in range(deals):
        deal_others(d, seat, w)
        _begin(w, x)
        for h in range(len(q.dealt)):
            q.dealt[h] += w.weights[h]
        r, last = np.int64(0), np.int64(0)
        while r >= 0:
            for b in range(_open_round(m, tab, o, w, x, r, seat)):
                _before_bets(tab, w, x, r, seat, b)
                if lines is None:
                    bet(d, t, tab, o, w, seat)
                else:
                    bet_at_score(d, t, tab, o, w, lines, seat)
                copy(w.value[0, 0], x.worth_cut[r] if _is_his_cut(x, r, b) else x.worth[r])
                if wanted.ways[w.starts[0] // tab.own.size]:
                    _said(x, r, _is_his_cut(x, r, b), x.scratch[0])
                    if lines is None:
                        _see_bets(t, tab, o, w, q, wanted, x.scratch[0], seat)
                    else:
                        see_bets_at_score(t, tab, o, w, lines, q, wanted, x.scratch[0], seat)
            last, r = r, _go_on(d, m, tab, o, w, x, r, seat)
        for k in range(min(last, m.rounds - 1), -1, -1):
            _see_round(m, tab, o, w, x, q, wanted, k, seat)
            _value_round(m, tab, o, x, k, seat, o.weight > _0)
        _end_deal(q, wanted)


def observe(strategy: Strategy, seat: int, wanted: Wanted, deals: int, seed: int) -> Sums:
    """Walk some deals for a seat, everybody playing the strategy.

    Parameters
    ----------
    strategy : Strategy
    seat : int
    wanted : Wanted
    deals, seed : int

    Returns
    -------
    Sums
    """
    game = strategy.game
    own = layout(game, strategy.memory)
    tables = Tables(
        strategy.table,
        np.zeros(1, np.float32),
        np.zeros(1, np.float32),
        own,
        own,
        projection(strategy.memory, strategy.memory),
        np.int64(15),
    )
    # with `vector` the walk carries his own reach through the last lance too
    options = Method(average="vector", stray=0.0).options(game.ordago, weight=0.0)
    groups = 1 + int(max(wanted.owner, default=-1))
    sums = new_sums(groups, len(wanted.owner), len(game.space))
    work = new_work(game, own)
    work.rng[0] = np.uint64(seed)
    _watch(
        game.deck, game.trees, strategy.mus, tables, options, work,
        new_mus_work(game, strategy.mus, own, own), sums, wanted,
        np.int64(seat), np.int64(deals), new_lines(game),
    )  # fmt: skip
    return sums


class Actions(NamedTuple):
    """What the actions of one group are worth, by hand as the kernels number them.

    Attributes
    ----------
    chance, tantos, se : ndarray of float64, shape (actions, hands)
        How often each is taken, its tantos and their standard error; nan where no deal says.
    gain, gain_se : ndarray of float64, shape (actions, hands)
        Tantos above what the strategy brings there; on the same deals, so surer.
    comes : ndarray of float64, shape (hands,)
        How often the seat comes there and holds that hand, in hands played.
    seen : int
        Deals that came there.
    """

    chance: Arr
    tantos: Arr
    se: Arr
    gain: Arr
    gain_se: Arr
    comes: Arr
    seen: int


def _ratio(sums: Sums, group: int, rows: Arr) -> tuple[Arr, Arr]:
    """Return the weighed means of some rows of `Sums.worth`, and their standard errors."""
    weight, square = sums.weight[group], sums.square[group]
    mean = sums.worth[rows] / weight
    left = sums.spread[rows] - 2 * mean * sums.cross[rows] + mean**2 * square
    # so many deals of one weight would say as much
    effective = weight**2 / square
    few = np.where(effective > 1, effective / (effective - 1), np.nan)
    return mean, np.sqrt(np.maximum(left, 0) * few) / weight


def actions_of(sums: Sums, wanted: Wanted, group: int) -> Actions:
    """Return the ratios that the sums stand for, with their standard errors."""
    rows = np.flatnonzero(wanted.owner == group)
    with np.errstate(divide="ignore", invalid="ignore"):
        tantos, se = _ratio(sums, group, rows)
        gain, gain_se = _ratio(sums, group, rows + len(sums.chance))
        chance = sums.chance[rows] / sums.weight[group]
    comes = sums.comes[group] / sums.dealt.sum()
    return Actions(chance, tantos, se, gain, gain_se, comes, int(sums.seen[group]))
