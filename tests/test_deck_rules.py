"""Decks in which a suit counts: the sota of oros, the five of oros as a king, two wild cards."""

from __future__ import annotations

import naive
import numpy as np
import pytest

from musodds import InputError, odds
from musodds.cards import parse_hand, standard_deck
from musodds.hands import JUEGO, LANCES, PARES, hand_space
from musodds.payoff import lance_columns, paso_tantos
from musodds.rules import Rules, load_rules
from musodds.scoring import score

OROS = Rules(real="sota-oros")
NINE = Rules(kings=9)
WILD = Rules(wild=True)

# ---------------------------------------------------------------- the census


@pytest.mark.parametrize(
    ("kings", "real", "hands"),
    [
        *[(4, "ten", 48), (4, "sota", 16), (4, "king", 16), (4, "sota-oros", 4)],
        *[(8, "ten", 64), (8, "sota", 16), (8, "king", 32), (8, "sota-oros", 4)],
        *[(9, "ten", 68), (9, "sota", 16), (9, "king", 36), (9, "sota-oros", 4)],
    ],
)
def test_census_of_the_31_real(kings: int, real: str, hands: int) -> None:
    """Effect sizes of the rule variants, by the rules; of the sota of oros three sevens of four."""
    space = hand_space(Rules(kings=kings, real=real))  # type: ignore[arg-type]
    ordinary = space.rank[JUEGO, space.index(parse_hand("R R 7 4"))]
    assert int(space.weights[space.rank[JUEGO] > ordinary].sum()) == hands


@pytest.mark.parametrize("kings", [4, 8, 9])
def test_the_rules_play_the_deck_of_the_census(kings: int) -> None:
    """The other rows of the effect sizes are counted on this deck, in test_hands."""
    assert Rules(kings=kings).deck() == standard_deck(kings)  # type: ignore[arg-type]
    assert standard_deck(kings).size == 40


@pytest.mark.parametrize("rules", [OROS, Rules(kings=4, real="sota-oros"), WILD])
def test_a_card_set_apart_changes_no_weight(rules: Rules) -> None:
    space = hand_space(rules)
    assert int(space.weights.sum()) == 91_390
    assert space.deck.size == 40
    assert len(set(space.names)) == len(space)


# ---------------------------------------------------------------- the sota of oros


@pytest.mark.parametrize("kings", [4, 8])
def test_only_the_sota_of_oros_makes_the_31_real(kings: int) -> None:
    rules = Rules(kings=kings, real="sota-oros")  # type: ignore[arg-type]
    space = hand_space(rules)
    real = space.index(parse_hand("7 7 7 So"))
    others = [n for n in space.names if int(space.points[space.index(n)]) == 31]
    for name in others:
        expected = 0 if name == space.names[real] else 1
        assert space.compare("juego", space.names[real], name) == expected
    # any other sota, a horse or a king with three sevens is a 31 like the rest
    for hand in ("7 7 7 S", "7 7 7 Sc", "7 7 7 C", "7 7 7 R"):
        assert space.rank[JUEGO, space.index(parse_hand(hand))] == space.rank[JUEGO].max() - 1


def test_the_sota_of_oros_pairs_with_the_others() -> None:
    """It is set apart in no lance but juego."""
    space = hand_space(OROS)
    plain = hand_space(Rules())
    assert int(space.pares[space.index(parse_hand("S So 7 4"))]) == 1
    assert int(space.pares[space.index(parse_hand("S S So 4"))]) == 2
    assert int(space.pares[space.index(parse_hand("S S S So"))]) == 3
    for i, name in enumerate(space.names):
        same = plain.index(naive.tidy(name.replace("o", "")))
        assert space.points[i] == plain.points[same]
        assert space.pares[i] == plain.pares[same]
    for lance in ("grande", "chica", "pares"):
        for hand in ("S 7 5 4", "R S S A", "S S A A"):
            with_oros = hand.replace("S", "So", 1)
            a, b = (space.names[space.index(parse_hand(h))] for h in (hand, with_oros))
            assert space.compare(lance, a, b) == 0


def test_a_plain_s_is_another_sota() -> None:
    """Of the four sotas one is So; a sota typed without a suit is one of the three others."""
    deck = OROS.deck()
    assert deck.copies[deck.names.index("S")] == 3
    assert deck.copies[deck.names.index("So")] == 1
    names = [deck.names[c] for c in deck.classes_of(parse_hand("S Sc So 7"))]
    assert names == ["S", "S", "So", "7"]
    with pytest.raises(InputError, match="card 'S': 4"):
        odds("SSSS", rules=OROS)
    with pytest.raises(InputError, match="card 'So': 2"):
        odds("So 7 7 7", rules=OROS, partner="So R R R")
    # where no rule sets it apart it is a sota like any other
    assert odds("So S S S").counts == odds("SSSS").counts


def test_the_sota_of_oros_wins_juego_from_the_mano() -> None:
    hands = ["R R S A", "7 7 7 So", "6 5 4 4", "C 6 5 4"]
    plain = [hand.replace("So", "S") for hand in hands]
    for given, winner in ((hands, "B"), (plain, "A")):
        trace = score(given, None, OROS).trace
        assert [a.team for a in trace if a.lance == "juego"] == [winner]
    assert odds("7 7 7 So", "postre", OROS).lances["juego"]["win"] == 1
    assert (odds("7 7 7 S", "postre", OROS).lances["juego"]["win"] or 1) < 1


# ---------------------------------------------------------------- the five of oros


def test_the_five_of_oros_is_a_ninth_king() -> None:
    space = hand_space(NINE)
    assert space.index(parse_hand("5o R 3 A")) == space.index(parse_hand("R R R A"))
    assert space.deck.show(parse_hand("5o R 5 A")) == "R 5o(R) 5 A"
    assert int(space.points[space.index(parse_hand("5o R R A"))]) == 31
    assert int(space.pares[space.index(parse_hand("5o 5 7 4"))]) == 0
    played = score(["5o R 7 4", "R C 7 4", "7 6 5 4", "7 6 5 4"], None, NINE)
    assert {a.team for a in played.trace if a.lance == "grande"} == {"A"}
    # three fives are left, and there is one five of oros
    with pytest.raises(InputError, match="card '5': 4"):
        odds("5555", rules=NINE)
    with pytest.raises(InputError, match="card '5o': 2"):
        odds("5o R R R", rules=NINE, partner="5o A A A")
    eight = hand_space(Rules())
    assert eight.index(parse_hand("5o R 3 A")) == eight.index(parse_hand("RR5A"))


def test_odds_with_nine_kings_equal_plain_enumeration() -> None:
    deck = naive.DECKS[8].replace("5", "R", 1)
    plain = naive.count_seat(naive.tidy(deck), 1, "RR7A", "C654")
    found = odds("5o R 7 A", "segundo", NINE, "C654")
    assert found.deals == plain["deals"]
    for name in ("grande_win", "chica_win", "pares_win", "juego_win", "punto_win"):
        assert found.counts[name] == plain[name]


# ---------------------------------------------------------------- wild cards

SPACE = hand_space(WILD)
CARDS = [tuple(SPACE.deck.names[c] for c in cards) for cards in SPACE.cards]
HAS_WILD = np.array([any(card in naive.WILD for card in cards) for cards in CARDS])


def plain(lance: str, a: tuple[str, ...], b: tuple[str, ...]) -> int:
    juego = any(naive.has("juego", naive.best_reading("juego", cards)) for cards in (a, b))
    played = "punto" if lance == "juego" and not juego else lance
    return int(naive.wild_better(played, a, b))


@pytest.mark.parametrize("lance", LANCES)
def test_wild_cards_stand_for_the_best_lance_by_lance(lance: str) -> None:
    """Every hand with a wild card against some of all, by trying every reading of it."""
    rng = naive.stream("wild", lance)
    row = SPACE.rank[LANCES.index(lance)]
    for i in np.flatnonzero(HAS_WILD).tolist():
        for j in rng.sample(range(len(SPACE)), 6):
            assert np.sign(row[i] - row[j]) == plain(lance, CARDS[i], CARDS[j]), (
                CARDS[i],
                CARDS[j],
            )


def test_what_hands_with_wild_cards_hold() -> None:
    for i, cards in enumerate(CARDS):
        pares = naive.bonus("pares", naive.best_reading("pares", cards))
        juego = naive.bonus("juego", naive.best_reading("juego", cards))
        assert (SPACE.pares[i], SPACE.juego[i]) == (pares, juego), cards
        assert SPACE.points[i] == naive.points(naive.best_reading("juego", cards)), cards


@pytest.mark.parametrize(
    ("lance", "hand", "as_good_as"),
    [
        ("grande", "R Cb So A", "RRRA"),
        ("chica", "R Cb So A", "RAAA"),
        ("pares", "R Cb So A", "RRAA"),
        ("pares", "R R Cb So", "RRRR"),
        ("pares", "R R So A", "RRAA"),  # duples before medias
        ("juego", "R R So 7", "RR74"),  # 31
        ("juego", "R C So A", "RRSA"),
        ("juego", "7 7 Cb 4", "R774"),  # 28 in the punto: no card makes it a juego
    ],
)
def test_worked_readings(lance: str, hand: str, as_good_as: str) -> None:
    a, b = (SPACE.names[SPACE.index(parse_hand(h))] for h in (hand, as_good_as))
    assert SPACE.compare(lance, a, b) == 0


def test_both_wild_cards_are_one_of_a_kind() -> None:
    deck = WILD.deck()
    assert [(c.name, c.copies) for c in deck.classes if c.is_wild] == [("Cb", 1), ("So", 1)]
    # another horse or sota is no wild card
    assert int(SPACE.pares[SPACE.index(parse_hand("Co Sc 7 4"))]) == 0
    assert int(SPACE.pares[SPACE.index(parse_hand("Cb Sc 7 4"))]) == 1


def test_deals_with_wild_cards_are_paid_as_plainly() -> None:
    lances = lance_columns(SPACE)
    rng = naive.stream("paid")
    tame = [c.name for c in SPACE.deck.classes for _ in range(c.copies) if not c.is_wild]
    for _ in range(600):
        drawn = [*rng.sample(tame, 14), *naive.WILD]
        rng.shuffle(drawn)
        hands = [tuple(sorted(drawn[i : i + 4], key=SPACE.deck.names.index)) for i in (0, 4, 8, 12)]
        numbers = [SPACE.index("".join(hand)) for hand in hands]
        assert paso_tantos(lances, *numbers) == naive.wild_paso(hands), hands


def test_ties_between_wild_hands_go_to_the_earlier_seat() -> None:
    hands = ["7 6 5 4", "R R R So", "R R R Cb", "7 6 5 4"]
    trace = score(hands, None, WILD).trace
    assert [a.team for a in trace if a.lance == "grande"] == ["B"]
    assert SPACE.rank[PARES].max() == SPACE.rank[PARES, SPACE.index(parse_hand("R R R So"))]


def test_wild_cards_and_a_31_real_are_refused() -> None:
    with pytest.raises(InputError, match="real = 'ten' with wild = true"):
        load_rules("meseta", ["real=ten"])
