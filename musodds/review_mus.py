"""Grade who cut, who said mus and what was thrown.

In the first round all bets are played out, by the chance of winning the game; later ones are
weighed in tantos, each taken at what it is worth at the score.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .choice import Choice
from .equity import Chance, Equity
from .errors import InputError
from .estimate import Estimate, Worth
from .lang import _
from .mus import weigh
from .replay import CUT, Decision
from .rules import Rules
from .seats import SEATS
from .setup import make_setup
from .situation import Situation
from .stand import stand_on
from .standing import Standing
from .style import parse_style
from .verdict import BY_ROLLOUT, BY_TANTO, Ungraded, Verdict


def tanto_worth(equity: Equity, score: tuple[int, int], mano: bool) -> float:
    """Return what a tanto won rather than lost adds to the chance of winning the game, by halves.

    Parameters
    ----------
    equity : Equity
    score : tuple of int
        Ours-theirs, in the hand that is played.
    mano : bool
        Whether ours is the pair of its mano; in the next hand it is the other pair's.

    Examples
    --------
    >>> from musodds.equity_table import find_equity
    >>> round(tanto_worth(find_equity("naipera"), (20, 20), True), 3)
    0.027
    """
    us, them = score
    ours, theirs = (equity.chances(*s, not mano)[0] for s in ((us + 1, them), (us, them + 1)))
    return float(ours - theirs) / 2


def _ahead(difference: Estimate) -> Estimate:
    """Return by how much the better of two ways is ahead."""
    sign = 1 if difference.decisive[0] >= 0 else -1
    tantos = sign * difference.tantos, difference.se
    if isinstance(difference, Worth):
        return Worth(*tantos, sign * difference.game, difference.game_se)
    return Estimate(*tantos)


@dataclass(frozen=True)
class MusGrader:
    """Judges decisions of the mus phase against a table that plays a style.

    Attributes
    ----------
    rules : Rules
    style : str
        How the others cut, with the discards and the bets solved.
    equity : Equity
    deals, seed : int
    """

    rules: Rules
    style: str
    equity: Equity
    deals: int
    seed: int
    weighed: dict[tuple[int, int, int], Choice] = field(default_factory=dict, repr=False)

    def __call__(self, decision: Decision) -> Verdict:
        """Grade a decision.

        Raises
        ------
        Ungraded
            If what was thrown before is not known, or the style hardly ever comes so far.
        """
        choice = self._weigh(decision)
        loss, best = (self._cut if decision.kind == CUT else self._discard)(choice, decision)
        if isinstance(loss, Worth):
            return Verdict(best, loss, Chance(max(loss.game, 0.0), loss.game_se), BY_ROLLOUT)
        worth = tanto_worth(self.equity, decision.score, decision.seat % 2 == 0)
        game = Chance(min(max(loss.tantos, 0.0) * worth, 1.0), loss.se * worth)
        return Verdict(best, loss, game, BY_TANTO)

    def _weigh(self, decision: Decision) -> Choice:
        known = decision.known
        if None in known.thrown:
            raise Ungraded(_("own cards thrown are not written"))
        rounds = len(known.thrown)
        threw = {
            SEATS[seat]: [row[seat] for row in known.threw]
            for seat in range(len(SEATS))
            if rounds and seat != decision.seat
        }
        setup = make_setup(style=self.style, deals=self.deals, seed=self.seed)
        setup = replace(setup, max_rounds=max(setup.max_rounds, rounds + 1))
        asked = Situation(decision.hand, decision.seat, self.rules)
        key = decision.number, decision.seat, rounds  # what to throw is weighed with mus already
        try:
            if key not in self.weighed:
                seen = stand_on(asked, setup, thrown=map(str, known.thrown), threw=threw)
                self.weighed[key] = self._choose(seen, decision)
            return self.weighed[key]
        except InputError as error:
            raise Ungraded(error.what) from None

    def _choose(self, standing: Standing, decision: Decision) -> Choice:
        return weigh(standing)

    @staticmethod
    def _cut(choice: Choice, decision: Decision) -> tuple[Estimate, str]:
        ahead = choice.difference.decisive[0] >= 0
        if decision.did == choice.advice or ahead == (decision.did == CUT):
            scored = isinstance(choice.difference, Worth)
            return Worth(0.0, 0.0, 0.0, 0.0) if scored else Estimate(0.0, 0.0), choice.advice
        return _ahead(choice.difference), choice.advice

    def _discard(self, choice: Choice, decision: Decision) -> tuple[Estimate, str]:
        asked = choice.asked
        names = asked.space.deck.names
        classes = asked.space.deck.classes_of(asked.hand)

        def thrown(mask: int) -> str:
            return "throw " + "".join(names[c] for i, c in enumerate(classes) if not mask >> i & 1)

        found = {thrown(d.mask): d for d in choice.discards}
        return found[decision.did].loss, thrown(choice.discards[0].mask)


@dataclass(frozen=True)
class PlayedMusGrader(MusGrader):
    """The same, with all bets of the first round played out as `musodds advise` does.

    Attributes
    ----------
    table : str
        How the others cut where bets are played out: ``usual``, ``equilibrium``, ``cut:x``.
    """

    table: str = "usual"

    def _choose(self, standing: Standing, decision: Decision) -> Choice:
        from .solved_choice import weigh_solved, why_not_solved

        played = replace(standing, setup=replace(standing.setup, style=parse_style(self.table)))
        if decision.known.thrown or why_not_solved(played.asked, played.setup):
            return weigh(standing)
        return weigh_solved(played, decision.score)
