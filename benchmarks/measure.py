"""Timing: medians of several runs, and what they are compared with."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes
    ----------
    what : str
    measured : float
    unit : str
    budget : float
        At most this, or at least this where the unit is a rate.
    naive : float, optional
        The same figure of the slow, obvious version in the same run.
    """

    what: str
    measured: float
    unit: str
    budget: float
    naive: float | None = None

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit.endswith("/s")

    @property
    def kept(self) -> bool:
        """Whether the budget is kept."""
        return self.measured >= self.budget if self.is_rate else self.measured <= self.budget

    @property
    def ratio(self) -> float | None:
        """How many times faster than the naive version."""
        if self.naive is None:
            return None
        return self.measured / self.naive if self.is_rate else self.naive / self.measured


def seconds(work: Callable[[], object], runs: int = 5) -> float:
    """Return the median time of a call, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def command_seconds(*arguments: str, runs: int = 5) -> float:
    """Return the median time of a ``musodds`` command, interpreter start included."""
    call = [sys.executable, "-m", "musodds.cli", *arguments]
    return seconds(lambda: subprocess.run(call, check=True, capture_output=True), runs)


def cold_seconds(*arguments: str) -> float:
    """Return the time of a command that has to compile everything first."""
    call = [sys.executable, "-m", "musodds.cli", *arguments]
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            call, check=True, capture_output=True, env=os.environ | {"NUMBA_CACHE_DIR": folder}
        )
        return time.perf_counter() - start


def heavy(*arguments: str) -> tuple[float, float]:
    """Return the time and the peak memory of a command that is run once."""
    start = time.perf_counter()
    peak = peak_gigabytes(*arguments)
    return time.perf_counter() - start, peak


def peak_gigabytes(*arguments: str) -> float:
    """Return the peak memory of a command."""
    code = (
        "import resource, sys; from musodds.cli import run\n"
        f"done = run({list(arguments)!r})\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
        "sys.exit(done)"  # a refusal would take little
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stderr.split()[-1]) / 2**20
