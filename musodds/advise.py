"""All about one hand: cut or mus, what to throw, and the odds behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Unpack

from .cards import Hand
from .choice import Choice
from .discard import DiscardRanking, rank
from .exact import Odds, count_odds
from .mus import weigh
from .pedrete import pedrete_key
from .rules import DEFAULT_RULES, Rules
from .stand import More, stand
from .standing import Standing


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do with a hand before the betting, and why.

    Attributes
    ----------
    odds : Odds
        In a first hand with mus corrido those of the mano, whom cutting makes the asker.
    choice : Choice
    ranking : DiscardRanking
    """

    odds: Odds
    choice: Choice
    ranking: DiscardRanking

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
            **pedrete_key(self.choice.pedrete),
            **self.choice.provenance(),
        }


def advise(standing: Standing) -> Advice:
    """Advise on how things stand; see `advise_hand`."""
    choice, asked, seen = weigh(standing), standing.asked, standing.seen
    if standing.setup.first_hand:  # cutting makes one mano
        return Advice(count_odds(replace(asked, place=0)), choice, rank(choice))
    return Advice(
        count_odds(asked, evidence=seen if asked.players == 4 else None), choice, rank(choice)
    )


def advise_hand(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
    **more: Unpack[More],
) -> Advice:
    """Advise a player on his hand: cut or mus, what to throw, the odds of the lances.

    Parameters
    ----------
    hand, seat, rules, partner, **more
        As in `mus.cut_or_mus`.

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
    return advise(stand(hand, seat, rules, partner, **more))
