"""The sizes that players choose from: first bets, raises, and how often they raise."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import InputError
from ...lang import _
from ...rules import Rules


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be bet in a lance.

    Attributes
    ----------
    bets : tuple of int
        Tantos of a first bet.
    raises : tuple of int
        Tantos by which a bet is raised.
    max_raises : int
        Raises in a lance, an órdago not counted.
    ordago : bool

    Raises
    ------
    InputError
        If a size is given twice or is not positive.

    Examples
    --------
    >>> Menu().describe()
    'paso, envido 2, 3 more (once), órdago'
    """

    bets: tuple[int, ...] = (2,)
    raises: tuple[int, ...] = (3,)
    max_raises: int = 1
    ordago: bool = True

    def __post_init__(self) -> None:
        """Refuse sizes that mean nothing."""
        for sizes in (self.bets, self.raises):
            if len(set(sizes)) < len(sizes) or min(sizes, default=1) < 1:
                raise InputError(
                    _("menu {sizes}").format(sizes=sizes),
                    _("different sizes, 1 or more"),
                    "bets (2, 5)",
                )
        if self.max_raises < 0:
            raise InputError(
                _("menu: {setting}").format(setting=f"max_raises = {self.max_raises}"),
                _("0 or more"),
                "1",
            )

    def check(self, rules: Rules) -> None:
        """Refuse sizes that the rules do not allow."""
        for sizes, least, what in (
            (self.bets, rules.min_bet, _("menu: bet of {size}")),
            (self.raises, rules.min_raise, _("menu: raise of {size}")),
        ):
            if min(sizes, default=least) < least:
                raise InputError(
                    what.format(size=min(sizes)),
                    _("at least {least}").format(least=least),
                    str(least),
                )

    def describe(self) -> str:
        """Return one line for people."""
        words = [_("paso"), *(_("envido {tantos}").format(tantos=n) for n in self.bets)]
        if self.max_raises:
            often = _("{count} times").format(count=self.max_raises)
            often = {1: _("once"), 2: _("twice")}.get(self.max_raises, often)
            words += [_("{n} more ({often})").format(n=n, often=often) for n in self.raises]
        return ", ".join([*words, _("órdago")] if self.ordago else words)
