"""Classic advice, put to the test: whether it holds under each of two rules.

Each piece of advice is a number that must be above a bar: a chance above a half, or tantos that
are more than nothing. docs/compare.md says where each comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from .cards import HAND_SIZE, parse_hand
from .compare_pair import SURE, Pair
from .compare_side import Side
from .estimate import Estimate
from .hands import CHICA, GRANDE, PARES, HandSpace
from .lance_table import lance_table
from .ranges import parse_range
from .seats import SEATS
from .tally import FIELDS

Arr = npt.NDArray[Any]

HALF, NOTHING = 0.5, 0.0
FADED = 0.75  # of the margin over the bar: what keeps less has weakened
TENTH = 0.1  # of dealt hands, the best in a lance
VERDICTS = ("holds", "weakens", "strengthens", "flips", "fails", "unsure")
Number = Callable[[Side, int], Estimate]


@dataclass(frozen=True, slots=True)
class Advice:
    """A piece of advice that can be put to the test.

    Attributes
    ----------
    name : str
    unit : {"chance", "tantos"}
    bar : float
        What the number must exceed.
    number : callable
        Of a side and a seed.
    is_sampled : bool
        Whether it depends on how the others play, and is sampled.
    """

    name: str
    unit: str
    bar: float
    number: Number
    is_sampled: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a piece of advice.

    Attributes
    ----------
    name, unit : str
    bar : float
    value : Pair
    """

    name: str
    unit: str
    bar: float
    value: Pair

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`, from the first side to the second.

        ``holds`` on both sides, ``weakens`` or ``strengthens`` if its margin over the bar falls
        or grows by a third of the greater margin or more, ``flips`` if it holds on one side
        alone, ``fails`` on both, ``unsure`` if either cannot be told from the bar.
        """
        value = self.value
        margins = value.a - self.bar, value.b - self.bar
        if abs(margins[0]) <= SURE * value.a_se or abs(margins[1]) <= SURE * value.b_se:
            return "unsure"
        if (margins[0] > 0) != (margins[1] > 0):
            return "flips"
        if margins[0] < 0:
            return "fails"
        if min(margins) > FADED * max(margins) or not value.is_sure:
            return "holds"
        return "strengthens" if value.difference > 0 else "weakens"

    @property
    def holds(self) -> tuple[bool, bool]:
        """Whether the number is above the bar, on either side."""
        return self.value.a > self.bar, self.value.b > self.bar

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        told = {"advice": self.name, "unit": self.unit, "bar": self.bar}
        method = "exact" if self.value.is_exact else "monte-carlo"
        return told | self.value.to_dict() | {"method": method, "verdict": self.verdict}


def _exactly(value: float) -> Estimate:
    return Estimate(float(value), 0.0)


def _share(weights: Arr, of: Arr, among: Arr) -> float:
    return float(weights @ (of & among) / (weights @ among))


def _wins(
    side: Side, seed: int, hands: str, lance: str, seat: str = "", over: str = ""
) -> Estimate:
    """Return the chance to win a lance with some hands, in a seat or any.

    Of all deals, or of those counted in the field ``over``.
    """
    table = lance_table(side.rules)
    dealt = table.space.weights * parse_range(hands, table.space)
    seats = range(4) if not seat else [SEATS.index(seat)]
    field = f"{lance}_win_contested" if over.endswith("contested") else f"{lance}_win"
    won = among = 0.0
    for place in seats:
        counts = table.counts[place] / table.deals
        won += dealt @ counts[:, FIELDS.index(field)]
        among += dealt @ counts[:, FIELDS.index(over)] if over else dealt.sum()
    return _exactly(won / among)


def _deals(side: Side, seed: int, field: str, sign: int = 1) -> Estimate:
    """Return a share of all deals, or of the others."""
    table = lance_table(side.rules)
    counts = table.counts[0, :, FIELDS.index(field)] / table.deals
    share = float(table.space.weights @ counts / table.space.weights.sum())
    return _exactly(share if sign > 0 else 1 - share)


def _beats_rival(side: Side, seed: int, hand: str) -> Estimate:
    """Return the chance that the pares of a mano beat those of one rival who has some."""
    space = side.space
    held = space.index(parse_hand(hand))
    left = np.array(space.deck.copies) - space.counts[held]
    ways = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(left.max() + 1)])
    rivals = ways[left, space.counts].prod(1) * (space.pares > 0)
    rank = space.rank[PARES]
    return _exactly(float(rivals @ (rank <= rank[held]) / rivals.sum()))


def _better_pares(side: Side, seed: int, hand: str, other: str) -> Estimate:
    """Return how much more often a mano's hand wins pares than another one."""
    chances = [_wins(side, seed, one, "pares", "mano").tantos for one in (hand, other)]
    return _exactly(chances[0] - chances[1])


def _blind_31(side: Side, seed: int) -> Estimate:
    """Return how much more often a juego without pares is a 31 than one with them."""
    space = side.space
    is_31, with_pares = space.points == 31, space.pares > 0
    juego = space.juego > 0
    shares = [_share(space.weights, is_31, juego & held) for held in (~with_pares, with_pares)]
    return _exactly(shares[0] - shares[1])


def _mano(side: Side, seed: int) -> Estimate:
    """Return the tantos in paso of the mano's pair."""
    table = lance_table(side.rules)
    weights = table.space.weights / table.space.weights.sum()
    return _exactly(float(weights @ (table.paso()[0] / table.deals)))


def _best_tenth(space: HandSpace, lance: int, worth: Arr) -> float:
    """Return what the best tenth of dealt hands in a lance is worth."""
    order = np.argsort(-space.rank[lance], kind="stable")
    dealt = space.weights[order] / space.weights.sum()
    before = np.cumsum(dealt) - dealt
    return float(np.clip(TENTH - before, 0, dealt) @ worth[order] / TENTH)


def _grande_over_chica(side: Side, seed: int) -> Estimate:
    """Return how many tantos in paso the best hands in grande bring more than those in chica."""
    table = lance_table(side.rules)
    worth = table.paso().mean(0) / table.deals
    grande, chica = (_best_tenth(table.space, lance, worth) for lance in (GRANDE, CHICA))
    return _exactly(grande - chica)


def _cuts(side: Side, seed: int, hand: str, seat: str, sign: int = 1) -> Estimate:
    """Return cutting minus mus, or mus minus cutting."""
    gain = side.weigh(hand, SEATS.index(seat), seed).difference
    return Estimate(sign * float(gain.tantos), float(gain.se))


def _keeps(side: Side, seed: int, hand: str, keep: str, seat: str = "mano") -> Estimate:
    """Return what keeping some cards brings more than the best of the other discards."""
    first, second, *_ = discards = side.weigh(hand, SEATS.index(seat), seed).discards
    if first.keep == keep:
        return second.loss
    loss = next(d.loss for d in discards if d.keep == keep)
    return Estimate(-loss.tantos, loss.se)


def _chance(name: str, number: Number) -> Advice:
    return Advice(name, "chance", HALF, number)


def _more(name: str, unit: str, number: Number) -> Advice:
    return Advice(name, unit, NOTHING, number)


def _played(name: str, number: Number) -> Advice:
    return Advice(name, "tantos", NOTHING, number, is_sampled=True)


ADVICE = (
    _chance("one king", partial(_wins, hands="kings=1", lance="grande")),
    _chance("two kings", partial(_wins, hands="kings=2", lance="grande")),
    _chance("two aces", partial(_wins, hands="aces=2", lance="chica")),
    _chance("horses", partial(_beats_rival, hand="CC54")),
    _more("kings or horses", "chance", partial(_better_pares, hand="RR4A", other="CCC7")),
    _chance("low duples", partial(_wins, hands="44AA", lance="pares", seat="postre",
                                  over="pares_contested")),
    _chance("both have pares", partial(_deals, field="pares_contested")),
    _chance("somebody has juego", partial(_deals, field="juego_nobody", sign=-1)),
    _chance("31 as postre", partial(_wins, hands="31", lance="juego", seat="postre",
                                    over="juego_contested")),
    _chance("40 as mano", partial(_wins, hands="40", lance="juego", seat="mano",
                                  over="juego_contested")),
    _more("juego without pares", "chance", _blind_31),
    _chance("30 as postre", partial(_wins, hands="30", lance="punto", seat="postre",
                                    over="juego_nobody")),
    _more("being mano", "tantos", _mano),
    _more("chica loses", "tantos", _grande_over_chica),
    _played("cut solomillo", partial(_cuts, hand="RRRA", seat="mano")),
    _played("cut 31", partial(_cuts, hand="RCSA", seat="mano")),
    _played("cut duples", partial(_cuts, hand="RRAA", seat="mano")),
    _played("mus one king", partial(_cuts, hand="R764", seat="mano", sign=-1)),
    _played("mus 7654", partial(_cuts, hand="7654", seat="postre", sign=-1)),
    _played("keep king", partial(_keeps, hand="R764", keep="R")),
    _played("kings alone", partial(_keeps, hand="RR5A", keep="RR")),
    _played("keep pair", partial(_keeps, hand="CC54", keep="CC")),
    _played("keep aces", partial(_keeps, hand="76AA", keep="AA")),
    _played("keep for 31", partial(_keeps, hand="CS5A", keep="CSA")),
    _played("three figures", partial(_keeps, hand="RCS4", keep="RCS")),
)  # fmt: skip


def compare_advice(
    a: Side, b: Side, seed: int = 1, tick: Callable[[], None] = lambda: None
) -> tuple[Outcome, ...]:
    """Put classic advice to the test under two rules or styles.

    Parameters
    ----------
    a, b : Side
        If their decks are the same, the advice that is counted is left out: it cannot differ.
    seed : int
    tick : callable, optional
        Called once for each of `ADVICE`.

    Returns
    -------
    tuple of Outcome
        In the order of `ADVICE`.

    Examples
    --------
    >>> from musodds.compare_side import make_side
    >>> eight, four = make_side("naipera"), make_side("ehmf")
    >>> horses = Outcome("horses", "chance", 0.5, Pair(*(_beats_rival(s, 1, "CC54").tantos
    ...                                                 for s in (eight, four))))
    >>> round(horses.value.a, 3), round(horses.value.b, 3), horses.verdict
    (0.565, 0.806, 'strengthens')
    """
    found = []
    for advice in ADVICE:
        if advice.is_sampled or a.space is not b.space:
            values = [advice.number(side, seed) for side in (a, b)]
            found.append(Outcome(advice.name, advice.unit, advice.bar, Pair.of(*values)))
        tick()
    return tuple(found)
