"""One lance between two players as a public tree, and how each line of it ends."""

from __future__ import annotations

from ..envites import Outcome, settle
from ..errors import InputError
from ..lang import _
from ..notation import Act, Move
from ..rules import Rules
from .game import Line, Tree, grow
from .menu import Menu

MOST_NODES = 100_000  # of one lance: beyond it the tree itself is too large to write down


def move_of(word: str, seat: int) -> Move:
    """Return a word of a line as a move, e.g. ``envido:2``."""
    act, _, amount = word.partition(":")
    return Move(Act(act), int(amount or 0), seat)


def moves_of(line: Line) -> tuple[Move, ...]:
    """Return a line as moves: mano and postre speak in turn.

    Examples
    --------
    >>> [move.text(2) for move in moves_of(("paso", "envido:2", "mas:3", "no-quiero"))]
    ['mano p', 'postre 2', 'mano +3', 'postre n']
    """
    return tuple(move_of(word, k % 2) for k, word in enumerate(line))


def outcome_of(lance: str, line: Line, rules: Rules) -> Outcome:
    """Return how a line of a lance that both may bet on ends."""
    return settle(lance, moves_of(line), (True, True), rules)


def lance_tree(menu: Menu, rules: Rules) -> Tree:
    """Return all lines of betting of one lance.

    Raises
    ------
    InputError
        If the rules forbid a bet of the menu, or there are too many lines.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> tree = lance_tree(Menu(), load_rules("naipera"))
    >>> len(tree.lines), len(tree.ends), tree.ends[-1]
    (12, 21, ('ordago', 'quiero'))
    """
    menu.check(rules)
    nodes = menu.size(rules)[0]
    if nodes > MOST_NODES:
        raise InputError(
            _("a lance of {nodes:,} nodes").format(nodes=nodes),
            _("at most {most:,}").format(most=MOST_NODES),
            "--bets 2,5,ordago --cap 2",
        )
    opening = ("paso", *(f"envido:{n}" for n in menu.bets), *["ordago"] * menu.ordago)

    def turn(said: Line) -> tuple[int, Line] | None:
        seat = len(said) % 2
        if said in ((), ("paso",)):
            return seat, opening
        last = said[-1]
        if last in ("paso", "quiero", "no-quiero"):
            return None
        if last == "ordago":
            return seat, ("no-quiero", "quiero")
        bets = moves_of(said)
        stake, raises = sum(m.amount for m in bets), sum(m.act is Act.MAS for m in bets)
        more = (f"mas:{n}" for n in menu.answers(stake, raises, rules))
        return seat, ("no-quiero", "quiero", *more, *["ordago"] * menu.ordago)

    return grow(turn)
