"""The chance of winning the game by hand: hands that are dealt, paid and looked up."""

import doctest

import numpy as np
import pytest

from musodds import hand_chances as module
from musodds.equity_table import find_equity
from musodds.errors import InputError
from musodds.hand_chances import chance_after, hand_chances
from musodds.rules import load_rules

NAIPERA = load_rules("naipera")


def test_examples_in_docstrings():
    failed, tried = doctest.testmod(module)
    assert not failed
    assert tried


@pytest.mark.parametrize("ours", [True, False])
def test_a_hand_is_paid_in_order_until_the_game_is_won(ours):
    equity, sign = find_equity(NAIPERA), 1 if ours else -1
    assert chance_after(equity, [sign * 2, -sign * 5, 0], 0, (38, 39), ours) == 1
    assert chance_after(equity, [-sign * 5, sign * 2, 0], 0, (38, 39), ours) == 0
    assert chance_after(equity, [sign, 0], sign, (30, 20), ours) == 1
    assert chance_after(equity, [sign, 0], -sign, (30, 20), ours) == 0
    went_on = chance_after(equity, [sign * 3, -sign * 1, sign * 2, 0], 0, (30, 31), ours)
    assert went_on == equity.chances(35, 32, not ours)[0]


@pytest.mark.parametrize("seat", ["mano", "postre"])
def test_the_mean_over_all_hands_is_the_chance_before_they_are_dealt(seat):
    found = hand_chances((30, 35), seat, deals=40_000)
    assert int(found.counts.sum()) == 40_000
    some = found.counts > 1
    mean = np.average(found.value[some], weights=found.counts[some])
    spread = np.sqrt((found.counts[some] * found.se[some]) ** 2 @ np.ones(some.sum())) / 40_000
    assert abs(mean - found.before) < 5 * spread + 0.002


def test_good_hands_win_more_and_the_same_seed_gives_the_same_bits():
    once, again = (hand_chances((38, 38), deals=20_000) for _ in range(2))
    assert np.array_equal(once.value, again.value, equal_nan=True)
    from musodds.hands import hand_space

    space = hand_space(NAIPERA)
    assert once.value[space.index("RRRA")] > once.value[space.index("7654")] + 0.2


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"score": (40, 3)}, "score"),
        ({"score": (3, 3), "seat": "fifth"}, "seat 'fifth'"),
        ({"score": (3, 3), "deals": 0}, "deals 0"),
        ({"score": (3, 3), "rules": "meseta"}, "no mus"),
    ],
)
def test_bad_input_is_refused(asked, told):
    with pytest.raises(InputError, match=told):
        hand_chances(**asked)
