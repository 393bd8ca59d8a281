"""Envites of a style: every deal scored as the count scores the bets that were made."""

import naive
import numpy as np
import pytest

from musodds import cut_or_mus, load_rules, score
from musodds.bet_payoff import Envites
from musodds.hands import hand_space
from musodds.notation import parse_bets
from musodds.payoff import Paso
from musodds.policy import Policy
from musodds.seats import seats_of

NAIPERA = load_rules("naipera", {"target": 200})
SPACE = hand_space(NAIPERA)


def policy_of(rng, players=4, sure=True):
    hands = len(SPACE)
    cut, discard = np.zeros((1, players, hands)), np.zeros((1, players, hands, 16))
    discard[..., 0] = 1
    bet, accept = rng.random((2, 5, players, hands))
    if sure:
        bet, accept = (bet < 0.3).astype(float), (accept < 0.5).astype(float)
    return Policy(cut, discard, bet, accept)


def bets_of(policy, hands, numbers, mano=0):
    """Return what is said, lance by lance, in words of the count."""
    players, names = len(hands), seats_of(len(hands))
    juego = any(naive.points(hand) >= 31 for hand in hands)
    said = {}
    for lance in range(4):
        row = 4 if lance == 3 and not juego else lance
        holds = [
            (len(set(hand)) < 4 if row == 2 else naive.points(hand) >= 31 if row == 3 else True)
            for hand in hands
        ]
        if not (any(holds[::2]) and any(holds[1::2])):
            continue
        words = []
        for seat in range(players):
            if holds[seat] and policy.bet[row, (seat + mano) % players, numbers[seat]] == 1:
                words.append(f"{names[seat]} envido 2")
                answers = [(seat + k) % players for k in range(1, players, 2)]
                for rival in [r for r in answers if holds[r]]:
                    if policy.accept[row, (rival + mano) % players, numbers[rival]] == 1:
                        words.append(f"{names[rival]} quiero")
                        break
                    words.append(f"{names[rival]} no quiero")
                break
        if words:
            said[("grande", "chica", "pares", "juego")[lance]] = words
    return said


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("corrido", [False, True])
def test_tantos_equal_the_count(players, corrido):
    rng = np.random.default_rng(players)
    policy, shuffle = policy_of(rng, players), naive.stream("bets", players, corrido)
    payoff = Envites(SPACE, policy, corrido)
    for _ in range(120):
        cards = shuffle.sample(naive.DECKS[8], 4 * players)
        dealt = [naive.tidy(cards[i : i + 4]) for i in range(0, 4 * players, 4)]
        numbers = [SPACE.index(hand) for hand in dealt]
        cutter = shuffle.randrange(players)
        mano = cutter if corrido else 0
        order = [(mano + i) % players for i in range(players)]
        hands, in_order = [dealt[s] for s in order], [numbers[s] for s in order]
        said = bets_of(policy, hands, in_order, mano)
        moves = {lance: parse_bets(", ".join(words), players) for lance, words in said.items()}
        a, b = score(hands, moves, NAIPERA).score
        expected = (a - b) * (1 - 2 * (mano % 2))
        ends = np.array([[*numbers, cutter, 0, 3, 0]], dtype=np.int16)
        assert payoff(ends, 1, 0)[0] == expected + 3, (hands, said)


def test_without_bets_every_lance_is_passed():
    policy = policy_of(np.random.default_rng(1))
    silent = Policy(policy.cut, policy.discard, policy.bet * 0, policy.accept)
    ends = np.random.default_rng(2).integers(0, 330, (500, 8)).astype(np.int16)
    ends[:, 4:] = 0
    assert (Envites(SPACE, silent)(ends, 1, 0) == Paso(SPACE)(ends, 1, 0)).all()


def test_chances_are_kept_and_rows_of_one_deal_share_their_lots():
    policy = policy_of(np.random.default_rng(3), sure=False)
    ends = np.zeros((20_000, 8), dtype=np.int16)
    ends[:, :4] = [SPACE.index(hand) for hand in ("RRCA", "7654", "CC74", "S764")]
    ends[:, 7] = np.arange(20_000)
    values = Envites(SPACE, policy)(ends, 1, 0)
    again = Envites(SPACE, policy)(ends[::-1].copy(), 1, 0)
    assert (again[::-1] == values).all()
    assert not (Envites(SPACE, policy)(ends, 2, 0) == values).all()
    # grande alone: who opens, who accepts
    only = Policy(policy.cut, policy.discard, policy.bet.copy(), policy.accept)
    only.bet[1:] = 0
    grande = Envites(SPACE, only)(ends, 1, 0) - Paso(SPACE)(ends, 1, 0)
    hands = ends[0, :4]
    bet, accept = (chances[0, range(4), hands] for chances in (policy.bet, policy.accept))
    refused = [(1 - accept[1]) * (1 - accept[3]), (1 - accept[0]) * (1 - accept[2])]
    expected, nobody = 0.0, 1.0
    for seat in range(4):  # the mano wins grande: one more if accepted, the same if he is refused
        gains = {0: 1 - refused[0], 1: (1 - refused[1]) - 2 * refused[1]}[seat % 2]
        expected += nobody * bet[seat] * gains
        nobody *= 1 - bet[seat]
    mean, se = grande.mean(), grande.std() / np.sqrt(len(grande))
    assert abs(mean - expected) < 4 * se


def test_a_style_that_bets_names_its_payoff():
    choice = cut_or_mus("RRCA", style="usual+bets", deals=20_000)
    assert choice.to_dict()["payoff"] == "bets"
    assert choice.cut.se > 0
    assert cut_or_mus("RRCA", deals=20_000).to_dict()["payoff"] == "paso"
