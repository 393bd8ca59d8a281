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
        super().__init__(f"{what}; expected {expected}; example: {example}")

    def within(self, where: str) -> InputError:
        """Return the error with the place it was found in before its message.

        Examples
        --------
        >>> print(InputError("seat 'pie'", "a seat", "mano").within("line 3"))
        line 3: seat 'pie'; expected a seat; example: mano
        """
        if not str(self).startswith(f"{where}: "):
            self.args = (f"{where}: {self}",)
        return self

    def with_example(self, example: str) -> InputError:
        """Return the error with another example, which fits where the thing was written.

        Examples
        --------
        >>> print(InputError("seat 'pie'", "a seat", "--seat mano").with_example("cut: mano"))
        seat 'pie'; expected a seat; example: cut: mano
        """
        self.args = (f"{str(self).removesuffix(self.example)}{example}",)
        self.example = example
        return self


def why_unreadable(error: OSError | ValueError) -> str:
    """Return in words why a text file could not be read.

    Examples
    --------
    >>> why_unreadable(FileNotFoundError(2, "No such file or directory", "x"))
    'no such file'
    """
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, PermissionError):
        return "it may not be read"
    return getattr(error, "strerror", None) or "no text in UTF-8"
