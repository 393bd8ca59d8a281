"""The quality of a strategy: all that is measured of it, and as rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import nan
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ...estimate import Estimate
from ...lang import _
from ...numerals import marked, whole
from ...seats import SEATS
from .cross import Cross
from .journal import Journal, Task
from .local import local_gain
from .quality import Effort, Gain, deviation_gain, self_play
from .strategy import Strategy
from .visits import Rare, count_visits

PAIRS = ((0, 2), (1, 3))
EVERY = ("wide", "pairs", "own", "local")  # what takes longest begins first


@dataclass(frozen=True, slots=True)
class Quality:
    """What is known of how good a strategy is; every gain is a lower bound.

    At a score all is told in chances of winning the game, and the mano's pair's less a half.

    Attributes
    ----------
    own, wide : tuple of Gain
        Of each seat alone, with the strategy's memory and with the wider one.
    local : tuple of Gain
        Of each seat alone by the local best response.
    pairs : tuple of Gain
        Of each pair trained anew together.
    self_play : Estimate
        Tantos a hand of the mano's pair if everybody plays it.
    rare : Rare
        How much is decided at positions of which the training saw too little.
    cross : Cross
        The independent runs against each other, of which this is the chosen one.
    """

    own: tuple[Gain, ...]
    wide: tuple[Gain, ...]
    local: tuple[Gain, ...]
    pairs: tuple[Gain, ...]
    self_play: Estimate
    rare: Rare
    cross: Cross

    def worst(self, what: str = "own") -> Estimate:
        """Return the largest gain of a kind; nan where none was measured."""
        gains: tuple[Gain, ...] = getattr(self, what)
        unknown = Estimate(nan, nan)
        return max((gain.gain for gain in gains), key=lambda gain: gain.tantos, default=unknown)

    @property
    def alone(self) -> tuple[Gain, ...]:
        """What seats gain alone with the strategy's own memory, however it was found."""
        return (*self.own, *self.local)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return asdict(self)

    @classmethod
    def from_dict(cls, told: dict[str, Any]) -> Quality:
        """Read the JSON form."""
        own, wide, local, pairs = (
            tuple(map(Gain.from_dict, told[what])) for what in ("own", "wide", "local", "pairs")
        )
        rare, cross = Rare(**told["rare"]), Cross.from_dict(told["cross"])
        return cls(own, wide, local, pairs, Estimate(**told["self_play"]), rare, cross)


def wider(kind: str) -> str:
    """Return the memory of the deviators that remember more than the strategy.

    Of those from `before` and `whole` on there is none that could be trained.
    """
    return {"pairs": "before", "before": "before", "whole": "whole"}.get(kind, "wide")


def _gain(strategy: Strategy, effort: Effort, task: Task) -> Gain:
    """Measure one thing; ``task`` says which and of whom."""
    what, seats = task
    if what == "local":
        return local_gain(strategy, seats[0], None, effort)
    kind = wider(strategy.memory) if what == "wide" else None
    return deviation_gain(strategy, seats, kind, effort)


_shared: list[tuple[Strategy, Effort]] = []  # in a process that measures: what it measures


def _share(strategy: Strategy, effort: Effort) -> None:
    _shared[:] = [(strategy, effort)]


def _gain_shared(task: Task) -> Gain:
    return _gain(*_shared[0], task)


def measure(
    strategy: Strategy,
    trained: int,
    cross: Cross,
    effort: Effort | None = None,
    workers: int = 1,
    journal: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    kinds: Sequence[str] = EVERY,
) -> Quality:
    """Measure what each seat and each pair gains by deviating, and all else that is told.

    Parameters
    ----------
    strategy : Strategy
        As it is kept: quantised.
    trained : int
        Iterations of its training.
    cross : Cross
        The runs that it was chosen from, as `cross.cross_play` compares them.
    effort : Effort, optional
    workers : int, default 1
        Processes that share the work; what is found does not depend on their number. With more
        than one the calling script needs its ``if __name__ == "__main__"``.
    journal : str or Path, optional
        Keeps the gains one by one; those that it has are not measured again.
    progress : callable, optional
        Called with the gains measured so far, and their number in all.
    kinds : sequence of str
        Which gains are measured.
    """
    effort = effort or Effort()
    alone = [(seat,) for seat in range(4)]
    tasks: list[Task] = [
        (what, seats) for what in kinds for seats in (PAIRS if what == "pairs" else alone)
    ]
    kept = Journal(journal, strategy, effort)
    gains = kept.read()
    missing = [task for task in tasks if task not in gains]
    for task, gain in zip(missing, _gains(strategy, effort, missing, workers), strict=True):
        kept.write(task, gain)
        gains[task] = gain
        if progress is not None:
            progress(len(gains), len(tasks))

    def of(what: str) -> tuple[Gain, ...]:
        return tuple(gains[task] for task in tasks if task[0] == what)

    return Quality(
        own=of("own"),
        wide=of("wide"),
        local=of("local"),
        pairs=of("pairs"),
        self_play=self_play(strategy, effort.deals, effort.seed),
        rare=count_visits(strategy, trained, effort.hands, effort.seed)[1],
        cross=cross,
    )


def _gains(strategy: Strategy, effort: Effort, tasks: list[Task], workers: int) -> Iterator[Gain]:
    """Yield the gains in the order of the tasks."""
    if workers <= 1:
        for task in tasks:
            yield _gain(strategy, effort, task)
        return
    with ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_share, initargs=(strategy, effort)
    ) as pool:
        yield from pool.map(_gain_shared, tasks)


# ---------------------------------------------------------------- the table


@dataclass(frozen=True, slots=True)
class QualityRow:
    """One line of the table of quality.

    Attributes
    ----------
    what : {"own", "wide", "local", "pair", "self-play", "cross-play", "rare"}
    seats : str
        Who deviates, or what is meant; a run in "cross-play".
    tantos, se : float or None
        A hand; a share of decisions in "rare".
    note : str
    """

    what: str
    seats: str
    tantos: float
    se: float
    note: str


def _seats(seats: tuple[int, ...]) -> str:
    return " + ".join(SEATS[seat] for seat in seats)


def _note(what: str, gain: Gain) -> str:
    """Return how a gain was found."""
    if what == "local":
        return _("one step ahead, {walks} walks").format(walks=whole(gain.iterations))
    found = _("memory '{memory}', {iterations} iterations, not settled")
    if gain.settled:
        found = _("memory '{memory}', {iterations} iterations, settled")
    found = found.format(memory=gain.memory, iterations=whole(gain.iterations))
    if gain.gain.se == 0:
        return _("{found}, no deviator better than the strategy").format(found=found)
    if len(gain.history) > 1:
        last = gain.history[-1][1] - gain.history[-2][1]
        told = _("{found}, last doubling {tantos}")
        return told.format(found=found, tantos=marked(f"{last:+.3f}"))
    return found


def quality_rows(quality: Quality) -> list[QualityRow]:
    """Return the quality as rows: gains, self-play, the runs against each other, what is rare.

    Parameters
    ----------
    quality : Quality
    """
    rows = [
        QualityRow(what, _seats(gain.seats), gain.gain.tantos, gain.gain.se, _note(what, gain))
        for what, gains in (
            ("own", quality.own),
            ("wide", quality.wide),
            ("local", quality.local),
            ("pair", quality.pairs),
        )
        for gain in gains
    ]
    mano, rare, cross = quality.self_play, quality.rare, quality.cross
    rows.append(QualityRow("self-play", _seats(PAIRS[0]), mano.tantos, mano.se, "everybody"))
    for i, run in enumerate(cross.runs if len(cross.runs) > 1 else ()):
        worst, own = cross.worst(i), cross.as_mano[i][i]
        told = _("worst of {others} after {iterations} iterations; mano's pair {tantos} against "
                 "itself")  # fmt: skip
        if i == cross.best:
            told = _(
                "worst of {others} after {iterations} iterations; mano's pair {tantos} against "
                "itself, chosen"
            )
        note = told.format(
            others=len(cross.runs) - 1, iterations=whole(run.iterations),
            tantos=marked(f"{own.tantos:+.3f}"),
        )  # fmt: skip
        seed = _("seed {seed}").format(seed=run.seed)
        rows.append(QualityRow("cross-play", seed, worst.tantos, worst.se, note))
    note = f"share of decisions at positions trained fewer than {rare.visits:,} times"
    rows.append(QualityRow("rare", "all", rare.share, rare.se, note))
    return rows
