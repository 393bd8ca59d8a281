"""``musodds config``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from ..lang import _
from .options import formatted
from .render import Column, Report, Sheet, emit


@dataclass(frozen=True)
class _Kept:
    path: str
    fields: dict[str, str | None]

    def to_dict(self) -> dict[str, Any]:
        return {"schema": "musodds.config/1", "file": self.path, **self.fields}


@click.group("config", invoke_without_command=True)
@formatted
@click.pass_context
def command(ctx: click.Context, form: str) -> None:
    """Keep rules, a style and a language of your own as defaults.

    \b
    rules      where --rules is not given
    style      how the others play, where --style is not given: in advise, mus, discard,
               rounds, odds, table cut and table discards (solved strategies stay as they are)
    language   where neither --lang nor MUSODDS_LANG is given

    \b
    musodds config
    musodds config set rules ehmf
    musodds config set language eu
    musodds config unset rules
    musodds config path
    """
    if ctx.invoked_subcommand is None:
        emit(form, _report)


def _report() -> Report:
    from ..config import CHECKS, config_file, kept, kept_fields
    from ..rules import DEFAULT_RULES
    from ..style import DEFAULT_STYLE

    usual = {
        "rules": DEFAULT_RULES,
        "style": DEFAULT_STYLE,
        "language": _("that of the locale"),
    }
    own = kept_fields()
    fields = {field: kept(field) for field in CHECKS}
    rows = [[field, value or "", usual[field]] for field, value in fields.items()]
    columns = [
        Column("field", _("field"), left=True),
        Column("kept", _("kept"), left=True),
        Column("otherwise", _("otherwise"), left=True),
    ]
    return Report(
        _Kept(str(config_file()), fields),
        _("Your own defaults") if own else _("No defaults of your own are kept"),
        [_("An option on the command line wins, and MUSODDS_LANG over the language.")],
        [Sheet(_("Defaults"), columns, rows)],
        [_("Kept in {file}").format(file=config_file())],
    )


@command.command("set")
@click.argument("field")
@click.argument("value")
def set_field(field: str, value: str) -> None:
    """Keep VALUE as the default of FIELD: rules, style or language.

    \b
    musodds config set rules ehmf
    musodds config set style friends.toml
    musodds config set language eu
    """
    from ..config import check_field, check_value, kept_fields

    name = check_field(field)
    kept_value = check_value(name, value)
    _write(kept_fields() | {name: kept_value})
    click.echo(f"{name} = {kept_value}")


@command.command("unset")
@click.argument("field")
def unset(field: str) -> None:
    """Keep no default for FIELD any more.

    \b
    musodds config unset rules
    """
    from ..config import check_field, kept_fields

    name = check_field(field)
    fields = kept_fields()
    if fields.pop(name, None) is not None:
        _write(fields)


@command.command("path")
def path() -> None:
    """Print where the defaults are kept.

    \b
    musodds config path
    """
    from ..config import config_file

    click.echo(config_file())


def _write(fields: dict[str, str]) -> None:
    from ..config import config_file, to_toml
    from .output import check_output, write_bytes

    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    check_output(str(file), "config", str(file))
    write_bytes(str(file), to_toml(fields).encode())
