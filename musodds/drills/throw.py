"""Questions of topic ``discard``: what to throw once all have said mus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..cards import parse_any_number
from ..discard import DiscardRanking, rank_discards
from ..errors import InputError
from ..estimate import Estimate
from ..exact import Odds, count_odds
from ..lang import _
from ..mus import TooFewAgreed
from ..numerals import decimal, percent
from ..record import kept_of
from ..replay import show_throw
from ..rules import Rules
from .kinds import Kind, draw_hand
from .levels import IN_TANTOS
from .question import Figures, NoQuestion, Verdict
from .reasons import why_throw
from .words import hold, say_throw

TRIES = 12
ROUGH, DEALS = 8_192, 65_536
SHOWN = 6


@dataclass(frozen=True, eq=False)
class ThrowQuestion:
    """What to throw from a hand.

    Attributes
    ----------
    kind : Kind
    level : int
    ranking : DiscardRanking
        In tantos, every lance passed.
    """

    kind: Kind
    level: int
    ranking: DiscardRanking

    @property
    def best(self) -> str:
        """The cards to throw."""
        return self._name(0)

    @cached_property
    def odds(self) -> Odds:
        """The odds of the lances with the hand as dealt."""
        return count_odds(self.ranking.choice.asked)

    def _name(self, place: int) -> str:
        return self.ranking.discards[place].throw

    def lines(self) -> Sequence[str]:
        """Return what is asked."""
        held = hold(self.ranking.choice.asked)
        return [held, _("All four have said mus."), _("What do you throw?")]

    def choices(self) -> str:
        """Return what may be answered."""
        cards = "".join(self.ranking.choice.asked.cards)
        return _("cards of {hand}, such as {cards}").format(hand=cards, cards=cards[2:])

    def read(self, typed: str) -> str:
        """Read cards of the hand, written in any way and order."""
        asked = self.ranking.choice.asked
        try:
            cards = parse_any_number(typed)
        except InputError:
            raise InputError(f"'{typed}'", self.choices(), "54") from None
        if kept_of(asked.hand, cards, asked.rules.deck()) is None:
            raise InputError(f"'{typed}'", self.choices(), "54")
        wanted = show_throw(asked.rules, cards)
        for discard in self.ranking.discards:
            if show_throw(asked.rules, parse_any_number(" ".join(discard.throw))) == wanted:
                return discard.throw
        raise InputError(f"'{typed}'", self.choices(), "54")

    def show(self, answer: str) -> str:
        """Return an answer for people."""
        return say_throw(answer)

    def _place(self, answer: str) -> int:
        return [d.throw for d in self.ranking.discards].index(answer)

    def judge(self, answer: str) -> Verdict:
        """Say what an answer costs, and why the best is better than it, or than the next."""
        place = self._place(answer)
        loss = self.ranking.discards[place].loss
        cost = Estimate(max(0.0, loss.tantos), loss.se)
        near = place > 0 and cost.tantos < IN_TANTOS["discard"][2].low
        reason = why_throw(self.odds, self.ranking, place or 1)
        return Verdict(answer, self.best, place == 0, near, cost, None, reason)

    def figures(self) -> Figures:
        """Return the best discards, and what they make."""
        heads = (_("throw"), _("tantos"), _("± se"), _("loses"), _("pares"), _("juego"))
        rows = []
        for discard in self.ranking.discards[:SHOWN]:
            makes = self.ranking.makes[discard.mask]
            rows.append(
                (
                    discard.throw,
                    decimal(discard.agreed.tantos, 2, sign=True),
                    decimal(discard.agreed.se, 3),
                    decimal(max(0.0, discard.loss.tantos)),
                    percent(makes["pares"], 1),
                    percent(makes["juego"], 1),
                )
            )
        choice = self.ranking.choice
        note = _(
            "Tantos with every lance passed; the others cut and throw as the style '{style}'; "
            "{deals} deals. Pares and juego: how often the new hand has them, exactly."
        ).format(style=choice.setup.style.name, deals=choice.deals)
        return Figures(heads, tuple(rows), note)

    def to_dict(self) -> dict[str, Any]:
        """Return what tells the question from others."""
        asked = self.ranking.choice.asked
        return {"hand": str(asked.hand), "seat": asked.seat}


def make_throw(kind: Kind, level: int, rng: np.random.Generator, rules: Rules) -> ThrowQuestion:
    """Return a question of what to throw; see `cut.make_cut`."""
    from ..hands import hand_space

    space, gap = hand_space(rules), IN_TANTOS["discard"][level - 1]
    for _try in range(TRIES):
        hand = space.names[draw_hand(space, kind.hand, rng)]
        seed = int(rng.integers(2**31))
        try:
            first = rank_discards(hand, kind.seat, rules, seed=seed, deals=ROUGH)
            if not gap.may_hold(*_gap(first)):
                continue
            found = rank_discards(hand, kind.seat, rules, seed=seed, deals=DEALS)
        except TooFewAgreed:
            continue
        if gap.holds(*_gap(found)):
            return ThrowQuestion(kind, level, found)
    raise NoQuestion(kind)


def _gap(ranking: DiscardRanking) -> tuple[float, float]:
    loss = ranking.discards[1].loss
    return loss.tantos, loss.se
