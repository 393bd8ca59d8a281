"""The language of the command line: asked for by ``--lang`` anywhere, for whatever is then said."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from importlib import import_module
from inspect import cleandoc
from typing import TypeVar

import click

from .. import __version__
from ..errors import InputError
from ..lang import (
    LANGUAGES,
    VARIABLE,
    _,
    locale_language,
    parse_language,
    speaking,
    spoken_language,
)
from .words_of_click import click_speaking, in_click

_OPTION = "--lang"
_ASKED = "musodds.lang"  # in the context: the language that --lang asked for
_AS_IT_IS = "\b"  # click leaves such a paragraph as it is written
_PLACE = re.compile(r"\b(?!RR)[A-Z]{2,}")  # in a metavar, a word that stands for something
C = TypeVar("C", bound=click.Command)
F = TypeVar("F", bound=Callable[..., object])


def _choose(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[_ASKED] = value
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


def _tell_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        told = in_click("%(prog)s, version %(version)s")
        click.echo(told % {"prog": "musodds", "version": __version__})
        ctx.exit()


def version_option() -> Callable[[F], F]:
    """Add --version, said in the language in use: click's own is worded when it is made."""
    return click.option(
        "--version",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_tell_version,
        help="Show the version and exit.",
    )


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
    for start, end, _value in reversed(list(_languages(arguments))):
        del rest[start:end]
    return rest


def language_asked(ctx: click.Context, arguments: Sequence[str]) -> list[str]:
    """Return the --lang that stood before a command, if its arguments have none of their own."""
    has_own = any(_languages(arguments))
    return [_OPTION, ctx.meta[_ASKED]] if _ASKED in ctx.meta and not has_own else []


@contextmanager
def spoken(arguments: Sequence[str]) -> Iterator[None]:
    """Run a command line in the language that it names anywhere, else in the usual one.

    It is looked for before anything is read, since even a refusal is said in it.
    """
    asked = [value for *_where, value in _languages(arguments)]
    with speaking(parse_language(asked[-1]) if asked else _usual_language()), click_speaking():
        yield


def _usual_language() -> str:
    try:
        return spoken_language()
    except InputError:
        if os.environ.get(VARIABLE):
            raise
        return locale_language()  # what is kept is damaged: told by the command that reads it


def in_language(command: click.Command, say: Callable[[str], str] = _) -> click.Command:
    """Return a command, and those in it, as it is spoken: with --lang, and help in the language.

    Parameters
    ----------
    command : click.Command
        Left as it is.
    say : callable, optional
        Gives each string in the language; the usual one looks it up.
    """
    twin = with_lang(copy(command))
    twin._help_option = None  # click keeps it, in the language in which it was made
    twin.help, twin.epilog = _told(twin.help, say), _told(twin.epilog, say)
    twin.options_metavar = twin.options_metavar and say(twin.options_metavar)
    twin.params = [_param_in_language(param, say) for param in twin.params]
    if isinstance(twin, click.Group):
        twin.subcommand_metavar = say(twin.subcommand_metavar)
        twin.commands = {name: in_language(each, say) for name, each in twin.commands.items()}
    return twin


def _param_in_language(param: click.Parameter, say: Callable[[str], str]) -> click.Parameter:
    twin = copy(param)
    if isinstance(twin, click.Option):
        twin.help = _told(twin.help, say)
        if isinstance(twin.show_default, str):
            twin.show_default = say(twin.show_default)
        if twin.is_flag:
            return twin
    if twin.metavar is not None:
        twin.metavar = say(twin.metavar) if _PLACE.search(twin.metavar) else twin.metavar
    elif not isinstance(twin.type, click.Choice) and twin.nargs in (1, -1):
        twin.metavar = _metavar(twin, say)
    return twin


def _metavar(param: click.Parameter, say: Callable[[str], str]) -> str:
    """Return what click would show for a value, in the language."""
    if isinstance(param, click.Option):
        return say(param.type.name.upper())
    word = str(param.name).upper()
    word = say(word) if _PLACE.search(word) else word
    word = word if param.required else f"[{word}]"
    return word if param.nargs == 1 else f"{word}..."


def _told(text: str | None, say: Callable[[str], str]) -> str | None:
    """Return a help text paragraph by paragraph in the language; examples stay as they are."""
    if not text:
        return text
    paragraphs = re.split(r"\n\s*\n", cleandoc(text))
    return "\n\n".join(_paragraph(each, say) for each in paragraphs)


def _paragraph(text: str, say: Callable[[str], str]) -> str:
    if not text.startswith(_AS_IT_IS):
        return say(" ".join(text.split()))
    lines = text.removeprefix(_AS_IT_IS).strip("\n").split("\n")
    if not all(line.startswith(("musodds ", "  ")) for line in lines):
        return f"{_AS_IT_IS}\n{say(chr(10).join(lines))}"
    return "\n".join([_AS_IT_IS, *(_example(line, say) for line in lines)])


def _example(line: str, say: Callable[[str], str]) -> str:
    """Return a command to copy, and what stands after it in the language."""
    command, gap, remark = re.split(r"(?<=\S)(  +|$)", line, maxsplit=1)
    return f"{command}{gap}{say(remark)}" if remark else line


def _note(found: dict[str, str], text: str) -> str:
    return found.setdefault(text, text)


def help_strings() -> Iterator[tuple[str, str]]:
    """Yield the module of every command and the strings of its help, for the catalogues."""
    from . import COMMANDS, cli
    from .report import REPORTS

    modules = {"__init__": cli} | {name.replace("-", "_"): None for name in COMMANDS}
    modules |= {module: None for module, _what in REPORTS.values()}
    for name, command in modules.items():
        found: dict[str, str] = {}  # in the order in which they are said
        command = command or import_module(f".{name}", __package__).command
        in_language(command, partial(_note, found))
        yield from ((f"cli/{name}.py", text) for text in found)
    yield from (("cli/__init__.py", what) for what in COMMANDS.values())
    yield from (("cli/report.py", what) for _module, what in REPORTS.values())
