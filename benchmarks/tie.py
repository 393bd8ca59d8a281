"""Measure how the sampled walks come to equilibrium on the whole hand of two players.

``python -m benchmarks.tie [CHECKPOINT]`` takes some ten minutes of an idle core, and goes on from
the checkpoint if there is one. NashConv comes from the best replies of the exact half.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

from musodds.solver.duel import make_duel
from musodds.solver.four.two import to_tables, train_two
from musodds.solver.hand_game import hand_game
from musodds.solver.menu import Menu
from musodds.solver.solve import measure

TARGET, FIRST, MOST, STEP = 0.05, 20_000, 4_000_000, 400_000


def run(menu: Menu, checkpoint: Path | None = None) -> None:
    """Train until NashConv is at most 0.05 tantos, and print it on the way."""
    duel = make_duel(menu=menu)
    made, training = hand_game(duel), train_two(duel)
    print(f"{menu}: {made.game.nodes:,} nodes, {made.game.infosets:,} information sets")
    print(f"{'iterations':>12}{'a second':>10}{'seconds':>9}{'NashConv':>10}{'value':>9}{'GB':>7}")
    if checkpoint is not None and checkpoint.exists():
        training.resume(checkpoint)
    training.advance(FIRST - training.done if training.done < FIRST else 2)  # compiles
    start, took = training.done, 0.0
    while training.done < MOST:
        tables = to_tables(training.game, training.average, made)
        found = measure(made.game, tables, training.done)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        rate = (training.done - start) / took if took else 0
        print(
            f"{training.done:12,}{rate:10,.0f}{took:9.0f}"
            f"{found.nash_conv:10.4f}{found.value:+9.4f}{peak:7.2f}",
            flush=True,
        )
        if checkpoint is not None:
            training.save(checkpoint)
        if found.nash_conv <= TARGET:
            break
        now = time.process_time()
        training.advance(min(training.done, STEP))
        took += time.process_time() - now


def main() -> None:
    """Run a small menu and the usual one."""
    run(Menu((2,), (), 0, False))
    run(Menu(), Path(sys.argv[1]) if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
