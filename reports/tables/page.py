"""Tables for pages: HTML by itself, LaTeX to put into a document, Markdown."""

from __future__ import annotations

import html
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ...lang import _, language
from .cells import Shown, paired, shown_columns
from .made import MadeTable

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

LONG = 40  # rows that still fit on a page
PACKAGES = "% \\usepackage{{booktabs{more}}}\n"
STYLE = """\
body { margin: 2rem; font: 16px/1.4 system-ui, sans-serif; color: #222; background: #fff }
table { border-collapse: collapse; border-bottom: 2px solid #222 }
td { font-variant-numeric: tabular-nums }
caption { text-align: left; max-width: 44rem; padding-bottom: .75rem }
caption b { display: block } caption span { display: block; color: #555 }
thead { position: sticky; top: 0; background: #fff; box-shadow: 0 1px #222 }
tbody td { border-top: 1px solid #eee }
th { font-weight: 600; padding: .25rem .6rem; white-space: nowrap }
td { padding: .15rem .6rem; text-align: right; white-space: nowrap }
"""
_LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "\\": "\\textbackslash{}",
        "~": "\\textasciitilde{}",
        "^": "\\textasciicircum{}",
        "\u2212": "$-$",
        "+": "$+$",
        "<": "$<$",
        ">": "$>$",
        "±": "$\\pm$",
        "·": "\\textperiodcentered{}",
        "\u00a0": "~",
        "\u202f": "\\,",
    }
)


def latex_text(text: str) -> str:
    r"""Return text as LaTeX sets it.

    Examples
    --------
    >>> print(latex_text("my_rules: 50 % ± 1"))
    my\_rules: 50 \% $\pm$ 1
    """
    return text.translate(_LATEX)


def to_markdown(table: MadeTable) -> str:
    """Return a table in Markdown, its caption above it."""
    columns = shown_columns(table)
    heads = [_heading(column) for column in columns]
    marks = [":--" if column.is_text else "--:" for column in columns]
    rows = zip(*(paired(column) for column in columns), strict=True)
    lines = ["| " + " | ".join(row) + " |" for row in (heads, marks, *rows)]
    told = " ".join([*table.notes(), f"{table.source()}."])
    return "\n".join([f"**{table.title()}.** {told}", "", *lines])


def _heading(column: Shown) -> str:
    field = column.field
    return f"{field.heading} ({field.unit})" if field.unit else field.heading


def _styler(columns: list[Shown], pm: str) -> Styler:
    """Return a table of text, errors in columns of their own, below two lines of headings."""
    import pandas as pd

    heads: list[tuple[str, str]] = []
    cells: list[Any] = []
    for column in columns:
        heads.append((column.field.heading, column.field.unit))
        cells.append(column.cells)
        if column.errors is not None:
            heads.append((column.field.heading, _("± se")))
            cells.append([f"{pm} {error}" if error else "" for error in column.errors])
    frame = pd.DataFrame(dict(enumerate(cells)))
    frame.columns = pd.MultiIndex.from_tuples(heads)
    return frame.style.hide(axis="index")


def to_html(table: MadeTable) -> str:
    """Return a page that holds a table, with all that it needs."""
    import pandas as pd

    columns = shown_columns(table)
    styler = _styler(columns, "±").format(escape="html").format_index(escape="html", axis=1)
    notes = html.escape(" ".join(table.notes()))
    title, source = html.escape(f"{table.title()}."), html.escape(table.source())
    styler.set_caption(f"<b>{title}</b>{notes}<span>{source}</span>").set_uuid("musodds")
    with pd.option_context("styler.render.max_elements", styler.data.size):  # pandas drops rows
        found = styler.to_html(
            cell_ids=False, sparse_columns=True, table_attributes='class="musodds"'
        )
    made = found[found.index("<table") :]  # the style of a page is one for all its cells
    head = f'<meta charset="utf-8">\n<title>{html.escape(table.title())}</title>'
    style = f"<style>\n{STYLE}{_left(columns)}</style>"
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n{head}\n{style}\n</head>\n'
        f"<body>\n{made.strip()}\n</body>\n</html>"
    )


def _left(columns: list[Shown]) -> str:
    """Return the style of the columns that begin at the left: words, and errors."""
    at, left = 0, []
    for column in columns:
        if column.is_text:
            left += [f"td.col{at}", f"th.level0.col{at}", f"th.level1.col{at}"]
        at += 1
        if column.errors is not None:
            left += [f"td.col{at}"]
            at += 1
    return f"{', '.join(left)} {{ text-align: left }}\n" if left else ""


def to_latex(table: MadeTable) -> str:
    """Return a table in LaTeX: for booktabs, with longtable when it is longer than a page."""
    columns = shown_columns(table)
    long = len(table.frame) > LONG
    styler = _styler(columns, "±").format(latex_text).format_index(latex_text, axis=1)
    found = styler.to_latex(
        column_format="".join(_alignment(column) for column in columns),
        hrules=True,
        multicol_align="c",
        caption=latex_text(table.caption()),
        label=f"tab:musodds-{table.name}",
        environment="longtable" if long else None,
        position=None if long else "htbp",
        position_float=None if long else "centering",
    )
    found = _rule_groups(found, columns)
    if long:
        found = found.replace("Continued on next page", latex_text(_("continued on the next page")))
    return PACKAGES.format(more=",longtable" if long else "") + found.rstrip("\n")


def _alignment(column: Shown) -> str:
    """Return how a column stands: with one number of decimals, to the right is on the point."""
    if column.is_text:
        return "l"
    return "r" if column.errors is None else "r@{\\,}l"


def _rule_groups(found: str, columns: list[Shown]) -> str:
    """Draw a line below each heading that stands above several columns."""
    at, spans = 1, []
    heads = groupby(columns, key=lambda column: column.field.heading)
    for group in [list(some) for head, some in heads]:
        wide = sum(1 if column.errors is None else 2 for column in group)
        if wide > 1:
            spans.append(f"\\cmidrule(lr){{{at}-{at + wide - 1}}}")
        at += wide
    if not spans:
        return found
    lines, rules = found.split("\n"), " ".join(spans)
    tops = [i for i, line in enumerate(lines) if line == "\\toprule"]
    for top in tops[::-1]:
        lines.insert(top + 2, rules)
    return "\n".join(lines)
