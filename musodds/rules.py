"""The rules of a table: how many kings, games to how many tantos, 31 real or not."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from .cards import Deck, standard_deck
from .errors import InputError

DEFAULT_RULES = "naipera"
REALS = ("off", "ten", "sota", "king")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a hand is played by.

    Attributes
    ----------
    name : str
        The preset's name, or ``custom``.
    kings : int
        8 (the threes are kings and the twos are aces, to all effects) or 4.
    target : int
        Tantos that win a game.
    real : str
        The 31 real, 7-7-7 and a ten, which beats every other 31: ``off``, ``ten`` (any king,
        horse or sota), ``sota`` or ``king``.

    Examples
    --------
    >>> load_rules("ehmf").kings
    4
    >>> load_rules("naipera").deck().letters
    'RCS7654A'
    """

    name: str = "custom"
    kings: int = 8
    target: int = 40
    real: str = "off"

    def __post_init__(self) -> None:
        """Refuse what no table plays."""
        if self.kings not in (4, 8):
            raise InputError(f"rules: kings = {self.kings}", "4 or 8", "kings = 8")
        if self.target < 1:
            raise InputError(f"rules: target = {self.target}", "a positive number", "target = 40")
        if self.real not in REALS:
            raise InputError(f"rules: real = '{self.real}'", ", ".join(REALS), "real = 'off'")

    def deck(self) -> Deck:
        """Return the deck these rules are played with."""
        return standard_deck(self.kings)

    def describe(self) -> str:
        """Return one line for people, e.g. ``naipera: 8 kings, games of 40``."""
        real = "" if self.real == "off" else f", 31 real ({self.real})"
        return f"{self.name}: {self.kings} kings, games of {self.target}{real}"


@cache
def presets() -> dict[str, dict[str, Any]]:
    """Return the presets that ship with musodds, as read from ``presets.toml``."""
    return tomllib.loads((files("musodds") / "presets.toml").read_text("utf-8"))


def load_rules(rules: str | Rules = DEFAULT_RULES) -> Rules:
    """Return the rules of that name.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
        A preset's name; rules are handed back as they are.

    Raises
    ------
    InputError
        If there is no such preset.

    Examples
    --------
    >>> load_rules("ffm").describe()
    'ffm: 4 kings, games of 40'
    """
    if isinstance(rules, Rules):
        return rules
    try:
        preset = presets()[rules.strip().lower()]
    except KeyError:
        raise InputError(
            f"rules '{rules}': no such preset", ", ".join(presets()), "--rules naipera"
        ) from None
    fields = {key: value for key, value in preset.items() if key != "title"}
    return Rules(name=rules.strip().lower(), **fields)
