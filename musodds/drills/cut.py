"""Questions of topic ``cut``: cut or mus, at a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..choice import Choice, Option
from ..errors import InputError
from ..estimate import Estimate, Worth
from ..exact import Odds, count_odds
from ..flow import spoken_before
from ..lang import _
from ..mus import TooFewAgreed, weigh
from ..numerals import decimal, percent
from ..rules import Rules
from ..seats import SEATS
from ..solved_choice import Goal, weigh_solved, why_not_solved
from ..stand import stand
from ..words import seat_word
from .kinds import Kind, draw_hand
from .levels import IN_GAME, IN_TANTOS
from .question import Figures, NoQuestion, Verdict
from .reasons import why_cut
from .words import cut_word, hold, read_cut, say_throw, stand_at

TRIES = 12  # hands looked at for one question
LOOKS = (1.0, 0.003)  # standard errors at which a hand is given up; at first as few deals as can be
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
        score = (int(rng.integers(rules.target)), int(rng.integers(rules.target)))
        seed = int(rng.integers(2**31))
        try:
            found = _weigh(hand, kind.seat, rules, score, level, seed)
        except TooFewAgreed:
            continue
        if found is not None:
            solved = score if isinstance(found.difference, Worth) else None
            return CutQuestion(kind, level, found, solved)
    raise NoQuestion(kind)


def _weigh(
    hand: str, seat: str, rules: Rules, score: tuple[int, int], level: int, seed: int
) -> Choice | None:
    """Weigh a hand if it is as hard as the level says."""
    rough = stand(hand, seat, rules, seed=seed, deals=DEALS)
    if why_not_solved(rough.asked, rough.setup):
        gap = IN_TANTOS["cut"][level - 1]
        found = weigh(stand(hand, seat, rules, seed=seed, se=gap.se))
        return found if gap.holds(*_gap(found)) else None
    gap = IN_GAME["cut"][level - 1]
    with np.errstate(invalid="ignore", divide="ignore"):  # few deals may all be cut
        for se in LOOKS:
            if se <= gap.se:
                break
            if not gap.may_hold(*_gap(weigh_solved(rough, score, goal=Goal(se, 1)))):
                return None
        found = weigh_solved(rough, score, goal=Goal(gap.se, 4))
    ahead = "cut" if found.difference.decisive[0] >= 0 else "mus"
    return found if gap.holds(*_gap(found)) and ahead == found.advice else None


def _gap(choice: Choice) -> tuple[float, float]:
    gap, se = choice.difference.decisive
    return abs(gap), se
