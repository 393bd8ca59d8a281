"""What click itself says, for our catalogues: it looks its words up by gettext, as ``click``."""

from __future__ import annotations

import gettext as _gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ..lang import FOLDER, language

_VARIABLE = "LANGUAGE"  # where gettext looks first


def _(text: str) -> str:
    return text


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark a string with its plural."""
    return one, many


WORDS = (
    _("Usage:"),
    _("Options"),
    _("Positional arguments"),
    _("Commands"),
    _("default: {default}"),
    _("required"),
    _("(dynamic)"),
    _("env var: {var}"),
    _("Show this message and exit."),
    _("Show the version and exit."),
    _("%(prog)s, version %(version)s"),
    _("Error: {message}"),
    _("Aborted!"),
    _("Missing command."),
    _("Missing argument"),
    _("Missing option"),
    _("Missing parameter"),
    _("Missing {param_type}"),
    _("No such command {name!r}."),
    _("No such option {name!r}."),
    _("No such option: {name}"),  # of click 8.1
    _("Invalid value: {message}"),
    _("Invalid value for {param_hint}: {message}"),
    _("{value!r} is not a valid {number_type}."),
    _("{value} is not in the range {range}."),
    _("{value!r} is not a valid boolean. Recognized values: {states}"),
    _("Choose from:\n\t{choices}"),
    _("Option {name!r} does not take a value."),
    _("Argument {name!r} takes {nargs} values."),
    _("Could not open file {filename!r}: {message}"),
    _("unknown error"),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ngettext("(Possible options: {possibilities})", "(Possible options: {possibilities})"),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ngettext(
        "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."
    ),
    ngettext("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
)


def in_click(text: str) -> str:
    """Return what click says for one of its words."""
    return _gettext.gettext(text)


@contextmanager
def click_speaking() -> Iterator[None]:
    """Let click say its own words in the language in use."""
    _gettext.bindtextdomain("click", str(FOLDER))
    _gettext.textdomain("click")
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = language()
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
