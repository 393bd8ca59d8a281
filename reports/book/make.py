"""Put the book together."""

from __future__ import annotations

from collections.abc import Callable

from ... import __version__
from ...errors import InputError
from ...lang import _, language
from ...rules import Rules, load_rules
from . import by_heart, census, exercises, how, last_tantos, seats, senas, thumbs
from .content import Book
from .data import STYLE, Data, Effort
from .thumb_rules import Thumbs


def make_book(
    rules: str | Rules,
    effort: Effort | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Book:
    """Gather the book in the language in use.

    Parameters
    ----------
    rules : str or Rules
        Of four players, with rounds of mus, for which a strategy is kept.
    effort : Effort, optional
    progress : callable, optional
        Told the share of the sampling that is done.

    Raises
    ------
    InputError
        If there is no solved strategy for the rules.
    """
    read = load_rules(rules)
    check_rules(read)
    data = Data(read, effort or Effort(), progress)
    learned = Thumbs(data)
    return Book(
        _("Mus by the numbers"),
        _("{rules}: {kings} kings, games of {target}").format(
            rules=read.name, kings=read.kings, target=read.target
        ),
        language(),
        (
            how.chapter(data),
            census.chapter(data),
            by_heart.chapter(data),
            seats.chapter(data, learned),
            last_tantos.chapter(data, learned),
            senas.chapter(data),
            thumbs.chapter(data, learned),
            exercises.chapter(data, learned),
        ),
        {
            "contents": _("Contents"),
            "made": _("Made by musodds {version}; every number was computed.").format(
                version=__version__
            ),
        },
    )


def check_rules(rules: Rules) -> None:
    """Refuse rules for which the bets are not solved.

    Raises
    ------
    InputError
        If no strategy is kept for them.
    """
    from ...strategies import kept_style

    if rules.deal != "mus" or kept_style(rules, STYLE) is None:
        raise InputError(
            _(
                "rules '{rules}': no strategy is kept for them, and the book tells how to bet"
            ).format(rules=rules.name),
            _("rules with one, or solve them first"),
            f"musodds solve hand --players 4 --style {STYLE} --rules {rules.name}",
        )
