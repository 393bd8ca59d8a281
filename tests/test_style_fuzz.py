"""Files with anything in them are read or refused in one line, never otherwise."""

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from musodds import InputError, load_rules
from musodds.policy import style_policy
from musodds.policy_file import policy_text, read_policy, whole_style
from musodds.sightings import read_sightings
from musodds.style_file import read_style

NAIPERA = load_rules("naipera")
WHOLE = policy_text(style_policy(NAIPERA, "usual+bets"), NAIPERA).splitlines()
KEYS = ["hands", "chance", "keep", "seats", "rounds", "lance"]
WORDS = st.sampled_from(
    ["mano", "mus", "cut", "RRCA", "RR", "-", "1", "2+", "0.5", "nan", "inf", "-1", "", "é", '"',
     "5", "[", "]", "{", "}", "=", ",", ";", "#", "hands", "chance", "[[cut]]", "[[discard]]",
     "keep", "seats", "rounds", "base", "usual", "shares", "'31'", "best", "discards", "\n", ":",
     "['mano', 3]", "[1, '2+']", "'RR'", "'best'", "true", "1979-05-27", "1e400", "0x10",
     "RR:0.7", "R*", "any", "lance", "'pares'", "[[bet]]"]
)  # fmt: skip
TEXTS = st.text(max_size=60) | st.lists(WORDS, max_size=30).map(" ".join)
TYPED = st.lists(WORDS, max_size=9).map(",".join)


@contextlib.contextmanager
def refused_in_one_line():
    """Let only errors of the one kind pass, with all their parts."""
    message = "; expected ; example: "
    try:
        yield
    except InputError as error:
        message = str(error)
    assert "; expected " in message
    assert "; example: " in message


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_a_style_file(text):
    with refused_in_one_line():
        style_policy(NAIPERA, read_style(text, "friends", "style"))


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS), WORDS),
    st.sampled_from(["cut", "discard", "bet", "accept"]),
)
def test_a_line_of_a_style_file(keys, what):
    line = {"hands": "'31'", "chance": "0.5"}
    line |= {"keep": "'-'"} if what == "discard" else {}
    line |= {"lance": "'juego'"} if what in ("bet", "accept") else {}
    told = [f"{key} = {value}" for key, value in (line | keys).items()]
    with refused_in_one_line():
        style_policy(NAIPERA, read_style("\n".join([f"[[{what}]]", *told]), "friends", "style"))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(WHOLE) - 1), TYPED | TEXTS)
def test_a_whole_policy_with_one_line_changed(line, text):
    changed = "\n".join([*WHOLE[:line], text, *WHOLE[line + 1 :]])
    with refused_in_one_line():
        whole_style(changed, "friends", "style")
    with refused_in_one_line():
        read_policy(changed, NAIPERA)


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.lists(TYPED, max_size=3))
def test_what_was_seen(head, rows):
    for first in (head, "seat,said,hand,threw,kept,round,player"):
        with refused_in_one_line():
            read_sightings("\n".join([first, *rows]), NAIPERA)
