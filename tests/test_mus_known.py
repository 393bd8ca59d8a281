"""Cut, mus and discards given what is known: against the plain game thrown back till it agrees."""

from collections import Counter
from dataclasses import replace
from math import sqrt

import naive
import naive_mus
import pytest
from plain_play import own_cuts
from plays import as_functions, as_policy

from musodds import load_rules
from musodds.best_reply import later_cuts
from musodds.hands import hand_space
from musodds.mus import weigh
from musodds.policy import style_policy
from musodds.seats import seats_of
from musodds.setup import ESTIMATORS
from musodds.stand import stand

NAIPERA = load_rules("naipera")
SPACE = hand_space(NAIPERA)


def cut(round_, seat, name):
    """Cut some good hands; more of the kings later on and in later seats."""
    good = naive.points(name) >= 31 or naive.pares(name)[0] in ("medias", "duples")
    return (0.35 if good else 0.03) + 0.03 * name.count("R") * (round_ + seat % 2)


def discard(round_, seat, name):
    """Throw one, two or three of the lowest cards, or of the highest; no stock runs out soon."""
    if naive.pares(name)[0] == "none":
        return [(name[:1], 0.5), (name[:2], 0.5)] if seat % 2 == 0 else [(name[-2:], 1.0)]
    return [(name[:3], 0.6), (name[1:], 0.2), (name[:2], 0.2)]


def policies(players):
    return as_policy(SPACE, cut, discard, 3, players)


@pytest.fixture
def played(monkeypatch):
    """Let the table play as above, under the name of a style that nobody else asks for."""
    shares = {"cut:0.3330017": policies}

    def policy_of(rules, style, first_hand=False, players=4):
        if style.name in shares:
            return policies(players)
        return style_policy(rules, style, first_hand, players)

    for module in ("standing", "best_reply", "policy"):
        monkeypatch.setattr(f"musodds.{module}.style_policy", policy_of, raising=False)
    return "cut:0.3330017"


def table(key, standing, players=4):
    """Return the plain game of a standing, and with which hands the asker cuts later."""
    setup, rules = standing.setup, standing.asked.rules
    plain = replace(setup, deals=131_072)
    mine, _ = later_cuts(rules, plain, standing.asked.place, players)
    deck = naive.DECKS[rules.kings]
    functions = as_functions(hand_space(rules), policies(players))
    game = naive_mus.Game(
        naive.stream(key), deck, *functions, rules.mus_decided, rules.reshuffle, players=players
    )
    return game, own_cuts(hand_space(rules), mine)


def agree(estimate, samples):
    mean, se = naive.mean_and_error(samples)
    return abs(estimate.tantos - mean) <= 4 * sqrt(se**2 + estimate.se**2)


def check(standing, game, own, start, story, n, keeps=2):
    """Compare cutting, the chance to agree and some discards with plain samples."""
    choice, place = weigh(standing), standing.asked.place
    for discard_ in choice.discards[:: max(1, len(choice.discards) - 1)][:keeps]:
        keep = naive.tidy(discard_.keep)
        plain = [naive_mus.say_mus(game, place, own, {place: start}, keep, story) for _ in range(n)]
        cuts, muses, agreed = zip(*plain, strict=True)
        assert agree(discard_.agreed, [m for m, yes in zip(muses, agreed, strict=True) if yes])
        if not story.keeps:
            assert agree(choice.cut, cuts)
            assert agree(discard_.mus, muses)
            p = choice.p_agreed
            assert abs(sum(agreed) / n - p) <= 4 * sqrt(p * (1 - p) / n) + 1e-12
    return choice


# hand now, seat, hand dealt, cards thrown by round, thrown by others by seat and round
HISTORIES = {
    "mano": ("RRA4", 0, "RA74", ["7"], {1: [2], 2: [1]}),
    "segundo": ("RCA5", 1, "CA55", ["5"], {0: [2], 3: [1]}),
    "tercero": ("RR76", 2, "R766", ["6"], {}),
    "postre": ("RSS4", 3, "SS44", ["4"], {0: [3], 1: [2]}),
    "two cards": ("RA66", 0, "6654", ["54"], {3: [2]}),
    "third, mano": ("RRA4", 0, "A744", ["7", "4"], {1: ["-", 2]}),
    "third, postre": ("RRA7", 3, "A766", ["6", "6"], {2: [1, 1]}),
}


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, marks=[pytest.mark.slow] * ("third" in c or c == "mano")) for c in HISTORIES],
)
def test_later_rounds_equal_plain_rejection(played, case):
    """Own cards thrown, what others threw and that all said mus in the rounds so far."""
    hand, place, start, thrown, threw = HISTORIES[case]
    start = naive.tidy(start)
    names = seats_of(4)
    standing = stand(
        hand,
        names[place],
        thrown=thrown,
        threw=[f"{names[s]}={','.join(map(str, counts))}" for s, counts in threw.items()],
        style=played,
        max_rounds=4,
        deals=65_536,
    )
    seen = [
        {s: counts[r] for s, counts in threw.items() if counts[r] != "-"}
        for r in range(len(thrown))
    ]
    story = naive_mus.Story([naive.tidy(t) for t in thrown], seen, naive.tidy(hand))
    choice = check(standing, *table(case, standing), start, story, 1000 // len(thrown), 1)
    assert choice.standing.played.rounds == len(thrown)
    assert choice.ran_out == 0


@pytest.mark.parametrize(
    ("hand", "seat", "keeps"),
    [("RR54", "mano", {2: 3}), ("CSA5", "postre", {0: 2, 1: 2}), ("RC75", "segundo", {3: 2})],
)
def test_cards_kept_in_this_round_equal_plain_rejection(played, hand, seat, keeps):
    names, place = seats_of(4), seats_of(4).index(seat)
    given = {names[s]: kept for s, kept in keeps.items()}
    standing = stand(hand, seat, keeps=given, style=played, deals=65_536)
    story = naive_mus.Story(keeps=keeps)
    check(standing, *table((hand, seat), standing), naive.tidy(hand), story, 9000)
    assert place not in keeps


def test_cards_kept_in_a_later_round(played):
    standing = stand("RRA4", "mano", thrown=["7"], keeps={"tercero": 3}, style=played, deals=65_536)
    story = naive_mus.Story(["7"], [{}], "RR4A", keeps={2: 3})
    check(standing, *table("later", standing), "R74A", story, 5000, 1)


def duples(name):
    return float(naive.pares(name)[0] == "duples")


def likely(name):
    return 1.0 if naive.points(name) >= 31 else 0.3 if naive.has("pares", name) else 0.1


LIKELY = "any:0.1,pares:0.3,juego:1"


@pytest.mark.parametrize("estimator", ["plain", "both"])
@pytest.mark.parametrize(
    ("hand", "seat", "evidence", "story"),
    [
        ("RR54", "mano", {"range": ["segundo=" + LIKELY]}, {1: likely}),
        ("CSA5", "postre", {"sena": ["segundo=duples"]}, {1: duples}),
        (
            "RC75",
            "tercero",
            {"range": ["mano=" + LIKELY, "segundo=" + LIKELY, "postre=pares:0.5"]},
            {0: likely, 1: likely, 3: lambda name: 0.5 * naive.has("pares", name)},
        ),
    ],
)
def test_evidence_equals_plain_rejection(played, hand, seat, evidence, story, estimator):
    standing = stand(hand, seat, evidence=evidence, style=played, deals=65_536, estimator=estimator)
    place = seats_of(4).index(seat)
    choice = check(
        standing,
        *table((hand, estimator), standing),
        naive.tidy(hand),
        naive_mus.Story(likely=story),
        600 if "sena" in evidence else 1500,
    )
    assert choice.standing.seen is not None
    assert (choice.cut.se == 0) == (estimator == "both")
    assert place not in story


def test_evidence_after_a_round_is_on_the_hand_held_now(played):
    standing = stand(
        "RRA4", "postre", thrown=["7"], evidence={"range": ["mano=" + LIKELY]}, style=played,
        deals=65_536,
    )  # fmt: skip
    story = naive_mus.Story(["7"], [{}], "RR4A", likely={0: likely})
    check(standing, *table("now", standing), "R74A", story, 1000, 1)


def test_cards_out_of_play_are_dealt_to_nobody(played):
    standing = stand("RRA4", "mano", evidence={"dead": ["RRCC55"]}, style=played, deals=65_536)
    game, own = table("dead", standing)
    game.deck = naive.without(game.deck, "RRCC55")
    check(standing, game, own, "RR4A", naive_mus.Story(), 6000)


@pytest.mark.parametrize(("players", "seat"), [(2, "mano"), (2, "postre"), (6, "cuarto")])
def test_two_and_six_players_equal_the_plain_game(played, players, seat):
    standing = stand("RC54", seat, players=players, style=played, deals=32_768, max_rounds=3)
    place = seats_of(players).index(seat)
    choice = check(
        standing,
        *table((players, seat), standing, players),
        "RC54",
        naive_mus.Story(),
        4000,
    )
    assert choice.standing.asked.place == place
    assert Counter(d.keep for d in choice.discards).most_common(1)[0][1] == 1


# ---------------------------------------------------------------- ways to estimate

ASKED = {
    "mano": {"hand": "RR4A", "seat": "mano"},
    "segundo": {"hand": "RC75", "seat": "segundo"},
    "tercero": {"hand": "CSA5", "seat": "tercero", "evidence": {"range": ["mano=any:0.2,par"]}},
    "postre": {
        "hand": "RR4A", "seat": "postre", "evidence": {"range": ["segundo=any:0.2,pares:0.4"]},
    },
    "first hand": {"hand": "RCSA", "seat": "postre", "rules": "madrid", "first_hand": True},
    "partner": {"hand": "R74A", "seat": "mano", "partner": "RCS4"},
}  # fmt: skip


@pytest.mark.parametrize("case", ASKED)
def test_the_estimators_agree(case):
    """Cut, mus, their difference and discards, each estimator on deals of its own."""
    names = ("plain", "stratified", "control", "both")
    assert set(names) <= set(ESTIMATORS)
    found = {
        name: weigh(stand(**ASKED[case], deals=65_536, estimator=name, seed=40 + i))
        for i, name in enumerate(names)
    }
    assert [found[name].cut.se == 0 for name in names] == [False, False, True, True]
    assert found["control"].cut == found["both"].cut
    for other in names[1:]:
        one, two = found["plain"], found[other]
        pairs = [(one.cut, two.cut), (one.mus, two.mus), (one.difference, two.difference)]
        discards = {d.mask: d for d in two.discards}
        for d in one.discards:
            pairs += [(d.mus, discards[d.mask].mus), (d.agreed, discards[d.mask].agreed)]
        for a, b in pairs:
            assert abs(a.tantos - b.tantos) <= 4.5 * sqrt(a.se**2 + b.se**2), other
    # each is worth its while
    assert found["stratified"].mus.se < found["plain"].mus.se
    assert found["control"].mus.se < found["plain"].mus.se
    assert found["both"].mus.se < 1.01 * min(found["stratified"].mus.se, found["control"].mus.se)
    assert [found[name].redraws for name in names] == [1, 6, 1, 6]
