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
from .lance_table import lance_table
from .mus import weigh
from .pedrete import pedrete_key
from .rules import DEFAULT_RULES, Rules
from .situation import Situation
from .stand import More, stand
from .tally import FIELDS

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


def new_hands(
    space: HandSpace, hand: int, mask: int, gone: Arr | int = 0
) -> list[tuple[str, float]]:
    """Return the hands that a discard leads to and their chances, the likeliest first, exactly.

    Parameters
    ----------
    space, hand, gone
        As in `makes`.
    mask : int
        Cards kept.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.hands import hand_space
    >>> space = hand_space(load_rules("naipera"))
    >>> new_hands(space, space.index("RRRR"), 0b0111)[0]
    ('RRRA', 0.2222222222222222)
    """
    chances = mean_after_draw(space, np.eye(len(space)), np.array([hand]), gone)[0, mask]
    if mask == ALL:
        chances = np.eye(len(space))[hand]
    order = np.argsort(-chances, kind="stable")
    return [(space.names[h], float(chances[h])) for h in order if chances[h] > 0]


IMPROVES = ("grande", "chica", "pares", "juego", "punto")


def improves(asked: Situation, gone: Arr | int = 0) -> dict[int, dict[str, float]]:
    """Return how much more often each lance is won after each discard than with the hand held.

    Chances are those of the lance table: the others' cards any, and as they are. Exact.

    Parameters
    ----------
    asked : Situation
        Of four players.
    gone : ndarray of int64, shape (classes,), optional
        Other cards seen, which then are not drawn.

    Returns
    -------
    dict of int to dict of str to float
        By mask of kept cards and lance, in chance to win it (punto: that it is played and won).
    """
    table, hand = lance_table(asked.rules), asked.known[asked.place]
    fields = [FIELDS.index(f"{lance}_win") for lance in IMPROVES]
    wins = table.counts[asked.place][:, fields] / table.deals
    after = mean_after_draw(asked.space, wins, np.array([hand]), gone)[0]
    after[ALL] = wins[hand]
    return {
        mask: dict(zip(IMPROVES, row, strict=True))
        for mask, row in enumerate((after - wins[hand]).tolist())
    }


@dataclass(frozen=True, slots=True)
class DiscardRanking:
    """Every distinct discard of a hand, the best first.

    Attributes
    ----------
    choice : Choice
        The comparison behind it.
    makes, improves : dict of int to dict of str to float
        By mask, as in `makes` and `improves`; the latter of four players only.
    """

    choice: Choice
    makes: dict[int, dict[str, float]]
    improves: dict[int, dict[str, float]]

    def new_hands(self) -> list[tuple[str, float]]:
        """Return the hands that the best discard leads to, the likeliest first, exactly."""
        asked = self.choice.asked
        hand, best = asked.known[asked.place], self.discards[0].mask
        return new_hands(asked.space, hand, best, _seen(self.choice))

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
                    "improves": self.improves.get(d.mask),
                }
                for d in self.discards
            ],
            "new_hands": [{"hand": hand, "p": p} for hand, p in self.new_hands()],
            "visto": self.choice.standing.visto,
            **pedrete_key(self.choice.pedrete),
            **self.choice.provenance(),
        }


def _seen(choice: Choice) -> Arr:
    """Return the cards that cannot be drawn, besides the asker's own, shape (classes,)."""
    asked = choice.asked
    gone = choice.standing.gone()
    for seat, hand in enumerate(asked.known):
        if hand >= 0 and seat != asked.place:
            gone = gone + asked.space.counts[hand]
    return gone


def rank(choice: Choice) -> DiscardRanking:
    """Return the discards of a choice already weighed, with what they make."""
    asked, gone = choice.asked, _seen(choice)
    better = improves(asked, gone) if asked.players == 4 else {}
    return DiscardRanking(choice, makes(asked.space, asked.known[asked.place], gone), better)


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
