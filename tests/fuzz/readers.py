"""Every reader as a function of bytes, which returns or raises InputError."""

from __future__ import annotations

import contextlib
import io
import tempfile
from functools import cache
from pathlib import Path

from musodds.cli import tell_refusal

from musodds.errors import InputError


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="musodds-fuzz-"))


def _file(name: str, data: bytes) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


def _typed(data: bytes) -> str:
    """Return bytes as a word of the command line has them."""
    return data.decode("utf-8", "surrogateescape").replace("\0", "")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@cache
def _rules():
    from musodds.rules import load_rules

    return load_rules("naipera")


@cache
def _space():
    from musodds.hands import hand_space

    return hand_space(_rules())


@cache
def _asked():
    from musodds.situation import ask

    return ask("RRCA", "segundo")


# ---------------------------------------------------------------- files


def read_rules(data):
    """Read rules of one's own."""
    from musodds.rules import load_rules

    rules = load_rules(str(_file("mine.toml", data)))
    assert load_rules(str(_file("again.toml", rules.to_toml().encode()))).to_dict() == (
        rules.to_dict()
    )


def read_set(data):
    """Read a change of the rules."""
    from musodds.rules import load_rules

    load_rules("naipera", [_typed(data)])


def read_style(data):
    """Read a style in TOML."""
    from musodds.ranges import parse_range
    from musodds.style_file import load_style

    for line in load_style(_file("friends.toml", data)).lines:
        parse_range(line.hands, _space())


def read_policy(data):
    """Read a whole policy in CSV, as a style and with the rules."""
    from musodds.policy_file import load_policy
    from musodds.style_file import load_style

    path = _file("whole.csv", data)
    try:
        load_style(path)
    finally:
        load_policy(path, _rules())


def read_record(data):
    """Read a recorded game."""
    from musodds.record_reader import load_record

    load_record(_file("game.mus", data))


def read_lock(data):
    """Read decisions that are given."""
    from musodds.ranges import parse_range
    from musodds.solver.four.lock import load_lock

    for entry in load_lock(_file("lock.toml", data)).entries:
        parse_range(entry.hands, _space())


def read_config(data):
    """Read a user's own defaults."""
    from musodds.config import _read

    _read.__wrapped__(_file("config.toml", data), 0)


def read_match(data):
    """Read a match that is kept."""
    from musodds.match import load_match

    match = load_match(_file("match.json", data))
    match.to_dict()


def read_results(data):
    """Read results of boards."""
    from musodds.drills.ranking import rank, read_results

    results = read_results(_text(data))
    rank(results, "tantos")
    rank(results)


def read_sightings(data):
    """Read what was seen at a table."""
    from musodds.sightings import read_sightings

    read_sightings(_text(data), _rules())


def read_arrays(data):
    """Read a file of arrays: a solved strategy, a table of equity."""
    from musodds.equity_table import load_equity
    from musodds.solver.four.files import read_arrays

    path = _file("arrays.npz", data)
    try:
        read_arrays(path)
    finally:
        load_equity(path)


def archive(told: bytes) -> bytes:
    """Return a file of arrays that tells something."""
    import numpy as np

    out = io.BytesIO()
    arrays = {"levels": np.arange(16, dtype=np.uint8), "won": np.zeros((2, 2), np.float32)}
    np.savez(out, told=np.frombuffer(told, np.uint8), **arrays)
    return out.getvalue()


def read_strategy(data):
    """Read what a solved strategy tells of itself, in an archive that is whole."""
    from musodds.solver.four.solution import load_solution

    load_solution(io.BytesIO(archive(data)))


def read_part(data):
    """Read part of long work."""
    import numpy as np

    from musodds.checkpoint import kept

    with contextlib.redirect_stderr(io.StringIO()) as told:
        kept(_file("part.npz", data), lambda: {"n": np.arange(2)})
    assert told.getvalue().count("\n") <= 1


def read_journal(data):
    """Read finished jobs."""
    from musodds.job_journal import HEADER, Journal

    Journal(_file("kept.jsonl", HEADER + data)).read(["a"])
    Journal(_file("kept.jsonl", data)).read(["a"])


def read_answers(data):
    """Read the answers of the drills."""
    from musodds.drills.results import Results

    Results(_file("quiz.sqlite", data)).answers()


def read_batch(data):
    """Read lines of --batch."""
    from musodds.cli.batch import _lines, _words

    for _, line in _lines(str(_file("hands.txt", data))):
        _words(line, "odds")


# ---------------------------------------------------------------- words


def read_hand(data):
    """Read cards."""
    from musodds.cards import parse_any_number, parse_hand

    text = _typed(data)
    try:
        _rules().deck().check({"hand": parse_hand(text)})
    finally:
        _rules().deck().check({"hand": parse_any_number(text)})


def read_notation(data):
    """Read bets."""
    from musodds.notation import parse_bets, write_bets
    from musodds.penalties import parse_declared
    from musodds.pending import parse_facing

    text = _typed(data)
    for reader in (parse_declared, lambda text: parse_facing(text, 1)):
        try:
            reader(text)
        except InputError as error:
            tell_refusal(error)
    moves = parse_bets(text)
    assert [(m.act, m.amount) for m in parse_bets(write_bets(moves))] == (
        [(m.act, m.amount) for m in moves]
    )


def read_pending(data):
    """Read how the lances before ended."""
    from musodds.pending import parse_pending
    from musodds.solver.four.asking import parse_before

    text = _typed(data)
    for reader in (parse_before, lambda text, lance: parse_pending(text, 2, lance)):
        try:
            reader(text, "juego")
        except InputError as error:
            refused = error
        else:
            refused = None
        if refused:
            tell_refusal(refused)
    parse_pending(text, 1, "juego")


def read_score(data):
    """Read a score."""
    from musodds.equity import check_score
    from musodds.stones import parse_score

    check_score(*parse_score(_typed(data)), 40)


def read_range(data):
    """Read hands that a seat may hold."""
    from musodds.ranges import parse_range

    parse_range.__wrapped__(_typed(data), _space())


def read_condition(data):
    """Read a condition on a hand."""
    from musodds.conditions import parse_condition

    parse_condition.__wrapped__(_typed(data))(_space())


CLUES = (
    "pares", "juego", "sena", "no_sena", "drew", "said", "range", "holds", "known", "dead",
)  # fmt: skip


def read_evidence(data):
    """Read evidence: a line an option, each ``option text``."""
    from musodds.clues import gather_evidence

    given: dict[str, list[str]] = {}
    for line in _typed(data).split("\n"):
        option, _, text = line.partition(" ")
        given.setdefault(option if option in CLUES else "range", []).append(text)
    gather_evidence(_asked(), **given)


def read_played(data):
    """Read rounds of mus so far: what was thrown, then lines of who threw how many."""
    from musodds.played import parse_keeps, parse_played

    thrown, *threw = _typed(data).split("\n")
    try:
        parse_played(_asked(), [thrown], threw)
    finally:
        parse_keeps(_asked(), threw)


def read_sena(data):
    """Read señas and gestures."""
    from musodds.sena_words import read_gesture, read_sena

    text = _typed(data)
    try:
        read_sena(text)
    finally:
        read_gesture(text)


def read_seen(data):
    """Read what was seen, as the guided question asks."""
    from musodds.cli.guided_seen import read_seen

    read_seen(_typed(data))


def read_style_name(data):
    """Read a style by name."""
    from musodds.style import parse_style

    text = _typed(data)
    if not text.strip().lower().endswith((".toml", ".csv")):
        parse_style(text)


def read_menu(data):
    """Read bets that may be made."""
    from musodds.solver.four.asking import parse_cut, parse_history, parse_holders, parse_lance
    from musodds.solver.menu import parse_menu

    text = _typed(data)
    for reader in (parse_cut, parse_history, parse_holders, parse_lance):
        try:
            reader(text)
        except InputError as error:
            tell_refusal(error)
    parse_menu(text)


def read_words(data):
    """Read seats, levels, topics, languages, players."""
    from musodds.config import check_field
    from musodds.drills.kinds import parse_topics
    from musodds.drills.levels import parse_level
    from musodds.lang import parse_language
    from musodds.record_reader import parse_players
    from musodds.seats import parse_seat
    from musodds.senas import parse_moment

    text = _typed(data)
    readers = (parse_seat, parse_level, parse_language, parse_players, parse_moment, check_field)
    for reader in readers:
        try:
            reader(text)
        except InputError as error:
            tell_refusal(error)
    parse_topics([text])
