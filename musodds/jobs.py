"""Long work as jobs: in this process, in several, or on a cluster, and always the same results.

A job is a small argument of a function at the top level of a module; its result depends on nothing
else. Finished jobs are kept in a journal, so that what was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from .crew import Hired, hire
from .job_journal import Journal

Function = Callable[..., Any]
Progress = Callable[[float], None]
Found = list[list[Any]]
Layer = Sequence[Any] | Callable[[Found], Sequence[Any]]


class Crew(NamedTuple):
    """Who does the jobs.

    Attributes
    ----------
    workers : int
        Processes on this machine: a local Dask cluster where Dask is installed, else plain ones.
    scheduler : str, optional
        Address of the scheduler of a Dask cluster that is there, in place of them.
    """

    workers: int = 1
    scheduler: str | None = None

    @property
    def alone(self) -> bool:
        """Whether this process does them."""
        return self.workers == 1 and self.scheduler is None


def run(
    function: Function,
    jobs: Sequence[Any],
    *,
    common: Any = None,
    workers: int = 1,
    scheduler: str | None = None,
    journal: Journal | None = None,
    progress: Progress | None = None,
) -> list[Any]:
    """Do jobs that do not depend on one another.

    Parameters
    ----------
    function : callable
        At the top level of a module that the workers can import; takes a job, and ``common``
        after it if that is given.
    jobs : sequence
        Small, and plain data (`job_journal.told`) where there is a journal.
    common : optional
        What all jobs need, sent to each worker once. Tell a journal by its ``about`` what it is.
    workers, scheduler
        As in `Crew`. The results are the same whichever does the jobs.
    journal : Journal, optional
        Keeps finished jobs; those that it has are not done again.
    progress : callable, optional
        Called with the share of the jobs that is done.

    Returns
    -------
    list
        The results in the order of the jobs.

    Raises
    ------
    InputError
        If the scheduler cannot be reached, or Dask is needed and not installed.
    ChildProcessError
        If workers keep ending in the middle of one job.
    ConnectionError
        If the scheduler ends.

    Examples
    --------
    >>> run(abs, [-3, 2])
    [3, 2]
    """
    found = run_layers(
        function, [jobs], common=common, workers=workers, scheduler=scheduler,
        journal=journal, progress=progress,
    )  # fmt: skip
    return found[0]


def run_layers(
    function: Function,
    layers: Sequence[Layer],
    *,
    common: Any = None,
    workers: int = 1,
    scheduler: str | None = None,
    journal: Journal | None = None,
    progress: Progress | None = None,
) -> Found:
    """Do jobs layer by layer, when a layer needs the results of those before.

    Scores of one total do not depend on one another, but on those of higher totals: each total is
    a layer.

    Parameters
    ----------
    function, common, workers, scheduler, journal, progress
        As in `run`.
    layers : sequence
        Each is the jobs of a layer, or a function that makes them of the results of all layers
        before; it is called in this process.

    Returns
    -------
    list of list
        The results of each layer in the order of its jobs.

    Examples
    --------
    >>> run_layers(abs, [[-3, 2], lambda found: [-sum(found[0])]])
    [[3, 2], [5]]
    """
    found: Found = []
    with ExitStack() as stack:
        hired: Hired | None = None
        for n, layer in enumerate(layers):
            jobs = list(layer(found) if callable(layer) else layer)
            keys = [journal.key(function, job) for job in jobs] if journal else []
            kept = journal.read(set(keys)) if journal else {}
            results = {i: kept[key] for i, key in enumerate(keys) if key in kept}
            todo = {i: job for i, job in enumerate(jobs) if i not in results}
            if todo and hired is None:  # nobody is asked for what is in the journal
                hired = stack.enter_context(hire(workers, scheduler, common))
            for i, result in hired.each(function, todo) if hired and todo else ():
                if journal:
                    journal.write(keys[i], result)
                results[i] = result
                if progress:
                    progress((n + len(results) / len(jobs)) / len(layers))
            found.append([results[i] for i in range(len(jobs))])
    return found
