"""How the line between cutting and mus moves: shares by seat and style, and the hands that flip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .best_reply import BestReply, find_best_reply
from .compare_pair import SURE, Pair
from .compare_side import Side
from .estimate import Estimate
from .jit import Arr
from .rounds import play_rounds
from .seats import SEATS
from .style import Style

TRIED, EACH = 12, 4  # hands that may flip weighed one by one: of one seat, of each of several
Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class CutShare:
    """With how many hands a seat should cut.

    Attributes
    ----------
    styles : tuple of (str, str)
        What the others play, on either side.
    seat : str
    share : Pair
        Share of dealt hands with which cutting beats mus.
    """

    styles: tuple[str, str]
    seat: str
    share: Pair

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"styles": list(self.styles), "seat": self.seat, **self.share.to_dict()}


@dataclass(frozen=True, slots=True)
class Flip:
    """A hand with which to cut on one side and to say mus on the other.

    Attributes
    ----------
    hand, seat : str
    gain : Pair
        Cutting minus mus with the best discard, in tantos.
    dealt : Pair
        How often the hand is dealt.
    """

    hand: str
    seat: str
    gain: Pair
    dealt: Pair

    @property
    def cuts(self) -> str:
        """On which side to cut: ``a`` or ``b``."""
        return "a" if self.gain.a > self.gain.b else "b"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        told = {"hand": self.hand, "seat": self.seat, "cuts": self.cuts}
        return told | self.gain.to_dict() | {"dealt": {"a": self.dealt.a, "b": self.dealt.b}}


@dataclass(frozen=True, slots=True)
class Given:
    """How often mus goes through when all four play a style.

    Attributes
    ----------
    styles : tuple of (str, str)
    share : Pair
        Share of deals with a round of mus or more.
    rounds : Pair
        Rounds of mus of those deals, on average.
    """

    styles: tuple[str, str]
    share: Pair
    rounds: Pair

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "styles": list(self.styles),
            "share": self.share.to_dict(),
            "rounds": self.rounds.to_dict(),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """How cutting moves.

    Attributes
    ----------
    shares : tuple of CutShare
    given : tuple of Given
    flips : tuple of Flip
        The surest hands that flip, by how much hangs on it; under the sides' own styles.
    gains : dict of str to ndarray of float64, shape (2, 2, hands)
        By seat, for the hands that both decks hold: cutting minus mus and its standard error, on
        either side, the style's own discards kept.
    deals : int
        Deals behind each share of the sides' own styles.
    seed : int
    """

    shares: tuple[CutShare, ...]
    given: tuple[Given, ...]
    flips: tuple[Flip, ...]
    gains: dict[str, Arr]
    deals: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "shares": [row.to_dict() for row in self.shares],
            "mus_goes_through": [row.to_dict() for row in self.given],
            "flips": [flip.to_dict() for flip in self.flips],
            "method": "monte-carlo",
            "deals": self.deals,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class CutQuestion:
    """What is asked of the cuts.

    Attributes
    ----------
    a, b : Side
    seats : tuple of int
    styles : tuple of (Style, Style)
        Whom to cut against, on either side; the first are the sides' own.
    deals : int
        For each seat of the sides' own styles; a quarter of them for the other styles.
    seed : int
    """

    a: Side
    b: Side
    seats: tuple[int, ...]
    styles: tuple[tuple[Style, Style], ...]
    deals: int
    seed: int

    @property
    def steps(self) -> int:
        """How often the work ticks."""
        return 2 * len(self.styles) * (len(self.seats) + 1) + 2 * self.tried * len(self.seats)

    @property
    def tried(self) -> int:
        """Hands to weigh in each seat."""
        return TRIED if len(self.seats) == 1 else EACH


def _own(reply: BestReply, side: Side, names: Sequence[str]) -> Arr:
    """Return the gains of some hands and their standard errors, shape (2, hands)."""
    hands = [side.space.index(name) for name in names]
    return np.stack([reply.gain[hands], reply.se[hands]])


def _flip(asked: CutQuestion, seat: int, name: str, tick: Tick) -> Flip:
    """Weigh one hand on either side."""
    gains = []
    for side in (asked.a, asked.b):
        gains.append(side.weigh(name, seat, asked.seed).difference)
        tick()
    dealt = Pair(asked.a.dealt(name), asked.b.dealt(name))
    return Flip(name, SEATS[seat], Pair.of(*gains), dealt)


def _is_flip(gain: Pair) -> bool:
    sure = abs(gain.a) > SURE * gain.a_se and abs(gain.b) > SURE * gain.b_se
    return sure and (gain.a > 0) != (gain.b > 0)


def _flips(asked: CutQuestion, gains: dict[str, Arr], names: Sequence[str], tick: Tick) -> Any:
    """Weigh the hands that most likely flip, by how much hangs on it, and keep those that do."""
    found = []
    for seat in asked.seats:
        (a, a_se), (b, b_se) = gains[SEATS[seat]]
        opposed = np.where(a * b < 0, np.minimum(np.abs(a), np.abs(b)), 0)
        sure = (np.abs(a) > a_se) & (np.abs(b) > b_se)
        order = np.argsort(-opposed * sure, kind="stable")[: asked.tried]
        some = [h for h in order if opposed[h] * sure[h] > 0]
        for _ in range(2 * (asked.tried - len(some))):
            tick()
        found += [_flip(asked, seat, names[h], tick) for h in some]
    sure_ones = [flip for flip in found if _is_flip(flip.gain)]
    return tuple(sorted(sure_ones, key=lambda flip: -min(abs(flip.gain.a), abs(flip.gain.b))))


def _given(side: Side, style: Style, seed: int) -> tuple[Estimate, Estimate]:
    """Return how often mus goes through, and how many rounds there are then."""
    played = play_rounds(side.rules, style=style, seed=seed)
    by_rounds = played.ended.sum(1)
    count = np.arange(len(by_rounds))
    some, total = int(by_rounds[1:].sum()), int(by_rounds.sum())
    rounds = Estimate.of(some, int(by_rounds @ count), int(by_rounds @ count**2))
    return Estimate.of(total, some, some), rounds


def compare_cuts(asked: CutQuestion, names: Sequence[str], tick: Tick = lambda: None) -> Cuts:
    """Return how the line between cutting and mus moves, by seat and style.

    Parameters
    ----------
    asked : CutQuestion
    names : sequence of str
        The hands that both decks hold.
    tick : callable, optional
        Called as often as ``asked.steps`` says.

    Returns
    -------
    Cuts
    """
    shares, given, gains = [], [], {}
    for n, styles in enumerate(asked.styles):
        deals = asked.deals if n == 0 else max(1, asked.deals // 4)
        sides = tuple(zip((asked.a, asked.b), styles, strict=True))
        called = styles[0].name, styles[1].name
        for seat in asked.seats:
            replies = []
            for side, style in sides:
                replies.append(
                    find_best_reply(
                        SEATS[seat], side.rules, style=style, deals=deals, seed=asked.seed
                    )
                )
                tick()
            smooth = [
                reply.expected_share(side.space.weights)
                for reply, (side, _) in zip(replies, sides, strict=True)
            ]
            shares.append(CutShare(called, SEATS[seat], Pair(*(s[0] for s in smooth),
                                                             *(s[1] for s in smooth))))  # fmt: skip
            if n == 0:
                both = zip(replies, (asked.a, asked.b), strict=True)
                gains[SEATS[seat]] = np.stack([_own(reply, side, names) for reply, side in both])
        mus = []
        for side, style in sides:
            mus.append(_given(side, style, asked.seed))
            tick()
        given.append(Given(called, Pair.of(mus[0][0], mus[1][0]), Pair.of(mus[0][1], mus[1][1])))
    flips = _flips(asked, gains, names, tick)
    return Cuts(tuple(shares), tuple(given), flips, gains, asked.deals, asked.seed)
