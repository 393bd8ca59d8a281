"""What a player remembers of the earlier lances, as tables.

How a lance was bet has nine outcomes: nobody bet (or the lance was not played), or the seat that
bet last and whether it was refused. Every memory is a function of those outcomes; lances of which
it keeps nothing lie in one line for it. Those that keep something of every earlier lance forget in
order; `pair`, `bettor` and `wide` forget what was bet before as soon as somebody bets again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ...errors import InputError
from ...jit import Arr
from ...lang import _
from .tree import NO_BET, OUTCOMES

LANCES = 4
Summary = tuple[Any, ...]
Step = Callable[[Summary, int, int], Summary]


def _pair(outcome: int) -> int:
    """Return 0 where nobody bet, 1 for the pair of the mano, 2 for the other."""
    return 0 if outcome == NO_BET else 1 + (outcome - 1) // 2 % 2


def _nothing(summary: Summary, lance: int, outcome: int) -> Summary:
    return ()


def _last_pair(summary: Summary, lance: int, outcome: int) -> Summary:
    return summary if outcome == NO_BET else (_pair(outcome),)


def _last_bettor(summary: Summary, lance: int, outcome: int) -> Summary:
    return summary if outcome == NO_BET else (outcome,)


def _wide(summary: Summary, lance: int, outcome: int) -> Summary:
    """Last bettor and refused or not; then which pair was aggressive in grande and in chica."""
    last, pairs = (summary[0], summary[1:]) if summary else (NO_BET, (0, 0))
    if lance < 2:
        pairs = (_pair(outcome), 0) if lance == 0 else (pairs[0], _pair(outcome))
    return (last if outcome == NO_BET else outcome, *pairs)


def _pairs(summary: Summary, lance: int, outcome: int) -> Summary:
    return (*summary, _pair(outcome))


def _before(summary: Summary, lance: int, outcome: int) -> Summary:
    """Of the lance before, bettor and refused or not; of those before it, which pair."""
    return (*summary[:-1], *map(_pair, summary[-1:]), outcome)


def _whole(summary: Summary, lance: int, outcome: int) -> Summary:
    return (*summary, outcome)


_KINDS: dict[str, tuple[Step, str]] = {
    "nothing": (_nothing, "nothing of the earlier lances"),
    "pair": (_last_pair, "the pair that was aggressive last"),
    "bettor": (
        _last_bettor,
        "of the last lance that was bet, who bet last and whether he was refused",
    ),
    "wide": (
        _wide,
        "as 'bettor', and which pair was aggressive in grande and in chica",
    ),
    "pairs": (_pairs, "of every earlier lance, which pair was aggressive last"),
    "before": (
        _before,
        "of the lance before, who bet last and whether he was refused, and of those before it "
        "which pair was aggressive last",
    ),
    "whole": (_whole, "of every earlier lance, who bet last and whether he was refused"),
}
DEFAULT_MEMORY = "bettor"


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """A memory as tables.

    Attributes
    ----------
    name : str
    sizes : tuple of int
        Summaries that can be met at grande, chica, pares and juego.
    step : ndarray of int64, shape (3, most summaries, 9)
        The summary at the next lance, by lance, summary and outcome.
    """

    name: str
    sizes: tuple[int, ...]
    step: Arr

    def describe(self) -> str:
        """Return what is remembered."""
        return _KINDS[self.name][1]


def _function(name: str) -> Step:
    try:
        return _KINDS[name][0]
    except KeyError:
        raise InputError(
            _("memory '{name}'").format(name=name), ", ".join(_KINDS), DEFAULT_MEMORY
        ) from None


def _met(step: Step) -> tuple[list[dict[Summary, int]], list[dict[tuple[Summary, int], Summary]]]:
    """Give numbers to the summaries met at each lance, and list every step."""
    places: list[dict[Summary, int]] = [{(): 0}]
    steps: list[dict[tuple[Summary, int], Summary]] = []
    for lance in range(LANCES - 1):
        after = {(s, o): step(s, lance, o) for s in places[-1] for o in range(OUTCOMES)}
        steps.append(after)
        places.append({s: i for i, s in enumerate(dict.fromkeys(after.values()))})
    return places, steps


@cache
def memory(name: str = DEFAULT_MEMORY) -> Memory:
    """Return a memory by name.

    Examples
    --------
    >>> memory("bettor").sizes, memory("wide").sizes, memory("before").sizes
    ((1, 9, 9, 9), (1, 9, 33, 73), (1, 9, 27, 81))
    """
    places, steps = _met(_function(name))
    table = np.zeros((LANCES - 1, max(map(len, places)), OUTCOMES), dtype=np.int64)
    for lance, after in enumerate(steps):
        for (summary, outcome), new in after.items():
            table[lance, places[lance][summary], outcome] = places[lance + 1][new]
    return Memory(name, tuple(map(len, places)), table)


@cache
def projection(fine: str, coarse: str) -> Arr:
    """Return the summary of a coarse memory for each one of a finer memory.

    Returns
    -------
    ndarray of int64, shape (4, most summaries of the finer one)

    Raises
    ------
    InputError
        If the finer memory does not tell what the coarse one keeps.

    Examples
    --------
    >>> projection("bettor", "pair")[1].tolist()
    [0, 1, 1, 2, 2, 1, 1, 2, 2]
    """
    wide, narrow = _met(_function(fine))[0], _met(_function(coarse))[0]
    table = np.zeros((LANCES, max(map(len, wide))), dtype=np.int64)
    both: dict[Summary, Summary] = {(): ()}
    for lance in range(LANCES):
        for s, c in both.items():
            table[lance, wide[lance][s]] = narrow[lance][c]
        if lance < LANCES - 1:
            pairs = [
                (_function(fine)(s, lance, o), _function(coarse)(c, lance, o))
                for s, c in both.items()
                for o in range(OUTCOMES)
            ]
            both = dict(pairs)
            if len(set(pairs)) > len(both):
                raise InputError(
                    _("memory '{fine}' for strategies that remember '{coarse}'").format(
                        fine=fine, coarse=coarse
                    ),
                    _("one that remembers at least as much"),
                    "wide",
                )
    return table
