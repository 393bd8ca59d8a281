"""Two sets of rules or styles compared: what is dealt, what wins, when to cut, what to throw."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .compare_advice import ADVICE, Outcome, compare_advice
from .compare_deals import Dealt, compare_deals
from .compare_hands import Moves, compare_hands
from .compare_side import Side, differing, make_side, shared_hands
from .errors import InputError
from .lang import _
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import SEATS, parse_seat
from .setup import CHUNK_DEALS, check_sample
from .style import NAMED_STYLES, Style, parse_style

if TYPE_CHECKING:
    from .compare_cuts import CutQuestion, Cuts
    from .compare_discards import DiscardQuestion, Discards

PARTS = ("deals", "hands", "cuts", "discards", "advice")
COUNTED = ("deals", "hands")  # by the decks alone
DEALS = 256 * CHUNK_DEALS


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Two sides compared.

    Attributes
    ----------
    a, b : Side
    seats : tuple of int
    dealt : Dealt, optional
        What the decks deal; None where it was not asked for, or the decks are the same.
    moves : Moves, optional
        How each hand fares; None as above.
    cuts : Cuts, optional
    discards : Discards, optional
        Of the first of the seats.
    advice : tuple of Outcome
    seed : int
    elapsed_s : float
    """

    a: Side
    b: Side
    seats: tuple[int, ...]
    dealt: Dealt | None
    moves: Moves | None
    cuts: Cuts | None
    discards: Discards | None
    advice: tuple[Outcome, ...]
    seed: int
    elapsed_s: float

    @property
    def same_deck(self) -> bool:
        """Whether both sides deal and rank the same hands."""
        return self.a.space is self.b.space

    @property
    def names(self) -> tuple[str, ...]:
        """The hands that both decks hold."""
        return shared_hands(self.a, self.b)

    @property
    def differ(self) -> dict[str, tuple[Any, Any]]:
        """The rules on which the sides differ."""
        return differing(self.a, self.b)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.compare/1``."""
        told: dict[str, Any] = {
            "schema": "musodds.compare/1",
            "a": self.a.to_dict(),
            "b": self.b.to_dict(),
            "differ": {field: list(values) for field, values in self.differ.items()},
            "same_deck": self.same_deck,
            "seats": [SEATS[seat] for seat in self.seats],
        }
        if self.dealt is not None:
            told["deals"] = self.dealt.to_dict() | {"method": "exact"}
        if self.moves is not None:
            told["hands"] = {"lances": self.moves.to_dict(self.seats), "method": "exact"}
        if self.cuts is not None:
            told["cuts"] = self.cuts.to_dict()
        if self.discards is not None:
            told["discards"] = self.discards.to_dict()
        if self.advice:
            told["advice"] = [tested.to_dict() for tested in self.advice]
        return told | {"seed": self.seed, "elapsed_s": self.elapsed_s}


def cut_styles(a: Side, b: Side, named: bool) -> tuple[tuple[Style, Style], ...]:
    """Return whom to cut against: the sides' own styles, then perhaps the others of a name."""
    own = ((a.style, b.style),)
    if not named:
        return own
    others = (parse_style(name) for name in NAMED_STYLES)
    return own + tuple((style, style) for style in others if style != a.style)


class _Steps:
    """Tells how much of the work is done."""

    def __init__(self, total: int, progress: Callable[[float], None] | None) -> None:
        self.total, self.done, self.progress = max(total, 1), 0, progress

    def __call__(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(min(1.0, self.done / self.total))


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be compared.

    Attributes
    ----------
    a, b : Side
    seats : tuple of int
    named : bool
        Whether the shares that cut are asked against every style of a name as well.
    parts : tuple of str
        Of `PARTS`.
    deals, seed : int
        For each share that cuts.
    """

    a: Side
    b: Side
    seats: tuple[int, ...] = (0, 1, 2, 3)
    named: bool = False
    parts: tuple[str, ...] = PARTS
    deals: int = DEALS
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be compared."""
        check_sample(self.deals, self.seed)
        for part in self.parts:
            if part not in PARTS:
                raise InputError(
                    _("part '{part}'").format(part=part), ", ".join(PARTS), "--part advice"
                )

    @property
    def is_sampled(self) -> bool:
        """Whether deals are sampled for it."""
        return any(part not in COUNTED for part in self.parts)

    @property
    def cuts(self) -> CutQuestion:
        """What is asked of the cuts."""
        from .compare_cuts import CutQuestion  # starts numba

        styles = cut_styles(self.a, self.b, self.named)
        return CutQuestion(self.a, self.b, self.seats, styles, self.deals, self.seed)

    @property
    def discards(self) -> DiscardQuestion:
        """What is asked of the discards."""
        from .compare_discards import DiscardQuestion

        return DiscardQuestion(self.a, self.b, self.seats[0], self.seed)

    def steps(self) -> int:
        """Return how often the work ticks."""
        steps = len(ADVICE) if "advice" in self.parts else 0
        if "cuts" in self.parts:
            steps += self.cuts.steps
        if "discards" in self.parts:
            steps += self.discards.steps(len(shared_hands(self.a, self.b)))
        return steps

    def answer(self, progress: Callable[[float], None] | None = None) -> Comparison:
        """Compare the two sides.

        Parameters
        ----------
        progress : callable, optional
            Told the share done, 0 to 1.
        """
        began, tick = time.perf_counter(), _Steps(self.steps(), progress)
        a, b, parts = self.a, self.b, self.parts
        counted = [part for part in COUNTED if part in parts and a.space is not b.space]
        dealt = compare_deals(a.rules, b.rules) if "deals" in counted else None
        moves = compare_hands(a.rules, b.rules) if "hands" in counted else None
        cuts, discards = self._sampled(tick)
        advice = compare_advice(a, b, self.seed, tick) if "advice" in parts else ()
        return Comparison(
            a, b, self.seats, dealt, moves, cuts, discards, advice, self.seed,
            time.perf_counter() - began,
        )  # fmt: skip

    def _sampled(self, tick: Callable[[], None]) -> tuple[Cuts | None, Discards | None]:
        """Return the parts about the mus phase, of those asked for."""
        names, cuts, discards = shared_hands(self.a, self.b), None, None
        if "cuts" in self.parts:
            from .compare_cuts import compare_cuts

            cuts = compare_cuts(self.cuts, names, tick)
        if "discards" in self.parts:
            from .compare_discards import compare_discards

            discards = compare_discards(self.discards, names, tick)
        return cuts, discards


def make_question(
    a: Side,
    b: Side,
    seat: str | int | None = None,
    named: bool = False,
    parts: Sequence[str] = PARTS,
    deals: int | None = None,
    seed: int = 1,
) -> Question:
    """Return a question about two sides: one seat alone, or all four.

    Raises
    ------
    InputError
        If there is no such seat or part, or the deals or the seed cannot be sampled.
    """
    seats = tuple(range(4)) if seat is None else (parse_seat(seat),)
    return Question(a, b, seats, named, tuple(parts), DEALS if deals is None else deals, seed)


def compare_rules(
    a: str | Rules | Side = DEFAULT_RULES,
    b: str | Rules | Side | None = None,
    *,
    seat: str | int | None = None,
    parts: Sequence[str] = PARTS,
    deals: int | None = None,
    seed: int = 1,
) -> Comparison:
    """Compare two sets of rules, or two styles.

    Parameters
    ----------
    a, b : str, Rules or Side
        Rules, played in the style ``usual``, or sides of `compare_side.make_side`. Without ``b``,
        the rules of ``a`` with eight kings and with four.
    seat : str or int, optional
        One seat alone; all four by default, and discards as mano.
    parts : sequence of str, default all
        What to compare, of `PARTS`: ``deals`` and ``hands`` are counted and fast.
    deals : int, optional
        For each share of hands that cut; about a million by default.
    seed : int

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        If something cannot be read or sampled.

    Examples
    --------
    >>> found = compare_rules("naipera", "ehmf", parts=["deals"])
    >>> found.dealt.average["points"].to_dict()
    {'a': 25.6, 'b': 23.2, 'difference': -2.400000000000002}
    """
    if b is None:
        if isinstance(a, Side):
            raise InputError(_("one side"), _("two sides"), "musodds compare naipera ehmf")
        a, b = (load_rules(a, {"kings": kings}) for kings in (8, 4))
    one, other = (side if isinstance(side, Side) else make_side(side) for side in (a, b))
    return make_question(one, other, seat, False, parts, deals, seed).answer()
