"""How the answers get better: by topic, over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from .kinds import TOPICS
from .results import Answer
from .schedule import Weak, weakest

SLICES = 8  # of time, with equally many answers each
RECENT = 20
BARS = "▁▂▃▄▅▆▇█"
SHOWN = 5  # weakest kinds


@dataclass(frozen=True, slots=True)
class Progress:
    """The answers of one topic, or of all.

    Attributes
    ----------
    topic : str
        ``all`` for all.
    count : int
    right : float
        Share of right answers.
    recent : float
        The same of the last RECENT.
    tantos, game : float or None
        Mean cost of an answer, where a cost is told.
    over_time : tuple of float
        Share of right answers in each slice of time, oldest first.
    """

    topic: str
    count: int
    right: float
    recent: float
    tantos: float | None
    game: float | None
    over_time: tuple[float, ...]

    @classmethod
    def of(cls, topic: str, answers: Sequence[Answer]) -> Progress:
        """Sum up some answers, oldest first; there is at least one."""
        marks = [answer.right for answer in answers]
        tantos = [a.tantos for a in answers if a.tantos is not None]
        game = [a.game for a in answers if a.game is not None]
        return cls(
            topic, len(marks), _mean(marks) or 0.0, _mean(marks[-RECENT:]) or 0.0,
            _mean(tantos), _mean(game), _slices(marks),
        )  # fmt: skip

    @property
    def bars(self) -> str:
        """The share right over time as little bars."""
        return "".join(BARS[min(int(share * len(BARS)), len(BARS) - 1)] for share in self.over_time)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "topic": self.topic,
            "answers": self.count,
            "right": self.right,
            "recent": self.recent,
            "mean_cost_tantos": self.tantos,
            "mean_cost_game": self.game,
            "over_time": list(self.over_time),
        }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _slices(marks: Sequence[bool]) -> tuple[float, ...]:
    """Return the mean of each of at most SLICES parts, as even as can be."""
    parts = min(SLICES, len(marks))
    edges = [len(marks) * k // parts for k in range(parts + 1)]
    return tuple(sum(marks[a:b]) / (b - a) for a, b in pairwise(edges))


@dataclass(frozen=True)
class Summary:
    """Everything that was answered, summed up.

    Attributes
    ----------
    topics : list of Progress
        By topic, those with answers; with more than one, all together last.
    weak : list of Weak
        The kinds least known.
    due : int
        How many kinds should come again by now.
    next_due : datetime or None
        When the next one should.
    """

    topics: list[Progress]
    weak: list[Weak]
    due: int
    next_due: datetime | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.quiz-summary/1``."""
        return {
            "schema": "musodds.quiz-summary/1",
            "topics": [progress.to_dict() for progress in self.topics],
            "weakest": [
                {
                    "topic": weak.kind.topic,
                    "seat": weak.kind.seat or None,
                    "hand": weak.kind.hand,
                    "recall": weak.recall,
                    "stability_days": weak.stability,
                    "due": weak.due.isoformat(),
                }
                for weak in self.weak
            ],
            "due": self.due,
            "next_due": None if self.next_due is None else self.next_due.isoformat(),
        }


def summarize(answers: Iterable[Answer], now: datetime) -> Summary:
    """Sum up answers, oldest first.

    Parameters
    ----------
    answers : iterable of Answer
    now : datetime
        By which it is told what is due.
    """
    found = list(answers)
    by_topic = {topic: [a for a in found if a.kind.topic == topic] for topic in TOPICS}
    topics = [Progress.of(topic, some) for topic, some in by_topic.items() if some]
    if len(topics) > 1:
        topics.append(Progress.of("all", found))
    weak = weakest(found, now)
    due = [one.due for one in weak]
    later = [at for at in due if at > now]
    missed = {answer.kind for answer in found if not answer.right}
    shown = [one for one in weak if one.kind in missed][:SHOWN]
    return Summary(topics, shown, len(due) - len(later), min(later, default=None))
