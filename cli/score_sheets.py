"""What ``musodds score`` and ``musodds match`` show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..lang import _, pgettext
from ..words import lance_word
from .render import Cell, Column, Report, Sheet

if TYPE_CHECKING:
    from ..match import Match
    from ..rules import Rules


@dataclass(frozen=True)
class Scored:
    """Hands that were scored.

    Attributes
    ----------
    records : sequence of (int, dict)
        Line number and the hand as `HandScore.to_dict` has it.
    rules : Rules
    match : Match or None
    many : bool
        Whether they came as a batch.
    """

    records: Sequence[tuple[int, dict[str, Any]]]
    rules: Rules
    match: Match | None
    many: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: one hand, or a batch under ``musodds.scores/1``."""
        if self.many:
            hands = [{"line": number, **record} for number, record in self.records]
            found: dict[str, Any] = {"schema": "musodds.scores/1", "hands": hands}
        else:
            found = dict(self.records[0][1]) if self.records else {"schema": "musodds.score/1"}
        if self.match is not None:
            kept = self.match.to_dict()
            found["match"] = {k: v for k, v in kept.items() if k not in ("schema", "hands")}
        return found


def _why(why: str) -> str:
    """Return why tantos are written down, in the language in use."""
    if why.startswith("penalty "):
        article, plus, _one = why.removeprefix("penalty ").partition("+")
        told = _("penalty {article}+1") if plus else _("penalty {article}")
        return told.format(article=article)
    return {
        "refused": pgettext("tanto", "refused"),
        "refused+1": pgettext("tanto", "refused+1"),
        "paso": pgettext("tanto", "paso"),
        "bet": pgettext("tanto", "bet"),
        "bet+1": pgettext("tanto", "bet+1"),
        "bonus": pgettext("tanto", "bonus"),
        "bet+bonus": pgettext("tanto", "bet+bonus"),
        "punto": pgettext("tanto", "punto"),
        "ordago": pgettext("tanto", "ordago"),
    }[why]


def trace_sheet(record: dict[str, Any], rules: Rules) -> Sheet:
    """Return every tanto in the order in which it is written down."""
    from ..stones import show_stones

    columns = (
        Column("team", _("pair"), left=True),
        Column("tantos", _("tantos"), "{:+d}".format),
        Column("lance", _("lance"), lance_word, left=True),
        Column("why", _("why"), _why, left=True),
        Column("total", _("total")),
        Column("amarracos", _("amarracos"), left=True),
    )
    rows: list[list[Cell]] = [
        [*entry.values(), show_stones(entry["total"], rules.stones_per_amarraco)]
        for entry in record["trace"]
    ]
    return Sheet(_("Tantos as they are written down"), columns, rows)


def hands_sheet(scored: Scored) -> Sheet:
    """Return a row a hand."""
    columns = (
        Column("line", _("line")),
        Column("hands", _("hands"), left=True),
        Column("before", _("before"), left=True),
        Column("A", "A"),
        Column("B", "B"),
        Column("winner", _("winner"), left=True),
    )
    rows: list[list[Cell]] = [
        [
            number,
            " ".join(record["hands"]),
            f"{record['before']['A']}-{record['before']['B']}",
            record["score"]["A"],
            record["score"]["B"],
            record["winner"],
        ]
        for number, record in scored.records
    ]
    return Sheet(_("Hands"), columns, rows)


def standing_sheet(match: Match) -> Sheet:
    """Return vacas, games and tantos of the two pairs."""
    from ..stones import show_stones

    games, vacas = match.standing
    columns = (
        Column("pair", _("pair"), left=True),
        Column("vacas", _("vacas")),
        Column("games", _("games")),
        Column("tantos", _("tantos")),
        Column("amarracos", _("amarracos"), left=True),
    )
    rows: list[list[Cell]] = [
        [name, vacas[i], games[i], tantos, show_stones(tantos, match.rules.stones_per_amarraco)]
        for i, (name, tantos) in enumerate(zip(match.names, match.score, strict=True))
    ]
    return Sheet(_("The match"), columns, rows, match.winner)


def match_line(match: Match) -> str:
    """Say who has won the match, or who is mano next."""
    if match.winner is not None:
        return _("{pair} won the match.").format(pair=match.names[match.winner])
    return _("Next mano: a player of {pair}.").format(pair=match.names[match.next_mano])


def scored_sheet(scored: Scored) -> Sheet:
    """Return what CSV holds: the hands of a batch, or the trace of one hand."""
    if scored.many:
        return hands_sheet(scored)
    if scored.records:
        return trace_sheet(scored.records[0][1], scored.rules)
    assert scored.match is not None
    return standing_sheet(scored.match)


def _one_hand(record: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the headline and the lines of one hand."""
    score, before = record["score"], record["before"]
    headline = f"A {score['A']}, B {score['B']}"
    if record["winner"] is not None:
        headline += "   " + _("{pair} WINS THE GAME").format(pair=record["winner"])
    both = _(" and ")
    hands = _("A (mano): {hands_a}; B: {hands_b}; from {a}-{b}.").format(
        hands_a=both.join(record["hands"][::2]), hands_b=both.join(record["hands"][1::2]),
        a=before["A"], b=before["B"],
    )  # fmt: skip
    bets = "; ".join(f"{lance_word(lance)} {said}" for lance, said in record["bets"].items())
    return headline, [hands, _("Bets: {bets}.").format(bets=bets)]


def scored_report(scored: Scored) -> Report:
    """Return the report for people."""
    sheets: list[Sheet] = []
    lines, notes = list[str](), [scored.rules.describe()]
    if scored.many:
        headline = _("Hands scored: {count}").format(count=len(scored.records))
        sheets.append(hands_sheet(scored))
    elif scored.records:
        record = scored.records[0][1]
        headline, lines = _one_hand(record)
        sheets.append(trace_sheet(record, scored.rules))
    else:
        headline = _("The match so far")
    if scored.records:
        notes.insert(
            0,
            _(
                "refused: paid when it happens; paso, bet, bonus (pares and juego of both "
                "partners) and punto at the count."
            ),
        )
    if scored.match is not None:
        lines.append(match_line(scored.match))
        sheets.append(standing_sheet(scored.match))
    return Report(scored, headline, lines, sheets, notes, [scored_sheet(scored)])
