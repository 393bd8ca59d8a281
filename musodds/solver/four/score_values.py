"""What the actions at some decisions bring at a score, line by line.

Once the betting of a deal has been walked (`score_walk`), the rows of grande, chica and pares are
still there; those of the last lance are used again line by line, so it is walked once more, the
others' moves drawn anew. Values are the chance that the seat's pair wins, less a half.
"""

from __future__ import annotations

import numpy as np

from ...jit import Arr, Int, njit_bare, njit_inner
from .game import Trees
from .score_walk import _count, _end_value, _place, _says, _walk_back, _walk_out
from .seen import NOT_ASKED, Sums, Wanted, _add_action, _add_weight
from .stakes import Lines
from .vectors import fill, match_run, times, times_add
from .walk import LAST
from .work import Options, Tables, Work

_0 = np.float32(0)


@njit_inner
def _see_row(
    t: Trees, tab: Tables, w: Work, x: Lines, q: Sums, wanted: Wanted, said: Arr,
    seat: Int, lance: Int, n: Int, tree: Int, lo: Int, width: Int, row: Int,
) -> None:  # fmt: skip
    """Note the actions at one node of the seat; the walk has left what follows them."""
    node, most, hi = w.node[row], len(w.sigma), lo + width
    moves, at = t.moves[node], w.spot[0] + t.place[node] + lo - t.first[tree]
    match_run(tab.mine, at, t.width[tree], width, moves, w.sigma, w.scratch)
    own, mean, weight = w.scratch[0][:width], w.scratch[1][:width], w.scratch[2][:width]
    times(said[lo:hi], w.flow[row][:width], own)
    _add_weight(q, wanted.group[node], lo, w.weights[lo:hi], own, weight)
    fill(_0, mean)
    for a in range(moves):
        to = w.target[row, a]
        value = w.worth[a if to < 0 else most + to][:width]
        if to < 0:
            line = x.after[row, a] if lance < LAST else np.int64(0)
            _end_value(t, w, x, seat, lance, n, tree, to, line, lo, value)
        times_add(w.sigma[a][:width], value, mean)
    for a in range(moves):
        to, chance = w.target[row, a], w.sigma[a][:width]
        value = w.worth[a if to < 0 else most + to][:width]
        _add_action(q, wanted.column[node, a], lo, weight, chance, value, mean)


@njit_inner
def _see_rows(
    t: Trees, tab: Tables, w: Work, x: Lines, q: Sums, wanted: Wanted, said: Arr,
    seat: Int, lance: Int, n: Int, v: Int, lo: Int, hi: Int,
) -> None:  # fmt: skip
    """Note what is asked for in one lance of one line."""
    tree = w.tree[lance, v]
    for row in range(x.span[n, v, 0], x.span[n, v, 1]):
        if wanted.group[w.node[row]] != NOT_ASKED:
            _see_row(t, tab, w, x, q, wanted, said, seat, lance, n, tree, lo, hi - lo, row)


@njit_bare
def see_bets_at_score(
    t: Trees, tab: Tables, o: Options, w: Work, x: Lines, q: Sums, wanted: Wanted, said: Arr,
    seat: Int,
) -> None:  # fmt: skip
    """Note the decisions that are asked for in the betting just walked at a score.

    ``said`` is the chance of each hand to have said what it said in this round of mus.
    """
    for lance in range(LAST):
        lo, hi = w.runs[lance, 0], w.runs[lance, 1]
        for n in range(x.first[lance], x.first[lance + 1]):
            for v in range(1 if lance < 2 else 2):
                if wanted.summaries[lance, x.said[n]] and _says(t, w, lance, v):
                    _place(t, tab, w, lance, x.said[n], w.tree[lance, v])
                    _see_rows(t, tab, w, x, q, wanted, said, seat, lance, n, v, lo, hi)
    last, rows = np.int64(LAST), w.used[0]
    for n in range(x.first[LAST], x.first[LAST + 1]):
        for v in range(2):
            if wanted.summaries[LAST, x.said[n]] and _says(t, w, last, v):
                lo, hi = x.runs[x.held[n], v, 0], x.runs[x.held[n], v, 1]
                _place(t, tab, w, last, x.said[n], w.tree[LAST, v])
                _count(w, x, n, x.ours[n], x.theirs[n], lo, hi, np.int64(0))
                _walk_out(t, tab, o, w, x, seat, last, n, v, lo, hi)
                _walk_back(t, tab, o, w, x, seat, last, n, v, lo, hi)
                _see_rows(t, tab, w, x, q, wanted, said, seat, last, n, v, lo, hi)
                w.used[0] = rows
