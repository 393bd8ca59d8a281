"""What a player asks about: his hand and seat, the rules, and what he knows of his partner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .cards import HAND_SIZE, Hand, parse_hand
from .errors import InputError
from .flow import spoken_before
from .hands import HandSpace, hand_space
from .lang import _, ngettext
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import IN_CAMPS, parse_seat, partner_of, seats_of


@dataclass(frozen=True, slots=True)
class Situation:
    """A question, read and checked.

    Attributes
    ----------
    hand, partner : Hand
        As typed; ``partner`` is None if it is not known.
    place : int
        0 for the mano to ``players`` - 1 for the postre.
    rules : Rules
    players : int
        4; 2, one against one; 6, three against three; or any from 3 to 8, each for himself.
    solo : bool
        Whether everybody plays for himself.
    """

    hand: Hand
    place: int
    rules: Rules
    partner: Hand | None = None
    players: int = 4
    solo: bool = False

    @property
    def seat(self) -> str:
        """The seat's name."""
        return seats_of(self.players, self.solo)[self.place]

    @property
    def space(self) -> HandSpace:
        """The hands of the deck."""
        return hand_space(self.rules)

    @property
    def known(self) -> list[int]:
        """Hand number of each seat, -1 where it is not known."""
        hands = [-1] * self.players
        hands[self.place] = self.space.index(self.hand)
        if self.partner is not None:
            hands[partner_of(self.place)] = self.space.index(self.partner)
        return hands

    @property
    def ours(self) -> list[bool]:
        """Which seats are of the asker's camp."""
        camps = self.players if self.solo else 2
        return [(seat - self.place) % camps == 0 for seat in range(self.players)]

    @property
    def spoken(self) -> int:
        """How many seats of unknown hands have said mus before the asker speaks."""
        return sum(self.known[seat] < 0 for seat in spoken_before(self.rules, self.place))

    @property
    def throws_one(self) -> bool:
        """Whether five cards are held, of which one is still to be thrown."""
        return len(self.hand.cards) > HAND_SIZE

    def check_mus(self) -> None:
        """Refuse a question about the mus phase where there is none, or not for these players."""
        if self.rules.deal != "mus":
            raise InputError(
                _("rules '{rules}': five cards and no mus").format(rules=self.rules.name),
                _("five cards to throw one from"),
                "musodds discard CbSo754 --rules meseta",
            )
        if self.players not in IN_CAMPS or self.solo:
            told = ngettext("{players} player", "{players} players", self.players)
            if self.solo:
                told = _("{players} players, each for himself")
            raise InputError(
                told.format(players=self.players),
                _("two, four or six, in two camps"),
                "--players 4",
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the question as it stands in every JSON answer."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "partner": None if self.partner is None else str(self.partner),
            "rules": self.rules.name,
            "kings": self.rules.kings,
            "players": self.players,
            "solo": self.solo,
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
    players: int = 4,
    solo: bool = False,
    size: int = HAND_SIZE,
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
        The partner's hand, if it is known; with four players only.
    players : int, default 4
    solo : bool, default False
        Everybody for himself; so it is anyway with three, five, seven or eight players.
    size : int, default 4
        Cards in the hand; 5 where one of them is still to be thrown.

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
    solo = solo or players not in IN_CAMPS
    asked = Situation(
        hand if isinstance(hand, Hand) else parse_hand(hand, size),
        parse_seat(seat, players, solo),
        load_rules(rules),
        partner
        if partner is None or isinstance(partner, Hand)
        else parse_hand(partner, what=_("partner '{text}'")),
        players,
        solo,
    )
    if asked.partner is not None and (players != 4 or solo):
        raise InputError(
            _("partner '{partner}'").format(partner=asked.partner),
            _("four players in pairs"),
            "--players 4",
        )
    known = {_("your hand"): asked.hand}
    if asked.partner is not None:
        known["your partner's"] = asked.partner
    asked.rules.deck().check(known)
    return asked
