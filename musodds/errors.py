"""The one error that bad input raises."""

from __future__ import annotations


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
        self.what, self.expected, self.example = what, expected, example
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
