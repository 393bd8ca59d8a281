"""The four seats in speaking order, and the words people use for them."""

from __future__ import annotations

import unicodedata

from .errors import InputError

SEATS = ("mano", "segundo", "tercero", "postre")

# rules/terms: Spanish, Basque (both sides of the border) and English words for the same seat
_WORDS = {
    "mano": ("1", "esku", "eskua", "first", "hand", "leader"),
    "segundo": ("2", "bigarren", "bigarrena", "second"),
    "tercero": ("3", "hirugarren", "hirugarrena", "third"),
    "postre": ("4", "pie", "atzesku", "atzeskua", "zaku", "orpo", "fourth", "last", "dealer"),
}
_SEAT_OF = {word: seat for seat, name in enumerate(SEATS) for word in (name, *_WORDS[name])}


def parse_seat(seat: str | int) -> int:
    """Read a seat as people write it.

    Parameters
    ----------
    seat : str or int
        ``mano``, ``segundo``, ``tercero``, ``postre``, a number from 1 to 4, or the Basque or
        English word.

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
    >>> parse_seat("mano"), parse_seat("Atzesku"), parse_seat(3)
    (0, 3, 2)
    """
    word = unicodedata.normalize("NFKD", str(seat)).encode("ascii", "ignore").decode()
    try:
        return _SEAT_OF[word.strip().lower()]
    except KeyError:
        raise InputError(
            f"seat '{seat}': no such seat",
            "mano, segundo, tercero or postre (or 1 to 4)",
            "--seat mano",
        ) from None


def partner_of(seat: int) -> int:
    """Return the seat across the table, e.g. 2 (tercero) for 0 (mano)."""
    return (seat + 2) % 4
