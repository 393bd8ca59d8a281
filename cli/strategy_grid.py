"""All hands of a decision on one grid in the terminal: what each does most, and how often.

A row is the two highest cards, a column the two lowest, so that all hands fill one triangle; as
in `musodds.reports.style_figure`. A cell is the letter of the action taken most often and the
tenths of how often; the letter alone where it is nearly always taken. Colours say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from ..lang import _
from .render import MACHINE, emit, percent
from .solve_words import said

if TYPE_CHECKING:
    from rich.text import Text

    from ..hands import HandSpace
    from ..solver.four.reading import Reading
    from .strategy_sheets import Answer

ALWAYS = 0.95
WIDE, NARROW = 2, 1  # characters a cell
_LABEL = 4
_IMPOSSIBLE, _UNKNOWN, _SPARE = "·", "?", "XYZUVW"
_LETTERS = {
    "paso": "P",
    "no-quiero": "N",
    "por-mi-no": "T",
    "quiero": "Q",
    "envido": "EFGH",
    "mas": "MKL",
    "ordago": "O",
}
_HUES = {
    "paso": (90, 140, 200),
    "no-quiero": (150, 150, 150),
    "por-mi-no": (180, 180, 140),
    "quiero": (70, 175, 110),
    "envido": (230, 180, 50),
    "mas": (235, 135, 40),
    "ordago": (225, 75, 65),
}
_FADED = (60, 60, 60)
Pair = tuple[int, int]


def letters(actions: Sequence[str]) -> dict[str, str]:
    """Return a letter for every action.

    Examples
    --------
    >>> letters(["paso", "envido:2", "envido:5", "ordago"])
    {'paso': 'P', 'envido:2': 'E', 'envido:5': 'F', 'ordago': 'O'}
    """
    found: dict[str, str] = {}
    for action in actions:
        free = _LETTERS[action.partition(":")[0]] + _SPARE
        found[action] = next((c for c in free if c not in found.values()), "#")
    return found


def _pairs(classes: int) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs of cards down and across, RR first: down by the lower card of the two."""
    across = list(combinations_with_replacement(range(classes), 2))
    return sorted(across, key=lambda pair: pair[::-1]), across


def _cell(reading: Reading, hand: int, names: dict[str, str], width: int) -> tuple[str, str]:
    """Return the text of a hand's cell, and its colours."""
    if not reading.possible[hand]:
        return _IMPOSSIBLE.ljust(width), "dim"
    if reading.rare or not reading.known[hand]:
        return _UNKNOWN.ljust(width), "dim"
    chances = reading.frequency[:, hand]
    most = int(np.argmax(chances))
    action, p = reading.actions[most], float(chances[most])
    strength = max(0.0, min(1.0, (p - 0.3) / 0.7))
    hue = _HUES[action.partition(":")[0]]
    red, green, blue = (round(a + strength * (b - a)) for a, b in zip(_FADED, hue, strict=True))
    ink = "black" if 0.3 * red + 0.59 * green + 0.11 * blue > 110 else "white"
    letter = names[action]
    if width == NARROW:
        letter = letter if p >= ALWAYS else letter.lower()
    elif p < ALWAYS:
        letter += str(int(10 * p))
    return letter.ljust(width), f"{ink} on rgb({red},{green},{blue})"


def grid(space: HandSpace, reading: Reading, columns: int) -> list[Text]:
    """Return the lines of the picture.

    Parameters
    ----------
    space : HandSpace
    reading : Reading
    columns : int
        Room on the terminal; where two characters a hand do not fit, one is drawn.
    """
    from rich.text import Text

    down, across = _pairs(len(space.deck.classes))
    width = WIDE if _LABEL + WIDE * len(across) <= columns else NARROW
    card, names = space.deck.names, letters(reading.actions)
    number = {tuple(cards): k for k, cards in enumerate(space.cards.tolist())}
    third = [card[c] if c == d else "" for c, d in across]
    fourth = [card[d] for _, d in across]
    lines = [
        Text(" " * _LABEL + "".join(name.ljust(width) for name in row), style="dim")
        for row in (third, fourth)
    ]
    for a, b in down:
        hands = [number.get((a, b, c, d)) for c, d in across]
        if not any(hand is not None and reading.possible[hand] for hand in hands):
            continue  # a row of hands that may not bet says nothing
        line = Text(f"{card[a]}{card[b]}".ljust(_LABEL), style="")
        for hand in hands:
            line.append(
                *((" " * width, "") if hand is None else _cell(reading, hand, names, width))
            )
        line.rstrip()
        lines.append(line)
    return lines


def legend(reading: Reading, width: int) -> list[Text]:
    """Say what the letters mean, and how often each action is taken, all hands together."""
    from rich.text import Text

    names, often = letters(reading.actions), np.nansum(reading.frequency * reading.held, axis=1)
    line = Text()
    for action, p in zip(reading.actions, often.tolist(), strict=True):
        red, green, blue = _HUES[action.partition(":")[0]]
        line.append(f" {names[action]} ", f"black on rgb({red},{green},{blue})")
        line.append(f" {said(action)} {percent(p)}   ")
    line.rstrip()
    tenths = _("The action taken most often and in how many tenths; alone: 95% or more.")
    if width == NARROW:
        tenths = _("The action taken most often; a small letter: less than 95%.")
    odd = _("? hardly ever there.")
    if not reading.possible.all():
        odd = _("? hardly ever there, · may not bet.")
    return [line, Text(f"{tenths} {odd}", style="dim")]


def picture(space: HandSpace, reading: Reading, columns: int) -> list[Text]:
    """Return the grid with what it means."""
    pairs = len(_pairs(len(space.deck.classes))[1])
    width = WIDE if _LABEL + WIDE * pairs <= columns else NARROW
    return [*grid(space, reading, columns), *legend(reading, width)]


def emit_grid(form: str, answer: Answer) -> None:
    """Print a report of all hands with its picture."""
    from .strategy_sheets import matrix_report

    if form in MACHINE:
        emit(form, lambda: matrix_report(answer))
        return
    report, reading, space = matrix_report(answer), answer.readings[0], answer.space
    import click
    from rich.console import Console
    from rich.text import Text

    if form == "md":
        drawn = [line.plain for line in picture(space, reading, 200)]
        parts = [f"**{report.headline}**", *report.lines, "\n".join(["```text", *drawn, "```"])]
        click.echo("\n\n".join([*parts, *(f"_{note}_" for note in report.notes)]))
        return
    console = Console(highlight=False)
    console.print(Text(report.headline, style="bold green"))
    for told in report.lines:
        console.print(told, markup=False)
    console.print(
        _("Two highest cards down, two lowest across (third card above the fourth):"), style="dim"
    )
    lines = picture(space, reading, console.width)
    wide = Console(
        highlight=False, width=max(console.width, *(line.cell_len for line in lines[:-2]))
    )
    for line in lines[:-2]:
        wide.print(line, no_wrap=True)
    for line in lines[-2:]:
        console.print(line)
    console.print()
    for note in report.notes:
        console.print(note, style="dim", markup=False)
