"""What the number of cards thrown tells: against counting in plain Python, and against sampling."""

import doctest
from itertools import combinations

import numpy as np
import pytest

from musodds import load_rules, redraw
from musodds.cards import CardClass, Deck
from musodds.draws import distinct_keeps, mean_after_draw
from musodds.hands import HandSpace, hand_space
from musodds.policy import style_policy
from musodds.redraw import after_draw, said_likelihood, throw_likelihood

SMALL = HandSpace(Deck((CardClass("R", 3), CardClass("7", 4), CardClass("A", 2))))


def random_discard(space, seed):
    """Return chances of every distinct discard of every hand."""
    discard, rng = np.zeros((len(space), 16)), np.random.default_rng(seed)
    for hand, cards in enumerate(space.cards.tolist()):
        masks = list(distinct_keeps(tuple(cards)))
        discard[hand, masks] = rng.dirichlet(np.ones(len(masks)))
    return discard


def count_deals(space, discard, thrown):
    """Return the chances of `after_draw` card by card: every old hand and every draw."""
    deck = [c for c, n in enumerate(space.deck.copies) for _ in range(n)]
    after = np.zeros(len(space))
    olds = list(combinations(range(len(deck)), 4))
    for old in olds:
        cards = [deck[i] for i in old]
        stock = [deck[i] for i in range(len(deck)) if i not in old]
        draws = list(combinations(stock, thrown))
        chances = discard[space.of_cards[tuple(cards)]]
        for mask in range(16):
            kept = [card for i, card in enumerate(cards) if (mask >> i) & 1]
            if chances[mask] and len(kept) == 4 - thrown:
                for new in draws:
                    hand = space.of_cards[(*kept, *new)]
                    after[hand] += chances[mask] / len(draws) / len(olds)
    return after


@pytest.mark.parametrize("thrown", [1, 2, 3, 4])
def test_a_small_deck_counted_card_by_card(thrown):
    discard = random_discard(SMALL, thrown)
    dealt = SMALL.weights / SMALL.weights.sum()
    found = after_draw(SMALL, dealt, discard, thrown)
    assert np.allclose(found, count_deals(SMALL, discard, thrown), rtol=1e-12, atol=0)


@pytest.mark.parametrize("rules", ["naipera", "ehmf"])
def test_it_agrees_with_the_means_after_a_draw(rules):
    """The same draws, turned around: the mean of any value over the new hand."""
    space = hand_space(load_rules(rules))
    rng = np.random.default_rng(3)
    values, held = rng.random(len(space)), rng.random(len(space))
    some = np.sort(rng.choice(len(space), 40, replace=False))
    chosen = np.zeros(len(space))
    chosen[some] = held[some]
    discard = random_discard(space, 5)
    means = mean_after_draw(space, values[:, None], some)[..., 0]
    for thrown in (1, 2, 3, 4):
        masks = [mask for mask in range(16) if mask.bit_count() == 4 - thrown]
        expected = (chosen[some, None] * discard[some][:, masks] * means[:, masks]).sum()
        found = after_draw(space, chosen, discard, thrown)
        assert found @ values == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("rules", ["naipera", "ehmf"])
def test_the_discards_of_every_size_make_a_whole(rules):
    space = hand_space(load_rules(rules))
    dealt = space.weights / space.weights.sum()
    discard = random_discard(space, 7)
    whole = sum(after_draw(space, dealt, discard, thrown) for thrown in (1, 2, 3, 4))
    assert whole.sum() == pytest.approx(1, abs=1e-12)


def sampled(space, discard, deals, seed):
    """Deal, throw and draw; return the cards thrown and the new hand of every deal."""
    deck = np.repeat(np.arange(len(space.deck.copies)), space.deck.copies)
    rng = np.random.default_rng(seed)
    eight = deck[np.argsort(rng.random((deals, len(deck))), axis=1)[:, :8]]
    old, stock = np.sort(eight[:, :4], axis=1), eight[:, 4:]
    masks = discard.argmax(1)[space.of_cards[tuple(old.T)]]
    keeps = (masks[:, None] >> np.arange(4)) & 1
    return 4 - keeps.sum(1), space.of_cards[tuple(np.where(keeps, old, stock).T)]


@pytest.mark.parametrize("rules", ["naipera", "ehmf"])
def test_a_real_deck_sampled(rules):
    """With the style's discards, which are never mixed."""
    rules = load_rules(rules)
    space, discard = hand_space(rules), style_policy(rules, "cut:0.35").discard[0, 1]
    thrown, new = sampled(space, discard, 100_000, 11)
    for number in (1, 2, 3, 4):
        seen = new[thrown == number]
        weights = space.weights * throw_likelihood(rules, "cut:0.35", 1, number)
        for made in (space.pares > 0, space.juego > 0, space.points == 31, space.rank[0] > 200):
            chance = weights[made].sum() / weights.sum()
            error = np.sqrt(chance * (1 - chance) / len(seen))
            assert abs(made[seen].mean() - chance) < 4 * error + 1e-9


def test_a_likelihood_is_at_most_one_and_not_to_be_written_to():
    rules = load_rules("naipera")
    for found in (
        throw_likelihood(rules, "cut:0.35", 1, 2),
        said_likelihood(rules, "cut:0.35", 1, "cut"),
    ):
        assert found.min() >= 0
        assert found.max() == 1
        with pytest.raises(ValueError, match="read-only"):
            found[0] = 1


def test_the_examples_in_docstrings():
    result = doctest.testmod(redraw)
    assert result.failed == 0
    assert result.attempted > 0
