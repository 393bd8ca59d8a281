"""Hands played out from a decision of the asker: every action on the same deals.

Worlds are drawn with weights (`worlds`), the betting up to the decision is followed or drawn
(`said`), and then each action is played to the end of the hand, everybody playing the strategy,
with the same lots in each lance. Payments are added in the order in which they are written down.

Most strategies do not heed the score, and those that do have not learnt all of it. So at a score
two moves are mended (`Purse.mends`). Nobody refuses where that ends the game on the spot
(`_not_lost`). And where the asker's hand alone makes sure that his pair wins the game at the
count, the pair risks nothing any more (`_safe_move`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...jit import Arr, Int, njit_bare, njit_inner
from ...rng import draw, draw_unit
from .game import Deck, Game, Trees
from .play import Player, _bonus, _winner_sign, choose_move, tree_of
from .proposal import Proposal
from .said import Said
from .tree import ORDAGO, PAID_A, PAID_B, SHOWDOWN
from .worlds import World, draw_world, new_world, slipped

_0, _32 = np.float32(0), np.uint64(32)
PARES, LAST = 2, 3
FIRST_REFUSED = np.float32(
    2
)  # tantos paid at once where a first bet is refused, the punto's own in
MOST_BONUS = np.float32(6)  # tantos that a pair may have in pares or juego
_NOBODY: Int = np.int64(0)
TANTOS, GAME, PAYOFFS = range(3)  # the game at further scores comes after these
DRAWN, WEIGHT, SQUARE, TRUE, BEFORE, WON, WON_SQUARE, OURS, THEIRS, HEAD = range(10)


class Purse(NamedTuple):
    """What payments are worth, for the kernels."""

    a: Any  # int64: the score of the mano's pair
    b: Any  # int64: and of the other one
    target: Any  # int64
    won: Arr  # (target, target) float64: chance of the mano's pair before a hand, by both scores
    late: Any  # float32: tantos of a refused punto that are paid at the count
    ordago: Any  # float32: tantos that an órdago counts for
    scored: Any  # bool: whether there is a score
    mends: Any  # bool: whether refusing the game, and risking one that is won, is mended
    sign: Any  # int64: 1 if ours is the pair of the mano, else -1
    sure: Arr  # (4,) bool: lances that the asker's hand wins whatever the others hold
    refused: Arr  # (4,) float32: tantos that a first bet pays if it is refused, at most
    bonus: Arr  # (4,) float32: what his hand alone brings us in them besides bets, at least
    more: Arr  # (scores, 2) int64: further scores at which the same deals are played


class Roll(NamedTuple):
    """Arrays of one chunk of worlds."""

    world: World
    reach: Arr  # (nodes,) float64: chance to come from a node to an end that is allowed
    before: Arr  # (2, 4) float32: payments of the earlier lances
    now: Arr  # (payoffs, actions) float64: what each action brings in this world
    fate: Arr  # (payoffs, 2) float64: what accepting would bring with the lance won, and lost
    alike: Arr  # (scores,) bool: further scores at which the hand goes as it just did


class Fork(NamedTuple):
    """Where the asker decides, for the kernels."""

    lance: Any  # int64
    tree: Any  # int64: of the betting of the lance
    said: Any  # int64: the summary of the earlier lances
    sign: Any  # int64: 1 if ours is the pair of the mano, else -1
    accept: Any  # int64: the action that accepts a bet, or -1


class Sums(NamedTuple):
    """What is added up over the worlds of a chunk."""

    head: Arr  # (HEAD,) float64
    chance: Arr  # (actions,) weights times the strategy's own chances
    total: Arr  # (payoffs, actions) weights w times payoffs y
    cross: Arr  # (payoffs, actions) w w y
    square: Arr  # (payoffs, actions, actions) w w y y'
    fate: Arr  # (payoffs, 4) w y of accepting: with the lance won and lost; the same in all worlds


def new_roll(game: Game, actions: int, payoffs: int = PAYOFFS) -> Roll:
    """Return arrays to play worlds in."""
    return Roll(
        new_world(game),
        np.zeros(len(game.trees.seat)),
        np.zeros((2, 4), np.float32),
        np.zeros((payoffs, actions)),
        np.zeros((payoffs, 2)),
        np.zeros(payoffs - PAYOFFS, np.bool_),
    )


def new_sums(actions: int, payoffs: int = PAYOFFS) -> Sums:
    """Return sums of nothing."""
    return Sums(
        np.zeros(HEAD),
        np.zeros(actions),
        np.zeros((payoffs, actions)),
        np.zeros((payoffs, actions)),
        np.zeros((payoffs, actions, actions)),
        np.zeros((payoffs, 4)),
    )


# ---------------------------------------------------------------- up to the decision


@njit_inner
def _chance(t: Trees, p: Player, w: World, tree: Int, node: Int, move: Int) -> Any:
    """Return the chance of a move by the hand of the seat that speaks."""
    width, total, seat = t.width[tree], _0, t.seat[node]
    at = w.way[0] * p.own.size + p.own.base[tree] + w.play.said[0] * t.size[tree] + t.place[node]
    at += w.play.hands[seat] - t.first[tree]
    for a in range(t.moves[node]):
        total += max(p.table[at + a * width], _0)
    if total <= _0:
        return 1.0 / t.moves[node]
    return np.float64(max(p.table[at + move * width], _0) / total)


@njit_inner
def _weigh_ends(t: Trees, p: Player, o: Said, q: Roll, tree: Int) -> Any:
    """Return the chance of the ends that are allowed; leave it for every node that leads there."""
    for k in range(o.live_at[tree + 1] - 1, o.live_at[tree] - 1, -1):
        node, total = o.live[k], 0.0
        for a in range(t.moves[node]):
            to = t.to[node, a]
            after = q.reach[to] if to >= 0 else 1.0 * o.allowed[-1 - to]
            if after > 0.0:
                total += after * slipped(_chance(t, p, q.world, tree, node, a), t.moves[node])
        q.reach[node] = total
    return q.reach[t.root[tree]] if o.live_at[tree + 1] > o.live_at[tree] else 0.0


@njit_inner
def _draw_end(t: Trees, p: Player, o: Said, q: Roll, tree: Int) -> Int:
    """Draw an end among those that are allowed."""
    code = t.root[tree]
    while code >= 0:
        u, node = draw_unit(q.world.play.rng) * q.reach[code], code
        for a in range(t.moves[node]):
            to = t.to[node, a]
            after = q.reach[to] if to >= 0 else 1.0 * o.allowed[-1 - to]
            if after > 0.0 and u >= 0.0:
                code = to
                u -= after * slipped(_chance(t, p, q.world, tree, node, a), t.moves[node])
    return code


@njit_inner
def _end(d: Deck, t: Trees, w: World, lance: Int, code: Int, paid: Arr) -> Int:
    """Write down how a lance is paid; return 1 if the mano's pair takes it, -1 if the other."""
    e, play = -1 - code, w.play
    sign = _winner_sign(d, lance, play)
    if t.kind[e] == PAID_A:
        sign = 1
    elif t.kind[e] != SHOWDOWN:
        sign = -1
    at_once = 0 if t.kind[e] != SHOWDOWN else 1
    paid[0, lance] = paid[1, lance] = _0
    paid[at_once, lance] = sign * t.stake[e]
    paid[1, lance] += sign * _bonus(d, lance, play, 0 if sign > 0 else 1)
    return sign


@njit_inner
def _earlier(d: Deck, t: Trees, p: Player, o: Said, q: Roll) -> Any:
    """Draw how the lances before the asked one went; return the weight."""
    weight, w = 1.0, q.world
    w.play.said[0] = 0
    for lance in range(o.lance):
        tree = tree_of(d, t, lance, w.play)
        code = tree
        if tree < 0:
            if not o.idle[lance]:
                return 0.0
        elif o.free[lance]:
            code = t.root[tree]
            while code >= 0:
                s = w.play.said[0]
                code = t.to[code, choose_move(t, p, w.play, w.way[0], tree, code, s)]
            if t.kind[-1 - code] == ORDAGO:
                return 0.0
        else:
            weight *= _weigh_ends(t, p, o, q, tree)
            if weight == 0.0:
                return 0.0
            code = _draw_end(t, p, o, q, tree)
        _end(d, t, w, lance, code, q.before)
        q.before[0, lance] = _0  # what was paid at once lies on the table
        w.play.said[0] = p.own.step[lance, w.play.said[0], t.outcome[-1 - code]]
    return weight


@njit_inner
def _follow(t: Trees, p: Player, o: Said, w: World, tree: Int, line: Int, own: Int) -> Any:
    """Return the chance of what the others said in the asked lance; ``own``: as it counts."""
    chance = 1.0
    for k in range(o.step_at[line], o.step_at[line + 1]):
        node = o.step_node[k]
        if t.seat[node] != o.seat:
            said = _chance(t, p, w, tree, node, o.step_move[k])
            chance *= slipped(said, t.moves[node]) if own else said
    return chance


# ---------------------------------------------------------------- from there on


@njit_inner
def _refusal(t: Trees, node: Int) -> Int:
    """Return the end that comes if all refuse, or pass, from a node on."""
    code = node
    while code >= 0:
        code = t.to[code, 0]
    return -1 - code


@njit_inner
def _is_punto(d: Deck, w: World) -> Int:
    punto = True
    for hand in w.play.hands:
        punto &= d.tantos[1, hand] == _0
    return punto


@njit_inner
def _at_least(d: Deck, v: Purse, w: World, lance: Int, at: Int) -> Any:
    """Return what a lance surely brings us at the count, or, negative, at most brings them.

    The lances before ``lance`` have been bet; in the others we refuse whatever is not surely ours,
    which is paid before the count.
    """
    bonus = v.bonus[at] if at >= PARES else _0
    most = MOST_BONUS if at >= PARES else _0
    if at >= lance:
        return v.bonus[at] if v.sure[at] else -most
    counted = w.play.paid[1, at]
    stake = abs(counted) - _bonus(d, at, w.play, 0 if counted > _0 else 1)
    return stake + bonus if v.sure[at] and v.sign * counted > _0 else -stake - most


@njit_inner
def _sure_at(d: Deck, v: Purse, w: World, lance: Int, cost: Any) -> Int:
    """Return the lance at whose count our pair surely has won, if it risks nothing, or -1.

    ``cost`` is what the rivals may yet be paid at once in the lance that is bet.
    """
    us, them = (v.a, v.b) if v.sign > 0 else (v.b, v.a)
    ours, theirs = np.float64(us), np.float64(them) + cost
    for at in range(4):
        now = v.sign * w.play.paid[0, at]
        if at > lance and not v.sure[at]:
            now -= v.refused[at]
        ours, theirs = ours + max(now, _0), theirs + max(-now, _0)
    for at in range(4):
        counted = _at_least(d, v, w, lance, at)
        if theirs >= v.target:
            return -1
        ours, theirs = ours + max(counted, _0), theirs + max(-counted, _0)
        if ours >= v.target:
            return at
    return -1


@njit_inner
def _acceptance(t: Trees, node: Int) -> Int:
    """Return the move that accepts a bet: the first but refusing that ends the lance."""
    accept = np.int64(1)
    while t.to[node, accept] >= 0:
        accept += 1
    return accept


@njit_inner
def _not_lost(d: Deck, t: Trees, v: Purse, w: World, lance: Int, node: Int, move: Int) -> Int:
    """Return a move, or to accept where the move is a refusal that pays the rivals the game."""
    end = -1 - t.to[node, move]
    if end < 0 or (t.kind[end] != PAID_A and t.kind[end] != PAID_B):
        return move
    sign = 1 if t.kind[end] == PAID_A else -1
    tantos = (v.a if sign > 0 else v.b) + t.stake[end]
    if lance == LAST and _is_punto(d, w):
        tantos -= v.late
    for at in range(lance):
        tantos += max(sign * w.play.paid[0, at], _0)
    return _acceptance(t, node) if tantos >= v.target else move


@njit_inner
def _safe_move(d: Deck, t: Trees, v: Purse, w: World, lance: Int, node: Int) -> Int:
    """Return the move of our pair that risks nothing where the game is sure, else -1.

    Nobody bets; an envite is accepted where it is counted after the game is won, or surely ours.
    """
    end = _refusal(t, node)
    faced = t.kind[end] != SHOWDOWN
    cost = _0 if v.sure[lance] else t.stake[end] if faced else v.refused[lance]
    at = _sure_at(d, v, w, lance, cost)
    if at < 0 or not faced:
        return min(at, np.int64(0))
    accept = _acceptance(t, node)
    all_in = t.kind[-1 - t.to[node, accept]] == ORDAGO
    return accept if v.sure[lance] or (at < lance and not all_in) else np.int64(0)


@njit_inner
def play_on(
    d: Deck, t: Trees, p: Player, v: Purse, w: World, lance: Int, tree: Int, code: Int, lots: Any
) -> Int:
    """Play from a node or an end of a lance to the end of the hand.

    Payments are left in ``w.play.paid``; returns 1 if the mano's pair wins an órdago, -1 if the
    other one does. Each lance has lots of its own, so that like hands meet like luck.
    """
    play, careful = w.play, v.mends and (v.sure[0] or v.sure[1] or v.sure[2] or v.sure[3])
    for at in range(lance, 4):
        play.rng[0] = lots + (np.uint64(at) << _32)
        if at > lance:
            tree = tree_of(d, t, at, play)
            code = t.root[tree] if tree >= 0 else tree
        while code >= 0:
            move = choose_move(t, p, play, w.way[0], tree, code, play.said[0])
            if v.mends:
                move = _not_lost(d, t, v, w, at, code, move)
            if careful and 1 - 2 * (t.seat[code] & 1) == v.sign:
                safe = _safe_move(d, t, v, w, at, code)
                move = safe if safe >= 0 else move
            code = t.to[code, move]
        if t.kind[-1 - code] == ORDAGO:
            return _winner_sign(d, at, play)
        _end(d, t, w, at, code, play.paid)
        if at < LAST:
            play.said[0] = p.own.step[at, play.said[0], t.outcome[-1 - code]]
    return 0


@njit_inner
def pay(d: Deck, v: Purse, w: World, ordago: Int, sign: Int) -> Any:
    """Return our tantos less theirs, and our chance of winning the game.

    ``sign`` is 1 if ours is the pair of the mano, else -1.
    """
    paid, total = w.play.paid, _0
    late = _0
    if paid[0, LAST] != _0 and _is_punto(d, w):
        late = v.late if paid[0, LAST] > _0 else -v.late
    for lance in range(4):
        total += paid[0, lance] + paid[1, lance]
    tantos = np.float64(sign * (total + ordago * v.ordago))
    if not v.scored:
        return tantos, 0.0
    a, b, over = np.float64(v.a), np.float64(v.b), _NOBODY
    for when in range(2):
        for lance in range(4):
            x = paid[when, lance]
            if lance == LAST:
                x += -late if when == 0 else late
            if over == 0:
                a += max(x, _0)
                b += max(-x, _0)
                over = 1 if a >= v.target else -1 if b >= v.target else 0
        if when == 0 and over == 0:
            over = ordago
    if over != 0:
        return tantos, 1.0 if over == sign else 0.0
    then = v.won[np.int64(b), np.int64(a)]  # the mano moves on to the other pair
    return tantos, 1.0 - then if sign > 0 else then


@njit_inner
def _purse_at(v: Purse, k: Int) -> Purse:
    """Return what payments are worth at a further score."""
    a, b = v.more[k, 0], v.more[k, 1]
    return Purse(
        a, b, v.target, v.won, v.late, v.ordago, True, True, v.sign, v.sure, v.refused, v.bonus,
        v.more,
    )  # fmt: skip


@njit_inner
def _plays_alike(v: Purse, u: Purse, w: World) -> Int:
    """Return whether what was just played would be played so at another score.

    No refusal may end the game there, nor may anything be sure; see `_not_lost`, `_safe_move`.
    """
    a, b, paid = np.float64(u.a), np.float64(u.b), w.play.paid
    for lance in range(4):
        a, b = a + max(paid[0, lance], _0), b + max(-paid[0, lance], _0)
    sure = v.sure[0] or v.sure[1] or v.sure[2] or v.sure[3]
    return not (v.scored or sure or a >= u.target or b >= u.target)


@njit_inner
def _play_from(
    d: Deck, t: Trees, p: Player, v: Purse, q: Roll, f: Fork, code: Int, lots: Any
) -> Int:
    """Play from a node or an end, all earlier lances as they were paid."""
    play = q.world.play
    play.said[0] = f.said
    for lance in range(4):
        play.paid[0, lance] = q.before[0, lance]
        play.paid[1, lance] = q.before[1, lance]
    return play_on(d, t, p, v, q.world, f.lance, f.tree, code, lots)


@njit_inner
def try_action(
    d: Deck, t: Trees, p: Player, v: Purse, q: Roll, f: Fork, a: Int, code: Int, lots: Any
) -> None:
    """Play an action of the asker to the end of the hand; note what it brings at every score."""
    w = q.world
    ordago = _play_from(d, t, p, v, q, f, code, lots)
    q.now[TANTOS, a], q.now[GAME, a] = pay(d, v, w, ordago, f.sign)
    for k in range(len(v.more)):
        u = _purse_at(v, k)
        q.alike[k] = _plays_alike(v, u, w)
        if q.alike[k]:
            _, q.now[PAYOFFS + k, a] = pay(d, u, w, ordago, f.sign)
            if a == f.accept:
                _turn(d, t, u, q, f, code, ordago, PAYOFFS + k)
    if a == f.accept:
        _turn(d, t, v, q, f, code, ordago, np.int64(GAME))
    for k in range(len(v.more)):
        if not q.alike[k]:
            u = _purse_at(v, k)
            ordago = _play_from(d, t, p, u, q, f, code, lots)
            _, q.now[PAYOFFS + k, a] = pay(d, u, w, ordago, f.sign)
            if a == f.accept:
                _turn(d, t, u, q, f, code, ordago, PAYOFFS + k)


@njit_inner
def _act(
    d: Deck, t: Trees, p: Player, o: Said, v: Purse, q: Roll, tree: Int, line: Int, accept: Int
) -> None:
    """Play on every action of the asker in a world."""
    play, node = q.world.play, o.node[line]
    kept, lots, stream = play.said[0], draw(play.rng), play.rng[0]
    fork = Fork(o.lance, tree, kept, np.int64(1 - 2 * (o.seat & 1)), accept)
    for a in range(q.now.shape[1]):
        try_action(d, t, p, v, q, fork, np.int64(a), t.to[node, o.choice[line, a]], lots)
    play.said[0], play.rng[0] = kept, stream


@njit_inner
def _turn(
    d: Deck, t: Trees, v: Purse, q: Roll, f: Fork, code: Int, ordago: Int, payoff: Int
) -> None:
    """Note what an accepted bet would bring if the lance were won, and if it were lost."""
    paid, e = q.world.play.paid, -1 - code
    kept = paid[1, f.lance]
    for lost in range(2):
        winner = -f.sign if lost else f.sign
        if t.kind[e] == ORDAGO:
            ordago = winner
        else:
            bonus = _bonus(d, f.lance, q.world.play, 0 if winner > 0 else 1)
            paid[1, f.lance] = winner * (t.stake[e] + bonus)
        tantos, q.fate[payoff, lost] = pay(d, v, q.world, ordago, f.sign)
        if payoff == GAME:
            q.fate[TANTOS, lost] = tantos
    paid[1, f.lance] = kept


# ---------------------------------------------------------------- sums


@njit_inner
def _add(sums: Sums, q: Roll, weight: Any, accept: Int, won: Int) -> None:
    """Add a world's payoffs."""
    for f in range(q.now.shape[0]):
        for a in range(q.now.shape[1]):
            y = weight * q.now[f, a]
            sums.total[f, a] += y
            sums.cross[f, a] += weight * y
            for b in range(q.now.shape[1]):
                sums.square[f, a, b] += y * weight * q.now[f, b]
        if accept >= 0:
            sums.fate[f, 0 if won else 1] += weight * q.now[f, accept]
            sums.fate[f, 2] += weight * q.fate[f, 0]
            sums.fate[f, 3] += weight * q.fate[f, 1]


@njit_inner
def _decide(
    d: Deck, t: Trees, p: Player, o: Said, v: Purse, q: Roll, accept: Int, weight: Any, sums: Sums
) -> None:
    """Follow the asked lance to the decision, and add what its actions bring."""
    w, play = q.world, q.world.play
    tree = tree_of(d, t, o.lance, play)
    lines = o.path_at[tree + 1] - o.path_at[tree] if tree >= 0 else 0
    if lines == 0:
        return
    sums.head[BEFORE] += weight
    line = o.path_at[tree] + np.int64(draw_unit(play.rng) * lines)
    weight *= lines
    sums.head[TRUE] += weight * _follow(t, p, o, w, tree, line, False)
    weight *= _follow(t, p, o, w, tree, line, True)
    sign = 1 - 2 * (o.seat & 1)
    won = _winner_sign(d, o.lance, play) == sign
    sums.head[WEIGHT] += weight
    sums.head[SQUARE] += weight * weight
    sums.head[WON] += weight * won
    sums.head[WON_SQUARE] += weight * weight * won
    sums.head[OURS] += weight * _bonus(d, o.lance, play, o.seat & 1)
    sums.head[THEIRS] += weight * _bonus(d, o.lance, play, 1 - (o.seat & 1))
    for a in range(q.now.shape[1]):
        node = o.node[line]
        sums.chance[a] += weight * _chance(t, p, w, tree, node, o.choice[line, a])
    _act(d, t, p, o, v, q, tree, line, accept)
    _add(sums, q, weight, accept, won)


@njit_bare
def roll_out(
    d: Deck, t: Trees, p: Player, c: Proposal, o: Said, v: Purse, q: Roll,
    first: Int, ways: Int, worlds: Int, accept: Int, sums: Sums,
) -> None:  # fmt: skip
    """Draw worlds, and add what the asker's actions bring in them.

    ``ways`` is 2 where there was a round of mus or not, each tried every other time, else 1;
    ``first`` tells the first of them.
    """
    for k in range(worlds):
        sums.head[DRAWN] += 1.0
        redraw = first + (k % ways)
        weight = draw_world(d, p, c, q.world, redraw)
        if weight > 0.0:
            weight *= _earlier(d, t, p, o, q)
        if weight > 0.0:
            _decide(d, t, p, o, v, q, accept, weight, sums)
