"""Exact odds: published figures, plain enumeration, and sums that must come out whole."""

import json
from fractions import Fraction
from functools import cache

import naive
import numpy as np
import pytest

from musodds import InputError, Rules, load_rules, odds
from musodds.cards import CardClass, Deck
from musodds.counting import count_hand, count_table
from musodds.hands import HandSpace, hand_space
from musodds.lance_table import DATA, lance_table
from musodds.seats import SEATS
from musodds.tally import FIELDS, deals_around, paso_by_lance

ALL_DEALS = 3_963_642_086_353_950_000
RULES = {8: load_rules("naipera"), 4: load_rules("ffm")}
# sixteen to eighteen cards, four or five classes; the third and the slow ones have a 31 real
SMALL = {
    "16 cards": ("RRRRR7777444AAAA", "off"),
    "18 cards": ("RRRRR777774444444A", "off"),
    "31 real": ("RRRRR7777755555A", "king"),
}
SLOW = {
    "five classes": ("RRRRCC777755554A", "king"),
    "two tens": ("RRRRRSS777744AAAA", "sota"),
}
SMALL_DECKS = pytest.mark.parametrize(
    "case", [*SMALL, *(pytest.param(case, marks=pytest.mark.slow) for case in SLOW)]
)


def field(counts, name):
    return counts[..., FIELDS.index(name)]


def averaged(kings, name, seat=0):
    """Return a field's mean over all deals, exactly."""
    table = lance_table(RULES[kings])
    column = field(table.counts, name)[seat].tolist()
    weights = table.space.weights.tolist()
    return Fraction(sum(w * n for w, n in zip(weights, column, strict=True)), ALL_DEALS)


# ---------------------------------------------------------------- published figures


@pytest.mark.parametrize(
    ("hand", "seat", "lance", "what", "value", "digits"),
    [
        ("RR4A", "mano", "pares", "win", 0.86440, 5),
        ("CCC7", "mano", "pares", "win", 0.86285, 5),
        ("RR4A", "postre", "pares", "win", 0.70600, 5),
        ("CCC7", "postre", "pares", "win", 0.86285, 5),
        ("RR4A", "mano", "pares", "win_if_contested", 0.8283, 4),
        ("CCC7", "mano", "pares", "win_if_contested", 0.8386, 4),
        ("RCSA", "mano", "juego", "win", 1.000, 12),
        ("RCSA", "segundo", "juego", "win", 0.923, 3),
        ("RCSA", "tercero", "juego", "win", 0.928, 3),
        ("RCSA", "postre", "juego", "win", 0.856, 3),
        ("RCSA", "postre", "juego", "win_if_contested", 0.6487, 4),
        ("RRRR", "mano", "grande", "win", 1.0, 12),
        ("RRRR", "mano", "chica", "win", 0.3333, 4),
        ("RRRR", "mano", "juego", "win", 0.8312, 4),
        ("AAAA", "mano", "chica", "win", 1.0, 12),
        ("AAAA", "mano", "pares", "win", 0.934142634494, 12),
    ],
)
def test_published_odds_with_eight_kings(hand, seat, lance, what, value, digits):
    """Independent counts; "The numbers of mus and some paradoxes" has the pares."""
    assert odds(hand, seat).lances[lance][what] == pytest.approx(value, abs=0.5 * 10**-digits)


@pytest.mark.parametrize("hand", ["RR75", "CC66", "RC75"])
def test_32_as_mano_wins_five_contested_juegos_in_eight(hand):
    """A published figure for any juego of 32, to three digits."""
    assert odds(hand).lances["juego"]["win_if_contested"] == pytest.approx(0.625, abs=5e-4)


def test_published_odds_with_the_partner_known():
    """An independent full enumeration, to 14 digits."""
    found = odds("RRS6", "mano", partner="R74A")
    assert found.lances["grande"]["win"] == pytest.approx(0.92396119144729, abs=5e-15)
    assert found.deals == deals_around(40, 2)


def test_mano_is_worth_a_ninth_of_a_tanto():
    """An independent count: +0.11444 tantos a hand with every lance passed."""
    table = lance_table(RULES[8])
    weights = table.space.weights.tolist()
    tantos = [
        Fraction(sum(w * n for w, n in zip(weights, row, strict=True)), ALL_DEALS)
        for row in table.paso().tolist()
    ]
    assert round(float(tantos[0]), 5) == 0.11444
    assert tantos[2] == tantos[0]
    assert tantos[1] == tantos[3] == -tantos[0]


@pytest.mark.parametrize(
    ("kings", "name", "value"),
    [
        (8, "grande_win", 0.501284644),
        (8, "chica_win", 0.501284644),
        (4, "grande_win", 0.500323),
        (4, "pares_win", 0.440096),
        (4, "juego_win", 0.225043),
        (4, "punto_win", 0.287780),
        (4, "juego_nobody", 0.553604),
    ],
)
def test_share_of_all_deals_that_the_mano_wins(kings, name, value):
    """An independent count of both decks."""
    assert round(float(averaged(kings, name)), len(str(value)) - 2) == value


@pytest.mark.parametrize(
    ("kings", "name", "percent"),
    [
        (8, "juego_nobody", 24.7),
        (4, "juego_nobody", 55.4),
        (8, "pares_contested", 65.9),
        (4, "pares_contested", 42.8),
        (8, "juego_contested", 19.8),
        (4, "juego_contested", 4.4),
    ],
)
def test_how_often_a_lance_is_played(kings, name, percent):
    """Effect sizes of the rule variants, a sample of a million deals."""
    for seat in range(4):
        assert 100 * averaged(kings, name, seat) == pytest.approx(percent, abs=0.15)


# ---------------------------------------------------------------- plain enumeration


def small_space(case):
    deck, real = (SMALL | SLOW)[case]
    classes = [(c, deck.count(c)) for c in naive.ORDER if c in deck]
    return HandSpace(Deck(tuple(CardClass(*c) for c in classes)), real)


@cache
def small_counts(case):
    return naive.count_deals(*(SMALL | SLOW)[case])


def as_row(counts):
    return [counts[name] for name in FIELDS]


@SMALL_DECKS
def test_whole_small_table_equals_plain_enumeration(case):
    space, (deck, _) = small_space(case), (SMALL | SLOW)[case]
    table = count_table(space)
    deals = deals_around(space.deck.size, 1)
    assert len(space) == len(naive.hand_types(deck))
    for seat in range(4):
        for hand, name in enumerate(space.names):
            plain = naive.count_hand(deck, small_counts(case), seat, name)
            assert table[seat, hand].tolist() == as_row(plain), (SEATS[seat], name)
            assert paso_by_lance(table[seat, hand], deals).sum() == plain["paso"]


@SMALL_DECKS
def test_every_small_hand_equals_plain_enumeration(case):
    space, (deck, _) = small_space(case), (SMALL | SLOW)[case]
    for seat in range(4):
        for hand, name in enumerate(space.names):
            known = [-1] * 4
            known[seat] = hand
            plain = naive.count_hand(deck, small_counts(case), seat, name)
            assert count_hand(space, known, seat).tolist() == as_row(plain), (SEATS[seat], name)


def test_every_small_hand_with_each_partner_equals_plain_enumeration():
    case = "16 cards"
    space = small_space(case)
    for (seat, hand, partner), plain in small_counts(case).items():
        known = [-1] * 4
        known[seat], known[(seat + 2) % 4] = space.index(hand), space.index(partner)
        assert count_hand(space, known, seat).tolist() == as_row(plain), (
            SEATS[seat],
            hand,
            partner,
        )


def test_a_deck_in_which_every_hand_has_pares():
    deck = "RRRRRRR777777AAAA"
    classes = [(c, deck.count(c)) for c in "R7A"]
    space = HandSpace(Deck(tuple(CardClass(*c) for c in classes)))
    table, plain = count_table(space), naive.count_deals(deck)
    for hand, name in enumerate(space.names):
        assert table[0, hand].tolist() == as_row(naive.count_hand(deck, plain, 0, name))


@pytest.mark.parametrize(
    ("kings", "hand", "seat", "partner", "real"),
    [
        (8, "RR4A", 0, None, "off"),
        (8, "7654", 3, None, "off"),
        (8, "777S", 3, None, "sota"),
        (8, "CC74", 1, "RRA4", "off"),
        (8, "RCSA", 1, "S777", "ten"),
        (4, "RR4A", 2, "RCSA", "off"),
        (4, "7543", 3, "RS32", "off"),
        (4, "32AA", 0, "C777", "king"),
        (4, "S777", 1, "32AA", "sota"),
    ],
)
def test_whole_deck_equals_plain_enumeration(kings, hand, seat, partner, real):
    hand, partner = naive.tidy(hand), partner and naive.tidy(partner)
    plain = naive.count_seat(naive.DECKS[kings], seat, hand, partner, real)
    found = odds(hand, seat + 1, Rules(kings=kings, real=real), partner)
    assert found.deals == plain["deals"]
    assert found.counts == {name: plain[name] for name in FIELDS}


@pytest.mark.slow
def test_unknown_partner_with_four_kings_equals_plain_enumeration():
    plain = naive.count_seat(naive.DECKS[4], 1, "7777")
    found = odds("7777", "segundo", "ffm")
    assert found.deals == plain["deals"]
    assert found.counts == {name: plain[name] for name in FIELDS}


@pytest.mark.parametrize("kings", [8, 4])
def test_shipped_table_equals_one_counted_now(kings):
    space = hand_space(RULES[kings])
    with np.load(DATA / f"lances-{kings}.npz") as file:
        shipped, made_with = file["counts"], json.loads(str(file["made_with"]))
    assert made_with["hands"] == space.names
    assert made_with["fields"] == list(FIELDS)
    assert made_with["kings"] == kings
    assert made_with["deals"] == deals_around(40, 1)
    counted = count_table(space)
    assert shipped.shape == counted.shape == (4, len(space), len(FIELDS))
    assert (shipped == counted).all()
    assert (lance_table(RULES[kings]).counts == counted).all()


# ---------------------------------------------------------------- what must hold


@pytest.mark.parametrize("kings", [8, 4])
def test_all_deals(kings):
    """The deals of four hands fit in 64 bits."""
    table = lance_table(RULES[kings])
    assert int(table.space.weights.sum()) * table.deals == ALL_DEALS == deals_around(40, 0)
    assert ALL_DEALS < 2**63


@pytest.mark.parametrize("kings", [8, 4])
@pytest.mark.parametrize("seats", [(0, 1), (2, 3), (0, 3), (2, 1)])
def test_one_pair_or_the_other_wins(kings, seats):
    """Averaged over all deals, whichever partner is asked."""
    both = {name: sum(averaged(kings, name, seat) for seat in seats) for name in FIELDS}
    nobody = {lance: averaged(kings, f"{lance}_nobody") for lance in ("pares", "juego")}
    assert both["grande_win"] == both["chica_win"] == 1
    assert both["pares_win"] + nobody["pares"] == 1
    assert both["juego_win"] + nobody["juego"] == 1
    assert both["punto_win"] == nobody["juego"]
    assert both["pares_win_contested"] == averaged(kings, "pares_contested")
    assert both["juego_win_contested"] == averaged(kings, "juego_contested")
    assert both["pares_tantos"] == both["juego_tantos"] == 0


@pytest.mark.parametrize("kings", [8, 4])
def test_counts_are_consistent_for_every_hand(kings):
    table = lance_table(RULES[kings])
    get = {name: field(table.counts, name) for name in FIELDS}
    for lance in ("pares", "juego"):
        alone = get[f"{lance}_win"] - get[f"{lance}_win_contested"]
        holds = getattr(table.space, lance) > 0
        assert (alone >= 0).all()
        # whoever holds it: either the rivals do too, or our pair takes it alone
        assert (alone + get[f"{lance}_contested"] == table.deals)[:, holds].all()
        assert (get[f"{lance}_nobody"][:, holds] == 0).all()
        assert (get[f"{lance}_nobody"][:, ~holds] > 0).all()
    assert (get["punto_win"] <= get["juego_nobody"]).all()
    # an earlier seat never does worse: ties go to it
    for lance in ("grande_win", "chica_win"):
        assert (get[lance][0] >= get[lance][1]).all()
        assert (get[lance][2] >= get[lance][3]).all()


@pytest.mark.parametrize(
    ("kings", "hand", "seats"), [(8, "RCSA", range(4)), (8, "7766", [3]), (4, "R653", [1])]
)
def test_law_of_total_probability(kings, hand, seats):
    """The unknown partner is the mean over every partner, by the ways to deal him his hand."""
    space, table = hand_space(RULES[kings]), lance_table(RULES[kings])
    deck = naive.DECKS[kings]
    own = space.index(hand)
    for seat in seats:
        total = np.zeros(len(FIELDS), dtype=np.int64)
        for partner, n in naive.ways(naive.without(deck, hand)).items():
            known = [-1] * 4
            known[seat], known[(seat + 2) % 4] = own, space.index(partner)
            total += n * count_hand(space, known, seat)
        assert total.tolist() == table.counts[seat, own].tolist()
        known = [-1] * 4
        known[seat] = own
        assert total.tolist() == count_hand(space, known, seat).tolist()


@pytest.mark.parametrize("kings", [8, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("real", ["ten", "sota", "king"])
def test_31_real_takes_juego_from_a_mano_who_has_31(kings, real):
    """A rival's 7-7-7-ten wins; two at once would need six sevens."""
    rest = naive.ways(naive.without(naive.DECKS[kings], "RRSA"))
    reals = sum(n for hand, n in rest.items() if naive.is_real(hand, real))
    with_real = odds("RRSA", "mano", Rules(kings=kings, real=real))
    lost = with_real.deals - with_real.counts["juego_win"]
    assert Fraction(lost, with_real.deals) == Fraction(2 * reals, sum(rest.values()))
    plain = odds("RRSA", "mano", Rules(kings=kings))
    assert plain.counts["juego_win"] == plain.deals
    # one given rival, in percent: effect sizes of the rule variants
    percent = {8: {"ten": 0.088, "king": 0.041, "sota": 0.020}}
    percent[4] = {"ten": 0.061, "king": 0.014, "sota": 0.020}
    assert 100 * reals / sum(rest.values()) == pytest.approx(percent[kings][real], abs=5e-4)


def test_31_real_table():
    """With any ten, 7-7-7-S wins every juego from any seat; the other lances do not change."""
    real, plain = lance_table(Rules(real="ten")), lance_table(Rules())
    space = real.space
    for name in ("C777", "R777", "S777"):
        assert (field(real.counts, "juego_win")[:, space.index(name)] == real.deals).all()
        assert field(plain.counts, "juego_win")[3, space.index(name)] < plain.deals
    same = [i for i, n in enumerate(FIELDS) if not n.startswith("juego") or "nobody" in n]
    assert (real.counts[..., same] == plain.counts[..., same]).all()


# ---------------------------------------------------------------- the answer


def test_punto_is_never_played_with_a_juego_in_hand():
    punto = odds("CCC7", "mano").lances["punto"]
    assert punto == {"win": 0.0, "played": 0.0, "win_if_played": None}


@pytest.mark.parametrize(("hand", "seat"), [("RRCA", "mano"), ("7654", "postre"), ("AAAA", "2")])
def test_tantos_in_paso_follow_from_the_odds(hand, seat):
    found = odds(hand, seat)
    by_lance = found.paso_by_lance
    assert by_lance["grande"] == pytest.approx(2 * found.lances["grande"]["win"] - 1, abs=1e-12)
    punto = found.lances["punto"]
    assert by_lance["punto"] == pytest.approx(2 * punto["win"] - punto["played"], abs=1e-12)
    assert found.paso_ev == pytest.approx(sum(by_lance.values()), abs=1e-12)


def test_threes_and_twos_count_as_the_rules_say():
    assert odds("R33A").counts == odds("RRRA").counts
    assert odds("RC2A").counts == odds("RCAA").counts
    assert odds("R33A", rules="ffm").counts != odds("RRRA", rules="ffm").counts


def test_hands_that_share_too_many_cards_are_refused():
    with pytest.raises(InputError, match="card '4': 6 in your hand 7444 and your partner's 6444"):
        odds("4447", partner="4446")
