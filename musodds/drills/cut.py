"""Questions of topic ``cut``: cut or mus, at a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..bets import EQUITY_STYLE
from ..choice import Choice, Option
from ..equity_table import find_equity
from ..errors import InputError
from ..estimate import Estimate, Worth
from ..exact import Odds, count_odds
from ..flow import spoken_before
from ..lang import _
from ..mus import TooFewAgreed, weigh
from ..numerals import decimal, percent
from ..review_mus import tanto_worth
from ..rules import Rules
from ..seats import SEATS
from ..solved_choice import Goal, weigh_solved, why_not_solved
from ..stand import stand
from ..standing import Standing
from ..words import seat_word
from .kinds import Kind, draw_hand
from .levels import IN_GAME, IN_TANTOS, Gap
from .question import Figures, NoQuestion, Verdict
from .reasons import why_cut
from .words import cut_word, hold, read_cut, say_throw, stand_at

TRIES = 8  # hands looked at for one question
SCORES = 40  # of which one is chosen
ROUGH, LOOK = (
    1.0,
    0.003,
)  # standard errors at which a hand is given up; first as few deals as can be
DEALS = 120_000  # at most
SHOWN = 6


@dataclass(frozen=True, eq=False)
class CutQuestion:
    """Cut or mus with a hand.

    Attributes
    ----------
    kind : Kind
    level : int
    choice : Choice
    score : tuple of int or None
        Ours and theirs; None where bets are not played out.
    """

    kind: Kind
    level: int
    choice: Choice
    score: tuple[int, int] | None

    @property
    def best(self) -> str:
        """``cut`` or ``mus``."""
        return self.choice.advice

    @cached_property
    def odds(self) -> Odds:
        """The odds of the lances with the hand as dealt."""
        return count_odds(self.choice.asked)

    def lines(self) -> Sequence[str]:
        """Return what is asked."""
        asked = self.choice.asked
        told = [hold(asked)]
        if self.score is not None:
            told.append(stand_at(self.score))
        before = [seat_word(SEATS[seat]) for seat in spoken_before(asked.rules, asked.place)]
        if before:
            told.append(_("Mus so far: {seats}.").format(seats=", ".join(before)))
        return [*told, _("Do you cut, or say mus?")]

    def choices(self) -> str:
        """Return what may be answered."""
        return _("cut (corto, moztu) or mus")

    def read(self, typed: str) -> str:
        """Read ``cut`` or ``mus``."""
        answer = read_cut(typed)
        if answer is None:
            raise InputError(f"'{typed}'", self.choices(), "mus")
        return answer

    def show(self, answer: str) -> str:
        """Return an answer for people."""
        return cut_word(answer)

    def judge(self, answer: str) -> Verdict:
        """Say what an answer costs."""
        from ..discard import rank

        right, gap = answer == self.best, self.choice.difference
        cost, game = Estimate(0.0, 0.0), Estimate(0.0, 0.0)
        if not right:
            sign = 1 if self.best == "cut" else -1
            cost = Estimate(sign * gap.tantos, gap.se)
            game = Estimate(sign * gap.game, gap.game_se) if isinstance(gap, Worth) else game
        reason = why_cut(self.odds, rank(self.choice), self.best == "cut")
        scored = game if self.score is not None else None
        return Verdict(answer, self.best, right, False, cost, scored, reason)

    def figures(self) -> Figures:
        """Return cutting and the best discards."""
        scored = self.score is not None
        heads: tuple[str, ...] = (_("say"), _("tantos"), _("± se"))
        heads += (_("of the game"), _("± se")) if scored else ()
        rows = [self._row(option) for option in self._options()]
        note = _("The others cut and bet as the style '{style}'; {deals} deals.").format(
            style=self.choice.solved or self.choice.setup.style.name, deals=self.choice.deals
        )
        return Figures(heads, tuple(rows), note)

    def _options(self) -> Sequence[Option]:
        found = self.choice
        if found.options:
            return found.options[:SHOWN]
        cut = Option(None, found.cut, found.difference, "")
        return [cut, *(Option(d.throw, d.mus, d.loss, "") for d in found.discards[: SHOWN - 1])]

    def _row(self, option: Option) -> tuple[str, ...]:
        value = option.value
        said = cut_word("cut")
        if option.throw is not None:
            said = f"{cut_word('mus')}, {say_throw(option.throw)}"
        row: tuple[str, ...] = (said, decimal(value.tantos, 2, sign=True), decimal(value.se))
        if isinstance(value, Worth):
            row += (percent(value.game, 1), percent(value.game_se, 1))
        return row

    def to_dict(self) -> dict[str, Any]:
        """Return what tells the question from others."""
        asked = self.choice.asked
        return {
            "hand": str(asked.hand),
            "seat": asked.seat,
            "score": None if self.score is None else list(self.score),
        }


def make_cut(kind: Kind, level: int, rng: np.random.Generator, rules: Rules) -> CutQuestion:
    """Return a question of cut or mus.

    Parameters
    ----------
    kind : Kind
    level : int
    rng : numpy Generator
        Where the hand and the score come from.
    rules : Rules

    Raises
    ------
    NoQuestion
        If none of the hands tried is as hard.
    """
    from ..hands import hand_space

    space = hand_space(rules)
    for _try in range(TRIES):
        hand = space.names[draw_hand(space, kind.hand, rng)]
        asked = stand(hand, kind.seat, rules, seed=int(rng.integers(2**31)), deals=DEALS)
        unsolved = why_not_solved(asked.asked, asked.setup)
        try:
            found = _in_tantos(asked, level) if unsolved else _at_a_score(asked, level, rng)
        except TooFewAgreed:
            continue
        if found is not None:
            return CutQuestion(kind, level, *found)
    raise NoQuestion(kind)


Found = tuple[Choice, tuple[int, int] | None] | None


def _in_tantos(asked: Standing, level: int) -> Found:
    """Weigh a hand with every lance passed, if it is as hard as the level says."""
    gap = IN_TANTOS["cut"][level - 1]
    found = weigh(replace(asked, setup=replace(asked.setup, se=gap.se)))
    return (found, None) if gap.holds(*_gap(found)) else None


def _at_a_score(asked: Standing, level: int, rng: np.random.Generator) -> Found:
    """Weigh a hand at a score at which it is as hard as the level says, if one is found."""
    gap = IN_GAME["cut"][level - 1]
    scores = rng.integers(asked.asked.rules.target, size=(SCORES, 2)).tolist()
    score = (scores[0][0], scores[0][1])
    with np.errstate(invalid="ignore", divide="ignore"):  # few deals may all be cut
        first = weigh_solved(asked, score, goal=Goal(ROUGH, 1))
        if first.in_paso is not None and first.in_paso.tantos < 0:
            return None  # ahead by bluffing alone, which is not advised
        if not gap.may_hold(*_gap(first)):
            other = _likely_score(first, gap, [(us, them) for us, them in scores])
            if other is None:
                return None
            score = other
        if gap.se < LOOK and not gap.may_hold(
            *_gap(weigh_solved(asked, score, goal=Goal(LOOK, 1)))
        ):
            return None
        found = weigh_solved(asked, score, goal=Goal(gap.se, 4))
    ahead = "cut" if found.difference.decisive[0] >= 0 else "mus"
    return (found, score) if gap.holds(*_gap(found)) and ahead == found.advice else None


def _likely_score(
    choice: Choice, gap: Gap, scores: list[tuple[int, int]]
) -> tuple[int, int] | None:
    """Return a score at which the tantos between cutting and mus are about worth the gap."""
    asked = choice.asked
    equity, tantos = find_equity(asked.rules, EQUITY_STYLE), abs(choice.difference.tantos)
    for score in scores:
        worth = tantos * tanto_worth(equity, score, asked.place % 2 == 0)
        if gap.low <= worth < gap.high:
            return score
    return None


def _gap(choice: Choice) -> tuple[float, float]:
    gap, se = choice.difference.decisive
    return abs(gap), se
