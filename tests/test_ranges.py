"""The grammar of ranges: each form against a predicate in plain Python, for every hand."""

import doctest
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from musodds import InputError, load_rules, parse_range, ranges
from musodds.hands import hand_space

DECKS = {8: hand_space(load_rules("naipera")), 4: hand_space(load_rules("ehmf"))}
HIGH_TO_LOW = "RCS765432A"
POINTS = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}
JUEGO_BEST_FIRST = [31, 32, 40, 37, 36, 35, 34, 33]
DOCS = Path(__file__).parent.parent / "docs" / "evidence.md"


def points(hand):
    return sum(POINTS[card] for card in hand)


def groups(hand):
    """Return the cards held twice or more, the highest first, with how many."""
    found = [(card, n) for card, n in Counter(hand).items() if n > 1]
    return sorted(found, key=lambda pair: HIGH_TO_LOW.index(pair[0]))


def kind(hand):
    sizes = sorted(n for _, n in groups(hand))
    return {(): "none", (2,): "par", (3,): "medias", (2, 2): "duples", (4,): "duples"}[tuple(sizes)]


def height(card):
    return -HIGH_TO_LOW.index(card)


def pair(hand):
    return height(groups(hand)[0][0])


def contains(hand, cards):
    return not Counter(cards) - Counter(hand)


def best(hand, n):
    """Return how high the n best cards in grande stand, the highest first."""
    return sorted(map(height, hand), reverse=True)[:n]


def lowest(hand, n):
    """Return how low the n best cards in chica stand, the lowest first."""
    return sorted((-height(card) for card in hand), reverse=True)[:n]


def as_good(hand, juego):
    if points(hand) < 31:
        return None
    return JUEGO_BEST_FIRST.index(points(hand)) - JUEGO_BEST_FIRST.index(juego)


FORMS = {
    "any": lambda h: True,
    "*": lambda h: True,
    "xxxx": lambda h: True,
    "pares": lambda h: kind(h) != "none",
    "par": lambda h: kind(h) == "par",
    "medias": lambda h: kind(h) == "medias",
    "duples": lambda h: kind(h) == "duples",
    "juego": lambda h: points(h) >= 31,
    "punto": lambda h: points(h) < 31,
    "31": lambda h: points(h) == 31,
    "32": lambda h: points(h) == 32,
    "30": lambda h: points(h) == 30,
    "medias R+": lambda h: kind(h) == "medias" and pair(h) >= height("R"),
    "medias S+": lambda h: kind(h) == "medias" and pair(h) >= height("S"),
    "duples R+": lambda h: kind(h) == "duples" and pair(h) >= height("R"),
    "duples 7-": lambda h: kind(h) == "duples" and pair(h) <= height("7"),
    "duples c": lambda h: kind(h) == "duples" and pair(h) == height("C"),
    "par 7-": lambda h: kind(h) == "par" and pair(h) <= height("7"),
    "par 12": lambda h: kind(h) == "par" and pair(h) == height("R"),
    "pares 10+": lambda h: kind(h) != "none" and pair(h) >= height("S"),
    "pares A": lambda h: kind(h) != "none" and pair(h) == height("A"),
    "RRxx": lambda h: contains(h, "RR"),
    "rrXx": lambda h: contains(h, "RR"),
    "RRxA": lambda h: contains(h, "RRA"),
    "xRAx": lambda h: contains(h, "RA"),
    "R??A": lambda h: contains(h, "RA"),
    "xxxA": lambda h: contains(h, "A"),
    "12 x 11 x": lambda h: contains(h, "RC"),
    "RRCA": lambda h: contains(h, "RRCA"),
    "12-11-10-1": lambda h: contains(h, "RCSA"),
    "7654": lambda h: contains(h, "7654"),
    "grande>=RRC": lambda h: best(h, 3) >= best("RRC", 3),
    "grande>RRC": lambda h: best(h, 3) > best("RRC", 3),
    "grande <= CRR": lambda h: best(h, 3) <= best("RRC", 3),
    "grande<RRC": lambda h: best(h, 3) < best("RRC", 3),
    "grande=RRC": lambda h: best(h, 3) == best("RRC", 3),
    "grande!=RRC": lambda h: best(h, 3) != best("RRC", 3),
    "grande>=R": lambda h: "R" in h,
    "grande>=S7": lambda h: best(h, 2) >= best("S7", 2),
    "grande>=RCSA": lambda h: best(h, 4) >= best("RCSA", 4),
    "grande>=RCxx": lambda h: best(h, 2) >= best("RC", 2),
    "chica>=AA": lambda h: lowest(h, 2) >= lowest("AA", 2),
    "chica>=A4": lambda h: lowest(h, 2) >= lowest("A4", 2),
    "chica>A4": lambda h: lowest(h, 2) > lowest("A4", 2),
    "chica<=A4": lambda h: lowest(h, 2) <= lowest("A4", 2),
    "chica<654": lambda h: lowest(h, 3) < lowest("654", 3),
    "chica==4": lambda h: lowest(h, 1) == lowest("4", 1),
    "chica>=R4AA": lambda h: lowest(h, 4) >= lowest("R4AA", 4),
    "juego>=40": lambda h: points(h) in (31, 32, 40),
    "juego>40": lambda h: points(h) in (31, 32),
    "juego<=36": lambda h: points(h) in (33, 34, 35, 36),
    "juego<31": lambda h: points(h) > 31,
    "juego=37": lambda h: points(h) == 37,
    "juego!=31": lambda h: points(h) > 31,
    "puntos>=28": lambda h: points(h) >= 28,
    "points<10": lambda h: points(h) < 10,
    "punto>=28": lambda h: 28 <= points(h) <= 30,
    "punto<=20": lambda h: points(h) <= 20,
    "kings>=2": lambda h: h.count("R") >= 2,
    "ases=2": lambda h: h.count("A") == 2,
    "reyes != 0": lambda h: "R" in h,
    # unions and exclusions
    "duples,31": lambda h: kind(h) == "duples" or points(h) == 31,
    "juego,!31": lambda h: points(h) > 31,
    "juego , - 31": lambda h: points(h) > 31,
    "!juego": lambda h: points(h) < 31,
    "-juego,RRxx": lambda h: points(h) < 31 or contains(h, "RR"),
    "juego,!31,RRCA": lambda h: points(h) > 31 or contains(h, "RRCA"),
    "any,!RRxx,!AAxx": lambda h: not contains(h, "RR") and not contains(h, "AA"),
    # other words
    "pareak": lambda h: kind(h) != "none",
    "Dobleak": lambda h: kind(h) == "duples",
    "Joko,puntua": lambda h: True,
    "dúplex": lambda h: kind(h) == "duples",
    "handia>=RR": lambda h: contains(h, "RR"),
}


@pytest.mark.parametrize("kings", DECKS)
@pytest.mark.parametrize("text", FORMS)
def test_a_form_names_the_hands_of_its_predicate(kings, text):
    space = DECKS[kings]
    assert len(space) == {8: 330, 4: 715}[kings]
    expected = [1.0 if FORMS[text](hand) else 0.0 for hand in space.names]
    found = parse_range(text, space)
    assert found.dtype == np.float64
    assert found.tolist() == expected
    assert sum(expected) > 0


@pytest.mark.parametrize("kings", DECKS)
def test_juego_is_ordered_as_in_the_lance(kings):
    space = DECKS[kings]
    for juego in JUEGO_BEST_FIRST:
        better = [as_good(h, juego) is not None and as_good(h, juego) <= 0 for h in space.names]
        assert (parse_range(f"juego>={juego}", space) == better).all()


def test_threes_and_twos_count_where_there_are_eight_kings():
    assert (parse_range("33xx", DECKS[8]) == parse_range("RRxx", DECKS[8])).all()
    assert (parse_range("medias 2", DECKS[8]) == parse_range("medias A", DECKS[8])).all()
    assert (parse_range("33xx", DECKS[4]) != parse_range("RRxx", DECKS[4])).any()


def test_a_card_without_a_suit_is_any_of_its_rank():
    space = hand_space(load_rules("ehmf", ["wild=true"]))
    deck, both = space.deck, parse_range("SSxx", space)
    sotas = [i for i, name in enumerate(deck.names) if name[0] == "S"]
    assert len(sotas) == 2
    assert (both == (space.counts[:, sotas].sum(1) >= 2)).all()
    one = parse_range("SoSxx", space)
    assert (one == (both * (space.counts[:, deck.names.index("So")] == 1))).all()
    assert one.sum() < both.sum()


FEW_WILD = {"RSo74": 1, "CSo74": 0, "RRSoA": 1, "CCSoA": 0}


def test_a_wild_card_counts_as_what_is_best():
    space = hand_space(load_rules("ehmf", ["wild=true"]))
    met = {hand: parse_range("par R+,duples R+", space)[space.index(hand)] for hand in FEW_WILD}
    assert met == FEW_WILD
    assert parse_range("duples R", space)[space.index("RRSoA")] == 1  # rather than medias
    assert parse_range("grande>=RRR", space)[space.index("RRSoA")] == 1


# ---------------------------------------------------------------- weights


@pytest.mark.parametrize("kings", DECKS)
def test_the_last_part_that_names_a_hand_decides_its_weight(kings):
    space = DECKS[kings]
    duples_first = parse_range("duples:0.5, juego:80%, 31:0.25", space)
    juego_first = parse_range("juego:0.8, 31:0.25, duples:.5", space)
    for hand, first, last in zip(space.names, duples_first, juego_first, strict=True):
        is_duples, total = kind(hand) == "duples", points(hand)
        of_juego = 0.25 if total == 31 else 0.8 if total > 31 else 0.0
        assert first == (of_juego or 0.5 * is_duples)
        assert last == (0.5 if is_duples else of_juego)


@given(st.sampled_from(sorted(FORMS)), st.integers(1, 100))
def test_a_weight_is_the_mixture_with_nothing(text, percent):
    if "," in text or text[0] in "!-":
        text = "duples"
    whole = parse_range(text, DECKS[8])
    assert np.array_equal(parse_range(f"{text}:{percent / 100}", DECKS[8]), whole * (percent / 100))


@given(st.lists(st.sampled_from(["duples", "31", "RRxx", "par 7-", "grande<S"]), max_size=4))
def test_a_union_without_weights_does_not_depend_on_order(parts):
    parts = ["juego", *parts]
    one, other = (parse_range(",".join(p), DECKS[8]) for p in (parts, parts[::-1]))
    assert np.array_equal(one, other)
    each = [parse_range(part, DECKS[8]) for part in parts]
    assert np.array_equal(one, np.max(each, axis=0))


def test_a_range_is_not_to_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        parse_range("31", DECKS[8])[0] = 1


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' at character 1: no such hands"),
        ("foo", "'foo' at character 1: no such hands"),
        ("juego, dobles R+,foo", "'foo' at character 18: no such hands"),
        ("juego,,31", "'' at character 7: no such hands"),
        ("juego,", "'' at character 7: no such hands"),
        ("31:2", "'31:2' at character 1: weight '2' is not from 0 to 1"),
        ("31:-1", "'31:-1' at character 1: weight '-1' is not from 0 to 1"),
        ("31:nan", "'31:nan' at character 1: weight 'nan' is not from 0 to 1"),
        ("par,31:", "'31:' at character 5: weight '' is not from 0 to 1"),
        ("31:0.5:0.5", "'31:0.5:0.5' at character 1: weight '0.5:0.5' is not from 0 to 1"),
        ("juego,!31:0.5", "'!31:0.5' at character 7: hands are taken out whole, without a weight"),
        ("31:0.5,juego", "'31:0.5' at character 1: the later parts leave nothing of it"),
        ("31,!juego", "'31' at character 1: the later parts leave nothing of it"),
        ("!31,31", "'!31' at character 1: the later parts leave nothing of it"),
        ("31:0", "no hand is left"),
        ("39", "'39' at character 1: no hand of this deck"),
        ("RRC", "'RRC' at character 1: hand 'RRC': 3 cards"),
        ("RRCAx", "'RRCAx' at character 1: hand 'RRCA': 4 cards"),
        ("xxxxx", "'xxxxx' at character 1: 5 cards may be any"),
        ("RR9x", "'RR9x' at character 1: hand 'RR9': unknown card '9'"),
        ("1211x", "'1211x' at character 1: hand '1211': 10, 11 and 12 need separators or letters"),
        ("medias 9+", "'medias 9+' at character 1: hand '9': unknown card '9'"),
        ("juego R+", "'juego R+' at character 1: no such hands"),
        ("grande>=", "'grande>=' at character 1: cards '': no card"),
        ("grande>=RRRRR", "'grande>=RRRRR' at character 1: no hand of this deck begins with RRRRR"),
        ("juego>=30", "'juego>=30' at character 1: 30 is no juego"),
        ("juego>=RR", "'juego>=RR' at character 1: 'rr' is no whole number"),
        ("juego!31", "'juego!31' at character 1: '!' compares nothing"),
        ("pares>=R", "'pares>=R' at character 1: pares cannot be compared"),
    ],
)
def test_a_bad_range_is_refused_with_the_token_and_its_place(text, why):
    with pytest.raises(InputError) as refused:
        parse_range(text, DECKS[8])
    assert str(refused.value).startswith(f"range '{text}': {why}; expected ")
    assert "; example: " in str(refused.value)


# ---------------------------------------------------------------- documents


def documented():
    """Yield each row of the table of ranges: the ranges, then hands of 8 and of 4 kings."""
    for line in DOCS.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 4 and re.fullmatch(r"[\d.]+", cells[-1]):
            yield re.findall("`([^`]+)`", cells[0]), float(cells[2]), float(cells[3])


def test_the_ranges_of_the_document_name_as_many_hands_as_it_says():
    rows = list(documented())
    assert len(rows) == 24
    for texts, eight, four in rows:
        for kings, expected in ((8, eight), (4, four)):
            space = DECKS[kings]
            assert space.weights @ parse_range(texts[0], space) == pytest.approx(expected, abs=1e-6)
            assert all(parse_range(text, space).any() for text in texts)


def test_the_examples_in_docstrings():
    result = doctest.testmod(ranges)
    assert result.failed == 0
    assert result.attempted > 0


def test_ranges_and_evidence_start_without_numba():
    program = "import sys, musodds.clues, musodds.ranges; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_a_star_stands_for_the_cards_that_are_missing():
    for star, crosses in (("RR*", "RRxx"), ("r 3*", "RRxx"), ("RRC*", "RRCx"), ("12*", "Rxxx")):
        assert (parse_range(star, DECKS[8]) == parse_range(crosses, DECKS[8])).all()
    assert (parse_range("RRCA*", DECKS[8]) == parse_range("RRCA", DECKS[8])).all()
    assert parse_range("RR*:0.5, RRC*", DECKS[8])[DECKS[8].index("RR4A")] == 0.5
    for text, why in (
        ("RRCAA*", "5 cards"),
        ("RRRRR*", "5 cards"),
        ("brave*", "unknown card 'b'"),
        ("duples*", "no such hands"),
    ):
        with pytest.raises(InputError, match=why):
            parse_range(text, DECKS[8])
