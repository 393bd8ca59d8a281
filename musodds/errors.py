"""The one error that bad input raises."""

from __future__ import annotations

import sys

MOST_WHAT, MOST_REST = 400, 1000  # characters of a message that repeat or list things


def printable(text: str, most: int) -> str:
    r"""Return text for a message: what no terminal shows is escaped, the middle of long text cut.

    Examples
    --------
    >>> printable("RR\x1b[2J", 40), printable("9" * 1000, 30)
    ('RR\\x1b[2J', '999999999999999999 ... 9999999')
    """
    text = _shortened(text, most)
    if text.isprintable():
        return text
    shown = (c if c.isprintable() or c.isspace() else f"{c!r}"[1:-1] for c in text)
    return _shortened("".join(shown), most)


def _shortened(text: str, most: int) -> str:
    end = most // 4
    return text if len(text) <= most else f"{text[: most - end - 5]} ... {text[-end:]}"


class InputError(ValueError):
    """Something the user typed cannot be used.

    Parameters
    ----------
    what : str
        The field and the offending token, e.g. ``"hand 'RRC': 3 cards"``.
    expected : str
        What would have been understood.
    example : str
        Something that works, to copy.

    Examples
    --------
    >>> print(InputError("seat 'pie'", "mano, segundo, tercero or postre", "--seat mano"))
    seat 'pie'; expected mano, segundo, tercero or postre; example: --seat mano
    """

    def __init__(self, what: str, expected: str, example: str) -> None:
        self.what, self.expected = printable(what, MOST_WHAT), printable(expected, MOST_REST)
        self.example = printable(example, MOST_REST)
        super().__init__(self._line())

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str]]:
        return type(self), (self.what, self.expected, self.example)

    def _line(self) -> str:
        from .lang import _

        return _("{what}; expected {expected}; example: {example}").format(
            what=self.what, expected=self.expected, example=self.example
        )

    def within(self, where: str) -> InputError:
        """Return the error with the place it was found in before its message.

        Examples
        --------
        >>> print(InputError("seat 'pie'", "a seat", "mano").within("line 3"))
        line 3: seat 'pie'; expected a seat; example: mano
        """
        if not self.what.startswith(f"{where}: "):
            self.what = f"{where}: {self.what}"
            self.args = (self._line(),)
        return self

    def with_example(self, example: str) -> InputError:
        """Return the error with another example, which fits where the thing was written.

        Examples
        --------
        >>> print(InputError("seat 'pie'", "a seat", "--seat mano").with_example("cut: mano"))
        seat 'pie'; expected a seat; example: cut: mano
        """
        self.example = example
        self.args = (self._line(),)
        return self


def why_unreadable(error: OSError | ValueError) -> str:
    """Return in words why a text file could not be read.

    Examples
    --------
    >>> why_unreadable(FileNotFoundError(2, "No such file or directory", "x"))
    'no such file'
    """
    from .lang import _

    if isinstance(error, FileNotFoundError):
        return _("no such file")
    if isinstance(error, IsADirectoryError):
        return _("it is a folder")
    if isinstance(error, PermissionError):
        return _("it may not be read")
    return getattr(error, "strerror", None) or _("no text in UTF-8")


def warn(text: str) -> None:
    """Say something in a line on standard error, while the work goes on."""
    if sys.stderr is not None:
        print(f"musodds: {printable(' '.join(text.split()), MOST_REST)}", file=sys.stderr)


def damaged(what: str, why: object) -> InputError:
    """Return the error for a file of musodds' own that is not as it was installed.

    Examples
    --------
    >>> print(damaged("presets.toml", "no text in UTF-8"))
    presets.toml that comes with musodds is damaged (no text in UTF-8); expected it as it was \
installed; example: pip install --force-reinstall musodds
    """
    from .lang import _

    return InputError(
        _("{what} that comes with musodds is damaged ({why})").format(what=what, why=why),
        _("it as it was installed"),
        "pip install --force-reinstall musodds",
    )
