"""``musodds senas``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from .options import formatted, ruled

if TYPE_CHECKING:
    from ..cards import Hand
    from ..rules import Rules
    from ..senas import Sena

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
        return f"No señas are allowed ({rules.describe()})"
    if listing.hand is None:
        return f"The señas of {rules.senas} ({rules.describe()})"
    names = names_of(listing.senas) or "no seña"
    return f"{rules.deck().show(listing.hand)} may give {names} ({rules.describe()})"


def _list(rules: Rules, at: str | None, hand: Hand | None, form: str) -> None:
    from ..senas import given_at, may_give, parse_moment
    from .render import Report, emit
    from .senas_sheets import TRUE, senas_sheet, who_sees

    at = parse_moment(at)
    senas = given_at(rules, at) if hand is None else may_give(hand, rules, at)
    listing = _Listing(rules, at, hand, senas)
    sheet = senas_sheet(senas, listing.shares())
    notes = [TRUE, who_sees(rules)] if rules.senas else []
    sheets = [sheet] if senas else []
    emit(form, Report(listing, _headline(listing), [], sheets, notes, [sheet]))


def _tell(given: list[str], rules: Rules, at: str | None, form: str) -> None:
    from ..told import tells
    from .render import Report, emit, percent
    from .senas_sheets import PRIOR, chances_sheet, hands_sheet, names_of, who_sees

    told = tells(given, rules, at)
    sheets = [chances_sheet(told), hands_sheet(told)]
    without = " without juego" if told.at == "punto" else ""
    means = [f"{t}: {names_of(senas)}" for t, senas in zip(told.given, told.meant, strict=True)]
    head = f"{'; '.join(means)}   ({rules.describe()})"
    lines = [
        *(f"{s.name}: {s.means}; {s.gesture}; {s.when}." for s in told.senas),
        f"True of {percent(told.share)} of dealt hands{without}.",
    ]
    emit(form, Report(told, head, lines, sheets, [who_sees(rules), PRIOR]))


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
        raise InputError(
            f"hand '{hand}' and gesture '{given[0]}'", "one of them", "musodds senas RRSA"
        )
    if given:
        _tell(given, rules, at, form)
    else:
        _list(rules, at, hand, form)
