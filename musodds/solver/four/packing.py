"""A strategy in few bytes: parts of a whole, two to a byte, less what follows from the rest.

Chances are fifteenths. With more than `FEW` hands (4 kings) they are sevenths, and what is never
asked for is forgotten, so that a file stays below 6 MB.
"""

from __future__ import annotations

import lzma

import numpy as np

from ...array_file import unpacked
from ...errors import InputError
from ...jit import Arr
from ...lang import _
from .game import Game, layout
from .mus_game import Mus, places
from .strategy import Strategy

LEVELS, FEWER = 15, 7
FEW = 400  # hands
# chances have no likeness to the byte before them or to their place
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0}]


def levels_of(game: Game) -> int:
    """Return into how many parts a chance is cut."""
    return LEVELS if len(game.space) <= FEW else FEWER


def forget_unreached(strategy: Strategy) -> None:
    """Make a seat's moves all alike where its own moves in the lance never lead, in place.

    It changes no hand that is played: the chances there are never asked for.
    """
    levels, decisions = levels_of(strategy.game), strategy.decisions()
    for tree in strategy.game.betting:
        came: dict[int, dict[int, Arr]] = {0: {}}  # node: seat: where it may come to
        for i, node in enumerate(tree.nodes):
            rows, _ = next(decisions)
            mine, moves = came[i].get(node.seat), len(node.moves)
            if mine is not None:
                alike = np.full(moves, levels // moves)
                alike[: levels % moves] += 1
                part = (alike / np.float32(levels)).astype(np.float32)
                rows[:] = np.where(mine[..., None, :], rows, part[:, None])
            for a, to in enumerate(node.to):
                if to >= 0:
                    goes = rows[..., a, :] > 0
                    came[to] = came[i] | {node.seat: goes if mine is None else mine & goes}


def pack(strategy: Strategy) -> Arr:
    """Return a strategy whose chances are whole parts as bytes.

    Of every decision the first move is left out: it has what the others leave.
    """
    levels = levels_of(strategy.game)
    parts = [
        np.round(rows[..., 1:, :] * levels).astype(np.uint8).ravel()
        for rows, _ in strategy.decisions()
    ]
    numbers = np.concatenate([*parts, np.zeros(sum(map(len, parts)) % 2, np.uint8)])
    pairs = numbers[0::2] | numbers[1::2] << 4
    packed = lzma.compress(pairs.tobytes(), format=lzma.FORMAT_XZ, filters=_FILTERS)
    return np.frombuffer(packed, dtype=np.uint8)


def unpack(packed: Arr, game: Game, memory: str, mus: Mus) -> Strategy:
    """Return the strategy that was packed.

    Raises
    ------
    InputError
        If the bytes are damaged, or those of another game.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import always_paso
    >>> from musodds.solver.four.game import make_game
    >>> bot = always_paso(make_game(load_rules("naipera")))
    >>> again = unpack(pack(bot), bot.game, bot.memory, bot.mus)
    >>> bool((again.table == bot.table).all())
    True
    """
    size = places(game, layout(game, memory), int(mus.rounds)).size
    made = Strategy(game, memory, np.empty(size, np.float32), mus)
    wanted = [rows[..., 1:, :].size for rows, _ in made.decisions()]
    numbers = _numbers(packed, sum(wanted) // 2 + 1)
    if len(numbers) != sum(wanted) + sum(wanted) % 2:
        raise InputError(
            _("strategy of {count} numbers").format(count=len(numbers)),
            _("{count} of them").format(count=sum(wanted)),
            "usual.npz",
        )
    levels, at = levels_of(game), 0
    chances = (np.arange(levels + 1) / np.float32(levels)).astype(np.float32)
    for count, (rows, __) in zip(wanted, made.decisions(), strict=True):
        rest = numbers[at : at + count].reshape(rows[..., 1:, :].shape)
        rows[..., 1:, :] = chances[rest]
        rows[..., 0, :] = chances[levels - rest.sum(-2, dtype=np.int8)]
        at += count
    return made


def _numbers(packed: Arr, most: int) -> Arr:
    """Return the numbers, one a byte, from at most so many bytes."""
    try:
        pairs = np.frombuffer(unpacked(packed.tobytes(), most), dtype=np.uint8)
    except ValueError as error:
        raise InputError(
            _("strategy: {why}").format(why=error), _("a file that musodds wrote"), "usual.npz"
        ) from None
    numbers = np.empty(2 * len(pairs), np.uint8)
    numbers[0::2], numbers[1::2] = pairs & 15, pairs >> 4
    return numbers
