"""The sampled walks on the game of two players, against the exact half."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from four_help import options, tables_of, word_of
from solver_help import small_duel

from musodds.errors import InputError
from musodds.solver.betting import lance_tree
from musodds.solver.duel import make_duel
from musodds.solver.four.deals import cast_lots, weigh
from musodds.solver.four.game import layout
from musodds.solver.four.two import everything, to_tables, train_two, two_seats
from musodds.solver.four.walk import bet
from musodds.solver.four.work import new_work
from musodds.solver.hand_game import hand_game
from musodds.solver.menu import Menu
from musodds.solver.passes import play_out
from musodds.solver.solve import measure

WORDS = {"paso": "paso", "no-quiero": "no", "quiero": "quiero", "ordago": "ordago"}
MENUS = [Menu(), Menu((2, 5), (3,), 2), Menu((2,), (), 0, False), Menu((), (), 0)]
CARDS = "RRRCC77AA"


def plain_word(word):  # type: ignore[no-untyped-def]
    """Return a word of the exact half as the plain walk names it."""
    act, _, amount = word.partition(":")
    return WORDS.get(word) or (f"envido {amount}" if act == "envido" else f"{amount} more")


@pytest.mark.parametrize("menu", MENUS, ids=str)
@pytest.mark.parametrize("rules", ["naipera", "ehmf"])
def test_both_halves_list_the_same_words(menu, rules) -> None:  # type: ignore[no-untyped-def]
    """Each tree of two seats is that of the exact half, node by node."""
    duel = make_duel(rules, menu)
    tree = lance_tree(menu, duel.rules)
    for betting in two_seats(duel).betting:
        assert len(betting.nodes) == len(tree.lines)
        for node, seat, actions, child in zip(
            betting.nodes, tree.player, tree.actions, tree.child, strict=True
        ):
            assert node.seat == seat
            assert [word_of(move) for move in node.moves] == [plain_word(word) for word in actions]
            assert node.to == child  # ends are numbered alike, too


def test_nothing_is_forgotten() -> None:
    """Every way that the earlier lances can go is a summary of its own, at each lance."""
    kept = everything(two_seats(make_duel()))
    for lance in range(3):
        ends = 18 if lance == 2 else 15  # pares are not bet in three ways
        after = kept.step[lance, : kept.sizes[lance], :ends]
        assert sorted(after.ravel()) == list(range(kept.sizes[lance + 1]))


@pytest.fixture(scope="module")
def small():  # type: ignore[no-untyped-def]
    """Return a duel with nine cards, both forms of it, and a strategy drawn at random."""
    duel = small_duel(CARDS, Menu((2,), (), 0))
    game = two_seats(duel)
    own = layout(game, everything(game))
    numbers = np.random.default_rng(3).random(int(own.size)) ** 3
    return duel, game, own, numbers.astype(np.float32), hand_game(duel)


def walked(game, own, numbers, seat, hands, walks):  # type: ignore[no-untyped-def]
    """Return what each of many walks finds the mano's hand worth against the postre's."""
    work = new_work(game, own)
    work.hands[:], work.rng[:] = len(game.space), 7
    mine, other = game.number[hands[seat]], hands[1 - seat]
    work.hands[1 - seat] = game.number[other]
    work.left[:] = np.array(game.space.deck.copies) - game.space.counts[other]
    weigh(game.deck, work.left, work, work.weights)
    work.reach[0, 0] = 1
    project = np.tile(np.arange(own.step.shape[1]), (4, 1))
    tables, found = tables_of(numbers, own, project=project, learners=3), []
    for _ in range(walks):
        cast_lots(work)
        bet(game.deck, game.trees, tables, options(0.0, sampled=False), work, np.int64(seat))
        found.append(float(work.value[0, 0][mine]))
    return np.array(found) * (1 if seat == 0 else -1)


DEALS = [
    ("RRC7", "CAA7"), ("RRCC", "77AA"), ("RRRC", "C77A"),  # both have pares
    ("RR7A", "RC7A"), ("CC7A", "RR7A"), ("RC7A", "RR7A"),
    ("RC7A", "RC7A"),  # nobody has
]  # fmt: skip


@pytest.mark.parametrize("deal", DEALS, ids="-".join)
def test_both_halves_value_each_deal_alike(small, deal) -> None:  # type: ignore[no-untyped-def]
    """The mean over sampled walks of either seat is what the exact pass finds."""
    duel, game, own, numbers, made = small
    hands = [duel.space.index("".join(sorted(hand, key="RC7A".index))) for hand in deal]
    weights = [(held == hand) * 1.0 for held, hand in zip(made.hands[0], hands, strict=True)]
    tables = to_tables(game, numbers, made)
    only = replace(made.game, weights=(weights[0], weights[1]))
    exact = play_out(only, tables) / duel.chance[hands[0], hands[1]]
    for seat in (0, 1):
        found = walked(game, own, numbers, seat, hands, 1500)
        error = found.std() / np.sqrt(len(found))
        assert 0 < error < 0.5
        assert abs(found.mean() - exact) < 4 * error


def test_sampled_walks_come_to_equilibrium() -> None:
    """A whole hand of 8 kings: NashConv by exact best replies falls below 0.05 tantos."""
    duel = make_duel(menu=Menu((2,), (), 0, False))
    made, training, found = hand_game(duel), train_two(duel), []
    for iterations in (2_000, 8_000, 40_000):
        training.advance(iterations - training.done)
        tables = to_tables(training.game, training.average, made)
        found.append(measure(made.game, tables, iterations))
    first, second, last = (each.nash_conv for each in found)
    assert first > 1.5 * second > 3 * last
    assert 0 < last <= 0.05
    assert -found[-1].best[1] <= found[-1].value <= found[-1].best[0]


def test_ranges_are_refused() -> None:
    with pytest.raises(InputError, match="ranges"):
        two_seats(make_duel(ranges=["mano=juego"]))
