"""A comparison as one long table, for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..compare_hands import MEASURES
from ..compare_pair import Pair
from .render import Cell, Column, Sheet

if TYPE_CHECKING:
    from ..compare import Comparison

COLUMNS = (
    *("section", "measure", "item", "seat"),
    *("a", "b", "difference", "a_se", "b_se", "difference_se", "note"),
)
Row = list[Cell]


def _row(where: tuple[str, str, str, str | None], pair: Pair, note: str | None = None) -> Row:
    numbers: Row = [pair.a, pair.b, pair.difference]
    errors: Row = [None] * 3 if pair.is_exact else [pair.a_se, pair.b_se, pair.se]
    return [*where, *numbers, *errors, note]


def _dealt(found: Comparison) -> Iterator[Row]:
    if found.dealt is None:
        return
    for row in found.dealt.census:
        yield _row(("census", "share", row.holds, None), row.share)
        yield _row(("census", "hands", row.holds, None), Pair(*row.hands))
    for name, pair in found.dealt.average.items():
        yield _row(("average", "mean", name, None), pair)
    for name, pair in found.dealt.lances.items():
        yield _row(("lances", "share", name, None), pair)
    for name, pair in found.dealt.mano.items():
        yield _row(("mano", "tantos" if name == "paso" else "win", name, "mano"), pair)


def _moves(found: Comparison) -> Iterator[Row]:
    if found.moves is None:
        return
    moves = found.moves
    for lance in MEASURES:
        for seat in found.seats:
            for hand in range(len(moves.names)):
                move = moves.move(lance, seat, hand)
                if move.value.a == move.value.a and move.value.b == move.value.b:  # takes part
                    yield _row(("hands", lance, move.hand, move.seat), move.value)


def _cuts(found: Comparison) -> Iterator[Row]:
    if found.cuts is None:
        return
    for seat, (a, b) in found.cuts.gains.items():
        columns = (a[0], b[0], a[1], b[1])
        for name, numbers in zip(found.names, zip(*columns, strict=True), strict=True):
            yield _row(("gains", "cut minus mus", name, seat), Pair(*map(float, numbers)))
    for row in found.cuts.shares:
        yield _row(("cut", "share", "/".join(row.styles), row.seat), row.share)
    for given in found.cuts.given:
        styles = "/".join(given.styles)
        yield _row(("mus", "share", styles, None), given.share)
        yield _row(("mus", "rounds", styles, None), given.rounds)
    for flip in found.cuts.flips:
        yield _row(("flips", "cut minus mus", flip.hand, flip.seat), flip.gain, flip.cuts)


def _discards(found: Comparison) -> Iterator[Row]:
    if found.discards is None:
        return
    for hand in found.discards.moved:
        note = "/".join(kept or "-" for kept in hand.keep)
        yield _row(("discards", "cost", hand.hand, hand.seat), hand.cost, note)


def flat_sheet(found: Comparison) -> Sheet:
    """Return everything that was compared, a number a row, every hand in every seat."""
    rows = [*_dealt(found), *_moves(found), *_cuts(found), *_discards(found)]
    rows += [
        _row(("advice", tested.unit, tested.name, None), tested.value, tested.verdict)
        for tested in found.advice
    ]
    return Sheet("compare", [Column(name, name) for name in COLUMNS], rows)
