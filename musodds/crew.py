"""Who does jobs: this process, other processes, or a Dask cluster (`cluster`).

This module imports nothing heavy: a worker sets its number of threads before numba is there.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib.util import find_spec
from multiprocessing import connection, get_context
from typing import Any, Protocol

from .errors import InputError
from .interrupt import held_interrupts
from .lang import _, ngettext
from .limits import check_most
from .limits import workers as most_workers

DEATHS = 3  # of workers in the middle of one job, after which it is given up
TICK = 0.2  # seconds between two looks at whether Ctrl-C has been pressed
THREADS = "NUMBA_NUM_THREADS"
INSTALL = "pip install 'musodds[cluster]'"

Function = Callable[..., Any]
Numbered = Mapping[int, Any]


class Hired(Protocol):
    """Workers that are there."""

    def each(self, function: Function, jobs: Numbered) -> Iterator[tuple[int, Any]]:
        """Yield the numbers of the jobs with their results as they are finished."""


def check_crew(workers: int, scheduler: str | None) -> None:
    """Refuse workers that are not to be had, before any long work.

    Raises
    ------
    InputError
        If there is no worker, or both are asked for; if the scheduler cannot be reached, or Dask
        is needed and missing.
    """
    if workers < 1:
        raise InputError(
            ngettext("{workers} worker", "{workers} workers", workers).format(workers=workers),
            _("1 or more"),
            "--workers 2",
        )
    check_most("workers", workers, most_workers(), "--workers 2")
    if scheduler is None:
        return
    if workers > 1:
        raise InputError(
            _("{workers} workers with scheduler '{scheduler}', which has its own").format(
                workers=workers, scheduler=scheduler
            ),
            _("one of the two"),
            "--workers 2",
        )
    if not _has_dask():
        raise InputError(
            _("scheduler '{scheduler}': Dask is not installed").format(scheduler=scheduler),
            _("it"),
            INSTALL,
        )
    from .cluster import check_address

    check_address(scheduler)


def _has_dask() -> bool:
    return find_spec("distributed") is not None


def hire(workers: int, scheduler: str | None, common: Any) -> AbstractContextManager[Hired]:
    """Return the workers asked for; they are let go at the end.

    Raises
    ------
    InputError
        As `check_crew`.
    """
    check_crew(workers, scheduler)
    if scheduler is None and workers == 1:
        return _alone(common)
    if not _has_dask():
        return plain_processes(workers, common)
    from .cluster import connected, local_cluster

    return local_cluster(workers, common) if scheduler is None else connected(scheduler, common)


def arguments(job: Any, common: Any) -> tuple[Any, ...]:
    """Return what the function of a job is called with."""
    return (job,) if common is None else (job, common)


def given_up(job: Any) -> ChildProcessError:
    """Return the error for a job in which workers keep ending."""
    text = repr(job)
    text = text if len(text) <= 80 else f"{text[:77]}..."
    return ChildProcessError(
        _("workers keep ending (out of memory?) in the middle of job {job}").format(job=text)
    )


class _Alone:
    """The process that asks."""

    def __init__(self, common: Any) -> None:
        self.common = common

    def each(self, function: Function, jobs: Numbered) -> Iterator[tuple[int, Any]]:
        for i, job in jobs.items():
            yield i, function(*arguments(job, self.common))


@contextmanager
def _alone(common: Any) -> Iterator[Hired]:
    yield _Alone(common)


def dask_setup(worker: Any) -> None:
    """Let Ctrl-C to the one who hired it: Dask calls this, by its name, in every local worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# ---------------------------------------------------------------- plain processes


def _serve(pipe: Any) -> None:
    """Do jobs that come through a pipe, in a process of its own, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who hired it stops it
    os.environ.setdefault(THREADS, "1")
    with suppress(EOFError, OSError):  # let go
        common = pipe.recv()
        while True:
            _send(pipe, _answer(pipe.recv_bytes(), common))


def _answer(task: bytes, common: Any) -> tuple[bool, Any]:
    """Return the result of a job, or its error."""
    try:
        function, job = pickle.loads(task)
        return True, function(*arguments(job, common))
    except Exception as error:
        return False, error


def _send(pipe: Any, answer: tuple[bool, Any]) -> None:
    try:
        data = pickle.dumps(answer)
    except Exception as error:
        data = pickle.dumps((False, TypeError(f"{answer[1]!r} cannot be sent: {error}")))
    pipe.send_bytes(data)


class _Processes:
    """Processes on this machine, started anew where one ends in the middle of a job."""

    def __init__(self, workers: int, common: Any) -> None:
        self.workers, self.common = workers, common
        self.pipes: dict[Any, Any] = {}  # with the process at the other end

    def start(self) -> None:
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there,), daemon=True)
        process.start()
        there.close()  # so that the pipe ends with the process
        self.pipes[here] = process
        with suppress(OSError):  # what has ended already is noticed with its first job
            here.send(self.common)

    def drop(self, pipe: Any) -> None:
        process = self.pipes.pop(pipe)
        process.terminate()
        process.join()
        pipe.close()

    def each(self, function: Function, jobs: Numbered) -> Iterator[tuple[int, Any]]:
        waiting, busy, deaths = deque(jobs), dict[Any, int](), Counter[int]()
        try:
            with held_interrupts() as raise_if_pressed:
                while waiting or busy:
                    self.hand_out(function, jobs, waiting, busy)
                    for pipe in connection.wait(list(busy), TICK):
                        i = busy.pop(pipe)
                        answer = self.answer(pipe)
                        if answer is None:
                            deaths[i] += 1
                            if deaths[i] > DEATHS:
                                raise given_up(jobs[i])
                            waiting.appendleft(i)
                        elif answer[0]:
                            yield i, answer[1]
                        else:
                            raise answer[1]
                    raise_if_pressed()
        finally:
            for pipe in busy:  # nobody waits for these any more
                self.drop(pipe)

    def hand_out(
        self, function: Function, jobs: Numbered, waiting: deque[int], busy: dict[Any, int]
    ) -> None:
        """Give a job to everybody who has none."""
        while len(self.pipes) < min(self.workers, len(waiting) + len(busy)):
            self.start()
        for pipe in self.pipes:
            if waiting and pipe not in busy:
                busy[pipe] = waiting.popleft()
                with suppress(BrokenPipeError):  # it ended: there is no answer
                    pipe.send((function, jobs[busy[pipe]]))

    def answer(self, pipe: Any) -> tuple[bool, Any] | None:
        """Return what a process says; None if it ended."""
        try:
            found: tuple[bool, Any] = pipe.recv()
        except (EOFError, OSError):
            self.drop(pipe)
            return None
        return found


@contextmanager
def plain_processes(workers: int, common: Any = None) -> Iterator[Hired]:
    """Start processes; end them at the end, whatever they do."""
    hired = _Processes(workers, common)
    try:
        yield hired
    finally:
        for pipe in list(hired.pipes):
            hired.drop(pipe)
