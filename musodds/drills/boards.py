"""Duplicate boards: the same deals for every table, and the same cards to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cards import HAND_SIZE, Hand
from ..errors import InputError
from ..lang import _
from ..record import PLAYERS
from ..rules import Rules
from ..scoring import score
from ..seats import SEATS

MOST = 200
DRAWS = 6  # cards that each chair may draw: a deck of 40 holds no more


@dataclass(frozen=True, slots=True)
class Board:
    """A deal that every table plays. Chairs 1 to 4 stay, the mano moves on from board to board.

    Attributes
    ----------
    number : int
        1 for the first.
    mano : int
        The chair of the mano, 0 to 3.
    hands : tuple of Hand
        By chair.
    draws : tuple of Hand
        By chair, the cards that it draws in every round of mus, one after the other.
    paso : tuple of int
        Tantos of the pairs of chairs 1 and 3, and of 2 and 4, if all is passed as dealt.
    """

    number: int
    mano: int
    hands: tuple[Hand, ...]
    draws: tuple[Hand, ...]
    paso: tuple[int, int]

    def seat(self, chair: int) -> str:
        """Return the seat of a chair in this board."""
        return SEATS[(chair - self.mano) % PLAYERS]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "board": self.number,
            "mano": self.mano + 1,
            "hands": [str(hand) for hand in self.hands],
            "draws": ["".join(hand.cards) for hand in self.draws],
            "paso": list(self.paso),
        }


def make_boards(rules: Rules, count: int, seed: int) -> tuple[Board, ...]:
    """Deal boards.

    Each chair has cards of its own to draw, so that what one chair throws does not change what
    another one draws.

    Parameters
    ----------
    rules : Rules
    count : int
    seed : int
        The same seed gives the same boards; the first of many are those of fewer.

    Raises
    ------
    InputError
        If there are none, or too many, or the rules deal five cards.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> boards = make_boards(load_rules("naipera"), 2, 7)
    >>> [board.seat(0) for board in boards], len(boards[0].draws[3].cards)
    (['mano', 'postre'], 6)
    """
    if not 1 <= count <= MOST:
        raise InputError(
            _("boards {count}").format(count=count),
            _("1 to {most}").format(most=MOST),
            "--boards 16",
        )
    if rules.deal != "mus":
        raise InputError(
            _("rules '{rules}': five cards").format(rules=rules.name),
            _("rules of mus"),
            "--rules naipera",
        )
    return tuple(_board(rules, number, seed) for number in range(1, count + 1))


def _board(rules: Rules, number: int, seed: int) -> Board:
    deck = rules.deck()
    rng = np.random.default_rng((seed, number))
    cards = rng.permutation(np.repeat(np.arange(len(deck.classes)), deck.copies)).tolist()
    mano, dealt = (number - 1) % PLAYERS, PLAYERS * HAND_SIZE
    hands = tuple(
        Hand(tuple(deck.names[c] for c in sorted(cards[HAND_SIZE * k : HAND_SIZE * (k + 1)])))
        for k in range(PLAYERS)
    )
    draws = tuple(
        Hand(tuple(deck.names[c] for c in cards[dealt + DRAWS * k : dealt + DRAWS * (k + 1)]))
        for k in range(PLAYERS)
    )
    in_order = [hands[(mano + seat) % PLAYERS] for seat in range(PLAYERS)]
    a, b = score(in_order, None, rules).score
    return Board(number, mano, hands, draws, (a, b) if mano % 2 == 0 else (b, a))
