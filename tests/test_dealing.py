"""Deals given what is known: against every deal counted, and against the plain game."""

from collections import Counter
from math import sqrt

import naive
import numpy as np
import pytest
from plays import as_policy, never_cut, paso_of, space_of, starting, throw_all

from musodds import InputError, cut_or_mus, load_rules
from musodds.dealing import deal_chunk, starts
from musodds.simulate import sim_table
from musodds.trials import Asked, compare

NAIPERA = load_rules("naipera")
# seven hands' worth of cards that make fifteen different hands
DECK = 8 * "R" + 3 * "7" + 8 * "A"
SPACE = space_of(DECK)
TABLE = sim_table(NAIPERA, as_policy(SPACE, never_cut, throw_all), space=SPACE)
GONE = np.array([1, 0, 1])  # a king and an ace were seen elsewhere
DEALS = 40_000


def joint(asker, hand, like, gone="RA"):
    """Return the exact weight of every deal of the other three hands, in seat order."""
    seats = [seat for seat in range(4) if seat != asker]
    weights = {}

    def go(i, left, held, weight):
        if i == len(seats):
            weights[held] = weight
            return
        for name, n in naive.ways(left).items():
            chance = like[seats[i], SPACE.index(name)]
            if chance > 0:
                go(i + 1, naive.without(left, name), (*held, name), weight * n * chance)

    go(0, naive.without(naive.without(DECK, gone), hand), (), 1.0)
    return weights


def dealt(asker, hand, like, tables=True):
    """Return how often the other three hands were dealt."""
    known = [-1] * 4
    known[asker] = SPACE.index(hand)
    start = starts(SPACE, known, GONE, like, tables)
    deals = deal_chunk(5, 0, DEALS, asker, start, TABLE)
    assert (deals.hands[:, asker] == known[asker]).all()
    others = np.delete(deals.hands, asker, axis=1)
    for row, stock, at in zip(deals.hands[:50], deals.stock, deals.at, strict=False):
        cards = "".join(SPACE.names[h] for h in row)
        left = [SPACE.deck.names[c] for c in stock[at[0] : at[1]]]
        assert Counter([*cards, *left, "R", "A"]) == Counter(DECK)
    return start, Counter(tuple(SPACE.names[h] for h in row) for row in others)


def chi_square(counts, weights):
    """Return by how many standard deviations counts are off their weights in all."""
    n, p = counts.sum(), weights / weights.sum()
    k = len(counts)
    statistic = ((counts - n * p) ** 2 / (n * p)).sum()
    variance = 2 * (k - 1) + ((1 / p).sum() - k**2 - 2 * k + 2) / n
    return (statistic - (k - 1)) / sqrt(variance)


def check_joint(found, weights):
    assert set(found) <= {hands for hands, weight in weights.items() if weight > 0}
    # deals that hardly ever come up are taken together
    total, rare = sum(weights.values()), [0.0, 0.0]
    counts, expected = [], []
    for hands, weight in weights.items():
        if weight * DEALS < 5 * total:
            rare[0], rare[1] = rare[0] + found[hands], rare[1] + weight
        else:
            counts.append(found[hands])
            expected.append(weight)
    if rare[1] > 0:
        counts.append(rare[0])
        expected.append(rare[1])
    if len(counts) > 1:
        assert abs(chi_square(np.array(counts), np.array(expected))) < 4.5


def random_likelihoods(key, seats):
    """Make some hands impossible, some sure, the others something in between."""
    rng, like = naive.stream("like", key, seats), np.ones((4, len(SPACE)))
    for seat in seats:
        row = [rng.choice([0, 0, 1, rng.random(), rng.random() / 10]) for _ in range(len(SPACE))]
        row[rng.randrange(len(SPACE))] = 0.7
        like[seat] = row
    return like


@pytest.mark.parametrize("tables", [True, False])
@pytest.mark.parametrize(
    ("asker", "told"),
    [(0, ()), (0, (1,)), (0, (3,)), (0, (1, 2)), (2, (0, 3)), (3, (0, 1, 2)), (1, (0, 2, 3))],
)
def test_hands_are_dealt_by_their_joint_chances(asker, told, tables):
    """With cards out of play; one seat or two from tables, the third by rejection."""
    like = random_likelihoods(asker, told)
    start, found = dealt(asker, "R7AA", like, tables)
    assert len(start.tabled) == (min(2, len(told)) if tables else 0)
    check_joint(found, joint(asker, "R7AA", like))


@pytest.mark.parametrize("more", [(), (3,), (2, 3)])
def test_a_seat_with_a_single_hand(more):
    like = random_likelihoods("single", more)
    like[1] = np.arange(len(SPACE)) == SPACE.index("RR7A")
    _, found = dealt(0, "R7AA", like)
    assert {hands[0] for hands in found} == {"RR7A"}
    check_joint(found, joint(0, "R7AA", like))


def test_a_likelihood_counts_up_to_a_factor():
    like = random_likelihoods("factor", (1, 2))
    scaled = like.copy()
    scaled[1] *= 1e-200
    scaled[2] *= 7
    assert dealt(0, "R7AA", like)[1] == dealt(0, "R7AA", scaled)[1]


def of_hands(*names):
    return np.isin(np.arange(len(SPACE)), [SPACE.index(name) for name in names]).astype(float)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (of_hands(), of_hands("RRRR")),  # no hand at all
        (of_hands("R777"), np.ones(len(SPACE))),  # more sevens than there are
        (of_hands("RRRR", "RRRA"), of_hands("RRRR")),  # each of them, not both
        (of_hands("RRRR"), of_hands("RRR7")),
        (of_hands("RR77", "777A"), of_hands("77AA", "RR77")),
    ],
)
def test_hands_that_cannot_be_are_refused(one, two):
    like = np.ones((4, len(SPACE)))
    like[1], like[3] = one, two
    known = [SPACE.index("R7AA"), -1, -1, -1]
    with pytest.raises(InputError, match="in this style"):
        starts(SPACE, known, GONE, like)


def test_known_hands_that_the_deck_does_not_hold_are_refused():
    known = [SPACE.index(name) for name in ("R7AA", "RRRR", "RRRA")]
    with pytest.raises(InputError, match="in this style"):
        starts(SPACE, [*known, -1], GONE, np.ones((4, len(SPACE))))


def test_deals_that_are_hardly_ever_found_are_refused(monkeypatch):
    """Three seats that can only just be dealt together: the tables hold two of them."""
    like = np.ones((4, len(SPACE)))
    like[1] = like[2] = like[3] = of_hands("RR7A", "RRRR")
    known = [SPACE.index("R7AA"), -1, -1, -1]
    start = starts(SPACE, known, GONE, like)
    monkeypatch.setattr("musodds.dealing.MOST_BATCHES", 2)
    asked = Asked(0, np.array([0]), np.zeros((1, len(SPACE)), bool), 1, np.full(4, -1))
    with pytest.raises(InputError, match="hardly ever"):
        compare(1, range(2), asked, start, TABLE, paso_of(TABLE, SPACE))


@pytest.mark.parametrize(
    "ranges",
    [
        ["segundo=RRAA,4476", "tercero=4476,4465"],
        ["segundo=RRAA,4476", "tercero=4476"],
        ["segundo=4476,RRAA", "tercero=4465,RRRA"],
    ],
)
def test_hands_that_only_the_style_makes_impossible_are_refused(ranges):
    """Two of them would have cut with what is left to them."""
    with pytest.raises(InputError, match="in this style"):
        cut_or_mus("RR44", "postre", evidence={"range": ranges}, deals=8192)


def test_a_table_deals_what_plain_rejection_deals():
    """What the seats heard hold, by the number of kings, with a policy that mixes."""

    def cut(round_, seat, name):
        return (0.3 * name.count("R") / 4 + 0.1 * seat) % 1

    table = sim_table(NAIPERA, as_policy(SPACE, cut, throw_all), space=SPACE)
    known, n = np.array([-1, -1, -1, SPACE.index("R7AA")]), 30_000
    start = starting(table, SPACE, known, asker=3)
    deals = deal_chunk(2, 0, n, 3, start, table)
    rng, plain, left = naive.stream("plain"), [], list(naive.without(DECK, "R7AA"))
    while len(plain) < 8000:
        cards = rng.sample(left, 12)
        hands = [naive.tidy(cards[4 * i : 4 * i + 4]) for i in range(3)]
        if not any(rng.random() < cut(0, seat, hand) for seat, hand in enumerate(hands)):
            plain.append([hand.count("R") for hand in hands])
    kings = SPACE.counts[deals.hands, SPACE.deck.names.index("R")]
    for a, b in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]:
        mean, se = naive.mean_and_error([row[a] * row[b] for row in plain])
        assert abs((kings[:, a] * kings[:, b]).mean() - mean) < 4.5 * se
