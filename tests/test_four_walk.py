"""The walk of one deal's betting against the whole tree, walked plainly."""

from __future__ import annotations

import random
import re

import naive
import naive_four
import numpy as np
import pytest
from four_help import (
    fresh,
    options,
    places,
    plan_of,
    small_game,
    summary_number,
    tables_of,
)
from musodds.cli.solve import MEMORIES
from musodds.cli.solve_words import memory_words

from musodds.errors import InputError
from musodds.notation import Act
from musodds.rules import load_rules
from musodds.scoring import score
from musodds.solver.four.deals import cast_lots, deal_others, weigh
from musodds.solver.four.game import make_game
from musodds.solver.four.measure import wider
from musodds.solver.four.memory import memory, projection
from musodds.solver.four.menu import Menu
from musodds.solver.four.tree import is_contested, lance_tree
from musodds.solver.four.walk import bet


@pytest.fixture(scope="module", params=["bettor", "pairs"])
def table(request):  # type: ignore[no-untyped-def]
    """Return a small game, and a table in which some moves are never made, by memory."""
    game, kind = small_game(), request.param
    own, _ = fresh(game, kind)
    rng = np.random.default_rng(3)
    numbers = rng.exponential(size=int(own.size)) * (rng.random(int(own.size)) < 0.8)
    return game, kind, own, numbers.astype(np.float32), places(game, own)


def deal(game, rng):  # type: ignore[no-untyped-def]
    """Return three hands, and those that can be dealt to the fourth seat, by name."""
    cards = [name for name, c in zip("R75A", game.space.deck.copies, strict=True) for _ in range(c)]
    rng.shuffle(cards)
    hands = [naive.tidy("".join(cards[4 * i : 4 * i + 4])) for i in range(3)]
    return hands, "".join(cards[12:])


@pytest.mark.parametrize("seat", range(4))
def test_values_and_regrets_are_those_of_the_whole_tree(table, seat) -> None:  # type: ignore[no-untyped-def]
    """The sampled vectors have the exact mean, for each hand of the traverser."""
    game, kind, own, numbers, where = table
    rng, walks = random.Random(seat), 4000
    t, names = game.trees, game.space.names
    others, left = deal(game, rng)
    _, work = fresh(game, kind, seed=seat)
    for other, hand in zip([s for s in range(4) if s != seat], others, strict=True):
        work.hands[other] = game.number[names.index(hand)]
    work.left[:] = [left.count(c) for c in "R75A"]
    weigh(game.deck, work.left, work, work.weights)
    work.reach[0, 0] = 1
    mine = numbers.copy()
    tab, o = tables_of(mine, own, kind=kind), options()
    value, square = np.zeros((2, len(names)))
    regret, regret_square = np.zeros((2, len(numbers)))
    for _ in range(walks):
        cast_lots(work)
        bet(game.deck, t, tab, o, work, seat)
        value += work.value[0, 0]
        square += work.value[0, 0].astype(float) ** 2
        change = mine.astype(float) - numbers
        regret += change
        regret_square += change**2
        mine[:] = numbers
    possible = sorted(naive.ways(left))
    for name in rng.sample(possible, min(6, len(possible))):
        hand = game.number[names.index(name)]
        hands = [*others[:seat], name, *others[seat:]]
        exact = naive_four.Walk(hands, seat, plan_of(game, numbers, where, 0, kind), kind)
        mean = value[hand] / walks
        error = np.sqrt(max(square[hand] / walks - mean**2, 0) / walks)
        assert abs(mean - exact.value[0, ()]) < 5 * error + 1e-4
        lances = exact.lances
        checked = 0.0
        for (at, summary, said, word), wanted in exact.regret.items():
            first, words, tree = where[lances[at].name, lances[at].mask, said]
            place = first + summary_number(summary, kind) * t.size[tree] + hand - t.first[tree]
            place += words.index(word) * t.width[tree]
            mean = regret[place] / walks
            error = np.sqrt(max(regret_square[place] / walks - mean**2, 0) / walks)
            weight = work.weights[hand]
            # a line that is hardly ever walked has an error that is hardly known
            assert abs(mean - wanted * weight) < 6 * error + 0.02 * weight, (at, said, word)
            checked += abs(wanted)
        assert checked > 0


@pytest.mark.parametrize("rules", ["naipera", "barcelona"])
def test_one_line_of_betting_never_uses_a_random_number_twice(rules) -> None:  # type: ignore[no-untyped-def]
    """Else what a sampled seat did would tell what it does next; other lines may."""
    game = make_game(load_rules(rules), Menu((2, 5), (3,), 2))
    lots, at, of_lance = game.trees.lot, 0, {}
    for tree in game.betting:
        used: dict[int, frozenset[int]] = {0: frozenset()}
        for i, node in enumerate(tree.nodes):
            lot = int(lots[at + i])
            assert lot not in used[i]
            used |= {to: used[i] | {lot} for to in node.to if to >= 0}
            lance = "juego" if tree.lance == "punto" else tree.lance
            assert of_lance.setdefault(lot, (lance, node.seat)) == (lance, node.seat)
        at += len(tree.nodes)
    assert len(set(lots)) < 100 < len(lots)


def test_weights_are_deals() -> None:
    """Every hand is dealt as often as there are ways to, whoever is dealt first."""
    game = small_game()
    _, work = fresh(game)
    weights, hands = np.zeros(len(game.space)), np.zeros((4, len(game.space)))
    deals = 20000
    for _ in range(deals):
        deal_others(game.deck, 1, work)
        weights += work.weights
        for other in (0, 2, 3):
            hands[other, work.hands[other]] += 1
    expected = game.space.weights[game.order] / game.space.weights.sum()
    assert np.allclose(weights / weights.sum(), expected, atol=0.004)
    for other in (0, 2, 3):
        assert np.allclose(hands[other] / deals, expected, atol=0.015)


RULES = [
    ("naipera", {}),
    ("madrid", {}),
    ("ehmf", {}),
    ("ffm", {}),
    ("barcelona", {"max_bet": 9}),
]


@pytest.mark.parametrize(("preset", "changed"), RULES)
def test_any_history_scores_as_the_count_does(preset: str, changed: dict[str, int]) -> None:
    """Random moves in the trees of a random deal against `musodds.scoring`."""
    rules = load_rules(preset, {"target": 200} | changed)
    menu, shuffle = Menu((2, 5), (3,), 2), random.Random(preset)
    game_trees: dict[tuple[str, int], object] = {}
    deck = [rank for rank in "RCS765432A" for _ in range(4)]
    for _ in range(80):
        cards = shuffle.sample(deck, 16)
        hands = [" ".join(cards[4 * s : 4 * s + 4]) for s in range(4)]
        plain = ["".join(cards[4 * s : 4 * s + 4]) for s in range(4)]
        if rules.kings == 8:
            plain = [h.replace("3", "R").replace("2", "A") for h in plain]
        plain = [naive.tidy(h) for h in plain]
        total, bets = 0, {}
        for lance in naive_four.lances_of(plain):
            winner = naive.winner(lance.name, plain, rules.real)
            bonus = [
                sum(naive.bonus(lance.name, plain[s]) for s in (p, p + 2))
                if lance.name in ("pares", "juego")
                else 0
                for p in (0, 1)
            ]
            if not is_contested(lance.mask):
                total += 0 if winner is None else (bonus[0] if winner % 2 == 0 else -bonus[1])
                continue
            key = (lance.name, lance.mask)
            tree = game_trees.setdefault(key, lance_tree(lance.name, lance.mask, rules, menu))
            at, moves = 0, []
            while at >= 0:
                node = tree.nodes[at]
                choices = [
                    i for i, m in enumerate(node.moves) if m.act is not Act.ORDAGO or len(moves) > 2
                ]
                k = shuffle.choice(choices)
                moves.append(node.moves[k])
                at = node.to[k]
            end = tree.ends[-1 - at]
            if end.kind == 3:  # accepted órdagos are apart
                continue
            bets["juego" if lance.name == "punto" else lance.name] = tuple(moves)
            pair = winner % 2 if end.kind == 0 else end.kind - 1
            total += (end.stake + bonus[pair]) * (1 if pair == 0 else -1)
        if len(bets) < sum(is_contested(x.mask) for x in naive_four.lances_of(plain)):
            continue
        scored = score(hands, bets, rules)
        assert total == scored.score[0] - scored.score[1], (hands, bets)


def test_sizes_of_the_trees() -> None:
    rules = load_rules("naipera")
    sizes = {
        mask: (len(tree.nodes), len(tree.ends))
        for mask in range(16)
        if is_contested(mask)
        for tree in [lance_tree("pares", mask, rules)]
    }
    assert sizes[15] == (84, 121)
    assert sizes[0b0011] == (12, 21)
    assert len(sizes) == 9
    for mask in sizes:
        tree = lance_tree("pares", mask, rules)
        for i, node in enumerate(tree.nodes):
            assert all(to > i for to in node.to if to >= 0)  # what follows comes later
            assert mask >> node.seat & 1


def test_memories_forget_in_their_own_ways() -> None:
    """A line is who bet last in grande, chica and pares, and whether he was refused."""
    segundo_refused, postre, mano_refused = 4, 7, 2

    def summary(kind: str, *outcomes: int) -> int:
        at = 0
        for lance, outcome in enumerate(outcomes):
            at = int(memory(kind).step[lance, at, outcome])
        return at

    same = {
        "pair": [(0, postre, 0), (segundo_refused, postre, 0), (0, 0, segundo_refused)],
        "bettor": [(0, postre, 0), (segundo_refused, postre, 0), (mano_refused, postre, 0)],
        "pairs": [(segundo_refused, postre, 0), (postre, segundo_refused, 0)],
        "before": [(segundo_refused, postre, 0), (postre, segundo_refused, 0)],
    }
    others = {
        "pair": [(mano_refused, 0, 0)],
        "bettor": [(0, segundo_refused, 0), (0, 0, mano_refused)],
        "pairs": [(0, postre, 0), (segundo_refused, 0, 0), (segundo_refused, postre, postre)],
        "before": [(0, postre, 0), (0, 0, postre), (0, 0, segundo_refused)],
    }
    for kind, lines in same.items():
        found = {summary(kind, *line) for line in lines}
        assert len(found) == 1
        assert not found & {summary(kind, *line) for line in others[kind]}
    assert summary("before", 0, 0, postre) != summary("before", 0, 0, segundo_refused)


def test_every_memory_can_be_asked_for_and_measured() -> None:
    """The option has them all, says what they hold, and a deviator remembers at least as much."""
    for name in MEMORIES:
        assert memory_words(name) == memory(name).describe()
        projection(wider(name), name)  # refused where a strategy keeps what the deviator forgets
    assert wider("pairs") == wider("before") == "before"
    with pytest.raises(InputError, match=re.escape(", ".join(MEMORIES))):
        memory("all")


def test_memories_nest() -> None:
    """A finer memory tells what a coarser one keeps, after any outcomes."""
    nested = ("wide", "bettor"), ("whole", "wide"), ("bettor", "pair")
    for fine, coarse in (*nested, ("before", "pairs"), ("whole", "before")):
        a, b, down = memory(fine), memory(coarse), projection(fine, coarse)
        rng = random.Random(fine)
        for _ in range(200):
            s = c = 0
            for lance in range(3):
                outcome = rng.randrange(9)
                s, c = int(a.step[lance, s, outcome]), int(b.step[lance, c, outcome])
                assert down[lance + 1, s] == c
