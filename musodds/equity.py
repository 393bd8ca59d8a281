"""The chance of winning the game from a score, and the match from the games won.

Hands are played by solved strategies that do not heed the score, paid in the order of the rules
until a pair gets to the target; from hand to hand, and from game to game, the mano moves on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .errors import InputError
from .induction import WE_END, WE_WIN, Hands, induct
from .jit import Arr
from .lang import _
from .rules import Rules

EXAMPLE = "musodds equity 27-24 --seat mano"


@dataclass(frozen=True, slots=True)
class Chance:
    """A number with its standard error.

    Attributes
    ----------
    value, se : float
    """

    value: float
    se: float

    @classmethod
    def of(cls, samples: Arr) -> Chance:
        """Return the first of the samples, with the error that the others, batches, show."""
        rest = samples[1:]
        with np.errstate(invalid="ignore"):
            return cls(float(samples[0]), float(rest.std(ddof=1) / len(rest) ** 0.5))

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.se:.4f}"


@dataclass(frozen=True, slots=True)
class Score:
    """What a score is worth.

    Attributes
    ----------
    us, them : int
    mano : bool
        Whether ours is the pair of the mano in the hand to be dealt.
    game : Chance
        Chance that we win the game.
    tanto : Chance
        What one tanto more for us would add to it.
    ordago : Chance
        What an accepted órdago is worth in tantos: winning or losing the game, in place of
        winning or losing so many, each taken at what a tanto of ours or of theirs changes.
    """

    us: int
    them: int
    mano: bool
    game: Chance
    tanto: Chance
    ordago: Chance

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, without what it was made with."""
        found: dict[str, Any] = {"us": self.us, "them": self.them}
        found["mano"] = "us" if self.mano else "them"
        for name in ("game", "tanto", "ordago"):
            chance: Chance = getattr(self, name)
            found |= {name: chance.value, f"{name}_se": chance.se}
        return found


@dataclass(frozen=True, eq=False)
class Equity:
    """Chances of winning the game from every score, under strategies that mostly do not heed it.

    Attributes
    ----------
    rules : Rules
    style : str
        By what strategy everybody plays.
    seed, hands : int
        Hands that were played, in all batches together.
    endings : ndarray of float64, shape (1 + batches, target, target, 4)
        See `induction.induct`.
    solved : tuple of (int, int)
        Scores, the mano's pair first, at which the hand was solved anew (`improve`).

    Examples
    --------
    >>> from musodds.induction import MOST
    >>> from musodds.rules import load_rules
    >>> paid = np.zeros((2, MOST), np.int8)
    >>> paid[:, 0] = 1, -1
    >>> fair = Hands(paid, np.zeros(2, np.int8), np.array([[6, 5], [5, 6]]))
    >>> equity = equity_of(load_rules("naipera"), "fair", 1, fair)
    >>> equity.at(39, 38, mano=True).game.value
    0.75
    """

    rules: Rules
    style: str
    seed: int
    hands: int
    endings: Arr
    solved: tuple[tuple[int, int], ...] = ()

    @property
    def target(self) -> int:
        """Tantos that win the game."""
        return self.rules.target

    @cached_property
    def won(self) -> Arr:
        """Chance that the mano's pair wins, shape (1 + batches, target, target)."""
        return np.asarray(self.endings[..., WE_WIN:].sum(-1))

    def chances(self, us: int, them: int, mano: bool) -> Arr:
        """Return our chance in all hands together, and in every batch; the target may be reached.

        Returns
        -------
        ndarray of float64, shape (1 + batches,)
        """
        if max(us, them) >= self.target:
            return np.full(len(self.won), float(us >= self.target))
        return self.won[:, us, them] if mano else 1 - self.won[:, them, us]

    def at(self, us: int, them: int, mano: bool) -> Score:
        """Return what a score is worth.

        Parameters
        ----------
        us, them : int
            From 0 to one less than the target.
        mano : bool
            Whether ours is the pair of the mano in the hand to be dealt.

        Raises
        ------
        InputError
            If there is no such score.
        """
        check_score(us, them, self.target)
        here = self.chances(us, them, mano)
        ours, theirs = self.chances(us + 1, them, mano), self.chances(us, them + 1, mano)
        each = ours - theirs
        with np.errstate(divide="ignore"):
            worth = Chance.of(1 / each)
        return Score(us, them, mano, Chance.of(here), Chance.of(ours - here), worth)


def check_score(us: int, them: int, target: int) -> None:
    """Refuse a score at which nobody plays.

    Raises
    ------
    InputError
        If a pair has less than 0 or has reached the target.
    """
    if not (0 <= us < target and 0 <= them < target):
        raise InputError(
            _("score {ours}-{theirs}").format(ours=us, theirs=them),
            _("from 0 to {most} each").format(most=target - 1),
            EXAMPLE,
        )


def equity_of(rules: Rules, style: str, seed: int, hands: Hands) -> Equity:
    """Return the chances from every score for hands that have been played."""
    total = int(hands.counts.sum())
    return Equity(rules, style, seed, total, induct(hands, rules.target))


def match_chance(
    equity: Equity,
    games: tuple[int, int] = (0, 0),
    vacas: tuple[int, int] = (0, 0),
    score: tuple[int, int] = (0, 0),
    mano: bool = True,
) -> Chance:
    """Return the chance of winning the match.

    Parameters
    ----------
    equity : Equity
    games : tuple of int
        Won by us and by them in the vaca that is on.
    vacas : tuple of int
        Won by us and by them.
    score : tuple of int
        Of the game that is on.
    mano : bool
        Whether ours is the pair of the mano in the hand to be dealt.

    Raises
    ------
    InputError
        If the match would be over.
    """
    rules = equity.rules
    for what, pair, most in ((_("games"), games, rules.games), (_("vacas"), vacas, rules.vacas)):
        if min(pair) < 0 or max(pair) >= most:
            raise InputError(
                f"{what} {pair[0]}-{pair[1]}",
                _("from 0 to {most} each").format(most=most - 1),
                "0-0",
            )
    check_score(*score, equity.target)
    batches = [
        _Match(rules, endings).chance(games, vacas, score, mano) for endings in equity.endings
    ]
    return Chance.of(np.array(batches))


class _Match:
    """Games and vacas on top of one table of endings."""

    def __init__(self, rules: Rules, endings: Arr) -> None:
        self.rules, self.endings = rules, endings
        self.known: dict[tuple[int, ...], float] = {}

    def chance(
        self, games: tuple[int, int], vacas: tuple[int, int], score: tuple[int, int], mano: bool
    ) -> float:
        us, them = score
        ending = self.endings[us, them] if mano else self.endings[them, us]
        total = 0.0
        for e, p in enumerate(ending):
            wins, last = bool(e & WE_WIN) == mano, bool(e & WE_END) == mano
            # the mano moves on to the other pair after the last hand
            total += p * self.after(games, vacas, wins, not last)
        return total

    def after(
        self, games: tuple[int, int], vacas: tuple[int, int], wins: bool, mano: bool
    ) -> float:
        """Return the chance once a game is won or lost."""
        games = games[0] + wins, games[1] + (not wins)
        if max(games) == self.rules.games:
            games, vacas = (0, 0), (vacas[0] + wins, vacas[1] + (not wins))
        if max(vacas) == self.rules.vacas:
            return float(wins)
        key = (*games, *vacas, mano)
        if key not in self.known:
            self.known[key] = self.chance(games, vacas, (0, 0), mano)
        return self.known[key]
