"""What the reduction of variance is worth: time to the same standard error, against plain deals."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

import musodds.phase_tables as phase_tables
from musodds.mus import weigh
from musodds.sampler import Sampler
from musodds.stand import stand
from musodds.standing import masks_to_try

from .measure import Row, seconds

HANDS = (("CSA5", "mano"), ("RRCA", "segundo"), ("7654", "postre"))
CHUNKS = 24


def _plain(hand: str, seat: str) -> tuple[float, float]:
    """Return seconds, and the variance of cut minus mus from separate deals for each of them."""
    standing = stand(hand, seat, estimator="plain")
    sampler, masks = Sampler(standing), masks_to_try(standing)
    sampler.play(masks, range(2), False)
    start = time.perf_counter()
    sample = sampler.sample(sampler.play(masks, range(CHUNKS), False))
    took = time.perf_counter() - start
    return took, sample.cut().se ** 2 + sample.mus(sample.best()).se ** 2


def gains() -> list[Row]:
    """How many times faster each estimator comes to the same standard error than plain deals."""
    rows = []
    for hand, seat in HANDS:
        took, variance = _plain(hand, seat)
        for estimator in ("plain", "stratified", "both"):
            standing = stand(hand, seat, estimator=estimator)
            found = weigh(standing)
            each = seconds(lambda s=standing: weigh(s), runs=3)  # type: ignore[misc]
            gain = variance * took / (found.difference.se**2 * each)
            rows.append(Row(f"gain over plain deals, {hand} {seat}, {estimator}", gain, "times", 0))
    return rows


def budgets() -> list[Row]:
    """One question, and all of them, to a standard error of 0.01 tantos."""
    rows = []
    for hand, seat in HANDS:
        standing = stand(hand, seat, se=0.01)
        took = seconds(lambda s=standing: weigh(s), runs=5)  # type: ignore[misc]
        rows.append(Row(f"mus {hand} {seat} to 0.01 tantos", took, "s", 0.5))
    kept = phase_tables.cache_dir
    with tempfile.TemporaryDirectory() as folder:
        phase_tables.cache_dir = lambda: Path(folder)
        try:
            start = time.perf_counter()
            table = phase_tables.phase_table()
            took = time.perf_counter() - start
        finally:
            phase_tables.cache_dir = kept
    assert np.nanmax(table.values["difference"][..., 1]) <= 0.01
    rows.append(Row("cut table, 330 hands x 4 seats, to 0.01 tantos", took, "s", 60))
    return rows
