"""With which hands to cut against a style: in the first round, and when the choice comes again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Unpack

import numpy as np

from .jit import Arr
from .lance_table import lance_table
from .policy import paso_order, style_policy
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import parse_seat
from .setup import Sampling, Setup, make_setup
from .simulate import Table, sim_table
from .trials import decisions

FIT_CHUNKS = 16


@cache
def table_of_style(rules: Rules, share: float) -> Table:
    """Return what the kernels read when everybody cuts with his best ``share`` of hands."""
    return sim_table(lance_table(rules).space, style_policy(rules, share))


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
    space, order = lances.space, paso_order(lances)[place]
    style = style_policy(rules, setup.style.share).cut[0, place] >= 0.5
    mine = np.tile(style, (setup.max_rounds, 1))
    if setup.max_rounds > 1 and setup.style.share < 1:
        table = table_of_style(rules, setup.style.share)
        chunks = min(FIT_CHUNKS, setup.chunks(place))
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
    mine, _ = later_cuts(rules, setup, place)
    table = table_of_style(rules, setup.style.share)
    # from a stream of its own: the fit of the later cuts has used the first one
    counts, gains = decisions(setup.seed + 1, setup.chunks(place), place, mine, table)
    weights = lance_table(rules).space.weights
    cut = gains[0] > 0
    return BestReply(
        cut,
        gains[0] / np.maximum(counts[0], 1),
        counts[0],
        float(weights[cut].sum() / weights.sum()),
    )
