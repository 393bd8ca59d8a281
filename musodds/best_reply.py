"""With which hands to cut against a style: in the first round, and when the choice comes again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Unpack

import numpy as np

from .dealing import Start, starts
from .errors import InputError
from .flow import spoken_before
from .hands import hand_space
from .jit import Arr
from .lance_table import lance_table
from .lang import _
from .policy import hand_order
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import parse_seat
from .setup import Sampling, Setup, make_setup
from .simulate import Table
from .standing import payoff_of, table_of_style
from .trials import decisions

FIT_CHUNKS = 32
# by hands spread evenly about the line, root of (sqrt(2) - 1): the chances of the normal law vary
# so much less than its signs
SMOOTHED = (2**0.5 - 1) ** 0.5
LENT = 10  # deals of common spread lent to each hand: a few that end alike are not sure


def _start(rules: Rules, table: Table, place: int) -> Start:
    """Return deals in which the seats before one have said mus, its own hand not known."""
    space, players = hand_space(rules), len(table.order)
    accept = np.ones((players, len(space)))
    for seat in spoken_before(rules, place, players):
        accept[seat] -= table.cut[0, seat]
    nobody = [-1] * players
    return starts(space, nobody, np.zeros(len(space.deck.copies), int), accept, not rules.pedrete)


@cache
def later_cuts(rules: Rules, setup: Setup, place: int, players: int = 4) -> tuple[Arr, float]:
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
    table, space = table_of_style(rules, setup, players), hand_space(rules)
    order = hand_order(rules, players)[0 if setup.first_hand else place]
    mine = np.tile(table.cut[0, place] >= 0.5, (setup.max_rounds, 1))
    if setup.max_rounds > 1:
        start, payoff = _start(rules, table, place), payoff_of(rules, setup, players)
        _, gains, _ = decisions(setup.seed, FIT_CHUNKS, place, mine, start, table, payoff)
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
    gain, se : ndarray of float64, shape (hands,)
        Tantos of cutting minus tantos of mus, at the first choice, and its standard error.
    counts : ndarray of int64, shape (hands,)
        Deals behind each gain.
    share : float
        Share of dealt hands that cut.
    """

    cut: Arr
    gain: Arr
    se: Arr
    counts: Arr
    share: float

    def share_se(self, weights: Arr) -> float:
        """Return the standard error of the share: hands near the line may fall on either side.

        Parameters
        ----------
        weights : ndarray of int64, shape (hands,)
            How often each hand is dealt.
        """
        cuts = self._chances()
        return float(np.sqrt(weights**2 @ (cuts * (1 - cuts))) / weights.sum())

    def expected_share(self, weights: Arr) -> tuple[float, float]:
        """Return the share with hands near the line counted by their chance to lie above it.

        It is surer than ``share``, by a third of the standard error.

        Parameters
        ----------
        weights : ndarray of int64, shape (hands,)
            How often each hand is dealt.

        Returns
        -------
        share, se : float
        """
        return float(self._chances() @ weights / weights.sum()), SMOOTHED * self.share_se(weights)

    def _chances(self) -> Arr:
        """Return the chance that each hand truly gains by cutting."""
        return np.asarray(np.vectorize(NormalDist().cdf)(self.gain / self.se))


def _means(counts: Arr, sums: Arr, squares: Arr) -> tuple[Arr, Arr]:
    """Return the means of the hands, 0 of a hand never met, and their standard errors."""
    met = np.maximum(counts, 1)
    mean = sums / met
    spread = np.maximum(squares - sums * mean, 0)  # summed squares about the mean
    common = spread.sum() / counts.sum()
    return mean, np.sqrt((spread + LENT * common) / (met + LENT) / met)


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
    if setup.has_goal:
        raise InputError(
            _("a best reply to se or seconds"), _("a number of deals"), "deals=2_000_000"
        )
    mine, __ = later_cuts(rules, setup, place)
    table = table_of_style(rules, setup)
    # from a stream of its own: the fit of the later cuts has used the first one
    seed, payoff = (int(setup.seed) + 1) % 2**63, payoff_of(rules, setup)
    counts, gains, squares = (
        each[0]
        for each in decisions(
            seed, setup.chunks, place, mine, _start(rules, table, place), table, payoff
        )
    )
    weights, cut = lance_table(rules).space.weights, gains > 0
    gain, se = _means(counts, gains, squares)
    return BestReply(cut, gain, se, counts, float(weights[cut].sum() / weights.sum()))
