"""A quiz: one question after the other, each answer judged and kept."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np

from ..rules import Rules
from .kinds import Kind
from .making import make_question
from .question import Question, Verdict
from .results import Answer, Results
from .schedule import any_kind, next_kind


class _Ahead:
    """A question that is looked for in a thread, which does not keep the program from ending."""

    def __init__(self, make: Callable[[], Question]) -> None:
        self._make = make
        self._found: Question | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._make()
        except Exception as error:  # told where the question is waited for
            self._error = error

    def wait(self) -> Question:
        """Return the question once it is there."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._found is not None
        return self._found


@dataclass
class Session:
    """A quiz that is on.

    Attributes
    ----------
    rules : Rules
    topics : tuple of str
    level : int
    seed : int or None
        With a seed the questions are always the same; without one they come near what the player
        does not know yet.
    results : Results or None
        Where answers are kept; None for nowhere.
    given : list of Answer
        Those of this session.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> session = Session(load_rules("naipera"), ("odds",), 1, seed=1)
    >>> question = session.ask()
    >>> session.answer(question, question.best).right, len(session.given)
    (True, 1)
    """

    rules: Rules
    topics: tuple[str, ...]
    level: int
    seed: int | None = None
    results: Results | None = None
    given: list[Answer] = field(default_factory=list)
    _asked: int = 0
    _last: Kind | None = None
    _ahead: _Ahead | None = None

    def __post_init__(self) -> None:
        """Read what was answered before."""
        self.before = [] if self.results is None else self.results.answers()
        self._rng = np.random.default_rng(self.seed)

    @property
    def answers(self) -> list[Answer]:
        """All answers, those of earlier sessions too."""
        return [*self.before, *self.given]

    def ask(self) -> Question:
        """Return the next question, that of `prepare` where it has been called.

        Raises
        ------
        InputError
            If there is none of that level.
        """
        if self._ahead is None:
            self.prepare()
        ahead, self._ahead = self._ahead, None
        assert ahead is not None
        return ahead.wait()

    def prepare(self) -> None:
        """Begin to look for the next question while the player thinks about this one."""
        number, rng = self._asked, self._rng
        self._asked += 1
        if self.seed is not None:
            rng = np.random.default_rng((self.seed, number))
            kind = any_kind(self.topics, rng, number)
        else:
            kind = next_kind(self.topics, self.answers, rng, last=self._last)
        self._last = kind
        self._ahead = _Ahead(lambda: make_question(kind, self.level, rng, self.rules))

    def answer(self, question: Question, answer: str) -> Verdict:
        """Judge an answer, as the question reads it, and keep it."""
        verdict = question.judge(answer)
        kept = Answer(
            datetime.now(UTC), question.kind, question.level, question.to_dict(),
            verdict.answer, verdict.best, verdict.right, verdict.near,
            None if verdict.cost is None else verdict.cost.tantos,
            None if verdict.game is None else verdict.game.tantos,
        )  # fmt: skip
        if self.results is not None:
            self.results.add(kept)
        self.given.append(kept)
        return verdict
