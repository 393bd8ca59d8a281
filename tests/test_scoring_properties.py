"""What holds of every hand that is scored."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import sqrt

import naive_scoring
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from musodds.errors import InputError
from musodds.exact import odds
from musodds.rules import Rules, load_rules, presets
from musodds.scoring import BET_LANCES, HandScore, score

DECK = [rank + suit for rank in "RCS765432A" for suit in "oceb"]
BETS = ["pp", "A2 q", "B3 n", "A2 B+4 q", "B2 A+5 B+2 n", "A2 BORD n", "AORD n", "BORD q"]

hands_of = st.sampled_from([2, 4, 6]).flatmap(
    lambda players: st.permutations(DECK).map(
        lambda deck: [" ".join(deck[4 * seat : 4 * seat + 4]) for seat in range(players)]
    )
)
all_rules = st.sampled_from(list(presets())).map(load_rules)
all_bets = st.fixed_dictionaries({lance: st.sampled_from(BETS) for lance in BET_LANCES})


def play(
    hands: list[str], bets: dict[str, str], rules: Rules, before: tuple[int, int]
) -> HandScore:
    """Score with those of the bets that can be made."""
    made: dict[str, str] = {}
    for lance, said in bets.items():
        try:
            score(hands, made | {lance: said}, rules, before)
        except InputError:
            continue
        made[lance] = said
    return score(hands, made, rules, before)


@settings(max_examples=60, deadline=None)
@given(hands_of, all_bets, all_rules, st.tuples(st.integers(0, 29), st.integers(0, 29)))
def test_awards_add_up(
    hands: list[str], bets: dict[str, str], rules: Rules, before: tuple[int, int]
) -> None:
    """Scores never fall, each total follows from the last, and the awards make up the change."""
    played = play(hands, bets, rules, before)
    totals = dict(zip("AB", before, strict=True))
    for award in played.trace:
        assert award.tantos >= 0
        totals[award.team] += award.tantos
        assert award.total == totals[award.team]
        over = award.why == "ordago" or award.total >= rules.target
        assert over == (played.winner is not None and award is played.trace[-1])
    assert (totals["A"], totals["B"]) == played.score


@settings(max_examples=40, deadline=None)
@given(hands_of, all_bets, all_rules, st.permutations("oceb"))
def test_suits_change_nothing(
    hands: list[str], bets: dict[str, str], rules: Rules, suits: list[str]
) -> None:
    assume(rules.kings < 9 and not rules.wild and rules.real != "sota-oros")
    other = [hand.translate(str.maketrans("oceb", "".join(suits))) for hand in hands]
    bare = [" ".join(card[0] for card in hand.split()) for hand in hands]
    traces = {play(h, bets, rules, (0, 0)).trace for h in (hands, other, bare)}
    assert len(traces) == 1


@pytest.mark.parametrize(("preset", "kings"), [("naipera", 8), ("ffm", 4)])
@pytest.mark.parametrize("cards", ["RR3CS76AA2", "CC77654445"])
def test_paso_agrees_with_an_enumeration_of_a_small_deck(
    preset: str, kings: int, cards: str
) -> None:
    """All deals of two hands out of ten cards, against a second scorer."""
    ours, theirs = [0, 0], [0, 0]
    for mano in combinations(range(10), 4):
        rest = [card for card in range(10) if card not in mano]
        for postre in combinations(rest, 4):
            hands = ["".join(cards[c] for c in hand) for hand in (mano, postre)]
            for total, tantos in (
                (ours, score([" ".join(hand) for hand in hands], None, preset).score),
                (theirs, naive_scoring.paso(hands, kings)),
            ):
                total[0], total[1] = total[0] + tantos[0], total[1] + tantos[1]
    assert ours == theirs


@pytest.mark.parametrize(("preset", "kings"), [("naipera", 8), ("ffm", 4)])
def test_paso_agrees_deal_by_deal(preset: str, kings: int) -> None:
    """Four and six hands of the whole deck, against a second scorer."""
    shuffle = random.Random(7)
    for _ in range(1500):
        deck = shuffle.sample(DECK, 24)
        for players in (4, 6):
            hands = ["".join(c[0] for c in deck[4 * s : 4 * s + 4]) for s in range(players)]
            spaced = [" ".join(hand) for hand in hands]
            assert score(spaced, None, preset).score == naive_scoring.paso(hands, kings)


@pytest.mark.parametrize("preset", ["naipera", "ffm"])
def test_paso_agrees_with_the_exact_odds(preset: str) -> None:
    """The mean over dealt hands is the exact paso_ev of the mano's hand."""
    shuffle, mine = random.Random(11), ["Ro", "Rc", "4o", "Ao"]
    rest = [card for card in DECK if card not in mine]
    gained = []
    for _ in range(4000):
        deck = mine + shuffle.sample(rest, 12)
        a, b = score([" ".join(deck[4 * s : 4 * s + 4]) for s in range(4)], None, preset).score
        gained.append(a - b)
    mean = Fraction(sum(gained), len(gained))
    error = sqrt(float(sum((g - mean) ** 2 for g in gained)) / len(gained) ** 2)
    assert abs(float(mean) - odds("RR4A", "mano", preset).paso_ev) < 4 * error
