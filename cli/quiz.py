"""``musodds quiz``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import InputError
from .fitted import say
from .options import formatted, ruled

if TYPE_CHECKING:
    from ..drills.results import Results
    from ..drills.session import Session
    from ..rules import Rules

QUESTIONS = 10
MOST = 1000


@click.command("quiz")
@click.option(
    "--topic", "topics", metavar="TOPIC", multiple=True,
    help="cut, discard, accept, odds or scoring; may be repeated. By default all.",
)  # fmt: skip
@click.option("--level", default="medium", show_default=True, help="1 to 3, or easy, medium, hard.")
@click.option("--questions", type=int, default=QUESTIONS, show_default=True)
@click.option("--seed", type=int, help="Always the same questions, whatever was answered before.")
@click.option("--file", "path", metavar="FILE", help="Where results are kept, if not as usual.")
@click.option("--no-save", is_flag=True, help="Keep no results.")
@click.option("--summary", is_flag=True, help="Ask nothing: show what was answered so far.")
@click.option("--export", metavar="FILE", help="A printed set: .md, .html or .json.")
@ruled
@formatted
def command(
    topics: tuple[str, ...],
    level: str,
    questions: int,
    seed: int | None,
    path: str | None,
    no_save: bool,
    summary: bool,
    export: str | None,
    rules: Rules,
    form: str,
) -> None:
    """Ask about deals in which the choice matters, and tell what each answer costs.

    Answers are kept, and questions come near what was answered wrongly. q, Ctrl-C or the end of
    the input ends it with a summary; --format is that of --summary.

    \b
    musodds quiz
    musodds quiz --topic cut --topic accept --level hard --questions 20
    musodds quiz --summary
    musodds quiz --export class.html --questions 12 --seed 7 --lang eu
    """
    from ..drills.kinds import parse_topics
    from ..drills.levels import parse_level
    from ..drills.making import check_topics
    from ..drills.session import Session
    from ..setup import check_sample

    if not 1 <= questions <= MOST:
        raise InputError(f"questions {questions}", f"1 to {MOST}", "--questions 20")
    check_sample(1, 1 if seed is None else seed)
    if summary:
        _show_all(path, form)
        return
    asked = check_topics(rules, parse_topics(topics))
    number = parse_level(level)
    if export is not None:
        _export(Session(rules, asked, number, 1 if seed is None else seed), questions, export)
        return
    results = None if no_save else _results(path)
    _play(Session(rules, asked, number, seed, results), questions)


def _results(path: str | None) -> Results:
    from ..drills.results import Results, default_file

    return Results(path or default_file())


def _show_all(path: str | None, form: str) -> None:
    from datetime import UTC, datetime
    from pathlib import Path

    from ..drills.progress import summarize
    from ..drills.results import Results, default_file
    from ..lang import _
    from .quiz_sheets import summary_report
    from .render import emit

    file = Path(path or default_file())
    answers = Results(file).answers() if file.exists() else []
    emit(form, summary_report(summarize(answers, datetime.now(UTC)), _("So far")))


def _export(session: Session, questions: int, path: str) -> None:
    from ..drills.printed import PrintedSet, format_of, write_set
    from .output import check_output, write_bytes
    from .progress import progress_bar

    form = format_of(path)
    check_output(path, "--export", "set.md")
    assert session.seed is not None
    found = []
    _announce(session)
    with progress_bar("looking for questions") as show:
        for number in range(questions):
            found.append(session.ask())
            show((number + 1) / questions)
    made = PrintedSet(session.rules, found, session.level, session.seed)
    write_bytes(path, write_set(made, form).encode())


def _announce(session: Session) -> None:
    from .options import announce_compiling

    if {"cut", "accept"} & set(session.topics):
        announce_compiling("rollout", 40)
    elif "discard" in session.topics:
        announce_compiling("trials")


def _play(session: Session, questions: int) -> None:
    """Ask and judge, then sum up what was answered."""
    from datetime import UTC, datetime

    from ..drills.progress import summarize
    from ..lang import _
    from .quiz_sheets import summary_report
    from .render import emit
    from .typed import Left

    _announce(session)
    try:
        for number in range(1, questions + 1):
            _ask(session, number, questions)
    except Left:
        pass
    emit("table", summary_report(summarize(session.given, datetime.now(UTC)), _("This time")))


def _ask(session: Session, number: int, questions: int) -> None:
    from ..drills.telling import tell
    from ..drills.words import level_word, topic_word
    from ..lang import _
    from .typed import typed, waiting

    with waiting(_("looking for a question ...")):
        question = session.ask()
    if number < questions:
        session.prepare()
    topic, level = topic_word(question.kind.topic), level_word(question.level)
    head = _("Question {number} of {questions}: {topic}, {level}").format(
        number=number, questions=questions, topic=topic, level=level
    )
    say(head, bold=True)
    *lines, asked = question.lines()
    for line in lines:
        say(f"  {line}")
    answer = typed(asked, question.read, question.choices())
    verdict = session.answer(question, answer)
    colour = "green" if verdict.right else "yellow" if verdict.near else "red"
    say(tell(question, verdict), fg=colour)
    say(f"{verdict.reason}\n")
