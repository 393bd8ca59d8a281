"""Bets off the menu, read as those of the menu."""

from __future__ import annotations

import numpy as np
import pytest
from four_help import small_game
from hypothesis import given
from hypothesis import strategies as st

from musodds.errors import InputError
from musodds.notation import parse_bets
from musodds.rules import load_rules
from musodds.solver.four.bots import random_bot, threshold_bot
from musodds.solver.four.game import layout
from musodds.solver.four.menu import Menu
from musodds.solver.four.mus_game import make_mus, places
from musodds.solver.four.quality import self_play
from musodds.solver.four.strategy import Strategy
from musodds.solver.four.translate import (
    between,
    counterparts,
    harmonic,
    line_to,
    translate,
)
from musodds.solver.four.tree import lance_tree

RULES = load_rules("naipera")


def any_strategy(game, rounds=0, memory="bettor", seed=1):
    """Return a strategy with random chances, some moves never made."""
    mus = make_mus(game, rounds=rounds)
    size = places(game, layout(game, memory), rounds).size
    rng = np.random.default_rng(seed)
    table = rng.exponential(size=size) * (rng.random(size) < 0.8)
    strategy = Strategy(game, memory, table.astype(np.float32), mus)
    for rows, allowed in strategy.decisions():
        rows *= allowed > 0
    return strategy.as_chances()


@given(st.floats(0, 30), st.floats(0.01, 30), st.floats(0, 1), st.floats(0, 1))
def test_the_mapping_has_the_properties_it_is_known_for(low, more, x, y):
    high = low + more
    near, far = sorted((low + x * more, low + y * more))
    assert harmonic(low, high, low) == pytest.approx(1)
    assert harmonic(low, high, high) == pytest.approx(0, abs=1e-9)
    assert -1e-9 <= harmonic(low, high, far) <= harmonic(low, high, near) + 1e-9 <= 1 + 1e-8
    # half way in the sense of the paper: a size read as either equally often
    middle = (low + high + 2 * low * high) / (low + high + 2)
    assert harmonic(low, high, middle) == pytest.approx(0.5)


@given(st.lists(st.integers(1, 60), min_size=1, unique=True), st.integers(1, 70))
def test_a_size_is_read_as_its_neighbours(sizes, size):
    sizes = sorted(sizes)
    found = between(sizes, size)
    assert sum(found.values()) == pytest.approx(1)
    if size in sizes:
        assert found == {sizes.index(size): 1.0}
    elif size < sizes[0] or size > sizes[-1]:
        assert len(found) == 1
    else:
        low, high = found
        assert sizes[low] < size < sizes[high]


def said(tree, node):
    return " ".join(move.text() for move in line_to(tree, node))


def reading(lance, history, old=None, new=None, rules=RULES):
    """Return as what a history is read, in words."""
    before = lance_tree(lance, 15, rules, old)
    after = lance_tree(lance, 15, rules, new or Menu((2, 5)))
    at = 0
    for move in parse_bets(history):
        words = [(m.act, m.amount) for m in after.nodes[at].moves]
        at = after.nodes[at].to[words.index((move.act, move.amount))]
    found = counterparts(before, after, rules, 22.0)[at]
    return {said(before, node): pytest.approx(p) for node, p in found.items()}


def test_first_bets_are_read_by_what_refusing_pays():
    assert reading("grande", "envido 5") == {"mano 2": 0.425, "mano ORD": 0.575}
    assert reading("grande", "paso, envido 2") == {"mano p segundo 2": 1}
    # 5 of 1 between 4 of 1 and 22 of 1
    assert reading("chica", "envido 5", Menu((4,)), Menu((4, 5))) == {
        "mano 4": 17 * 5 / (18 * 6),
        "mano ORD": 1 - 17 * 5 / (18 * 6),
    }


def test_raises_are_read_by_what_was_accepted():
    # 8 on 5, of which 5 were accepted, is less in pots than 5 on 2; an órdago cannot be raised
    assert reading("grande", "envido 5, 3 más") == {"mano 2 segundo +3": 1}
    # 9 on 2 is 4.5 pots, between 5 on 2 and 22 on 2
    low = (11 - 4.5) * (1 + 2.5) / ((11 - 2.5) * (1 + 4.5))
    new = Menu((2,), (3, 7))
    assert reading("grande", "envido 2, 7 más", None, new) == {
        "mano 2 segundo +3": low,
        "mano 2 segundo ORD": 1 - low,
    }
    # with one tanto more for a refused raise the pot is 3
    plus = load_rules("naipera", {"refused_raise": "plus-one"})
    low = (22 / 3 - 3) * (1 + 5 / 3) / ((22 / 3 - 5 / 3) * (1 + 3))
    assert reading("grande", "envido 2, 7 más", None, new, plus)["mano 2 segundo +3"] == low
    # a raise too many is an órdago
    twice = Menu((2,), (3,), 2)
    assert reading("grande", "envido 2, 3 más, 3 más", None, twice) == {
        "mano 2 segundo +3 tercero ORD": 1
    }


def test_the_same_menu_changes_nothing():
    game = small_game()
    for rounds in (0, 1):
        strategy = any_strategy(game, rounds)
        assert translate(strategy, Menu()) is strategy
        # through a bigger menu every known line keeps its chances
        bigger = translate(strategy, Menu((2, 5), (3, 7), 2))
        old, new = strategy.decisions(), bigger.decisions()
        checked = 0
        for tree, more in zip(game.betting, bigger.game.betting, strict=True):
            mine = [next(old)[0] for _ in tree.nodes]
            theirs = [next(new)[0] for _ in more.nodes]
            at = {0: 0}
            for i, node in enumerate(tree.nodes):
                words = more.nodes[at[i]].moves
                place = [words.index(move) for move in node.moves]
                assert np.allclose(theirs[at[i]][:, :, place], mine[i], atol=1e-6)
                assert theirs[at[i]].sum() == pytest.approx(mine[i].sum(), rel=1e-4)
                at |= {
                    to: more.nodes[at[i]].to[a]
                    for a, to in zip(place, node.to, strict=True)
                    if to >= 0
                }
                checked += 1
        assert checked > 500
        for (mine, _), (theirs, _) in zip(old, new, strict=True):
            assert np.allclose(mine, theirs, atol=1e-6)


def test_chances_add_up_and_new_sizes_are_not_bet():
    strategy = any_strategy(small_game("ffm"), 0, "pair")
    bigger = translate(strategy, Menu((2, 4, 9), (3, 6), 2))
    rows = bigger.decisions()
    for tree in bigger.game.betting:
        for node in tree.nodes:
            chances = next(rows)[0]
            assert np.allclose(chances.sum(2), 1, atol=1e-5)
            new = [a for a, m in enumerate(node.moves) if m.amount in (4, 9)]
            assert not chances[:, :, new].any()


def test_everybody_playing_it_nothing_is_changed():
    """Self-play has only known lines, so its value is the same."""
    strategy = any_strategy(small_game(), 0)
    a = self_play(strategy, 8000, seed=1)
    b = self_play(translate(strategy, Menu((2, 5))), 8000, seed=2)
    assert abs(a.tantos - b.tantos) < 4 * np.hypot(a.se, b.se)


def test_a_player_of_thresholds_answers_by_the_mixture():
    """Who accepts 2 with some hands and an órdago with fewer does so with the chances between."""
    strategy = threshold_bot(small_game())
    bigger = translate(strategy, Menu((2, 5)))
    old, new = strategy.game.betting[0], bigger.game.betting[0]
    rows_old = [rows for rows, _ in list(strategy.decisions())[: len(old.nodes)]]
    rows_new = [rows for rows, _ in list(bigger.decisions())[: len(new.nodes)]]
    at = {name: old.follow(parse_moves(old, name)) for name in ("envido 2", "órdago")}
    meant = new.follow(parse_moves(new, "envido 5"))
    accepts = {name: accept(old, rows_old, node) for name, node in at.items()}
    mixed = 0.425 * accepts["envido 2"] + 0.575 * accepts["órdago"]
    assert np.allclose(accept(new, rows_new, meant), mixed, atol=1e-6)
    assert 0 < accepts["órdago"].sum() < accepts["envido 2"].sum()


def parse_moves(tree, history):
    """Return moves as a tree has them."""
    at, found = 0, []
    for move in parse_bets(history):
        node = tree.nodes[at]
        found.append(next(m for m in node.moves if (m.act, m.amount) == (move.act, move.amount)))
        at = node.to[node.moves.index(found[-1])]
    return found


def accept(tree, rows, node):
    """Return the chance to accept or raise, by hand."""
    stays = [a for a, m in enumerate(tree.nodes[node].moves) if m.act.value in ("quiero",)]
    return rows[node][0, 0, stays].sum(0)


def test_what_is_refused():
    bot = random_bot(small_game())
    with pytest.raises(InputError, match="all of"):
        translate(bot, Menu((5,)))
    with pytest.raises(InputError, match="bet of 1"):
        translate(bot, Menu((1, 2)))
