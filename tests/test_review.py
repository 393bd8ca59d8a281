"""Luck and skill add up; losses are counted to who lost them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from musodds.equity import Chance, Equity, equity_of
from musodds.errors import InputError
from musodds.estimate import Estimate
from musodds.grades import GRADES
from musodds.induction import MOST, Hands
from musodds.record import Record
from musodds.record_reader import read_record
from musodds.replay import CUT, Decision
from musodds.review import Review, parse_chosen, review
from musodds.review_mus import MusGrader, tanto_worth
from musodds.rules import load_rules
from musodds.verdict import BY_ROLLOUT, Ungraded, Verdict

GAME = """
players: Ane, Miren, Jon, Peio
score: 15-13
hand
  deal: RRCA 7654 SS41 CC75
  throw: CA 7654 41 75
  hold: RRR4 RC77 SSS5 CC66
  cut: Miren
  grande: Ane envido 2, Miren no, Peio no
  pares: Jon 2, Peio quiero
hand
  deal: RRCA 7654 SS41 C754
  cut: mano
  grande: A2 q
hand
  deal: 7654 RRCA S541 RR75
  cut: postre
  grande: postre ordago, tercero quiero
hand
  deal: RRCA 7654 SS41 CC75
  cut: mano
"""


@cache
def fair() -> Equity:
    """Return chances by hands that bring one tanto or two to either pair."""
    paid = np.zeros((4, MOST), np.int8)
    paid[:, 0] = 1, -1, 2, -2
    hands = Hands(paid, np.zeros(4, np.int8), np.array([[6, 5, 3, 2], [5, 6, 2, 3]]))
    return equity_of(load_rules("naipera"), "fair", 1, hands)


def by_lot(decision: Decision) -> Verdict:
    """Grade by lot, the same decision alike, and leave the bets of the chica ungraded."""
    if decision.kind == "chica":
        raise Ungraded("not today")
    key = [decision.number, decision.seat, len(decision.known.history), len(decision.kind)]
    loss = float(np.random.default_rng(key).random() / 10)
    return Verdict("other", Estimate(20 * loss, 0.1), Chance(loss, 0.01), BY_ROLLOUT)


def found_by(who: str | None = None) -> Review:
    record = read_record(GAME)
    hands, left_out = review(record, lambda d: by_lot, fair(), parse_chosen(who, record))
    return Review(record, "fair", fair(), hands, left_out, 1, 100, 0.5)


@pytest.mark.parametrize("who", [None, "Ane,Jon", "mano, segundo", "Peio"])
def test_the_change_is_losses_and_luck(who: str | None) -> None:
    """From the JSON form alone: change = what they lost - what we lost + luck, hand by hand."""
    told = found_by(who).to_dict()
    for hand in told["hands"]:
        lost = [0.0, 0.0]
        for decision in told["decisions"]:
            if decision["hand"] == hand["hand"] and decision["grade"]:
                lost[told["players"].index(decision["player"]) % 2] += decision["loss"]
        assert hand["losses"] == pytest.approx(lost)
        assert hand["chance"][1] - hand["chance"][0] == pytest.approx(
            lost[1] - lost[0] + hand["luck"]
        )
    assert told["change"] == pytest.approx(told["skill"] + told["luck"])
    by_player = [told["by_player"][name]["loss"] for name in told["players"]]
    assert told["skill"] == pytest.approx(by_player[1] + by_player[3] - by_player[0] - by_player[2])
    assert sum(by_player) == pytest.approx(sum(k["loss"] for k in told["by_kind"].values()))


def test_chances_go_on_from_hand_to_hand() -> None:
    """After a hand stands what stands before the next, and a game that is won ends at 1 or 0."""
    hands = found_by().hands
    assert hands[0].before == fair().won[0, 15, 13]
    for one, two in pairwise(hands[:3]):
        assert one.after == pytest.approx(two.before)
    assert hands[2].after in (0.0, 1.0)
    winner = hands[2].played.hand.winner
    assert hands[2].after == float((winner == "A") == (hands[2].played.hand.mano % 2 == 0))
    # the mano moves on into the next game: a player of the other pair
    assert hands[3].before == pytest.approx(1 - fair().won[0, 0, 0])


def test_the_game_is_won_or_lost_by_luck_and_skill_together() -> None:
    hands = found_by().hands[:3]
    total = sum(hand.skill + hand.luck for hand in hands)
    assert hands[0].before + total == pytest.approx(hands[-1].after)


def test_whose_decisions_are_graded() -> None:
    assert {one.decision.player for one in found_by("Ane,jon").graded} == {0, 2}
    seats = {(one.decision.number, one.decision.player) for one in found_by("postre").graded}
    assert seats == {(1, 3), (2, 0), (3, 1), (4, 2)}
    with pytest.raises(InputError, match="--seat 'Iker'"):
        parse_chosen("Iker", read_record(GAME))


def test_what_is_not_graded_is_told() -> None:
    found = found_by()
    assert {one.decision.kind for one in found.ungraded} == {"chica"}
    assert found.to_dict()["unnamed"] == {"2": ["grande"]}
    first = next(one for one in found.to_dict()["decisions"] if not one["grade"])
    assert first["why"] == "not today"
    assert found.worst[0].loss == max(one.loss for one in found.graded)
    counted = [sum(one.grade == name for one in found.graded) for name in GRADES]
    assert list(found.to_dict()["by_player"]["Ane"]["grades"]) == list(GRADES)
    assert sum(counted) + len(found.ungraded) == len(found.graded)


def test_interrupted_it_shows_what_there_is() -> None:
    calls = 0

    def stop(decision: Decision) -> Verdict:
        nonlocal calls
        calls += 1
        if calls == 30:
            raise KeyboardInterrupt
        return by_lot(decision)

    record = read_record(GAME)
    hands, left_out = review(record, lambda d: stop, fair())
    assert sum(len(hand.graded) for hand in hands) == 29
    whole = found_by()
    assert left_out == len(whole.graded) - 29
    for hand, other in zip(hands[:-1], whole.hands, strict=False):
        assert hand.skill == pytest.approx(other.skill)


# ---------------------------------------------------------------- the mus phase


def test_a_tanto_is_worth_what_the_next_hand_says() -> None:
    worth = tanto_worth(fair(), (38, 30), mano=True)
    ahead = 1 - fair().won[0, 30, 39]
    behind = 1 - fair().won[0, 31, 38]
    assert worth == pytest.approx((ahead - behind) / 2)
    assert tanto_worth(fair(), (39, 39), mano=False) == pytest.approx(0.5)


def test_mus_is_graded_by_the_choice_it_compares() -> None:
    """What cutting and mus differ by, and what discards lose, come from `mus.weigh`."""
    from musodds.mus import cut_or_mus

    rules = load_rules("naipera")
    grader = MusGrader(rules, "usual", fair(), 8192, 3)
    text = "hand\n deal: 7654 RRRA SS41 CC75\n throw: 76 RRR SS ?2\n hold: ? ? ? ?\n cut: mano\n"
    text += " says: mano pares no, mano juego no, segundo pares no, segundo juego no,"
    text += "tercero pares no, tercero juego no, postre pares no, postre juego no\n after: 1-1\n"
    decisions = Review(
        read_record(text), "usual", fair(), review(
            read_record(text), lambda d: grader, fair(), lambda d: d.seat < 2)[0], 0, 3, 8192, 0.0
    ).graded  # fmt: skip
    choices = [
        cut_or_mus(hand, seat, style="usual", deals=8192, seed=3)
        for hand, seat in (("7654", "mano"), ("RRRA", "segundo"))
    ]
    verdicts = {(one.decision.kind, one.decision.seat): one.verdict for one in decisions}
    for seat, choice in enumerate(choices):
        cut = verdicts[CUT, seat]
        assert cut is not None
        assert cut.best == choice.advice
        assert cut.tantos.tantos == pytest.approx(max(choice.difference.tantos, 0))
        worth = tanto_worth(fair(), (0, 0), seat % 2 == 0)
        assert cut.game.value == pytest.approx(cut.tantos.tantos * worth)
    thrown = verdicts["discard", 1]
    assert thrown is not None
    assert thrown.best == f"throw {choices[1].discards[0].throw}"
    (same,) = [d for d in choices[1].discards if d.throw == "RRR"]
    assert thrown.tantos == same.loss


def test_a_round_in_which_own_cards_are_not_written() -> None:
    grader = MusGrader(load_rules("naipera"), "usual", fair(), 8192, 3)
    text = "hand\n deal: ? 7654 RR54 ?\n throw: ?2 ?4 54 ?1\n hold: ? 7654 RRSA ?\n cut: segundo\n"
    text += " says: mano pares no, mano juego no, postre pares no, postre juego no\n after: 3-1\n"
    hands, _ = review(read_record(text), lambda d: grader, fair(), lambda d: d.seat == 1)
    why = [one.why for one in hands[0].graded if one.decision.kind == CUT]
    assert why == ["", "own cards thrown are not written"]


def test_no_hands() -> None:
    assert review(Record(), lambda d: by_lot, fair()) == ((), 0)
