"""A player at the table: what is played is recorded as it was said, and the others play as ever."""

from __future__ import annotations

import numpy as np
import pytest
from drills_help import Dice

from musodds.drills.table import Game, SeatedHand, end_of
from musodds.envites import settle
from musodds.notation import Act, Move, parse_bets
from musodds.record import write_record
from musodds.record_lances import lances_of
from musodds.record_reader import read_record
from musodds.replay import replay
from musodds.rules import load_rules
from musodds.self_play import play_hand, strategy_under
from musodds.solver.four.listening import Listener
from musodds.solver.four.menu import Menu
from musodds.solver.four.solved_style import mus_chances
from musodds.solver.four.translate import counterparts
from musodds.solver.four.tree import lance_tree

RULES = load_rules("naipera")


@pytest.fixture(scope="module")
def usual():
    strategy = strategy_under(RULES, "usual")
    return strategy, mus_chances(strategy)


@pytest.mark.parametrize("seed", range(25))
def test_without_a_player_the_hand_is_that_of_the_strategy(usual, seed):
    strategy, chances = usual
    rng = np.random.default_rng((seed,))
    before = (20, 38 - seed)
    hand = SeatedHand(strategy, chances, rng, Dice(0), -1, 1, before)
    hand.play_mus()
    hand.play_bets(RULES.target, before)
    wanted = play_hand(strategy, (seed,), 0, before)
    if len(wanted.rounds) < int(strategy.mus.rounds):  # at the table mus has no end
        assert hand.record(0, before) == wanted


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_recorded_as_they_were_said(seed):
    player = Dice(seed)
    game = Game(RULES, "usual", seed % 4, player, seed=seed, score=(25, 28))
    while not game.over:
        game.play_hand()
    record = game.record
    assert read_record(write_record(record)).hands == record.hands
    assert record.hands[-1].winner in ("A", "B")
    assert player.ends == len(record.hands) == len(player.scores)
    own = [
        (d.kind, d.did)
        for hand in replay(record)
        for d in hand.decisions
        if d.player == game.seat and d.kind not in ("cut", "discard")
    ]
    said = [(lance, str(act) + (f":{n}" if n else "")) for lance, act, n in player.said]
    assert own == said
    scores = [
        hand.before if (game.seat - hand.mano) % 2 == 0 else hand.before[::-1]
        for hand in record.hands
    ]
    assert scores == player.scores


def test_same_seed_and_words_give_the_same_game():
    one, two = (Game(RULES, "usual", 2, Dice(4), seed=9, score=(30, 30)) for _ in range(2))
    for game in (one, two):
        game.play_hand()
    assert one.record == two.record


def test_mus_goes_on_as_long_as_nobody_cuts(usual):
    class Patient(Dice):
        def cuts(self, view):
            self.asked = getattr(self, "asked", 0) + 1
            return self.asked > 5

    strategy, (cut, keep) = usual
    player, rng = Patient(1), np.random.default_rng(1)
    hand = SeatedHand(strategy, (np.zeros_like(cut), keep), rng, player, 0, 1, (0, 0))
    hand.play_mus()
    hand.play_bets(RULES.target, (0, 0))
    recorded = hand.record(0, (0, 0))
    assert len(recorded.rounds) == len(player.drawn) == 5 > int(strategy.mus.rounds)
    assert [one.hands[0] for one in recorded.rounds] == player.drawn


def test_game_under_other_rules():
    rules = load_rules("ehmf")
    game = Game(rules, "usual", 3, Dice(1), seed=1, score=(20, 20))
    game.play_hand()
    assert read_record(write_record(game.record)).hands == game.record.hands


@pytest.mark.parametrize("mask", [15, 0b0111, 0b1001])
def test_bets_off_the_menu_are_heard_as_translation_reads_them(mask):
    """Follow random lines of a bigger menu; the nodes meant are those of `counterparts`."""
    old = lance_tree("grande", mask, RULES)
    new = lance_tree("grande", mask, RULES, Menu((2, 5, 9), (3, 7), 2))
    meant = counterparts(old, new, RULES, 22.0)
    rng = np.random.default_rng(mask)
    for _ in range(200):
        heard, at = Listener(old, RULES, 22.0), 0
        while at >= 0:
            assert heard.meant == pytest.approx(meant[at])
            node = new.nodes[at]
            chosen = int(rng.integers(len(node.moves)))
            heard.hear(node.moves[chosen])
            at = node.to[chosen]


def test_a_raise_that_the_rules_forbid_is_accepted_instead():
    rules = load_rules("naipera", {"max_bet": 5})
    heard = Listener(lance_tree("grande", 15, rules), rules, 22.0)
    heard.hear(Move(Act.ENVIDO, 4, seat=0))

    def chances(at):
        acts = [move.act for move in heard.tree.nodes[at].moves]
        wanted = Act.MAS if Act.MAS in acts else Act.QUIERO  # where it was taken for an órdago
        return np.array([act is wanted for act in acts], float)

    said = {move: chance for move, chance in heard.answers(chances).items() if chance}
    assert said == {Move(Act.QUIERO, seat=1): pytest.approx(1.0)}


@pytest.mark.parametrize("lance", ["grande", "pares", "punto"])
def test_end_is_that_of_the_tree(lance):
    tree = lance_tree(lance, 15, RULES)
    rng = np.random.default_rng(5)
    for _ in range(100):
        at, said = 0, []
        while at >= 0:
            node = tree.nodes[at]
            chosen = int(rng.integers(len(node.moves)))
            said.append(node.moves[chosen])
            at = node.to[chosen]
        outcome = settle(lance, said, [True] * 4, RULES)
        assert end_of(outcome, said, lance, RULES) == tree.ends[-1 - at]


def test_end_of_any_size():
    said = parse_bets("mano 7, segundo 9 más, mano n, tercero n")
    end = end_of(settle("grande", said, [True] * 4, RULES), said, "grande", RULES)
    assert (end.stake, end.outcome) == (7, 2 + 2 * 1)


def test_score_within_a_hand_has_the_refusals(usual):
    """The stones that the player sees are those of the record's lances."""

    class Watching(Dice):
        def says(self, view, lance, options, history):
            self.seen.append((lance, view.score))
            return super().says(view, lance, options, history)

    for seed in range(15):
        player = Watching(seed, cut=1.0)
        player.seen = []
        game = Game(RULES, "usual", 0, player, seed=seed, score=(10, 12))
        hand = game.play_hand()
        before = {lance.lance: lance.before for lance in lances_of(RULES, hand)}
        assert all(score == before[lance] for lance, score in player.seen)
