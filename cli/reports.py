"""What is said of the odds: sentences, tables, how the numbers were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..lang import _
from ..numerals import whole
from ..words import lance_word, seat_word
from .evidence_sheets import evidence_sheets, explained_sheet
from .render import Cell, Column, Report, Sheet, error, percent, points, signed

if TYPE_CHECKING:
    from ..evidence import Item
    from ..exact import Odds
    from ..situation import Situation


def tantos_note() -> str:
    """Say what tantos are."""
    return _("Tantos are ours minus theirs, without betting.")


def units_note() -> str:
    """Say what tantos and their errors are."""
    return _("Tantos are ours minus theirs, without betting; ± is one standard error.")


def about(asked: Situation) -> str:
    """Return the question in a line, e.g. ``RRCA, mano (naipera: 8 kings, games of 40)``."""
    deck = asked.rules.deck()
    told = [deck.show(asked.hand), seat_word(asked.seat)]
    if asked.players != 4 or asked.solo:
        told[-1] = _("{seat} of {players}").format(seat=told[-1], players=asked.players)
    if asked.solo:
        told.append(_("each for himself"))
    if asked.partner is not None:
        told.append(_("partner {hand}").format(hand=deck.show(asked.partner)))
    return f"{', '.join(told)} ({asked.rules.describe()})"


def odds_sheet(odds: Odds) -> Sheet:
    """Return the five lances, then the sum in paso."""
    solo = odds.asked.solo
    columns = [
        Column("lance", _("lance"), lance_or_all, left=True),
        Column("win", _("I win") if solo else _("we win"), percent),
        Column("contested", _("contested"), percent),
        Column("win_if_contested", _("I win those") if solo else _("we win those"), percent),
        Column("nobody", _("nobody"), percent),
        Column("paso_tantos", _("tantos in paso"), signed),
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
        columns.insert(2, Column("win_se", _("± se"), points))
        for row in rows:
            row.insert(2, odds.se[str(row[0])]["win"] if row[1] is not None else None)
    title = (
        _("Odds of the lances (exact)")
        if odds.seed is None
        else _("Odds of the lances (monte-carlo)")
    )
    return Sheet(title, columns, rows)


def lance_or_all(lance: str) -> str:
    """Show a lance, or all of them."""
    return _("all") if lance == "all" else lance_word(lance)


def odds_why(odds: Odds) -> list[str]:
    """Name the lances that carry the hand and those that cost it most."""
    if odds.paso_by_lance is None:
        return []
    ranked = sorted(odds.paso_by_lance.items(), key=lambda item: -item[1])
    carry = [f"{lance_word(lance)} ({signed(n)})" for lance, n in ranked if n > 0.15][:2]
    cost = [f"{lance_word(lance)} ({signed(n)})" for lance, n in ranked[::-1] if n < -0.15][:2]
    known = (
        _("With all this the hand is worth {tantos} in paso")
        if odds.evidence is not None
        else _("Before anybody speaks the hand is worth {tantos} in paso")
    )
    text, both = known.format(tantos=paso(odds)), _(" and ")
    if carry:
        text += _("; it lives on {lances}").format(lances=both.join(carry))
    if cost:
        text += _("; it suffers in {lances}").format(lances=both.join(cost))
    return [text + "."]


def paso(odds: Odds) -> str:
    """Return the tantos in paso, with their standard error where they are sampled."""
    if odds.paso_ev is None:
        return _("no tantos: each plays for himself")
    se = "" if odds.se is None else f" {error(odds.se['paso_ev'])}"
    return _("{tantos} tantos").format(tantos=f"{signed(odds.paso_ev)}{se}")


def odds_note(odds: Odds) -> str:
    """Say how the odds were made, and what the columns mean."""
    deals = whole(round(odds.deals))
    if odds.joint is not None and not odds.joint.is_hard:
        how = _("Exact but for rounding (relative error below {error}), weighted: {deals} deals.")
        how = how.format(error=f"{odds.joint.error:.0e}", deals=deals)
    elif odds.seed is None:
        how = _("Exact: {deals} deals.").format(deals=deals)
    else:
        how = _("Monte Carlo, seed {seed}: {deals} deals.").format(seed=odds.seed, deals=deals)
    means = (
        _("Win: of all deals, pares and juego that only I hold included. Contested: another holds "
          "it too (punto: it is played).")
        if odds.asked.solo
        else _("Win: of all deals, pares and juego that only we hold included. Contested: both "
               "sides hold it (punto: it is played).")
    )  # fmt: skip
    return f"{how} {means}"


def odds_report(
    odds: Odds, explained: Sequence[tuple[Item, Odds]] = (), joint: bool = False
) -> Report:
    """Report the odds alone, with what the evidence says of the other seats."""
    worth = _("ODDS")
    if odds.paso_ev is not None:
        worth = _("{tantos} in paso").format(tantos=paso(odds))
    units = tantos_note() if odds.se is None else units_note()
    sheets, notes = [odds_sheet(odds)], [odds_note(odds), units]
    if odds.joint is not None:
        sheets += evidence_sheets(odds.joint, joint)
    if explained:
        sheets.append(explained_sheet(odds, explained))
        notes.append(_("Each row leaves out one piece of evidence and keeps the others."))
    items = [] if odds.evidence is None else odds.evidence.items
    seen = [_("Seen: {what}.").format(what=item.words) for item in items]
    return Report(
        odds,
        f"{worth}   {about(odds.asked)}",
        [*seen, *odds_why(odds)],
        sheets,
        notes,
    )
