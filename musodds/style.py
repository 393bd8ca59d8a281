"""How a table plays the mus phase, by name."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import InputError

NAMED_STYLES = {"patient": 0.20, "usual": 0.35, "eager": 0.50}
DEFAULT_STYLE = "cut:0.35"
_EXPECTED = "cut:x with x from 0 to 1, or " + ", ".join(NAMED_STYLES)


@dataclass(frozen=True, slots=True)
class Style:
    """A population style: every seat cuts with its best ``share`` of dealt hands.

    Examples
    --------
    >>> parse_style("eager")
    Style(name='eager', share=0.5)
    >>> parse_style("cut:0.35").share
    0.35
    """

    name: str
    share: float


def parse_style(style: str | Style) -> Style:
    """Read ``cut:x`` or one of the named styles.

    Raises
    ------
    InputError
        If it is neither, or x is not from 0 to 1.
    """
    if isinstance(style, Style):
        return style
    name = str(style).strip().lower()
    if name in NAMED_STYLES:
        return Style(name, NAMED_STYLES[name])
    kind, _, share = name.partition(":")
    try:
        if kind == "cut" and 0 <= float(share) <= 1:
            return Style(name, float(share))
    except ValueError:
        pass
    raise InputError(f"style '{style}'", _EXPECTED, "--style cut:0.35")
