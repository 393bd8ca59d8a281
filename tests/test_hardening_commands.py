"""Every command, with anything in its arguments: an answer, or one line on standard error."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from functools import cache

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from musodds.cli import COMMANDS, cli, run

LONGEST = 1510  # characters of a refusal, with the name of the program
EXAMPLES = int(os.environ.get("MUSODDS_FUZZ", "25"))  # lines a command


def commands(group=cli, path=()):
    """Yield every command with its path, whatever stands in the tree."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        found = group.get_command(ctx, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))
        else:
            yield (*path, name), found


@cache
def tree():
    return dict(commands())


class Streams:
    """What a command writes and reads, in place of the process's own."""

    def __enter__(self):
        self.out, self.err = (io.TextIOWrapper(io.BytesIO(), errors="replace") for _ in "ab")
        self.kept = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(""), self.out, self.err
        return self

    def __exit__(self, *_):
        sys.stdin, sys.stdout, sys.stderr = self.kept
        self.err.flush()
        self.told = self.err.buffer.getvalue().decode("utf-8", "replace")


def outcome(arguments):
    """Run a command line; check that it ends as docs/hardening.md says, and return its code."""
    with Streams() as streams:
        code = run(list(arguments))
    told = [line for line in streams.told.split("\n") if line]
    assert code in (0, 1, 2), (arguments, code)
    assert "Traceback" not in streams.told, (arguments, streams.told)
    for line in told:
        assert line.startswith(("musodds: ", " ")), (arguments, line)
        assert len(line) <= LONGEST, (arguments, line)
        assert line.isprintable(), (arguments, line)
    if code == 2:
        refusals = [line for line in told if "; example: " in line or "expected" in line]
        assert len(refusals) == 1, (arguments, told)
    return code


class Begun(BaseException):
    """All was read and checked: the work would begin."""


def begin(*_):
    raise Begun


FILES = {
    "empty.toml": b"",
    "deep.toml": b"x = " + b"[" * 3000,
    "huge.toml": b"target = 1" + b"0" * 5000,
    "wide.toml": b"a." * 30_000 + b"a = 1",
    "bytes.toml": b"\xff\xfe\x00",
    "rounds.toml": b"base = 'ffm'\ntarget = 1000000000\n",
    "style.toml": b"shares = [1e400, -1]\n",
    "short.csv": b"# deck = R x8\n# players = 4\nround,seat,hand,cut,discards\n1,mano,RRRR,2,-:1\n",
    "bytes.csv": b"\x00" * 100,
    "cells.csv": b"seat,said\n" + b"a" * 200_000,
    "bad.npz": b"PK\x03\x04" + b"\x00" * 100,
    "bad.mus": b"hand\n  deal: ? ? ? ?\n  grande: mano " + b"9" * 300,
    "bad.json": b"[" * 10_000,
    "bad.txt": b"RRCA --seat 'mano\n\x1b[2J\n--batch x\n",
    "bad.sqlite": b"SQLite format 3\x00 and then something else",
}
HUGE = (
    "9" * 5000,
    "-" + "9" * 400,
    "1e999",
    "10" * 12,
    "0",
    "-1",
    "nan",
    "inf",
    "0x10",
    "٣",
    "1_0",
)
WORDS = (
    "", " ", "-", "--", "RRCA", "RRRRR", "mano", "postre=", "=mus", "mano=31", "segundo=2:0.5",
    "postre=juego,!31", "grande", "envido 99999999999999999999", "27-24", "40-40", "-1--1",
    "kings=5", "target=1000000000", "kings=4", "cut:0.35", "cut:nan", "usual+solved+best", "ehmf",
    "\x1b[2J", "\udcff\udcfe", "'\"", "RR\nCA", "é" * 50, "(" * 3000, "x" * 20_000, "/dev/full",
    "/dev/null", "/no/such/folder/x.csv", "folder", "out.csv", "out.html", "tcp://nowhere:1",
    "100000000000", "%s%n{}", "../../x", *FILES,
)  # fmt: skip
RIGHT = {
    "hand": "RRCA", "hands": "RRCA 7654 SS41 CC75", "file": "bad.mus", "score": "27-24",
    "lance": "grande", "name": "ffm", "a": "ehmf", "b": "naipera", "style": "usual",
    "field": "rules", "value": "ehmf", "shell": "bash", "output": "out.html", "path": "out.csv",
    "asked": "RRSA", "names": "ehmf",
}  # fmt: skip
NUMBERS = st.sampled_from(HUGE) | st.integers().map(str) | st.floats().map(str)
TEXTS = st.sampled_from(WORDS) | st.sampled_from(HUGE) | st.text(max_size=12)


def values(param):
    """Return a strategy for what stands in a parameter's place."""
    if isinstance(param.type, click.Choice):
        return st.sampled_from(list(map(str, param.type.choices))) | TEXTS
    return NUMBERS | TEXTS if param.type.name in ("integer", "float") else TEXTS


@st.composite
def lines(draw, path, command):
    """Return a command line: what is needed, mostly right, and a few options with anything."""
    arguments = list(path)
    optional = [p for p in command.params if isinstance(p, click.Option) and not p.required]
    chosen = draw(st.lists(st.sampled_from(optional), max_size=3)) if optional else []
    for param in (p for p in command.params if p not in optional):
        right = RIGHT.get(param.name)
        anything = right is None or draw(st.integers(0, 3)) == 0
        value = draw(values(param)) if anything else right
        words = [value] if anything or param.nargs == 1 else value.split()
        if isinstance(param, click.Option):
            arguments += [param.opts[0], value]
        else:
            arguments += words
    for param in chosen:
        arguments += [param.opts[0]] if param.is_flag else [param.opts[0], draw(values(param))]
    return [argument.replace("\0", "") for argument in arguments]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Run where hostile files lie, and where nothing is worked out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSODDS_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("musodds.jit.is_cold", begin)
    monkeypatch.setattr("musodds.chunks.threads", begin)
    monkeypatch.setattr("musodds.strategies._kept", begin)
    (tmp_path / "folder").mkdir()
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)


@pytest.mark.parametrize("path", [pytest.param(path, id=" ".join(path)) for path in tree()])
def test_a_command_answers_or_refuses_in_one_line(path, place):
    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(lines(path, tree()[path]))
    def anything(arguments):
        with contextlib.suppress(Begun):
            outcome(arguments)

    anything()


def test_all_commands_are_tried():
    assert {path[0] for path in tree()} == set(COMMANDS)
