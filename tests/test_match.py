"""Matches, their files, and tantos in stones."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_help import PLAIN

from musodds.errors import InputError
from musodds.first_mano import draw_mano
from musodds.match import Match, load_match, open_match, save_match
from musodds.rules import Rules, load_rules
from musodds.stones import parse_score, parse_stones, show_stones

EHMF = load_rules("ehmf")


@given(st.integers(0, 200), st.sampled_from([5, 10]))
def test_stones_are_read_as_shown(tantos: int, per_amarraco: int) -> None:
    assert parse_stones(show_stones(tantos, per_amarraco), per_amarraco) == tantos


@pytest.mark.parametrize("text", ["", "x", "5a 5", "a", "5b", "-3"])
def test_stones_that_cannot_be_read(text: str) -> None:
    with pytest.raises(InputError):
        parse_stones(text)


@pytest.mark.parametrize("text", ["27", "27-24-1", "27:24", "-"])
def test_scores_that_cannot_be_read(text: str) -> None:
    with pytest.raises(InputError):
        parse_score(text)


def test_tens_in_the_meseta() -> None:
    assert (parse_stones("2a 7", 10), show_stones(27, 10)) == (27, "2a 7")


def test_the_mano_alternates_between_the_pairs() -> None:
    """A is the mano's pair, so pair 0 is A in one hand and B in the next."""
    match = Match(EHMF).play(PLAIN, {"grande": "A9 q"})
    assert (match.score, match.next_mano) == ((9, 2), 1)
    match = match.play(PLAIN, {"grande": "A9 q"})
    assert (match.score, match.next_mano) == ((11, 11), 0)
    assert match.play(PLAIN, mano=1).score == (13, 12)


def test_a_game_starts_from_nothing() -> None:
    match = Match(EHMF).play(PLAIN, {"grande": "A30 q"})
    assert (match.score, match.standing, match.games) == ((0, 0), ((1, 0), (0, 0)), [(0, (30, 0))])


def test_a_match_that_is_won_takes_no_more_hands() -> None:
    match = Match(load_rules("ehmf", ["games=1"])).play(PLAIN, {"grande": "AORD q"})
    with pytest.raises(InputError, match="has won it"):
        match.play(PLAIN)


def test_the_file_holds_everything(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    match = open_match(path, "ffm", ("Ane+Jon", "Miren+Peio"))
    match = match.play(PLAIN, {"grande": "A2 q"}).play(PLAIN, {"punto": "BORD q"})
    save_match(match, path)
    assert load_match(path) == match
    assert open_match(path) == match
    assert json.loads(path.read_text())["schema"] == "musodds.match/1"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interruption_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "m.json"
    match = Match(EHMF).play(PLAIN)
    save_match(match, path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, step, interrupt)
    with pytest.raises(KeyboardInterrupt):
        save_match(match.play(PLAIN), path)
    assert load_match(path) == match
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "text", ["", "{}", '{"schema": "x"}', '{"schema": "musodds.match/1", "rules": {"kingz": 1}}']
)
def test_files_that_are_no_match(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(InputError, match="match '"):
        load_match(path)


def test_a_match_with_a_third_pair_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    save_match(Match(EHMF).play(PLAIN), path)
    path.write_text(path.read_text().replace('"mano": 0', '"mano": 2'))
    with pytest.raises(InputError, match="neither 0 nor 1"):
        load_match(path)


def test_pairs_need_two_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two names"):
        open_match(tmp_path / "m.json", names=("a", "a"))


# ---------------------------------------------------------------- the first mano, late claims

FFM, MADRID = load_rules("ffm"), load_rules("madrid")


@pytest.mark.parametrize(
    ("cards", "rules", "dealer", "mano"),
    [
        # the smallest card deals, and the mano sits to his right
        ("C 7 4 A", FFM, 3, 0),
        ("A 7 4 C", FFM, 0, 1),
        ("R 2 3 C", FFM, 1, 2),
        # the highest card is mano, and the dealer sits to his left
        ("C 7 4 A", MADRID, 3, 0),
        ("7 C 4 A", MADRID, 0, 1),
        ("7 C 3 A", MADRID, 1, 2),  # with eight kings a three is one
        ("7C4A", MADRID, 0, 1),
    ],
)
def test_who_is_mano_by_the_cards_drawn(cards: str, rules: Rules, dealer: int, mano: int) -> None:
    drawn = draw_mano(cards, rules)
    assert (drawn.dealer, drawn.mano) == (dealer, mano)
    assert drawn.to_dict()["mano"] == mano + 1
    assert drawn.to_dict()["draw_again"] == []


@pytest.mark.parametrize(
    ("cards", "rules", "again"),
    [
        ("C 4 7 4", FFM, [2, 4]),
        ("R R 7 4", MADRID, [1, 2]),
        ("R 7 3 A", MADRID, [1, 3]),
        ("A A A A", FFM, [1, 2, 3, 4]),
    ],
)
def test_ties_are_drawn_again(cards: str, rules: Rules, again: list[int]) -> None:
    drawn = draw_mano(cards, rules)
    assert (drawn.mano, drawn.dealer) == (None, None)
    assert drawn.to_dict()["draw_again"] == again
    # other cards may be equal
    assert draw_mano("C C 7 A", FFM).mano == 0


@pytest.mark.parametrize(
    ("cards", "rules", "reason"),
    [
        ("C 7 4", FFM, "3 cards"),
        ("C 7 4 X", FFM, "unknown card 'X'"),
        ("4 4 4 4o 4e", FFM, "5 cards"),
        ("Ro Ro 7 4", FFM, "card 'Ro': 2"),
        ("C 7 4 A", load_rules("ffm", ["first_mano=agreed"]), "the first mano is agreed on"),
    ],
)
def test_draws_that_are_refused(cards: str, rules: Rules, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        draw_mano(cards, rules)


def test_a_late_claim_scores_the_last_hand_anew() -> None:
    match = Match(MADRID).play(PLAIN, {"grande": "A9 q"}).play(PLAIN, {"grande": "A9 q"})
    again = match.score_again(PLAIN, {"grande": "A9 q", "chica": "B3 q"})
    # pair 0 is B in the second hand: three for the chica instead of one in paso
    assert (match.score, again.score) == ((11, 11), (13, 11))
    assert (len(again.hands), again.next_mano) == (2, match.next_mano)
    assert again.hands[0] == match.hands[0]
    # a hand that won the match by mistake can be claimed back
    over = Match(load_rules("madrid", ["games=1"])).play(PLAIN, {"grande": "AORD q"})
    assert (over.winner, over.score_again(PLAIN).winner) == (0, None)


def test_after_the_cards_are_gathered_nothing_is_claimed() -> None:
    with pytest.raises(InputError, match="ffm nothing is claimed once the cards are gathered"):
        Match(FFM).play(PLAIN).score_again(PLAIN)
    with pytest.raises(InputError, match="no hand yet"):
        Match(MADRID).score_again(PLAIN)
