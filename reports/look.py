"""How figures look: one set of colours, sizes and fonts, and how they are written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.figure import Figure

INK, PAPER = "#222222", "#ffffff"
# from dark blue to yellow, in even steps of lightness: read alike by every eye and in grey
SEQUENTIAL = "cividis"
# Okabe and Ito's palette, for lines and bars told apart by colour
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
DPI = 200  # a figure 6 inches wide is 1,200 pixels; at 600 its smallest text is 12 pixels high
_SETTINGS: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.hashsalt": "musodds",  # the same figure is the same file
}


@contextmanager
def look() -> Iterator[None]:
    """Draw with the shared look, and leave matplotlib's own settings alone."""
    with matplotlib.rc_context(_SETTINGS):
        yield


def save_figure(figure: Figure, path: str) -> None:
    """Write a figure as its file's ending says, whole or not at all; the same bits every time."""
    ending = path.rpartition(".")[2].lower()
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    whole = f"{path}.part"
    with look():
        figure.savefig(whole, format=ending, dpi=DPI, metadata=dates.get(ending))
    os.replace(whole, path)
