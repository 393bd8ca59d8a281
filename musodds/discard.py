"""What to throw once all four have said mus, and what each discard makes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Unpack

import numpy as np

from .cards import Hand
from .choice import Choice, Discard
from .draws import ALL, mean_after_draw
from .hands import MIN_JUEGO, HandSpace
from .jit import Arr
from .mus import weigh
from .pedrete import pedrete_key
from .rules import DEFAULT_RULES, Rules
from .stand import More, stand

MAKES = ("pares", "medias", "duples", "juego", "31", "punto28")


@cache
def _made(space: HandSpace) -> Any:
    """Return which of MAKES each hand holds, shape (hands, 6); punto28 is a punto of 28 to 30."""
    points = space.points
    return np.stack(
        [
            space.pares > 0,
            space.pares == 2,
            space.pares == 3,
            points >= MIN_JUEGO,
            points == MIN_JUEGO,
            (points >= 28) & (points < MIN_JUEGO),
        ],
        axis=1,
    ).astype(float)


def makes(space: HandSpace, hand: int, gone: Arr | int = 0) -> dict[int, dict[str, float]]:
    """Return the chance of each of MAKES after each discard of a hand, exactly.

    All cards not seen are taken to be equally likely.

    Parameters
    ----------
    space : HandSpace
    hand : int
        Number of the hand.
    gone : ndarray of int64, shape (classes,), optional
        Other cards seen.

    Returns
    -------
    dict of int to dict of str to float
        By mask of kept cards (see `draws`), all four included.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.hands import hand_space
    >>> space = hand_space(load_rules("naipera"))
    >>> round(makes(space, space.index("CSA5"[:2] + "5A"))[0b1011]["31"], 4)
    0.3889
    """
    chances = mean_after_draw(space, _made(space), np.array([hand]), gone)[0]
    chances[ALL] = _made(space)[hand]
    return {mask: dict(zip(MAKES, row, strict=True)) for mask, row in enumerate(chances.tolist())}


@dataclass(frozen=True, slots=True)
class DiscardRanking:
    """Every distinct discard of a hand, the best first.

    Attributes
    ----------
    choice : Choice
        The comparison behind it.
    makes : dict of int to dict of str to float
        By mask, as in `makes`.
    """

    choice: Choice
    makes: dict[int, dict[str, float]]

    @property
    def discards(self) -> tuple[Discard, ...]:
        """The discards, the best first; their value here is ``agreed``."""
        return self.choice.discards

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.discard/1``."""
        return {
            "schema": "musodds.discard/1",
            **self.choice.asked.to_dict(),
            "discards": [
                {
                    "keep": d.keep,
                    "throw": d.throw,
                    **d.agreed.to_dict(),
                    "makes": self.makes[d.mask],
                }
                for d in self.discards
            ],
            "visto": self.choice.standing.visto,
            **pedrete_key(self.choice.pedrete),
            **self.choice.provenance(),
        }


def rank(choice: Choice) -> DiscardRanking:
    """Return the discards of a choice already weighed, with what they make."""
    asked, space = choice.asked, choice.asked.space
    gone = choice.standing.gone()
    for seat, hand in enumerate(asked.known):
        if hand >= 0 and seat != asked.place:
            gone = gone + space.counts[hand]
    return DiscardRanking(choice, makes(space, asked.known[asked.place], gone))


def rank_discards(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
    **more: Unpack[More],
) -> DiscardRanking:
    """Rank every distinct discard of a hand once all four have said mus.

    Parameters
    ----------
    hand, seat, rules, partner, **more
        As in `mus.cut_or_mus`; with ``visto``, a card was shown in the deal, see `mus.weigh`, and
        keeping all four is ranked too.

    Returns
    -------
    DiscardRanking
        Expected tantos (ours minus theirs), every lance passed, with standard errors; the
        chances of what a discard makes are exact.

    Raises
    ------
    InputError
        If something cannot be read or sampled.

    Examples
    --------
    >>> rank_discards("CSA5", "mano", deals=50_000).discards[0].keep
    'CSA'
    """
    return rank(weigh(stand(hand, seat, rules, partner, **more)))
