"""The rules of the mus phase against plain versions: who decides, reshuffles, first hand, visto."""

from collections import Counter
from math import comb, sqrt

import naive
import numpy as np
import pytest
from plays import as_functions, as_policy, kept, never_cut, space_of

from musodds import InputError, cut_or_mus, find_best_reply, load_rules, odds
from musodds.advise import advise_hand
from musodds.best_reply import later_cuts, table_of_style
from musodds.discard import rank_discards
from musodds.draws import ALL
from musodds.flow import speaking_order, spoken_before
from musodds.hands import hand_space
from musodds.lance_table import lance_table
from musodds.pedrete import sing
from musodds.policy import Policy, style_policy, visto_policy
from musodds.seats import SEATS
from musodds.setup import make_setup
from musodds.simulate import (
    choose_keep,
    deal_said_mus,
    gather,
    mus_round,
    new_state,
    serve,
    sim_table,
    throw,
)
from musodds.situation import ask
from musodds.trials import _others_redraw, compare

NAIPERA, FFM, EHMF = load_rules("naipera"), load_rules("ffm"), load_rules("ehmf")
MADRID, PEDRETE = load_rules("madrid"), load_rules("naipera", {"pedrete": True})

# ---------------------------------------------------------------- who decides


@pytest.mark.parametrize("decided", naive.GROUPS)
@pytest.mark.parametrize("seat", range(4))
def test_who_has_been_heard(decided, seat):
    """One by one; the mano's pair, then the other; mano, his partner, then segundo and postre."""
    rules = load_rules("naipera", {"mus_decided": decided})
    before, after = naive.heard_by(seat, decided)
    assert sorted(spoken_before(rules, seat)) == sorted(before)
    assert [s for s in speaking_order(rules) if s not in {*before, seat}] == after


def test_who_decides_changes_what_cutting_is_worth():
    """The more rivals have said mus, the weaker they are; kings make up for their number."""
    worth = {
        decided: cut_or_mus(
            "RR4A", "segundo", load_rules("naipera", {"mus_decided": decided}), deals=200_000
        )
        for decided in naive.GROUPS
    }
    heard = {decided: naive.heard_by(1, decided)[0] for decided in naive.GROUPS}
    assert heard == {"seat": [0], "pair": [0, 2], "defer": [0, 2]}
    one, both, same = (worth[decided].cut for decided in ("seat", "pair", "defer"))
    assert both.tantos - one.tantos > 4 * sqrt(both.se**2 + one.se**2)
    # in both the asker has heard the same two seats: the same deals, bit by bit
    assert (both.tantos, worth["pair"].p_agreed) == (same.tantos, worth["defer"].p_agreed)


@pytest.mark.parametrize("decided", ["pair", "defer"])
@pytest.mark.parametrize("seat", range(4))
def test_hands_dealt_given_who_has_said_mus(decided, seat):
    """What each seat holds when the asker speaks: dealt straight, thrown back by plain rejection.

    Only seats that were heard are weaker than a dealt hand.
    """
    rules = load_rules("naipera", {"mus_decided": decided})
    space = hand_space(rules)
    table = sim_table(rules, style_policy(rules, "cut:0.5"))
    state, nobody = new_state(3, 0), np.full(4, -1)
    gather(state, table, nobody)
    n = 6000
    held = np.zeros((n, 4), dtype=np.int64)
    for i in range(n):
        deal_said_mus(state, table, nobody, seat)
        held[i] = state.hands
    cut, _ = as_functions(space, style_policy(rules, "cut:0.5"))
    rng = naive.stream("heard", decided, seat)
    before, _ = naive.heard_by(seat, decided)
    plain = []
    deck = list(naive.DECKS[8])
    while len(plain) < n:
        rng.shuffle(deck)
        hands = [naive.tidy(deck[4 * s : 4 * s + 4]) for s in range(4)]
        if not any(rng.random() < cut(0, s, hands[s]) for s in before):
            plain.append([naive.points(hand) for hand in hands])
    for other in range(4):
        points = space.points[held[:, other]]
        mean, se = naive.mean_and_error([row[other] for row in plain])
        assert abs(points.mean() - mean) < 4.5 * sqrt(2) * se
    dealt = (space.points * space.weights).sum() / 91_390
    for other in before:
        assert space.points[held[:, other]].mean() < dealt - 1


# ---------------------------------------------------------------- which cards come back


# who throws all four, round by round
THROWN = ((1, 2), (1,), (0, 1, 2, 3))


def to_the_end_of_the_stock(rules, seed, table):
    """Let the stock run out when the postre draws; return all hands and the cards left.

    The mano holds four aces and the postre four kings up to the third round. Twelve cards have
    been thrown before it; then all throw all four, three draw the last twelve cards of the stock
    and the postre draws four of a new one.
    """
    space = hand_space(rules)
    known = np.array([space.index("AAAA"), -1, -1, space.index("RRRR")])
    state = new_state(seed, 0)
    gather(state, table, known)
    deal_said_mus(state, table, known, 0)
    for round_ in range(3):
        mus_round(state, table, round_)
    left = np.concatenate([state.stock[state.at[0] : state.at[1]], state.pile[: state.at[2]]])
    return [space.names[hand] for hand in state.hands], "".join(space.deck.names[c] for c in left)


def plain_postre(rules, rng):
    """Return the postre's hand in the same game, played plainly."""
    game = naive.Game(rng, naive.DECKS[4], None, None, reshuffle=rules.reshuffle)
    game.deal({0: "AAAA", 3: "RRRR"})
    for thrown in THROWN:
        game.redraw(["" if seat in thrown else game.hands[seat] for seat in range(4)])
    return game.hands[3]


# may an ace, thrown by the mano in the round that runs out, or a king of his own come back?
COMES_BACK = {"all": {"A", "R"}, "own-apart": {"A"}, "earlier": set()}


@pytest.mark.parametrize("reshuffle", COMES_BACK)
def test_which_cards_come_back(reshuffle):
    """All cards thrown; all but the last player's own; or only those of earlier rounds."""
    rules = load_rules("ffm", {"reshuffle": reshuffle})
    rng, n = naive.stream("back", reshuffle), 1500
    policy = as_policy(
        hand_space(rules), never_cut, lambda r, s, name: [("" if s in THROWN[r] else name, 1.0)], 3
    )
    table = sim_table(rules, policy)
    found, plain = Counter(), Counter()
    for seed in range(n):
        hands, left = to_the_end_of_the_stock(rules, seed, table)
        assert Counter("".join(hands) + left) == Counter(naive.DECKS[4])
        assert not {"R", "A"} & set("".join(hands[:3]))
        found.update(hands[3])
        plain.update(plain_postre(rules, rng))
    assert {card for card in "AR" if found[card]} == COMES_BACK[reshuffle]
    assert {card for card in "AR" if plain[card]} == COMES_BACK[reshuffle]
    # four cards of the 12 thrown before, of the 12 of this round but not his own, or of all 28
    size = {"all": 28, "own-apart": 24, "earlier": 12}[reshuffle]
    for card in COMES_BACK[reshuffle]:
        p = 4 / size
        for counts in (found, plain):
            assert abs(counts[card] / n - 4 * p) < 4.5 * sqrt(4 * p * (1 - p) / n)


# ---------------------------------------------------------------- mus corrido


def test_whoever_cuts_a_first_hand_is_mano():
    """Cutting as postre is worth what the mano's hand is: the same in all four seats."""
    few = {"deals": 150_000}
    choices = [
        cut_or_mus("RCSA", seat, MADRID, style="cut:0", max_rounds=1, first_hand=True, **few)
        for seat in SEATS
    ]
    exact = odds("RCSA", "mano", MADRID).paso_ev
    for choice in choices:
        assert abs(choice.cut.tantos - exact) < 4 * choice.cut.se
    plain = cut_or_mus("RCSA", "postre", MADRID, style="cut:0", max_rounds=1, **few)
    assert plain.cut.tantos < exact - 0.5


def test_a_first_hand_is_valued_as_the_manos():
    """Everybody cuts with the hands, and throws for the ones, that are best for the mano."""
    first, later = style_policy(MADRID, "cut:0.35", True), style_policy(MADRID, "cut:0.35")
    for seat in range(4):
        assert (first.cut[0, seat] == later.cut[0, 0]).all()
        assert (first.discard[0, seat] == later.discard[0, 0]).all()
    assert (later.cut[0, 3] != later.cut[0, 0]).any()
    visto = visto_policy(MADRID, "cut:0.35", True)
    assert (visto.discard[0] == visto_policy(MADRID, "cut:0.35").discard[0, 0]).all()
    # one's own cuts too: the best hands of a mano, as many as pay
    mine, share = later_cuts(MADRID, make_setup(deals=50_000, first_hand=True), 3)
    worth = lance_table(MADRID).paso()[0]
    assert 0 < share < 1
    assert worth[mine[0]].min() >= worth[~mine[0]].max()


def test_advice_in_a_first_hand():
    advice = advise_hand("RCSA", "postre", MADRID, deals=20_000, first_hand=True)
    assert advice.odds.paso_ev == odds("RCSA", "mano", MADRID).paso_ev
    found = advice.to_dict()
    assert (found["seat"], found["odds"]["seat"], found["first_hand"]) == ("postre", "mano", True)


@pytest.mark.parametrize(
    ("rules", "partner", "reason"),
    [
        (NAIPERA, None, "first hand: naipera plays no mus corrido"),
        (EHMF, None, "first hand: ehmf plays no mus corrido"),
        (MADRID, "7654", "partner '7654' in a first hand: mus corrido is played without señas"),
    ],
)
def test_first_hands_that_are_refused(rules, partner, reason):
    with pytest.raises(InputError, match=reason):
        cut_or_mus("RRCA", "mano", rules, partner, first_hand=True)
    if partner is None:
        with pytest.raises(InputError, match=reason):
            find_best_reply("mano", rules, first_hand=True)


# ---------------------------------------------------------------- mus visto


@pytest.mark.parametrize(
    ("rules", "hand", "seat"),
    [(EHMF, "RRRA", 0), (EHMF, "7654", 3), (MADRID, "RRA5", 1), (MADRID, "CCS5", 2)],
)
def test_in_a_visto_one_throws_or_stays_as_is_best(rules, hand, seat):
    table, name = lance_table(rules), naive.tidy(hand)
    space, worth = table.space, table.paso()[seat] / table.deals
    value = {name: worth[space.index(name)]}
    for keep in naive.keeps(name):
        drawn = naive.draws(naive.DECKS[rules.kings], name, keep)
        value[keep] = sum(n * worth[space.index(h)] for h, n in drawn.items()) / sum(drawn.values())
    policy = visto_policy(rules, "cut:0.35")
    row = policy.discard[0, seat, space.index(name)]
    assert row.max() == 1 == row.sum()
    assert kept(name, int(row.argmax())) == max(value, key=value.get)
    # nobody cuts in the visto; then the style goes on
    style = style_policy(rules, "cut:0.35")
    assert not policy.cut[0].any()
    assert (policy.cut[1:] == style.cut).all()
    assert (policy.discard[1:] == style.discard).all()


@pytest.mark.parametrize(
    ("hand", "seat", "rules", "rounds", "style", "first"),
    [
        ("RR5A", "mano", EHMF, 1, "cut:0.05", False),
        ("RRRA", "postre", EHMF, 3, "cut:0.35", False),
        ("RRC5", "segundo", MADRID, 2, "cut:0.35", False),
        ("CC75", "tercero", MADRID, 2, "cut:0.2", True),
    ],
)
def test_discards_of_a_visto_equal_the_plain_game(hand, seat, rules, rounds, style, first):
    more = {"style": style, "seed": 2, "first_hand": first}
    ranking = rank_discards(hand, seat, rules, visto=True, max_rounds=rounds, **more)
    name, place, space = naive.tidy(hand), SEATS.index(seat), hand_space(rules)
    found = {naive.tidy(d.keep): d.agreed for d in ranking.discards}
    assert set(found) == naive.keeps(name) | {name}
    values = [d.agreed.tantos for d in ranking.discards]
    assert values == sorted(values, reverse=True)
    game = naive.Game(
        naive.stream("visto", hand, seat),
        naive.DECKS[rules.kings],
        *as_functions(space, visto_policy(rules, style, first)),
        rules.mus_decided,
        rules.reshuffle,
        first,
    )
    setup = make_setup(max_rounds=rounds + 1, **more)
    mine, _ = later_cuts(rules, setup, place)
    own_cuts = [{space.names[i] for i in np.flatnonzero(row)} for row in mine]
    for keep in (name, naive.tidy(ranking.discards[0].keep), naive.tidy(ranking.discards[-1].keep)):
        played = [naive.visto(game, place, own_cuts, {place: name}, keep) for _ in range(8_000)]
        dealt, ends = zip(*played, strict=True)
        for estimate, sample in ((ranking.choice.cut, dealt), (found[keep], ends)):
            mean, se = naive.mean_and_error(sample)
            assert abs(estimate.tantos - mean) < 4.5 * sqrt(se**2 + estimate.se**2)


def test_a_visto_comes_before_the_rounds_that_are_counted():
    """One round of mus at most: the visto, that round, and then the mano must cut."""
    ranking = rank_discards("RR5A", "mano", EHMF, visto=True, max_rounds=1, deals=30_000)
    setup = make_setup(max_rounds=2, deals=30_000)
    mine, _ = later_cuts(EHMF, setup, 0)
    assert len(mine) == 2
    known, masks = np.full(4, -1), np.array([d.mask for d in ranking.discards])
    known[0] = hand_space(EHMF).index("RR5A")
    table = table_of_style(EHMF, setup, visto=True)
    totals, sums = compare(1, setup.chunks(0), 0, known, masks, mine, table)
    assert totals[:, 0, 0].sum() == 0
    found = [d.agreed.tantos for d in ranking.discards]
    assert found == pytest.approx(sums.sum(0)[:, 0] / ranking.choice.deals, abs=1e-12)


def test_a_visto_in_json():
    found = rank_discards("RRRA", "mano", EHMF, visto=True, deals=20_000).to_dict()
    best = found["discards"][0]
    assert (found["visto"], best["keep"], best["throw"]) == (True, "RRRA", "")
    assert best["makes"] == {
        "pares": 1,
        "medias": 1,
        "duples": 0,
        "juego": 1,
        "31": 1,
        "punto28": 0,
    }
    assert rank_discards("RRRA", "mano", EHMF, deals=20_000).to_dict()["visto"] is False


@pytest.mark.parametrize("name", ["naipera", "ffm", "el-mus"])
def test_a_visto_where_the_cards_are_dealt_again_is_refused(name):
    with pytest.raises(InputError, match=f"visto: {name} deals again when a card is shown"):
        rank_discards("RRRA", "mano", name, visto=True)


def test_staying_may_be_one_of_several_mixed_choices():
    """A policy may keep all four with some chance, whatever the others are."""
    space = hand_space(EHMF)
    choices = [("RCSA", 0.7), ("", 0.3)]
    policy = as_policy(
        space, never_cut, lambda r, s, name: choices if name == "RCSA" else [("", 1.0)]
    )
    table, known, n = sim_table(EHMF, policy), np.full(4, -1), 3000
    known[1] = space.index("RCSA")
    state = new_state(4, 0)
    gather(state, table, known)
    deal_said_mus(state, table, known, 0)
    stays = sum(int(choose_keep(state, table, 0, 1)) == ALL for _ in range(n))
    assert abs(stays / n - 0.7) < 4 * sqrt(0.21 / n)


# ---------------------------------------------------------------- pedrete


def plain_value_of_singing(deck, seat, partner=None, tries=30_000):
    """Return the tantos that four new cards bring, in plain deals of the cards not thrown."""
    rng = naive.stream("sing", seat, partner)
    left = list(naive.without(deck, "7654" + (partner or "")))
    sample = []
    for _ in range(tries):
        drawn = rng.sample(left, 16)
        hands = [naive.tidy(drawn[4 * i : 4 * i + 4]) for i in range(4)]
        if partner:
            hands[(seat + 2) % 4] = partner
        sample.append((1 if seat % 2 == 0 else -1) * naive.paso(tuple(hands)))
    return naive.mean_and_error(sample)


@pytest.mark.parametrize(
    ("seat", "partner"), [("mano", None), ("postre", None), ("segundo", "R74A")]
)
def test_singing_is_worth_a_tanto_and_four_new_cards(seat, partner):
    worth = sing(ask("7654", seat, PEDRETE, partner))
    mean, se = plain_value_of_singing(naive.DECKS[8], SEATS.index(seat), partner)
    assert abs(worth.sung - 1 - mean) < 4 * se
    assert worth.kept == odds("7654", seat, PEDRETE, partner).paso_ev
    assert worth.sung > worth.kept + 1


def test_without_a_partner_known_singing_is_worth_the_seat_in_36_cards():
    """All four hands are dealt from the same cards: what the mano gains the segundo loses."""
    sung = [sing(ask("7654", seat, PEDRETE)).sung - 1 for seat in SEATS]
    assert sung[0] > 0
    assert sung == pytest.approx([sung[0], -sung[0], sung[0], -sung[0]], abs=1e-15)


@pytest.mark.parametrize(
    ("hand", "rules"), [("7654", NAIPERA), ("7664", PEDRETE), ("RRCA", PEDRETE), ("7654", FFM)]
)
def test_no_pedrete(hand, rules):
    assert sing(ask(hand, "mano", rules)) is None
    assert "pedrete" not in cut_or_mus(hand, "mano", rules, deals=10_000).to_dict()


def test_a_pedrete_in_json():
    advice = advise_hand("7654", "postre", PEDRETE, deals=20_000).to_dict()
    worth = sing(ask("7654", "postre", PEDRETE)).to_dict()
    assert set(worth) == {"sung", "kept"}
    assert advice["pedrete"] == advice["mus"]["pedrete"] == advice["discard"]["pedrete"] == worth


def test_how_often_a_pedrete_is_dealt_and_paid():
    """Once in 91,390 / 256 hands, and a tanto for the pair at once."""
    space = hand_space(PEDRETE)
    zeros = np.zeros((1, 4, len(space)))
    discard = np.zeros((1, 4, len(space), 16))
    discard[..., 0] = 1
    table = sim_table(PEDRETE, Policy(zeros, discard))
    state, nobody = new_state(1, 0), np.full(4, -1)
    gather(state, table, nobody)
    n, sung = 40_000, []
    for _ in range(n):
        deal_said_mus(state, table, nobody, 0)
        assert space.index("7654") not in state.hands
        sung.append(int(state.at[4]))
    p = 4**4 / comb(40, 4)
    for pair in (1, -1):
        share = sum(tantos == pair for tantos in sung) / n
        assert abs(share - 2 * p) < 4.5 * sqrt(2 * p / n)


def test_a_stock_that_pedretes_have_used_up():
    """With twelve cards or fewer left when all four throw, what was thrown comes back."""
    deck = "RRRRCCCC7777666655554444AAAA"
    space = space_of(deck)
    policy = as_policy(space, never_cut, lambda r, s, name: [("", 1.0)])
    table = sim_table(PEDRETE, policy, space=space)
    nobody, fewest = np.full(4, -1), 12
    for seed in range(400):
        state = new_state(seed, 0)
        gather(state, table, nobody)
        deal_said_mus(state, table, nobody, 0)
        fewest, before = min(fewest, state.at[1] - state.at[0]), state.at[2]
        _others_redraw(state, table, 1, before)
        throw(state, table, 1, 0)
        serve(state, table, 1, before)
        cards = [card for hand in state.hands for card in space.names[hand]]
        left = np.concatenate([state.stock[state.at[0] : state.at[1]], state.pile[: state.at[2]]])
        assert Counter([*cards, *(space.deck.names[c] for c in left)]) == Counter(deck)
    assert fewest < 12  # some deals have a pedrete


# ---------------------------------------------------------------- bits


@pytest.mark.parametrize(
    "ask_it",
    [
        lambda: cut_or_mus("RR4A", "postre", MADRID, deals=60_000, first_hand=True).to_dict(),
        lambda: cut_or_mus("R64A", "segundo", EHMF, deals=60_000).to_dict(),
        lambda: cut_or_mus("R64A", "tercero", FFM, deals=60_000).to_dict(),
        lambda: cut_or_mus("7654", "tercero", PEDRETE, deals=60_000).to_dict(),
        lambda: rank_discards("RRA5", "segundo", EHMF, visto=True, deals=60_000).to_dict(),
    ],
    ids=["corrido", "defer", "pair", "pedrete", "visto"],
)
def test_answers_do_not_depend_on_the_number_of_threads(monkeypatch, ask_it):
    found = []
    for threads in (1, 2):
        monkeypatch.setattr("musodds.chunks.threads", lambda n=threads: n)
        later_cuts.cache_clear()
        table_of_style.cache_clear()
        found.append(ask_it())
        del found[-1]["elapsed_s"]
    assert found[0] == found[1]
