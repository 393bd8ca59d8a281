"""The cut line at a score: for every hand of a seat cutting against mus, in the chance of the game.

The bets are played out as solved, on a few thousand deals for each hand. What is found is kept,
block by block: an interrupted table goes on where it stopped, and comes out the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .cards import Hand
from .checkpoint import kept
from .choice import Choice
from .errors import InputError
from .hands import HandSpace, hand_space
from .jit import Arr, cache_dir
from .lang import _
from .ranges import parse_range
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import SEATS, parse_seat
from .setup import DEFAULT_ROUNDS, Setup, make_setup
from .situation import Situation
from .solved_choice import Goal, check_score, weigh_solved, why_not_solved
from .standing import Standing
from .style import DEFAULT_STYLE, Style

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 15  # hands kept together
GAME_SE = 0.002  # of cut minus mus, in the chance of winning the game
VALUES = ("difference", "cut", "mus")


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """Which hands are weighed, and how exactly.

    Attributes
    ----------
    score : tuple of int
        Ours and theirs.
    rules : Rules
    seats : tuple of int
    style : str or Style
    within : str, optional
        The hands, in the grammar of `ranges`; all by default.
    se : float
        Standard error of cutting less mus at which to stop, in the chance of winning the game.
    max_rounds, seed : int
    """

    score: tuple[int, int]
    rules: Rules
    seats: tuple[int, ...] = (0, 1, 2, 3)
    style: str | Style = DEFAULT_STYLE
    within: str | None = None
    se: float = GAME_SE
    max_rounds: int = DEFAULT_ROUNDS
    seed: int = 1

    def setup(self) -> Setup:
        """Return how the mus phase is played."""
        return make_setup(self.style, max_rounds=self.max_rounds, seed=self.seed)

    def check(self) -> None:
        """Refuse what cannot be answered.

        Raises
        ------
        InputError
            If there is no such score, or no strategy to play it out by.
        """
        check_score(self.rules, self.score)
        if not 1e-4 <= self.se < 1:
            raise InputError(
                f"se {self.se}", _("0.0001 or more, in chances of the game"), "--se 0.002"
            )
        setup = self.setup()
        setup.check(self.rules)
        asked = Situation(Hand(("R",) * 4), self.seats[0], self.rules)
        if reason := why_not_solved(asked, setup):
            us, them = self.score
            raise InputError(
                _("score {ours}-{theirs}: {reason} not played out").format(
                    ours=us, theirs=them, reason=_(reason)
                ),
                _("a game with a solved strategy"),
                "musodds table cut --score 22-31 --seat mano",
            )

    @property
    def hands(self) -> list[int]:
        """The hands asked about, as the hand space numbers them."""
        space = hand_space(self.rules)
        if self.within is None:
            return list(range(len(space)))
        return [int(hand) for hand in np.flatnonzero(parse_range(self.within, space))]


def _row(choice: Choice) -> dict[str, Any]:
    values = [getattr(choice, name).to_dict() for name in VALUES]
    return {
        "values": [list(value.values()) for value in values],
        "p_agreed": choice.p_agreed,
        "deals": choice.deals,
        "best": choice.discards[0].mask,
        "flattered": ("", "cut", "mus").index(choice.unexpected),
    }


def _weigh(question: LineQuestion, setup: Setup, seat: int, hand: int) -> Choice:
    space = hand_space(question.rules)
    cards = Hand(tuple(space.deck.names[c] for c in space.cards[hand]))
    standing = Standing(Situation(cards, seat, question.rules), setup)
    return weigh_solved(standing, question.score, goal=Goal(question.se))


def _blocks(
    question: LineQuestion, progress: Callable[[float], None] | None
) -> list[tuple[int, list[int], dict[str, Arr]]]:
    """Return the seat, the hands and what was found of them, block by block."""
    setup, hands = question.setup(), question.hands
    key = repr((question.rules, setup, question.score, question.se))
    folder = cache_dir() / f"line-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    parts = [hands[at : at + BLOCK] for at in range(0, len(hands), BLOCK)]
    found: list[tuple[int, list[int], dict[str, Arr]]] = []

    def make(seat: int, some: Sequence[int]) -> dict[str, Arr]:
        rows = []
        for hand in some:
            rows.append(_row(_weigh(question, setup, seat, hand)))
            if progress is not None:
                done = sum([len(others) for _, others, _ in found]) + len(rows)
                progress(done / (len(hands) * len(question.seats)))
        return {name: np.array([row[name] for row in rows]) for name in rows[0]}

    for seat in question.seats:
        for some in parts:
            name = hashlib.sha256(repr((seat, some)).encode()).hexdigest()[:16]
            found.append((seat, some, kept(folder / f"{name}.npz", lambda: make(seat, some))))  # noqa: B023
    return found


def line_frame(
    question: LineQuestion, progress: Callable[[float], None] | None = None
) -> pd.DataFrame:
    """Return for every hand and seat whether to cut at a score, and what to throw.

    Parameters
    ----------
    question : LineQuestion
    progress : callable, optional
        Told the share done, 0 to 1.

    Returns
    -------
    DataFrame
        ``hand, seat, advice``; ``difference`` (cut minus mus), ``cut`` and ``mus`` in chances of
        winning the game, and in tantos (``_tantos``), each with its standard error (``_se``);
        ``p_agreed``, ``throw``, ``keep``, ``flattered`` (what such a table never says with the
        hand, so that it is fooled), ``deals``.

    Examples
    --------
    >>> question = LineQuestion((22, 31), load_rules("naipera"), (0,), within="SS77", se=0.02)
    >>> line_frame(question)[["hand", "seat", "advice"]].values.tolist()
    [['SS77', 'mano', 'cut']]
    """
    import pandas as pd

    question.check()
    space, rows = hand_space(question.rules), []
    for seat, hands, found in _blocks(question, progress):
        for i, hand in enumerate(hands):
            rows.append(_line(space, seat, hand, {name: all_[i] for name, all_ in found.items()}))
    return pd.DataFrame(rows)


def _line(space: HandSpace, seat: int, hand: int, found: dict[str, Any]) -> dict[str, Any]:
    name, best = space.names[hand], int(found["best"])
    cards = {True: "", False: ""}
    for i, card in enumerate(name):
        cards[bool(best >> i & 1)] += card
    by_name = dict(zip(VALUES, found["values"].tolist(), strict=True))
    values = {
        f"{what}{part}": by_name[what][at]
        for what in VALUES
        for part, at in (("", 2), ("_se", 3), ("_tantos", 0), ("_tantos_se", 1))
    }
    return {
        "hand": name,
        "seat": SEATS[seat],
        "advice": "cut" if values["difference"] >= 0 else "mus",
        **values,
        "p_agreed": float(found["p_agreed"]),
        "throw": cards[False],
        "keep": cards[True],
        "flattered": ("", "cut", "mus")[int(found["flattered"])],
        "deals": int(found["deals"]),
    }


def cut_share(frame: pd.DataFrame, rules: str | Rules = DEFAULT_RULES) -> dict[str, float]:
    """Return with what share of the dealt hands that are in a table each seat should cut."""
    space = hand_space(load_rules(rules))
    weight = dict(zip(space.names, space.weights.tolist(), strict=True))
    shares = {}
    for seat, rows in frame.groupby("seat", sort=False):
        weights = rows.hand.map(weight)
        shares[str(seat)] = float((weights * (rows.advice == "cut")).sum() / weights.sum())
    return shares


def nearest(frame: pd.DataFrame, n: int) -> pd.DataFrame:
    """Return the hands nearest to the line in each seat, from cut to mus."""
    import pandas as pd

    parts = [
        rows.loc[rows.difference.abs().sort_values(kind="stable").index[:n]].sort_values(
            "difference", ascending=False, kind="stable"
        )
        for _, rows in frame.groupby("seat", sort=False)
    ]
    return pd.concat(parts, ignore_index=True)


def parse_seats(seats: Sequence[str]) -> tuple[int, ...]:
    """Return the places of some seats, all four by default."""
    return tuple(parse_seat(seat) for seat in seats) or (0, 1, 2, 3)
