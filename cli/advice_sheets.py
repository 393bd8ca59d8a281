"""All about one hand on one screen: cut or mus, what to throw, the lances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..at_score import described
from ..grades import describe_grades, grade, grade_word
from ..lang import _, ngettext, pgettext
from ..numerals import in_percent, marked, percent, whole
from ..words import action_word, lance_word, seat_word
from .phase_reports import (
    choice_lines,
    choice_notes,
    choice_sheet,
    discard_sheet,
    headline,
    known_lines,
    shares_told,
)
from .render import Cell, Column, Report, Sheet, error, signed
from .render import percent as chance
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
    choice, mano = advice.choice, []
    if choice.setup.first_hand:
        mano = [_("The odds are the mano's: whoever cuts becomes mano.")]
    return Report(
        advice,
        headline(choice),
        [*choice_lines(choice), *odds_why(advice.odds)],
        [odds_sheet(advice.odds), choice_sheet(choice), discard_sheet(advice.ranking, 5)],
        [odds_note(advice.odds), *mano, *choice_notes(choice), _not_played_out(advice)],
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
    return percent(p, 1)


def _not_played_out(advice: Advice) -> str:
    """Say why there is no advice on bets."""
    reason = _(advice.why_not)
    told = _("{reason} not played out by a solved strategy, so there is no advice on bets.")
    return told.format(reason=reason[0].upper() + reason[1:])


def _headline(advice: Advice) -> str:
    """Return the recommendation, and by how much."""
    choice = advice.choice
    first, scored = choice.options[choice.advised], advice.score is not None
    if choice.p_agreed == 0:
        return _("YOUR PARTNER CUTS ANYWAY") + f"   {about(choice.asked)}"
    say = _("CUT (no hay mus)")
    if first.throw is not None:
        say = _("MUS, throw {cards}").format(cards=first.throw)
    if choice.is_close or grade(abs(choice.difference.decisive[0]), scored) == "none":
        say = _("{advice}, but it hardly matters").format(advice=say)
    if choice.advice == "mus" and choice.in_paso is not None and choice.in_paso.tantos < 0:
        told = _("{advice}: {tantos} tantos in paso; a cut is flattered (below)")
        return told.format(advice=say, tantos=signed(-choice.in_paso.tantos))
    gap, sign = choice.difference, 1 if choice.advice == "cut" else -1
    if scored and sign > 0:
        told = _("{advice}: {tantos} tantos, {game} of the game on mus")
    elif scored:
        told = _("{advice}: {tantos} tantos, {game} of the game on cutting")
    elif sign > 0:
        told = _("{advice}: {tantos} tantos on mus")
    else:
        told = _("{advice}: {tantos} tantos on cutting")
    game = in_percent(f"{100 * sign * gap.decisive[0]:+.1f}")
    return told.format(advice=say, tantos=signed(sign * gap.tantos), game=game)


def _lines(advice: Advice) -> list[str]:
    """Say what was asked, and how the mus would go."""
    choice, asked = advice.choice, about(advice.choice.asked)
    if advice.score is not None:
        us, them = advice.score
        asked = _("{hand}, at {us}-{them}").format(hand=asked, us=us, them=them)
    return [asked, *known_lines(choice.standing), _if_mus(choice)]


def _if_mus(choice: Choice) -> str:
    """Say what to throw if all say mus, and how often they do."""
    best = choice.discards[0]
    close = [d.throw for d in choice.discards[1:4] if d.is_close]
    throw = _("throw {throw} and keep {keep}") if best.keep else _("throw {throw}, keep nothing")
    discard = throw.format(throw=best.throw, keep=best.keep)
    if close:
        also = _("{discard} ({others} may be as good)")
        discard = also.format(discard=discard, others=", ".join(close))
    if choice.p_agreed == 1:
        return _("If all say mus, {discard}.").format(discard=discard)
    if choice.p_agreed == 0:
        told = _("If all say mus, {discard}; but somebody always cuts.")
        return told.format(discard=discard)
    told = _("If all say mus, {discard}; they do in {share} of deals.")
    return told.format(discard=discard, share=chance(choice.p_agreed))


def _notes(advice: Advice) -> list[str]:
    choice, scored = advice.choice, advice.score is not None
    notes = [
        _(
            "Tantos are ours minus theirs, ± one standard error; loss is against the best, on the "
            "same deals; {grades}."
        ).format(grades=describe_grades(scored)),
        _made(advice),
    ]
    if choice.unexpected:
        notes.append(_unexpected(choice.unexpected))
    if any(lance.first is not None and lance.first.bluff for lance in advice.lances):
        notes.append(_("*: a bluff, the lance is won in less than half of cases."))
    if any(lance.facing is not None and lance.facing.rare for lance in advice.lances):
        notes.append(_("?: the strategy hardly ever bets so, and what he then holds is a guess."))
    return notes


def _made(advice: Advice) -> str:
    """Say how the numbers were made."""
    choice, setup = advice.choice, advice.choice.setup
    by = _("the solved strategy '{style}'").format(style=choice.solved)
    if advice.score is not None:
        by = described(choice.solved_at, choice.solved)
    if not choice.bets_of_table:
        by = _("{strategy} (no strategy is kept for how the others cut)").format(strategy=by)
    return ngettext(
        "Monte Carlo, {deals} deals, seed {seed}; all bet by {strategy}. Style {style}: the others "
        "cut with {shares} of hands; after {rounds} round of mus the mano must cut.",
        "Monte Carlo, {deals} deals, seed {seed}; all bet by {strategy}. Style {style}: the others "
        "cut with {shares} of hands; after {rounds} rounds of mus the mano must cut.",
        setup.max_rounds,
    ).format(
        deals=whole(choice.deals), seed=setup.seed, strategy=by, style=setup.style.name,
        shares=shares_told(choice.standing), rounds=setup.max_rounds,
    )  # fmt: skip


def _unexpected(say: str) -> str:
    """Say what comes of a word that such a table does not expect with the hand."""
    if say == "mus":
        return _(
            "Such a table always cuts with this hand and would not expect it after mus: that is "
            "not counted on, and if another cuts the bets go as if you had."
        )
    return _(
        "Such a table never cuts with this hand and takes you for a better one if you do. This "
        "flatters cutting, and bluffs after it: it is advised only where saying mus is graded, and "
        "where cutting is ahead with every lance passed as well."
    )


# ---------------------------------------------------------------- sheets


def _options_sheet(choice: Choice) -> Sheet:
    """Cutting and the discards, graded."""
    scored = "game" in choice.cut.to_dict()
    se = _("± se")
    columns = [
        Column("option", _("say"), left=True),
        Column("tantos", _("tantos"), signed),
        Column("se", se, lambda se: marked(f"± {se:.2f}")),
    ]
    if scored:
        columns += [
            Column("game", _("game"), _points),
            Column("game_se", se, lambda se: marked(f"± {100 * se:.2f}")),
        ]
    columns += [
        Column("loss", _("loss"), _points if scored else lambda x: marked(f"{x:.2f}")),
        Column("loss_se", se, (lambda se: marked(f"± {100 * se:.2f}")) if scored else error),
        Column("grade", _("grade"), grade_word, left=True),
    ]
    rows: list[list[Cell]] = []
    for option in choice.options:
        value, (loss, loss_se) = option.value, option.loss.decisive
        say = _("cut") if option.throw is None else _("mus, throw {cards}")
        row: list[Cell] = [say.format(cards=option.throw), value.tantos, value.se]
        row += list(value.decisive) if scored else []
        rows.append([*row, max(0.0, loss), loss_se, option.grade])
    cut = next(i for i, option in enumerate(choice.options) if option.throw is None)
    if cut >= OPTIONS:  # it is always shown
        rows.insert(OPTIONS - 1, rows.pop(cut))
    return Sheet(_("Cut, or mus and throw"), columns, rows, choice.advised, OPTIONS)


def _next(found: BetAdvice, scored: bool) -> str:
    """Return what the second best action loses."""
    if len(found.actions) < 2:
        return ""
    loss = found.actions[1].loss.tantos
    return _points(loss) if scored else marked(f"{loss:.2f}")


def _plays(found: BetAdvice) -> float:
    return found.actions[0].frequency


def _answer(action: str) -> str:
    """Return an answer for people, with a ``?`` where the others' hands are a guess."""
    return action_word(action.rstrip("?")) + "?" * action.endswith("?")


def _lances_sheet(advice: Advice) -> Sheet:
    """Return what to say first in each lance, and to an envido of 2."""
    scored = advice.score is not None
    columns = [
        Column("lance", pgettext("lance", "lance"), lance_word, left=True),
        Column("win", pgettext("lance", "we win"), chance),
        Column("first", _("say"), action_word, left=True),
        Column("bluff", "", lambda bluff: "*" if bluff else ""),
        Column("plays", _("it does"), percent),
        Column("next_loses", _("next")),
        Column("answer", _("answer"), _answer, left=True),
        Column("answer_wins", pgettext("lance", "we win"), chance),
        Column("needs", _("needs"), chance),
    ]
    if scored:
        columns.append(Column("needs_game", _("in game"), chance))
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
    title = _(
        "If you cut: first where all passed, and what the next best loses; answer to envido 2 by "
        "the {rival}"
    ).format(rival=seat_word(advice.lances[0].rival))
    return Sheet(title, columns, rows)
