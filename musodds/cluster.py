"""Jobs on Dask: on a cluster that is there, or on one of processes of this machine."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import distributed

from .crew import INSTALL, THREADS, TICK, Hired, Numbered, arguments, given_up
from .errors import InputError
from .interrupt import held_interrupts
from .jit import source_hash
from .lang import _

CONNECT = 5.0  # seconds to reach a scheduler
ADDRESS = re.compile(r"tcp://(\[[0-9a-fA-F:.%\w]+\]|[^\s:/\[\]]+):\d{1,5}")
EXAMPLE = "--scheduler tcp://192.168.1.10:8786"

Function = Callable[..., Any]


def _work(expected: str, function: Function, job: Any, common: Any) -> Any:
    """Do a job on a worker, if it would do it as it is done here."""
    if source_hash() != expected:
        raise InputError(
            _("worker at {address}: musodds or numba is another one there").format(
                address=distributed.get_worker().address
            ),
            _("the same on all machines"),
            INSTALL,
        )
    return function(*arguments(job, common))


def _same(common: Any) -> Any:
    return common


class _Cluster:
    """The workers of a Dask cluster; a job whose worker ends is done on another one."""

    def __init__(self, client: distributed.Client, common: Any) -> None:
        self.client = client
        # a task, not scattered data: where its holders end it is there again
        self.common = None if common is None else client.submit(_same, common, pure=False)

    def each(self, function: Function, jobs: Numbered) -> Iterator[tuple[int, Any]]:
        expected = source_hash()

        def submit(job: Any) -> distributed.Future:
            return self.client.submit(_work, expected, function, job, self.common, pure=False)

        futures = {i: submit(job) for i, job in jobs.items()}
        try:
            with held_interrupts() as raise_if_pressed:
                while futures:
                    done = [i for i, future in futures.items() if future.done()]
                    for i in done:
                        if futures[i].status == "lost" and self.client.status == "running":
                            futures[i] = submit(jobs[i])  # what it found went with its worker
                            continue
                        yield i, self._result(futures.pop(i), jobs[i])
                    raise_if_pressed()
                    if not done:
                        time.sleep(TICK / 4)
        finally:
            self.client.cancel(list(futures.values()))

    def _result(self, future: distributed.Future, job: Any) -> Any:
        """Return a result, or raise what went wrong in the words of musodds."""
        if future.status in ("cancelled", "lost"):
            raise ConnectionError(_("the scheduler is gone; a journal keeps what is done"))
        try:
            return future.result()
        except distributed.KilledWorker:
            raise given_up(job) from None
        except distributed.CancelledError:
            raise ConnectionError(
                _("the scheduler is gone; a journal keeps what is done")
            ) from None
        except ModuleNotFoundError as error:
            raise InputError(
                _("a worker has no module '{module}'").format(module=error.name), _("it"), INSTALL
            ) from None


@contextmanager
def connected(address: str, common: Any = None) -> Iterator[Hired]:
    """Use a cluster that is there; it stays."""
    with (
        _silent(),
        distributed.Client(address, timeout=CONNECT, set_as_default=False) as client,
    ):
        if not client.scheduler_info()["workers"]:
            told = _("the scheduler has no workers yet: the jobs wait")
            print(f"musodds: {told}", file=sys.stderr)
        yield _Cluster(client, common)


@contextmanager
def _silent() -> Iterator[None]:
    """Leave out the tracebacks of a client whose scheduler ends: an error says it."""
    logger = logging.getLogger("distributed.client")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def check_address(address: str) -> None:
    """Refuse an address where no scheduler answers, before a client tries again and again.

    Raises
    ------
    InputError
        If there is none.
    """
    if not ADDRESS.fullmatch(address):
        raise _unfit(address, _("no such address"))

    async def ask() -> dict[str, Any]:
        async with distributed.rpc(address) as scheduler:
            answer: dict[str, Any] = await asyncio.wait_for(scheduler.identity(), CONNECT)
            return answer

    try:
        there = asyncio.run(ask())
    except TimeoutError:
        raise _unfit(address, _("no answer in {seconds:.0f} s").format(seconds=CONNECT)) from None
    except Exception:  # whatever listens there may answer anything
        raise _unfit(address, _("what answers is no scheduler")) from None
    if there.get("type") != "Scheduler":
        raise _unfit(address, _("what answers is no scheduler"))


def _unfit(address: str, why: str) -> InputError:
    return InputError(
        _("scheduler '{address}': {why}").format(address=address, why=why),
        _("the address of a Dask cluster"),
        EXAMPLE,
    )


@contextmanager
def local_cluster(workers: int, common: Any = None) -> Iterator[Hired]:
    """Start a cluster of processes on this machine; it ends with the work."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ports that are taken
        made = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            memory_limit=0,  # as of plain processes
            silence_logs=logging.CRITICAL,
            preload=["musodds.crew"],
            env={THREADS: os.environ.get(THREADS, "1")},
        )
    with made, distributed.Client(made, set_as_default=False) as client:
        yield _Cluster(client, common)
