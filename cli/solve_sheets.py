"""The tables and sentences about solved games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .render import Cell, Column, Report, Sheet, percent

if TYPE_CHECKING:
    from ..solver.duel import Duel
    from ..solver.hand import HandSolution
    from ..solver.lance import LanceSolution
    from ..solver.reading import Spot
    from ..solver.solve import Solution

_FEW = 0.0005
_NOTHING = 0.00005
WORDS = {"ordago": "órdago", "no-quiero": "no quiero"}
ITS_OWN = "Of a hand, lines to which it does not come by its own choice are left out."
MEMORY = "Both remember their cards and all that was said in {}."
ORDAGO = "An accepted órdago is worth {:g} tantos on top of what the earlier lances bring."


def said(word: str) -> str:
    """Return a word as people say it, e.g. ``3 más`` for ``mas:3``."""
    act, _, amount = word.partition(":")
    return f"{amount} más" if act == "mas" else f"{WORDS.get(act, act)} {amount}".strip()


def line_of(words: Iterable[str]) -> str:
    """Return what was said, or that nothing was."""
    return ", ".join(map(said, words)) or "-"


def gain(value: float) -> str:
    """Show a value, e.g. ``+0.0982``."""
    return f"{value:+.4f}".replace("-0.0000", "+0.0000")


def share(p: float) -> str:
    """Show how often something is done; what hardly ever happens is not worth a number."""
    return "·" if p < _FEW else percent(p)


def _actions(lines: Iterable[Sequence[str]]) -> list[str]:
    """Return all words in the order of a table: passing and answers first."""
    found = dict.fromkeys(word for words in lines for word in words)
    first = [word for word in ("paso", "no-quiero", "quiero") if word in found]
    return [*first, *(word for word in found if word not in first and word != "ordago")] + [
        "ordago"
    ] * ("ordago" in found)


Row = tuple[list[Cell], Mapping[str, float]]


def lines_sheet(title: str, columns: Sequence[Column], rows: Sequence[Row]) -> Sheet:
    """Return lines with one column an action, empty where it cannot be said."""
    words = _actions([list(actions) for _, actions in rows])
    return Sheet(
        title,
        [*columns, *(Column(word, said(word), share) for word in words)],
        [[*about, *(actions.get(word) for word in words)] for about, actions in rows],
    )


def quality_lines(solution: Solution, bounds: tuple[float, float], value: str) -> list[str]:
    """Say how good the strategies are."""
    low, high = bounds
    found = [
        f"{value} lies between {gain(low)} and {gain(high)} tantos.",
        f"NashConv {solution.nash_conv:.2g} tantos, {solution.percent:.2g}% of the "
        f"{solution.game.stake:.2f} at stake unbet: what both best replies gain together.",
    ]
    if not solution.converged:
        found.append(f"The target of {solution.target:g} was not reached.")
    return found


def how(solution: Solution, duel: Duel, lance: str) -> list[str]:
    """Say what was solved, and how."""
    game = solution.game
    notes = [
        f"Bets: {duel.menu}.",
        MEMORY.format(lance) + (" " + ORDAGO.format(duel.ordago) if duel.menu.ordago else ""),
        f"{game.nodes:,} public nodes, {game.infosets:,} information sets; {solution.iterations} "
        f"iterations of {solution.update.name} in {solution.elapsed_s:.1f} s.",
    ]
    for seat, text in zip(("mano", "postre"), duel.ranges, strict=True):
        if text != "any":
            notes.insert(0, f"The {seat} holds {text}.")
    return notes


def _wins(value: float) -> str:
    return f"the mano {'wins' if value >= 0 else 'loses'} {abs(value):.4f} tantos"


def _others(value: float) -> str:
    """Say what the deals bring in which one player alone may bet."""
    if abs(value) < _NOTHING:
        return "the other deals even out"
    return f"the other deals add {gain(value)} to the value"


def _spots_sheet(spots: Sequence[Spot]) -> Sheet:
    columns = [
        Column("line", "said so far", left=True),
        Column("seat", "to speak", left=True),
        Column("reached", "reached", percent),
    ]
    rows: list[Row] = [
        (
            [line_of(spot.line), spot.seat, spot.reached],
            dict(zip(spot.actions, map(float, spot.often), strict=True)) if spot.reached else {},
        )
        for spot in spots
    ]
    return lines_sheet("What is said, all hands together", columns, rows)


def _hand_sheet(spots: Sequence[Spot], hand: int, name: str) -> Sheet:
    columns = [Column("line", "said so far", left=True), Column("seat", "to speak", left=True)]
    rows: list[Row] = []
    for spot in spots:
        for at, comes, chances in zip(spot.hands, spot.comes, spot.strategy, strict=True):
            if at == hand and comes >= _FEW:
                actions = dict(zip(spot.actions, map(float, chances), strict=True))
                rows.append(([line_of(spot.line), spot.seat], actions))
    return lines_sheet(f"What {name} says", columns, rows)


def _flat_sheet(spots: Sequence[Spot], names: Sequence[str], only: Collection[int]) -> Sheet:
    """Return every line, hand and action, or only those of some hands, for CSV."""
    titles = ("line", "seat", "reached", "hand", "held", "comes", "action", "frequency")
    rows: list[list[Cell]] = [
        [" ".join(s.line), s.seat, s.reached, names[k], float(held), float(comes), action, float(p)]
        for s in spots
        for k, held, comes, chances in zip(s.hands, s.held, s.comes, s.strategy, strict=True)
        if not only or k in only
        for action, p in zip(s.actions, chances, strict=True)
    ]
    return Sheet("strategy", [Column(title, title) for title in titles], rows)


@dataclass(frozen=True)
class _OfHands:
    """A solved lance of which only some hands are shown."""

    found: LanceSolution
    hands: Sequence[int]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return self.found.to_dict(self.hands)


def _absent(found: LanceSolution, spots: Sequence[Spot], hand: int, name: str) -> str:
    """Say why a hand is in no line; nothing if it is in some."""
    from ..solver.payoffs import holders

    if any(hand in spot.hands for spot in spots):
        return ""
    made = found.made
    if not holders(made.duel.space, made.lance)[hand]:
        lacks = "has juego" if made.lance == "punto" else f"has no {made.lance}"
        return f"{name} {lacks}, and says nothing."
    return f"{name} is never held where both may bet, and says nothing."


def lance_report(found: LanceSolution, hands: Sequence[tuple[str, int]]) -> Report:
    """Return one lance, solved, and what some hands do in it."""
    made, duel, solution = found.made, found.made.duel, found.solution
    spots = found.spots()
    lines = quality_lines(solution, found.bounds, "The game's value")
    if made.contested < 1 - 1e-9:
        lines.insert(
            0,
            f"Both may bet in {percent(made.contested)} of deals, where {_wins(solution.value)}; "
            f"{_others(made.uncontested_value)}.",
        )
    absent = {name: _absent(found, spots, hand, name) for name, hand in hands}
    lines += [reason for reason in absent.values() if reason]
    speak = [(name, hand) for name, hand in hands if not absent[name]]
    only = [hand for _, hand in hands]
    return Report(
        _OfHands(found, only),
        f"{made.lance.upper()}, one against one: {_wins(found.value)} a deal "
        f"({duel.rules.describe()})",
        lines,
        [_spots_sheet(spots), *(_hand_sheet(spots, hand, name) for name, hand in speak)],
        [*how(solution, duel, "the lance"), *[ITS_OWN] * bool(speak)],
        [_flat_sheet(spots, duel.space.names, only)],
    )


def hand_report(found: HandSolution) -> Report:
    """Return a whole hand, solved."""
    duel, solution = found.made.duel, found.solution
    columns = [
        Column("lance", "lance", left=True),
        Column("line", "said so far", left=True),
        Column("seat", "to speak", left=True),
        Column("reached", "reached", percent),
    ]
    rows: list[Row] = [
        ([h.lance, line_of(h.line), h.seat, h.reached], h.actions if h.reached else {})
        for h in found.habits()
    ]
    return Report(
        found,
        f"A HAND, one against one, without mus: {_wins(found.value)} ({duel.rules.describe()})",
        [
            *quality_lines(solution, found.bounds, "The game's value"),
            f"With every lance passed {_wins(found.paso_value)}.",
        ],
        [lines_sheet("What is said, all hands and earlier bets together", columns, rows)],
        how(solution, duel, "all four lances, and who declared what"),
    )
