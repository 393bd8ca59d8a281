"""What would take all of a machine is refused before it is begun."""

from __future__ import annotations

import pytest
from musodds.cli import run

HUGE = str(10**18)


@pytest.mark.parametrize(
    "arguments",
    [
        ["odds", "RRCA", "--players", "6", "--deals", HUGE],
        ["mus", "RRCA", "--deals", HUGE],
        ["mus", "RRCA", "--max-rounds", HUGE],
        ["play-off", "usual", "threshold", "--hands", HUGE],
        ["play-off", "usual", "threshold", "--rounds", HUGE],
        ["solve", "hand", "--players", "4", "--rounds", HUGE],
        ["solve", "hand", "--players", "4", "--workers", HUGE],
        ["solve", "hand", "--players", "4", "--effort", HUGE],
        ["table", "equity", "--workers", HUGE],
        ["equity", "27-24", "--set", "target=1000000000"],
        ["bet", "RR54", "--lance", "grande", "--facing", "mano " + "9" * 5000, "--seat", "postre"],
    ],
    ids=lambda words: " ".join(words[:2] + words[-2:-1]),
)
def test_a_number_without_measure_is_refused(arguments, capsys, monkeypatch):
    monkeypatch.setattr("musodds.jit.is_cold", lambda _: False)  # says nothing of compiling
    assert run(arguments) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "at most" in told


def test_a_batch_without_an_end_is_refused(capsys):
    for name in ("odds", "score"):
        assert run([name, "--batch", "/dev/zero"]) == 2
        assert "line 1: too long" in capsys.readouterr().err
