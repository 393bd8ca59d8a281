"""How the best discards move, and what it costs to throw as on the other side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .compare_pair import SURE, Pair
from .compare_side import WEIGHED, Side
from .estimate import Estimate
from .seats import SEATS
from .setup import CHUNK_DEALS

if TYPE_CHECKING:
    from .choice import Choice

TRIED = 16  # hands weighed again
QUICK = 2 * CHUNK_DEALS  # deals of the first look at each hand
Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Moved:
    """A hand of which other cards are best thrown.

    Attributes
    ----------
    hand, seat : str
    keep : tuple of (str, str)
        The cards best kept on either side.
    cost : Pair
        Tantos lost by keeping what the other side keeps, once all have said mus; from the
        differences deal by deal.
    dealt : Pair
        How often the hand is dealt.
    """

    hand: str
    seat: str
    keep: tuple[str, str]
    cost: Pair
    dealt: Pair

    @property
    def is_sure(self) -> bool:
        """Whether keeping the other side's cards surely loses on both sides."""
        return self.cost.a > SURE * self.cost.a_se and self.cost.b > SURE * self.cost.b_se

    @property
    def weight(self) -> float:
        """What it costs over all deals, both sides together."""
        return self.cost.a * self.dealt.a + self.cost.b * self.dealt.b

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        told = {"hand": self.hand, "seat": self.seat, "keep": list(self.keep)}
        return told | {
            "cost": self.cost.to_dict(),
            "sure": self.is_sure,
            "dealt": {"a": self.dealt.a, "b": self.dealt.b},
        }


@dataclass(frozen=True, slots=True)
class DiscardQuestion:
    """What is asked of the discards.

    Attributes
    ----------
    a, b : Side
    seat : int
    seed : int
    """

    a: Side
    b: Side
    seat: int
    seed: int

    def steps(self, hands: int) -> int:
        """Return how often the work ticks."""
        return 2 * (hands + TRIED)


@dataclass(frozen=True, slots=True)
class Discards:
    """How the best discards of a seat move.

    Attributes
    ----------
    seat : str
    hands : int
        Hands that both decks hold.
    differ : int
        Those of which surely other cards are thrown, by a first look at each: at least so many.
    dealt : Pair
        How often such a hand is dealt.
    moved : tuple of Moved
        Those that weigh most over all deals, played out again.
    seed : int
    """

    seat: str
    hands: int
    differ: int
    dealt: Pair
    moved: tuple[Moved, ...]
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "seat": self.seat,
            "hands": self.hands,
            "differ": self.differ,
            "dealt": self.dealt.to_dict(),
            "moved": [hand.to_dict() for hand in self.moved],
            "method": "monte-carlo",
            "seed": self.seed,
        }


def _cost(choice: Choice, keep: str) -> Estimate:
    """Return what keeping some cards loses against the best."""
    return next(d.loss for d in choice.discards if d.keep == keep)


def _weigh(asked: DiscardQuestion, name: str, deals: int, seed: int, tick: Tick) -> Moved:
    """Play every discard of a hand out on either side."""
    sides, choices = (asked.a, asked.b), []
    for side in sides:
        choices.append(side.weigh(name, asked.seat, seed, deals))
        tick()
    keep = choices[0].discards[0].keep, choices[1].discards[0].keep
    cost = Pair.of(_cost(choices[0], keep[1]), _cost(choices[1], keep[0]))
    return Moved(name, SEATS[asked.seat], keep, cost, Pair(*(side.dealt(name) for side in sides)))


def compare_discards(
    asked: DiscardQuestion, names: Sequence[str], tick: Tick = lambda: None
) -> Discards:
    """Return the hands of which other cards are best thrown, and what that costs.

    Every hand is played out on a few deals, and those that weigh most on more, other ones.

    Parameters
    ----------
    asked : DiscardQuestion
    names : sequence of str
        The hands that both decks hold.
    tick : callable, optional
        Called as often as ``asked.steps`` says.

    Returns
    -------
    Discards
    """
    looks = [_weigh(asked, name, QUICK, asked.seed, tick) for name in names]
    differ = [hand for hand in looks if hand.keep[0] != hand.keep[1]]
    likely = sorted(differ, key=lambda hand: -hand.weight)[:TRIED]
    again = (asked.seed + 1) % 2**63  # other deals: those that chose a hand flatter it
    tried = [_weigh(asked, hand.hand, WEIGHED, again, tick) for hand in likely]
    for _ in range(2 * (TRIED - len(tried))):
        tick()
    moved = [hand for hand in tried if hand.keep[0] != hand.keep[1]]
    sure = [hand for hand in differ if hand.is_sure]
    return Discards(
        SEATS[asked.seat],
        len(names),
        len(sure),
        Pair(sum(hand.dealt.a for hand in sure), sum(hand.dealt.b for hand in sure)),
        tuple(sorted(moved, key=lambda hand: -hand.weight)),
        asked.seed,
    )
