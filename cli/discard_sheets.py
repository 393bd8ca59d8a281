"""What is said of discards: their ranking, how it changes, which of five cards goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..lang import _
from ..words import lance_word, seat_word
from .phase_reports import (
    choice_notes,
    discard_sheet,
    instead,
    known_lines,
    pedrete_lines,
    sampled_note,
    sing_first,
)
from .render import Cell, Column, Report, Sheet, error, fine, percent
from .reports import about, units_note

if TYPE_CHECKING:
    from ..discard import DiscardRanking
    from ..discard_by import RankedBy
    from ..five import FiveCards


def discard_report(ranking: DiscardRanking) -> Report:
    """Report all discards."""
    best, choice = ranking.discards[0], ranking.choice
    visto = _(
        "Mus visto: nobody can cut, each throws or stays as is best in paso (choice of ours); then "
        "mus goes on as always."
    )
    advice = _throw_told(best.throw, best.keep)
    return Report(
        ranking,
        f"{sing_first(choice)}{advice}   {about(choice.asked)}",
        [*known_lines(choice.standing), *pedrete_lines(choice)],
        [discard_sheet(ranking)],
        [
            _("The chances of what a discard makes are exact."),
            *([visto] if ranking.choice.standing.visto else []),
            *choice_notes(choice),
            *instead(choice),
        ],
    )


def _throw_told(throw: str, keep: str) -> str:
    """Say in capitals what to throw."""
    if not throw:
        return _("STAY, keep all")
    if not keep:
        return _("THROW {throw}, keep nothing").format(throw=throw)
    return _("THROW {throw}, keep {keep}").format(throw=throw, keep=keep)


def ranked_by_report(found: RankedBy) -> Report:
    """Report how the ranking of discards changes."""
    told, title, heading = _by_words(found.by)
    readers: dict[str, Callable[[str], str]] = {
        "seat": seat_word,
        "style": str,
        "redraw": _redraw_word,
    }
    name_of = readers[found.by]
    best = (
        Column("by", heading, name_of, left=True),
        Column("throw", _("throw"), left=True),
        Column("keep", _("keep"), left=True),
        Column("tantos", _("tantos"), fine),
        Column("se", _("± se"), error),
        Column("next", _("next best throw"), left=True),
        Column("loss", _("costs"), fine),
        Column("loss_se", _("± se"), error),
    )
    rows: list[list[Cell]] = []
    for name, choice in found.choices.items():
        first, second = choice.discards[:2]
        rows.append(
            [
                name, first.throw or None, first.keep or None, first.agreed.tantos,
                first.agreed.se, second.throw, second.loss.tantos, second.loss.se,
            ]
        )  # fmt: skip
    names = list(found.choices)
    columns = [
        Column("throw", _("throw"), left=True),
        *(Column(name, name_of(name), fine) for name in names),
    ]
    by_throw = {
        name: {d.throw: d.agreed.tantos for d in choice.discards}
        for name, choice in found.choices.items()
    }
    every: list[list[Cell]] = [
        [throw or None, *(by_throw[name].get(throw) for name in names)]
        for throw in by_throw[names[0]]
    ]
    keeps = {choice.discards[0].keep for choice in found.choices.values()}
    if len(keeps) == 1:
        kept = keeps.pop()
        told = _("ALWAYS KEEP {cards}").format(cards=kept) if kept else _("ALWAYS KEEP NOTHING")
    return Report(
        found,
        f"{told}   {about(found.standing.asked)}",
        [],
        [Sheet(title, best, rows), Sheet(_("Tantos of every discard"), columns, every)],
        choice_notes(found.choices[names[0]]),
    )


def _by_words(by: str) -> tuple[str, str, str]:
    """Return that it changes, the title and the heading of what it changes with."""
    return {
        "seat": (_("IT CHANGES WITH THE SEAT"), _("Best by seat"), _("seat")),
        "style": (_("IT CHANGES WITH THE STYLE"), _("Best by style"), _("style")),
        "redraw": (_("IT CHANGES WITH THE REDRAW"), _("Best by redraw"), _("redraw")),
    }[by]


def _redraw_word(name: str) -> str:
    return {
        "others redraw": _("others redraw"),
        "others stay": _("others stay"),
    }[name]


def five_report(five: FiveCards) -> Report:
    """Report which of five cards to throw."""
    columns = (
        Column("throw", _("throw"), left=True),
        Column("keep", _("keep"), left=True),
        Column("tantos", _("tantos"), fine),
        Column("se", _("± se"), error),
        *(
            Column(lance, _("{lance} won").format(lance=lance_word(lance)), percent)
            for lance in five.throws[0].lances
        ),
    )
    rows: list[list[Cell]] = [
        [t.throw, t.keep, t.tantos.tantos, t.tantos.se, *t.lances.values()] for t in five.throws
    ]
    best = five.throws[0]
    made = _(
        "{sampled}, every lance passed; everybody throws the card that leaves him most tantos in "
        "paso. Wild cards stand, lance by lance, for whatever rank is best there."
    )
    advice = _throw_told(best.throw, best.keep)
    return Report(
        five,
        f"{advice}   {about(five.asked)}",
        [],
        [Sheet(_("What to throw"), columns, rows, best=0)],
        [units_note(), made.format(sampled=sampled_note(five.deals, five.setup.seed))],
    )
