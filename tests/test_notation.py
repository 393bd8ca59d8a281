"""Bets as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musodds.errors import InputError
from musodds.notation import Act, Move, parse_bets, read_act, write_bets


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("pp", "pp"),
        ("-", "pp"),
        ("", "pp"),
        ("A2 q", "A2 q"),
        ("A2 B+5 n", "A2 B+5 n"),
        ("aord Q", "AORD q"),
        ("A envido 2, B quiero", "A2 Bq"),
        ("mano envido 2, segundo 5 más, mano quiero", "mano 2, segundo +5, mano q"),
        ("mano envido dos más", "mano +2"),
        ("mano envido; segundo envido más; mano no quiero", "mano 2, segundo +2, mano n"),
        ("esku enbido, atzesku igo bost, esku ez dut nahi", "mano 2, postre +5, mano n"),
        ("esku bost imido, bigarren eduki", "mano 5, segundo q"),
        ("esku paso, zaku hordago, esku kanta", "mano p, postre ORD, mano q"),
        ("esku inbido, zaku nere gatik tira", "mano 2, postre nere gatik tira"),
        ("first bet 3, last raise 4, first fold", "mano 3, postre +4, mano n"),
        ("esku inbido 5, zaku hor dago, esku ez", "mano 5, postre ORD, mano n"),
        ("eskua bost imido; zakua reenvido 3; eskua bai", "mano 5, postre +3, mano q"),
        ("main deux imido, donneur cinq de plus, main je tiens", "mano 2, postre +5, mano q"),
        ("primero envite 4, ultimo lo quiero", "mano 4, postre q"),
        ("esku passe, azken pasa", "mano p, postre p"),
        ("esku enbido, atzesku niregatik tira", "mano 2, postre nere gatik tira"),
        ("mano envido:2 segundo mas:5 mano no-quiero", "mano 2, segundo +5, mano n"),
        ("tercero 10, postre órdago, tercero sí", "tercero 10, postre ORD, tercero q"),
        ("mano biak inbido, segundo iduki", "biak mano 2, segundo q"),
        ("paso paso A2 n", "p p A2 n"),
    ],
)
def test_words_and_signs_are_one_form(text: str, written: str) -> None:
    moves = parse_bets(text)
    assert write_bets(moves) == written
    assert parse_bets(written) == moves


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("A2 foo", "foo"),
        ("mano", "the end"),
        ("A", "the end"),
        ("mano segundo 2", "segundo"),
        ("A2 B+ n", r"\+"),
        ("A2 q5", "q5"),
        ("mano envido 2 igo", "igo"),
        ("A2 日 q", "日"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, token: str) -> None:
    with pytest.raises(InputError, match=f"cannot read '{token}'"):
        parse_bets(text)


def test_seats_depend_on_the_players() -> None:
    assert parse_bets("quinto 2, postre q", 6)[0].seat == 4
    assert parse_bets("mano 2, postre q", 2)[1] == Move(Act.QUIERO, seat=1)
    with pytest.raises(InputError, match="segundo"):
        parse_bets("segundo 2", 2)


moves = st.lists(
    st.one_of(
        st.builds(
            Move,
            st.sampled_from([Act.ENVIDO, Act.MAS]),
            st.integers(1, 99),
            st.none(),
            st.sampled_from(["A", "B"]),
        ),
        st.builds(
            Move,
            st.sampled_from([Act.PASO, Act.ORDAGO, Act.QUIERO, Act.NO_QUIERO, Act.POR_MI_NO]),
            st.just(0),
            st.integers(0, 3),
        ),
    ),
    min_size=1,
)


@given(moves)
def test_what_is_written_is_read_back(said: list[Move]) -> None:
    assert parse_bets(write_bets(said)) == tuple(said)


# rules/terms, section 5: every word for a call, and what it says
@pytest.mark.parametrize(
    ("words", "act"),
    [
        ("paso pasa passe pass", Act.PASO),
        ("envido enbido inbido imido", Act.ENVIDO),
        ("órdago hordago ordago", Act.ORDAGO),
        ("quiero sí nahi eduki iduki idoki kanta accept call", Act.QUIERO),
        ("no ez tira tire fold refuse", Act.NO_QUIERO),
        ("reenvido", Act.MAS),
    ],
)
def test_words_for_calls(words: str, act: Act) -> None:
    assert {read_act(word) for word in words.split()} == {act}
    assert read_act("mus") is None


@pytest.mark.parametrize(
    ("said", "written"),
    [("cinco más", "+5"), ("bost gehiago", "+5"), ("bost enbido", "5"), ("hiru inbido", "3"),
     ("envido 5", "5"), ("envido más", "+2"), ("ez dut nahi", "n"), ("atzera egin", "n"),
     ("no quiero", "n"), ("je tiens", "q"), ("all in", "ORD")],
)  # fmt: skip
def test_phrases_for_calls(said: str, written: str) -> None:
    assert write_bets(parse_bets(said)) == written
