"""The mus phase walked for all hands of one seat at a time: cuts, discards, new cards, then bets.

The others' cuts, discards and new cards are sampled. They draw from all cards but their own, the
traverser's among them; how much less likely that makes each of his hands is carried along as the
ratio of its weights, and so are his own new cards, of which the same four are tried with every
discard. From the second round on the cards that he threw earlier are taken to be back in the
stock: a table by the hand held does not know them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...draws import MASKS
from ...jit import Arr, Int, njit_bare, njit_inner, njit_part
from ...rng import draw_unit
from .deals import deal_numbered, deal_others, weigh
from .game import Deck, Game, Layout, Trees
from .mus_game import KEYS, Mus, places
from .score_walk import bet_at_score
from .vectors import copy, fill, note, sample, weighted_mean
from .walk import bet
from .work import Options, Tables, Work, with_weight

_0, _1 = np.float32(0), np.float32(1)
NOBODY = -1


class MusWork(NamedTuple):
    """Arrays of one deal's mus phase; the first index is the round."""

    prior: Arr  # (rounds + 1, hands) ways to hold each hand, whatever was said
    mass: Arr  # (rounds + 1, hands) the same, his own choices counted in
    cut: Arr  # (rounds, hands) his chance to cut
    worth_cut: Arr  # (rounds + 1, hands) tantos, or the chance, if he cuts
    worth: Arr  # (rounds + 1, hands) tantos of the hand held in that round
    sigma: Arr  # (rounds, 16, hands) his discards
    after: Arr  # (rounds, 16, hands) uint16: the hand that each one leads to
    ratio: Arr  # (rounds, 5, hands) how much likelier the draw makes the hand, by cards thrown
    new: Arr  # (keeps,) uint16: the hand that each keep leads to
    held: Arr  # (classes,) int64: cards that neither the others hold nor threw
    pile: Arr  # (classes,) int64: cards that the others threw
    four: Arr  # (4,) int64: the traverser's new cards
    scratch: Arr  # (16, hands)
    state: Arr  # (rounds + 1, 2) int64: how the round went on, and who cut
    spots: Arr  # (4,) int64: where cuts and discards lie in `mine` and in `fixed`


def new_mus_work(game: Game, mus: Mus, own: Layout, theirs: Layout) -> MusWork:
    """Return arrays for that many rounds."""
    rounds, hands, classes = int(mus.rounds), len(game.space), len(game.space.deck.classes)

    spots = places(game, own, rounds), places(game, theirs, rounds)

    def vectors(*shape: int) -> Arr:
        return np.zeros((*shape, hands), dtype=np.float32)

    return MusWork(
        prior=vectors(rounds + 1),
        mass=vectors(rounds + 1),
        cut=vectors(rounds),
        worth_cut=vectors(rounds + 1),
        worth=vectors(rounds + 1),
        sigma=vectors(rounds, MASKS),
        after=np.zeros((rounds, MASKS, hands), np.uint16),
        ratio=vectors(rounds, 5),
        new=np.zeros(len(mus.code), np.uint16),
        held=np.zeros(classes, np.int64),
        pile=np.zeros(classes, np.int64),
        four=np.zeros(4, np.int64),
        scratch=vectors(MASKS),
        state=np.zeros((rounds + 1, 2), np.int64),
        spots=np.array([spots[0].cut, spots[0].discard, spots[1].cut, spots[1].discard]),
    )


EARLY, LATE, AGAIN = range(3)  # cut before he speaks, after it, or not at all


# ---------------------------------------------------------------- who cuts


@njit_inner
def _says_cut(m: Mus, tab: Tables, o: Options, w: Work, x: MusWork, key: Int, seat: Int) -> Int:
    """Return whether a sampled seat cuts."""
    hands = m.style.shape[2]
    if not m.free:
        return draw_unit(w.rng) < m.style[key, seat, w.hands[seat]]
    at = (key * 4 + seat) * 2 * hands + w.hands[seat]
    if (tab.learners >> seat) & 1:
        at += x.spots[0]
        said = sample(tab.mine, at, hands, np.int64(2), o.tremble, draw_unit(w.rng))
        if o.sampled:
            note(tab.mine, tab.average, at, hands, np.int64(2), o.weight)
    else:
        u = draw_unit(w.rng)
        said = sample(tab.fixed, at + x.spots[2], hands, np.int64(2), o.tremble, u)
    return said == 1


@njit_inner
def _ask(m: Mus, tab: Tables, o: Options, w: Work, x: MusWork, r: Int, seat: Int) -> None:
    """Let the others speak, as far as they are asked; note who cuts first."""
    key = min(r, KEYS - 1)
    x.state[r, 0], x.state[r, 1] = AGAIN, NOBODY
    for i in range(4):
        other = m.order[i]
        if other != seat and x.state[r, 1] == NOBODY and _says_cut(m, tab, o, w, x, key, other):
            x.state[r, 1] = other
            # a seat that decides with his own but goes first in order settles it too
            x.state[r, 0] = EARLY if i < m.place[seat] else LATE


@njit_inner
def _match_cut(m: Mus, tab: Tables, x: MusWork, r: Int, seat: Int) -> None:
    """Fill in the traverser's chance to cut."""
    key, hands, out = min(r, KEYS - 1), m.style.shape[2], x.cut[r]
    if not m.free:
        copy(m.style[key, seat], out)
        return
    at = x.spots[0] + (key * 4 + seat) * 2 * hands
    mus, cut = tab.mine[at : at + hands], tab.mine[at + hands : at + 2 * hands]
    for h in range(hands):
        yes, no = max(cut[h], _0), max(mus[h], _0)
        total = yes + no
        out[h] = np.divide(yes, total) if total > _0 else np.float32(0.5)


# ---------------------------------------------------------------- discards


@njit_inner
def _choose_discard(
    m: Mus, tab: Tables, o: Options, w: Work, x: MusWork, key: Int, seat: Int
) -> Int:
    """Return the mask of cards that a sampled seat keeps."""
    hands, hand = m.style.shape[2], w.hands[seat]
    at, learns = (key * 4 + seat) * MASKS * hands + hand, (tab.learners >> seat) & 1
    at += x.spots[1] if learns else x.spots[3]
    total, ways = _0, _0
    for mask in range(MASKS):
        ways += m.allowed[mask, hand]
        total += max(tab.mine[at + mask * hands] if learns else tab.fixed[at + mask * hands], _0)
    u = draw_unit(w.rng) * (total if total > _0 else ways)
    chosen: Int = np.int64(0)
    for mask in range(MASKS):
        number = tab.mine[at + mask * hands] if learns else tab.fixed[at + mask * hands]
        chance = max(number, _0) if total > _0 else m.allowed[mask, hand]
        if chance > _0:
            if u >= _0:
                chosen = mask
            u -= chance
            if o.sampled and learns:
                share = np.divide(chance, total if total > _0 else ways)
                tab.average[at + mask * hands] += o.weight * share
    return chosen


@njit_inner
def _match_discard(m: Mus, tab: Tables, x: MusWork, r: Int, seat: Int) -> None:
    """Fill in the traverser's discards."""
    hands, sigma = m.style.shape[2], x.sigma[r]
    at = x.spots[1] + (min(r, KEYS - 1) * 4 + seat) * MASKS * hands
    total, ways = x.scratch[0], x.scratch[1]
    fill(_0, total)
    fill(_0, ways)
    for mask in range(MASKS - 1):
        row, ok = tab.mine[at + mask * hands : at + (mask + 1) * hands], m.allowed[mask]
        for h in range(hands):
            total[h] += row[h] if row[h] > _0 else _0
            ways[h] += ok[h]
    for mask in range(MASKS - 1):
        row, ok = tab.mine[at + mask * hands : at + (mask + 1) * hands], m.allowed[mask]
        out = sigma[mask]
        for h in range(hands):
            some = total[h] > _0
            part = (row[h] if row[h] > _0 else _0) if some else ok[h]
            out[h] = np.divide(part, total[h] if some else ways[h])


# ---------------------------------------------------------------- new cards


@njit_inner
def _take_card(cards: Arr, size: Int, rng: Arr) -> Int:
    """Take a random card out of counts by class."""
    u, c = np.int64(draw_unit(rng) * size), np.int64(0)
    while u >= cards[c]:
        u -= cards[c]
        c += 1
    cards[c] -= 1
    return c


@njit_inner
def _others_draw(
    d: Deck, m: Mus, tab: Tables, o: Options, w: Work, x: MusWork, r: Int, seat: Int
) -> Any:
    """Let the others throw and draw; return how much that favours a hand not touched by it."""
    key, classes, size, ratio = min(r, KEYS - 1), len(x.held), np.int64(0), 1.0
    for c in range(classes):
        size += x.held[c]
    if size < 20:  # the stock may run out: what the others threw is shuffled into it
        for c in range(classes):
            x.held[c] += x.pile[c]
            size += x.pile[c]
            x.pile[c] = 0
    for other in range(4):
        if other != seat:
            keep = _choose_discard(m, tab, o, w, x, key, other)
            code, held = m.code[m.kept[keep, w.hands[other]]], w.hands[other]
            for c in range(classes):
                x.pile[c] += d.counts[held, c]
            for _ in range(m.thrown[keep]):
                code = code * classes + _take_card(x.held, size, w.rng)
                ratio *= size / (size - 4.0)
                size -= 1
            w.hands[other] = d.of_cards[code]
            kept = m.code[m.kept[keep, held]]
            for _ in range(4 - m.thrown[keep]):
                x.pile[kept % classes] -= 1
                kept //= classes
    return ratio


@njit_inner
def _own_draw(d: Deck, m: Mus, w: Work, x: MusWork, r: Int, ratio: Any) -> None:
    """Draw four cards for the traverser, and work out what each discard makes of them.

    ``ratio`` is that of the others' draw. A draw of so many of the cards has a ratio of its own.
    """
    classes, size, prior = len(x.held), np.int64(0), x.prior[r]
    for c in range(classes):
        size += x.held[c]
    weigh(d, x.held, w, x.prior[r + 1])
    for k in range(1, 5):
        x.four[k - 1] = _take_card(x.held, size, w.rng)
        ratio *= size / (size - 4.0)
        size -= 1
        out = x.ratio[r, k]
        weigh(d, x.held, w, out)
        for h in range(len(out)):
            some = prior[h] > _0
            out[h] = np.float32(ratio) * np.divide(out[h], prior[h] if some else _1)
            out[h] = out[h] if some else _0
    for c in x.four:
        x.held[c] += 1
    digits, power = np.int64(0), np.int64(1)
    for k in range(1, 5):
        digits, power = digits * classes + x.four[k - 1], power * classes
        for n in range(m.first[4 - k], m.first[5 - k]):
            x.new[n] = d.of_cards[m.code[n] * power + digits]
    for mask in range(MASKS - 1):
        out, kept = x.after[r, mask], m.kept[mask]
        for h in range(len(out)):
            out[h] = x.new[kept[h]]


@njit_inner
def _spread_mass(m: Mus, o: Options, x: MusWork, r: Int) -> None:
    """Carry the mass of the hands that say mus to the hands that their discards lead to."""
    mass, more, cut = x.mass[r], x.mass[r + 1], x.cut[r]
    keep, half = _1 - o.stray, o.stray * np.float32(0.5)
    fill(_0, more)
    part = x.scratch[0]
    for mask in range(MASKS - 1):
        after, sigma, ratio = x.after[r, mask], x.sigma[r, mask], x.ratio[r, m.thrown[mask]]
        for h in range(len(part)):
            part[h] = mass[h] * (keep * (_1 - cut[h]) + half) * sigma[h] * ratio[h]
        for h in range(len(part)):
            more[after[h]] += part[h]


# ---------------------------------------------------------------- values


@njit_inner
def _value_discards(
    m: Mus, tab: Tables, o: Options, x: MusWork, r: Int, seat: Int, learns: bool, out: Arr
) -> None:
    """Fill in what saying mus brings where all agree, and add the regrets of the discards."""
    hands, later, mass = m.style.shape[2], x.worth[r + 1], x.mass[r]
    fill(_0, out)
    for mask in range(MASKS - 1):
        after, ratio, sigma = x.after[r, mask], x.ratio[r, m.thrown[mask]], x.sigma[r, mask]
        value = x.scratch[mask]
        for h in range(hands):
            value[h] = ratio[h] * later[after[h]]
        for h in range(hands):
            out[h] += sigma[h] * value[h]
    if learns:
        at = x.spots[1] + (min(r, KEYS - 1) * 4 + seat) * MASKS * hands
        into = tab.average if o.apart else tab.mine
        for mask in range(MASKS - 1):
            value, ok = x.scratch[mask], m.allowed[mask]
            row = into[at + mask * hands : at + (mask + 1) * hands]
            for h in range(hands):
                row[h] += o.weight * mass[h] * ok[h] * (value[h] - out[h])
            if o.vector:
                total, sigma = tab.average[at + mask * hands : at + (mask + 1) * hands], x.sigma[r]
                share = sigma[mask]
                for h in range(hands):
                    total[h] += o.weight * mass[h] * share[h]


@njit_inner
def _value_round(
    m: Mus, tab: Tables, o: Options, x: MusWork, r: Int, seat: Int, learns: bool
) -> None:
    """Work out what each hand is worth in a round from what follows it."""
    hands, out = m.style.shape[2], x.worth[r]
    if x.state[r, 0] == EARLY:
        return
    if x.state[r, 0] == AGAIN:
        _value_discards(m, tab, o, x, r, seat, learns, out)
    cut, mine, mass = x.cut[r], x.worth_cut[r], x.mass[r]
    if learns and m.free:
        at = x.spots[0] + (min(r, KEYS - 1) * 4 + seat) * 2 * hands
        into = tab.average if o.apart else tab.mine
        say_mus, say_cut = into[at : at + hands], into[at + hands : at + 2 * hands]
        for h in range(hands):
            gain = o.weight * mass[h] * (mine[h] - out[h])
            say_mus[h] -= cut[h] * gain
            say_cut[h] += (_1 - cut[h]) * gain
        if o.vector:
            no, yes = tab.average[at : at + hands], tab.average[at + hands : at + 2 * hands]
            for h in range(hands):
                yes[h] += o.weight * mass[h] * cut[h]
                no[h] += o.weight * mass[h] * (_1 - cut[h])
    for h in range(hands):
        out[h] += cut[h] * (mine[h] - out[h])


@njit_part
def _begin(w: Work, x: MusWork) -> None:
    copy(w.weights, x.prior[0])
    copy(w.weights, x.mass[0])
    for c in range(len(w.left)):
        x.held[c], x.pile[c] = w.left[c], 0


@njit_part
def _open_round(m: Mus, tab: Tables, o: Options, w: Work, x: MusWork, r: Int, seat: Int) -> Int:
    """Let the others speak; return how many ways to go on are to be bet out."""
    if r == m.rounds:
        x.state[r, 0], x.state[r, 1] = EARLY, 0  # the mano must cut
        return 1
    _ask(m, tab, o, w, x, r, seat)
    if x.state[r, 0] != EARLY:
        _match_cut(m, tab, x, r, seat)
    return 2 if x.state[r, 0] == LATE else 1


@njit_part
def _is_his_cut(x: MusWork, r: Int, b: Int) -> Int:
    """Return whether the traverser cuts in the b-th way to go on, or else another seat."""
    return b == 0 and x.state[r, 0] != EARLY


@njit_part
def _before_bets(tab: Tables, w: Work, x: MusWork, r: Int, seat: Int, b: Int) -> None:
    """Choose the tables for who cut; the weights are those of the hands that got here."""
    way = min(r, KEYS - 1) * 4 + (seat if _is_his_cut(x, r, b) else x.state[r, 1])
    w.starts[0], w.starts[1] = way * tab.own.size, way * tab.theirs.size
    copy(x.mass[r], w.weights)
    fill(_1, w.reach[0, 0])


@njit_part
def _go_on(d: Deck, m: Mus, tab: Tables, o: Options, w: Work, x: MusWork, r: Int, seat: Int) -> Int:
    """Return the next round once the cards are thrown and drawn, -1 if somebody cut."""
    if x.state[r, 0] != AGAIN:
        return -1
    _match_discard(m, tab, x, r, seat)
    ratio = _others_draw(d, m, tab, o, w, x, r, seat)
    _own_draw(d, m, w, x, r, ratio)
    _spread_mass(m, o, x, r)
    return r + 1


@njit_bare
def iterate(
    d: Deck, t: Trees, m: Mus, tab: Tables, o: Options, w: Work, x: MusWork,
    seats: Arr, start: Int, stop: Int, seed: Int, out: Arr, lines: Any = None,
) -> None:  # fmt: skip
    """Walk one deal an iteration, mus phase and bets, the seats taking turns.

    With ``lines`` it is played for the chance of winning; which of the two is settled before it
    is compiled. Where ``out`` has room, the deals are those numbered from ``start``, the same for
    everybody who asks with that seed, and it is filled with what they bring.
    """
    for n in range(start, stop):
        seat = seats[n % len(seats)]
        if len(out):
            deal_numbered(d, seat, w, seed, n)
        else:
            deal_others(d, seat, w)
        _begin(w, x)
        now = with_weight(o, o.weight * (n // len(seats) + 1 if o.linear else 1))
        r, last = np.int64(0), np.int64(0)
        while r >= 0:
            for b in range(_open_round(m, tab, now, w, x, r, seat)):
                _before_bets(tab, w, x, r, seat, b)
                if lines is None:
                    bet(d, t, tab, now, w, seat)
                else:
                    bet_at_score(d, t, tab, now, w, lines, seat)
                copy(w.value[0, 0], x.worth_cut[r] if _is_his_cut(x, r, b) else x.worth[r])
            last, r = r, _go_on(d, m, tab, now, w, x, r, seat)
        learns = o.weight > _0 and ((tab.learners >> seat) & 1) == 1
        for k in range(min(last, m.rounds - 1), -1, -1):
            _value_round(m, tab, now, x, k, seat, learns)
        if len(out):
            out[n - start] = weighted_mean(x.prior[0], x.worth[0])
