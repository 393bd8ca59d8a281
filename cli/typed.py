"""Answers typed on the terminal: asked again, with a line of help, until they can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click

from ..errors import InputError
from ..lang import _

T = TypeVar("T")
_HELP = ("", "?", "help", "ayuda", "laguntza")
_LEAVE = ("q", "quit", "exit", "salir", "irten")


class Left(Exception):
    """The player has had enough: Ctrl-C, the end of the input, or a word for it."""


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
        try:
            text = click.prompt(prompt, default="", show_default=False, prompt_suffix=" ").strip()
        except click.Abort:
            click.echo()
            raise Left from None
        if text.lower() in _LEAVE:
            raise Left
        if text.lower() in _HELP:
            click.echo("  " + _("Type {choices}; q leaves.").format(choices=choices))
            continue
        try:
            return read(text)
        except InputError:
            click.echo("  " + _("'{text}' is not understood. Type {choices}; q leaves.").format(
                text=text[:40], choices=choices
            ))  # fmt: skip


def pause(prompt: str) -> None:
    """Wait for Enter.

    Raises
    ------
    Left
        If the player leaves.
    """
    try:
        text = click.prompt(prompt, default="", show_default=False, prompt_suffix=" ")
    except click.Abort:
        click.echo()
        raise Left from None
    if text.strip().lower() in _LEAVE:
        raise Left


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Say on a terminal that something takes a moment; leaving is heard meanwhile."""
    from rich.console import Console

    try:
        with Console(stderr=True).status(text):
            yield
    except KeyboardInterrupt:
        raise Left from None
