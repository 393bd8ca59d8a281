"""When a kind of question comes again: spaced repetition by FSRS, over kinds, not single deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from .kinds import Kind, kinds_of

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

    from .results import Answer

HARD = 3  # the level at which a right answer counts as easy


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)  # the same answers give the same dates


def _rating(answer: Answer) -> int:
    """Return FSRS's rating: 1 again, 2 hard, 3 good, 4 easy."""
    if not answer.right:
        return 2 if answer.near else 1
    return 4 if answer.level == HARD else 3


def cards_of(answers: Iterable[Answer]) -> dict[Kind, Card]:
    """Return what FSRS makes of all answers so far, by kind."""
    from fsrs import Card, Rating

    cards: dict[Kind, Card] = {}
    for number, answer in enumerate(answers):
        card = cards.get(answer.kind) or Card(card_id=number, due=answer.at)
        rated = Rating(_rating(answer))
        cards[answer.kind] = _scheduler().review_card(card, rated, answer.at)[0]
    return cards


@dataclass(frozen=True, slots=True)
class Weak:
    """How well a kind is known.

    Attributes
    ----------
    kind : Kind
    recall : float
        The chance that it would be answered rightly now, by FSRS, which counts in whole days.
    stability : float
        In so many days that chance falls to 90 %.
    due : datetime
        When it should come again.
    """

    kind: Kind
    recall: float
    stability: float
    due: datetime


def weakest(answers: Iterable[Answer], now: datetime) -> list[Weak]:
    """Return the kinds answered so far, the least known first."""
    found = [
        Weak(kind, _scheduler().get_card_retrievability(card, now), card.stability or 0.0, card.due)
        for kind, card in cards_of(answers).items()
    ]
    return sorted(found, key=lambda weak: (weak.recall, weak.stability, weak.kind))


def _doubts(kinds: Sequence[Kind], answers: Sequence[Answer]) -> list[float]:
    """Return how likely new kinds are to be weak: by answers of the same topic, seat or hand."""
    missed: dict[tuple[str, str], list[bool]] = {}
    for answer in answers:
        for key in _traits(answer.kind):
            missed.setdefault(key, []).append(not answer.right)
    shares: Mapping[tuple[str, str], float] = {
        key: (sum(wrong) + 1) / (len(wrong) + 2) for key, wrong in missed.items()
    }
    return [float(np.prod([shares.get(key, 0.5) for key in _traits(kind)])) for kind in kinds]


def _traits(kind: Kind) -> tuple[tuple[str, str], ...]:
    return ("topic", kind.topic), ("seat", kind.seat), ("hand", kind.hand)


def next_kind(
    topics: Sequence[str],
    answers: Sequence[Answer],
    rng: np.random.Generator,
    now: datetime | None = None,
    last: Kind | None = None,
) -> Kind:
    """Return what to ask next.

    First what is due, the least known first; then a kind that was never asked, sooner one that
    shares its topic, seat or hand with wrong answers; then what is due first. The kind that was
    just asked does not come twice in a row.

    Parameters
    ----------
    topics : sequence of str
    answers : sequence of Answer
        All so far, oldest first.
    rng : numpy Generator
    now : datetime, optional
    last : Kind, optional
        The kind that was just asked, answered or not; by default that of the last answer.
    """
    now = now or datetime.now(UTC)
    kinds = [kind for topic in topics for kind in kinds_of(topic)]
    last = last or (answers[-1].kind if answers else None)
    known = [weak for weak in weakest(answers, now) if weak.kind in kinds and weak.kind != last]
    due = [weak.kind for weak in known if weak.due <= now]
    if due:
        return due[0]
    met = {answer.kind for answer in answers}
    new = [kind for kind in kinds if kind not in met and kind != last]
    if new:
        # a topic with few kinds comes as often as one with many
        doubts = np.array(_doubts(new, answers)) / [len(kinds_of(kind.topic)) for kind in new]
        return new[int(rng.choice(len(new), p=doubts / doubts.sum()))]
    return min(known, key=lambda weak: weak.due).kind if known else kinds[0]


def any_kind(topics: Sequence[str], rng: np.random.Generator, number: int) -> Kind:
    """Return the kind of a question that does not depend on answers: the topics take turns."""
    kinds = kinds_of(topics[number % len(topics)])
    return kinds[int(rng.integers(len(kinds)))]
