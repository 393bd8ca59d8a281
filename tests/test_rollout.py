"""Rollouts of single decisions against hands played forward and thrown away."""

from __future__ import annotations

import doctest
import random
from functools import cache
from types import SimpleNamespace

import naive
import naive_rollout
import numpy as np
import pytest
from four_help import ROOMY, plain_players, small_game
from test_four_reading import plain_word
from test_four_translate import any_strategy

from musodds.errors import InputError
from musodds.notation import parse_bets
from musodds.rules import load_rules
from musodds.solver.four import proposal, rolled, rollout, said, worlds
from musodds.solver.four.asking import Question
from musodds.solver.four.game import make_game
from musodds.solver.four.proposal import Known, propose
from musodds.solver.four.reading import read
from musodds.solver.four.rolled import Effort, purse_of, roll_actions
from musodds.solver.four.rollout import GAME, TANTOS
from musodds.solver.four.said import ALL_IN, Pending, follow_said, lines_to
from musodds.solver.four.tree import lance_tree

SCORE = (30, 31)  # ours-theirs: some hands end the game at the count
LANCE = {"grande": 0, "chica": 1, "pares": 2, "juego": 3, "punto": 3}


@cache
def strategy(rounds):
    """Return a strategy with random chances, rather quiet, of a game with a deck of few ranks."""
    made = any_strategy(small_game(cards=ROOMY), rounds, seed=4)
    for rows, _ in made.decisions():
        if rows.shape[-2] < 16:
            rows[..., 0, :] = 4 * rows[..., 0, :] + 0.5
    return made.as_chances()


@cache
def won():
    """Return chances of winning the game, any at all."""
    return np.random.default_rng(1).random((1, 40, 40))


def roll(seat, hand, lance, told="", pending=(), deals=60_000, seed=1, **known):
    """Return what a decision brings with the strategy of one round of mus."""
    made = strategy(1)
    game, number = made.game, made.game.space.names.index(hand)
    drawn = propose(made, Known(seat, number, **known))
    return roll_actions(
        made,
        drawn,
        follow_said(game, seat, lance, parse_bets(told), pending),
        purse_of(game, drawn[0], SCORE, SimpleNamespace(won=won())),
        Effort(deals, seed),
    )


def anything(_):
    """Agree with all."""
    return True


def forward(seat, hand, lance, hands, line=(), holds=anything, agrees=anything, dealt=False):
    """Return the same, by rejection; ``dealt``: the hand is known to be as dealt."""
    rng = random.Random(7)
    players = plain_players(strategy(1))

    def make():
        return naive_rollout.Asked(seat, hand if dealt else None, rng, ROOMY, *players, 1)

    def fits(played):
        return played.hands[seat] == hand and holds(played)

    score = SCORE if seat % 2 == 0 else SCORE[::-1]
    line, at, chances = list(line), LANCE[lance], won()[0].tolist()
    return naive_rollout.try_all(make, fits, agrees, at, line, score, chances, hands)


def compare(found, plain, z=3.5):
    """Compare all actions, and how often the lance is won."""
    assert len(plain) > 60
    p, se = found.p_win()
    often = np.mean([best for _, best, _ in plain])
    assert abs(often - p) < z * np.hypot(se, np.sqrt(p * (1 - p) / len(plain))) + 1e-9
    for payoff in (TANTOS, GAME):
        means, errors = found.values(payoff)
        for a, action in enumerate(found.actions):
            got = [brings[plain_word(action)][payoff] for _, _, brings in plain]
            mean, se = naive.mean_and_error(got)
            assert abs(mean - means[a]) < z * np.hypot(se, errors[a]), (action, mean, means[a])


def some_of(seat, names):
    """Return what is known where a seat holds one of some hands."""
    like = np.ones((4, len(strategy(1).game.space)))
    like[seat] = [name in names for name in strategy(1).game.space.names]
    return like


def test_with_nothing_known_but_the_hand():
    compare(roll(0, "R75A", "grande"), forward(0, "R75A", "grande", 4_000))


def test_after_a_cut_and_a_bet():
    line = [(0, "paso"), (1, "paso"), (2, "envido 2")]
    plain = forward(
        3, "R75A", "grande", 10_000, line, lambda played: played.way == (0, 1), dealt=True
    )
    compare(roll(3, "R75A", "grande", "tercero 2", cutters=(1,), redraw=False), plain)


@pytest.fixture(scope="module")
def after_mus():
    """Return hands after a round of mus, the mano having passed in grande."""
    return forward(1, "R75A", "grande", 40_000, [(0, "paso")], lambda played: played.way[0] == 1)


def test_after_mus_with_pares_known(after_mus):
    names = [name for name in strategy(1).game.space.names if naive.has("pares", name)]
    found = roll(1, "R75A", "grande", "mano p", likelihoods=some_of(2, names), redraw=True)
    compare(found, [one for one in after_mus if one[0][2] in names])


@pytest.mark.parametrize(("few", "sure"), [(0.0, proposal.DEALT), (0.9, proposal.ALWAYS)])
def test_a_partner_who_is_nearly_known_after_mus(few, sure, after_mus, monkeypatch):
    """Hands are led back by what he may have thrown, as the asker's own, or led forward."""
    monkeypatch.setattr(proposal, "FEW", few)
    names = ("RR7A", "R77A", "R55A", "RR5A", "R75A")
    like, space = some_of(3, names), strategy(1).game.space
    drawn = propose(strategy(1), Known(1, space.names.index("R75A"), like, redraw=True))[0]
    assert drawn.sure[3] == sure
    found = roll(1, "R75A", "grande", "mano p", likelihoods=like, redraw=True)
    compare(found, [one for one in after_mus if one[0][3] in names])


def test_what_a_seat_was_seen_to_throw():
    def holds(played):
        return played.way[0] == 1 and len(played.kept[2]) == 1 and len(played.kept[1]) == 2

    plain = forward(1, "R75A", "grande", 60_000, [(0, "paso")], holds)
    compare(roll(1, "R75A", "grande", "mano p", redraw=True, threw={2: 3, 1: 2}), plain)


def at_once(played):
    """Return whether somebody cut as the hands were dealt."""
    return played.way[0] == 0


def bets_of(said):
    """Return what was said from the first bet on."""
    return [one for k, one in enumerate(said) if any(word != "paso" for _, word in said[: k + 1])]


def test_a_pending_bet_is_counted():
    def agrees(told):
        accepted = [(0, "envido 2"), (1, "quiero")], [(0, "envido 2"), (1, "no"), (3, "quiero")]
        return bets_of(told[0]) in accepted

    plain = forward(0, "RR5A", "chica", 12_000, (), at_once, agrees, dealt=True)
    found = roll(0, "RR5A", "chica", pending=(Pending((0,), 2),), redraw=False)
    compare(found, plain)


def test_a_refused_bet_is_counted_no_more():
    def agrees(told):
        refused = [[(1, "envido 2"), (2, "no"), (0, "no")], [(3, "envido 2"), (0, "no"), (2, "no")]]
        return bets_of(told[0]) in refused

    line = [(0, "paso"), (1, "paso")]
    plain = forward(2, "R75A", "chica", 12_000, line, at_once, agrees, dealt=True)
    pending = (Pending((1, 3), 2, refused=True),)
    compare(roll(2, "R75A", "chica", "p p", pending=pending, redraw=False), plain)


def test_lances_in_paso_and_those_of_which_nothing_is_known():
    def agrees(told):
        return bets_of(told[0]) == []

    plain = forward(0, "RR5A", "pares", 8_000, (), at_once, agrees, dealt=True)
    compare(roll(0, "RR5A", "pares", pending=(Pending(), None), redraw=False), plain)


@pytest.mark.parametrize("cut", [None, 2])
def test_rollouts_agree_with_what_is_read_off_the_strategy(cut):
    """Two methods for the value of the same play: deals for one hand, and walks for all hands."""
    made, hand = strategy(1), strategy(1).game.space.names.index("R75A")
    told = parse_bets("mano 2, segundo n")
    walked = read(made, 3, [Question("grande", told, cut)], deals=4_000)[0]
    cutters = (0, 1, 2, 3) if cut is None else (cut,)
    found = roll(3, "R75A", "grande", "mano 2", cutters=cutters)
    assert found.actions == walked.actions
    means, errors = found.values(TANTOS)
    apart = means - walked.tantos[:, hand]
    assert (abs(apart) < 3.5 * np.hypot(errors, walked.se[:, hand])).all()
    assert found.frequency() == pytest.approx(walked.frequency[:, hand], abs=0.03)


# ---------------------------------------------------------------- what was said


def texts(told, seat, mask=15, rules="naipera"):
    """Return the lines that fit what is told, in words."""
    tree = lance_tree("grande", mask, load_rules(rules))
    return [
        [tree.nodes[node].moves[a].text() for node, a in line]
        for line, _ in lines_to(tree, seat, parse_bets(told))
    ]


def test_words_that_follow_are_filled_in():
    assert texts("", 2) == [["mano p", "segundo p"]]
    assert texts("mano 2", 1) == [["mano 2"]]
    assert texts("mano 2", 3) == [["mano 2", "segundo n"]]
    assert texts("tercero 2", 3) == [["mano p", "segundo p", "tercero 2"]]
    assert texts("tercero 2", 1) == [["mano p", "segundo p", "tercero 2", "postre n"]]
    assert texts("mano 2, postre +3", 0) == [["mano 2", "segundo n", "postre +3"]]
    assert texts("A2", 1) == [["mano 2"], ["mano p", "segundo p", "tercero 2", "postre n"]]
    assert texts("p p 2", 3) == [["mano p", "segundo p", "tercero 2"]]
    # where the first word binds the pair, the partner left it to us expressly
    assert texts("mano 2", 3, rules="ffm") == [["mano 2", "segundo nere gatik tira"]]


@pytest.mark.parametrize("told", ["tercero 2", "mano 2", "tercero +3", "mano 2, segundo q"])
def test_what_does_not_lead_there_is_no_line(told):
    """A rival's answer is not made up, nor is a word that cannot be."""
    assert texts(told, 2) == []


def test_stakes_that_nothing_comes_to_are_refused():
    game = make_game(load_rules("naipera"))
    with pytest.raises(InputError, match="no bets come to 4"):
        follow_said(game, 0, "chica", (), [Pending((1, 3), 4)])
    with pytest.raises(InputError, match="the segundo speaks, not the mano"):
        follow_said(game, 0, "chica", parse_bets("mano 2"), [None])
    for pending in (Pending((0,), 5), Pending((3,), ALL_IN, refused=True), Pending(played=False)):
        follow_said(game, 0, "chica", (), [pending])


# ---------------------------------------------------------------- the same bits


def test_the_same_seed_gives_the_same_bits(monkeypatch):
    first = roll(0, "R75A", "grande", deals=5_000)
    monkeypatch.setattr(rolled, "map_chunks", lambda work, n: [work(k) for k in range(n)])
    again = roll(0, "R75A", "grande", deals=5_000)
    assert all((a == b).all() for a, b in zip(first.sums, again.sums, strict=True))
    assert (
        first.values(TANTOS)[0][0]
        != roll(0, "R75A", "grande", deals=5_000, seed=2).values(TANTOS)[0][0]
    )


def test_what_cannot_be_is_told():
    with pytest.raises(InputError, match="it cannot come about"):
        propose(strategy(0), Known(0, 0, redraw=True))
    space = strategy(1).game.space
    like = np.ones((4, len(space)))
    like[2] = 0
    like[2, space.names.index("RRRR")] = 1
    found = propose(strategy(1), Known(0, 0, like))[0]
    assert found.mass[2] == pytest.approx(found.ways[strategy(1).game.number[0]])


def test_the_examples_of_the_modules_hold():
    for module in (proposal, worlds, said, rollout, rolled):
        assert doctest.testmod(module).failed == 0
