"""What a player asks about: his hand and seat, the rules, and what he knows of his partner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .cards import Hand, parse_hand
from .flow import spoken_before
from .hands import HandSpace, hand_space
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import SEATS, parse_seat, partner_of


@dataclass(frozen=True, slots=True)
class Situation:
    """A question, read and checked.

    Attributes
    ----------
    hand, partner : Hand
        As typed; ``partner`` is None if it is not known.
    place : int
        0 for the mano to 3 for the postre.
    rules : Rules
    """

    hand: Hand
    place: int
    rules: Rules
    partner: Hand | None = None

    @property
    def seat(self) -> str:
        """The seat's name."""
        return SEATS[self.place]

    @property
    def space(self) -> HandSpace:
        """The hands of the deck."""
        return hand_space(self.rules)

    @property
    def known(self) -> list[int]:
        """Hand number of each seat, -1 where it is not known."""
        hands = [-1] * len(SEATS)
        hands[self.place] = self.space.index(self.hand)
        if self.partner is not None:
            hands[partner_of(self.place)] = self.space.index(self.partner)
        return hands

    @property
    def spoken(self) -> int:
        """How many seats of unknown hands have said mus before the asker speaks."""
        return sum(self.known[seat] < 0 for seat in spoken_before(self.rules, self.place))

    def to_dict(self) -> dict[str, Any]:
        """Return the question as it stands in every JSON answer."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "partner": None if self.partner is None else str(self.partner),
            "rules": self.rules.name,
            "kings": self.rules.kings,
        }

    @property
    def cards(self) -> list[str]:
        """The cards as typed, in the order of the deck's classes."""
        return self.rules.deck().order(self.hand)


def ask(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
) -> Situation:
    """Read a question.

    Parameters
    ----------
    hand : str or Hand
        Four cards as in `cards.parse_hand`.
    seat : str or int, default "mano"
        As in `seats.parse_seat`.
    rules : str or Rules, default "naipera"
    partner : str or Hand, optional
        The partner's hand, if it is known.

    Raises
    ------
    InputError
        If a hand, the seat or the rules cannot be read, or the deck does not hold the hands.

    Examples
    --------
    >>> question = ask("R3CA", "postre")
    >>> question.seat, question.cards, question.known
    ('postre', ['R', '3', 'C', 'A'], [-1, -1, -1, 14])
    """
    asked = Situation(
        parse_hand(hand) if isinstance(hand, str) else hand,
        parse_seat(seat),
        load_rules(rules),
        parse_hand(partner) if isinstance(partner, str) else partner,
    )
    known = {"your hand": asked.hand}
    if asked.partner is not None:
        known["your partner's"] = asked.partner
    asked.rules.deck().check(known)
    return asked
