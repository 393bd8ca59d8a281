"""Compiled kernels on disk: a file each, whole, and with a digest that tells damage.

Numba's own cache has an index beside the files. Two processes that compile at once lose each
other's entries there, and what was cut off or changed ends in a traceback or in wrong machine code.
"""

from __future__ import annotations

import hashlib
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

from .errors import warn
from .lang import _

_DIGEST = hashlib.sha256().digest_size


class KernelFile(IndexDataCacheFile):
    """The compiled forms of one kernel, one for each signature and processor."""

    def _path(self, key: Any) -> Path:
        about = repr((key, self._source_stamp, self._version))
        digest = hashlib.sha256(about.encode()).hexdigest()[:24]
        return Path(self._cache_path) / f"{Path(self._index_name).stem}.{digest}.nbc"

    def load(self, key: Any) -> Any:
        """Return what was saved; None where nothing was, or not whole."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
            told = _("file '{path}' is damaged: not used, compiled anew")
            warn(told.format(path=path))
            return None
        return pickle.loads(content[_DIGEST:])  # its own, from a folder that others cannot write

    def save(self, key: Any, data: Any) -> None:
        """Save a compiled form; where that cannot be, it is compiled again another time."""
        content: bytes = self._dump(data)  # type: ignore[no-untyped-call]
        with suppress(OSError), self._open_for_write(str(self._path(key))) as file:
            file.write(hashlib.sha256(content).digest() + content)

    def flush(self) -> None:
        """Forget all forms."""
        for path in Path(self._cache_path).glob(f"{Path(self._index_name).stem}.*.nbc"):
            path.unlink(missing_ok=True)
