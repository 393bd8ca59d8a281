"""Seats, rules and the question as a whole: what is read and what is refused."""

import re

import pytest

from musodds import InputError, Rules, load_rules
from musodds.rules import presets
from musodds.seats import SEATS, parse_seat, partner_of
from musodds.situation import ask


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (("mano", "1", 1, "esku", "eskua", " MANO "), 0),
        (("segundo", "2", 2, "bigarren"), 1),
        (("tercero", "3", 3, "hirugarren"), 2),
        (("postre", "4", 4, "atzesku", "zaku", "dealer", "Póstre"), 3),
    ],
)
def test_words_for_seats(words, place):
    assert {parse_seat(word) for word in words} == {place}
    assert SEATS[place] == words[0]


def test_partners_sit_across():
    assert [partner_of(seat) for seat in range(4)] == [2, 3, 0, 1]


@pytest.mark.parametrize("seat", ["quinto", "", "0", 5, "mano 1"])
def test_no_such_seat(seat):
    with pytest.raises(InputError) as caught:
        ask("RRCA", seat)
    message = str(caught.value)
    assert message.startswith(f"seat '{seat}': no such seat; expected mano, segundo, tercero")
    assert message.endswith("; example: --seat mano")


@pytest.mark.parametrize(
    ("name", "kings", "target"),
    [("naipera", 8, 40), ("ehmf", 4, 30), ("ffm", 4, 40), ("el-mus", 8, 30)],
)
def test_presets(name, kings, target):
    """The presets of the four sources, none with a 31 real."""
    rules = load_rules(name.upper())
    assert (rules.name, rules.kings, rules.target, rules.real) == (name, kings, target, "off")
    assert load_rules(rules) == rules


def test_the_default_is_naipera():
    assert load_rules() == load_rules("naipera")
    assert set(presets()) >= {"naipera", "ehmf", "ffm", "el-mus"}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"kings": 10}, "kings = 10"),
        ({"kings": 0}, "kings = 0"),
        ({"target": 0}, "target = 0"),
        ({"real": "horse"}, "real = 'horse'"),
    ],
)
def test_rules_that_nobody_plays(arguments, named):
    with pytest.raises(InputError, match=re.escape(named)):
        Rules(**arguments)


def test_unknown_rules():
    with pytest.raises(InputError, match="rules 'poker': no such preset; expected naipera, "):
        ask("RRCA", rules="poker")


def test_a_question_is_read():
    asked = ask("R 3 C 1", "postre", "el-mus", "7654")
    assert asked.seat == "postre"
    assert asked.known == [-1, asked.space.index("7654"), -1, asked.space.index("RRCA")]
    # the cards as typed, in the order of the classes that the masks of discards go by
    assert asked.cards == ["R", "3", "C", "A"]
    assert asked.to_dict() == {
        "hand": "RC3A",
        "seat": "postre",
        "partner": "7654",
        "rules": "el-mus",
        "kings": 8,
        "players": 4,
        "solo": False,
    }


@pytest.mark.parametrize(
    ("hand", "partner", "token"),
    [
        ("4447", "4446", "card '4': 6 in your hand 7444 and your partner's 6444"),
        ("R333", "3377", "card '3': 5 in "),
        ("RRCA", "RRC", "partner 'RRC': 3 cards"),
        ("RRCA", "RRCX", "unknown card 'X'"),
        ("RRC", "7654", "hand 'RRC': 3 cards"),
    ],
)
def test_hands_that_cannot_be(hand, partner, token):
    with pytest.raises(InputError, match=re.escape(token)) as caught:
        ask(hand, partner=partner)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("mano esku eskua hand leader main primero lehen", 0),
        ("segundo bigarren bigarrena second deuxieme deuxième", 1),
        ("tercero hirugarren third troisieme", 2),
        ("postre pie zaku zakua atzesku orpo orpoko último dealer donneur cuarto", 3),
    ],
)
def test_seats_in_four_languages(words, place):
    assert {parse_seat(word) for word in words.split()} == {place}


@pytest.mark.parametrize(
    ("words", "lance"),
    [
        ("grande/mayor/handia/handira/big/grand", "grande"),
        ("chica/pequeña/menor/txikia/ttipia/tipia/small/petit", "chica"),
        ("pares/pareak/pariak/pairs/paires", "pares"),
        ("juego/jokoa/game/jeu", "juego"),
        ("punto/puntua/pondua/point/faux jeu", "punto"),
    ],
)
def test_lances_in_four_languages(words, lance):
    from musodds.solver.four.asking import parse_lance

    assert {parse_lance(word) for word in words.split("/")} == {lance}


def test_pending_and_earlier_lances_in_basque():
    from musodds.pending import parse_pending
    from musodds.solver.four.asking import parse_before

    basque = parse_pending("handia: pasa; txikia: haiek inbido 5 ez dut nahi", 3, "pares")
    assert basque == parse_pending("grande: paso; chica: ellos 5 no quiero", 3, "pares")
    hordago = parse_pending("handia: haiek hordago tira", 3, "chica")
    assert hordago == parse_pending("grande: ellos ordago no quiero", 3, "chica")
    assert parse_before("handia: zaku tira; txikia: paso", "juego") == (8, 0, None)


def test_mus_said_in_four_languages():
    from musodds.clues import parse_said

    mus = parse_said(["1=mus", "2=mus naiz", "3=aller mus"])
    cut = parse_said(["1=mintza", "2=musa moztu", "3=sortir", "4=no hay mus"])
    assert {said for _, said in mus} == {"mus"}
    assert {said for _, said in cut} == {"cut"}
