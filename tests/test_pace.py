"""The line on a terminal that tells how far long work is."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from musodds import pace
from musodds.pace import Pace, duration


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True

    def lines(self) -> list[str]:
        """Return what stood there, each line wiped by the next."""
        return self.getvalue().split("\r\x1b[K")[1:]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_a_time_as_people_say_it() -> None:
    said = [duration(seconds) for seconds in (0, 89.4, 90, 89 * 60, 90 * 60, 7300)]
    assert said == ["0 s", "89 s", "2 min", "89 min", "1 h 30 min", "2 h 2 min"]


def test_speed_and_what_is_left_not_more_often_than_twice_a_second(clock: SimpleNamespace) -> None:
    terminal = Terminal()
    tell = Pace(1000, "solving", terminal, after="measuring")
    for seconds, done in ((100.0, 0), (100.4, 40), (102.0, 200), (102.3, 230)):
        clock.seconds = seconds
        assert tell(done) is True
    assert terminal.lines() == [
        "solving: 0 of 1,000 iterations",
        "solving: 200 of 1,000 iterations, 100 a second, 8 s left",
    ]
    assert tell(1000)
    assert terminal.lines()[-1] == "measuring"
    tell.end()
    assert terminal.lines()[-1] == ""


def test_another_training_has_its_own_speed(clock: SimpleNamespace) -> None:
    terminal = Terminal()
    tell = Pace(1000, stream=terminal)
    for seconds, done in ((100.0, 0), (101.0, 900), (110.0, 10), (111.0, 60)):
        clock.seconds = seconds
        tell(done)
    assert terminal.lines()[-2:] == [
        "training: 10 of 1,000 iterations",
        "training: 60 of 1,000 iterations, 50 a second, 19 s left",
    ]


def test_nothing_is_written_where_there_is_no_terminal() -> None:
    file = io.StringIO()
    tell = Pace(10, stream=file)
    assert tell(5)
    tell.end()
    assert file.getvalue() == ""
