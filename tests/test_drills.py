"""Questions: their numbers are the library's, their level is kept, a seed makes them again."""

from __future__ import annotations

import numpy as np
import pytest

import musodds
import musodds.bets
import musodds.lang
import musodds.notation
from musodds.drills.kinds import COUNTS, HANDS, TOPICS, Kind, hand_kinds, kinds_of, parse_topics
from musodds.drills.levels import IN_GAME, IN_ODDS, IN_TANTOS, SURE, parse_level
from musodds.drills.making import check_topics, make_question
from musodds.drills.telling import tell
from musodds.drills.throw import DEALS
from musodds.errors import InputError
from musodds.hands import hand_space
from musodds.rules import load_rules
from musodds.solved_choice import weigh_solved
from musodds.stand import stand

RULES = load_rules("naipera")


def made(topic, level=1, seed=1, seat="mano", hand="pares-juego", rules=RULES):
    kind = Kind(topic, "" if topic == "scoring" else seat, hand)
    return make_question(kind, level, np.random.default_rng(seed), rules)


def other(question):
    """Return a wrong answer."""
    wrong = {"cut": "mus", "mus": "cut", "A": "B", "B": "A", "quiero": "no-quiero"}
    return wrong.get(question.best, "quiero")


def test_every_hand_is_of_one_kind():
    space = hand_space(RULES)
    found = hand_kinds(space)
    for number in range(len(space)):
        pares, juego = space.pares[number], space.juego[number] > 0
        wanted = (
            "duples-medias" if pares > 1
            else ("pares-juego" if juego else "pares") if pares
            else "juego" if juego else "nothing"
        )  # fmt: skip
        assert HANDS[found[number]] == wanted


@pytest.mark.parametrize("level", [1, 2, 3])
def test_cut_costs_what_the_library_says(level):
    question = made("cut", level, seed=4)
    verdict, gap = question.judge(other(question)), question.choice.difference
    assert not verdict.right
    assert (abs(verdict.game.tantos), abs(verdict.cost.tantos)) == (abs(gap.game), abs(gap.tantos))
    wanted = IN_GAME["cut"][level - 1]
    assert wanted.low <= verdict.game.tantos < wanted.high
    assert verdict.game.tantos >= SURE * verdict.game.se
    told = question.to_dict()
    again = weigh_solved(
        stand(told["hand"], told["seat"], RULES, seed=987, deals=60_000), tuple(told["score"])
    )
    sign = 1 if question.best == "cut" else -1
    se = (again.difference.game_se**2 + verdict.game.se**2) ** 0.5
    assert abs(sign * again.difference.game - verdict.game.tantos) < 4.5 * se
    right = question.judge(question.best)
    assert right.right
    assert (right.cost.tantos, right.game.tantos) == (0, 0)


def test_cut_without_a_strategy_is_in_tantos():
    rules = load_rules("barcelona")
    question = made("cut", 2, seed=3, rules=rules)
    assert question.score is None
    verdict = question.judge(other(question))
    assert verdict.game is None
    gap = IN_TANTOS["cut"][1]
    assert gap.low <= verdict.cost.tantos < gap.high
    told = question.to_dict()
    again = musodds.cut_or_mus(told["hand"], told["seat"], rules, seed=55)
    assert again.advice == question.best


@pytest.mark.parametrize("level", [1, 2, 3])
def test_discard_costs_what_the_library_says(level):
    question = made("discard", level, seed=2, seat="segundo", hand="nothing")
    told, seed = question.to_dict(), question.ranking.choice.setup.seed
    found = musodds.rank_discards(told["hand"], told["seat"], RULES, seed=seed, deals=DEALS)
    assert question.best == found.discards[0].throw
    for discard in found.discards[:4]:
        verdict = question.judge(question.read(discard.throw))
        assert verdict.cost.tantos == max(0.0, discard.loss.tantos)
        assert verdict.right == (discard is found.discards[0])
    gap = IN_TANTOS["discard"][level - 1]
    assert gap.low <= found.discards[1].loss.tantos < gap.high


def test_discard_reads_cards_in_any_order_and_way():
    question = made("discard", 2, seed=2, seat="segundo", hand="nothing")
    for discard in question.ranking.discards:
        cards = discard.throw
        assert question.read(" ".join(reversed(cards))) == cards
        assert question.read(cards.lower()) == cards
    for typed in ("", "corto", "RRRR", "77777"):
        with pytest.raises(InputError):
            question.read(typed)


@pytest.mark.parametrize("level", [1, 3])
def test_accept_costs_what_the_library_says(level):
    question = made("accept", level, seed=6, hand="pares")
    advice = question.advice
    again = musodds.bets.advise_bet(advice.question, 200_000, seed=4242)
    quiero, refuse = (again.action(name) for name in ("quiero", "no-quiero"))
    gap = quiero.game.tantos - refuse.game.tantos
    verdict = question.judge(other(question))
    sign = 1 if question.best == "quiero" else -1
    se = (quiero.loss.se + refuse.loss.se) + verdict.game.se
    assert abs(sign * gap - verdict.game.tantos) < 4 * se
    wanted = IN_GAME["accept"][level - 1]
    assert wanted.low <= verdict.game.tantos < wanted.high
    needed = advice.thresholds.game
    assert (question.best == "quiero") == (advice.p_win.tantos > needed)
    assert f"{100 * needed:.1f}%" in verdict.reason
    assert question.read("No quiero") == question.read("tira") == "no-quiero"
    assert question.read("iduki") == "quiero"
    for typed in ("envido", "ordago", "quizás", "quiero no quiero"):
        with pytest.raises(InputError):
            question.read(typed)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("level", [1, 2, 3])
def test_odds_are_exact(level, seed):
    hand = HANDS[seed % len(HANDS)]
    question = made("odds", level, seed, seat="tercero", hand=hand)
    told = question.to_dict()
    truth = musodds.odds(told["hand"], told["seat"], RULES).lances[told["lance"]]["win"]
    a, b = told["offered"]
    assert question.best == ("A" if abs(a - truth) < abs(b - truth) else "B")
    right, wrong = sorted(told["offered"], key=lambda chance: abs(chance - truth))
    assert abs(right - truth) <= 0.005 + 1e-9
    gap = IN_ODDS[level - 1]
    assert gap.low - 0.011 <= abs(wrong - right) <= gap.high + 0.011
    assert f"{100 * truth:.1f}%" in question.judge("A").reason


def test_odds_share_beaten_is_that_of_all_hands_counted_one_by_one():
    from itertools import combinations

    from musodds.drills.chance import share_beaten
    from musodds.situation import ask

    asked = ask("SS65")
    space = asked.space
    left = np.array(space.deck.copies) - space.counts[asked.known[0]]
    cards = np.repeat(np.arange(len(left)), left).tolist()
    hands = [space.of_cards[combination] for combination in combinations(cards, 4)]
    for lance, row in (("grande", 0), ("chica", 1), ("punto", 3)):
        rank = space.rank[row]
        beaten = np.mean(rank[hands] < rank[asked.known[0]])
        assert share_beaten(asked, "juego" if lance == "punto" else lance) == pytest.approx(beaten)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("count", COUNTS)
def test_scoring_is_that_of_the_library(level, count):
    question = made("scoring", level, seed=level, hand=count)
    if question.kind.hand != count:
        pytest.skip("no such hand was dealt")
    told = question.to_dict()
    found = musodds.score(told["hands"], told["bets"], RULES, tuple(told["before"]))
    assert question.read(f"{found.score[0]}-{found.score[1]}") == question.best
    assert question.judge(question.best).right
    off = f"{found.score[0] + 2}-{max(found.score[1] - 1, 0)}"
    wrong = question.judge(question.read(off))
    assert not wrong.right
    assert wrong.cost.tantos == 2 + (found.score[1] > 0)
    assert (count == "finish") == (found.winner is not None)
    bets = [musodds.notation.parse_bets(said) for said in told["bets"].values()]
    bet_on = sum(any(move.act != "paso" for move in said) for said in bets)
    assert bet_on == level if level < 3 else bet_on >= 3
    for award in found.trace:
        assert f"{award.team} {award.tantos:+d}" in wrong.reason


def test_scoring_under_other_rules():
    rules = load_rules("ffm")
    for seed in range(6):
        question = made("scoring", 2, seed, hand="raises", rules=rules)
        told = question.to_dict()
        found = musodds.score(told["hands"], told["bets"], rules, tuple(told["before"]))
        assert question.best == f"{found.score[0]}-{found.score[1]}"


@pytest.mark.parametrize("typed", ["27 24", "27-24", " 5a 2-24 "])
def test_scores_are_read_as_people_write_them(typed):
    assert made("scoring", 1, hand="bets").read(typed) == "27-24"


@pytest.mark.parametrize("topic", TOPICS)
def test_seed_makes_the_same_question_and_texts_are_whole(topic):
    hand = "bets" if topic == "scoring" else "pares"
    one, two = (made(topic, 1, seed=11, hand=hand) for _ in range(2))
    assert one.to_dict() == two.to_dict()
    assert one.best == two.best
    for language in ("en", "es", "eu"):
        with musodds.lang.speaking(language):
            text = "\n".join(one.lines())
            figures = one.figures()
            assert "{" not in text + tell(one, one.judge(one.best)) + figures.note
            assert all(len(row) == len(figures.heads) for row in figures.rows)


def test_wrong_answers_are_told_with_their_cost():
    question = made("cut", 1, seed=4)
    verdict = question.judge(other(question))
    assert tell(question, verdict).startswith("No: ")
    assert f"{100 * verdict.game.tantos:.1f}% ±" in tell(question, verdict)
    count = made("scoring", 1, hand="bets")
    a, b = count.best.split("-")
    assert "out by 1 tanto." in tell(count, count.judge(f"{int(a) + 1}-{b}"))


def test_topics_and_levels():
    assert parse_topics(["scoring,odds"]) == ("odds", "scoring")
    assert [parse_level(text) for text in ("1", "Medium", "hard")] == [1, 2, 3]
    for bad in ("0", "4", "", "hardest"):
        with pytest.raises(InputError):
            parse_level(bad)
    with pytest.raises(InputError, match="topic 'bluff'"):
        parse_topics(["bluff"])
    assert "accept" not in check_topics(load_rules("barcelona"), TOPICS)
    with pytest.raises(InputError, match="no strategy"):
        check_topics(load_rules("barcelona"), ("accept",))
    with pytest.raises(InputError, match="five cards"):
        check_topics(load_rules("meseta"), TOPICS)
    assert sum(len(kinds_of(topic)) for topic in TOPICS) == 84
