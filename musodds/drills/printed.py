"""A printed set for a class: the questions, then the solutions with their figures."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..lang import _, language
from ..rules import Rules
from .kinds import Kind
from .question import Question
from .words import hand_word, level_word, rules_word, topic_word

FORMATS = ("md", "html", "json")
STYLE = """\
body { max-width: 44rem; margin: 2rem auto; font: 16px/1.45 system-ui, sans-serif; color: #222 }
section { break-inside: avoid; margin: 0 0 1.6rem }
h1 { font-size: 1.5rem } h1 + p { margin-bottom: 1.5rem }
h2 { font-size: 1.2rem; break-before: page; margin-top: 3rem }
h3 { font-size: 1rem; margin: 0 0 .3rem } h3 small { font-weight: normal; color: #666 }
p { margin: .15rem 0 } .cards { white-space: pre-wrap } .answer { margin-top: .5rem; color: #666 }
table { border-collapse: collapse; margin: .5rem 0; font-size: .9rem }
th, td { padding: .1rem .7rem .1rem 0; text-align: right; font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left }
th { border-bottom: 1px solid #222; font-weight: 600 } small { color: #666 }
@media print { body { margin: 0; max-width: none } }
"""


@dataclass(frozen=True)
class PrintedSet:
    """Questions for a class.

    Attributes
    ----------
    rules : Rules
    questions : sequence of Question
    level, seed : int
    """

    rules: Rules
    questions: Sequence[Question]
    level: int
    seed: int

    def title(self) -> str:
        """Return the title."""
        return _("Mus: {count} questions").format(count=len(self.questions))

    def about(self) -> str:
        """Return how the set was made, so that it can be made again."""
        return _("{rules}; level {level}; seed {seed}.").format(
            rules=rules_word(self.rules), level=level_word(self.level), seed=self.seed
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.quiz/1``."""
        return {
            "schema": "musodds.quiz/1",
            "rules": self.rules.name,
            "level": self.level,
            "seed": self.seed,
            "language": language(),
            "questions": [_one(n, q) for n, q in enumerate(self.questions, 1)],
        }


def _one(number: int, question: Question) -> dict[str, Any]:
    kind, figures = question.kind, question.figures()
    return {
        "number": number,
        "topic": kind.topic,
        "kind": kind.hand,
        "level": question.level,
        "asked": question.to_dict(),
        "text": list(question.lines()),
        "choices": question.choices(),
        "solution": question.best,
        "shown": question.show(question.best),
        "reason": question.judge(question.best).reason,
        "figures": {
            "heads": list(figures.heads),
            "rows": [list(row) for row in figures.rows],
            "note": figures.note,
        },
    }


def describe_kind(kind: Kind) -> str:
    """Return what kind of question it is, for people."""
    return f"{topic_word(kind.topic)}: {hand_word(kind.hand)}"


def to_markdown(made: PrintedSet) -> str:
    """Return a set in Markdown."""
    parts = [f"# {made.title()}", made.about()]
    for number, question in enumerate(made.questions, 1):
        lines = [line.replace("  ", "   ") for line in question.lines()]
        parts += [f"## {number}. {topic_word(question.kind.topic)}", "\\\n".join(lines)]
    solutions = _("Solutions")
    parts.append(f"# {solutions}")
    for number, question in enumerate(made.questions, 1):
        figures = question.figures()
        marks = [":--", *["--:"] * (len(figures.heads) - 1)]
        table = (figures.heads, marks, *figures.rows)
        parts += [
            f"**{number}. {question.show(question.best)}.** {question.judge(question.best).reason}",
            "\n".join("| " + " | ".join(row) + " |" for row in table),
            f"_{figures.note}_",
        ]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows
    )
    return f"<table>\n<tr>{head}</tr>\n{body}</table>"


def page(title: str, body: str, style: str = STYLE) -> str:
    """Return a page of HTML by itself."""
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def to_html(made: PrintedSet) -> str:
    """Return a set as a page of HTML: the solutions begin a new sheet of paper."""
    asked, solved, line = list[str](), list[str](), html.escape(_("Answer"))
    answer = f'<p class="answer">{line}: ____________________</p>'
    for number, question in enumerate(made.questions, 1):
        lines = "".join(f'<p class="cards">{html.escape(line)}</p>\n' for line in question.lines())
        kind = html.escape(topic_word(question.kind.topic))
        asked.append(f"<section>\n<h3>{number}. {kind}</h3>\n{lines}{answer}\n</section>")
        figures = question.figures()
        best = html.escape(question.show(question.best))
        reason = html.escape(question.judge(question.best).reason)
        small = f"<small>{html.escape(figures.note)}</small>"
        table = _table(figures.heads, figures.rows)
        told = f"<h3>{number}. {best}</h3>\n<p>{reason}</p>\n{table}\n<p>{small}</p>"
        solved.append(f"<section>\n{told}\n</section>")
    title, about = html.escape(made.title()), html.escape(made.about())
    head = f"<h1>{title}</h1>\n<p><small>{about}</small></p>"
    solutions = html.escape(_("Solutions"))
    parts = [head, *asked, f"<h2>{solutions}</h2>", *solved]
    return page(made.title(), "\n".join(parts))


def to_json(made: PrintedSet) -> str:
    """Return a set as JSON."""
    return json.dumps(made.to_dict(), indent=2, ensure_ascii=False) + "\n"


def format_of(path: str, formats: Sequence[str] = FORMATS, option: str = "--export") -> str:
    """Return the format that a file's ending names.

    Raises
    ------
    InputError
        If it names none.

    Examples
    --------
    >>> format_of("class.html")
    'html'
    """
    ending = path.lower().rpartition(".")[2]
    if "." not in path or ending not in formats:
        raise InputError(
            f"{option} '{path}'",
            _("a file ending in .{formats}").format(formats=", .".join(formats)),
            f"{option} set.{formats[0]}",
        )
    return ending


def write_set(made: PrintedSet, form: str) -> str:
    """Return a set in one of FORMATS."""
    return {"md": to_markdown, "html": to_html, "json": to_json}[form](made)
