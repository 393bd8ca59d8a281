"""What the evidence says about everything at once: who holds what, who wins which lances."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from .hands import HandSpace
from .joint import JUEGO_CELLS, MOST_TANTOS, PARES_CELLS, count_joint
from .seats import SEATS

Arr = npt.NDArray[Any]
MOST_LIKELY = 5


@dataclass(frozen=True, slots=True, eq=False)
class JointOdds:
    """The joint outcome of a hand under evidence.

    Attributes
    ----------
    space : HandSpace
    place : int
        The asker's seat.
    cells : ndarray of float64, shape (2, 2, 5, 6)
        Weight by who wins grande and chica (0 we, 1 they), by `joint.PARES_CELLS` and by
        `joint.JUEGO_CELLS`.
    by_tantos : ndarray of float64, shape (33,)
        Weight by tantos in paso, ours minus theirs, from -16 to 16.
    by_lance : ndarray of float64, shape (2,)
        Tantos of pares and of juego, ours minus theirs, times weight.
    posterior : ndarray of float64, shape (4, hands)
        Weight by the hand of each seat; zero for the asker's.
    is_hard : bool
        Whether all likelihoods were 0 or 1: then every weight is a whole number of deals.
    """

    space: HandSpace
    place: int
    cells: Arr
    by_tantos: Arr
    by_lance: Arr
    posterior: Arr
    is_hard: bool

    @property
    def weight(self) -> float:
        """Deals times their likelihoods."""
        return float(self.cells.sum())

    @property
    def error(self) -> float:
        """Bound on the relative error of every chance: 0 where weights are whole numbers.

        A weight is a sum of at most ``hands**2 + hands`` rounded products, each term positive.
        """
        hands = len(self.space)
        return 0.0 if self.is_hard else (hands**2 + hands + 8) * 2.0**-53

    def fields(self) -> dict[str, float]:
        """Return the `tally.FIELDS`, in weight."""
        c = self.cells
        pares, juego = c.sum((0, 1, 3)), c.sum((0, 1, 2))
        return {
            "grande_win": float(c[0].sum()),
            "chica_win": float(c[:, 0].sum()),
            "pares_win": float(pares[1] + pares[2]),
            "pares_contested": float(pares[2] + pares[4]),
            "pares_win_contested": float(pares[2]),
            "pares_nobody": float(pares[0]),
            "pares_tantos": float(self.by_lance[0]),
            "juego_win": float(juego[0] + juego[1]),
            "juego_contested": float(juego[1] + juego[3]),
            "juego_win_contested": float(juego[1]),
            "juego_nobody": float(juego[4] + juego[5]),
            "juego_tantos": float(self.by_lance[1]),
            "punto_win": float(juego[4]),
        }

    def seats(self) -> dict[str, dict[str, Any]]:
        """Return what each other seat holds: chances, and its most likely hands."""
        space, told = self.space, {}
        makes = {
            "pares": space.pares > 0,
            "medias": space.pares == 2,
            "duples": space.pares == 3,
            "juego": space.juego > 0,
            "31": space.points == 31,
        }
        for seat, weights in enumerate(self.posterior):
            if seat == self.place:
                continue
            chances = weights / weights.sum()
            likely = np.argsort(-chances, kind="stable")[:MOST_LIKELY]
            told[SEATS[seat]] = {
                **{name: float(chances[held].sum()) for name, held in makes.items()},
                "hands": [
                    {"hand": space.names[h], "p": float(chances[h])} for h in likely if chances[h]
                ],
            }
        return told

    def winners(self) -> list[dict[str, Any]]:
        """Return the joint distribution of who wins what, the most likely first."""
        rows = [
            {
                "grande": ("ours", "theirs")[g],
                "chica": ("ours", "theirs")[c],
                "pares": PARES_CELLS[p],
                "juego": JUEGO_CELLS[j],
                "p": float(self.cells[g, c, p, j] / self.weight),
            }
            for g, c, p, j in product(*map(range, self.cells.shape))
            if self.cells[g, c, p, j] > 0
        ]
        return sorted(rows, key=lambda row: -row["p"])

    def tantos(self) -> dict[int, float]:
        """Return the distribution of the tantos in paso, ours minus theirs."""
        return {
            i - MOST_TANTOS: float(weight / self.weight)
            for i, weight in enumerate(self.by_tantos)
            if weight > 0
        }

    def to_dict(self) -> dict[str, Any]:
        """Return what the evidence adds to the JSON form of the odds."""
        return {
            "weight": self.weight,
            "relative_error": self.error,
            "posterior": self.seats(),
            "joint": self.winners(),
            "tantos": {str(tantos): p for tantos, p in self.tantos().items()},
        }


def joint_odds(space: HandSpace, hand: int, place: int, likelihoods: Arr, gone: Arr) -> JointOdds:
    """Visit all deals of a hand under evidence.

    Parameters
    ----------
    space, hand, place, likelihoods, gone
        As in `joint.count_joint`.

    Returns
    -------
    JointOdds
    """
    sums = count_joint(space, hand, place, likelihoods, gone)
    others = np.delete(likelihoods, place, axis=0)
    is_hard = bool(np.isin(others, (0, 1)).all())
    return JointOdds(
        space, place, sums["cells"], sums["tantos"], sums["by_lance"], sums["posterior"], is_hard
    )
