"""The answers shown in the documentation: run each command again, and compare or write them anew.

``python docs/console.py docs/tutorial.md README.md`` writes them anew. A block begins with a line
``$ musodds ...``; one that ends in ``...`` shows the beginning of the answer.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(?<=^```console\n)\$ (musodds [^\n]*)\n(.*?)(?=^```$)", re.M | re.S)
WIDTH = 92


class Shown(NamedTuple):
    """A command and the answer that a page shows."""

    command: str
    lines: list[str]
    beginning: bool


def shown(match: re.Match[str]) -> Shown:
    """Read a block."""
    lines = match[2].splitlines()
    beginning = lines[-1:] == ["..."]
    return Shown(match[1], lines[:-1] if beginning else lines, beginning)


def answer(command: str) -> list[str]:
    """Run a command as typed by somebody who has solved nothing yet; return its lines."""
    from musodds.jit import cache_dir

    code = "from musodds.__main__ import main; main()"
    told = {"COLUMNS": str(WIDTH), "LC_ALL": "C.UTF-8", "MUSODDS_LANG": "en"}
    with TemporaryDirectory() as nothing_solved:
        told |= {"XDG_CACHE_HOME": nothing_solved, "NUMBA_CACHE_DIR": str(cache_dir())}
        done = subprocess.run(
            [sys.executable, "-c", code, *shlex.split(command)[1:]],
            cwd=ROOT,
            env=os.environ | told,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    return [line.rstrip() for line in done.stdout.rstrip().splitlines()]


def agrees(block: Shown, lines: list[str]) -> bool:
    """Whether a page shows the answer, wherever its lines are broken."""
    told, found = (" ".join(" ".join(text).split()) for text in (block.lines, lines))
    return found.startswith(told) if block.beginning else found == told


def renewed(match: re.Match[str]) -> str:
    """Return a block with the answer of today, as long as before."""
    block, lines = shown(match), answer(match[1])
    kept = [*lines[: len(block.lines)], "..."] if block.beginning else lines
    return "\n".join([f"$ {block.command}", *kept, ""])


def renew(page: Path) -> None:
    """Write the answers in a page anew."""
    page.write_text(BLOCK.sub(renewed, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        renew(Path(name))
