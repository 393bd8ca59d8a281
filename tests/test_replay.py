"""Recorded hands played again: who spoke, what was known, what had been paid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from test_record import games

from musodds.hands import hand_space
from musodds.notation import Act, Move, parse_bets
from musodds.record import Record
from musodds.record_reader import read_record
from musodds.replay import CUT, DISCARD, action_of, replay
from musodds.rules import load_rules
from musodds.scoring import score
from musodds.seats import SEATS
from musodds.solver.four.bots import random_bot
from musodds.solver.four.menu import Menu
from musodds.solver.four.tree import is_contested, lance_tree
from musodds.speaking import spoken

RAISES = (Act.ENVIDO, Act.MAS, Act.ORDAGO)


def told_shortly(words: tuple[Move, ...], silence: Act) -> list[Move]:
    """Return what people would write down: no pasos, and of two who refuse only the last."""
    found = []
    for number, move in enumerate(words):
        follows = words[number + 1] if number + 1 < len(words) else None
        left_to_partner = (
            move.act is silence and follows is not None and follows.seat == (move.seat + 2) % 4  # type: ignore[operator]
        )
        if move.act is not Act.PASO and not left_to_partner:
            found.append(move)
    return found


@pytest.mark.parametrize("name", ["naipera", "ffm", "madrid"])
def test_words_not_written_follow_from_the_others(name: str) -> None:
    """Every line of the solver's trees, written shortly, is spoken again as it was."""
    rules, rng = load_rules(name), np.random.default_rng(2)
    silence = Act.POR_MI_NO if rules.who_refuses == "first-word" else Act.NO_QUIERO
    for mask in range(16):
        if not is_contested(mask):
            continue
        tree = lance_tree("pares", mask, rules, Menu((2, 5), (3,), 2))
        may = [bool(mask >> seat & 1) for seat in range(4)]
        for _ in range(40):
            words, at = list[Move](), 0
            while at >= 0:
                node = tree.nodes[at]
                choice = int(rng.integers(len(node.moves)))
                words.append(node.moves[choice])
                at = node.to[choice]
            for written in (words, told_shortly(tuple(words), silence)):
                said, whole = spoken(written, may, rules)
                assert whole
                assert [word.move for word in said] == words


def test_who_answers_after_his_partner() -> None:
    said, _ = spoken(parse_bets("mano 2, postre n, segundo q"), [True] * 4, load_rules("naipera"))
    assert [word.move.text() for word in said] == ["mano 2", "postre n", "segundo q"]


@pytest.mark.parametrize(
    ("bets", "may", "words", "whole"),
    [
        ("A2 n", "1110", ["mano 2"], False),
        ("A2 q", "1101", ["mano 2"], False),
        ("A2 q", "1100", ["mano 2", "segundo q"], True),
        ("mano 2, n", "1111", ["mano 2", "segundo n", "postre n"], True),
        ("mano 2, q", "1111", ["mano 2"], False),
        ("pp", "1101", ["mano p", "segundo p", "postre p"], True),
    ],
)
def test_bets_by_pair(bets: str, may: str, words: list[str], whole: bool) -> None:
    if bets == "A2 n" and may == "1110":
        words = []
    said, found = spoken(parse_bets(bets), [m == "1" for m in may], load_rules("naipera"))
    assert ([word.move.text() for word in said], found) == (words, whole)


def test_mus_is_decided_in_turn() -> None:
    text = "hand\n deal: RRCA 7654 ? CC75\n throw: CA 7654 ?2 75\n hold: RRR4 RC77 SSS5 CC66\n"
    hand = replay(read_record(text + " cut: tercero\n"))[0]
    told = [(SEATS[d.seat], d.kind, d.did) for d in hand.decisions if d.kind in (CUT, DISCARD)]
    assert told == [
        ("mano", "cut", "mus"), ("segundo", "cut", "mus"), ("postre", "cut", "mus"),
        ("mano", "discard", "throw CA"), ("segundo", "discard", "throw 7654"),
        ("postre", "discard", "throw 75"),
        ("mano", "cut", "mus"), ("segundo", "cut", "mus"), ("tercero", "cut", "cut"),
    ]  # fmt: skip
    last = hand.decisions[len(told) - 1]
    assert last.known.thrown == (None,)
    assert last.known.threw == ((2, 4, 2, 2),)


def test_pairs_that_confer_about_mus() -> None:
    text = "rules: ffm\nhand\n deal: RRCA 7654 SS41 CC75\n cut: segundo\n"
    hand = replay(read_record(text))[0]
    assert [d.seat for d in hand.decisions if d.kind == CUT] == [0, 2, 1]


def test_what_is_known_before_a_bet() -> None:
    text = "hand\n score: 10-7\n deal: RRCA 7654 SS41 CC75\n cut: mano\n"
    text += " grande: mano 2, segundo n, postre n\n pares: mano 2, postre +3, mano q\n"
    text += " juego: mano 2, postre q\n"
    found = replay(read_record(text))[0].decisions
    chica = [d for d in found if d.kind == "chica"]
    assert [d.score for d in chica] == [(11, 7), (7, 11), (11, 7), (7, 11)]
    assert [d.written for d in chica] == [False] * 4
    pares = [d for d in found if d.kind == "pares"]
    assert [(SEATS[d.seat], d.did) for d in pares] == [
        ("mano", "envido:2"), ("postre", "mas:3"), ("mano", "quiero"),
    ]  # fmt: skip
    assert pares[0].known.has == {"pares": (True, False, True, True)}
    assert pares[1].options == ("no-quiero", "quiero", "mas:N", "ordago")
    assert [lance.lance for lance in pares[1].known.lances] == ["grande", "chica"]
    juego = [d for d in found if d.kind == "juego"]
    assert juego[1].known.has["juego"] == (True, False, False, True)
    assert [move.text() for move in juego[1].known.history] == ["mano 2"]


@pytest.mark.parametrize("name", ["naipera", "ehmf", "madrid"])
def test_scores_before_bets_are_those_of_the_scoring(name: str) -> None:
    """What has been paid before a lance are the refusals that the scoring writes down first."""
    rules, played = games(name, random_bot, 25)
    space, seen = hand_space(rules), 0
    record = Record(rules, hands=tuple(replace(hand, mano=0) for hand in played))
    for hand in replay(record):
        assert hand.unnamed == ()
        scored = score([h for h in hand.hand.hands if h], hand.hand.bets, rules, hand.hand.before)
        refused = [a for a in scored.trace if a.why.startswith("refused")]
        for d in hand.decisions:
            earlier = [lance.lance for lance in d.known.lances]
            tantos = [
                sum(a.tantos for a in refused if a.team == t and a.lance in earlier) for t in "AB"
            ]
            now = [hand.hand.before[i] + tantos[i] for i in range(2)]
            assert d.score == tuple(now if d.seat % 2 == 0 else now[::-1])
            seen += bool(tantos[0] or tantos[1])
            holds = space.index(d.hand)
            if d.kind == "pares":
                assert space.pares[holds] > 0
            if d.kind == "juego":
                assert space.juego[holds] > 0
    assert seen > 20


def test_actions() -> None:
    assert [action_of(m) for m in parse_bets("A2 B+5 AORD n")] == [
        "envido:2", "mas:5", "ordago", "no-quiero",
    ]  # fmt: skip
