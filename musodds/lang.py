"""The language that people read: gettext catalogues, one for each part of the program.

Strings stand in English in the code, marked ``_("...")`` or ``ngettext(...)``; `musodds.catalogues`
collects them. What a catalogue lacks is said in English. Keys of JSON and CSV are not translated.
"""

from __future__ import annotations

import gettext as _gettext
import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from .errors import InputError, warn

LANGUAGES = {
    "en": "English",
    "es": "español",
    "eu": "euskara",
    "eu_FR": "Iparraldeko euskara",  # where it has words of mus of its own, else as eu
    "fr": "français",
}
FOLDER = Path(__file__).with_name("locale")
VARIABLE = "MUSODDS_LANG"
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def parse_language(text: str) -> str:
    """Return the code of a language, as `LANGUAGES` has it.

    Parameters
    ----------
    text : str
        A code or a locale: ``eu``, ``es_ES.UTF-8``, ``eu-FR``.

    Raises
    ------
    InputError
        If musodds does not speak it.

    Examples
    --------
    >>> parse_language("eu_ES.UTF-8"), parse_language("eu-FR")
    ('eu', 'eu_FR')
    """
    code = _code(text)
    if code is None:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise InputError(_("language '{text}'").format(text=text), known, "--lang eu")
    return code


def _code(text: str) -> str | None:
    """Return the code of a locale, with its country if that has words of its own."""
    place = text.strip().lower().replace("-", "_").split(".")[0].split("@")[0]
    known = {code.lower(): code for code in LANGUAGES}
    return known.get(place) or known.get(place.split("_")[0])


def language() -> str:
    """Return the language in use, without a country.

    Examples
    --------
    >>> with speaking("eu_FR"):
    ...     language()
    'eu'
    """
    return spoken_language().split("_")[0]


def spoken_language() -> str:
    """Return the code in use: chosen, else MUSODDS_LANG, the one kept, or the locale's."""
    if (chosen := _chosen.get()) is not None:
        return chosen
    of_locale = locale_language()
    with speaking(of_locale):  # in which a refusal of the other two is told
        if asked := os.environ.get(VARIABLE):
            return parse_language(asked)
        from .config import kept

        return kept("language") or of_locale


def locale_language() -> str:
    """Return the language of the locale, English where musodds does not speak that."""
    locale = next((os.environ[name] for name in _LOCALE_VARIABLES if os.environ.get(name)), "")
    return _code(locale) or "en"


def use_language(text: str) -> None:
    """Choose the language of what follows.

    Raises
    ------
    InputError
        If musodds does not speak it.
    """
    _chosen.set(parse_language(text))


@contextmanager
def speaking(text: str) -> Iterator[None]:
    """Choose a language for a while.

    Examples
    --------
    >>> with speaking("eu"):
    ...     language()
    'eu'
    """
    token = _chosen.set(parse_language(text))
    try:
        yield
    finally:
        _chosen.reset(token)


@cache
def _catalogue(code: str) -> _gettext.NullTranslations:
    general, country, _where = code.partition("_")
    found = _catalogue(general) if country else _gettext.NullTranslations()
    for path in sorted((FOLDER / code / "LC_MESSAGES").glob("*.mo"), reverse=True):
        try:
            with path.open("rb") as file:
                part = _gettext.GNUTranslations(file)
        except (OSError, ValueError, LookupError, struct.error):
            warn(f"{code}/{path.name} that comes with musodds is damaged: English instead")
            continue
        part.add_fallback(found)
        found = part
    return found


def _(text: str) -> str:
    """Return a string in the language in use."""
    return _catalogue(spoken_language()).gettext(text)


def pgettext(context: str, text: str) -> str:
    """Return a string that means this only in its context, in the language in use."""
    return _catalogue(spoken_language()).pgettext(context, text)


def N_(text: str) -> str:
    """Mark a string for the catalogues that is translated later, where it is told."""
    return text


@dataclass(frozen=True)
class Sentence:
    """A sentence that is said in the language in use when it is read, not when it is made.

    Parameters
    ----------
    text : str
        In English, marked by `N_`, with its fields in braces.
    fields : dict
        What stands in the braces, or functions that return it.

    Examples
    --------
    >>> seen = Sentence(N_("the {seat} has pares"), {"seat": lambda: _("postre")})
    >>> print(seen)
    the postre has pares
    """

    text: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        said = {name: told() if callable(told) else told for name, told in self.fields.items()}
        return _(self.text).format(**said)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a string for so many, in the language in use."""
    return _catalogue(spoken_language()).ngettext(one, many, count)


def listed(words: Sequence[str], joint: str) -> str:
    """Return a list as people say it, the last two joined by a word.

    Examples
    --------
    >>> listed(["mano", "segundo", "postre"], " or ")
    'mano, segundo or postre'
    """
    *most, last = words
    return f"{', '.join(most)}{joint}{last}" if most else last
