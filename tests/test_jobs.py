"""Long work as jobs: the same results whoever does them, what ends in the middle, what is kept."""

from __future__ import annotations

import doctest
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import job_help
import numpy as np
import pytest
from musodds.cli import run as run_command

import musodds.job_journal
import musodds.jobs
from musodds.equity_table import sample_equity
from musodds.errors import InputError
from musodds.induction import put_together
from musodds.job_journal import Journal, digest_of, from_json, to_json, told
from musodds.jobs import Crew, run, run_layers
from musodds.rules import load_rules
from musodds.solver.four.bots import always_paso, threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.payments import Plan, sample_hands, sample_part

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")
SHORT = load_rules("naipera", ["target=10"])
CREWS = ["plain", pytest.param("dask", marks=needs_dask)]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Dask be missing."""
    monkeypatch.setattr("musodds.crew.find_spec", lambda name: None)


@pytest.fixture(params=CREWS)
def two(request: pytest.FixtureRequest) -> dict[str, int]:
    """Return two workers: plain processes, or a local cluster."""
    if request.param == "plain":
        request.getfixturevalue("plain")
    return {"workers": 2}


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Return the address of a cluster of two workers."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def same(ours: Any, theirs: Any) -> bool:
    return bool(to_json(ours) == to_json(theirs))


def jobs_in(folder: Path, number: int = 6) -> list[job_help.Call]:
    return [(n, str(folder)) for n in range(number)]


@pytest.mark.parametrize("module", [musodds.job_journal, musodds.jobs])
def test_the_examples_in_docstrings(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


# ---------------------------------------------------------------- who does them


def test_two_workers_find_what_one_finds(two: dict[str, int], tmp_path: Path) -> None:
    shares: list[float] = []
    alone = run(job_help.draw, jobs_in(tmp_path))
    found = run(job_help.draw, jobs_in(tmp_path), progress=shares.append, **two)
    assert same(found, alone)
    assert [row["n"][0] for row in found] == list(range(6))
    assert shares == pytest.approx([n / 6 for n in range(1, 7)])
    pids = {line.split()[1] for line in (tmp_path / "calls").read_text().splitlines()}
    assert str(os.getpid()) in pids
    assert len(pids) > 1


def test_a_cluster_that_is_there_is_used_and_stays(scheduler: str, tmp_path: Path) -> None:
    alone = run(job_help.draw, jobs_in(tmp_path))
    for _ in range(2):
        assert same(run(job_help.draw, jobs_in(tmp_path), scheduler=scheduler), alone)


def test_what_all_jobs_need_comes_with_them(two: dict[str, int]) -> None:
    for crew in ({}, two):
        assert run(job_help.scale, [1, 2], common=0.5, **crew) == [0.5, 1.0]


def killed_when_told(folder: Path) -> threading.Thread:
    """Kill the process that job 3 tells."""

    def kill() -> None:
        told = folder / "pid"
        while not told.exists():
            time.sleep(0.02)
        os.kill(int(told.read_text()), signal.SIGKILL)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    return thread


def check_killed(folder: Path, **crew: Any) -> None:
    thread = killed_when_told(folder)
    found = run(job_help.wait_to_be_killed, jobs_in(folder, 8), **crew)
    thread.join()
    assert found == [n**2 for n in range(8)]
    assert job_help.calls(folder).count(3) == 2


def test_the_job_of_a_worker_that_is_killed_is_done_again(
    two: dict[str, int], tmp_path: Path
) -> None:
    check_killed(tmp_path, **two)


def test_a_worker_of_a_cluster_that_is_there_is_killed(scheduler: str, tmp_path: Path) -> None:
    check_killed(tmp_path, scheduler=scheduler)


def test_a_job_that_kills_every_worker_is_given_up(two: dict[str, int]) -> None:
    with pytest.raises(ChildProcessError, match="in the middle of job 1"):
        run(job_help.kill_itself, [0, 1], **two)


def test_an_error_of_a_job_is_raised(two: dict[str, int]) -> None:
    for crew in ({}, two):
        with pytest.raises(ValueError, match="job 5"):
            run(job_help.refuse, [5], **crew)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "127.0.0.1:8786", "tcp://:8786", "tcp://a b:1", ""]
)
def test_no_scheduler_at_an_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("musodds.cluster.CONNECT", 0.3)
    with pytest.raises(InputError, match=f"scheduler '{address}'.*example: --scheduler tcp://"):
        run(abs, [1], scheduler=address)


def test_a_scheduler_that_ends(caplog: pytest.LogCaptureFixture) -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=1, dashboard_address="127.0.0.1:0", silence_logs=50
    )
    with pytest.raises(ConnectionError, match="scheduler is gone"):
        run(
            job_help.rest, [0.01, 60.0], scheduler=cluster.scheduler_address,
            progress=lambda share: cluster.close(),
        )  # fmt: skip
    assert not [row for row in caplog.records if row.name == "distributed.client"]


@needs_dask
def test_a_worker_with_other_sources_is_refused(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musodds.cluster.source_hash", lambda: "another")
    with pytest.raises(InputError, match="another one there"):
        run(abs, [1], scheduler=scheduler)


@pytest.mark.usefixtures("plain")
def test_without_dask_it_is_told_how_to_get_it() -> None:
    with pytest.raises(InputError, match=r"not installed.*pip install 'musodds\[cluster\]'"):
        run(abs, [1], scheduler="tcp://127.0.0.1:8786")


@pytest.mark.parametrize("crew", [{"workers": 0}, {"workers": 2, "scheduler": "tcp://a:1"}])
def test_crews_that_cannot_be(crew: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="workers"):
        run(abs, [1], **crew)


# ---------------------------------------------------------------- layers


def naive(ours: int, theirs: int, target: int) -> float:
    if max(ours, theirs) == target:
        return float(ours == target)
    won = naive(ours + 1, theirs, target)
    return 0.6 * won + 0.4 * naive(ours, theirs + 1, target)


def test_scores_by_layers_of_one_total(two: dict[str, int]) -> None:
    target = 5
    totals = range(2 * target - 2, -1, -1)

    def scores(total: int) -> list[tuple[int, int]]:
        return [(a, total - a) for a in range(target) if 0 <= total - a < target]

    def layer(total: int) -> Callable[[list[list[float]]], list[tuple[float, float]]]:
        def make(found: list[list[float]]) -> list[tuple[float, float]]:
            known = {(target, b): 1.0 for b in range(target)}
            known |= {(a, target): 0.0 for a in range(target)}
            for done, values in zip(totals, found, strict=False):
                known |= dict(zip(scores(done), values, strict=True))
            return [(known[a + 1, b], known[a, b + 1]) for a, b in scores(total)]

        return make

    for crew in ({}, two):
        found = run_layers(job_help.chance, [layer(total) for total in totals], **crew)
        assert found[-1] == [pytest.approx(naive(0, 0, target))]
        assert len(found) == 2 * target - 1


# ---------------------------------------------------------------- the journal


def test_an_interruption_loses_nothing_that_is_finished(tmp_path: Path) -> None:
    journal, jobs = Journal(tmp_path / "kept.jsonl"), jobs_in(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run(job_help.stop_at_3, jobs, journal=journal)
    assert job_help.calls(tmp_path) == [0, 1, 2, 3]
    assert run(job_help.stop_at_3, jobs, journal=journal) == list(range(6))
    assert job_help.calls(tmp_path) == [0, 1, 2, 3, 3, 4, 5]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Heed SIGINT, which is ignored where the tests were started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_others_work(two: dict[str, int], tmp_path: Path) -> None:
    path, jobs = tmp_path / "kept.jsonl", jobs_in(tmp_path, 40)

    def press(share: float) -> None:
        if share > 0.05:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run(job_help.draw, jobs, journal=Journal(path), progress=press, **two)
    kept = len([line for line in path.read_text().splitlines() if line]) - 1
    assert kept >= 3
    (tmp_path / "calls").unlink()
    found = run(job_help.draw, jobs, journal=Journal(path))
    assert len(job_help.calls(tmp_path)) == 40 - kept
    assert same(found, run(job_help.draw, jobs))


def test_layers_go_on_from_a_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "kept.jsonl")
    layers = [jobs_in(tmp_path, 3), lambda found: jobs_in(tmp_path, 1 + sum(found[0]))]
    with pytest.raises(KeyboardInterrupt):
        run_layers(job_help.stop_at_3, layers, journal=journal)
    assert run_layers(job_help.stop_at_3, layers, journal=journal) == [[0, 1, 2], [0, 1, 2, 3]]
    assert job_help.calls(tmp_path) == [0, 1, 2, 3, 3]  # a job is the same in any layer


@pytest.mark.parametrize("about", [{"rules": "ehmf"}, {"seed": 2}])
def test_what_depends_on_something_else_is_done_anew(about: dict[str, Any], tmp_path: Path) -> None:
    path, first = tmp_path / "kept.jsonl", {"rules": "naipera", "seed": 1}
    for each in (first, {**first, **about}, first):
        run(job_help.draw, jobs_in(tmp_path, 2), journal=Journal(path, each))
    assert job_help.calls(tmp_path) == [0, 0, 1, 1]


def test_other_sources_and_other_functions_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [Journal(tmp_path / "kept.jsonl").key(f, 1) for f in (job_help.refuse, job_help.scale)]
    monkeypatch.setattr("musodds.job_journal.source_hash", lambda: "another")
    keys.append(Journal(tmp_path / "kept.jsonl").key(job_help.refuse, 1))
    assert len(set(keys)) == 3


@pytest.mark.parametrize("lost", [1, 5, 60])
def test_a_line_that_was_cut_off(lost: int, tmp_path: Path) -> None:
    path, jobs = tmp_path / "kept.jsonl", jobs_in(tmp_path, 3)
    whole = run(job_help.draw, jobs, journal=Journal(path))
    path.write_bytes(path.read_bytes()[:-lost])
    assert same(run(job_help.draw, jobs, journal=Journal(path)), whole)
    again = [2] if lost > 1 else []  # the end of the line alone is no loss
    assert job_help.calls(tmp_path) == sorted([0, 1, 2, *again])
    run(job_help.draw, jobs, journal=Journal(path))
    assert len(job_help.calls(tmp_path)) == 3 + len(again)


def test_a_journal_cut_off_as_it_was_begun(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text('{"form')
    for _ in range(2):
        run(job_help.draw, jobs_in(tmp_path, 2), journal=Journal(path))
    assert job_help.calls(tmp_path) == [0, 1]


@pytest.mark.parametrize("name", ["other.npz", "no/such/folder/kept.jsonl", "."])
def test_files_that_are_no_journal(name: str, tmp_path: Path) -> None:
    (tmp_path / "other.npz").write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(InputError, match="journal '"):
        Journal(tmp_path / name)
    assert (tmp_path / "other.npz").read_bytes() == b"PK\x03\x04 something else"


def test_results_come_back_to_the_last_bit() -> None:
    whole = {
        "a": np.array([[0.1, np.nan, -0.0], [np.inf, 1e-320, 3]]),
        "b": (1, [True, None, "ñ"], 0.1 + 0.2),
        "c": np.zeros((0, 3), np.int8),
        "d": np.float32(0.1),
    }
    again = from_json(to_json(whole))
    assert same(again, whole)
    assert type(again["b"]) is tuple
    assert again["a"].tobytes() == whole["a"].tobytes()
    for odd in (object(), {1: 2}, np.array([None]), {"x": {2}}, Plan(1, 1, 1)):
        with pytest.raises(TypeError):
            to_json(odd)


def test_jobs_are_told_from_others() -> None:
    rules = load_rules("naipera")
    jobs = [
        1, 1.0, "1", True, None, b"1", [1], np.array([1]), np.array([1.0]), Plan(1, 1, 1),
        {"1": 1}, rules, load_rules("ehmf"), np.zeros(2), np.zeros((2, 1)),
    ]  # fmt: skip
    assert len({digest_of(job) for job in jobs}) == len(jobs)
    assert digest_of(load_rules("naipera")) == digest_of(rules)
    for odd in (object(), {1: 2}, np.array([None]), job_help.draw):
        with pytest.raises(TypeError):
            told(odd)


# ---------------------------------------------------------------- tables of equity


@pytest.mark.parametrize("cuts", [(0, 1, 3), (0, 2, 3), (0, 1, 2, 3), (0, 3)])
def test_parts_of_the_hands_are_all_of_them(cuts: tuple[int, ...]) -> None:
    """Streams of cards end within batches, and the last one early."""
    game = make_game(load_rules("naipera"))
    pair, plan = (threshold_bot(game), always_paso(game)), Plan(7001, 3, 5)
    whole = sample_hands(*pair, plan.hands, plan.batches, plan.seed)
    parts = [sample_part(pair, plan, *ends) for ends in pairwise(cuts)]
    found = put_together(parts[::-1], plan.batches)
    for ours, theirs in zip(found, whole, strict=True):
        assert ours.dtype == theirs.dtype
        assert np.array_equal(ours, theirs)


def test_equity_is_the_same_whoever_plays(two: dict[str, int], tmp_path: Path) -> None:
    path, asked = tmp_path / "kept.jsonl", (SHORT, "usual", 103_000, 3)
    alone = sample_equity(*asked).endings.tobytes()
    assert sample_equity(*asked, Crew(**two), path).endings.tobytes() == alone
    size = path.stat().st_size
    assert sample_equity(*asked, journal=path).endings.tobytes() == alone
    assert path.stat().st_size == size


def test_a_refused_punto_is_paid_by_the_rules_asked_for() -> None:
    """The strategy that ships is of rules that pay it at the count."""
    made = [
        sample_equity(load_rules(SHORT, [f"punto_refused={when}"]), hands=2000).won[0]
        for when in ("at-once", "at-count")
    ]
    assert (made[0] != made[1]).any()


@pytest.mark.parametrize(
    ("arguments", "told_of"),
    [
        (["equity", "--workers", "0"], "0 workers"),
        (["equity", "--workers", "2", "--scheduler", "tcp://a:1"], "which has its own"),
        (["equity", "--scheduler", "here"], "scheduler 'here'"),
        (["equity", "--journal", "."], "journal '.'"),
        (["census", "--workers", "2"], "--workers with table 'census'"),
        (["cut", "--journal", "x"], "--journal with table 'cut'"),
    ],
)
def test_what_the_command_refuses(
    arguments: list[str], told_of: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    assert run_command(["table", *arguments]) == 2
    error = capsys.readouterr().err
    assert told_of in error
    assert error.count("\n") == 1


def test_the_command_with_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["table", "equity", "--hands", "2000", "--set", "target=10"]
    assert run_command(asked) == 0
    shown = capsys.readouterr().out
    for _ in range(2):
        assert run_command([*asked, "--journal", str(tmp_path / "kept.jsonl")]) == 0
        assert capsys.readouterr().out == shown
