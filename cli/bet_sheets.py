"""What is said of a bet: the advice, why, and the actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..at_score import described
from ..grades import describe_grades
from .render import Cell, Column, Report, Sheet, error, percent, signed
from .reports import about

if TYPE_CHECKING:
    from ..bets import BetAdvice

WORDS = {
    "paso": "paso",
    "no-quiero": "no quiero",
    "por-mi-no": "por mí no",
    "quiero": "quiero",
    "ordago": "órdago",
}


def shown(action: str) -> str:
    """Return an action as people say it.

    Examples
    --------
    >>> shown("envido:2"), shown("mas:3"), shown("no-quiero")
    ('envido 2', '3 more', 'no quiero')
    """
    act, _, amount = action.partition(":")
    return {"envido": f"envido {amount}", "mas": f"{amount} more"}.get(act) or WORDS[act]


def _chance(p: float) -> str:
    return f"{100 * p:.1f}%"


def _points(se: float) -> str:
    return f"± {100 * se:.1f}"


def _lost(tantos: float) -> str:
    return f"{tantos:.2f}"


def _why(found: BetAdvice) -> str:
    """Say how likely the lance is won, against what accepting needs."""
    text = f"The lance is won in {percent(found.p_win.tantos)} of cases, given all this"
    needed = found.thresholds
    if needed is None:
        return f"{text}."
    text += f"; to accept, {percent(needed.tantos)} are needed in tantos"
    if found.question.score is None:
        return f"{text}."
    if needed.game is None:
        return f"{text}; to the game it is all one."
    return f"{text}, {percent(needed.game)} for the game."


def _actions(found: BetAdvice) -> Sheet:
    scored = found.question.score is not None
    columns = [
        Column("action", "action", shown, left=True),
        Column("tantos", "tantos", signed),
        Column("tantos_se", "± se", lambda se: f"± {se:.2f}"),
    ]
    if scored:
        columns += [Column("game", "game", _chance), Column("game_se", "± se", _points)]
    columns += [
        Column("loss", "loss", _chance if scored else _lost),
        Column("loss_se", "± se", _points if scored else error),
        Column("frequency", "it plays", lambda p: f"{100 * p:.0f}%"),
        Column("grade", "grade", left=True),
    ]
    rows: list[list[Cell]] = []
    for action in found.actions:
        row: list[Cell] = [action.name, action.tantos.tantos, action.tantos.se]
        if action.game is not None:
            row += [action.game.tantos, action.game.se]
        row += [action.loss.tantos, action.loss.se, action.frequency]
        rows.append([*row, action.grade + "?" * found.rare])
    best = [action.name for action in found.actions].index(found.advice)
    return Sheet("Actions", columns, rows, best=best)


def _how(found: BetAdvice) -> list[str]:
    q = found.question
    scored = q.score is not None
    by = f"the solved strategy '{q.style}'"
    if scored:
        by = f"{described(found.solved_at, q.style)}; then as musodds equity"
    new = [shown(action.name) for action in found.actions if action.rollout]
    lines = [
        "Tantos are ours less theirs from here on, what is pending included; loss is against the "
        f"best, on the same deals; {describe_grades(scored)}.",
        f"Played out by {by}, on {found.deals:,} deals (as good as {found.effective:,.0f} of one "
        f"weight), seed {found.seed}; ± is one standard error.",
    ]
    if new:
        lines.append(f"Rollout only: the strategy does not know {', '.join(new)}.")
    return lines


def _warnings(found: BetAdvice) -> list[str]:
    lines = []
    if found.bluff:
        lines.append("A bluff: the lance is won in less than half of cases.")
    if found.read_as:
        lines.append(_read_as(found))
    if found.rare:
        lines.append(
            "Rare: the strategy hardly ever comes here, so what the others hold is a guess "
            f"({percent(found.slip)} of it by slips), and so are the values."
        )
    if found.advice != found.actions[0].name:
        lines.append(
            "Advised by how often the lance is won: what follows was never learnt after such words."
        )
    needed = found.thresholds
    if needed is not None and any(a.name == "por-mi-no" for a in found.actions):
        lines.append("No quiero binds the pair; por mí no leaves it to the partner.")
    return lines


def _read_as(found: BetAdvice) -> str:
    """Say for what the strategy takes the bets that it does not know."""
    from ..solver.four.reading import word

    said = [word(move) for move in found.question.history]
    odd = [told for told in said if all(told not in line for _, line in found.read_as)]
    silent = ("paso", "no-quiero", "por-mi-no")
    meant = []
    for p, line in found.read_as:
        other = [told for told in line if told not in said and told not in silent]
        meant.append(f"{', '.join(map(shown, other or line))} ({p:.0%})")
    whose = " and ".join(map(shown, odd)) or "What was bet"
    return (
        f"{whose[0].upper()}{whose[1:]} is not on the strategy's menu; the others' hands are those "
        f"with which it says {' or '.join(meant)}."
    )


def bet_report(found: BetAdvice) -> Report:
    """Report what the actions of a bet bring."""
    q, best = found.question, found.action(found.advice)
    worth = f"{signed(best.tantos.tantos)} tantos"
    if best.game is not None:
        worth = f"{_chance(best.game.tantos)} of the game, {worth}"
    score = "" if q.score is None else f" at {q.score[0]}-{q.score[1]}"
    seen = [] if q.seen is None else [f"Seen: {item.words}." for item in q.seen.items]
    return Report(
        found,
        f"{shown(best.name).upper()} in {q.lance}{score}: {worth}   {about(q.asked)}",
        [_why(found), *seen, *_warnings(found)],
        [_actions(found)],
        _how(found),
    )
