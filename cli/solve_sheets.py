"""The tables and sentences about solved games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..lang import _
from ..numerals import decimal, marked, whole
from ..words import lance_word, seat_word
from .render import Cell, Column, Report, Sheet, percent
from .solve_words import line_of, menu_of_two_words, said

if TYPE_CHECKING:
    from ..solver.duel import Duel
    from ..solver.hand import HandSolution
    from ..solver.lance import LanceSolution
    from ..solver.reading import Spot
    from ..solver.solve import Solution

_FEW = 0.0005
_NOTHING = 0.00005


def ordago_note(tantos: float) -> str:
    """Say what an accepted ordago is worth."""
    return _(
        "An accepted órdago is worth {tantos} tantos on top of what the earlier lances bring."
    ).format(tantos=marked(f"{tantos:g}"))


def gain(value: float) -> str:
    """Show a value, e.g. ``+0.0982``."""
    return marked(f"{value:+.4f}".replace("-0.0000", "+0.0000"))


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
    words = _actions([list(actions) for _about, actions in rows])
    return Sheet(
        title,
        [*columns, *(Column(word, said(word), share) for word in words)],
        [[*about, *(actions.get(word) for word in words)] for about, actions in rows],
    )


def quality_lines(solution: Solution, bounds: tuple[float, float]) -> list[str]:
    """Say how good the strategies are."""
    low, high = bounds
    found = [
        _("The game's value lies between {low} and {high} tantos.").format(
            low=gain(low), high=gain(high)
        ),
        _(
            "NashConv {tantos} tantos, {share}% of the {stake} at stake unbet: what both best "
            "replies gain together."
        ).format(
            tantos=marked(f"{solution.nash_conv:.2g}"), share=marked(f"{solution.percent:.2g}"),
            stake=decimal(solution.game.stake),
        ),
    ]  # fmt: skip
    if not solution.converged:
        told = _("The target of {target} was not reached.")
        found.append(told.format(target=marked(f"{solution.target:g}")))
    return found


def how(solution: Solution, duel: Duel, memory: str) -> list[str]:
    """Say what was solved, and how; ``memory`` is a sentence about what both remember."""
    game = solution.game
    notes: list[str] = []
    for seat, text in zip(("mano", "postre"), duel.ranges, strict=True):
        if text != "any":
            told = _("The {seat} holds {range}.")
            notes.insert(0, told.format(seat=seat_word(seat), range=text))
    if duel.menu.ordago:
        memory += f" {ordago_note(duel.ordago)}"
    return [
        *notes,
        _("Bets: {bets}.").format(bets=menu_of_two_words(duel.menu)),
        memory,
        _(
            "{nodes} public nodes, {sets} information sets; {iterations} iterations of {update} in "
            "{seconds} s."
        ).format(
            nodes=whole(game.nodes), sets=whole(game.infosets), iterations=solution.iterations,
            update=solution.update.name, seconds=decimal(solution.elapsed_s, 1),
        ),
    ]  # fmt: skip


def _wins(value: float) -> str:
    """Say what the mano wins, or loses."""
    told = _("the mano wins {tantos} tantos") if value >= 0 else _("the mano loses {tantos} tantos")
    return told.format(tantos=decimal(abs(value), 4))


def _others(value: float) -> str:
    """Say what the deals bring in which one player alone may bet."""
    if abs(value) < _NOTHING:
        return _("the other deals even out")
    return _("the other deals add {tantos} to the value").format(tantos=gain(value))


def _spots_sheet(spots: Sequence[Spot]) -> Sheet:
    columns = [
        Column("line", _("said so far"), left=True),
        Column("seat", _("to speak"), seat_word, left=True),
        Column("reached", _("reached"), percent),
    ]
    rows: list[Row] = [
        (
            [line_of(spot.line), spot.seat, spot.reached],
            dict(zip(spot.actions, map(float, spot.often), strict=True)) if spot.reached else {},
        )
        for spot in spots
    ]
    return lines_sheet(_("What is said, all hands together"), columns, rows)


def _hand_sheet(spots: Sequence[Spot], hand: int, name: str) -> Sheet:
    columns = [
        Column("line", _("said so far"), left=True),
        Column("seat", _("to speak"), seat_word, left=True),
    ]
    rows: list[Row] = []
    for spot in spots:
        for at, comes, chances in zip(spot.hands, spot.comes, spot.strategy, strict=True):
            if at == hand and comes >= _FEW:
                actions = dict(zip(spot.actions, map(float, chances), strict=True))
                rows.append(([line_of(spot.line), spot.seat], actions))
    return lines_sheet(_("What {hand} says").format(hand=name), columns, rows)


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
        told = _("{hand} has no {lance}, and says nothing.")
        if made.lance == "punto":
            told = _("{hand} has juego, and says nothing.")
        return told.format(hand=name, lance=lance_word(made.lance))
    return _("{hand} is never held where both may bet, and says nothing.").format(hand=name)


def lance_report(found: LanceSolution, hands: Sequence[tuple[str, int]]) -> Report:
    """Return one lance, solved, and what some hands do in it."""
    made, duel, solution = found.made, found.made.duel, found.solution
    spots = found.spots()
    lines = quality_lines(solution, found.bounds)
    if made.contested < 1 - 1e-9:
        told = _("Both may bet in {share} of deals, where {wins}; {others}.").format(
            share=percent(made.contested), wins=_wins(solution.value),
            others=_others(made.uncontested_value),
        )  # fmt: skip
        lines.insert(0, told)
    absent = {name: _absent(found, spots, hand, name) for name, hand in hands}
    lines += [reason for reason in absent.values() if reason]
    speak = [(name, hand) for name, hand in hands if not absent[name]]
    only = [hand for _, hand in hands]
    notes = how(solution, duel, _("Both remember their cards and all that was said in the lance."))
    if speak:
        notes.append(
            _("Of a hand, lines to which it does not come by its own choice are left out.")
        )
    return Report(
        _OfHands(found, only),
        _("{lance}, one against one: {wins} a deal ({rules})").format(
            lance=lance_word(made.lance).upper(),
            wins=_wins(found.value),
            rules=duel.rules.describe(),
        ),
        lines,
        [_spots_sheet(spots), *(_hand_sheet(spots, hand, name) for name, hand in speak)],
        notes,
        [_flat_sheet(spots, duel.space.names, only)],
    )


def hand_report(found: HandSolution) -> Report:
    """Return a whole hand, solved."""
    duel, solution = found.made.duel, found.solution
    columns = [
        Column("lance", _("lance"), lance_word, left=True),
        Column("line", _("said so far"), left=True),
        Column("seat", _("to speak"), seat_word, left=True),
        Column("reached", _("reached"), percent),
    ]
    rows: list[Row] = [
        ([h.lance, line_of(h.line), h.seat, h.reached], h.actions if h.reached else {})
        for h in found.habits()
    ]
    return Report(
        found,
        _("A HAND, one against one, without mus: {wins} ({rules})").format(
            wins=_wins(found.value), rules=duel.rules.describe()
        ),
        [
            *quality_lines(solution, found.bounds),
            _("With every lance passed {wins}.").format(wins=_wins(found.paso_value)),
        ],
        [lines_sheet(_("What is said, all hands and earlier bets together"), columns, rows)],
        how(
            solution,
            duel,
            _(
                "Both remember their cards and all that was said in all four lances, and who "
                "declared what."
            ),
        ),
    )
