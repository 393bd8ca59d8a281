"""Every figure in three languages: no letter is missing, nothing is cut off or overlaps."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from figure_help import LIGHT, drawn_data, texts
from matplotlib.backends.backend_agg import FigureCanvasAgg
from musodds.reports.figures import FIGURES
from musodds.reports.look import (
    ACTION_COLOURS,
    COLOURS,
    DIVERGING,
    LANCE_COLOURS,
    figure_bytes,
    save_figure,
)

from musodds.lang import speaking
from musodds.numerals import decimal, percent, whole

LANGUAGES = ("es", "eu", "en")


def luminance(colour):
    from matplotlib.colors import to_rgb

    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def drawn(name, language):
    """Return a figure that is laid out; a letter that the font lacks is an error."""
    with speaking(language), warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = LIGHT[name]()
        FigureCanvasAgg(figure).draw()
    return figure


@pytest.mark.parametrize("name", LIGHT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_text_is_inside_and_titles_touch_nothing(name, language):
    figure = drawn(name, language)
    renderer = figure.canvas.get_renderer()
    edge = figure.bbox
    for text, box in texts(figure):
        told = text.get_text()
        assert box.x0 >= edge.x0 - 1, told
        assert box.x1 <= edge.x1 + 1, told
        assert box.y0 >= edge.y0 - 1, told
        assert box.y1 <= edge.y1 + 1, told
    title = figure._suptitle.get_window_extent(renderer)
    source = figure._supxlabel.get_window_extent(renderer)
    panels = [axes.get_tightbbox(renderer) for axes in figure.axes]
    assert title.y0 >= max(box.y1 for box in panels if box) - 1
    assert source.y1 <= min(box.y0 for box in panels if box) + 1


@pytest.mark.parametrize("name", LIGHT)
def test_the_title_and_the_source_are_in_the_language(name):
    told = []
    for language in LANGUAGES:
        figure = drawn(name, language)
        told.append((figure.get_suptitle(), figure.get_supxlabel()))
        assert "naipera" in told[-1][1]
    assert len(set(told)) == len(LANGUAGES)


@pytest.mark.parametrize("name", LIGHT)
def test_text_is_large_enough_at_600_pixels(name):
    figure = drawn(name, "en")
    pixels = 600 / figure.get_figwidth() / 72
    assert min(text.get_fontsize() for text, _box in texts(figure)) * pixels >= 11


HASHES = {
    "win": "c9b765c6e46a7922",
    "paso": "4e3f617ea784b989",
    "style": "7602d693400d0bdb",
    "discards": "6dd236d3d3a91d07",
    "game": "f3df4577a1e7b846",
    "cut": "0bc960bfbbf9ed00",
    "cut-line": "f44ede7b5f04d6bc",
    "after-mus": "ec240352a8569234",
    "strategy": "af38256a98e36397",
    "census": "e2e7ea0711fe9b66",
    "strength": "8e53a87cae04d287",
    "disputed": "1c422f926c21752c",
    "equity": "04cefd725bcc6ca1",
    "accept": "27a38e6db4f59060",
    "convergence": "41574dd57315e378",
    "quality": "018eca9de8540907",
}


@pytest.mark.parametrize("name", LIGHT)
def test_what_is_drawn_is_what_was_looked_at(name):
    assert drawn_data(drawn(name, "en")) == HASHES[name]


def test_numbers_stay_in_the_language_the_figure_was_made_in():
    with speaking("es"):
        figure = LIGHT["cut-line"]()
    with speaking("en"):
        figure.draw_without_rendering()
    ticks = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert "20\u00a0%" in ticks


def test_every_figure_of_a_hand_is_looked_at():
    assert set(LIGHT) <= set(FIGURES)


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_the_same_figure_is_the_same_file_without_a_date(form, tmp_path):
    made = []
    for k in range(2):
        path = tmp_path / f"{k}.{form}"
        save_figure(drawn("after-mus", "eu"), str(path))
        made.append(Path(path).read_bytes())
    assert made[0] == made[1] == figure_bytes(drawn("after-mus", "eu"), form)
    for word in (b"CreationDate", b"<dc:date>", b"Creation Time"):
        assert word not in made[0]


def test_colours_differ_in_grey_or_are_okabe_and_itos():
    light = [luminance(DIVERGING(x)) for x in np.linspace(0, 1, 11)]
    assert np.argmax(light) == 5
    assert (np.diff(light[:6]) > 0).all()
    assert (np.diff(light[5:]) < 0).all()
    assert set(LANCE_COLOURS.values()) <= set(COLOURS)
    assert len(set(ACTION_COLOURS.values())) == len(ACTION_COLOURS)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("-0.50", "+35%", "1,234,567")),
        ("es", ("-0,50", "+35 %", "1 234 567")),
        ("eu", ("-0,50", "% +35", "1.234.567")),
        ("fr", ("-0,50", "+35 %", "1 234 567")),
    ],
)
def test_numbers_are_written_as_in_the_language(language, told):
    with speaking(language):
        made = decimal(-0.5), percent(0.35, sign=True), whole(1234567)
    plain = [text.replace("\u2212", "-").replace("\u00a0", " ") for text in made]
    assert tuple(text.replace("\u202f", " ") for text in plain) == told


def test_nothing_is_never_negative():
    with speaking("en"):
        assert decimal(-0.001) == "0.00"
        assert decimal(0.001, 1, sign=True) == "0.0"
