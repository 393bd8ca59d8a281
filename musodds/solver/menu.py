"""What may be bet: the sizes and the number of raises that a solved game allows."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InputError
from ..lang import _, ngettext
from ..rules import Rules
from ..seats import plain
from ..text_file import whole

MOST_RAISES = 20
_ORDAGO = ("ordago", "hordago", "ord")
_EXAMPLE = "--bets 2,5,ordago --raises 3 --cap 1"


@dataclass(frozen=True, slots=True)
class Menu:
    """The bets of one lance.

    Attributes
    ----------
    bets, raises : tuple of int
        Tantos of a first bet, and by how much one may be raised.
    cap : int
        Most raises in a lance, an órdago apart.
    ordago : bool
        Whether one may bet, and answer a bet with, an órdago.

    Examples
    --------
    >>> str(Menu((2, 5), (3,), 1, True))
    'paso, envido 2 or 5, 3 more, órdago; at most 1 raise'
    """

    bets: tuple[int, ...] = (2,)
    raises: tuple[int, ...] = (3,)
    cap: int = 1
    ordago: bool = True

    def __str__(self) -> str:
        words = [_("paso")]
        if self.bets:
            words.append(_("envido {tantos}").format(tantos=_(" or ").join(map(str, self.bets))))
        if self.raises and self.cap:
            words.append(_("{n} more").format(n=_(" or ").join(map(str, self.raises))))
        told = ", ".join(words + [_("órdago")] * self.ordago)
        if not (self.raises and self.cap):
            return told
        most = ngettext("{menu}; at most {count} raise", "{menu}; at most {count} raises", self.cap)
        return most.format(menu=told, count=self.cap)

    def check(self, rules: Rules) -> None:
        """Refuse bets that these rules do not allow."""
        for what, sizes, least in (
            (_("bet {size} under {rules}"), self.bets, rules.min_bet),
            (_("raise {size} under {rules}"), self.raises, rules.min_raise),
        ):
            for size in sizes:
                if size < least or (rules.max_bet is not None and size > rules.max_bet):
                    most = _("at least {least} and at most {most}")
                    if rules.max_bet is None:
                        most = _("at least {least}")
                    raise InputError(
                        what.format(size=size, rules=rules.name),
                        most.format(least=least, most=rules.max_bet),
                        _example(rules),
                    )
        if not 0 <= self.cap <= MOST_RAISES:
            raise InputError(
                f"cap {self.cap}", _("0 to {most} raises").format(most=MOST_RAISES), "--cap 1"
            )
        if not self.bets and not self.ordago:
            raise InputError(_("bets: none"), _("a size or ordago"), _EXAMPLE)

    def answers(self, stake: int, raises: int, rules: Rules) -> list[int]:
        """Return by how much a bet may be raised, that many raises having been made."""
        if raises >= self.cap:
            return []
        most = rules.max_bet
        return [n for n in self.raises if most is None or stake + n <= most]

    def size(self, rules: Rules) -> tuple[int, int, int]:
        """Return how many nodes a lance has, and how many ends without and with an órdago played.

        Examples
        --------
        >>> from musodds.rules import load_rules
        >>> Menu().size(load_rules("naipera"))
        (12, 15, 6)
        """
        found: dict[tuple[int, int], tuple[int, int, int]] = {}

        def bet(stake: int, raises: int) -> tuple[int, int, int]:
            """Count what follows a bet: an answer, and an answer to each raise and to an órdago."""
            key = stake, raises
            if key not in found:
                parts = [bet(stake + n, raises + 1) for n in self.answers(stake, raises, rules)]
                parts.append((1 + self.ordago, 2 + self.ordago, int(self.ordago)))
                nodes, ends, played = (sum(column) for column in zip(*parts, strict=True))
                found[key] = nodes, ends, played
            return found[key]

        parts = [bet(size, 0) for size in self.bets] + [(1, 1, 1)] * self.ordago
        nodes, ends, played = (sum(column) for column in zip(*parts, strict=True))
        return 2 + 2 * nodes, 1 + 2 * ends, 2 * played


def _example(rules: Rules) -> str:
    """Return options that these rules allow."""
    most = rules.max_bet or rules.min_bet + rules.min_raise + 3
    bets = sorted({rules.min_bet, min(rules.min_bet + 3, most)})
    raise_ = max(3, rules.min_raise) if rules.max_bet is None else rules.min_raise
    return f"--bets {','.join(map(str, bets))},ordago --raises {raise_} --cap 1"


def _sizes(text: str, option: str) -> tuple[tuple[int, ...], bool]:
    sizes: set[int] = set()
    ordago = False
    for word in plain(text).split(","):
        if word.strip() in _ORDAGO:
            ordago = True
        elif word.strip().isdecimal() and (size := whole(word.strip(), _EXAMPLE)) > 0:
            sizes.add(size)
        else:
            raise InputError(
                f"{option} '{text}': '{word.strip()}'",
                _("tantos and ordago, with commas"),
                _EXAMPLE,
            )
    return tuple(sorted(sizes)), ordago


def parse_menu(bets: str = "2,ordago", raises: str | None = None, cap: int = 1) -> Menu:
    """Read a menu.

    Parameters
    ----------
    bets : str
        First bets, and ``ordago`` if it may be said, e.g. ``2,5,ordago``.
    raises : str, optional
        By how much a bet may be raised; without it, 3 if 2 is the only bet, else as the bets.
    cap : int, default 1
        Most raises in a lance, an órdago apart.

    Raises
    ------
    InputError
        If a word is neither a number of tantos nor an órdago.

    Examples
    --------
    >>> parse_menu("2,5,ordago")
    Menu(bets=(2, 5), raises=(2, 5), cap=1, ordago=True)
    """
    sizes, ordago = _sizes(bets, "bets")
    if raises is None:
        more = (3,) if sizes == (2,) else sizes
    else:
        more, again = _sizes(raises, "raises") if raises.strip() else ((), False)
        ordago = ordago or again
    return Menu(sizes, more, cap, ordago)
