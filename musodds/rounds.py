"""How many rounds of mus a table plays, who cuts, and what is held before and after each."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from .chunks import map_chunks
from .dealing import Start, deal_accepted, starts
from .errors import InputError
from .estimate import Estimate
from .hands import HandSpace, hand_space
from .jit import Arr, Int, njit_bare
from .lang import _
from .makes import MAKES, made
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import IN_CAMPS, seats_of
from .setup import CHUNK_DEALS, Sampling, Setup, make_setup
from .simulate import NO_SEAT, State, Table, cuts, mus_round, new_state
from .standing import table_of_style

HOLDS = (*MAKES, "three kings", "two aces")
FEW = 2000  # deals, below which nothing is said of the hands


@njit_bare
def _who_cuts(s: State, t: Table, round_: Int) -> Int:
    """Return the first who cuts, -1 if nobody does."""
    for i in range(len(t.order)):
        if cuts(s, t, round_, t.order[i]):
            return t.order[i]
    return -1


@njit_bare
def _rounds_chunk(
    s: State, t: Table, b: Start, reached: Arr, went_on: Arr, ended: Arr, deals: Int
) -> None:
    """Play whole phases; count hands by round, seat and hand, and ends by rounds and cutter."""
    players, last = len(t.order), len(reached) - 1
    for __ in range(deals):
        deal_accepted(s, t, b)
        for r in range(last + 1):
            for seat in range(players):
                reached[r, seat, s.hands[seat]] += 1
            cutter = _who_cuts(s, t, r) if r < last else 0  # in the end the mano must
            if cutter >= 0:
                ended[r, cutter] += 1
                break
            for seat in range(players):
                went_on[r, seat, s.hands[seat]] += 1
            mus_round(s, t, r, NO_SEAT)


def _held(space: HandSpace) -> Arr:
    """Return which of HOLDS each hand holds, shape (hands, 8)."""
    names = space.deck.names
    kings, aces = (space.counts[:, names.index(card)] for card in "RA")
    return np.column_stack([made(space), kings >= 3, aces >= 2]).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """How many rounds of mus are played, and what is held before and after each.

    Attributes
    ----------
    rules : Rules
    setup : Setup
    players : int
    ended : ndarray of int64, shape (rounds + 1, players)
        Deals by rounds of mus played and by who cuts; in the last row the mano must.
    reached, went_on : ndarray of int64, shape (chunks, rounds + 1, players, 8)
        Hands that hold each of HOLDS after so many rounds: all, and those given up in mus.
    deals : ndarray of int64, shape (chunks, rounds + 1, 2)
        Deals that came to this, and that went on.
    elapsed_s : float
    """

    rules: Rules
    setup: Setup
    players: int
    ended: Arr
    reached: Arr
    went_on: Arr
    deals: Arr
    elapsed_s: float

    def played(self) -> list[Estimate]:
        """Return the share of deals with 0, 1, 2, ... rounds of mus."""
        n = int(self.ended.sum())
        return [Estimate.of(n, int(row), int(row)) for row in self.ended.sum(1)]

    def cutters(self) -> Arr:
        """Return the share of deals by rounds and by who cuts, shape (rounds + 1, players)."""
        return np.asarray(self.ended / self.ended.sum())

    def holds(self, rounds: int, given_up: bool = False, seat: int | None = None) -> list[Estimate]:
        """Return the chance of each of HOLDS after so many rounds of mus.

        Parameters
        ----------
        rounds : int
        given_up : bool, default False
            Only where all then say mus.
        seat : int, optional
            All seats together by default. Their hands are of one deck, so the standard error is
            taken from the spread between chunks of deals.
        """
        counts = (self.went_on if given_up else self.reached)[:, rounds]
        held = counts.sum(1) if seat is None else counts[:, seat]
        hands = self.deals[:, rounds, int(given_up)] * (self.players if seat is None else 1)
        total, chunks = hands.sum(), len(hands)
        found = []
        for column in held.T:
            p = column.sum() / max(total, 1)
            spread = float(((column - p * hands) ** 2).sum())
            found.append(Estimate(float(p), float(np.sqrt(spread * chunks / (chunks - 1)) / total)))
        return found

    def rows(self) -> list[dict[str, Any]]:
        """Return what is held as dealt, and before and after each round of mus that is played."""
        rows, last = [("as dealt", 0, False)], len(self.ended) - 1
        for r in range(last):
            rows += [(f"before mus {r + 1}", r, True), (f"after mus {r + 1}", r + 1, False)]
        total = self.deals[:, 0, 0].sum()
        return [
            {
                "when": when,
                "share": float(self.deals[:, r, int(given_up)].sum() / total),
                **dict(zip(HOLDS, self.holds(r, given_up), strict=True)),
            }
            for when, r, given_up in rows
            if self.deals[:, r, int(given_up)].sum() >= FEW
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.rounds/1``."""
        names = seats_of(self.players)
        return {
            "schema": "musodds.rounds/1",
            "rules": self.rules.name,
            "players": self.players,
            "rounds": [
                {
                    "rounds": r,
                    "p": share.tantos,
                    "se": share.se,
                    "cutter": dict(zip(names, self.cutters()[r].tolist(), strict=True)),
                }
                for r, share in enumerate(self.played())
            ],
            "hands": [
                {
                    name: {"p": value.tantos, "se": value.se}
                    if isinstance(value, Estimate)
                    else value
                    for name, value in row.items()
                }
                for row in self.rows()
            ],
            "style": self.setup.style.name,
            "max_rounds": self.setup.max_rounds,
            "method": "monte-carlo",
            "deals": int(self.ended.sum()),
            "seed": self.setup.seed,
            "elapsed_s": self.elapsed_s,
        }


def play_rounds(
    rules: str | Rules = DEFAULT_RULES, players: int = 4, **sampling: Unpack[Sampling]
) -> Rounds:
    """Play whole mus phases by a style and count rounds and hands.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    players : int, default 4
        2, 4 or 6.
    **sampling
        As in `setup.Setup`: style, deals, max_rounds, seed.

    Returns
    -------
    Rounds

    Examples
    --------
    >>> found = play_rounds(style="usual", deals=100_000)
    >>> 0.84 < found.played()[0].tantos < 0.86
    True
    """
    began, rules, setup = time.perf_counter(), load_rules(rules), make_setup(**sampling)
    if players not in IN_CAMPS or rules.deal != "mus":
        raise InputError(
            _("{players} players of {rules}").format(players=players, rules=rules.name),
            _("a mus of two, four or six"),
            "4",
        )
    space, table = hand_space(rules), table_of_style(rules, setup, players)
    held, stages = _held(space), setup.max_rounds + 1
    start = starts(
        space, [-1] * players, np.zeros(len(space.deck.copies), int), np.ones((players, len(space)))
    )

    def work(chunk: int) -> tuple[Arr, Arr, Arr, Arr]:
        reached, went_on = np.zeros((2, stages, players, len(space)), np.int64)
        ended = np.zeros((stages, players), np.int64)
        state = new_state(setup.seed, chunk, players)
        _rounds_chunk(state, table, start, reached, went_on, ended, CHUNK_DEALS)
        deals = np.stack([reached[:, 0].sum(1), went_on[:, 0].sum(1)], axis=1)
        return ended, reached @ held, went_on @ held, deals

    done = map_chunks(work, setup.chunks)
    ended, reached, went_on, deals = (np.stack(part) for part in zip(*done, strict=True))
    return Rounds(
        rules, setup, players, ended.sum(0), reached, went_on, deals, time.perf_counter() - began
    )
