"""From when the last bet is accepted: against pot odds, the count, and the definition."""

import doctest

import numpy as np
import pytest

from musodds import accept
from musodds.accept import LastBet, accept_from
from musodds.equity import Equity
from musodds.equity_table import find_equity
from musodds.errors import InputError
from musodds.rules import load_rules
from musodds.scoring import score

NAIPERA = load_rules("naipera")
BETS = [LastBet(2), LastBet(5, 2), LastBet(2, 1, 2, 3), LastBet(9, 4, 0, 0), LastBet(None)]
# the same hands with the best one in the mano's pair, then in the other
PUNTO = ["RR7A", "7654", "C764", "S654"], ["7654", "RR7A", "C764", "S654"]
JUEGO = ["RRRA", "RRC7", "7654", "6544"], ["RRC7", "RRRA", "7654", "6544"]


def level_equity(slope=1 / 100):
    """Return chances in which every tanto is worth the same, as far as they go, whoever is mano."""
    us, them = np.indices((40, 40))
    won = 0.5 + slope * (us - them)
    endings = np.zeros((2, 40, 40, 4))
    endings[..., 3], endings[..., 0] = won, 1 - won
    return Equity(NAIPERA, "level", 1, 1, endings)


@pytest.mark.parametrize("bet", BETS, ids=str)
@pytest.mark.parametrize("mano", [True, False])
def test_where_tantos_are_all_alike_it_is_the_pot_odds(bet, mano):
    found = accept_from(level_equity(), bet, mano)[0, :28, :28]  # nobody gets to the target
    if bet.stake is None:  # that depends on the score
        found = np.diagonal(found)
    assert np.allclose(found, bet.in_tantos(50), atol=1e-12)


@pytest.mark.parametrize("bet", BETS, ids=str)
def test_at_the_threshold_accepting_and_refusing_win_alike(bet):
    equity = find_equity("naipera")
    found = accept_from(equity, bet, mano=False)[0]

    def game(us, them):
        if max(us, them) >= 40:
            return float(us >= 40)
        return equity.at(us, them, mano=True).game.value

    for us, them in ((0, 0), (12, 30), (33, 20), (35, 36), (38, 31)):
        p, refuses = found[us, them], game(us, them + bet.refused + bet.theirs)
        if bet.stake is None:
            wins, loses = 1, 0
        else:
            wins = game(us + bet.stake + bet.ours, them)
            loses = game(us, them + bet.stake + bet.theirs)
        assert p * wins + (1 - p) * loses == pytest.approx(refuses)


@pytest.mark.parametrize(("lance", "hands"), [("punto", PUNTO), ("juego", JUEGO)])
@pytest.mark.parametrize(("said", "stake", "refused"), [("B2", 2, 1), ("A2 B+3", 5, 2)])
def test_it_pays_what_the_count_pays(lance, hands, said, stake, refused):
    def pays(dealt, bets):
        """Return what either pair gets in the last lance."""
        got = {"A": 0, "B": 0}
        for award in score(dealt, {"juego": bets}, "naipera").trace:
            if award.lance == lance:
                got[award.team] += award.tantos
        return got["A"], got["B"]

    wins, loses = hands
    last = LastBet(stake, refused, pays(wins, "")[0], pays(loses, "")[1])
    assert last.ours == last.theirs == (1 if lance == "punto" else 3)
    assert pays(wins, f"{said} q") == (last.stake + last.ours, 0)
    assert pays(loses, f"{said} q") == (0, last.stake + last.theirs)
    assert pays(loses, f"{said} n") == (0, last.refused + last.theirs)


def test_who_would_be_out_by_a_refusal_accepts_anything_and_who_wins_by_it_nothing():
    equity = find_equity("naipera")
    for bet in BETS:
        assert (accept_from(equity, bet, True)[:, :, 39] == 0).all()
    ordago = accept_from(equity, LastBet(None), True)
    assert (np.diff(ordago[0, :, :38], axis=0) > -0.05).all()  # who leads risks more
    assert ordago[0, 39, 0] > 0.95


def test_batches_show_the_error():
    equity = find_equity("ehmf")
    found = accept_from(equity, LastBet(2), False)
    assert found.shape == (21, 30, 30)
    assert ((found >= 0) & (found <= 1)).all()
    assert 0 < found[1:, 10, 10].std(ddof=1) / 20**0.5 < 0.002


@pytest.mark.parametrize("wrong", [(2, 2), (1, 1), (5, 0), (None, 0), (2, 1, -1, 0)])
def test_bets_that_cannot_be_are_refused(wrong):
    with pytest.raises(InputError):
        LastBet(*wrong)


def test_examples_in_docstrings():
    failed, tried = doctest.testmod(accept)
    assert (failed, tried) == (0, 4)
