"""How a table plays the mus phase, by name."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import InputError

NAMED_STYLES = {"patient": 0.20, "usual": 0.35, "eager": 0.50}
DEFAULT_STYLE = "cut:0.35"
_EXPECTED = (
    "cut:x with x from 0 to 1, or one x a seat as in cut:0.30,0.35,0.35,0.50, or "
    + ", ".join(NAMED_STYLES)
)


@dataclass(frozen=True, slots=True)
class Style:
    """A population style: every seat cuts with its best share of dealt hands.

    Attributes
    ----------
    name : str
        As it was asked for.
    shares : tuple of float
        Share of dealt hands that cut: one for all seats, or one for each in speaking order.

    Examples
    --------
    >>> parse_style("eager")
    Style(name='eager', shares=(0.5,))
    >>> parse_style("cut:0.30,0.35,0.35,0.50").share(3)
    0.5
    """

    name: str
    shares: tuple[float, ...]

    def share(self, seat: int) -> float:
        """Return the share of dealt hands with which a seat cuts."""
        return self.shares[0] if len(self.shares) == 1 else self.shares[seat]


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
        return Style(name, (NAMED_STYLES[name],))
    kind, _, shares = name.partition(":")
    try:
        read = tuple(float(share) for share in shares.split(","))
        if kind == "cut" and len(read) in (1, 4) and all(0 <= share <= 1 for share in read):
            return Style(name, read)
    except ValueError:
        pass
    raise InputError(f"style '{style}'", _EXPECTED, "--style cut:0.35")
