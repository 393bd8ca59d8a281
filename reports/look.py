"""How figures look: one set of colours, sizes and fonts, and how they are written.

Every figure is made in `look`, by `new_figure`, and ends with `finish`. Colours are told apart by
every kind of eye: Okabe and Ito's palette, cividis, and blue against vermilion.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath
from matplotlib.ticker import MaxNLocator

from ..hands import LANCE_NAMES
from ..seats import SEATS

INK, PALE, PAPER = "#222222", "#6b6b6b", "#ffffff"
EMPTY = "#e4e4e4"  # a cell of which nothing is known
# Okabe and Ito's palette, for lines and bars told apart by colour
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
LANCE_COLOURS = dict(zip(LANCE_NAMES, COLOURS, strict=False))
SEAT_COLOURS = dict(zip(SEATS, COLOURS, strict=False))
# an action's colour by what is said; larger bets are darker, see `action_colour`
ACTION_COLOURS = {
    "mus": "#56b4e9",
    "cut": "#d55e00",
    "paso": "#a6cee8",
    "no-quiero": "#bdbdbd",
    "por-mi-no": "#8f8f8f",
    "quiero": "#009e73",
    "envido": "#f5c242",
    "mas": "#e69f00",
    "ordago": "#b2182b",
}
# from dark blue to yellow, in even steps of lightness: read alike by every eye and in grey
SEQUENTIAL = "cividis"
DIVERGING: Colormap = LinearSegmentedColormap.from_list(
    "musodds", ["#08315c", "#0072b2", "#8fc3e3", "#f4f4f4", "#f2b58c", "#d55e00", "#742f00"]
)
WIDTH = 6.0  # inches: a column of a book; 600 pixels on a page make 100 an inch
DPI = 200
TITLE, TEXT, SMALL = 10.5, 9.0, 8.0  # points
_MARGIN = 0.08  # inches beside title and footer
_HINTED = 1.03  # how much wider letters may come out in pixels
_SETTINGS: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": TEXT,
    "axes.titlesize": TEXT,
    "axes.titlelocation": "left",
    "axes.labelsize": TEXT,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.titlesize": TITLE,
    "figure.labelsize": SMALL,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.6,
    "legend.fontsize": TEXT,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": TEXT,
    "ytick.labelsize": TEXT,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "pdf.fonttype": 42,  # whole letters, which printers want
    "svg.hashsalt": "musodds",  # the same figure is the same file
}


@contextmanager
def look() -> Iterator[None]:
    """Draw with the shared look, and leave matplotlib's own settings alone."""
    with matplotlib.rc_context(_SETTINGS):
        yield


def new_figure(height: float, width: float = WIDTH) -> Figure:
    """Return an empty figure that lays itself out; call it within `look`.

    Parameters
    ----------
    height, width : float
        Inches.
    """
    return Figure(figsize=(width, height), layout="constrained")


def finish(figure: Figure, title: str, source: str) -> Figure:
    """Write the title above and the source below, in as many lines as they need.

    Parameters
    ----------
    figure : Figure
    title : str
    source : str
        As `text.source` has it: rules, style, method, deals, seed.
    """
    room, at = figure.get_figwidth() - 2 * _MARGIN, _MARGIN / figure.get_figwidth()
    figure.suptitle(fitted(title, TITLE, room, "bold"), x=at, ha="left", weight="bold")
    figure.supxlabel(fitted(source, SMALL, room), x=at, ha="left", color=PALE)
    return figure


def text_width(text: str, size: float, weight: str = "normal") -> float:
    """Return how wide a line is, in inches, at a size in points.

    Examples
    --------
    >>> 1.0 < text_width("Hogeita hamaika", 9) < 1.1
    True
    """
    font = FontProperties(family="DejaVu Sans", size=size, weight=weight)
    width, _, _ = TextToPath().get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72


def fitted(text: str, size: float, room: float, weight: str = "normal") -> str:
    r"""Break lines where they would be wider than the room, in inches.

    Examples
    --------
    >>> fitted("one two three", 9, 0.6)
    'one two\nthree'
    """
    lines = []
    for line in text.split("\n"):
        words, row = line.split(" "), ""
        for word in words:
            longer = f"{row} {word}" if row else word
            if row and _HINTED * text_width(longer, size, weight) > room:
                lines.append(row)
                longer = word
            row = longer
        lines.append(row)
    return "\n".join(lines)


def action_colour(action: str) -> str:
    """Return the colour of an action as `solver.four.reading` writes it.

    Examples
    --------
    >>> action_colour("paso"), action_colour("envido:2") != action_colour("envido:5")
    ('#a6cee8', True)
    """
    act, _, amount = action.partition(":")
    colour = ACTION_COLOURS[act]
    dark = min(0.45, 0.15 * max(0, int(amount or 2) - 2) ** 0.5)
    red, green, blue = (part * (1 - dark) for part in to_rgb(colour))
    return to_hex((red, green, blue))


def ink_on(colour: Any) -> str:
    """Return the ink that is read best on a colour."""
    red, green, blue = to_rgb(colour)
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else PAPER


def steps(most: int = 7) -> MaxNLocator:
    """Return where an axis or a colour bar has its ticks: so many, a round number apart."""
    return MaxNLocator(most, steps=[1, 2, 5, 10])


def bare(axes: Axes) -> None:
    """Take the frame and the ticks off, and leave their labels."""
    axes.tick_params(length=0, pad=2)
    for spine in axes.spines.values():
        spine.set_visible(False)


def figure_bytes(figure: Figure, form: str) -> bytes:
    """Return a figure as a file: the same bits every time, without a date.

    Parameters
    ----------
    figure : Figure
    form : {"png", "svg", "pdf"}
    """
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    into = BytesIO()
    with look():
        figure.savefig(into, format=form, dpi=DPI, metadata=dates.get(form))
    return into.getvalue()


def save_figure(figure: Figure, path: str) -> None:
    """Write a figure as its file's ending says; it is drawn before the file is touched."""
    Path(path).write_bytes(figure_bytes(figure, path.rpartition(".")[2].lower()))
