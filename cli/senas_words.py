"""When a seña of `musodds/senas.toml` may be given, in the language in use."""

from __future__ import annotations

import re

from ..lang import _


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
