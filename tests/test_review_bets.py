"""What a seat is asked in a lance, and how two halves of deals grade its answer."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from musodds.estimate import Estimate
from musodds.record_lances import lances_of
from musodds.record_reader import read_record
from musodds.replay import Decision, replay
from musodds.review_bets import BetGrader, dead_of, pending_of, verdict_of
from musodds.rules import load_rules
from musodds.solver.four.said import ALL_IN, Pending
from musodds.verdict import Ungraded

NAIPERA = load_rules("naipera")


def decisions(*lines: str, deal: str = "RRCA 7654 SS41 CC75") -> tuple[Decision, ...]:
    return replay(read_record("\n".join(["hand", f"deal: {deal}", *lines])))[0].decisions


@pytest.mark.parametrize(
    ("line", "pending"),
    [
        ("grande: mano 2, postre +3, tercero q", Pending((3,), 5, False)),
        ("grande: mano 2, segundo ORD, tercero n, mano n", Pending((1,), ALL_IN, True)),
        ("grande: A2 B+5 n", Pending((1, 3), 7, True)),
        ("grande: A2 +5 q", Pending((1, 3), 7, False)),
        ("grande: B2 +5 +3 n", Pending((1, 3), 10, True)),
        ("grande: pp", Pending()),
    ],
)
def test_how_an_earlier_lance_ended(line: str, pending: Pending) -> None:
    record = read_record(f"hand\ndeal: RRCA 7654 SS41 CC75\n{line}")
    assert pending_of(lances_of(NAIPERA, record.hands[0])[0], NAIPERA) == pending


def test_a_lance_that_one_pair_holds_was_not_played() -> None:
    record = read_record("hand\ndeal: RRCA 7654 SS41 R754")
    pares = lances_of(NAIPERA, record.hands[0])[2]
    assert pending_of(pares, NAIPERA) == Pending(played=False)


def test_the_question_of_a_seat() -> None:
    lines = ("throw: CA 7654 41 75", "hold: RRR4 RC77 SSS5 CC66", "cut: segundo", "score: 10-8")
    found = decisions(*lines, "grande: segundo 2, tercero n, n", "pares: mano 2, segundo 5 más, q")
    (asked,) = [d for d in found if d.kind == "pares" and d.did == "mas:5"]
    question = BetGrader(NAIPERA, "usual", 100, 1).question(asked)
    assert (question.asked.seat, str(question.asked.hand)) == ("segundo", "RC77")
    assert (question.score, question.cut, question.redraw, question.size) == ((9, 10), 1, True, 5)
    assert [move.text() for move in question.history] == ["mano 2"]
    assert question.pending == (Pending((1,), 2, True), Pending())
    assert question.seen is not None
    assert sorted(item.label for item in question.seen.items) == [
        "dead 7654", "mano pares=si", "postre pares=si", "tercero pares=si",
    ]  # fmt: skip


def test_own_cards_thrown_may_come_back() -> None:
    """Twelve cards thrown leave twelve in the stock; the next sixteen empty it."""
    first = decisions("throw: RRC 765 SS4 CC7", "hold: AAA4 ? ? ?", "cut: mano", *told())
    assert [dead_of(d) for d in first if d.kind == "grande"] == [["R", "R", "C"]]
    lines = ["throw: RRC 765 SS4 CC7", "hold: AAA4 ? ? ?", "throw: 4 ?4 ?4 ?4", "hold: AAA7 ? ? ?"]
    again = decisions(*lines, "cut: mano", *told())
    assert [dead_of(d) for d in again if d.kind == "grande"] == [[]]


def told() -> list[str]:
    """Return what has to be said of hands that were never seen."""
    words = [f"{seat} {what} no" for seat in (2, 3, 4) for what in ("pares", "juego")]
    return ["says: " + "; ".join(words), "after: 3-1"]


def advice(**losses: float) -> SimpleNamespace:
    """Return an advice with what actions lose against the best of them."""
    actions = [
        SimpleNamespace(name=n, loss=Estimate(x, 0.003 * (x > 0)), tantos=Estimate(-50 * x, 0.1))
        for n, x in sorted(losses.items(), key=lambda item: item[1])
    ]
    return SimpleNamespace(
        actions=actions,
        rare=False,
        advice=actions[0].name,
        action=lambda name: next(a for a in actions if a.name == name),
    )


def test_the_best_of_a_half_is_valued_on_the_other() -> None:
    """Where two actions are alike, noise makes the one best here and the other there."""
    one, two = advice(paso=0.0, ordago=0.02), advice(paso=0.02, ordago=0.0)
    for did in ("paso", "ordago"):  # 0 against itself, -0.02 against the other half's best
        assert verdict_of(one, two, did).game.value == 0.0
    three, four = (
        advice(paso=0.0, ordago=0.03, envido=0.01),
        advice(paso=0.02, ordago=0.05, envido=0.0),
    )
    found = verdict_of(three, four, "ordago")
    # paso, best at first, is 0.03 better later; envido, best later, was 0.02 better at first
    assert (found.best, found.game.value) == ("envido", pytest.approx(0.025))
    sure = verdict_of(advice(quiero=0.0, paso=0.04), advice(quiero=0.0, paso=0.06), "paso")
    assert (sure.best, round(sure.game.value, 9)) == ("quiero", 0.05)
    assert sure.tantos.tantos == pytest.approx(2.5)


def test_an_action_that_is_not_played_out() -> None:
    with pytest.raises(Ungraded, match="mas:9"):
        verdict_of(advice(paso=0.0), advice(paso=0.0), "mas:9")


def test_decisions_beyond_dispute() -> None:
    """7654 takes an órdago a grande at 20-20: very bad; refusing it loses nothing."""
    lines = ["score: 20-20", "cut: mano", "grande: mano ORD, segundo n, postre "]
    grader = BetGrader(NAIPERA, "usual", 8192, 1)
    deal = "RRCA SS54 CC41 7654"
    for word, loses in (("q", True), ("n", False)):
        found = decisions(*lines[:2], lines[2] + word, deal=deal)
        (asked,) = [d for d in found if d.kind == "grande" and d.seat == 3]
        verdict = grader(asked)
        assert verdict.best == "no-quiero"
        assert (verdict.game.value > 0.2) == loses
        assert loses or verdict.game.value == 0


def test_partners_who_answer_out_of_turn_are_not_graded():
    record = read_record(
        "hand\n deal: RRCA 7654 SS41 CC75\n"
        " grande: mano 2, postre ordago, tercero no quiero, mano quiero\n"
    )
    (hand,) = replay(record)
    answers = [d for d in hand.decisions if d.kind == "grande" and d.seat in (0, 2)][-2:]
    assert [(d.seat, d.did) for d in answers] == [(2, "no-quiero"), (0, "quiero")]
    for decision in answers:
        with pytest.raises(Ungraded, match="answered out of turn"):
            BetGrader.check(decision)
    in_turn = read_record(
        "hand\n deal: RRCA 7654 SS41 CC75\n grande: mano 2, postre ordago, tercero quiero\n"
    )
    for decision in replay(in_turn)[0].decisions:
        if decision.kind == "grande":
            BetGrader.check(decision)
