"""Files of arrays that are written whole or not at all."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO

import numpy as np

from ...errors import InputError
from ...jit import Arr
from ...lang import _


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


def read_arrays(path: str | Path | BinaryIO) -> tuple[dict[str, Any], dict[str, Arr]]:
    """Read what `write_arrays` wrote.

    Raises
    ------
    InputError
        If there is no such file, or it is of another kind.
    """
    return _read(path, lambda file: {name: file[name] for name in file.files if name != "told"})


def _read(
    path: str | Path | BinaryIO, take: Callable[[Any], dict[str, Arr]]
) -> tuple[dict[str, Any], dict[str, Arr]]:
    try:
        with np.load(path) as file:
            told = json.loads(file["told"].tobytes())
            arrays = take(file)
        if not isinstance(told, dict):
            raise ValueError(_("it tells nothing"))
    except (OSError, ValueError, LookupError, EOFError, TypeError, AttributeError,
            NotImplementedError, zipfile.BadZipFile, zlib.error) as error:  # fmt: skip
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0] or _("damaged")
        raise InputError(
            _("file '{path}': {found}").format(path=path, found=reason),
            _("a file that musodds wrote"),
            "-",
        ) from None
    return told, arrays


def read_told(path: str | Path) -> dict[str, Any]:
    """Read what is told of the arrays, without them.

    Raises
    ------
    InputError
        As `read_arrays`.
    """
    return _read(path, lambda file: {})[0]


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
