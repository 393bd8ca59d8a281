"""The page of a comparison: what is drawn is what was compared, the same file every time."""

import hashlib

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from musodds.reports.compare_figure import HOLDS, LANCES, SIDES, compare_figure
from musodds.reports.look import figure_bytes

from musodds.compare import compare_rules
from musodds.compare_cuts import Cuts, CutShare
from musodds.compare_discards import Discards, Moved
from musodds.compare_hands import MEASURES
from musodds.compare_pair import Pair
from musodds.errors import InputError
from musodds.lang import speaking

# of what is drawn in the panels of deals and hands, to nine digits
DRAWN = "277c0d348f10aa48"


@pytest.fixture(scope="module")
def counted():
    return compare_rules("naipera", "ehmf", parts=["deals", "hands"])


def dots(axes, colour):
    """Return the places of the dots of one side."""
    return next(
        line.get_xdata().tolist()
        for line in axes.lines
        if line.get_marker() == "o" and line.get_color() == colour
    )


def drawn(figure):
    """Return every number that is drawn as lines, dots and the ways between them."""
    numbers = []
    for axes in figure.axes:
        for line in axes.lines:
            numbers += [*np.ravel(line.get_xdata()), *np.ravel(line.get_ydata())]
        for lines in axes.collections:
            if isinstance(lines, LineCollection):
                numbers += np.concatenate(lines.get_segments()).ravel().tolist()
    return [f"{number:.9g}" for number in numbers]


def test_what_is_drawn_is_what_was_compared(counted):
    figure = compare_figure(counted)
    census, lances, *hands = figure.axes
    held = {row.holds: row.share for row in counted.dealt.census}
    for axes, pairs in (
        (census, [held[name] for name in HOLDS]),
        (lances, list(counted.dealt.lances.values())),
    ):
        assert dots(axes, SIDES[0]) == [pair.a for pair in pairs]
        assert dots(axes, SIDES[1]) == [pair.b for pair in pairs]
        assert len(axes.get_yticklabels()) == len(pairs)
    assert len(hands) == len(LANCES) == 4
    for lance, axes in zip(LANCES, hands, strict=True):
        cloud = next(line for line in axes.lines if line.get_marker() == ".")
        a, b = counted.moves.values[:, MEASURES.index(lance), 0]
        assert np.array_equal(cloud.get_xdata(), a, equal_nan=True)
        assert np.array_equal(cloud.get_ydata(), b, equal_nan=True)
        rises, _ = counted.moves.most(lance, 0, 1)
        assert rises[0].hand in [text.get_text() for text in axes.texts]


def test_the_numbers_drawn_are_these(counted):
    numbers = drawn(compare_figure(counted))
    assert hashlib.sha256(" ".join(numbers).encode()).hexdigest()[:16] == DRAWN


def test_cuts_and_discards_are_drawn_with_their_errors():
    found = compare_rules("naipera", "ehmf", parts=["deals"])
    share = Pair(0.5, 0.6, 0.01, 0.02)
    usual = "usual", "usual"
    shares = tuple(CutShare(usual, seat, share) for seat in ("mano", "postre"))
    cuts = Cuts(shares, (), (), {}, 1000, 1)
    moved = Moved("RCS4", "mano", ("RC", "RCS"), Pair(0.1, 0.5, 0.01, 0.05), Pair(0.01, 0.01))
    discards = Discards("mano", 330, 1, Pair(0.01, 0.01), (moved,), 1)
    fields = {name: getattr(found, name) for name in found.__slots__}
    figure = compare_figure(type(found)(**fields | {"cuts": cuts, "discards": discards}))
    drawn_cuts, costs = figure.axes[-2:]
    assert dots(drawn_cuts, SIDES[0]) == [0.5, 0.5]
    bars = [c.get_segments() for c in drawn_cuts.collections if isinstance(c, LineCollection)]
    ends = sorted(point for segments in bars for s in segments for point in s[:, 0].tolist())
    assert ends[0] == pytest.approx(0.48)
    assert ends[-1] == pytest.approx(0.64)
    assert [label.get_text() for label in costs.get_yticklabels()] == ["RCS4: RC / RCS"]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_same_page_is_the_same_file(counted, ending):
    assert figure_bytes(compare_figure(counted), ending) == figure_bytes(
        compare_figure(counted), ending
    )


@pytest.mark.parametrize("code", ["en", "es", "eu"])
def test_titles_lie_on_the_page(counted, code):
    with speaking(code):
        figure = compare_figure(counted)
        figure.canvas.draw()
    for axes in figure.axes:
        box = axes.title.get_window_extent()
        left = next((t for t in (axes._left_title, axes.title) if t.get_text()), None)
        if left is not None:
            box = left.get_window_extent()
            assert box.x1 <= figure.bbox.x1


def test_decks_that_are_the_same_make_no_page():
    with pytest.raises(InputError, match="the same"):
        compare_figure(compare_rules("naipera", "el-mus", parts=["deals"]))
