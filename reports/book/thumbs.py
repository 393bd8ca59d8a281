"""Chapter 7: rules of thumb, and the pocket card."""

from __future__ import annotations

from collections.abc import Iterator

from ...hands import LANCE_NAMES
from ...lang import _
from . import names
from .content import (
    Block,
    Bullets,
    Cell,
    Chapter,
    Heading,
    Para,
    Pocket,
    Table,
    Text,
    say,
)
from .data import Data
from .fit import KeepRule, Rule
from .last_tantos import needs_ordago
from .seats import join
from .thumb_rules import Thumbs


def chapter(data: Data, thumbs: Thumbs) -> Chapter:
    """Return the chapter."""
    blocks: list[Block] = [
        Para(
            say(
                _(
                    "Nobody plays with tables in his head. These rules were fitted to the tables "
                    "of "
                    "this book: the fewest words that lose least. Right: the share of dealt hands "
                    "with which the rule does as the table. Cost: what the other "
                    "hands lose, in tantos every 100 hands; the table’s own errors count against "
                    "the rule."
                )
            )
        ),
        Heading(_("Cut")),
        _cut_table(thumbs),
        Heading(_("Cut, by counting points")),
        *_count(thumbs),
        Heading(_("Keep")),
        *_keeps(thumbs),
        Heading(_("Bet and accept")),
        _bets(data, thumbs),
        _pocket(data, thumbs),
    ]
    return Chapter("thumbs", _("Rules of thumb"), tuple(blocks))


# ------------------------------------------------------------------ cut


def cut_words(rule: Rule) -> Text:
    """Return a rule in words."""
    words = join([trait.words for trait in rule.traits])
    if rule.but_not is None:
        return words
    return say(_("{these}, but not with {that}"), these=words, that=rule.but_not.words)


def _cut_table(thumbs: Thumbs) -> Table:
    rows = []
    for seat, rule in enumerate(thumbs.cut_rules):
        rows.append(
            (
                names.seat_names()[seat],
                cut_words(rule),
                thumbs.cut_right(seat, rule.yes, "rule"),
                thumbs.cut_cost(seat, rule.yes, "rule"),
                thumbs.cut_cost(seat, thumbs.people_cut, "people"),
            )
        )
    return Table(
        (_("seat"), _("cut with any of these"), _("right"), _("cost"), _("simple rule")),
        tuple(rows),
        say(
            _(
                "“Two kings” means two or more. Simple rule: cut with juego, medias or duples and "
                "nothing else."
            )
        ),
        left=(0, 1),
        widths=(0.13, 0.39, 0.12, 0.18, 0.18),
    )


def _count(thumbs: Thumbs) -> Iterator[Block]:
    count = thumbs.cut_count
    yield Para(say(_("One count for all four seats: {points}."), points=_points(thumbs)))
    rows = tuple(
        (
            names.seat_names()[seat],
            say("<b>{n}</b>", n=count.least[seat]),
            thumbs.cut_right(seat, count.yes[seat], "count"),
            thumbs.cut_cost(seat, count.yes[seat], "count"),
        )
        for seat in range(4)
    )
    yield Table(
        (_("seat"), _("cut from"), _("right"), _("cost")),
        rows,
        widths=(0.3, 0.2, 0.25, 0.25),
    )


def _points(thumbs: Thumbs) -> Text:
    counted = [(name, n) for name, n in thumbs.cut_count.points.items() if n]
    return join([say("{what} <b>{n}</b>", what=names.feature(name), n=n) for name, n in counted])


# ------------------------------------------------------------------ keep


def keep_lines(rule: KeepRule) -> tuple[Text, ...]:
    """Return the lines of a list of what to keep."""
    return tuple(
        say(_("With {trait}: keep {cards}."), trait=trait.words, cards=names.keeper(keep))
        if trait is not None
        else say(_("Otherwise: keep {cards}."), cards=names.keeper(keep))
        for trait, keep in rule.lines
    )


def _keeps(thumbs: Thumbs) -> Iterator[Block]:
    rule = thumbs.keep_rule
    right, cost = thumbs.keep_cost(rule.mask, "rule")
    plain_right, plain = thumbs.keep_cost(thumbs.people_keep, "people")
    yield Para(say(_("The first line that fits decides. All four seats, once mus is agreed.")))
    yield Bullets(keep_lines(rule), numbered=True)
    yield Para(
        say(
            _(
                "Right in {right} of rounds of mus, cost {cost} tantos every 100 rounds. “Pares "
                "and kings”, "
                "the simple rule: {plain_right} and {plain}. At least one card must go."
            ),
            right=right,
            cost=cost,
            plain_right=plain_right,
            plain=plain,
        )
    )


# ------------------------------------------------------------------ bet


def _bets(data: Data, thumbs: Thumbs) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for lance in LANCE_NAMES:
        row: list[Cell] = [names.lance(lance)]
        for kind in ("bet", "accept"):
            yes = {seat: thumbs.steps[kind, seat, lance].held for seat in range(4)}
            row += thumbs.bet_cost(kind, lance, yes, "rule")
        people = {seat: thumbs.people_accept(seat, lance) for seat in range(4)}
        row.append(thumbs.bet_cost("accept", lance, people, "people")[1])
        rows.append(tuple(row))
    return Table(
        (
            _("lance"),
            _("bet: right"),
            _("cost"),
            _("accept: right"),
            _("cost"),
            _("simple rule"),
        ),
        tuple(rows),
        say(
            _(
                "The rule is one line a lance and seat, “from this hand up”, as in the chapter on "
                "seats and on the card below. Mean of the four seats; costs are per 100 hands. "
                "Simple rule: accept with what wins half of the deals."
            )
        ),
        widths=(0.15, 0.14, 0.19, 0.16, 0.19, 0.17),
    )


# ------------------------------------------------------------------ the card


def _pocket(data: Data, thumbs: Thumbs) -> Pocket:
    seats = names.seat_names()
    count = thumbs.cut_count
    cut = tuple(
        say("<b>{seat}</b>: {rule}", seat=seats[seat], rule=cut_words(rule))
        for seat, rule in enumerate(thumbs.cut_rules)
    )
    least = join(
        [say("{seat} <b>{n}</b>", seat=seats[seat], n=count.least[seat]) for seat in range(4)]
    )
    boxes: list[tuple[str, tuple[Text, ...]]] = [
        (_("Cut with"), cut),
        (_("Or count"), (_points(thumbs), say(_("Cut from: {least}"), least=least))),
        (_("Keep"), keep_lines(thumbs.keep_rule)),
    ]
    for kind, title in (("bet", _("Bet 2 from")), ("accept", _("Accept 2 from"))):
        lines = []
        for lance in LANCE_NAMES:
            shown = [say("{card}", card=thumbs.steps[kind, seat, lance].shown) for seat in range(4)]
            lines.append(
                say("<b>{lance}</b>: {steps}", lance=names.lance(lance), steps=join(shown))
            )
        boxes.append((title, tuple(lines)))
    target = data.rules.target
    near = [(target - 5, target - 1), (target - 1, target - 5), (target - 2, target - 2)]
    last = tuple(
        say(
            _("At {us}–{them}, last lance: accept an órdago from {needs}"),
            us=us,
            them=them,
            needs=needs_ordago(data, us, them),
        )
        for us, them in near
    )
    boxes.append((_("The last tantos"), last))
    return Pocket(
        _("The pocket card"),
        tuple(boxes),
        say(
            _("Bet and accept: in the order mano, segundo, tercero, postre. {rules}."),
            rules=_("{rules}: {kings} kings, games of {target}").format(
                rules=data.rules.name, kings=data.rules.kings, target=data.rules.target
            ),
        ),
    )
