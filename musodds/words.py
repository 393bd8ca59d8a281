"""The words of mus in the language in use: seats, lances, cards, combinations, calls.

From the glossary of the trade in the Hegoalde forms; English keeps the Spanish words of mus.
"""

from __future__ import annotations

from .lang import _


def seat_word(seat: int | str) -> str:
    """Return a seat, by its name or, of four players, by its number from 0.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     seat_word("mano"), seat_word(3)
    ('esku', 'atzesku')
    """
    names = ("mano", "segundo", "tercero", "postre")
    name = names[seat] if isinstance(seat, int) else seat
    return {
        "mano": _("mano"),
        "segundo": _("segundo"),
        "tercero": _("tercero"),
        "cuarto": _("cuarto"),
        "quinto": _("quinto"),
        "sexto": _("sexto"),
        "séptimo": _("séptimo"),
        "postre": _("postre"),
    }[name]


def lance_word(lance: str) -> str:
    """Return a lance.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     lance_word("grande"), lance_word("punto")
    ('handia', 'puntua')
    """
    return {
        "grande": _("grande"),
        "chica": _("chica"),
        "pares": _("pares"),
        "juego": _("juego"),
        "punto": _("punto"),
    }[lance]


def made_word(what: str) -> str:
    """Return what a hand holds, by the names of `rounds.HOLDS`.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     made_word("punto28")
    '28 eta 30 arteko puntua'
    """
    return {
        "pares": _("pares"),
        "medias": _("medias"),
        "duples": _("duples"),
        "juego": _("juego"),
        "31": _("31"),
        "punto28": _("punto of 28 to 30"),
        "three kings": _("three kings"),
        "two aces": _("two aces"),
    }[what]
