"""The figures by name: `draw` works out what one shows, with the options given, and draws it.

A figure of its own module is a function of the rules and of its options, by keyword, that returns a
matplotlib figure; `FIGURES` names it and what it takes. Nothing heavy is imported before that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..lang import _
from ..rules import DEFAULT_RULES, Rules, load_rules
from ..seats import parse_seat
from ..setup import check_sample
from ..style import parse_style

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
    "game": Named(
        "The chance of winning the game with each hand at a score, played as solved.",
        "game_figure:game",
        ("seat", "score", "style", "deals", "seed"),
        "--score 30-35 --seat mano",
        "payments",
    ),
    "cut": Named(
        "What cutting gains over mus with each hand, in tantos.",
        "cut_figures:cut",
        ("seat", "style", "deals", "seed"),
        "--seat postre --style usual",
        "trials",
    ),
    "cut-line": Named(
        "With which share of hands to cut, by seat and style.",
        "cut_figures:cut_line",
        ("style", "deals", "seed"),
        "",
        "trials",
    ),
    "discards": Named(
        "What to keep of each hand, and what is kept most often.",
        "discard_figure:discards",
        ("seat", "style"),
        "--seat mano --style usual",
        "draws",
    ),
    "after-mus": Named(
        "What hands hold as dealt, where all say mus, and after a round of it.",
        "mus_figure:after_mus",
        ("seat", "style", "deals", "seed"),
        "--style usual",
        "rounds",
    ),
    "strategy": Named(
        "What a solved strategy does in a lance: every hand's cell split by its actions.",
        "strategy_figure:strategy",
        ("seat", "lance", "history", "style", "cut", "deals", "seed"),
        "--lance grande --seat mano",
        "values",
    ),
    "style": Named(
        "With which hands a style cuts, a grid a seat.",
        "style_figure:cuts",
        ("style",),
        "--style usual",
        "draws",
    ),
    "census": Named(
        "How many dealt hands hold each pares, juego and punto, under two sets of rules.",
        "census_figure:census",
        ("against",),
        "--against ehmf",
    ),
    "strength": Named(
        "How often a pair wins each lance, from the weakest hand to the best, by seat.",
        "strength_figure:strength",
    ),
    "disputed": Named(
        "How often pares, juego and punto are disputed, under two sets of rules.",
        "contested_figure:disputed",
        ("against",),
        "--against ehmf",
    ),
    "equity": Named(
        "The chance of winning the game, a tanto and an órdago, at every score.",
        "equity_figure:equity",
        ("style", "seat"),
        "--seat mano",
    ),
    "accept": Named(
        "From which chance of winning the last lance a bet is worth accepting, at every score.",
        "accept_figure:accept",
        ("style", "seat", "lance"),
        "--lance punto --seat postre",
    ),
    "convergence": Named(
        "How solving a lance between two comes nearer to equilibrium.",
        "convergence_figure:convergence",
        ("lance",),
        "--lance pares",
        "kernels",
    ),
    "quality": Named(
        "What deviating from a solved strategy gains, and its runs against each other.",
        "quality_figure:quality",
        ("style",),
        "--style usual",
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
            _("figure '{name}'").format(name=name[:40]),
            ", ".join(FIGURES),
            f"musodds plot {_example('win')}",
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
    check(name, rules := load_rules(rules), options)
    return find_figure(name).load()(rules, **options)


def check(name: str, rules: Rules, options: Mapping[str, Any]) -> None:
    """Refuse what no figure could be drawn of, before anything is compiled or solved.

    Raises
    ------
    InputError
        If the figure does not take an option, the rules have no mus, or a seat, a style, a lance,
        deals or a seed cannot be used.
    """
    named = find_figure(name)
    for option in options:
        if option not in named.options:
            takes = ", ".join(f"--{takes}" for takes in named.options) or _("none")
            raise InputError(
                _("--{option} with figure '{name}'").format(option=option, name=name),
                takes,
                f"musodds plot {_example(name)}",
            )
    if rules.deal != "mus":
        raise InputError(
            _("figure '{name}' of {rules}").format(name=name, rules=rules.name),
            _("rules with mus"),
            "--rules naipera",
        )
    check_sample(options.get("deals", 1), options.get("seed", 1))
    if "seat" in options:
        parse_seat(options["seat"])
    if "style" in options:
        parse_style(options["style"])
    if "lance" in options:
        from ..solver.four.asking import parse_lance

        parse_lance(options["lance"])
