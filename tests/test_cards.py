"""Hands as people write them: every accepted form, and every refusal."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musodds.cards import CARDS, parse_hand, standard_deck
from musodds.errors import InputError
from musodds.situation import ask

# every way to write one card that stands alone; the glossary of the rules, card letters
ALONE = {
    "R": ("R", "r", "K", "12"),
    "C": ("C", "c", "Q", "D", "d", "Z", "11"),
    "S": ("S", "s", "J", "V", "v", "T", "10"),
    "7": ("7",),
    "6": ("6",),
    "5": ("5",),
    "4": ("4",),
    "3": ("3",),
    "2": ("2",),
    "A": ("A", "a", "1", "As", "AS", "as"),
}
SEPARATORS = (" ", ",", "-", "/", ".", ", ", " - ", "  ", "\t")
four_cards = st.lists(st.sampled_from(CARDS), min_size=4, max_size=4)


def refusal(text, size=4):
    """Return the message that refuses a text, checked for form."""
    with pytest.raises(InputError) as caught:
        parse_hand(text, size)
    return checked(caught)


def checked(caught):
    """Return a message, which is one line with what was expected and an example."""
    message = str(caught.value)
    assert "\n" not in message
    assert re.fullmatch(r".+; expected .+; example: .+", message)
    return message


def example_of(message):
    return message.rpartition("; example: ")[2]


def canonical(cards):
    return "".join(sorted(cards, key=CARDS.index))


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        # the forms that the glossary of the rules found in use
        ("RR4A", "RR4A"),
        ("CCC7", "CCC7"),
        ("R R C 1", "RRCA"),
        ("3 R 7 1", "R73A"),
        ("S S S 6", "SSS6"),
        ("R-C-7-6", "RC76"),
        ("Ro 7e 1b 5c", "Ro 7e 5c Ab"),
        ("[12,12,11,10]", "RRCS"),
        ("(12,3,11,1)", "RC3A"),
        ("R C 5 4", "RC54"),
        ("As 2 V R", "RS2A"),
        ("K Q J 7", "RCS7"),
        # the contract of the command line
        ("RRCA", "RRCA"),
        ("12,12,11,1", "RRCA"),
        ("K K Q A", "RRCA"),
        ("7654", "7654"),
        ("KQJA", "RCSA"),
        ("3321", "332A"),
        ("1112", "2AAA"),
        ("rrca", "RRCA"),
        ("  R R  C A ", "RRCA"),
        ("R.R.C.A", "RRCA"),
        ("R/R/C/A", "RRCA"),
        ("10 10 10 10", "SSSS"),
        ("12 RCA", "RRCA"),
        ("RR 12 A", "RRRA"),
        # a suit is not a caballo, nor a sota a suit
        ("Co Cc 5o So", "Cc Co So 5o"),
        ("12o 11e 10b 1c", "Ro Ce Sb Ac"),
        ("777So", "So 7 7 7"),
        ("5oR74", "R 7 5o 4"),
        ("CbSoRA", "R Cb So A"),
        ("So 777", "So 7 7 7"),
        ("c c c c", "CCCC"),
        ("ro rc 7e 1b", "Rc Ro 7e Ab"),
        ("co cc ce cb", "Cb Cc Ce Co"),
        ("RoRcCbAe", "Rc Ro Cb Ae"),
        ("12o11e10b1c", "Ro Ce Sb Ac"),
        ("h(12,3,11,1)", "RC3A"),
        ("R;R;C;A", "RRCA"),
        ("R|R|C|A", "RRCA"),
        ("R_R_C_A", "RRCA"),
        ("R:R:C:A", "RRCA"),
        ("1212", "22AA"),
        ("RR12", "RR2A"),
    ],
)
def test_accepted_forms(text, hand):
    assert str(parse_hand(text)) == hand


@pytest.mark.parametrize(
    ("card", "written"), [(card, form) for card, forms in ALONE.items() for form in forms]
)
def test_every_way_to_write_a_card(card, written):
    assert str(parse_hand(f"{written} 7 6 5")) == canonical(f"{card}765")


@given(four_cards, st.data())
def test_any_forms_and_separators_in_any_order_are_one_hand(cards, data):
    order = data.draw(st.permutations(cards))
    written = [data.draw(st.sampled_from(ALONE[card])) for card in order]
    text = data.draw(st.sampled_from(SEPARATORS)).join(written)
    assert str(parse_hand(text)) == canonical(cards)


@given(four_cards, st.data())
def test_order_never_matters_in_a_compact_hand(cards, data):
    order = data.draw(st.permutations(cards))
    assert parse_hand("".join(order)) == parse_hand("".join(cards))


@given(four_cards)
def test_a_formatted_hand_is_read_back(cards):
    hand = parse_hand(" ".join(cards))
    assert parse_hand(str(hand)) == hand
    assert hand.letters == str(hand) == canonical(cards)


@given(st.lists(st.tuples(st.sampled_from(CARDS), st.sampled_from("oceb")), min_size=4, max_size=4))
def test_suits_are_kept_with_their_cards(cards):
    hand = parse_hand(" ".join(rank + suit for rank, suit in cards))
    assert Counter(hand.cards) == Counter(rank + suit for rank, suit in cards)
    assert parse_hand(str(hand)) == parse_hand("".join(hand.cards)) == hand
    assert hand.letters == canonical(rank for rank, _ in cards)


@given(st.text("1234567", min_size=4, max_size=4))
def test_four_digits_from_1_to_7_are_four_cards(digits):
    assert str(parse_hand(digits)) == canonical(digits.replace("1", "A"))


def test_threes_and_twos_stay_as_typed_and_count_by_the_deck():
    hand = parse_hand("3 2 R A")
    assert str(hand) == "R32A"
    assert standard_deck(8).show(hand) == "R 3(R) 2(A) A"
    assert standard_deck(4).show(hand) == "R 3 2 A"
    assert standard_deck(8).classes_of(hand) == (0, 0, 7, 7)
    assert standard_deck(4).classes_of(hand) == (0, 7, 8, 9)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("RRCCA", "5 cards"),
        ("R R C C A", "5 cards"),
        ("12 12 12 12 12", "5 cards"),
        ("76543", "5 cards"),
        ("Ro Rc Re Rb So", "5 cards"),
        ("7o 5c", "2 cards"),
        ("RRC", "3 cards"),
        ("R, R, C", "3 cards"),
        ("R", "1 card"),
        ("", "0 cards"),
        ("   ", "0 cards"),
    ],
)
def test_wrong_number_of_cards(text, found):
    message = refusal(text)
    assert message.startswith(f"hand '{text}': {found}; expected 4 cards; ")


def test_the_number_of_cards_asked_for_is_named():
    assert "3 cards; expected 5 cards" in refusal("RRC", size=5)
    assert str(parse_hand("RRCA7", size=5)) == "RRC7A"


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("RRCX", "X"),
        ("R R C X", "X"),
        ("R R C XY", "XY"),
        ("R R C 8", "8"),
        ("RR98", "9"),
        ("R R C 100", "100"),
        ("R R C 0", "0"),
        ("E B R R", "E"),
        ("7e 7x 7o 7b", "7x"),
        ("R R C 13", "13"),
        ("R R C 77", "77"),
        ("1.5 R R R", "1.5"),
        ("ro rc 7e xb", "xb"),
        ("hola", "h"),
        ("oRRR", "o"),
        ("RRRoo", "o"),
    ],
)
def test_unknown_card(text, token):
    message = refusal(text)
    assert message.startswith(f"hand '{text}': unknown card '{token}'; expected R C S 7 6 5 4 3 2")


@pytest.mark.parametrize("text", ["RRCC7", "RRCX", ""])
def test_the_example_of_a_refusal_can_be_typed(text):
    first, second, third = re.split(", | or ", example_of(refusal(text)).replace("'", ""))
    assert parse_hand(first) == parse_hand(second) == parse_hand(third)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("10111", "10 1 1 1"),
        ("1211101", "12 11 10 1"),
        ("121110A", "12 11 10 A"),
        ("12121212", "12 12 12 12"),
        ("RRC10", "R R C 10"),
        ("RRC12", "R R C 12"),
        ("77712", "7 7 7 12"),
        ("RR12 A", "R R 12 A"),
        ("10RRC", "10 R R C"),
        ("712117", "7 12 11 7"),
    ],
)
def test_digits_run_together_are_refused_with_the_reading_suggested(text, reading):
    message = refusal(text)
    assert f"'{text}': 10, 11 and 12 need separators or letters; expected 4 cards" in message
    assert example_of(message) == reading
    assert len(parse_hand(reading).cards) == 4


def test_all_readings_of_ambiguous_digits_are_suggested():
    assert example_of(refusal("11111")) == "1 1 1 11 or 1 1 11 1 or 1 11 1 1"
    assert example_of(refusal("R1211")) == "R 1 2 11 or R 12 1 1"


@pytest.mark.parametrize("text", ["1010", "7610", "1110"])
def test_without_a_reading_of_four_cards_the_usual_example_is_shown(text):
    message = refusal(text)
    assert message.startswith(f"hand '{text}': 10, 11 and 12 need separators or letters; ")
    assert example_of(message) == "RRCA, 'R R C 1' or 12,12,11,1"


def test_what_is_long_is_cut_in_messages():
    for text in ("R" * 5000, "R R C " + "x" * 5000, "1" * 5000):
        assert len(refusal(text)) < 250


def test_a_bad_partner_is_called_so():
    with pytest.raises(InputError, match=r"^partner 'RRRRR': 5 cards; expected 4 cards"):
        ask("RRCA", partner="RRRRR")


@pytest.mark.parametrize("hand", [None, 7654, ["R", "R", "C", "A"]])
def test_what_is_not_text_is_no_hand(hand):
    with pytest.raises(InputError, match="expected text"):
        ask(hand)


@given(st.lists(st.sampled_from(["12", "11", "10", *"1234567"]), min_size=4, max_size=4))
def test_compact_digits_with_a_court_card_are_never_read_silently(numbers):
    text = "".join(numbers)
    if len(text) > 4:
        assert "separators" in refusal(text)
    else:
        assert parse_hand(text) == parse_hand(" ".join(numbers))


def check(kings, *hands):
    names = ("your hand", "your partner's", "thrown")
    standard_deck(kings).check(dict(zip(names, (parse_hand(hand) for hand in hands), strict=False)))


@pytest.mark.parametrize(
    ("kings", "hands", "card", "count", "most"),
    [
        (8, ("4447", "4446"), "4", 6, 4),
        (4, ("4447", "4446"), "4", 6, 4),
        (8, ("RRRR", "RRRR", "RCS7"), "R", 9, 8),
        (8, ("3RRR", "RR33", "RC77"), "R", 9, 8),
        (8, ("AAAA", "2222", "2CS7"), "A", 9, 8),
        (8, ("333R", "337A"), "3", 5, 4),
        (8, ("222A", "22CS"), "2", 5, 4),
        (4, ("RRRR", "RCS7"), "R", 5, 4),
        (4, ("333R", "337A"), "3", 5, 4),
        (8, ("Ro C S 7", "Ro A A A"), "Ro", 2, 1),
        (4, ("5c 5c S 7",), "5c", 2, 1),
        (8, ("3e C S 7", "3e A A A"), "3e", 2, 1),
    ],
)
def test_more_cards_than_the_deck_holds(kings, hands, card, count, most):
    with pytest.raises(InputError) as caught:
        check(kings, *hands)
    message = checked(caught)
    assert message.startswith(f"card '{card}': {count} in your hand {parse_hand(hands[0])}")
    assert f"expected at most {most} in the deck" in message
    if len(hands) > 1:
        assert f"your partner's {parse_hand(hands[1])}" in message


@pytest.mark.parametrize(
    ("kings", "hands"),
    [
        (8, ("RRRR", "RRRR")),  # R is any of the eight kings
        (8, ("RRRR", "3333")),
        (8, ("33RR", "33RR")),
        (8, ("AAAA", "2222")),
        (4, ("RRRR", "3333")),
        (8, ("Ro Re 3o 3e", "RRRR")),
        (4, ("5o 5e 5c 5b", "R C S 7")),
    ],
)
def test_hands_that_the_deck_just_holds(kings, hands):
    assert check(kings, *hands) is None


@given(st.sampled_from((4, 8)), st.lists(four_cards, min_size=1, max_size=3))
def test_hands_are_refused_exactly_when_the_deck_cannot_deal_them(kings, hands):
    typed = Counter(card for hand in hands for card in hand)
    possible = all(typed[card] <= 4 for card in CARDS if kings == 4 or card not in "RA")
    if kings == 8:
        possible &= typed["R"] + typed["3"] <= 8 and typed["A"] + typed["2"] <= 8
    try:
        check(kings, *("".join(hand) for hand in hands))
    except InputError:
        assert not possible
    else:
        assert possible


def test_decks_have_forty_cards():
    assert standard_deck(8).names == tuple("RCS7654A")
    assert standard_deck(8).copies == (8, 4, 4, 4, 4, 4, 4, 8)
    assert standard_deck(4).names == tuple("RCS765432A")
    assert standard_deck(4).copies == (4,) * 10
    assert standard_deck(8).size == standard_deck(4).size == 40
    assert [c.points for c in standard_deck(4).classes] == [10, 10, 10, 7, 6, 5, 4, 3, 2, 1]
