"""Write answers to files: checked before the work, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ..errors import InputError
from ..lang import _

PICTURES = (".png", ".svg", ".pdf")


def check_output(path: str, option: str = "-o", example: str = "answer.csv") -> None:
    """Refuse a file that cannot be written, before anything is worked out."""
    target = Path(os.path.realpath(path))
    folder = target.parent
    why = (
        _("it is a folder") if not path or target.is_dir()
        else _("there is no such folder") if not folder.is_dir()
        else _("it may not be written") if target.exists() and not os.access(target, os.W_OK)
        else _("its folder may not be written")
        if not (target.exists() or os.access(folder, os.W_OK))
        else ""
    )  # fmt: skip
    if why:
        expected = _("a file that can be written")
        raise InputError(f"{option} '{path}': {why}", expected, f"{option} {example}")


def write_output(path: str, write: Callable[[str], None]) -> None:
    """Let ``write`` fill a file; one that is there stays as it was until the new one is whole.

    What is no regular file, such as a device, is written to directly; links are followed.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        write(target)
        return
    whole = f"{target}.part"
    write(whole)
    os.replace(whole, target)


def write_bytes(path: str, content: bytes) -> None:
    """Write what is made already, whole or not at all."""

    def write(whole: str) -> None:
        Path(whole).write_bytes(content)

    write_output(path, write)
