"""Reading a seña by its name, in three languages, or by its gesture."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NoReturn

from .errors import InputError
from .lang import N_, _
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import plain
from .senas import Sena, sena_file, sena_list

# the names and the gestures of senas.toml, for the catalogues
_SAID = (
    N_("two kings"),
    N_("three kings"),
    N_("two aces"),
    N_("three aces"),
    N_("medias"),
    N_("duples"),
    N_("pares"),
    N_("juego"),
    N_("ciego"),
    N_("solomillo"),
    N_("bite the lower lip"),
    N_("bite the lower lip, middle"),
    N_("bite the lower lip, side"),
    N_("close both eyes"),
    N_("closed lips forward"),
    N_("closed lips to one side"),
    N_("kiss"),
    N_("lips to both sides"),
    N_("lips to one side"),
    N_("raise both shoulders"),
    N_("raise one shoulder"),
    N_("raise the eyebrows"),
    N_("tongue out"),
    N_("tongue out, front"),
    N_("tongue out, middle"),
    N_("tongue out, side"),
    N_("turn the head"),
    N_("wink"),
)


def _words_of(text: str) -> str:
    return " ".join(re.findall(r"\w+", plain(text)))


@cache
def _aliases(table: str) -> dict[str, str]:
    """Return the names of señas, or of gestures, by every word for them."""
    return {
        _words_of(word): name
        for name, words in sena_file()[table].items()
        for word in (name, *words)
    }


def is_name(text: str) -> bool:
    """Return whether this is a word for a seña, in whatever list.

    Examples
    --------
    >>> is_name("dos reyes"), is_name("RRCA")
    (True, False)
    """
    return _words_of(text) in _aliases("words")


def said_sena(name: str) -> str:
    """Return a seña, by its name or gesture, in the language in use; buttons by what is on them.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     said_sena("button two kings"), said_sena("wink"), said_sena("31")
    ('botón dos reyes', 'guiñar un ojo', '31')
    """
    button, _space, on_button = name.partition(" ")
    if button != "button":
        return _(name)
    on_it = _("blind") if on_button == "blind" else _(on_button)
    return _("button {name}").format(name=on_it)


def _gestures(sena: Sena) -> tuple[str, str]:
    """Return the words of its gesture, in English and in the language in use."""
    return _words_of(sena.gesture), _words_of(said_sena(sena.gesture))


def _by_gesture(text: str, senas: Iterable[Sena]) -> tuple[Sena, ...]:
    """Return the señas of a gesture; some of its words are enough if they fit no other."""
    asked = _aliases("gestures").get(_words_of(text), text)
    words = set(_words_of(asked).split())
    near = [s for s in senas if words and any(words <= set(g.split()) for g in _gestures(s))]
    same = [s for s in near if _words_of(asked) in _gestures(s)]
    found = same or near
    fitting = dict.fromkeys(s.gesture for s in found)
    if len(fitting) > 1:
        raise InputError(
            _("seña '{text}': more than one gesture").format(text=text),
            _(" or ").join(map(said_sena, fitting)),
            f"'{said_sena(found[0].gesture)}'",
        )
    return tuple(found)


def _refuse(text: str, rules: Rules, known: Iterable[str]) -> NoReturn:
    words = list(dict.fromkeys(known))
    raise InputError(
        _("seña '{text}': not in the list {senas}").format(text=text, senas=rules.senas),
        ", ".join(map(said_sena, words)),
        f"'{said_sena(words[0])}'",
    )


def _playing(text: str, rules: Rules) -> tuple[Sena, ...]:
    senas = sena_list(rules)
    if not senas:
        raise InputError(
            _("seña '{text}': these rules play without señas").format(text=text),
            _("a list of señas"),
            "--set senas=fem",
        )
    return senas


def read_gesture(text: str, rules: str | Rules = DEFAULT_RULES) -> tuple[Sena, ...]:
    """Return every seña that a gesture may be.

    Parameters
    ----------
    text : str
        The gesture as the list writes it, some of its words, or what `senas.toml` knows for it.
    rules : str or Rules, default "naipera"

    Raises
    ------
    InputError
        If the list has no such gesture, or the words fit more than one.

    Examples
    --------
    >>> [sena.name for sena in read_gesture("wink", "ffm")]
    ['30', '31']
    >>> [sena.name for sena in read_gesture("cejas", "ehmf")]
    ['juego']
    """
    rules = load_rules(rules)
    senas = _playing(text, rules)
    return _by_gesture(text, senas) or _refuse(text, rules, (s.gesture for s in senas))


def read_sena(text: str, rules: str | Rules = DEFAULT_RULES) -> tuple[Sena, ...]:
    """Read a seña by its name or by its gesture.

    Parameters
    ----------
    text : str
        A name in Spanish, Basque or English (``31``, ``dos reyes``, ``itsua``), or a gesture as in
        `read_gesture`.
    rules : str or Rules, default "naipera"

    Returns
    -------
    tuple of Sena
        All that it may be: the same name given by two gestures, or one gesture with two meanings.

    Raises
    ------
    InputError
        If the list of the rules has no such seña.

    Examples
    --------
    >>> [sena.means for sena in read_sena("bi errege")]
    ['kings == 2']
    >>> [sena.name for sena in read_sena("guiño", "ehmf")]
    ['31', '30']
    """
    rules = load_rules(rules)
    senas = _playing(text, rules)
    name = _aliases("words").get(_words_of(text))
    found = tuple(s for s in senas if s.name == name) if name else _by_gesture(text, senas)
    return found or _refuse(text, rules, (s.name for s in senas))
