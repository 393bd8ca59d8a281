"""Answering an envido for the pair: the rival bets as solved, the lance is settled on its own.

What a first refusal tells the partner is a convention of the solved strategy that no table shares,
so that here whoever answers decides for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...hands import CHICA, GRANDE, JUEGO, PARES
from ...jit import Arr

if TYPE_CHECKING:
    from .data import Data

REFUSED, WON = 1.0, 3.0  # over refusing an envido of 2: what losing and winning it make, no bonus


class Facing(NamedTuple):
    """An envido of 2 over sampled deals.

    Attributes
    ----------
    gain : ndarray of float64, shape (deals,)
        Tantos of accepting over refusing, for the pair that answers.
    plays : ndarray of bool, shape (deals,)
        Whether both the bettor and who answers take part.
    part : ndarray of bool, shape (deals, 4)
        Who takes part.
    """

    gain: Arr
    plays: Arr
    part: Arr


def face(data: Data, lance: str, rival: int, seat: int) -> Facing:
    """Return what a seat faces when a rival bets in a lance."""
    space, dealt = data.space, data.dealt
    row = {"grande": GRANDE, "chica": CHICA, "pares": PARES}.get(lance, JUEGO)
    rank = space.rank[row][dealt] * 4 + np.arange(3, -1, -1)
    pairs = rank[:, 0::2].max(1), rank[:, 1::2].max(1)
    wins = pairs[seat % 2] > pairs[1 - seat % 2]
    part, bonus = np.ones(dealt.shape, bool), np.zeros(len(dealt))
    if lance in ("pares", "juego"):
        paid = (space.pares if lance == "pares" else space.juego)[dealt]
        part, bonus = paid > 0, paid.sum(1).astype(float)
    elif lance == "punto":
        part = np.repeat((space.juego[dealt] == 0).all(1)[:, None], 4, axis=1)
        bonus = np.full(len(dealt), 2.0)
    gain = np.where(wins, WON + bonus, -REFUSED)
    return Facing(gain, part[:, rival] & part[:, seat], part)


def answers(data: Data, lance: str, seat: int, batches: int) -> tuple[Arr, Arr]:
    """Return the gain of accepting and how often a hand comes to it, shape (batches, hands) each.

    The rival who speaks just before bets; those before him, who may bet as well, pass.
    """
    rival = (seat - 1) % 4
    here = face(data, lance, rival, seat)
    says = data.words[lance]
    weight = here.plays * says["bet"][rival][data.dealt[:, rival]]
    for other in range(rival):
        passes = says["paso"][other][data.dealt[:, other]]
        weight = weight * np.where(here.part[:, other], passes, 1.0)
    gain, comes = np.zeros((batches, len(data.space))), np.zeros((batches, len(data.space)))
    for n, some in enumerate(np.array_split(np.arange(len(weight)), batches)):
        held, size = data.dealt[some, seat], len(data.space)
        total = np.bincount(held, weight[some], minlength=size)
        sums = np.bincount(held, weight[some] * here.gain[some], minlength=size)
        gain[n] = np.divide(sums, total, out=np.zeros(size), where=total > 0)
        comes[n] = total / len(some)
    return gain, comes
