"""Numbers as people write them in the language in use: decimal commas, per cent, thousands."""

from __future__ import annotations

from .lang import language

MINUS, _NARROW, _SPACE = "\u2212", "\u202f", "\u00a0"
_THOUSANDS = {"en": ",", "es": _NARROW, "eu": ".", "fr": _NARROW}
_PERCENT = {"en": "{}%", "es": f"{{}}{_SPACE}%", "eu": f"%{_SPACE}{{}}", "fr": f"{{}}{_SPACE}%"}


def marked(text: str) -> str:
    """Return the text of a number with the decimal mark of the language in use.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     marked("+0.57")
    '+0,57'
    """
    return text if language() == "en" else text.replace(".", ",")


def decimal(value: float, digits: int = 2, sign: bool = False) -> str:
    """Return a number with so many decimals, with a + if asked for.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     decimal(0.5), decimal(2.5, 1, sign=True)
    ('0,50', '+2,5')
    """
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return marked(text).replace("-", MINUS)


def in_percent(text: str) -> str:
    """Return the text of a number as so much per cent.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     in_percent("+1.3").replace("\N{NO-BREAK SPACE}", " ")
    '+1,3 %'
    """
    return _PERCENT[language()].format(marked(text))


def percent(share: float, digits: int = 0, sign: bool = False) -> str:
    """Return a share, 0 to 1, in per cent.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     percent(0.354).replace("\N{NO-BREAK SPACE}", " ")
    '% 35'
    """
    return _PERCENT[language()].format(decimal(100 * share, digits, sign))


def whole(count: int) -> str:
    """Return a whole number with its thousands apart.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     whole(500000)
    '500.000'
    """
    return f"{count:,}".replace(",", _THOUSANDS[language()]).replace("-", MINUS)
