"""What hands are worth once somebody has cut: the one thing the mus phase does not decide.

A payoff values rows of deals that are over. `Paso` passes every lance; others may bet, or count
chances of winning the game: the simulator, the trials and the advice take any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np

from .hands import HandSpace
from .jit import Arr, Int, njit, njit_bare

# columns of a row after the hands of the players: who cut, rounds of mus played, tantos of the
# mano's camp for pedretes, number of the deal (rows of one deal share what is drawn by lot)
ENDS = ("cutter", "rounds", "pedretes", "deal")


class Payoff(Protocol):
    """Values deals that are over."""

    @property
    def name(self) -> str:
        """What answers call it."""

    def __call__(self, ends: Arr, seed: int, chunk: int) -> Arr:
        """Return the tantos of the first seat's camp minus the other's.

        Parameters
        ----------
        ends : ndarray of int16, shape (rows, players + 4)
            The hand of each seat, then `ENDS`.
        seed, chunk : int
            For a payoff that draws lots: its stream, the same for the same deals.

        Returns
        -------
        ndarray of float64, shape (rows,)
        """


@njit_bare
def leads(lances: Arr, lance: Int, a: Int, b: Int, c: Int, d: Int) -> Int:
    """1 if the pair of the mano wins a lance, else 0; hands in speaking order."""
    ours = max(lances[a, lance] + 3, lances[c, lance] + 1)
    return np.int64(ours > max(lances[b, lance] + 2, lances[d, lance]))


@njit_bare
def paso_tantos(n: Arr, a: Int, b: Int, c: Int, d: Int) -> Int:
    """Tantos of the mano's pair minus the other's with every lance passed."""
    tantos = 2 * (leads(n, 0, a, b, c, d) + leads(n, 1, a, b, c, d)) - 2
    ours, theirs = n[a, 4] + n[c, 4], n[b, 4] + n[d, 4]
    tantos += leads(n, 2, a, b, c, d) * (ours + theirs) - theirs
    # whoever leads the common ranking of juego and punto without a juego has won the punto
    ours, theirs = max(1, n[a, 5] + n[c, 5]), max(1, n[b, 5] + n[d, 5])
    return tantos + leads(n, 3, a, b, c, d) * (ours + theirs) - theirs


@njit_bare
def _paso_four(ends: Arr, n: Arr, corrido: Int, out: Arr) -> None:
    for r in range(len(ends)):
        m = ends[r, 4] if corrido else 0
        i, j, k = (m + 1) & 3, (m + 2) & 3, (m + 3) & 3
        tantos = paso_tantos(n, ends[r, m & 3], ends[r, i], ends[r, j], ends[r, k])
        out[r] = tantos * (1 - 2 * (m & 1)) + ends[r, 6]


@njit
def camp_leads(row: Arr, players: Int, mano: Int, n: Arr, lance: Int) -> Int:
    """1 if the camp of the mano wins a lance, else 0; any even number of players."""
    best, first = -1, 0
    for i in range(players):
        value = n[row[(mano + i) % players], lance]
        if value > best:
            best, first = value, i
    return 1 - (first & 1)


@njit
def _paso_camps(ends: Arr, players: Int, n: Arr, corrido: Int, out: Arr) -> None:
    for r in range(len(ends)):
        m, tantos = ends[r, players] if corrido else 0, 0
        for lance in range(4):
            ours = theirs = 0 if lance == 2 else 1
            if lance >= 2:
                held = np.zeros(2, np.int64)
                for i in range(players):
                    held[i & 1] += n[ends[r, (m + i) % players], lance + 2]
                ours, theirs = max(ours, held[0]), max(theirs, held[1])
            lead = camp_leads(ends[r], players, m, n, lance)
            tantos += lead * (ours + theirs) - theirs
        out[r] = tantos * (1 - 2 * (m & 1)) + ends[r, players + 2]


@cache
def lance_columns(space: HandSpace) -> Arr:
    """Return ranks and tantos by hand: four ranks times four, tantos of pares and of juego.

    Times four leaves room for the seat to break ties. Shape (hands, 6), int16.
    """
    columns = [*(space.rank * 4), space.pares, space.juego]
    return np.stack(columns, axis=1).astype(np.int16)


@dataclass(frozen=True, slots=True)
class Paso:
    """Every lance passed: whole tantos, so sums over deals are exact.

    Attributes
    ----------
    space : HandSpace
    corrido : bool
        Whether the cutter becomes mano.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> hands = [space.index(hand) for hand in ("RRCA", "7654", "CC74", "S764")]
    >>> Paso(space)(np.array([[*hands, 0, 0, 0, 0]], dtype=np.int16), 1, 0)
    array([10.])
    """

    space: HandSpace
    corrido: bool = False
    name: str = "paso"

    def __call__(self, ends: Arr, seed: int, chunk: int) -> Arr:
        """Value rows of deals; see `Payoff`."""
        out, players = np.empty(len(ends)), ends.shape[1] - len(ENDS)
        if players == 4:
            _paso_four(ends, lance_columns(self.space), self.corrido, out)
        else:
            _paso_camps(ends, players, lance_columns(self.space), self.corrido, out)
        return out
