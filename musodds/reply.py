"""The best reply: the policy with which one seat does best against the others' style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from .chunks import map_chunks
from .dealing import Deals, deal_chunk, load, starts
from .draws import ALL
from .estimate import Estimate
from .hands import hand_space
from .jit import Arr, Int, njit_bare
from .payoff import ENDS, Payoff
from .phase_tables import PhaseTable, phase_table
from .policy import Policy, style_policy
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import SEATS, parse_seat
from .setup import CHUNK_DEALS, DEFAULT_DEALS, Sampling, Setup
from .simulate import NO_SEAT, State, Table, cuts, mus_round, new_state, sim_table, write_end
from .standing import payoff_of

GAIN_CHUNKS = 4 * DEFAULT_DEALS // CHUNK_DEALS
REPLY_SE = 0.02  # tantos, of cutting minus mus with each hand


@njit_bare
def _play_chunk(deals: Deals, s: State, t: Table, rounds: Int, ends: Arr) -> None:
    """Play whole phases by a policy and write down the ends."""
    row = 0
    for deal in range(len(ends)):
        load(deals, deal, s)
        r, cutter = np.int64(0), -1
        while cutter < 0 and r < rounds:
            for i in range(len(t.order)):
                if cutter < 0 and cuts(s, t, r, t.order[i]):
                    cutter = t.order[i]
            if cutter < 0:
                mus_round(s, t, r, NO_SEAT)
                r += 1
        row = write_end(s, ends, row, deal, max(cutter, 0), r)


def gain_of(
    rules: Rules, mine: Policy, usual: Policy, seat: int, setup: Setup, payoff: Payoff
) -> Estimate:
    """Return what a table gains for one seat by playing one policy instead of another.

    Both play the same deals; the standard error is that of the differences.

    Parameters
    ----------
    rules : Rules
    mine, usual : Policy
        What all seats do.
    seat : int
        Whose camp the tantos are of.
    setup : Setup
        Seed and rounds of mus.
    payoff : Payoff
    """
    space, players = hand_space(rules), usual.players
    nobody = starts(
        space, [-1] * players, np.zeros(len(space.deck.copies), int), np.ones((players, len(space)))
    )
    tables = [sim_table(rules, policy, setup.first_hand) for policy in (mine, usual)]
    sign = 1 - 2 * (seat & 1)

    def work(chunk: int) -> Arr:
        # a stream that no fit has used
        deals = deal_chunk((setup.seed + 2) % 2**63, chunk, CHUNK_DEALS, 0, nobody, tables[0])
        values = []
        for table in tables:
            ends = np.empty((CHUNK_DEALS, players + len(ENDS)), np.int16)
            _play_chunk(deals, new_state(0, 0, players), table, setup.max_rounds, ends)
            values.append(sign * payoff(ends, setup.seed, chunk))
        gain = values[0] - values[1]
        return np.array([len(gain), gain.sum(), (gain**2).sum()])

    count, total, squares = np.sum(map_chunks(work, GAIN_CHUNKS), axis=0)
    return Estimate.of(int(count), float(total), float(squares))


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """The best reply of a seat to a style.

    Attributes
    ----------
    seat : int
    policy : Policy
        The others play the style, the seat its reply.
    table : PhaseTable
        What the reply was found from.
    gain : Estimate
        Tantos a hand that the seat's camp gains by it, against all playing the style.
    """

    seat: int
    policy: Policy
    table: PhaseTable
    gain: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.reply/1``."""
        setup = self.table.setup
        return {
            "schema": "musodds.reply/1",
            "rules": self.table.rules.name,
            "seat": SEATS[self.seat],
            "share": float(self.table.share()[0]),
            "gain": self.gain.to_dict(),
            "style": setup.style.name,
            "payoff": payoff_of(self.table.rules, setup).name,
            "max_rounds": setup.max_rounds,
            "method": "monte-carlo",
            "se": setup.se,
            "seed": setup.seed,
        }


def best_policy(
    seat: str | int,
    rules: str | Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
    **sampling: Unpack[Sampling],
) -> Reply:
    """Return the cuts and discards with which a seat of four does best against a style.

    Every hand is weighed as in `mus.cut_or_mus`. In later rounds the seat does as in the first,
    which is the best it can do up to the last rounds, that are hardly ever reached.

    Parameters
    ----------
    seat : str or int
    rules : str or Rules, default "naipera"
    progress : callable, optional
        Told the share done, 0 to 1.
    **sampling
        As in `setup.Setup`; by default every hand at a standard error of 0.02 tantos.

    Returns
    -------
    Reply
    """
    rules, place = load_rules(rules), parse_seat(seat)
    if not any(sampling.get(name) for name in ("se", "deals", "seconds")):
        sampling["se"] = REPLY_SE
    table = phase_table(rules, [SEATS[place]], progress, **sampling)
    setup = table.setup
    usual = style_policy(rules, setup.style, setup.first_hand)
    cut, discard = usual.cut.copy(), usual.discard.copy()
    cut[:, place] = table.cuts[0]
    discard[:, place] = np.arange(ALL + 1) == table.values["best"][0][:, None]
    policy = Policy(cut, discard, usual.bet, usual.accept)
    gain = gain_of(rules, policy, usual, place, setup, payoff_of(rules, setup))
    return Reply(place, policy, table, gain)
