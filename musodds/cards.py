"""Cards and decks, and hands as people write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from .errors import InputError
from .lang import N_, _, ngettext

HAND_SIZE = 4
CARDS = "RCS765432A"
SUITS = "oceb"
POINTS = {"R": 10, "C": 10, "S": 10, "3": 3, "2": 2, "A": 1} | {c: int(c) for c in "7654"}

# terms, section 6: what each single character is read as
_LETTER = {letter: letter for letter in CARDS} | {
    "K": "R",
    "D": "C",
    "Q": "C",
    "Z": "C",
    "J": "S",
    "V": "S",
    "T": "S",
    "1": "A",
}
_NUMBER = {"12": "R", "11": "C", "10": "S"}
_SEPARATORS = re.compile(r"[\s,;:|_\-/.\[\](){}]+")
_SUITED = re.compile(rf"(1[0-2]|[A-Z1-7])([{SUITS}])")
_SMALL_SUITED = re.compile(rf"(1[0-2]|[A-Za-z1-7])([{SUITS}])")
_LONGEST = 40  # characters of what was typed that a message repeats
_EXAMPLE = N_("RRCA, 'R R C 1' or 12,12,11,1")
_KNOWN = N_("R C S 7 6 5 4 3 2 A (also K Q J, 12 11 10, 1)")


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards as they were typed, high to low; a 3 stays a 3 even where it counts as a king.

    Attributes
    ----------
    cards : tuple of str
        Letters of ``RCS765432A``, each followed by its suit (``o c e b``) where one was typed.
    """

    cards: tuple[str, ...]

    def __str__(self) -> str:
        """Write the cards as `parse_hand` reads them: apart where suits are told."""
        return ("" if self.letters == "".join(self.cards) else " ").join(self.cards)

    @property
    def letters(self) -> str:
        """The cards without their suits."""
        return "".join(card[0] for card in self.cards)


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards of a deck that no rule tells apart.

    Attributes
    ----------
    name : str
        A letter of ``RCS765432A``, with a suit where a rule needs it: ``So``.
    copies : int
    is_wild : bool
        Whether the card stands, lance by lance, for whatever rank is best for its holder.
    """

    name: str
    copies: int
    is_wild: bool = False

    @property
    def letter(self) -> str:
        """The rank's letter."""
        return self.name[0]

    @property
    def points(self) -> int:
        """What the card counts towards juego and punto."""
        return POINTS[self.letter]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck as a short list of card classes, the highest first.

    Attributes
    ----------
    classes : tuple of CardClass
    stands_for : mapping of str to str
        Cards that count as another, e.g. ``{"3": "R", "2": "A"}`` with eight kings, and
        ``{"5o": "R"}`` besides with nine.

    Examples
    --------
    >>> deck = standard_deck(8)
    >>> deck.classes_of(parse_hand("R 3 7 A"))
    (0, 0, 3, 7)
    >>> deck.show(parse_hand("R3CA"))
    'R 3(R) C A'
    """

    classes: tuple[CardClass, ...]
    stands_for: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def names(self) -> tuple[str, ...]:
        """One name a class, high to low."""
        return tuple(c.name for c in self.classes)

    @property
    def copies(self) -> tuple[int, ...]:
        """Cards in each class."""
        return tuple(c.copies for c in self.classes)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each class, 0 the king's; classes that a suit sets apart share theirs."""
        letters = sorted({c.letter for c in self.classes}, key=CARDS.index)
        return tuple(letters.index(c.letter) for c in self.classes)

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return sum(self.copies)

    def name_of(self, card: str) -> str:
        """Return the class a typed card belongs to."""
        if card in self.names or card in self.stands_for:
            return self.stands_for.get(card, card)
        return self.stands_for.get(card[0], card[0])

    def classes_of(self, hand: Hand) -> tuple[int, ...]:
        """Return the class numbers of a hand, ascending (high cards first)."""
        return tuple(sorted(self.names.index(self.name_of(card)) for card in hand.cards))

    def order(self, hand: Hand) -> list[str]:
        """Return the cards of a hand as typed, in the order of the deck's classes."""
        return sorted(hand.cards, key=lambda card: self.names.index(self.name_of(card)))

    def show(self, hand: Hand) -> str:
        """Return the hand for people, saying what a 3 or a 2 counts as."""
        return " ".join(
            card if self.name_of(card)[0] == card[0] else f"{card}({self.name_of(card)})"
            for card in self.order(hand)
        )

    def check(self, hands: Mapping[str, Hand]) -> None:
        """Refuse hands that this deck does not hold together.

        Parameters
        ----------
        hands : mapping of str to Hand
            All known hands, by what to call them in the message.

        Raises
        ------
        InputError
            If there are more of a card than the deck holds. Copies are counted over all hands:
            with eight kings ``R`` is any of eight, a typed ``3`` one of four.
        """
        if (found := self.too_many(hands.values())) is None:
            return
        card, count, most = found
        held = _(" and ").join(f"{name} {hand}" for name, hand in hands.items())
        raise InputError(
            _("card '{card}': {count} in {held}").format(card=card, count=count, held=held),
            _("at most {most} in the deck").format(most=most),
            "RRCA --partner R74A",
        )

    def too_many(self, hands: Iterable[Hand]) -> tuple[str, int, int] | None:
        """Return a card of which there are too many, how many, and how many the deck holds.

        Examples
        --------
        >>> standard_deck(4).too_many([parse_hand("RRRR"), parse_hand("RCSA")])
        ('R', 5, 4)
        """
        cards = [card for hand in hands for card in hand.cards]
        limits = [
            (Counter(map(self.name_of, cards)), dict(zip(self.names, self.copies, strict=True)))
        ]
        typed = Counter(card[0] for card in cards if card[0] in self.stands_for)
        limits.append((typed, dict.fromkeys(typed, 4)))
        suited = Counter(card for card in cards if len(card) > 1)
        limits.append((suited, dict.fromkeys(suited, 1)))
        return next(
            (
                (card, count, at_most[card])
                for counts, at_most in limits
                for card, count in counts.items()
                if count > at_most[card]
            ),
            None,
        )


@cache
def standard_deck(kings: int, apart: frozenset[str] = frozenset(), wild: bool = False) -> Deck:
    """Return the 40-card Spanish deck.

    Parameters
    ----------
    kings : int
        8 puts the threes with the kings and the twos with the aces, 9 the five of oros with the
        kings besides, 4 leaves all as they are.
    apart : frozenset of str
        Suited cards that a rule tells from their fellows, e.g. ``{"So"}``.
    wild : bool, default False
        Whether those cards are wild.
    """
    stands_for = {"3": "R", "2": "A"} if kings >= 8 else {}
    if kings == 9:
        stands_for["5o"] = "R"
    cards = [card + suit for card in CARDS for suit in SUITS]
    copies = Counter(
        card if card in apart else stands_for.get(card, stands_for.get(card[0], card[0]))
        for card in cards
    )
    ordered = sorted(copies, key=lambda name: (CARDS.index(name[0]), name))
    return Deck(tuple(CardClass(c, copies[c], wild and c in apart) for c in ordered), stands_for)


def _ordered(cards: list[str]) -> Hand:
    return Hand(tuple(sorted(cards, key=lambda card: (CARDS.index(card[0]), card[1:]))))


def _tokens(text: str) -> list[str]:
    """Split a hand, perhaps written as ``h(12,3,11,1)``."""
    text = re.sub(r"^\s*h\s*(?=\()", "", text)
    return [token for token in _SEPARATORS.split(text) if token]


def _some_cards(count: int) -> str:
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def _cut(text: str) -> str:
    """Return what is typed, short enough for a message."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def _single(token: str, small: bool = False) -> str | None:
    """Read a token that stands alone as one card; ``small``: its rank may be a small letter."""
    suited = (_SMALL_SUITED if small else _SUITED).fullmatch(token)
    rank, suit = suited.groups() if suited else (token, "")
    rank = rank.upper()
    if rank == "AS":
        return "A"
    letter = _NUMBER.get(rank) or _LETTER.get(rank)
    return None if letter is None else letter + suit


def _readings(tokens: list[str], size: int) -> list[str]:
    """Return the ways to cut tokens into ``size`` cards, numbers that stand alone kept whole."""
    if not tokens or size == 0:
        return [] if tokens or size else [""]
    token = tokens[0].upper()
    widths = (2,) if len(tokens) > 1 and token in _NUMBER else (1, 2)
    found = []
    for width in widths:
        head, rest = token[:width], token[width:]
        if len(head) == width and (head in _NUMBER if width == 2 else head in _LETTER):
            tails = _readings([rest, *tokens[1:]] if rest else tokens[1:], size - 1)
            found += [f"{head} {tail}".strip() for tail in tails]
    return found


def _group(token: str, refused: str, tokens: list[str], size: int) -> list[str]:
    """Read a token in which every character is a card; ``refused`` begins the message if not."""
    if token in _NUMBER and len(tokens) > 1:
        return [_NUMBER[token]]
    # with a suit behind every card, a c is copas; else a small o, e or b behind a number or a
    # capital is a suit, and c the caballo
    suited = _SUITED.findall(token)
    if len(suited) == size > 1 and token == "".join(map("".join, suited)):
        cards = [_single(rank + suit) for rank, suit in suited]
        if None not in cards:
            return [card for card in cards if card]
    found = re.findall("10|[A-Z0-9][oeb]|.", token)
    for card in found:
        if card[0].upper() not in _LETTER:
            raise InputError(
                _("{hand}: unknown card '{card}'").format(hand=refused, card=card[0]),
                _(_KNOWN),
                _(_EXAMPLE),
            )
    is_plain = len(tokens) == 1 and len(token) == size and "0" not in token
    if re.search("1[0-2]", token) and not is_plain:
        expected = _some_cards(size) if size else _("cards")
        readings = [r for n in ([size] if size else range(1, 5)) for r in _readings(tokens, n)][:3]
        raise InputError(
            _("{hand}: 10, 11 and 12 need separators or letters").format(hand=refused),
            expected,
            _(" or ").join(readings) or _(_EXAMPLE),
        )
    return [_LETTER[card[0].upper()] + card[1:] for card in found]


def _first_unknown(tokens: list[str], singles: list[str | None]) -> str | None:
    """Return the token that is no card, where there are as many tokens as cards."""
    for token, card in zip(tokens, singles, strict=True):
        known = card or (_SMALL_SUITED.fullmatch(token) and _single(token, True))
        if not known and (token.isdigit() or any(c.upper() not in _LETTER for c in token)):
            return token
    return None


def parse_cards(text: str, size: int, what: str | None = None) -> list[str]:
    """Read cards as people write a hand, and keep their order; see `parse_hand`.

    Examples
    --------
    >>> parse_cards("C 7 4 1", 4)
    ['C', '7', '4', 'A']
    """
    if not isinstance(text, str):
        raise InputError(_("hand {found}").format(found=_cut(repr(text))), _("text"), _(_EXAMPLE))
    tokens = _tokens(text)
    refused = (what or _("hand '{text}'")).format(text=_cut(text))
    # rc alone is two cards, but among ro 7e 1b one
    small = len(tokens) == size > 1 and all(map(_SMALL_SUITED.fullmatch, tokens))
    singles = [_single(token, small) for token in tokens]
    found = [card for card in singles if card is not None]
    if len(found) == len(tokens) == size:
        return found
    unknown = _first_unknown(tokens, singles) if len(tokens) == size else None
    if unknown is None and len(tokens) > size:  # 1.5 is no card, where others are not dotted
        spaced = [token for token in re.split(r"[\s,]+", text) if token]
        if len(spaced) == size:
            unknown = next((t for t in spaced if re.fullmatch(r"\d+\.\d+", t)), None)
    if unknown is not None:
        raise InputError(
            _("{hand}: unknown card '{card}'").format(hand=refused, card=_cut(unknown)),
            _(_KNOWN),
            _(_EXAMPLE),
        )
    if len(tokens) == 1 or len(found) < len(tokens):
        found = [card for token in tokens for card in _group(token, refused, tokens, size)]
    if len(found) != size:
        raise InputError(f"{refused}: {_some_cards(len(found))}", _some_cards(size), _(_EXAMPLE))
    return found


def parse_hand(text: str, size: int = HAND_SIZE, what: str | None = None) -> Hand:
    """Read a hand as people write it.

    Parameters
    ----------
    text : str
        Letters (``RRCA``, ``KKQA``), numbers (``12,12,11,1``, ``7654``), separated by spaces,
        commas, hyphens, slashes, dots, colons, semicolons, bars or underscores, in any order and
        case. Suits may follow (``Ro 7e 1b 5c``). Digits run together are read one a card: 10, 11
        and 12 stand apart.
    size : int, default 4
        Cards in a hand.
    what : str, default "hand"
        What to call it in a message.

    Returns
    -------
    Hand
        The cards high to low, threes and twos as typed.

    Raises
    ------
    InputError
        If a card is unknown, the number of cards is wrong or 10, 11 or 12 is run together.

    Examples
    --------
    >>> str(parse_hand("k q 1 K")), str(parse_hand("12-3-11-As")), str(parse_hand("3321"))
    ('RRCA', 'RC3A', '332A')
    >>> parse_hand("1211101")
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: hand '1211101': 10, 11 and 12 need separators or letters; \
expected 4 cards; example: 12 11 10 1
    """
    return _ordered(parse_cards(text, size, what))


def parse_any_number(text: str) -> Hand:
    """Read any number of cards, written as in a hand.

    Parameters
    ----------
    text : str
        As in `parse_hand`. A number that stands alone is one card: ``12`` is a king, ``1 2`` or
        ``A2`` an ace and a two.

    Raises
    ------
    InputError
        If a card is unknown, there is none, or the text can be read in two ways.

    Examples
    --------
    >>> str(parse_any_number("4,5")), str(parse_any_number("RRC")), str(parse_any_number("12 As"))
    ('54', 'RRC', 'RA')
    """
    tokens, refused = _tokens(text), _("hand '{text}'").format(text=_cut(text))
    if not tokens:
        raise InputError(_("cards '{text}': no card").format(text=text), _(_KNOWN), "R 4 A")
    singles = [(token, _single(token)) for token in tokens]
    cards = [[card] if card else _group(token, refused, tokens, 0) for token, card in singles]
    return _ordered([card for group in cards for card in group])
