"""With which hands to cut against a style: in the first round, and when the choice comes again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Unpack

import numpy as np

from .flow import spoken_before
from .jit import Arr
from .lance_table import lance_table
from .policy import paso_order, style_policy, visto_policy
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import parse_seat
from .setup import Sampling, Setup, make_setup
from .simulate import Table, sim_table
from .trials import decisions

FIT_CHUNKS = 16


@cache
def table_of_style(rules: Rules, setup: Setup, visto: bool = False) -> Table:
    """Return what the kernels read when everybody plays the setup's style, or a mus visto."""
    policy_of = visto_policy if visto else style_policy
    policy = policy_of(rules, setup.style, setup.first_hand)
    return sim_table(rules, policy, setup.first_hand)


@cache
def later_cuts(rules: Rules, setup: Setup, place: int) -> tuple[Arr, float]:
    """Return with which hands to cut when the choice comes again, and their share.

    They are the best hands by tantos in paso, as many as do best against the style in a sample
    of deals. Cutting by hand instead gains less than 0.001 tantos, measured for all seats at
    ``cut:0.35``.

    Returns
    -------
    mine : ndarray of bool, shape (max_rounds, hands)
    share : float
        By weight of the dealt hands.
    """
    lances = lance_table(rules)
    space, order = lances.space, paso_order(lances)[0 if setup.first_hand else place]
    table = table_of_style(rules, setup)
    mine = np.tile(table.cut[0, place] >= 0.5, (setup.max_rounds, 1))
    if setup.max_rounds > 1:
        chunks = min(FIT_CHUNKS, setup.chunks(len(spoken_before(rules, place))))
        _, gains = decisions(setup.seed, chunks, place, mine, table)
        best = int(np.argmax(np.concatenate([[0.0], np.cumsum(gains[1:].sum(0)[order])])))
        mine[:] = False
        mine[:, order[:best]] = True
    return mine, float(space.weights[mine[0]].sum() / space.weights.sum())


@dataclass(frozen=True, slots=True, eq=False)
class BestReply:
    """The hands with which a seat should cut against a style.

    Attributes
    ----------
    cut : ndarray of bool, shape (hands,)
    gain : ndarray of float64, shape (hands,)
        Tantos of cutting minus tantos of mus, at the first choice.
    counts : ndarray of int64, shape (hands,)
        Deals behind each gain.
    share : float
        Share of dealt hands that cut.
    """

    cut: Arr
    gain: Arr
    counts: Arr
    share: float


def find_best_reply(
    seat: str | int,
    rules: str | Rules = DEFAULT_RULES,
    **sampling: Unpack[Sampling],
) -> BestReply:
    """Return with which hands a seat should cut against a style, all hands at once.

    Parameters
    ----------
    seat, rules, **sampling
        As in `mus.cut_or_mus`, but for 2 million deals by default. Discards are the style's own.

    Returns
    -------
    BestReply

    Examples
    --------
    >>> 0.5 < find_best_reply("mano", deals=200_000).share < 0.6
    True
    """
    rules, place = load_rules(rules), parse_seat(seat)
    sampling.setdefault("deals", 2_000_000)
    setup = make_setup(**sampling)
    setup.check(rules)
    mine, _ = later_cuts(rules, setup, place)
    table = table_of_style(rules, setup)
    # from a stream of its own: the fit of the later cuts has used the first one
    seed = (int(setup.seed) + 1) % 2**63
    counts, gains = decisions(
        seed, setup.chunks(len(spoken_before(rules, place))), place, mine, table
    )
    weights = lance_table(rules).space.weights
    cut = gains[0] > 0
    return BestReply(
        cut,
        gains[0] / np.maximum(counts[0], 1),
        counts[0],
        float(weights[cut].sum() / weights.sum()),
    )
