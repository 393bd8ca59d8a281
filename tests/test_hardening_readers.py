"""Every reader of text and of files, given anything; see tests/fuzz, which does it for longer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fuzz.targets import check, targets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("MUSODDS_FUZZ", "40"))  # inputs a reader
FOUND = Path(__file__).parent / "fuzz" / "found"
NINES = b"9" * 5000  # more digits than Python makes a number of
HOSTILE = {
    "nothing": b"", "no text": b"\xff\xfe", "nul": b"RR\0A", "colours": b"\x1b[2JRRCA\x1b[0m",
    "a number": NINES, "a score": NINES + b"-1", "a bet": b"mano " + NINES,
    "a raise": b"A2 B+" + NINES, "a lance before": b"grande: ellos " + NINES,
    "a comparison": b"kings >= " + NINES, "points": b"punto>=" + NINES,
    "a sum": b"drew mano=" + NINES,
    "a rule": b"target = " + NINES, "a rule in base 16": b"target = 0x" + b"f" * 5000,
    "brackets": b"(" * 3000, "lists": b"x = " + b"[" * 3000, "json": b'{"a":' * 5000,
    "negations": b"not " * 3000, "dots": b"a." * 20_000 + b"a = 1", "a line": b"a" * 200_000,
    "lines": b"\n" * 200_000, "returns": b"a\rb,c\r" * 100, "commas": b"," * 50_000,
    "a pickle": b"\x80\x04\x95\x1e\0\0\0\0\0\0\0\x8c\x05posix\x8c\x06system\x93\x8c\x04true\x85R.",
}  # fmt: skip


@pytest.mark.parametrize("name", targets())
def test_what_a_reader_takes_and_what_is_hostile(name):
    for data in (*targets()[name].seeds, *HOSTILE.values()):
        check(targets()[name], data)


@pytest.mark.parametrize("path", sorted(FOUND.glob("*/*")), ids=lambda path: path.parent.name)
def test_what_the_fuzzer_once_found(path):
    check(targets()[path.parent.name], path.read_bytes())


@st.composite
def changed(draw, target):
    """Return an input that is taken, with pieces of it cut out, doubled or replaced."""
    data = draw(st.sampled_from(target.seeds))
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, len(data)))
        last = min(len(data), first + draw(st.integers(0, 8)))
        words = st.sampled_from([word.encode() for word in target.words] or [b"0"])
        put = draw(
            words | st.binary(max_size=4) | st.sampled_from([data[first : last + 40], NINES])
        )
        data = data[:first] + put + data[last:]
    return data


@pytest.mark.parametrize("name", targets())
def test_a_reader_of_anything(name):
    target = targets()[name]

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(changed(target) | st.binary(max_size=200) | st.text(max_size=60).map(str.encode))
    def anything(data):
        check(target, data)

    anything()
