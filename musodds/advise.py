"""All about one hand: cut or mus, what to throw, the lances, and the odds behind it.

Bets are played out as solved where a strategy is kept for the game; elsewhere every lance is
passed, or the style says how it is bet. With a score the chance of winning the game decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

from .at_score import KEPT, SOLVE
from .bet_answer import score_told
from .cards import Hand
from .choice import Choice
from .discard import DiscardRanking, rank
from .errors import InputError
from .exact import Odds, count_odds
from .lang import _
from .mus import weigh
from .pedrete import pedrete_key
from .rules import DEFAULT_RULES, Rules
from .solved_choice import LATER_ROUND, PARTNER_CUTS, partner_cuts, weigh_solved, why_not_solved
from .stand import More, stand
from .standing import Standing

if TYPE_CHECKING:
    from .lance_advice import LanceAdvice


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do with a hand before the betting, and why.

    Attributes
    ----------
    odds : Odds
        In a first hand with mus corrido those of the mano, whom cutting makes the asker.
    choice : Choice
    ranking : DiscardRanking
    lances : tuple of LanceAdvice
        What to do in each lance if one cuts now; none where bets are not played out.
    score : tuple of int or None
        Ours and theirs.
    why_not : str
        Why bets are not played out; empty if they are.
    """

    odds: Odds
    choice: Choice
    ranking: DiscardRanking
    lances: tuple[LanceAdvice, ...] = ()
    score: tuple[int, int] | None = None
    why_not: str = ""

    @property
    def advice(self) -> str:
        """``cut`` or ``mus``."""
        return self.choice.advice

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.advise/1``."""
        return {
            "schema": "musodds.advise/1",
            **self.choice.asked.to_dict(),
            "advice": self.advice,
            "throw": self.choice.discards[0].throw,
            "mus": self.choice.to_dict(),
            "discard": self.ranking.to_dict(),
            "odds": self.odds.to_dict(),
            "lances": {lance.lance: lance.to_dict() for lance in self.lances},
            "score": score_told(self.score),
            "solved_at": score_told(self.choice.solved_at),
            "bets": self.choice.solved or None,
            "not_played_out": self.why_not or None,
            **pedrete_key(self.choice.pedrete),
            **self.choice.provenance(),
        }


def why_not(standing: Standing) -> str:
    """Return why bets are not played out, as the subject of a sentence; empty if they are."""
    if standing.played.rounds:
        return LATER_ROUND
    reason = why_not_solved(standing.asked, standing.setup)
    return reason or (PARTNER_CUTS if partner_cuts(standing) else "")


def advise(
    standing: Standing, score: tuple[int, int] | None = None, at_score: str = KEPT
) -> Advice:
    """Advise on how things stand; see `advise_hand`."""
    asked, setup, seen = standing.asked, standing.setup, standing.seen
    reason = why_not(standing)
    if reason:
        if score is not None:
            raise InputError(
                _("score {ours}-{theirs}: {reason} not played out").format(
                    ours=score[0], theirs=score[1], reason=_(reason)
                ),
                _("no score"),
                "musodds advise RRCA --score 22-31",
            )
        choice = weigh(standing)
        mano = replace(asked, place=0) if setup.first_hand else asked  # cutting makes one mano
        told = seen if asked.players == 4 and not setup.first_hand else None
        return Advice(count_odds(mano, evidence=told), choice, rank(choice), why_not=reason)
    from .lance_advice import Deal, advise_lances

    choice = weigh_solved(standing, score, at_score=at_score)
    odds = count_odds(asked, evidence=seen)
    # what was solved for the mus phase is there for the lances
    way = KEPT if at_score == SOLVE else at_score
    deal = Deal(choice.solved, score, setup.deals, setup.seed, way)
    return Advice(odds, choice, rank(choice), advise_lances(asked, odds.lances, seen, deal), score)


def advise_hand(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
    *,
    score: tuple[int, int] | None = None,
    at_score: str = KEPT,
    **more: Unpack[More],
) -> Advice:
    """Advise a player on his hand: cut or mus, what to throw, what to do in the lances.

    Parameters
    ----------
    hand, seat, rules, partner, **more
        As in `mus.cut_or_mus`.
    score : tuple of int, optional
        Ours and theirs; then the chance of winning the game decides.
    at_score : str
        As in `bet_answer.BetQuestion`.

    Returns
    -------
    Advice

    Raises
    ------
    InputError
        If something cannot be read or sampled.

    Examples
    --------
    >>> advise_hand("RRCA", "mano", deals=20_000).advice
    'cut'
    """
    return advise(stand(hand, seat, rules, partner, **more), score, at_score)
