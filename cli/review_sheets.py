"""What ``musodds review`` shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..grades import GRADES, grade_word
from ..lang import _, ngettext, pgettext
from ..numerals import marked, whole
from ..record import Record
from ..review import Graded, Review, Tally
from ..seats import SEATS
from ..verdict import BY_TANTO
from ..words import action_word, decision_word, lance_word, seat_word
from .render import Cell, Column, Report, Sheet

SHOWN = 10  # of the worst decisions
RARE = "?"


def _share(loss: float) -> str:
    """Show a part of the chance of winning the game, in percent."""
    return marked(f"{100 * loss:.2f}")


def _signed(change: float) -> str:
    return marked(f"{100 * change:+.2f}".replace("-0.00", "+0.00"))


def _chance(value: float) -> str:
    return marked(f"{100 * value:.1f}")


def _show_action(action: str) -> str:
    """Show an action for people: ``envido 2``, ``no quiero``, ``throw 54``."""
    word, _colon, amount = action.partition(":")
    if word.startswith("throw "):
        return _("throw {cards}").format(cards=word.removeprefix("throw "))
    if word == "mas":
        return _("más {tantos}").format(tantos=amount)
    return {"cut": _("cut"), "mus": _("mus")}.get(word) or action_word(action)


def _grade(text: str) -> str:
    """Return a grade for people, marked where the others' hands are a guess."""
    return grade_word(text.rstrip(RARE)) + RARE * text.endswith(RARE)


def decisions_sheet(review: Review, graded: Sequence[Graded], most: int | None = None) -> Sheet:
    """Return a row a decision; people who have no names are told by their seats."""
    named = review.record.players != Record().players
    columns = (
        Column("hand", pgettext("deal", "hand")),
        Column("player", _("who"), left=True, hidden=not named),
        Column("seat", _("who"), seat_word, left=True, hidden=named),
        Column("holds", pgettext("cards", "holds"), left=True),
        Column("score", pgettext("table", "score"), left=True),
        Column("kind", pgettext("decision", "in"), decision_word, left=True),
        Column("did", _("did"), _show_action, left=True),
        Column("best", _("better"), _show_action, left=True),
        Column("loss", _("loss %"), _share),
        Column("loss_se", "±", _share),
        Column("tantos", "tantos", hidden=True),
        Column("tantos_se", "tantos_se", hidden=True),
        Column("grade", _("grade"), _grade, left=True),
        Column("rare", "rare", hidden=True),
        Column("how", "how", hidden=True),
        Column("why", "why", hidden=True),
    )
    mark = RARE if most else ""  # other programs have a column for it
    rows = [_row(review, one, mark) for one in graded]
    return Sheet(_("Worst decisions"), columns, rows, most=most)


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


def _by_kind(review: Review) -> Sheet:
    kind = Column("kind", _("kind"), decision_word, left=True)
    return _tally_sheet(_("By kind of decision"), kind, list(review.by_kind.items()))


def _by_player(review: Review) -> Sheet:
    players = zip(review.record.players, review.by_player, strict=True)
    return _tally_sheet(_("By player"), Column("player", _("player"), left=True), list(players))


def _tally_sheet(title: str, what: Column, tallies: Sequence[tuple[str, Tally]]) -> Sheet:
    columns = (
        what,
        Column("decisions", _("decisions")),
        Column("mean", _("mean loss %"), _share),
        Column("loss", _("in all"), _share),
        Column("loss_se", "±", _share),
        *(Column(name, grade_word(name)) for name in GRADES[1:]),
        Column("worst", _("worst"), _share),
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
        Column("hand", pgettext("deal", "hand")),
        Column("score", pgettext("table", "score"), left=True),
        Column("before", _("from %"), _chance),
        Column("after", _("to %"), _chance),
        Column("change", _("change"), _signed),
        Column("ours", _("we lost"), _signed),
        Column("theirs", _("they lost"), _signed),
        Column("luck", _("luck"), _signed),
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
    title = _("Hand by hand, for {ours} against {theirs}").format(ours=ours, theirs=theirs)
    return Sheet(title, columns, rows)


def _headline(review: Review) -> str:
    names, sums = [review.record.pair(0), review.record.pair(1)], [0.0, 0.0]
    for hand in review.hands:
        sums = [sums[i] + hand.losses[i] for i in range(2)]
    luck = sum(hand.luck for hand in review.hands)
    return _(
        "{a} lost {lost_a}% of the game by their decisions, {b} {lost_b}%; luck brought {a} {luck}%"
    ).format(
        a=names[0], b=names[1], lost_a=_share(sums[0]), lost_b=_share(sums[1]), luck=_signed(luck)
    )


def _lines(review: Review) -> list[str]:
    graded = [one for one in review.graded if one.verdict]
    counts = [sum(one.grade == name for one in graded) for name in GRADES]
    told = ngettext(
        "{count} decision graded: {doubtful} doubtful, {bad} bad, {very_bad} very bad.",
        "{count} decisions graded: {doubtful} doubtful, {bad} bad, {very_bad} very bad.",
        len(graded),
    )
    _none, doubtful, bad, very_bad = counts
    lines = [told.format(count=len(graded), doubtful=doubtful, bad=bad, very_bad=very_bad)]
    if review.ungraded:
        why = "; ".join(sorted({one.why for one in review.ungraded}))
        lines.append(_("{count} not graded: {why}.").format(count=len(review.ungraded), why=why))
    unnamed = [(h.played.number, lance) for h in review.hands for lance in h.played.unnamed]
    if unnamed:
        one = _("{lance} of hand {number}")
        where = [one.format(lance=lance_word(lance), number=number) for number, lance in unnamed]
        told = _("Bets by pair alone are not graded, as either partner may speak: {where}.")
        lines.append(told.format(where=", ".join(where)))
    if review.left_out:
        told = ngettext(
            "Interrupted: {count} decision left out.",
            "Interrupted: {count} decisions left out.",
            review.left_out,
        )
        lines.append(told.format(count=review.left_out))
    return lines


def _notes(review: Review) -> list[str]:
    notes = [
        _(
            "A loss is in percent of the chance of winning the game, against the best action; ± is "
            "one standard error. Over a hand, change = we lost + they lost + luck: luck is the "
            "rest."
        ),
        _("The others play as '{style}'; {rules}; {deals} deals a decision, seed {seed}.").format(
            style=review.style,
            rules=review.record.rules.describe(),
            deals=whole(review.deals),
            seed=review.seed,
        ),
    ]
    if any(one.verdict and one.verdict.rare for one in review.worst[:SHOWN]):
        notes.insert(
            1,
            _("?: the strategy hardly ever comes there, so that the others' hands are a guess."),
        )
    if any(one.verdict and one.verdict.how == BY_TANTO for one in review.graded):
        notes.insert(
            1,
            _(
                "After a round of mus cut and discard are weighed in tantos, all lances in paso, "
                "each tanto taken at what it is worth at the score."
            ),
        )
    return notes


def review_report(review: Review) -> Report:
    """Return the report for people."""
    sheets = [
        decisions_sheet(review, review.worst, SHOWN),
        _by_kind(review),
        _by_player(review),
        hands_sheet(review),
    ]
    flat = decisions_sheet(review, review.graded)
    filled = [sheet for sheet in sheets if sheet.rows]
    return Report(review, _headline(review), _lines(review), filled, _notes(review), [flat])


def own_report(review: Review) -> Report:
    """Return the decisions of one player in the order in which he took them, and his luck."""
    graded = [one for one in review.graded if one.verdict]
    lost, bad = sum(one.loss for one in graded), [one for one in graded if one.grade != "none"]
    headline = ngettext(
        "Your decisions lost {lost}% of the game; {bad} of {count} is graded doubtful or worse",
        "Your decisions lost {lost}% of the game; {bad} of {count} are graded doubtful or worse",
        len(bad),
    ).format(lost=_share(lost), bad=len(bad), count=len(graded))
    found = decisions_sheet(review, graded, len(graded))
    best = [column.name for column in found.columns].index("best")
    rows = [  # nothing is better than what loses nothing
        [None if at == best and not one.loss else cell for at, cell in enumerate(row)]
        for one, row in zip(graded, found.rows, strict=True)
    ]
    sheet = replace(found, title=_("Your decisions"), rows=rows)
    sheets = [sheet, _by_kind(review), hands_sheet(review)]
    filled = [one for one in sheets if one.rows]
    return Report(review, headline, _lines(review)[1:], filled, _notes(review), [sheet])
