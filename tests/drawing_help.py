"""What a figure draws, as numbers: not its pixels, which differ from font to font."""

import hashlib
import warnings

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle, StepPatch
from matplotlib.text import Text
from musodds.reports.look import DPI, look


def drawn(axes):
    """Return the arrays of all lines, bars, steps, error bars and maps of some axes."""
    found = []
    for artist in axes.get_children():
        if isinstance(artist, Line2D):
            found.append(np.asarray(artist.get_xydata(), float))
        elif isinstance(artist, StepPatch):
            found += [artist.get_data().values, artist.get_data().edges]
        elif isinstance(artist, Rectangle) and artist is not axes.patch:
            found.append([artist.get_x(), artist.get_y(), artist.get_width(), artist.get_height()])
        elif isinstance(artist, QuadMesh):
            found.append(np.ma.filled(artist.get_array(), np.nan))
        elif isinstance(artist, LineCollection):
            found += artist.get_segments()
    return [np.asarray(array, float) for array in found]


def digest(figure):
    """Return a hash of all that is drawn, to six digits."""
    told = hashlib.sha256()
    for axes in figure.axes:
        for array in drawn(axes):
            told.update(" ".join(f"{value:.5e}" for value in array.ravel()).encode())
    return told.hexdigest()[:16]


def lay_out(figure):
    """Draw a figure as it is drawn for a file."""
    figure.set_dpi(DPI)
    with look():
        FigureCanvasAgg(figure).draw()


def texts(figure):
    """Return all that is written on a figure."""
    lay_out(figure)
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def missing_glyphs(figure):
    """Return the warnings about letters that the font does not have."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        lay_out(figure)
    return [str(each.message) for each in caught if "lyph" in str(each.message)]


def smallest_text(figure):
    """Return the height of the smallest letters, in pixels, where the figure is 600 wide."""
    lay_out(figure)
    sizes = [text.get_fontsize() for text in figure.findobj(Text) if text.get_text()]
    return min(sizes) * 600 / figure.get_figwidth() / 72


def outside(figure):
    """Return the texts that do not fit on the figure, but for ticks out of view."""
    lay_out(figure)
    hidden = {
        label
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
        if not _in_view(axis, tick)
        for label in (tick.label1, tick.label2)
    }
    width, height = figure.canvas.get_width_height()
    found = []
    for text in figure.findobj(Text):
        if not (text.get_text().strip() and text.get_visible()) or text in hidden:
            continue
        box = text.get_window_extent()
        if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1:
            found.append(text.get_text())
    return found


def _in_view(axis, tick):
    low, high = sorted(axis.get_view_interval())
    return low <= tick.get_loc() <= high
