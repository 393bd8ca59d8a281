"""The ``musodds`` command. Commands load on use, so that ``--help`` imports nothing heavy."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import click

from ..errors import InputError, printable
from ..lang import _
from .fitted import fitted
from .spoken import in_language, spoken, version_option, with_lang, without_language
from .words_of_click import in_click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "advise": "Cut or mus, what to throw, and the odds behind it.",
    "mus": "Cutting against saying mus, in tantos.",
    "discard": "What to throw once all have said mus.",
    "rounds": "How many rounds of mus a table plays, and the hands after each.",
    "odds": "The five lances.",
    "table": "Whole tables: census, lances, cut, discards, partner, posterior.",
    "score": "Four hands and the bets to tantos, in the order they are written down.",
    "match": "Where a match stands, or the classification of several.",
    "record": "A game that four players play by a solved strategy, written down.",
    "review": "A recorded game, graded: what each decision lost, luck and skill.",
    "quiz": "Questions with their cost: cut, discard, accept, odds, scoring; printed sets.",
    "play": "A hand or a game at the terminal with solved players, graded at the end.",
    "boards": "The same deals for every table, and the ranking of the tables.",
    "equity": "The chance of winning the game from a score, and what a tanto is worth there.",
    "bet": "A bet in a lance: every answer, in tantos and in the chance of winning the game.",
    "strategy": "What a solved strategy of four players does: a hand, or all on one grid.",
    "solve": "The betting at equilibrium: one lance, or a whole hand of two or of four.",
    "play-off": "Two strategies against each other as pairs, over deals with the seats exchanged.",
    "senas": "The señas: who may give which, and what each tells.",
    "style": "How the others play: list, show, save, plot and fit styles.",
    "plot": "Figures of hands, strategies, cuts and discards, as png, svg or pdf.",
    "compare": "Two sets of rules or styles: what differs between 8 kings and 4?",
    "rules": "The rules of each preset, and how they differ.",
    "report": "The coaching book, and a page to look hands up on.",
    "config": "Your own defaults: rules, style and language.",
    "completion": "What completes commands and words in bash, zsh or fish.",
    "warmup": "Compile everything now, so that later answers come at once.",
}
EXAMPLE = "musodds advise RRCA --seat mano"
LONGEST = 1500  # characters of a refusal
OPTION_EXAMPLES = {
    "--batch": "hands.txt",
    "--bets": "2,5,ordago",
    "--cap": "1",
    "--cut": "mano:1",
    "--deals": "500000",
    "--facing": "'mano envido 2'",
    "--file": "usual.npz",
    "--questions": "20",
    "--boards": "16",
    "--hands": "200000",
    "--iterations": "1000",
    "--kings": "8 --kings 4",
    "--lance": "grande",
    "--max-rounds": "4",
    "--lang": "eu",
    "--memory": "4",
    "--ordago": "22",
    "--partner": "R74A",
    "--pending": "'grande: paso; chica: ellos 2'",
    "--players": "4",
    "--rules": "ffm",
    "--rounds": "3",
    "--score": "30-35",
    "--se": "0.005",
    "--seat": "mano",
    "--seed": "1",
    "--set": "kings=4",
    "--size": "5",
    "--style": "cut:0.35",
    "--target": "0.001",
    "--update": "dcfr",
    "--workers": "2",
}


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name.replace('-', '_')}", __name__).command
        if ctx.resilient_parsing:  # a shell completes a word
            from .complete import attach

            attach(command)
        return in_language(command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the commands without importing them."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=_(what))
            for name, what in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse what is neither a command nor an option, and list the commands."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            told = _("command '{text}'").format(text=args[0][:40])
            raise InputError(told, ", ".join(COMMANDS), EXAMPLE)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section(in_click("Commands")):
            formatter.write_dl([(name, _(what)) for name, what in COMMANDS.items()])


@with_lang
@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@version_option()
def cli() -> None:
    """Odds and advice for mus.

    \b
    musodds advise RRCA --seat mano       should I cut, and what do I throw?
    musodds odds "R R 4 A" --seat postre  how often do we win each lance?
    musodds discard CSA5 --rules ehmf     what does each discard make?
    musodds score SS65 SRC4 CCC7 RR51     who writes down what?
    """


def _fail(message: str, code: int, example: str = "") -> int:
    with suppress(OSError):  # where even this cannot be written, the code tells
        told = f"musodds: {printable(message, LONGEST)}"
        click.echo(fitted(told, sys.stderr, "  ", example), err=True)
    return code


def _refuse(error: InputError | click.ClickException, code: int) -> int:
    example = getattr(error, "example", "")
    if isinstance(error, click.UsageError):
        example = _example_of(error)
    return _fail(tell_refusal(error), code, " ".join(example.split()))


def _example_of(error: click.UsageError) -> str:
    """Return what fits an error: its option, else the first example of its command."""
    param = getattr(error, "param", None)
    option = getattr(error, "option_name", None) or (param and param.opts[0])
    if option in OPTION_EXAMPLES:
        return f"{option} {OPTION_EXAMPLES[option]}"
    if isinstance(param, click.Option) and isinstance(param.type, click.Choice):
        return f"{option} {next(iter(param.type.choices))}"
    path, ctx = error.ctx.command_path if error.ctx else "", error.ctx
    while ctx is not None and ctx.parent is not None:
        found = re.search(f"^ *({re.escape(path)} .*)", ctx.command.help or "", re.MULTILINE)
        if found:
            return found[1]
        ctx = ctx.parent
    return path if " " in path else EXAMPLE


def _expected(error: click.UsageError) -> str:
    """Return the commands of a group that has not the one asked for."""
    group = error.ctx.command if error.ctx else None
    lacks = in_click("No such command {name!r}.").partition("{")[0]
    if error.ctx and isinstance(group, click.Group) and lacks in str(error.message):
        known = ", ".join(group.list_commands(error.ctx))
        return _("; expected {known}").format(known=known)
    return ""


def tell_refusal(error: InputError | click.ClickException) -> str:
    """Return the line that says what was wrong with a question, and an example."""
    if not isinstance(error, click.ClickException):
        return " ".join(str(error).split())
    told = error.format_message()
    if isinstance(error, click.UsageError):
        told = f"{told.rstrip('.')}{_expected(error)}"
        told = _("{wrong}; example: {example}").format(wrong=told, example=_example_of(error))
    return " ".join(told.split())


def _first_steps() -> list[str] | None:
    """Return the command that is meant by none: help, or what a newcomer chooses."""
    from .typed import on_terminal

    if not on_terminal():
        return ["--help"]
    from .welcome import welcome

    return welcome()


def _drop_output() -> None:
    """Keep the interpreter from complaining at exit about what could not be written."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(typed: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 good, 2 bad input, 1 failure."""
    arguments = sys.argv[1:] if typed is None else typed
    try:
        with spoken(arguments):
            return _run(arguments)
    except InputError as error:  # of the language itself
        return _refuse(error, 2)
    except KeyboardInterrupt as error:
        return _failure(error)


def _run(typed: list[str]) -> int:
    arguments: list[str] | None = typed
    try:
        if not without_language(typed):
            steps = _first_steps()
            arguments = steps and [*typed, *steps]  # in the language asked for
        if arguments is None:
            return 0
        result = in_language(cli).main(arguments, prog_name="musodds", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk or a closed pipe tells itself here, not at exit
        return result if isinstance(result, int) else 0
    except InputError as error:
        return _refuse(error, 2)
    except click.exceptions.NoArgsIsHelpError as error:  # a group alone, as musodds alone
        click.echo(error.ctx.get_help() if error.ctx else EXAMPLE)
        return 0
    except click.ClickException as error:
        return _refuse(error, error.exit_code)
    except (KeyboardInterrupt, click.Abort, MemoryError, OSError) as error:
        return _failure(error)


def _failure(error: BaseException) -> int:
    """Say what ended a command that was asked for well."""
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return _fail(_("interrupted"), 1)
    if isinstance(error, MemoryError):
        return _fail(_("out of memory"), 1)
    _drop_output()
    if isinstance(error, BrokenPipeError):  # the reader has seen enough
        return 1
    assert isinstance(error, OSError)
    where = f"{error.filename}: " if error.filename else ""
    return _fail(" ".join(f"{where}{error.strerror or error}".split()), 1)


def main() -> None:
    """Run as the ``musodds`` script."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # better a ? for a ± than no answer
    code = run()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second Ctrl-C ends threads without a word
    sys.exit(code)
