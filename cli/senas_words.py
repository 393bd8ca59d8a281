"""The señas of `musodds/senas.toml` in the language in use."""

from __future__ import annotations

import re

from ..lang import _
from ..sena_words import said_gesture


def sena_word(name: str) -> str:
    """Return a seña by its name in every list.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     sena_word("two kings"), sena_word("31")
    ('dos reyes', '31')
    """
    return {
        "two kings": _("two kings"),
        "three kings": _("three kings"),
        "two aces": _("two aces"),
        "three aces": _("three aces"),
        "medias": _("medias"),
        "duples": _("duples"),
        "pares": _("pares"),
        "juego": _("juego"),
        "ciego": _("ciego"),
        "solomillo": _("solomillo"),
    }.get(name, name)


def gesture_word(gesture: str) -> str:
    """Return a gesture; the buttons of naipera by what stands on them.

    Examples
    --------
    >>> gesture_word("wink"), gesture_word("button two kings")
    ('wink', 'button two kings')
    """
    if gesture.startswith("button "):
        return said_gesture(gesture)
    return {
        "bite the lower lip": _("bite the lower lip"),
        "bite the lower lip, middle": _("bite the lower lip, middle"),
        "bite the lower lip, side": _("bite the lower lip, side"),
        "close both eyes": _("close both eyes"),
        "closed lips forward": _("closed lips forward"),
        "closed lips to one side": _("closed lips to one side"),
        "kiss": _("kiss"),
        "lips to both sides": _("lips to both sides"),
        "lips to one side": _("lips to one side"),
        "raise both shoulders": _("raise both shoulders"),
        "raise one shoulder": _("raise one shoulder"),
        "raise the eyebrows": _("raise the eyebrows"),
        "tongue out": _("tongue out"),
        "tongue out, front": _("tongue out, front"),
        "tongue out, middle": _("tongue out, middle"),
        "tongue out, side": _("tongue out, side"),
        "turn the head": _("turn the head"),
        "wink": _("wink"),
    }[gesture]


def means_word(means: str) -> str:
    """Return a condition as people read it, its words in the language.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     means_word("juego and points != 31")
    'juego y puntos != 31'
    """
    words = {
        "kings": _("kings"),
        "aces": _("aces"),
        "points": _("points"),
        "medias": _("medias"),
        "duples": _("duples"),
        "pares": _("pares"),
        "juego": _("juego"),
        "hand": _("hand"),
        "nothing": _("nothing"),
        "and": _("and"),
        "not": _("not"),
    }
    return re.sub("[a-z]+", lambda found: words[found[0]], means)


def when_word(when: str) -> str:
    """Return when a seña may be given."""
    return {
        "any time": _("any time"),
        "after grande": _("after grande"),
        "after pares": _("after pares"),
        "no juego": _("no juego"),
    }[when]
