"""What makes two solved games the same: all that the solver reads, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from ...rules import Rules
from ...style import Line, Style, parse_style
from .lock import NO_LOCK, Lock
from .menu import Menu
from .mus_game import EQUILIBRIUM

if TYPE_CHECKING:
    from .game import Game
    from .stakes import Stakes

# the deck, what hands are worth, who speaks when, what is paid
MATTER = (
    "kings",
    "wild",
    "deal",
    "real",
    "real_pays",
    "quads",
    "mus_decided",
    "pedrete",
    "max_bet",
    "who_refuses",
    "refused_raise",
)
# whether the menu is allowed is asked before; the solver deals thrown cards again in its own way
DO_NOT_MATTER = (
    "reshuffle",
    "mus_corrido",
    "exposed_card",
    "min_bet",
    "min_raise",
    "double_bets",
    "senas",
    "max_senas",
    "senas_seen",
    "target",
    "punto_refused",
    "stones_per_amarraco",
    "late_claims",
    "games",
    "vacas",
    "first_mano",
)
FREE = {"style": EQUILIBRIUM}


def table_key(rules: Rules, menu: Menu, ordago: float) -> dict[str, Any]:
    """Return what two strategies must share to sit at one table, fit for JSON.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> a, b = load_rules("naipera"), load_rules("naipera", ["target=30"])
    >>> table_key(a, Menu(), 22.0) == table_key(b, Menu(), 22.0)
    True
    """
    told = {"bets": sorted(menu.bets), "ordago": menu.ordago}
    # sizes of raises mean nothing where nobody may raise
    told |= {"raises": sorted(menu.raises) if menu.max_raises else []}
    told |= {"max_raises": menu.max_raises if menu.raises else 0}
    return {
        "rules": {field: getattr(rules, field) for field in MATTER},
        "menu": told,
        "ordago": float(ordago) if menu.ordago else None,
    }


def game_key(
    rules: Rules,
    menu: Menu,
    ordago: float,
    style: str | Style,
    rounds: int,
    lock: Lock = NO_LOCK,
    stakes: Stakes | None = None,
) -> dict[str, Any]:
    """Return all that matters to what is solved, fit for JSON: equal for equal games.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> rules = load_rules("naipera")
    >>> one = game_key(rules, Menu(), 22.0, "usual", 3)
    >>> one == game_key(rules, Menu(), 22.0, "cut:0.35", 3)
    True
    """
    key = table_key(rules, menu, ordago) | {
        "rounds": rounds,
        "style": cuts_told(style) if rounds else {},
        "lock": lock.to_list(),
    }
    if stakes is not None:  # at a score the game is won or lost: nobody counts an órdago in tantos
        key |= {"ordago": menu.ordago, "score": stakes.key(rules.punto_refused)}
    return key


def score_key(game: Game) -> dict[str, Any]:
    """Return what the score adds to the key of a game: nothing where it is played for tantos."""
    if game.stakes is None:
        return {}
    return {"score": game.stakes.key(game.rules.punto_refused)}


def cuts_told(style: str | Style) -> dict[str, Any]:
    """Return what a style says about cutting, fit for JSON; the discards and bets are solved."""
    if style == EQUILIBRIUM:
        return FREE
    read = parse_style(style)
    if read.whole:
        return {"whole": read.whole}
    shares = list(dict.fromkeys(read.shares)) if len(set(read.shares)) == 1 else list(read.shares)
    lines = [asdict(replace(line, where="")) for line in read.lines if line.what == "cut"]
    for line in lines:
        line["seats"] = list(line["seats"])
        line["rounds"] = [list(run) for run in line["rounds"]]
    return {"shares": shares, "softness": read.softness, "lines": lines}


def style_of(told: Mapping[str, Any], name: str) -> str | Style:
    """Return a style that cuts as it was told, the reverse of `cuts_told`."""
    if told == FREE:
        return EQUILIBRIUM
    if not told:  # without the mus phase nobody asks
        return EQUILIBRIUM
    if "whole" in told:
        return Style(name, (), whole=told["whole"])
    lines = tuple(
        Line(
            **line
            | {
                "seats": tuple(line["seats"]),
                "rounds": tuple((first, last) for first, last in line["rounds"]),
            }
        )
        for line in told["lines"]
    )
    return Style(name, tuple(told["shares"]), softness=told["softness"], lines=lines)
