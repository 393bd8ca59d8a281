"""The user's folders: defaults, results of drills, what is compiled and solved."""

from __future__ import annotations

import os
import stat
import tempfile
from functools import cache
from pathlib import Path


def config_folder() -> Path:
    """Return the folder of the file with the user's defaults."""
    import platformdirs

    return _known(platformdirs.user_config_path("musodds", appauthor=False), "config")


def data_folder() -> Path:
    """Return the folder of results that are kept."""
    import platformdirs

    return _known(platformdirs.user_data_path("musodds", appauthor=False), "data")


def cache_folder() -> Path:
    """Return the folder of what can be made anew."""
    import platformdirs

    return _known(Path(platformdirs.user_cache_dir("musodds")), "cache")


def _known(folder: Path, kind: str) -> Path:
    """Return a folder, or a temporary one where the user has no home: ``~`` stays as it is then."""
    return folder if folder.is_absolute() else temporary_folder() / kind


@cache
def temporary_folder() -> Path:
    """Return a folder among the temporary ones that nobody else can write, the same every time.

    Examples
    --------
    >>> temporary_folder().is_dir()
    True
    """
    folder = Path(tempfile.gettempdir()) / f"musodds-{getattr(os, 'getuid', int)()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if _is_ours(folder):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="musodds-"))


def _is_ours(folder: Path) -> bool:
    """Return whether nobody else could have put anything into a folder."""
    if os.name == "nt":
        return True  # temporary files of each user lie apart there
    told = folder.lstat()
    return stat.S_ISDIR(told.st_mode) and told.st_uid == os.getuid() and not told.st_mode & 0o022
