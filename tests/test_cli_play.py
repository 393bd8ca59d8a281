"""The command play, with typed words."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from musodds.cli import cli, run
from musodds.cli.play_screen import read_throw, read_word

from musodds.cards import parse_hand
from musodds.drills.table import View
from musodds.errors import InputError
from musodds.notation import Act, parse_bets
from musodds.record_reader import load_record
from musodds.review import parse_chosen
from musodds.rules import load_rules

RULES = load_rules("naipera")
VIEW = View(1, 2, parse_hand("RR54"), (20, 22), RULES)
FIRST = ("paso", "envido:N", "ordago")
FACED = ("no-quiero", "quiero", "mas:N", "ordago")


def play(*arguments, typed):
    """Return what the command prints."""
    found = CliRunner().invoke(cli, ["play", *arguments], input=typed, catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def word(text, options, history=""):
    move = read_word(text, VIEW, options, list(parse_bets(history)), "")
    assert move.seat == VIEW.seat
    return move.act, move.amount


@pytest.mark.parametrize(
    ("text", "options", "meant"),
    [
        ("paso", FIRST, (Act.PASO, 0)),
        ("envido", FIRST, (Act.ENVIDO, 2)),
        ("5", FIRST, (Act.ENVIDO, 5)),
        ("Órdago", FIRST, (Act.ORDAGO, 0)),
        ("hiru inbido", FIRST, (Act.ENVIDO, 3)),
        ("quiero", FACED, (Act.QUIERO, 0)),
        ("iduki", FACED, (Act.QUIERO, 0)),
        ("no quiero", FACED, (Act.NO_QUIERO, 0)),
        ("paso", FACED, (Act.NO_QUIERO, 0)),
        ("5", FACED, (Act.MAS, 5)),
        ("5 más", FACED, (Act.MAS, 5)),
        ("bost gehiago", FACED, (Act.MAS, 5)),
        ("envido 7", FACED, (Act.MAS, 7)),
    ],
)
def test_words_of_the_game(text, options, meant):
    assert word(text, options, "mano 2" if options == FACED else "") == meant


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("quiero", FIRST), ("5 más", FIRST), ("1", FIRST), ("40", FIRST), ("mano 5", FIRST),
        ("paso paso", FIRST), ("mus", FIRST), ("39", FACED), ("5 más", ("no-quiero", "quiero")),
        ("biak 2", FIRST),
    ],
)  # fmt: skip
def test_words_that_may_not_be_said(text, options):
    with pytest.raises(InputError):
        word(text, options, "mano 2" if options != FIRST else "")


def test_cards_to_throw():
    assert read_throw("54", VIEW, "") == 0b0011
    assert read_throw("4 R", VIEW, "") == 0b0110
    assert read_throw("rr54", VIEW, "") == 0
    for text in ("RRR", "A", "corto"):
        with pytest.raises(InputError):
            read_throw(text, VIEW, "")


def test_a_whole_hand(tmp_path):
    path = tmp_path / "game.mus"
    typed = "nonsense\nenvido\ncorto\n5\nfoo\n" + "paso\n" * 12
    text = play("--hands", "1", "--seed", "3", "--deals", "512", "-o", str(path), typed=typed)
    assert "'nonsense' is not understood. Type mus, or cut (corto, no hay mus)" in text
    assert "'foo' is not understood" in text
    record = load_record(str(path))
    (hand,) = record.hands
    assert hand.cut == 0
    assert hand.bets["grande"][0].amount == 5
    cards = " ".join(hand.deal[0].cards)
    assert f"[{cards}]   mano, we 0, they 0" in text
    assert f"After the hand: we {hand.after[0]}, they {hand.after[1]}." in text
    told = text[text.rindex("Your decisions") : text.index("By kind")]
    assert len(re.findall(r"^ +1  mano", told, re.MULTILINE)) == len(decisions(record, "P1"))
    assert "better" in told
    assert max(len(line) for line in text.splitlines() if str(path) not in line) <= 80


def decisions(record, player):
    from musodds.replay import replay

    wanted = parse_chosen(player, record)
    return [d for hand in replay(record) for d in hand.decisions if wanted(d)]


def test_a_game_to_its_end(tmp_path):
    """From 38-38 anything ends it; órdago after órdago until the game is over."""
    path = tmp_path / "game.mus"
    typed = "corto\n" + "órdago\n" * 30
    text = play(
        "--score", "38-38", "--seed", "5", "--no-review", "-o", str(path), "--seat", "mano",
        typed=typed,
    )  # fmt: skip
    record = load_record(str(path))
    assert record.hands[-1].winner in ("A", "B")
    won = (record.hands[-1].winner == "A") == (record.hands[-1].mano % 2 == 0)
    assert ("You have won the game." if won else "They have won the game.") in text
    assert "Your decisions" not in text


def test_mus_and_cards(tmp_path):
    """Say mus until all do; what is thrown is what the record has."""
    for seed in range(1, 40):
        path = tmp_path / f"{seed}.mus"
        typed = "mus\nZZ\n" + "54\n7\nR\nA\nC\nS\n6\n5\n4\n" + "corto\n" + "paso\n" * 12
        play(
            "--hands", "1", "--seed", str(seed), "--no-review", "-o", str(path), "--style",
            "equilibrium" if seed > 20 else "usual", typed=typed,
        )  # fmt: skip
        if not path.exists():
            continue
        (hand,) = load_record(str(path)).hands
        if hand.rounds:
            assert hand.rounds[0].thrown[0].cards is not None
            return
    pytest.fail("nobody gave mus")


@pytest.mark.parametrize("typed", ["", "q\n", "corto\nq\n", "corto\n"])
def test_leaving_in_the_first_hand(tmp_path, typed):
    path = tmp_path / "game.mus"
    text = play("--seed", "3", "-o", str(path), typed=typed)
    assert "You have left" in text
    assert "nothing is written" in text
    assert not path.exists()


def test_leaving_keeps_the_hands_that_are_over(tmp_path):
    path = tmp_path / "game.mus"
    typed = "corto\n" + "paso\n" * 4 + "q\n"
    text = play("--seed", "3", "--no-review", "-o", str(path), typed=typed + "q\n")
    assert "You have left" in text
    assert len(load_record(str(path)).hands) == 1


def test_languages(tmp_path):
    text = play("--seed", "3", "--no-review", "--lang", "eu", typed="moztu\nq\n")
    assert "Moztu ala mus?" in text
    assert "you" not in text.lower()
    assert "they" not in text


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--seat", "quinto"), "seat 'quinto'"),
        (("--score", "40-0"), "score 40-0"),
        (("--hands", "0"), "hands 0"),
        (("--seed", "-3"), "seed -3"),
        (("--players", "Ane,Jon"), "players 'Ane,Jon'"),
        (("-o", "/nowhere/game.mus"), "-o '/nowhere/game.mus'"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, error):
    assert run(["play", *arguments]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith(f"musodds: {error}")
    assert "\n" not in told
