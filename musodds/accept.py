"""The chance of winning a lance from which a bet is worth accepting, at every score.

For the last lance that is counted it follows from the chances of winning the game alone: nothing of
the hand is open any more, so that each answer leads to a known score with the mano moved on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .bets import pot_odds
from .equity import Equity
from .errors import InputError
from .lang import _
from .strategies import ORDAGO

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LastBet:
    """A bet of the rivals in the last lance, punto or juego, as we are to answer it.

    Attributes
    ----------
    stake : int or None
        Tantos that the lance pays once the bet is accepted; None is an órdago.
    refused : int
        Tantos that refusing pays.
    ours, theirs : int
        What either pair takes with the lance: in punto 1, in juego 2 or 3 a hand with juego.

    Raises
    ------
    InputError
        If refusing would pay nothing, or as much as accepting.

    Examples
    --------
    >>> envite, raised, ordago = LastBet(2), LastBet(5, 2), LastBet(None)
    >>> [round(bet.in_tantos(), 3) for bet in (envite, raised, ordago)]
    [0.167, 0.25, 0.455]
    """

    stake: int | None
    refused: int = 1
    ours: int = 1
    theirs: int = 1

    def __post_init__(self) -> None:
        if self.refused < 1 or (self.stake is not None and self.stake <= self.refused):
            raise InputError(
                _("a bet of {stake} that pays {refused} refused").format(
                    stake=self.stake, refused=self.refused
                ),
                _("1 or more refused, and more accepted"),
                "LastBet(2, 1)",
            )
        if min(self.ours, self.theirs) < 0:
            raise InputError(
                _("bonuses {ours} and {theirs}").format(ours=self.ours, theirs=self.theirs),
                _("0 or more"),
                "1",
            )

    def in_tantos(self, ordago: float = ORDAGO) -> float:
        """Return the chance needed where every tanto is worth the same, whatever the score.

        Parameters
        ----------
        ordago : float, default 22
            Tantos of an accepted órdago.
        """
        if self.stake is None:
            return pot_odds(ordago, self.refused + self.theirs)
        return pot_odds(self.stake, self.refused, self.ours, self.theirs)


def accept_from(equity: Equity, bet: LastBet, mano: bool) -> Floats:
    """Return the chance of winning the last lance from which a bet is worth accepting.

    Parameters
    ----------
    equity : Equity
        The chances of winning the game, by which it goes on after the hand.
    bet : LastBet
    mano : bool
        Whether ours is the pair of the mano in this hand.

    Returns
    -------
    ndarray of float64, shape (1 + batches, target, target)
        By our tantos and by theirs, all that the earlier lances of the hand bring included, with
        which nobody has got to the target. The first is of all hands together, the others show
        the standard error. 0 where refusing loses as surely as losing does.

    Examples
    --------
    At 38-38 who refuses the envite lets the rivals out, by the punto's own tanto:

    >>> from musodds.equity_table import find_equity
    >>> accept_from(find_equity("naipera"), LastBet(2), mano=True)[0, 38, 38].item()
    0.0
    """
    target = equity.target
    found = np.empty((len(equity.won), target, target))
    for us in range(target):
        for them in range(target):
            found[:, us, them] = _needed(equity, bet, (us, them), mano)
    return found


def _needed(equity: Equity, bet: LastBet, score: tuple[int, int], mano: bool) -> Floats:
    """Return the chance needed at one score."""
    us, them = score

    def then(ours: int, theirs: int) -> Floats:  # the mano moves on to the other pair
        return equity.chances(us + ours, them + theirs, not mano)

    refuses = then(0, bet.refused + bet.theirs)
    if bet.stake is None:
        return refuses
    wins, loses = then(bet.stake + bet.ours, 0), then(0, bet.stake + bet.theirs)
    return np.asarray(np.clip((refuses - loses) / (wins - loses), 0, 1))
