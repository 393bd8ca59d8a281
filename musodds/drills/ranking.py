"""The ranking of the tables that played the same boards."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..lang import _, ngettext
from ..seats import plain
from ..text_file import csv_rows, whole

COLUMNS = ("board", "table", "pair13", "pair24", "tantos13", "tantos24")
MATCHPOINTS, TANTOS = WAYS = ("matchpoints", "tantos")
ORDAGO = 22  # tantos that an accepted órdago counts for, as elsewhere in musodds
MOST_TANTOS = 200
MOST_ROWS = 100_000
_EXAMPLE = "1,A,Ane+Jon,Miren+Peio,7,2"
_ORDAGO_WORDS = ("ordago", "hordago", "ord", "o")


@dataclass(frozen=True, slots=True)
class Result:
    """A board as one table played it.

    Attributes
    ----------
    board : int
    table : str
    pairs : tuple of str
        Chairs 1 and 3, then 2 and 4.
    difference : int
        Tantos of the first pair less those of the other; an órdago as so many tantos.
    """

    board: int
    table: str
    pairs: tuple[str, str]
    difference: int


@dataclass(frozen=True, slots=True)
class Place:
    """A pair in the ranking.

    Attributes
    ----------
    place : int
        The same for pairs that are level.
    pair : str
    boards : int
        Boards that could be compared with another table.
    points : float
        Mean percent of the matchpoints; or tantos more than the other tables, summed.
    """

    place: int
    pair: str
    boards: int
    points: float

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "place": self.place,
            "pair": self.pair,
            "boards": self.boards,
            "points": self.points,
        }


def _tantos(text: str) -> int | None:
    """Read tantos; None is an órdago won."""
    if plain(text) in _ORDAGO_WORDS:
        return None
    if not text.strip().isdecimal() or whole(text.strip()) > MOST_TANTOS:
        raise InputError(
            _("tantos '{text}'").format(text=text),
            _("0 to {most}, or ordago").format(most=MOST_TANTOS),
            _EXAMPLE,
        )
    return int(text)


def _difference(first: str, other: str, ordago: int) -> int:
    if not first.strip() or not other.strip():  # whoever lost an órdago may be left empty
        won = [plain(text) in _ORDAGO_WORDS for text in (first, other)]
        if any(won):
            return ordago if won[0] else -ordago
    a, b = _tantos(first), _tantos(other)
    if a is None and b is None:
        raise InputError(
            _("an órdago won by both pairs"), _("one winner"), "1,A,Ane+Jon,Miren+Peio,ordago,"
        )
    if a is None or b is None:
        return ordago if a is None else -ordago
    return a - b


def read_results(text: str, ordago: int = ORDAGO) -> list[Result]:
    """Read the results of all tables.

    Parameters
    ----------
    text : str
        CSV with the columns of COLUMNS, in any order.
    ordago : int
        Tantos that an accepted órdago counts for.

    Raises
    ------
    InputError
        If a line cannot be read, or a table played a board twice; with the number of the line.

    Examples
    --------
    >>> read_results('''board,table,pair13,pair24,tantos13,tantos24
    ... 1,A,Ane+Jon,Miren+Peio,7,2
    ... ''')[0].difference
    5
    """
    lines = io.StringIO(text.lstrip("\ufeff"), newline=None)
    rows = csv_rows(lines, "results", _EXAMPLE, MOST_ROWS)
    head = [plain(cell) for cell in next(rows, (0, []))[1]]
    if sorted(head) != sorted(COLUMNS):
        raise InputError(
            _("line 1: columns {columns}").format(columns=", ".join(head)),
            ", ".join(COLUMNS),
            ",".join(COLUMNS),
        )
    found, seen = list[Result](), set[tuple[int, str]]()
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        try:
            result = _read(head, row, ordago)
            if (result.board, result.table) in seen:
                raise InputError(
                    _("table {table} played board {board} twice").format(
                        table=result.table, board=result.board
                    ),
                    _("once"),
                    _EXAMPLE,
                )
        except InputError as error:
            raise error.within(_("line {number}").format(number=line)) from None
        seen.add((result.board, result.table))
        found.append(result)
    if not found:
        raise InputError(_("results: no line in it"), _("a line a board and table"), _EXAMPLE)
    return found


def _read(head: Sequence[str], row: Sequence[str], ordago: int) -> Result:
    if len(row) != len(head):
        raise InputError(
            ngettext("{count} cell", "{count} cells", len(row)).format(count=len(row)),
            f"{len(head)}",
            _EXAMPLE,
        )
    told = dict(zip(head, (cell.strip() for cell in row), strict=True))
    if not told["board"].isdecimal() or (board := whole(told["board"])) < 1:
        raise InputError(
            _("board '{board}'").format(board=told["board"]), _("its number"), _EXAMPLE
        )
    pairs = told["pair13"], told["pair24"]
    if not all(pairs) or plain(pairs[0]) == plain(pairs[1]) or not told["table"]:
        raise InputError(
            _("table '{table}', pairs '{one}' and '{other}'").format(
                table=told["table"], one=pairs[0], other=pairs[1]
            ),
            _("a table and two pairs"),
            _EXAMPLE,
        )
    difference = _difference(told["tantos13"], told["tantos24"], ordago)
    return Result(board, told["table"], pairs, difference)


def matchpoints(own: int, others: Sequence[int]) -> float:
    """Return the percent of the matchpoints: 2 for each worse result, 1 for a like one.

    Examples
    --------
    >>> matchpoints(3, [1, 3, 8])
    50.0
    """
    points = sum((own > other) * 2 + (own == other) for other in others)
    return 100 * points / (2 * len(others))


def more_tantos(own: int, others: Sequence[int]) -> float:
    """Return by how many tantos a result is better than the others, on average.

    Examples
    --------
    >>> more_tantos(3, [1, 3, 8])
    -1.0
    """
    return own - sum(others) / len(others)


def rank(results: Iterable[Result], by: str = MATCHPOINTS) -> tuple[list[Place], list[int]]:
    """Rank the pairs.

    A result is compared with those of the pairs that held the same cards at the other tables.

    Parameters
    ----------
    results : iterable of Result
    by : str
        ``matchpoints``: mean percent over the boards; ``tantos``: tantos more than the other
        tables on average, summed over the boards.

    Returns
    -------
    list of Place
        Best first.
    list of int
        Boards that one table alone played, and that do not count.
    """
    worth: Callable[[int, Sequence[int]], float] = matchpoints if by == MATCHPOINTS else more_tantos
    boards: dict[int, list[Result]] = {}
    for result in results:
        boards.setdefault(result.board, []).append(result)
    points: dict[str, list[float]] = {}
    for played in boards.values():
        for number, result in enumerate(played):
            others = [one.difference for at, one in enumerate(played) if at != number]
            for pair, sign in zip(result.pairs, (1, -1), strict=True):
                given = points.setdefault(pair, [])
                if others:
                    given.append(worth(sign * result.difference, [sign * d for d in others]))
    alone = sorted(board for board, played in boards.items() if len(played) == 1)
    return _places(points, by), alone


def _places(points: dict[str, list[float]], by: str) -> list[Place]:
    sums = {
        pair: (sum(given) / len(given) if given and by == MATCHPOINTS else sum(given))
        for pair, given in points.items()
    }
    ordered = sorted(sums, key=lambda pair: (-round(sums[pair], 9), pair))
    return [
        Place(
            1 + sum(round(other, 9) > round(sums[pair], 9) for other in sums.values()),
            pair, len(points[pair]), sums[pair],
        )
        for pair in ordered
    ]  # fmt: skip
