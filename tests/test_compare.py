"""Two rules compared: against counts made otherwise, published figures, and the other way round."""

import doctest
from itertools import combinations

import naive
import numpy as np
import pytest

from musodds import (
    compare,
    compare_advice,
    compare_deals,
    compare_hands,
    compare_pair,
    compare_side,
    compare_words,
    cut_or_mus,
    find_best_reply,
    odds,
    play_rounds,
    rank_discards,
)
from musodds.compare import PARTS, Question, compare_rules, make_question
from musodds.compare_advice import ADVICE, HALF, Outcome
from musodds.compare_cuts import CutQuestion
from musodds.compare_cuts import compare_cuts as cuts_of
from musodds.compare_discards import DiscardQuestion
from musodds.compare_discards import compare_discards as discards_of
from musodds.compare_hands import MEASURES
from musodds.compare_pair import Pair
from musodds.compare_side import WEIGHED, make_side, shared_hands
from musodds.errors import InputError
from musodds.hands import hand_space
from musodds.keeps import kept_cards
from musodds.ranges import parse_range
from musodds.rules import load_rules, presets

EIGHT, FOUR = (load_rules("naipera", {"kings": kings}) for kings in (8, 4))
A, B = make_side(EIGHT), make_side(FOUR)
FEW = ("RR76", "RCS4", "RRRR", "7654", "CC54", "RRCA")  # hands to throw from


def opposite(one, other):
    """Tell whether a pair is another one with the sides exchanged."""
    return (one.a, one.b, one.a_se, one.b_se) == (other.b, other.a, other.b_se, other.a_se) and (
        one.difference == -other.difference
    )


# ---------------------------------------------------------------- what is dealt


@pytest.fixture(scope="module")
def dealt():
    return compare_deals.compare_deals(EIGHT, FOUR)


@pytest.mark.parametrize(("side", "kings"), [(0, 8), (1, 4)])
def test_census_and_averages_are_those_of_all_hands_one_by_one(dealt, side, kings):
    hands = ["".join(cards) for cards in combinations(naive.DECKS[kings], 4)]
    assert dealt.hands[side] == len(hands) == 91390
    rows = {row.holds: row.hands[side] for row in dealt.census}
    kinds = [naive.pares(hand)[0] for hand in hands]
    for kind in ("par", "medias", "duples"):
        assert rows[kind] == kinds.count(kind)
    points = np.array([naive.points(hand) for hand in hands])
    assert rows["juego"] == (points >= 31).sum()
    for n in (31, 32, 40):
        assert rows[f"juego {n}"] == (points == n).sum()
    assert rows["punto 30"] == (points == 30).sum()
    assert rows["blind"] == ((points < 31) & (np.array(kinds) == "none")).sum()
    average = {name: (pair.a, pair.b)[side] for name, pair in dealt.average.items()}
    assert average["points"] == pytest.approx(points.mean())
    assert average["kings"] == pytest.approx(np.mean([hand.count("R") for hand in hands]))
    tens = np.mean([sum(naive.POINTS[card] == 10 for card in hand) for hand in hands])
    assert average["tens"] == pytest.approx(tens)
    assert average["pares"] == pytest.approx(np.mean([naive.bonus("pares", h) for h in hands]))


@pytest.mark.parametrize(("side", "kings"), [(0, 8), (1, 4)])
def test_lances_are_contested_as_often_as_in_deals_played(dealt, side, kings):
    rng, deck, n = np.random.default_rng(5), np.array(list(naive.DECKS[kings])), 4000
    counts = dict.fromkeys(dealt.lances, 0)
    for _ in range(n):
        hands = rng.choice(deck, (4, 4), replace=False)
        for lance in ("pares", "juego"):
            has = [naive.has(lance, "".join(hand)) for hand in hands]
            pairs = int(has[0] or has[2]) + int(has[1] or has[3])
            nobody = "punto" if lance == "juego" else "pares_nobody"
            counts[(nobody, f"{lance}_one", f"{lance}_both")[pairs]] += 1
    for name, pair in dealt.lances.items():
        p = (pair.a, pair.b)[side]
        assert abs(counts[name] / n - p) < 4.5 * (p * (1 - p) / n) ** 0.5, name


def test_shares_of_deals_add_up_and_the_mano_gains_what_is_known(dealt):
    for lance in ("pares", "juego"):
        nobody = "punto" if lance == "juego" else "pares_nobody"
        of = [dealt.lances[name] for name in (f"{lance}_both", f"{lance}_one", nobody)]
        assert sum(pair.a for pair in of) == pytest.approx(1)
        assert sum(pair.b for pair in of) == pytest.approx(1)
    assert dealt.mano["paso"].a == pytest.approx(0.11444, abs=5e-6)
    assert dealt.mano["grande"].a == pytest.approx(0.501284644, abs=5e-10)
    assert dealt.mano["grande"].a == dealt.mano["chica"].a


# ---------------------------------------------------------------- hand by hand


def test_each_hand_fares_as_odds_has_it():
    moves = compare_hands.compare_hands(EIGHT, FOUR)
    assert moves.names == tuple(hand_space(EIGHT).names)  # the four-king deck holds them all
    for name, seat in (("RRCA", 0), ("76AA", 3), ("CC54", 2), ("RS74", 1)):
        hand = moves.names.index(name)
        found = [odds(name, seat + 1, rules) for rules in (EIGHT, FOUR)]
        for lance in MEASURES[:5]:
            plain = [one.lances[lance]["win_if_played" if lance == "punto" else "win"]
                     for one in found]  # fmt: skip
            value = moves.move(lance, seat, hand).value
            takes_part = lance in ("grande", "chica") or naive.has(lance, name)
            if lance == "punto":
                takes_part = not naive.has("juego", name)
            assert [value.a, value.b] == (
                pytest.approx(plain) if takes_part else pytest.approx([np.nan] * 2, nan_ok=True)
            )
        paso = moves.move("paso", seat, hand).value
        assert [paso.a, paso.b] == pytest.approx([one.paso_ev for one in found])
        assert moves.move("paso", seat, hand).dealt.b == pytest.approx(B.dealt(name))


def test_the_hands_that_move_most_are_the_furthest_of_their_kind():
    moves = compare_hands.compare_hands(EIGHT, FOUR)
    for lance in MEASURES:
        change = np.nan_to_num(np.diff(moves.values[:, MEASURES.index(lance), 1], axis=0)[0])
        rises, falls = moves.most(lance, 1, 5)
        assert rises[0].value.difference == change.max()
        assert all(move.value.difference < 0 for move in falls)
        if falls:
            assert falls[0].value.difference == change.min()
        for some in (rises, falls):
            kinds = [moves.kinds[lance][moves.names.index(move.hand)] for move in some]
            assert len(set(kinds)) == len(kinds)
            steps = [abs(move.value.difference) for move in some]
            assert steps == sorted(steps, reverse=True)


# ---------------------------------------------------------------- the other way round, and alike


def test_the_other_way_round_everything_counted_is_the_opposite():
    there, back = (compare_rules(*sides, parts=["deals", "hands"]) for sides in ((A, B), (B, A)))
    other = {row.holds: row.share for row in back.dealt.census}
    assert len(there.dealt.census) == len(other)
    assert all(opposite(row.share, other[row.holds]) for row in there.dealt.census)
    for part in ("average", "lances", "mano"):
        of = getattr(back.dealt, part)
        assert all(opposite(pair, of[name]) for name, pair in getattr(there.dealt, part).items())
    assert there.names == tuple(sorted(back.names, key=there.names.index))
    for lance in MEASURES:
        ours, theirs = there.moves.most(lance, 2), back.moves.most(lance, 2)
        assert [m.value.difference for m in ours[0]] == [-m.value.difference for m in theirs[1]]
        assert [m.value.difference for m in ours[1]] == [-m.value.difference for m in theirs[0]]


def test_the_other_way_round_what_is_sampled_is_the_opposite():
    found = []
    for a, b in ((A, B), (B, A)):
        names = shared_hands(a, b)
        asked = CutQuestion(a, b, (0,), ((a.style, b.style),), 60_000, 3)
        cuts = cuts_of(asked, names)
        discards = discards_of(DiscardQuestion(a, b, 0, 3), FEW)
        found.append((cuts, discards, compare_advice.compare_advice(a, b, 3)))
    (cuts, discards, advice), (cuts_back, discards_back, advice_back) = found
    for one, other in zip(cuts.shares, cuts_back.shares, strict=True):
        assert opposite(one.share, other.share)
    assert opposite(cuts.given[0].share, cuts_back.given[0].share)
    by_hand = {flip.hand: flip for flip in cuts_back.flips}
    assert {flip.hand for flip in cuts.flips} == set(by_hand)
    assert all(opposite(flip.gain, by_hand[flip.hand].gain) for flip in cuts.flips)
    assert all(flip.cuts != by_hand[flip.hand].cuts for flip in cuts.flips)
    assert [hand.keep for hand in discards.moved] == [h.keep[::-1] for h in discards_back.moved]
    pairs = zip(discards.moved, discards_back.moved, strict=True)
    assert all(opposite(one.cost, other.cost) for one, other in pairs)
    swap = {"weakens": "strengthens", "strengthens": "weakens"}
    for one, other in zip(advice, advice_back, strict=True):
        assert opposite(one.value, other.value)
        assert other.verdict == swap.get(one.verdict, one.verdict)


def test_a_side_against_itself_does_not_differ():
    found = make_question(A, make_side("naipera"), "mano", deals=20_000, seed=2)
    answer = Question(
        found.a, found.b, (0,), False, ("deals", "hands", "cuts", "advice"), 20_000, 2
    )
    same = answer.answer()
    assert same.same_deck
    assert same.differ == {}
    assert same.dealt is None
    assert same.moves is None
    assert same.cuts.flips == ()
    assert all(row.share.difference == 0 for row in same.cuts.shares)
    assert all(t.value.difference == 0 and t.verdict in ("holds", "fails", "unsure")
               for t in same.advice)  # fmt: skip
    assert discards_of(DiscardQuestion(A, A, 0, 1), FEW).moved == ()
    # what is counted does not differ either, if it is asked for
    dealt = compare_deals.compare_deals(EIGHT, EIGHT)
    assert all(row.share.difference == 0 for row in dealt.census)
    assert compare_hands.compare_hands(EIGHT, EIGHT).most("grande", 0) == ([], [])


# ---------------------------------------------------------------- cuts and discards


def test_cuts_are_those_of_the_library():
    asked = CutQuestion(A, B, (3,), ((A.style, B.style),), 200_000, 1)
    found, steps = [], []
    found = cuts_of(asked, shared_hands(A, B), lambda: steps.append(1))
    assert len(steps) == asked.steps
    for side, share, se in ((A, *pick(found, "a")), (B, *pick(found, "b"))):
        reply = find_best_reply("postre", side.rules, style="usual", deals=200_000, seed=1)
        assert (share, se) == reply.expected_share(side.space.weights)
        assert abs(share - reply.share) < 3 * reply.share_se(side.space.weights)
    flip = found.flips[0]
    for rules, gain, se in (
        (EIGHT, flip.gain.a, flip.gain.a_se),
        (FOUR, flip.gain.b, flip.gain.b_se),
    ):
        choice = cut_or_mus(flip.hand, "postre", rules, style="usual", deals=WEIGHED)
        assert (gain, se) == (choice.difference.tantos, choice.difference.se)
    assert (flip.gain.a > 0) != (flip.gain.b > 0)
    rounds = play_rounds(EIGHT, style="usual")
    assert found.given[0].share.a == pytest.approx(1 - rounds.played()[0].tantos)


def pick(found, side):
    """Return the share of a side and its standard error."""
    pair = found.shares[0].share
    return (pair.a, pair.a_se) if side == "a" else (pair.b, pair.b_se)


def test_the_error_of_a_share_is_how_much_it_varies():
    space = hand_space(EIGHT)
    runs = [
        find_best_reply("mano", EIGHT, style="usual", deals=30_000, seed=100 + 2 * n)
        for n in range(16)
    ]
    smooth = np.array([run.expected_share(space.weights) for run in runs])
    for values, errors in (
        (smooth[:, 0], smooth[:, 1]),
        (
            np.array([run.share for run in runs]),
            np.array([run.share_se(space.weights) for run in runs]),
        ),
    ):
        # the spread of 16 runs is known to a sixth or so
        assert 0.5 < values.std(ddof=1) / errors.mean() < 1.6
    assert smooth[:, 1].mean() < 0.7 * np.mean([run.share_se(space.weights) for run in runs])


def test_discards_are_those_of_the_library():
    steps, asked = [], DiscardQuestion(A, B, 0, 1)
    found = discards_of(asked, FEW, lambda: steps.append(1))
    assert len(steps) == asked.steps(len(FEW))
    moved = {hand.hand: hand for hand in found.moved}
    assert moved["RCS4"].keep == ("RC", "RCS")
    assert moved["RCS4"].is_sure
    assert "CC54" not in moved
    assert "RRRR" not in moved
    for rules, theirs, cost in (
        (EIGHT, "RCS", moved["RCS4"].cost.a),
        (FOUR, "RC", moved["RCS4"].cost.b),
    ):
        ranked = rank_discards("RCS4", "mano", rules, style="usual", deals=WEIGHED, seed=2)
        assert cost == next(d.loss.tantos for d in ranked.discards if d.keep == theirs)


# ---------------------------------------------------------------- classic advice


def value_of(name, side):
    return next(advice for advice in ADVICE if advice.name == name).number(side, 1).tantos


@pytest.mark.parametrize(("side", "kings", "published"), [(A, 8, 0.565), (B, 4, 0.806)])
def test_a_pair_of_horses_wins_as_often_as_published(side, kings, published):
    found = value_of("horses", side)
    assert round(found, 3) == published
    left = list(naive.DECKS[kings])
    for card in "CC54":
        left.remove(card)
    rivals = ["".join(cards) for cards in combinations(left, 4)]
    with_pares = [hand for hand in rivals if naive.has("pares", hand)]
    won = sum(naive.better("pares", hand, "CC54") <= 0 for hand in with_pares)
    assert found == pytest.approx(won / len(with_pares), rel=1e-12)


def test_what_others_have_published_of_eight_kings():
    """RR4A is a little better than CCC7 as mano; 44 % and 30 % of juegos are 31."""
    assert 0 < value_of("kings or horses", A) < 0.01
    assert value_of("juego without pares", A) == pytest.approx(3584 / 8192 - 4800 / 16252)
    assert value_of("both have pares", A) == pytest.approx(0.6590, abs=5e-5)


def test_advice_by_hand_is_as_odds_and_mus_have_it():
    for side in (A, B):
        win = odds("RRRA", "postre", side.rules).lances  # a check of the way fields are read
        assert win["grande"]["win"] <= 1
        duples = odds("44AA", "postre", side.rules).lances["pares"]["win_if_contested"]
        assert value_of("low duples", side) == pytest.approx(duples)
        solomillo = cut_or_mus("RRRA", "mano", side.rules, style="usual", deals=WEIGHED)
        assert value_of("cut solomillo", side) == solomillo.difference.tantos
    kept = rank_discards("RCS4", "mano", EIGHT, style="usual", deals=WEIGHED).discards
    assert value_of("three figures", A) == -next(d.loss.tantos for d in kept if d.keep == "RCS")
    kept = rank_discards("RCS4", "mano", FOUR, style="usual", deals=WEIGHED).discards
    assert kept[0].keep == "RCS"
    assert value_of("three figures", B) == kept[1].loss.tantos


def test_every_hand_and_range_of_the_advice_can_be_read_in_every_deck():
    for rules in (load_rules(name) for name in presets()):
        for advice in ADVICE if rules.deal == "mus" else ():
            told = getattr(advice.number, "keywords", {})
            if "hands" in told:
                assert parse_range(told["hands"], hand_space(rules)).any()
            for hand in {told.get("hand"), told.get("other")} - {None}:
                space = hand_space(rules)
                assert space.names[space.index(hand)] == hand
                if "keep" in told:
                    keeps = range(1, 15)
                    assert told["keep"] in {kept_cards(space, hand, mask) for mask in keeps}
    names = [advice.name for advice in ADVICE]
    assert len(set(names)) == len(names)
    assert all(compare_words.advice_word(name) for name in names)


@pytest.mark.parametrize(
    ("a", "b", "se", "verdict"),
    [
        (0.8, 0.8, 0, "holds"),
        (0.8, 0.74, 0, "holds"),
        (0.8, 0.72, 0, "weakens"),
        (0.72, 0.8, 0, "strengthens"),
        (0.8, 0.4, 0, "flips"),
        (0.4, 0.8, 0, "flips"),
        (0.4, 0.2, 0, "fails"),
        (0.8, 0.4, 0.06, "unsure"),
        (0.5, 0.8, 0, "unsure"),
        (0.9, 0.7, 0.08, "holds"),
    ],
)
def test_verdicts(a, b, se, verdict):
    assert Outcome("x", "chance", HALF, Pair(a, b, se, se)).verdict == verdict


# ---------------------------------------------------------------- what is asked


def test_styles_on_one_deck_compare_only_what_depends_on_them():
    a, b = make_side(EIGHT, "usual"), make_side(EIGHT, "patient")
    found = Question(a, b, (0,), False, ("deals", "hands", "cuts", "advice"), 60_000).answer()
    assert found.dealt is None
    assert found.moves is None
    assert {t.name for t in found.advice} == {x.name for x in ADVICE if x.is_sampled}
    given = found.cuts.given[0]
    assert given.styles == ("usual", "patient")
    assert given.share.b > given.share.a + 0.2
    assert found.cuts.shares[0].share.b < found.cuts.shares[0].share.a


def test_refusals():
    with pytest.raises(InputError, match="five cards"):
        make_side("meseta")
    with pytest.raises(InputError, match="hardly ever"):
        make_side("naipera", "cut:1")
    with pytest.raises(InputError, match="part 'x'"):
        Question(A, B, parts=("x",))
    with pytest.raises(InputError, match="no such seat"):
        make_question(A, B, "dealer's cat")
    with pytest.raises(InputError, match="deals"):
        make_question(A, B, deals=0)
    with pytest.raises(InputError, match="one side"):
        compare_rules(A)
    assert set(PARTS) == {"deals", "hands", "cuts", "discards", "advice"}


@pytest.mark.parametrize(
    "module",
    [
        compare,
        compare_advice,
        compare_deals,
        compare_hands,
        compare_pair,
        compare_side,
        compare_words,
    ],
)
def test_examples(module):
    assert doctest.testmod(module).failed == 0
