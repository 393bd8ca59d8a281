"""Light jobs that note each of their calls, for `test_jobs`; workers import nothing else of it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np

Call = tuple[int, str]


def note(job: Call) -> int:
    """Write down that a job is begun, and by which process; return its number."""
    number, folder = job
    with open(Path(folder) / "calls", "a") as file:
        file.write(f"{number} {os.getpid()}\n")
    return number


def calls(folder: Path) -> list[int]:
    """Return the jobs that were begun, in order of their numbers."""
    lines = (folder / "calls").read_text().splitlines() if (folder / "calls").exists() else []
    return sorted(int(line.split()[0]) for line in lines)


def draw(job: Call) -> dict[str, Any]:
    number = note(job)
    rng = np.random.default_rng(number)
    return {"drawn": rng.normal(size=(2, 3)), "n": (number, None), "f": np.float32(0.1)}


def wait_to_be_killed(job: Call) -> int:
    """Job 3 tells its process the first time, and waits."""
    number, told = note(job), Path(job[1]) / "pid"
    if number == 3 and not told.exists():
        told.with_suffix(".part").write_text(str(os.getpid()))
        told.with_suffix(".part").rename(told)
        time.sleep(120)
    return number**2


def kill_itself(number: int) -> int:
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def stop_at_3(job: Call) -> int:
    """Job 3 is interrupted the first time."""
    number, told = note(job), Path(job[1]) / "stopped"
    if number == 3 and not told.exists():
        told.touch()
        raise KeyboardInterrupt
    return number


def refuse(number: int) -> int:
    raise ValueError(f"job {number}")


def scale(number: int, common: float) -> float:
    return number * common


def chance(job: tuple[float, float]) -> float:
    """Return the chance before a tanto that is ours in 3 of 5 cases."""
    return 0.6 * job[0] + 0.4 * job[1]


def rest(seconds: float) -> float:
    time.sleep(seconds)
    return seconds
