"""Files of arrays that are written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ...array_file import UNREADABLE, Arr, read_npz, why_damaged
from ...errors import InputError
from ...lang import _
from ...whole_file import write_whole


def write_arrays(path: str | Path, told: dict[str, Any], **arrays: Arr) -> None:
    """Write arrays and what is told of them.

    The file appears under its name once it is complete: an interrupted write leaves the old one.
    """
    path = Path(path)
    note = np.frombuffer(json.dumps(told, sort_keys=True).encode(), dtype=np.uint8)
    write_whole(path, lambda file: np.savez(file, allow_pickle=False, told=note, **arrays))


def read_arrays(path: str | Path | BinaryIO) -> tuple[dict[str, Any], dict[str, Arr]]:
    """Read what `write_arrays` wrote.

    Raises
    ------
    InputError
        If there is no such file, or it is of another kind.
    """
    return _read(path, None)


def _read(
    path: str | Path | BinaryIO, names: Callable[[str], bool] | None
) -> tuple[dict[str, Any], dict[str, Arr]]:
    try:
        arrays = read_npz(path, names)
        told = json.loads(arrays.pop("told").tobytes())
        if not isinstance(told, dict):
            raise ValueError(_("it tells nothing"))
    except UNREADABLE as error:
        raise InputError(
            _("file '{path}': {found}").format(path=path, found=why_damaged(error)),
            _("a file that musodds wrote"),
            "usual.npz",
        ) from None
    return told, arrays


def read_told(path: str | Path) -> dict[str, Any]:
    """Read what is told of the arrays, without them.

    Raises
    ------
    InputError
        As `read_arrays`.
    """
    return _read(path, "told".__eq__)[0]


def other_game(path: str | Path, key: str, theirs: Any, mine: Any) -> InputError:
    """Return the error for a file that belongs to another game; the first difference is told."""
    while isinstance(theirs, dict) and isinstance(mine, dict):
        key = next(k for k in {**theirs, **mine} if theirs.get(k) != mine.get(k))
        theirs, mine = theirs.get(key), mine.get(key)
    return InputError(
        _("file '{path}': {found}").format(path=path, found=f"{key} = {theirs}"),
        f"{key} = {mine}",
        _("another file"),
    )
