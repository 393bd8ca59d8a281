"""Ranges: how likely each hand is to be held in a seat's place, written in a few words.

::

    range  = part {"," part}
    part   = hands [":" weight] | ("!" | "-") hands
    hands  = "*" | "any" | kind | POINTS | CARDS
           | ("pares" | "par" | "medias" | "duples") CARD ["+" | "-"]
           | ("grande" | "chica") sign CARDS
           | ("juego" | "punto" | "points" | "kings" | "aces") sign NUMBER
    kind   = "pares" | "par" | "medias" | "duples" | "juego" | "punto"
    sign   = ">=" | "<=" | ">" | "<" | "=" | "!="
    weight = a number from 0 to 1, or a percentage

- The last part that names a hand decides its weight, 1 if none is written; ``!`` and ``-`` take
  hands out. Hands that no part names have weight 0, unless the range begins by taking some out.
  A part of which the later ones leave nothing is refused, so that no weight is lost unseen.
- ``medias R+``, ``par 7-``, ``duples C``: the card paired is at least, at most or just that one; of
  duples, the higher one.
- ``RRxx`` are the hands with at least those cards: ``x`` (or ``?``) is any card; ``RR*`` is the
  same.
- ``grande>=RRC`` compares as many cards as are written, the highest ones: every hand that is at
  least as good as the worst that begins RRC. ``chica>=AA`` compares the lowest ones.
- ``juego>=40`` goes by the order of the lance: 40, 32 and 31. ``punto>=28`` are 28 to 30, without
  juego; ``points>=28`` counts points whatever they make.

Spanish and Basque words are understood too (see `WORDS`), with or without capitals and accents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE, Hand, parse_any_number, parse_hand
from .conditions import COMPARE, Bools, parse_condition
from .errors import InputError
from .hands import CHICA, GRANDE, JUEGO_ORDER, HandSpace
from .lang import N_, _, ngettext
from .seats import plain
from .text_file import whole

Floats = npt.NDArray[np.float64]

# rules/terms, section 4: other words for those of the grammar
WORDS = {
    "any": ("*", "todo", "edozein"),
    "pares": ("pareak", "pariak", "pairs"),
    "par": ("pareja", "parea", "bikotea", "pair"),
    "medias": ("mediak", "medeak"),
    "duples": ("dupleak", "dobleak", "dobliak", "dobles", "duplex", "duplos"),
    "juego": ("jokoa", "joko"),
    "punto": ("puntua", "pondua"),
    "grande": ("handia", "mayor"),
    "chica": ("txikia", "ttipia", "pequena"),
    "points": ("puntos", "puntuak"),
    "kings": ("reyes", "erregeak"),
    "aces": ("ases", "batekoak"),
}
_MEANT = {word: name for name, words in WORDS.items() for word in (name, *words)}
_PAIRED = ("pares", "par", "medias", "duples")
_KINDS = (*_PAIRED, "juego", "punto")

_SIGNED = re.compile(r"([a-z]+)\s*([=!<>]=?)\s*(.*)")
_OF_CARD = re.compile(r"([a-z]+)\s+(\S+?)([+-]?)")
_POINTS = re.compile(r"[1-4]\d")
_WEIGHT = re.compile(r"(\d+\.?\d*|\.\d+)(%?)")
ANY_CARD = re.compile(r"[xX?]")
_CARDS = re.compile(
    r"[\s.\-/oceb\dRKCQDZSJVTAX?]+\*?", re.IGNORECASE
)  # refused as cards, not as a word
_EXPECTED = N_("duples, medias R+, 31, juego>=40, grande>=RRC, RRxx, RRCA, any")
_EXAMPLE = "'juego,!31,medias R+:0.5'"


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    text: str
    at: int
    hands: Bools
    weight: float


class _Refused(Exception):
    """Why a part cannot be read; where it stands is added by `_Reader`."""


def _sign(text: str) -> Callable[[npt.NDArray[np.int64], int], Bools]:
    sign = "==" if text == "=" else text
    if sign not in COMPARE:
        raise _Refused(_("'{text}' compares nothing").format(text=text))
    return COMPARE[sign]


def _number(text: str) -> int:
    if not text.isdecimal():
        raise _Refused(_("'{text}' is no whole number").format(text=text))
    return whole(text, _EXAMPLE)


def _card_rank(text: str, space: HandSpace) -> int:
    deck = space.deck
    return deck.ranks[deck.classes_of(parse_hand(text, 1))[0]]


def _paired(space: HandSpace, kind: str, card: str, side: str) -> Bools:
    """Return the hands of a kind of pares whose pair is of a rank, or beyond it."""
    compare = COMPARE[{"+": "<=", "-": ">=", "": "=="}[side]]  # the king's rank is 0
    return parse_condition(kind)(space) & compare(space.pair, _card_rank(card, space))


def _beginning(space: HandSpace, lance: int, cards: Hand) -> Bools:
    """Return the hands, without wild cards, that begin in a lance's order with some cards."""
    deck = space.deck
    ranks, first = np.array(deck.ranks), deck.classes_of(cards)
    order = slice(None) if lance == GRANDE else slice(None, None, -1)
    held = ranks[space.cards][:, order][:, : len(first)]
    wild = [i for i, c in enumerate(deck.classes) if c.is_wild]
    found: Bools = (held == ranks[list(first)][order]).all(1) & ~space.counts[:, wild].any(1)
    return found


def _against_cards(space: HandSpace, lance: int, sign: str, text: str) -> Bools:
    """Return the hands whose first cards compare so with those written."""
    cards = parse_any_number(ANY_CARD.sub("", text))
    begin = np.zeros(len(space), bool)
    if len(cards.cards) <= HAND_SIZE:
        begin = _beginning(space, lance, cards)
    if not begin.any():
        raise _Refused(_("no hand of this deck begins with {cards}").format(cards=cards))
    rank = space.rank[lance]
    side = (rank > rank[begin].max()).astype(np.int64) - (rank < rank[begin].min())
    return _sign(sign)(side, 0)


def _against_number(space: HandSpace, name: str, sign: str, text: str) -> Bools:
    compare, value = _sign(sign), _number(text)
    met: Bools
    if name == "juego":
        if value not in JUEGO_ORDER:
            raise _Refused(_("{value} is no juego").format(value=value))
        order = np.full(max(JUEGO_ORDER) + 1, -1)
        order[list(JUEGO_ORDER)] = np.arange(len(JUEGO_ORDER))
        met = (space.juego > 0) & compare(order[space.points], int(order[value]))
    elif name == "punto":
        met = (space.juego == 0) & compare(space.points, value)
    else:
        met = parse_condition(f"{name} {'==' if sign == '=' else sign} {value}")(space)
    return met


def _compared(space: HandSpace, name: str, sign: str, value: str) -> Bools:
    if name in ("grande", "chica"):
        lance = GRANDE if name == "grande" else CHICA
        return _against_cards(space, lance, sign, value.upper())
    if name in ("juego", "punto", "points", "kings", "aces"):
        return _against_number(space, name, sign, value)
    raise _Refused(_("{name} cannot be compared").format(name=name))


def containing(space: HandSpace, cards: Hand) -> Bools:
    """Return the hands with at least these cards, a boolean array of shape (hands,).

    A card without a suit is any of its rank, also where a rule sets one suit apart.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> held = containing(space, parse_any_number("RR7"))
    >>> [name for name, met in zip(space.names, held) if met][:3]
    ['RRR7', 'RRC7', 'RRS7']
    """
    deck = space.deck
    names = Counter(map(deck.name_of, cards.cards))
    held = np.ones(len(space), bool)
    for letter, least in Counter(name[0] for name in names.elements()).items():
        of_rank = [i for i, name in enumerate(deck.names) if name[0] == letter]
        held &= space.counts[:, of_rank].sum(1) >= least
    for name, least in names.items():
        if len(name) > 1:
            held &= space.counts[:, deck.names.index(name)] >= least
    return held


def _cards(space: HandSpace, text: str) -> Bools:
    """Return the hands with the cards written, ``x`` being any, ``*`` as many as are missing."""
    if text.endswith("*"):
        some = parse_any_number(text[:-1])
        if len(some.cards) > HAND_SIZE:
            raise _Refused(
                ngettext("{count} card", "{count} cards", len(some.cards)).format(
                    count=len(some.cards)
                )
            )
        return containing(space, some)
    rest, unknown = ANY_CARD.subn("", text)
    if unknown == HAND_SIZE and not rest.strip():
        return np.ones(len(space), bool)
    if unknown >= HAND_SIZE:
        raise _Refused(_("{unknown} cards may be any").format(unknown=unknown))
    return containing(space, parse_hand(rest, HAND_SIZE - unknown))


def _hands(space: HandSpace, text: str) -> Bools:
    """Return the hands that one part names."""
    words = plain(text)
    name = _MEANT.get(words, "")
    if name == "any":
        return np.ones(len(space), bool)
    if name in _KINDS:
        return parse_condition(name)(space)
    if _POINTS.fullmatch(words):
        return COMPARE["=="](space.points, int(words))
    if (found := _SIGNED.fullmatch(words)) and found[1] in _MEANT:
        return _compared(space, _MEANT[found[1]], found[2], found[3])
    if (found := _OF_CARD.fullmatch(words)) and _MEANT.get(found[1]) in _PAIRED:
        return _paired(space, _MEANT[found[1]], found[2].upper(), found[3])
    if _CARDS.fullmatch(text):
        return _cards(space, text)
    raise _Refused(_("no such hands"))


def _weight(text: str) -> float:
    found = _WEIGHT.fullmatch(text.strip())
    weight = float(found[1]) / (100 if found[2] else 1) if found else -1
    if not 0 <= weight <= 1:
        raise _Refused(_("weight '{text}' is not from 0 to 1").format(text=text))
    return weight


class _Reader:
    """Reads one range, part by part."""

    def __init__(self, text: str, space: HandSpace) -> None:
        self.text, self.space = text, space

    def error(self, part: str, at: int, why: str) -> InputError:
        what = _("range '{text}': '{part}' at character {at}: {why}")
        told = what.format(text=self.text, part=part, at=at, why=why)
        return InputError(told, _(_EXPECTED), _EXAMPLE)

    def part(self, text: str, at: int) -> _Part:
        """Read ``hands:weight`` or ``!hands``."""
        excluded = text[:1] in ("!", "-") and text != ""
        hands, colon, weight = text[excluded:].partition(":")
        try:
            if excluded and colon:
                raise _Refused(_("hands are taken out whole, without a weight"))
            value = 0.0 if excluded else _weight(weight) if colon else 1.0
            named = _hands(self.space, hands.strip())
        except _Refused as refused:
            raise self.error(text, at, str(refused)) from None
        except InputError as refused:
            raise self.error(text, at, refused.what) from None
        if not named.any():
            raise self.error(text, at, _("no hand of this deck"))
        return _Part(text, at, named, value)

    def parts(self) -> Iterator[_Part]:
        at = 1
        for piece in self.text.split(","):
            yield self.part(piece.strip(), at + len(piece) - len(piece.lstrip()))
            at += len(piece) + 1

    def whole(self) -> Floats:
        parts = list(self.parts())
        vector = np.full(len(self.space), 1.0 if parts[0].text[0] in "!-" else 0.0)
        for part in parts:
            vector[part.hands] = part.weight
        for part in parts:
            if not (vector[part.hands] == part.weight).any():
                raise self.error(part.text, part.at, _("the later parts leave nothing of it"))
        if not vector.any():
            raise InputError(
                _("range '{text}': no hand is left").format(text=self.text), _(_EXPECTED), _EXAMPLE
            )
        return vector


@lru_cache(maxsize=1024)
def parse_range(text: str, space: HandSpace) -> Floats:
    """Read a range.

    Parameters
    ----------
    text : str
        In the grammar of this module.
    space : HandSpace

    Returns
    -------
    ndarray of float64, shape (hands,)
        The likelihood of each hand, from 0 to 1; not to be written to.

    Raises
    ------
    InputError
        If a part cannot be read, names no hand of the deck or changes nothing; the message says
        which part and where it stands.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> int(space.weights @ parse_range("juego,!31", space)) == 24444 - 8384
    True
    >>> weighted = parse_range("juego:0.5, 31", space)
    >>> [float(weighted[space.index(hand)]) for hand in ("RRCA", "RRCC", "7654")]
    [1.0, 0.5, 0.0]
    >>> parse_range("juego,dobles R+,foo", space)
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: range 'juego,dobles R+,foo': 'foo' at character 17: no such hands; \
expected duples, medias R+, 31, juego>=40, grande>=RRC, RRxx, RRCA, any; \
example: 'juego,!31,medias R+:0.5'
    """
    vector = _Reader(text, space).whole()
    vector.flags.writeable = False
    return vector
