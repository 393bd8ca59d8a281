"""Several runs: trained, compared, taken up again, stopped at a target."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from musodds.errors import InputError
from musodds.solver.four import solve as solving
from musodds.solver.four.menu import Menu
from musodds.solver.four.quality import Effort
from musodds.solver.four.solve import compare, finish, solve
from musodds.solver.four.train import Method, Training

TINY = Effort(iterations=60, doublings=0, deals=80, pair_seeds=1, hands=4000)
GAME: dict[str, Any] = {
    "rounds": 0,
    "menu": Menu((2,), (), 0, ordago=False),
    "memory": "nothing",
    "effort": TINY,
    "method": Method(every=500),
}


class Interrupted(Exception):
    """Somebody pulled the plug."""


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write checkpoints often."""
    monkeypatch.setattr(solving, "SAVE_EVERY", 1000)


def _unplug(after: int):  # type: ignore[no-untyped-def]
    """Return a progress that fails after so many calls."""
    calls = []

    def progress(done: int) -> bool:
        calls.append(done)
        if len(calls) > after:
            raise Interrupted
        return True

    return progress


@pytest.mark.parametrize("heat", [None, 2000])
def test_an_interruption_loses_nothing(tmp_path: Path, heat: int | None) -> None:
    """Stopped in each run and in the last training, the result is the same to the bit."""
    asked = GAME | {"iterations": 4000, "seeds": 2, "heat": heat, "seed": 5}
    whole = solve(**asked)
    path = tmp_path / "part.npz"
    for after in (3, 5, 4):
        with pytest.raises(Interrupted):
            solve(**asked, checkpoint=path, progress=_unplug(after))
    again = solve(**asked, checkpoint=path)
    assert np.array_equal(whole.strategy.table, again.strategy.table)
    assert whole.quality == again.quality
    assert (whole.seed, whole.iterations) == (again.seed, again.iterations) == (again.seed, 4000)
    assert whole.quality is not None
    cross = whole.quality.cross
    assert [(run.seed, run.iterations) for run in cross.runs] == [
        (seed, heat or 4000) for seed in (5, 6)
    ]
    assert cross.chosen.seed == whole.seed
    names = {"part.5.npz", "part.6.npz", "part.gains.jsonl"} | ({"part.npz"} if heat else set())
    assert {p.name for p in tmp_path.iterdir()} == names


def test_runs_made_elsewhere_are_finished() -> None:
    """What `solve` does with its own runs, `finish` does with others."""
    found = solve(**GAME, iterations=2000, seeds=3, seed=1)
    game, mus = found.strategy.game, found.strategy.mus
    runs = [
        Training(game, "nothing", seed, Method(every=500), mus=mus).advance(2000)
        for seed in (1, 2, 3)
    ]
    made = finish(runs, "equilibrium", TINY)
    assert made.seed == found.seed
    assert np.array_equal(made.strategy.table, found.strategy.table)
    assert made.quality == found.quality
    assert found.quality is not None
    assert compare(runs, TINY) == found.quality.cross
    assert found.visits is not None
    assert found.visits.hands == 4000


def test_training_stops_at_the_target() -> None:
    """A target that anything meets stops it at the first look, one that nothing does never."""
    settled = Effort(400, 1, enough=50.0, deals=800, hands=2000)
    for target, effort, done in (
        (100.0, settled, 1000),
        (1e-9, settled, 8000),
        (0.0, settled, 8000),
        (100.0, TINY, 8000),  # not doubled: a small gain of a blind deviator proves nothing
    ):
        asked = GAME | {"iterations": 8000, "target": target, "effort": effort}
        assert solve(**asked).iterations == done


def test_a_target_is_asked_for_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looks are at the same iterations after an interruption, and none twice."""
    looks: list[int] = []

    def is_good(training: Training, until: object) -> bool:
        looks.append(training.done)
        return training.done >= 3000

    monkeypatch.setattr(solving, "_is_good", is_good)
    asked = GAME | {"iterations": 8000, "target": 0.01, "checkpoint": tmp_path / "a.npz"}
    with pytest.raises(Interrupted):
        solve(**asked, progress=_unplug(4))  # what is done is saved, asked at 1000 and 2000
    assert solve(**asked).iterations == 3000
    assert looks == [1000, 2000, 3000]
    assert solve(**asked).iterations == 3000


def test_who_says_stop_gets_what_there_is() -> None:
    """In a heat that is stopped the runs that began are compared, and none is trained on."""
    calls: list[int] = []

    def progress(done: int) -> bool:
        calls.append(done)
        return len(calls) < 11

    found = solve(**GAME, iterations=8000, heat=2000, seeds=3, progress=progress)
    assert found.quality is not None
    assert [run.iterations for run in found.quality.cross.runs] == [2000, 750]
    assert found.iterations in (2000, 750)


def test_numbers_that_mean_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="0 seeds"):
        solve(seeds=0)
    with pytest.raises(InputError, match="heat of 0"):
        solve(seeds=2, heat=0)
