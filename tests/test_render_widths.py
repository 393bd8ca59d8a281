"""Reports at 80 columns: a row takes one line, and none ends in blanks."""

import re

import pytest
from musodds.cli import run

REPORTS = [
    "discard RRA5",
    "discard RRA5 --partner-keeps 2",
    "discard RRA5 --rules ehmf",
    "rounds --style patient",
    "odds RRA5",
    "rules",
]


@pytest.mark.parametrize("language", ["en", "es", "eu"])
@pytest.mark.parametrize("report", REPORTS)
def test_rows_fit_and_end_in_no_blanks(report, language, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["--lang", language, *report.split()]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 5
    assert [line for line in lines if line != line.rstrip()] == []
    assert max(map(len, lines)) <= 80


def test_a_row_as_wide_as_a_terminal_is_followed_by_the_next(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run(["--lang", "eu", "discard", "RRA5", "--rules", "ehmf"]) == 0
    shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    table = shown.strip().split("\n\n")[1].splitlines()
    assert len(table) == 2 + 11  # title, heading, and every way to throw
    assert max(map(len, table)) == 80


@pytest.mark.parametrize("language", ["en", "es", "eu"])
def test_weak_spots_fit(language, monkeypatch, capsys):
    from datetime import UTC, datetime
    from types import SimpleNamespace

    from musodds.cli.quiz_sheets import summary_report
    from musodds.cli.render import emit

    from musodds.lang import speaking

    monkeypatch.setenv("COLUMNS", "80")
    progress = SimpleNamespace(
        topic="cut", count=10, right=0.5, recent=0.5, tantos=1.25, game=0.0125, bars="▁▂▃▄▅▆▇█"
    )
    kind = SimpleNamespace(topic="discard", seat="tercero", hand="juego")
    weak = SimpleNamespace(kind=kind, stability=12.5, due=datetime(2026, 12, 1, 6, 41, tzinfo=UTC))
    found = SimpleNamespace(topics=[progress], weak=[weak], due=1, next_due=None)
    with speaking(language):
        emit("table", lambda: summary_report(found, "x"))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
