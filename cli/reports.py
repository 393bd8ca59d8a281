"""What is said of the odds: sentences, tables, how the numbers were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .evidence_sheets import evidence_sheets, explained_sheet
from .render import Cell, Column, Report, Sheet, error, percent, signed

if TYPE_CHECKING:
    from ..evidence import Item
    from ..exact import Odds
    from ..situation import Situation

TANTOS = "Tantos are ours minus theirs, without betting"
UNITS = f"{TANTOS}; ± is one standard error."


def about(asked: Situation) -> str:
    """Return the question in a line, e.g. ``RRCA, mano (naipera: 8 kings, games of 40)``."""
    deck = asked.rules.deck()
    partner = "" if asked.partner is None else f", partner {deck.show(asked.partner)}"
    players = "" if asked.players == 4 and not asked.solo else f" of {asked.players}"
    solo = ", each for himself" if asked.solo else ""
    return (
        f"{deck.show(asked.hand)}, {asked.seat}{players}{solo}{partner} ({asked.rules.describe()})"
    )


def odds_sheet(odds: Odds) -> Sheet:
    """Return the five lances, then the sum in paso."""
    who = "I win" if odds.asked.solo else "we win"
    columns = [
        Column("lance", "lance", left=True),
        Column("win", who, percent),
        Column("contested", "contested", percent),
        Column("win_if_contested", f"{who} those", percent),
        Column("nobody", "nobody", percent),
        Column("paso_tantos", "tantos in paso", signed),
    ]
    rows: list[list[Cell]] = []
    for lance, chances in odds.lances.items():
        contested = chances.get("contested", chances.get("played"))
        won = chances.get("win_if_contested", chances.get("win_if_played"))
        brings = None if odds.paso_by_lance is None else odds.paso_by_lance[lance]
        rows.append([lance, chances["win"], contested, won, chances.get("nobody"), brings])
    if odds.paso_ev is not None:
        rows.append(["all", None, None, None, None, odds.paso_ev])
    if odds.se is not None:
        columns.insert(2, Column("win_se", "± se", lambda se: f"± {100 * se:.2f}"))
        for row in rows:
            row.insert(2, odds.se[str(row[0])]["win"] if row[1] is not None else None)
    return Sheet(f"Odds of the lances ({odds.method})", columns, rows)


def odds_why(odds: Odds) -> list[str]:
    """Name the lances that carry the hand and those that cost it most."""
    if odds.paso_by_lance is None:
        return []
    ranked = sorted(odds.paso_by_lance.items(), key=lambda item: -item[1])
    carry = [f"{lance} ({signed(n)})" for lance, n in ranked if n > 0.15][:2]
    cost = [f"{lance} ({signed(n)})" for lance, n in ranked[::-1] if n < -0.15][:2]
    known = "With all this" if odds.evidence is not None else "Before anybody speaks"
    text = f"{known} the hand is worth {paso(odds)} in paso"
    if carry:
        text += f"; it lives on {' and '.join(carry)}"
    if cost:
        text += f"; it suffers in {' and '.join(cost)}"
    return [text + "."]


def paso(odds: Odds) -> str:
    """Return the tantos in paso, with their standard error where they are sampled."""
    if odds.paso_ev is None:
        return "no tantos: each plays for himself"
    se = "" if odds.se is None else f" {error(odds.se['paso_ev'])}"
    return f"{signed(odds.paso_ev)}{se} tantos"


def odds_note(odds: Odds) -> str:
    """Say how the odds were made, and what the columns mean."""
    how = "Exact" if odds.seed is None else f"Monte Carlo, seed {odds.seed}"
    if odds.joint is not None and not odds.joint.is_hard:
        how = f"Exact but for rounding (relative error below {odds.joint.error:.0e}), weighted"
    us, both = ("I", "another holds it too") if odds.asked.solo else ("we", "both sides hold it")
    return (
        f"{how}: {odds.deals:,.0f} deals. Win: of all deals, pares and juego that only {us} hold "
        f"included. Contested: {both} (punto: it is played)."
    )


def odds_report(
    odds: Odds, explained: Sequence[tuple[Item, Odds]] = (), joint: bool = False
) -> Report:
    """Report the odds alone, with what the evidence says of the other seats."""
    worth = "ODDS" if odds.paso_ev is None else f"{paso(odds)} in paso"
    sheets, notes = (
        [odds_sheet(odds)],
        [odds_note(odds), f"{TANTOS}." if odds.se is None else UNITS],
    )
    if odds.joint is not None:
        sheets += evidence_sheets(odds.joint, joint)
    if explained:
        sheets.append(explained_sheet(odds, explained))
        notes.append("Each row leaves out one piece of evidence and keeps the others.")
    seen = [] if odds.evidence is None else [f"Seen: {i.words}." for i in odds.evidence.items]
    return Report(
        odds,
        f"{worth}   {about(odds.asked)}",
        [*seen, *odds_why(odds)],
        sheets,
        notes,
    )
