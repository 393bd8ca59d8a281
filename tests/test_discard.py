"""What a discard makes, and the ranking of discards."""

import naive
import pytest

from musodds.discard import rank_discards
from musodds.draws import distinct_keeps
from musodds.hands import hand_space
from musodds.makes import IMPROVES, MAKES, improves, makes, new_hands
from musodds.rules import load_rules
from musodds.situation import ask
from musodds.tables import lances

SPACES = {8: hand_space(load_rules("naipera")), 4: hand_space(load_rules("ffm"))}


def chances(hand, kings=8):
    """Return what each discard of a hand makes, by the cards kept."""
    space, name = SPACES[kings], naive.tidy(hand)
    index = space.index(name)
    found = makes(space, index)
    return {
        "".join(card for i, card in enumerate(name) if mask >> i & 1): found[mask]
        for mask in distinct_keeps(tuple(space.cards[index].tolist()))
    }


@pytest.mark.parametrize(
    ("hand", "keep", "percent"),
    [
        ("CSA5", "CSA", {"31": 38.9, "juego": 38.9}),
        ("CSA5", "", {"31": 8.75, "juego": 25.9}),
        ("RCA5", "RCA", {"31": 38.9, "juego": 38.9, "pares": 47.2}),
        ("RCA5", "R", {"31": 14.5, "juego": 46.5, "pares": 66.6}),
        ("RRA5", "RRA", {"31": 38.9, "duples": 19.4, "juego": 38.9}),
        ("RRA5", "RR", {"31": 20.0, "duples": 11.0, "juego": 74.1}),
        ("CCS5", "CCS", {"juego": 100, "31": 22.2, "duples": 8.3}),
        ("CCS5", "CC", {"juego": 70.6, "31": 21.0, "duples": 12.9}),
        ("RRC7", "RRC", {"juego": 100, "31": 22.2, "duples": 8.3}),
        ("AA54", "AA", {"duples": 11.6, "juego": 0}),
        ("AA76", "AA", {"duples": 11.6, "juego": 0}),
    ],
)
def test_classical_advice_as_numbers(hand, keep, percent):
    """Chances of one's own draw with eight kings, counted independently."""
    found = chances(hand)[keep]
    for what, value in percent.items():
        digits = len(str(value).partition(".")[2])
        assert round(100 * found[what], digits) == value


def test_31_by_keeping_two_tens_and_an_ace():
    """38.89 % from CSA5 and from RRA5 (14 of 36 cards), which makes duples in 19.44 %."""
    assert round(100 * chances("CSA5")["CSA"]["31"], 2) == 38.89
    assert round(100 * chances("RRA5")["RRA"]["31"], 2) == 38.89
    assert round(100 * chances("RRA5")["RRA"]["duples"], 2) == 19.44


@pytest.mark.parametrize(
    ("kings", "hand"),
    [(8, "RRA5"), (8, "CSA5"), (8, "AA54"), (8, "7777"), (8, "RRRA"), (4, "RR3A"), (4, "7654")],
)
def test_makes_equals_plain_enumeration(kings, hand):
    name, deck = naive.tidy(hand), naive.DECKS[kings]
    found = chances(hand, kings)
    assert set(found) == naive.keeps(name)
    for keep, chance in found.items():
        plain = naive.makes(deck, name, keep)
        assert set(chance) == set(MAKES)
        for what in MAKES:
            assert chance[what] == pytest.approx(plain[what] / plain["all"], abs=1e-12), keep


def test_ranking_holds_every_discard_once_best_first():
    ranking = rank_discards("R3A5", "segundo", deals=20_000)
    assert {d.keep for d in ranking.discards} == {
        # a 3 is a king: of the two equal cards one stays as it was typed
        *("", "R", "A", "5", "R3", "RA", "R5", "5A", "R3A", "R35", "R5A"),
    }
    for d in ranking.discards:
        assert sorted(d.keep + d.throw) == sorted("R3A5")
    values = [d.agreed.tantos for d in ranking.discards]
    assert values == sorted(values, reverse=True)
    assert all(0 < d.agreed.se < 0.2 for d in ranking.discards)


def test_ranking_in_json_has_what_each_discard_makes():
    found = rank_discards("CSA5", "mano", deals=20_000).to_dict()
    assert found["schema"] == "musodds.discard/1"
    best = found["discards"][0]
    assert set(best) == {"keep", "throw", "tantos", "se", "loss", "makes", "improves"}
    assert best["keep"] == "CSA"
    assert best["makes"]["31"] == pytest.approx(14 / 36)
    assert found["style"] == "cut:0.35"
    assert found["deals"] >= 20_000


@pytest.mark.parametrize(
    ("hand", "keep", "seat"), [("RRA5", "RR", "segundo"), ("CSA5", "", "mano")]
)
def test_new_hands_and_improvement_equal_every_draw(hand, keep, seat):
    name = naive.tidy(hand)
    space, table = SPACES[8], lances("naipera").set_index(["hand", "seat"])
    mask = next(
        m
        for m in distinct_keeps(tuple(space.cards[space.index(name)].tolist()))
        if "".join(card for i, card in enumerate(name) if m >> i & 1) == keep
    )
    drawn = naive.draws(naive.DECKS[8], name, keep)
    total = sum(drawn.values())
    found = dict(new_hands(space, space.index(name), mask))
    assert found == pytest.approx({new: ways / total for new, ways in drawn.items()})
    better = improves(ask(hand, seat))[mask]
    for lance in IMPROVES:
        won = table[f"{lance}_win"].xs(seat, level="seat")
        mean = sum(ways * won[new] for new, ways in drawn.items()) / total
        assert better[lance] == pytest.approx(mean - won[name], abs=1e-12), lance


def test_a_ranking_tells_the_hands_its_best_discard_leads_to():
    found = rank_discards("RRA5", deals=20_000, evidence={"dead": ["A"]})
    assert found.discards[0].keep == "RRA"
    told = {row["hand"]: row["p"] for row in found.to_dict()["new_hands"]}
    assert sum(told.values()) == pytest.approx(1)
    assert told["RRAA"] == pytest.approx(6 / 35)  # eight aces, one held and one out of play
