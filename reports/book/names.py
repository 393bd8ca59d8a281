"""Names that tables share: seats, lances, combinations, in the language in use."""

from __future__ import annotations

from ...lang import _
from ...sena_words import said_sena
from ...words import lance_word, seat_word


def seat_names() -> tuple[str, ...]:
    """Return the four seats."""
    return tuple(seat_word(seat) for seat in range(4))


def lance(name: str) -> str:
    """Return a lance."""
    return lance_word(name)


def holding(name: str) -> str:
    """Return what the census counts, by the library's name.

    Examples
    --------
    >>> holding("four alike"), holding("juego 31"), holding("punto 30")
    ('four alike', 'juego of 31', 'punto of 30')
    """
    word, _sep, points = name.partition(" ")
    if points.isdigit():
        told = _("juego of {points}") if word == "juego" else _("punto of {points}")
        return told.format(points=points)
    return {
        "pares": _("pares, any"),
        "par": _("par"),
        "medias": _("medias"),
        "duples": _("duples"),
        "four alike": _("four alike"),
        "juego": _("juego, any"),
    }[name]


def keeper(name: str) -> str:
    """Return what to keep, by its name in `fit.KEEPERS`."""
    return {
        "kings": _("the kings"),
        "repeated": _("the pares"),
        "kings and repeated": _("the pares and the kings"),
        "kings and one ace": _("the kings and one ace"),
        "kings and aces": _("the kings and the aces"),
        "aces": _("the aces"),
        "figures": _("the figures"),
        "figures and one ace": _("the figures and one ace"),
        "all but the lowest": _("all but the lowest card"),
        "all but the worst middle card": _("all but the card nearest the middle"),
        "nothing": _("nothing"),
    }[name]


def feature(name: str) -> str:
    """Return what is counted in points, by its name in `fit.features`."""
    return {
        "king": _("each king"),
        "ace": _("each ace"),
        "par": _("another par"),
        "par of kings": _("a par of kings"),
        "medias": _("medias"),
        "duples": _("duples"),
        "juego": _("juego, not 31"),
        "31": _("31"),
        "28-30": _("punto of 28 to 30"),
    }[name]


def sena(name: str) -> str:
    """Return a seña, by the library's name."""
    return {
        "two kings": _("two kings"),
        "three kings": _("three kings"),
        "two aces": _("two aces"),
        "three aces": _("three aces"),
        "pares": _("pares"),
        "medias": _("medias"),
        "duples": _("duples"),
        "31": _("31"),
        "juego": _("juego, not 31"),
        "30": _("30 at punto"),
        "29": _("29 at punto"),
        "ciego": _("ciego"),
        "solomillo": _("solomillo"),
    }.get(name, name)


def gesture(name: str) -> str:
    """Return a gesture, by the library's words for it; one word for all buttons."""
    return _("button") if name.startswith("button") else said_sena(name)
