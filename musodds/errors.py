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
