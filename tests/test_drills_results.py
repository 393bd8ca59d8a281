"""Results: kept whole or not at all; the schedule over kinds; progress."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

import numpy as np
import pytest
from drills_help import START, answer
from fsrs import Card, Rating, Scheduler

from musodds.drills.kinds import TOPICS, Kind, kinds_of
from musodds.drills.progress import summarize
from musodds.drills.results import Results
from musodds.drills.schedule import any_kind, cards_of, next_kind, weakest
from musodds.drills.session import Session
from musodds.errors import InputError
from musodds.rules import load_rules

ONE, TWO, THREE = kinds_of("odds")[:3]
RNG = np.random.default_rng(1)
DAY = 24 * 60


def test_answers_are_read_as_they_were_kept(tmp_path):
    path = tmp_path / "new" / "quiz.sqlite"
    kept = [answer(ONE, True), answer(Kind("scoring", "", "bets"), False, 5, 3.0)]
    for one in kept:
        Results(path).add(one)
    assert Results(path).answers() == kept


def garbage(path):
    path.write_bytes(b"no database at all" * 100)


def cut_short(path):
    store = Results(path)
    for minute in range(200):
        store.add(answer(ONE, True, minute))
    path.write_bytes(path.read_bytes()[:6000])


def of_another_program(path):
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE answers (id INTEGER)")


def of_the_future(path):
    Results(path)
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")


def with_nonsense(path):
    Results(path).add(answer(ONE, True))
    with sqlite3.connect(path) as file:
        file.execute("UPDATE answers SET at = 'yesterday'")


@pytest.mark.parametrize(
    "spoil", [garbage, cut_short, of_another_program, of_the_future, with_nonsense]
)
def test_damaged_file_is_one_clear_line(tmp_path, spoil):
    path = tmp_path / "quiz.sqlite"
    spoil(path)
    with pytest.raises(InputError) as error:
        Results(path).answers()
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert "--no-save" in str(error.value)


def test_file_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError):
        Results(tmp_path / "file" / "quiz.sqlite")
    with pytest.raises(InputError):
        Results(tmp_path)


def test_writing_that_breaks_off_leaves_what_was_there(tmp_path):
    path = tmp_path / "quiz.sqlite"
    store = Results(path)
    store.add(answer(ONE, True))
    with pytest.raises(InputError):
        store.add(_broken())
    assert Results(path).answers() == [answer(ONE, True)]


def _broken():
    """Return an answer that the table refuses, halfway through its row."""
    from dataclasses import replace

    return replace(answer(TWO, True), level="not a number")


def test_schedule_is_that_of_fsrs():
    scheduler, card = Scheduler(enable_fuzzing=False), Card(card_id=0, due=START)
    given = [(True, 0, Rating.Good), (False, 20, Rating.Again), (True, 3 * DAY, Rating.Good)]
    for _, minutes, rating in given:
        card, _log = scheduler.review_card(card, rating, START + timedelta(minutes=minutes))
    found = cards_of(answer(ONE, right, minutes) for right, minutes, _ in given)[ONE]
    assert (found.due, found.stability) == (card.due, card.stability)


def test_hard_and_near_answers_are_rated_apart():
    from dataclasses import replace

    easy = cards_of([answer(ONE, True, level=3)])[ONE].stability
    good = cards_of([answer(ONE, True)])[ONE].stability
    near = cards_of([replace(answer(ONE, False), near=True)])[ONE].stability
    wrong = cards_of([answer(ONE, False)])[ONE].stability
    assert easy > good > near > wrong


def test_what_was_wrong_comes_again_first():
    given = [answer(ONE, True), answer(TWO, False, 1), answer(THREE, True, 2)]
    later = START + timedelta(minutes=8)
    assert next_kind(("odds",), given, RNG, later) == TWO  # due after a minute, the others in ten
    assert next_kind(("odds",), given, RNG, START + timedelta(days=9)) == TWO
    # not twice in a row
    assert next_kind(("odds",), given, RNG, later, last=TWO) != TWO


def test_new_kinds_come_near_weak_spots():
    """Wrong as postre, right elsewhere: of the kinds never asked those of the postre come oftener.

    Nothing is due yet.
    """
    kinds = kinds_of("cut")
    given = [
        answer(kind, kind.seat != "postre", minute / 100)
        for minute, kind in enumerate(kind for kind in kinds if kind.hand in ("pares", "juego"))
    ]
    rng = np.random.default_rng(3)
    drawn = [next_kind(("cut",), given, rng, START).seat for _ in range(600)]
    assert drawn.count("postre") > 2 * drawn.count("mano")
    assert {"mano", "segundo", "tercero"} <= set(drawn)


def test_every_kind_comes_before_the_first_known_one_comes_early():
    given, now = [], START
    for number in range(len(kinds_of("odds"))):
        kind = next_kind(("odds",), given, RNG, now)
        assert kind not in {one.kind for one in given}
        given.append(answer(kind, True, number / 100))
    assert next_kind(("odds",), given, RNG, START) in {one.kind for one in given}


def test_topics_take_turns_by_seed():
    rng = np.random.default_rng(1)
    topics = [any_kind(TOPICS, rng, number).topic for number in range(10)]
    assert topics == [*TOPICS, *TOPICS]


def test_weakest_first():
    given = [answer(ONE, True), answer(TWO, False)]
    assert [weak.kind for weak in weakest(given, START + timedelta(days=3))] == [TWO, ONE]


def test_session_with_a_seed_does_not_heed_answers(tmp_path):
    rules = load_rules("naipera")
    asked = []
    for right in (True, False):
        store = Results(tmp_path / f"{right}.sqlite")
        session = Session(rules, ("odds", "scoring"), 2, 7, store)
        for _ in range(6):
            question = session.ask()
            session.prepare()
            wrong = {"A": "B", "B": "A"}.get(question.best, "0-0")
            session.answer(question, question.best if right else wrong)
            asked.append(question.to_dict())
        assert [one.right for one in store.answers()] == [right] * 6
    assert asked[:6] == asked[6:]


def test_session_without_a_seed_comes_back_to_what_was_wrong(tmp_path):
    store = Results(tmp_path / "quiz.sqlite")
    for kind in kinds_of("odds"):
        store.add(answer(kind, kind != THREE))
    session = Session(load_rules("naipera"), ("odds",), 1, None, store)
    assert session.ask().kind == THREE


def test_summary():
    given = [answer(ONE, n >= 8, n, 0.5) for n in range(16)]
    given += [answer(Kind("scoring", "", "bets"), True, 16, 2.0)]
    found = summarize(given, START)
    odds, scoring, both = found.topics
    assert (odds.count, odds.right, odds.tantos) == (16, 0.5, 0.25)
    assert odds.over_time == (0, 0, 0, 0, 1, 1, 1, 1)
    assert odds.bars == "▁▁▁▁████"
    assert (scoring.count, scoring.right, scoring.game) == (1, 1, None)
    assert (both.topic, both.count) == ("all", 17)
    assert [weak.kind for weak in found.weak] == [ONE]
    assert found.to_dict()["schema"] == "musodds.quiz-summary/1"
    assert summarize([], START).topics == []
