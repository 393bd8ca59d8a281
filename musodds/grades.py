"""How bad a decision is, by what it loses against the best one."""

from __future__ import annotations

from .lang import _, pgettext
from .numerals import marked

GRADES = ("none", "doubtful", "bad", "very bad")
GAME_LIMITS = (0.005, 0.015, 0.04)  # in chances of winning the game
TANTOS_LIMITS = (0.35, 1.0, 3.0)  # in tantos, where no score is given


def grade(loss: float, scored: bool) -> str:
    """Return the grade of a decision.

    Parameters
    ----------
    loss : float
        Against the best action: in chances of winning the game where a score is given, else in
        tantos.
    scored : bool
        Whether a score is given.

    Examples
    --------
    >>> grade(0.0049, True), grade(0.02, True), grade(0.5, False), grade(5, False)
    ('none', 'bad', 'doubtful', 'very bad')
    """
    limits = GAME_LIMITS if scored else TANTOS_LIMITS
    return GRADES[sum(loss >= limit for limit in limits)]


def describe_grades(scored: bool) -> str:
    """Return what the grades mean, in one line.

    Examples
    --------
    >>> describe_grades(False)
    'doubtful from 0.35 tantos lost, bad from 1, very bad from 3'
    """
    if scored:
        told = _(
            "doubtful from {doubtful} % of the game lost, bad from {bad} %, very bad from "
            "{very_bad} %"
        )
        limits = [100 * limit for limit in GAME_LIMITS]
    else:
        told = _("doubtful from {doubtful} tantos lost, bad from {bad}, very bad from {very_bad}")
        limits = list(TANTOS_LIMITS)
    doubtful, bad, very_bad = (marked(f"{limit:g}") for limit in limits)
    return told.format(doubtful=doubtful, bad=bad, very_bad=very_bad)


def grade_word(name: str) -> str:
    """Return a grade for people.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("es"):
    ...     grade_word("very bad")
    'muy mala'
    """
    return {
        "none": pgettext("grade", "none"),
        "doubtful": _("doubtful"),
        "bad": _("bad"),
        "very bad": _("very bad"),
    }[name]
