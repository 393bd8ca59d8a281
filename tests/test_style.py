"""Styles by name: their grammar, the ways to discard, soft lines, tables of two and of six."""

from hashlib import sha256
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plays import kept

from musodds import InputError, load_rules, odds
from musodds.cards import parse_any_number
from musodds.draws import keep_table
from musodds.few import count_few
from musodds.hands import LANCE_NAMES, hand_space
from musodds.keeps import kept_cards, mask_of_cards, named_keeps
from musodds.policy import (
    Policy,
    best_share,
    cut_shares,
    soft_share,
    style_policy,
    visto_policy,
)
from musodds.style import WAYS, Style, parse_style
from musodds.style_bets import bets_by_rule, lance_chances, may_take_part
from musodds.tally import paso_by_lance
from musodds.worth import hand_worth, paso_of_two

NAIPERA, EHMF, NINE = load_rules("naipera"), load_rules("ehmf"), load_rules("naipera", ["kings=9"])
DECKS = pytest.mark.parametrize("rules", [NAIPERA, EHMF, NINE], ids=["8", "4", "9 kings"])

# ---------------------------------------------------------------- the grammar


def test_a_style_may_say_how_it_discards():
    assert parse_style("Usual+Cautious") == Style("usual+cautious", (0.35,), (("cautious", 1.0),))
    assert parse_style("cut:0.35+king-hunter").discards == (("king-hunter", 1.0),)
    assert parse_style("eager+best").discards == parse_style("eager").discards
    assert parse_style("usual+cautious+bets").bets
    assert parse_style("cut:0.3,0.4").shares == (0.3, 0.4)


@pytest.mark.parametrize(
    ("style", "named"),
    [
        ("usual+brave", "unknown '+brave'"),
        ("usual+", "unknown '+'"),
        ("usual+best+cautious", "'+cautious' comes too late"),
        ("usual+bets+bets", "'+bets' comes too late"),
    ],
)
def test_an_unknown_way_to_discard(style, named):
    with pytest.raises(InputError, match="example: --style usual") as caught:
        parse_style(style)
    assert str(caught.value).startswith(f"style '{style}': {named}; expected ")


@pytest.mark.parametrize("style", ["cut:0.3,0.4,0.5", "cut:0.3,", "cut:0.3,nan"])
def test_shares_are_one_or_one_a_seat(style):
    with pytest.raises(InputError, match="or one x a seat"):
        parse_style(style)


def test_as_many_shares_as_players():
    with pytest.raises(InputError, match=r"style 'cut:0\.3,0\.4': 2 shares for 4 players"):
        style_policy(NAIPERA, "cut:0.3,0.4")
    shares = cut_shares(NAIPERA, style_policy(NAIPERA, "cut:0.3,0.4", players=2))
    assert shares.tolist() == [pytest.approx([0.3, 0.4])]


@pytest.mark.parametrize(
    ("rules", "style", "first_hand", "digest"),
    [
        ("naipera", "cut:0.35", False, "85a9c6124cfa"),
        ("naipera", "usual", True, "413c1874de61"),
        ("ehmf", "eager", False, "24de2746de64"),
        ("ehmf", "patient", True, "b05c843707fa"),
        ("ffm", "cut:0.30,0.35,0.35,0.50", False, "a21c220556ab"),
    ],
)
def test_the_styles_of_the_first_version_are_what_they_were(rules, style, first_hand, digest):
    policy = style_policy(load_rules(rules), style, first_hand)
    whole = policy.cut.tobytes() + policy.discard.tobytes()
    assert sha256(whole).hexdigest()[:12] == digest


# ---------------------------------------------------------------- ways to discard


def slow_cautious(hand):
    """Keep cards that pair; else two figures and an ace; else the king."""
    paired = "".join(card for card in hand if hand.count(card) > 1)
    figures = [card for card in "RCS" if card in hand]
    if paired:
        return paired
    if len(figures) >= 2 and "A" in hand:
        return "".join(figures[:2]) + "A"
    return "R" if "R" in hand else ""


def slow_king_hunter(hand):
    """Keep the kings; else the figures that pair."""
    if "R" in hand:
        return hand.count("R") * "R"
    return "".join(card for card in hand if card in "CS" and hand.count(card) > 1)


SLOW = {
    "cautious": slow_cautious,
    "king-hunter": slow_king_hunter,
    "pairs": lambda hand: "".join(card for card in hand if hand.count(card) > 1),
    "kings": lambda hand: hand.count("R") * "R",
}


@DECKS
@pytest.mark.parametrize("way", SLOW)
def test_a_way_to_discard_is_its_sentence_for_every_hand(rules, way):
    space, keeps = hand_space(rules), named_keeps(hand_space(rules), way)
    for hand, name in enumerate(space.names):
        assert kept(name, int(keeps[hand])) == SLOW[way](name)[:3]
    assert keep_table(space)[np.arange(len(space)), keeps].all()


def test_in_a_mus_visto_juego_and_duples_stay():
    space = hand_space(EHMF)
    for way in SLOW:
        stays = named_keeps(space, way, may_stay=True) == 15
        assert (stays == ((space.juego > 0) | (space.pares == 3))).all()


def test_cards_of_a_suit_set_apart_pair_with_their_rank():
    space = hand_space(load_rules("naipera", ["real=sota-oros"]))
    keeps = named_keeps(space, "cautious")
    assert kept_cards(space, "SSo76", int(keeps[space.index("SSo76")])) == "SSo"
    hand = space.index("RSSo7")
    assert kept_cards(space, hand, mask_of_cards(space, hand, parse_any_number("S"))) == "S"
    only = space.index("RSo76")
    assert kept_cards(space, only, mask_of_cards(space, only, parse_any_number("S"))) == "So"


def test_a_style_discards_as_it_says():
    space, policy = hand_space(NAIPERA), style_policy(NAIPERA, "usual+cautious")
    hands = np.arange(len(space))
    assert (policy.discard[0, 2, hands, named_keeps(space, "cautious")] == 1).all()
    assert (policy.cut == style_policy(NAIPERA, "usual").cut).all()
    visto = visto_policy(EHMF, "usual+cautious")
    assert (visto.discard[0, 1].argmax(-1) == named_keeps(hand_space(EHMF), "cautious", True)).all()
    assert (visto.cut[0] == 0).all()


# ---------------------------------------------------------------- soft lines


@given(
    share=st.floats(0.001, 0.999),
    softness=st.just(0.0) | st.floats(1e-6, 1),
    weights=st.lists(st.integers(1, 1000), min_size=1, max_size=30),
)
def test_a_soft_line_keeps_the_share(share, softness, weights):
    order = np.random.default_rng(1).permutation(len(weights))
    weights = np.array(weights)
    cut = soft_share(order, weights, share, softness)
    assert cut @ weights / weights.sum() == pytest.approx(share, abs=1e-9)
    assert ((cut >= 0) & (cut <= 1)).all()
    assert (np.diff(cut[order]) <= 1e-12).all()  # never more often with a worse hand


def test_a_soft_line_is_logistic_in_the_share_of_better_hands():
    weights = hand_space(NAIPERA).weights
    order = np.arange(len(weights))
    cut = soft_share(order, weights, 0.35, 0.05)
    middle = (np.cumsum(weights) - weights / 2) / weights.sum()
    inside = (cut > 1e-6) & (cut < 1 - 1e-6)
    line = np.log(cut / (1 - cut))[inside] * 0.05 + middle[inside]
    assert np.ptp(line) < 1e-6
    assert line[0] == pytest.approx(0.35, abs=0.01)


def test_no_softness_is_the_sharp_line():
    order, weights = np.array([2, 0, 3, 1]), np.array([30, 40, 10, 20])
    sharp = best_share(order, weights, 0.25)
    assert (soft_share(order, weights, 0.25, 0) == sharp).all()
    assert np.abs(soft_share(order, weights, 0.4, 1e-6) - [1, 0, 1, 0]).max() < 1e-9
    for share in (0, 1):
        assert (soft_share(order, weights, share, 0.3) == share).all()


# ---------------------------------------------------------------- two and six players


def test_one_against_one_is_counted():
    for rules in (NAIPERA, EHMF):
        space = hand_space(rules)
        tantos, deals = paso_of_two(space)
        for hand, seat in product(range(0, len(space), 41), range(2)):
            counts, around = count_few(space, hand, seat, 2)
            assert around == deals
            assert paso_by_lance(counts, around).sum() == tantos[seat, hand]


def test_a_policy_of_two_goes_by_what_hands_are_worth_one_against_one():
    space, policy = hand_space(NAIPERA), style_policy(NAIPERA, "cut:0.3,0.5", players=2)
    for seat, share in enumerate((0.3, 0.5)):
        worth, cut = hand_worth(NAIPERA, 2)[seat], policy.cut[0, seat]
        assert cut @ space.weights / space.weights.sum() == pytest.approx(share)
        assert worth[cut > 0].min() >= worth[cut < 1].max()
    first = style_policy(load_rules("madrid"), "usual", True, players=2)
    assert (first.cut[0, 0] == first.cut[0, 1]).all()


def test_a_table_of_six_is_sampled_as_the_odds_are():
    space, worth = hand_space(NAIPERA), hand_worth(NAIPERA, 6)
    for hand, seat in (("RRCA", 0), ("7654", 5), ("RRRR", 2), ("44AA", 3)):
        found = odds(hand, seat + 1, players=6, deals=200_000)
        error = np.hypot(found.se["paso_ev"], 0.03)
        assert abs(found.paso_ev - worth[seat, space.index(hand)]) < 4 * error
    shares = cut_shares(NAIPERA, style_policy(NAIPERA, "usual", players=6))
    assert shares.shape == (1, 6)
    assert shares == pytest.approx(0.35)


def test_other_numbers_of_players_are_refused():
    with pytest.raises(InputError, match="5 players; expected 2, 4 or 6 in two"):
        style_policy(NAIPERA, "usual", players=5)


# ---------------------------------------------------------------- betting


@pytest.mark.parametrize("rules", [NAIPERA, EHMF], ids=["8", "4 kings"])
def test_bets_are_the_best_hands_that_may_take_part(rules):
    space, (bet, accept) = hand_space(rules), bets_by_rule(rules)
    chances = lance_chances(rules, 4)
    for lance, seat in product(range(5), range(4)):
        part = may_take_part(space)[lance]
        for of, share in ((bet, 0.3), (accept, 0.4)):
            chance = of[lance, seat]
            assert (chance[~part] == 0).all()
            deals = space.weights * part
            assert chance @ deals / deals.sum() == pytest.approx(share)
            worth = chances[lance, seat]
            assert worth[part & (chance > 0)].min() >= worth[part & (chance < 1)].max()


def test_the_chance_to_win_a_lance_that_is_bet():
    """Counted by hand from the published odds of the table."""
    space, chances = hand_space(NAIPERA), lance_chances(NAIPERA, 4)
    table = odds("RRCA", "segundo").lances
    hand = space.index("RRCA")
    assert chances[0, 1, hand] == pytest.approx(table["grande"]["win"])
    assert chances[3, 1, hand] == pytest.approx(table["juego"]["win_if_contested"])
    table = odds("7654", "postre").lances
    assert chances[4, 3, space.index("7654")] == pytest.approx(table["punto"]["win_if_played"])
    assert (lance_chances(load_rules("madrid"), 4, True)[:, 3] == chances[:, 0]).all()


def test_a_style_without_bets_passes_every_lance():
    assert style_policy(NAIPERA, "usual").bet is None
    policy = style_policy(NAIPERA, "usual+bets", players=2)
    assert policy.bet.shape == policy.accept.shape == (len(LANCE_NAMES), 2, 330)


def test_bets_that_are_no_probabilities_are_refused():
    policy = style_policy(NAIPERA, "usual+bets")
    with pytest.raises(ValueError, match="differ"):
        Policy(policy.cut, policy.discard, policy.bet[:4], policy.accept)
    with pytest.raises(ValueError, match="outside"):
        Policy(policy.cut, policy.discard, policy.bet, policy.accept + 0.5)


def test_the_names_of_the_ways():
    assert set(WAYS) == {"best", *SLOW}
