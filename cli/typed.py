"""Answers typed on the terminal: asked again, with a line of help, until they can be read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click

from ..errors import InputError
from ..lang import _
from .fitted import fitted, say

T = TypeVar("T")
_HELP = ("", "?", "help", "ayuda", "laguntza")
_LEAVE = ("q", "quit", "exit", "salir", "irten")


class Left(Exception):
    """The player has had enough: Ctrl-C, the end of the input, or a word for it."""


def on_terminal() -> bool:
    """Return whether somebody is there to type, and to read."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def typed(prompt: str, read: Callable[[str], T], choices: str) -> T:
    """Ask until an answer can be read.

    Parameters
    ----------
    prompt : str
    read : callable
        Reads what was typed, or raises InputError.
    choices : str
        What may be typed, told where nothing or nonsense is.

    Raises
    ------
    Left
        If the player leaves.
    """
    while True:
        text = _line(prompt)
        if text.lower() in _HELP:
            say("  " + _("Type {choices}; q leaves.").format(choices=choices))
            continue
        try:
            return read(text)
        except InputError:
            say("  " + _("'{text}' is not understood. Type {choices}; q leaves.").format(
                text=text[:40], choices=choices
            ))  # fmt: skip


def answered(prompt: str, read: Callable[[str], T], default: str = "") -> T:
    """Ask until an answer can be read, telling why the last one could not.

    Parameters
    ----------
    prompt : str
    read : callable
        Reads what was typed, or raises InputError, whose message is shown.
    default : str, optional
        What Enter alone stands for.

    Raises
    ------
    Left
        If the player leaves.
    """
    while True:
        text = _line(prompt)
        try:
            return read(text or default)
        except InputError as error:
            say(f"  {why(error)}")


def why(error: InputError) -> str:
    """Return what was wrong in a line; the prompt has an example of its own."""
    return " ".join(str(error).partition("; example: ")[0].split())


def pause(prompt: str) -> None:
    """Wait for Enter.

    Raises
    ------
    Left
        If the player leaves.
    """
    _line(prompt)


def _line(prompt: str) -> str:
    """Return what is typed."""
    try:
        text = click.prompt(
            fitted(prompt, sys.stdout), default="", show_default=False, prompt_suffix=" "
        )
    except click.Abort:
        say()
        raise Left from None
    if text.strip().lower() in _LEAVE:
        raise Left
    return str(text).strip()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Say on a terminal that something takes a moment; leaving is heard meanwhile."""
    from rich.console import Console

    try:
        with Console(stderr=True).status(text):
            yield
    except KeyboardInterrupt:
        raise Left from None
