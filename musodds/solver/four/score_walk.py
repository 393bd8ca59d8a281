"""One deal's betting walked line by line, for all hands of one seat at a time, at a score.

At a score the lances do not add up: refused bets are paid at once, the rest in order at the count,
and who gets to the target first wins. So a lance is walked from every line that can be reached:
what was paid, what is pending, what is remembered. Tables are those of the linear walk, of which a
tree may be walked on several lines: each time is a round of its own of regret matching, weighed by
the own reach of the line, and its bound does not ask that rounds be alike. Values are the chance
that the seat's pair wins the game, less a half. The last lance, which has most of the lines, is
walked there and back line by line, for the hands that play it alone.
"""

from __future__ import annotations

import numpy as np

from ...jit import Arr, Int, njit_inline, njit_inner, njit_part
from .game import Deck, Layout, Trees
from .score_count import bonus, open_count, show_down, worth_of, worth_of_bonus
from .stakes import Lines
from .tree import ORDAGO, PAID_A, SHOWDOWN
from .vectors import (
    add,
    add_average,
    add_regrets,
    clip,
    copy,
    fill,
    flow_on,
    match_run,
    scale,
    times,
    times_add,
)
from .walk import LAST, _enter, _follow, settle_lances
from .work import Options, Tables, Work

_0, _1, _HALF = np.float32(0), np.float32(1), np.float32(0.5)
OVER = -1  # no line follows
OUR_BONUS, THEIR_BONUS = -1, -2  # pending where a bet was refused; else the stake shown down


@njit_inline
def _is_ours(t: Trees, end: Int, seat: Int) -> Int:
    """Return whether a refused bet is paid to the seat's pair."""
    return (t.kind[end] == PAID_A) == (seat & 1 == 0)


@njit_inline
def _next_line(
    t: Trees, own: Layout, x: Lines, seat: Int, lance: Int, n: Int, v: Int, end: Int
) -> Int:
    """Return the line that follows an end, made if need be; none where the game is over."""
    kind, pending = t.kind[end], np.int64(t.stake[end])
    ours, theirs = x.ours[n], x.theirs[n]
    if kind == ORDAGO:
        return np.int64(OVER)
    if kind != SHOWDOWN:
        if _is_ours(t, end, seat):
            ours, pending = ours + pending, np.int64(OUR_BONUS)
        else:
            theirs, pending = theirs + pending, np.int64(THEIR_BONUS)
        if max(ours, theirs) >= x.target:
            return np.int64(OVER)
    said, held = own.step[lance, x.said[n], t.outcome[end]], np.int64(lance == 2 and v == 0)
    last = x.first[lance + 2]
    for m in range(x.fresh[0], last):  # of this very line alone: others have their own past
        alike = x.said[m] == said and x.pending[m, lance] == pending and x.held[m] == held
        if alike and x.ours[m] == ours and x.theirs[m] == theirs:
            return np.int64(m)
    x.said[last], x.ours[last], x.theirs[last], x.held[last] = said, ours, theirs, held
    for k in range(lance):
        x.pending[last, k] = x.pending[n, k]
    x.pending[last, lance] = pending
    fill(_0, x.reach[last])
    x.first[lance + 2] = last + 1
    return np.int64(last)


@njit_inline
def _place(t: Trees, tab: Tables, w: Work, lance: Int, s: Int, tree: Int) -> None:
    """Work out where the tables of a tree and a summary begin."""
    size = t.size[tree]
    w.spot[0] = w.starts[0] + tab.own.base[tree] + s * size
    w.spot[1] = w.starts[1] + tab.theirs.base[tree] + tab.project[lance, s] * size


@njit_inline
def _says(t: Trees, w: Work, lance: Int, v: Int) -> Int:
    """Return whether the traverser's hands of a variant have a say."""
    tree = w.tree[lance, v]
    return tree >= 0 and (v == 0 or tree == t.number[3, 0])


# ---------------------------------------------------------------- forward


@njit_inner
def _walk_out(
    t: Trees, tab: Tables, o: Options, w: Work, x: Lines,
    seat: Int, lance: Int, n: Int, v: Int, lo: Int, hi: Int,
) -> None:  # fmt: skip
    """Walk one lance of one line, for hands that have a say."""
    tree, start, width = w.tree[lance, v], w.used[0], hi - lo
    carries = lance < LAST or o.vector
    reach = x.reach[n, lo:hi]
    root = _enter(t, w, _follow(t, tab, o, w, tree, t.root[tree], seat))
    x.root[n, v] = root
    if root >= 0:
        if carries:
            copy(reach, w.flow[start][:width])
    elif lance < LAST:
        x.begin[n, v] = _pass_on(t, tab.own, x, seat, lance, n, v, root, reach, lo)
    row = start
    while row < w.used[0]:
        node, flow = w.node[row], w.flow[row][:width]
        moves = t.moves[node]
        if carries:
            at = w.spot[0] + t.place[node] + lo - t.first[tree]
            match_run(tab.mine, at, t.width[tree], width, moves, w.sigma, w.scratch)
        for a in range(moves):
            new = _enter(t, w, _follow(t, tab, o, w, tree, t.to[node, a], seat))
            w.target[row, a] = new
            if carries:
                after = w.flow[new][:width] if new >= 0 else w.scratch[2][:width]
                equal = np.divide(o.stray, np.float32(moves))
                flow_on(flow, w.sigma[a][:width], _1 - o.stray, equal, after)
                if new < 0 and lance < LAST:
                    x.after[row, a] = _pass_on(t, tab.own, x, seat, lance, n, v, new, after, lo)
        row += 1
    x.span[n, v, 0], x.span[n, v, 1] = start, row


@njit_inline
def _pass_on(
    t: Trees, own: Layout, x: Lines,
    seat: Int, lance: Int, n: Int, v: Int, code: Int, flow: Arr, lo: Int,
) -> Int:  # fmt: skip
    """Add reach to the line that follows an end, and return it."""
    line = _next_line(t, own, x, seat, lance, n, v, -1 - code)
    if line != OVER:
        add(flow, x.reach[line, lo : lo + len(flow)])
    return line


@njit_inner
def _pass_by(
    t: Trees, tab: Tables, o: Options, w: Work, x: Lines, seat: Int, lance: Int, n: Int, v: Int
) -> None:
    """Let the others bet out a lance in which hands have no say, or in which nobody can bet."""
    tree = w.tree[lance, v]
    code = _follow(t, tab, o, w, tree, t.root[tree], seat) if tree >= 0 else tree
    x.root[n, v] = code
    if lance < LAST:
        lo, hi, reach = w.runs[lance, 0], w.runs[lance, 1], x.reach[n]
        if v == 0:
            line = _pass_on(t, tab.own, x, seat, lance, n, v, code, reach[lo:hi], lo)
        else:  # the hands on either side of those with pares
            line = _pass_on(t, tab.own, x, seat, lance, n, v, code, reach[:lo], np.int64(0))
            _pass_on(t, tab.own, x, seat, lance, n, v, code, reach[hi:], hi)
        x.begin[n, v] = line


# ---------------------------------------------------------------- what ends are worth


@njit_inline
def _early_value(
    t: Trees, w: Work, x: Lines, seat: Int, lance: Int, code: Int, line: Int, lo: Int, out: Arr
) -> None:
    """Fill in what an end before the last lance is worth."""
    end, hi = -1 - code, lo + len(out)
    if line != OVER:
        copy(x.value[line, lo:hi], out)
    elif t.kind[end] == ORDAGO:
        scale(_HALF, w.sign[lance, lo:hi], out)
    else:
        fill(_HALF if _is_ours(t, end, seat) else -_HALF, out)


@njit_inner
def _count(w: Work, x: Lines, n: Int, ours: Int, theirs: Int, lo: Int, hi: Int, k: Int) -> None:
    """Count the first three lances from the tantos that are paid at once."""
    us, them, target = x.us[k, lo:hi], x.them[k, lo:hi], np.float32(x.target)
    open_count(np.float32(ours), np.float32(theirs), us, them)
    for lance in range(LAST):
        pending = x.pending[n, lance]
        if pending >= 0:
            if pending > 0 or lance == 2:
                stake, show = np.float32(pending), w.show[lance, lo:hi]
                show_down(stake, w.sign[lance, lo:hi], show, target, us, them)
        elif lance == 2:
            own = w.gain[lance, lo:hi]
            if pending == OUR_BONUS:
                bonus(_1, own, _0, target, us, them)
            else:
                bonus(_0, own, w.loss[lance], target, us, them)


@njit_inner
def _last_value(
    t: Trees, w: Work, x: Lines, seat: Int, n: Int, tree: Int, code: Int, lo: Int, out: Arr
) -> None:
    """Fill in what an end of the last lance is worth; showdowns are counted in advance."""
    end, hi = -1 - code, lo + len(out)
    worth, target = x.worth[seat & 1], np.float32(x.target)
    if t.kind[end] == ORDAGO:
        scale(_HALF, w.sign[LAST, lo:hi], out)
        return
    if t.kind[end] == SHOWDOWN:
        sign, show, us, them = w.sign[LAST, lo:hi], w.show[LAST, lo:hi], x.us[0], x.them[0]
        worth_of(t.stake[end], sign, show, target, us[lo:hi], them[lo:hi], worth, out)
        return
    late = x.late if tree == t.number[LAST, 0] else np.int64(0)
    paid, mine = np.int64(t.stake[end]) - late, _is_ours(t, end, seat)
    ours, theirs = x.ours[n] + paid * mine, x.theirs[n] + paid * (1 - mine)
    if max(ours, theirs) >= x.target:
        fill(_HALF if mine else -_HALF, out)
        return
    _count(w, x, n, ours, theirs, lo, hi, np.int64(1))
    us, them, gain = x.us[1, lo:hi], x.them[1, lo:hi], w.gain[LAST, lo:hi]
    if mine:
        worth_of_bonus(_1, gain, np.float32(late), _0, target, us, them, worth, out)
    else:
        theirs_late = w.loss[LAST] + np.float32(late)
        worth_of_bonus(_0, gain, _0, theirs_late, target, us, them, worth, out)


@njit_inline
def _end_value(
    t: Trees, w: Work, x: Lines,
    seat: Int, lance: Int, n: Int, tree: Int, code: Int, line: Int, lo: Int, out: Arr,
) -> None:  # fmt: skip
    if lance == LAST:
        _last_value(t, w, x, seat, n, tree, code, lo, out)
    else:
        _early_value(t, w, x, seat, lance, code, line, lo, out)


# ---------------------------------------------------------------- backward


@njit_inner
def _walk_back(
    t: Trees, tab: Tables, o: Options, w: Work, x: Lines,
    seat: Int, lance: Int, n: Int, v: Int, lo: Int, hi: Int,
) -> None:  # fmt: skip
    """Fill in the values of one lance of one line, and add the regrets."""
    tree, width, most = w.tree[lance, v], hi - lo, len(w.sigma)
    root, out = x.root[n, v], x.value[n, lo:hi]
    if root < 0:
        _end_value(t, w, x, seat, lance, n, tree, root, x.begin[n, v], lo, out)
        return
    learns = o.weight > _0 and ((tab.learners >> seat) & 1) == 1
    weights, by_reach = w.weights[lo:hi], w.scratch[2][:width]
    if o.reach:
        times(weights, x.reach[n, lo:hi], by_reach)
    else:
        copy(weights, by_reach)
    stride, off = t.width[tree], lo - t.first[tree]
    for row in range(x.span[n, v, 1] - 1, x.span[n, v, 0] - 1, -1):
        moves, at = t.moves[w.node[row]], w.spot[0] + t.place[w.node[row]] + off
        match_run(tab.mine, at, stride, width, moves, w.sigma, w.scratch)
        mean = out if row == root else w.worth[most + row][:width]
        fill(_0, mean)
        for a in range(moves):
            to = w.target[row, a]
            value = w.worth[a if to < 0 else most + to][:width]
            if to < 0:
                _end_value(t, w, x, seat, lance, n, tree, to, x.after[row, a], lo, value)
            times_add(w.sigma[a][:width], value, mean)
        if learns:
            _learn(tab, o, w, at, stride, row, mean, by_reach, weights)


@njit_inline
def _learn(
    tab: Tables, o: Options, w: Work,
    at: Int, stride: Int, row: Int, mean: Arr, by_reach: Arr, weights: Arr,
) -> None:  # fmt: skip
    """Add the regrets of one node, and where that is wanted the strategy to its average."""
    width, most = len(mean), len(w.sigma)
    into = tab.average if o.apart else tab.mine
    for a in range(w.moves[row]):
        to, here = w.target[row, a], at + a * stride
        value = w.worth[a if to < 0 else most + to][:width]
        regrets = into[here : here + width]
        add_regrets(o.weight, value, mean, by_reach, regrets)
        if o.clip:
            clip(regrets)
        if o.vector:
            average = tab.average[here : here + width]
            add_average(o.weight, weights, w.flow[row][:width], w.sigma[a][:width], average)


@njit_inner
def _value_by(t: Trees, w: Work, x: Lines, seat: Int, lance: Int, n: Int, v: Int) -> None:
    """Fill in the values of a lance in which hands have no say."""
    tree, code, line = w.tree[lance, v], x.root[n, v], x.begin[n, v]
    if lance == LAST:
        lo, hi = x.runs[x.held[n], v, 0], x.runs[x.held[n], v, 1]
        _last_value(t, w, x, seat, n, tree, code, lo, x.value[n, lo:hi])
        return
    lo, hi = w.runs[lance, 0], w.runs[lance, 1]
    if v == 0:
        _early_value(t, w, x, seat, lance, code, line, lo, x.value[n, lo:hi])
    else:
        _early_value(t, w, x, seat, lance, code, line, np.int64(0), x.value[n, :lo])
        _early_value(t, w, x, seat, lance, code, line, hi, x.value[n, hi:])


# ---------------------------------------------------------------- the whole betting


@njit_inner
def _last_lance(t: Trees, tab: Tables, o: Options, w: Work, x: Lines, seat: Int, n: Int) -> None:
    """Walk juego or punto there and back; its rows are used again by the next line."""
    rows = w.used[0]
    for v in range(2):
        lo, hi = x.runs[x.held[n], v, 0], x.runs[x.held[n], v, 1]
        if w.tree[LAST, v] >= 0:
            _place(t, tab, w, np.int64(LAST), x.said[n], w.tree[LAST, v])
        _count(w, x, n, x.ours[n], x.theirs[n], lo, hi, np.int64(0))
        if _says(t, w, np.int64(LAST), v):
            _walk_out(t, tab, o, w, x, seat, np.int64(LAST), n, v, lo, hi)
            _walk_back(t, tab, o, w, x, seat, np.int64(LAST), n, v, lo, hi)
        else:
            _pass_by(t, tab, o, w, x, seat, np.int64(LAST), n, v)
            _value_by(t, w, x, seat, np.int64(LAST), n, v)
        w.used[0] = rows


@njit_inner
def _early_lance(
    t: Trees, tab: Tables, o: Options, w: Work, x: Lines, seat: Int, lance: Int, back: Int
) -> None:
    """Walk grande, chica or pares on all lines, there or back."""
    for n in range(x.first[lance], x.first[lance + 1]):
        x.fresh[0] = x.first[lance + 2]
        for v in range(1 if lance < 2 else 2):
            tree, says = w.tree[lance, v], _says(t, w, lance, v)
            lo, hi = w.runs[lance, 0], w.runs[lance, 1]
            if tree >= 0:
                _place(t, tab, w, lance, x.said[n], tree)
            if back and says:
                _walk_back(t, tab, o, w, x, seat, lance, n, v, lo, hi)
            elif back:
                _value_by(t, w, x, seat, lance, n, v)
            elif says:
                _walk_out(t, tab, o, w, x, seat, lance, n, v, lo, hi)
            else:
                _pass_by(t, tab, o, w, x, seat, lance, n, v)


@njit_part
def bet_at_score(d: Deck, t: Trees, tab: Tables, o: Options, w: Work, x: Lines, seat: Int) -> None:
    """Walk the betting of a deal for all hands of a seat, as `walk.bet` does.

    Before, ``w`` holds the others' hands, the weights of the seat's own, and its reach in
    ``reach[0, 0]``; after, what each hand is worth in ``value[0, 0]``.
    """
    settle_lances(d, t, seat, w)
    w.used[0] = 0
    x.first[0], x.first[1] = 0, 1
    x.said[0], x.held[0] = 0, 0
    x.ours[0], x.theirs[0] = x.score[seat & 1], x.score[1 - (seat & 1)]
    copy(w.reach[0, 0], x.reach[0])
    for lance in range(LAST):
        x.first[lance + 2] = x.first[lance + 1]
        _early_lance(t, tab, o, w, x, seat, lance, False)
    for n in range(x.first[LAST], x.first[LAST + 1]):
        _last_lance(t, tab, o, w, x, seat, n)
    for lance in range(LAST - 1, -1, -1):
        _early_lance(t, tab, o, w, x, seat, lance, True)
    copy(x.value[0], w.value[0, 0])
