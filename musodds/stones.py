"""Tantos as they lie on the table: loose stones, and amarracos of five (ten in the meseta)."""

from __future__ import annotations

import re

from .errors import InputError
from .lang import _
from .text_file import whole

_STONES = re.compile(r"(?:(\d+)\s*a)?\s*(\d+)?")


def parse_stones(text: str, per_amarraco: int = 5) -> int:
    """Read tantos, as ``27`` or as amarracos and stones: ``5a 2``, ``5a2``, ``5a``.

    Raises
    ------
    InputError
        If it is neither, or as many loose stones as make an amarraco are named beside amarracos.

    Examples
    --------
    >>> parse_stones("27"), parse_stones("5a 2"), parse_stones("6a")
    (27, 27, 30)
    """
    found = _STONES.fullmatch(text.strip().lower())
    if not text.strip() or found is None:
        raise InputError(
            _("tantos '{text}'").format(text=text),
            _("a number, or amarracos and stones"),
            _("27 or '5a 2'"),
        )
    amarracos, stones = found[1], whole(found[2] or "0")
    if amarracos and stones >= per_amarraco:
        raise InputError(
            _("tantos '{text}': {stones} stones").format(text=text, stones=stones),
            _("at most {most} loose").format(most=per_amarraco - 1),
            "'5a 2'",
        )
    return whole(amarracos or "0") * per_amarraco + stones


def show_stones(tantos: int, per_amarraco: int = 5) -> str:
    """Return tantos as amarracos and stones.

    Examples
    --------
    >>> show_stones(27), show_stones(3), show_stones(30)
    ('5a 2', '3', '6a')
    """
    amarracos, stones = divmod(tantos, per_amarraco)
    shown = [f"{amarracos}a"] * (amarracos > 0) + [str(stones)] * (stones > 0 or not amarracos)
    return " ".join(shown)


def parse_score(
    text: str,
    per_amarraco: int = 5,
    expected: str | None = None,
    example: str = "--score 27-24",
) -> tuple[int, int]:
    """Read a score, the pair of the mano first: ``27-24`` or ``5a 2-4a 4``.

    Parameters
    ----------
    text : str
    per_amarraco : int
    expected, example : str
        For the error where it is none.

    Examples
    --------
    >>> parse_score("5a 2-24")
    (27, 24)
    """
    sides = text.split("-")
    if len(sides) != 2:
        expected = expected or _("A-B, A being the pair of the mano")
        raise InputError(_("score '{text}'").format(text=text), expected, example)
    return parse_stones(sides[0], per_amarraco), parse_stones(sides[1], per_amarraco)
