"""``musodds senas``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..lang import _
from .options import formatted, ruled

if TYPE_CHECKING:
    from ..cards import Hand
    from ..rules import Rules
    from ..senas import Sena
    from ..told import Told
    from .render import Report

_CARDS = re.compile(r"[\d\s,./\-RKCQDZSJVTA]+")  # what is refused as a hand, not as a seña


@dataclass(frozen=True)
class _Listing:
    """The señas of some rules, or those that a hand may give."""

    rules: Rules
    at: str | None
    hand: Hand | None
    senas: tuple[Sena, ...]

    def shares(self) -> list[float]:
        from ..conditions import share
        from ..hands import hand_space
        from ..senas import possible

        space = hand_space(self.rules)
        now = possible(space, self.at)
        return [share(space, sena.condition, now) for sena in self.senas]

    def to_dict(self) -> dict[str, Any]:
        pairs = zip(self.senas, self.shares(), strict=True)
        return {
            "schema": "musodds.senas/1",
            "hand": None if self.hand is None else str(self.hand),
            "at": self.at,
            "senas": [{**sena.to_dict(), "share": share} for sena, share in pairs],
            "rules": self.rules.name,
            "kings": self.rules.kings,
            "list": self.rules.senas,
            "max": self.rules.max_senas,
            "seen": self.rules.senas_seen,
            "method": "exact",
        }


def _headline(listing: _Listing) -> str:
    from .senas_sheets import names_of

    rules = listing.rules
    if rules.senas is None:
        told = _("No señas are allowed")
    elif listing.hand is None:
        told = _("The señas of {list}").format(list=rules.senas)
    else:
        names = names_of(listing.senas) or _("no seña")
        told = _("{hand} may give {senas}")
        told = told.format(hand=rules.deck().show(listing.hand), senas=names)
    return f"{told} ({rules.describe()})"


def _list(rules: Rules, at: str | None, hand: Hand | None, form: str) -> None:
    from ..senas import given_at, may_give, parse_moment
    from .render import Report, emit
    from .senas_sheets import senas_sheet, true_note, who_sees

    at = parse_moment(at)
    senas = given_at(rules, at) if hand is None else may_give(hand, rules, at)
    listing = _Listing(rules, at, hand, senas)

    def report() -> Report:
        sheet = senas_sheet(senas, listing.shares())
        notes = [true_note(), who_sees(rules)] if rules.senas else []
        return Report(listing, _headline(listing), [], [sheet] if senas else [], notes, [sheet])

    emit(form, report)


def _tell(given: list[str], rules: Rules, at: str | None, form: str) -> None:
    from ..told import tells
    from .render import emit

    told = tells(given, rules, at)
    emit(form, lambda: _told_report(told, rules))


def _told_report(told: Told, rules: Rules) -> Report:
    from ..sena_words import said_sena
    from .render import Report, percent
    from .senas_sheets import chances_sheet, hands_sheet, names_of, prior_note, who_sees
    from .senas_words import means_word, when_word

    means = [f"{t}: {names_of(senas)}" for t, senas in zip(told.given, told.meant, strict=True)]
    share = _("True of {share} of dealt hands.")
    if told.at == "punto":
        share = _("True of {share} of dealt hands without juego.")
    lines = [
        f"{said_sena(s.name)}: {means_word(s.means)}; {said_sena(s.gesture)}; {when_word(s.when)}."
        for s in told.senas
    ]
    return Report(
        told,
        f"{'; '.join(means)}   ({rules.describe()})",
        [*lines, share.format(share=percent(told.share))],
        [chances_sheet(told), hands_sheet(told)],
        [who_sees(rules), prior_note()],
    )


def _read(asked: str, rules: Rules) -> tuple[Hand | None, list[str]]:
    """Tell a hand from señas."""
    from ..cards import parse_hand
    from ..errors import InputError
    from ..sena_words import is_name, read_sena

    parts = [part.strip() for part in asked.split(",") if part.strip()]
    if all(map(is_name, parts)):
        return None, parts
    try:
        return parse_hand(asked), []
    except InputError:
        if asked == asked.upper() or _CARDS.fullmatch(asked.upper()):
            raise
        for part in parts:
            read_sena(part, rules)
        return None, parts


@click.command("senas")
@click.argument("asked", metavar="[HAND | NAME]", nargs=-1)
@click.option("--gesture", multiple=True, help="What a gesture tells, e.g. wink; may be repeated.")
@click.option(
    "--at",
    metavar="MOMENT",
    help="What may be given now: mus, or the lance being played.",
)
@ruled
@formatted
def command(
    asked: tuple[str, ...], gesture: tuple[str, ...], at: str | None, rules: Rules, form: str
) -> None:
    """List the señas; say which a HAND may give, or what a NAME tells.

    Names are Spanish, Basque or English; several with commas are of one player in one hand.

    \b
    musodds senas --rules ehmf
    musodds senas RRSA --rules ehmf
    musodds senas "bi errege, 31"
    musodds senas --gesture wink --rules ffm
    """
    from ..errors import InputError
    from ..sena_words import read_gesture

    hand, names = _read(" ".join(asked), rules)
    for text in gesture:
        read_gesture(text, rules)
    given = [*names, *gesture]
    if hand is not None and given:
        wrong = _("hand '{hand}' and gesture '{gesture}'").format(hand=hand, gesture=given[0])
        raise InputError(wrong, _("one of them"), "musodds senas RRSA")
    if given:
        _tell(given, rules, at, form)
    else:
        _list(rules, at, hand, form)
