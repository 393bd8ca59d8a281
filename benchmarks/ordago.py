"""What an accepted órdago is worth in tantos, over a whole game.

Run as ``python -m benchmarks.ordago``. The solver counts tantos and takes an accepted órdago for a
fixed number of them; winning the game is worth as many tantos as one tanto goes into it, and that
changes with the score. Hands are played by the shipped strategy from 0-0 on; each hand counts by
how often its score comes about.
"""

from __future__ import annotations

import argparse

import numpy as np

from musodds.equity_table import find_equity
from musodds.induction import Hands, _ending
from musodds.jit import Arr, Int, njit_bare
from musodds.rules import load_rules
from musodds.solver.four.payments import sample_hands
from musodds.strategies import ORDAGO, find_strategy


@njit_bare
def _visit(paid: Arr, ordago: Arr, weights: Arr, target: Int, out: Arr) -> None:
    """Fill in how many hands of a game begin at each score, the mano's pair first."""
    out[0, 0] = 1.0
    for total in range(2 * target - 1):
        for a in range(max(0, total - target + 1), min(total, target - 1) + 1):
            here = out[a, total - a]
            for k in range(len(weights)):
                end = _ending(paid[k], ordago[k], a, total - a, target)
                if end >= 2:
                    out[(end - 2) % target, (end - 2) // target] += here * weights[k]


def hands_by_score(hands: Hands, target: int) -> Arr:
    """Return how many hands of a game begin at each score."""
    out, counts = np.zeros((target, target)), hands.counts.sum(0)
    _visit(hands.paid, hands.ordago, counts / counts.sum(), np.int64(target), out)
    return out


def worth_in_a_game(name: str, hands: int) -> tuple[float, float]:
    """Return how many hands a game has, and what an accepted órdago is worth in tantos."""
    rules, equity = load_rules(name), find_equity(name)
    strategy, size = find_strategy(rules, "usual").strategy, range(rules.target)
    often = hands_by_score(sample_hands(strategy, strategy, hands, 1), rules.target)
    worth = np.array([[equity.at(a, b, True).ordago.value for b in size] for a in size])
    # a tanto is worth 1 / worth of the game: the mean of that is what a hand is played for
    return float(often.sum()), float(often.sum() / (often / worth).sum())


def main() -> None:
    """Print a line for each table that ships."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=20_000)
    hands = parser.parse_args().hands
    print(f"the solver takes {ORDAGO:g}; hands a game, and an accepted órdago in tantos:")
    for name in ("naipera", "ehmf"):
        often, worth = worth_in_a_game(name, hands)
        print(f"  {name}: {often:.2f} hands, {worth:.1f} tantos")


if __name__ == "__main__":
    main()
