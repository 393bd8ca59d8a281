"""What was seen of the others, as one types it in a line: ``tercero=duples; postre=mus``."""

from __future__ import annotations

import re

from ..errors import InputError
from ..lang import _
from ..seats import plain, seat_words

# what may be told before the first lance -> the words for it
_KINDS = {
    "no-sena": "no-sena|no sena|no sign|keinurik ez",
    "sena": "sena|sign|keinu|keinua",
    "said": "said|dijo|dice|esan du",
    "holds": "holds|lleva|ditu",
    "known": "known|tiene|dauka",
    "range": "range",
}
_DEAD = "dead|muertas|muerta|hilda"
_SEAT = "|".join(sorted(map(re.escape, seat_words()), key=len, reverse=True))
_KIND = re.compile("|".join(f"(?P<{k.replace('-', '_')}>{v})" for k, v in _KINDS.items()) + r"\b")
_ITEM = re.compile(rf"({_SEAT})(?:\s*[=:]\s*|\s+)(\S.*)")
_ALL = "|".join((*_KINDS.values(), _DEAD))
_NEXT = re.compile(rf"\s*(?:;|,(?=\s*(?:{_ALL}|[a-z]\w+\s*=)))\s*")


def read_seen(text: str) -> list[tuple[str, str]]:
    """Return the options that say the same, with their values.

    Parameters
    ----------
    text : str
        Items after each other with ``;`` between: a seat and a seña, or ``mus`` or ``corto``; or
        a kind before them, as in ``holds postre=RRxx``; or ``dead`` and cards out of play.

    Raises
    ------
    InputError
        If an item cannot be read; its value is checked where the option is.

    Examples
    --------
    >>> read_seen("tercero duples; esku=mus; dead 4,5")
    [('--sena', 'tercero=duples'), ('--said', 'esku=mus'), ('--dead', '4,5')]
    """
    return [_read_item(item) for item in _NEXT.split(text.strip()) if item.strip()]


def _read_item(item: str) -> tuple[str, str]:
    """Read one item; the value stays as it was typed, since plain letters may be cards."""
    words = plain(item)
    if dead := re.fullmatch(rf"(?:{_DEAD})\s*[=:]?\s*(\S.*)", words):
        return "--dead", item.strip()[-len(dead[1]) :]
    kind, rest = None, words
    if found := _KIND.match(words):
        kind, rest = str(found.lastgroup).replace("_", "-"), words[found.end() :].lstrip(" =:")
    told = _ITEM.fullmatch(rest)
    if told is None:
        raise InputError(
            f"'{item.strip()[:40]}'",
            _("a seat and what it showed"),
            _("tercero=duples; postre=mus; dead 4,5"),
        )
    from ..clues import SAID

    value = item.strip()[-len(told[2]) :]
    said = any(told[2] in known for known in SAID.values())
    return f"--{kind or ('said' if said else 'sena')}", f"{told[1]}={value}"
