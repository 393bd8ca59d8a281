"""What the tests of drills share: answers made up, players that do not think."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from musodds.cards import Hand
from musodds.drills.kinds import Kind
from musodds.drills.results import Answer
from musodds.drills.table import View
from musodds.notation import Act, Move

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)


def answer(
    kind: Kind, right: bool, minutes: float = 0, tantos: float | None = None, level: int = 2
) -> Answer:
    """Return an answer given so many minutes after START."""
    at = START + timedelta(minutes=minutes)
    cost = 0.0 if right and tantos is not None else tantos
    return Answer(at, kind, level, {}, "A", "A" if right else "B", right, False, cost, None)


class Dice:
    """A player who says anything that may be said, and notes what he said and heard."""

    def __init__(self, seed: int, cut: float = 0.5) -> None:
        self.rng, self.cut = np.random.default_rng(seed), cut
        self.said: list[tuple[str, Act, int]] = []
        self.heard: list[tuple[str, Move]] = []
        self.scores: list[tuple[int, int]] = []
        self.drawn: list[Hand] = []
        self.ends = 0

    def begins(self, view: View, mano: int) -> None:
        """Note the score."""
        self.scores.append(view.score)

    def cuts(self, view: View) -> bool:
        """Cut now and then."""
        return bool(self.rng.random() < self.cut)

    def throws(self, view: View) -> int:
        """Throw anything."""
        return int(self.rng.integers(15))

    def says(self, view: View, lance: str, options: tuple[str, ...], history: list[Move]) -> Move:
        """Say anything that may be said; an órdago not so often."""
        option = options[int(self.rng.integers(len(options)))]
        if option == "ordago" and self.rng.random() < 0.7:
            option = options[0]
        act, _, size = option.partition(":")
        amount = int(self.rng.integers(2, 8)) if size else 0
        self.said.append((lance, Act(act), amount))
        return Move(Act(act), amount, view.seat)

    def hears_mus(self, seat: int, cut: bool) -> None:
        """Hear nothing."""

    def sees_throws(self, counts: Sequence[int], drawn: Hand) -> None:
        """Note the own hand."""
        assert all(1 <= count <= 4 for count in counts)
        self.drawn.append(drawn)

    def hears_lance(self, lance: str, may: Sequence[bool], bet_on: bool) -> None:
        """Hear nothing."""

    def hears(self, lance: str, move: Move) -> None:
        """Note what others say."""
        self.heard.append((lance, move))

    def sees_end(self, hand: object, scored: object) -> None:
        """Count the hands."""
        self.ends += 1
