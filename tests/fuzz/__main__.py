"""Fuzz under atheris: ``python -m tests.fuzz rules record --seconds 60``, or ``all``."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

FOUND = Path(__file__).parent / "found"
# whose branches guide the fuzzer; none of them has kernels, which cannot be instrumented
READERS = (
    "array_file", "cards", "checkpoint", "cli.batch", "cli.guided_seen", "clues", "conditions",
    "config", "drills.ranking", "drills.results", "equity_table", "job_journal", "match",
    "notation", "penalties", "pending", "played", "policy_file", "ranges", "record_check",
    "record_lances", "record_reader", "rules", "seats", "sena_words", "sightings",
    "solver.four.asking", "solver.four.files", "solver.four.lock", "solver.four.solution",
    "solver.menu", "stones", "style", "style_file", "style_lines", "text_file", "toml_reader",
)  # fmt: skip


def _options() -> argparse.Namespace:
    told = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    told.add_argument("targets", nargs="+", metavar="TARGET", help="names of targets, or all")
    told.add_argument("--seconds", type=int, default=60, help="for each of them")
    told.add_argument("--inside", help=argparse.SUPPRESS)
    return told.parse_args()


def _fuzz(name: str, folder: Path, seconds: int) -> None:
    """Fuzz in this process, which ends with the first failure."""
    import atheris

    with atheris.instrument_imports(include=[f"musodds.{module}" for module in READERS]):
        from .targets import check, targets

        target = targets()[name]
        check(target, target.seeds[0])  # imports what it needs
    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for number, seed in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    words = folder / "words"
    lines = (json.dumps("".join(f"\\x{b:02x}" for b in w.encode())) for w in target.words)
    words.write_text("".join(line.replace("\\\\", "\\") + "\n" for line in lines))
    atheris.Setup(
        [
            sys.argv[0], f"-max_total_time={seconds}", "-max_len=4096", "-timeout=20",
            "-rss_limit_mb=2048", f"-artifact_prefix={folder}/failure-", "-print_final_stats=1",
            *([f"-dict={words}"] if target.words else []), str(corpus),
        ],
        lambda data: check(target, data),
    )  # fmt: skip
    atheris.Fuzz()


def _run(name: str, seconds: int) -> tuple[int, str]:
    """Fuzz in a process of its own; return the inputs tried and the failure, if any."""
    with tempfile.TemporaryDirectory(prefix="musodds-fuzz-") as folder:
        command = [sys.executable, "-m", __package__, name, "--seconds", str(seconds)]
        done = subprocess.run(
            [*command, "--inside", folder], capture_output=True, check=False, errors="replace"
        )
        tried = re.findall(r"number_of_executed_units: (\d+)|#(\d+)\s", done.stderr)
        count = max((int(a or b) for a, b in tried), default=0)
        failure = ""
        for path in Path(folder).glob("failure-*"):
            kept = FOUND / name / path.name.rpartition("-")[2][:12]
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(path.read_bytes())
            failure = f"{kept}\n{_why(name, path.read_bytes())}"
        if done.returncode and not failure:
            failure = done.stderr[-3000:]
        return count, failure


def _why(name: str, data: bytes) -> str:
    """Return in what an input ends."""
    from .targets import check, targets

    try:
        check(targets()[name], data)
    except Exception:
        return traceback.format_exc(limit=-3)
    return "it takes too long, or too much memory"


def main() -> int:
    """Run targets, and say how many inputs were tried; 1 if something failed."""
    given = _options()
    if given.inside:
        _fuzz(given.targets[0], Path(given.inside), given.seconds)
        return 0
    from .targets import targets

    names = list(targets()) if given.targets == ["all"] else given.targets
    code = 0
    for name in names:
        tried, failure = _run(name, given.seconds)
        print(f"{name}: {tried:,} inputs, {'a failure' if failure else 'no failure'}", flush=True)
        if failure:
            print(failure, flush=True)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
