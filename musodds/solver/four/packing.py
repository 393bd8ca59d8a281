"""A strategy in few bytes: fifteenths, two to a byte, less what follows from the rest."""

from __future__ import annotations

import lzma

import numpy as np

from ...errors import InputError
from ...jit import Arr
from .game import Game, layout
from .mus_game import Mus, places
from .strategy import Strategy

LEVELS = 15
# chances have no likeness to the byte before them or to their place
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0}]
_CHANCES = (np.arange(LEVELS + 1) / np.float32(LEVELS)).astype(np.float32)


def pack(strategy: Strategy) -> Arr:
    """Return a strategy whose chances are whole fifteenths as bytes.

    Of every decision the first move is left out: it has what the others leave.
    """
    parts = [
        np.round(rows[..., 1:, :] * LEVELS).astype(np.uint8).ravel()
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
    numbers = _numbers(packed)
    if len(numbers) != sum(wanted) + sum(wanted) % 2:
        raise InputError(f"strategy of {len(numbers)} numbers", f"{sum(wanted)} of them", "-")
    at = 0
    for count, (rows, _) in zip(wanted, made.decisions(), strict=True):
        rest = numbers[at : at + count].reshape(rows[..., 1:, :].shape)
        rows[..., 1:, :] = _CHANCES[rest]
        rows[..., 0, :] = _CHANCES[LEVELS - rest.sum(-2, dtype=np.int8)]
        at += count
    return made


def _numbers(packed: Arr) -> Arr:
    """Return the numbers, one a byte."""
    try:
        pairs = np.frombuffer(lzma.decompress(packed.tobytes()), dtype=np.uint8)
    except lzma.LZMAError as error:
        raise InputError(f"strategy: {error}", "a file that musodds wrote", "-") from None
    numbers = np.empty(2 * len(pairs), np.uint8)
    numbers[0::2], numbers[1::2] = pairs & LEVELS, pairs >> 4
    return numbers
