"""What was answered, kept in a SQLite file: each answer is there whole or not at all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..folders import data_folder
from ..lang import _
from .kinds import Kind

APPLICATION = 0x6D757364  # "musd": tells our files from others
VERSION = 1
_MADE = f"""
CREATE TABLE answers (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL,
    topic TEXT NOT NULL, seat TEXT NOT NULL, hand TEXT NOT NULL, level INTEGER NOT NULL,
    question TEXT NOT NULL, answer TEXT NOT NULL, best TEXT NOT NULL,
    is_right INTEGER NOT NULL, is_near INTEGER NOT NULL, tantos REAL, game REAL
) STRICT;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
_FIELDS = "at, topic, seat, hand, level, question, answer, best, is_right, is_near, tantos, game"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that was given.

    Attributes
    ----------
    at : datetime
        In UTC.
    kind : Kind
    level : int
    question : dict
        What `Question.to_dict` has.
    answer, best : str
    right, near : bool
    tantos, game : float or None
        What it cost, in tantos and in the chance of winning the game.
    """

    at: datetime
    kind: Kind
    level: int
    question: dict[str, Any]
    answer: str
    best: str
    right: bool
    near: bool
    tantos: float | None
    game: float | None


def default_file() -> Path:
    """Return where results are kept unless another file is named."""
    return data_folder() / "quiz.sqlite"


class Results:
    """The file of answers.

    Parameters
    ----------
    path : path
        Made with its folder where there is none.

    Raises
    ------
    InputError
        If it cannot be opened, is damaged, or is something else.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Results(Path(folder) / "quiz.sqlite").answers()
    []
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        with self._refuse():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open()) as file:
                self._check(file)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=10, isolation_level=None)

    @contextmanager
    def _refuse(self) -> Iterator[None]:
        try:
            yield
        except (
            sqlite3.Error,
            OSError,
            ValueError,
            LookupError,
            TypeError,
            RecursionError,
        ) as error:
            raise InputError(
                _("results '{path}': {why}").format(
                    path=self.path, why=str(error).partition(chr(10))[0]
                ),
                _("a file that musodds quiz wrote, or none yet (move this one away)"),
                _("musodds quiz --file mine.sqlite, or --no-save"),
            ) from None

    def _check(self, file: sqlite3.Connection) -> None:
        """Make the table in a new file; refuse one of another program or a later version."""
        file.execute("BEGIN IMMEDIATE")
        (made,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not made:
            for statement in _MADE.strip().split(";\n"):
                file.execute(statement)
        file.execute("COMMIT")
        (application,) = file.execute("PRAGMA application_id").fetchone()
        (version,) = file.execute("PRAGMA user_version").fetchone()
        (health,) = file.execute("PRAGMA quick_check(1)").fetchone()
        if application != APPLICATION:
            raise ValueError(_("of another program"))
        if version != VERSION:
            raise ValueError(
                _("of version {version}, not {wanted}").format(version=version, wanted=VERSION)
            )
        if health != "ok":
            raise ValueError(_("damaged"))

    def add(self, answer: Answer) -> None:
        """Keep an answer; when this returns it is on the disk."""
        kind = answer.kind
        row = (
            answer.at.isoformat(), kind.topic, kind.seat, kind.hand, answer.level,
            json.dumps(answer.question), answer.answer, answer.best,
            int(answer.right), int(answer.near), answer.tantos, answer.game,
        )  # fmt: skip
        marks = ", ".join("?" * len(row))
        with self._refuse(), closing(self._open()) as file:
            file.execute(f"INSERT INTO answers ({_FIELDS}) VALUES ({marks})", row)

    def answers(self) -> list[Answer]:
        """Return all answers, oldest first."""
        with self._refuse(), closing(self._open()) as file:
            rows = file.execute(f"SELECT {_FIELDS} FROM answers ORDER BY at, id").fetchall()
            return [_read(row) for row in rows]


def _read(row: tuple[Any, ...]) -> Answer:
    at, topic, seat, hand, level, question, answer, best, right, near, tantos, game = row
    return Answer(
        datetime.fromisoformat(at).astimezone(UTC), Kind(topic, seat, hand), level,
        json.loads(question), answer, best, bool(right), bool(near), tantos, game,
    )  # fmt: skip
