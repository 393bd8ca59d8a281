"""The tables and sentences of a comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..compare_hands import MEASURES
from ..compare_words import (
    advice_word,
    as_number,
    average_word,
    deal_word,
    holding_word,
    labels,
    measure_word,
    page_title,
    panel_word,
    points,
    seats_word,
    verdict_word,
)
from ..lang import _, ngettext, pgettext
from ..numerals import decimal, percent, whole
from ..reports.text import rules_words
from ..seats import SEATS
from ..words import lance_word, seat_word
from .compare_flat import flat_sheet
from .render import Cell, Column, Report, Sheet

if TYPE_CHECKING:
    from ..compare import Comparison
    from ..compare_cuts import Cuts
    from ..compare_deals import Dealt
    from ..compare_discards import Discards
    from ..compare_hands import Move, Moves
    from ..compare_pair import Pair

SHOWN = (
    "pares", "par", "medias", "duples", "four alike", "juego", "juego 31", "juego 32", "juego 40",
    "punto 30", "punto 29", "punto 28", "punto 27", "blind",
)  # fmt: skip
MOST, OF_ALL = 5, 3  # hands listed of one seat, of each of four
FLIPS = 12
LEAST = {"paso": 0.1}  # of a move to be listed, and a hundredth in the lances
Labels = tuple[str, str]


def _with_se(value: float, se: float) -> str:
    return f"{decimal(value, sign=True)} ±{decimal(max(se, 0.005))}"


def _cost(value: float, se: float) -> str:
    return f"{decimal(value)} ±{decimal(max(se, 0.005))}"


def _points_with_se(pair: Pair) -> str:
    return f"{points(pair.difference)} ±{decimal(100 * pair.se, 1)}"


def census_sheet(dealt: Dealt, told: Labels) -> Sheet:
    """Return what the dealt hands hold, in shares and in numbers."""
    held = {row.holds: row for row in dealt.census}
    columns = (
        Column("holds", _("a hand holds"), left=True),
        Column("a", told[0], lambda share: percent(share, 1)),
        Column("a_hands", _("hands"), whole),
        Column("b", told[1], lambda share: percent(share, 1)),
        Column("b_hands", _("hands"), whole),
        Column("change", _("change"), points),
    )
    rows: list[list[Cell]] = []
    for name in (name for name in SHOWN if name in held):
        row = held[name]
        shares = row.share
        rows.append(
            [holding_word(name), shares.a, row.hands[0], shares.b, row.hands[1], shares.difference]
        )
    return Sheet(panel_word("census"), columns, rows)


def average_sheet(dealt: Dealt, told: Labels) -> Sheet:
    """Return the average hand."""
    columns = (
        Column("of", _("the average hand"), left=True),
        Column("a", told[0], decimal),
        Column("b", told[1], decimal),
        Column("change", _("change"), lambda change: decimal(change, 2, sign=True)),
    )
    rows: list[list[Cell]] = [
        [average_word(name), pair.a, pair.b, pair.difference]
        for name, pair in dealt.average.items()
    ]
    return Sheet(_("The average hand"), columns, rows)


def deals_sheet(dealt: Dealt, told: Labels) -> Sheet:
    """Return how often pares, juego and punto are contested, and what the mano's pair wins."""
    columns = (
        Column("what", _("in a deal"), left=True),
        Column("a", told[0], left=False),
        Column("b", told[1], left=False),
        Column("change", _("change"), left=False),
    )
    rows: list[list[Cell]] = [
        [deal_word(name), percent(pair.a, 1), percent(pair.b, 1), points(pair.difference)]
        for name, pair in dealt.lances.items()
    ]
    for name, pair in dealt.mano.items():
        if name == "paso":
            what = _("the mano's pair: tantos in paso")
            shown = [decimal(value, 3, sign=True) for value in (pair.a, pair.b, pair.difference)]
        elif name in ("grande", "chica"):
            what = _("the mano's pair wins {lance}").format(lance=lance_word(name))
            shown = [
                percent(pair.a, 2),
                percent(pair.b, 2),
                decimal(100 * pair.difference, 2, True),
            ]
        else:
            continue
        rows.append([what, *shown])
    return Sheet(panel_word("lances"), columns, rows)


def _far(moves: list[Move]) -> list[Move]:
    """Return the moves that are far enough to be listed."""
    return [move for move in moves if abs(move.value.difference) >= LEAST.get(move.lance, 0.01)]


def _short(move: Move) -> str:
    """Return a hand and both its numbers in few characters."""
    if move.lance == "paso":
        numbers = [decimal(value, 1, sign=True) for value in (move.value.a, move.value.b)]
    else:
        numbers = [f"{100 * value:.0f}" for value in (move.value.a, move.value.b)]
    return f"{move.hand} {numbers[0]}→{numbers[1]}"


def all_seats_sheet(moves: Moves, told: Labels) -> Sheet:
    """Return the hands that rise and fall most, lance by lance, seat by seat."""
    columns = (
        Column("lance", _("lance"), left=True),
        Column("way", "", left=True),
        *(Column(name, seat_word(name), left=True) for name in SEATS),
    )
    rows: list[list[Cell]] = []
    for lance in MEASURES:
        found = [moves.most(lance, seat, OF_ALL) for seat in range(4)]
        first = True
        for way, word in enumerate((_("rises"), _("falls"))):
            lists = [_far(pair[way]) for pair in found]
            for n in range(max(map(len, lists))):
                cells: list[Cell] = [_short(some[n]) if n < len(some) else None for some in lists]
                name = measure_word(lance) if first else None
                rows.append([name, word if n == 0 else None, *cells])
                first = False
    title = _("Hands that move most: % of wins, {a} → {b}").format(a=told[0], b=told[1])
    return Sheet(title, columns, rows)


def one_seat_sheet(moves: Moves, seat: int, told: Labels) -> Sheet:
    """Return the hands that rise and fall most in one seat."""
    columns = (
        Column("lance", _("lance"), left=True),
        Column("hand", _("hand"), left=True),
        Column("a", told[0], left=False),
        Column("b", told[1], left=False),
        Column("change", _("change"), left=False),
        Column("dealt_a", _("dealt"), lambda share: percent(share, 2)),
        Column("dealt_b", _("dealt"), lambda share: percent(share, 2)),
    )
    rows: list[list[Cell]] = []
    for lance in MEASURES:
        rises, falls = moves.most(lance, seat, MOST)
        for n, move in enumerate(_far([*rises, *falls[::-1]])):
            value, name = move.value, measure_word(lance) if n == 0 else None
            if lance == "paso":
                shown = [decimal(v, 2, sign=True) for v in (value.a, value.b, value.difference)]
            else:
                shown = [percent(value.a, 1), percent(value.b, 1), points(value.difference)]
            rows.append([name, move.hand, *shown, move.dealt.a, move.dealt.b])
    title = _("Hands that move most, as {seat}").format(seat=seat_word(seat))
    return Sheet(title, columns, rows)


def cuts_sheet(cuts: Cuts, told: Labels) -> Sheet:
    """Return with how many hands to cut, by seat and by how the others play."""
    seats = list(dict.fromkeys(row.seat for row in cuts.shares))
    columns = (
        Column("style", _("against"), left=True),
        Column("side", "", left=True),
        *(Column(seat, seat_word(seat), left=False) for seat in seats),
        Column("mus", _("mus played"), left=False),
    )
    rows: list[list[Cell]] = []
    for given in cuts.given:
        shares = [row.share for row in cuts.shares if row.styles == given.styles]
        shares.append(given.share)
        same = given.styles[0] == given.styles[1]
        first, second = given.styles[0], None if same else given.styles[1]
        rows.append([first, told[0], *(percent(pair.a, 1) for pair in shares)])
        rows.append([second, told[1], *(percent(pair.b, 1) for pair in shares)])
        rows.append([None, _("change"), *map(_points_with_se, shares)])
    return Sheet(panel_word("cuts"), columns, rows)


def flips_sheet(cuts: Cuts, told: Labels) -> Sheet:
    """Return the hands with which to cut on one side alone."""
    columns = (
        Column("seat", _("seat"), left=True),
        Column("hand", _("hand"), left=True),
        Column("cut", pgettext("side", "cut with"), left=True),
        *(Column(name, _("{side}: cut − mus").format(side=side))
          for name, side in zip("ab", told, strict=True)),
    )  # fmt: skip
    rows: list[list[Cell]] = []
    for flip in cuts.flips[:FLIPS]:
        gain, cut = flip.gain, 0 if flip.cuts == "a" else 1
        rows.append(
            [
                seat_word(flip.seat), flip.hand, told[cut],
                _with_se(gain.a, gain.a_se), _with_se(gain.b, gain.b_se),
            ]
        )  # fmt: skip
    return Sheet(_("Hands that flip between cutting and mus"), columns, rows)


def discards_sheet(found: Discards, told: Labels) -> Sheet:
    """Return the hands of which other cards are thrown, and what the other discard costs."""
    columns = (
        Column("hand", _("hand"), left=True),
        Column("keep_a", _("{side}: keep").format(side=told[0]), left=True),
        Column("cost_a", _("other costs")),
        Column("keep_b", _("{side}: keep").format(side=told[1]), left=True),
        Column("cost_b", _("other costs")),
        Column("sure", ""),
    )
    rows: list[list[Cell]] = []
    for hand in found.moved:
        keep, cost = [kept or _("nothing") for kept in hand.keep], hand.cost
        rows.append(
            [
                hand.hand, keep[0], _cost(cost.a, cost.a_se), keep[1],
                _cost(cost.b, cost.b_se), None if hand.is_sure else "≈",
            ]
        )  # fmt: skip
    title = _("What to throw, as {seat}").format(seat=seat_word(found.seat))
    return Sheet(title, columns, rows)


def advice_sheet(found: Comparison, told: Labels) -> Sheet:
    """Return the classic advice and its verdicts."""
    columns = (
        Column("advice", _("advice"), left=True),
        Column("a", told[0]),
        Column("b", told[1]),
        Column("verdict", _("verdict"), left=True),
    )
    rows: list[list[Cell]] = []
    for tested in found.advice:
        value = tested.value
        if tested.unit == "chance" and tested.bar == 0:
            shown = [points(value.a), points(value.b)]
        else:
            shown = [
                as_number(tested.unit, value.a, value.a_se),
                as_number(tested.unit, value.b, value.b_se),
            ]
        rows.append([advice_word(tested.name), *shown, verdict_word(tested.verdict)])
    return Sheet(_("Classic advice"), columns, rows)


def summary(found: Comparison, told: Labels) -> list[str]:
    """Say in a few sentences what differs most."""
    a, b = told
    if found.a == found.b:
        return [_("Both sides are the same, so nothing differs.")]
    lines = []
    if found.same_deck:
        lines.append(_("The decks are the same: hands and their chances do not differ."))
    if found.dealt is not None:
        held = {row.holds: row.share for row in found.dealt.census}
        lances = found.dealt.lances
        shares = {
            "pares_a": held["pares"].a, "pares_b": held["pares"].b,
            "juego_a": held["juego"].a, "juego_b": held["juego"].b,
            "punto_a": lances["punto"].a, "punto_b": lances["punto"].b,
        }  # fmt: skip
        lines.append(
            _(
                "{a}: pares in {pares_a} of hands, juego in {juego_a}, punto played in {punto_a} "
                "of deals. {b}: {pares_b}, {juego_b}, {punto_b}."
            ).format(a=a, b=b, **{name: percent(share, 1) for name, share in shares.items()})
        )
    if found.discards is not None:
        count, seat = found.discards.differ, seat_word(found.discards.seat)
        lines.append(
            ngettext(
                "The best discard differs in {count} hand of {hands} at least, as {seat}.",
                "The best discard differs in {count} hands of {hands} at least, as {seat}.",
                count,
            ).format(count=count, hands=found.discards.hands, seat=seat)
        )
    if found.advice:
        verdicts = Counter(tested.verdict for tested in found.advice)
        counts = ", ".join(f"{verdict_word(name)} {n}" for name, n in verdicts.most_common())
        lines.append(_("Classic advice: {counts}.").format(counts=counts))
    return lines


def notes(found: Comparison) -> list[str]:
    """Say how the numbers were made."""
    lines = []
    if found.dealt is not None or found.moves is not None:
        lines.append(
            _(
                "Hands, lances and wins are exact. Wins are those of our pair, of all deals, pares "
                "and juego that only we hold included, and punto where it is played. One hand of a "
                "kind is listed, if it moves by a point or a tenth of a tanto."
            )
        )
    if found.cuts is not None or found.discards is not None:
        lines.append(
            _(
                "Cuts and discards are sampled, in tantos with every lance passed unless the style "
                "bets; ± is one standard error. Seed {seed}."
            ).format(seed=found.seed)
        )
    if found.advice:
        lines.append(
            _(
                "Advice holds where its chance is above a half or its number above nothing; it "
                "weakens or strengthens where that margin changes by a quarter or more."
            )
        )
    return lines


def sheets_of(found: Comparison, told: Labels) -> list[Sheet]:
    """Return the tables of the parts that were asked for; those without a row are left out."""
    sheets: list[Sheet] = []
    if found.dealt is not None:
        dealt = found.dealt
        sheets += [sheet(dealt, told) for sheet in (census_sheet, average_sheet, deals_sheet)]
    if found.moves is not None:
        one = len(found.seats) == 1
        sheets.append(
            one_seat_sheet(found.moves, found.seats[0], told)
            if one
            else all_seats_sheet(found.moves, told)
        )
    if found.cuts is not None:
        sheets += [cuts_sheet(found.cuts, told), flips_sheet(found.cuts, told)]
    if found.discards is not None:
        sheets.append(discards_sheet(found.discards, told))
    if found.advice:
        sheets.append(advice_sheet(found, told))
    return [sheet for sheet in sheets if sheet.rows]


def compare_report(found: Comparison, more: Sequence[str] = ()) -> Report:
    """Report a comparison; ``more`` lines go to the end."""
    told = labels(found.a, found.b)
    asked = [
        rules_words(side.rules) + " · " + _("style {style}").format(style=side.style.name)
        for side in (found.a, found.b)
    ]
    seat = seats_word(found.seats)
    headline = page_title((told[0].upper(), told[1].upper()))
    sides = [f"{label}: {side}" for label, side in zip(told, asked, strict=True)]
    return Report(
        found,
        f"{headline}   {seat}".rstrip(),
        [*sides, *summary(found, told)],
        sheets_of(found, told),
        [*notes(found), *more],
        [flat_sheet(found)],
    )
