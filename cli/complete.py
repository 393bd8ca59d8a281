"""Words that a shell completes: seats, rules, styles, lances, hands. Nothing heavy is imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..cards import CARDS, HAND_SIZE
from ..seats import SEATS, plain, seat_words
from ..style import EQUILIBRIUM, NAMED_STYLES, WAYS

Found = Iterable[tuple[str, str]]  # words, each with what a shell may tell of it
_COPIES = 4  # of a card as it is typed; with eight kings threes stay threes
_TO_LANCE = {
    "grande": "handia",
    "chica": "txikia",
    "pares": "pareak",
    "juego": "jokoa",
    "punto": "puntua",
}


def seats(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the seats, and their other words once one is begun."""
    words = seat_words()
    for word in SEATS if not incomplete else [word for word in words if not word.isdigit()]:
        yield word, f"seat {words[word] + 1} of 4"


def rules(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the presets with their titles."""
    from ..rules import presets

    for name, preset in presets().items():
        yield name, str(preset["title"])


def styles(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the named styles, and the ways to discard once a style stands."""
    base = incomplete.partition("+")[0]
    if "+" in incomplete:
        yield from ((f"{base}+{way}", "") for way in (*WAYS, "bets", "solved"))
        return
    yield from ((name, f"cut:{share:.2f}") for name, share in NAMED_STYLES.items())
    yield EQUILIBRIUM, "cuts, discards and bets as solved"
    yield "cut:0.35", "cuts with the best share of hands"


def lances(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the lances, and their Basque words once one is begun."""
    for name, word in _TO_LANCE.items():
        yield name, word
        if incomplete:
            yield word, name


def hands(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield ways to finish a hand: all of its last two cards, else the next card."""
    typed = incomplete.upper()
    lacking = HAND_SIZE - len(typed)
    if lacking < 1 or any(card not in CARDS for card in typed):
        return
    for more in combinations_with_replacement(CARDS, lacking if lacking <= 2 else 1):
        cards = typed + "".join(more)
        if all(cards.count(card) <= _COPIES for card in set(cards)):
            yield incomplete + "".join(more), ""


def languages(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the languages."""
    from ..lang import LANGUAGES

    yield from LANGUAGES.items()


_OF_FIELD = {"rules": rules, "style": styles, "language": languages}  # of musodds config


def fields(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield what may be kept."""
    yield from ((field, "") for field in _OF_FIELD)


Reader = Callable[[str], Found]
# by the name of a parameter; a few names stand for something else in some command
_READERS: dict[str, Reader] = {
    "seat": seats,
    "seats": seats,
    "rules": rules,
    "against": rules,
    "style": styles,
    "lance": lances,
    "hand": hands,
    "hand_option": hands,
    "partner": hands,
    "lang": languages,
    "field": fields,
}
_OF_COMMAND: dict[tuple[str, str], Reader] = {
    ("score", "hands"): hands,
    ("show", "name"): rules,
    ("diff", "a"): rules,
    ("diff", "b"): rules,
    ("compare", "names"): lambda incomplete: [*rules(incomplete), *styles(incomplete)],
}
_WITH_FILES = (rules, styles)


class _Words(click.ParamType[Any]):
    """Text that a shell completes from a list."""

    name = "text"

    def __init__(self, read: Reader) -> None:
        self.read = read

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin like that, else files where they may be named."""
        found = [
            CompletionItem(word, help=what)
            for word, what in self.read(incomplete)
            if plain(word).startswith(plain(incomplete))
        ]
        if not found and self.read in _WITH_FILES:
            return [CompletionItem(incomplete, type="file")]
        return found


class _Value(click.ParamType[Any]):
    """What is kept in a field that was named before."""

    name = "text"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin like that."""
        read = _OF_FIELD.get(str(ctx.params.get("field")), fields)
        return _Words(read).shell_complete(ctx, param, incomplete)


class _File(click.ParamType[Any]):
    """A file that a shell completes."""

    name = "text"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell look for files."""
        return [CompletionItem(incomplete, type="file")]


def attach(command: click.Command) -> None:
    """Let the words of a command, and of the commands in it, be completed.

    Called only while a shell completes a word: nothing is read by such a command.
    """
    if isinstance(command, click.Group):
        for each in command.commands.values():
            attach(each)
    for param in command.params:
        read = _OF_COMMAND.get((str(command.name), str(param.name)))
        read = read or _READERS.get(str(param.name))
        if not isinstance(param.type, click.types.StringParamType):
            continue
        if read is not None:
            param.type = _Words(read)
        elif (command.name, param.name) == ("set", "value"):
            param.type = _Value()
        elif "FILE" in str(param.metavar) or param.name in ("file", "files", "path"):
            param.type = _File()
