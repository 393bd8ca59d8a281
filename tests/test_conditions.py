"""The grammar of conditions on a hand."""

import doctest

import numpy as np
import pytest

from musodds import InputError, conditions, load_rules, sena_words, senas, told
from musodds.conditions import parse_condition, share
from musodds.hands import hand_space

SPACE = hand_space(load_rules("naipera"))


def hands(text):
    """Return the names of the hands that meet a condition."""
    return {
        name for name, met in zip(SPACE.names, parse_condition(text)(SPACE), strict=True) if met
    }


@pytest.mark.parametrize("module", [conditions, senas, sena_words, told])
def test_the_examples_in_docstrings(module):
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("pares", 51710),
        ("par", 43776),
        ("medias", 4448),
        ("duples", 3486),
        ("juego", 24444),
        ("punto", 91390 - 24444),
        ("points == 31", 8384),
        ("points == 30", 3024),
        ("points == 29", 2688),
    ],
)
def test_the_census_of_eight_kings(text, count):
    """Variants, section 13."""
    assert SPACE.weights[parse_condition(text)(SPACE)].sum() == count


def test_and_binds_closer_than_or_and_not_closest():
    assert hands("hand RRRA or hand 7654 and juego") == {"RRRA"}
    assert hands("(hand RRRA or hand 7654) and juego") == {"RRRA"}
    assert hands("hand RRRA or hand 7654 and punto") == {"RRRA", "7654"}
    assert hands("(hand RRRA or hand 7654) and punto") == {"7654"}
    assert hands("not kings >= 1 and points > 31") == hands("(not kings >= 1) and points > 31")
    assert hands("not kings >= 1 and points > 31") != hands("not (kings >= 1 and points > 31)")


def test_every_comparison():
    kings = np.array([name.count("R") for name in SPACE.names])
    for sign, met in {
        "==": kings == 2,
        "!=": kings != 2,
        ">=": kings >= 2,
        "<=": kings <= 2,
        ">": kings > 2,
        "<": kings < 2,
    }.items():
        assert (parse_condition(f"kings {sign} 2")(SPACE) == met).all()
        assert (parse_condition(f"kings{sign}2")(SPACE) == met).all()


def test_threes_and_twos_count_where_there_are_eight_kings():
    assert hands("hand 332A") == {"RRAA"}
    four = hand_space(load_rules("ehmf"))
    held = parse_condition("hand 332A")(four)
    assert [four.names[i] for i in np.flatnonzero(held)] == ["332A"]


def test_the_share_is_out_of_the_hands_asked_for():
    among = parse_condition("juego")(SPACE)
    assert share(SPACE, "points == 31", among) == 8384 / 24444
    assert share(SPACE, "punto", among) == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it ends too early"),
        ("kings", "it ends too early"),
        ("kings == two", "'kings == two' compares nothing"),
        ("kings 2 2", "'kings 2 2' compares nothing"),
        ("(pares", "it ends too early"),
        ("(pares or juego and", "it ends too early"),
        ("(pares juego", "a bracket is not closed"),
        ("pares juego", "'juego' comes too late"),
        ("queens == 2", "'queens' is unknown"),
    ],
)
def test_a_bad_condition_is_refused(text, why):
    with pytest.raises(InputError) as refused:
        parse_condition(text)
    assert str(refused.value).startswith(f"condition '{text}': {why}; expected ")
