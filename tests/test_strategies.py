"""Solved strategies: those that ship, those in the cache, those solved on demand."""

import json
import shutil
import signal
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from musodds import strategies
from musodds.errors import InputError
from musodds.notation import Act
from musodds.rules import Rules, load_rules, meanings
from musodds.solver.four.bots import always_paso
from musodds.solver.four.files import read_arrays, write_arrays
from musodds.solver.four.game import make_game
from musodds.solver.four.lock import read_lock
from musodds.solver.four.menu import Menu
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.same_game import (
    DO_NOT_MATTER,
    MATTER,
    cuts_told,
    game_key,
    style_of,
)
from musodds.solver.four.solution import Solution, load_solution, quantised, save_solution
from musodds.strategies import find_strategy, keep_solution, list_strategies
from musodds.style import parse_style
from musodds.style_file import load_style

NAIPERA = load_rules("naipera")
MENU = Menu((2,), (), 0, ordago=False)
# other values that stand for themselves: the rest of a field's values, one by one, from its type
OTHERS = {
    "min_bet": [1],
    "min_raise": [2],
    "max_bet": [4],
    "max_senas": [2],
    "target": [30],
    "games": [1],
    "vacas": [2],
}
WITH = {"real_pays": {"real": "ten"}, "deal": {}, "senas_seen": {}}


@pytest.fixture
def small(monkeypatch, tmp_path):  # type: ignore[no-untyped-def]
    """Solve little, in a cache and with a shipped folder of the test's own."""
    monkeypatch.setattr(strategies, "ITERATIONS", 5000)
    monkeypatch.setattr(strategies, "EFFORT", 40)
    monkeypatch.setattr(strategies, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(strategies, "shipped_folder", lambda: tmp_path / "ships")
    (tmp_path / "ships").mkdir()
    return tmp_path


def asked(**changed):  # type: ignore[no-untyped-def]
    return find_strategy(**{"rules": NAIPERA, "rounds": 0, "menu": MENU} | changed)


# ---------------------------------------------------------------- what matters


def test_every_rule_matters_or_not() -> None:
    assert sorted([*MATTER, *DO_NOT_MATTER]) == sorted(meanings())


def values_of(field):  # type: ignore[no-untyped-def]
    """Return what a field may be, other than by default."""
    if field in OTHERS:
        return OTHERS[field]
    kind = Rules.__annotations__[field]
    hint = get_args(eval(kind, vars(__import__("musodds.rules", fromlist=["x"]))))[0]
    options = [v for part in (get_args(hint) or (hint,)) for v in (get_args(part) or (part,))]
    found = [v for v in options if not isinstance(v, type)] or [True]
    return [v for v in found if v != getattr(Rules(), field)]


def read_by_the_solver(rules, style="usual"):  # type: ignore[no-untyped-def]
    """Return all that the solver knows of some rules, or why it will not solve them."""
    try:
        game = make_game(rules, Menu())
        mus = make_mus(game, style, 3)
    except InputError as error:
        return str(error).partition(": ")[2].partition(";")[0] or "refused"
    arrays = [*game.deck, *game.trees, *mus]
    return [np.asarray(array).tolist() for array in arrays]


@pytest.mark.parametrize("field", DO_NOT_MATTER)
def test_what_does_not_matter_changes_nothing_for_the_solver(field: str) -> None:
    base = read_by_the_solver(Rules())
    values = values_of(field)
    assert values
    for value in values:
        assert read_by_the_solver(replace(Rules(), **{field: value})) == base


@pytest.mark.parametrize("field", MATTER)
def test_what_matters_changes_something(field: str) -> None:
    base = replace(Rules(), **WITH.get(field, {}))
    told = read_by_the_solver(base, "equilibrium")
    others = [replace(base, **{field: value}) for value in values_of(field)]
    assert any(read_by_the_solver(rules, "equilibrium") != told for rules in others)


def test_styles_are_the_same_by_what_they_say_about_cutting(tmp_path) -> None:  # type: ignore[no-untyped-def]
    def key(style, rounds=3, **changed):  # type: ignore[no-untyped-def]
        about = {"rules": NAIPERA, "menu": MENU, "ordago": 22.0} | changed
        return game_key(style=style, rounds=rounds, **about)

    path = tmp_path / "friends.toml"
    path.write_text('base = "usual+cautious"\n[[discard]]\nhands = "RR*"\nkeep = "RR"\n')
    same = ["cut:0.35", "cut:0.35,0.35,0.35,0.35", "USUAL", "usual+king-hunter", str(path)]
    assert all(key(style) == key("usual") for style in same)
    assert key("eager") != key("usual") != key("equilibrium")
    assert key("eager", 0) == key("equilibrium", 0) != key("eager")
    assert key("usual", 2) != key("usual")
    assert key("usual", menu=Menu()) != key("usual") != key("usual", ordago=30.0, menu=Menu())
    # without an órdago it is worth nothing what one is worth
    assert key("usual", ordago=30.0) == key("usual")
    lock = read_lock('[[lock]]\nwhen = "envite"\nplay = {quiero = 1}')
    assert key("usual", lock=lock) != key("usual")
    path.write_text('[[cut]]\nhands = "31"\nchance = 1\nseats = ["postre"]\nrounds = [1, "3+"]')
    assert key(str(path)) != key("usual")
    for style in ("usual", "equilibrium", str(path), "cut:0.1,0.2,0.3,0.4"):
        told = json.loads(json.dumps(cuts_told(style)))
        again = style_of(told, "again")
        assert again == "equilibrium" or cuts_told(again) == told
    assert style_of(cuts_told(str(path)), "friends") == replace(load_style(path), name="friends")
    assert parse_style("usual").shares == style_of(cuts_told("usual"), "usual").shares  # type: ignore[union-attr]


# ---------------------------------------------------------------- finding


def test_solved_once_and_kept(small, capsys) -> None:  # type: ignore[no-untyped-def]
    first = asked()
    told = capsys.readouterr().err
    assert "no solved strategy for naipera yet: solving, about" in told
    assert told.count("\n") == 1
    assert first.iterations == 5000
    (path,) = (small / "cache").iterdir()
    assert path.name.startswith("no-mus-8-")
    again = asked(style="eager", rules=load_rules("naipera", ["target=30", "games=5"]))
    assert capsys.readouterr().err == ""
    assert np.array_equal(first.strategy.table, again.strategy.table)
    assert again.quality == first.quality
    (kept,) = list_strategies()
    assert (kept.ships, kept.kings, kept.style, kept.rules) == (False, 8, "no mus", "naipera")
    assert kept.told["iterations"] == 5000
    # what ships comes first
    shutil.copy(path, small / "ships" / "no-mus-8.npz")
    path.write_bytes(b"never read")
    assert np.array_equal(asked().strategy.table, first.strategy.table)
    assert capsys.readouterr().err == ""


def test_what_is_damaged_in_the_cache_is_solved_anew(small, capsys) -> None:  # type: ignore[no-untyped-def]
    first = asked()
    (path,) = (small / "cache").iterdir()
    whole = path.read_bytes()
    told, arrays = read_arrays(path)
    foreign = small / "foreign.npz"
    write_arrays(
        foreign, told | {"ordago": 30.0, "menu": {**told["menu"], "ordago": True}}, **arrays
    )
    written = [whole[: len(whole) // 2], b"", b"no", foreign.read_bytes()]
    at = len(whole) // 2
    written.append(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
    for data in written:
        path.write_bytes(data)
        capsys.readouterr()
        assert np.array_equal(asked().strategy.table, first.strategy.table)
        err = capsys.readouterr().err.splitlines()
        assert len(err) == 2
        assert "not used, solved anew" in err[0]
        assert "solving" in err[1]
        assert path.read_bytes()[:2] == b"PK"
    path.with_name("other.npz").write_bytes(b"no")
    assert [kept.path for kept in list_strategies()] == [path]
    assert "other.npz" in capsys.readouterr().err


def test_a_damaged_file_that_ships_is_told_in_one_line(small) -> None:  # type: ignore[no-untyped-def]
    (small / "ships" / "usual-8.npz").write_bytes(b"no")
    with pytest.raises(InputError, match="'usual-8' that comes with musodds is damaged") as error:
        asked()
    assert "\n" not in str(error.value)


def test_an_interrupted_training_goes_on(small, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(strategies, "ITERATIONS", 11_000)
    # in the background Ctrl-C may be ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    whole = asked()
    for path in (small / "cache").iterdir():
        path.unlink()

    def press(done: int) -> bool:
        if done == 5000:
            signal.raise_signal(signal.SIGINT)
        return True

    with pytest.raises(KeyboardInterrupt):
        asked(progress=press)
    (part,) = (small / "cache").iterdir()
    assert part.name.endswith(".part.npz")
    assert 5000 <= read_arrays(part)[0]["done"] < 11_000
    assert list_strategies() == []
    capsys.readouterr()
    again = asked()
    assert "iterations for naipera are done: solving" in capsys.readouterr().err
    assert np.array_equal(again.strategy.table, whole.strategy.table)
    assert [path.name for path in (small / "cache").iterdir()] == [
        part.name.replace(".part.npz", ".npz")
    ]
    (small / "cache" / part.name).write_bytes(b"no")
    next((small / "cache").glob("*[!t].npz")).unlink()
    assert np.array_equal(asked().strategy.table, whole.strategy.table)
    assert "damaged" in capsys.readouterr().err


def test_a_cache_that_cannot_be_written(small, capsys) -> None:  # type: ignore[no-untyped-def]
    (small / "cache").write_text("a file in its place")
    assert asked().iterations == 5000
    assert "is not kept" in capsys.readouterr().err
    assert (small / "cache").read_text() == "a file in its place"


def test_what_cannot_be_solved_is_refused_first(small, capsys) -> None:  # type: ignore[no-untyped-def]
    for changed in (
        {"rules": load_rules("meseta"), "rounds": 3},
        {"rounds": -1},
        {"style": "cut:2"},
        {"menu": Menu((1,))},
        {"lock": small / "none.toml"},
    ):
        with pytest.raises(InputError):
            asked(**changed)
    assert capsys.readouterr().err == ""


def test_a_longer_training_is_not_replaced(small) -> None:  # type: ignore[no-untyped-def]
    found = asked()
    (path,) = (small / "cache").iterdir()
    assert keep_solution(replace(found, iterations=4999)) is None
    assert load_solution(path).iterations == 5000
    assert keep_solution(replace(found, iterations=5001)) == path
    assert load_solution(path).iterations == 5001


def test_locked_strategies_are_kept_with_their_lock(small, capsys) -> None:  # type: ignore[no-untyped-def]
    lock = read_lock(
        '[[lock]]\nseat = "mano"\nlance = "grande"\nwhen = "opening"\nplay = {paso = 0.35, '
        '"envido 2" = 0.65}'
    )
    first = asked(lock=lock)
    again = asked(lock=lock)
    assert capsys.readouterr().err.count("solving") == 1
    assert again.lock == lock
    assert np.array_equal(first.strategy.table, again.strategy.table)
    rows, _ = next(again.strategy.decisions())
    node = again.strategy.game.betting[0].nodes[0]
    assert [move.act for move in node.moves] == [Act.PASO, Act.ENVIDO]
    assert (rows[..., 0, :] == np.float32(0.35)).all()
    assert list_strategies()[0].locked
    with pytest.raises(InputError, match="without its quality"):
        save_solution(small / "bare.npz", replace(first, quality=None))


def test_with_the_mus_phase_and_a_style_of_ones_own(small, capsys) -> None:  # type: ignore[no-untyped-def]
    """The file holds what the style says: the style's own file may be gone."""
    path = small / "friends.toml"
    path.write_text('[[cut]]\nhands = "31"\nchance = 0.9\nseats = ["postre"]')
    game = make_game(NAIPERA, MENU)
    bot = quantised(always_paso(game, make_mus(game, str(path), 1)))
    kept = keep_solution(Solution(bot, str(path), 1, 5, asked().quality))
    path.unlink()
    assert kept is not None
    assert kept.name.startswith("friends-8-")
    again = load_solution(kept)
    assert np.array_equal(again.strategy.table, bot.table)
    assert np.array_equal(again.strategy.mus.style, bot.mus.style)
