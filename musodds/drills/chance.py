"""Questions of topic ``odds``: which of two chances is nearer that of winning a lance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from ..errors import InputError
from ..exact import Odds, count_odds
from ..hands import LANCES
from ..lance_advice import lances_of
from ..lang import _
from ..numerals import percent
from ..rules import Rules
from ..seats import plain
from ..situation import Situation, ask
from ..words import lance_word
from .kinds import Kind, draw_hand
from .levels import IN_ODDS
from .question import Figures, NoQuestion, Verdict
from .words import hold

TRIES = 40


@dataclass(frozen=True, eq=False)
class ChanceQuestion:
    """How often our pair wins a lance.

    Attributes
    ----------
    kind : Kind
    level : int
    odds : Odds
        Exact, over all deals.
    lance : str
    offered : tuple of float
        The chances A and B, in whole percents.
    """

    kind: Kind
    level: int
    odds: Odds
    lance: str
    offered: tuple[float, float]

    @property
    def truth(self) -> float:
        """The exact chance."""
        return float(self.odds.lances[self.lance]["win"] or 0)

    @property
    def best(self) -> str:
        """``A`` or ``B``."""
        a, b = (abs(chance - self.truth) for chance in self.offered)
        return "A" if a <= b else "B"

    def lines(self) -> Sequence[str]:
        """Return what is asked."""
        lance = lance_word(self.lance)
        if self.lance in ("pares", "juego"):
            question = _("In how many of all deals does your pair win {lance}, alone or not?")
        elif self.lance == "punto":
            question = _("In how many of all deals is {lance} played and won by your pair?")
        else:
            question = _("In how many of all deals does your pair win {lance}?")
        a, b = (percent(chance) for chance in self.offered)
        return [
            hold(self.odds.asked),
            _("Nothing is known of the others."),
            question.format(lance=lance),
            f"A: {a}    B: {b}",
        ]

    def choices(self) -> str:
        """Return what may be answered."""
        return _("A or B")

    def read(self, typed: str) -> str:
        """Read ``A`` or ``B``."""
        word = plain(typed).strip(" .:").upper()
        if word not in ("A", "B"):
            raise InputError(f"'{typed}'", self.choices(), "A")
        return word

    def show(self, answer: str) -> str:
        """Return an answer for people."""
        return f"{answer} ({percent(self.offered['AB'.index(answer)])})"

    def judge(self, answer: str) -> Verdict:
        """Say whether an answer is right; no tantos are lost by it."""
        return Verdict(answer, self.best, answer == self.best, False, None, None, self._reason())

    def _reason(self) -> str:
        chances, lance = self.odds.lances[self.lance], lance_word(self.lance)
        told = {"exact": percent(self.truth, 1), "lance": lance}
        if self.lance == "punto":
            text = _(
                "Exactly {exact}: punto is played in {played} of deals, and {won} of those are "
                "yours."
            )
            told["played"] = percent(chances["played"] or 0, 1)
            told["won"] = percent(chances["win_if_played"] or 0, 1)
        elif self.lance in ("pares", "juego"):
            text = _(
                "Exactly {exact}: in {alone} of deals only your pair has {lance}, in {both} both "
                "pairs do, and {won} of those are yours."
            )
            both, won = chances["contested"] or 0, chances["win_if_contested"] or 0
            told["both"], told["won"] = percent(both, 1), percent(won, 1)
            told["alone"] = percent(self.truth - both * won, 1)
        else:
            text = _(
                "Exactly {exact}: in {lance} your hand is better than {beaten} of all others, but "
                "there are two rivals, and a partner."
            )
            told["beaten"] = percent(share_beaten(self.odds.asked, self.lance), 1)
        return text.format(**told)

    def figures(self) -> Figures:
        """Return the chances of all lances."""
        rows = tuple(
            (lance_word(lance), percent(chances["win"] or 0, 1))
            for lance, chances in self.odds.lances.items()
        )
        note = _("Exact, over all deals; what only your pair holds counts as won.")
        return Figures((_("lance"), _("won")), rows, note)

    def to_dict(self) -> dict[str, Any]:
        """Return what tells the question from others."""
        asked = self.odds.asked
        return {
            "hand": str(asked.hand),
            "seat": asked.seat,
            "lance": self.lance,
            "offered": list(self.offered),
        }


def share_beaten(asked: Situation, lance: str) -> float:
    """Return the share of the hands another seat may hold that are worse in a lance, exactly.

    Examples
    --------
    >>> share_beaten(ask("RRRR"), "grande") == 1 - 1 / 58905, share_beaten(ask("AAAA"), "grande")
    (True, 0.0)
    """
    space, hand = asked.space, asked.known[asked.place]
    left = np.array(space.deck.copies) - space.counts[hand]
    rank = space.rank[LANCES.index(lance)]
    weights = [
        np.prod([comb(int(n), int(k)) for n, k in zip(left, row, strict=True)])
        for row in space.counts
    ]
    worse = sum(int(w) for w, r in zip(weights, rank, strict=True) if r < rank[hand])
    return worse / sum(map(int, weights))


def make_chance(kind: Kind, level: int, rng: np.random.Generator, rules: Rules) -> ChanceQuestion:
    """Return a question of odds; see `cut.make_cut`."""
    from ..hands import hand_space

    space, gap = hand_space(rules), IN_ODDS[level - 1]
    for _try in range(TRIES):
        hand = draw_hand(space, kind.hand, rng)
        found = count_odds(ask(space.names[hand], kind.seat, rules))
        lances = lances_of(found.asked)
        lance = lances[int(rng.integers(len(lances)))]
        truth = float(found.lances[lance]["win"] or 0)
        off = float(rng.uniform(gap.low, gap.high)) * (1 if rng.random() < 0.5 else -1)
        right, wrong = round(truth, 2), round(truth + off, 2)
        if not 0.01 <= wrong <= 0.99 or abs(wrong - right) < gap.low - 0.01:
            continue
        offered = (right, wrong) if rng.random() < 0.5 else (wrong, right)
        return ChanceQuestion(kind, level, found, lance, offered)
    raise NoQuestion(kind)
