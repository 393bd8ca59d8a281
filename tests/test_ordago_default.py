"""The órdago of the solver against what the tables of equity say it is worth."""

import numpy as np

from benchmarks.ordago import hands_by_score, worth_in_a_game
from musodds.induction import MOST, Hands
from musodds.strategies import ORDAGO


def test_hands_of_a_game_are_counted_by_score():
    paid = np.zeros((2, MOST), np.int8)
    paid[:, 0] = 1, -1
    often = hands_by_score(Hands(paid, np.zeros(2, np.int8), np.array([[3, 1]])), 2)
    # one tanto a hand, to the mano's pair three times of four; then the mano is the other pair
    assert np.allclose(often, [[1, 0.75], [0.25, 0.75 * 0.75 + 0.25 * 0.25]])


def test_the_default_lies_between_the_games_that_ship():
    worth = [worth_in_a_game(name, 5000)[1] for name in ("ehmf", "naipera")]
    assert 17 < worth[0] < ORDAGO < worth[1] < 27
