"""The mus phase of two and of six players against the plain game, card by card."""

from collections import Counter

import naive
import naive_mus
import numpy as np
import pytest
from plain_play import check_mus, check_rounds, table_and_game
from plays import as_policy, fresh, keep_aces, never_cut, space_of, throw_all

from musodds.flow import speaking_order, spoken_before
from musodds.payoff import Paso
from musodds.rules import load_rules
from musodds.simulate import NO_SEAT, mus_round, sim_table

EIGHT = naive.DECKS[8]
# cards of which few are left in the stock when two, or six, are dealt theirs
FEW = {2: "RRRCC7754AAA", 6: "RRRRRRRCCCSS77776555444AAAAAAA"}
TWO = 20 * "R" + 20 * "A"
OF_PEDRETES = "RRRRCCCC7777666655554444AAAA"


def some_juegos(round_, seat, name):
    """Cut some juegos, more of them later and in later seats, and hardly anything else."""
    return (0.2 + 0.1 * round_ if naive.points(name) >= 31 else 0.02) * (0.5 + seat / 4)


def high_or_low(round_, seat, name):
    """Keep two or three of the highest cards, or one or two of the lowest, in turns."""
    n = 1 + (seat + round_) % 2
    return [(name[: n + 1], 0.7), (name[:n], 0.3)] if seat % 3 == round_ % 2 else [(name[-n:], 1.0)]


def two_then_three(round_, seat, name):
    """Throw two cards, then three: more than were left and thrown before. The last keep high."""
    n = 2 - round_ % 2
    return [(name[:n] if seat > 3 else name[-n:], 1.0)]


# players, deck, cut, discard, rounds, rules changed, seats that ask
CASES = {
    "two": (2, EIGHT, some_juegos, high_or_low, 4, {}, (0, 1)),
    "two, few cards": (2, FEW[2], some_juegos, high_or_low, 4, {}, (0, 1)),
    "two, own apart": (2, FEW[2], never_cut, throw_all, 4, {"reshuffle": "own-apart"}, (0, 1)),
    "two, earlier": (2, FEW[2], never_cut, throw_all, 4, {"reshuffle": "earlier"}, (0, 1)),
    "two, pair": (2, EIGHT, some_juegos, high_or_low, 3, {"mus_decided": "pair"}, (1,)),
    "two, corrido": (2, EIGHT, some_juegos, high_or_low, 3, {"mus_corrido": "game"}, (0, 1)),
    "two, pedrete": (2, OF_PEDRETES, some_juegos, throw_all, 3, {"pedrete": True}, (1,)),
    "six": (6, EIGHT, some_juegos, high_or_low, 3, {}, (0, 3, 5)),
    "six, all thrown": (6, EIGHT, never_cut, throw_all, 3, {}, (0, 4, 5)),
    "six, few cards": (6, FEW[6], some_juegos, high_or_low, 3, {}, (1, 5)),
    "six, aces kept": (6, EIGHT, never_cut, keep_aces, 2, {}, (0, 5)),
    "two, aces kept": (2, FEW[2], never_cut, keep_aces, 3, {}, (0, 1)),
    "six, own apart": (6, FEW[6], never_cut, throw_all, 3, {"reshuffle": "own-apart"}, (0, 5)),
    "six, earlier": (6, FEW[6], never_cut, throw_all, 3, {"reshuffle": "earlier"}, (0, 2, 5)),
    "six, earlier twice": (6, TWO, never_cut, two_then_three, 3, {"reshuffle": "earlier"}, (5,)),
    "six, pair": (6, EIGHT, some_juegos, high_or_low, 2, {"mus_decided": "pair"}, (1, 4)),
    "six, defer": (6, EIGHT, some_juegos, high_or_low, 2, {"mus_decided": "defer"}, (2, 3)),
    "six, corrido": (6, EIGHT, some_juegos, high_or_low, 2, {"mus_corrido": "game"}, (0, 5)),
    "six, pedrete": (6, EIGHT, some_juegos, throw_all, 2, {"pedrete": True}, (2,)),
}  # fmt: skip


def asked(of_each):
    """Return cases and seats: one seat of each case, the others marked slow."""
    return [
        pytest.param(case, seat, marks=[pytest.mark.slow] * (seat != of_each(seats)))
        for case, (*_, seats) in CASES.items()
        for seat in seats
    ]


@pytest.mark.parametrize("decided", naive_mus.DECIDED)
@pytest.mark.parametrize("players", [2, 6])
def test_who_has_been_heard(decided, players):
    rules = load_rules("naipera", {"mus_decided": decided})
    for seat in range(players):
        before, after = naive_mus.heard_by(seat, decided, players)
        assert sorted(spoken_before(rules, seat, players)) == sorted(before)
        order = speaking_order(rules, players)
        assert [other for other in order if other not in {*before, seat}] == after


@pytest.mark.parametrize(("case", "seat"), asked(min))
def test_rounds_equal_the_plain_game(case, seat):
    """What a seat holds each time it must speak, and what cutting gains, round by round."""
    players, deck, cut, discard, rounds, changed, _ = CASES[case]
    played = table_and_game((case, seat), deck, cut, discard, rounds, players, **changed)
    check_rounds(*played, seat, rounds, chunks=24, plain_n=2500)


@pytest.mark.parametrize(("case", "seat"), asked(max))
def test_saying_mus_equals_the_plain_game(case, seat):
    """One discard: when we draw matters where the stock runs out, and what we threw comes back."""
    players, deck, cut, discard, rounds, changed, _ = CASES[case]
    key = ("mus", case, seat)
    space, table, game = table_and_game(key, deck, cut, discard, rounds, players, **changed)
    mine = np.zeros((rounds, len(space)), dtype=bool)
    mine[1:, space.points == 31] = True
    hand, keep = ("RRAA", "AA") if seat % 2 == 0 or deck == TWO else ("RC7A", "")
    check_mus(space, table, game, seat, hand, keep, mine, 1 + seat % 2, chunks=16, plain_n=4000)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("reshuffle", ["all", "own-apart", "earlier"])
@pytest.mark.parametrize("deck", ["whole", "few"])
def test_no_card_is_lost_when_the_stock_runs_out(players, reshuffle, deck):
    """Six players who all throw all need more cards than are left, in the first round."""
    deck = EIGHT if deck == "whole" else FEW[players]
    space, rules = space_of(deck), load_rules("naipera", {"reshuffle": reshuffle})
    policy = as_policy(space, never_cut, throw_all, players=players)
    table, letters = sim_table(rules, policy, space=space), np.array(space.deck.names)
    for seed in range(20):
        state = fresh(table, space, seed=seed)
        for round_ in range(6):
            mus_round(state, table, round_, NO_SEAT)
            hands = "".join(space.names[hand] for hand in state.hands)
            left = [*state.stock[state.at[0] : state.at[1]], *state.pile[: state.at[2]]]
            assert Counter([*hands, *letters[left]]) == Counter(deck)
            if players == 6:
                assert state.at[4] > round_  # a new stock in every round


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("corrido", [False, True])
def test_tantos_in_paso_equal_the_plain_count(players, corrido):
    """All hands of a camp count; whoever cuts is mano where mus corrido is played."""
    space, rng = space_of(EIGHT), naive.stream("tantos", players, corrido)
    ends, plain = [], []
    for _ in range(600):
        ranks = {*rng.sample("RCS7654A", 5), "R", "7", "A"}  # few, so that lances are contested
        drawn = rng.sample([card for card in EIGHT if card in ranks], 4 * players)
        hands = [naive.tidy(drawn[4 * i : 4 * i + 4]) for i in range(players)]
        cutter, sung = rng.randrange(players), rng.randrange(-1, 2)
        ends.append([*(space.index(hand) for hand in hands), cutter, 0, sung, 0])
        mano = cutter if corrido else 0
        tantos = naive.paso(tuple(hands[mano:] + hands[:mano]))
        plain.append((tantos if mano % 2 == 0 else -tantos) + sung)
    assert Paso(space, corrido)(np.array(ends, np.int16), 1, 0).tolist() == plain
