"""Examples in the help of commands, shown as they are typed."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import click
    from sphinx.application import Sphinx

BAR = "| "  # how sphinx-click marks the lines that click leaves as they are


def show_as_typed(_app: Sphinx, _ctx: click.Context, lines: list[str]) -> None:
    """Make blocks of code of the lines that are not to be wrapped, in place."""
    shown: list[str] = []
    for kept, block in groupby(lines, lambda line: line.startswith(BAR)):
        if kept:
            typed = [f"   {line.removeprefix(BAR)}" for line in block]
            shown += [".. code-block:: text", "", *typed, ""]
        else:
            shown += block
    lines[:] = shown


def setup(app: Sphinx) -> dict[str, Any]:
    """Look at the description of each command."""
    app.connect("sphinx-click-process-description", show_as_typed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
