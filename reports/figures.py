"""The figures by name: `draw` works out what one shows, with the options given, and draws it.

A figure of its own module is a function of the rules and of its options, by keyword, that returns a
matplotlib figure; `FIGURES` names it and what it takes. Nothing heavy is imported before that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..rules import DEFAULT_RULES, Rules, load_rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Named:
    """A figure that has a name.

    Attributes
    ----------
    shows : str
        What is on it, in a line.
    where : str
        The module in `reports` and the function that makes it.
    options : tuple of str
        Keywords of the function besides the rules.
    example : str
        Options that work, as they are typed.
    compiles : str
        The module whose kernels it starts, "" if none.
    """

    shows: str
    where: str
    options: tuple[str, ...] = ()
    example: str = ""
    compiles: str = ""

    def load(self) -> Callable[..., Figure]:
        """Import the function."""
        module, _, name = self.where.partition(":")
        found: Callable[..., Figure] = getattr(import_module(f".{module}", __package__), name)
        return found


FIGURES: dict[str, Named] = {
    "win": Named(
        "With which hands each lance is won: all hands on one grid.",
        "hand_figures:win",
        ("seat", "lance"),
        "--lance grande --seat mano",
    ),
    "paso": Named(
        "What each hand is worth in tantos if every lance is passed.",
        "hand_figures:paso",
        ("seat",),
        "--seat postre",
    ),
    "style": Named(
        "With which hands a style cuts, a grid a seat.",
        "style_figure:cuts",
        ("style",),
        "--style usual",
        "draws",
    ),
}


def find_figure(name: str) -> Named:
    """Return the figure of that name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name not in FIGURES:
        raise InputError(
            f"figure '{name[:40]}'", ", ".join(FIGURES), f"musodds plot {_example('win')}"
        )
    return FIGURES[name]


def _example(name: str) -> str:
    return " ".join(f"{name} {FIGURES[name].example} -o {name}.png".split())


def draw(name: str, rules: str | Rules = DEFAULT_RULES, **options: Any) -> Figure:
    """Work out what a figure shows, and draw it in the language in use.

    Parameters
    ----------
    name : str
        One of `FIGURES`.
    rules : str or Rules, default "naipera"
    **options
        As typed after ``musodds plot NAME``: seat, style, score, lance, ...

    Raises
    ------
    InputError
        If there is no such figure, or it does not take an option or its value.

    Examples
    --------
    >>> figure = draw("win", lance="grande", seat="mano")
    >>> float(figure.get_figwidth())
    6.0
    """
    named, rules = find_figure(name), load_rules(rules)
    for option in options:
        if option not in named.options:
            takes = ", ".join(f"--{takes}" for takes in named.options) or "none"
            raise InputError(
                f"--{option} with figure '{name}'", takes, f"musodds plot {_example(name)}"
            )
    if rules.deal != "mus":
        raise InputError(f"figure '{name}' of {rules.name}", "rules with mus", "--rules naipera")
    return named.load()(rules, **options)
