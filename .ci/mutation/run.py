"""Mutate modules with cosmic-ray and say which mutants their tests let live.

``python .ci/mutation/run.py rules hands --sample 150`` works on a copy of the last commit.
Only mutants of type annotations are left out, since no test runs those.
"""

import argparse
import ast
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import WorkerOutcome, WorkResult

ROOT = Path(__file__).parents[2]
MUS_PHASE = "not mus and not numba and not keeps and not thrown and not four_cards"
SMALL_DECKS = "every_hand_has_pares or each_partner"
# module: what the tests are selected by, the environment they need
TESTS = {
    "rules": ("tests/test_rule_fields.py", {}),
    "hands": ('tests/test_hands.py tests/test_deck_rules.py -k "not odds and not wins_juego"', {}),
    "scoring": (
        "tests/test_scoring_vectors.py tests/test_cli_score.py tests/test_rules_of_naipera.py "
        "tests/test_rules_of_ehmf.py tests/test_rules_of_ffm.py tests/test_rules_of_el_mus.py "
        f'-k "{MUS_PHASE}"',
        {},
    ),
    "exact": ("-p steady_kernels tests/test_odds_found.py", {}),
    # kernels as plain Python: compiling every mutant takes longer than decks of 17 cards
    "pairs": (f'tests/test_exact.py -k "{SMALL_DECKS}"', {"NUMBA_DISABLE_JIT": "1"}),
    "counting": (f'tests/test_exact.py -k "{SMALL_DECKS}"', {"NUMBA_DISABLE_JIT": "1"}),
}
OPTIONS = '-x -q -p no:cacheprovider -o addopts= -m "not slow and not long"'
CONFIG = """
[cosmic-ray]
module-path = "musodds/{module}.py"
timeout = {timeout}
excluded-modules = []
test-command = '''{python} -m pytest {options} {tests}'''
[cosmic-ray.distributor]
name = "local"
"""


def annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the annotations of a module begin and end."""
    nodes = ast.walk(ast.parse(source))
    noted = [getattr(node, field, None) for node in nodes for field in ("annotation", "returns")]
    return [
        ((n.lineno, n.col_offset), (n.end_lineno, n.end_col_offset)) for n in noted if n is not None
    ]


def choose(session: Path, source: str, sample: int, seed: int) -> tuple[int, int]:
    """Leave out annotations and all but a sample; return how many there are and were chosen."""
    spans = annotations(source)
    with use_db(session) as db:
        items = [
            item
            for item in db.work_items
            if not any(first <= item.mutations[0].start_pos <= last for first, last in spans)
        ]
        chosen = random.Random(seed).sample(items, min(sample, len(items)))
        kept = {item.job_id for item in chosen}
        for item in list(db.work_items):
            if item.job_id not in kept:
                db.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))
    return len(items), len(chosen)


def mutate(module: str, sample: int, seed: int, timeout: float) -> str:
    """Run the mutants of a module on a copy of the last commit; return the report."""
    with tempfile.TemporaryDirectory(prefix=f"mutate-{module}-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(tree)], check=True)
        tests, more = TESTS[module]
        path = os.pathsep.join([str(tree), str(tree / ".ci" / "mutation")])
        # without plugins pytest starts in a third of the time
        environment = os.environ | {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        # by CI hypothesis knows that no test may fail by chance or for being slow
        environment |= {"CI": "true", "PYTHONDONTWRITEBYTECODE": "1"} | more

        def run(*command: str) -> None:
            subprocess.run(command, cwd=tree, env=environment, check=True)

        config, session = Path(folder) / "config.toml", Path(folder) / "session.sqlite"
        config.write_text(
            CONFIG.format(
                module=module,
                timeout=timeout,
                python=sys.executable,
                options=OPTIONS,
                tests=tests,
            )
        )
        run("cosmic-ray", "baseline", str(config))
        run("cosmic-ray", "init", str(config), str(session))
        source = (tree / "musodds" / f"{module}.py").read_text("utf-8")
        mutants, chosen = choose(session, source, sample, seed)
        run("cosmic-ray", "exec", str(config), str(session))
        with use_db(session) as db:
            done = {job: r for job, r in db.results if r.worker_outcome != WorkerOutcome.SKIPPED}
        alive = [result.diff for result in done.values() if not result.is_killed]
    killed = chosen - len(alive)
    head = f"{module}: {chosen} of {mutants} mutants, {killed} killed, {killed / chosen:.1%}"
    return "\n".join([head, *(diff or "" for diff in alive), ""])


def main() -> None:
    """Read the command line, mutate, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(TESTS))
    parser.add_argument("--sample", type=int, default=10**6, help="mutants of each module")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for a mutant")
    parser.add_argument("--jobs", type=int, default=1, help="modules at a time")
    asked = parser.parse_args()
    with ThreadPoolExecutor(asked.jobs) as pool:
        for report in pool.map(
            lambda module: mutate(module, asked.sample, asked.seed, asked.timeout), asked.modules
        ):
            print(report, flush=True)


if __name__ == "__main__":
    main()
