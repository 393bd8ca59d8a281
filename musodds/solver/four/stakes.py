"""What a hand is played for at a score: the chance of winning the game in place of tantos."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...jit import Arr
from ...lang import _
from .game import Game
from .tree import ORDAGO

HALF = 0.5  # a game won; a game lost is as much below nothing, so that the pairs add up to 0
MOST_LINES = 300_000  # of a lance: some 1.3 kB each


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """A score, and what every later one is worth.

    Attributes
    ----------
    mano, other : int
        Tantos of the mano's pair and of the other one before the hand.
    won : ndarray of float32, shape (target, target)
        Chance that the mano's pair wins the game, by its tantos and those of the other one
        before a hand, as `equity.Equity.won` has it.

    Examples
    --------
    >>> even = Stakes(38, 39, np.full((40, 40), 0.5))
    >>> even.target, even.worth()[0, 40 * 41 + 39], even.worth()[1, 40 * 41 + 39]
    (40, np.float32(0.5), np.float32(0.5))
    """

    mano: int
    other: int
    won: Arr

    def __post_init__(self) -> None:
        """Refuse a score at which nobody plays."""
        for tantos in (self.mano, self.other):
            if not 0 <= tantos < self.target:
                raise InputError(
                    _("score {ours}-{theirs}").format(ours=self.mano, theirs=self.other),
                    _("from 0 to {most} each").format(most=self.target - 1),
                    "38-39",
                )

    @property
    def target(self) -> int:
        """Tantos that win the game."""
        return len(self.won)

    def worth(self) -> Arr:
        """Return what a score after the hand is worth to the mano's pair and to the other one.

        Returns
        -------
        ndarray of float32, shape (2, (target + 1) ** 2)
            The chance to win less a half, by own tantos and the rivals', none above the target.
            The mano is then in the other pair.
        """
        size = self.target
        table = np.zeros((2, size + 1, size + 1), np.float32)
        table[0, :size, :size] = HALF - self.won.T
        table[1, :size, :size] = self.won - HALF
        table[:, size, :], table[:, :size, size] = HALF, -HALF
        return table.reshape(2, -1)

    def key(self, punto_refused: str) -> dict[str, Any]:
        """Return all that matters to what is solved, fit for JSON: equal for equal stakes.

        Of the chances only those after the hand count: the mano is then in the other pair, and
        some pair has more.
        """
        later = np.array(self.won[self.other :, self.mano :], np.float32)
        later[0, 0] = 0
        digest = hashlib.sha256(later.tobytes())
        return {
            "mano": self.mano,
            "other": self.other,
            "target": self.target,
            "punto_refused": punto_refused,
            "equity": digest.hexdigest()[:16],
        }


def at_score(game: Game, stakes: Stakes | None) -> Game:
    """Return the same game played for the chance of winning at a score.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.game import make_game
    >>> game = at_score(make_game(load_rules("naipera")), Stakes(38, 39, np.full((40, 40), 0.5)))
    >>> game.stakes.mano
    38
    """
    if stakes is not None and stakes.target != game.rules.target:
        raise InputError(
            _("chances up to {target} tantos").format(target=stakes.target),
            _("up to {target}").format(target=game.rules.target),
            _("other rules"),
        )
    return replace(game, stakes=stakes)


# ---------------------------------------------------------------- arrays of a walk


class Lines(NamedTuple):
    """Arrays of a walk line by line.

    A line is what was paid, what is pending and what is remembered before a lance. Those that
    agree in all of it go on as one.
    """

    worth: Arr  # (2, (target + 1) ** 2) float32: what a score after the hand is worth, by pair
    score: Arr  # (2,) int64: before the hand, by pair
    target: Any  # int64
    late: Any  # int64: tantos of a refused punto that are paid at the count
    first: Arr  # (5,) int64: the first line of every lance
    fresh: Arr  # (1,) int64: the first one that follows the line at hand
    said: Arr  # (lines,) int64: the summary of the earlier lances
    ours: Arr  # (lines,) int64: tantos of the seat's pair, refused bets counted
    theirs: Arr  # (lines,) int64
    pending: Arr  # (lines, 3) int64: what is shown down, or who gets the bonuses
    held: Arr  # (lines,) int64: in juego, whether the seat has pares
    reach: Arr  # (lines, hands) float32: the seat's own
    value: Arr  # (lines, hands) float32: from this line on
    root: Arr  # (lines, 2) int64: where the walk of a lance begins, as in `Work.root`
    begin: Arr  # (lines, 2) int64: the line that follows where nobody of the seat is asked
    span: Arr  # (lines, 2, 2) int64: rows
    after: Arr  # (rows, moves) int64: the line that follows a move that ends the lance
    runs: Arr  # (2, 2, 2) int64: hands in juego by pares (without, with) and variant
    us: Arr  # (2, hands) float32: tantos at the count, as far as it has got
    them: Arr  # (2, hands) float32


def _most(game: Game, lance: int) -> tuple[int, int]:
    """Return the most ends that lines of a lance can have for one seat, and the most rows."""
    ends, rows = 1, 0
    at = 0
    for tree, betting in enumerate(game.betting):
        many = len(betting.nodes)
        if tree in game.trees.number[lance]:
            for seat in range(4):
                found = np.zeros((many, 2), np.int64)
                for n in range(many - 1, -1, -1):
                    node = betting.nodes[n]
                    below = [
                        found[to] if to >= 0 else (betting.ends[-1 - to].kind != ORDAGO, 0)
                        for to in node.to
                    ]
                    if node.seat == seat:
                        found[n] = np.sum(below, 0) + np.array([0, 1])
                    else:
                        found[n] = np.max(below, 0)
                ends, rows = max(ends, int(found[0, 0])), max(rows, int(found[0, 1]))
        at += many
    return ends, rows


def most_lines(game: Game) -> tuple[list[int], int]:
    """Return the most lines before each lance, and the most rows that are kept at a time.

    Raises
    ------
    InputError
        If there are too many bets for that.
    """
    lines, rows = [1], 0
    for lance in range(4):
        ends, more = _most(game, lance)
        rows += more * (lines[-1] if lance < 3 else 1)
        if lance < 3:
            lines.append(lines[-1] * (ends + (lance == 2)))
        if lines[-1] > MOST_LINES:
            raise InputError(
                _("{menu} at a score: {lines:,} lines of play").format(
                    menu=game.menu.describe(), lines=lines[-1]
                ),
                _("at most {most:,}: fewer bets or raises").format(most=MOST_LINES),
                "--bets 2 --raises 3 --cap 1",
            )
    return lines, rows


def new_lines(game: Game) -> Lines | None:
    """Return arrays to walk a game at its score, None if it is played for tantos."""
    stakes = game.stakes
    if stakes is None:
        return None
    lines, rows = most_lines(game)
    many, hands, b = sum(lines), len(game.space), game.deck.bounds
    return Lines(
        worth=stakes.worth(),
        score=np.array([stakes.mano, stakes.other]),
        target=np.int64(stakes.target),
        late=np.int64(game.rules.punto_refused == "at-count"),
        first=np.zeros(5, np.int64),
        fresh=np.zeros(1, np.int64),
        said=np.zeros(many, np.int64),
        ours=np.zeros(many, np.int64),
        theirs=np.zeros(many, np.int64),
        pending=np.zeros((many, 3), np.int64),
        held=np.zeros(many, np.int64),
        reach=np.zeros((many, hands), np.float32),
        value=np.zeros((many, hands), np.float32),
        root=np.zeros((many, 2), np.int64),
        begin=np.zeros((many, 2), np.int64),
        span=np.zeros((many, 2, 2), np.int64),
        after=np.zeros((rows, game.trees.to.shape[1]), np.int64),
        runs=np.array([[[b[0], b[1]], [b[3], b[4]]], [[b[1], b[2]], [b[2], b[3]]]]),
        us=np.zeros((2, hands), np.float32),
        them=np.zeros((2, hands), np.float32),
    )
