"""Odds for two, three and more players, and the five-card mus, against plain versions."""

import json
from collections import Counter
from itertools import combinations
from math import sqrt

import naive
import numpy as np
import pytest
from musodds.cli import run

from musodds import chunks, odds
from musodds.cards import CardClass, Deck, parse_hand
from musodds.crowd import sample_crowd
from musodds.errors import InputError
from musodds.few import count_few
from musodds.five import throw_one
from musodds.hands import HandSpace, hand_space
from musodds.lance_table import lance_table
from musodds.rules import Rules, load_rules
from musodds.setup import make_setup
from musodds.situation import ask
from musodds.tally import FIELDS

SMALL = "RRRCCS77775AAA"
MESETA = Rules(wild=True, deal="five")


def small_space():
    return HandSpace(Deck(tuple(CardClass(c, SMALL.count(c)) for c in dict.fromkeys(SMALL))))


def facts(hands, place, ours):
    """Return the FIELDS of one deal straight from the rules, whoever sits where."""
    found = dict.fromkeys(FIELDS, 0)
    for lance in ("grande", "chica", "pares", "juego", "punto"):
        seat = naive.winner(lance, hands)
        win = seat is not None and ours[seat]
        found[f"{lance}_win"] = int(win)
        if lance in ("pares", "juego"):
            mine = [h for h, we in zip(hands, ours, strict=True) if we]
            theirs = [h for h, we in zip(hands, ours, strict=True) if not we]
            a, b = (any(naive.has(lance, h) for h in side) for side in (mine, theirs))
            found[f"{lance}_contested"] = int(a and b)
            found[f"{lance}_win_contested"] = int(a and b and win)
            found[f"{lance}_nobody"] = int(not a and not b)
            winners = mine if win else theirs
            gain = sum(naive.bonus(lance, h) for h in winners if naive.has(lance, h))
            found[f"{lance}_tantos"] = gain if win else -gain
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_few_players_equal_plain_enumeration(players):
    space = small_space()
    for name in ("RRCS", "R775", "777A", "C5AA"):
        left = naive.without(SMALL, name)
        for place in range(players):
            total, deals = Counter(), 0
            for first, n in naive.ways(left).items():
                others = [(first, n)]
                if players == 3:
                    after = naive.ways(naive.without(left, first)).items()
                    others = [(first, second, n * m) for second, m in after]
                for *held, times in others:
                    hands = [*held[:place], name, *held[place:]]
                    deals += times
                    ours = [seat == place for seat in range(players)]
                    for field, value in facts(hands, place, ours).items():
                        total[field] += times * value
            counts, counted = count_few(space, space.index(name), place, players)
            assert counted == deals
            assert counts.tolist() == [total[field] for field in FIELDS]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("hand", ["RR4A", "7654", "CCC7"])
def test_sampling_agrees_with_counting(players, hand):
    space = hand_space(load_rules("naipera"))
    h = space.index(hand)
    for place in range(players):
        counts, deals = count_few(space, h, place, players)
        ours = [seat == place for seat in range(players)]
        sums, n = sample_crowd(space, place, [h], ours, gone=space.counts[h], deals=400_000, seed=3)
        for field, exact, sampled in zip(FIELDS, counts / deals, sums[0] / n, strict=False):
            if not field.endswith("tantos"):
                assert abs(sampled - exact) <= 4 * sqrt(exact * (1 - exact) / n), (place, field)


def test_sampling_four_players_agrees_with_the_shipped_table():
    rules = load_rules("ffm")
    table, space = lance_table(rules), hand_space(rules)
    h = space.index("RS32")
    for place in range(4):
        ours = [(seat - place) % 2 == 0 for seat in range(4)]
        sums, n = sample_crowd(space, place, [h], ours, gone=space.counts[h], deals=400_000, seed=5)
        mean, squares = sums[0, -2] / n, sums[0, -1] / n
        exact = table.paso()[place, h] / table.deals
        assert abs(mean - exact) < 4 * sqrt((squares - mean**2) / n)


@pytest.mark.parametrize(("players", "solo"), [(6, False), (5, True), (4, True)])
def test_large_tables_agree_with_plain_deals(players, solo):
    rng, place, name = naive.stream("crowd", players, solo), 1, "RR4A"
    left = list(naive.without(naive.DECKS[8], name))
    camps = players if solo else 2
    ours = [(seat - place) % camps == 0 for seat in range(players)]
    total, n = Counter(), 6000
    for _ in range(n):
        rng.shuffle(left)
        held = [naive.tidy(left[4 * i : 4 * i + 4]) for i in range(players - 1)]
        hands = [*held[:place], name, *held[place:]]
        for field, value in facts(hands, place, ours).items():
            total[field] += value
    found = odds(name, 2, players=players, solo=solo)
    assert found.method == "monte-carlo"
    for field in FIELDS:
        if not field.endswith("tantos"):
            p, q = total[field] / n, found.counts[field] / found.deals
            assert abs(p - q) <= 4 * sqrt(q * (1 - q) / n) + 1e-12, field


def plain_five(rng, mine, seen, seats, value):
    """Deal five cards to the others, who throw one; return the tantos of the mano's pair."""
    left = list(naive.without(naive.DECKS[8], seen))
    rng.shuffle(left)
    hands = []
    for seat in seats:
        if seat == 0:
            hands.append(mine)
            continue
        five = [left.pop() for _ in range(5)]
        fours = {naive.tidy(four) for four in combinations(five, 4)}
        hands.append(max(fours, key=lambda four, seat=seat: value(seat, four)))
    return naive.paso(tuple(hands))


def test_one_of_five_agrees_with_a_plain_game():
    """Without wild cards, so that the oracle can score the hands."""
    rules = Rules(deal="five")
    table, space = lance_table(rules), hand_space(rules)
    paso = table.paso() / table.deals
    found = throw_one(ask("RRCA7", "mano", rules, size=5), make_setup(deals=400_000))
    rng = naive.stream("five")
    for throw in found.throws:
        kept = naive.tidy(throw.keep)
        samples = [
            plain_five(rng, kept, "RRC7A", range(4), lambda seat, h: paso[seat, space.index(h)])
            for _ in range(3000)
        ]
        mean, se = naive.mean_and_error(samples)
        assert abs(mean - throw.tantos.tantos) < 4 * sqrt(se**2 + throw.tantos.se**2)
    values = [throw.tantos.tantos for throw in found.throws]
    assert values == sorted(values, reverse=True)
    assert found.throws[0].throw == "7"
    assert len(found.throws) == 4  # either king


def test_wild_cards_are_kept():
    found = throw_one(ask("CbSo754", "postre", MESETA, size=5), make_setup(deals=50_000))
    assert {found.throws[-1].throw, found.throws[-2].throw} == {"Cb", "So"}


def test_odds_after_the_throw_have_standard_errors():
    found = odds("CbSo74", "mano", MESETA, deals=100_000)
    assert found.method == "monte-carlo"
    assert found.lances["juego"]["win"] == 1
    assert 0 < found.se["paso_ev"] < 0.05
    assert found.se["grande"]["win"] < 0.005


def test_same_seed_same_bits_on_any_number_of_threads(monkeypatch):
    first = odds("RRCA", players=6, deals=50_000, seed=9)
    monkeypatch.setattr(chunks, "threads", lambda: 1)
    again = odds("RRCA", players=6, deals=50_000, seed=9)
    assert first.counts == again.counts
    assert first.counts != odds("RRCA", players=6, deals=50_000, seed=10).counts


def test_one_against_one_the_two_manos_share_all_deals():
    """What the mano wins over all deals and what the postre wins add up to everything."""
    space = hand_space(load_rules("naipera"))
    wins = np.array(
        [
            [count_few(space, h, place, 2)[0] for h in range(0, len(space), 1)]
            for place in (0, 1)
        ]
    )  # fmt: skip
    deals = count_few(space, 0, 0, 2)[1]
    for field in ("grande_win", "chica_win"):
        share = wins[:, :, FIELDS.index(field)] @ space.weights
        assert share.sum() == deals * space.weights.sum()


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["odds", "RRCA", "--players", "9"], "9 players"),
        (["odds", "RRCA", "--players", "1"], "1 player;"),
        (["odds", "RRCA", "--players", "2", "--solo"], "2 players"),
        (["odds", "RRCA", "--players", "6", "--partner", "7654"], "7654"),
        (["odds", "RRCA", "--players", "2", "--seat", "segundo"], "segundo"),
        (["odds", "RRCA", "--players", "6", "--deals", "0"], "deals 0"),
        (["mus", "RRCA", "--set", "deal=five"], "five cards"),
        (["discard", "RRCA", "--set", "deal=five"], "4 cards"),
        (["discard", "RRCA7"], "5 cards"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(capsys, arguments, token):
    assert run(arguments) == 2
    err = capsys.readouterr().err
    assert token in err
    assert err.count("\n") == 1


def test_the_command_line_says_how_many_play(capsys):
    assert run(["odds", "RRCA", "--players", "6", "--seat", "quinto", "--deals", "20000"]) == 0
    assert "quinto of 6" in capsys.readouterr().out
    assert run(["odds", "RRCA", "--players", "3", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["players"], found["solo"], found["paso_ev"]) == (3, True, None)
    rules = ["--set", "deal=five", "--set", "wild=true"]
    assert run(["discard", "CbSo754", *rules, "--deals", "20000", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [sorted(parse_hand(d["keep"] + d["throw"], 5).cards) for d in found["discards"]] == [
        sorted(parse_hand("CbSo754", 5).cards)
    ] * 5


def test_partner_needs_four_players():
    with pytest.raises(InputError, match="four players in pairs"):
        ask("RRCA", partner="7654", players=6)
