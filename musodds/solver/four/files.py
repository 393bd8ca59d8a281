"""Files of arrays that are written whole or not at all."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np

from ...errors import InputError
from ...jit import Arr


def write_arrays(path: str | Path, told: dict[str, Any], **arrays: Arr) -> None:
    """Write arrays and what is told of them.

    The file appears under its name once it is complete: an interrupted write leaves the old one.
    """
    path = Path(path)
    note = np.frombuffer(json.dumps(told, sort_keys=True).encode(), dtype=np.uint8)
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            np.savez(file, allow_pickle=False, told=note, **arrays)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def read_arrays(path: str | Path) -> tuple[dict[str, Any], dict[str, Arr]]:
    """Read what `write_arrays` wrote.

    Raises
    ------
    InputError
        If there is no such file, or it is of another kind.
    """
    try:
        with np.load(path) as file:
            arrays = {name: file[name] for name in file.files}
        told = json.loads(arrays.pop("told").tobytes())
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise InputError(f"file '{path}': {error}", "a file that musodds wrote", "-") from None
    return told, arrays


def other_game(path: str | Path, told: dict[str, Any]) -> InputError:
    """Return the error for a file that belongs to another game."""
    what = ", ".join(f"{key} = {value}" for key, value in told.items())
    return InputError(f"file '{path}': {what}", "a file of the same game, memory and seed", "-")
