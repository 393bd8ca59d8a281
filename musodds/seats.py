"""The seats in speaking order, and the words people use for them."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Literal

from .errors import InputError
from .lang import _, ngettext
from .words import seat_word

SEATS = ("mano", "segundo", "tercero", "postre")
_BETWEEN = ("segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo")
IN_CAMPS, SOLO = (2, 4, 6), range(3, 9)

Team = Literal["A", "B"]  # A is the pair of the mano; with six, the three that sit alternately

# rules/terms: Spanish, Basque (both sides of the border), English and French words for one seat
_ROLES = {
    "mano": ("esku", "eskua", "hand", "elder hand", "leader", "main"),
    "postre": (
        *("pie", "ultimo", "atzesku", "atzeskua", "zaku", "zakua", "orpo", "orpoko", "postrea"),
        *("azken", "azkena", "last", "dealer", "dernier", "donneur"),
    ),
}
_PLACES = (
    ("primero", "lehen", "lehena", "lehenengo", "first", "premier"),
    ("bigarren", "bigarrena", "second", "deuxieme"),
    ("hirugarren", "hirugarrena", "third", "troisieme"),
    ("cuarto", "laugarren", "laugarrena", "fourth", "quatrieme"),
    ("quinto", "bosgarren", "bosgarrena", "fifth", "cinquieme"),
    ("sexto", "seigarren", "seigarrena", "sixth", "sixieme"),
    ("septimo", "zazpigarren", "zazpigarrena", "seventh", "septieme"),
    ("octavo", "zortzigarren", "zortzigarrena", "eighth", "huitieme"),
)


def plain(text: str) -> str:
    """Return the text in lower case and without accents."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(c for c in letters if not unicodedata.combining(c)).strip().lower()


def seats_of(players: int, solo: bool = False) -> tuple[str, ...]:
    """Return the names of the seats of 2, 4 or 6 players, or of 3 to 8 each for himself.

    Examples
    --------
    >>> seats_of(2)
    ('mano', 'postre')
    """
    if players not in (SOLO if solo else IN_CAMPS):
        raise InputError(
            ngettext("{players} player", "{players} players", players).format(players=players),
            _("2, 4 or 6 in two camps, or 3 to 8 each for himself"),
            "--players 4",
        )
    return ("mano", *_BETWEEN[: players - 2], "postre")


@cache
def seat_words(players: int = 4, solo: bool = False) -> dict[str, int]:
    """Return every word for a seat, with the seat."""
    return {
        word: seat
        for seat, name in enumerate(seats_of(players, solo))
        for word in (plain(name), str(seat + 1), *_PLACES[seat], *_ROLES.get(name, ()))
    }


def parse_seat(seat: str | int, players: int = 4, solo: bool = False) -> int:
    """Read a seat as people write it.

    Parameters
    ----------
    seat : str or int
        ``mano``, ``segundo``, ``tercero``, ``postre``, a number from 1 to 4, or the Basque,
        English or French word; with six players ``cuarto`` and ``quinto`` come before the postre.
    players : int, default 4
    solo : bool, default False
        Everybody for himself.

    Returns
    -------
    int
        0 for the mano to 3 for the postre.

    Raises
    ------
    InputError
        If there is no such seat.

    Examples
    --------
    >>> parse_seat("mano"), parse_seat("Zaku"), parse_seat(3)
    (0, 3, 2)
    """
    try:
        return seat_words(players, solo)[plain(str(seat))]
    except KeyError:
        *names, last = seats_of(players, solo)
        raise InputError(
            _("seat '{seat}': no such seat").format(seat=seat),
            _("{names} or {last} (or 1 to {players})").format(
                names=", ".join(map(seat_word, names)), last=seat_word(last), players=players
            ),
            f"--seat {seat_word('mano')}",
        ) from None


def partner_of(seat: int) -> int:
    """Return the seat across the table, e.g. 2 (tercero) for 0 (mano)."""
    return (seat + 2) % 4


def team_of(seat: int) -> Team:
    """Return the pair of a seat: A for the mano's, B for the others."""
    return "B" if seat % 2 else "A"


def rivals_of(team: Team) -> Team:
    """Return the other pair."""
    return "A" if team == "B" else "B"
