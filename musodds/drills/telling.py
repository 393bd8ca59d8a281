"""What is said of an answer, in one or two lines."""

from __future__ import annotations

from ..estimate import Estimate
from ..lang import _, ngettext
from ..numerals import decimal, percent
from .kinds import SCORING
from .question import Question, Verdict


def tell_cost(verdict: Verdict) -> str:
    """Return what an answer costs, e.g. ``1.9% ± 0.2% of the game, 0.57 ± 0.03 tantos``.

    Near the end of a game an answer may cost part of the game and bring tantos.
    """
    told, cost, game = [], verdict.cost, verdict.game
    if game is not None:
        told.append(
            _("{chance} ± {se} of the game").format(
                chance=percent(game.tantos, 1), se=percent(game.se, 1)
            )
        )
    if cost is not None and cost.tantos < 0:
        return _("{game}, though it brings {tantos}").format(
            game=told[0], tantos=_tantos(Estimate(-cost.tantos, cost.se))
        )
    return ", ".join([*told, _tantos(cost)] if cost is not None else told)


def _tantos(cost: Estimate) -> str:
    return _("{tantos} ± {se} tantos").format(tantos=decimal(cost.tantos), se=decimal(cost.se))


def tell(question: Question, verdict: Verdict) -> str:
    """Return whether an answer is right, and what it costs if not.

    Examples
    --------
    >>> import numpy as np
    >>> from musodds.drills.kinds import Kind
    >>> from musodds.drills.making import make_question
    >>> from musodds.rules import load_rules
    >>> rng = np.random.default_rng(1)
    >>> kind = Kind("odds", "mano", "nothing")
    >>> question = make_question(kind, 1, rng, load_rules("naipera"))
    >>> tell(question, question.judge(question.best)).startswith("Right: ")
    True
    """
    best, answer = question.show(verdict.best), question.show(verdict.answer)
    if verdict.right:
        return _("Right: {best}.").format(best=best)
    if question.kind.topic == SCORING:
        assert verdict.cost is not None
        out = int(verdict.cost.tantos)
        text = ngettext(
            "No: {best}; you are out by {out} tanto.", "No: {best}; you are out by {out} tantos.",
            out,
        )  # fmt: skip
        return text.format(best=best, out=out)
    if verdict.cost is None:
        return _("No: {best}.").format(best=best)
    text = _("Nearly: {best}; {answer} costs {cost}.") if verdict.near else _(
        "No: {best}; {answer} costs {cost}."
    )  # fmt: skip
    return text.format(best=best, answer=answer, cost=tell_cost(verdict))
