"""``musodds rules``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from .options import formatted


@dataclass(frozen=True)
class _Answer:
    found: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return {"schema": "musodds.rules/1", **self.found}


def _shown(value: Any) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@click.group("rules")
def command() -> None:
    """Show the rules of a preset or a file, and how they differ.

    \b
    musodds rules list
    musodds rules show ehmf
    musodds rules show ehmf --toml > mine.toml
    musodds rules diff naipera mine.toml
    """


@command.command("list")
@formatted
def list_presets(form: str) -> None:
    """List the presets."""
    from ..rules import load_rules, presets
    from .render import Cell, Column, Report, Sheet, emit

    fields = ("kings", "target", "real", "refused_raise", "punto_refused", "games", "vacas")
    columns = [
        Column("name", "name", left=True),
        *(Column(f, f.replace("_", " "), _shown, True) for f in fields),
    ]
    rows: list[list[Cell]] = [
        [name, *(load_rules(name).to_dict()[f] for f in fields)] for name in presets()
    ]
    sheet = Sheet("Presets", columns, rows)
    found = {name: load_rules(name).to_dict() for name in presets()}
    titles = [f"{name}: {preset['title']}" for name, preset in presets().items()]
    emit(form, Report(_Answer({"presets": found}), "Rules that ship with musodds", titles, [sheet]))


@command.command("show")
@click.argument("name")
@click.option("--set", "changes", metavar="FIELD=VALUE", multiple=True, help="Change a rule.")
@click.option("--toml", is_flag=True, help="As a file for --rules, to change at will.")
@formatted
def show(name: str, changes: tuple[str, ...], toml: bool, form: str) -> None:
    """Show what NAME, a preset or a .toml file, says on every rule."""
    from ..rules import load_rules, meanings
    from .render import Cell, Column, Report, Sheet, emit

    rules = load_rules(name, changes)
    if toml:
        click.echo(rules.to_toml(), nl=False)
        return
    columns = (
        Column("field", "field", left=True),
        Column("value", "value", _shown, True),
        Column("meaning", "meaning", left=True, wrap=True),
    )
    means = meanings()
    rows: list[list[Cell]] = [
        [field, "none" if value is None else value, means[field]]
        for field, value in rules.to_dict().items()
    ]
    sheet = Sheet("Every rule", columns, rows)
    emit(
        form,
        Report(
            _Answer({"name": rules.name, "rules": rules.to_dict()}), rules.describe(), [], [sheet]
        ),
    )


@command.command("diff")
@click.argument("a")
@click.argument("b")
@formatted
def diff(a: str, b: str, form: str) -> None:
    """Show on which rules A and B differ."""
    from ..rules import load_rules, meanings
    from .render import Cell, Column, Report, Sheet, emit

    one, other = load_rules(a), load_rules(b)
    differ = {
        field: (value, other.to_dict()[field])
        for field, value in one.to_dict().items()
        if value != other.to_dict()[field]
    }
    columns = (
        Column("field", "field", left=True),
        Column("a", one.name, _shown, True),
        Column("b", other.name, _shown, True),
        Column("meaning", "meaning", left=True, wrap=True),
    )
    means = meanings()
    rows: list[list[Cell]] = [
        [field, *("none" if v is None else v for v in values), means[field]]
        for field, values in differ.items()
    ]
    sheet = Sheet("Where they differ", columns, rows)
    emit(
        form,
        Report(
            _Answer({"a": one.name, "b": other.name, "differ": differ}),
            f"{len(differ)} rules differ",
            [],
            [sheet],
        ),
    )
