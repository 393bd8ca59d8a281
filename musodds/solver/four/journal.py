"""Gains that have been measured, kept line by line, so that an interruption loses at most one."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .quality import Effort, Gain
from .same_game import score_key
from .strategy import Strategy

Task = tuple[str, tuple[int, ...]]


class Journal:
    """The gains of one strategy, measured with one effort, in a file of JSON lines.

    Parameters
    ----------
    path : str or Path, optional
        Added to; lines of other strategies and efforts are left alone. Without it nothing is kept.
    strategy : Strategy
    effort : Effort
    """

    def __init__(self, path: str | Path | None, strategy: Strategy, effort: Effort) -> None:
        self.path = None if path is None else Path(path)
        what = repr((strategy.game.rules, strategy.game.menu, strategy.game.ordago, effort))
        digest = hashlib.sha256(what.encode())
        digest.update(
            json.dumps(score_key(strategy.game)).encode() if strategy.game.stakes else b""
        )
        for array in (strategy.table, strategy.mus.style):
            digest.update(array.tobytes())
        self.key = digest.hexdigest()[:32]

    def read(self) -> dict[Task, Gain]:
        """Return the gains found so far; a line that was cut off is left out."""
        found: dict[Task, Gain] = {}
        if self.path is None or not self.path.exists():
            return found
        for line in self.path.read_text(errors="replace").splitlines():
            try:
                row: dict[str, Any] = json.loads(line)
                if row["of"] == self.key:
                    gain = Gain.from_dict(row["gain"])
                    found[row["what"], gain.seats] = gain
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
                continue
        return found

    def write(self, task: Task, gain: Gain) -> None:
        """Add a gain."""
        if self.path is None:
            return
        row = {"of": self.key, "what": task[0], "gain": asdict(gain)}
        with self.path.open("a") as file:  # on a line of its own whatever was cut off before
            file.write("\n" + json.dumps(row) + "\n")
