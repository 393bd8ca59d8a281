"""What was said in the lances, as the kernels follow it: the asked one, and those before it.

Of the asked lance every line that fits is listed: who must have spoken before the first bet that is
told passed, and who must have answered before the next word that is told, or before the asker, left
it to his partner. Of an earlier lance all ends that agree with what is told are allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...hands import RANKING
from ...jit import Arr
from ...lang import _
from ...notation import Act, Move
from ...seats import SEATS, partner_of, team_of
from ...words import lance_word
from .game import Game
from .reading import order_of, word
from .tree import NO_BET, PAID_A, PAID_B, End, Node, Tree

LEAVE = (Act.PASO, Act.POR_MI_NO, Act.NO_QUIERO)  # the first of them that may be said
ALL_IN = -1  # as a stake
Line = tuple[tuple[int, int], ...]  # nodes, and the moves made there


@dataclass(frozen=True, slots=True)
class Pending:
    """How an earlier lance ended.

    Attributes
    ----------
    seats : tuple of int
        Who may have bet last; nobody where all passed, or where it was not played.
    stake : int
        Tantos that were bet in all, ALL_IN for an órdago.
    refused : bool
    played : bool
        Whether both pairs took part.
    """

    seats: tuple[int, ...] = ()
    stake: int = 0
    refused: bool = False
    played: bool = True

    def text(self) -> str:
        """Return one line for people.

        Examples
        --------
        >>> Pending((1, 3), 2).text(), Pending().text()
        ('segundo or postre 2 accepted', 'paso')
        """
        if not self.seats:
            return "paso" if self.played else "not played"
        stake = "órdago" if self.stake == ALL_IN else str(self.stake)
        who = " or ".join(SEATS[seat] for seat in self.seats)
        return f"{who} {stake} {'refused' if self.refused else 'accepted'}"


class Said(NamedTuple):
    """What was said, for the kernels."""

    lance: Any  # int64: the asked one, 0 to 3
    seat: Any  # int64: the asker's
    path_at: Arr  # (trees + 1,) int64: the lines of each tree
    step_at: Arr  # (lines + 1,) int64: the steps of each line
    step_node: Arr  # (steps,) int64
    step_move: Arr  # (steps,) int64
    node: Arr  # (lines,) int64: where the asker speaks
    choice: Arr  # (lines, actions) int64: his moves there, by action
    free: Arr  # (4,) bool: nothing is known of that lance
    idle: Arr  # (4,) bool: it may not have been played
    allowed: Arr  # (ends,) bool: ends that agree with what is told
    live_at: Arr  # (trees + 1,) int64: nodes that lead there, by tree
    live: Arr  # (nodes,) int64


# ---------------------------------------------------------------- the asked lance


def lines_to(tree: Tree, seat: int, told: Sequence[Move]) -> list[tuple[Line, int]]:
    """Return the lines of a tree that fit what is told, each with the node where the seat speaks.

    Examples
    --------
    >>> from musodds.notation import parse_bets
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.tree import lance_tree
    >>> tree = lance_tree("grande", 15, load_rules("naipera"))
    >>> [[tree.nodes[node].moves[a].text() for node, a in line] for line, _ in lines_to(
    ...     tree, 3, parse_bets("A2"))]
    [['mano 2', 'segundo n'], ['mano p', 'segundo p', 'tercero 2']]
    """
    found: list[tuple[Line, int]] = []

    def walk(at: int, k: int, line: Line) -> None:
        if at < 0:
            return
        node = tree.nodes[at]
        if k == len(told) and node.seat == seat:
            found.append((line, at))
            return
        words = words_at(node, told[k]) if k < len(told) else _left_to(node, seat)
        for a, said in words:
            walk(node.to[a], k + said, (*line, (at, a)))

    walk(0, 0, ())
    return found


def words_at(node: Node, told: Move) -> list[tuple[int, bool]]:
    """Return the moves that may have been made at a node, and whether they are the next told."""
    leave = leaving(node)
    same = [(a, True) for a, move in enumerate(node.moves) if _is_said(told, move)]
    if told.seat is not None:
        return same if told.seat == node.seat else [(leave, False)]
    if told.team is None:
        return same or [(leave, False)]
    return [*same, (leave, False)] if told.team == team_of(node.seat) else [(leave, False)]


def leaving(node: Node) -> int:
    """Return the move with which a seat lets the next one speak."""
    acts = [move.act for move in node.moves]
    return next(acts.index(act) for act in LEAVE if act in acts)


def _left_to(node: Node, asker: int) -> list[tuple[int, bool]]:
    """Return the moves that may have been made without being told, up to the asker."""
    leave = leaving(node)  # after a bet his partner left it to him, a rival would have been told
    left = node.moves[leave].act is Act.PASO or node.seat == partner_of(asker)
    return [(leave, False)] if left else []


def _is_said(told: Move, move: Move) -> bool:
    """Return whether a move is the one told, if its seat may have said it."""
    assert move.seat is not None
    same = (told.act, told.amount) == (move.act, move.amount)
    return same and told.seat in (None, move.seat) and told.team in (None, team_of(move.seat))


# ---------------------------------------------------------------- earlier lances


def _ends(tree: Tree) -> list[tuple[int, int]]:
    """Return the node before each end, and the tantos bet in all, ALL_IN for an órdago."""
    bet, found = [0] * len(tree.nodes), [(0, 0)] * len(tree.ends)
    for i, node in enumerate(tree.nodes):
        for move, to in zip(node.moves, node.to, strict=True):
            all_in = bet[i] == ALL_IN or move.act is Act.ORDAGO
            if to >= 0:
                bet[to] = ALL_IN if all_in else bet[i] + move.amount
            else:
                found[-1 - to] = i, bet[i]
    return found


def _agrees(end: End, bet: int, told: Pending) -> bool:
    """Return whether a lance that was played may have ended so."""
    if end.outcome == NO_BET or not told.seats:
        return end.outcome == NO_BET and not told.seats
    bettor, refused = divmod(end.outcome - 1, 2)
    return bettor in told.seats and bool(refused) == told.refused and bet == told.stake


def _allow(game: Game, lance: int, told: Pending, allowed: Arr, live: list[list[int]]) -> bool:
    """Mark the ends of a lance that agree with what is told, and the nodes that lead there."""
    some = not told.played
    for number, tree in enumerate(game.betting):
        if RANKING[tree.lance] != lance or not told.played:
            continue
        leads, root = [False] * len(tree.nodes), int(game.trees.root[number])
        for (node, bet), end in zip(_ends(tree), tree.ends, strict=True):
            leads[node] |= _agrees(end, bet, told)
        for e, ((__, bet), end) in enumerate(zip(_ends(tree), tree.ends, strict=True)):
            allowed[game_end(game, number, e)] = _agrees(end, bet, told)
        for i in range(len(tree.nodes) - 1, -1, -1):
            leads[i] |= any(to >= 0 and leads[to] for to in tree.nodes[i].to)
        live[number] = [root + i for i, leading in enumerate(leads) if leading]
        some |= any(leads)
    return some


def is_reachable(game: Game, lance: int, told: Pending) -> bool:
    """Return whether some bets of a lance end as is told."""
    return any(
        _agrees(end, bet, told)
        for tree in game.betting
        if RANKING[tree.lance] == lance
        for (_, bet), end in zip(_ends(tree), tree.ends, strict=True)
    )


def paid_at_once(game: Game, lance: int, told: Pending) -> set[tuple[int, int]]:
    """Return what a refused bet of an earlier lance may have paid: the pair, and the tantos.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.game import make_game
    >>> game = make_game(load_rules("naipera"))
    >>> paid_at_once(game, 0, Pending((1, 3), 5, refused=True))
    {(1, 2)}
    >>> paid_at_once(game, 0, Pending((1, 3), 5))
    set()
    """
    return {
        (0 if end.kind == PAID_A else 1, int(end.stake))
        for tree in game.betting
        if RANKING[tree.lance] == lance
        for (_, bet), end in zip(_ends(tree), tree.ends, strict=True)
        if _agrees(end, bet, told) and end.kind in (PAID_A, PAID_B)
    }


def game_end(game: Game, tree: int, end: int) -> int:
    """Return the number of the end of a tree among those of all trees."""
    return sum(len(other.ends) for other in game.betting[:tree]) + end


# ---------------------------------------------------------------- both


def follow_said(
    game: Game, seat: int, lance: str, told: Sequence[Move], pending: Sequence[Pending | None]
) -> tuple[Said, tuple[str, ...]]:
    """Return what was said as the kernels follow it, and the actions of the asker.

    Parameters
    ----------
    game : Game
    seat : int
    lance : str
    told : sequence of Move
        What was said in the lance, up to the asker; words that follow from the others may be left
        out.
    pending : sequence of (Pending or None)
        The earlier lances; None where nothing is known.

    Raises
    ------
    InputError
        If nothing that is said leads there.
    """
    trees = len(game.betting)
    lines = [
        lines_to(tree, seat, told) if tree.lance == lance and _may_speak(tree, seat) else []
        for tree in game.betting
    ]
    if not any(lines):
        from .unsaid import why_unsaid

        speaking = [t for t in game.betting if t.lance == lance and _may_speak(t, seat)]
        raise why_unsaid(speaking, seat, told)
    allowed, live = np.zeros(len(game.trees.kind), np.bool_), _nothing(trees)
    free, idle = np.ones(4, np.bool_), np.ones(4, np.bool_)
    for earlier, one in enumerate(pending):
        if one is not None:
            free[earlier], idle[earlier] = False, not one.played
            if not _allow(game, earlier, one, allowed, live):
                raise _unreachable(earlier, one)
    choices, actions = _choices_of(game, lines)
    steps = [
        (game.trees.root[n] + i, a)
        for n, some in enumerate(lines)
        for line, _ in some
        for i, a in line
    ]
    said = Said(
        lance=np.int64(RANKING[lance]),
        seat=np.int64(seat),
        path_at=_starts([len(some) for some in lines]),
        step_at=_starts([len(line) for some in lines for line, _ in some]),
        step_node=np.array([node for node, _ in steps], dtype=np.int64),
        step_move=np.array([move for _, move in steps], dtype=np.int64),
        node=np.array([game.trees.root[n] + at for n, some in enumerate(lines) for _, at in some]),
        choice=choices,
        free=free,
        idle=idle,
        allowed=allowed,
        live_at=_starts([len(some) for some in live]),
        live=np.array([node for some in live for node in some], dtype=np.int64),
    )
    return said, actions


def _may_speak(tree: Tree, seat: int) -> bool:
    return bool(tree.mask >> seat & 1)


def _nothing(trees: int) -> list[list[int]]:
    return [[] for _ in range(trees)]


def _starts(sizes: Sequence[int]) -> Arr:
    return np.concatenate([[0], np.cumsum(np.array(sizes, dtype=np.int64))]).astype(np.int64)


def _unreachable(lance: int, told: Pending) -> InputError:
    name = ("grande", "chica", "pares")[lance]
    stake = _("órdago") if told.stake == ALL_IN else str(told.stake)
    what = _("--pending '{lance}': no bets come to {stake}")
    if told.refused:
        what = _("--pending '{lance}': no bets come to {stake} refused")
    return InputError(
        what.format(lance=lance_word(name), stake=stake),
        _("tantos that were bet in all"),
        f"--pending '{name}: ellos 2'",
    )


def _choices_of(
    game: Game, lines: Sequence[Sequence[tuple[Line, int]]]
) -> tuple[Arr, tuple[str, ...]]:
    """Return the asker's moves by line and action, and the actions."""
    spots = [game.betting[n].nodes[at] for n, some in enumerate(lines) for _, at in some]
    actions = tuple(sorted({word(m) for spot in spots for m in spot.moves}, key=order_of))
    rows = []
    for spot in spots:
        words = [word(m) for m in spot.moves]
        # where a partner could not answer, to leave it to him is to refuse
        rows.append([words.index(a) if a in words else 0 for a in actions])
    return np.array(rows, dtype=np.int64), actions
