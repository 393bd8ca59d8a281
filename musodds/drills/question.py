"""What every question can do, and what is said of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..estimate import Estimate
from .kinds import Kind


class NoQuestion(Exception):
    """No question of a kind and level was found among the deals that were tried."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of an answer.

    Attributes
    ----------
    answer, best : str
        The answer and the right one, as the question reads them.
    right : bool
    near : bool
        Whether a wrong answer costs so little that it is half right.
    cost : Estimate or None
        Against the right answer, in tantos; None where it is not a matter of tantos.
    game : Estimate or None
        The same in the chance of winning the game, where a score is part of the question.
    reason : str
        Why, in one sentence, in the language in use.
    """

    answer: str
    best: str
    right: bool
    near: bool
    cost: Estimate | None
    game: Estimate | None
    reason: str


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers behind a solution, as a table.

    Attributes
    ----------
    heads : tuple of str
        In the language in use.
    rows : tuple of tuple of str
    note : str
        How they were made.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str


class Question(Protocol):
    """A question with its answer; texts are in the language in use when they are asked for."""

    @property
    def kind(self) -> Kind:
        """What kind of question it is."""

    @property
    def level(self) -> int:
        """1 to 3."""

    @property
    def best(self) -> str:
        """The right answer, as `read` returns it."""

    def lines(self) -> Sequence[str]:
        """Return what is asked."""

    def choices(self) -> str:
        """Return what may be answered."""

    def read(self, typed: str) -> str:
        """Read an answer as people type it, or raise InputError."""

    def show(self, answer: str) -> str:
        """Return an answer for people."""

    def judge(self, answer: str) -> Verdict:
        """Say whether an answer is right, what it costs, and why."""

    def figures(self) -> Figures:
        """Return the numbers behind the solution."""

    def to_dict(self) -> dict[str, Any]:
        """Return what tells the question from others, without texts."""
