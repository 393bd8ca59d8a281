"""What is said of a bet: the advice, why, and the actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..at_score import described
from ..grades import describe_grades, grade_word
from ..lang import _
from ..numerals import marked, percent, whole
from ..words import action_word, lance_word
from .render import Cell, Column, Report, Sheet, error, signed
from .render import percent as chance
from .reports import about

if TYPE_CHECKING:
    from ..bets import BetAdvice


def _chance(p: float) -> str:
    return percent(p, 1)


def _points(se: float) -> str:
    return marked(f"± {100 * se:.1f}")


def _lost(tantos: float) -> str:
    return marked(f"{tantos:.2f}")


def _grade(text: str) -> str:
    """Return a grade for people, with a ``?`` where the others' hands are a guess."""
    return grade_word(text.rstrip("?")) + "?" * text.endswith("?")


def _why(found: BetAdvice) -> str:
    """Say how likely the lance is won, against what accepting needs."""
    needed = found.thresholds
    if needed is None:
        told = _("The lance is won in {won} of cases, given all this.")
    elif found.question.score is None:
        told = _(
            "The lance is won in {won} of cases, given all this; to accept, {tantos} are needed in "
            "tantos."
        )
    elif needed.game is None:
        told = _(
            "The lance is won in {won} of cases, given all this; to accept, {tantos} are needed in "
            "tantos; to the game it is all one."
        )
    else:
        told = _(
            "The lance is won in {won} of cases, given all this; to accept, {tantos} are needed in "
            "tantos, {game} for the game."
        )
    tantos = "" if needed is None else chance(needed.tantos)
    game = "" if needed is None or needed.game is None else chance(needed.game)
    return told.format(won=chance(found.p_win.tantos), tantos=tantos, game=game)


def _actions(found: BetAdvice) -> Sheet:
    scored, se = found.question.score is not None, _("± se")
    columns = [
        Column("action", _("action"), action_word, left=True),
        Column("tantos", _("tantos"), signed),
        Column("tantos_se", se, lambda se: marked(f"± {se:.2f}")),
    ]
    if scored:
        columns += [Column("game", _("game"), _chance), Column("game_se", se, _points)]
    columns += [
        Column("loss", _("loss"), _chance if scored else _lost),
        Column("loss_se", se, _points if scored else error),
        Column("frequency", _("it plays"), percent),
        Column("grade", _("grade"), _grade, left=True),
    ]
    rows: list[list[Cell]] = []
    for action in found.actions:
        row: list[Cell] = [action.name, action.tantos.tantos, action.tantos.se]
        if action.game is not None:
            row += [action.game.tantos, action.game.se]
        row += [action.loss.tantos, action.loss.se, action.frequency]
        rows.append([*row, action.grade + "?" * found.rare])
    best = [action.name for action in found.actions].index(found.advice)
    return Sheet(_("Actions"), columns, rows, best=best)


def _how(found: BetAdvice) -> list[str]:
    q = found.question
    by = _("the solved strategy '{style}'").format(style=q.style)
    if q.score is not None:
        told = _("{strategy}; then as musodds equity")
        by = told.format(strategy=described(found.solved_at, q.style))
    new = [action_word(action.name) for action in found.actions if action.rollout]
    lines = [
        _(
            "Tantos are ours less theirs from here on, what is pending included; loss is against "
            "the best, on the same deals; {grades}."
        ).format(grades=describe_grades(q.score is not None)),
        _(
            "Played out by {strategy}, on {deals} deals (as good as {effective} of one weight), "
            "seed {seed}; ± is one standard error."
        ).format(
            strategy=by, deals=whole(found.deals), effective=whole(round(found.effective)),
            seed=found.seed,
        ),
    ]  # fmt: skip
    if new:
        told = _("Rollout only: the strategy does not know {actions}.")
        lines.append(told.format(actions=", ".join(new)))
    return lines


def _warnings(found: BetAdvice) -> list[str]:
    lines = []
    if found.bluff:
        lines.append(_("A bluff: the lance is won in less than half of cases."))
    if found.read_as:
        lines.append(_read_as(found))
    if found.rare:
        lines.append(
            _(
                "Rare: the strategy hardly ever comes here, so what the others hold is a guess "
                "({slips} of it by slips), and so are the values."
            ).format(slips=chance(found.slip))
        )
    if found.advice != found.actions[0].name:
        lines.append(
            _(
                "Advised by how often the lance is won: what follows was never learnt after such "
                "words."
            )
        )
    needed = found.thresholds
    if needed is not None and any(a.name == "por-mi-no" for a in found.actions):
        lines.append(_("No quiero binds the pair; por mí no leaves it to the partner."))
    return lines


def _read_as(found: BetAdvice) -> str:
    """Say for what the strategy takes the bets that it does not know."""
    from ..solver.four.reading import word

    said = [word(move) for move in found.question.history]
    odd = [told for told in said if all(told not in line for _p, line in found.read_as)]
    silent = ("paso", "no-quiero", "por-mi-no")
    meant = []
    for p, line in found.read_as:
        other = [told for told in line if told not in said and told not in silent]
        meant.append(f"{', '.join(map(action_word, other or line))} ({percent(p)})")
    whose = _(" and ").join(map(action_word, odd)) or _("What was bet")
    return _(
        "{bets} is not on the strategy's menu; the others' hands are those with which it says "
        "{meant}."
    ).format(bets=whose[0].upper() + whose[1:], meant=_(" or ").join(meant))


def bet_report(found: BetAdvice) -> Report:
    """Report what the actions of a bet bring."""
    q, best = found.question, found.action(found.advice)
    told = _("{action} in {lance}: {worth}")
    score = q.score or (0, 0)
    if q.score is not None:
        told = _("{action} in {lance} at {us}-{them}: {worth}")
    worth = _("{tantos} tantos").format(tantos=signed(best.tantos.tantos))
    if best.game is not None:
        both = _("{game} of the game, {tantos}")
        worth = both.format(game=_chance(best.game.tantos), tantos=worth)
    headline = told.format(
        action=action_word(best.name).upper(), lance=lance_word(q.lance), us=score[0],
        them=score[1], worth=worth,
    )  # fmt: skip
    items = () if q.seen is None else q.seen.items
    seen = [_("Seen: {words}.").format(words=item.words) for item in items]
    return Report(
        found,
        f"{headline}   {about(q.asked)}",
        [_why(found), *seen, *_warnings(found)],
        [_actions(found)],
        _how(found),
    )
