"""Values of the asker's actions from worlds that are played out, with their standard errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from ...chunks import map_chunks
from ...equity import Equity
from ...errors import InputError
from ...jit import Arr
from ...lang import _
from .game import Game
from .play import player_of
from .proposal import Proposal
from .rollout import (
    BEFORE,
    DRAWN,
    GAME,
    OURS,
    PAYOFFS,
    SQUARE,
    TANTOS,
    THEIRS,
    TRUE,
    WEIGHT,
    WON,
    WON_SQUARE,
    Purse,
    Sums,
    new_roll,
    new_sums,
    roll_out,
)
from .said import Said
from .strategy import Strategy

CHUNK = 2048  # worlds of one stream of lots
FIRST = 8  # chunks that are drawn at first; then as many again
MOST = 256  # chunks at most, unless so many worlds are asked for
MOST_DECIDED = 60_000  # effective worlds that are enough whatever the error
ENOUGH = {TANTOS: 0.02, GAME: 0.003}  # standard errors
FEWEST = 30  # effective worlds: fewer tell nothing


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is drawn.

    Attributes
    ----------
    deals : int, optional
        Worlds; by default until the standard errors are small.
    seed : int
    chunk : int
        Worlds of one stream of lots; standard errors of thresholds come from differences of chunks.
    """

    deals: int | None = None
    seed: int = 1
    chunk: int = CHUNK


@dataclass(frozen=True, eq=False)
class Rolled:
    """What worlds said of the actions of the asker.

    Attributes
    ----------
    actions : tuple of str
    rows : Sums
        With one axis more: by chunk.
    accept : int
        The place of ``quiero``, or -1.
    """

    actions: tuple[str, ...]
    rows: Sums
    accept: int

    @cached_property
    def sums(self) -> Sums:
        """All chunks together."""
        return Sums(*(rows.sum(0) for rows in self.rows))

    @property
    def drawn(self) -> int:
        """Worlds that were drawn, those that cannot be included."""
        return int(self.sums.head[DRAWN])

    @property
    def effective(self) -> float:
        """How many worlds of one weight would say as much."""
        head = self.sums.head
        return float(head[WEIGHT] ** 2 / head[SQUARE]) if head[SQUARE] > 0 else 0.0

    @property
    def reached(self) -> float:
        """How often the others say what they said, where it can be said."""
        head = self.sums.head
        return float(head[TRUE] / head[BEFORE]) if head[BEFORE] > 0 else 0.0

    @property
    def slip(self) -> float:
        """Share of the weight that only slips explain: the strategy never leads there."""
        head = self.sums.head
        return float(max(0.0, 1 - head[TRUE] / head[WEIGHT]))

    @property
    def bonuses(self) -> tuple[float, float]:
        """What the pairs hold in the lance besides the bets, in tantos: ours, theirs."""
        return bonuses_of(self.sums)

    def frequency(self) -> Arr:
        """Return how often the strategy takes each action there."""
        sums = self.sums
        return np.asarray(sums.chance / sums.head[WEIGHT])

    def frequency_errors(self) -> Arr:
        """Return their standard errors, as leaving out chunks shows them."""
        weight, chance = self.rows.head[:, WEIGHT], self.rows.chance
        left = weight.sum() - weight
        if not (left > 0).all():
            return np.full(len(self.actions), np.nan)
        found, n = (chance.sum(0) - chance) / left[:, None], len(weight)
        return np.asarray(np.sqrt((n - 1) / n * ((found - found.mean(0)) ** 2).sum(0)))

    def p_win(self) -> tuple[float, float]:
        """Return how likely we win the lance at the count, and the standard error."""
        head = self.sums.head
        p = head[WON] / head[WEIGHT]
        left = head[WON_SQUARE] * (1 - 2 * p) + p * p * head[SQUARE]
        return float(p), float(np.sqrt(max(left, 0) * self._few()) / head[WEIGHT])

    def values(self, payoff: int) -> tuple[Arr, Arr]:
        """Return what each action brings, and the standard errors."""
        sums = self.sums
        weight = sums.head[WEIGHT]
        mean = sums.total[payoff] / weight
        left = (
            np.diagonal(sums.square[payoff])
            - 2 * mean * sums.cross[payoff]
            + mean**2 * sums.head[SQUARE]
        )
        return mean, np.sqrt(np.maximum(left, 0) * self._few()) / weight

    def losses(self, payoff: int, best: int) -> tuple[Arr, Arr]:
        """Return how much less than the best each action brings, on the same worlds."""
        sums = self.sums
        weight, square = sums.head[WEIGHT], sums.square[payoff]
        mean = (sums.total[payoff, best] - sums.total[payoff]) / weight
        twice = square[best, best] - 2 * square[best] + np.diagonal(square)
        once = sums.cross[payoff, best] - sums.cross[payoff]
        left = twice - 2 * mean * once + mean**2 * sums.head[SQUARE]
        return mean, np.sqrt(np.maximum(left, 0) * self._few()) / weight

    def estimate(self, function: Callable[[Sums], float | None]) -> tuple[float | None, float]:
        """Return a figure of the sums, with the error that leaving out chunks shows."""
        total = self.sums
        whole = function(total)
        if whole is None:
            return None, 0.0
        left = [
            function(Sums(*(all_ - row for all_, row in zip(total, rows, strict=True))))
            for rows in zip(*self.rows, strict=True)
        ]
        found = np.array([x for x in left if x is not None])
        n = len(found)
        if n < 2:  # too few chunks tell nothing
            return whole, float("nan")
        return whole, float(np.sqrt((n - 1) / n * ((found - found.mean()) ** 2).sum()))

    def _few(self) -> float:
        n = self.effective
        return n / (n - 1) if n > 1 else float("nan")


def _sure_lances(game: Game, drawn: Proposal) -> Arr:
    """Return the lances that the asker's hand wins whatever the others may hold."""
    keys, rank = game.deck.keys, np.array([3, 2, 1, 0])
    seat = int(drawn.seat)
    rivals = [(seat + 1) % 4, (seat + 3) % 4]
    best = [(keys[:, drawn.like[rival] * drawn.ways > 0] + rank[rival]).max(1) for rival in rivals]
    return np.asarray(keys[:, drawn.own] + rank[seat] > np.max(best, axis=0))


def purse_of(
    game: Game,
    drawn: Proposal,
    score: tuple[int, int] | None,
    equity: Equity | None,
    more: Sequence[tuple[int, int]] = (),
) -> Purse:
    """Return what payments are worth at a score, ours-theirs; without one only tantos count.

    The chances after the hand are those of a strategy that was solved for a score, else those of
    ``equity``. At ``more`` scores the same deals are played, each as it goes there.
    """
    ours, theirs = score or (0, 0)
    seat, own = int(drawn.seat), int(drawn.own)
    a, b = (theirs, ours) if seat % 2 else (ours, theirs)
    won, scored = np.zeros((1, 1)), score is not None
    if scored and game.stakes is not None:
        won = game.stakes.won.astype(np.float64)
    elif equity is not None:
        won = np.ascontiguousarray(equity.won[0])
    else:
        scored = False
    late = np.float32(game.rules.punto_refused == "at-count")
    tantos = game.deck.tantos[:, own]
    return Purse(
        np.int64(a), np.int64(b), np.int64(game.rules.target), won, late,
        np.float32(game.ordago), scored, scored,
        np.int64(-1 if seat % 2 else 1), _sure_lances(game, drawn),
        np.array([1, 1, 1, 1 if tantos[1] else 2], dtype=np.float32),
        np.array([1, 1, *tantos], dtype=np.float32),
        np.array([each[::-1] if seat % 2 else each for each in more], np.int64).reshape(-1, 2),
    )  # fmt: skip


def roll_actions(
    strategy: Strategy,
    drawn: tuple[Proposal, Sequence[bool]],
    said: tuple[Said, tuple[str, ...]],
    purse: Purse,
    effort: Effort,
) -> Rolled:
    """Play the actions of the asker out.

    Parameters
    ----------
    strategy : Strategy
        By which everybody plays.
    drawn, said : tuple
        As `propose` and `follow_said` return them.
    purse : Purse
    effort : Effort
        The same seed gives the same bits whatever the number of threads.

    Raises
    ------
    InputError
        If hardly any world agrees with all that is known.
    """
    game, player = strategy.game, player_of(strategy)
    (proposal, ways), (line, actions) = drawn, said
    accept = actions.index("quiero") if "quiero" in actions else -1

    def work(first: int, total: int, chunk: int) -> Sums:
        chunk += first
        size = len(actions), PAYOFFS + len(purse.more)
        roll, sums = new_roll(game, *size), new_sums(*size)
        roll.world.play.rng[0] = np.uint64(effort.seed) + (np.uint64(chunk + 1) << np.uint64(40))
        roll_out(
            game.deck, game.trees, player, proposal, line, purse, roll, np.int64(ways[0]),
            np.int64(len(ways)), np.int64(min(effort.chunk, total - chunk * effort.chunk)),
            np.int64(accept), sums,
        )  # fmt: skip
        return sums

    worlds = effort.deals or MOST * CHUNK
    most = -(-worlds // effort.chunk)
    done: list[Sums] = []
    while len(done) < most:
        more = most if effort.deals else min(max(len(done), FIRST), most - len(done))
        done += map_chunks(partial(work, len(done), worlds), more)
        rolled = Rolled(actions, Sums(*map(np.stack, zip(*done, strict=True))), accept)
        if rolled.effective > FEWEST and (effort.deals or _is_enough(rolled, purse)):
            break
    if not rolled.effective > 1:
        raise InputError(
            _(
                "evidence that contradicts what was said: none of {drawn:,} deals agrees with both"
            ).format(drawn=rolled.drawn),
            _("evidence and bets that go together or, where they are only rare, more deals"),
            f"--deals {max(5_000_000, 10 * rolled.drawn)}",
        )
    return rolled


def _is_enough(rolled: Rolled, purse: Purse) -> bool:
    payoff = GAME if purse.scored else TANTOS
    return (
        float(rolled.values(payoff)[1].max()) <= ENOUGH[payoff] or rolled.effective >= MOST_DECIDED
    )


def bonuses_of(sums: Sums) -> tuple[float, float]:
    """Return what the pairs hold in the lance besides the bets, in tantos: ours, theirs."""
    weight = max(float(sums.head[WEIGHT]), 1e-300)
    return float(sums.head[OURS]) / weight, float(sums.head[THEIRS]) / weight


def fates(sums: Sums, payoff: int) -> tuple[float, float]:
    """Return what an accepted bet brings where the lance is won, and where it is lost.

    Where it is never won, or never lost, what it would bring if it were.
    """
    head, fate = sums.head, sums.fate[payoff]
    won, lost = head[WON], head[WEIGHT] - head[WON]
    least = 1e-9 * head[WEIGHT]
    return (
        float(fate[0] / won if won > least else fate[2] / head[WEIGHT]),
        float(fate[1] / lost if lost > least else fate[3] / head[WEIGHT]),
    )
