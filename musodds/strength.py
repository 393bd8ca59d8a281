"""The chance of winning each lance against how strong the hand is in it, by seat, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .hands import LANCES, HandSpace
from .lance_table import LanceTable, lance_table
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import SEATS
from .tally import FIELDS

if TYPE_CHECKING:
    import pandas as pd

# lance -> deals in which it is disputed, and those of them that our pair wins; None is every deal
DISPUTED: dict[str, tuple[str | None, str]] = {
    "grande": (None, "grande_win"),
    "chica": (None, "chica_win"),
    "pares": ("pares_contested", "pares_win_contested"),
    "juego": ("juego_contested", "juego_win_contested"),
    "punto": ("juego_nobody", "punto_win"),
}


def strength(rules: str | Rules = DEFAULT_RULES) -> pd.DataFrame:
    """Return the chance of winning each lance by seat, from the weakest hand in it to the best.

    Parameters
    ----------
    rules : str or Rules, default "naipera"

    Returns
    -------
    DataFrame
        A row for each lance, seat and rank of the lance: ``lance``, ``seat``, ``hands`` (dealt
        hands of that rank), ``weaker`` (the share of weaker hands, half of that rank with them,
        among the dealt hands that can play the lance: with pares, with juego, without juego in
        punto),
        ``example`` (its commonest hand) and ``win``: the chance that the pair of the seat wins
        the lance; in pares and juego of the deals in which both pairs hold it, in punto of those
        in which nobody has juego.

    Examples
    --------
    >>> frame = strength("naipera").query("lance == 'pares' and seat == 'mano'")
    >>> round(float(frame.win.iloc[0]), 3), frame.example.iloc[-1], float(frame.win.iloc[-1])
    (0.297, 'RRRR', 1.0)
    """
    import pandas as pd

    table = lance_table(load_rules(rules))
    frames = [_lance(table, lance, place) for lance in DISPUTED for place in range(len(SEATS))]
    return pd.concat(frames, ignore_index=True)


def _plays(space: HandSpace, lance: str) -> npt.NDArray[np.bool_]:
    """Return which hands can play a lance."""
    held = {"pares": space.pares > 0, "juego": space.juego > 0, "punto": space.juego == 0}
    return np.asarray(held.get(lance, np.full(len(space), True)))


def _lance(table: LanceTable, lance: str, place: int) -> pd.DataFrame:
    """Return the rows of a lance in a seat; hands of one rank count together."""
    import pandas as pd

    space, (disputed, won) = table.space, DISPUTED[lance]
    plays = np.flatnonzero(_plays(space, lance))
    order = "juego" if lance == "punto" else lance
    rank = space.rank[LANCES.index(order), plays]
    ranks, kind = np.unique(rank, return_inverse=True)
    weights, deals = space.weights[plays], _counted(table, disputed, place)[plays]

    def total(numbers: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        return np.asarray(np.bincount(kind, numbers.astype(float), len(ranks)), float)

    hands = total(weights)
    middle = (np.cumsum(hands) - hands / 2) / hands.sum()
    # the deals of all hands of a rank are too many for 64 bits, and their shares are not
    share = 1 / table.deals
    wins = total(weights * (_counted(table, won, place)[plays] * share))
    names = [_commonest(space, plays[rank == each]) for each in ranks]
    return pd.DataFrame(
        {
            "lance": lance,
            "seat": SEATS[place],
            "hands": hands.astype(int),
            "weaker": middle,
            "example": names,
            "win": wins / total(weights * (deals * share)),
        }
    )


def _counted(table: LanceTable, field: str | None, place: int) -> npt.NDArray[np.int64]:
    """Return a count of every hand in a seat."""
    if field is None:
        return np.full(len(table.space), table.deals)
    return np.asarray(table.counts[place, :, FIELDS.index(field)])


def _commonest(space: HandSpace, hands: npt.NDArray[np.int64]) -> str:
    return space.names[int(hands[space.weights[hands].argmax()])]
