"""What ``musodds review`` shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..grades import GRADES
from ..record import Record
from ..review import Graded, Review, Tally
from ..seats import SEATS
from ..verdict import BY_TANTO
from .render import Cell, Column, Report, Sheet

SHOWN = 10  # of the worst decisions
RARE = "?"


def _share(loss: float) -> str:
    """Show a part of the chance of winning the game, in percent."""
    return f"{100 * loss:.2f}"


def _signed(change: float) -> str:
    return f"{100 * change:+.2f}".replace("-0.00", "+0.00")


def _chance(value: float) -> str:
    return f"{100 * value:.1f}"


def _show_action(action: str) -> str:
    """Show an action for people: ``envido 2``, ``no quiero``, ``throw 54``."""
    words = {"mas": "más", "ordago": "órdago", "no-quiero": "no quiero", "por-mi-no": "por mí no"}
    word, colon, amount = action.partition(":")
    return f"{words.get(word, word)}{' ' if colon else ''}{amount}"


def decisions_sheet(review: Review, graded: Sequence[Graded], most: int | None = None) -> Sheet:
    """Return a row a decision; people who have no names are told by their seats."""
    named = review.record.players != Record().players
    columns = (
        Column("hand", "hand"),
        Column("player", "who", left=True, hidden=not named),
        Column("seat", "who", left=True, hidden=named),
        Column("holds", "holds", left=True),
        Column("score", "score", left=True),
        Column("kind", "in", left=True),
        Column("did", "did", _show_action, left=True),
        Column("best", "better", _show_action, left=True),
        Column("loss", "loss %", _share),
        Column("loss_se", "±", _share),
        Column("tantos", "tantos", hidden=True),
        Column("tantos_se", "tantos_se", hidden=True),
        Column("grade", "grade", left=True),
        Column("rare", "rare", hidden=True),
        Column("how", "how", hidden=True),
        Column("why", "why", hidden=True),
    )
    mark = RARE if most else ""  # other programs have a column for it
    rows = [_row(review, one, mark) for one in graded]
    return Sheet("Worst decisions", columns, rows, most=most)


def _row(review: Review, one: Graded, mark: str) -> list[Cell]:
    d, v = one.decision, one.verdict
    told: list[Cell] = [
        d.number, review.record.players[d.player], SEATS[d.seat], str(d.hand),
        f"{d.score[0]}-{d.score[1]}", d.kind, d.did,
    ]  # fmt: skip
    if v is None:
        return [*told, *[None] * 8, one.why]
    numbers = v.game.value, v.game.se, v.tantos.tantos, v.tantos.se
    return [*told, v.best, *numbers, f"{one.grade}{mark * v.rare}", int(v.rare), v.how, None]


def _tally_sheet(title: str, what: str, tallies: Sequence[tuple[str, Tally]]) -> Sheet:
    columns = (
        Column(what, what, left=True),
        Column("decisions", "decisions"),
        Column("mean", "mean loss %", _share),
        Column("loss", "in all", _share),
        Column("loss_se", "±", _share),
        *(Column(name, name) for name in GRADES[1:]),
        Column("worst", "worst", _share),
    )
    rows: list[list[Cell]] = [
        [
            name, tally.count, tally.mean, tally.total.value, tally.total.se, *tally.grades[1:],
            tally.worst.loss if tally.worst else None,
        ]
        for name, tally in tallies
        if tally.count
    ]  # fmt: skip
    return Sheet(title, columns, rows)


def hands_sheet(review: Review) -> Sheet:
    """Return a row a hand: what it did to the first pair's chance, and why."""
    ours, theirs = review.record.pair(0), review.record.pair(1)
    columns = (
        Column("hand", "hand"),
        Column("score", "score", left=True),
        Column("before", "from %", _chance),
        Column("after", "to %", _chance),
        Column("change", "change", _signed),
        Column("ours", "we lost", _signed),
        Column("theirs", "they lost", _signed),
        Column("luck", "luck", _signed),
    )
    rows: list[list[Cell]] = []
    for hand in review.hands:
        score, swapped = hand.played.hand.before, hand.played.hand.mano % 2
        shown = f"{score[swapped]}-{score[1 - swapped]}"
        lost = hand.losses
        rows.append(
            [
                hand.played.number, shown, hand.before, hand.after, hand.change,
                -lost[0], lost[1], hand.luck,
            ]
        )  # fmt: skip
    title = f"Hand by hand, for {ours} against {theirs}"
    return Sheet(title, columns, rows)


def _headline(review: Review) -> str:
    names, sums = [review.record.pair(0), review.record.pair(1)], [0.0, 0.0]
    for hand in review.hands:
        sums = [sums[i] + hand.losses[i] for i in range(2)]
    luck = sum(hand.luck for hand in review.hands)
    return (
        f"{names[0]} lost {_share(sums[0])}% of the game by their decisions, "
        f"{names[1]} {_share(sums[1])}%; luck brought {names[0]} {_signed(luck)}%"
    )


def _lines(review: Review) -> list[str]:
    graded = [one for one in review.graded if one.verdict]
    counts = [sum(one.grade == name for one in graded) for name in GRADES]
    told = ", ".join(f"{n} {name}" for n, name in zip(counts[1:], GRADES[1:], strict=True))
    lines = [f"{len(graded)} decisions graded: {told}."]
    if review.ungraded:
        why = sorted({one.why for one in review.ungraded})
        lines.append(f"{len(review.ungraded)} not graded: {'; '.join(why)}.")
    unnamed = [(h.played.number, lance) for h in review.hands for lance in h.played.unnamed]
    if unnamed:
        where = ", ".join(f"{lance} of hand {number}" for number, lance in unnamed)
        lines.append(f"Bets by pair alone are not graded, as either partner may speak: {where}.")
    if review.left_out:
        lines.append(f"Interrupted: {review.left_out} decisions left out.")
    return lines


def _notes(review: Review) -> list[str]:
    notes = [
        "A loss is in percent of the chance of winning the game, against the best action; ± is one "
        "standard error. Over a hand, change = we lost + they lost + luck: luck is the rest.",
        f"The others play as '{review.style}'; {review.record.rules.describe()}; "
        f"{review.deals:,} deals a decision, seed {review.seed}.",
    ]
    if any(one.verdict and one.verdict.rare for one in review.worst[:SHOWN]):
        notes.insert(
            1,
            f"{RARE}: the strategy hardly ever comes there, so that the others' hands are a guess.",
        )
    if any(one.verdict and one.verdict.how == BY_TANTO for one in review.graded):
        notes.insert(
            1,
            "After a round of mus cut and discard are weighed in tantos, all lances in paso, each "
            "tanto taken at what it is worth at the score.",
        )
    return notes


def review_report(review: Review) -> Report:
    """Return the report for people."""
    names = review.record.players
    players = list(zip(names, review.by_player, strict=True))
    sheets = [
        decisions_sheet(review, review.worst, SHOWN),
        _tally_sheet("By kind of decision", "kind", list(review.by_kind.items())),
        _tally_sheet("By player", "player", players),
        hands_sheet(review),
    ]
    flat = decisions_sheet(review, review.graded)
    filled = [sheet for sheet in sheets if sheet.rows]
    return Report(review, _headline(review), _lines(review), filled, _notes(review), [flat])


def own_report(review: Review) -> Report:
    """Return the decisions of one player in the order in which he took them, and his luck."""
    graded = [one for one in review.graded if one.verdict]
    lost, bad = sum(one.loss for one in graded), [one for one in graded if one.grade != "none"]
    headline = (
        f"Your decisions lost {_share(lost)}% of the game; {len(bad)} of {len(graded)} are graded "
        "doubtful or worse"
    )
    found = decisions_sheet(review, graded, len(graded))
    best = [column.name for column in found.columns].index("best")
    rows = [  # nothing is better than what loses nothing
        [None if at == best and not one.loss else cell for at, cell in enumerate(row)]
        for one, row in zip(graded, found.rows, strict=True)
    ]
    sheet = replace(found, title="Your decisions", rows=rows)
    sheets = [
        sheet,
        _tally_sheet("By kind of decision", "kind", list(review.by_kind.items())),
        hands_sheet(review),
    ]
    filled = [one for one in sheets if one.rows]
    return Report(review, headline, _lines(review)[1:], filled, _notes(review), [sheet])
