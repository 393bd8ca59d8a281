"""Decisions that are given: read from a file, kept in training, exploited by the others."""

from pathlib import Path

import numpy as np
import pytest
from four_help import places as places_of
from four_help import small_game
from test_four_quality import ROOMY

from musodds.errors import InputError
from musodds.solver.four.game import layout
from musodds.solver.four.lock import Lock, check_lock, load_lock, read_lock
from musodds.solver.four.menu import Menu
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.quality import self_play
from musodds.solver.four.solution import quantised
from musodds.solver.four.strategy import Strategy
from musodds.solver.four.train import Method, Training

ACCEPTS = """
[[lock]]
seat = "postre"
when = "envite"
hands = "juego"
play = {quiero = 1}

[[lock]]
seat = "zaku"
lance = "grande"
when = "paso, paso, envido 2"
hands = "RRxx,!RRRR"
play = {"no quiero" = 0.7, quiero = 0.3}

[[lock]]
seat = "segundo"
lance = "chica"
when = "opening"
play = {paso = 0.9, "envido 2" = 0.1}
"""


@pytest.fixture(scope="module")
def game():  # type: ignore[no-untyped-def]
    """Return a game of a few hands."""
    return small_game(cards=ROOMY)


def rows_of(game, table, ways, lance, said, mask=15):  # type: ignore[no-untyped-def]
    """Return the chances at a decision, (ways, summaries, moves, hands of its run)."""
    own = layout(game)
    first, words, tree = places_of(game, own)[lance, mask, said]
    width, size = int(game.trees.width[tree]), int(game.trees.size[tree])
    summaries = 1 if lance == "grande" else 9
    bets = table[: ways * int(own.size)].reshape(ways, int(own.size))
    at = [slice(first + s * size, first + s * size + len(words) * width) for s in range(summaries)]
    block = np.stack([bets[:, cut] for cut in at], axis=1)
    return block.reshape(ways, summaries, len(words), width), words


@pytest.mark.parametrize("rounds", [0, 2])
def test_what_is_locked_is_played_to_the_number(game, rounds: int) -> None:  # type: ignore[no-untyped-def]
    """The chances are those of the file after training, averaging and rounding; others learn."""
    lock = read_lock(ACCEPTS)
    mus, method = make_mus(game, rounds=rounds), Method(every=500)
    training = Training(game, seed=2, mus=mus, method=method, lock=lock)
    before = training.regrets.copy()
    training.advance(6000)
    made, ways = quantised(Strategy.of(training), lock), 8 if rounds else 1
    names = np.array(game.space.names)[game.order]
    juego, kings = game.space.juego[game.order] > 0, np.array([n.count("R") for n in names])

    rows, words = rows_of(game, made.table, ways, "grande", ((0, "envido 2"), (1, "no")))
    yes = words.index("quiero")
    assert (rows[..., yes, :][..., juego] == 1).all()
    assert not (rows[..., yes, :][..., ~juego] == 1).all()
    rows, words = rows_of(game, made.table, ways, "chica", ((0, "paso"), (1, "paso"),
                                                            (2, "envido 2")))  # fmt: skip
    assert (rows[..., words.index("quiero"), :][..., juego] == 1).all()

    # the later entry decides: with two kings he accepts three times in ten, juego or not
    said = ((0, "paso"), (1, "paso"), (2, "envido 2"))
    rows, words = rows_of(game, made.table, ways, "grande", said)
    some = (kings >= 2) & (kings < 4)
    assert (rows[..., words.index("quiero"), :][..., some] == np.float32(0.3)).all()
    assert (rows[..., words.index("no"), :][..., some] == np.float32(0.7)).all()
    assert (rows[..., words.index("quiero"), :][..., juego & ~some] == 1).all()
    rows, words = rows_of(game, made.table, ways, "chica", ((0, "paso"),))
    assert (rows[..., words.index("paso"), :] == np.float32(0.9)).all()

    # a fifth of all numbers or less is locked; they never moved, the others did
    held = np.abs(before) > 1e28
    assert 0 < held.mean() < 0.3
    assert np.array_equal(before[held], training.regrets[held])
    assert (training.regrets[~held] != 0).mean() > 0.01


def test_checkpoints_keep_the_lock(game, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    lock, path = read_lock(ACCEPTS), tmp_path / "part.npz"
    whole = Training(game, seed=2, lock=lock).advance(3000)
    Training(game, seed=2, lock=lock).advance(1000).save(path)
    again = Training(game, seed=2, lock=lock).resume(path).advance(2000)
    assert np.array_equal(whole.regrets, again.regrets)
    with pytest.raises(InputError, match="lock"):
        Training(game, seed=2).resume(path)


def test_who_refuses_everything_is_bet_at() -> None:
    """Against a pair that never bets and always refuses nobody passes with what can lose."""
    game = small_game(cards=ROOMY, menu=Menu((2,), (), 0, ordago=False))
    refuses = [
        f'[[lock]]\nseat = "{seat}"\nwhen = "{when}"\nplay = {{"{move}" = 1}}\n'
        for seat in ("segundo", "postre")
        for when, move in (("envite", "no quiero"), ("opening", "paso"))
    ]
    lock, free = read_lock("".join(refuses)), Training(game, seed=1, method=Method(every=500))
    locked = Training(game, seed=1, method=Method(every=500), lock=lock)
    weights = game.space.weights[game.order] / game.space.weights.sum()
    bets = []
    for training in (free, locked):
        strategy = Strategy.of(training.advance(20_000))
        # passed by both of the pair, the lance goes to the best hand
        passed = 1.0
        for said in ((), ((0, "paso"), (1, "paso"))):
            rows, words = rows_of(game, strategy.table, 1, "grande", said)
            passed *= float(rows[0, 0, words.index("paso")] @ weights)
        bets.append(1 - passed)
    assert bets[1] > 0.95
    assert bets[0] < 0.9
    assert self_play(strategy, 4000).tantos > 1.5  # grande and chica for certain, and more


def test_reading_and_telling_again(tmp_path: Path) -> None:
    path = tmp_path / "postre.toml"
    path.write_text(ACCEPTS)
    lock = load_lock(path)
    assert lock == read_lock(ACCEPTS)
    assert Lock.from_list(lock.to_list()) == lock
    assert lock.seats == (1, 3)
    assert lock.to_list()[1] == {
        "seat": "postre",
        "lance": "grande",
        "when": "paso, paso, envido 2",
        "hands": "RRxx,!RRRR",
        "play": {"no quiero": 0.7, "quiero": 0.3},
    }


ONE = '[[lock]]\nwhen = "envite"\nplay = {quiero = 1}\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no 'lock'"),
        ("lock = []", r"no \[\[lock\]\]"),
        ("lock = 3", "'lock' is no list"),
        ("[[lock]]\nwhen = 'envite'", r"\[\[lock\]\] 1 \(line 1\): no 'play'"),
        (ONE + "[[lock]]\nplays = 1", r"\[\[lock\]\] 2 \(line 4\): unknown key 'plays'"),
        (ONE + 'seat = "pie de rey"', "seat 'pie de rey'"),
        (ONE + 'lance = "gran"', "lance 'gran'; expected grande, chica"),
        ('[[lock]]\nwhen = "later"\nplay = {quiero = 1}', "when 'later': cannot read 'later'"),
        ('[[lock]]\nwhen = "mano paso"\nplay = {quiero = 1}', "who speaks"),
        ('[[lock]]\nwhen = "envite"\nplay = {quiero = 0.4}', "add up to 0.4"),
        ('[[lock]]\nwhen = "envite"\nplay = {quiero = 2}', "play: quiero = 2"),
        ('[[lock]]\nwhen = "envite"\nplay = {call = 0.5, quiero = 0.5}', "play 'quiero'"),
        ('[[lock]]\nwhen = "envite"\nplay = {"paso paso" = 1}', "one move"),
        ('[[lock]]\nwhen = "envite"\nplay = {}', "moves and their chances"),
        ("[[lock", "expected TOML"),
    ],
)
def test_files_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read_lock(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (ONE + 'hands = "juego:0.5"', "hands 'juego:0.5': a weight"),
        (ONE + 'hands = "foo"', "'foo' at character 1"),
        (ONE.replace("quiero", '"mas 9"'), "nothing to lock"),
        (ONE.replace("envite", "paso, paso, paso, paso, envido 2"), "nothing to lock"),
        (ONE + 'lance = "punto"\nhands = "juego"', "nothing to lock"),
    ],
)
def test_locks_that_do_not_fit_a_game(game, text: str, reason: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=reason):
        check_lock(read_lock(text), game)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load_lock(tmp_path / "none.toml")
