"""Read numpy's files with care: no pickle, and no array that claims more than its file holds."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import IO, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from .errors import warn
from .lang import _
from .whole_file import write_whole

Arr = npt.NDArray[Any]
MOST = 2**32  # bytes of the arrays of a file, as large as the solver's memory
# what zipfile and numpy raise on files that are not theirs
UNREADABLE = (
    OSError, ValueError, LookupError, EOFError, TypeError, AttributeError, RecursionError,
    SyntaxError, NotImplementedError, RuntimeError, MemoryError, zipfile.BadZipFile, zlib.error,
    struct.error,
)  # fmt: skip


def why_damaged(error: BaseException) -> str:
    """Return in a few words why a file of arrays could not be read.

    Examples
    --------
    >>> why_damaged(EOFError())
    'damaged'
    """
    return getattr(error, "strerror", None) or str(error).partition("\n")[0] or _("damaged")


def _check_claim(file: IO[bytes], size: int) -> None:
    """Refuse an array that is not as large as what follows its header in ``size`` bytes."""
    version = np.lib.format.read_magic(file)
    header = np.lib.format.read_array_header_1_0 if version == (1, 0) else (
        np.lib.format.read_array_header_2_0
    )  # fmt: skip
    shape, _fortran, dtype = header(file)
    if dtype.hasobject:
        raise ValueError(_("it holds objects, not numbers"))
    if prod(shape) * dtype.itemsize != size - file.tell() or min(shape, default=0) < 0:
        raise ValueError(_("damaged"))


def read_npz(
    path: str | Path | BinaryIO, names: Callable[[str], bool] | None = None, most: int = MOST
) -> dict[str, Arr]:
    """Return the arrays of a ``.npz`` file.

    Parameters
    ----------
    path : str, Path or binary file
    names : callable, optional
        Says by their names which arrays to read; all by default.
    most : int, optional
        Bytes that all arrays may take.

    Raises
    ------
    Exception
        One of `UNREADABLE` if it is no such file, holds objects, or claims more than it holds.

    Examples
    --------
    >>> from io import BytesIO
    >>> file = BytesIO()
    >>> np.savez(file, n=np.arange(3))
    >>> read_npz(file)["n"].tolist()
    [0, 1, 2]
    """
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        if sum(member.file_size for member in members) > most:
            raise ValueError(_("more than {most} bytes").format(most=f"{most:,}"))
        found = {}
        for member in members:
            name = member.filename.removesuffix(".npy")
            if names is not None and not names(name):
                continue
            with archive.open(member) as file:
                _check_claim(file, member.file_size)
            with archive.open(member) as file:
                found[name] = np.asarray(np.lib.format.read_array(file, allow_pickle=False))
    return found


def read_npy(path: Path) -> Arr:
    """Return the array of a ``.npy`` file; refuse as `read_npz` does."""
    with path.open("rb") as file:
        _check_claim(file, path.stat().st_size)
        file.seek(0)
        return np.asarray(np.lib.format.read_array(file, allow_pickle=False))


def unpacked(data: bytes, most: int = MOST) -> bytes:
    """Return what ``lzma.compress`` was given, if that is not longer than ``most``.

    Raises
    ------
    ValueError
        If it is longer, or the data are damaged.

    Examples
    --------
    >>> unpacked(lzma.compress(b"mus"), 3)
    b'mus'
    """
    reader = lzma.LZMADecompressor()
    try:
        found = reader.decompress(data, most + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise ValueError(str(error)) from None
    if len(found) > most:
        raise ValueError(_("more than {most} bytes").format(most=f"{most:,}"))
    if not reader.eof:
        raise ValueError(_("damaged"))
    return found


def kept_array(path: Path, make: Callable[[], Arr]) -> Arr:
    """Return an array that is kept in a file; made, and kept if that can be, where it is not.

    A file that is damaged is made anew, and written whole or not at all.

    Parameters
    ----------
    path : Path
        Ends in ``.npy``.
    make : callable
        Makes it.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     first = kept_array(Path(folder) / "a.npy", lambda: np.arange(3))
    ...     kept_array(Path(folder) / "a.npy", lambda: np.zeros(1)).tolist()
    [0, 1, 2]
    """
    if path.exists():
        try:
            return read_npy(path)
        except UNREADABLE as error:
            warn_damaged(path, error)
    made = make()
    with suppress(OSError):
        write_whole(path, lambda file: np.save(file, made, allow_pickle=False))
    return made


def warn_damaged(path: Path, error: BaseException) -> None:
    """Say that a file which musodds keeps cannot be used, and is made anew."""
    warn(
        _("file '{path}' is damaged ({why}): not used, made anew").format(
            path=path, why=why_damaged(error)
        )
    )
