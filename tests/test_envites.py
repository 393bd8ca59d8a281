"""Bets that cannot be made, and what refusals cost by the rules."""

from __future__ import annotations

import pytest
from scoring_help import CONTESTED, PLAIN, of_lance, refused

from musodds.rules import load_rules
from musodds.scoring import score


@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ("A2 A+2 q", "pair A has bet already"),
        ("A2 Aq", "pair A has bet already"),
        ("A2 BORD A+5 q", "after an órdago"),
        ("AORD BORD q", "after an órdago"),
        ("A1 q", "too small"),
        ("A2 B+0 q", "too small"),
        ("A2 B5 q", "a bet is on the table"),
        ("B+5 q", "no bet to raise"),
        ("q", "no bet to answer"),
        ("2 q", "who bets"),
        ("A2", "not answered"),
        ("AORD", "not answered"),
        ("A2 q n", "answered already"),
        ("A2 n B+5", "answered already"),
        ("segundo 2, mano 3", "a bet is on the table"),
        ("segundo paso, mano 2, segundo q", "out of turn"),
        ("mano paso, mano 2, segundo q", "out of turn"),
        ("mano 2, tercero quiero", "pair A has bet already"),
        ("mano 2, segundo no", "not answered"),
        ("mano 2, segundo no, segundo quiero", "he has refused already"),
        ("A2 nere gatik tira", "whose word"),
    ],
)
def test_bets_that_cannot_be_made(bets: str, reason: str) -> None:
    refused(reason, PLAIN, {"grande": bets})


def test_the_missing_answers_are_named() -> None:
    refused("a word of postre", PLAIN, {"grande": "mano 2, segundo no"})


@pytest.mark.parametrize("lance", ["pares", "juego"])
def test_only_holders_bet_and_answer(lance: str) -> None:
    refused(f"tercero has no {lance}", CONTESTED, {lance: "tercero 2, segundo q"})
    refused(f"tercero has no {lance}", CONTESTED, {lance: "segundo 2, tercero q"})


def test_only_where_both_pairs_hold() -> None:
    refused("nobody has pares", PLAIN, {"pares": "AORD q"})
    refused("only pair B has juego", ["R754", "RRSA", "S65A", "C764"], {"juego": "B2 n"})


def test_no_bets_once_the_game_is_over() -> None:
    refused("the game is over", PLAIN, {"grande": "AORD q", "punto": "A2 q"})
    refused("the game is over", PLAIN, {"grande": "B2 n", "chica": "A2 q"}, before=(39, 39))


def test_a_paso_after_a_bet_refuses_it() -> None:
    bets = {"grande": "mano 2, segundo paso, postre paso"}
    assert of_lance(score(PLAIN, bets), "grande") == [("A", 1, "refused")]


def test_an_idle_paso_says_nothing() -> None:
    bets = {"grande": "mano paso, segundo 2, postre paso, mano paso, tercero 3 más, segundo q"}
    assert of_lance(score(PLAIN, bets), "grande") == [("A", 5, "bet")]
    bets = {"pares": "tercero paso, mano 2, postre paso, segundo q, tercero paso"}
    assert of_lance(score(CONTESTED, bets), "pares") == [("B", 4, "bet+bonus")]


def test_six_players_three_must_refuse() -> None:
    hands = [*PLAIN, "SS76", "RRAA"]
    refused("a word of postre", hands, {"grande": "mano 2, segundo no, cuarto no"})
    bets = {"grande": "mano 2, segundo no, cuarto no, postre no"}
    assert of_lance(score(hands, bets), "grande") == [("A", 1, "refused")]


def test_one_against_one() -> None:
    played = score(PLAIN[:2], {"grande": "mano 2, postre no"})
    assert of_lance(played, "grande") == [("A", 1, "refused")]


@pytest.mark.parametrize(
    ("bets", "accepted", "plus_one"),
    [("A2 n", 1, 1), ("A2 B+5 n", 2, 3), ("A2 B+5 A+2 n", 7, 8), ("A2 BORD n", 2, 3)],
)
def test_refused_raise(bets: str, accepted: int, plus_one: int) -> None:
    """Madrid's deje is one more than what was accepted; a refused first bet is 1 in both."""
    assert of_lance(score(PLAIN, {"grande": bets}), "grande")[0][1] == accepted
    assert of_lance(score(PLAIN, {"grande": bets}, "madrid"), "grande")[0][1] == plus_one


def test_min_raise() -> None:
    refused("at least 2", PLAIN, {"grande": "A2 B+1 q"}, load_rules("naipera", ["min_raise=2"]))
    assert score(PLAIN, {"grande": "A2 B+1 q"}).trace[0].tantos == 3


def test_min_bet() -> None:
    refused("at least 5", PLAIN, {"grande": "A2 q"}, load_rules("naipera", ["min_bet=5"]))


def test_max_bet() -> None:
    capped = load_rules("naipera", ["max_bet=10"])
    refused("at most 10", PLAIN, {"grande": "A6 B+5 q"}, capped)
    assert score(PLAIN, {"grande": "A6 B+4 q"}, capped).trace[0].tantos == 10
    assert score(PLAIN, {"grande": "A6 BORD n"}, capped).trace[0].tantos == 6
    # without a cap a bet above the target is an ordinary one
    assert score(PLAIN, {"chica": "A60 q"}).score == (1, 60)


@pytest.mark.parametrize(("who", "pair", "tantos"), [("both", "A", 2), ("first-word", "A", 1)])
def test_who_refuses(who: str, pair: str, tantos: int) -> None:
    rules = load_rules("naipera", {"who_refuses": who})
    bets = {"grande": "mano 2, segundo no, postre quiero"}
    assert of_lance(score(PLAIN, bets, rules), "grande")[0][:2] == (pair, tantos)


@pytest.mark.parametrize(
    ("hands", "bets", "before", "reason"),
    [
        (PLAIN[:3], {}, (0, 0), "3 hands"),
        (PLAIN, {}, (40, 0), "score 40-0"),
        (PLAIN, {}, (-1, 0), "score -1-0"),
        (PLAIN, {"gande": "A2 q"}, (0, 0), "bets on 'gande'"),
        (["RRRR"] * 4, {}, (0, 0), "card 'R': 16"),
        (["RRR", *PLAIN[1:]], {}, (0, 0), "3 cards"),
    ],
)
def test_other_errors(
    hands: list[str], bets: dict[str, str], before: tuple[int, int], reason: str
) -> None:
    refused(reason, hands, bets, before=before)


@pytest.mark.parametrize("text", ["mano", "mano pares", "mano grande si", "mano 4 cartas", "x y z"])
def test_declarations_that_cannot_be_read(text: str) -> None:
    refused("declared", PLAIN, {}, declared=[text])


def test_true_declarations_change_nothing() -> None:
    said = ["mano pares si", "segundo pares bai", "tercero jokoa ez", "mano juego yes"]
    assert score(CONTESTED, None, declared=said).trace == score(CONTESTED).trace


def test_nobody_left_in_the_hand() -> None:
    refused("nobody is left", ["RRR", "CCC"], {}, declared=["mano 3 cartas", "postre 3 cartas"])


def test_who_has_refused_a_bet_may_answer_the_next() -> None:
    bets = {"grande": "mano 2, segundo no, postre +5, mano no, tercero +2, segundo quiero"}
    assert of_lance(score(PLAIN, bets), "grande") == [("A", 9, "bet")]


def test_who_is_out_of_the_hand_declares_nothing() -> None:
    hands = ["RRRR7", "CCC7", "77SS", "S65A"]
    said = ["mano 5 cartas", "mano pares si"]
    assert of_lance(score(hands, None, declared=said), "pares") == [("A", 3, "bonus")]
