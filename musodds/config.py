"""What a user keeps as defaults of the command: rules, style and language, in one TOML file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from .errors import InputError
from .folders import config_folder
from .lang import _
from .text_file import read_text
from .toml_reader import TomlReader, again, read_toml

FILE_VARIABLE = "MUSODDS_CONFIG"


def _check_rules(text: str) -> str:
    from .rules import load_rules

    load_rules(text)
    return _named(text, (".toml",))


def _check_style(text: str) -> str:
    from .style import FILES, parse_style

    parse_style(text)
    return _named(text, FILES)


def _check_language(text: str) -> str:
    from .lang import parse_language

    return parse_language(text)


def _named(text: str, endings: tuple[str, ...]) -> str:
    """Return a name in lower case, or a file from wherever it is asked for."""
    named = text.strip()
    return os.path.abspath(named) if named.lower().endswith(endings) else named.lower()


CHECKS: dict[str, Callable[[str], str]] = {
    "rules": _check_rules,
    "style": _check_style,
    "language": _check_language,
}


def check_field(name: str) -> str:
    """Return the field of that name.

    Raises
    ------
    InputError
        If there is none.

    Examples
    --------
    >>> check_field("Lang")
    'language'
    """
    field = name.strip().lower()
    field = "language" if field == "lang" else field
    if field not in CHECKS:
        raise InputError(
            _("field '{name}'").format(name=name),
            ", ".join(CHECKS),
            "musodds config set rules ehmf",
        )
    return field


def check_value(field: str, text: str) -> str:
    """Return a value as it is kept.

    Parameters
    ----------
    field : {"rules", "style", "language"}
    text : str

    Raises
    ------
    InputError
        If there are no such rules, style or language, or a file of them cannot be read.

    Examples
    --------
    >>> check_value("rules", "EHMF"), check_value("language", "eu_ES")
    ('ehmf', 'eu')
    """
    return CHECKS[field](text)


def config_file() -> Path:
    """Return where defaults are kept: MUSODDS_CONFIG, or in the user's config directory."""
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named)
    return config_folder() / "config.toml"


@cache
def _read(path: Path, changed_ns: int) -> dict[str, str]:
    where = _("config '{path}'").format(path=path)
    example = _("{variable}=other.toml, or remove the file").format(variable=FILE_VARIABLE)
    text = read_text(path, where, _("a TOML file"), example)
    told = TomlReader(where, read_toml(text, where, example))
    told.check_keys(tuple(CHECKS))
    return {field: told.text(field, f'{field} = "..."') for field in told.table}


def kept_fields() -> dict[str, str]:
    """Return all that is kept, as it stands in the file; nothing where there is no file.

    Raises
    ------
    InputError
        If the file cannot be read, is no TOML, or has other fields in it.
    """
    path = config_file()
    try:
        changed_ns = path.stat().st_mtime_ns
    except OSError:
        return {}
    return dict(_read(path, changed_ns))


def kept(field: str) -> str | None:
    """Return what is kept as a default, checked; None where nothing is.

    Raises
    ------
    InputError
        If it is kept but cannot be used (any more); the message names the file.
    """
    value = kept_fields().get(field)
    if value is None:
        return None
    try:
        return check_value(field, value)
    except InputError as error:
        told = again(error, _("config '{path}'").format(path=config_file()))
        raise told.with_example(f"musodds config unset {field}") from None


def to_toml(fields: Mapping[str, str]) -> str:
    r"""Return the text of a file that keeps these.

    Examples
    --------
    >>> to_toml({"rules": "ehmf", "language": "eu"})
    'rules = "ehmf"\nlanguage = "eu"\n'
    """
    ordered = (field for field in CHECKS if field in fields)
    return "".join(f"{f} = {json.dumps(fields[f], ensure_ascii=False)}\n" for f in ordered)
