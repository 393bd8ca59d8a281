"""What the ends of a lance pay, as matrices over the hands of both players."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..envites import Outcome
from ..hands import CHICA, GRANDE, JUEGO, PARES, HandSpace
from ..jit import Arr
from .betting import outcome_of
from .duel import Duel
from .game import Dense, Tree

Pair = tuple[Arr, Arr]

RANKING = {"grande": GRANDE, "chica": CHICA, "pares": PARES, "juego": JUEGO, "punto": JUEGO}


def holders(space: HandSpace, lance: str) -> Arr:
    """Return which hands may bet on a lance if the other player may, too; boolean (hands,)."""
    may: Arr = np.ones(len(space), bool)
    if lance == "pares":
        may = space.pares > 0
    elif lance in ("juego", "punto"):
        may = (space.juego > 0) == (lance == "juego")
    return may


def bonus(space: HandSpace, lance: str) -> Arr:
    """Return what each hand brings by itself in pares or juego, shape (hands,)."""
    if lance == "pares":
        return space.pares
    return space.juego if lance == "juego" else np.zeros(len(space), np.int64)


def winner(space: HandSpace, lance: str) -> Arr:
    """Return 1 where the mano has the better hand or the same, else -1; shape (hands, hands)."""
    rank = space.rank[RANKING[lance]]
    return np.where(rank[:, None] >= rank[None, :], 1, -1)


def uncontested(space: HandSpace, lance: str) -> Arr:
    """Return what the mano wins where one player alone has pares or juego, else 0."""
    held, brings = holders(space, lance), bonus(space, lance)
    alone: Arr = held[:, None] != held[None, :]
    won: Arr = alone * (brings[:, None] - brings[None, :])
    return won


def _terms(lance: str, outcome: Outcome, ordago: float) -> list[tuple[str, float]]:
    """Return an outcome as a sum: the names of matrices, as in `_matrix`, and their factors."""
    stake = outcome.stake + (lance == "punto")
    has_bonus = lance in ("pares", "juego")
    if outcome.kind == "ordago":
        return [("sign", ordago)]
    if outcome.kind == "refused":
        ours = outcome.team == "A"
        paid = [("one", float(stake if ours else -stake))]
        return paid + [("mano" if ours else "postre", 1.0)] * has_bonus
    if outcome.kind == "accepted":
        return [("sign", float(stake))] + [("won", 1.0)] * has_bonus
    return [("won" if has_bonus else "sign", 1.0)]


def _matrix(space: HandSpace, lance: str, name: str) -> Arr:
    """Return what the winner of the lance, or one seat, gets: 1 or his bonus."""
    if name == "sign":
        return winner(space, lance)
    if name == "one":
        return np.ones((len(space), len(space)), np.int64)
    brings = bonus(space, lance)
    mano, postre = np.broadcast_arrays(brings[:, None], -brings[None, :])
    if name == "won":
        return np.where(winner(space, lance) > 0, mano, postre)
    return mano if name == "mano" else postre


def tantos(space: HandSpace, lance: str, outcome: Outcome, ordago: float) -> Arr:
    """Return what the end of a lance brings the mano, the postre's counted off; (hands, hands)."""
    total: Arr = np.zeros((len(space), len(space)))
    for name, factor in _terms(lance, outcome, ordago):
        total += factor * _matrix(space, lance, name)
    return total


def lance_payoffs(
    duel: Duel, lance: str, tree: Tree, chance: Arr, hands: Pair, dtype: Any
) -> list[Dense]:
    """Return what all ends of a lance pay.

    Parameters
    ----------
    duel : Duel
    lance : str
    tree : Tree
    chance : ndarray, shape (hands, hands)
        Of both hands together.
    hands : pair of ndarray of int64
        The hands of either player that are his types here.
    dtype : data type
    """
    space = duel.space
    found: dict[str, tuple[list[int], list[float]]] = {}
    for leaf, line in enumerate(tree.ends):
        for name, factor in _terms(lance, outcome_of(lance, line, duel.rules), duel.ordago):
            leaves, factors = found.setdefault(name, ([], []))
            leaves.append(leaf)
            factors.append(factor)
    return [
        Dense(
            (_matrix(space, lance, name) * chance)[np.ix_(*hands)].astype(dtype),
            np.array(leaves, np.int64),
            np.array(factors, dtype),
        )
        for name, (leaves, factors) in found.items()
    ]
