"""What is said of the rounds of mus that a table plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import _, pgettext
from ..seats import seats_of
from ..words import made_word, seat_word
from .phase_reports import must_cut, sampled_note
from .render import Cell, Column, Report, Sheet, percent, points

if TYPE_CHECKING:
    from ..rounds import Rounds


def rounds_report(found: Rounds) -> Report:
    """Report how many rounds of mus are played, and the hands before and after each."""
    setup, mus = found.setup, 1 - found.played()[0].tantos
    told = _("MUS in {share} of deals, style {style}")
    told = told.format(share=percent(mus), style=setup.style.name)
    sampled = sampled_note(int(found.ended.sum()), setup.seed)
    return Report(
        found,
        f"{told}   ({found.rules.describe()})",
        [],
        [_played_sheet(found), _held_sheet(found)],
        [
            _(
                "Before mus: the hands of all seats in the deals in which all then say mus. After "
                "it: what they hold when they must speak again."
            ),
            f"{sampled}; {must_cut(setup.max_rounds)}.",
        ],
    )


def _played_sheet(found: Rounds) -> Sheet:
    """Return how often so many rounds are played, and who then cuts."""
    cuts = _("{seat} cuts")
    columns = [
        Column("rounds", _("rounds of mus"), left=True),
        Column("p", pgettext("table", "deals"), percent),
        Column("se", _("± se"), points),
        *(
            Column(name, cuts.format(seat=seat_word(name)), percent)
            for name in seats_of(found.players)
        ),
    ]
    rows: list[list[Cell]] = [
        [str(r), share.tantos, share.se, *cutters]
        for r, (share, cutters) in enumerate(
            zip(found.played(), found.cutters().tolist(), strict=True)
        )
        if share.tantos > 0
    ]
    return Sheet(_("Rounds of mus"), columns, rows)


def _held_sheet(found: Rounds) -> Sheet:
    """Return what is held as dealt, and before and after each round."""
    from ..rounds import HOLDS

    columns = [
        Column("when", _("hands"), _when_word, left=True),
        Column("share", _("of deals"), percent),
    ]
    for name in HOLDS:
        columns += [
            Column(name, _made_heading(name), percent),
            Column(f"{name}_se", "±", hidden=True),
        ]
    held: list[list[Cell]] = [
        [row["when"], row["share"]]
        + [x for name in HOLDS for x in (row[name].tantos, row[name].se)]
        for row in found.rows()
    ]
    return Sheet(_("What is held, all seats together"), columns, held)


def _made_heading(made: str) -> str:
    short = {
        "punto28": _("punto28"),
        "three kings": pgettext("table", "3 kings"),
        "two aces": pgettext("table", "2 aces"),
    }
    return short.get(made) or made_word(made)


def _when_word(when: str) -> str:
    """Show when a hand is held, e.g. ``after mus 2``."""
    moment, _mus, round_ = when.rpartition(" ")
    return {
        "as": pgettext("table", "as dealt"),
        "before mus": _("before mus {round}"),
        "after mus": _("after mus {round}"),
    }[moment].format(round=round_)
