"""Who disputes the lances and how strong hands win them: against plain deals and single hands."""

import doctest
import random

import naive
import numpy as np
import pytest

from musodds import odds, strength
from musodds.rules import load_rules
from musodds.seats import SEATS
from musodds.tables import contested

DEALS = 20_000
DISPUTED = {"grande": None, "chica": None, "pares": "pares", "juego": "juego", "punto": "punto"}


@pytest.fixture(scope="module", params=[("naipera", 8), ("ehmf", 4)], ids=["8 kings", "4 kings"])
def deals(request):
    """Return rules by name and hands dealt one by one."""
    rules, kings = request.param
    shuffle, deck = random.Random(7), list(naive.DECKS[kings])
    dealt = []
    for _ in range(DEALS):
        cards = shuffle.sample(deck, 16)
        dealt.append([naive.tidy(cards[4 * seat : 4 * seat + 4]) for seat in range(4)])
    return rules, dealt


def holders(lance, hands):
    """Return which pairs hold a lance."""
    held = [naive.has(lance, hand) for hand in hands]
    return held[0] or held[2], held[1] or held[3]


def near(found, wins, tried):
    """Whether a chance is within four standard errors of what was counted."""
    error = max((found * (1 - found) / tried) ** 0.5, 1 / tried)
    return abs(wins / tried - found) <= 4 * error


def test_disputes_are_those_of_hands_dealt_one_by_one(deals):
    rules, dealt = deals
    frame = contested(rules).set_index(["lance", "holder"])
    for lance in ("pares", "juego"):
        for holder in ("any", "yes", "no"):
            row = frame.loc[lance, holder]
            own = [naive.has(lance, hands[0]) for hands in dealt]
            seen = [
                holders(lance, hands)
                for hands, mine in zip(dealt, own, strict=True)
                if holder == "any" or mine == (holder == "yes")
            ]
            assert near(row.share, len(seen), DEALS)
            for name, pairs in {
                "both": (True, True), "ours": (True, False),
                "theirs": (False, True), "nobody": (False, False),
            }.items():  # fmt: skip
                assert near(row[name], seen.count(pairs), len(seen))
    played = sum(naive.winner("punto", hands) is not None for hands in dealt)
    assert near(frame.loc["punto", "any"].both, played, DEALS)


@pytest.mark.parametrize("rules", ["naipera", "ehmf", "kings=9"])
def test_disputes_add_up(rules):
    named = "=" not in rules
    frame = contested(load_rules(rules if named else "naipera", () if named else [rules]))
    parts = frame[["both", "ours", "theirs", "nobody"]]
    assert np.allclose(parts.sum(axis=1), 1, atol=1e-14)
    assert (parts >= 0).all(axis=None)
    frame = frame.set_index(["lance", "holder"])
    for lance in ("pares", "juego"):
        any_, yes, no = (frame.loc[lance, holder] for holder in ("any", "yes", "no"))
        assert yes.share + no.share == pytest.approx(1)
        assert any_.ours == pytest.approx(any_.theirs, abs=1e-12)  # no seat is dealt better
        assert yes.theirs == yes.nobody == 0
        for part in ("both", "ours", "theirs", "nobody"):
            assert yes.share * yes[part] + no.share * no[part] == pytest.approx(any_[part])
    assert frame.loc["punto", "any"].both == frame.loc["juego", "any"].nobody


def test_strength_is_that_of_hands_dealt_one_by_one(deals):
    rules, dealt = deals
    frame = strength.strength(rules).set_index(["lance", "seat"])
    for lance in DISPUTED:
        for place, seat in enumerate(SEATS):
            rows = frame.loc[lance, seat]
            ends = np.cumsum(rows.hands) / rows.hands.sum()
            upper = rows[ends > 0.5]  # the better half of the hands, ranks as they come
            expected = np.average(upper.win, weights=_disputed(rules, lance, place, upper))
            least = upper.example.iloc[0]
            won = [
                naive.winner(lance, hands) % 2 == place % 2
                for hands in dealt
                if _is_disputed(lance, hands)
                and naive.has(lance, hands[place])
                and naive.better(lance, hands[place], least) >= 0
            ]
            assert near(expected, sum(won), len(won)), (lance, seat)


def _is_disputed(lance, hands):
    if lance == "punto":
        return naive.winner(lance, hands) is not None
    return all(holders(lance, hands))


def _disputed(rules, lance, place, rows):
    """Return in how many deals hands like these are disputed, from the odds of one of each."""
    if lance in ("grande", "chica"):
        return rows.hands
    key = "played" if lance == "punto" else "contested"
    chances = [odds(hand, SEATS[place], rules).lances[lance][key] for hand in rows.example]
    return rows.hands * chances


def test_a_rank_of_one_kind_of_hand_wins_as_that_hand_does():
    frame = strength.strength("ehmf").set_index(["lance", "seat", "example"])
    for hand, seat in (("RRC2", "mano"), ("7654", "postre"), ("A234", "tercero")):
        shown = naive.tidy(hand)
        won = odds(hand, seat, "ehmf").lances["grande"]["win"]
        assert frame.win["grande", seat, shown] == pytest.approx(won, rel=1e-12)


def test_all_hands_together_win_as_often_as_the_seat():
    frame = strength.strength("naipera")
    grande = frame[frame.lance == "grande"]
    for pair in (("mano", "tercero"), ("segundo", "postre")):
        shares = [
            np.average(one.win, weights=one.hands)
            for one in (grande[grande.seat == seat] for seat in pair)
        ]
        assert shares[0] == pytest.approx(shares[1], abs=1e-12)  # one pair, one chance
    assert (frame.weaker.between(0, 1)).all()
    assert frame.groupby(["lance", "seat"]).weaker.apply(lambda w: w.is_monotonic_increasing).all()


def test_the_example_in_the_docstring():
    assert doctest.testmod(strength) == (0, 2)
