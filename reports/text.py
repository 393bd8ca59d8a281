"""What figures say of where their numbers come from, and how axes write numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..lang import _, speaking, spoken_language
from ..numerals import decimal, percent, whole
from ..words import seat_word

if TYPE_CHECKING:
    from ..rules import Rules

Writer = Callable[..., str]  # of a number, and of its place on an axis if that matters


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


def percents(digits: int = 0) -> Writer:
    """Return a formatter of an axis of shares: ``axis.set_major_formatter(percents())``."""
    return _as_now(lambda share: percent(share, digits))


def decimals(digits: int = 1, sign: bool = False) -> Writer:
    """Return a formatter of an axis of numbers."""
    return _as_now(lambda value: decimal(value, digits, sign))


def plain() -> Writer:
    """Return a formatter that writes as many decimals as a number has.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     write = plain()
    >>> write(0.05), write(10.0)
    ('0,05', '10')
    """
    return _as_now(lambda value: decimal(value, len(f"{value:g}".partition(".")[2])))


def wholes() -> Writer:
    """Return a formatter of an axis of whole numbers."""
    return _as_now(lambda value: whole(round(value)))


def _as_now(write: Callable[[float], str]) -> Writer:
    """Return a formatter in the language in use now: an axis is written when it is drawn."""
    chosen = spoken_language()

    def written(value: float, at: object = None) -> str:
        with speaking(chosen):
            return write(value)

    return written


def action_words(action: str) -> str:
    """Return an action as people say it.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     action_words("envido:2"), action_words("mas:3"), action_words("ordago")
    ('2 enbido', '3 gehiago', 'hordago')
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
