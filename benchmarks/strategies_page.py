"""The page of the strategies that ship, from what their files tell.

Run as ``python -m benchmarks.strategies_page > docs/strategies.md`` after a strategy was made anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from musodds.strategies import Kept, list_strategies

HEAD = """# The strategies that ship, and how good they are

Made by `python -m benchmarks.strategies_page`: every figure is in the file itself, and is printed
by the command above it. Tantos a hand; ± is one standard error; gains are **lower bounds**: a
better deviator may exist, and where a gain is "not settled" doubling its training still found
more. How they are measured: [four-seats.md](four-seats.md). A seat that deviates alone is trained
with the strategy's own memory, then with a wider one; both partners are trained together; "one
step ahead" is the local best response. In each table the largest figure of a seat is what is
known. The runs are independent trainings that differ by their seed, compared after the heats; the
one whose worst case is best was trained on. With 4 kings there are 715 hands, and deviators of
400,000 iterations are nearly blind: the local bound says more there.
"""


def trained_by(kept: Kept) -> str:
    """Return the command that makes a file again."""
    told = kept.told
    runs: list[dict[str, Any]] = told["quality"]["cross"]["runs"]
    parts = ["musodds solve hand --players 4"]
    if kept.rules != "naipera":
        parts.append(f"--rules {kept.rules}")
    parts.append(f"--style {kept.style}")
    if len(runs) > 1:
        parts.append(f"--seeds {len(runs)} --seed {runs[0]['seed']}")
    if runs[0]["iterations"] < told["iterations"]:
        parts.append(f"--heat {runs[0]['iterations']}")
    parts.append(f"--iterations {told['iterations']} --every {told['method']['every']}")
    parts.append(f"--effort {told['quality']['own'][0]['history'][0][0]}")
    return " ".join([*parts, f"-o musodds/data/strategies/{kept.path.name}"])


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for kept in list_strategies():
        if not kept.ships:
            continue
        command = f"strategy --quality --style {kept.style} --rules {kept.rules}"
        told = subprocess.run(
            [sys.executable, "-m", "musodds", *command.split(), "--format", "md"],
            check=True, capture_output=True, text=True, env=os.environ | {"MUSODDS_LANG": "en"},
        ).stdout  # fmt: skip
        title = f"## `{kept.style}`, {kept.kings} kings"
        made = "Trained by (the seed that is kept is the one chosen):"
        block = f"```\nmusodds {command}\n```"
        again = f"{made}\n\n```\n{trained_by(kept)}\n```\n"
        parts.append("\n\n".join([title, block, told.strip(), again]))
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")
