"""Keep the parts of long work on disk, so that what was interrupted goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from .array_file import UNREADABLE, Arr, read_npz, warn_damaged
from .whole_file import write_whole


def kept(path: Path, make: Callable[[], dict[str, Arr]]) -> dict[str, Arr]:
    """Return arrays from a file, made and written to it first if it is not there.

    The file is written whole or not at all; one that is damaged is made anew.

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
        try:
            return read_npz(path)
        except UNREADABLE as error:
            warn_damaged(path, error)
    arrays = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lambda file: np.savez(file, allow_pickle=False, **arrays))
    return arrays
