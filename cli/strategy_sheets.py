"""The tables and sentences about what a strategy does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..draws import distinct_keeps
from ..lang import _, pgettext
from ..numerals import in_percent, marked, whole
from ..numerals import percent as share_in_percent
from ..seats import SEATS
from ..solver.four.mus_game import EQUILIBRIUM
from ..solver.four.reading import CUT, DISCARD
from ..words import lance_word, seat_word
from .render import Cell, Column, Report, Sheet, error, percent, signed
from .solve_sheets import Row, lines_sheet
from .solve_words import line_of, menu_words, said

if TYPE_CHECKING:
    from ..hands import HandSpace
    from ..solver.four.asking import Question
    from ..solver.four.reading import Reading
    from ..solver.four.solution import Solution

KEEP, NOTHING = "keep ", "nothing"
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
            rows[mask] | {"action": KEEP + ("".join(self._kept(cards, mask)) or NOTHING)}
            for mask in distinct_keeps(cards)
            if rows
        ]

    def _kept(self, cards: tuple[int, ...], mask: int) -> list[str]:
        names = self.space.deck.names
        return [names[card] for i, card in enumerate(cards) if mask >> i & 1]


def _title(reading: Reading) -> str:
    if reading.decision == CUT:
        return pgettext("decision", "mus or cut")
    return _("what it throws") if reading.decision == DISCARD else lance_word(reading.decision)


def _action(action: str) -> str:
    """Return an action for people, ``keep RR`` of a discard."""
    if not action.startswith(KEEP):
        return said(action)
    cards = action.removeprefix(KEEP)
    return _("keep nothing") if cards == NOTHING else _("keep {cards}").format(cards=cards)


def _often(p: float | str) -> str:
    return p if isinstance(p, str) else percent(p)


def _columns(is_scored: bool) -> list[Column]:
    """Return the columns of what a hand does, in tantos or in the chance of winning the game."""
    columns = [
        Column("decision", "", left=True),
        Column("line", _("said so far"), left=True),
        Column("action", _("action"), _action, left=True),
        Column("frequency", pgettext("frequency", "often"), _often),
    ]
    if is_scored:
        columns += [
            Column("game", _("game"), lambda p: share_in_percent(p, 1)),
            Column("se", "", _points),
            Column("gain", _("above"), lambda gain: in_percent(f"{100 * gain:+.1f}")),
            Column("gain_se", "", _points),
        ]
    else:
        columns += [
            Column("tantos", _("tantos"), signed),
            Column("se", "", error),
            Column("gain", _("above"), signed),
            Column("gain_se", "", error),
        ]
    return [*columns, Column("note", "", left=True)]


def _points(se: float) -> str:
    return marked(f"± {100 * se:.1f}")


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
        why = _("in {share}").format(share=percent(reading.reached)) if reading.rare else None
        return [[*head, None, _("rare"), *[None] * 4, why]]
    return [
        [
            *(head if k == 0 else [None, None]),
            *(action[name] for name in _figures(reading)),
            _("rollout") if action["action"] in reading.rollout else None,
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
    told, scale, digits = "", 1, 3
    if answer.score is not None:
        scale, digits = 100, 2
        told = _(
            "Of this strategy it is known that one seat alone can gain {gain} ± {se} % of the game "
            "on it, and perhaps more."
        )
    else:
        told = _(
            "Of this strategy it is known that one seat alone can gain {gain} ± {se} tantos a hand "
            "on it, and perhaps more."
        )
    much, se = (marked(f"{scale * gain[name]:.{digits}f}") for name in ("tantos", "se"))
    return [told.format(gain=much, se=se)]


def _read_as(reading: Reading) -> list[str]:
    """Say as what a bet off the menu is read."""
    if not reading.read_as:
        return []
    one = _("{share} as '{line}'")
    parts = [one.format(share=percent(p), line=line_of(line)) for p, line in reading.read_as]
    told = _("'{line}' is not in the strategy's menu: read {parts}.")
    return [told.format(line=line_of(reading.line), parts=", ".join(parts))]


def _averaged(answer: Answer) -> list[str]:
    """Say what was averaged over."""
    question, lances = answer.questions[0], {r.decision for r in answer.readings}
    open_ = []
    if int(answer.solution.strategy.mus.rounds):
        open_ += [_("who cut")] * (question.cut is None)
        open_ += [_("whether after mus")] * (question.redraw is None)
    forgets = answer.solution.strategy.memory == "nothing"
    if lances != {"grande"} and not forgets and (not question.before or None in question.before):
        open_.append(_("how the earlier lances were bet"))
    for lance in ("pares", "juego"):
        asked = [q for q in answer.questions if q.lance == lance]
        else_ = _("who else has {lance}").format(lance=lance_word(lance))
        open_ += [else_ for q in asked if q.holders is None]
    if not open_:
        return []
    told = _("Averaged, as often as they come about in this strategy: {what}.")
    return [told.format(what=", ".join(open_))]


def _units(is_scored: bool) -> list[str]:
    """Say what the numbers of an action are."""
    told = _(
        "Tantos from there on, later lances included, our pair's less theirs, with the hand held "
        "there, all four playing the strategy after it."
    )
    if is_scored:
        told = _(
            "The chance that our pair wins the game, with the hand held there, all four playing "
            "the strategy after it."
        )
    above = _("Above: more than if it does there what it does, which depends on what is averaged.")
    return [told, above]


def _made(answer: Answer) -> str:
    """Say what may be bet, and how the numbers were made."""
    game = answer.solution.strategy.game
    told = _("Menu: {bets}. {deals} deals, seed {seed}; ± is one standard error.")
    if answer.score is None:
        told = _(
            "Menu: {bets}; an accepted órdago is {ordago} tantos. {deals} deals, seed {seed}; ± is "
            "one standard error."
        )
    return told.format(
        bets=menu_words(game.menu), ordago=marked(f"{game.ordago:g}"), deals=whole(answer.deals),
        seed=answer.seed,
    )  # fmt: skip


def _notes(answer: Answer) -> list[str]:
    solution, rollout = answer.solution, any(r.rollout for r in answer.readings)
    units = _units(answer.score is not None) if answer.hand is not None else []
    notes = [*_averaged(answer), *units, _made(answer)]
    if solution.style != EQUILIBRIUM and CUT in {r.decision for r in answer.readings}:
        told = _(
            "Who cuts is given by '{style}', and not solved: mus with a hand that it always cuts "
            "is a trap, which nobody at such a table reckons with."
        )
        notes.insert(1, told.format(style=solution.style))
    if any(not answer.actions(r, answer.hand) for r in answer.readings if answer.hand is not None):
        notes.insert(0, _("rare: with this hand the strategy hardly ever comes there."))
    if rollout:
        told = _("rollout: the strategy never bets so; played on as if it had been said.")
        notes.insert(0, told)
    return notes


def _what(answer: Answer) -> str:
    rules, score = answer.solution.strategy.game.rules, answer.score or (0, 0)
    told = _("the strategy '{style}' ({rules})")
    if answer.score is not None:
        told = _("the strategy '{style}' as solved at {us}-{them}, the mano's pair first ({rules})")
    return told.format(
        style=answer.solution.style, us=score[0], them=score[1], rules=rules.describe()
    )


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
    columns = _columns(answer.score is not None)
    rows = [
        row
        for reading in answer.readings
        for row in _rows(answer, reading, _shown(reading, answer.actions(reading, answer.hand)))
    ]
    return Report(
        answer,
        _("{hand} as {seat}: {strategy}").format(
            hand=name, seat=seat_word(answer.seat), strategy=_what(answer)
        ),
        _lines(answer),
        [_told(Sheet(_("What it does"), columns, rows))],
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
        Column("line", _("said so far"), left=True),
        Column(
            "reached", _("comes about"), lambda x: x if isinstance(x, str) else percent(min(x, 1.0))
        ),
    ]
    rows: list[Row] = [
        (
            [_title(r), line_of(r.line), _("rare") if r.rare else r.reached],
            {} if r.rare else _overall(r),
        )
        for r in answer.readings
        if r.decision != DISCARD
    ]
    return Report(
        answer,
        _("The {seat}: {strategy}").format(seat=seat_word(answer.seat), strategy=_what(answer)),
        _lines(answer),
        [lines_sheet(_("What it does, all hands together"), columns, rows)],
        _notes(answer),
        [_flat(answer, range(len(answer.space)))],
    )


def matrix_report(answer: Answer) -> Report:
    """Return a lance with all hands; the grid is drawn apart."""
    reading = answer.readings[0]
    told = _("{lance}, {seat}: {strategy}")
    if reading.line:
        told = _("{lance}, {seat}, after {line}: {strategy}")
    return Report(
        answer,
        told.format(
            lance=lance_word(reading.decision).upper(),
            seat=seat_word(answer.seat),
            line=line_of(reading.line),
            strategy=_what(answer),
        ),
        _lines(answer),
        [],
        _notes(answer),
        [_flat(answer, range(len(answer.space)))],
    )
