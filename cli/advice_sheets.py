"""All about one hand on one screen: cut or mus, what to throw, the lances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..at_score import described
from ..grades import describe_grades, grade
from .bet_sheets import shown
from .phase_reports import (
    choice_lines,
    choice_notes,
    choice_sheet,
    discard_sheet,
    headline,
    known_lines,
    rounds_told,
    shares_told,
)
from .render import Cell, Column, Report, Sheet, error, percent, signed
from .reports import about, odds_note, odds_sheet, odds_why

if TYPE_CHECKING:
    from ..advise import Advice
    from ..bets import BetAdvice
    from ..choice import Choice

OPTIONS = 6  # that people see


def advice_report(advice: Advice) -> Report:
    """Report the advice: the recommendation first, then why."""
    return _passed(advice) if advice.why_not else _played_out(advice)


def _passed(advice: Advice) -> Report:
    """Report advice by lances that are passed, or bet as the style says."""
    choice = advice.choice
    mano = (
        ["The odds are the mano's: whoever cuts becomes mano."] if choice.setup.first_hand else []
    )
    bets = "not played out by a solved strategy, so there is no advice on bets."
    return Report(
        advice,
        headline(choice),
        [*choice_lines(choice), *odds_why(advice.odds)],
        [odds_sheet(advice.odds), choice_sheet(choice), discard_sheet(advice.ranking, 5)],
        [
            odds_note(advice.odds),
            *mano,
            *choice_notes(choice),
            f"{advice.why_not[0].upper()}{advice.why_not[1:]} {bets}",
        ],
    )


def _played_out(advice: Advice) -> Report:
    choice = advice.choice
    sheets = [_options_sheet(choice), _lances_sheet(advice)]
    return Report(
        advice,
        _headline(advice),
        [*_lines(advice), *odds_why(advice.odds)],
        sheets,
        _notes(advice),
        flat=[odds_sheet(advice.odds), sheets[0], discard_sheet(advice.ranking), sheets[1]],
    )


# ---------------------------------------------------------------- sentences


def _points(p: float) -> str:
    """Show a difference of chances, e.g. ``1.3%``."""
    return f"{100 * p:.1f}%"


def _headline(advice: Advice) -> str:
    """Return the recommendation, and by how much."""
    choice = advice.choice
    first, scored = choice.options[choice.advised], advice.score is not None
    say = "CUT (no hay mus)" if first.throw is None else f"MUS, throw {first.throw}"
    if choice.p_agreed == 0:
        return f"YOUR PARTNER CUTS ANYWAY   {about(choice.asked)}"
    if choice.is_close or grade(abs(choice.difference.decisive[0]), scored) == "none":
        say += ", but it hardly matters"
    if choice.advice == "mus" and choice.in_paso is not None and choice.in_paso.tantos < 0:
        return f"{say}: {signed(-choice.in_paso.tantos)} tantos in paso; a cut is flattered (below)"
    gap, sign = choice.difference, 1 if choice.advice == "cut" else -1
    worth = f"{signed(sign * gap.tantos)} tantos"
    if scored:
        worth += f", {100 * sign * gap.decisive[0]:+.1f}% of the game"
    return f"{say}: {worth} on {'mus' if sign > 0 else 'cutting'}"


def _lines(advice: Advice) -> list[str]:
    """Say what was asked, and how the mus would go."""
    choice = advice.choice
    at = "" if advice.score is None else f", at {advice.score[0]}-{advice.score[1]}"
    best = choice.discards[0]
    then = f"If all say mus, throw {best.throw} and keep {best.keep or 'nothing'}"
    close = [d.throw for d in choice.discards[1:4] if d.is_close]
    then += f" ({', '.join(close)} may be as good)" if close else ""
    if 0 < choice.p_agreed < 1:
        then += f"; they do in {percent(choice.p_agreed)} of deals."
    else:
        then += "." if choice.p_agreed else "; but somebody always cuts."
    return [f"{about(choice.asked)}{at}", *known_lines(choice.standing), then]


def _notes(advice: Advice) -> list[str]:
    choice, setup = advice.choice, advice.choice.setup
    own = "" if choice.bets_of_table else " (no strategy is kept for how the others cut)"
    by = f"the solved strategy '{choice.solved}'"
    if advice.score is not None:
        by = described(choice.solved_at, choice.solved)
    notes = [
        "Tantos are ours minus theirs, ± one standard error; loss is against the best, on the same "
        f"deals; {describe_grades(advice.score is not None)}.",
        f"Monte Carlo, {choice.deals:,} deals, seed {setup.seed}; all bet by {by}{own}. Style "
        f"{setup.style.name}: the others cut with {shares_told(choice.standing)} of hands; after "
        f"{rounds_told(setup.max_rounds)} of mus the mano must cut.",
    ]
    if choice.unexpected:
        notes.append(_UNEXPECTED[choice.unexpected])
    if any(lance.first is not None and lance.first.bluff for lance in advice.lances):
        notes.append("*: a bluff, the lance is won in less than half of cases.")
    if any(lance.facing is not None and lance.facing.rare for lance in advice.lances):
        notes.append("?: the strategy hardly ever bets so, and what he then holds is a guess.")
    return notes


_UNEXPECTED = {
    "mus": "Such a table always cuts with this hand and would not expect it after mus: that is not "
    "counted on, and if another cuts the bets go as if you had.",
    "cut": "Such a table never cuts with this hand and takes you for a better one if you do. This "
    "flatters cutting, and bluffs after it: it is advised only where saying mus is graded, and "
    "where cutting is ahead with every lance passed as well.",
}


# ---------------------------------------------------------------- sheets


def _options_sheet(choice: Choice) -> Sheet:
    """Cutting and the discards, graded."""
    scored = "game" in choice.cut.to_dict()
    columns = [
        Column("option", "say", left=True),
        Column("tantos", "tantos", signed),
        Column("se", "± se", lambda se: f"± {se:.2f}"),
    ]
    if scored:
        columns += [
            Column("game", "game", _points),
            Column("game_se", "± se", lambda se: f"± {100 * se:.2f}"),
        ]
    columns += [
        Column("loss", "loss", _points if scored else lambda x: f"{x:.2f}"),
        Column("loss_se", "± se", (lambda se: f"± {100 * se:.2f}") if scored else error),
        Column("grade", "grade", left=True),
    ]
    rows: list[list[Cell]] = []
    for option in choice.options:
        value, (loss, loss_se) = option.value, option.loss.decisive
        row: list[Cell] = [
            "cut" if option.throw is None else f"mus, throw {option.throw}", value.tantos, value.se
        ]  # fmt: skip
        row += list(value.decisive) if scored else []
        rows.append([*row, max(0.0, loss), loss_se, option.grade])
    cut = next(i for i, option in enumerate(choice.options) if option.throw is None)
    if cut >= OPTIONS:  # it is always shown
        rows.insert(OPTIONS - 1, rows.pop(cut))
    return Sheet("Cut, or mus and throw", columns, rows, choice.advised, OPTIONS)


def _next(found: BetAdvice, scored: bool) -> str:
    """Return what the second best action loses."""
    if len(found.actions) < 2:
        return ""
    loss = found.actions[1].loss.tantos
    return _points(loss) if scored else f"{loss:.2f}"


def _plays(found: BetAdvice) -> float:
    return found.actions[0].frequency


def _lances_sheet(advice: Advice) -> Sheet:
    """Return what to say first in each lance, and to an envido of 2."""
    scored = advice.score is not None
    rival = advice.lances[0].rival
    columns = [
        Column("lance", "lance", left=True),
        Column("win", "we win", percent),
        Column("first", "say", shown, left=True),
        Column("bluff", "", lambda bluff: "*" if bluff else ""),
        Column("plays", "it does", lambda p: f"{100 * p:.0f}%"),
        Column("next_loses", "next"),
        Column("answer", "answer", lambda text: shown(text.rstrip("?")) + "?" * text.endswith("?"),
               left=True),
        Column("answer_wins", "we win", percent),
        Column("needs", "needs", percent),
    ]  # fmt: skip
    if scored:
        columns.append(Column("needs_game", "in game", percent))
    rows: list[list[Cell]] = []
    for lance in advice.lances:
        first, facing = lance.first, lance.facing
        row: list[Cell] = [lance.lance, lance.win]
        row += (
            [None] * 4
            if first is None
            else [first.advice, int(first.bluff), _plays(first), _next(first, scored)]
        )
        needs = None if facing is None else facing.thresholds
        row += (
            [None] * 3
            if facing is None or needs is None
            else [facing.advice + "?" * facing.rare, facing.p_win.tantos, needs.tantos]
        )
        if scored:
            guess = facing is not None and facing.rare
            row.append(None if needs is None or guess else needs.game)
        rows.append(row)
    what = "first where all passed, and what the next best loses"
    return Sheet(f"If you cut: {what}; answer to envido 2 by the {rival}", columns, rows)
