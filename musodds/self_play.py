"""Games that solved strategies play among themselves, written down card by card, word by word."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .cards import HAND_SIZE, Hand
from .jit import Arr
from .notation import Move
from .record import PLAYERS, MusRound, Record, RecordedHand, Thrown, bets_only
from .record_check import check_end
from .rules import DEFAULT_RULES, Rules, load_rules
from .scoring import BET_LANCES
from .solver.four.game import layout
from .solver.four.mus_game import KEYS
from .solver.four.solved_style import mus_chances
from .solver.four.strategy import Strategy
from .solver.four.tree import ORDAGO, PAID_A, PAID_B, End
from .strategies import find_strategy

Cards = tuple[int, ...]  # classes of a hand, ascending
NAMES = Record().players


class _Stock:
    """The cards to be drawn, and those thrown."""

    def __init__(self, copies: tuple[int, ...], rng: np.random.Generator) -> None:
        self.rng, self.pile = rng, list[int]()
        self.left: list[int] = rng.permutation(np.repeat(np.arange(len(copies)), copies)).tolist()

    def draw(self, count: int) -> Cards:
        """Return the next cards; when there are none left those thrown are shuffled."""
        found = []
        for _ in range(count):
            if not self.left:
                self.left, self.pile = self.rng.permutation(self.pile).tolist(), []
            found.append(self.left.pop())
        return tuple(found)


class Playing:
    """A hand while it is played by one strategy in all four seats.

    Parameters
    ----------
    strategy : Strategy
    chances : tuple of ndarray
        To cut and to discard, as `solved_style.mus_chances` has them.
    rng : numpy Generator
    """

    def __init__(
        self, strategy: Strategy, chances: tuple[Arr, Arr], rng: np.random.Generator
    ) -> None:
        self.strategy, self.rng = strategy, rng
        self.cut_chances, self.keep_chances = chances
        game = strategy.game
        self.game, self.space = game, game.space
        self.stock = _Stock(self.space.deck.copies, rng)
        self.held = [self._sorted(self.stock.draw(HAND_SIZE)) for _ in range(PLAYERS)]
        self.deal = self.hands()
        self.rounds: list[MusRound] = []
        self.cut, self.bets = 0, dict[str, tuple[Move, ...]]()

    @staticmethod
    def _sorted(cards: Cards) -> Cards:
        return tuple(sorted(cards))

    def hand(self, cards: Cards) -> Hand:
        """Return cards by name, high to low."""
        return Hand(tuple(self.space.deck.names[c] for c in sorted(cards)))

    def hands(self) -> tuple[Hand, ...]:
        """Return what is held now, by seat."""
        return tuple(self.hand(cards) for cards in self.held)

    def number(self, seat: int) -> int:
        """Return the number of the hand that a seat holds."""
        return int(self.space.of_cards[self.held[seat]])

    def cuts(self, round_: int, seat: int) -> bool:
        """Return whether a seat cuts, after so many rounds of mus."""
        chances = self.cut_chances[min(round_, KEYS - 1), seat, self.number(seat)]
        return bool(self.rng.random() < chances)

    def keeps(self, round_: int, seat: int) -> int:
        """Return which cards a seat keeps, as a mask of those it holds."""
        chances = self.keep_chances[min(round_, KEYS - 1), seat, self.number(seat)]
        return int(self.rng.choice(1 << HAND_SIZE, p=chances))

    def play_mus(self) -> None:
        """Let the seats say mus, throw and draw until one cuts; after the last round the mano."""
        mus = self.strategy.mus
        for r in range(int(mus.rounds)):
            for seat in mus.order.tolist():
                if self.cuts(r, seat):
                    self.cut = seat
                    return
            self._throw([self.keeps(r, seat) for seat in range(PLAYERS)])

    def _throw(self, masks: list[int]) -> None:
        thrown = []
        for seat, mask in enumerate(masks):
            out = tuple(c for i, c in enumerate(self.held[seat]) if not mask >> i & 1)
            self.held[seat] = tuple(c for i, c in enumerate(self.held[seat]) if mask >> i & 1)
            self.stock.pile += out
            thrown.append(Thrown(len(out), self.hand(out)))
        for seat, threw in enumerate(thrown):
            self.held[seat] = self._sorted((*self.held[seat], *self.stock.draw(threw.count)))
        self.rounds.append(MusRound(tuple(thrown), self.hands()))

    def play_bets(self, target: int, before: tuple[int, int]) -> None:
        """Let the seats bet, lance by lance, until the hand or the game is over."""
        own = layout(self.game, self.strategy.memory)
        summary, now = 0, list(before)
        for lance, name in enumerate(BET_LANCES):
            tree, outcome = self._tree(lance), 0
            if tree >= 0:
                self.bets[name], end = self.bet(tree, summary)
                outcome = end.outcome
                if end.kind == ORDAGO:
                    return
                if end.kind in (PAID_A, PAID_B):
                    late = name == "juego" and self.game.betting[tree].lance == "punto"
                    late &= self.game.rules.punto_refused == "at-count"
                    now[end.kind == PAID_B] += end.stake - late
                    if max(now) >= target:
                        return
            if lance < len(BET_LANCES) - 1:
                summary = int(own.step[lance, summary, outcome])

    def _tree(self, lance: int) -> int:
        mask = 15
        if lance > 1:
            tantos = self.space.pares if lance == 2 else self.space.juego
            mask = sum(1 << s for s in range(PLAYERS) if tantos[self.number(s)] > 0)
        return int(self.game.trees.number[lance, mask])

    def bet(self, tree: int, summary: int) -> tuple[tuple[Move, ...], End]:
        """Let a lance be bet; return what was said and how it ended."""
        betting, moves, at = self.game.betting[tree], list[Move](), 0
        while at >= 0:
            node, row = betting.nodes[at], self.chances(tree, at, summary)
            chosen = int(self.rng.choice(len(row), p=row))
            moves.append(node.moves[chosen])
            at = node.to[chosen]
        return tuple(moves), betting.ends[-1 - at]

    def chances(self, tree: int, at: int, summary: int) -> Arr:
        """Return how often the strategy makes each move of a node with the hand held there."""
        game, own = self.game, layout(self.game, self.strategy.memory)
        t, node = game.trees, game.betting[tree].nodes[at]
        way = min(len(self.rounds), KEYS - 1) * PLAYERS + self.cut
        start = way * int(own.size) + int(own.base[tree]) + summary * int(t.size[tree])
        hand = int(game.number[self.number(node.seat)]) - int(t.first[tree])
        place = start + int(t.place[int(t.root[tree]) + at]) + hand
        row = self.strategy.table[place :: int(t.width[tree])][: len(node.moves)].astype(float)
        row = np.maximum(row, 0)
        return row / row.sum() if row.sum() > 0 else np.full(len(row), 1 / len(row))

    def record(self, mano: int, before: tuple[int, int]) -> RecordedHand:
        """Return the hand as it was dealt and played, with the score after it."""
        hand = RecordedHand(
            mano, before, self.deal, tuple(self.rounds), self.cut, bets=bets_only(self.bets)
        )
        after, winner = check_end(self.game.rules, hand, None, None, {"": 0})
        return replace(hand, after=after, winner=winner)


def play_hand(
    strategy: Strategy, seed: tuple[int, ...], mano: int = 0, before: tuple[int, int] = (0, 0)
) -> RecordedHand:
    """Play a hand, all seats by one strategy.

    Parameters
    ----------
    strategy : Strategy
    seed : tuple of int
    mano : int
        The player who is mano.
    before : tuple of int
        Tantos of the mano's pair and the other.
    """
    playing = Playing(strategy, mus_chances(strategy), np.random.default_rng(seed))
    playing.play_mus()
    playing.play_bets(strategy.game.rules.target, before)
    return playing.record(mano, before)


def strategy_under(rules: Rules, style: str) -> Strategy:
    """Return the solved strategy of a style as chances, to be played under some rules."""
    strategy = find_strategy(rules, style).strategy.as_chances()
    return replace(strategy, game=replace(strategy.game, rules=rules))


def play_game(
    rules: str | Rules = DEFAULT_RULES,
    style: str = "usual",
    seed: int = 1,
    score: tuple[int, int] = (0, 0),
    players: tuple[str, ...] = NAMES,
) -> Record:
    """Let four players play a game by the solved strategy of a style, and write it down.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    style : str, default "usual"
        As in `strategies.find_strategy`.
    seed : int
        The same seed gives the same game.
    score : tuple of int
        Tantos at the start, of the first player's pair and the other.
    players : tuple of str

    Examples
    --------
    >>> record = play_game(seed=3, score=(35, 35))
    >>> record.hands[-1].winner in ("A", "B")
    True
    """
    read = load_rules(rules)
    strategy = strategy_under(read, style)
    hands: list[RecordedHand] = []
    while not hands or hands[-1].winner is None:
        before = (hands[-1].after[1], hands[-1].after[0]) if hands else score
        mano = len(hands) % PLAYERS
        hands.append(play_hand(strategy, (seed, len(hands)), mano, before))
    return Record(read, players, tuple(hands))
