"""Rounds of mus: how many, who cuts, and the hands before and after, against the plain game."""

from collections import Counter
from math import sqrt

import naive
import naive_mus
import numpy as np
import pytest
from plays import as_functions

from musodds import InputError, load_rules
from musodds.dealing import starts
from musodds.hands import hand_space
from musodds.policy import Policy, style_policy
from musodds.redraw import after_draw
from musodds.rounds import HOLDS, _rounds_chunk, play_rounds
from musodds.simulate import new_state, sim_table

NAIPERA = load_rules("naipera")
STYLE = "cut:0.10"


@pytest.fixture(scope="module")
def found():
    return play_rounds(NAIPERA, style=STYLE, deals=400_000, max_rounds=3)


@pytest.fixture(scope="module")
def plain():
    """Play the game card by card: rounds and cutter, and the hands after each round."""
    game = naive_mus.Game(
        naive.stream("rounds", STYLE),
        naive.DECKS[8],
        *as_functions(hand_space(NAIPERA), style_policy(NAIPERA, STYLE)),
    )
    ends, hands, given_up = Counter(), [[] for _ in range(4)], [[] for _ in range(4)]
    for _ in range(4000):
        game.deal({})
        for r in range(4):
            hands[r].append(list(game.hands))
            cutter = game.first_to_cut(r, range(4)) if r < 3 else 0
            if cutter is not None:
                ends[r, cutter] += 1
                break
            given_up[r].append(list(game.hands))
            game.mus_round(r)
    return ends, hands, given_up


def test_rounds_and_cutters(found, plain):
    ends, n = plain[0], 4000
    shares = found.cutters()
    for (r, cutter), p in np.ndenumerate(shares):
        assert abs(ends[r, cutter] / n - p) <= 4 * sqrt(p * (1 - p) / n) + 1e-12
    assert shares.sum() == pytest.approx(1)
    assert sum(share.tantos for share in found.played()) == pytest.approx(1)


@pytest.mark.parametrize("given_up", [False, True])
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_hands_before_and_after(found, plain, rounds, given_up):
    deals = (plain[2] if given_up else plain[1])[rounds]
    held = {
        "pares": lambda hand: len(set(hand)) < 4,
        "juego": lambda hand: naive.points(hand) >= 31,
        "31": lambda hand: naive.points(hand) == 31,
        "three kings": lambda hand: hand.count("R") >= 3,
        "two aces": lambda hand: hand.count("A") >= 2,
        "punto28": lambda hand: 28 <= naive.points(hand) <= 30,
    }
    estimates = dict(zip(HOLDS, found.holds(rounds, given_up), strict=True))
    for name, holds in held.items():
        mean, se = naive.mean_and_error([sum(map(holds, hands)) / 4 for hands in deals])
        assert abs(estimates[name].tantos - mean) <= 4 * se, name
        assert estimates[name].se <= se


def test_hands_as_dealt_are_exact(found):
    weights, space = hand_space(NAIPERA).weights / 91_390, hand_space(NAIPERA)
    exact = {"pares": (space.pares > 0) @ weights, "duples": (space.pares == 3) @ weights}
    dealt = dict(zip(HOLDS, found.holds(0), strict=True))
    for name, p in exact.items():
        assert abs(dealt[name].tantos - p) < 4 * dealt[name].se
        assert 0 < dealt[name].se < 0.001
    one = dict(zip(HOLDS, found.holds(0, seat=2), strict=True))
    assert abs(one["pares"].tantos - exact["pares"]) < 4 * one["pares"].se


def test_share_of_mus_is_exact():
    exact = naive.chance_that_nobody_cuts(
        naive.DECKS[8], as_functions(hand_space(NAIPERA), style_policy(NAIPERA, "usual"))[0]
    )
    none = play_rounds(NAIPERA, style="usual").played()[0]
    assert abs(1 - none.tantos - exact) < 4 * none.se


def test_answer(found):
    answer = found.to_dict()
    assert answer["schema"] == "musodds.rounds/1"
    assert [row["rounds"] for row in answer["rounds"]] == [0, 1, 2, 3]
    assert answer["hands"][0]["when"] == "as dealt"
    assert answer["hands"][1]["share"] == answer["hands"][2]["share"]
    assert answer["deals"] >= 400_000
    again = play_rounds(NAIPERA, style=STYLE, deals=400_000, max_rounds=3)
    assert (again.ended == found.ended).all()


@pytest.mark.parametrize("players", [2, 6])
def test_other_tables(players):
    found = play_rounds(NAIPERA, players, style="usual", deals=20_000)
    assert found.ended.shape[1] == players
    p = found.played()[0].tantos
    assert abs(p - (1 - 0.65**players)) < 0.05  # but for cards that others hold


def test_three_players_are_refused():
    with pytest.raises(InputError, match="3 players"):
        play_rounds(NAIPERA, 3)


def test_if_nobody_says_mus_the_game_is_the_deal():
    found = play_rounds(NAIPERA, style="cut:1", deals=50_000)
    assert found.played()[0].tantos == 1
    assert found.cutters()[0].tolist() == [1, 0, 0, 0]
    assert found.deals[:, 1:].sum() == 0


@pytest.mark.parametrize("seat", range(4))
def test_who_throws_one_card_draws_any_of_the_others(seat):
    """The others stand pat: the hands after the round against every card drawn, chi-square."""
    space = hand_space(NAIPERA)
    cut, discard = np.zeros((1, 4, len(space))), np.zeros((1, 4, len(space), 16))
    discard[..., 15] = 1
    discard[0, seat] = np.arange(16) == 7  # the lowest card goes
    table = sim_table(NAIPERA, Policy(cut, discard))
    start = starts(space, [-1] * 4, np.zeros(8, int), np.ones((4, len(space))))
    reached, went_on = np.zeros((2, 2, 4, len(space)), np.int64)
    deals = 200_000
    ended = np.zeros((2, 4), np.int64)
    _rounds_chunk(new_state(seat, 0, 4), table, start, reached, went_on, ended, deals)
    exact = after_draw(space, space.weights / 91_390, discard[0, seat], 1)
    assert exact.sum() == pytest.approx(1)
    assert not reached[1, seat][exact == 0].any()
    met, p = reached[1, seat][exact > 0], exact[exact > 0]
    statistic = ((met - deals * p) ** 2 / (deals * p)).sum()
    spread = sqrt(2 * (len(p) - 1) + ((1 / p).sum() - len(p) ** 2 - 2 * len(p) + 2) / deals)
    assert abs(statistic - (len(p) - 1)) < 4 * spread
    for other in {0, 1, 2, 3} - {seat}:
        assert (reached[1, other] == reached[0, other]).all()
