"""The rules of thumb of some tables, and the rules that people play by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...hands import LANCE_NAMES
from ...jit import Arr
from .content import Number
from .data import Data, Decision
from .fit import (
    KEEPERS,
    Count,
    KeepRule,
    Rule,
    canonical,
    learn_any,
    learn_count,
    learn_keeps,
    learn_step,
    masks_of,
)
from .traits import Step, ladder, takes_part, traits

ALL_SEATS = -1


@dataclass(eq=False)
class Thumbs:
    """What is learned on the tables, and measured on them.

    Attributes
    ----------
    data : Data
    """

    data: Data

    # ------------------------------------------------------------ cut or mus

    @cached_property
    def cut_worth(self) -> Arr:
        """Weighted tantos of cutting over mus, shape (4, hands)."""
        return np.asarray(self.data.weight * self.data.phase.values["difference"][..., 0])

    @cached_property
    def cut_rules(self) -> tuple[Rule, ...]:
        """The list of traits with which each seat cuts."""
        offer = traits(self.data.space)
        return tuple(learn_any(offer, worth) for worth in self.cut_worth)

    @cached_property
    def cut_count(self) -> Count:
        """The points with which each seat cuts."""
        return learn_count(self.data.space, self.cut_worth)

    @cached_property
    def people_cut(self) -> Arr:
        """The simple rule: cut with juego, medias or duples."""
        space = self.data.space
        return np.asarray((space.juego > 0) | (space.pares > 1))

    def cut_cost(self, seat: int, yes: Arr, key: str) -> Number:
        """Return what cutting so costs against the table, in tantos a hand.

        All hands are sampled with the same numbers: their errors may all have one sign.
        """
        phase, weight = self.data.phase, self.data.weight
        differs = phase.cuts[seat] != yes
        gap, se = np.moveaxis(phase.values["difference"][seat], -1, 0)
        cost = float((weight * differs * np.abs(gap)).sum())
        return Number(
            cost, f"cut/{seat}/{key}/cost", float((weight * differs * se).sum()), "hundred"
        )

    def cut_right(self, seat: int, yes: Arr, key: str) -> Number:
        """Return the share of dealt hands with which cutting so agrees with the table."""
        right = self.data.phase.cuts[seat] == yes
        return self.data.decided(seat, right, f"{seat}/{key}/right")

    # ------------------------------------------------------------ what to keep

    @cached_property
    def says_mus(self) -> Arr:
        """Weight of the hands that say mus, and are agreed with, by seat, shape (4, hands)."""
        phase = self.data.phase
        return np.asarray(self.data.weight * ~phase.cuts * phase.values["p_agreed"])

    @cached_property
    def loss(self) -> Arr:
        """Tantos and their error by seat, hand and mask kept, shape (4, hands, 16, 2)."""
        found = self.data.phase.values["loss"]
        same = canonical(self.data.space, ~np.isnan(found[0, :, :, 0]))
        hands = np.arange(len(same))[:, None]
        rows = found[:, hands, np.maximum(same, 0)]
        rows[:, same < 0] = np.nan
        return np.asarray(rows)

    @cached_property
    def keep_rule(self) -> KeepRule:
        """One list for all seats."""
        weight = self.says_mus.sum(0)
        lost = (self.loss[..., 0] * self.says_mus[..., None]).sum(0)
        mean = np.divide(lost, weight[:, None], out=np.zeros_like(lost), where=weight[:, None] > 0)
        mean[np.isnan(self.loss[0, :, :, 0])] = np.nan
        return learn_keeps(self.data.space, traits(self.data.space), mean, weight)

    @cached_property
    def people_keep(self) -> Arr:
        """The simple rule: keep the pares and the kings; the mask by hand."""
        space = self.data.space
        mask = masks_of(space, KEEPERS["kings and repeated"])
        return np.where(mask < 0, masks_of(space, KEEPERS["all but the lowest"]), mask)

    def keep_cost(self, mask: Arr, key: str) -> tuple[Number, Number]:
        """Return how often such a discard is the best, and what it costs a round of mus.

        Weighed by the hands that say mus, all seats alike.
        """
        weight = self.says_mus / self.says_mus.sum()
        hands = np.arange(len(mask))
        lost = self.loss[:, hands, mask]
        best = lost[..., 0] <= 0
        cost = float((weight * lost[..., 0]).sum())
        se = float((weight * np.where(best, 0, lost[..., 1])).sum())
        doubt = weight * np.minimum(lost[..., 1] / np.maximum(lost[..., 0], 1e-9), 1)
        right = Number(
            float((weight * best).sum()), f"keep/{key}/right", float((doubt**2).sum() ** 0.5 / 2)
        )
        return right, Number(cost, f"keep/{key}/cost", se, "hundred")

    # ------------------------------------------------------------ bets

    @cached_property
    def steps(self) -> dict[tuple[str, int, str], Step]:
        """From what hand on to bet, or to accept, by kind, seat and lance."""
        found = {}
        for lance in LANCE_NAMES:
            stairs = ladder(self.data.space, lance)
            for kind in ("bet", "accept"):
                for seat in range(4):
                    made = self.data.decision(kind, seat, lance)
                    found[kind, seat, lance] = learn_step(stairs, made.worth())
        return found

    def people_accept(self, seat: int, lance: str) -> Arr:
        """Return the simple rule: accept with what wins half of the deals or more."""
        from .by_heart import chances

        fought, won, _tantos = chances(self.data, lance)
        half = np.divide(won, fought, out=np.zeros_like(won), where=fought > 0)[seat] >= 0.5
        return np.asarray(half & takes_part(self.data.space, lance))

    def bet_cost(
        self, kind: str, lance: str, yes: dict[int, Arr], key: str
    ) -> tuple[Number, Number]:
        """Return how often such a rule decides as the table, and its cost a hand and seat."""
        made = {seat: self.data.decision(kind, seat, lance) for seat in yes}
        comes = sum(d.by_batch.sum(1) for d in made.values())
        agrees = sum((d.by_batch * (yes[s] == d.chosen())).sum(1) for s, d in made.items())
        right = np.asarray(agrees) / np.asarray(comes)
        cost, se = joint_cost([(made[seat], yes[seat]) for seat in yes])
        name = f"{kind}/{lance}/{key}"
        return (
            Number(float(right.mean()), f"{name}/right", _error(right)),
            Number(cost / len(yes), f"{name}/cost", se / len(yes), "hundred"),
        )


def joint_cost(decided: list[tuple[Decision, Arr]]) -> tuple[float, float]:
    """Return the cost of several decisions together, with the error that the batches show."""
    total = sum(np.asarray(decision.cost_by_batch(yes)) for decision, yes in decided)
    each = np.asarray(total)
    return float(each.mean()), _error(each)


def _error(each: Arr) -> float:
    """Return the standard error of a mean over batches."""
    return float(each.std(ddof=1) / len(each) ** 0.5)
