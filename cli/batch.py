"""``--batch``: many questions of one command, a line each, answered one after the other."""

from __future__ import annotations

import csv
import io
import shlex
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import click

from ..errors import InputError, why_unreadable
from ..lang import _, speaking
from ..text_file import short_lines
from .render import Report, as_json, long_rows, taking

Lines = Generator[tuple[int, str], None, None]  # number and text
_FORMATS = ("json", "csv")
_OF_ALL = ("--batch", "--format", "--ask", "--help", "-h")
_EXAMPLE = "--batch hands.txt"
_HEAD = ("line", "question", "section", "item", "field", "value")


class Batched(click.Command):
    """A command that also answers the questions of a file, each as if it were asked alone."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.params.append(
            click.Option(
                ["--batch"],
                metavar="FILE|-",
                expose_value=False,
                help="A question a line, as typed here; --format json (lines, the default) or csv.",
            )
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what holds for every line apart, if there are lines."""
        if ctx.resilient_parsing or not any(arg.split("=")[0] == "--batch" for arg in args):
            return super().parse_args(ctx, args)
        told = self.make_parser(ctx).parse_args(list(args))[0]
        if _is_told(told.get("hand")) or "ask" in told:
            raise InputError(_("a hand, or --ask, with --batch"), _("hands in the file"), _EXAMPLE)
        form = str(told.get("form", "json")).lower()
        if form not in _FORMATS:
            wrong = _("--format {form} with --batch").format(form=form)
            raise InputError(wrong, _(" or ").join(_FORMATS), _EXAMPLE)
        ctx.meta["musodds.batch"] = (told["batch"], form, _without(args, "--batch", "--format"))
        return []

    def invoke(self, ctx: click.Context) -> Any:
        """Answer the line, or all lines."""
        if "musodds.batch" not in ctx.meta:
            return super().invoke(ctx)
        path, form, shared = ctx.meta.pop("musodds.batch")
        with closing(_lines(path)) as lines:  # opened before the first answer is looked for
            return self._answer_all(ctx, lines, form, shared)

    def _answer_all(self, ctx: click.Context, lines: Lines, form: str, shared: list[str]) -> int:
        from . import tell_refusal

        code = 0
        if form == "csv":
            _print_rows([_HEAD])
        for number, text in lines:
            try:
                words = _words(text, str(self.name))
                reports = self._answer(ctx, [*shared, *words])
            except (InputError, click.ClickException) as error:
                refused = tell_refusal(error)
                where = _("line {number}: {error}").format(number=number, error=refused)
                click.echo(f"musodds: {where}", err=True)
                code = 2
                continue
            asked = shlex.join(words)
            for report in reports:
                if form == "csv":
                    rows = long_rows(report.flat or report.sheets)
                    _print_rows([number, asked, *row] for row in rows)
                else:
                    with speaking("en"):
                        found = {"line": number, "question": asked, **report.result.to_dict()}
                    click.echo(as_json(found))
        return code

    def _answer(self, ctx: click.Context, words: list[str]) -> list[Report]:
        """Ask one question as on the command line."""
        found: list[Report] = []
        with taking(found.append), self.make_context(self.name, words, ctx.parent) as alone:
            self.invoke(alone)
        return found


def _is_told(value: object) -> bool:
    return isinstance(value, tuple) and bool(value)


def _without(args: list[str], *options: str) -> list[str]:
    """Return arguments without some options and their values."""
    rest, skip = [], False
    for arg in args:
        if skip:
            skip = False
        elif arg in options:
            skip = True
        elif arg.split("=")[0] not in options:
            rest.append(arg)
    return rest


def _lines(path: str) -> Lines:
    """Return the questions with the numbers of their lines; refuse a file that cannot be read."""
    if path == "-":
        return _questions(sys.stdin)
    try:
        return _questions(Path(path).open(encoding="utf-8-sig"))
    except OSError as error:
        why = f"--batch '{path}': {why_unreadable(error)}"
        raise InputError(why, _("a file"), _EXAMPLE) from None


def _questions(file: IO[str]) -> Lines:
    try:
        for number, line in short_lines(file, _EXAMPLE):
            text = line.strip()
            if text and not text.startswith("#"):
                yield number, text
    except UnicodeDecodeError:
        why = _("--batch '{path}': no text in UTF-8").format(path=file.name)
        raise InputError(why, _("a text file"), _EXAMPLE) from None
    finally:
        if file is not sys.stdin:
            file.close()


def _words(text: str, name: str) -> list[str]:
    """Return the words of a line, the command's own name left out."""
    try:
        words = shlex.split(text, comments=True)
    except ValueError as error:
        why = f"'{text[:40]}': {str(error).lower()}"
        raise InputError(why, _("quotes in pairs"), "'R R C A' --seat mano") from None
    words = words[1:] if words[:1] == ["musodds"] else words
    words = words[1:] if words[:1] == [name] else words
    for word in words:
        if word.split("=")[0] in _OF_ALL:
            raise InputError(
                _("'{word}' in a line").format(word=word),
                _("a question to {command}").format(command=name),
                "RRCA --seat mano",
            )
    return words


def _print_rows(rows: Iterable[Sequence[object]]) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    click.echo(out.getvalue(), nl=False)
