"""The tables about rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..lang import _, ngettext, pgettext
from .render import Cell, Column, Report, Sheet

if TYPE_CHECKING:
    from ..rules import Rules

LISTED = ("kings", "target", "real", "refused_raise", "punto_refused", "games", "vacas")


@dataclass(frozen=True)
class _Answer:
    found: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return {"schema": "musodds.rules/1", **self.found}


def _shown(value: Any) -> str:
    """Show a value; those that a file has as words stay as they are typed."""
    if isinstance(value, bool):
        return (_("no"), _("yes"))[value]
    return pgettext("rule", "none") if value == "none" else str(value)


def list_report() -> Report:
    """Report the presets."""
    from ..rules import load_rules, presets

    columns = [
        Column("name", _("name"), left=True),
        *(Column(field, field.replace("_", " "), _shown, True) for field in LISTED),
    ]
    found = {name: load_rules(name).to_dict() for name in presets()}
    rows: list[list[Cell]] = [
        [name, *(fields[field] for field in LISTED)] for name, fields in found.items()
    ]
    told = {name: _(str(preset["title"])) for name, preset in presets().items()}
    titles = [f"{name}: {title}" for name, title in told.items()]
    return Report(
        _Answer({"presets": found}),
        _("Rules that ship with musodds"),
        titles,
        [Sheet(_("Presets"), columns, rows)],
    )


def show_report(rules: Rules) -> Report:
    """Report what some rules say of everything."""
    from ..rules import meanings

    columns = (
        Column("field", _("field"), left=True),
        Column("value", _("value"), _shown, True),
        Column("meaning", _("meaning"), left=True, wrap=True),
    )
    means = meanings()
    rows: list[list[Cell]] = [
        [field, "none" if value is None else value, _(means[field])]
        for field, value in rules.to_dict().items()
    ]
    return Report(
        _Answer({"name": rules.name, "rules": rules.to_dict()}),
        rules.describe(),
        [],
        [Sheet(_("Every rule"), columns, rows)],
    )


def diff_report(one: Rules, other: Rules) -> Report:
    """Report on which rules two sets differ."""
    from ..rules import meanings

    theirs = other.to_dict()
    differ = {
        field: (value, theirs[field])
        for field, value in one.to_dict().items()
        if value != theirs[field]
    }
    columns = (
        Column("field", _("field"), left=True),
        Column("a", one.name, _shown, True),
        Column("b", other.name, _shown, True),
        Column("meaning", _("meaning"), left=True, wrap=True),
    )
    means = meanings()
    rows: list[list[Cell]] = [
        [field, *("none" if v is None else v for v in values), _(means[field])]
        for field, values in differ.items()
    ]
    count = len(differ)
    return Report(
        _Answer({"a": one.name, "b": other.name, "differ": differ}),
        ngettext("{n} rule differs", "{n} rules differ", count).format(n=count),
        [],
        [Sheet(_("Where they differ"), columns, rows)],
    )
