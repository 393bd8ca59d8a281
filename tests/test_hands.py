"""All hands and the order of each lance: published counts, worked comparisons, the whole order."""

import hashlib
import json
from itertools import chain, groupby, pairwise, product
from pathlib import Path

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from musodds.cards import parse_hand, standard_deck
from musodds.errors import InputError
from musodds.hands import CHICA, GRANDE, JUEGO, JUEGO_ORDER, LANCES, PARES, HandSpace, hand_space
from musodds.pairs import pair_space
from musodds.rules import Rules

REALS = ("off", "ten", "sota", "king")  # those that no suit decides
VECTORS = json.loads((Path(__file__).parent / "data" / "compare.json").read_text("utf-8"))
SIGN = {"A": 1, "B": -1, "tie": 0}
SPACES = {kings: HandSpace(standard_deck(kings)) for kings in (8, 4, 9)}


def cases():
    for vector in VECTORS:
        for kings in (4, 8) if vector["kings"] == "both" else (vector["kings"],):
            yield pytest.param(vector, kings, id=f"{vector['id']}-{kings} kings-{vector['source']}")


@pytest.mark.parametrize(("vector", "kings"), list(cases()))
def test_worked_comparison(vector, kings):
    rules = Rules(kings=kings, **vector["options"])
    space, deck = hand_space(rules), rules.deck()
    a, b = ("".join(deck.names[c] for c in deck.classes_of(parse_hand(vector[x]))) for x in "ab")
    expected = SIGN[vector["better"]]
    assert space.compare(vector["lance"], a, b) == expected
    assert space.compare(vector["lance"], b, a) == -expected
    assert naive.better(vector["lance"], a, b, rules.real) == expected
    rank = space.rank[LANCES.index(vector["lance"].replace("punto", "juego"))]
    one, other = (space.index(parse_hand(vector[x])) for x in "ab")
    assert np.sign(rank[one] - rank[other]) == expected


def by_kings(figures):
    return pytest.mark.parametrize(
        ("kings", "expected"), figures.items(), ids=[f"{k} kings" for k in figures]
    )


def deals(kings, where):
    """Return the number of 4-card hands for which something holds."""
    return int(SPACES[kings].weights[where].sum())


@by_kings({8: 330, 4: 715, 9: 329})
def test_hand_types(kings, expected):
    """Independent counts, and effect sizes of the rule variants."""
    space = SPACES[kings]
    assert len(space) == len(set(space.names)) == expected
    assert space.weights.sum() == 91_390
    assert (space.weights > 0).all()


@by_kings({8: (330, 330, 53, 33), 4: (715, 715, 76, 35)})
def test_distinct_keys(kings, expected):
    """Independent counts: grande, chica, pares (with none), juego and punto."""
    assert tuple(len(set(rank)) for rank in SPACES[kings].rank.tolist()) == expected
    # ranks are dense: 0 to one less than the number of distinct keys
    assert tuple(rank.max() + 1 for rank in SPACES[kings].rank) == expected


@by_kings({8: 5_715, 4: 22_110})
def test_distinct_pairs_of_hands(kings, expected):
    """Independent counts: multisets of eight cards."""
    assert len(pair_space(SPACES[kings])) == expected


@by_kings(
    {
        8: (51_710, 43_776, 4_448, 3_486),
        4: (37_630, 34_560, 1_440, 1_630),
        9: (53_310, 44_386, 5_153, 3_771),
    }
)
def test_pares_counts(kings, expected):
    """Any pares, par, medias, duples: effect sizes of the rule variants."""
    kind = SPACES[kings].pares
    assert deals(kings, kind > 0) == expected[0]
    assert tuple(deals(kings, kind == k) for k in (1, 2, 3)) == expected[1:]


@by_kings({8: 146, 4: 10, 9: 201})
def test_four_of_a_kind(kings, expected):
    """Effect sizes of the rule variants; all of them are duples."""
    space = SPACES[kings]
    quads = np.array([len(set(name)) == 1 for name in space.names])
    assert deals(kings, quads) == expected
    assert (space.pares[quads] == 3).all()


@by_kings(
    {
        8: {31: 8_384, 32: 2_640, 40: 1_820, 37: 2_240, 36: 2_240, 35: 2_240, 34: 2_960, 33: 1_920},
        4: {31: 3_040, 32: 2_332, 40: 495, 37: 880, 36: 880, 35: 880, 34: 1_276, 33: 1_936},
        9: {31: 9_316, 32: 2_448, 40: 2_380, 37: 2_720, 36: 2_720, 35: 2_040, 34: 3_536, 33: 2_176},
    }
)
def test_juego_counts(kings, expected):
    """Effect sizes of the rule variants; 38 and 39 exist in no deck."""
    space = SPACES[kings]
    got = {p: deals(kings, space.points == p) for p in range(31, 41)}
    assert {p: n for p, n in got.items() if n} == expected
    assert deals(kings, space.juego > 0) == {8: 24_444, 4: 11_719, 9: 27_336}[kings]
    assert deals(kings, space.juego == 3) == expected[31]


@by_kings({8: (3_024, 2_688), 4: (2_796, 3_744), 9: (2_992, 2_346)})
def test_punto_counts(kings, expected):
    """Punto of 30 and of 29: effect sizes of the rule variants."""
    points = SPACES[kings].points
    assert (deals(kings, points == 30), deals(kings, points == 29)) == expected
    assert points.min() == 4


@pytest.mark.parametrize(
    ("deck", "real", "expected"),
    [
        (standard_deck(4), "ten", 48),
        (standard_deck(4), "sota", 16),
        (standard_deck(4), "king", 16),
        (standard_deck(8), "ten", 64),
        (standard_deck(8), "sota", 16),
        (standard_deck(8), "king", 32),
        (standard_deck(9), "ten", 68),
        (standard_deck(9), "sota", 16),
        (standard_deck(9), "king", 36),
        (standard_deck(8), "off", 0),
    ],
)
def test_counts_of_31_real(deck, real, expected):
    """Effect sizes of the rule variants: hands that beat an ordinary 31."""
    space = HandSpace(deck, real)
    ordinary = space.rank[JUEGO, space.index("RRSA")]
    assert space.weights[space.rank[JUEGO] > ordinary].sum() == expected
    assert (space.juego[space.rank[JUEGO] > ordinary] == 3).all()


def order(kings, lance):
    """Return the hands best first, those that only the seat tells apart together."""
    space = SPACES[kings]
    hands = sorted(zip(-space.rank[lance], space.names, strict=True))
    return [[name for _, name in group] for _, group in groupby(hands, key=lambda pair: pair[0])]


@pytest.mark.parametrize("kings", [8, 4])
def test_duples_of_kings_and_aces_beat_four_horses(kings):
    space = SPACES[kings]
    assert space.compare("pares", "RRAA", "CCCC") == 1
    assert space.compare("pares", "CC66", "SSSS") == 1


@pytest.mark.parametrize("kings", [8, 4])
def test_chica_is_not_grande_upside_down(kings):
    """The lowest cards meet first: that flips a third of all pairs of hands."""
    space = SPACES[kings]
    assert space.compare("chica", "7AAA", "654A") == 1
    assert space.compare("grande", "RRAA", "RCCC") == space.compare("chica", "RRAA", "RCCC") == 1
    upside_down = (-space.rank[GRANDE])[:, None] > (-space.rank[GRANDE])[None, :]
    chica = space.rank[CHICA][:, None] > space.rank[CHICA][None, :]
    off_diagonal = len(space) * (len(space) - 1)
    assert 0.34 < (upside_down != chica).sum() / off_diagonal < 0.37


@pytest.mark.parametrize("kings", [8, 4])
def test_kickers_never_count(kings):
    """Par and medias are told apart by the paired card alone."""
    space = SPACES[kings]
    paired = {}
    for i, name in enumerate(space.names):
        if space.pares[i] in (1, 2):
            (card,) = {card for card in name if name.count(card) > 1}
            paired.setdefault((int(space.pares[i]), card), set()).add(int(space.rank[PARES, i]))
    assert all(len(ranks) == 1 for ranks in paired.values())
    assert len({next(iter(ranks)) for ranks in paired.values()}) == len(paired)
    assert len({int(r) for r in space.rank[PARES][space.pares == 0]}) == 1


@pytest.mark.parametrize("kings", [8, 4])
def test_four_alike_beat_other_duples_where_a_table_plays_so(kings):
    plain, beat = SPACES[kings], HandSpace(standard_deck(kings), quads="beat")
    quads = plain.counts.max(axis=1) == 4
    rank = beat.rank[PARES]
    assert rank[quads].min() > rank[~quads].max()
    for some in (quads, ~quads):
        order = np.unique(plain.rank[PARES][some], return_inverse=True)[1]
        assert (np.unique(rank[some], return_inverse=True)[1] == order).all()
    assert (beat.pares == plain.pares).all()
    assert (beat.pair == plain.pair).all()
    for lance in (GRANDE, CHICA, JUEGO):
        assert (beat.rank[lance] == plain.rank[lance]).all()


@pytest.mark.parametrize("kings", [8, 4])
def test_pares_ladder(kings):
    space = SPACES[kings]
    best = [int(space.rank[PARES][space.pares == kind].max()) for kind in range(4)]
    worst = [int(space.rank[PARES][space.pares == kind].min()) for kind in range(4)]
    assert all(low > high for low, high in zip(worst[1:], best[:-1], strict=True))


def test_order_of_juegos_is_that_of_the_sources():
    """From 33 up to 40, of which 38 and 39 cannot be held, then 32 and 31."""
    assert (*range(33, 41), 32, 31) == JUEGO_ORDER


@pytest.mark.parametrize("kings", [8, 4])
def test_order_of_juegos_and_puntos(kings):
    """Best to worst 31, 32, 40, 37, 36, 35, 34, 33, then the puntos from 30 down to 4."""
    space = SPACES[kings]
    best_first = [space.points[[space.index(n) for n in names]] for names in order(kings, JUEGO)]
    assert all(len(set(points)) == 1 for points in best_first)
    points = [int(group[0]) for group in best_first]
    assert points[:8] == [31, 32, 40, 37, 36, 35, 34, 33]
    assert points[8:] == sorted(points[8:], reverse=True)
    assert (points[8], points[-1]) == (30, 4)


@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego"])
@pytest.mark.parametrize("kings", [8, 4, 9])
def test_whole_order_equals_the_plain_comparison(kings, lance):
    """Every neighbour of the order is compared by the rules alone."""
    groups = order(kings, LANCES.index(lance))
    for group in groups:
        for name in group[1:]:
            assert plain(lance, group[0], name) == 0
    for above, below in pairwise(groups):
        assert plain(lance, above[-1], below[0]) == 1


def plain(lance, a, b, real="off"):
    """Compare by the rules alone; punto goes on where neither has a juego."""
    played = lance if lance != "juego" or naive.points(a) > 30 or naive.points(b) > 30 else "punto"
    return naive.better(played, a, b, real)


@given(st.sampled_from([8, 4]), st.sampled_from(LANCES), st.sampled_from(REALS), st.data())
def test_comparison_equals_the_plain_one(kings, lance, real, data):
    space = hand_space(Rules(kings=kings, real=real))
    a, b = (data.draw(st.sampled_from(space.names)) for _ in range(2))
    assert space.compare(lance, a, b) == plain(lance, a, b, real)


@pytest.mark.parametrize("real", REALS)
@pytest.mark.parametrize("kings", [8, 4])
def test_all_juegos_compare_as_plainly(kings, real):
    """Every pair of 31s, among them the 31 real."""
    space = hand_space(Rules(kings=kings, real=real))
    las_unas = [name for name in space.names if naive.points(name) == 31]
    for a, b in product(las_unas, repeat=2):
        assert space.compare("juego", a, b) == naive.better("juego", a, b, real)


@pytest.mark.parametrize("kings", [8, 4])
def test_names_cards_points_and_weights(kings):
    deck = naive.DECKS[kings]
    space = SPACES[kings]
    assert space.names == naive.hand_types(deck)
    assert space.names == list(chain(*order(kings, GRANDE)))
    plain_ways = naive.ways(deck)
    for i, name in enumerate(space.names):
        assert space.weights[i] == plain_ways[name]
        assert space.points[i] == naive.points(name)
        assert space.pares[i] == naive.bonus("pares", name)
        assert space.juego[i] == naive.bonus("juego", name)
        twice = [letter for letter in space.deck.names if name.count(letter) > 1]
        assert space.pair[i] == (space.deck.names.index(twice[0]) if twice else -1)
        assert "".join(space.deck.names[c] for c in space.cards[i]) == name
        assert [name.count(letter) for letter in space.deck.names] == space.counts[i].tolist()


@pytest.mark.parametrize("kings", [8, 4])
def test_hands_are_found_by_their_cards_in_any_order(kings):
    space = SPACES[kings]
    rng = np.random.default_rng(1)
    for i, cards in enumerate(space.cards):
        assert space.of_cards[tuple(rng.permutation(cards))] == i
        assert space.index(parse_hand(space.names[i][::-1])) == i


def test_cards_that_the_deck_has_not_make_no_hand():
    space = hand_space(Rules(kings=9))  # three fives
    five = space.deck.names.index("5")
    assert space.of_cards[five, five, five, five] == -1
    assert (space.of_cards == -1).sum() == 1


def test_unknown_hand_is_refused():
    with pytest.raises(InputError, match="hand '9999': not in this deck"):
        SPACES[8].index("9999")
    with pytest.raises(InputError, match="hand 'R33A'"):
        SPACES[8].index("R33A")
    assert SPACES[8].index(parse_hand("R33A")) == SPACES[8].index("RRRA")


# sha256 of each whole order, best first, hands that tie joined; counted once and checked against
# the plain comparison above
PINNED = {
    (8, "grande"): "c8d7ea5fe1779b1fdea85ec82b82b38bbb7b9a054c49a4e498958313198d02e8",
    (8, "chica"): "54a39683a212fca54c773250bedcd6da5f42efb77113b80baae2535121c8f70d",
    (8, "pares"): "2735927317d881a31f8c6a7dbbd92262d9db3de2f4eb97c78c46235199a41941",
    (8, "juego"): "6b64189b597ac1467f5f46bc7d22dba5dad37bfe3cb303ad1758fec11ee88718",
    (4, "grande"): "c35dfd225a15b191840fb30b313fa5c061227f09bfbc4493f28a4008881c77df",
    (4, "chica"): "614914ec76400c05ef116a086bf757d4772cbd707bb92437bc184d351eb1d5e7",
    (4, "pares"): "95f774aad5db13ecbafa1f16125a8d10ac73abfbc77fde118ac394c5d70fa600",
    (4, "juego"): "bb8617f75cdce020e45b43e5273e22e69f619fed71f2a6c52a5819c2b98dafbc",
}


@pytest.mark.parametrize(("kings", "lance"), PINNED)
def test_whole_order_is_pinned(kings, lance):
    text = " ".join("=".join(group) for group in order(kings, LANCES.index(lance)))
    assert hashlib.sha256(text.encode()).hexdigest() == PINNED[kings, lance]
