"""What ``musodds score`` and ``musodds match`` show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .render import Cell, Column, Report, Sheet

if TYPE_CHECKING:
    from ..match import Match
    from ..rules import Rules

WHY = (
    "refused: paid when it happens; paso, bet, bonus (pares and juego of both partners) and punto "
    "at the count."
)


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


def trace_sheet(record: dict[str, Any], rules: Rules) -> Sheet:
    """Return every tanto in the order in which it is written down."""
    from ..stones import show_stones

    columns = (
        Column("team", "pair", left=True),
        Column("tantos", "tantos", "{:+d}".format),
        Column("lance", "lance", left=True),
        Column("why", "why", left=True),
        Column("total", "total"),
        Column("amarracos", "amarracos", left=True),
    )
    rows: list[list[Cell]] = [
        [*entry.values(), show_stones(entry["total"], rules.stones_per_amarraco)]
        for entry in record["trace"]
    ]
    return Sheet("Tantos as they are written down", columns, rows)


def hands_sheet(scored: Scored) -> Sheet:
    """Return a row a hand."""
    columns = (
        Column("line", "line"),
        Column("hands", "hands", left=True),
        Column("before", "before", left=True),
        Column("A", "A"),
        Column("B", "B"),
        Column("winner", "winner", left=True),
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
    return Sheet("Hands", columns, rows)


def standing_sheet(match: Match) -> Sheet:
    """Return vacas, games and tantos of the two pairs."""
    from ..stones import show_stones

    games, vacas = match.standing
    columns = (
        Column("pair", "pair", left=True),
        Column("vacas", "vacas"),
        Column("games", "games"),
        Column("tantos", "tantos"),
        Column("amarracos", "amarracos", left=True),
    )
    rows: list[list[Cell]] = [
        [name, vacas[i], games[i], tantos, show_stones(tantos, match.rules.stones_per_amarraco)]
        for i, (name, tantos) in enumerate(zip(match.names, match.score, strict=True))
    ]
    return Sheet("The match", columns, rows, match.winner)


def match_line(match: Match) -> str:
    """Say who has won the match, or who is mano next."""
    if match.winner is not None:
        return f"{match.names[match.winner]} won the match."
    return f"Next mano: a player of {match.names[match.next_mano]}."


def scored_sheet(scored: Scored) -> Sheet:
    """Return what CSV holds: the hands of a batch, or the trace of one hand."""
    if scored.many:
        return hands_sheet(scored)
    if scored.records:
        return trace_sheet(scored.records[0][1], scored.rules)
    assert scored.match is not None
    return standing_sheet(scored.match)


def scored_report(scored: Scored) -> Report:
    """Return the report for people."""
    sheets, lines, notes = [], [], [WHY, scored.rules.describe()]
    if scored.many:
        headline = f"Hands scored: {len(scored.records)}"
        sheets.append(hands_sheet(scored))
    elif scored.records:
        record = scored.records[0][1]
        won = "" if record["winner"] is None else f"   {record['winner']} WINS THE GAME"
        headline = f"A {record['score']['A']}, B {record['score']['B']}{won}"
        lines += [
            f"A (mano): {' and '.join(record['hands'][::2])}; "
            f"B: {' and '.join(record['hands'][1::2])}; "
            f"from {record['before']['A']}-{record['before']['B']}.",
            "Bets: " + "; ".join(f"{lance} {said}" for lance, said in record["bets"].items()) + ".",
        ]
        sheets.append(trace_sheet(record, scored.rules))
    else:
        headline, notes = "The match so far", notes[1:]
    if scored.match is not None:
        lines.append(match_line(scored.match))
        sheets.append(standing_sheet(scored.match))
    return Report(scored, headline, lines, sheets, notes, [scored_sheet(scored)])
