"""One deal's betting walked for all hands of one seat at a time.

The other three seats hold known hands and their moves are sampled. Forward, each lance is walked
from every summary that can be reached: at the traverser's nodes every move is followed and his
own reach carried on. Backward, one vector of values a node is made, and with it the regrets.
Tables hold, for each (tree, summary, node, move), one number a hand; what is positive of them,
scaled to sum to 1, is the strategy, so regrets, sums of strategies and chances all serve.
"""

from __future__ import annotations

import numpy as np

from ...jit import Arr, Int, njit_inline, njit_inner, njit_part
from .game import Deck, Layout, Trees
from .tree import ORDAGO, PAID_A, SHOWDOWN
from .vectors import (
    add,
    add_average,
    add_regrets,
    bonuses,
    clip,
    copy,
    fill,
    flow_on,
    match_regrets,
    note,
    sample,
    scale,
    shift,
    show_down,
    signs,
    times,
    times_add,
)
from .work import Options, Tables, Work

_0, _1 = np.float32(0), np.float32(1)
LAST = 3  # juego or punto: no lance follows


@njit_part
def settle_lances(d: Deck, t: Trees, seat: Int, w: Work) -> None:
    """Work out who wins each lance and which trees are played, for all hands of the seat."""
    partner, next_, last = (seat + 2) & 3, (seat + 1) & 3, (seat + 3) & 3
    h = w.hands
    for lance in range(4):
        keys = d.keys[lance]
        ours = keys[h[partner]] + 3 - partner
        theirs = max(keys[h[next_]] + 3 - next_, keys[h[last]] + 3 - last)
        signs(keys, np.int32(3 - seat), np.int32(ours), np.int32(theirs), w.sign[lance])
        w.tree[lance, 0] = w.tree[lance, 1] = t.number[lance, 15]
        if lance >= 2:
            tantos = d.tantos[lance - 2]
            mask = 0
            for other in range(4):
                if other != seat and tantos[h[other]] > _0:
                    mask |= 1 << other
            w.tree[lance, 0] = t.number[lance, mask | (1 << seat)]
            w.tree[lance, 1] = t.number[lance, mask]
            gain = w.gain[lance]
            shift(tantos[h[partner]], tantos, gain)
            w.loss[lance] = tantos[h[next_]] + tantos[h[last]]
            bonuses(w.sign[lance], gain, w.loss[lance], w.show[lance])


@njit_inline
def _follow(t: Trees, tab: Tables, o: Options, w: Work, tree: Int, code: Int, seat: Int) -> Int:
    """Let the sampled seats move until the traverser is asked or the lance ends."""
    while code >= 0 and t.seat[code] != seat:
        who, moves, width = t.seat[code], t.moves[code], t.width[tree]
        at, u = t.place[code] + w.hands[who] - t.first[tree], w.luck[t.lot[code]]
        if (tab.learners >> who) & 1:
            at += w.spot[0]
            move = sample(tab.mine, at, width, moves, o.tremble, u)
            if o.sampled:
                note(tab.mine, tab.average, at, width, moves, o.weight)
        else:
            move = sample(tab.fixed, at + w.spot[1], width, moves, o.tremble, u)
        code = t.to[code, move]
    return code


@njit_inline
def _pass_on(
    t: Trees, own: Layout, w: Work, lance: Int, s: Int, code: Int, flow: Arr, lo: Int
) -> None:
    """Add reach to the summary that follows an end, if the hand goes on."""
    if lance == LAST or t.kind[-1 - code] == ORDAGO:
        return
    after = own.step[lance, s, t.outcome[-1 - code]]
    row = w.reach[lance + 1, after]
    if not w.needed[lance + 1, after]:
        w.needed[lance + 1, after] = True
        fill(_0, row)
    add(flow, row[lo : lo + len(flow)])


@njit_inline
def _enter(t: Trees, w: Work, code: Int) -> Int:
    """Return the row of a node of the traverser, a new one, or the end as it is."""
    if code < 0:
        return code
    row = w.used[0]
    w.used[0] += 1
    w.node[row] = code
    w.moves[row] = t.moves[code]
    return row


@njit_inline
def _forward(
    t: Trees, tab: Tables, o: Options, w: Work, seat: Int, lance: Int, s: Int, v: Int
) -> None:
    """Walk one lance from one summary, for the hands that play its tree."""
    tree, start = w.tree[lance, v], w.used[0]
    lo, width = t.first[tree], t.width[tree]
    carries = lance < LAST or o.vector
    reach = w.reach[lance, s][lo : lo + width]
    root = _enter(t, w, _follow(t, tab, o, w, tree, t.root[tree], seat))
    w.root[lance, s, v] = root
    if root < 0:
        _pass_on(t, tab.own, w, lance, s, root, reach, lo)
    elif carries:
        copy(reach, w.flow[start][:width])
    row = start
    while row < w.used[0]:
        node, flow = w.node[row], w.flow[row][:width]
        moves = t.moves[node]
        if carries:
            at = w.spot[0] + t.place[node]
            match_regrets(tab.mine, at, width, moves, w.chance[row], w.scratch)
        for a in range(moves):
            new = _enter(t, w, _follow(t, tab, o, w, tree, t.to[node, a], seat))
            w.target[row, a] = new
            if carries:
                after = w.flow[new][:width] if new >= 0 else w.scratch[2][:width]
                flow_on(
                    flow,
                    w.chance[row, a][:width],
                    _1 - o.stray,
                    np.divide(o.stray, np.float32(moves)),
                    after,
                )
                if new < 0:
                    _pass_on(t, tab.own, w, lance, s, new, after, lo)
        row += 1
    w.span[lance, s, v, 0], w.span[lance, s, v, 1] = start, row


@njit_inner
def _forward_without(
    t: Trees, tab: Tables, o: Options, w: Work, seat: Int, lance: Int, s: Int, v: Int
) -> None:
    """Walk one lance for the hands that take no part, or that no bet can be made with."""
    tree, reach = w.tree[lance, v], w.reach[lance, s]
    code = _follow(t, tab, o, w, tree, t.root[tree], seat) if tree >= 0 else tree
    w.root[lance, s, v] = code
    for k in range(1 + v):
        lo, hi = _run(w, lance, v, k)
        _pass_on(t, tab.own, w, lance, s, code, reach[lo:hi], lo)


@njit_part
def _run(w: Work, lance: Int, v: Int, k: Int) -> tuple[Int, Int]:
    """Return the k-th run of hands of a variant: those that may bet, or those on either side."""
    lo, hi, last = w.runs[lance, 0], w.runs[lance, 1], np.int64(len(w.weights))
    if v == 0:
        return lo, hi
    return (np.int64(0), lo) if k == 0 else (hi, last)


@njit_inline
def _end_value(
    t: Trees, own: Layout, o: Options, w: Work,
    seat: Int, lance: Int, s: Int, code: Int, lo: Int, out: Arr,
) -> None:  # fmt: skip
    """Fill in what an end is worth, later lances included."""
    hi, end = lo + len(out), -1 - code
    kind, outcome, stake = t.kind[end], t.outcome[end], t.stake[end]
    if kind == ORDAGO:
        scale(o.ordago, w.sign[lance][lo:hi], out)
        return
    if kind == SHOWDOWN:
        show_down(stake, w.sign[lance][lo:hi], w.show[lance][lo:hi], out)
    elif (kind == PAID_A) == (seat & 1 == 0):
        shift(stake, w.gain[lance][lo:hi], out)
    else:
        fill(-stake - w.loss[lance], out)
    if lance < LAST:
        add(w.value[lance + 1, own.step[lance, s, outcome]][lo:hi], out)


@njit_inline
def _backward(
    t: Trees, tab: Tables, o: Options, w: Work, seat: Int, lance: Int, s: Int, v: Int
) -> None:
    """Fill in the values of one lance from one summary, and add the regrets."""
    tree = w.tree[lance, v]
    lo, width, most = t.first[tree], t.width[tree], len(w.sigma)
    root, out = w.root[lance, s, v], w.value[lance, s][lo : lo + width]
    if root < 0:
        _end_value(t, tab.own, o, w, seat, lance, s, root, lo, out)
        return
    learns = o.weight > _0 and ((tab.learners >> seat) & 1) == 1
    weights, by_reach = w.weights[lo : lo + width], w.scratch[2][:width]
    if o.reach:
        times(weights, w.reach[lance, s][lo : lo + width], by_reach)
    else:
        copy(weights, by_reach)
    for row in range(w.span[lance, s, v, 1] - 1, w.span[lance, s, v, 0] - 1, -1):
        moves, at = t.moves[w.node[row]], w.spot[0] + t.place[w.node[row]]
        if lance == LAST and not o.vector:  # nothing was carried on the way out
            match_regrets(tab.mine, at, width, moves, w.chance[row], w.scratch)
        mean = out if row == root else w.worth[most + row][:width]
        fill(_0, mean)
        for a in range(moves):
            to = w.target[row, a]
            value = w.worth[a if to < 0 else most + to][:width]
            if to < 0:
                _end_value(t, tab.own, o, w, seat, lance, s, to, lo, value)
            times_add(w.chance[row, a][:width], value, mean)
        if learns:
            _learn(tab, o, w, at, row, mean, by_reach, weights)


@njit_inline
def _learn(
    tab: Tables, o: Options, w: Work, at: Int, row: Int, mean: Arr, by_reach: Arr, weights: Arr
) -> None:
    """Add the regrets of one node, and where that is wanted the strategy to its average."""
    width, most = len(mean), len(w.sigma)
    into = tab.average if o.apart else tab.mine
    for a in range(w.moves[row]):
        to = w.target[row, a]
        value = w.worth[a if to < 0 else most + to][:width]
        regrets = into[at + a * width : at + (a + 1) * width]
        add_regrets(o.weight, value, mean, by_reach, regrets)
        if o.clip:
            clip(regrets)
        if o.vector:
            average = tab.average[at + a * width : at + (a + 1) * width]
            add_average(o.weight, weights, w.flow[row][:width], w.chance[row, a][:width], average)


@njit_inner
def _backward_without(
    t: Trees, own: Layout, o: Options, w: Work, seat: Int, lance: Int, s: Int, v: Int
) -> None:
    for k in range(1 + v):
        lo, hi = _run(w, lance, v, k)
        _end_value(t, own, o, w, seat, lance, s, w.root[lance, s, v], lo, w.value[lance, s, lo:hi])


# ---------------------------------------------------------------- the whole betting


@njit_inline
def _is_played(t: Trees, w: Work, lance: Int, v: Int) -> Int:
    """Return whether the traverser's hands of a variant have a say."""
    tree = w.tree[lance, v]
    return tree >= 0 and (v == 0 or tree == t.number[3, 0])


@njit_inline
def _place(t: Trees, tab: Tables, w: Work, lance: Int, s: Int, v: Int) -> None:
    """Work out where the tables of a tree and a summary begin."""
    tree = w.tree[lance, v]
    if tree >= 0:
        size = t.size[tree]
        w.spot[0] = w.starts[0] + tab.own.base[tree] + s * size
        w.spot[1] = w.starts[1] + tab.theirs.base[tree] + tab.project[lance, s] * size


@njit_part
def bet(d: Deck, t: Trees, tab: Tables, o: Options, w: Work, seat: Int) -> None:
    """Walk the betting of a deal for all hands of a seat.

    Before, ``w`` holds the others' hands, the weights of the seat's own, and its reach in
    ``reach[0, 0]``; after, what each hand is worth in ``value[0, 0]``.
    """
    settle_lances(d, t, seat, w)
    w.used[0] = 0
    w.needed[:] = False
    w.needed[0, 0] = True
    for lance in range(4):
        for s in range(w.needed.shape[1]):
            for v in range((1 if lance < 2 else 2) * w.needed[lance, s]):
                _place(t, tab, w, lance, s, v)
                if _is_played(t, w, lance, v):
                    _forward(t, tab, o, w, seat, lance, s, v)
                else:
                    _forward_without(t, tab, o, w, seat, lance, s, v)
    for lance in range(3, -1, -1):
        for s in range(w.needed.shape[1]):
            for v in range((1 if lance < 2 else 2) * w.needed[lance, s]):
                _place(t, tab, w, lance, s, v)
                if _is_played(t, w, lance, v):
                    _backward(t, tab, o, w, seat, lance, s, v)
                else:
                    _backward_without(t, tab.own, o, w, seat, lance, s, v)
