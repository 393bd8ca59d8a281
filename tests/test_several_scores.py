"""The same deals at several scores at once, against each score asked by itself."""

from dataclasses import replace

import pytest

from musodds.bets import advise_bet, advise_bet_at
from musodds.errors import InputError
from musodds.lance_advice import Deal, lance_questions
from musodds.situation import ask
from musodds.solved_choice import Goal, weigh_solved, weigh_solved_at
from musodds.solver.four.rolled import Effort
from musodds.stand import stand

SCORES = [(15, 15), (37, 25), (25, 37), (38, 39)]
DEALS = 4096


@pytest.mark.parametrize(
    ("hand", "seat", "lance"),
    [("RR54", "postre", "pares"), ("SS65", "segundo", "grande"), ("RRRR", "mano", "juego"),
     ("7654", "tercero", "punto")],
)  # fmt: skip
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_a_bet_is_what_it_is_at_each_score_alone(hand, seat, lance, kind):
    question = lance_questions(ask(hand, seat), lance, None, Deal())[kind]
    plain, *scored = advise_bet_at(question, SCORES, Effort(DEALS))
    alone = advise_bet(question, DEALS)
    assert [a.tantos.tantos for a in plain.actions] == [a.tantos.tantos for a in alone.actions]
    for score, found in zip(SCORES, scored, strict=True):
        alone = advise_bet(replace(question, score=score, at_score="never"), DEALS)
        assert found.advice == alone.advice
        for action in alone.actions:
            same = found.action(action.name)
            assert same.game.tantos == pytest.approx(action.game.tantos, abs=1e-12)
            assert same.game.se == pytest.approx(action.game.se, abs=1e-9)
            assert same.loss.tantos == pytest.approx(action.loss.tantos, abs=1e-12)
        if alone.thresholds is not None and alone.thresholds.game is not None:
            assert found.thresholds.game == pytest.approx(alone.thresholds.game, abs=1e-9)


@pytest.mark.parametrize(("hand", "seat"), [("RR54", "mano"), ("7654", "postre")])
def test_cut_or_mus_is_what_it_is_at_each_score_alone(hand, seat):
    standing = stand(hand, seat, deals=8_192)
    plain, *scored = weigh_solved_at(standing, SCORES)
    alone = weigh_solved(standing)
    assert plain.cut.tantos == alone.cut.tantos
    assert plain.difference.tantos == pytest.approx(alone.difference.tantos, abs=0.3)
    for score, found in zip(SCORES, scored, strict=True):
        alone = weigh_solved(standing, score)
        assert found.cut.game == pytest.approx(alone.cut.game, abs=1e-12)
        if found.discards[0].mask == alone.discards[0].mask:
            assert found.mus.game == pytest.approx(alone.mus.game, abs=1e-12)


def test_sampling_goes_on_until_all_scores_are_sure():
    standing = stand("RR54", "segundo", deals=200_000)
    goal = Goal(0.006, step=2)
    _, *scored = weigh_solved_at(standing, SCORES, goal)
    assert max(found.difference.decisive[1] for found in scored) <= 0.006
    assert scored[0].deals < 200_000


def test_a_score_is_told_beside_the_question():
    question = lance_questions(ask("RRCA"), "grande", None, Deal(score=(1, 2)))[0]
    with pytest.raises(InputError, match="a score in the question"):
        advise_bet_at(question, SCORES, Effort(DEALS))
    with pytest.raises(InputError, match="score 40-0"):
        advise_bet_at(replace(question, score=None), [(40, 0)], Effort(DEALS))
