"""Evidence from words: ``segundo=si`` of pares, ``tercero=31:0.8`` of a seña, dead cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE, Hand, parse_any_number, parse_hand
from .conditions import Bools
from .errors import InputError
from .evidence import Evidence, Item, known_hand
from .hands import HandSpace
from .lang import N_, Sentence, _, ngettext
from .numerals import marked
from .ranges import ANY_CARD, containing, parse_range
from .seats import parse_seat, plain, seats_of
from .sena_words import read_sena
from .situation import Situation
from .style import DEFAULT_STYLE, Style, parse_style
from .told import any_of
from .words import seat_word

Array = npt.NDArray[Any]
Given = Mapping[str, Any] | Iterable[str]

# rules/terms, section 5
YES = ("si", "yes", "bai", "ba", "oui", "true")
NO = ("no", "ez", "non", "false")
VALUES = {  # of each option, to show
    "pares": "si",
    "juego": "no",
    "sena": "31",
    "no-sena": "31:0.8",
    "drew": "2",
    "said": "mus",
    "range": "duples",
    "holds": "RRxx",
    "known": "RR54",
}
SAID = {
    "mus": ("mus", "mus naiz", "mus eman", "mus egin", "mus joan", "aller mus"),
    "cut": (
        *("cut", "corto", "cortar", "no hay mus", "no hay", "no mus", "mintza", "sortir"),
        *("ez dago musik", "musik ez", "musa moztu", "moztu"),
    ),
}


@dataclass(frozen=True, slots=True)
class _Clue:
    """One thing typed: an option, a seat and what is said of it."""

    asked: Situation
    style: Style
    option: str
    seat: int
    value: str

    @property
    def space(self) -> HandSpace:
        return self.asked.space

    @property
    def name(self) -> str:
        return seats_of(self.asked.players, self.asked.solo)[self.seat]

    def refuse(self, why: str, expected: str, example: str) -> InputError:
        typed = f"{self.option} '{self.name}={self.value}'"
        return InputError(f"{typed}: {why}", expected, f"--{self.option} segundo={example}")

    @property
    def label(self) -> str:
        return f"{self.name} {self.option}={self.value}"

    def told(self, text: str, **fields: Any) -> Sentence:
        return Sentence(text, {"seat": partial(seat_word, self.name), **fields})

    def item(self, likelihood: Array, text: str, cards: Hand | None = None, **fields: Any) -> Item:
        vector = likelihood.astype(np.float64)
        return Item(self.label, self.told(text, **fields), (self.seat,), vector, cards)

    def with_chance(self) -> tuple[str, float]:
        """Return ``NAME`` and ``P`` of ``NAME:P``, 1 if it is not written."""
        name, colon, chance = self.value.rpartition(":")
        if not colon:
            return self.value, 1.0
        try:
            if 0 < float(chance) <= 1:
                return name, float(chance)
        except ValueError:
            pass
        raise self.refuse(
            _("chance '{chance}'").format(chance=chance), _("a number above 0, at most 1"), "31:0.8"
        )


def _has(clue: _Clue, having: Bools) -> Item:
    """Return the item of pares or juego said to be held or not."""
    word = plain(clue.value)
    if word not in YES + NO:
        raise clue.refuse(_("neither yes nor no"), _("si, bai or yes, or no or ez"), "si")
    yes = word in YES
    said = replace(clue, value="si" if yes else "no")
    told = {
        ("pares", True): N_("the {seat} has pares"),
        ("pares", False): N_("the {seat} has no pares"),
        ("juego", True): N_("the {seat} has juego"),
        ("juego", False): N_("the {seat} has no juego"),
    }
    return said.item(having == yes, told[clue.option, yes])


def _pares(clue: _Clue) -> Item:
    return _has(clue, clue.space.pares > 0)


def _juego(clue: _Clue) -> Item:
    return _has(clue, clue.space.juego > 0)


def _sena(clue: _Clue) -> Item:
    """Given: the chance where it is true. A gesture with two meanings tells that one is."""
    name, chance = clue.with_chance()
    holds = any_of(read_sena(name, clue.asked.rules), clue.space)
    told = N_("the {seat} gave the seña {name}, given by a holder with chance {chance}")
    if chance == 1:
        told = N_("the {seat} gave the seña {name}")
    return clue.item(chance * holds, told, name=name, chance=partial(_number, chance))


def _no_sena(clue: _Clue) -> Item:
    """Not given: the chance that a holder gives none."""
    name, chance = clue.with_chance()
    holds = any_of(read_sena(name, clue.asked.rules), clue.space)
    told = N_("the {seat} did not give the seña {name}, which a holder with chance {chance} does")
    if chance == 1:
        told = N_("the {seat} did not give the seña {name}, which a holder always does")
    return clue.item(1 - chance * holds, told, name=name, chance=partial(_number, chance))


def _number(value: float) -> str:
    return marked(f"{value:g}")


def _drew(clue: _Clue) -> Item:
    from .redraw import throw_likelihood

    clue.asked.check_mus()
    if clue.value not in ("1", "2", "3", "4"):
        raise clue.refuse(_("cards thrown"), _("1, 2, 3 or 4"), "2")
    thrown = int(clue.value)
    told = N_("the {seat} threw {n} cards as {style} does")
    if thrown == 1:
        told = N_("the {seat} threw {n} card as {style} does")
    rules, style = clue.asked.rules, clue.style
    players = clue.asked.players
    likelihood = throw_likelihood(rules, style, clue.seat, thrown, players)
    return clue.item(likelihood, told, n=thrown, style=style.name)


def _said(clue: _Clue) -> Item:
    from .redraw import said_likelihood

    clue.asked.check_mus()
    said = next((name for name, words in SAID.items() if plain(clue.value) in words), None)
    if said is None:
        raise clue.refuse(_("neither of both"), _("mus or cut"), "mus")
    told = N_("the {seat} cut as {style} does")
    if said == "mus":
        told = N_("the {seat} said mus as {style} does")
    rules, style = clue.asked.rules, clue.style
    likelihood = said_likelihood(rules, style, clue.seat, said, clue.asked.players)
    return replace(clue, value=said).item(likelihood, told, style=style.name)


def parse_said(given: Given) -> tuple[tuple[int, str], ...]:
    """Read what seats said of mus, without judging their hands by it.

    Examples
    --------
    >>> parse_said(["segundo=mus", "postre=mintza"])
    ((1, 'mus'), (3, 'cut'))
    """
    found = []
    for seat, value in _pairs("said", given):
        said = next((name for name, words in SAID.items() if plain(value) in words), None)
        if said is None:
            raise InputError(f"said '{seat}={value}'", _("mus or cut"), "--said segundo=mus")
        found.append((parse_seat(seat), said))
    return tuple(found)


def parse_drew(given: Given) -> tuple[tuple[int, int], ...]:
    """Read how many cards seats threw in the round of mus, without judging their hands by it.

    Examples
    --------
    >>> parse_drew(["segundo=2", "postre=4"])
    ((1, 2), (3, 4))
    """
    found = dict[int, int]()
    for name, value in _pairs("drew", given):
        seat = parse_seat(name)
        if value not in ("1", "2", "3", "4"):
            raise InputError(f"drew '{name}={value}'", _("1, 2, 3 or 4 cards"), "--drew segundo=2")
        if seat in found:
            raise InputError(
                _("drew of the {name} twice").format(name=seat_word(seats_of(4)[seat])),
                _("one round alone"),
                "--drew segundo=2",
            )
        found[seat] = int(value)
    return tuple(found.items())


def _range(clue: _Clue) -> Item:
    told = N_("the {seat} is on the range {range}")
    return clue.item(parse_range(clue.value, clue.space), told, range=clue.value)


def _holds(clue: _Clue) -> Item:
    rest, unknown = ANY_CARD.subn("", clue.value)
    if not rest.strip():
        raise clue.refuse(_("no card is known"), _("some cards, x for any"), "RRxx")
    cards = parse_any_number(rest)
    size = len(cards.cards) + unknown
    if size > HAND_SIZE:
        raise clue.refuse(
            ngettext("{count} card", "{count} cards", size).format(count=size),
            _("at most {size}, x for any").format(size=HAND_SIZE),
            "RRxx",
        )
    return clue.item(
        containing(clue.space, cards), N_("the {seat} holds {held} among others"), cards, held=cards
    )


def _known(clue: _Clue) -> Item:
    hand = parse_hand(clue.value)
    told = clue.told(N_("the {seat} holds {hand}"), hand=hand)
    return known_hand(clue.label, told, clue.seat, hand, clue.asked)


_READERS: dict[str, Callable[[_Clue], Item]] = {
    "pares": _pares,
    "juego": _juego,
    "sena": _sena,
    "no-sena": _no_sena,
    "drew": _drew,
    "said": _said,
    "range": _range,
    "holds": _holds,
    "known": _known,
}


def _punto(asked: Situation) -> Item:
    """Nobody has juego, the asker neither: that is when punto is played."""
    nobody = (asked.space.juego == 0).astype(np.float64)
    told = Sentence(N_("punto is played: nobody has juego"))
    return Item("punto", told, tuple(range(asked.players)), nobody)


def _dead(text: str, asked: Situation) -> Item:
    if not text.strip():
        raise InputError(
            _("dead '{text}': no card").format(text=text), _("cards out of play"), "--dead 4,5"
        )
    cards = parse_any_number(text)
    told = Sentence(N_("out of play: {cards}"), {"cards": cards})
    return Item(f"dead {cards}", told, (), np.ones(len(asked.space)), cards)


def _pairs(option: str, given: Given) -> Iterator[tuple[str, str]]:
    """Yield seat and value of each thing given."""
    if isinstance(given, Mapping):
        yield from ((str(seat), str(value)) for seat, value in given.items())
        return
    for text in [given] if isinstance(given, str) else given:
        seat, equals, value = text.partition("=")
        if not (equals and value.strip()):
            raise InputError(
                _("{option} '{text}': no value").format(option=option, text=text),
                _("SEAT=VALUE"),
                f"--{option} segundo={VALUES[option]}",
            )
        yield seat.strip(), value.strip()


def _clues(asked: Situation, style: Style, option: str, given: Given) -> Iterator[_Clue]:
    for seat, value in _pairs(option, given):
        place = parse_seat(seat, asked.players, asked.solo)
        if place == asked.place:
            names = seats_of(asked.players, asked.solo)
            other = names[(place + 1) % len(names)]
            raise InputError(
                _("{option} '{seat}={value}': that is your own seat, whose hand is known").format(
                    option=option, seat=seat, value=value
                ),
                _("another seat"),
                f"--{option} {other}={value or VALUES[option]}",
            )
        yield _Clue(asked, style, option, place, value)


def _check_numbers(clues: Iterable[_Clue], most: int | None) -> None:
    """Refuse more señas of a player than the rules allow, and a second round of discards."""
    for (option, name), count in Counter((clue.option, clue.name) for clue in clues).items():
        if option == "sena" and most is not None and count > most:
            raise InputError(
                _("señas of the {name}: {count}").format(name=seat_word(name), count=count),
                _("at most {most} in a hand").format(most=most),
                "--set max_senas=none",
            )
        if option == "drew" and count > 1:
            raise InputError(
                _("drew of the {name}: {count} rounds").format(name=seat_word(name), count=count),
                _("the last round alone"),
                "--drew segundo=2",
            )


def gather_evidence(
    asked: Situation,
    *,
    pares: Given = (),
    juego: Given = (),
    punto: bool = False,
    sena: Given = (),
    no_sena: Given = (),
    drew: Given = (),
    said: Given = (),
    range: Given = (),
    holds: Given = (),
    known: Given = (),
    dead: str | Iterable[str] = (),
    style: str | Style = DEFAULT_STYLE,
) -> Evidence:
    """Read what has been seen of the other seats.

    Parameters
    ----------
    asked : Situation
        With a hand of four cards.
    pares, juego : mapping of str to str or bool, or iterable of str, optional
        ``segundo=si``: who has it and who has not, in Spanish, Basque or English. This and all
        that follow may be a mapping by seat, or ``SEAT=VALUE`` any number of times.
    punto : bool, default False
        Whether punto is played, so that nobody has juego.
    sena, no_sena : optional
        ``tercero=31:0.8``: a seña, by name or gesture, that was given or was not, with the chance
        that a holder gives it, 1 if none is written.
    drew : optional
        ``segundo=2``: how many cards the seat threw in the last round of mus.
    said : optional
        ``segundo=mus`` or ``cut``, with the hand now held.
    range : optional
        ``segundo=juego,!31``, in the grammar of `ranges`.
    holds, known : optional
        ``segundo=RRxx``, some cards of a hand, or all four.
    dead : str or iterable of str, optional
        Cards out of play: one's own discards and any that were shown.
    style : str or Style, default "cut:0.35"
        By which ``drew`` and ``said`` are judged.

    Returns
    -------
    Evidence

    Raises
    ------
    InputError
        If something cannot be read, or cannot hold together.

    Examples
    --------
    >>> from musodds.situation import ask
    >>> seen = gather_evidence(ask("RRCA"), pares={"postre": "bai"}, dead="4,5")
    >>> [item.words for item in seen.items]
    ['the postre has pares', 'out of play: 54']
    >>> gather_evidence(ask("RRCA"), juego={"segundo": True}, punto=True)
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: evidence 'your hand RRCA' and 'punto': they cannot hold together; \
expected what some deal agrees with; example: --pares segundo=si --range segundo=duples
    """
    if len(asked.hand.cards) != HAND_SIZE:
        raise InputError(
            _("hand '{hand}': evidence goes with {size} cards").format(
                hand=asked.hand, size=HAND_SIZE
            ),
            _("the hand kept"),
            "RRCA",
        )
    given: dict[str, Given] = {
        "pares": pares,
        "juego": juego,
        "sena": sena,
        "no-sena": no_sena,
        "drew": drew,
        "said": said,
        "range": range,
        "holds": holds,
        "known": known,
    }
    read = parse_style(style)
    clues = [c for option, some in given.items() for c in _clues(asked, read, option, some)]
    _check_numbers(clues, asked.rules.max_senas)
    items = [_READERS[clue.option](clue) for clue in clues]
    gone = [_dead(text, asked) for text in ([dead] if isinstance(dead, str) else dead)]
    return Evidence(asked, (*items, *([_punto(asked)] if punto else ()), *gone))
