"""Players to compare strategies with: random, always paso, and one by common advice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...hands import RANKING
from ...jit import Arr
from ...notation import Act, Move
from ...policy import best_keeps
from .game import Game, layout
from .mus_game import KEYS, Mus, make_mus, places
from .strategy import Strategy

MEMORY = "nothing"
Choice = Callable[[str, int, Move, Arr], Arr]
_STAY = frozenset({Act.PASO, Act.NO_QUIERO})


def _bot(game: Game, mus: Mus | None, choose: Choice) -> Strategy:
    """Return the strategy that makes a move with the chances that ``choose`` gives each hand."""
    mus = mus or make_mus(game, rounds=0)
    own = layout(game, MEMORY)
    spots = places(game, own, int(mus.rounds))
    table = np.zeros(spots.size, dtype=np.float32)
    bets, t, at = table[: spots.cut].reshape(spots.ways, spots.bets), game.trees, 0
    for tree, betting in enumerate(game.betting):
        first, width = int(t.first[tree]), int(t.width[tree])
        hands = np.arange(first, first + width)
        for i, node in enumerate(betting.nodes):
            start = int(own.base[tree] + t.place[at + i])
            faced = _bets_faced(betting.nodes[i].moves)
            for move in node.moves:
                bets[:, start : start + width] = choose(betting.lance, faced, move, hands)
                start += width
        at += len(betting.nodes)
    if spots.ways > 1:
        _add_discards(game, table, spots.discard)
    return Strategy(game, MEMORY, table, mus).as_chances()


def _bets_faced(moves: tuple[Move, ...]) -> int:
    """Return 0 where nobody has bet, 1 after a bet that can be raised, 2 after the last word."""
    if moves[0].act is Act.PASO:
        return 0
    return 1 if any(move.act is Act.MAS for move in moves) else 2


def _add_discards(game: Game, table: Arr, start: int) -> None:
    """Throw for the best expected place of the hand in all lances together."""
    space = game.space
    strength = _standing(game).mean(0)
    keeps = best_keeps(space, strength[game.number])[game.order]
    hands = len(space)
    block = table[start:].reshape(KEYS * 4, -1, hands)
    block[:, keeps, np.arange(hands)] = 1


def _standing(game: Game) -> Arr:
    """Return the share of hands that each hand beats, a tie half, by lance; shape (4, hands)."""
    weights = game.space.weights[game.order]
    return np.stack([_ranked(key, weights) for key in game.deck.keys])


def _ranked(values: Arr, weights: Arr) -> Arr:
    """Return the share of the weight that lies below each value, equal ones half."""
    below = [weights[values < x].sum() + weights[values == x].sum() / 2 for x in values]
    return np.asarray(np.array(below) / weights.sum())


def random_bot(game: Game, mus: Mus | None = None) -> Strategy:
    """Return the player who makes every move equally often."""
    return _bot(game, mus, lambda lance, faced, move, hands: np.ones(len(hands)))


def always_paso(game: Game, mus: Mus | None = None) -> Strategy:
    """Return the player who never bets and refuses every bet."""
    return _bot(game, mus, lambda lance, faced, move, hands: np.full(len(hands), move.act in _STAY))


def calling_bot(game: Game, mus: Mus | None = None) -> Strategy:
    """Return the player who never bets and accepts every bet."""
    stay = {Act.PASO, Act.QUIERO}
    return _bot(game, mus, lambda lance, faced, move, hands: np.full(len(hands), move.act in stay))


BET_FROM, RAISE_FROM, ACCEPT_FROM, ORDAGO_FROM = 0.75, 0.93, 0.65, 0.98


def threshold_bot(game: Game, mus: Mus | None = None) -> Strategy:
    """Return the player by common advice.

    It places its hand among those that can play the lance, and goes by that alone:

    - bet with the best quarter of hands;
    - accept a bet with the best third or so;
    - raise with the best one in fourteen;
    - take an órdago with the best one in fifty, and never begin one;
    - bet neither more nor less because of the seat, the partner or the earlier lances.
    """
    place, known = _standing(game), dict[tuple[str, int, int], Arr]()

    def among(lance: str, hands: Arr) -> Arr:
        """Place the hands among those that may play: 0 the worst to 1 the best."""
        run = lance, int(hands[0]), len(hands)
        if run not in known:
            own = place[RANKING[lance]][hands]
            known[run] = _ranked(own, game.space.weights[game.order][hands])
        return known[run]

    def choose(lance: str, faced: int, move: Move, hands: Arr) -> Arr:
        x, act = among(lance, hands), move.act
        if faced == 0:
            bets = x >= BET_FROM
            return {Act.PASO: ~bets, Act.ENVIDO: bets}.get(act, np.zeros(len(hands), bool))
        raises = (x >= RAISE_FROM) & (faced == 1)
        accepts = (x >= (ACCEPT_FROM if faced == 1 else ORDAGO_FROM)) & ~raises
        refuses = ~raises & ~accepts
        return {
            Act.MAS: raises,
            Act.QUIERO: accepts,
            Act.NO_QUIERO: refuses,
        }.get(act, np.zeros(len(hands), bool))

    return _bot(game, mus, choose)
