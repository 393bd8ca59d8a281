"""Decisions that are given, not solved: what a seat says with some hands, read from a file.

::

    [[lock]]
    seat = "postre"            # all seats by default
    lance = "juego"            # all lances by default; punto is one of its own
    when = "envite"            # opening, envite, ordago, or what was said: "paso, envido 2"
    hands = "juego,!31"        # the grammar of `musodds.ranges`, without weights; any by default
    play = {quiero = 1.0}      # or chances of several moves: {paso = 0.7, "envido 2" = 0.3}

A lock holds wherever all its moves can be said, after any earlier lance and however the mus phase
went; where several name the same decision and hand, the last one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import InputError
from ...hands import LANCE_NAMES, RANKING, HandSpace
from ...jit import Arr
from ...lang import _
from ...notation import Act, Move, parse_bets
from ...ranges import parse_range
from ...seats import SEATS, parse_seat
from ...text_file import read_text
from ...toml_reader import TomlReader, again, lines_of, read_toml
from ...words import seat_word
from .game import Game, layout
from .memory import memory
from .mus_game import places
from .tree import Tree

OPENING, ENVITE, ORDAGO = "opening", "envite", "ordago"
_KEYS = ("seat", "lance", "when", "hands", "play")
_NEEDED = ("when", "play")
_EXAMPLE = 'when = "envite"'
_PLAY = "play = {quiero = 1.0}"
SURE = np.float32(1e30)  # regrets that no sum of others comes near: float32 adds nothing to them
Word = tuple[Act, int]


@dataclass(frozen=True, slots=True)
class Locked:
    """One entry of a lock.

    Attributes
    ----------
    seat : int or None
        None for all.
    lance : str
        Empty for all.
    when : str or tuple of (Act, int)
        ``opening``, ``envite``, ``ordago``, or what was said in the lance.
    hands : str
        A range.
    play : tuple of ((Act, int), float)
        Moves and their chances, which sum to 1.
    where : str
        Where it stands, for messages.
    """

    seat: int | None
    lance: str
    when: str | tuple[Word, ...]
    hands: str
    play: tuple[tuple[Word, float], ...]
    where: str = field(default="", compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return what it says, fit for JSON."""
        when = self.when if isinstance(self.when, str) else ", ".join(map(_text, self.when))
        return {
            "seat": None if self.seat is None else SEATS[self.seat],
            "lance": self.lance or None,
            "when": when or "-",
            "hands": self.hands,
            "play": {_text(word): chance for word, chance in self.play},
        }

    def fits(self, seat: int, tree: Tree, said: tuple[Word, ...], moves: tuple[Move, ...]) -> bool:
        """Return whether it speaks of a decision."""
        if self.seat not in (None, seat) or self.lance not in ("", tree.lance):
            return False
        known = {_word(move) for move in moves}
        return _holds(self.when, said) and all(word in known for word, _ in self.play)

    def chosen(self, space: HandSpace) -> Arr:
        """Return the hands that it names, as booleans."""
        try:
            weights = parse_range(self.hands, space)
        except InputError as error:
            raise again(error, self.where) from None
        if not np.isin(weights, (0, 1)).all():
            raise InputError(
                _("{where}: hands '{hands}': a weight").format(where=self.where, hands=self.hands),
                _("hands without weights: chances are told by play"),
                'hands = "juego,!31"',
            )
        return np.asarray(weights > 0)


@dataclass(frozen=True, slots=True)
class Lock:
    r"""What is given of a strategy; the later entries decide.

    Examples
    --------
    >>> text = '[[lock]]\nseat = "postre"\nwhen = "envite"\nhands = "juego"\n'
    >>> read_lock(text + "play = {quiero = 1}").seats
    (3,)
    """

    entries: tuple[Locked, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of which something is given."""
        named = {seat for e in self.entries for seat in (range(4) if e.seat is None else [e.seat])}
        return tuple(sorted(named))

    def to_list(self) -> list[dict[str, Any]]:
        """Return the entries, fit for JSON."""
        return [entry.to_dict() for entry in self.entries]

    @classmethod
    def from_list(cls, told: list[dict[str, Any]]) -> Lock:
        """Read the JSON form."""
        places = [_("lock {number}").format(number=k + 1) for k in range(len(told))]
        return cls(tuple(map(_entry, places, told)))


NO_LOCK = Lock()


def _word(move: Move) -> Word:
    return move.act, move.amount


def _text(word: Word) -> str:
    act, amount = word
    return f"{act.value.replace('-', ' ')} {amount}" if amount else act.value.replace("-", " ")


def _holds(when: str | tuple[Word, ...], said: tuple[Word, ...]) -> bool:
    if not isinstance(when, str):
        return when == said
    bets = [act for act, _ in said if act in (Act.ENVIDO, Act.MAS, Act.ORDAGO)]
    if when == OPENING:
        return not bets
    return bool(bets) and (bets[-1] is Act.ORDAGO) == (when == ORDAGO)


# ---------------------------------------------------------------- reading


def load_lock(path: str | Path) -> Lock:
    """Read a lock from a file.

    Raises
    ------
    InputError
        If it cannot be read; what depends on the deck and the menu is asked by `check_lock`.
    """
    where = _("lock '{path}'").format(path=path)
    return read_lock(read_text(Path(path), where, _("a lock file"), "--lock postre.toml"), where)


def read_lock(text: str, where: str | None = None) -> Lock:
    """Read the text of a lock file; ``where`` is what to call it in a message.

    Raises
    ------
    InputError
        Naming the entry, its line in the file, and what it does not understand.
    """
    where = where or _("lock")
    table = read_toml(text, where, "[[lock]]")
    TomlReader(where, table).check_keys(("lock",), ("lock",))
    found = tuple(_entry(place, row) for __, place, row in lines_of(where, table, text, ("lock",)))
    if not found:
        raise InputError(
            _("{where}: no [[lock]]").format(where=where), _("at least one"), "[[lock]]"
        )
    return Lock(found)


def _entry(where: str, table: Mapping[str, Any]) -> Locked:
    table = {key: value for key, value in table.items() if value is not None}
    read = TomlReader(where, table)
    read.check_keys(_KEYS, _NEEDED)
    lance = read.text("lance", 'lance = "juego"').lower() if "lance" in table else ""
    if lance and lance not in LANCE_NAMES:
        read.refuse(
            _("lance '{lance}'").format(lance=lance), ", ".join(LANCE_NAMES), 'lance = "juego"'
        )
    seat = None
    if "seat" in table:
        try:
            seat = parse_seat(read.text("seat", 'seat = "postre"'))
        except InputError as error:
            read.refuse(error.what, ", ".join(map(seat_word, SEATS)), 'seat = "postre"')
    hands = read.text("hands", 'hands = "juego"') if "hands" in table else "any"
    return Locked(seat, lance, _when(read), hands, _play(read), where)


def _words(read: TomlReader, key: str, text: str, example: str) -> tuple[Word, ...]:
    """Read moves without the seats, which follow from the order."""
    try:
        moves = parse_bets(text)
    except InputError as error:
        what = error.what.partition(": ")[2]
        read.refuse(f"{key} '{text}': {what}", _("moves such as paso, envido 2, quiero"), example)
    if any(move.team is not None or move.both for move in moves):
        read.refuse(
            _("{key} '{text}': who speaks").format(key=key, text=text),
            _("moves alone: the order says who"),
            example,
        )
    return tuple(map(_word, moves))


def _when(read: TomlReader) -> str | tuple[Word, ...]:
    text = read.text("when", _EXAMPLE)
    word = text.lower().replace("ó", "o")
    if word in (OPENING, ENVITE, ORDAGO):
        return word
    example = 'when = "paso, envido 2"'
    return _words(read, "when", text, example)


def _play(read: TomlReader) -> tuple[tuple[Word, float], ...]:
    told = read.table["play"]
    if not isinstance(told, dict) or not told:
        read.refuse(f"play = {told!r}", _("moves and their chances"), _PLAY)
    found: dict[Word, float] = {}
    for text, chance in told.items():
        words = _words(read, "play", text, _PLAY)
        if len(words) != 1 or words[0] in found:
            read.refuse(f"play '{text}'", _("one move, told once"), _PLAY)
        found[words[0]] = read.share(f"play: {text}", chance, _PLAY)
    total = sum(found.values())
    if abs(total - 1) > 1e-6:
        read.refuse(
            _("play: the chances add up to {total:.12g}").format(total=total), _("1 in all"), _PLAY
        )
    return tuple((word, chance / total) for word, chance in sorted(found.items()))


# ---------------------------------------------------------------- what it says in a game

Decision = tuple[int, int, Tree, tuple[Word, ...]]  # tree, node of it, the tree, what was said


def decisions(game: Game) -> Iterator[Decision]:
    """Yield every decision about bets, lance by lance."""
    for number, tree in enumerate(game.betting):
        said: dict[int, tuple[Word, ...]] = {0: ()}
        for i, node in enumerate(tree.nodes):
            for move, to in zip(node.moves, node.to, strict=True):
                if to >= 0:
                    said[to] = (*said[i], _word(move))
            yield number, i, tree, said[i]


@dataclass(frozen=True, slots=True)
class _Given:
    """The chances of one decision for some hands of its run."""

    tree: int
    node: int
    hands: Arr  # numbers in the run of hands that play the tree
    chances: Arr  # (moves,) float32


def _given(lock: Lock, game: Game) -> list[_Given]:
    """Return what a lock says, entry by entry."""
    chosen = [entry.chosen(game.space)[game.order] for entry in lock.entries]
    told: list[_Given] = []
    met = [False] * len(chosen)
    table = list(decisions(game))
    for k, entry in enumerate(lock.entries):
        for tree, i, betting, said in table:
            node = betting.nodes[i]
            if not entry.fits(node.seat, betting, said, node.moves):
                continue
            first, width = int(game.trees.first[tree]), int(game.trees.width[tree])
            hands = np.flatnonzero(chosen[k][first : first + width])
            play = dict(entry.play)
            chances = np.array([play.get(_word(move), 0) for move in node.moves], np.float32)
            if len(hands):
                met[k] = True
                told.append(_Given(tree, i, hands, chances))
    for k, entry in enumerate(lock.entries):
        if not met[k]:
            what = ", ".join(f"{key} {value}" for key, value in entry.to_dict().items() if value)
            raise InputError(
                _("{where}: nothing to lock ({what})").format(where=entry.where, what=what),
                _("what can come up with {menu} under {rules}").format(
                    menu=game.menu.describe(), rules=game.rules.name
                ),
                'when = "envite", play = {quiero = 1.0}',
            )
    return told


def check_lock(lock: Lock, game: Game) -> None:
    """Refuse a lock of which an entry says nothing in a game."""
    _given(lock, game)


def write_lock(
    lock: Lock, game: Game, kind: str, rounds: int, table: Arr, regrets: bool = False
) -> None:
    """Write what is given into a table, in place.

    Parameters
    ----------
    lock : Lock
    game : Game
    kind : str
        The memory that the table is laid out for.
    rounds : int
        Most rounds of mus, 0 without the mus phase.
    table : ndarray of float32
    regrets : bool, default False
        Write them as regrets that no training changes, instead of as chances.
    """
    if not lock.entries:
        return
    own, t = layout(game, kind), game.trees
    ways = places(game, own, rounds).ways
    bets = table[: ways * int(own.size)].reshape(ways, int(own.size))
    first_node = np.cumsum([0, *(len(tree.nodes) for tree in game.betting)])
    for given in _given(lock, game):
        tree, chances = game.betting[given.tree], given.chances
        if regrets:
            chances = np.where(chances > 0, chances * SURE, -SURE)
        summaries = memory(kind).sizes[RANKING[tree.lance]]
        place, width = int(t.place[first_node[given.tree] + given.node]), int(t.width[given.tree])
        for s in range(summaries):
            start = int(own.base[given.tree]) + s * int(t.size[given.tree]) + place
            for a, chance in enumerate(chances):
                bets[:, start + a * width + given.hands] = chance
