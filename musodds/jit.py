"""The one place where numba is set up: compile lazily, keep the machine code between runs.

A cached kernel does not notice an edit to a kernel that it calls in another file, so the cache
lies in a folder named after all sources of the package and the numba version.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from .errors import InputError
from .lang import _

_threads = os.environ.get("NUMBA_NUM_THREADS", "1").strip()
if not (_threads.isdecimal() and len(_threads) < 5 and int(_threads) > 0):
    raise InputError(  # numba would fail later, with a traceback
        f"NUMBA_NUM_THREADS '{_threads}'",
        _("a number of threads, 1 or more"),
        "NUMBA_NUM_THREADS=4",
    )

import numba  # noqa: E402
import numpy.typing as npt  # noqa: E402

from .folders import cache_folder, temporary_folder  # noqa: E402
from .kernel_file import KernelFile  # noqa: E402

Arr: TypeAlias = npt.NDArray[Any]
Int: TypeAlias = Any  # a machine integer or boolean inside a kernel
Kernel: TypeAlias = Callable[..., Any]


@cache
def source_hash() -> str:
    """Return what tells apart two states of the library, with the numba that compiles it."""
    digest = hashlib.sha256(numba.__version__.encode())
    folder = Path(__file__).parent
    for path in sorted(folder.rglob("*.py")):
        # a wheel has the first two in here, a checkout beside it; none of them has kernels
        if path.relative_to(folder).parts[0] not in ("cli", "reports", "drills"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_dir() -> Path:
    """Return the folder for compiled kernels, made if need be.

    It lies in ``NUMBA_CACHE_DIR`` if that is set, else in the user's cache, else (when neither
    can be written) in a temporary folder that nobody else can write: code is read from there.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    for base in (Path(named) if named else cache_folder(), temporary_folder()):
        folder = base / f"kernels-{source_hash()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="musodds-"))


def njit(function: Kernel) -> Kernel:
    """Compile with numba on first call and cache the result in `cache_dir`."""
    return _compiled(function)


def njit_bare(function: Kernel) -> Kernel:
    """Compile a kernel that counts no references to arrays, and so may not make any.

    Counting costs two locked instructions an array and call: a kernel that hands on tuples of
    arrays does little else.
    """
    return _compiled(function, _nrt=False)


def njit_inner(function: Kernel) -> Kernel:
    """Compile as `njit_bare`, but for other kernels only: Python cannot call it.

    The way in from Python, which unpacks every array, takes longer to compile than most kernels.
    """
    return _shut(_compiled(function, _nrt=False, no_cpython_wrapper=True))


def njit_inline(function: Kernel) -> Kernel:
    """Compile as `njit_inner`, and copy the machine code into every caller."""
    return _shut(_compiled(function, _nrt=False, no_cpython_wrapper=True, forceinline=True))


def njit_part(function: Kernel) -> Kernel:
    """Make a kernel part of those that call it, as if it were written there.

    It is compiled by itself only if Python calls it, which saves a pass of the compiler. Meant for
    a few large kernels with one caller: numba is slow at putting many together.
    """
    return _compiled(function, _nrt=False, inline="always")


def _shut(compiled: Any) -> Kernel:
    """Refuse calls from Python, which would jump to nowhere."""

    def keep(result: Any) -> None:
        compiled.overloads[tuple(result.signature.args)] = result

    def refuse(*_: Any, **__: Any) -> None:
        raise TypeError(f"{compiled.__name__} can be called by kernels only")

    compiled.add_overload, compiled._compile_for_args = keep, refuse
    closed: Kernel = compiled
    return closed


def _compiled(function: Kernel, **options: Any) -> Kernel:
    kept = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(cache_dir())  # type: ignore[attr-defined]
    try:
        # numba reads the folder when it decorates: other packages keep theirs
        options["no_cfunc_wrapper"] = True  # a way in that nobody takes
        compiled: Kernel = numba.njit(cache=True, nogil=True, **options)(function)
        if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            files = compiled._cache._cache_file  # type: ignore[attr-defined]
            files.__class__ = KernelFile
        return compiled
    finally:
        numba.config.CACHE_DIR = kept  # type: ignore[attr-defined]


def is_cold(module: str) -> bool:
    """Return whether kernels of a module, such as ``trials``, are yet to be compiled."""
    return next(cache_dir().rglob(f"{module}.*.nbc"), None) is None
