"""What to throw once all four have said mus, and what each discard makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from .cards import Hand
from .choice import Choice, Discard
from .jit import Arr
from .makes import improves, makes, new_hands
from .mus import weigh
from .pedrete import pedrete_key
from .rules import DEFAULT_RULES, Rules
from .stand import More, stand


@dataclass(frozen=True, slots=True)
class DiscardRanking:
    """Every distinct discard of a hand, the best first.

    Attributes
    ----------
    choice : Choice
        The comparison behind it.
    makes, improves : dict of int to dict of str to float
        By mask, as in `makes.makes` and `makes.improves`; the latter of four players only.
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
                    "loss": d.loss.to_dict(),
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
