"""Collect the strings of the code into the catalogues of translations, and compile them.

``python -m musodds.catalogues`` in a checkout brings musodds/locale up to date after strings were
added or .po files edited, and says what is yet to be translated. It needs Babel (extra ``dev``).
Each part of the program has a catalogue of its own, so that a translator finds it where he looks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .lang import FOLDER, LANGUAGES

ROOT = FOLDER.parent.parent  # of the checkout
# catalogue -> the files whose strings it holds; a file is in the first that names it
PARTS = {
    "words": ("musodds/words.py",),
    "figures": ("reports/*.py",),
    "tables": ("reports/tables/*.py",),
    "drills": (
        "musodds/drills/*.py",
        "cli/quiz*.py",
        "cli/play.py",
        "cli/play_screen.py",
        "cli/boards.py",
        "cli/typed.py",
    ),
    "prompts": ("cli/welcome.py", "cli/guided.py", "cli/guided_seen.py", "cli/config.py"),
    "compare": ("cli/compare*.py", "musodds/compare*.py"),
    "advice": (
        "cli/advise.py",
        "cli/advice_sheets.py",
        "cli/batch.py",
        "cli/bet*.py",
        "cli/equity.py",
        "cli/render.py",
        "musodds/at_score.py",
        "musodds/grades.py",
        "musodds/solved_choice.py",
    ),
    "review": ("cli/record.py", "cli/review*.py"),
    "score": ("cli/match.py", "cli/score*.py"),
    "solver": (
        "cli/play_off.py",
        "cli/solve*.py",
        "cli/strategy*.py",
        "musodds/arena.py",
        "musodds/pace.py",
        "musodds/strategies.py",
        "musodds/solver/four/measure.py",
    ),
    "book": ("reports/book/*.py", "reports/book/*.html"),
    "lookup": ("reports/lookup/*.py",),
    "click": ("cli/words_of_click.py",),
    "help": (),
    "rules": (),
    "commands": (
        "cli/__init__.py",
        "cli/options.py",
        "cli/output.py",
        "cli/plot.py",
        "cli/progress.py",
        "cli/record.py",
        "cli/report.py",
        "cli/report_*.py",
        "cli/rules*.py",
        "cli/senas*.py",
        "cli/style*.py",
        "cli/table*.py",
        "cli/warmup.py",
    ),
    "mus": (
        "cli/discard*.py",
        "cli/evidence_sheets.py",
        "cli/mus.py",
        "cli/odds.py",
        "cli/phase*.py",
        "cli/reports.py",
        "cli/rounds*.py",
    ),
    "refusals-records": (
        *("musodds/record*.py", "musodds/review*.py", "musodds/sightings.py"),
        *("musodds/match.py", "musodds/scoring.py", "musodds/envites.py", "musodds/penalties.py"),
    ),
    "refusals-styles": ("musodds/style*.py", "musodds/policy*.py"),
    "refusals-solver": ("musodds/solver/*.py", "musodds/solver/four/*.py"),
    "refusals": ("musodds/*.py",),
}
COMPLETE = ("es", "eu")  # no string may be missing; French has the words of mus alone
WHEN = datetime(2026, 1, 1, tzinfo=UTC)  # one date for all, so that files change with strings alone
COMMENT = "\n# Strings of musodds, part '{part}', in {language}.\n"
_METHODS = {".py": "python", ".html": "jinja2", ".js": "javascript"}


def _help() -> Iterator[tuple[str, str]]:
    """Yield the strings of the help of every command, and where they stand."""
    from .cli.spoken import help_strings

    return help_strings()


def _rules() -> Iterator[tuple[str, str]]:
    """Yield what every rule means, and the titles of the presets."""
    from .rules import meanings, presets

    yield from (("musodds/rules.py", means) for means in meanings().values())
    yield from (("musodds/presets.toml", str(preset["title"])) for preset in presets().values())


def _figures() -> Iterator[tuple[str, str]]:
    """Yield what every figure shows."""
    from .reports.figures import FIGURES

    yield from (("reports/figures.py", named.shows) for named in FIGURES.values())


# what is looked up, but stands in no _("...")
_COLLECTED = {"commands": _figures, "help": _help, "rules": _rules}


def template(part: str) -> Any:
    """Return the strings of a part as a Babel catalogue without translations."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_file

    found = Catalog(project="musodds", charset="utf-8")
    earlier = list(PARTS)[: list(PARTS).index(part)]
    for path in sorted(_files(part) - {path for other in earlier for path in _files(other)}):
        where = path.relative_to(ROOT).as_posix()
        for _line, message, _comments, context in extract_from_file(
            _METHODS[path.suffix], str(path)
        ):
            found.add(message, context=context, locations=[(where, 0)])
    if part in _COLLECTED:
        for where, text in _COLLECTED[part]():
            found.add(text, locations=[(where, 0)])
    return found


def _files(part: str) -> set[Path]:
    return {path for pattern in PARTS[part] for path in ROOT.glob(pattern)}


def catalogue(part: str, language: str) -> Any:
    """Return a part's catalogue in a language, with the strings that the code has now."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    path = po_file(part, language)
    told = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            told = read_po(file, locale=language)
    told.update(template(part), no_fuzzy_matching=True)
    told.obsolete.clear()
    told.creation_date = told.revision_date = WHEN
    told.project, told.fuzzy, told.last_translator = "musodds", False, "musodds"
    told.header_comment = COMMENT.format(part=part, language=LANGUAGES[language]).strip()
    return told


def po_file(part: str, language: str) -> Path:
    """Return where a part's translations into a language are kept."""
    return ROOT / "musodds" / "locale" / language / "LC_MESSAGES" / f"{part}.po"


def missing(part: str, language: str) -> list[str]:
    """Return the strings of a part that are not translated into a language.

    Examples
    --------
    >>> missing("words", "eu")
    []
    """
    told = catalogue(part, language)
    return [str(each.id) for each in told if each.id and not _is_translated(each)]


def _is_translated(message: Any) -> bool:
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    return bool(message.id) and all(strings) and not message.fuzzy


def update() -> int:
    """Write all .po and .mo files; return how many strings are missing that may not."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import write_po

    lacking = 0
    for part in PARTS:
        for language in (code for code in LANGUAGES if code != "en"):
            told = catalogue(part, language)
            wanted = language in COMPLETE or any(map(_is_translated, told))
            if not (wanted and len(told)):
                continue
            path = po_file(part, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, told, width=100, sort_by_file=True, include_lineno=False)
            with path.with_suffix(".mo").open("wb") as file:
                write_mo(file, told)
            absent = [m for m in told if m.id and not _is_translated(m)]
            print(f"{part:10} {language}: {len(told) - len(absent)} of {len(told)} strings")
            if language in COMPLETE:
                lacking += len(absent)
                for message in absent:
                    print(f"           missing: {message.id!r}")
    return lacking


if __name__ == "__main__":
    sys.exit(1 if update() else 0)
