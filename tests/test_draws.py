"""Own draws: which discards there are, and the exact mean over what comes back."""

import naive
import numpy as np
import pytest

from musodds.draws import distinct_keeps, keep_table, mean_after_draw
from musodds.hands import hand_space
from musodds.lance_table import lance_table
from musodds.rules import load_rules

SPACES = {8: hand_space(load_rules("naipera")), 4: hand_space(load_rules("ffm"))}


def kept(name, mask):
    """Return the cards that a mask keeps of a hand."""
    return "".join(card for i, card in enumerate(name) if mask >> i & 1)


@pytest.mark.parametrize("kings", [8, 4])
def test_discards_are_distinct_and_complete(kings):
    space = SPACES[kings]
    for name, cards, row in zip(space.names, space.cards, keep_table(space), strict=True):
        masks = distinct_keeps(tuple(cards.tolist()))
        assert len({kept(name, mask) for mask in masks}) == len(masks)
        assert {kept(name, mask) for mask in masks} == naive.keeps(name)
        assert np.flatnonzero(row).tolist() == sorted(masks)


@pytest.mark.parametrize(("cards", "count"), [("RRRR", 4), ("RRRA", 7), ("RRAA", 8), ("RCSA", 15)])
def test_number_of_discards(cards, count):
    space = SPACES[8]
    assert keep_table(space)[space.index(cards)].sum() == count


@pytest.mark.parametrize(
    ("kings", "name", "seat"),
    [
        (8, "RRA5", 0),
        (8, "RRRR", 1),
        (8, "7654", 3),
        (8, "AAAA", 2),
        (4, "RC32", 3),
        (4, "7722", 0),
    ],
)
def test_mean_value_equals_plain_enumeration(kings, name, seat):
    """What a hand brings with every lance passed, averaged over each discard's draws."""
    space, name = SPACES[kings], naive.tidy(name)
    value = lance_table(load_rules("naipera" if kings == 8 else "ffm")).paso()[seat]
    means = mean_after_draw(space, (value / 1e12)[:, None], np.array([space.index(name)]))[0, :, 0]
    for mask in distinct_keeps(tuple(space.cards[space.index(name)].tolist())):
        drawn = naive.draws(naive.DECKS[kings], name, kept(name, mask))
        total = sum(n * int(value[space.index(new)]) for new, n in drawn.items())
        assert means[mask] == pytest.approx(total / sum(drawn.values()) / 1e12, rel=1e-12)


def test_all_hands_at_once_equal_one_by_one():
    space = SPACES[8]
    values = np.stack([space.points, space.points == 31], axis=1).astype(float)
    whole = mean_after_draw(space, values)
    assert whole.shape == (330, 16, 2)
    assert (whole[~keep_table(space)] == 0).all()
    some = np.array([3, 100, 329])
    assert (mean_after_draw(space, values, some) == whole[some]).all()


def test_throwing_all_four_forgets_all_but_the_cards_held():
    """The mean of the number of kings drawn is four times their share of the 36 cards."""
    space = SPACES[8]
    kings = space.counts[:, 0]
    means = mean_after_draw(space, kings[:, None].astype(float))[:, 0, 0]
    assert means == pytest.approx(4 * (8 - kings) / 36)
