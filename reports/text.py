"""What figures say of where their numbers come from, and how axes write numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..lang import _
from ..numerals import decimal, percent, whole
from ..words import seat_word

if TYPE_CHECKING:
    from ..rules import Rules


def rules_words(rules: Rules) -> str:
    """Return the rules in one line.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> from musodds.rules import load_rules
    >>> with speaking("eu"):
    ...     rules_words(load_rules("ffm"))
    'ffm (4 errege, 40 tantora)'
    """
    return _("{rules} ({kings} kings, games of {target})").format(
        rules=rules.name, kings=rules.kings, target=rules.target
    )


def as_seat(seat: int | str) -> str:
    """Return in which seat somebody sits, for titles: ``as mano``."""
    return _("as {seat}").format(seat=seat_word(seat))


def exact() -> str:
    """Return that all deals were counted, for `source`."""
    return _("exact")


def sampled(deals: int, seed: int) -> str:
    """Return how many deals were sampled, for `source`.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("en"):
    ...     sampled(500_000, 1)
    'Monte Carlo, 500,000 deals, seed 1'
    """
    told = _("Monte Carlo, {deals} deals, seed {seed}")
    return told.format(deals=whole(deals), seed=seed)


def source(rules: Rules, *how: str, style: str | None = None) -> str:
    """Return where numbers come from: the line below a figure.

    Parameters
    ----------
    rules : Rules
    *how : str
        `exact` or `sampled`, and what else there is to know, in the language in use.
    style : str, optional
        How the table plays, where that matters.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> from musodds.rules import load_rules
    >>> with speaking("en"):
    ...     source(load_rules("naipera"), exact(), style="usual")
    'naipera (8 kings, games of 40) · style usual · exact'
    """
    parts = [rules_words(rules)]
    if style is not None:
        parts.append(_("style {style}").format(style=style))
    return " · ".join([*parts, *how])


def percents(digits: int = 0) -> Callable[[Any, Any], str]:
    """Return a formatter of an axis of shares: ``axis.set_major_formatter(percents())``."""
    return lambda value, at: percent(value, digits)


def decimals(digits: int = 1, sign: bool = False) -> Callable[[Any, Any], str]:
    """Return a formatter of an axis of numbers."""
    return lambda value, at: decimal(value, digits, sign)


def action_words(action: str) -> str:
    """Return an action as people say it.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     action_words("envido:2"), action_words("mas:3"), action_words("ordago")
    ('enbido 2', '3 gehiago', 'hordago')
    """
    act, _colon, amount = action.partition(":")
    words = {
        "mus": _("mus"),
        "cut": _("cut"),
        "paso": _("paso"),
        "envido": _("envido {tantos}"),
        "mas": _("{tantos} más"),
        "ordago": _("órdago"),
        "quiero": _("quiero"),
        "no-quiero": _("no quiero"),
        "por-mi-no": _("not for my part"),
    }
    return words[act].format(tantos=amount)
