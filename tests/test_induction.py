"""The chance of winning the game by induction, against plain recursion and simulated games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from musodds.induction import MOST, WE_WIN, Hands, gather, induct


def some_hands(kinds: int = 12, batches: int = 3, seed: int = 1) -> Hands:
    """Return hands with payments of all sorts, some with an órdago."""
    rng = np.random.default_rng(seed)
    paid = np.zeros((kinds, MOST), np.int8)
    for row in paid:
        many = rng.integers(1, 6)
        row[:many] = rng.integers(1, 5, many) * rng.choice([-1, 1], many)
    ordago = rng.choice([0, 0, 0, 1, -1], kinds).astype(np.int8)
    return Hands(paid, ordago, rng.integers(1, 9, (batches, kinds)))


def plain(hands: Hands, target: int):  # type: ignore[no-untyped-def]
    """Return the chance of the mano's pair by plain recursion in fractions."""
    counts = hands.counts.sum(0)

    @cache
    def chance(a: int, b: int) -> Fraction:
        won = Fraction(0)
        for paid, ordago, count in zip(hands.paid.tolist(), hands.ordago, counts, strict=True):
            won += int(count) * result(paid, int(ordago), a, b)
        return won / int(counts.sum())

    def result(paid: list[int], ordago: int, a: int, b: int) -> Fraction:
        score = [a, b]
        for tantos in paid:
            pair = 0 if tantos > 0 else 1
            score[pair] += abs(tantos)
            if score[pair] >= target:
                return Fraction(1 - pair)
        if ordago:
            return Fraction(ordago > 0)
        return 1 - chance(score[1], score[0])

    return chance


def test_it_is_the_plain_recursion() -> None:
    hands, target = some_hands(), 11
    found, chance = induct(hands, target)[0, ..., WE_WIN:].sum(-1), plain(hands, target)
    for a in range(target):
        for b in range(target):
            assert found[a, b] == pytest.approx(float(chance(a, b)), abs=1e-12)


def test_endings_add_up_and_batches_average_about_the_whole() -> None:
    hands = some_hands()
    found = induct(hands, 15)
    assert found.sum(-1) == pytest.approx(1)
    assert len(found) == 4
    same = Hands(hands.paid, hands.ordago, np.stack([hands.counts[0]] * 2))
    assert induct(same, 15)[1] == pytest.approx(induct(same, 15)[2])


def test_whose_mano_the_last_hand_has() -> None:
    one = Hands(np.eye(1, MOST, dtype=np.int8), np.zeros(1, np.int8), np.ones((1, 1), np.int64))
    # a tanto a hand to the mano: from 1-1 with three to win the third hand from here decides
    assert induct(one, 3)[0, 1, 1].tolist() == [0, 0, 0, 1]
    assert induct(one, 3)[0, 1, 2].tolist() == [1, 0, 0, 0]


def test_chances_rise_with_the_score_where_every_hand_pays_the_same_either_way() -> None:
    paid = np.zeros((2, MOST), np.int8)
    paid[:, 0] = 1, -1
    fair = Hands(paid, np.zeros(2, np.int8), np.ones((1, 2), np.int64))
    won = induct(fair, 8)[0, ..., WE_WIN:].sum(-1)
    assert (np.diff(won, axis=0) > 0).all()
    assert (np.diff(won, axis=1) < 0).all()
    assert won + won.T == pytest.approx(1)
    assert won[7, 6] == pytest.approx(0.75)


def test_alike_hands_are_gathered() -> None:
    rng = np.random.default_rng(2)
    paid = np.zeros((60, MOST), np.int8)
    paid[:, 0] = rng.choice([1, -1], 60)
    ordago = rng.choice([0, 1], 60).astype(np.int8)
    hands = gather(paid, ordago, 3)
    assert len(hands.paid) == 4
    assert hands.counts.sum(1).tolist() == [20, 20, 20]
    for row, what, count in zip(hands.paid, hands.ordago, hands.counts[1], strict=True):
        assert count == ((paid[20:40, 0] == row[0]) & (ordago[20:40] == what)).sum()


def test_a_hand_that_pays_nothing_is_refused() -> None:
    idle = Hands(np.zeros((1, MOST), np.int8), np.zeros(1, np.int8), np.ones((1, 1), np.int64))
    with pytest.raises(ValueError, match="pays nothing"):
        induct(idle, 4)
