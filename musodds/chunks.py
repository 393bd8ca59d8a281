"""Run chunks of work on all cores: one result a chunk, in order, whatever thread made it.

Kernels release the interpreter lock, so plain threads do. Against numba's own parallel loops this
compiles in a third of the time and lets an interrupt through between chunks.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numba

T = TypeVar("T")


def threads() -> int:
    """Return the number of threads to use: the cores, or ``NUMBA_NUM_THREADS``."""
    return int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]


def map_chunks(work: Callable[[int], T], chunks: int) -> list[T]:
    """Return ``[work(0), ..., work(chunks - 1)]``, worked out on `threads` threads."""
    workers = min(threads(), chunks)
    if workers <= 1:
        return [work(chunk) for chunk in range(chunks)]
    with ThreadPoolExecutor(workers) as pool:
        try:
            return list(pool.map(work, range(chunks)))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
