"""The tables and sentences about what a strategy does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..draws import distinct_keeps
from ..seats import SEATS
from ..solver.four.mus_game import EQUILIBRIUM
from ..solver.four.reading import CUT, DISCARD
from .render import Cell, Column, Report, Sheet, error, percent, signed
from .solve_sheets import Row, line_of, lines_sheet, said

if TYPE_CHECKING:
    from ..hands import HandSpace
    from ..solver.four.asking import Question
    from ..solver.four.reading import Reading
    from ..solver.four.solution import Solution

RARE = "rare"
_PAIRS = ("mano", "other")
_SHOWN, _MOST = 0.01, 3  # discards that people see: those thrown, and so many of the best


@dataclass(frozen=True)
class Answer:
    """What was asked of a strategy, and what was read."""

    solution: Solution
    seat: int
    questions: Sequence[Question]
    readings: Sequence[Reading]
    deals: int
    seed: int
    hand: int | None = None
    every_hand: bool = False

    @property
    def space(self) -> HandSpace:
        """The hands of the strategy's deck."""
        return self.solution.strategy.game.space

    @property
    def score(self) -> tuple[int, int] | None:
        """Tantos of the mano's pair and of the other one that it was solved for, if any."""
        stakes = self.solution.strategy.game.stakes
        return None if stakes is None else (stakes.mano, stakes.other)

    @property
    def worst_gain(self) -> dict[str, float] | None:
        """What a seat alone gains at most, as far as it is known."""
        quality = self.solution.quality
        return None if quality is None else quality.worst("alone").to_dict()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        solution, question = self.solution, self.questions[0]
        game = solution.strategy.game
        return {
            "schema": "musodds.strategy/1",
            "hand": None if self.hand is None else self.space.names[self.hand],
            "seat": SEATS[self.seat],
            "rules": game.rules.name,
            "style": solution.style,
            "menu": game.menu.describe(),
            "ordago": game.ordago if self.score is None else None,
            "score": None if self.score is None else dict(zip(_PAIRS, self.score, strict=True)),
            "memory": solution.strategy.memory,
            "iterations": solution.iterations,
            "gain_of_a_seat": self.worst_gain,
            "cut": None if question.cut is None else SEATS[question.cut],
            "redraw": question.redraw,
            "deals": self.deals,
            "seed": self.seed,
            "decisions": [self._decision(reading) for reading in self.readings],
        }

    def _decision(self, reading: Reading) -> dict[str, Any]:
        told = reading.to_dict()
        if reading.decision == DISCARD:
            told["actions"] = None  # they are those of each hand
        if self.hand is not None:
            told["hand"] = self.actions(reading, self.hand)
        elif self.every_hand:
            names = enumerate(self.space.names)
            told["hands"] = {
                name: self.actions(reading, k) for k, name in names if reading.possible[k]
            }
        return told

    def actions(self, reading: Reading, hand: int) -> list[dict[str, Any]]:
        """Return what a hand does, discards by the cards that are kept."""
        rows = reading.of_hand(hand)
        if reading.decision != DISCARD:
            return rows
        cards = tuple(self.space.cards[hand].tolist())
        return [
            rows[mask] | {"action": "keep " + ("".join(self._kept(cards, mask)) or "nothing")}
            for mask in distinct_keeps(cards)
            if rows
        ]

    def _kept(self, cards: tuple[int, ...], mask: int) -> list[str]:
        names = self.space.deck.names
        return [names[card] for i, card in enumerate(cards) if mask >> i & 1]


def _title(reading: Reading) -> str:
    if reading.decision == CUT:
        return "mus or cut"
    return "what it throws" if reading.decision == DISCARD else reading.decision


_COLUMNS = (
    Column("decision", "", left=True),
    Column("line", "said so far", left=True),
    Column("action", "action", said, left=True),
    Column("frequency", "often", lambda p: p if isinstance(p, str) else percent(p)),
)
_IN_TANTOS = (
    Column("tantos", "tantos", signed),
    Column("se", "", error),
    Column("gain", "above", signed),
    Column("gain_se", "", error),
)
_IN_GAMES = (
    Column("game", "game", lambda p: f"{100 * p:.1f}%"),
    Column("se", "", lambda se: f"± {100 * se:.1f}"),
    Column("gain", "above", lambda gain: f"{100 * gain:+.1f}%"),
    Column("gain_se", "", lambda se: f"± {100 * se:.1f}"),
)
_NOTE = Column("note", "", left=True)


def _figures(reading: Reading) -> tuple[str, ...]:
    """Return the names of what is told of an action."""
    return "action", "frequency", reading.unit, "se", "gain", "gain_se"


def _shown(reading: Reading, actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the actions that people see: of discards those that matter, the best first."""
    if reading.decision != DISCARD:
        return actions
    unit = reading.unit
    ranked = sorted(actions, key=lambda a: -(a[unit] if a[unit] is not None else -99))
    return [a for k, a in enumerate(ranked) if k < _MOST or a["frequency"] >= _SHOWN]


def _rows(answer: Answer, reading: Reading, actions: list[dict[str, Any]]) -> list[list[Cell]]:
    head: list[Cell] = [_title(reading), line_of(reading.line)]
    if not actions:
        why = f"in {percent(reading.reached)}" if reading.rare else None
        return [[*head, None, RARE, *[None] * 4, why]]
    return [
        [
            *(head if k == 0 else [None, None]),
            *(action[name] for name in _figures(reading)),
            "rollout" if action["action"] in reading.rollout else None,
        ]
        for k, action in enumerate(actions)
    ]


def _flat(answer: Answer, hands: Sequence[int]) -> Sheet:
    """Return a row for each hand and action, for CSV."""
    titles = ("decision", "line", "hand", *_figures(answer.readings[0]))
    rows: list[list[Cell]] = [
        [reading.decision, " ".join(reading.line), answer.space.names[hand]]
        + [action[name] for name in _figures(reading)]
        for reading in answer.readings
        for hand in hands
        for action in answer.actions(reading, hand)
    ]
    return Sheet("strategy", [Column(title, title) for title in titles], rows)


# ---------------------------------------------------------------- sentences


def _quality(answer: Answer) -> list[str]:
    gain = answer.worst_gain
    if gain is None:
        return []
    much = f"{gain['tantos']:.3f} ± {gain['se']:.3f} tantos a hand"
    if answer.score is not None:
        much = f"{100 * gain['tantos']:.2f} ± {100 * gain['se']:.2f} % of the game"
    return [
        f"Of this strategy it is known that one seat alone can gain {much} on it, and perhaps more."
    ]


def _read_as(reading: Reading) -> list[str]:
    """Say as what a bet off the menu is read."""
    if not reading.read_as:
        return []
    parts = [f"{percent(p)} as '{line_of(line)}'" for p, line in reading.read_as]
    return [f"'{line_of(reading.line)}' is not in the strategy's menu: read {', '.join(parts)}."]


def _averaged(answer: Answer) -> list[str]:
    """Say what was averaged over."""
    question, lances = answer.questions[0], {r.decision for r in answer.readings}
    open_ = []
    if int(answer.solution.strategy.mus.rounds):
        open_ += ["who cut"] * (question.cut is None)
        open_ += ["whether after mus"] * (question.redraw is None)
    forgets = answer.solution.strategy.memory == "nothing"
    if lances != {"grande"} and not forgets and (not question.before or None in question.before):
        open_.append("how the earlier lances were bet")
    for lance in ("pares", "juego"):
        asked = [q for q in answer.questions if q.lance == lance]
        open_ += [f"who else has {lance}" for q in asked if q.holders is None]
    if not open_:
        return []
    return [f"Averaged, as often as they come about in this strategy: {', '.join(open_)}."]


_TANTOS_ARE = (
    "Tantos from there on, later lances included, our pair's less theirs, with the hand held "
    "there, all four playing the strategy after it."
)
_GAMES_ARE = (
    "The chance that our pair wins the game, with the hand held there, all four playing the "
    "strategy after it."
)
_ABOVE = "Above: more than if it does there what it does, which depends on what is averaged."


def _notes(answer: Answer) -> list[str]:
    solution, rollout = answer.solution, any(r.rollout for r in answer.readings)
    game, scored = solution.strategy.game, answer.score is not None
    ordago = "" if scored else f"; an accepted órdago is {game.ordago:g} tantos"
    notes = [
        *_averaged(answer),
        *[_GAMES_ARE if scored else _TANTOS_ARE, _ABOVE] * (answer.hand is not None),
        f"Menu: {game.menu.describe()}{ordago}. {answer.deals:,} deals, seed {answer.seed}; ± is "
        "one standard error.",
    ]
    if solution.style != EQUILIBRIUM and CUT in {r.decision for r in answer.readings}:
        notes.insert(1, f"Who cuts is given by '{solution.style}', and not solved.")
    if any(not answer.actions(r, answer.hand) for r in answer.readings if answer.hand is not None):
        notes.insert(0, "rare: with this hand the strategy hardly ever comes there.")
    if rollout:
        notes.insert(0, "rollout: the strategy never bets so; played on as if it had been said.")
    return notes


def _what(answer: Answer) -> str:
    rules, score = answer.solution.strategy.game.rules, answer.score
    at = "" if score is None else f" as solved at {score[0]}-{score[1]}, the mano's pair first"
    return f"'{answer.solution.style}'{at} ({rules.describe()})"


def _lines(answer: Answer) -> list[str]:
    told = [line for reading in answer.readings for line in _read_as(reading)]
    return [*_quality(answer), *dict.fromkeys(told)]


# ---------------------------------------------------------------- reports


def _told(sheet: Sheet) -> Sheet:
    """Return a sheet without the columns that say nothing: no bets before, nothing to note."""
    nothing = {"line": ("-", None), "note": (None,)}
    kept = [
        at
        for at, column in enumerate(sheet.columns)
        if any(row[at] not in nothing.get(column.name, ()) for row in sheet.rows)
    ]
    rows = [[row[at] for at in kept] for row in sheet.rows]
    return Sheet(sheet.title, [sheet.columns[at] for at in kept], rows)


def hand_report(answer: Answer) -> Report:
    """Return what a hand does."""
    assert answer.hand is not None
    name = answer.space.names[answer.hand]
    columns = _IN_TANTOS if answer.score is None else _IN_GAMES
    rows = [
        row
        for reading in answer.readings
        for row in _rows(answer, reading, _shown(reading, answer.actions(reading, answer.hand)))
    ]
    return Report(
        answer,
        f"{name} as {SEATS[answer.seat]}: the strategy {_what(answer)}",
        _lines(answer),
        [_told(Sheet("What it does", [*_COLUMNS, *columns, _NOTE], rows))],
        _notes(answer),
        [_flat(answer, [answer.hand])],
    )


def _overall(reading: Reading) -> dict[str, float]:
    """Return how often each action is taken, all hands together."""
    often = np.nansum(reading.frequency * reading.held, axis=1)
    return dict(zip(reading.actions, map(float, often), strict=True))


def seat_report(answer: Answer) -> Report:
    """Return what a seat does, all hands together."""
    columns = [
        Column("decision", "", left=True),
        Column("line", "said so far", left=True),
        Column(
            "reached", "comes about", lambda x: x if isinstance(x, str) else percent(min(x, 1.0))
        ),
    ]
    rows: list[Row] = [
        (
            [_title(r), line_of(r.line), RARE if r.rare else r.reached],
            {} if r.rare else _overall(r),
        )
        for r in answer.readings
        if r.decision != DISCARD
    ]
    return Report(
        answer,
        f"The {SEATS[answer.seat]}: the strategy {_what(answer)}",
        _lines(answer),
        [lines_sheet("What it does, all hands together", columns, rows)],
        _notes(answer),
        [_flat(answer, range(len(answer.space)))],
    )


def matrix_report(answer: Answer) -> Report:
    """Return a lance with all hands; the grid is drawn apart."""
    reading = answer.readings[0]
    line = f", after {line_of(reading.line)}" if reading.line else ""
    return Report(
        answer,
        f"{reading.decision.upper()}, {SEATS[answer.seat]}{line}: the strategy {_what(answer)}",
        _lines(answer),
        [],
        _notes(answer),
        [_flat(answer, range(len(answer.space)))],
    )
