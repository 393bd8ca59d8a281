"""A game at a table: one seat is played by whoever decides for it, the others by a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..cards import Hand
from ..envites import Outcome, settle
from ..jit import Arr
from ..notation import Act, Move
from ..record import PLAYERS, Record, RecordedHand
from ..replay import bets_of
from ..rules import Rules
from ..scoring import HandScore, score
from ..self_play import Playing, strategy_under
from ..solver.four.listening import Listener
from ..solver.four.solved_style import mus_chances
from ..solver.four.strategy import Strategy
from ..solver.four.tree import NO_BET, ORDAGO, PAID_A, PAID_B, SHOWDOWN, End
from ..speaking import Turns


@dataclass(frozen=True, slots=True)
class View:
    """What the player sees when he has to decide.

    Attributes
    ----------
    number : int
        The hand of the game, 1 for the first.
    seat : int
    hand : Hand
    score : tuple of int
        Ours and theirs as the stones lie now.
    rules : Rules
    """

    number: int
    seat: int
    hand: Hand
    score: tuple[int, int]
    rules: Rules


class Player(Protocol):
    """Who decides for a seat, and hears all that is said."""

    def begins(self, view: View, mano: int) -> None:
        """Hear that a hand was dealt."""

    def cuts(self, view: View) -> bool:
        """Say whether to cut."""

    def throws(self, view: View) -> int:
        """Say which cards are kept, as a mask of the hand, which lies high to low."""

    def says(self, view: View, lance: str, options: tuple[str, ...], history: list[Move]) -> Move:
        """Say something in a lance, one of the options, which leave sizes open."""

    def hears_mus(self, seat: int, cut: bool) -> None:
        """Hear whether a seat cuts or says mus."""

    def sees_throws(self, counts: Sequence[int], drawn: Hand) -> None:
        """See how many cards each seat threw, and the own new hand."""

    def hears_lance(self, lance: str, may: Sequence[bool], bet_on: bool) -> None:
        """Hear that a lance begins, and who has pares or juego."""

    def hears(self, lance: str, move: Move) -> None:
        """Hear a word of another seat."""

    def sees_end(self, hand: RecordedHand, scored: HandScore) -> None:
        """See all hands and the count."""


class SeatedHand(Playing):
    """A hand in which one seat is a player's.

    Parameters
    ----------
    strategy, chances, rng
        As in `self_play.Playing`.
    player : Player
    seat : int
    number : int
        The hand of the game, 1 for the first.
    before : tuple of int
        Tantos of the mano's pair and the other.
    """

    def __init__(
        self, strategy: Strategy, chances: tuple[Arr, Arr], rng: np.random.Generator,
        player: Player, seat: int, number: int, before: tuple[int, int],
    ) -> None:  # fmt: skip
        super().__init__(strategy, chances, rng)
        self.player, self.seat, self.hand_number = player, seat, number
        self.now, self.rules = before, strategy.game.rules

    def view(self) -> View:
        """Return what the player sees."""
        ours, theirs = self.now if self.seat % 2 == 0 else self.now[::-1]
        hand = self.hand(self.held[self.seat])
        return View(self.hand_number, self.seat, hand, (ours, theirs), self.rules)

    def cuts(self, round_: int, seat: int) -> bool:
        """Ask the player, or let the strategy decide and tell him."""
        if seat == self.seat:
            return self.player.cuts(self.view())
        cut = super().cuts(round_, seat)
        self.player.hears_mus(seat, cut)
        return cut

    def keeps(self, round_: int, seat: int) -> int:
        """Ask the player, or let the strategy decide."""
        if seat == self.seat:
            return self.player.throws(self.view())
        return super().keeps(round_, seat)

    def play_mus(self) -> None:
        """Let the seats say mus, throw and draw until one cuts, however long that takes."""
        order = self.strategy.mus.order.tolist()
        while True:
            for seat in order:
                if self.cuts(len(self.rounds), seat):
                    self.cut = seat
                    return
            self._throw([self.keeps(len(self.rounds), seat) for seat in range(PLAYERS)])
            counts = [thrown.count for thrown in self.rounds[-1].thrown]
            self.player.sees_throws(counts, self.hand(self.held[self.seat]))

    def _tree(self, lance: int) -> int:
        """Return the tree of a lance; tell the player that it begins."""
        tree = super()._tree(lance)
        may = [True] * PLAYERS
        if lance > 1:
            tantos = self.space.pares if lance == 2 else self.space.juego
            may = [bool(tantos[self.number(seat)] > 0) for seat in range(PLAYERS)]
        name = ("grande", "chica", "pares", "juego" if any(may) else "punto")[lance]
        if name == "punto":
            self.player.hears_lance("juego", may, False)
            may = [True] * PLAYERS
        self.player.hears_lance(name, may, tree >= 0)
        return tree

    def bet(self, tree: int, summary: int) -> tuple[tuple[Move, ...], End]:
        """Let a lance be bet by the player and the strategy."""
        known = self.game.betting[tree]
        may = tuple(bool(known.mask >> seat & 1) for seat in range(PLAYERS))
        turns, heard = Turns(may, self.rules), Listener(known, self.rules, self.game.ordago)
        said: list[Move] = []
        while turns.waiting and not turns.over:
            seat = turns.waiting[0]
            if seat == self.seat:
                options = bets_of(self.rules, may, seat, tuple(said))
                move = self.player.says(self.view(), known.lance, options, list(said))
            else:
                move = self._reply(heard, tree, summary)
                self.player.hears(known.lance, move)
            said.append(move)
            heard.hear(move)
            turns.speak(seat, move)
        end = end_of(settle(known.lance, said, may, self.rules), said, known.lance, self.rules)
        if end.kind in (PAID_A, PAID_B):
            late = known.lance == "punto" and self.rules.punto_refused == "at-count"
            paid = end.stake - late
            a, b = self.now
            self.now = (a + paid, b) if end.kind == PAID_A else (a, b + paid)
        return tuple(said), end

    def _reply(self, heard: Listener, tree: int, summary: int) -> Move:
        """Return what the strategy says for the seat whose turn it is."""
        answers = heard.answers(lambda at: self.chances(tree, at, summary))
        moves, weights = list(answers), np.array(list(answers.values()))
        return moves[int(self.rng.choice(len(moves), p=weights / weights.sum()))]


def end_of(outcome: Outcome, said: Sequence[Move], lance: str, rules: Rules) -> End:
    """Return how a lance ended as the strategies remember it, whatever was bet.

    Examples
    --------
    >>> from musodds.notation import parse_bets
    >>> from musodds.rules import load_rules
    >>> rules, said = load_rules("naipera"), parse_bets("mano 7, segundo n, postre n")
    >>> end_of(settle("grande", said, [True] * 4, rules), said, "grande", rules)
    End(kind=1, stake=1, outcome=2)
    """
    raises = [m.seat for m in said if m.act in (Act.ENVIDO, Act.MAS, Act.ORDAGO)]
    own = 1 if lance == "punto" else 0
    if outcome.kind == "passed":
        return End(SHOWDOWN, 0 if lance in ("pares", "juego") else 1, NO_BET)
    bettor = raises[-1]
    assert bettor is not None
    if outcome.kind == "ordago":
        return End(ORDAGO, 0, 1 + 2 * bettor)
    if outcome.kind == "accepted":
        return End(SHOWDOWN, outcome.stake + own, 1 + 2 * bettor)
    kind = PAID_B if bettor % 2 else PAID_A
    return End(kind, outcome.stake + own, 2 + 2 * bettor)


@dataclass
class Game:
    """A game, hand by hand, recorded.

    Attributes
    ----------
    rules : Rules
    style : str
        The solved strategy of the other three.
    seat : int
        Where the player sits in the first hand; he is player number ``seat``.
    player : Player
    seed : int
        The same seed and the same words of the player give the same game.
    score : tuple of int
        Tantos at the start, of the first mano's pair and the other.
    names : tuple of str
    """

    rules: Rules
    style: str
    seat: int
    player: Player
    seed: int = 1
    score: tuple[int, int] = (0, 0)
    names: tuple[str, ...] = Record().players

    def __post_init__(self) -> None:
        """Read the strategy."""
        self._strategy = strategy_under(self.rules, self.style)
        self._chances = mus_chances(self._strategy)
        self._hands: list[RecordedHand] = []

    @property
    def record(self) -> Record:
        """The hands that are over."""
        return Record(self.rules, self.names, tuple(self._hands))

    @property
    def over(self) -> bool:
        """Whether a pair has won."""
        return bool(self._hands) and self._hands[-1].winner is not None

    def play_hand(self) -> RecordedHand:
        """Play the next hand, with the player; if he leaves in its midst it is not recorded."""
        number = len(self._hands)
        mano = number % PLAYERS
        last = self._hands[-1] if self._hands else None
        before = self.score if last is None else (last.after[1], last.after[0])
        seat = (self.seat - mano) % PLAYERS
        rng = np.random.default_rng((self.seed, number))
        hand = SeatedHand(self._strategy, self._chances, rng, self.player, seat, number + 1, before)
        self.player.begins(hand.view(), mano)
        hand.play_mus()
        hand.play_bets(self.rules.target, before)
        recorded = hand.record(mano, before)
        held = [one for one in recorded.hands if one is not None]
        scored = score(held, recorded.bets, self.rules, before)
        self._hands.append(recorded)
        self.player.sees_end(recorded, scored)
        return recorded
