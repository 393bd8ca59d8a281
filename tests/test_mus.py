"""Cut or mus: styles, values against exact odds and the plain game, standard errors, bad input."""

from math import sqrt

import naive
import naive_mus
import numpy as np
import pytest
from plays import (
    as_functions,
    as_policy,
    comparing,
    kept,
    never_cut,
    paso_of,
    space_of,
    starting,
    summed,
)

from musodds import InputError, cut_or_mus, find_best_reply, load_rules, odds
from musodds.best_reply import later_cuts
from musodds.draws import distinct_keeps
from musodds.hands import hand_space
from musodds.lance_table import lance_table
from musodds.policy import Policy, best_share, style_policy
from musodds.seats import SEATS
from musodds.setup import CHUNK_DEALS, ESTIMATORS, Setup, make_setup
from musodds.simulate import sim_table
from musodds.standing import table_of_style
from musodds.style import NAMED_STYLES, parse_style
from musodds.trials import decisions

NAIPERA, FFM, EHMF = load_rules("naipera"), load_rules("ffm"), load_rules("ehmf")
MADRID, PEDRETE = load_rules("madrid"), load_rules("naipera", {"pedrete": True})
SPACE = hand_space(NAIPERA)

# ---------------------------------------------------------------- styles


@pytest.mark.parametrize("rules", [NAIPERA, FFM], ids=["8 kings", "4 kings"])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.20, 0.35, 0.50, 0.9, 1.0])
def test_a_style_cuts_with_its_best_share_of_hands(rules, share):
    """By weight and in the order of paso_ev; one hand on the boundary makes the share exact."""
    table, policy = lance_table(rules), style_policy(rules, f"cut:{share}")
    weights = table.space.weights
    assert policy.cut.shape == (1, 4, len(weights))
    for seat in range(4):
        cut, worth = policy.cut[0, seat], table.paso()[seat]
        assert (cut * weights).sum() / 91_390 == pytest.approx(share, abs=1e-12)
        between = (cut > 0) & (cut < 1)
        assert between.sum() <= 1
        if (cut > 0).any() and (cut < 1).any():
            assert worth[cut > 0].min() >= worth[cut < 1].max()


def test_the_hand_on_the_boundary_cuts_with_the_fraction_left():
    order, weights = np.array([2, 0, 3, 1]), np.array([30, 40, 10, 20])
    assert best_share(order, weights, 0.25).tolist() == pytest.approx([0.5, 0, 1, 0])
    assert best_share(order, weights, 0.40).tolist() == pytest.approx([1, 0, 1, 0])
    assert best_share(order, weights, 0.70).tolist() == pytest.approx([1, 0.25, 1, 1])


@pytest.mark.parametrize(
    ("rules", "hand", "seat"),
    [
        (NAIPERA, "RRA5", 0),
        (NAIPERA, "7654", 1),
        (NAIPERA, "CSA5", 3),
        (NAIPERA, "AAAA", 2),
        (FFM, "R732", 0),
    ],
)
def test_a_style_throws_for_the_best_hand_after_the_draw(rules, hand, seat):
    table, name = lance_table(rules), naive.tidy(hand)
    space, worth = table.space, table.paso()[seat] / table.deals
    value = {}
    for keep in naive.keeps(name):
        drawn = naive.draws(naive.DECKS[rules.kings], name, keep)
        total = sum(n * worth[space.index(new)] for new, n in drawn.items())
        value[keep] = total / sum(drawn.values())
    row = style_policy(rules, "cut:0.35").discard[0, seat, space.index(name)]
    assert row.max() == 1 == row.sum()
    assert kept(name, int(row.argmax())) == max(value, key=value.get)


def test_named_styles():
    assert NAMED_STYLES == {"patient": 0.20, "usual": 0.35, "eager": 0.50}
    for name, share in NAMED_STYLES.items():
        assert parse_style(name.upper()).shares == (share,)
    assert parse_style(" cut:0.4 ").shares == (0.4,)
    assert parse_style("cut:1").shares == (1,)
    assert make_setup().style.shares == (0.35,)


@pytest.mark.parametrize(
    "style",
    ["", "cut", "cut:", "cut:x", "cut:1.1", "cut:-0.1", "cut:nan", "fast", "mus:0.2", "0.3"],
)
def test_a_style_that_does_not_parse(style):
    with pytest.raises(InputError) as caught:
        cut_or_mus("RRCA", style=style)
    message = str(caught.value)
    assert message.startswith(f"style '{style}'; expected cut:x with x from 0 to 1")
    assert "patient, usual, eager" in message
    assert message.endswith("example: --style cut:0.35")


@pytest.mark.parametrize(
    ("what", "value", "named"),
    [
        ("seed", -1, "seed -1"),
        ("seed", 2**63, f"seed {2**63}"),
        ("deals", 0, "deals 0"),
        ("deals", -5, "deals -5"),
        ("max_rounds", 0, "max-rounds 0"),
    ],
)
def test_what_cannot_be_sampled(what, value, named):
    with pytest.raises(InputError) as caught:
        cut_or_mus("RRCA", **{what: value})
    message = str(caught.value)
    assert message.startswith(named + ";")
    assert "; expected " in message
    assert f"; example: --{what.replace('_', '-')} " in message


@pytest.mark.parametrize("style", ["cut:0.991", "cut:0.999", "cut:1"])
@pytest.mark.parametrize(
    ("seat", "partner"), [("postre", None), ("postre", "R74A"), ("mano", None)]
)
def test_a_style_that_nearly_always_cuts_is_refused(style, seat, partner):
    """The others have said mus, or must say it, and hardly ever do."""
    with pytest.raises(InputError, match=f"style '{style}': .*; expected a share"):
        cut_or_mus("RRCA", seat, style=style, partner=partner)
    if partner is None:
        with pytest.raises(InputError, match=f"style '{style}'"):
            find_best_reply(seat, style=style)


def test_policies_that_are_no_probabilities_are_refused():
    cut, discard = np.zeros((1, 4, 330)), np.zeros((1, 4, 330, 16))
    discard[..., 0] = 1
    Policy(cut, discard)
    with pytest.raises(ValueError, match="sum to 1"):
        Policy(cut, discard / 2)
    with pytest.raises(ValueError, match="outside"):
        Policy(cut + 1.5, discard)
    with pytest.raises(ValueError, match="differ"):
        Policy(cut, discard[..., :15])


# ---------------------------------------------------------------- against exact values


def off(estimate, exact):
    """Return by how many standard errors an estimate is off."""
    return (estimate.tantos - exact) / estimate.se


@pytest.mark.parametrize(
    ("hand", "seat", "style", "rules", "partner"),
    [
        ("RRCA", "mano", "cut:0.35", NAIPERA, None),
        ("7654", "mano", "eager", NAIPERA, None),
        ("RR4A", "mano", "cut:0", FFM, None),
        ("RCSA", "segundo", "cut:0", NAIPERA, None),
        ("7654", "postre", "cut:0", NAIPERA, None),
        ("RR4A", "postre", "cut:0", FFM, None),
        ("RRS6", "mano", "cut:0.35", NAIPERA, "R74A"),
        ("C777", "tercero", "cut:0", NAIPERA, "5544"),
    ],
)
def test_cutting_is_worth_the_exact_odds(hand, seat, style, rules, partner):
    """Where nobody's having said mus tells anything: the first to speak, or if nobody cuts."""
    exact = odds(hand, seat, rules, partner).paso_ev
    more = {"style": style, "max_rounds": 1, "seed": 11}
    choice = cut_or_mus(hand, seat, rules, partner, deals=524_288, estimator="plain", **more)
    assert abs(off(choice.cut, exact)) < 4
    assert 0 < choice.cut.se < 0.008
    assert choice.deals == 524_288
    if style == "cut:0":
        assert choice.p_agreed == 1
    counted = cut_or_mus(hand, seat, rules, partner, deals=1, estimator="both", **more)
    assert counted.cut.tantos == pytest.approx(exact, abs=1e-12)
    assert counted.cut.se == 0


def test_rivals_who_said_mus_are_weaker():
    """So cutting is worth more as postre than against all deals, and worth less to say mus on."""
    for hand in ("RR4A", "7654", "CC74"):
        asked = {"style": "cut:0.35", "estimator": "plain"}
        choice = cut_or_mus(hand, "postre", deals=524_288, **asked)
        assert off(choice.cut, odds(hand, "postre").paso_ev) > 20


# twenty cards, so that four can be drawn while nobody else throws; and enough for all
SHORT, LONG = "RRRRRR7777444444AAAA", 14 * "R" + 4 * "7" + 14 * "A"


@pytest.mark.parametrize(
    ("deck", "seat", "hand"),
    [
        (SHORT, 0, "RR4A"),
        (SHORT, 1, "774A"),
        (SHORT, 2, "R744"),
        (SHORT, 3, "7444"),
        (LONG, 0, "R7AA"),
        (LONG, 1, "RR7A"),
        (LONG, 3, "77AA"),
    ],
)
def test_discards_equal_exact_values_if_the_others_stand_pat(deck, seat, hand):
    """Rivals who never cut and never redraw: every discard is worth its exact enumeration."""
    space = space_of(deck)
    table = sim_table(
        NAIPERA, as_policy(space, never_cut, lambda r, s, name: [(name, 1.0)]), space=space
    )
    known = np.full(4, -1)
    known[seat] = space.index(hand)
    masks = distinct_keeps(tuple(space.cards[known[seat]].tolist()))
    mine, start = np.zeros((1, len(space)), dtype=bool), starting(table, space, known, seat)
    exact = [naive.value_of_discard(deck, seat, hand, kept(hand, mask)) for mask in masks]
    # a fifth block of a stock of sixteen cards begins again with the first
    for reps in (1, 5) if deck == LONG else (1, 2):
        other, agreed = summed(
            comparing(2, 96, seat, start, masks, mine, table, space, reps, known)
        )
        n = 96 * CHUNK_DEALS
        assert not other.any()
        assert agreed[0, 0] == n
        for d, mask in enumerate(masks):
            mean = agreed[0, 2 + d] / n
            se = sqrt((agreed[2 + d, 2 + d] / n - mean**2) / n)
            assert abs(mean - exact[d][0] / exact[d][1]) < 4 * se, (reps, kept(hand, mask))
            assert se < (0.01 if deck == SHORT else 0.012)


# ---------------------------------------------------------------- against the plain game


@pytest.mark.parametrize(
    ("hand", "seat", "style", "rounds", "rules", "partner"),
    [
        ("RR4A", "mano", "cut:0.35", 4, NAIPERA, None),
        # each pair confers: its partner's answer is not known, the other pair's may be
        ("RR4A", "tercero", "cut:0.35", 3, FFM, None),
        ("R64A", "postre", "cut:0.35", 3, FFM, "7654"),
        # the segundo and the postre decide last, together
        ("RR4A", "segundo", "cut:0.35", 3, EHMF, None),
        ("RC7A", "tercero", "cut:0.35", 3, EHMF, None),
        # a first hand with mus corrido: whoever cuts becomes mano
        ("RR4A", "mano", "cut:0.35", 3, MADRID, None),
        ("RCSA", "postre", "cut:0.35", 3, MADRID, None),
        ("CC75", "tercero", "cut:0.2", 3, MADRID, None),
        # pedretes are sung by the others, and by oneself later on
        ("RR74", "segundo", "cut:0.35", 3, PEDRETE, None),
        ("7654", "segundo", "cut:0.20", 4, NAIPERA, None),
        ("CSA5", "tercero", "cut:0.35", 2, NAIPERA, None),
        ("R74A", "postre", "cut:0.35", 4, NAIPERA, None),
        ("CC54", "mano", "cut:0.1", 1, NAIPERA, None),
        pytest.param("AA76", "postre", "cut:0.05", 6, NAIPERA, None, marks=pytest.mark.slow),
        ("R762", "segundo", "cut:0.20", 4, FFM, None),
        # hands on the boundary: this partner cuts one time in three, the next one two in three
        ("7654", "mano", "cut:0.25", 4, NAIPERA, "CS66"),
        ("R74A", "segundo", "cut:0.35", 4, NAIPERA, "RCS4"),
        ("R764", "mano", "cut:0.35", 4, NAIPERA, "7654"),
        ("7654", "postre", "cut:0.2", 4, NAIPERA, "RRS6"),
    ],
)
def test_values_equal_the_plain_game(hand, seat, style, rounds, rules, partner):
    """Cut, mus and the chance to agree; a partner who speaks later may cut by the style."""
    first = rules.mus_corrido != "never"
    more = {"style": style, "max_rounds": rounds, "seed": 3, "first_hand": first}
    choice = cut_or_mus(hand, seat, rules, partner, deals=262_144, estimator="plain", **more)
    space, place = hand_space(rules), SEATS.index(seat)
    policy = style_policy(rules, style, first)
    game = naive_mus.Game(
        naive.stream(hand, seat, style, partner),
        naive.DECKS[rules.kings],
        *as_functions(space, policy),
        rules.mus_decided,
        rules.reshuffle,
        first,
        rules.pedrete,
    )
    mine, share = later_cuts(rules, choice.setup, place)
    own_cuts = [{name for name, cuts in zip(space.names, row, strict=True) if cuts} for row in mine]
    assert share == choice.later_share
    assert len(mine) == rounds
    known = {place: naive.tidy(hand)}
    if partner:
        known[(place + 2) % 4] = naive.tidy(partner)
    for discard in (choice.discards[0], choice.discards[-1]):
        played = [
            naive_mus.say_mus(game, place, own_cuts, known, keep=discard.keep)
            for _ in range(12_000)
        ]
        cuts, muses, agreed = zip(*played, strict=True)
        assert agree(choice.cut, cuts)
        assert agree(discard.mus, muses)
        assert agree(discard.agreed, [mus for mus, yes in zip(muses, agreed, strict=True) if yes])
        p = choice.p_agreed
        assert abs(sum(agreed) / len(agreed) - p) <= 4 * sqrt(p * (1 - p) / len(agreed))
        gain = naive.mean_and_error([mus - cut for cut, mus, _ in played])
        expected = discard.mus.tantos - choice.cut.tantos
        assert abs(gain[0] - expected) <= 4 * gain[1] + 4 * choice.difference.se
        if partner is None:
            # the plain samples spread as the standard errors say
            assert choice.cut.se * sqrt(choice.deals) == pytest.approx(np.std(cuts), rel=0.06)
            looked = max(2, choice.setup.chunks // 8) * CHUNK_DEALS
            spreads = [discard.mus.se * sqrt(n) for n in (choice.deals, looked)]
            near = [pytest.approx(np.std(muses), rel=0.06) == spread for spread in spreads]
            assert near[0] if discard is choice.discards[0] else any(near)


def agree(estimate, samples):
    """Whether an estimate and plain samples are within four standard errors of both."""
    mean, se = naive.mean_and_error(samples)
    return abs(estimate.tantos - mean) <= 4 * sqrt(se**2 + estimate.se**2)


# ---------------------------------------------------------------- best replies


@pytest.mark.parametrize(
    ("seat", "percent"), [("mano", 54), ("segundo", 74), ("tercero", 56), ("postre", 75)]
)
def test_best_reply_to_the_usual_table(seat, percent):
    """Shares of hands that cut, every lance passed, by an independent simulation, plus minus 2."""
    reply = find_best_reply(seat, style="cut:0.35")
    assert abs(100 * reply.share - percent) < 2
    weights = SPACE.weights
    assert reply.share == weights[reply.cut].sum() / 91_390
    assert (reply.cut == (reply.gain > 0)).all()
    # good hands cut and bad ones do not
    assert reply.cut[[SPACE.index(name) for name in ("RRRR", "RRAA", "RRCA")]].all()
    assert not reply.cut[SPACE.index("7654")]


@pytest.mark.parametrize("seat", SEATS)
def test_best_reply_and_single_hands_agree(seat):
    """All hands at once and one hand, sampled apart: one throws by the style, one at its best."""
    reply = find_best_reply(seat, style="cut:0.35")
    for hand in ("RRCA", "RR4A", "RRAA", "CC74", "7654"):
        difference = cut_or_mus(hand, seat, style="cut:0.35", deals=262_144).difference
        index = SPACE.index(hand)
        # a difference of two sums of tantos has a variance of some 30 in all
        se = sqrt(30 / reply.counts[index] + difference.se**2)
        assert -0.2 - 4 * se < difference.tantos - reply.gain[index] < 4 * se, hand


@pytest.mark.parametrize("place", range(4))
def test_a_line_in_the_order_loses_next_to_nothing_when_the_choice_comes_again(place):
    """Against cutting hand by hand, fitted on a million deals; both valued on fresh ones."""
    setup = make_setup(style="cut:0.35")
    mine, _ = later_cuts(NAIPERA, setup, place)
    table = table_of_style(NAIPERA, setup)
    asked = place, mine, starting(table, SPACE, asker=place), table, paso_of(table, SPACE)
    _, fitted, _ = decisions(101, 256, *asked)
    counts, gains, _ = decisions(202, 512, *asked)
    by_hand = gains[1][fitted[1] > 0].sum() - gains[1][mine[1]].sum()
    assert by_hand / counts[0].sum() < 0.001


# ---------------------------------------------------------------- how sure it is


@pytest.mark.parametrize("estimator", ["plain", "both"])
def test_standard_errors_are_calibrated(estimator):
    """Sixty small runs: the spread of the answers is what their standard errors claim."""
    few = {"deals": 1, "estimator": estimator}
    runs = [cut_or_mus("RR4A", "mano", seed=seed, **few) for seed in range(100, 160)]
    assert {run.deals for run in runs} == {2 * CHUNK_DEALS}
    exact = odds("RR4A", "mano").paso_ev
    long = cut_or_mus("RR4A", "mano", deals=524_288, seed=5)
    best = long.discards[0]
    same = [next(d for d in run.discards if d.mask == best.mask) for run in runs]
    scores = {"cut": [off(run.cut, exact) for run in runs]} if estimator == "plain" else {}
    scores |= {
        "difference": [off(run.difference, long.difference.tantos) for run in runs],
        "mus": [off(discard.mus, best.mus.tantos) for discard in same],
        "agreed": [off(discard.agreed, best.agreed.tantos) for discard in same],
    }
    for what, z in scores.items():
        assert 0.6 < np.var(z, ddof=1) < 1.6, what
        assert abs(np.mean(z)) < 4 / sqrt(60), what


def test_standard_errors_fall_with_the_root_of_the_deals():
    for estimator in ESTIMATORS:
        few = cut_or_mus("RR4A", "mano", deals=16 * CHUNK_DEALS, estimator=estimator)
        many = cut_or_mus("RR4A", "mano", deals=64 * CHUNK_DEALS, estimator=estimator)
        pairs = [(few.mus, many.mus), (few.difference, many.difference)]
        if estimator in ("plain", "stratified"):
            pairs.append((few.cut, many.cut))
        for a, b in pairs:
            assert a.se / b.se == pytest.approx(2, rel=0.05), estimator


# ---------------------------------------------------------------- the answer


def test_the_answer_fits_together():
    choice = cut_or_mus("CC74", "segundo", deals=262_144, estimator="stratified")
    assert choice.difference.tantos == pytest.approx(choice.cut.tantos - choice.mus.tantos)
    assert choice.advice == ("cut" if choice.difference.tantos >= 0 else "mus")
    assert 0 < choice.p_agreed < 1
    agreed = [d.agreed.tantos for d in choice.discards]
    assert agreed == sorted(agreed, reverse=True)
    for d in choice.discards:
        # mus is worth cutting where a later seat cuts, and the discard where all agree
        assert sorted(d.keep + d.throw) == sorted("CC74")
        assert d.mus.se < 0.03
    first, p = choice.discards[0], choice.p_agreed
    assert first.is_close
    assert first.loss.tantos == first.loss.se == 0
    for d in choice.discards[1:]:
        loss, gap = first.mus.tantos - d.mus.tantos, p * (first.agreed.tantos - d.agreed.tantos)
        if d.is_close:  # so it was played on the same deals
            assert d.loss.tantos == pytest.approx(first.agreed.tantos - d.agreed.tantos)
            assert loss == pytest.approx(gap)
        assert abs(loss - p * d.loss.tantos) < 5 * sqrt(d.mus.se**2 + first.mus.se**2)
        assert 0 < d.loss.se < 1.5 * d.agreed.se
    # the discard is chosen on one half of the deals and valued on the other
    assert choice.mus.tantos <= first.mus.tantos + 1e-12
    assert len(choice.discards) == len(naive.keeps("CC74"))


def test_mus_is_the_discard_where_nobody_is_left_to_cut():
    choice = cut_or_mus("RR4A", "postre", deals=50_000, estimator="stratified")
    assert choice.p_agreed == 1
    for d in choice.discards:
        assert d.mus.tantos == pytest.approx(d.agreed.tantos)
        assert d.mus.se == pytest.approx(d.agreed.se)
    # what cutting is worth tells nothing more of a hand that all redraw, and little of luck
    controlled = cut_or_mus("RR4A", "postre", deals=50_000, estimator="both").discards[0]
    assert abs(controlled.mus.tantos - controlled.agreed.tantos) < 3 * controlled.mus.se
    assert controlled.mus.se <= controlled.agreed.se


def test_the_best_discard_is_not_flattered():
    """It is chosen on every other chunk of deals and valued on the rest, both ways round."""
    choice = cut_or_mus("RSAA", "mano", deals=4 * CHUNK_DEALS, seed=2, estimator="plain")
    table = sim_table(NAIPERA, style_policy(NAIPERA, "cut:0.35"))
    start = starting(table, SPACE, np.array([SPACE.index("RSAA"), -1, -1, -1]))
    masks = [discard.mask for discard in choice.discards if discard.is_close]
    mine, _ = later_cuts(NAIPERA, choice.setup, 0)
    # two chunks went to a first look at all discards
    chunks = comparing(2, range(2, 6), 0, start, masks, mine, table, SPACE)
    _, even = summed(chunks[0::2])
    _, odd = summed(chunks[1::2])
    best_on_even, best_on_odd = (2 + half[0, 2:].argmax() for half in (even, odd))
    assert best_on_even != best_on_odd
    gain = odd[0, best_on_even] - odd[0, 1] + even[0, best_on_odd] - even[0, 1]
    assert choice.deals == 4 * CHUNK_DEALS
    assert choice.difference.tantos == pytest.approx(-gain / choice.deals)


def test_a_partner_who_will_surely_cut_leaves_no_choice():
    for estimator in ESTIMATORS:
        choice = cut_or_mus("7654", "mano", partner="RRRR", estimator=estimator)
        assert choice.p_agreed == 0
        assert choice.difference.tantos == choice.difference.se == 0
        assert choice.mus.tantos == pytest.approx(choice.cut.tantos)
        assert choice.mus.se == pytest.approx(choice.cut.se, abs=1e-6)


def test_deals_are_rounded_up_to_whole_chunks_in_two_halves():
    assert cut_or_mus("RRCA", deals=1).deals == 2 * CHUNK_DEALS
    assert cut_or_mus("RRCA", deals=3 * CHUNK_DEALS).deals == 4 * CHUNK_DEALS
    assert Setup(parse_style("cut:0.35"), deals=4 * CHUNK_DEALS + 1).chunks == 6


def test_obvious_hands():
    assert cut_or_mus("RRAA", "mano", deals=20_000).advice == "cut"
    poor = cut_or_mus("7654", "mano", deals=20_000)
    assert poor.advice == "mus"
    assert poor.discards[0].throw == "7654"
    assert not poor.is_close


def numbers(choice):
    found = choice.to_dict()
    del found["elapsed_s"]
    return found


@pytest.mark.parametrize("partner", [None, "R74A"])
def test_answers_do_not_depend_on_the_number_of_threads(monkeypatch, partner):
    found = []
    for threads in (1, 2):
        monkeypatch.setattr("musodds.chunks.threads", lambda n=threads: n)
        later_cuts.cache_clear()
        found.append(numbers(cut_or_mus("RR4A", "segundo", partner=partner, deals=100_000, seed=4)))
    assert found[0] == found[1]


def test_same_seed_same_answer_other_seed_another():
    first = numbers(cut_or_mus("RR4A", "segundo", deals=50_000, estimator="both", seed=4))
    later_cuts.cache_clear()
    assert numbers(cut_or_mus("RR4A", "segundo", deals=50_000, estimator="both", seed=4)) == first
    other = numbers(cut_or_mus("RR4A", "segundo", deals=50_000, estimator="both", seed=5))
    assert other["cut"] == first["cut"]  # counted
    assert other["mus"] != first["mus"]
    plain = [cut_or_mus("RR4A", "segundo", deals=1, seed=n, estimator="plain") for n in (4, 5)]
    assert plain[0].cut != plain[1].cut
    assert other["discards"] != first["discards"]
