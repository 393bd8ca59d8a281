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
from musodds.match import Match, load_match, open_match, save_match
from musodds.rules import load_rules
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
