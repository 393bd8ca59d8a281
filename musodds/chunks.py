"""Run chunks of work on all cores: one result a chunk, in order, whatever thread made it.

Kernels release the interpreter lock, so plain threads do. Against numba's own parallel loops this
compiles faster and lets an interrupt through between chunks.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import TypeVar

import numba

T = TypeVar("T")
BLOCK = 1024  # chunks handed out together: an interrupt takes back those that have not begun


def threads() -> int:
    """Return the number of threads to use: the cores, or ``NUMBA_NUM_THREADS``."""
    return int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="musodds")


if hasattr(os, "register_at_fork"):  # a forked child has none of its parent's threads
    os.register_at_fork(after_in_child=_pool.cache_clear)


def map_chunks(work: Callable[[int], T], chunks: int) -> list[T]:
    """Return ``[work(0), ..., work(chunks - 1)]``, worked out on `threads` threads."""
    if min(threads(), chunks) <= 1:
        return [work(chunk) for chunk in range(chunks)]
    done: list[T] = []
    for first in range(0, chunks, BLOCK):
        done += _map_block(work, range(first, min(first + BLOCK, chunks)))
    return done


def _map_block(work: Callable[[int], T], chunks: range) -> list[T]:
    futures = [_pool(threads()).submit(work, chunk) for chunk in chunks]
    try:
        return [future.result() for future in futures]
    finally:  # interrupted: leave what has not begun, let finish what has
        for future in futures:
            future.cancel()
        wait(futures)
