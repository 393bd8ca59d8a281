"""Who is mano in the first hand: each seat draws a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .cards import Hand, parse_cards
from .errors import InputError
from .lang import _
from .rules import DEFAULT_RULES, Rules, load_rules

SEATS_AT_TABLE = 4


@dataclass(frozen=True, slots=True)
class ManoDraw:
    """The cards drawn for the first mano.

    Attributes
    ----------
    rules : Rules
    cards : tuple of str
        As typed, by seat around the table, each to the right of the one before.
    drawers : tuple of int
        The seats (0 to 3) of the card that decides. If there are several, they draw again.
    """

    rules: Rules
    cards: tuple[str, ...]
    drawers: tuple[int, ...]

    @property
    def mano(self) -> int | None:
        """The mano's seat, None if the card that decides was drawn twice."""
        if len(self.drawers) > 1:
            return None
        deals = self.rules.first_mano == "smallest-deals"
        return (self.drawers[0] + deals) % len(self.cards)

    @property
    def dealer(self) -> int | None:
        """The dealer's seat, to the left of the mano's."""
        return None if self.mano is None else (self.mano - 1) % len(self.cards)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.draw/1``; seats are counted from 1."""
        return {
            "schema": "musodds.draw/1",
            "rules": self.rules.name,
            "first_mano": self.rules.first_mano,
            "cards": list(self.cards),
            "mano": None if self.mano is None else self.mano + 1,
            "dealer": None if self.dealer is None else self.dealer + 1,
            "draw_again": [] if self.mano is not None else [seat + 1 for seat in self.drawers],
        }


def draw_mano(cards: str, rules: str | Rules = DEFAULT_RULES) -> ManoDraw:
    """Say who is mano by the cards drawn; a card stands as high as in grande.

    Parameters
    ----------
    cards : str
        One a seat, around the table.
    rules : str or Rules, default "naipera"

    Raises
    ------
    InputError
        If the cards cannot be read or the first mano is agreed on.

    Examples
    --------
    >>> draw_mano("C 7 4 A", "ffm").mano, draw_mano("C 7 4 A", "naipera").mano
    (0, 0)
    >>> draw_mano("7 C 4 5", "ffm").mano, draw_mano("7 C 4 4", "ffm").drawers
    (3, (2, 3))
    """
    rules = load_rules(rules)
    if rules.first_mano == "agreed":
        raise InputError(
            _("draw '{cards}': by {rules} the first mano is agreed on").format(
                cards=cards, rules=rules.name
            ),
            _("rules with first_mano = 'smallest-deals' or 'highest-mano'"),
            '--rules ffm --draw "C 7 4 A"',
        )
    drawn, deck = parse_cards(cards, SEATS_AT_TABLE), rules.deck()
    deck.check({_("the cards drawn"): Hand(tuple(drawn))})
    ranks = [deck.ranks[deck.names.index(deck.name_of(card))] for card in drawn]
    decides = max(ranks) if rules.first_mano == "smallest-deals" else min(ranks)
    drawers = tuple(seat for seat, rank in enumerate(ranks) if rank == decides)
    return ManoDraw(rules, tuple(drawn), drawers)
