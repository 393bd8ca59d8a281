"""Sample the comparison of cutting with discards for a question, chunk by chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .best_reply import later_cuts
from .flow import spoken_before
from .sample import Sample
from .setup import DEFAULT_DEALS
from .simulate import Table
from .standing import Standing
from .trials import Asked, Moments, compare


def _partner_says_mus(standing: Standing, table: Table) -> float:
    """Return the chance that a known partner who speaks after the asker says mus."""
    asked, place = standing.asked, (standing.asked.place + 2) % 4
    if asked.partner is None or place in spoken_before(asked.rules, asked.place):
        return 1.0
    return 1.0 - float(table.cut[0, place, asked.known[place]])


class Sampler:
    """Samples the comparison of a standing, chunk by chunk."""

    def __init__(self, standing: Standing) -> None:
        asked, setup = standing.asked, standing.setup
        self.setup, self.place = setup, asked.place
        self.table, self.start, self.skip = standing.table, standing.start(), standing.skip
        self.payoff, self.partner = standing.payoff, _partner_says_mus(standing, self.table)
        self.exact_cut = standing.exact_cut()
        # blocks of four in the stock: over so many redraws each card of it is ours once
        stock = int(self.start.left.sum()) - 4 * int((self.start.known < 0).sum())
        self.redraws = max(1, stock // 4)
        # a visto comes before the rounds of mus that are counted
        later = replace(setup, max_rounds=setup.max_rounds + standing.visto)
        # the same whatever the precision asked for, so that it is fitted once
        plain = replace(later, se=None, seconds=None, deals=DEFAULT_DEALS)
        self.mine, self.later_share = later_cuts(asked.rules, plain, self.place, asked.players)

    def play(self, masks: Sequence[int], chunks: range, stratified: bool) -> list[Moments]:
        """Return the moments of some chunks of deals."""
        redraws = self.redraws if stratified else 1
        asked = Asked(self.place, np.array(masks), self.mine, redraws, self.skip)
        return compare(self.setup.seed, chunks, asked, self.start, self.table, self.payoff)

    def sample(self, moments: list[Moments]) -> Sample:
        """Return what moments add up to."""
        return Sample(moments, self.partner, self.exact_cut)
