"""``musodds report``: what is made to be read or printed."""

from __future__ import annotations

from importlib import import_module

import click

from ..errors import InputError
from ..lang import _
from .spoken import in_language
from .words_of_click import in_click

# name -> the module of its command, and its help
REPORTS = {
    "coaching": ("report_coaching", "The coaching book, as PDF or HTML."),
    "lookup": ("report_lookup", "One page: tap four cards, a seat and a score, read what to do."),
}


class _Reports(click.Group):
    """A group whose commands load on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(REPORTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in REPORTS:
            return None
        command: click.Command = import_module(f"..{REPORTS[cmd_name][0]}", __name__).command
        return in_language(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in REPORTS and not args[0].startswith("-"):
            raise InputError(
                _("report '{name}'").format(name=args[0][:40]),
                ", ".join(REPORTS),
                "musodds report coaching -o book.pdf",
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(in_click("Commands")):
            formatter.write_dl([(name, _(told)) for name, (_module, told) in REPORTS.items()])


@click.group("report", cls=_Reports)
def command() -> None:
    """Make something to read, print or carry.

    \b
    musodds report coaching --rules naipera -o book.pdf
    musodds report lookup -o mus.html
    """
