"""A payoff in which envites of two are opened and accepted by chances: a style that bets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .hands import HandSpace
from .jit import Arr, Int, njit
from .payoff import lance_columns
from .policy import Policy
from .rng import draw_unit, stream

STAKE = 2  # of an envite; refused it brings 1


class _Bets(NamedTuple):
    """What the kernels read."""

    columns: Arr  # (hands, 6), see `payoff.lance_columns`
    bet: Arr  # (5, players, hands) chance to open, by lance, seat and hand
    accept: Arr  # (5, players, hands)
    corrido: Any  # bool: the cutter is mano


@njit
def _opens(row: Arr, mano: Int, lance: Int, plays: Arr, b: _Bets, u: Arr) -> Int:
    """Return how many seats after the mano the one sits that opens, -1 if nobody does."""
    players = len(plays)
    for i in range(players):
        seat = (mano + i) % players
        if plays[i] and u[lance if lance < 4 else 3, i, 0] < b.bet[lance, seat, row[seat]]:
            return i
    return -1


@njit
def _is_accepted(row: Arr, mano: Int, lance: Int, opener: Int, plays: Arr, b: _Bets, u: Arr) -> Int:
    """Return whether a rival of the one who opened accepts; the next one answers first."""
    players = len(plays)
    for k in range(1, players, 2):
        i = (opener + k) % players
        seat = (mano + i) % players
        if plays[i] and u[lance if lance < 4 else 3, i, 1] < b.accept[lance, seat, row[seat]]:
            return True
    return False


@njit
def _lance_tantos(row: Arr, mano: Int, lance: Int, b: _Bets, plays: Arr, u: Arr) -> Int:
    """Tantos of the mano's camp minus the other's in one lance; 4 is punto."""
    players, column = len(plays), min(lance, 3)
    bonus, best, leader, camps = np.zeros(2, np.int64), -1, 0, np.zeros(2, np.int64)
    for i in range(players):
        hand = row[(mano + i) % players]
        tantos = b.columns[hand, column + 2] if column >= 2 and lance < 4 else 1
        plays[i] = tantos > 0
        camps[i & 1] += plays[i]
        bonus[i & 1] += tantos if 2 <= lance < 4 else 0
        if plays[i] and b.columns[hand, column] > best:
            best, leader = b.columns[hand, column], i & 1
    if camps[0] + camps[1] == 0:
        return 0
    opener = _opens(row, mano, lance, plays, b, u) if camps[0] > 0 and camps[1] > 0 else -1
    winner, tantos = leader, 0 if 2 <= lance < 4 else 1
    if opener >= 0:
        if _is_accepted(row, mano, lance, opener, plays, b, u):
            tantos = STAKE + (lance == 4)
        else:
            winner, tantos = opener & 1, 1 + (lance == 4)
    tantos += bonus[winner]
    return tantos if winner == 0 else -tantos


@njit
def _value(ends: Arr, seed: Int, first: Int, b: _Bets, out: Arr) -> None:
    """Value rows; those of one deal share their lots, whatever is drawn and thrown in between."""
    players = b.bet.shape[1]
    plays, u, last = np.zeros(players, np.bool_), np.empty((4, players, 2)), np.int64(-1)
    for r in range(len(ends)):
        if ends[r, players + 3] != last:
            last = np.int64(ends[r, players + 3])
            rng = stream(seed, first + last)
            for lance in range(4):
                for i in range(players):
                    u[lance, i, 0], u[lance, i, 1] = draw_unit(rng), draw_unit(rng)
        row, with_juego, tantos = ends[r], False, 0
        mano = np.int64(row[players]) if b.corrido else np.int64(0)
        for seat in range(players):
            with_juego |= b.columns[row[seat], 5] > 0
        for lance in range(3):
            tantos += _lance_tantos(row, mano, lance, b, plays, u)
        tantos += _lance_tantos(row, mano, 3 if with_juego else 4, b, plays, u)
        out[r] = tantos * (1 - 2 * (mano & 1)) + row[players + 2]


@dataclass(frozen=True, slots=True, eq=False)
class Envites:
    """Envites of two, opened and accepted by the chances of a policy; nobody raises.

    A bet that both rivals refuse brings one tanto at once, and the punto besides; one of them
    accepting is enough.

    Attributes
    ----------
    space : HandSpace
    policy : Policy
        With ``bet`` and ``accept``.
    corrido : bool
        Whether the cutter becomes mano.
    """

    space: HandSpace
    policy: Policy
    corrido: bool = False
    name: str = "bets"

    def __call__(self, ends: Arr, seed: int, chunk: int) -> Arr:
        """Value rows of deals; see `payoff.Payoff`."""
        bet, accept = self.policy.bet, self.policy.accept
        if bet is None or accept is None:
            raise ValueError("a policy that does not bet")
        bets = _Bets(lance_columns(self.space), bet, accept, self.corrido)
        out = np.empty(len(ends))
        # a stream apart from that of the cards
        _value(ends, (seed + 2**62) % 2**63, chunk << 16, bets, out)
        return out
