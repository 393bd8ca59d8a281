"""What to do in each lance with a hand that cuts: speaking first, and facing an envite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .at_score import KEPT
from .bets import BetAdvice, BetQuestion, advise_bet
from .errors import InputError
from .evidence import Evidence
from .notation import Act, Move
from .seats import SEATS
from .situation import Situation

DEALS = 16_384  # of each question
ENVIDO = 2


@dataclass(frozen=True, slots=True, eq=False)
class LanceAdvice:
    """A lance, once the asker has cut.

    Attributes
    ----------
    lance : str
    win : float
        How often our pair wins it, of all deals.
    first : BetAdvice or None
        What to say where all before him passed; None where no such deal was found.
    rival : str
        The first rival who speaks: before the asker, or after his paso.
    facing : BetAdvice or None
        What to answer to an envido of 2 of that rival.
    """

    lance: str
    win: float
    first: BetAdvice | None
    rival: str
    facing: BetAdvice | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: as ``bet``, with the answer to an envido beside it."""
        facing = None if self.facing is None else self.facing.to_dict()
        first = {} if self.first is None else self.first.to_dict()
        return first | {"win": self.win, "if_bet": {"by": self.rival, "bet": facing}}


def lances_of(asked: Situation) -> tuple[str, ...]:
    """Return the lances that a hand may bet in.

    Examples
    --------
    >>> from musodds.situation import ask
    >>> lances_of(ask("RRCA")), lances_of(ask("7654"))
    (('grande', 'chica', 'pares', 'juego'), ('grande', 'chica', 'punto'))
    """
    space, hand = asked.space, asked.known[asked.place]
    pares = ("pares",) if space.pares[hand] else ()
    return ("grande", "chica", *pares, "juego" if space.juego[hand] else "punto")


@dataclass(frozen=True, slots=True)
class Deal:
    """How the questions about lances are sampled.

    Attributes
    ----------
    style : str
        The solved style by which everybody bets.
    score : tuple of int or None
    deals : int
        Of each question at most.
    seed : int
    at_score : str
        As in `bet_answer.BetQuestion`.
    """

    style: str = "usual"
    score: tuple[int, int] | None = None
    deals: int = DEALS
    seed: int = 1
    at_score: str = KEPT


def _silent(seen: Evidence | None) -> Evidence | None:
    """Return the evidence without what was said of mus: the asker cuts."""
    for item in () if seen is None else seen.items:
        if " said=" in item.label and seen is not None:
            seen = seen.without(item)
    return seen


def first_rival(place: int) -> int:
    """Return the first rival of a seat to speak in a lance.

    Examples
    --------
    >>> [first_rival(place) for place in range(4)]
    [1, 0, 1, 0]
    """
    return 1 - place % 2


def lance_questions(
    asked: Situation, lance: str, seen: Evidence | None, deal: Deal
) -> tuple[BetQuestion, BetQuestion, BetQuestion]:
    """Return what is asked in a lance once the asker has cut.

    What to say where all before him passed, and what to answer the first rival: to an envido of 2,
    and to an ordago.
    """
    first = BetQuestion(
        asked, lance, cut=asked.place, redraw=False, score=deal.score, seen=_silent(seen),
        style=deal.style, at_score=deal.at_score,
    )  # fmt: skip
    rival = first_rival(asked.place)
    envido, ordago = Move(Act.ENVIDO, ENVIDO, seat=rival), Move(Act.ORDAGO, seat=rival)
    return first, replace(first, history=(envido,)), replace(first, history=(ordago,))


def _ask(question: BetQuestion, deal: Deal) -> BetAdvice | None:
    try:
        return advise_bet(question, min(deal.deals, DEALS), deal.seed)
    except InputError:  # with what is known of the others nobody comes to speak so
        return None


def advise_lances(
    asked: Situation,
    odds: Mapping[str, Mapping[str, float | None]],
    seen: Evidence | None,
    deal: Deal,
) -> tuple[LanceAdvice, ...]:
    """Say what to do in each lance if the asker cuts now.

    Parameters
    ----------
    asked : Situation
        Of four players.
    odds : mapping
        The chance to win by lance, as `exact.Odds.lances`.
    seen : Evidence, optional
    deal : Deal

    Examples
    --------
    >>> from musodds.exact import odds
    >>> from musodds.situation import ask
    >>> won = odds("RRRR").lances
    >>> found = advise_lances(ask("RRRR"), won, None, Deal(deals=4096))
    >>> found[0].lance, found[0].facing.advice != "no-quiero"
    ('grande', True)
    """
    found = []
    for lance in lances_of(asked):
        first, facing = lance_questions(asked, lance, seen, deal)[:2]
        found.append(
            LanceAdvice(
                lance,
                float(odds[lance]["win"] or 0),
                _ask(first, deal),
                SEATS[first_rival(asked.place)],
                _ask(facing, deal),
            )
        )
    return tuple(found)
