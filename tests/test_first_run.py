"""The first run: three examples on a terminal, and the guided question."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from functools import partial

import pytest
from click.testing import CliRunner
from musodds.cli import cli
from musodds.cli.guided_seen import read_seen

from musodds.errors import InputError

FEW = ["--deals", "4096"]


def asked(typed, *arguments):
    """Return what advise prints when asked, and the line that asks the same."""
    found = CliRunner().invoke(cli, ["advise", "--ask", *FEW, *arguments], input=typed)
    assert found.exit_code == 0, (found.output, found.exception)
    return found.output, found.output.strip().splitlines()[-1].strip()


def _open(terminal):
    """Make a terminal that of this process, whatever it was to do with Ctrl-C before."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.login_tty(terminal)


class Terminal:
    """musodds on a terminal of its own."""

    def __init__(self, *arguments, **variables):
        leader, follower = pty.openpty()
        self.leader = leader
        self.process = subprocess.Popen(
            [sys.executable, "-m", "musodds", *arguments],
            preexec_fn=partial(_open, follower), pass_fds=(follower,),
            env=os.environ | {"TERM": "dumb"} | variables,
        )  # fmt: skip
        os.close(follower)
        self.seen = ""

    def until(self, text):
        """Read until some text has been shown."""
        end = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.leader], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.leader, 4096).decode()
                except OSError:
                    break
        assert text in self.seen, self.seen

    def type(self, keys):
        """Type some keys."""
        os.write(self.leader, keys.encode())

    def end(self):
        """Return the exit code, once all has been read."""
        code = self.process.wait(60)
        while select.select([self.leader], [], [], 0.2)[0]:
            try:
                more = os.read(self.leader, 4096)
            except OSError:
                break
            if not more:
                break
            self.seen += more.decode()
        os.close(self.leader)
        assert "Traceback" not in self.seen
        return code


def test_alone_on_a_terminal_it_shows_three_examples_and_leaves_when_asked_to():
    screen = Terminal()
    screen.until("Press Enter to be asked")
    assert len(re.findall(r"^  musodds \w+ ", screen.seen, re.MULTILINE)) == 3
    assert max(map(len, screen.seen.splitlines())) <= 80
    screen.type("q\n")
    assert screen.end() == 0


@pytest.mark.parametrize("language", ["en", "es", "eu"])
def test_prompts_and_messages_break_between_words(language):
    screen = Terminal("--lang", language, COLUMNS="40")
    screen.until("musodds config")
    screen.type("q\n")
    assert screen.end() == 0
    rows = [re.sub(r"\x1b\[\S*?[a-z]", "", row) for row in screen.seen.splitlines()]
    told = [row for row in rows if not row.startswith("  musodds ")]
    assert len(told) > 6
    assert max(map(len, told)) <= 40 + len(" q")  # what is typed stands after the prompt


def test_the_line_that_asks_the_same_keeps_the_language():
    for arguments in (["--lang", "eu", "advise", "--ask"], ["advise", "--ask", "--lang", "eu"]):
        found = CliRunner().invoke(cli, [*arguments, *FEW], input="RRCA\n\n\n\n\n")
        assert found.exit_code == 0, found.output
        again = found.output.strip().splitlines()[-1]
        assert again.count("--lang eu") == 1


def test_enter_begins_the_question_and_the_end_of_input_ends_it():
    screen = Terminal()
    screen.until("to be asked")
    screen.type("\n")
    screen.until("Your cards")
    screen.type("RRX\n")
    screen.until("unknown card 'X'")
    screen.type("\x04")
    screen.until("Nothing asked")
    assert screen.end() == 0


def test_the_examples_are_answered():
    screen = Terminal()
    screen.until("Press Enter")
    screen.type("\x04")
    screen.end()
    examples = re.findall(r"^  musodds (.*?)  +\S", screen.seen, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        more = FEW if example.startswith("advise") else []
        found = CliRunner().invoke(cli, [*shlex.split(example), *more])
        assert found.exit_code == 0, found.output


def test_interrupting_the_question_is_no_failure():
    screen = Terminal("advise")
    screen.until("Your cards")
    time.sleep(1)  # Python is deaf to what comes between the prompt and the wait for keys
    screen.type("\x03")
    screen.until("Nothing asked")
    assert screen.end() == 0


def test_on_a_pipe_it_prints_help_and_advise_refuses():
    piped = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "check": False}
    done = subprocess.run([sys.executable, "-m", "musodds"], **piped)
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: musodds")
    done = subprocess.run([sys.executable, "-m", "musodds", "advise"], **piped)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_the_question_in_one_line_gives_the_same_answer():
    output, again = asked("R R C 1\nzaku\n22-31\n\ntercero=duples; dead 4,5\n")
    assert again.startswith(
        "musodds advise RRCA --seat postre --score 22-31 --sena tercero=duples --dead 4,5"
    )
    alone = CliRunner().invoke(cli, shlex.split(again)[1:])
    assert alone.exit_code == 0
    assert alone.output.strip() in output


def test_defaults_are_taken_by_enter():
    _, again = asked("7654\n\n\n\n\n")
    assert again == shlex.join(["musodds", "advise", "7654", "--seat", "mano", *FEW])


def test_bad_answers_are_told_in_a_line_and_asked_again():
    output, again = asked("RRCAA\nRRCA\npies\n2\n40-3\nmany\n3-4\nchess\nffm\nfoo\nmano=mus\n")
    for told in ("5 cards", "'pies'", "less than 40", "'many'", "'chess'", "'foo'"):
        line = next(line for line in output.splitlines() if told in line)
        assert "expected" in line
    assert "answered without the score" in output  # no strategy for these rules comes with musodds
    assert " RRCA --seat segundo --rules ffm --said mano=mus" in again


def test_a_score_that_ends_the_game_of_other_rules_is_asked_again():
    output, again = asked("RRCA\n\n35-20\nehmf\n28-20\n\n")
    assert "less than 30" in output
    assert "--rules ehmf --score 28-20" in again


def test_what_stands_on_the_command_line_is_not_asked():
    output, again = asked("RRCA\n\n\n", "--rules", "ehmf", "--seat", "postre")
    assert "Your seat" not in output
    assert "Rules [" not in output
    assert shlex.split(again)[2] == "RRCA"


def test_where_there_is_no_answer_the_line_is_told_all_the_same():
    found = CliRunner().invoke(cli, ["advise", "--ask", "--deals", "0"], input="RRCA\n\n\n\n\n")
    assert isinstance(found.exception, InputError)
    assert found.output.strip().endswith("musodds advise RRCA --seat mano --deals 0")


def test_prompts_are_in_the_language_in_use(monkeypatch):
    monkeypatch.setenv("MUSODDS_LANG", "eu")
    found = CliRunner().invoke(cli, ["advise", "--ask"], input="RRCA\nq\n")
    assert "Zure kartak" in found.output
    assert "Zure tokia [esku]" in found.output
    assert found.exit_code == 0


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", []),
        ("tercero=duples", [("--sena", "tercero=duples")]),
        ("zaku mus", [("--said", "zaku=mus")]),
        ("esku=corto; segundo = 31", [("--said", "esku=corto"), ("--sena", "segundo=31")]),
        ("holds postre=RRxx, dead 4,5", [("--holds", "postre=RRxx"), ("--dead", "4,5")]),
        ("no-sena mano=duples:0.8", [("--no-sena", "mano=duples:0.8")]),
        ("muertas Ro 7e", [("--dead", "Ro 7e")]),
        ("known 2=RR54", [("--known", "2=RR54")]),
    ],
)
def test_what_was_seen(text, options):
    assert read_seen(text) == options


@pytest.mark.parametrize("text", ["foo", "tercero", "holds RRxx", "dead"])
def test_what_was_seen_and_cannot_be_read(text):
    with pytest.raises(InputError, match="a seat and what it showed"):
        read_seen(text)
