"""``musodds rules``."""

from __future__ import annotations

import click

from .options import formatted


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
    from .render import emit
    from .rules_sheets import list_report

    emit(form, list_report)


@command.command("show")
@click.argument("name")
@click.option("--set", "changes", metavar="FIELD=VALUE", multiple=True, help="Change a rule.")
@click.option("--toml", is_flag=True, help="As a file for --rules, to change at will.")
@formatted
def show(name: str, changes: tuple[str, ...], toml: bool, form: str) -> None:
    """Show what NAME, a preset or a .toml file, says on every rule."""
    from ..rules import load_rules
    from .render import emit
    from .rules_sheets import show_report

    rules = load_rules(name, changes)
    if toml:
        click.echo(rules.to_toml(), nl=False)
    else:
        emit(form, lambda: show_report(rules))


@command.command("diff")
@click.argument("a")
@click.argument("b")
@formatted
def diff(a: str, b: str, form: str) -> None:
    """Show on which rules A and B differ."""
    from ..rules import load_rules
    from .render import emit
    from .rules_sheets import diff_report

    one, other = load_rules(a), load_rules(b)
    emit(form, lambda: diff_report(one, other))
