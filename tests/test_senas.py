"""Señas: each meaning against a predicate written by hand, and what follows from it."""

import typing
from collections import Counter

import pytest

from musodds import InputError, load_rules
from musodds.catalogues import template
from musodds.conditions import parse_condition
from musodds.hands import hand_space
from musodds.lang import speaking
from musodds.rules import Senas, presets
from musodds.sena_words import is_name, read_gesture, read_sena, said_sena
from musodds.senas import (
    MOMENTS,
    given_at,
    may_give,
    sena_file,
    sena_list,
)
from musodds.told import tells

LISTS = typing.get_args(Senas)
DECKS = {8: hand_space(load_rules("naipera")), 4: hand_space(load_rules("ehmf"))}
POINTS = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}


def rules_of(name, kings=8):
    """Return rules that play with a list."""
    return load_rules("madrid", {"senas": name, "kings": kings})


def points(hand):
    return sum(POINTS[card] for card in hand)


def alike(hand):
    """Return how many cards there are of each repeated rank, e.g. [2, 2]."""
    return sorted(n for n in Counter(hand).values() if n > 1)


def kings(hand):
    return hand.count("R")


def aces(hand):
    return hand.count("A")


def nothing_naipera(hand):
    """Neither pares nor juego."""
    return not alike(hand) and points(hand) < 31


def nothing_fem(hand):
    """Nothing that the federation's other señas tell: pares, juego, 31, 30 and 29 of punto."""
    return not alike(hand) and points(hand) < 29


def nothing_ordago_mus(hand):
    """No juego, no medias or duples, no pair of kings or aces."""
    low = kings(hand) < 2 and aces(hand) < 2
    return points(hand) < 31 and alike(hand) in ([], [2]) and low


MEDIAS = ("medias", lambda hand: alike(hand) == [3])
DUPLES = ("duples", lambda hand: alike(hand) in ([2, 2], [4]))
THIRTY_ONE = ("31", lambda hand: points(hand) == 31)
THIRTY = ("30", lambda hand: points(hand) == 30)
TWENTY_NINE = ("29", lambda hand: points(hand) == 29)
OTHER_JUEGO = ("juego", lambda hand: points(hand) in range(32, 41))
CIEGO = ("ciego", nothing_naipera)
RRRA = ("solomillo", lambda hand: sorted(hand) == sorted("RRRA"))
EXACTLY_TWO = [
    ("two kings", lambda hand: kings(hand) == 2),
    ("two aces", lambda hand: aces(hand) == 2),
]
EXACTLY_THREE = [
    ("three kings", lambda hand: kings(hand) == 3),
    ("three aces", lambda hand: aces(hand) == 3),
]
TWO_OR_MORE = [
    ("two kings", lambda hand: kings(hand) >= 2),
    ("two aces", lambda hand: aces(hand) >= 2),
]
THREE_OR_MORE = [
    ("three kings", lambda hand: kings(hand) in (3, 4)),
    ("three aces", lambda hand: aces(hand) in (3, 4)),
]
MEANT = {
    "ehmf": [
        *EXACTLY_TWO,
        *THREE_OR_MORE,
        MEDIAS,
        DUPLES,
        THIRTY_ONE,
        OTHER_JUEGO,
        THIRTY,
        TWENTY_NINE,
        CIEGO,
        RRRA,
    ],
    "tikal": [*EXACTLY_TWO, *THREE_OR_MORE, MEDIAS, DUPLES, THIRTY_ONE, THIRTY, CIEGO, RRRA],
    "wikipedia": [*TWO_OR_MORE, MEDIAS, DUPLES, THIRTY_ONE, THIRTY],
    "ffm": [*TWO_OR_MORE, MEDIAS, DUPLES, TWENTY_NINE, THIRTY, THIRTY_ONE],
    "naipera": [*EXACTLY_TWO, *EXACTLY_THREE, MEDIAS, DUPLES, THIRTY_ONE, CIEGO],
    "fem": [
        *EXACTLY_TWO,
        *EXACTLY_THREE,
        MEDIAS,
        DUPLES,
        ("pares", lambda hand: alike(hand) != []),
        THIRTY_ONE,
        OTHER_JUEGO,
        THIRTY,
        TWENTY_NINE,
        ("ciego", nothing_fem),
    ],
}
CASES = [(name, *case) for name, cases in MEANT.items() for case in cases]


def true_of(sena, space):
    """Return the names of the hands of which a seña is true."""
    return {name for name, held in zip(space.names, sena.holds(space), strict=True) if held}


def gesture_of(name, sena):
    """Return the gestures by which a list gives a seña."""
    return [s.gesture for s in sena_list(rules_of(name)) if s.name == sena]


# ---------------------------------------------------------------- the lists


def test_the_lists_are_those_that_the_rules_know():
    assert [name for name in sena_file() if name not in ("words", "gestures")] == list(LISTS)
    assert set(LISTS) == set(MEANT)


@pytest.mark.parametrize("name", LISTS)
def test_a_list_holds_the_senas_of_its_source_and_no_others(name):
    assert {s.name for s in sena_list(rules_of(name))} == {sena for sena, _ in MEANT[name]}


@pytest.mark.parametrize(("name", "sena", "meant"), CASES, ids=lambda v: v if v else None)
@pytest.mark.parametrize("deck", DECKS)
def test_a_meaning_is_what_was_written_by_hand_for_every_hand(deck, name, sena, meant):
    space = DECKS[deck]
    assert len(space) == {8: 330, 4: 715}[deck]
    expected = {hand for hand in space.names if meant(hand)}
    found = [s for s in sena_list(rules_of(name, deck)) if s.name == sena]
    assert found
    for one in found:
        assert true_of(one, space) == expected


@pytest.mark.parametrize("name", LISTS)
def test_every_sena_of_a_list_is_true_of_some_hand(name):
    for deck, space in DECKS.items():
        senas = sena_list(rules_of(name, deck))
        assert given_at(rules_of(name, deck)) == senas
        assert all(s.holds(space).any() and not s.holds(space).all() for s in senas)


@pytest.mark.parametrize("name", LISTS)
def test_no_list_has_the_same_line_twice(name):
    lines = [(s.name, s.gesture) for s in sena_list(rules_of(name))]
    assert len(set(lines)) == len(lines)


def test_where_senas_are_forbidden_there_are_none():
    rules = load_rules("ehmf", ["senas=none"])
    assert rules.senas is None
    assert sena_list(rules) == may_give("RRRA", rules) == ()
    with pytest.raises(InputError, match="play without señas"):
        read_sena("31", rules)


# ---------------------------------------------------------------- the rules


PRESETS = {
    "naipera": ("naipera", 2),
    "ehmf": ("ehmf", None),
    "ffm": ("ffm", None),
    "el-mus": ("fem", None),
    "madrid": ("fem", None),
    "nabo": ("ehmf", None),
    "barcelona": ("fem", None),
    "bizkaia": ("fem", None),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_says_which_list_how_many_and_who_sees_them(preset):
    rules = load_rules(preset)
    assert {"senas", "max_senas", "senas_seen"} <= set(presets()[preset])
    assert (rules.senas, rules.max_senas, rules.senas_seen) == (*PRESETS[preset], "partner")


@pytest.mark.parametrize("change", [["max_senas=2"], ["senas_seen=table"]])
def test_senas_that_are_forbidden_are_neither_counted_nor_seen(change):
    with pytest.raises(InputError, match="senas = 'none' with max_senas"):
        load_rules("ehmf", ["senas=none", *change])


@pytest.mark.parametrize("change", ["senas=fournier", "max_senas=0", "senas_seen=rivals"])
def test_an_unknown_value_is_refused(change):
    with pytest.raises(InputError, match=f"rules: {change.split('=')[0]} = "):
        load_rules("ehmf", [change])


# ---------------------------------------------------------------- consequences (variants, 10)


def test_a_raised_eyebrows_are_duples_but_for_ehmf_a_juego():
    for name in ("tikal", "wikipedia", "fem"):
        told = tells("raise the eyebrows", rules_of(name, 4))
        assert (told.chance("duples"), told.weight) == (1, 1630)
    told = tells("raise the eyebrows", rules_of("ehmf", 4))
    assert [s.name for s in told.senas] == ["juego"]
    assert told.weight == 11719 - 3040
    assert told.chance("juego and points != 31") == 1
    assert 0 < told.chance("duples") < 0.05
    assert gesture_of("ehmf", "duples") == gesture_of("ffm", "duples") == ["lips to both sides"]


@pytest.mark.parametrize("exact", ["ehmf", "tikal", "naipera", "fem"])
@pytest.mark.parametrize("at_least", ["wikipedia", "ffm"])
def test_b_two_kings_are_exactly_two_or_at_least_two(exact, at_least):
    for deck, space in DECKS.items():
        two, more = (tells("two kings", rules_of(n, deck)).holds for n in (exact, at_least))
        only = {space.names[i] for i in (more & ~two).nonzero()[0]}
        assert (more | ~two).all()
        assert only == {name for name in space.names if kings(name) >= 3}


@pytest.mark.parametrize("deck", DECKS)
def test_c_the_three_definitions_of_ciego_are_three(deck):
    space = DECKS[deck]
    naipera = true_of(read_sena("ciego", rules_of("naipera", deck))[0], space)
    fem = true_of(read_sena("ciego", rules_of("fem", deck))[0], space)
    engine = parse_condition("punto and not medias and not duples and kings < 2 and aces < 2")
    ordago_mus = {space.names[i] for i in engine(space).nonzero()[0]}
    assert ordago_mus == {hand for hand in space.names if nothing_ordago_mus(hand)}
    assert fem < naipera < ordago_mus
    assert {points(hand) for hand in naipera - fem} == {29, 30}
    assert all(alike(hand) == [2] for hand in ordago_mus - naipera)


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("deck", DECKS)
def test_d_only_true_senas_may_be_given(name, deck):
    """Naipera has none that is false; the others forbid them."""
    rules, space = rules_of(name, deck), DECKS[deck]
    meant = dict(MEANT[name])
    for hand in space.names[::7]:
        given = {s.name for s in may_give(hand, rules)}
        assert given == {sena for sena, predicate in meant.items() if predicate(hand)}


def test_d_silence_is_allowed_so_not_every_hand_has_a_sena():
    assert may_give("7754", "naipera") == ()
    assert [s.name for s in may_give("7654", "naipera")] == ["ciego"]
    # what was never given rules nothing out: a seña only ever narrows by its own meaning
    assert tells("31", "naipera").weight == 8384


# ---------------------------------------------------------------- when


def names_at(rules, at):
    return {s.name for s in given_at(rules, at)}


def test_twenty_nine_only_after_pares_for_ffm():
    """Seed 001, article 11."""
    for at in MOMENTS:
        assert ("29" in names_at("ffm", at)) == (at in ("juego", "punto"))
    assert [s.name for s in may_give("R7AA", "ffm", "pares")] == ["two aces"]
    assert [s.name for s in may_give("RS72", "ffm", "pares")] == []
    assert [s.name for s in may_give("RS72", "ffm", "juego")] == ["29"]


def test_medias_only_after_grande_for_fem():
    for at in MOMENTS:
        assert ("medias" in names_at("madrid", at)) == (at not in ("mus", "grande"))


def test_thirty_only_when_there_is_no_juego_for_ehmf():
    """Seed 000, its table."""
    for at in MOMENTS:
        assert ("30" in names_at("ehmf", at)) == (at == "punto")
        assert ("31" in names_at("ehmf", at)) == (at != "punto")
    assert [s.name for s in tells("wink", "ehmf", "juego").senas] == ["31"]
    assert [s.name for s in tells("wink", "ehmf", "punto").senas] == ["30"]


def test_fem_gives_thirty_by_the_shoulders_at_any_time_and_by_a_wink_without_juego():
    given = {at: {s.gesture for s in given_at("madrid", at) if s.name == "30"} for at in MOMENTS}
    assert given["juego"] == {"raise both shoulders"}
    assert given["punto"] == {"raise both shoulders", "wink"}


def test_at_punto_nobody_holds_juego():
    assert tells("two kings", "naipera", "punto").chance("juego") == 0
    for sena in ("31", "juego"):
        with pytest.raises(InputError, match="true of no hand"):
            tells(sena, "madrid", "punto")
    with pytest.raises(InputError, match="a juego at punto"):
        may_give("RRCA", "naipera", "punto")


def test_a_sena_out_of_its_time_is_refused():
    with pytest.raises(InputError, match="seña '29': not given at grande; expected after pares"):
        tells("29", "ffm", "grande")
    with pytest.raises(InputError, match="moment 'descarte': no such moment"):
        tells("29", "ffm", "descarte")


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("sena", "words"),
    [
        (
            "two kings",
            ["dos reyes", "bi errege", "two kings", "2 reyes", "Bi  Errege", "two-kings"],
        ),
        ("three kings", ["tres reyes", "hiru errege", "three kings", "3 kings"]),
        ("two aces", ["dos ases", "bi bateko", "two aces"]),
        ("three aces", ["tres ases", "hiru bateko", "three aces"]),
        ("medias", ["medias", "mediak", "medeak", "three of a kind"]),
        ("duples", ["duples", "dúplex", "dupleak", "dobleak", "two pairs"]),
        ("pares", ["pares", "pareak", "pairs"]),
        ("31", ["31", "la una", "treinta y una", "hogeita hamaika", "thirty-one"]),
        ("juego", ["juego", "jokoa", "game"]),
        ("30", ["30", "treinta", "hogeita hamar", "thirty"]),
        ("29", ["29", "veintinueve", "hogeita bederatzi", "twenty-nine"]),
        ("ciego", ["ciego", "itsu", "Itsua", "blind"]),
    ],
)
def test_a_sena_is_read_in_three_languages(sena, words):
    for word in words:
        assert is_name(word)
        assert {s.name for s in read_sena(word, "madrid")} == {sena}


def test_the_kiss_is_read_in_three_languages():
    for word in ("solomillo", "azpizuna", "sirloin"):
        assert [s.gesture for s in read_sena(word, "ehmf")] == ["kiss"]


def test_no_word_stands_for_two_things():
    for table in ("words", "gestures"):
        words = [word for name, more in sena_file()[table].items() for word in (name, *more)]
        assert len(set(words)) == len(words)
    used = {s.name for name in LISTS for s in sena_list(rules_of(name))}
    assert used == set(sena_file()["words"])


@pytest.mark.parametrize("name", LISTS)
def test_every_gesture_reads_as_all_its_meanings_in_the_list(name):
    senas = sena_list(rules_of(name))
    for sena in senas:
        same = tuple(s for s in senas if s.gesture == sena.gesture)
        assert read_gesture(sena.gesture, rules_of(name)) == same


@pytest.mark.parametrize(
    ("gesture", "rules", "names"),
    [
        ("guiño", "ffm", {"30", "31"}),
        ("begi kliska", "ehmf", {"30", "31"}),
        ("wink", "madrid", {"30", "31"}),
        ("lips to one side", "ffm", {"medias", "29"}),
        ("lips to one side", "ehmf", {"medias", "29"}),
        ("lips to one side", "madrid", {"medias"}),
        ("shrug", "madrid", {"30"}),
        ("bekainak", "ehmf", {"juego"}),
        ("musu", "ehmf", {"solomillo"}),
        ("eyebrows", "madrid", {"duples"}),
    ],
)
def test_a_gesture_is_read_by_some_of_its_words_and_in_other_languages(gesture, rules, names):
    assert {s.name for s in read_gesture(gesture, rules)} == names


def test_a_gesture_that_fits_several_is_refused():
    with pytest.raises(InputError, match="expected lips to one side or lips to both sides"):
        read_gesture("lips", "ehmf")


@pytest.mark.parametrize("word", ["ciego", "duplas", "", "!"])
def test_a_sena_that_the_list_lacks_is_refused(word):
    with pytest.raises(InputError, match=f"seña '{word}': not in the list ffm; expected two kings"):
        read_sena(word, "ffm")


# ---------------------------------------------------------------- what an observer learns


def test_a_gesture_with_two_meanings_tells_their_union():
    told = tells("wink", "ffm")
    assert told.weight == 3040 + 2796
    assert told.chance("juego") == 3040 / (3040 + 2796)
    assert told.chance("points == 30") + told.chance("points == 31") == 1
    early, late = (tells("lips to one side", "ffm", at) for at in ("pares", "juego"))
    assert early.weight == 1440
    assert late.weight == 1440 + 3744  # no medias make 29


def test_what_a_rival_with_31_holds():
    told = tells("31")
    assert told.chances()["31"] == {"given": 1, "without": 8384 / 91390}
    assert told.chances()["juego"] == {"given": 1, "without": 24444 / 91390}
    likely = told.likely(len(told.space))
    assert sum(likely.values()) == pytest.approx(1)
    assert list(likely.values()) == sorted(likely.values(), reverse=True)
    assert set(likely) == {hand for hand in DECKS[8].names if points(hand) == 31}


def test_two_senas_of_one_player_are_both_true():
    told = tells(["dos reyes", "31"])
    assert set(told.likely()) == {"RRCA", "RRSA", "RR74", "RR65"}
    both = tells("two kings").holds & tells("31").holds
    assert (told.holds == both).all()


def test_a_second_sena_settles_what_the_first_may_be():
    told = tells(["wink", "lips to one side"], "ffm")
    assert [[s.name for s in senas] for senas in told.meant] == [["31"], ["medias"]]


def test_naipera_allows_two_a_hand():
    """Seed 003."""
    with pytest.raises(InputError, match="3 of them; expected at most 2 in a hand"):
        tells(["two kings", "31", "two aces"])
    assert tells(["two kings", "31"]).weight > 0
    rules = load_rules("naipera", ["max_senas=none"])
    assert tells(["three kings", "medias", "31"], rules).likely() == {"RRRA": 1}


def test_senas_that_no_hand_holds_together_are_refused():
    with pytest.raises(InputError, match="'31' and 'ciego': true of no hand"):
        tells(["31", "ciego"])


def test_every_name_and_gesture_is_in_the_catalogues() -> None:
    marked = {message.id for message in template("refusals")}
    for rules in presets():
        for sena in sena_list(load_rules(rules)):
            words = {sena.name, sena.gesture.removeprefix("button ")}
            assert {word for word in words if not word.isdigit()} <= marked


def test_names_and_gestures_in_basque() -> None:
    with speaking("eu"):
        told = [said_sena(word) for word in ("two kings", "button two kings", "kiss", "31")]
    assert told == ["bi errege", "bi errege botoia", "musu eman", "31"]
