"""Hands as they are paid, against the scoring of a played hand."""

from __future__ import annotations

import numpy as np
import pytest

from musodds.induction import MOST, WE_WIN, induct
from musodds.notation import Act
from musodds.rules import load_rules
from musodds.scoring import score
from musodds.solver.four.bots import always_paso, random_bot, threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.payments import _play, play_hands, sample_hands
from musodds.solver.four.play import new_play_work, player_of


def moves_of(game, strategy, hands):  # type: ignore[no-untyped-def]
    """Return the bets of a hand by lance, of a player who never mixes."""
    at, found, deck = 0, {}, game.deck
    for tree, betting in enumerate(game.betting):
        lance = {"grande": 0, "chica": 1, "pares": 2}.get(betting.lance, 3)
        mask = 15
        if lance >= 2:
            mask = sum(1 << s for s in range(4) if deck.tantos[lance - 2, hands[s]] > 0)
        if game.trees.number[lance, mask] == tree:
            found["juego" if lance == 3 else betting.lance] = said = []
            node = 0
            while node >= 0:
                here = betting.nodes[node]
                width = int(game.trees.width[tree])
                start = int(game.trees.place[at + node]) + hands[here.seat]
                start -= int(game.trees.first[tree])
                base = int(np.sum([game.trees.size[t] for t in range(tree)]))
                row = [strategy.table[base + start + a * width] for a in range(len(here.moves))]
                said.append(here.moves[int(np.argmax(row))])
                node = here.to[int(np.argmax(row))]
        at += len(betting.nodes)
    over = False
    for lance in ("grande", "chica", "pares", "juego"):
        said = found.setdefault(lance, [])
        if over:
            said.clear()
        acts = [move.act for move in said]
        over |= Act.ORDAGO in acts and acts[-1] is Act.QUIERO
    return found


def stubborn(game):  # type: ignore[no-untyped-def]
    """Return a player who always does the same, chosen by lot, with the same hand."""
    bot, rng = random_bot(game), np.random.default_rng(3)
    for rows, _ in bot.decisions():
        chosen = rng.integers(0, rows.shape[-2], (*rows.shape[:-2], 1, rows.shape[-1]))
        rows[:] = np.arange(rows.shape[-2])[:, None] == chosen
    return bot


@pytest.mark.parametrize("make", [threshold_bot, stubborn])
@pytest.mark.parametrize("name", ["naipera", "ehmf", "madrid"])
def test_payments_are_those_of_the_scoring(name: str, make) -> None:  # type: ignore[no-untyped-def]
    rules = load_rules(name)
    game = make_game(rules)
    bot = make(game)
    work, player = new_play_work(game, 5), player_of(bot)
    late = np.float32(rules.punto_refused == "at-count")
    kinds = set()
    for _ in range(300):
        paid, ordago = np.zeros((1, MOST), np.int8), np.zeros(1, np.int8)
        trees = game.deck, game.trees, bot.mus, player, player
        dealt = np.zeros((1, 4), np.int16)
        _play(*trees, work, late, paid, ordago, dealt)
        hands = [int(h) for h in work.hands]
        assert dealt[0].tolist() == hands
        names = [game.space.names[game.order[h]] for h in hands]
        played = score(names, moves_of(game, bot, hands), rules)
        told = [a.tantos if a.team == "A" else -a.tantos for a in played.trace if a.tantos]
        assert paid[0][: len(told)].tolist() == told
        assert not paid[0][len(told) :].any()
        won = {"A": 1, "B": -1, None: 0}[played.winner]
        assert ordago[0] == won
        kinds |= {a.why for a in played.trace}
    expected = {"refused", "bet", "bonus", "bet+bonus", "paso"}
    assert ({"ordago", "refused"} if make is stubborn else expected) <= kinds


def test_a_game_of_paso_is_won_as_often_as_games_that_are_played() -> None:
    game = make_game(load_rules("naipera"))
    bot = always_paso(game)
    hands = sample_hands(bot, bot, 5000, batches=4)
    won = induct(hands, 40)[0, 30, 33, WE_WIN:].sum()
    rng, wins, games = np.random.default_rng(1), 0, 20_000
    chances = hands.counts.sum(0) / hands.counts.sum()
    for _ in range(games):
        tantos, mano = [30, 33], 0
        while max(tantos) < 40:
            for paid in hands.paid[rng.choice(len(chances), p=chances)]:
                pair = mano if paid > 0 else 1 - mano
                tantos[pair] += abs(int(paid))
                if tantos[pair] >= 40:
                    break
            mano = 1 - mano
        wins += tantos[0] >= 40
    assert abs(wins / games - won) < 3 * (won * (1 - won) / games) ** 0.5


def test_hands_are_the_same_whether_they_are_noted_or_not() -> None:
    game = make_game(load_rules("naipera"))
    bots = threshold_bot(game), threshold_bot(game)
    noted, plain = play_hands(bots, 1, 0, 500, noted=True), play_hands(bots, 1, 0, 500)
    assert np.array_equal(noted[0], plain[0])
    assert np.array_equal(noted[1], plain[1])
    assert noted[2].shape == (500, 4)
    assert plain[2].shape == (0, 4)


def test_the_same_seed_gives_the_same_hands() -> None:
    game = make_game(load_rules("naipera"))
    bots = threshold_bot(game), always_paso(game)
    once, again, other = (sample_hands(*bots, 400, 2, seed) for seed in (1, 1, 2))
    assert np.array_equal(once.counts, again.counts)
    assert np.array_equal(once.paid, again.paid)
    assert once.paid.shape != other.paid.shape or (once.counts != other.counts).any()
    assert once.counts.sum(1).tolist() == [400, 400]
