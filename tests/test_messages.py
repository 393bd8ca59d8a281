"""Messages about bad input: a line that names the token, says what was expected, and fits."""

import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
from musodds.cli import run
from musodds.cli.bet_sheets import _read_as

from musodds import chunks
from musodds.bet_answer import Action, BetAdvice, BetQuestion
from musodds.estimate import Estimate
from musodds.pending import parse_facing
from musodds.situation import ask

BET = ["bet", "RR54", "--lance"]


def refused(capsys, arguments):
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1, error
    assert "example: " in error
    return error


@pytest.mark.parametrize(
    ("seat", "said", "told"),
    [
        ("postre", "mano quiero", ["'mano quiero' cannot be said", "mano: paso, envido N or"]),
        ("segundo", "ellos no quiero", ["'ellos no quiero'", "mano or tercero: paso"]),
        ("mano", "segundo 2, tercero q", ["nobody speaks after 'tercero quiero'"]),
        ("postre", "segundo envido 2", ["the tercero speaks, not the postre", "--seat tercero"]),
        (
            "segundo",
            "mano envido 2, tercero 2 más",
            ["'tercero 2 más' cannot be said after 'mano envido 2'", "segundo: no quiero, quiero"],
        ),
        ("mano", "segundo órdago, mano 2 más", ["'mano 2 más'", "mano: no quiero or quiero"]),
    ],
)
def test_the_word_that_cannot_be_said_is_named(capsys, seat, said, told):
    error = refused(capsys, [*BET, "grande", "--seat", seat, "--facing", said])
    for words in told:
        assert words in error
    assert "compiling" not in error


def test_the_example_for_a_word_that_cannot_be_said_can_be_said():
    from musodds.notation import parse_bets
    from musodds.rules import load_rules
    from musodds.solver.four.said import lines_to
    from musodds.solver.four.tree import lance_tree
    from musodds.solver.four.unsaid import why_unsaid

    tree = lance_tree("grande", 15, load_rules("ffm"))
    for seat in range(4):
        for said in ("mano q", "mano 2, mano q", "postre q", "mano p, segundo q", "+3"):
            error = why_unsaid([tree], seat, parse_bets(said))
            facing = error.example.removeprefix("--facing ").strip("'")
            assert lines_to(tree, seat, parse_bets(facing)), (seat, said, error.example)


@pytest.mark.parametrize(
    ("lance", "pending", "told"),
    [
        ("pares", "grande", ["--pending 'grande': no colon", "'grande: paso; chica: ellos 2'"]),
        ("chica", "grande", ["no colon", "example: --pending 'grande: paso'\n"]),
        ("chica", "chica: paso", ["a lance before chica", "example: --pending 'grande: paso'\n"]),
        ("grande", "grande: paso", ["nothing: grande comes first"]),
    ],
)
def test_pending_lances(capsys, lance, pending, told):
    error = refused(capsys, [*BET, lance, "--pending", pending])
    for words in told:
        assert words in error


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["pares", "--pares", "segundo=no", "--pares", "postre=no"], "neither the segundo nor"),
        (["juego", "--juego", "segundo=no", "--juego", "postre=no"], "nobody bets in it"),
        (["punto", "--juego", "segundo=si"], "'segundo juego=si' and 'punto is played'"),
        (
            ["pares", "--pares", "segundo=no", "--facing", "segundo envido 2"],
            "'segundo pares=no' and 'the segundo speaks in pares': they cannot hold together",
        ),
    ],
)
def test_evidence_that_contradicts_the_lance_is_named(capsys, arguments, told):
    hand = {"juego": "RRCA", "punto": "RC54"}.get(arguments[0], "RR54")
    error = refused(capsys, ["bet", hand, "--lance", *arguments])
    assert told in error
    assert "more deals" not in error


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--dead", ""], "--dead 4,5"),
        (["--sena", ""], "--sena segundo=31"),
        (["--sena", "segundo="], "sena 'segundo=': no value"),
        (["--players", "0"], "example: --players 4"),
        (["--rules", "nofile.toml"], "rules 'nofile.toml': no such file"),
        (["--pares", "mano=no"], "example: --pares segundo=no"),
        (["--seat", "segundo", "--pares", "segundo=no"], "example: --pares tercero=no"),
    ],
)
def test_examples_fit_the_case(capsys, arguments, told):
    error = refused(capsys, ["odds", "RRCA", *arguments])
    assert told in error
    assert "Errno" not in error


RECORD = """\
players: Ane, Miren, Jon, Peio
{head}
hand
  deal: RRCA {second} SS41 CC75
  {line}
"""


@pytest.mark.parametrize(
    ("head", "line", "told"),
    [
        ("score: 40-40", "", ["line 2: score '40-40': nobody plays on", "score: 27-24"]),
        ("", "cut: Bob", ["line 5: cut 'Bob'", "Ane, Miren, Jon, Peio, or a seat", "cut: "]),
        ("", "grande: Bob envido 2", ["line 5", "Ane, Miren, Jon, Peio", "example: grande: "]),
        ("", "says: Bob pares no", ["line 5", "Ane, Miren, Jon, Peio", "example: says: "]),
        ("", "grande: Ane 2, Jon q", ["line 5: grande", "example: grande: "]),
        ("rules: nofile", "", ["line 2: rules 'nofile'", "example: rules: naipera"]),
        ("set: kings = 5", "", ["line 2", "example: set: kings = 8"]),
        ("", "throw: X 2 2 2", ["line 5", "example: throw: "]),
    ],
)
def test_errors_of_a_record_have_its_lines_and_its_examples(capsys, tmp_path, head, line, told):
    path = tmp_path / "game.mus"
    path.write_text(RECORD.format(head=head, second="7654", line=line))
    error = refused(capsys, ["review", str(path)])
    for words in told:
        assert words in error
    assert "--" not in error


def test_a_score_that_does_not_go_on_names_the_line_that_told_the_one_before(capsys, tmp_path):
    first = RECORD.format(head="", second="?", line="says: Miren pares no; Miren juego no")
    path = tmp_path / "game.mus"
    path.write_text(f"{first}  after: 4-9\nhand\n  deal: RRCA 7654 SS41 CC75\n  after: 19-4\n")
    error = refused(capsys, ["review", str(path)])
    assert "line 9: after 19-4: not what cards and bets bring from 9-4 (line 6)" in error


def test_no_name_of_a_file_and_a_folder(capsys, tmp_path):
    assert "record '': no name of a file" in refused(capsys, ["review", ""])
    assert "it is a folder" in refused(capsys, ["review", str(tmp_path)])


def test_a_group_alone_prints_its_help(capsys):
    assert run(["style"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Usage: musodds style")
    assert err == ""
    assert "expected fit, list, plot" in refused(capsys, ["style", "foo"])


def test_advise_tells_its_own_default_of_deals(capsys):
    assert run(["advise", "--help"]) == 0
    assert "32768 where bets are played out" in " ".join(capsys.readouterr().out.split())
    assert run(["mus", "--help"]) == 0
    assert "32768" not in capsys.readouterr().out


def test_equity_in_csv_is_one_row_without_units(capsys):
    assert run(["equity", "27-24", "--format", "csv"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    cells = row.replace(",us,", ",0,").split(",")
    told = dict(zip(head.split(","), map(float, cells), strict=True))
    assert run(["equity", "27-24", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for name in ("us", "them", "game", "game_se", "tanto", "ordago", "match"):
        assert told[name] == pytest.approx(found[name], rel=1e-11)
    assert told["game_if_us_1"] > told["game"] > told["game_if_them_1"]


def test_bets_off_the_menu_are_told_in_words():
    line = ("paso", "ordago", "no-quiero"), ("paso", "envido:2", "no-quiero")
    found = SimpleNamespace(
        question=SimpleNamespace(history=parse_facing("segundo envido 7", 0)),
        read_as=((0.72, line[0]), (0.28, line[1])),
    )
    assert _read_as(found) == (
        "Envido 7 is not on the strategy's menu; the others' hands are those with which it says "
        "órdago (72%) or envido 2 (28%)."
    )


@pytest.mark.parametrize(
    ("best", "won", "bluff"),
    [("envido:2", 0.36, True), ("envido:2", 0.64, False), ("paso", 0.2, False)],
)
def test_a_bluff_is_a_bet_with_which_the_lance_is_mostly_lost(best, won, bluff):
    nothing = Estimate(0.0, 0.0)
    action = Action(best, nothing, None, nothing, 1.0, 0.0, "none")
    question = BetQuestion(ask("RR54"), "grande")
    found = BetAdvice(question, [action], Estimate(won, 0.0), None, 1, 0, 1, 1, 1, (), 0)
    assert found.bluff is bluff
    assert found.to_dict()["bluff"] is bluff


def test_what_mus_advises_and_what_a_discard_loses_is_in_every_format(capsys):
    few = ["--deals", "8192", "--format"]
    assert run(["mus", "RRCA", *few, "csv"]) == 0
    head, cut, mus, _ = capsys.readouterr().out.splitlines()
    assert head == "option,tantos,se,advised"
    assert (cut[-2:], mus[-2:]) == (",1", ",0")
    assert run(["discard", "RR54", *few, "json"]) == 0
    best, *others = json.loads(capsys.readouterr().out)["discards"]
    assert best["loss"]["tantos"] == 0
    assert all(other["loss"]["tantos"] >= 0 for other in others)


def test_screens_of_strategies_fit_eighty_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in (["--list"], ["--quality"], ["RRCA", "--seat", "segundo", "--deals", "2000"]):
        assert run(["strategy", *arguments]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert max(len(line.rstrip()) for line in lines) <= 80


def test_nothing_comes_about_more_often_than_always(capsys):
    assert run(["strategy", "--deals", "2000", "--seed", "3"]) == 0
    shares = re.findall(r"([\d.]+)%", capsys.readouterr().out)
    assert shares
    assert max(map(float, shares)) <= 100


def test_an_interrupt_takes_back_chunks_that_have_not_begun():
    begun = []

    def work(chunk):
        begun.append(chunk)
        if chunk == 3:
            raise KeyboardInterrupt
        return chunk

    with pytest.raises(KeyboardInterrupt):
        chunks.map_chunks(work, 10_000_000)
    assert len(begun) <= chunks.BLOCK
    assert chunks.map_chunks(lambda chunk: chunk, 3000) == list(range(3000))


def test_ctrl_c_while_loading_leaves_no_traceback():
    code = (
        "import builtins, musodds.__main__ as m\n"
        "real = builtins.__import__\n"
        "def load(name, *rest):\n"
        "    if name == 'cli': raise KeyboardInterrupt\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = load\n"
        "m.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "musodds: interrupted\n")
