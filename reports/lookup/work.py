"""All hands and seats worked out, block by block: what was interrupted goes on where it stopped."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

import numpy as np

from ...checkpoint import kept
from ...chunks import threads
from ...jit import Arr, cache_dir
from .figures import Wanted, hand_figures

BLOCK = 10  # hands kept together
SEATS = 4


def work_out(wanted: Wanted, progress: Callable[[float], None] | None = None) -> dict[str, Arr]:
    """Work out what the page says of every hand in every seat.

    Parameters
    ----------
    wanted : Wanted
    progress : callable, optional
        Told the share done, 0 to 1.

    Returns
    -------
    dict of str to ndarray of float64, shape (4, hands, ...)
        The columns of `figures.hand_figures`; hands as in ``wanted.hands``.
    """
    hands = wanted.hands
    parts = [hands[at : at + BLOCK] for at in range(0, len(hands), BLOCK)]
    asked = [(seat, part) for seat in range(SEATS) for part in parts]
    hand_figures(wanted, 0, hands[0])  # reads the strategy and compiles, once for all threads
    blocks = _Blocks(wanted, len(hands) * SEATS, progress)
    with ThreadPoolExecutor(threads()) as pool:
        try:
            found = list(pool.map(blocks.find, asked))
        except BaseException:
            blocks.stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
    rows = [found[seat * len(parts) : (seat + 1) * len(parts)] for seat in range(SEATS)]
    return {
        name: np.stack([np.concatenate([block[name] for block in row]) for row in rows])
        for name in found[0]
    }


class _Stopped(Exception):
    """The work was interrupted."""


class _Blocks:
    """Blocks of hands, kept as they are found."""

    def __init__(
        self, wanted: Wanted, total: int, progress: Callable[[float], None] | None
    ) -> None:
        source = Path(__file__).with_name("figures.py").read_bytes()  # not in the folder's name
        how = (wanted.rules, wanted.setup, wanted.bets, wanted.bands, wanted.se, wanted.deals)
        key = repr((source, how))
        self.folder = cache_dir() / f"lookup-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
        self.wanted, self.total, self.progress = wanted, total, progress
        self.done, self.lock, self.stopped = 0, Lock(), Event()

    def find(self, asked: tuple[int, Sequence[int]]) -> dict[str, Arr]:
        """Return what a block says, worked out or from its file."""
        name = hashlib.sha256(repr(asked).encode()).hexdigest()[:16]
        found = kept(self.folder / f"{name}.npz", lambda: self._make(*asked))
        with self.lock:
            self.done += len(asked[1])
            if self.progress is not None:
                self.progress(self.done / self.total)
        return found

    def _make(self, seat: int, hands: Sequence[int]) -> dict[str, Arr]:
        rows = []
        for hand in hands:
            if self.stopped.is_set():
                raise _Stopped
            rows.append(hand_figures(self.wanted, seat, hand))
        return {name: np.stack([row[name] for row in rows]) for name in rows[0]}
