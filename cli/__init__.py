"""The ``musodds`` command. Commands load on use, so that ``--help`` imports nothing heavy."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from .. import __version__
from ..errors import InputError

COMMANDS = {
    "advise": "Cut or mus, what to throw, and the odds behind it.",
    "mus": "Cutting against saying mus, in tantos.",
    "discard": "What to throw once all have said mus.",
    "odds": "The five lances.",
    "table": "Whole tables: census, lances, partner, posterior.",
    "score": "Four hands and the bets to tantos, in the order they are written down.",
    "match": "Where a match stands, or the classification of several.",
    "senas": "The señas: who may give which, and what each tells.",
    "rules": "The rules of each preset, and how they differ.",
    "warmup": "Compile everything now, so that later answers come at once.",
}
EXAMPLE = "musodds advise RRCA --seat mano"


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __name__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="musodds")
def cli() -> None:
    """Odds and advice for mus.

    \b
    musodds advise RRCA --seat mano       should I cut, and what do I throw?
    musodds odds "R R 4 A" --seat postre  how often do we win each lance?
    musodds discard CSA5 --rules ehmf     what does each discard make?
    musodds score SS65 SRC4 CCC7 RR51     who writes down what?
    """


def _fail(message: str, code: int) -> int:
    click.echo(f"musodds: {' '.join(message.split())}", err=True)
    return code


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 good, 2 bad input, 1 failure."""
    try:
        result = cli.main(arguments, prog_name="musodds", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except InputError as error:
        return _fail(str(error), 2)
    except click.UsageError as error:
        return _fail(f"{error.format_message().rstrip('.')}; example: {EXAMPLE}", 2)
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", 1)
    except BrokenPipeError:
        # the reader has seen enough; keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def main() -> None:
    """Run as the ``musodds`` script."""
    sys.exit(run())
