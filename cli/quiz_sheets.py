"""What ``musodds quiz --summary`` shows."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ..drills.words import hand_word, topic_word
from ..lang import _, ngettext
from ..numerals import decimal, percent
from ..words import seat_word
from .render import Cell, Column, Report, Sheet

if TYPE_CHECKING:
    from ..drills.progress import Progress, Summary


def _share(value: float) -> str:
    return percent(value)


def _game(value: float) -> str:
    return percent(value, 2)


def _topic(name: str) -> str:
    return _("all") if name == "all" else topic_word(name)


def _topics_sheet(topics: list[Progress]) -> Sheet:
    columns = (
        Column("topic", _("topic"), _topic, left=True),
        Column("answers", _("answers")),
        Column("right", _("right"), _share),
        Column("recent", _("last 20"), _share),
        Column("mean_cost_tantos", _("mean cost"), decimal),
        Column("mean_cost_game", _("of the game"), _game),
        Column("over_time", _("over time"), left=True),
    )
    rows: list[list[Cell]] = [
        [p.topic, p.count, p.right, p.recent, p.tantos, p.game, p.bars] for p in topics
    ]
    return Sheet(_("By topic"), columns, rows)


def _weak_sheet(found: Summary) -> Sheet:
    columns = (
        Column("topic", _("topic"), topic_word, left=True),
        Column("seat", _("seat"), seat_word, left=True),
        Column("hand", _("kind"), hand_word, left=True),
        Column("days", _("holds, days"), lambda days: decimal(days, 1)),
        Column("due", _("again"), left=True),
    )
    rows: list[list[Cell]] = [
        [w.kind.topic, w.kind.seat or None, w.kind.hand, w.stability, _local(w.due)]
        for w in found.weak
    ]
    return Sheet(_("Weak spots"), columns, rows)


def _local(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M")


def summary_report(found: Summary, title: str) -> Report:
    """Return answers summed up, for people."""
    if not found.topics:
        nothing = _("nothing answered")
        return Report(found, f"{title}: {nothing}", [], [])
    total = found.topics[-1]
    text = ngettext("{count} answer, {right} right", "{count} answers, {right} right", total.count)
    headline = f"{title}: {text.format(count=total.count, right=percent(total.right))}"
    sheets = [_topics_sheet(found.topics)]
    sheets += [_weak_sheet(found)] if found.weak else []
    notes = [
        _(
            "Mean cost: tantos an answer; in scoring, tantos out. Over time: share right, oldest "
            "first. Holds: the days in which the chance of a right answer falls to 90%, by FSRS."
        )
    ]
    lines = []
    if found.due:
        text = ngettext("{count} kind is due.", "{count} kinds are due.", found.due)
        lines = [text.format(count=found.due)]
    elif found.next_due is not None:
        lines = [_("The next kind is due {at}.").format(at=_local(found.next_due))]
    return Report(found, headline, lines, sheets, notes, [sheets[0]])
