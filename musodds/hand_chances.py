"""The chance of winning the game with every hand at a score, the whole hand played as solved.

Hands are dealt and played, mus and bets, by the strategy that `equity` is made with, which heeds no
score; what is paid leads to a new score, whose chance is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .equity import Equity, check_score
from .equity_jobs import at_table
from .equity_table import find_equity
from .errors import InputError
from .jit import Arr
from .lang import _
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import parse_seat
from .setup import check_sample
from .strategies import find_strategy

DEALS = 400_000


@dataclass(frozen=True, slots=True, eq=False)
class HandChances:
    """Chances of winning the game by the hand that is dealt.

    Attributes
    ----------
    rules : Rules
    score : tuple of int
        Ours and theirs.
    seat : int
    style : str
        By what strategy all four play.
    value, se : ndarray of float64, shape (hands,)
        Chance of winning the game and its standard error; nan for a hand that was not dealt twice.
    counts : ndarray of int64, shape (hands,)
        Deals behind each.
    before : float
        The chance before the cards are dealt.
    deals, seed : int
    """

    rules: Rules
    score: tuple[int, int]
    seat: int
    style: str
    value: Arr
    se: Arr
    counts: Arr
    before: float
    deals: int
    seed: int


def chance_after(
    equity: Equity, paid: list[int], ordago: int, score: tuple[int, int], ours: bool
) -> float:
    """Return the chance of winning the game once a hand is paid.

    Parameters
    ----------
    equity : Equity
    paid : list of int
        In order: to the pair of the mano, or negative to the other one; then zeros.
    ordago : int
        1 if the pair of the mano wins an órdago after that, -1 if the other one does.
    score : tuple of int
        Ours and theirs.
    ours : bool
        Whether ours is the pair of the mano.

    Examples
    --------
    >>> equity = find_equity("naipera")
    >>> chance_after(equity, [-1, 3, 0], 0, (37, 39), ours=True)
    0.0
    >>> round(chance_after(equity, [3, 0], 0, (36, 38), ours=True), 2)
    0.72
    """
    us, them = score
    for tantos in paid:
        if tantos == 0:
            break
        if (tantos > 0) == ours:
            us += abs(tantos)
        else:
            them += abs(tantos)
        if max(us, them) >= equity.target:
            return float(us > them)
    if ordago:
        return float((ordago > 0) == ours)
    return float(equity.chances(us, them, not ours)[0])


def hand_chances(
    score: tuple[int, int],
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    style: str = "usual",
    deals: int = DEALS,
    seed: int = 1,
) -> HandChances:
    """Return the chance of winning the game with every hand of a seat at a score.

    Parameters
    ----------
    score : tuple of int
        Ours and theirs.
    seat : str or int, default "mano"
    rules : str or Rules, default "naipera"
    style : str, default "usual"
        As in `strategies.find_strategy`.
    deals : int, default 400000
    seed : int, default 1
        The same seed gives the same bits whatever the number of threads.

    Raises
    ------
    InputError
        If there is no such score or seat, or so many deals cannot be sampled.
    """
    read, place = load_rules(rules), parse_seat(seat)
    check_score(*score, read.target)
    check_sample(deals, seed)
    if read.deal != "mus":
        raise InputError(
            _("rules '{rules}': no mus").format(rules=read.name),
            _("rules with mus"),
            "--rules naipera",
        )
    from .solver.four.payments import play_hands

    ours, equity = place % 2 == 0, find_equity(read, style)
    made = at_table(find_strategy(read, style).strategy, read)
    paid, ordago, dealt = play_hands((made, made), seed, 0, deals, noted=True)
    ends, kind = np.unique(np.column_stack([paid, ordago]), axis=0, return_inverse=True)
    worth = [chance_after(equity, row[:-1], row[-1], score, ours) for row in ends.tolist()]
    value, se, counts = _by_hand(dealt[:, place], np.array(worth)[kind.ravel()], made.game.number)
    before = float(equity.chances(*score, ours)[0])
    return HandChances(read, score, place, style, value, se, counts, before, deals, seed)


def _by_hand(dealt: Arr, worth: Arr, number: Arr) -> tuple[Arr, Arr, Arr]:
    """Return the mean worth of each hand, its standard error, and how often it was dealt."""
    hands = len(number)
    n, total, squares = (
        np.bincount(dealt, each, minlength=hands)[number] for each in (None, worth, worth**2)
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / n
        spread = np.maximum(squares - n * mean**2, 0) / (n - 1)
        return np.where(n > 1, mean, np.nan), np.sqrt(spread / n), n
