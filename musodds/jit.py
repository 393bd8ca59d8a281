"""The one place where numba is set up: compile lazily, keep the machine code between runs.

A cached kernel does not notice an edit to a kernel that it calls in another file, so the cache
lies in a folder named after all sources of the package and the numba version.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba import prange

__all__ = ["cache_dir", "is_cold", "njit", "prange", "say_if_compiling"]

F = TypeVar("F", bound=Callable[..., Any])


def _source_hash() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_dir() -> Path:
    """Return the folder for compiled kernels, made if need be.

    It lies in ``NUMBA_CACHE_DIR`` if that is set, else in the user's cache, else (when neither
    can be written) in the folder for temporary files.
    """
    wanted = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("musodds")
    for base in (Path(wanted), Path(tempfile.gettempdir()) / "musodds"):
        folder = base / f"kernels-{_source_hash()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="musodds-"))


def njit(function: F | None = None, *, parallel: bool = False, inline: bool = False) -> Any:
    """Compile with numba on first call and cache the result in `cache_dir`.

    Parameters
    ----------
    function : callable
    parallel : bool, default False
        Run ``prange`` loops on several threads: for drivers, never for kernels.
    inline : bool, default False
        Paste the function into its callers, for the small ones inside hot loops.
    """
    if function is None:
        return lambda f: njit(f, parallel=parallel, inline=inline)
    kept, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_dir())
    try:
        # numba reads the folder when it decorates: other packages keep theirs
        return numba.njit(
            cache=True, nogil=True, parallel=parallel, inline="always" if inline else "never"
        )(function)
    finally:
        numba.config.CACHE_DIR = kept


def is_cold() -> bool:
    """Return whether nothing has been compiled yet on this machine for these sources."""
    return next(cache_dir().rglob("*.nbi"), None) is None


def say_if_compiling() -> None:
    """Tell a waiting user, on stderr, that kernels are compiled first."""
    if is_cold():
        print("musodds: compiling, once after each install or update (some 10 s) ...",
              file=sys.stderr, flush=True)
