"""How bad a decision is, by what it loses against the best one."""

from __future__ import annotations

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
        words = [f"{100 * limit:g} %" for limit in GAME_LIMITS]
        words[0] += " of the game lost"
    else:
        words = [f"{limit:g}" for limit in TANTOS_LIMITS]
        words[0] += " tantos lost"
    return ", ".join(f"{name} from {word}" for name, word in zip(GRADES[1:], words, strict=True))
