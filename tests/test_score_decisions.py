"""The whole game solved anew at a score, from the strategy that ships: decisions beyond dispute."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from musodds.bets import BetQuestion, advise_bet
from musodds.notation import parse_bets
from musodds.pending import parse_facing
from musodds.rules import load_rules
from musodds.situation import ask
from musodds.solver.four.asking import Question
from musodds.solver.four.lock import NO_LOCK, read_lock
from musodds.solver.four.reading import Reading, read
from musodds.solver.four.resolve import Budget, train_at_score
from musodds.solver.four.strategy import Strategy
from musodds.strategies import find_strategy, stakes_at

pytestmark = pytest.mark.slow
RULES = load_rules("naipera")


@cache
def solved(mano: int, other: int, lock: str = "") -> Strategy:
    """Return the usual strategy solved at a score, the mano's pair first."""
    stakes = stakes_at(RULES, "usual", (mano, other))
    start = find_strategy(RULES, "usual").strategy
    # at 39-39 a hand is over with its first bet or two, and walked fifteen times as fast
    iterations = 400_000 if mano == other == 39 else 60_000
    given = read_lock(lock) if lock else NO_LOCK
    return Strategy.of(train_at_score(start, stakes, Budget(iterations), lock=given))


def reading(made: Strategy, seat: int, lance: str, said: str, deals: int = 8_000) -> Reading:
    return read(made, seat, [Question(lance, parse_bets(said) if said else None)], deals=deals)[0]


def does(found: Reading, hand: str, made: Strategy) -> dict[str, dict[str, float]]:
    """Return what a hand does, by action."""
    rows = found.of_hand(made.game.space.index(hand))
    assert rows
    return {row["action"]: row for row in rows}


# who has 39 does not go órdago, nor is one refused: told to do so, they are met often enough
ORDAGO_AND_REFUSED = """
[[lock]]
seat = "mano"
lance = "grande"
when = "opening"
play = {paso = 0.5, ordago = 0.5}
[[lock]]
seat = "segundo"
lance = "grande"
when = "ordago"
play = {quiero = 0.5, "no quiero" = 0.5}
"""


def test_at_0_39_the_worst_hand_accepts_an_ordago() -> None:
    """Refused it pays one, and the rivals have 40."""
    made = solved(39, 0, ORDAGO_AND_REFUSED)
    found = reading(made, 3, "grande", "mano ORD, segundo n")
    quiero, no = found.actions.index("quiero"), found.actions.index("no-quiero")
    assert does(found, "7654", made)["quiero"]["frequency"] > 0.99
    assert np.average(found.frequency[quiero], weights=made.game.space.weights) > 0.99
    assert np.nanmax(found.tantos[no]) == 0
    facing = parse_facing("mano ordago", 3)
    question = BetQuestion(ask("7654", "postre"), "grande", facing, score=(0, 39), at_score="never")
    assert advise_bet(question, 20_000).advice == "quiero"


def test_at_39_39_nobody_throws_the_game_away_by_refusing() -> None:
    """Refusing loses less than 1 game in 500; hands that cannot win may do as they like."""
    for said in ("mano 2, segundo n", "mano ORD, segundo n"):
        found = reading(solved(39, 39), 3, "grande", said)
        no, quiero = found.actions.index("no-quiero"), found.actions.index("quiero")
        assert np.nanmax(found.tantos[no]) == 0
        lost = np.nansum(found.held * found.frequency[no] * found.tantos[quiero])
        won = np.nansum(found.held * found.tantos[quiero])
        assert lost < 0.002
        assert won > 0.05


def test_four_kings_of_the_mano_at_35_35_are_not_given_away() -> None:
    """Grande brings 2 or more, pares 3: 40, if the rivals are not there before in chica."""
    made = solved(35, 35)
    found = reading(made, 0, "grande", "mano p, segundo 2, tercero n", deals=40_000)
    kings = does(found, "RRRR", made)
    quiero, no = kings["quiero"], kings["no-quiero"]
    assert no["frequency"] < 0.01
    assert no["gain"] < -2 * no["gain_se"]
    assert max(row["game"] for row in kings.values()) > 0.95
    assert quiero["game"] > 0.9  # 0.924 ± 0.017 on 200,000 deals
    assert quiero["game"] > no["game"] + 2 * max(quiero["gain_se"], no["gain_se"])


def test_who_is_far_ahead_does_not_open_with_an_ordago() -> None:
    found = reading(solved(38, 20), 0, "grande", "")
    ordago = found.frequency[found.actions.index("ordago")]
    usual = np.average(ordago[found.known], weights=found.held[found.known])
    behind = reading(solved(20, 38), 0, "grande", "")
    bold = np.average(
        behind.frequency[behind.actions.index("ordago")][behind.known],
        weights=behind.held[behind.known],
    )
    assert usual < 0.1
    assert bold > 2 * usual
