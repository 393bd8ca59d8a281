"""The coaching book: its numbers against the library, its pages, and how it is written."""

import re
from html.parser import HTMLParser
from io import BytesIO

import numpy as np
import pytest
from musodds.cli import run

from musodds.conditions import share
from musodds.equity_table import find_equity
from musodds.hands import hand_space
from musodds.lang import speaking
from musodds.mus import cut_or_mus
from musodds.rules import load_rules
from musodds.seats import SEATS
from musodds.tables import census, lances
from musodds.told import tells

pytest.importorskip("jinja2")
pytest.importorskip("reportlab")

from musodds.reports.book import content, pdf
from musodds.reports.book.data import BATCHES, Data, Effort
from musodds.reports.book.html import html_of
from musodds.reports.book.make import make_book
from musodds.reports.book.thumb_rules import Thumbs
from musodds.reports.book.traits import ladder

DEALS = 2_000
CHAPTERS = ["how", "census", "by-heart", "seats", "last", "senas", "thumbs", "exercises"]


class Page(HTMLParser):
    """What a page holds: numbers by key, anchors, links, and what it would load."""

    def __init__(self, text):
        super().__init__()
        self.numbers, self.ids, self.links, self.loads, self.depth = {}, [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Note what a tag holds."""
        told = dict(attrs)
        if "data-key" in told:
            se = float(told["data-se"]) if told["data-se"] else None
            self.numbers.setdefault(told["data-key"], []).append((float(told["data-value"]), se))
        if "id" in told:
            self.ids.append(told["id"])
        if tag == "a":
            self.links.append(told["href"])
        self.loads += [told[name] for name in ("src", "srcset") if name in told]
        if tag in ("link", "script", "iframe"):
            self.loads.append(tag)
        if tag not in ("meta", "link", "br", "path", "use", "rect", "image"):
            self.depth.append(tag)

    def handle_endtag(self, tag):
        """Leave it."""
        while self.depth and self.depth.pop() != tag:
            pass


@pytest.fixture(scope="module")
def book():
    with speaking("en"):
        return make_book("naipera", Effort(DEALS))


@pytest.fixture(scope="module")
def page(book):
    with speaking("en"):
        return Page(html_of(book))


@pytest.fixture(scope="module")
def rules():
    return load_rules("naipera")


def one(page, key):
    """Return a number that is told, the same wherever it is."""
    assert len(set(page.numbers[key])) == 1, page.numbers[key]
    return page.numbers[key][0]


def matching(page, pattern):
    found = [(m, one(page, key)) for key in page.numbers if (m := re.fullmatch(pattern, key))]
    assert found, pattern
    return found


# ------------------------------------------------------------------ the numbers


def test_census(page):
    frame = census("naipera").set_index("holds")
    for match, (value, se) in matching(page, "census/([^/]+)/share"):
        assert value == pytest.approx(frame.share[match[1]], rel=1e-9)
        assert se is None


def test_odds_by_heart(page, rules):
    frame, space = lances("naipera"), hand_space(rules)
    frame["weight"] = frame.hand.map(dict(zip(space.names, space.weights.tolist(), strict=True)))
    points = dict(zip(space.names, space.points.tolist(), strict=True))
    kings = frame.hand.str.count("R").clip(upper=3)
    for seat in ("mano", "postre"):
        here = frame.seat == seat
        for match, (value, _se) in matching(page, f"odds/grande/(.)/{seat}"):
            rows = frame[here & (kings == int(match[1]))]
            expected = (rows.grande_win * rows.weight).sum() / rows.weight.sum()
            assert value == pytest.approx(expected, rel=1e-9)
        for match, (value, _se) in matching(page, f"odds/punto/(..)/{seat}"):
            rows = frame[here & (frame.hand.map(points) == int(match[1]))]
            expected = (rows.punto_win * rows.weight).sum() / (
                rows.punto_played * rows.weight
            ).sum()
            assert value == pytest.approx(expected, rel=1e-9)


def test_the_odds_are_ordered_by_what_they_matter(page):
    matters = [value for _m, (value, _se) in matching(page, "(?:odds|draw)/.*/matters")]
    assert len(matters) == 20
    assert matters == sorted(matters, reverse=True)
    often = [value for _m, (value, _se) in matching(page, "(?:odds|draw)/.*/often")]
    assert all(0 < value <= 1 for value in often)


def test_hands_on_the_line(page, rules):
    names = set(hand_space(rules).names)
    found = [
        (match, told)
        for match, told in matching(page, "cut/(mano|segundo|tercero|postre)/([A-Z0-9]{4})")
        if match[2] in names
    ]
    assert len(found) >= 20
    for match, (value, se) in found[:3]:
        choice = cut_or_mus(match[2], match[1], style="usual", deals=DEALS)
        assert abs(value) == pytest.approx(abs(choice.difference.tantos), abs=1e-9)
        assert se == pytest.approx(choice.difference.se, rel=1e-6)


def test_game_chances(page):
    equity = find_equity("naipera")
    for match, (value, se) in matching(page, r"equity/(\d+)-(\d+)/(mano|other)"):
        chance = equity.at(int(match[1]), int(match[2]), match[3] == "mano").game
        assert (value, se) == pytest.approx((chance.value, chance.se), rel=1e-6)
    won = equity.chances
    for match, (value, _se) in matching(page, r"equity/(\d+)-(\d+)/needs/envido"):
        us, them = int(match[1]), int(match[2])
        refuse, win, lose = (
            won(a, b, False)[0] for a, b in ((us, them + 1), (us + 2, them), (us, them + 2))
        )
        assert value == pytest.approx((refuse - lose) / (win - lose), abs=1e-9)


def test_senas(page):
    for name in ("31", "two kings", "ciego"):
        told = tells(name)
        for what, of in (("pares", "pares"), ("juego", "juego"), ("points == 31", "points == 31")):
            [(_m, (value, se))] = matching(page, f"sena/{name}/button [^/]*/{what}")
            assert value == pytest.approx(told.chance(of))
            assert se is None
    silent = "not pares and juego and points != 31 or pares and not (kings == 2 or aces == 2)"
    assert one(page, "share/silent")[0] < share(hand_space(load_rules("naipera")), silent, True)


def test_answers_deal_by_deal(page, rules):
    """Answer one envido of the exercises on every sampled deal, with plain comparisons."""
    data, space = Data(rules, Effort(DEALS)), hand_space(rules)
    found = matching(page, "accept/([a-z]+)/(grande|chica|punto)/([A-Z0-9]{4})")
    for match, (value, _se) in found:
        seat, lance, hand = SEATS.index(match[1]), match[2], space.index(match[3])
        rival = (seat - 1) % 4
        half = data.dealt[len(data.dealt) // 2 :]
        total = brought = 0.0
        for deal in half[half[:, seat] == hand].tolist():
            names = [space.names[h] for h in deal]
            if lance == "punto" and any(space.juego[h] for h in deal):
                continue
            weight = data.words[lance]["bet"][rival][deal[rival]]
            for other in range(rival):
                weight *= data.words[lance]["paso"][other][deal[other]]
            best = 0
            for other in range(1, 4):  # ties stay with who sits earlier
                best = other if space.compare(lance, names[other], names[best]) > 0 else best
            wins, bonus = best % 2 == seat % 2, 2 if lance == "punto" else 0
            total += weight
            brought += weight * (3 + bonus if wins else -1)
        assert value == pytest.approx(abs(brought / total), rel=1e-6)


def test_bets_are_read_from_the_strategy(rules):
    from musodds.bets import solution_of
    from musodds.solver.four.asking import Question
    from musodds.solver.four.reading import read

    data, strategy = Data(rules, Effort(DEALS)), solution_of(rules, "usual").strategy
    asked = [Question(lance) for lance in ("grande", "chica", "pares", "juego", "punto")]
    told = read(strategy, 3, asked, deals=DEALS, seed=BATCHES)[0]
    gain = told.gain[told.actions.index("envido:2")] - told.gain[told.actions.index("paso")]
    kept = data.decision("bet", 3, "grande").gain[0]
    assert kept == pytest.approx(np.nan_to_num(gain))


def test_what_rules_cost(page, rules):
    """Cost and share of a rule, hand by hand."""
    data = Data(rules, Effort(DEALS))
    space = data.space
    for seat, name in enumerate(SEATS):
        cost = right = 0.0
        for hand in range(len(space)):
            gap = data.phase.values["difference"][seat, hand, 0]
            simple = space.juego[hand] > 0 or space.pares[hand] >= 2
            weight = space.weights[hand] / 91390
            right += weight * ((gap >= 0) == simple)
            cost += weight * abs(gap) * ((gap >= 0) != simple)
        assert one(page, f"cut/{seat}/people/cost")[0] == pytest.approx(cost)
        assert 0 < one(page, f"share/{seat}/rule/right")[0] <= 1
        assert one(page, f"cut/{seat}/rule/cost")[0] < cost, name
        assert right < 1


def test_every_sampled_number_has_its_error(book):
    """Only counted numbers and those read off tables go without ±."""
    exact = ("share/pares", "census/", "odds/", "deal/", "deals/", "paso/", "sena/", "kind/")
    exact += ("share/kind/", "share/juego", "share/silent", "share/false/", "style/", "keep/")
    for number in book.numbers():
        assert number.se is not None or number.key.startswith(exact), number


# ------------------------------------------------------------------ what is learned


def test_a_ladder_is_made_of_better_hands(rules):
    space = hand_space(rules)
    for lance in ("grande", "chica", "pares", "juego", "punto"):
        steps = ladder(space, lance)
        counts = [int(step.held.sum()) for step in steps]
        assert counts == sorted(counts, reverse=True)
        assert counts[-1] == 0


def test_learned_rules_beat_the_simple_ones(rules):
    learned = Thumbs(Data(rules, Effort(DEALS)))
    assert (learned.keep_cost(learned.keep_rule.mask, "a")[1].value) < (
        learned.keep_cost(learned.people_keep, "b")[1].value
    )
    count = learned.cut_count
    score = np.zeros(len(learned.data.space), int)
    from musodds.reports.book.fit import features

    for name, n in count.points.items():
        score += n * features(learned.data.space)[name].astype(int)
    for seat in range(4):
        assert (count.yes[seat] == (score >= count.least[seat])).all()


# ------------------------------------------------------------------ the pages


def test_html_is_whole_and_alone(book, page):
    assert [name for name in page.ids if name in CHAPTERS] == CHAPTERS
    assert page.links[: len(CHAPTERS)] == [f"#{name}" for name in CHAPTERS]
    assert all(link[1:] in page.ids for link in page.links)
    assert "pocket" in page.ids
    assert not page.loads
    assert not page.depth
    with speaking("en"):
        text = html_of(book)
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text
    assert not re.search(r"url\(\s*['\"]?http", text)
    assert "nan" not in re.sub("<[^>]*>", " ", text).split()


@pytest.mark.parametrize("language", ["en", "es", "eu"])
def test_pdf_pages(language):
    pypdf = pytest.importorskip("pypdf")
    with speaking(language):
        book = make_book("naipera", Effort(DEALS))
        written = pdf.pdf_of(book)
    read = pypdf.PdfReader(BytesIO(written))
    texts = [re.sub(r"\s+", " ", page.extract_text()) for page in read.pages]
    assert read.trailer["/Root"]["/Lang"] == language
    for n, text in enumerate(texts, 1):
        assert len(text) > 150 or n == 1 or len(read.pages[n - 1].images), (n, text)
    contents = read.pages[1].extract_text(extraction_mode="layout")
    pages = [
        (c, re.search(re.escape(c.title) + r"[ .]*?(\d+) *$", contents, re.MULTILINE))
        for c in book.chapters
    ]
    for place, (chapter, found) in enumerate(pages, 1):
        assert found, (chapter.title, contents)
        assert f"{place}. {chapter.title}" in texts[int(found[1]) - 1]
    fonts = {
        font.get_object()["/BaseFont"]
        for page in read.pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert {name.partition("+")[2] for name in fonts} >= {"DejaVuSans", "DejaVuSerif"}
    pocket = next(b for c in book.chapters for b in c.blocks if isinstance(b, content.Pocket))
    assert sum(pocket.title in text and pocket.boxes[-1][0] in text for text in texts) == 1
    assert "■" not in "".join(texts)


@pytest.mark.parametrize("language", ["en", "es", "eu"])
def test_no_word_is_wider_than_its_column(language):
    pdf._register()
    with speaking(language):
        book = make_book("naipera", Effort(DEALS))
        for chapter in book.chapters:
            for block in chapter.blocks:
                if isinstance(block, content.Table):
                    _check_columns(block)


def _check_columns(block):
    [kept] = list(pdf._table(block))
    table = kept._content[0]
    for row in table._cellvalues:
        for cell, width in zip(row, table._colWidths, strict=True):
            assert cell.minWidth() <= width - 4, (cell.getPlainText(), width)


def test_a_book_in_another_language_has_the_same_numbers(book):
    with speaking("eu"):
        other = make_book("naipera", Effort(DEALS))
    assert [(n.key, n.value) for n in other.numbers()] == [(n.key, n.value) for n in book.numbers()]
    assert other.title != book.title
    with speaking("eu"):
        assert content.Number(0.354, "a", 0.002).shown() == "%\u00a035,4"


# ------------------------------------------------------------------ the command


def test_an_interrupted_build_leaves_the_old_file(tmp_path, monkeypatch, capsys):
    target = tmp_path / "book.html"
    target.write_text("old")

    def stop(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr("musodds.reports.book.make.make_book", stop)
    assert run(["report", "coaching", "-o", str(target)]) == 1
    assert capsys.readouterr().err.strip().endswith("musodds: interrupted")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["book.html"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["coaching"], "no file"),
        (["coaching", "-o", "book.doc"], "ending in .pdf or .html"),
        (["coaching", "-o", "/no/such/book.pdf"], "there is no such folder"),
        (["coaching", "-o", "b.pdf", "--rules", "meseta"], "no strategy is kept"),
        (["coaching", "-o", "b.pdf", "--deals", "0"], "deals 0"),
        (["coaching", "-o", "b.pdf", "--lang", "xx"], "language 'xx'"),
        (["couching"], "report 'couching'"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["report", *arguments]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert says in told[0]
    assert not list(tmp_path.iterdir())


def test_a_missing_extra_is_told(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("musodds.cli.report_coaching.find_spec", lambda name: None)
    assert run(["report", "coaching", "-o", str(tmp_path / "b.pdf")]) == 2
    assert "pip install 'musodds[reports]'" in capsys.readouterr().err


def test_the_command_writes_html(tmp_path, capsys):
    target = tmp_path / "liburua.html"
    arguments = ["report", "coaching", "--deals", str(DEALS), "--lang", "eu", "-o", str(target)]
    assert run(arguments) == 0
    assert '<html lang="eu">' in target.read_text("utf-8")


@pytest.mark.long
def test_four_kings(tmp_path):
    pypdf = pytest.importorskip("pypdf")
    target = tmp_path / "ehmf.pdf"
    arguments = ["report", "coaching", "--rules", "ehmf", "--deals", str(DEALS), "-o", str(target)]
    assert run(arguments) == 0
    assert len(pypdf.PdfReader(target).pages) > 15
