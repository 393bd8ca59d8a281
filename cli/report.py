"""``musodds report``: pages and books made of results. Its commands load on use."""

from __future__ import annotations

from importlib import import_module

import click

from ..errors import InputError

COMMANDS = {
    "lookup": "One page: tap four cards, a seat and a score, and read what to do.",
}


class _Reports(click.Group):
    """A group whose commands live in modules named ``report_`` and their own name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".report_{cmd_name}", __package__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse what is neither a command nor an option, and list the commands."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            name, known = f"report '{args[0][:40]}'", ", ".join(COMMANDS)
            raise InputError(name, known, f"musodds report {next(iter(COMMANDS))} --help")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group("report", cls=_Reports)
def command() -> None:
    """Make pages and books of results.

    \b
    musodds report lookup -o mus.html
    """
