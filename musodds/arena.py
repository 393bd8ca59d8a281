"""Two players of a hand of four by name, seated as pairs against each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import limits
from .errors import InputError
from .lang import _
from .numerals import marked, whole
from .rules import DEFAULT_RULES, Rules, load_rules
from .strategies import DEFAULT_ROUNDS, ORDAGO, Progress, find_strategy

if TYPE_CHECKING:
    from .solver.four.menu import Menu
    from .solver.four.mus_game import Mus
    from .solver.four.play import PlayOff
    from .solver.four.solution import Solution
    from .solver.four.strategy import Strategy

SCHEMA = "musodds.play-off/1"
BOTS = ("random", "paso", "accept", "threshold")


def _bot_words(name: str) -> str:
    return {
        "random": _("makes every move equally often"),
        "paso": _("never bets and refuses every bet"),
        "accept": _("never bets and accepts every bet"),
        "threshold": _("bets with the best quarter of hands and accepts with the best third"),
    }[name]


@dataclass(frozen=True, slots=True, eq=False)
class Contestant:
    """Somebody who plays a pair of seats.

    Attributes
    ----------
    name : str
        As he was asked for.
    about : str
        One line for people.
    strategy : Strategy
    """

    name: str
    about: str
    strategy: Strategy


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """Two contestants, and what came of it.

    Attributes
    ----------
    a, b : Contestant
    rules : Rules
        Those of the table.
    result : PlayOff
    """

    a: Contestant
    b: Contestant
    rules: Rules
    result: PlayOff

    @property
    def rounds(self) -> int:
        """Most rounds of mus."""
        return int(self.a.strategy.mus.rounds)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.play-off/1``."""
        found = self.result
        return {
            "schema": SCHEMA,
            "a": self.a.name,
            "b": self.b.name,
            "rules": self.rules.name,
            "rounds": self.rounds,
            "tantos": found.tantos.to_dict(),
            "as_mano": found.as_mano.to_dict(),
            "as_other": found.as_other.to_dict(),
            "hands": 2 * found.deals,
            "deals": found.deals,
            "seed": found.seed,
        }


@dataclass(frozen=True, slots=True)
class _Table:
    """The game that is played; what it is not asked for follows from a file that is."""

    rules: Rules
    rounds: int
    menu: Menu
    ordago: float


@dataclass(frozen=True, slots=True, eq=False)
class Seated:
    """Two contestants at a table, by `seat_players`."""

    a: Contestant
    b: Contestant
    rules: Rules

    def play(
        self,
        hands: int = 200_000,
        seed: int = 1,
        se: float = 0.0,
        progress: Callable[[int], bool] | None = None,
    ) -> Match:
        """Let them play; the arguments are those of `play_match`."""
        from .solver.four.play import play_off

        check_play(hands, se)
        deals = (hands + 1) // 2
        result = play_off(self.a.strategy, self.b.strategy, deals, seed, se, progress)
        return Match(self.a, self.b, self.rules, result)


def check_play(hands: int, se: float) -> None:
    """Refuse a number of hands, or a standard error, that cannot be played to.

    Raises
    ------
    InputError
        Before anybody is seated, which may take a training.

    Examples
    --------
    >>> check_play(1, 0)
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: hands 1; expected 2 or more: each deal is played twice; \
example: --hands 200000
    """
    if hands < 2:
        expected = _("2 or more: each deal is played twice")
        raise InputError(_("hands {hands}").format(hands=hands), expected, "--hands 200000")
    if not se >= 0:
        raise InputError(f"se {se}", _("0 or more, in tantos"), "--se 0.005")
    limits.check_most("hands", hands, limits.HANDS, "--hands 200000")


def seat_players(
    a: str,
    b: str,
    rules: str | Rules | None = None,
    rounds: int | None = None,
    solving: Progress | None = None,
) -> Seated:
    """Find two players; the arguments are those of `play_match`."""
    _check(a, b, rounds)
    files = {name: _file(name) for name in dict.fromkeys((a, b)) if name.lower().endswith(".npz")}
    table = _table(files, rules, rounds)
    solved = {name: _contestant(name, found, found.style) for name, found in files.items()}
    for name in dict.fromkeys((a, b)):
        if name not in solved and name.lower() not in BOTS:
            solved[name] = _styled(name, table, solving)
    mus = _mus_of_bots(table, list(solved.values()))
    one, two = (solved.get(name) or _bot(name, table, mus) for name in (a, b))
    return Seated(one, two, table.rules)


def play_match(
    a: str,
    b: str,
    rules: str | Rules | None = None,
    rounds: int | None = None,
    hands: int = 200_000,
    seed: int = 1,
    se: float = 0.0,
    progress: Callable[[int], bool] | None = None,
    solving: Progress | None = None,
) -> Match:
    """Seat two players as pairs over duplicate deals, each played twice with the seats exchanged.

    Parameters
    ----------
    a, b : str
        ``random``, ``paso``, ``accept`` or ``threshold``; a file ``.npz`` of a solved strategy; or
        a style, whose strategy is found or solved (`strategies.find_strategy`).
    rules : str or Rules, optional
        By default those of a file, or "naipera".
    rounds : int, optional
        Most rounds of mus: by default those of a file, or 3.
    hands : int, default 200,000
        At most so many, two a deal.
    seed : int
    se : float, default 0
        Stop once the standard error is as small.
    progress, solving : callable, optional
        Called with the deals played, and with the iterations where something is solved.

    Raises
    ------
    InputError
        If a name is not understood, or the two do not play the same game.

    Examples
    --------
    >>> found = play_match("accept", "paso", rounds=0, hands=2000)
    >>> abs(found.result.tantos.tantos) < 1e-9  # neither ever bets
    True
    """
    return seat_players(a, b, rules, rounds, solving).play(hands, seed, se, progress)


def _check(a: str, b: str, rounds: int | None) -> None:
    """Refuse what cannot be played before anything is read or solved."""
    from .solver.four.mus_game import EQUILIBRIUM
    from .style import parse_style

    if rounds is not None and rounds < 0:
        raise InputError(_("rounds {rounds}").format(rounds=rounds), _("0 or more"), "--rounds 3")
    limits.check_most("rounds", rounds or 0, limits.ROUNDS, "--rounds 3")
    for name in (a, b):
        if name.lower() in (*BOTS, EQUILIBRIUM) or name.lower().endswith(".npz"):
            continue
        try:
            parse_style(name)
        except InputError as error:
            if name.lower().endswith((".toml", ".csv")):
                raise
            raise InputError(
                _("player '{name}': {why}").format(name=name, why=error.what),
                _("{bots}, equilibrium, usual, cut:x, or a file .npz").format(bots=", ".join(BOTS)),
                "musodds play-off usual threshold",
            ) from None


def _file(path: str) -> Solution:
    from .solver.four.solution import load_solution

    return load_solution(path)


def _table(files: dict[str, Solution], rules: str | Rules | None, rounds: int | None) -> _Table:
    """Return the game that all files are of, and that is asked for."""
    from .solver.four.menu import Menu
    from .solver.four.same_game import table_key

    asked = None if rules is None else load_rules(rules)
    if not files:
        asked = asked or load_rules(DEFAULT_RULES)
        return _Table(asked, DEFAULT_ROUNDS if rounds is None else rounds, Menu(), ORDAGO)
    first = next(iter(files.values())).strategy
    game, known = first.game, int(first.mus.rounds)
    table = _Table(asked or game.rules, known if rounds is None else rounds, game.menu, game.ordago)
    wanted = table_key(table.rules, table.menu, table.ordago)
    for name, found in files.items():
        own = found.strategy.game
        key, kept = table_key(own.rules, own.menu, own.ordago), int(found.strategy.mus.rounds)
        if key != wanted or kept != table.rounds:
            raise InputError(
                _("file '{name}': {rules}, {menu}, órdago {ordago:g}, {kept} rounds of mus").format(
                    name=name,
                    rules=own.rules.name,
                    menu=own.menu.describe(),
                    ordago=own.ordago,
                    kept=kept,
                ),
                _(
                    "the game that is played: {rules}, {menu}, órdago {ordago:g}, {rounds} rounds"
                ).format(
                    rules=table.rules.name,
                    menu=table.menu.describe(),
                    ordago=table.ordago,
                    rounds=table.rounds,
                ),
                "musodds play-off usual threshold",
            )
    return table


def _contestant(name: str, found: Solution, style: str) -> Contestant:
    mus, strategy = int(found.strategy.mus.rounds), found.strategy
    told, gain = _("solved ({cuts}), {iterations} iterations, memory '{memory}'"), ""
    if found.quality is not None:
        gain = marked(str(found.quality.worst("alone")))
        told = _(
            "solved ({cuts}), {iterations} iterations, memory '{memory}'; one seat alone gains "
            "{gain} or more"
        )
    about = told.format(
        cuts=style if mus else _("without mus"), iterations=whole(found.iterations),
        memory=strategy.memory, gain=gain,
    )  # fmt: skip
    return Contestant(name, about, strategy)


def _styled(name: str, table: _Table, solving: Progress | None) -> Contestant:
    found = find_strategy(table.rules, name, table.rounds, solving, table.menu, ordago=table.ordago)
    return _contestant(name, found, Path(name).stem)


def _mus_of_bots(table: _Table, solved: list[Contestant]) -> Mus:
    """Return how bots cut: as the other one's table where that is fixed, else as usual."""
    from .solver.four.game import game_of
    from .solver.four.mus_game import make_mus

    for contestant in solved:
        if not contestant.strategy.mus.free:
            return contestant.strategy.mus
    return make_mus(game_of(table.rules, table.menu, table.ordago), "usual", table.rounds)


def _bot(name: str, table: _Table, mus: Mus) -> Contestant:
    from .solver.four.bots import always_paso, calling_bot, random_bot, threshold_bot
    from .solver.four.game import game_of

    make = {
        "random": random_bot,
        "paso": always_paso,
        "accept": calling_bot,
        "threshold": threshold_bot,
    }[name.lower()]
    game = game_of(table.rules, table.menu, table.ordago)
    return Contestant(name.lower(), _bot_words(name.lower()), make(game, mus))
