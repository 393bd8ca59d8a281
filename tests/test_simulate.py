"""The simulator against exact odds and against the plain game, card by card."""

from collections import Counter
from math import sqrt

import naive
import naive_mus
import numpy as np
import pytest
from plain_play import check_mus, check_rounds, table_and_game
from plays import (
    as_functions,
    as_policy,
    comparing,
    fresh,
    keep_aces,
    mask_of,
    never_cut,
    paso_of,
    starting,
    throw_all,
)

from musodds import Rules, load_rules, odds
from musodds.dealing import deal_accepted
from musodds.hands import hand_space
from musodds.payoff import lance_columns, paso_tantos
from musodds.policy import style_policy
from musodds.rng import draw, draw_unit, stream
from musodds.seats import SEATS, partner_of
from musodds.setup import CHUNK_DEALS
from musodds.simulate import NO_SEAT, choose_keep, cuts, mus_round, sim_table
from musodds.trials import decisions, sample_lances

NAIPERA, FFM = load_rules("naipera"), load_rules("ffm")
SPACE = hand_space(NAIPERA)
NOBODY = np.full(4, -1)


def table_of(rules, share):
    return sim_table(rules, style_policy(rules, f"cut:{share}"))


def known_hands(rules, **hands):
    known = NOBODY.copy()
    for seat, name in hands.items():
        known[SEATS.index(seat)] = hand_space(rules).index(name)
    return known


# ---------------------------------------------------------------- random numbers


def test_stream_is_splitmix64():
    """The first outputs for the seed 1234567 that implementations of splitmix64 publish."""
    state = np.array([1234567], dtype=np.uint64)
    assert [int(draw(state)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_streams_differ_by_seed_and_chunk():
    starts = {int(stream(seed, chunk)[0]) for seed in range(40) for chunk in range(40)}
    assert len(starts) == 1600


def test_unit_numbers():
    state = stream(1, 0)
    numbers = np.array([draw_unit(state) for _ in range(20_000)])
    assert numbers.min() >= 0
    assert numbers.max() < 1
    assert numbers.mean() == pytest.approx(0.5, abs=4 * sqrt(1 / 12 / 20_000))
    assert numbers.var() == pytest.approx(1 / 12, abs=4 * sqrt(1 / 180 / 20_000))


# ---------------------------------------------------------------- the payoff


@pytest.mark.parametrize(("kings", "real"), [(8, "off"), (4, "off"), (8, "ten"), (4, "sota")])
def test_tantos_in_paso_equal_the_plain_count(kings, real):
    rules = Rules(kings=kings, real=real)
    space = hand_space(rules)
    lances = lance_columns(space)
    rng = naive.stream("tantos", kings, real)
    for _ in range(1500):
        # few ranks, so that lances are contested and reales come up
        ranks = [*rng.sample(naive.ORDER if kings == 4 else "RCS7654A", 5), "7"]
        cards = naive.tidy(c for c in naive.DECKS[kings] if c in ranks)
        if len(cards) < 16:
            continue
        drawn = rng.sample(cards, 16)
        hands = tuple(naive.tidy(drawn[i : i + 4]) for i in range(0, 16, 4))
        numbers = np.array([space.index(hand) for hand in hands], dtype=np.uint16)
        assert paso_tantos(lances, *numbers) == naive.paso(hands, real), hands


# ---------------------------------------------------------------- deals against exact odds


@pytest.mark.parametrize(
    ("rules", "hand", "seat", "partner"),
    [
        (NAIPERA, "RR4A", "mano", None),
        (NAIPERA, "RCSA", "postre", None),
        (NAIPERA, "7654", "segundo", None),
        (NAIPERA, "CC74", "tercero", "RRA4"),
        (FFM, "C777", "segundo", None),
        (FFM, "R32A", "mano", "5542"),
    ],
)
def test_sampled_lances_equal_exact_odds(rules, hand, seat, partner):
    exact = odds(hand, seat, rules, partner)
    place = SEATS.index(seat)
    known = known_hands(rules, **{seat: naive.tidy(hand)})
    if partner:
        known[partner_of(place)] = hand_space(rules).index(naive.tidy(partner))
    chunks, table, space = 128, table_of(rules, 0.35), hand_space(rules)
    counts = sample_lances(5, chunks, table, starting(table, space, known), lance_columns(space))
    n = chunks * CHUNK_DEALS
    wins = {lance: exact.lances[lance]["win"] for lance in naive.LANCES}
    # what nobody wins is not the other pair's
    whole = {
        "grande": 1.0,
        "chica": 1.0,
        "pares": 1 - exact.lances["pares"]["nobody"],
        "juego": 1 - exact.lances["juego"]["nobody"],
        "punto": exact.lances["juego"]["nobody"],
    }
    for lance, count in zip(wins, counts[:5], strict=True):
        p = wins[lance] if place % 2 == 0 else whole[lance] - wins[lance]
        assert abs(count / n - p) <= 4 * sqrt(p * (1 - p) / n) + 1e-12, lance
    mean = counts[5] / n
    se = sqrt((counts[6] / n - mean**2) / n)
    assert se < 0.006
    assert abs(mean - exact.paso_ev * (1 - 2 * (place % 2))) < 4 * se


def chi_square(counts, weights):
    """Return by how many standard deviations counts are off their weights in all."""
    n, p = counts.sum(), weights / weights.sum()
    k = len(counts)
    statistic = ((counts - n * p) ** 2 / (n * p)).sum()
    variance = 2 * (k - 1) + ((1 / p).sum() - k**2 - 2 * k + 2) / n
    return (statistic - (k - 1)) / sqrt(variance)


@pytest.mark.parametrize("rules", [NAIPERA, FFM], ids=["8 kings", "4 kings"])
@pytest.mark.parametrize("seat", range(4))
def test_hands_come_up_by_their_weights_in_every_round(rules, seat):
    """If all throw all four, every hand is four of the forty cards, the stock reshuffled or not."""
    space = hand_space(rules)
    table = sim_table(rules, as_policy(space, never_cut, throw_all))
    mine = np.zeros((5, len(space)), dtype=bool)
    counts, _, _ = decisions(
        4, 64, seat, mine, starting(table, space), table, paso_of(table, space)
    )
    for in_round in counts:
        assert in_round.sum() == 64 * CHUNK_DEALS
        assert abs(chi_square(in_round, space.weights)) < 4


# ---------------------------------------------------------------- rounds of mus


def cards_of(state, table, space):
    """Return the cards in the hands, in the stock and thrown, as letters."""
    letters = np.array(list(space.deck.names))
    hands = [letters[table.cards[hand]] for hand in state.hands]
    stock = letters[state.stock[state.at[0] : state.at[1]]]
    return hands, stock, letters[state.pile[: state.at[2]]]


def keep_kings(round_, seat, name):
    """Throw all but the kings, at least one card."""
    return [(name.count("R") * "R" if name != "RRRR" else "RRR", 1.0)]


def keep_some(round_, seat, name):
    """Throw one to four cards, as many as the seat is far from the mano."""
    return [(name[: 3 - seat], 1.0)]


@pytest.mark.parametrize("discard", [throw_all, keep_kings, keep_some])
@pytest.mark.parametrize("kings", [8, 4])
def test_no_card_is_lost_when_the_stock_runs_out(kings, discard):
    rules = NAIPERA if kings == 8 else FFM
    space = hand_space(rules)
    table = sim_table(rules, as_policy(space, never_cut, discard))
    deck = Counter(naive.DECKS[kings])
    for seed in range(20):
        state = fresh(table, space, seed=seed)
        stock, pile, reshuffles = 24, 0, 0
        for round_ in range(8):
            before = ["".join(hand) for hand in cards_of(state, table, space)[0]]
            mus_round(state, table, round_, NO_SEAT)
            hands, left, thrown = cards_of(state, table, space)
            assert Counter([*np.concatenate(hands), *left, *thrown]) == deck
            # all throw, then draw; a stock that is needed when it is empty takes the whole pile
            draws = 0
            for seat in range(4):
                ((keep, _),) = discard(round_, seat, before[seat])
                draws += 4 - len(keep)
                assert not Counter(keep) - Counter(hands[seat])
            pile += draws
            for _ in range(draws):
                if stock == 0:
                    stock, pile, reshuffles = pile, 0, reshuffles + 1
                stock -= 1
            assert (len(left), len(thrown)) == (stock, pile)
        assert reshuffles >= 1


def test_cards_thrown_stay_away_until_the_stock_runs_out():
    """Four kings thrown in the first round are in nobody's hand, and not in the stock."""
    space = hand_space(FFM)
    table = sim_table(FFM, as_policy(space, never_cut, lambda r, s, n: [(n[: 2 * (s > 0)], 1.0)]))
    for seed in range(50):
        state = fresh(table, space, known_hands(FFM, mano="RRRR"), seed)
        mus_round(state, table, 0, NO_SEAT)
        hands, left, thrown = cards_of(state, table, space)
        assert Counter(thrown)["R"] == 4
        assert "R" not in np.concatenate([*hands, left])


def test_a_mixed_discard_is_sampled_with_its_chances():
    space = hand_space(NAIPERA)
    chances = {"RCSA": [("RCS", 0.5), ("RA", 0.3), ("", 0.2)]}

    def discard(round_, seat, name):
        return chances.get(name, [("", 1.0)]) if seat == 2 else [("", 1.0)]

    table = sim_table(NAIPERA, as_policy(space, never_cut, discard))
    state = fresh(table, space, known_hands(NAIPERA, tercero="RCSA", mano="7654"))
    n = 5000
    found = Counter(choose_keep(state, table, 0, 2) for _ in range(n))
    expected = {mask_of("RCSA", keep): p for keep, p in chances["RCSA"]}
    assert set(found) == set(expected)
    for mask, p in expected.items():
        assert abs(found[mask] / n - p) < 4 * sqrt(p * (1 - p) / n)
    assert {choose_keep(state, table, 0, 0) for _ in range(50)} == {0}


@pytest.mark.parametrize(("share", "percent"), [(0.35, 15.21), (0.20, 38.79)])
def test_share_of_deals_that_go_to_mus(share, percent):
    """Sampled against an exact sum over all pairs of eight cards.

    Four seats that cut independently of each other would all say mus in 17.85 and 40.96 %: good
    cards that nobody else holds are in one's own hand.
    """
    cut, discard = as_functions(hand_space(NAIPERA), style_policy(NAIPERA, f"cut:{share}"))
    exact = naive.chance_that_nobody_cuts(naive.DECKS[8], cut)
    assert round(100 * exact, 2) == percent
    table, n = table_of(NAIPERA, share), 20_000
    state, start = fresh(table, SPACE), starting(table, SPACE)
    sampled = 0
    for _ in range(n):
        assert deal_accepted(state, table, start)
        sampled += not any(cuts(state, table, 0, seat) for seat in range(4))
    game = naive_mus.Game(naive.stream("share", share), naive.DECKS[8], cut, discard)
    plain = 0
    for _ in range(n):
        game.deal({})
        plain += not any(game.cuts(0, seat) for seat in range(4))
    se = sqrt(exact * (1 - exact) / n)
    assert abs(sampled / n - exact) < 4 * se
    assert abs(plain / n - exact) < 4 * se


# ---------------------------------------------------------------- whole phases, the plain game

# twenty cards: four are left in the stock, so every round shuffles what was thrown back in
SHORT = "RRRRRCC7777555444AAA"


def cut_with_juego(round_, seat, name):
    """Cut a third of the juegos, more of them later, and hardly anything else."""
    return (0.3 + 0.1 * round_ if naive.points(name) >= 31 else 0.02) * (1 + seat) / 3


def keep_kings_or_sevens(round_, seat, name):
    """Keep kings in even rounds and sevens in odd ones; a pure king hand throws one or two."""
    card = "R" if (round_ + seat) % 2 == 0 else "7"
    held = name.count(card) * card
    return [(held, 1.0)] if len(held) < 4 else [(held[:3], 0.6), (held[:2], 0.4)]


# twenty-eight cards in which one hand in fifty is a pedrete, and a few deals run out of cards
OF_PEDRETES = "RRRRCCCC7777666655554444AAAA"

PHASES = {
    "short deck": (SHORT, cut_with_juego, keep_kings_or_sevens, 4, {}),
    "8 kings": (naive.DECKS[8], cut_with_juego, keep_kings_or_sevens, 5, {}),
    "4 kings": (naive.DECKS[4], never_cut, keep_kings, 5, {}),
    "own apart": (naive.DECKS[8], never_cut, keep_aces, 5, {"reshuffle": "own-apart"}),
    "earlier": (naive.DECKS[8], never_cut, keep_aces, 5, {"reshuffle": "earlier"}),
    "pair": (SHORT, cut_with_juego, keep_kings_or_sevens, 3, {"mus_decided": "pair"}),
    "defer": (SHORT, cut_with_juego, keep_kings_or_sevens, 3, {"mus_decided": "defer"}),
    "corrido": (SHORT, cut_with_juego, keep_kings_or_sevens, 3, {"mus_corrido": "game"}),
    "pedrete": (OF_PEDRETES, cut_with_juego, throw_all, 3, {"pedrete": True}),
}


@pytest.mark.parametrize("case", PHASES)
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_rounds_of_mus_equal_the_plain_game(case, seat):
    """What a seat holds each time it must speak, and what cutting gains, round by round."""
    deck, cut, discard, rounds, changed = PHASES[case]
    check_rounds(*table_and_game((case, seat), deck, cut, discard, rounds, **changed), seat, rounds)


@pytest.mark.parametrize(
    ("seat", "hand", "keep"),
    [(0, "RR4A", "RR"), (1, "7654", ""), (2, "CS75", "CS7"), (3, "64AA", "AA")],
)
def test_saying_mus_equals_the_plain_game_in_every_round(seat, hand, keep):
    """A table that plays on: each round that is left out, or one too many, is worth much."""
    rounds = 4

    def cut(round_, other, name):
        return (0.05, 0.05, 0.2, 0.1)[round_] * (0.5 if other == seat - 1 else 1)

    def discard(round_, other, name):
        # one pair keeps its best cards and the other its worst, in turns
        best = (other - seat + round_) % 2 == 0
        return [(name[:2] if best else name[2:], 1.0)]

    space, table, game = table_and_game(("rounds", seat), naive.DECKS[8], cut, discard, rounds)
    mine = np.zeros((rounds, len(space)), dtype=bool)
    mine[2:, space.points == 31] = True
    check_mus(space, table, game, seat, hand, keep, mine)


# ---------------------------------------------------------------- seeds and threads

MINE = np.zeros((4, 330), dtype=bool)
SEGUNDO = known_hands(NAIPERA, segundo="RR4A")


@pytest.fixture
def run_on(monkeypatch):
    """Return a function that runs another on a number of threads."""

    def run(threads, function, *arguments):
        monkeypatch.setattr("musodds.chunks.threads", lambda: threads)
        return function(*arguments)

    return run


def same(a, b):
    """Whether two results are the same, bit by bit."""
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return a == b


def moments(seed, chunks, reps=2):
    table = table_of(NAIPERA, 0.35)
    start = starting(table, SPACE, SEGUNDO, 1)
    return comparing(seed, chunks, 1, start, [0, 1, 3, 7], MINE, table, SPACE, reps)


def test_bits_do_not_depend_on_the_number_of_threads(run_on):
    table, lances = table_of(NAIPERA, 0.35), lance_columns(SPACE)
    payoff, start = paso_of(table, SPACE), starting(table, SPACE, asker=2)
    for threads in (2, 3):
        for work in (
            lambda: moments(9, 7),
            lambda: decisions(9, 7, 2, MINE, start, table, payoff),
            lambda: sample_lances(9, 7, table, starting(table, SPACE), lances),
        ):
            assert same(run_on(1, work), run_on(threads, work))


def test_same_seed_same_bits_other_seed_other_bits():
    table, lances = table_of(NAIPERA, 0.35), lance_columns(SPACE)
    first, second = moments(9, 2), moments(10, 2)
    assert same(first, moments(9, 2))
    for one, two in zip(first, second, strict=True):
        assert not np.array_equal(one.other, two.other)
        assert not np.array_equal(one.agreed, two.agreed)
    start = starting(table, SPACE)
    assert not np.array_equal(
        sample_lances(9, 2, table, start, lances), sample_lances(10, 2, table, start, lances)
    )


def test_chunks_have_streams_of_their_own():
    four = moments(9, 4)
    assert same(four[:2], moments(9, 2))
    assert same(four[1:3], moments(9, range(1, 3)))
    assert len({part.agreed.tobytes() for part in four}) == 4
