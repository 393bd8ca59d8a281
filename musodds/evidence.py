"""What has been seen at the table: for every seat, how likely it makes each hand.

An `Item` is one thing seen. Items multiply: each holds for its seats whatever the others say. The
weights of the deal are not in the likelihoods: whoever uses them counts, besides, in how many ways
the hands can be dealt from the cards of `Evidence.copies`. `clues` makes items of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NoReturn

import numpy as np

from .cards import HAND_SIZE, Hand
from .errors import InputError
from .hands import Ints
from .lang import Sentence, _, listed
from .ranges import Floats
from .seats import partner_of, seats_of
from .situation import Situation
from .words import seat_word


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One thing seen.

    Attributes
    ----------
    label : str
        As it was asked for, with the seat's name: ``segundo pares=si``.
    told : str or Sentence
        The same for people: ``the segundo has pares``.
    seats : tuple of int
        Whom it is about; nobody for dead cards.
    likelihood : ndarray of float64, shape (hands,)
        Chance, from 0 to 1 and up to a factor, to see it if one of these seats holds the hand.
    cards : Hand, optional
        The cards known by it: those held, or dead where it is about no seat.
    """

    label: str
    told: str | Sentence
    seats: tuple[int, ...]
    likelihood: Floats
    cards: Hand | None = None

    @property
    def words(self) -> str:
        """What was seen, for people."""
        return str(self.told)

    @property
    def is_dead(self) -> bool:
        """Whether its cards are out of play."""
        return not self.seats


def known_hand(label: str, told: str | Sentence, seat: int, hand: Hand, asked: Situation) -> Item:
    """Return the item that a seat holds just one hand."""
    held = np.zeros(len(asked.space))
    held[asked.space.index(hand)] = 1
    return Item(label, told, (seat,), held, hand)


def _can_deal(left: Ints, hands: Iterable[Ints]) -> bool:
    """Return whether each seat can get one of its hands, rows of counts, from the cards left."""
    fitting = sorted((some[(some <= left).all(1)] for some in hands), key=len)
    if not fitting:
        return True
    first, *rest = fitting
    return any(_can_deal(left - hand, rest) for hand in first)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that has been seen, checked to hold together.

    Attributes
    ----------
    asked : Situation
        The asker's hand and seat, the rules, and the partner's hand if it is known.
    items : tuple of Item

    Raises
    ------
    InputError
        If the deck does not hold the known cards, or no deal agrees with all items: the message
        names the fewest of them that cannot hold together.

    Examples
    --------
    >>> from musodds.clues import gather_evidence
    >>> from musodds.situation import ask
    >>> seen = gather_evidence(ask("RRCA"), pares=["segundo=si"], range=["segundo=31:0.8,40"])
    >>> seen.likelihoods().sum(1).round(9).tolist(), seen.is_hard
    ([1.0, 29.4, 330.0, 330.0], False)
    >>> [item.label for item in seen.without(seen.items[1]).items]
    ['segundo pares=si']
    """

    asked: Situation
    items: tuple[Item, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no deal agrees with."""
        self._check_cards()
        sources = (*self._given(), *self.items)
        if not self._agrees(sources):
            self._refuse(sources)

    @property
    def dead(self) -> Hand:
        """The cards out of play."""
        gone = (item.cards for item in self.items if item.is_dead)
        return Hand(tuple(card for cards in gone if cards for card in cards.cards))

    @property
    def copies(self) -> Ints:
        """Cards of each class without the dead ones, shape (classes,): all hands are among them."""
        return self._copies(self.items)

    @property
    def gone(self) -> Ints:
        """Cards that no other seat can hold: the asker's and the dead ones, shape (classes,)."""
        space = self.asked.space
        own = space.counts[space.index(self.asked.hand)]
        gone: Ints = np.array(space.deck.copies) - self.copies + own
        return gone

    @property
    def is_hard(self) -> bool:
        """Whether every likelihood is 0 or 1, so that deals can be counted."""
        return all(bool(np.isin(item.likelihood, (0, 1)).all()) for item in self.items)

    def likelihoods(self) -> Floats:
        """Return the product of the items for each seat.

        Returns
        -------
        ndarray of float64, shape (players, hands)
            Ones for a seat of which nothing is known, a single 1 for a known hand and the asker's.
        """
        product = np.ones((self.asked.players, len(self.asked.space)))
        for item in (*self._given(), *self.items):
            product[list(item.seats)] *= item.likelihood
        return product

    def without(self, item: Item) -> Evidence:
        """Return the evidence as if one of its items had not been seen."""
        return replace(self, items=tuple(other for other in self.items if other is not item))

    def to_dict(self) -> dict[str, Any]:
        """Return what stands in a JSON answer."""
        names = seats_of(self.asked.players, self.asked.solo)
        seen = [
            {
                "label": item.label,
                "words": item.words,
                "seats": [names[seat] for seat in item.seats],
            }
            for item in self.items
        ]
        return {"evidence": seen, "dead": str(self.dead), "hard": self.is_hard}

    def _given(self) -> list[Item]:
        """Return the hands known from the question itself."""
        asked = self.asked
        label = _("your hand {hand}").format(hand=asked.hand)
        own = known_hand(label, "", asked.place, asked.hand, asked)
        if asked.partner is None:
            return [own]
        label, seat = _("your partner's {hand}"), partner_of(asked.place)
        label = label.format(hand=asked.partner)
        return [own, known_hand(label, "", seat, asked.partner, asked)]

    def _check_cards(self) -> None:
        """Refuse more of a card than the deck holds, by the item of each seat that names most."""
        names = seats_of(self.asked.players, self.asked.solo)
        known: dict[str, Hand] = {}
        for item in (*self._given(), *self.items):
            for seat in item.seats:
                whose = _("your hand") if seat == self.asked.place else seat_word(names[seat])
                before = known.get(whose, Hand(()))
                if item.cards and len(item.cards.cards) > len(before.cards):
                    known[whose] = item.cards
        dead = {"dead cards": self.dead} if self.dead.cards else {}
        self.asked.rules.deck().check(known | dead)

    def _copies(self, sources: Iterable[Item]) -> Ints:
        copies = np.array(self.asked.space.deck.copies, dtype=np.int64)
        for item in sources:
            if item.is_dead and item.cards:
                np.subtract.at(copies, list(self.asked.space.deck.classes_of(item.cards)), 1)
        return copies

    def _agrees(self, sources: Sequence[Item]) -> bool:
        """Return whether some deal agrees with these items."""
        copies, counts = self._copies(sources), self.asked.space.counts
        if copies.min() < 0 or copies.sum() < HAND_SIZE * self.asked.players:
            return False
        about = {seat for item in sources for seat in item.seats}
        possible = np.ones((self.asked.players, len(counts)), bool)
        for item in sources:
            possible[list(item.seats)] &= item.likelihood > 0
        # whoever nothing is known of takes whatever is left
        return _can_deal(copies, (counts[possible[seat]] for seat in about))

    def _refuse(self, sources: Sequence[Item]) -> NoReturn:
        """Name the fewest items with which no deal agrees."""
        sizes = range(1, len(sources) + 1)
        fewest = next(
            some for size in sizes for some in combinations(sources, size) if not self._agrees(some)
        )
        labels = [f"'{item.label}'" for item in fewest]
        what = _("evidence {labels}: it cannot be")
        if len(labels) > 1:
            what = _("evidence {labels}: they cannot hold together")
        raise InputError(
            what.format(labels=listed(labels, _(" and "))),
            _("what some deal agrees with"),
            "--pares segundo=si --range segundo=duples",
        )
