"""The words of mus in the language in use: seats, lances, cards, combinations, calls.

From the glossary of the trade; Basque has the Hegoalde forms, and eu_FR those of Iparralde where
they differ. English keeps the Spanish words of mus.
"""

from __future__ import annotations

from .lang import _, pgettext


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


def action_word(action: str) -> str:
    """Return an action of a lance as people say it.

    Examples
    --------
    >>> action_word("envido:2"), action_word("mas:3"), action_word("no-quiero")
    ('envido 2', '3 more', 'no quiero')
    """
    act, _colon, amount = action.partition(":")
    return {
        "paso": _("paso"),
        "envido": _("envido {tantos}"),
        "mas": _("{tantos} more"),
        "quiero": _("quiero"),
        "no-quiero": _("no quiero"),
        "por-mi-no": _("por mí no"),
        "ordago": _("órdago"),
    }[act].format(tantos=amount)


def decision_word(kind: str) -> str:
    """Return in what a decision is taken, by the names of `review.KINDS`.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     decision_word("cut"), decision_word("discard"), decision_word("pares")
    ('corte', 'descarte', 'pares')
    """
    if kind == "cut":
        return pgettext("decision", "cut")
    return pgettext("decision", "discard") if kind == "discard" else lance_word(kind)


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
