"""Evidence: every kind of item, how items go together, and what cannot hold together."""

import doctest
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musodds import InputError, clues, evidence, gather_evidence, load_rules, parse_range
from musodds.clues import NO, YES
from musodds.evidence import Evidence, Item
from musodds.policy import style_policy
from musodds.redraw import said_likelihood, throw_likelihood
from musodds.sena_words import read_sena
from musodds.senas import sena_list
from musodds.situation import ask

POINTS = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}
SEATS = ["mano", "segundo", "tercero", "postre"]


def has_pares(hand):
    return len(set(hand)) < 4


def points(hand):
    return sum(POINTS[card] for card in hand)


def vector(space, met):
    return [1.0 if met(hand) else 0.0 for hand in space.names]


def of(seat, asked=None, **seen):
    """Return the likelihoods of a seat, the asker being the mano with C764."""
    found = gather_evidence(asked or ask("C764"), **seen)
    return found.likelihoods()[SEATS.index(seat)]


@pytest.mark.parametrize("module", [clues, evidence])
def test_the_examples_in_docstrings(module):
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0


# ---------------------------------------------------------------- one item


@pytest.mark.parametrize("rules", ["naipera", "ehmf"])
def test_nothing_known_is_ones_and_the_asker_is_one_hand(rules):
    asked = ask("RRCA", "tercero", rules)
    likelihoods = gather_evidence(asked).likelihoods()
    assert likelihoods.shape == (4, len(asked.space))
    assert likelihoods.dtype == np.float64
    assert (likelihoods[[0, 1, 3]] == 1).all()
    assert likelihoods[2].tolist() == vector(asked.space, lambda hand: hand == "RRCA")


@pytest.mark.parametrize("rules", ["naipera", "ehmf"])
def test_pares_and_juego(rules):
    asked = ask("C764", "mano", rules)
    space = asked.space
    for word in (*YES, "Sí", True):
        assert of("segundo", asked, pares={"segundo": word}).tolist() == vector(space, has_pares)
    for word in (*NO, False):
        without = vector(space, lambda hand: points(hand) < 31)
        assert of("postre", asked, juego={"postre": word}).tolist() == without


def test_punto_is_of_every_seat():
    asked = ask("C764")
    found = gather_evidence(asked, punto=True).likelihoods()
    for seat in (1, 2, 3):
        assert found[seat].tolist() == vector(asked.space, lambda hand: points(hand) < 31)


def test_a_known_hand_and_known_cards():
    asked = ask("C764")
    assert of("tercero", known=["tercero=3,R,12,A"]).tolist() == vector(
        asked.space, lambda hand: hand == "RRRA"
    )
    for text in ("RRxx", "RR", "R3", "R x R"):
        assert of("segundo", holds=[f"2={text}"]).tolist() == vector(
            asked.space, lambda hand: hand.count("R") >= 2
        )


def test_a_known_partner_is_one_hand():
    asked = ask("C764", "segundo", partner="RRRA")
    assert of("postre", asked).tolist() == vector(asked.space, lambda hand: hand == "RRRA")


def test_a_range():
    asked = ask("C764")
    found = of("postre", range=["postre=grande>=RRC, 31:0.8"])
    assert (found == parse_range("grande>=RRC,31:0.8", asked.space)).all()


@pytest.mark.parametrize("rules", ["naipera", "ehmf", "ffm", "el-mus"])
def test_a_sena_has_its_chance_where_it_holds(rules):
    asked = ask("C764", "mano", rules)
    for sena in sena_list(asked.rules):
        holds = np.any([s.holds(asked.space) for s in read_sena(sena.name, asked.rules)], axis=0)
        given_it = of("tercero", asked, sena=[f"tercero={sena.name}:0.8"])
        assert given_it.tolist() == [0.8 if held else 0 for held in holds]
        not_given = of("tercero", asked, no_sena=[f"tercero={sena.name}:0.8"])
        assert np.allclose(given_it + not_given, 1, atol=1e-15)
        assert (of("tercero", asked, sena=[f"tercero={sena.name}"]) == holds).all()
        assert (of("tercero", asked, no_sena=[f"tercero={sena.name}"]) == ~holds).all()


def test_ciego_by_any_of_its_words_is_neither_pares_nor_juego():
    blind = vector(ask("C764").space, lambda hand: not has_pares(hand) and points(hand) < 31)
    for word in ("ciego", "itsua", "blind"):
        assert of("segundo", sena=[f"segundo={word}"]).tolist() == blind


def test_a_gesture_with_two_meanings_tells_that_one_is_true():
    asked = ask("C764", "mano", "ffm")
    found = of("tercero", asked, sena={"tercero": "guiño:0.5"})
    met = vector(asked.space, lambda hand: points(hand) in (30, 31))
    assert found.tolist() == [0.5 * held for held in met]


def test_said_mus_and_cut_are_judged_by_the_style():
    asked = ask("C764")
    mus, cut = (of("segundo", said=[f"segundo={word}"]) for word in ("mus", "corto"))
    assert np.allclose(mus + cut, 1)
    weights = asked.space.weights
    assert weights @ cut / weights.sum() == pytest.approx(0.35)
    eager = of("segundo", said=["segundo=cut"], style="eager")
    assert weights @ eager / weights.sum() == pytest.approx(0.5)
    assert (mus == said_likelihood(asked.rules, "cut:0.35", 1, "mus")).all()


def test_drew():
    found = of("postre", drew=["postre=2"])
    assert (found == throw_likelihood(ask("C764").rules, "cut:0.35", 3, 2)).all()
    assert found.max() == 1
    assert not gather_evidence(ask("C764"), drew=["postre=2"]).is_hard


# ---------------------------------------------------------------- together

ITEMS = [
    ("pares", "si"),
    ("juego", "no"),
    ("sena", "ciego:0.5"),
    ("no_sena", "31:0.9"),
    ("range", "any,RRxx:0.25"),
    ("range", "duples,par 7-,punto"),
    ("holds", "RRxx"),
    ("said", "mus"),
]


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(SEATS[1:]), st.sampled_from(ITEMS)), max_size=5))
def test_the_items_of_a_seat_are_multiplied(picked):
    asked = ask("C764", rules="el-mus")
    seen = {}
    for seat, (option, value) in picked:
        seen.setdefault(option, []).append(f"{seat}={value}")
    expected = np.ones((4, len(asked.space)))
    expected[0] = vector(asked.space, lambda hand: hand == "C764")
    for option, texts in seen.items():
        for text in texts:
            expected *= gather_evidence(asked, **{option: [text]}).likelihoods() ** np.array(
                [[0], [1], [1], [1]]
            )
    try:
        found = gather_evidence(asked, **seen)
    except InputError:
        assert not expected[1:].any(axis=1).all()
        return
    assert np.allclose(found.likelihoods(), expected, rtol=1e-14)
    assert len(found.items) == len(picked)


def test_without_an_item():
    found = gather_evidence(ask("C764"), pares=["2=si"], juego=["2=no"], dead="R", punto=True)
    assert [item.label for item in found.items] == [
        "segundo pares=si",
        "segundo juego=no",
        "punto",
        "dead R",
    ]
    fewer = found.without(found.items[0])
    assert [item.label for item in fewer.items] == ["segundo juego=no", "punto", "dead R"]
    assert fewer.likelihoods()[1].tolist() == vector(
        fewer.asked.space, lambda hand: points(hand) < 31
    )
    assert not found.without(found.items[3]).dead.cards
    assert len(found.items) == 4


def test_hard_is_without_fractions():
    asked = ask("C764")
    assert gather_evidence(asked).is_hard
    assert gather_evidence(asked, pares=["2=si"], sena=["3=31"], range=["4=juego,!31"]).is_hard
    assert not gather_evidence(asked, pares=["2=si"], sena=["3=31:0.8"]).is_hard
    assert not gather_evidence(asked, range=["4=juego:0.5"]).is_hard


def test_the_words_and_the_json_form():
    found = gather_evidence(
        ask("RRCA", "postre", "el-mus"),
        sena=["tercero=31:0.8"],
        drew=["mano=1"],
        said=["mano=mintza"],
        pares={2: "bai"},
        dead=["4,5"],
    )
    assert [item.words for item in found.items] == [
        "the segundo has pares",
        "the tercero gave the seña 31, given by a holder with chance 0.8",
        "the mano threw 1 card as cut:0.35 does",
        "the mano cut as cut:0.35 does",
        "out of play: 54",
    ]
    told = found.to_dict()
    assert told["evidence"][0] == {
        "label": "segundo pares=si",
        "words": "the segundo has pares",
        "seats": ["segundo"],
    }
    assert (told["dead"], told["hard"]) == ("54", False)


def test_tables_of_other_sizes():
    found = gather_evidence(ask("RRCA", players=2), pares=["postre=no"], punto=False)
    assert found.likelihoods().shape == (2, 330)
    six = gather_evidence(ask("C764", players=6), juego=["quinto=no"])
    assert (six.likelihoods()[4] < 1).any()
    assert (six.likelihoods()[[1, 2, 3, 5]] == 1).all()


def test_published_chances_of_31_in_juego():
    space = ask("C764").space
    for pares, chance in (("no", 0.4375), ("si", 0.2953)):
        weights = space.weights * of("segundo", pares=[f"2={pares}"], juego=["2=si"])
        assert weights[space.points == 31].sum() / weights.sum() == pytest.approx(chance, abs=5e-5)


# ---------------------------------------------------------------- dead and known cards


def test_dead_cards_are_out_of_the_deck():
    asked = ask("RRCA")
    found = gather_evidence(asked, dead=["4,5", "3R"])
    names, copies = asked.space.deck.names, asked.space.deck.copies
    gone = {"4": 1, "5": 1, "R": 2}
    assert [copies[i] - n for i, n in enumerate(found.copies)] == [gone.get(n, 0) for n in names]
    own = {"R": 4, "C": 1, "A": 1, "4": 1, "5": 1}
    assert found.gone.tolist() == [own.get(name, 0) for name in names]
    assert (found.likelihoods()[1:] == 1).all()


@pytest.mark.parametrize(
    ("seen", "message"),
    [
        ({"dead": "444", "known": ["2=R744"]}, "card '4': 5 in your hand RRCA and segundo R744"),
        ({"dead": ["3", "333"]}, None),
        ({"dead": ["3", "3333"]}, "card '3': 5 in your hand RRCA and dead cards 33333"),
        ({"holds": ["2=RRR", "3=RRRR"]}, "card 'R': 9 in your hand RRCA and segundo RRR"),
        ({"holds": ["2=RRR", "2=RRxx", "3=RRR"]}, None),
        ({"dead": "9"}, "hand '9': unknown card '9'"),
        ({"dead": ""}, "dead '': no card"),
        ({"dead": "1211"}, "hand '1211': 10, 11 and 12 need separators or letters"),
    ],
)
def test_the_deck_must_hold_the_known_cards(seen, message):
    if message is None:
        gather_evidence(ask("RRCA"), **seen)
        return
    with pytest.raises(InputError) as refused:
        gather_evidence(ask("RRCA"), **seen)
    assert str(refused.value).startswith(message)


def test_too_many_dead_cards_leave_no_deal():
    dead = ["RRRR", "CCCC", "SSSS", "7777", "666", "5555"]
    with pytest.raises(InputError, match="cannot hold together"):
        gather_evidence(ask("AAA4"), dead=[*dead, "AAAA"])
    gather_evidence(ask("AAA4"), dead=dead)


# ---------------------------------------------------------------- contradictions


@pytest.mark.parametrize(
    ("hand", "seen", "named"),
    [
        (
            "C764",
            {"pares": ["2=no"], "range": ["2=duples"]},
            ["segundo pares=no", "segundo range="],
        ),
        ("C764", {"pares": ["2=no", "2=si"]}, ["segundo pares=no", "segundo pares=si"]),
        ("RRCA", {"punto": True, "pares": ["2=si"]}, ["your hand RRCA", "punto"]),
        ("C764", {"punto": True, "sena": ["3=31"]}, ["tercero sena=31", "punto"]),
        (
            "C764",
            {"juego": ["4=si"], "pares": ["4=no", "2=si"], "sena": ["4=ciego:0.5"]},
            ["postre juego=si", "postre sena=ciego:0.5"],
        ),
        ("C764", {"known": ["3=RRRA"], "holds": ["3=AAxx"]}, ["tercero holds=", "tercero known="]),
        ("RRRR", {"range": ["2=RRRR", "3=Rxxx"]}, ["your hand RRRR", "segundo r", "tercero r"]),
        (
            "C764",
            {"range": ["2=medias R", "3=medias R", "4=medias R"]},
            ["segundo range=", "tercero range=", "postre range="],
        ),
        (
            "7777",
            {"range": ["2=7xxx"], "pares": ["3=si"]},
            ["your hand 7777", "segundo range=7xxx"],
        ),
        (
            "C764",
            {"dead": "7776", "range": ["2=7xxx"]},
            ["your hand", "segundo range", "dead 7776"],
        ),
        ("C764", {"range": ["2=77xx", "2=66xx", "2=xRxx"]}, ["=77xx", "=66xx", "=xRxx"]),
        ("C764", {"range": ["2=77xx", "2=66xx", "2=xRxx", "2=777x"]}, ["=66xx", "=777x"]),
    ],
)
def test_the_fewest_items_that_cannot_hold_together_are_named(hand, seen, named):
    with pytest.raises(InputError) as refused:
        gather_evidence(ask(hand), **seen)
    message = str(refused.value)
    assert message.startswith("evidence '")
    labels = message.partition(": they cannot hold together; expected ")[0]
    assert labels.count("'") == 2 * len(named)
    assert all(name in labels for name in named)


def test_an_item_that_cannot_be_is_named_alone():
    asked = ask("C764")
    impossible = Item("made up", "nothing", (1,), np.zeros(len(asked.space)))
    with pytest.raises(InputError, match="evidence 'made up': it cannot be; expected"):
        Evidence(asked, (impossible,))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_deal_is_found_if_and_only_if_there_is_one(data):
    """Few hands for each of three seats, out of those with many kings: they often collide."""
    asked = ask(data.draw(st.sampled_from(["RRRA", "C764", "RCSA"])))
    space = asked.space
    many = [i for i, name in enumerate(space.names) if name.count("R") >= 2]
    picked = [data.draw(st.lists(st.sampled_from(many), min_size=1, max_size=3)) for _ in range(3)]
    left = np.array(space.deck.copies) - space.counts[space.index(asked.hand)]
    fits = any((space.counts[list(deal)].sum(0) <= left).all() for deal in product(*picked))
    items = []
    for seat, hands in enumerate(picked, start=1):
        likelihood = np.zeros(len(space))
        likelihood[hands] = 0.5
        items.append(Item(f"seat {seat}", "", (seat,), likelihood))
    try:
        Evidence(asked, tuple(items))
    except InputError:
        assert not fits
    else:
        assert fits


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("seen", "message"),
    [
        ({"pares": ["segundo"]}, "pares 'segundo': no value"),
        ({"pares": ["foo=si"]}, "seat 'foo': no such seat"),
        ({"pares": ["mano=si"]}, "pares 'mano=si': that is your own seat"),
        ({"pares": ["2=quizá"]}, "pares 'segundo=quizá': neither yes nor no"),
        ({"sena": ["2=foo"]}, "seña 'foo': not in the list naipera"),
        ({"sena": ["2=31:0"]}, "sena 'segundo=31:0': chance '0'"),
        ({"sena": ["2=31:1.5"]}, "sena 'segundo=31:1.5': chance '1.5'"),
        ({"no_sena": ["2=31:x"]}, "no-sena 'segundo=31:x': chance 'x'"),
        ({"sena": ["2=31", "2=duples", "2=two kings"]}, "señas of the segundo: 3"),
        ({"drew": ["2=5"]}, "drew 'segundo=5': cards thrown"),
        ({"drew": ["2=12"]}, "drew 'segundo=12': cards thrown"),
        ({"drew": ["2=1", "2=2"]}, "drew of the segundo: 2 rounds"),
        ({"said": ["2=foo"]}, "said 'segundo=foo': neither of both"),
        ({"range": ["2=foo"]}, "range 'foo': 'foo' at character 1: no such hands"),
        ({"holds": ["2=RRRRR"]}, "holds 'segundo=RRRRR': 5 cards"),
        ({"holds": ["2=RRxxx"]}, "holds 'segundo=RRxxx': 5 cards"),
        ({"holds": ["2=xx"]}, "holds 'segundo=xx': no card is known"),
        ({"known": ["2=RRC"]}, "hand 'RRC': 3 cards"),
        ({"style": "foo"}, "style 'foo'"),
    ],
)
def test_bad_input_is_refused(seen, message):
    with pytest.raises(InputError) as refused:
        gather_evidence(ask("C764"), **seen)
    assert str(refused.value).startswith(message)
    assert "; example: " in str(refused.value)


def test_where_there_is_no_mus_phase_nobody_drew():
    for players, solo in ((3, True), (6, True)):
        with pytest.raises(InputError, match=f"{players} players, each for himself"):
            gather_evidence(ask("C764", players=players, solo=solo), drew=["2=1"])
    with pytest.raises(InputError, match="these rules play without señas"):
        gather_evidence(ask("C764", rules=load_rules("ehmf", ["senas=none"])), sena=["2=31"])


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (6, 5), (6, 3)])
def test_two_and_six_players_are_judged_by_their_own_style(players, seat):
    rules, asked = load_rules("naipera"), ask("C764", players=players)
    policy = style_policy(rules, "cut:0.35", players=players)
    (said,) = gather_evidence(asked, said=[f"{seat + 1}=mus"]).items
    assert said.seats == (seat,)
    assert np.array_equal(said.likelihood, 1 - policy.cut[0, seat])
    (drew,) = gather_evidence(asked, drew=[f"{seat + 1}=2"]).items
    assert np.array_equal(drew.likelihood, throw_likelihood(rules, "cut:0.35", seat, 2, players))
