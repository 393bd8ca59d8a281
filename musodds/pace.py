"""How far long work is, how fast it goes and how long it still takes, in one line on a terminal."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from .lang import _
from .numerals import whole

SECONDS = 0.5  # between two lines


def duration(seconds: float) -> str:
    """Return a time as people say it.

    Examples
    --------
    >>> duration(42), duration(780), duration(7300)
    ('42 s', '13 min', '2 h 2 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


class Pace:
    """A line that tells how many iterations are done; call it with their number.

    Parameters
    ----------
    total : int
        Iterations in all.
    what : str
        What comes before the numbers; by default that it is training.
    stream : text file, optional
        Standard error by default; nothing is written where it is no terminal.
    after : str
        What is told once all are done, while other work goes on.

    Examples
    --------
    >>> Pace(100)(50)
    True
    """

    def __init__(
        self, total: int, what: str = "", stream: TextIO | None = None, after: str = ""
    ) -> None:
        self.total, self.what, self.after = total, what or _("training"), after
        self.stream = stream or sys.stderr
        self.start: tuple[float, int] | None = None
        self.done = 0
        self.told = 0.0

    def __call__(self, done: int) -> bool:
        """Tell it, not too often; return True: the work goes on."""
        now = time.monotonic()
        if self.stream is None or not self.stream.isatty():
            return True
        if self.start is None or done < self.done:  # another training begins
            self.start = now, done
        self.done = done
        if done >= self.total and self.after:
            self._write(self.after)
        elif now - self.told >= SECONDS:
            self.told = now
            self._write(self.line(done, now))
        return True

    def line(self, done: int, now: float) -> str:
        """Return what is told."""
        told, speed, left = _("{what}: {done} of {total} iterations"), 0.0, ""
        begun, first = self.start or (now, done)
        if done > first and now > begun:
            speed = (done - first) / (now - begun)
            left = duration((self.total - done) / speed)
            told = _("{what}: {done} of {total} iterations, {speed} a second, {left} left")
        return told.format(
            what=self.what, done=whole(done), total=whole(self.total), speed=whole(round(speed)),
            left=left,
        )  # fmt: skip

    def end(self) -> None:
        """Wipe the line."""
        if self.start is not None:
            self._write("")

    def _write(self, text: str) -> None:
        self.stream.write(f"\r\x1b[K{text}")
        self.stream.flush()
