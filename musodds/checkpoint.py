"""Keep the parts of long work on disk, so that what was interrupted goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .jit import Arr


def kept(path: Path, make: Callable[[], dict[str, Arr]]) -> dict[str, Arr]:
    """Return arrays from a file, made and written to it first if it is not there.

    The file is written whole or not at all.

    Parameters
    ----------
    path : Path
        Ends in ``.npz``.
    make : callable
        Returns the arrays by name.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     first = kept(Path(folder) / "part.npz", lambda: {"n": np.arange(3)})
    ...     again = kept(Path(folder) / "part.npz", dict)
    >>> again["n"].tolist()
    [0, 1, 2]
    """
    if path.exists():
        with np.load(path) as file:
            return {name: file[name] for name in file.files}
    arrays = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    with open(part, "wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    os.replace(part, path)
    return arrays
