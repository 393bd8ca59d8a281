"""The joint outcome under evidence: against plain enumeration, the exact odds and identities."""

from collections import Counter
from math import comb

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musodds import odds
from musodds.cards import CardClass, Deck
from musodds.hands import HandSpace, hand_space
from musodds.joint import JUEGO_CELLS, PARES_CELLS
from musodds.joint_odds import joint_odds
from musodds.rules import load_rules
from musodds.tally import FIELDS

SMALL = "RRCS7777665AAA44"
SPACE = HandSpace(Deck(tuple(CardClass(c, SMALL.count(c)) for c in dict.fromkeys("RCS7654A"))))
EIGHT = hand_space(load_rules("naipera"))


def joint(name, place, likelihoods, space=EIGHT, dead=None):
    hand = space.index(name)
    gone = space.counts[hand] if dead is None else space.counts[hand] + dead
    return joint_odds(space, hand, place, likelihoods, gone)


def ones(space=EIGHT):
    return np.ones((4, len(space)))


def plain(name, place, likelihoods, space):
    """Enumerate every deal of a small deck; return weights by outcome, tantos and hands."""
    outcome, tantos, held = Counter(), Counter(), Counter()
    others = [seat for seat in range(4) if seat != place]
    for first, n1 in naive.ways(naive.without(SMALL, name)).items():
        left = naive.without(naive.without(SMALL, name), first)
        for second, n2 in naive.ways(left).items():
            for third, n3 in naive.ways(naive.without(left, second)).items():
                hands = [None] * 4
                hands[place] = name
                weight = n1 * n2 * n3
                for seat, hand in zip(others, (first, second, third), strict=True):
                    hands[seat] = hand
                    weight *= likelihoods[seat, space.index(hand)]
                if weight == 0:
                    continue
                outcome[cells(tuple(hands), place)] += weight
                sign = 1 if place % 2 == 0 else -1
                tantos[sign * naive.paso(tuple(hands))] += weight
                for seat in others:
                    held[seat, hands[seat]] += weight
    return outcome, tantos, held


def cells(hands, place):
    """Return the names of the outcome of one deal, straight from the rules."""
    won = {lance: naive.winner(lance, hands) for lance in naive.LANCES}
    ours = {lance: seat is not None and seat % 2 == place % 2 for lance, seat in won.items()}
    names = [("ours" if ours[lance] else "theirs") for lance in ("grande", "chica")]
    for lance in ("pares", "juego"):
        if won[lance] is None:
            names.append("nobody")
            continue
        both = all(
            any(naive.has(lance, hands[seat]) for seat in (pair, pair + 2)) for pair in (0, 1)
        )
        names.append(f"{'ours' if ours[lance] else 'theirs'} {'contested' if both else 'alone'}")
    if names[3] == "nobody":
        names[3] = f"punto {'ours' if ours['punto'] else 'theirs'}"
    return tuple(names)


def compare(name, place, likelihoods, space=SPACE):
    found = joint(name, place, likelihoods, space)
    outcome, tantos, held = plain(name, place, likelihoods, space)
    total = sum(outcome.values())
    assert found.weight == pytest.approx(total, rel=1e-12)
    winners = {
        tuple(row[k] for k in ("grande", "chica", "pares", "juego")): row["p"]
        for row in found.winners()
    }
    assert winners == pytest.approx({k: v / total for k, v in outcome.items()}, rel=1e-11)
    assert found.tantos() == pytest.approx({k: v / total for k, v in tantos.items()}, rel=1e-11)
    for (seat, hand), weight in held.items():
        assert found.posterior[seat, space.index(hand)] == pytest.approx(weight, rel=1e-11)
    assert found.posterior.sum() == pytest.approx(3 * total, rel=1e-12)


@pytest.mark.parametrize(("name", "place"), [("RCS7", 0), ("7777", 1), ("R5AA", 2), ("C665", 3)])
def test_without_evidence_equals_plain_enumeration(name, place):
    compare(name, place, ones(SPACE))


@given(seed=st.integers(0, 10**6), place=st.integers(0, 3), hard=st.booleans())
@settings(max_examples=4, deadline=None)
def test_random_evidence_equals_plain_enumeration(seed, place, hard):
    rng = np.random.default_rng(seed)
    likelihoods = rng.random((4, len(SPACE)))
    if hard:
        likelihoods = (likelihoods > 0.4).astype(float)
    compare("R76A", place, likelihoods)


@pytest.mark.parametrize(
    ("rules", "hand"), [("naipera", "RR4A"), ("ffm", "RS32"), ("naipera", "7654")]
)
def test_without_evidence_equals_the_exact_odds(rules, hand):
    space = hand_space(load_rules(rules))
    for place in range(4):
        found, exact = joint(hand, place, ones(space), space), odds(hand, place + 1, rules)
        assert found.is_hard
        assert found.error == 0
        assert found.weight == exact.deals
        assert {k: int(v) for k, v in found.fields().items()} == exact.counts
        mean = sum(tantos * p for tantos, p in found.tantos().items())
        assert mean == pytest.approx(exact.paso_ev, abs=1e-12)


def test_a_known_partner_is_evidence_like_any_other():
    likelihoods = ones()
    likelihoods[2] = 0
    likelihoods[2, EIGHT.index("R74A")] = 1
    found, exact = joint("RRS6", 0, likelihoods), odds("RRS6", "mano", partner="R74A")
    ways = found.weight / exact.deals
    assert {k: v / ways for k, v in found.fields().items()} == exact.counts
    assert found.fields()["grande_win"] / found.weight == pytest.approx(0.92396119144729)


def test_weights_are_linear():
    """Evidence at weight w is w times its deals and 1 - w times those of all."""
    rng = np.random.default_rng(7)
    vector, w = (rng.random(len(EIGHT)) < 0.3).astype(float), 0.35
    sharp, mixed = ones(), ones()
    sharp[1], mixed[1] = vector, w * vector + (1 - w)
    some, every, mix = joint("CC74", 0, sharp), joint("CC74", 0, ones()), joint("CC74", 0, mixed)
    assert not mix.is_hard
    assert 0 < mix.error < 1e-10
    assert np.allclose(mix.cells, w * some.cells + (1 - w) * every.cells, rtol=1e-11)


def test_law_of_total_probability_over_declarations():
    parts, place = [], 0
    for pares in (EIGHT.pares > 0, EIGHT.pares == 0):
        for juego in (EIGHT.juego > 0, EIGHT.juego == 0):
            likelihoods = ones()
            likelihoods[3] = pares & juego
            parts.append(joint("RR4A", place, likelihoods))
    whole = joint("RR4A", place, ones())
    assert sum(part.weight for part in parts) == whole.weight
    for tantos, p in whole.tantos().items():
        mixed = sum(part.tantos().get(tantos, 0) * part.weight for part in parts) / whole.weight
        assert mixed == pytest.approx(p, abs=1e-12)


def test_exchanging_the_rivals_evidence_exchanges_their_posteriors():
    """And moves the chances in the lances through ties only: published figures."""
    likelihoods, swapped = ones(), ones()
    likelihoods[1], likelihoods[3] = EIGHT.juego > 0, EIGHT.pares == 0
    swapped[3], swapped[1] = EIGHT.juego > 0, EIGHT.pares == 0
    one, other = joint("RR4A", 0, likelihoods), joint("RR4A", 0, swapped)
    assert (one.posterior[[1, 3]] == other.posterior[[3, 1]]).all()
    assert (one.posterior[2] == other.posterior[2]).all()
    chances = {}
    for seat in (1, 3):
        known = ones()
        known[seat] = 0
        known[seat, EIGHT.index("RR54")] = 1
        found = joint("C764", 0, known)
        chances[seat] = found.fields()["pares_win"] / found.weight
    assert chances[1] == pytest.approx(0.0949, abs=5e-5)
    assert chances[3] == pytest.approx(0.1914, abs=5e-5)


def test_published_posteriors_in_juego():
    """A rival with juego holds 31 with 43.75 % without pares, 29.53 % with them (whole deck)."""
    for pares, published in ((False, 0.4375), (True, 0.2953)):
        told = (EIGHT.juego > 0) & ((EIGHT.pares > 0) == pares)
        share = EIGHT.weights[told & (EIGHT.points == 31)].sum() / EIGHT.weights[told].sum()
        assert share == pytest.approx(published, abs=5e-5)


def test_dead_cards_are_in_nobodys_hand():
    dead = np.zeros(8, np.int64)
    dead[[5, 6]] = 2
    found = joint("RRCA", 1, ones(), dead=dead)
    assert found.weight == comb(32, 4) * comb(28, 4) * comb(24, 4)
    held = (found.posterior @ EIGHT.counts) / found.weight
    left = np.array(EIGHT.deck.copies) - EIGHT.counts[EIGHT.index("RRCA")] - dead
    for seat in (0, 2, 3):
        assert held[seat] == pytest.approx(4 * left / left.sum(), rel=1e-12)


def test_names_of_the_cells():
    found = joint("RRCA", 0, ones())
    rows = found.winners()
    assert sum(row["p"] for row in rows) == pytest.approx(1, abs=1e-12)
    assert {row["pares"] for row in rows} <= set(PARES_CELLS)
    assert {row["juego"] for row in rows} <= set(JUEGO_CELLS)
    assert all(row["juego"].startswith("ours") for row in rows)  # 31 as mano always wins juego
    assert set(found.fields()) == set(FIELDS)
    assert set(found.seats()) == {"segundo", "tercero", "postre"}
