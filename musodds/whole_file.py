"""Files that are there whole, or as they were before."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Let ``write`` fill a file, which is there once it is whole and on the disk.

    What is no regular file, such as a device, is written to directly; links are followed.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "hand.txt"
    ...     write_whole(path, lambda file: file.write(b"RRCA"))
    ...     path.read_text(), len(list(path.parent.iterdir()))
    ('RRCA', 1)
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            write(file)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with part.open("xb") as file:  # others may read it as any file of the user's
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
