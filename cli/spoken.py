"""The language of the command line: asked for by ``--lang`` anywhere, for whatever is then said."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TypeVar

import click

from ..errors import InputError
from ..lang import LANGUAGES, VARIABLE, language, locale_language, parse_language, speaking

_OPTION = "--lang"
C = TypeVar("C", bound=click.Command)


def _choose(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.with_resource(speaking(value))


def lang_option() -> click.Option:
    """Return --lang, in which a command then runs."""
    return click.Option(
        [_OPTION],
        metavar="|".join(LANGUAGES),
        is_eager=True,  # what other options say is said in it
        expose_value=False,
        callback=_choose,
        help="The language; by default MUSODDS_LANG, the one kept, or the locale.",
    )


def with_lang(command: C) -> C:
    """Return a command with --lang."""
    if not any(param.name == "lang" for param in command.params):
        command.params = [*command.params, lang_option()]
    return command


def _languages(arguments: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield where each --lang stands and ends, and what it says."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    for place, argument in enumerate(arguments[:end]):
        name, equals, value = argument.partition("=")
        if name == _OPTION and equals:
            yield place, place + 1, value
        elif name == _OPTION and place + 1 < end:
            yield place, place + 2, arguments[place + 1]


def without_language(arguments: Sequence[str]) -> list[str]:
    """Return what is asked, whatever the language.

    Examples
    --------
    >>> without_language(["--lang", "eu", "odds", "RRCA", "--lang=es"])
    ['odds', 'RRCA']
    """
    rest = list(arguments)
    for start, end, _ in reversed(list(_languages(arguments))):
        del rest[start:end]
    return rest


@contextmanager
def spoken(arguments: Sequence[str]) -> Iterator[None]:
    """Run a command line in the language that it names anywhere, else in the usual one.

    It is looked for before anything is read, since even a refusal is said in it.
    """
    asked = [value for _, _, value in _languages(arguments)]
    with speaking(parse_language(asked[-1]) if asked else _usual_language()):
        yield


def _usual_language() -> str:
    try:
        return language()
    except InputError:
        if os.environ.get(VARIABLE):
            raise
        return locale_language()  # what is kept is damaged: told by the command that reads it


def in_language(command: click.Command) -> click.Command:
    """Return a command, and those in it, as it is spoken: with --lang."""
    twin = with_lang(copy(command))
    if isinstance(twin, click.Group):
        twin.commands = {name: in_language(each) for name, each in twin.commands.items()}
    return twin
