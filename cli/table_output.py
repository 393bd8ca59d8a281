"""A whole table printed or written to a file, in the format that the file's ending names."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from ..lang import _
from .output import check_output, write_output

if TYPE_CHECKING:
    from ..reports.tables.made import MadeTable

FORMATS = ("csv", "json", "md", "html", "latex", "parquet", "xlsx", "npz")
BINARY = ("parquet", "xlsx", "npz")  # a terminal has no use for them
ENDINGS = {form: form for form in FORMATS} | {"tex": "latex", "htm": "html", "txt": "csv"}
NEEDS = {  # format -> what it takes besides musodds itself
    "html": ("jinja2", "Jinja2"),
    "latex": ("jinja2", "Jinja2"),
    "parquet": ("pyarrow", "pyarrow"),
    "xlsx": ("xlsxwriter", "XlsxWriter"),
}
METADATA = "-metadata.json"  # where CSV on the Web looks for it


def find_format(form: str | None, path: str | None) -> str:
    """Return the format asked for, else that of the file's ending, else ``csv``.

    Raises
    ------
    InputError
        If an ending says nothing, a file is needed, or what writes the format is not installed.
    """
    if form is None:
        ending = "" if path is None else Path(path).suffix.lower().lstrip(".")
        if ending and ending not in ENDINGS:
            known = "." + ", .".join(e for e in ENDINGS if e != "txt")
            raise InputError(
                f"-o '{path}': " + _("ending '.{ending}'").format(ending=ending),
                _("{endings}, or --format").format(endings=known),
                f"-o {Path(path or '').stem or 'table'}.html",
            )
        form = ENDINGS.get(ending, "csv")
    if form in BINARY and path is None:
        wrong = _("format '{form}' on the terminal").format(form=form)
        raise InputError(wrong, _("a file"), f"-o table.{form}")
    module, package = NEEDS.get(form, ("json", ""))
    if find_spec(module) is None:
        wrong = _("format '{form}': {package} is not installed")
        raise InputError(
            wrong.format(form=form, package=package), _("it, or csv"),
            "pip install 'musodds[tables]'",
        )  # fmt: skip
    return form


def check_target(form: str, path: str | None, metadata: bool) -> None:
    """Refuse files that cannot be written, and metadata of what is no CSV file.

    Raises
    ------
    InputError
        If so.
    """
    if path is not None:
        check_output(path, example=f"table.{form.replace('latex', 'tex')}")
    if metadata and (form != "csv" or path is None):
        wrong = _("--metadata with format '{form}'")
        if path is None:
            wrong = _("--metadata with the terminal")
        raise InputError(
            wrong.format(form=form), _("a file of CSV; other formats hold their own"),
            "--metadata -o cut.csv",
        )  # fmt: skip
    if metadata:
        check_output(f"{path}{METADATA}", "--metadata")


def emit_table(table: MadeTable, form: str, path: str | None, metadata: bool = False) -> None:
    """Print a table, or write it to a file, whole or not at all."""
    from ..reports.tables import files, page

    texts = {
        "csv": files.to_csv,
        "json": files.to_json,
        "md": page.to_markdown,
        "html": page.to_html,
        "latex": page.to_latex,
    }
    if path is None:
        click.echo(texts[form](table))
        return
    if form in texts:
        _write_text(path, texts[form](table))
    else:
        save = files.save_parquet if form == "parquet" else files.save_excel
        write_output(path, lambda whole: save(table, whole))
    if metadata:
        _write_text(f"{path}{METADATA}", files.csv_metadata(table, Path(path).name))


def _write_text(path: str, text: str) -> None:
    write_output(path, lambda whole: _fill(whole, text))


def _fill(path: str, text: str) -> None:
    Path(path).write_text(text + "\n", "utf-8")
