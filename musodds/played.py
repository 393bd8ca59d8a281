"""The rounds of mus played so far: what each seat threw, before the choice comes again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE, Hand, parse_any_number
from .errors import InputError
from .lang import _
from .seats import parse_seat, seats_of
from .situation import Situation

Ints = npt.NDArray[np.int64]
Threw = Mapping[str, int | str | Sequence[int]] | Iterable[str]
NOT_SEEN = -1


@dataclass(frozen=True, slots=True)
class Played:
    """Rounds of mus played so far.

    Attributes
    ----------
    thrown : tuple of Hand
        The asker's own cards thrown, one to four in each round.
    threw : tuple of tuple of int
        For each round, how many cards each seat threw, -1 where it was not seen.
    """

    thrown: tuple[Hand, ...] = ()
    threw: tuple[tuple[int, ...], ...] = ()

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return len(self.thrown)

    @property
    def dead(self) -> Hand:
        """All cards that the asker has thrown."""
        return Hand(tuple(card for hand in self.thrown for card in hand.cards))

    def to_dict(self) -> dict[str, Any]:
        """Return what stands in a JSON answer."""
        return {
            "round": self.rounds + 1,
            "thrown": [str(hand) for hand in self.thrown],
            "threw": [list(row) for row in self.threw],
        }


def _numbers(text: object, label: str, rounds: int) -> list[int]:
    """Read ``2`` or ``2,1``: cards thrown in the last rounds, ``-`` where it was not seen."""
    words = text if isinstance(text, (list, tuple)) else re.split(r"[,\s]+", str(text).strip())
    numbers = [NOT_SEEN if word == "-" else word for word in words]
    read = [int(n) if str(n) in ("1", "2", "3", "4", "-1") else 0 for n in numbers]
    if 0 in read or len(read) != rounds:
        raise InputError(
            f"threw '{label}'",
            _("1 to 4 cards, or -, for each of the {rounds} rounds so far").format(rounds=rounds)
            if rounds > 1
            else _("1 to 4 cards"),
            "--threw segundo=" + ",".join("213"[r % 3] for r in range(rounds)),
        )
    return read


def _pairs(given: Threw) -> list[tuple[str, object]]:
    if isinstance(given, Mapping):
        return list(given.items())
    pairs: list[tuple[str, object]] = []
    for item in [given] if isinstance(given, str) else given:
        seat, equals, value = str(item).partition("=")
        if not equals:
            raise InputError(f"threw '{item}'", _("SEAT=N"), "--threw segundo=2")
        pairs.append((seat, value))
    return pairs


def parse_played(
    asked: Situation, thrown: Iterable[str] = (), threw: Threw = (), round_: int | None = None
) -> Played:
    """Read what has been thrown in the rounds of mus so far.

    Parameters
    ----------
    asked : Situation
        With the hand held now.
    thrown : iterable of str
        The asker's own cards thrown, round by round.
    threw : mapping of str to int or sequence of int, or iterable of str
        How many cards another seat threw in each round: ``segundo=2`` after one round,
        ``segundo=2,1`` after two; ``-`` where it was not seen.
    round_ : int, optional
        The round of mus that is now to be decided, 1 for the first; by default the one after
        those of ``thrown``.

    Raises
    ------
    InputError
        If something cannot be read or does not go together.

    Examples
    --------
    >>> from musodds.situation import ask
    >>> played = parse_played(ask("RRCA"), ["54"], ["segundo=2", "postre=4"])
    >>> played.rounds, played.threw
    (1, ((2, 2, -1, 4),))
    """
    own = tuple(parse_any_number(cards) for cards in thrown)
    for hand in own:
        if not 1 <= len(hand.cards) <= HAND_SIZE:
            raise InputError(f"thrown '{hand}'", _("one to four cards a round"), "--thrown 54")
    if round_ is not None and round_ != len(own) + 1:
        raise InputError(
            _(
                "round {round}: your own cards thrown in {count} of the {rounds} rounds so far"
            ).format(round=round_, count=len(own), rounds=round_ - 1)
            if round_ > 0
            else _("round {round}").format(round=round_),
            _("the cards you threw, round by round") if round_ > 1 else _("1 or more"),
            "--round 2 --thrown 54",
        )
    rows = np.full((len(own), asked.players), NOT_SEEN)
    rows[:, asked.place] = [len(hand.cards) for hand in own]
    for name, value in _pairs(threw):
        place, label = parse_seat(name, asked.players, asked.solo), f"{name}={value}"
        if place == asked.place:
            raise InputError(
                _("threw '{label}': that is you").format(label=label),
                _("your own cards"),
                "--thrown 54",
            )
        if not own:
            raise InputError(
                _("threw '{label}': no round of mus has been played").format(label=label),
                _("the cards you threw in it, too"),
                "--thrown 54 --threw segundo=2",
            )
        rows[:, place] = _numbers(value, label, len(own))
    played = Played(own, tuple(tuple(row) for row in rows.tolist()))
    asked.rules.deck().check({_("your hand"): asked.hand, _("your cards thrown"): played.dead})
    return played


def parse_keeps(asked: Situation, keeps: Threw) -> dict[int, int]:
    """Read how many cards other seats keep in this round: seat to 0 to 3 cards.

    Examples
    --------
    >>> from musodds.situation import ask
    >>> parse_keeps(ask("RRCA"), ["tercero=2"])
    {2: 2}
    """
    read = {}
    for name, value in _pairs(keeps):
        place = parse_seat(name, asked.players, asked.solo)
        if place == asked.place or str(value) not in ("0", "1", "2", "3"):
            names = seats_of(asked.players, asked.solo)
            raise InputError(
                f"keeps '{name}={value}'",
                _("another seat and 0 to 3 cards"),
                f"--keeps {names[(asked.place + 2) % asked.players]}=2",
            )
        read[place] = int(str(value))
    return read
