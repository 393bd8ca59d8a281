"""The book in print: the same content on A5 pages, with contents and page numbers."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import matplotlib
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    Image,
    KeepTogether,
    ListFlowable,
    ListItem,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents

from .content import (
    Block,
    Book,
    Bullets,
    Cards,
    Cell,
    Exercise,
    Heading,
    Number,
    Para,
    Picture,
    Pocket,
    Text,
)
from .content import Table as Rows

INK, SOFT, LINE, MARK = (HexColor(c) for c in ("#222222", "#6b6660", "#d9d4ca", "#8a2b12"))
MARGIN, ABOVE = 16 * mm, 13 * mm
WIDTH = A5[0] - 2 * MARGIN
FONTS = {
    "Book": ("DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSerif-Italic", "DejaVuSerif-BoldItalic"),
    "Sans": ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSans-BoldOblique"),
}
PICTURE_DPI, TALLEST = 300, 108 * mm


@cache
def _register() -> None:
    """Register the fonts that come with matplotlib; they have every letter of our languages."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for family, files in FONTS.items():
        names = [family, f"{family}-Bold", f"{family}-Italic", f"{family}-BoldItalic"]
        for name, file in zip(names, files, strict=True):
            registerFont(TTFont(name, str(folder / f"{file}.ttf")))
        registerFontFamily(family, *names)


def _style(name: str, font: str, size: float, leading: float, **rest: Any) -> ParagraphStyle:
    return ParagraphStyle(
        name, fontName=font, fontSize=size, leading=leading, textColor=INK, **rest
    )


BODY = _style("body", "Book", 8.2, 11.8, spaceAfter=5)
ITEM = _style("item", "Book", 8.2, 11.6, spaceAfter=2.5)
TITLE = _style("title", "Sans-Bold", 24, 29)
SUB = _style("sub", "Sans", 10, 14)
CHAPTER = _style("chapter", "Sans-Bold", 15, 19, spaceAfter=9)
HEADING = _style("heading", "Sans-Bold", 9.5, 13, spaceBefore=9, spaceAfter=4, keepWithNext=1)
SEAT = _style("seat", "Sans-Bold", 12, 15, spaceAfter=4, keepWithNext=1)
HEAD = _style("head", "Sans-Bold", 6.2, 7.8, alignment=TA_RIGHT)
HEAD_LEFT = _style("head-left", "Sans-Bold", 6.2, 7.8, alignment=TA_LEFT)
CELL = _style("cell", "Sans", 7, 8.8, alignment=TA_RIGHT)
CELL_LEFT = _style("cell-left", "Sans", 7, 8.8, alignment=TA_LEFT)
CAPTION = _style("caption", "Sans", 6.2, 8.2, spaceBefore=2, spaceAfter=8)
CARD = _style("card", "Sans", 6.9, 9.4)
CARD_TITLE = _style("card-title", "Sans-Bold", 7.4, 10, spaceBefore=5)


def pdf_of(book: Book) -> bytes:
    """Return the book as a PDF."""
    _register()
    file = io.BytesIO()
    document = _Document(file, book)
    document.multiBuild(_story(book))
    return file.getvalue()


class _Document(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a number, and chapters that tell the contents where they are."""

    def __init__(self, file: io.BytesIO, book: Book) -> None:
        super().__init__(
            file, pagesize=A5, title=f"{book.title} – {book.subtitle}", author="musodds",
            lang=book.language, invariant=1,
        )  # fmt: skip
        frame = Frame(MARGIN, MARGIN - 1 * mm, WIDTH, A5[1] - MARGIN - ABOVE, 0, 0, 0, 0)
        self.addPageTemplates(
            [
                PageTemplate("cover", [frame]),
                PageTemplate("page", [frame], onPage=self._number),
            ]
        )
        self.book, self.chapter = book, ""

    def _number(self, canvas: Any, _document: Any) -> None:
        canvas.saveState()
        canvas.setFont("Sans", 6.5)
        canvas.setFillColor(SOFT)
        canvas.drawString(MARGIN, 9 * mm, f"{self.book.title} · {self.book.subtitle}")
        canvas.drawRightString(A5[0] - MARGIN, 9 * mm, str(canvas.getPageNumber()))
        canvas.restoreState()

    def afterFlowable(self, flowable: Flowable) -> None:
        """Tell the contents about a chapter or a seat."""
        name = getattr(getattr(flowable, "style", None), "name", "")
        level = {"chapter": 0, "seat": 1}.get(name)
        if level is None:
            return
        text, key = flowable.getPlainText(), f"at-{self.seq.nextf('at')}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(text, key, level, closed=level == 0)
        self.notify("TOCEntry", (level, text, self.page, key))


# ------------------------------------------------------------------ words


def _marked(cell: Cell) -> str:
    """Return a cell or a text in the markup of paragraphs."""
    if isinstance(cell, Text):
        return "".join(_marked(part) for part in cell.parts)
    if isinstance(cell, Number):
        error = cell.error()
        beside = f'\u00a0<font size="5.4" color="#6b6660">{error}</font>' if error else ""
        return escape(cell.shown()) + beside
    if isinstance(cell, Cards):
        return f'<font name="Sans-Bold">{cell.names}</font>'
    kept = escape(str(cell))
    for tag in ("b", "i"):
        kept = kept.replace(f"&lt;{tag}&gt;", f"<{tag}>").replace(f"&lt;/{tag}&gt;", f"</{tag}>")
    return kept


# ------------------------------------------------------------------ blocks


def _story(book: Book) -> list[Flowable]:
    contents = TableOfContents(dotsMinLevel=0)
    contents.levelStyles = [
        _style("toc", "Sans", 9, 15),
        _style("toc-2", "Sans", 8, 12, leftIndent=12),
    ]
    story: list[Flowable] = [
        Spacer(1, 55 * mm),
        Paragraph(escape(book.title), TITLE),
        Spacer(1, 4 * mm),
        Paragraph(escape(book.subtitle), SUB),
        Spacer(1, 60 * mm),
        Paragraph(escape(book.words["made"]), CAPTION),
        NextPageTemplate("page"),
        PageBreak(),
        Paragraph(escape(book.words["contents"]), _style("contents", "Sans-Bold", 15, 22)),
        contents,
    ]
    for n, chapter in enumerate(book.chapters, 1):
        story += [PageBreak(), Paragraph(f"{n}. {escape(chapter.title)}", CHAPTER)]
        for block in chapter.blocks:
            story += _block(block)
    return story


def _block(block: Block) -> Iterator[Flowable]:
    if isinstance(block, Para):
        yield Paragraph(_marked(block.text), BODY)
    elif isinstance(block, Heading):
        if block.fresh:
            yield PageBreak()
        else:
            yield CondPageBreak(30 * mm)
        yield Paragraph(escape(block.title), SEAT if block.fresh else HEADING)
    elif isinstance(block, Bullets):
        yield _list(block)
    elif isinstance(block, Rows):
        yield from _table(block)
    elif isinstance(block, Picture):
        yield _picture(block)
    elif isinstance(block, Exercise):
        yield _exercise(block)
    elif isinstance(block, Pocket):
        yield PageBreak()
        yield _pocket(block)
        yield Spacer(1, 1)


def _list(block: Bullets) -> Flowable:
    items = [ListItem(Paragraph(_marked(item), ITEM), leftIndent=12) for item in block.items]
    kind = "1" if block.numbered else "bullet"
    return ListFlowable(
        items, bulletType=kind, leftIndent=12, bulletFontName="Sans", bulletFontSize=7,
        start=None if block.numbered else "•", spaceAfter=5,
    )  # fmt: skip


def _table(block: Rows) -> Iterator[Flowable]:
    columns = len(block.head)
    shares = block.widths or (1 / columns,) * columns
    styles = [CELL_LEFT if i in block.left else CELL for i in range(columns)]
    heads = [HEAD_LEFT if i in block.left else HEAD for i in range(columns)]
    rows = [[Paragraph(escape(w), style) for w, style in zip(block.head, heads, strict=True)]]
    rows += [
        [Paragraph(_marked(cell), style) for cell, style in zip(row, styles, strict=True)]
        for row in block.rows
    ]
    made = Table(rows, _widths(rows, shares), repeatRows=1, spaceBefore=3)
    made.setStyle(_lines())
    below = Spacer(1, 7) if block.caption is None else Paragraph(_marked(block.caption), CAPTION)
    yield KeepTogether([made, below])


def _widths(rows: list[list[Any]], shares: Sequence[float]) -> list[float]:
    """Return widths near the shares, none narrower than its longest word."""
    least = [max(cell.minWidth() for cell in column) + 4.5 for column in zip(*rows, strict=True)]
    widths = [max(share * WIDTH, need) for share, need in zip(shares, least, strict=True)]
    spare = [width - need for width, need in zip(widths, least, strict=True)]
    over = sum(widths) - WIDTH
    if over <= 0 or not sum(spare):
        return widths
    return [width - over * some / sum(spare) for width, some in zip(widths, spare, strict=True)]


def _lines() -> TableStyle:
    return TableStyle(
        [
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, INK),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, LINE),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("VALIGN", (0, 1), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 1.1),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
            ("LEFTPADDING", (0, 0), (-1, -1), 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ]
    )


def _picture(block: Picture) -> Flowable:
    from ..look import look

    with look():
        figure = block.draw()
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=PICTURE_DPI)
    width, height = figure.get_size_inches()
    scale = min(WIDTH / width, TALLEST / height)
    image = Image(file, width * scale, height * scale)
    return KeepTogether([image, Paragraph(_marked(block.caption), CAPTION)])


def _exercise(block: Exercise) -> Flowable:
    number = Paragraph(f'<font color="#8a2b12"><b>{block.number}</b></font>', CELL_LEFT)
    made = Table([[number, Paragraph(_marked(block.text), ITEM)]], [9 * mm, WIDTH - 9 * mm])
    made.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_tight(0, 3)]))
    return made


def _tight(side: float, ends: float) -> Sequence[tuple[Any, ...]]:
    return [
        (f"{where}PADDING", (0, 0), (-1, -1), side if where in ("LEFT", "RIGHT") else ends)
        for where in ("LEFT", "RIGHT", "TOP", "BOTTOM")
    ]


def _pocket(block: Pocket) -> Flowable:
    inside: list[Flowable] = [Paragraph(escape(block.title), SEAT)]
    for title, lines in block.boxes:
        inside.append(Paragraph(f'<font color="#8a2b12">{escape(title)}</font>', CARD_TITLE))
        inside += [Paragraph(_marked(line), CARD) for line in lines]
    inside += [Spacer(1, 6), Paragraph(_marked(block.note), CAPTION)]
    card = Table([[inside]], [WIDTH])
    card.setStyle(TableStyle([("BOX", (0, 0), (-1, -1), 1, INK, None, None, None), *_tight(9, 8)]))
    return card
