"""Tables for pages and spreadsheets: whole, well formed, and the library's own numbers."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import numpy as np
import openpyxl
import pandas as pd
import pytest
from musodds.cli import run, table_output
from musodds.reports.tables.cells import paired, shown_columns
from musodds.reports.tables.fields import ERROR, describe, fields
from musodds.reports.tables.made import MadeTable
from musodds.reports.tables.page import to_html, to_latex, to_markdown

from musodds import score_table, tables
from musodds.hands import hand_space
from musodds.lang import speaking
from musodds.makes import MAKES
from musodds.rules import load_rules
from musodds.tables import TABLES, census, lances, posterior

NAIPERA = load_rules("naipera")
SAMPLED = {"style": "cut:0.35", "seed": 1, "deals": 16384}


@pytest.fixture(autouse=True)
def _in_english():
    with speaking("en"):
        yield


def sampled_table(name: str = "cut") -> MadeTable:
    """Return a table as a simulation gives it, of two hands."""
    rows = {
        "hand": ["RRRR", "7654"],
        "seat": ["mano", "postre"],
        "advice": ["cut", "mus"],
        "difference": [0.6645752, -1.2345678],
        "difference_se": [0.011024, 0.009284],
        "cut": [5.8696483, -2.2],
        "cut_se": [0.0, 0.0],
        "mus": [5.205, -0.9654322],
        "mus_se": [0.011024, 0.009284],
        "p_agreed": [0.42529, 1.0],
        "throw": ["R", "7654"],
        "keep": ["RRR", ""],
        "deals": [8192, 8192],
    }
    return MadeTable(name, pd.DataFrame(rows), NAIPERA, SAMPLED)


def exact_table(name: str) -> MadeTable:
    return MadeTable(name, TABLES[name](), NAIPERA)


def line_columns():
    """Return the columns of the cut line at a score."""
    space = hand_space(NAIPERA)
    values = dict.fromkeys(("p_agreed", "best", "flattered", "deals"), 0)
    return score_table._line(space, 0, 0, values | {"values": np.zeros((3, 4))})


class Rows(HTMLParser):
    """The cells of a table, row by row, and what is left open."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open, self.text = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):  # noqa: D102
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1] += [""] * int(dict(attrs).get("colspan", 1))

    def handle_endtag(self, tag):  # noqa: D102
        assert self.open.pop() == tag

    def handle_data(self, data):  # noqa: D102
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data
        elif self.open and self.open[-1] != "style":
            self.text += data


def latex_rows(text):
    """Return the rows of a LaTeX table as cells, a heading above several columns as so many."""
    rows = []
    for line in text.splitlines():
        if line.endswith("\\\\") and "&" in line:
            cells = []
            for cell in re.split(r"(?<!\\)&", line.removesuffix("\\\\")):
                wide = re.match(r"\s*\\multicolumn\{(\d+)\}", cell)
                cells += [cell.strip()] * (int(wide[1]) if wide else 1)
            rows.append(cells)
    return rows


@pytest.mark.parametrize("name", ["census", "lances", "posterior"])
def test_every_cell_of_a_page_is_the_number_of_the_library(name):
    table = exact_table(name)
    for column in shown_columns(table):
        if column.is_text or column.field.kind == "count":
            continue
        (source,) = [n for n, f in fields(name).items() if f == column.field and n in table.frame]
        scale = 1 if column.field.kind in ("tantos", "amount") else 100
        for cell, value in zip(column.cells, table.frame[source], strict=True):
            if cell[0] in "<>":
                assert 0 < value < 1
                continue
            digits = len(cell.partition(".")[2])
            assert float(cell.replace("\N{MINUS SIGN}", "-")) == pytest.approx(
                scale * value, abs=0.5001 * 10**-digits
            )


def test_what_is_not_quite_certain_never_reads_as_certain():
    frame = pd.DataFrame({"hand": list("ABCD"), "grande_win": [0.0, 1e-7, 1 - 1e-7, 1.0]})
    (_hand, won) = shown_columns(MadeTable("lances", frame, NAIPERA))
    assert won.cells == ["0.0", "<0.1", ">99.9", "100.0"]


def test_decimals_go_down_to_the_error_and_exact_values_have_none():
    columns = {c.field.heading: c for c in shown_columns(sampled_table())}
    assert paired(columns["cut less mus"]) == ["+0.66 ± 0.01", "\N{MINUS SIGN}1.23 ± 0.01"]
    assert paired(columns["cut"]) == ["+5.87", "\N{MINUS SIGN}2.20"]
    fine = sampled_table()
    fine.frame["difference_se"] = [0.0006, 0.0004]
    assert shown_columns(fine)[3].cells[0] == "+0.6646"


@pytest.mark.parametrize("name", ["census", "lances", "posterior"])
def test_latex_is_balanced_and_its_rows_have_as_many_cells(name):
    text = to_latex(exact_table(name))
    assert text.count("{") == text.count("}")
    for environment in ("tabular", "longtable", "table"):
        assert text.count(f"\\begin{{{environment}}}") == text.count(f"\\end{{{environment}}}")
    assert not re.search(r"(?<!\\)%(?! \\usepackage)", text)
    assert not re.search(r"[^\x00-\x7f]", text)
    made = re.search(r"\\begin\{(?:tabular|longtable)\}\{(.*)\}", text)[1]
    wide = len(re.sub(r"@\{.*?\}", "", made))
    rows = latex_rows(text)
    assert {len(row) for row in rows} == {wide}
    heads = 2 if "tabular" in text else 4
    assert len(rows) == heads + len(TABLES[name]())


def test_latex_aligns_numbers_and_their_errors():
    text = to_latex(sampled_table())
    assert "\\begin{tabular}{lllr@{\\,}lrr@{\\,}lrl}" in text
    assert "$+$0.66 & $\\pm$ 0.01 & $+$5.87 & $+$5.21 & $\\pm$ 0.01 & " in text
    assert "\\multicolumn{2}{c}{cut less mus}" in text
    assert "\\cmidrule(lr){4-5}" in text
    assert "\\label{tab:musodds-cut}" in text


def test_latex_escapes_what_a_file_of_rules_is_called(tmp_path):
    path = tmp_path / "my_50%_rules&co.toml"
    path.write_text("kings = 4\n")
    text = to_latex(MadeTable("census", census(load_rules(str(path))), load_rules(str(path))))
    assert "my\\_50\\%\\_rules\\&co" in text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
@pytest.mark.parametrize("language", ["en", "es", "eu"])
def test_latex_compiles(tmp_path, language):
    with speaking(language):
        for name, table in (("cut", sampled_table()), ("posterior", exact_table("posterior"))):
            (tmp_path / f"{name}.tex").write_text(to_latex(table), "utf-8")
    (tmp_path / "page.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs,longtable}\n"
        "\\begin{document}\\input{cut}\\input{posterior}\\end{document}\n"
    )
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "page.tex"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-500:]


@pytest.mark.parametrize("name", ["census", "lances", "posterior"])
def test_html_is_well_formed_and_holds_every_row(name):
    table = exact_table(name)
    text = to_html(table)
    read = Rows(text)
    assert read.open == ["!doctype"] or not read.open
    assert len({len(row) for row in read.rows}) == 1
    assert len(read.rows) == 2 + len(table.frame)
    assert "naipera (8 kings, games of 40) · exact" in read.text
    assert "http" not in text  # by itself


def test_no_row_of_a_large_table_is_left_out():
    table = exact_table("posterior")
    with pd.option_context("styler.render.max_elements", 50):
        assert len(Rows(to_html(table)).rows) == 2 + len(table.frame)
        assert len(latex_rows(to_latex(table))) == 4 + len(table.frame)


def test_html_escapes(tmp_path):
    table = sampled_table()
    text = to_html(MadeTable("cut", table.frame, NAIPERA, SAMPLED | {"style": "<b>&"}))
    assert "&lt;b&gt;&amp;" in text
    assert "<b>&" not in text


def test_captions_say_rules_style_method_deals_and_seed():
    table = sampled_table()
    said = "naipera (8 kings, games of 40) · style cut:0.35 · Monte Carlo, 16,384 deals, seed 1"
    for text in (to_markdown(table), to_html(table), table.caption()):
        assert said in text
        assert "± is one standard error" in text
    assert "exact" in exact_table("census").caption()
    assert "±" not in exact_table("lances").caption()


@pytest.mark.parametrize("language", ["es", "eu"])
def test_pages_speak_the_language_and_write_its_numbers(language):
    with speaking(language):
        text = to_markdown(sampled_table())
    assert "+0,66 ± 0,01" in text
    assert {"es": "cortar", "eu": "moztu"}[language] in text
    assert {"es": "mano", "eu": "esku"}[language] in text


@pytest.mark.parametrize("name", [*TABLES, "equity", "score"])
def test_every_column_is_known_by_a_heading(name):
    known = fields(name)
    made = {
        "cut": lambda: sampled_table().frame,
        "discards": lambda: ["hand", "seat", "throw", "keep", "tantos", "loss", *MAKES],
        "partner": lambda: ["first", "second", "pair", *lances().columns[2:]],
        "equity": lambda: ["us", "them", "mano", "game", "tanto", "ordago"],
        "score": lambda: line_columns(),
    }.get(name, TABLES.get(name))()
    told = [column.removesuffix(ERROR) for column in made]
    assert [column for column in told if column not in known] == []


def test_markdown_rows_have_as_many_cells(capsys):
    assert run(["table", "census", "--format", "md"]) == 0
    caption, gap, *rows = capsys.readouterr().out.splitlines()
    assert caption.startswith("**How many of all dealt hands hold what.**")
    assert gap == ""
    assert len({row.count("|") for row in rows}) == 1


def test_excel_reads_back_as_the_numbers_of_the_library(tmp_path):
    path = tmp_path / "lances.xlsx"
    assert run(["table", "lances", "-o", str(path)]) == 0
    read = pd.read_excel(path, sheet_name="lances", keep_default_na=False)
    pd.testing.assert_frame_equal(read, lances(), check_dtype=False, rtol=1e-15)
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["lances", "about"]
    told = {row[0]: row[1] for row in book["about"].iter_rows(values_only=True) if row[0]}
    assert told["rules"] == "naipera"
    assert told["method"] == "exact"
    assert told["pares_contested"] == "pares (contested; 0 to 1)"
    sheet = book["lances"]
    assert sheet.freeze_panes == "A2"
    by_name = {sheet.cell(1, at).value: sheet.cell(2, at) for at in range(1, 12)}
    assert by_name["grande_win"].number_format == "0.0%"
    assert by_name["paso_ev"].number_format == "+0.00;-0.00;0.00"


def test_parquet_reads_back_to_the_last_bit_and_tells_how_it_was_made(tmp_path):
    path = tmp_path / "posterior.parquet"
    assert run(["table", "posterior", "--rules", "ehmf", "-o", str(path)]) == 0
    read = pd.read_parquet(path)
    frame = posterior("ehmf")
    assert (read.to_numpy() == frame.to_numpy()).all()
    assert read.attrs["rules"] == "ehmf"
    assert read.attrs["method"] == "exact"
    assert read.attrs["table"] == "posterior"


def test_csv_metadata_lies_beside_the_file(tmp_path, capsys):
    path = tmp_path / "census.csv"
    assert run(["table", "census", "-o", str(path), "--metadata"]) == 0
    told = json.loads((tmp_path / "census.csv-metadata.json").read_text("utf-8"))
    assert told["url"] == "census.csv"
    assert told["notes"][0]["rules"] == "naipera"
    names = [column["name"] for column in told["tableSchema"]["columns"]]
    assert path.read_text().splitlines()[0] == ",".join(names)
    types = [column["datatype"] for column in told["tableSchema"]["columns"]]
    assert types == ["string", "integer", "double"]


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("csv", "holds,hands"), ("txt", "holds,hands"), ("json", "{"), ("md", "**How many"),
        ("html", "<!doctype html>"), ("HTM", "<!doctype"), ("tex", "% \\usepackage{booktabs}"),
    ],
)  # fmt: skip
def test_the_ending_chooses_the_format(tmp_path, ending, begins):
    path = tmp_path / f"census.{ending}"
    assert run(["table", "census", "-o", str(path)]) == 0
    assert path.read_text("utf-8").startswith(begins)


def test_a_format_asked_for_goes_before_the_ending(tmp_path):
    path = tmp_path / "census.data"
    assert run(["table", "census", "-o", str(path), "--format", "json"]) == 0
    assert json.loads(path.read_text("utf-8"))["table"] == "census"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-o", "census.pdf"], "ending '.pdf'"),
        (["--format", "xlsx"], "format 'xlsx' on the terminal"),
        (["--format", "parquet"], "-o table.parquet"),
        (["--metadata"], "--metadata with the terminal"),
        (["--metadata", "-o", "census.html"], "--metadata with format 'html'"),
        (["-o", "no/such/census.html"], "no such folder"),
    ],
)
def test_what_cannot_be_written_is_refused(arguments, told, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["table", "census", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("form", "package"), [("latex", "Jinja2"), ("xlsx", "XlsxWriter")])
def test_what_is_not_installed_is_told_first(form, package, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(table_output, "find_spec", lambda name: None)
    monkeypatch.setattr(tables, "find_table", lambda name: pytest.fail("the work began"))
    path = tmp_path / "table"
    assert run(["table", "census", "--format", form, "-o", str(path)]) == 2
    error = capsys.readouterr().err
    assert f"{package} is not installed" in error
    assert "pip install 'musodds[tables]'" in error
    assert error.count("\n") == 1
    assert not path.exists()


def test_a_sampled_table_tells_its_deals(monkeypatch, tmp_path):
    frame = sampled_table().frame
    frame.attrs["deals"] = 16384
    monkeypatch.setattr(tables, "find_table", lambda name: lambda *a, **k: frame)
    path = tmp_path / "cut.parquet"
    assert run(["table", "cut", "--style", "usual", "--seed", "7", "-o", str(path)]) == 0
    read = pd.read_parquet(path)
    assert (read.attrs["style"], read.attrs["seed"], read.attrs["deals"]) == ("usual", 7, 16384)
    assert np.array_equal(read.difference, frame.difference)


def test_columns_of_errors_are_described():
    known = fields("cut")
    assert describe(f"difference{ERROR}", known).startswith("standard error of: cut less mus")
    assert describe("whatever", known) == "whatever"
