"""Tables that play as solved, in questions about the mus phase."""

from __future__ import annotations

import numpy as np
import pytest

from musodds.errors import InputError
from musodds.hands import hand_space
from musodds.mus import cut_or_mus
from musodds.policy import cut_shares, style_policy
from musodds.rounds import play_rounds
from musodds.rules import load_rules
from musodds.solver.four.game import layout
from musodds.solver.four.mus_game import places
from musodds.strategies import find_strategy

RULES = load_rules("naipera")


def test_a_solved_table_cuts_as_its_style_and_throws_as_solved() -> None:
    plain, solved = style_policy(RULES, "usual"), style_policy(RULES, "usual+solved")
    assert np.allclose(solved.cut, plain.cut[0], atol=1e-6)
    assert solved.discard.shape == (2, 4, len(hand_space(RULES)), 16)
    assert (solved.discard[0] != plain.discard[0]).mean() > 0.01


def test_an_equilibrium_is_read_as_it_is_kept() -> None:
    strategy = find_strategy(RULES, "equilibrium").strategy
    game, policy = strategy.game, style_policy(RULES, "equilibrium")
    spots = places(game, layout(game, strategy.memory), int(strategy.mus.rounds))
    hand = game.space.index("RRCA")
    for key, seat in ((0, 0), (1, 3)):
        at = spots.cut + ((key * 4 + seat) * 2 + 1) * spots.hands + game.number[hand]
        assert policy.cut[key, seat, hand] == pytest.approx(strategy.table[at])
    assert cut_shares(RULES, policy)[0].max() > 0.6


def test_nearly_every_deal_is_cut_in_the_first_round_at_equilibrium() -> None:
    played = play_rounds(style="equilibrium", deals=100_000).played()
    assert played[0].tantos > 0.97


def test_answers_name_the_payoff() -> None:
    found = cut_or_mus("RRCA", style="usual+solved", deals=8192)
    told = found.to_dict()
    assert (told["payoff"], told["style"]) == ("solved", "usual+solved")
    paso = cut_or_mus("RRCA", style="usual", deals=8192)
    # with bets a hand like this is worth more
    assert found.cut.tantos > paso.cut.tantos + 1


def test_who_may_not_ask() -> None:
    with pytest.raises(InputError, match="for 6 players"):
        cut_or_mus("RRCA", players=6, style="usual+solved", deals=4096)
    with pytest.raises(InputError, match="first hand"):
        cut_or_mus("RRCA", rules="madrid", style="usual+solved", first_hand=True, deals=4096)
