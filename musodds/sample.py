"""What the deals of a comparison add up to: means with their standard errors.

For each deal there are the tantos when cutting and those of mus with each discard, played on the
same cards. All estimates are means of sums of these, so one matrix of sums and products holds all
there is to know. Where the exact value of cutting is known, the luck of the deals that shows in it
is taken out of the others (a control variate).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .estimate import Estimate
from .jit import Arr
from .trials import Moments

ONE, CUT, FIRST = 0, 1, 2  # features: 1, cutting, then mus with each discard


def _unify(moments: Moments, partner: float) -> Arr:
    """Return the products of 1, cutting and mus over all deals, agreed or not.

    ``partner`` is the chance that a partner who was not asked says mus too.
    """
    size = len(moments.agreed)
    other, agreed = np.zeros((size, 3)), partner * np.eye(size)
    other[ONE, 0], other[CUT, 1], other[FIRST:, 2] = 1, 1, 1
    agreed[ONE, ONE] = agreed[CUT, CUT] = 1
    agreed[FIRST:, CUT] = 1 - partner
    return np.asarray(other @ moments.other @ other.T + agreed @ moments.agreed @ agreed.T)


def _mean(sums: Arr, weights: Arr, control: float | None = None) -> Estimate:
    """Return the mean of a sum of features, corrected by what cutting is exactly worth."""
    n, totals, shift = sums[ONE, ONE], sums[ONE], 0.0
    if n < 2:
        return Estimate(float("nan"), float("nan"))
    if control is not None:
        covariances = sums - np.outer(totals, totals) / n
        slope = weights @ covariances[CUT] / max(covariances[CUT, CUT], 1e-12)
        weights = weights.copy()
        weights[CUT] -= slope
        shift = slope * control
    return Estimate.of(int(n), float(weights @ totals), float(weights @ sums @ weights)).plus(shift)


@dataclass(frozen=True, eq=False)
class Sample:
    """The deals of a comparison.

    Attributes
    ----------
    moments : sequence of Moments
        One for each chunk of deals.
    partner : float
        Chance that a known partner who speaks after the asker says mus.
    exact_cut : float, optional
        Exact tantos of cutting.
    """

    moments: Sequence[Moments]
    partner: float = 1.0
    exact_cut: float | None = None

    @cached_property
    def _chunks(self) -> Arr:
        return np.stack([_unify(part, self.partner) for part in self.moments])

    @cached_property
    def _sums(self) -> Arr:
        return np.asarray(self._chunks.sum(0))

    @cached_property
    def _agreed(self) -> Arr:
        return np.asarray(np.sum([part.agreed for part in self.moments], axis=0))

    @property
    def deals(self) -> int:
        """Deals sampled."""
        return int(self._sums[ONE, ONE])

    @property
    def agreed_deals(self) -> int:
        """Those in which all say mus."""
        return int(self._agreed[ONE, ONE])

    @property
    def p_agreed(self) -> float:
        """Chance that all say mus."""
        return self.partner * self.agreed_deals / self.deals

    @property
    def ran_out(self) -> float:
        """Share of deals in which the stock had run out before the question."""
        return sum(part.new_stocks for part in self.moments) / self.deals

    def best(self) -> int:
        """Return which discard is best."""
        return int(self._agreed[ONE, FIRST:].argmax())

    def _weights(self, cut: float = 0.0, discard: int | None = None, mus: float = 0.0) -> Arr:
        weights = np.zeros(len(self._sums))
        weights[CUT] = cut
        if discard is not None:
            weights[FIRST + discard] = mus
        return weights

    def cut(self) -> Estimate:
        """Return what cutting is worth."""
        if self.exact_cut is not None:
            return Estimate(self.exact_cut, 0.0)
        return _mean(self._sums, self._weights(cut=1))

    def mus(self, discard: int) -> Estimate:
        """Return what saying mus is worth with one discard."""
        return _mean(self._sums, self._weights(discard=discard, mus=1), self.exact_cut)

    def difference(self, discard: int) -> Estimate:
        """Return cutting minus mus with one discard, from the differences deal by deal."""
        weights = self._weights(cut=1, discard=discard, mus=-1)
        return _mean(self._sums, weights, self.exact_cut)

    def agreed(self, discard: int) -> Estimate:
        """Return what a discard is worth once all have said mus."""
        return _mean(self._agreed, self._weights(discard=discard, mus=1))

    def loss(self, best: int, discard: int) -> Estimate:
        """Return what one discard brings more than another, from the differences deal by deal."""
        weights = self._weights(discard=best, mus=1)
        weights[FIRST + discard] -= 1
        return _mean(self._agreed, weights)

    def chosen(self) -> tuple[Estimate, Estimate]:
        """Return mus, and cutting minus mus, with the discard that is best.

        It is chosen on one half of the chunks and valued on the other, so that the best of many
        is not flattered.
        """
        sums = np.zeros((FIRST + 1, FIRST + 1))
        for half in (0, 1):
            others = [m.agreed for m in self.moments[1 - half :: 2]]
            best = int(np.sum(others, axis=0)[ONE, FIRST:].argmax())
            some = [ONE, CUT, FIRST + best]
            sums += self._chunks[half::2].sum(0)[np.ix_(some, some)]
        mus = _mean(sums, np.array([0.0, 0, 1]), self.exact_cut)
        return mus, _mean(sums, np.array([0.0, 1, -1]), self.exact_cut)
