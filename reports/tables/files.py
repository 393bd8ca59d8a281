"""Tables for other programs: CSV, JSON, Parquet and Excel, numbers with all their digits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...lang import _
from .fields import ERROR, SCORED, Field, describe, fields
from .made import MadeTable

if TYPE_CHECKING:
    import pandas as pd

NUMBERS = {  # how Excel shows what it holds
    "count": "#,##0",
    "chance": "0.0%",
    "share": "0.000%",
    "edge": "+0.0%;-0.0%;0.0%",
    "tantos": "+0.00;-0.00;0.00",
    "amount": "0.00",
}
ERRORS = {
    "chance": "0.000%",
    "share": "0.0000%",
    "edge": "0.00%",
    "tantos": "0.000",
    "amount": "0.000",
}
CSVW = "http://www.w3.org/ns/csvw"
DATATYPES = {"i": "integer", "u": "integer", "f": "double"}


def to_csv(table: MadeTable) -> str:
    """Return a table as CSV, with 12 significant digits."""
    return str(table.frame.to_csv(index=False, float_format="%.12g")).rstrip("\n")


def to_json(table: MadeTable) -> str:
    """Return a table as JSON, with how it was made."""
    return json.dumps(table.about() | {"rows": table.frame.to_dict(orient="records")}, indent=1)


def save_parquet(table: MadeTable, path: str) -> None:
    """Write a table as Parquet; how it was made is in ``attrs`` when pandas reads it back."""
    frame = table.frame.copy(deep=False)
    frame.attrs = _told(table)
    frame.to_parquet(path, index=False, engine="pyarrow")


def _fields(table: MadeTable) -> dict[str, Field]:
    return fields(SCORED if table.is_scored else table.name)


def _told(table: MadeTable) -> dict[str, Any]:
    return table.about() | {"caption": table.caption()}


def save_excel(table: MadeTable, path: str) -> None:
    """Write a table as an Excel workbook: the numbers, then a sheet about them."""
    import pandas as pd

    known = _fields(table)
    with open(path, "wb") as file, pd.ExcelWriter(file, engine="xlsxwriter") as writer:
        table.frame.to_excel(writer, sheet_name=table.name, index=False, freeze_panes=(1, 0))
        sheet, book = writer.sheets[table.name], writer.book
        for at, name in enumerate(table.frame):
            form = _number_format(table.frame, name, known)
            told = book.add_format({"num_format": form}) if form else None
            sheet.set_column(at, at, max(10, len(name) + 3), told)
        sheet.autofilter(0, 0, len(table.frame), len(table.frame.columns) - 1)
        about = pd.DataFrame(_about_rows(table, known), columns=["", " "])
        about.to_excel(writer, sheet_name=_("about"), index=False, header=False)
        writer.sheets[_("about")].set_column(0, 0, 24)
        writer.sheets[_("about")].set_column(1, 1, 90)


def _number_format(frame: pd.DataFrame, name: str, known: dict[str, Field]) -> str | None:
    value = name.removesuffix(ERROR)
    if value != name and value in known:
        return ERRORS.get(known[value].kind)
    return NUMBERS.get(known[name].kind) if name in known else None


def _about_rows(table: MadeTable, known: dict[str, Field]) -> list[tuple[str, str]]:
    """Return how a table was made and what its columns hold, line by line."""
    rows = [("", table.caption())]
    rows += [(name, _plain(value)) for name, value in table.about().items()]
    return [*rows, ("", ""), *((name, describe(name, known)) for name in table.frame)]


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def csv_metadata(table: MadeTable, url: str) -> str:
    """Return what CSV has no room for, as the W3C's *CSV on the Web* lays it down.

    Parameters
    ----------
    table : MadeTable
    url : str
        The name of the CSV file, which the metadata lies beside.
    """
    known = _fields(table)
    columns = [
        {
            "name": name,
            "dc:description": describe(name, known),
            "datatype": DATATYPES.get(table.frame[name].dtype.kind, "string"),
        }
        for name in table.frame
    ]
    told = {
        "@context": CSVW,
        "url": url,
        "dc:title": table.title(),
        "dc:description": table.caption(),
        "notes": [table.about()],
        "tableSchema": {"columns": columns},
    }
    return json.dumps(told, indent=1, ensure_ascii=False)
