"""Finished jobs, kept line by line, so that none of them is ever done again."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import os
import zlib
from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import __version__
from .errors import InputError
from .interrupt import held_interrupts
from .jit import Arr, source_hash
from .lang import _

# what a line raises that was cut off or changed
_NOT_WHOLE = (
    ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError, zlib.error,
)  # fmt: skip
HEADER = b'{"format": "musodds.jobs/1"}\n'


def told(value: Any) -> Any:
    """Return what tells a value from others, fit for JSON: arrays and bytes by their digest.

    Raises
    ------
    TypeError
        If it is neither plain data nor a dataclass, a tuple or an array of it.

    Examples
    --------
    >>> told((1, "mano", 0.5)), told(np.arange(2))["shape"]
    ([1, 'mano', 0.5], [2])
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return {"bytes": hashlib.sha256(value).hexdigest()}
    if isinstance(value, np.ndarray | np.generic):
        array = np.ascontiguousarray(value)
        if array.dtype.hasobject:
            raise TypeError("an array of objects cannot be told from others")
        digest = hashlib.sha256(array.tobytes()).hexdigest()
        return {"dtype": array.dtype.str, "shape": list(np.shape(value)), "array": digest}
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: told(getattr(value, field.name)) for field in fields(value)}
        return {"of": type(value).__qualname__, "fields": parts}
    if isinstance(value, list | tuple):
        rows = [told(part) for part in value]
        return rows if type(value) in (list, tuple) else {"of": type(value).__name__, "rows": rows}
    if isinstance(value, dict) and all(isinstance(name, str) for name in value):
        return {"dict": {name: told(part) for name, part in value.items()}}
    raise TypeError(f"{type(value).__name__} cannot be told from others")


def digest_of(value: Any) -> str:
    """Return a digest that is the same in every process.

    Examples
    --------
    >>> digest_of({"a": 1, "b": 2.0}) == digest_of({"b": 2.0, "a": 1})
    True
    """
    return hashlib.sha256(json.dumps(told(value), sort_keys=True).encode()).hexdigest()[:32]


def to_json(result: Any) -> Any:
    """Return a result fit for JSON, to the last bit.

    Raises
    ------
    TypeError
        If it is neither a number, text, an array nor a list, tuple or dict of them.

    Examples
    --------
    >>> from_json(to_json({"won": np.array([0.1, 0.2]), "n": (1, None)}))
    {'won': array([0.1, 0.2]), 'n': (1, None)}
    """
    kind = type(result)
    if result is None or kind in (bool, int, float, str):
        return result
    if kind is list:
        return [to_json(part) for part in result]
    if kind is tuple:
        return {"tuple": [to_json(part) for part in result]}
    if kind is dict and all(type(name) is str for name in result):
        return {"dict": {name: to_json(part) for name, part in result.items()}}
    if isinstance(result, np.generic):
        return {"number": to_json(np.array(result))}
    if kind is np.ndarray and not result.dtype.hasobject:
        data = base64.b64encode(zlib.compress(result.tobytes(), 6)).decode()
        return {"array": [result.dtype.str, list(result.shape), data]}
    raise TypeError(f"a result of {kind.__name__} cannot be kept")


def from_json(row: Any) -> Any:
    """Return the result that `to_json` was given."""
    if isinstance(row, list):
        return [from_json(part) for part in row]
    if not isinstance(row, dict):
        return row
    ((kind, value),) = row.items()
    if kind == "tuple":
        return tuple(from_json(part) for part in value)
    if kind == "dict":
        return {name: from_json(part) for name, part in value.items()}
    if kind == "number":
        return from_json(value)[()]
    dtype, shape, data = value
    size = math.prod(shape) * np.dtype(dtype).itemsize
    raw = zlib.decompressobj().decompress(base64.b64decode(data), size + 1)  # no more than it says
    array: Arr = np.frombuffer(raw, np.dtype(dtype)).reshape(shape).copy()
    return array


class Journal:
    """A file of JSON lines with the results of finished jobs.

    Lines of other jobs, or of another state of the library, are left alone and not used; so is a
    line that was cut off.

    Parameters
    ----------
    path : str or Path
        Added to, and made if need be.
    about : dict, optional
        All that the results depend on besides the jobs, such as the rules and a digest of the
        strategy. The version of musodds and its sources count in any case.

    Raises
    ------
    InputError
        If the file cannot be written, or is of another kind.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     journal = Journal(Path(folder) / "kept.jsonl", {"rules": "naipera"})
    ...     key = journal.key(abs, -3)
    ...     journal.write(key, 3)
    ...     journal.read([key]) == {key: 3}
    True
    """

    def __init__(self, path: str | Path, about: dict[str, Any] | None = None) -> None:
        self.path = Path(path)
        self.about = {"musodds": __version__, "sources": source_hash(), **(about or {})}
        try:
            self._open()
        except OSError as error:
            raise self._unfit(error.strerror or str(error)) from None

    def _open(self) -> None:
        """Begin the file if it is new."""
        with self.path.open("a+b") as file:
            file.seek(0)
            first = file.read(len(HEADER))
            if not HEADER.startswith(first):
                raise self._unfit(_("something else is in it"))
            if first != HEADER:  # new, or cut off while it was begun
                file.truncate(0)
                file.write(HEADER)

    def _unfit(self, why: str) -> InputError:
        return InputError(
            _("journal '{path}': {why}").format(path=self.path, why=why),
            _("a journal or a new file"),
            "--journal equity.jsonl",
        )

    def key(self, function: Callable[..., Any], job: Any) -> str:
        """Return what a job is known by."""
        name = f"{function.__module__}.{function.__qualname__}"
        return digest_of([self.about, name, job])

    def read(self, keys: Collection[str]) -> dict[str, Any]:
        """Return the results of those jobs that are finished."""
        found: dict[str, Any] = {}
        with self.path.open("rb") as file:
            for line in file:
                try:
                    row = json.loads(line)
                    if row.get("job") in keys:
                        found[row["job"]] = from_json(row["result"])
                except _NOT_WHOLE:
                    continue  # it was cut off
        return found

    def write(self, key: str, result: Any) -> None:
        """Add a result, whole or not at all; Ctrl-C waits for it."""
        row = json.dumps({"job": key, "result": to_json(result)}).encode()
        # on a line of its own whatever was cut off before
        with held_interrupts(), self.path.open("ab") as file:
            file.write(b"\n" + row + b"\n")
            file.flush()
            os.fsync(file.fileno())
