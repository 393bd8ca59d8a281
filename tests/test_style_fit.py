"""Fitting a style: known tables played in plain Python, its intervals, and rows that are wrong."""

import random
import re
from pathlib import Path

import naive
import numpy as np
import pytest
from plays import as_functions

from musodds import InputError, load_rules
from musodds.hands import hand_space
from musodds.policy import soft_share, style_policy
from musodds.seats import SEATS
from musodds.sightings import Sighting, read_sightings
from musodds.style import Style
from musodds.style_file import read_style
from musodds.style_fit import (
    FITTED,
    SHARES,
    SOFT,
    Estimate,
    _deck,
    _said_chances,
    _shortest,
    fit_style,
)

NAIPERA = load_rules("naipera")
SPACE = hand_space(NAIPERA)


def chosen(rng, discards):
    """Draw one of the discards."""
    at = rng.random()
    for keep, chance in discards:
        at -= chance
        if at < 0:
            return keep
    return discards[-1][0]


def watch(style, hands, rng, shown=0.5, rounds=3):
    """Play the mus phase of some hands; return the rows of a file, some hands shown at the end."""
    cut, discard = as_functions(SPACE, style_policy(NAIPERA, style))
    rows = ["seat,said,hand,threw,kept,round"]
    for _ in range(hands):
        deck = list(naive.DECKS[8])
        rng.shuffle(deck)
        held = [naive.tidy("".join(deck.pop() for _ in range(4))) for _ in range(4)]
        for round_ in range(rounds):
            spoken = []
            for seat in range(4):
                spoken.append(rng.random() < cut(0, seat, held[seat]))
                if spoken[-1]:
                    break
            is_cut = spoken[-1]
            keeps = [chosen(rng, discard(0, seat, held[seat])) for seat in range(4)]
            for seat, cuts in enumerate(spoken):
                hand = held[seat] if is_cut and rng.random() < shown else ""
                threw = "" if is_cut else 4 - len(keeps[seat])
                said = "cut" if cuts else "mus"
                rows.append(f"{SEATS[seat]},{said},{hand},{threw},,{round_ + 1}")
            if is_cut:
                break
            if len(deck) < sum(4 - len(keep) for keep in keeps):
                break
            held = [
                naive.tidy(keep + "".join(deck.pop() for _ in range(4 - len(keep))))
                for keep in keeps
            ]
    return read_sightings("\n".join(rows), NAIPERA)


def estimates(fit):
    """Return the estimates by what they are of."""
    return {estimate.what: estimate for estimate in fit.estimates}


def inside(estimate, truth):
    """Return whether the interval holds the truth."""
    return estimate.low <= truth <= estimate.high


def test_nothing_seen_is_usual():
    fit = fit_style([], NAIPERA)
    usual = style_policy(NAIPERA, "usual")
    policy = style_policy(NAIPERA, fit.style)
    assert (policy.cut == usual.cut).all()
    assert (policy.discard == usual.discard).all()
    for estimate in fit.estimates:
        assert inside(estimate, estimate.prior)
        assert estimate.value == estimate.prior
        assert estimate.seen == 0


def test_a_known_table_is_found_again():
    truth = Style(
        "truth", (0.25, 0.35, 0.45, 0.60), (("best", 0.4), ("cautious", 0.6)), softness=0.06
    )
    fits = [estimates(fit_style(watch(truth, 150, random.Random(k)), NAIPERA)) for k in range(6)]
    known = {f"share cut, {name}": truth.share(seat) for seat, name in enumerate(SEATS)}
    known |= {"softness": 0.06, "discards cautious": 0.6, "discards king-hunter": 0.0}
    held = [inside(fit[what], value) for fit in fits for what, value in known.items()]
    assert np.mean(held) > 0.75
    for what, value in known.items():
        mean = np.mean([fit[what].value for fit in fits])
        assert mean == pytest.approx(value, abs=0.3 if "discards" in what else 0.05), what


def test_a_few_dozen_rows_move_it_part_of_the_way():
    rows = watch(Style("truth", (0.6,)), 25, random.Random(1))
    assert 30 < len(rows) < 100
    found = estimates(fit_style(rows, NAIPERA))["share cut"]
    assert 0.42 < found.value < 0.65
    assert found.high - found.low < 0.30


def test_intervals_hold_the_truth_nine_times_in_ten():
    """Truths drawn as the prior has it, some thirty rows each."""
    rng, plain = np.random.default_rng(7), random.Random(7)
    held = {"common": [], "seat": [], "mixture": []}
    for _ in range(50):
        common = rng.beta(7, 13)
        shares = tuple(rng.beta(60 * common, 60 * (1 - common), 4).tolist())
        mixture = rng.dirichlet((3, 0.5, 0.5)).tolist()
        truth = Style("truth", shares, tuple(zip(FITTED, mixture, strict=True)))
        found = estimates(fit_style(watch(truth, 15, plain), NAIPERA))
        held["common"].append(inside(found["share cut"], common))
        held["seat"] += [
            inside(found[f"share cut, {name}"], share)
            for name, share in zip(SEATS, shares, strict=True)
        ]
        held["mixture"].append(inside(found["discards best"], mixture[0]))
    for what, hits in held.items():
        assert 0.75 < np.mean(hits) < 0.99, what


def test_hands_seen_tell_how_sharp_the_line_is():
    order = np.argsort(_deck(NAIPERA).before[0])
    rng = np.random.default_rng(5)
    for softness in (0.0, 0.12):
        cut = soft_share(order, SPACE.weights, 0.4, softness)
        hands = rng.choice(len(SPACE), 300, p=SPACE.weights / SPACE.weights.sum())
        rows = [
            Sighting(0, "cut" if rng.random() < cut[hand] else "mus", int(hand)) for hand in hands
        ]
        assert inside(estimates(fit_style(rows, NAIPERA))["softness"], softness)


def test_a_hand_and_the_cards_kept_tell_the_way():
    hand = SPACE.index("RC5A")
    kept = read_sightings("seat,said,hand,kept\nmano,mus,RC5A,R\nmano,mus,RC5A,RCA", NAIPERA)
    assert [row.threw for row in kept] == [3, 1]
    for row, way in ((kept[0], "king-hunter"), (kept[1], "cautious")):
        assert row.hand == hand
        found = estimates(fit_style([row] * 20, NAIPERA))
        assert found[f"discards {way}"].high > 0.5
    unseen = read_sightings("seat,said,kept\nmano,mus,RCA", NAIPERA) * 20
    assert estimates(fit_style(unseen, NAIPERA))["discards king-hunter"].high < 0.2


def test_the_closed_form_of_a_soft_line():
    deck = _deck(NAIPERA)
    for at, softness in ((10, 1), (35, 3), (70, 15)):
        cut = soft_share(deck.orders[2], SPACE.weights, float(SHARES[at]), float(SOFT[softness]))
        for hand in range(0, len(SPACE), 37):
            assert deck.cut_chances(2, hand)[at, softness] == pytest.approx(cut[hand], abs=2e-3)


def test_who_speaks_later_cuts_more_often_than_his_share():
    """The table of 35 % lets 15.2 % of deals go to mus: the product of what is left."""
    at = 35
    left = [1 - _said_chances(NAIPERA, seat, True)[at] for seat in range(4)]
    sharp = style_policy(NAIPERA, f"cut:{SHARES[at]}")
    exact = naive_agree(sharp)
    assert np.prod(left) == pytest.approx(exact, abs=0.01)


def naive_agree(policy):
    """Deal in plain Python; return how often nobody cuts."""
    cut, _ = as_functions(SPACE, policy)
    rng, agreed = random.Random(2), 0
    for _ in range(8000):
        cards = rng.sample(naive.DECKS[8], 16)
        hands = [naive.tidy("".join(cards[4 * seat : 4 * seat + 4])) for seat in range(4)]
        agreed += not any(rng.random() < cut(0, seat, hand) for seat, hand in enumerate(hands))
    return agreed / 8000


def test_the_shortest_interval():
    mass = np.array([0.02, 0.05, 0.5, 0.4, 0.03])
    assert _shortest(np.arange(5) / 10, mass, 0.1) == (0.15, 0.35)
    assert _shortest(np.arange(5) / 10, np.full(5, 0.2), 0.1) == (0, 0.45)


def test_the_file_that_is_written_loads_again():
    fit = fit_style(watch(Style("truth", (0.5,)), 10, random.Random(2)), NAIPERA, "us", "Ane")
    text = fit.to_toml()
    assert read_style(text, "other", "style") == fit.style
    assert text.startswith("# Fitted to Ane, ")
    assert "# share cut, mano: " in text
    told = fit.to_dict()
    assert told["schema"] == "musodds.style-fit/1"
    assert told["estimates"][0]["interval"][0] < told["estimates"][0]["estimate"]
    assert all(isinstance(e, Estimate) for e in fit.estimates)


# ---------------------------------------------------------------- rows


def test_the_rows_of_the_docs_are_read():
    page = (Path(__file__).parent.parent / "docs" / "styles.md").read_text("utf-8")
    (text,) = re.findall("```text\n(.*?)```", page, re.DOTALL)
    rows = read_sightings(text, NAIPERA)
    assert [row.said for row in rows] == ["mus", "mus", "mus", "cut"]
    assert rows[2] == Sighting(0, "mus", SPACE.index("RR74"), round=2, player="Ane")


def test_rows_are_read_as_people_write_them():
    rows = read_sightings(
        "Said;Seat;Hand;Player\nCorto;postre;12 12 11 1;Ane\n\nmus;2;;Jon\n", NAIPERA
    )
    assert rows == [
        Sighting(3, "cut", SPACE.index("RRCA"), player="Ane"), Sighting(1, "mus", player="Jon"),
    ]  # fmt: skip
    text = "seat,said,player\nmano,mus,Ane\nmano,cut,Jon\n"
    assert [row.said for row in read_sightings(text, NAIPERA, player="ane")] == ["mus"]
    with pytest.raises(InputError, match="player 'Iker': not in file; expected Ane, Jon; example"):
        read_sightings(text, NAIPERA, player="Iker")


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ("pies,mus", "seat 'pies': no such seat"),
        (",mus", "seat '': no such seat"),
        ("mano,perhaps", "said 'perhaps'"),
        ("mano,", "said ''"),
        ("mano,cut,RRC", "hand 'RRC': hand 'RRC': 3 cards"),
        ("mano,cut,4444A", "hand '4444A': hand '4444A': 5 cards"),
        ("mano,cut,RRX4", "unknown card 'X'"),
        ("mano,mus,,5", "threw '5'"),
        ("mano,mus,,two", "threw 'two'"),
        ("mano,cut,,2", "cards thrown by one who cut"),
        ("mano,mus,,,RRRR", "kept 'RRRR': 4 cards"),
        ("mano,mus,,3,RR", "threw 3 and kept 'RR'"),
        ("mano,mus,7654,,RR", "kept 'RR' of '7654'"),
        ("mano,mus,,,boo", "kept 'boo'"),
        ("mano,mus,,,,0", "round '0'"),
        ("mano,mus,,,,1,Ane,2", "8 cells"),
    ],
)
def test_a_bad_row_is_named_with_its_line(row, named):
    text = f"seat,said,hand,threw,kept,round,player\nmano,mus\n{row}"
    with pytest.raises(InputError) as caught:
        read_sightings(text, NAIPERA, "'seen.csv'")
    message = str(caught.value)
    assert message.startswith("'seen.csv': line 3: ")
    assert named in message
    assert "; expected " in message
    assert "; example: " in message


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("", "no column 'seat'"),
        ("seat,hand", "no column 'said'"),
        ("seat,said,colour", "unknown column 'colour'"),
        ("seat,said,said", "twice the column 'said'"),
    ],
)
def test_a_file_needs_its_columns(head, named):
    with pytest.raises(InputError, match=f"file: {named}; expected seat, said, hand"):
        read_sightings(head, NAIPERA)
