"""The command line: answers, formats, bad input, start-up."""

import csv
import io
import json
import os
import re
import subprocess
import sys

import pytest
from musodds.cli import COMMANDS, run

FEW = ["--deals", "20000"]


def answer(capsys, *arguments):
    """Run a command that must succeed; return its stdout."""
    code = run(list(arguments))
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def refusal(capsys, *arguments):
    """Run a command that must refuse its input with one line; return the line."""
    code = run(list(arguments))
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_advise_starts_with_one_recommendation_then_says_why(capsys):
    lines = answer(capsys, "advise", "RRCA", "--seat", "mano", *FEW).splitlines()
    assert lines[0].startswith("CUT (no hay mus)")
    text = "\n".join(lines)
    for part in ("grande", "chica", "pares", "juego", "mus, throw", "If you cut", "grade", "± "):
        assert part in text
    assert "cut:0.35" in text
    assert "seed 1" in text


def test_advise_7654_as_postre_is_mus_and_throws_all(capsys):
    found = json.loads(
        answer(capsys, "advise", "7654", "--seat", "postre", "--format", "json", *FEW)
    )
    assert found["advice"] == "mus"
    assert found["throw"] == "7654"
    assert found["mus"]["p_agreed"] == 1


def test_odds_json_holds_to_the_contract(capsys):
    found = json.loads(answer(capsys, "odds", "RRCA", "--format", "json"))
    assert found["schema"] == "musodds.odds/1"
    assert set(found) >= {"hand", "seat", "lances", "paso_ev", "method", "deals", "rules"}
    lances = found["lances"]
    assert set(lances["grande"]) == set(lances["chica"]) == {"win"}
    for lance in ("pares", "juego"):
        assert set(lances[lance]) == {"win", "contested", "win_if_contested", "nobody"}
    assert set(lances["punto"]) == {"win", "played", "win_if_played"}
    assert found["method"] == "exact"
    assert sum(found["paso_by_lance"].values()) == pytest.approx(found["paso_ev"], abs=1e-12)


def test_mus_json_holds_to_the_contract(capsys):
    found = json.loads(answer(capsys, "mus", "RRCA", "--format", "json", *FEW))
    assert found["schema"] == "musodds.mus/1"
    for key in ("cut", "mus", "difference"):
        assert set(found[key]) == {"tantos", "se"}
    assert found["difference"]["tantos"] == pytest.approx(
        found["cut"]["tantos"] - found["mus"]["tantos"], abs=1e-9
    )
    assert found["advice"] in ("cut", "mus")
    values = [d["tantos"] for d in found["discards"]]
    assert values == sorted(values, reverse=True)
    for key in ("style", "method", "deals", "seed", "rules", "elapsed_s", "payoff"):
        assert key in found
    assert found["method"] == "monte-carlo"


def test_discard_json_holds_to_the_contract(capsys):
    found = json.loads(answer(capsys, "discard", "CSA5", "--format", "json", *FEW))
    assert found["schema"] == "musodds.discard/1"
    assert len(found["discards"]) == 15
    for discard in found["discards"]:
        assert set(discard) == {"keep", "throw", "tantos", "se", "loss", "makes", "improves"}
        assert set(discard["makes"]) == {"pares", "medias", "duples", "juego", "31", "punto28"}
        assert sorted(discard["keep"] + discard["throw"]) == sorted("CSA5")
    kept = {d["keep"]: d["makes"]["31"] for d in found["discards"]}
    assert kept["CSA"] == pytest.approx(14 / 36)


def test_advise_json_holds_the_other_answers_whole(capsys):
    arguments = ["RRA5", "--seat", "3", "--format", "json", *FEW]
    found = json.loads(answer(capsys, "advise", *arguments))
    assert found["schema"] == "musodds.advise/1"
    alone = json.loads(answer(capsys, "mus", *arguments))
    odds = json.loads(answer(capsys, "odds", *arguments[:-2]))
    del found["odds"]["elapsed_s"], odds["elapsed_s"]
    assert found["odds"] == odds
    # the same question, but everybody bets as solved
    assert found["mus"].keys() >= alone.keys()
    assert (found["mus"]["payoff"], alone["payoff"]) == ("solved", "paso")
    assert found["bets"] == "usual"
    assert set(found["lances"]) == {"grande", "chica", "pares", "punto"}


def test_advise_is_by_paso_where_no_strategy_plays_it_out(capsys):
    arguments = ["advise", "RRA5", "--seat", "3", "--format", "json", *FEW]
    for more in (["--thrown", "6"], ["--style", "usual+bets"], ["--estimator", "plain"]):
        found = json.loads(answer(capsys, *arguments, *more))
        alone = json.loads(answer(capsys, "mus", *arguments[1:], *more))
        del found["mus"]["elapsed_s"], alone["elapsed_s"]
        assert found["mus"] == alone
        assert found["lances"] == {}
        assert found["not_played_out"]
    text = answer(capsys, "advise", "RRA5", "--thrown", "6", *FEW)
    assert "not played out by a solved strategy" in " ".join(text.split())


@pytest.mark.parametrize("command", ["advise", "mus", "discard", "odds"])
@pytest.mark.parametrize("seat", ["mano", "segundo", "tercero", "postre"])
def test_json_is_strict_and_the_same_twice(capsys, command, seat):
    few = [] if command == "odds" else FEW
    texts = []
    for _ in range(2):
        text = answer(capsys, command, "CC74", "--seat", seat, "--format", "json", *few)
        json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
        texts.append(re.sub(r'"elapsed_s": .*', "", text))
    assert texts[0] == texts[1]


def test_a_partner_who_is_sure_to_cut_leaves_nothing_undefined(capsys):
    text = answer(
        capsys, "mus", "CSA5", "--partner", "RR44", "--seat", "mano", "--format", "json", *FEW
    )
    found = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
    assert found["p_agreed"] == 0
    assert found["difference"]["tantos"] == 0


def test_csv_of_each_command(capsys):
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "odds", "RRCA", "--format", "csv"))))
    assert [row["lance"] for row in rows] == ["grande", "chica", "pares", "juego", "punto", "all"]
    assert float(rows[3]["win"]) == 1
    rows = list(
        csv.DictReader(io.StringIO(answer(capsys, "discard", "RRRR", "--format", "csv", *FEW)))
    )
    assert len(rows) == 4
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "mus", "RRRR", "--format", "csv", *FEW))))
    assert [row["option"] for row in rows] == ["cut", "mus", "cut minus mus"]
    rows = list(
        csv.DictReader(io.StringIO(answer(capsys, "advise", "RRRR", "--format", "csv", *FEW)))
    )
    assert set(rows[0]) == {"section", "item", "field", "value"}
    words = ("keep", "grade", "first", "answer")
    assert all(float(row["value"]) is not None for row in rows if row["field"] not in words)


def test_markdown_tables_are_whole(capsys):
    text = answer(capsys, "advise", "RRRR", "--format", "md", *FEW)
    assert text.startswith("**CUT")
    widths = [
        {line.count("|") for line in block.splitlines() if line.startswith("|")}
        for block in text.split("###")[1:]
    ]
    assert all(len(width) == 1 for width in widths)


def test_terminal_tables_fit_eighty_columns(capsys):
    text = answer(capsys, "advise", "7654", "--seat", "postre", *FEW)
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


def test_hands_may_be_typed_in_pieces_and_threes_stay_threes(capsys):
    pieces = json.loads(answer(capsys, "odds", "R", "3", "C", "1", "--format", "json"))
    whole = json.loads(answer(capsys, "odds", "RRCA", "--format", "json"))
    assert pieces["hand"] == "RC3A"
    assert pieces["lances"] == whole["lances"]
    assert "3(R)" in answer(capsys, "odds", "R3CA")


@pytest.mark.parametrize(
    ("arguments", "token", "expected"),
    [
        (["odds", "RRCAA"], "5 cards", "4 cards"),
        (["advise", "RRC"], "3 cards", "4 cards"),
        (["mus", "RRXA"], "'X'", "R C S 7 6 5 4 3 2 A"),
        (["discard", "10111"], "'10111'", "10 1 1 1"),
        (["odds", "4445", "--partner", "4447"], "'4'", "at most 4"),
        (["advise", "RRCA", "--seat", "pies"], "'pies'", "mano"),
        (["advise", "RRCA", "--style", "cut:two"], "'cut:two'", "cut:x"),
        (["advise", "RRCA", "--style", "cut:1.5"], "'cut:1.5'", "from 0 to 1"),
        (["mus", "RRCA", "--seat", "postre", "--style", "cut:0.999"], "cut:0.999", "at most 0.99"),
        (["discard", "RRCA", "--style", "cut:1"], "cut:1", "at most 0.99"),
        (["odds", "RRRR", "--partner", "RRRR", "--rules", "ehmf"], "'R'", "at most 4"),
        (["odds", "RRCA", "--rules", "chess"], "'chess'", "naipera"),
        (["odds", "RRCA", "--format", "xml"], "xml", "json"),
        (["mus", "RRCA", "--deals", "0"], "0", "positive"),
        (["mus", "RRCA", "--deals", "many"], "many", "integer"),
        (["mus", "RRCA", "--max-rounds", "0"], "0", "1 or more"),
        (["mus", "RRCA", "--seed", "-4"], "-4", "0 to"),
        (["odds"], "HAND", "example"),
        (["odds", "RRCA", "--sheat", "mano"], "--sheat", "example"),
        (["chess"], "'chess'", "advise, mus, discard, rounds, odds"),
        (["RRCA"], "'RRCA'", "advise, mus, discard, rounds, odds"),
        (["mus", "RRCA", "--deals", "1000000001"], "1000000001", "at most 1000000000"),
        (["mus", "RRCA", "--max-rounds", "101"], "101", "at most 100"),
        (["odds", "RRCA", "--partner", "RRRRR"], "partner 'RRRRR': 5 cards", "4 cards"),
    ],
)
def test_bad_input_is_one_line_with_the_token_what_was_expected_and_an_example(
    capsys, arguments, token, expected
):
    line = refusal(capsys, *arguments)
    assert token in line
    assert expected in line
    assert "example: " in line


@pytest.mark.parametrize(
    ("arguments", "example"),
    [
        (["mus", "RRCA", "--deals", "abc"], "--deals 500000"),
        (["odds", "RRCA", "--format", "xml"], "--format table"),
        (["odds", "RRCA", "--seat"], "--seat mano"),
        (["odds"], "musodds odds RRCA"),
        (["rules", "show"], "musodds rules show ehmf"),
        (["warmup", "--fast"], "musodds warmup"),
        (["--fast"], "musodds advise RRCA --seat mano"),
    ],
)
def test_the_example_fits_the_option_or_the_command(capsys, arguments, example):
    assert refusal(capsys, *arguments).rstrip().endswith(f"example: {example}")


def test_alone_it_prints_the_help(capsys):
    assert answer(capsys) == answer(capsys, "--help")


def test_formats_are_read_in_any_case(capsys):
    assert json.loads(answer(capsys, "odds", "RRCA", "--format", "JSON"))["hand"] == "RRCA"


@pytest.mark.parametrize("columns", ["20", "40"])
def test_no_number_is_cut_short_on_a_narrow_terminal(capsys, monkeypatch, columns):
    wide = answer(capsys, "odds", "RRCA")
    monkeypatch.setenv("COLUMNS", columns)
    narrow = answer(capsys, "odds", "RRCA")
    assert "…" not in narrow
    assert re.findall(r"[\d.,]*\d%?", wide) == re.findall(r"[\d.,]*\d%?", narrow)


def test_what_is_exact_says_nothing_of_errors(capsys):
    assert "±" not in answer(capsys, "odds", "RRCA")
    sampled = answer(capsys, "odds", "RRCA", "--players", "6", "--deals", "1")
    assert "± is one standard error" in sampled
    assert re.search("we win +± se +contested", sampled)


def test_an_interrupt_is_one_line_and_exit_code_one(capsys, monkeypatch):
    def interrupt(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("musodds.exact.count_odds", interrupt)
    assert run(["odds", "RRCA"]) == 1
    assert capsys.readouterr().err.strip() == "musodds: interrupted"


def modules_after(*arguments):
    """Return the modules that a command has imported when it is done."""
    code = (
        "import sys; from musodds.cli import run\n"
        f"assert run({list(arguments)!r}) == 0\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_help_imports_nothing_heavy():
    assert not {"numpy", "numba", "pandas", "matplotlib", "rich"} & modules_after("--help")
    for command in COMMANDS:
        assert not {"numpy", "numba", "rich"} & modules_after(command, "--help")


def test_odds_without_evidence_starts_no_compiler():
    assert "numba" not in modules_after("odds", "RRCA")
    assert "numba" not in modules_after("odds", "RRCA", "--rules", "ffm", "--format", "json")


@pytest.mark.long
def test_a_cold_cache_is_announced_and_warmup_fills_it(tmp_path):
    def cold(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "musodds.cli", *arguments],
            capture_output=True, text=True, check=True, env={"NUMBA_CACHE_DIR": str(tmp_path)},
        )  # fmt: skip

    assert "compiling" in cold("mus", "RRCA", *FEW).stderr
    assert cold("mus", "RRCA", *FEW).stderr == ""
    assert "ready" in cold("warmup").stdout
    assert cold("odds", "RRCA", "--partner", "7654").stderr == ""


def musodds(*arguments, **streams):
    """Run ``python -m musodds`` in a process of its own."""
    env = os.environ | streams.pop("env", {})
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    command = [sys.executable, "-m", "musodds", *arguments]
    return subprocess.run(command, text=True, env=env, timeout=120, check=False, **streams)


@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
def test_a_closed_pipe_is_exit_code_one_without_a_word(form):
    read, write = os.pipe()
    os.close(read)
    done = musodds("odds", "RRCA", "--format", form, stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk to write to")
@pytest.mark.parametrize("form", ["table", "json"])
def test_a_full_disk_is_one_line(form):
    with open("/dev/full", "w") as full:
        done = musodds("odds", "RRCA", "--format", form, stdout=full)
    assert (done.returncode, done.stderr) == (1, "musodds: No space left on device\n")


def test_what_the_terminal_cannot_show_is_replaced():
    done = musodds("odds", "RRCA", "--players", "6", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "Traceback" not in done.stderr  # a line on compiling may stand there
    assert "? is one standard error" in done.stdout


@pytest.mark.parametrize("count", ["0", "-1", "abc"])
def test_a_bad_number_of_threads_is_one_line(count):
    done = musodds("mus", "RRCA", *FEW, env={"NUMBA_NUM_THREADS": count})
    assert done.returncode == 2
    assert done.stderr.startswith(f"musodds: NUMBA_NUM_THREADS '{count}'; expected a number")
    assert done.stderr.count("\n") == 1


def test_an_interrupt_at_exit_is_no_traceback():
    code = (
        "import musodds.cli as cli, os, signal, threading\n"
        "def run():\n"
        "    kill = lambda: os.kill(os.getpid(), signal.SIGINT)\n"
        "    threading.Timer(0.5, kill).start()\n"
        "    return 1\n"
        "cli.run = run; cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr == ""
