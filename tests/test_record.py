"""Records are read, checked, refused with the line, and written as they are read."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musodds.cards import parse_hand
from musodds.errors import InputError
from musodds.record import Record, RecordedHand, write_record
from musodds.record_reader import load_record, read_record
from musodds.rules import load_rules
from musodds.self_play import play_hand
from musodds.solver.four.bots import random_bot, threshold_bot
from musodds.solver.four.game import make_game
from musodds.solver.four.mus_game import make_mus

HEAD = "players: Ane, Miren, Jon, Peio\n"
DEAL = "hand\n  deal: RRCA 7654 SS41 CC75\n"
REDRAWN = DEAL + "  throw: CA 7654 41 75\n"
NOTHING = ", ".join(f"{i} pares no, {i} juego no" for i in (2, 3, 4))
WORDS = st.sampled_from(
    ["rules:", "set:", "players:", "score:", "hand", "mano:", "deal:", "throw:", "draw:", "hold:",
     "cut:", "says:", "grande:", "chica:", "pares:", "juego:", "punto:", "after:", "winner:", "\n",
     "\n", "\n", "RRCA", "7654", "SS41", "CC75", "?", "??", "?2", "RR", "mano", "postre", "A2", "q",
     "n", "ORD", "B+5", "naipera", "ffm", "meseta", "27-24", "kings = 4", "A", "#", "|", ",", ";",
     "pares", "si", "12", "é", "5a", "-", "x.toml", "\x00", "9" * 500, "biak"]
)  # fmt: skip


def test_a_hand_is_read() -> None:
    text = (
        REDRAWN
        + "  draw: R4 RC77 S5 ?\n  cut: Miren # corto\n  says: Peio pares no, zaku juego si\n"
    )
    text += "  grande: Ane envido 2, Peio quiero\n  after: 5-6\n"
    (hand,) = read_record(HEAD + text).hands
    assert [str(held) for held in hand.hands] == ["RRR4", "RC77", "SSS5", "None"]
    assert [str(threw) for threw in hand.rounds[0].thrown] == ["CA", "7654", "4A", "75"]
    assert (hand.cut, hand.after, hand.line) == (1, (5, 6), 2)
    assert [move.text() for move in hand.bets["grande"]] == ["mano 2", "postre q"]


def test_hands_with_spaces_and_new_hands_whole() -> None:
    text = "hand\n deal: R R C 1 | 7 6 5 4 | S S 4 1 | 12 11 7 5\n throw: CA ?2 41 75\n"
    text += " hold: RRR4 765A SSS5 RC77\n cut: mano\n"
    assert str(read_record(text).hands[0].hands[3]) == "RC77"


def test_the_mano_and_the_score_move_on() -> None:
    text = HEAD + "score: 10-4\n" + DEAL + "hand 2\n  deal: RRCA 7654 SS41 CC75\n  cut: Miren\n"
    one, two = read_record(text).hands
    assert (one.before, one.after, one.mano) == ((10, 4), (17, 4), 0)
    assert (two.before, two.after, two.mano, two.cut) == ((4, 17), (11, 17), 1, 0)


def test_a_mano_who_did_not_move_on() -> None:
    text = HEAD + DEAL + "hand\n mano: Ane\n deal: RRCA 7654 SS41 CC75\n"
    assert [hand.before for hand in read_record(text).hands] == [(0, 0), (7, 0)]


def test_a_new_game_begins_from_nothing() -> None:
    text = DEAL + "  grande: AORD q\n" + DEAL
    one, two = read_record(text).hands
    assert (one.winner, one.after, two.before) == ("A", (0, 0), (0, 0))


def test_a_refusal_may_end_the_game() -> None:
    text = "hand\n score: 39-39\n deal: ? ? ? ?\n grande: B2 n\n"
    assert read_record(text).hands[0].winner == "B"
    with pytest.raises(InputError, match="line 5: chica: the game is over"):
        read_record(text + " chica: A2 n\n")


REFUSED = {
    "line 1: deal 'RRCA'": "deal: RRCA\n",
    "record: no hand": HEAD,
    "line 2: nonsense: no colon": "hand\nnonsense\n",
    "line 2: nonsense: not known": "hand\nnonsense:\n",
    "line 1: hand '7'": "hand 7\n",
    "line 1: hand: no deal": "hand\n",
    "line 3: deal .*: twice": DEAL + "  deal: ? ? ? ?\n",
    "line 2: deal 'RRCA 7654': 2 parts": "hand\n  deal: RRCA 7654\n",
    "line 2: hand 'RRX7'": "hand\n  deal: RRX7 ? ? ?\n",
    "line 2: card 'R': 9 held": "hand\n  deal: RRRR RRRR R7AA ?\n",
    "line 3: throw .*RS was not in RRCA": DEAL + "  throw: RS 7 6 5\n",
    "line 3: throw .*and then": REDRAWN,
    "line 3: draw .*out of turn": DEAL + "  draw: R ? ? ?\n",
    "line 4: throw .*out of turn": REDRAWN + "  throw: R 7 4 5\n",
    "line 4: draw .*'R'; expected 2 cards": REDRAWN + "  draw: R RC77 S5 75\n",
    "line 4: hold .*RR, which was kept": REDRAWN + "  hold: R777 ? ? ?\n",
    "line 4: card '4': 6 held": REDRAWN + "  draw: 44 44RR RC RC\n",
    "line 3: throw .*'\\?5'": DEAL + "  throw: ?5 7 6 5\n",
    "line 3: cut 'nobody'": DEAL + "  cut: nobody\n",
    "line 3: bets 'mano sings'": DEAL + "  grande: mano sings\n",
    "line 3: grande 'A2': the bet is not answered": DEAL + "  grande: A2\n",
    "line 3: grande 'segundo q': pair B has bet": DEAL + "  grande: postre 2, segundo q\n",
    "line 3: pares 'segundo 2': segundo has no pares": DEAL + "  pares: segundo 2, mano q\n",
    "line 3: after 9-9: not what": DEAL + "  after: 9-9\n",
    "line 3: winner A": DEAL + "  winner: A\n",
    "line 3: score '50-3': nobody": "hand\n deal: ? ? ? ?\n score: 50-3\n after: 50-4\n",
    "line 3: pares: whether the mano": "hand\n deal: ? ? ? ?\n after: 3-4\n",
    "line 1: no score after": "hand\n deal: R764 ? ? ?\n juego: -\n says: " + NOTHING,
    "line 1: who won": "hand\n deal: ? ? ? ?\n grande: AORD q\n",
    "line 3: says: the mano holds RRCA": DEAL + "  says: mano pares no\n",
    "line 4: score '5-5': not what the hand": DEAL + "hand\n  score: 5-5\n deal: ? ? ? ?\n",
    "line 1: players 'Ane, Miren'; expected four": "players: Ane, Miren\n",
    "line 1: player 'Paso'": "players: Paso, Ane, Jon, Peio\n",
    "line 1: rules 'meseta'": "rules: meseta\n",
    "line 2: rules: kings": "rules: ehmf\nset: kings = 5\n",
    "line 1: rules 'x.toml'": "rules: x.toml\n",
}


@pytest.mark.parametrize("told", REFUSED)
def test_what_is_refused(told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        read_record(REFUSED[told])
    assert "\n" not in str(caught.value)


def test_cards_come_again_once_the_stock_has_run_out() -> None:
    """Three rounds of throwing all four take 48 cards: the second deals from those thrown."""
    deal = "RRCC 7766 SS44 CC55"
    text = f"hand\n deal: {deal}\n throw: {deal}\n"
    with pytest.raises(InputError, match="line 4: card 'C': 8 held"):
        read_record(f"{text} hold: {deal}\n")
    text += " hold: ? ? ? ?\n throw: ?4 ?4 ?4 ?4\n"
    assert str(read_record(f"{text} hold: {deal}\n").hands[0].hands[0]) == "RRCC"


# ---------------------------------------------------------------- round trip


def games(name: str, make, hands: int = 12):  # type: ignore[no-untyped-def]
    """Return hands that bots play under some rules."""
    rules = load_rules(name)
    game = make_game(rules)
    bot = make(game, make_mus(game, "usual", 3))
    target = rules.target - 1
    score = np.random.default_rng(8).integers(0, target, (hands, 2)).tolist()
    played = tuple(play_hand(bot, (4, k), k % 4, tuple(score[k])) for k in range(hands))
    return rules, played


@pytest.mark.parametrize("make", [threshold_bot, random_bot])
@pytest.mark.parametrize("name", ["naipera", "ffm", "madrid"])
def test_written_hands_are_read_as_they_were(name: str, make) -> None:  # type: ignore[no-untyped-def]
    rules, played = games(name, make)
    for hand in played:
        record = Record(rules, hands=(replace(hand, mano=0),))
        assert read_record(write_record(record)) == record


def test_rules_changed_by_hand_are_written() -> None:
    rules = load_rules("ehmf", ["target=35", "max_bet=20", "real=ten"])
    hand = RecordedHand(0, (0, 0), tuple(map(parse_hand, ["RRCA", "7654", "SS41", "CC75"])))
    record = read_record(write_record(Record(rules, hands=(replace(hand, after=(7, 2)),)))[:-11])
    assert record.rules.to_dict() == rules.to_dict()


# ---------------------------------------------------------------- anything at all


@contextlib.contextmanager
def refused_in_one_line():  # type: ignore[no-untyped-def]
    message = "; expected ; example: "
    try:
        yield
    except InputError as error:
        message = str(error)
    assert "; expected " in message
    assert "; example: " in message
    assert "\n" not in message


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=80) | st.lists(WORDS, max_size=40).map(" ".join))
def test_any_text(text: str) -> None:
    for head in ("", HEAD + DEAL):
        with refused_in_one_line():
            read_record(head + text)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes(tmp_path_factory, data: bytes) -> None:  # type: ignore[no-untyped-def]
    path: Path = tmp_path_factory.getbasetemp() / "any.mus"
    for head in (b"", (HEAD + DEAL).encode()):
        path.write_bytes(head + data)
        with refused_in_one_line():
            load_record(path)


def test_no_such_file() -> None:
    with pytest.raises(InputError, match=r"record 'nowhere\.mus': no such file"):
        load_record("nowhere.mus")
