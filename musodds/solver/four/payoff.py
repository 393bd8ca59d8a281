"""What hands are worth when their bets are played by a solved strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import InputError
from ...jit import Arr, Int, njit_bare
from ...lang import _
from ...payoff import ENDS
from ...rng import draw
from .game import Deck, Trees
from .mus_game import KEYS
from .play import Player, PlayWork, new_play_work, play_bets, player_of
from .strategy import Strategy

PLAYERS = 4
_STREAM = 2**61  # apart from that of the cards


@njit_bare
def _value(
    ends: Arr, number: Arr, d: Deck, t: Trees, ordago: Any, p: Player, w: PlayWork,
    key: Int, out: Arr,
) -> None:  # fmt: skip
    """Play the bets of each row once; rows of one deal share their lots, lance by lance."""
    for r in range(len(ends)):
        for seat in range(PLAYERS):
            w.hands[seat] = number[ends[r, seat]]
        w.rng[0] = np.uint64(key) + np.uint64(ends[r, 7])
        w.rng[0] = draw(w.rng)
        way = min(ends[r, 5], KEYS - 1) * PLAYERS + ends[r, 4]
        out[r] = play_bets(d, t, ordago, p, p, np.int64(0), way, w) + ends[r, 6]


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Every seat bets by a solved strategy, in the knowledge of who cut.

    Each row is played once with the moves drawn by lot.

    Attributes
    ----------
    strategy : Strategy
    name : str

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import always_paso
    >>> from musodds.solver.four.game import make_game
    >>> rules = load_rules("naipera")
    >>> hands = [hand_space(rules).index(hand) for hand in ("RRCA", "7654", "CC74", "S764")]
    >>> passed = Solved(always_paso(make_game(rules)))
    >>> passed(np.array([[*hands, 0, 0, 0, 0]], dtype=np.int16), 1, 0)
    array([10.])
    """

    strategy: Strategy
    name: str = "solved"

    def __call__(self, ends: Arr, seed: int, chunk: int) -> Arr:
        """Value rows of deals; see `musodds.payoff.Payoff`."""
        if ends.shape[1] != PLAYERS + len(ENDS):
            raise InputError(
                _("{players} players with solved bets").format(players=ends.shape[1] - len(ENDS)),
                _("four players"),
                "--players 4",
            )
        made, out = self.strategy, np.empty(len(ends))
        if made.mus.rounds == 0:  # solved without the mus phase: it does not matter who cut
            ends = ends.copy()
            ends[:, 4:6] = 0
        # chunks of deals are numbered on from each other
        key = np.int64((seed + _STREAM) % 2**62 + (chunk << 16))
        work, game = new_play_work(made.game, 0), made.game
        _value(
            ends, game.number, game.deck, game.trees, np.float32(game.ordago), player_of(made),
            work, key, out,
        )  # fmt: skip
        return out
