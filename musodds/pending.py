"""What was said, as the asker tells it: by seats, or as *nosotros* and *ellos*."""

from __future__ import annotations

import re

from .errors import InputError
from .hands import RANKING
from .lang import _
from .notation import Act, Move, parse_bets, read_act
from .seats import parse_seat, plain
from .solver.four.asking import parse_lance
from .solver.four.said import ALL_IN, Pending
from .text_file import whole
from .words import lance_word

OURS = ("nosotros", "us", "we", "gu", "guk", "nous")
THEIRS = ("ellos", "them", "they", "haiek", "eux")
_EXAMPLE = "--pending 'grande: paso; chica: ellos 2'"
_SIDES = re.compile(rf"\b(?:({'|'.join(OURS)})|({'|'.join(THEIRS)}))\b")
_STAKE = re.compile(r"(\S+)\s+(?:(?:envido|enbido|inbido|imido)\s+)?(\d+|h?or ?dago|ord)\s*(.*)")


def parse_facing(text: str | None, seat: int) -> tuple[Move, ...]:
    """Read what was said in the lance, up to the asker.

    Parameters
    ----------
    text : str or None
        As `notation.parse_bets`, and with ``nosotros`` or ``ellos`` for a pair.
    seat : int
        The asker's.

    Examples
    --------
    >>> [move.text() for move in parse_facing("ellos envido 2", 3)]
    ['A2']
    """
    if text is None:
        return ()
    pair = ("A", "B") if seat % 2 == 0 else ("B", "A")
    return parse_bets(_SIDES.sub(lambda found: pair[0] if found[1] else pair[1], plain(text)))


def parse_pending(text: str | None, seat: int, lance: str) -> tuple[Pending | None, ...]:
    """Read how the lances before the asked one ended.

    Parameters
    ----------
    text : str or None
        A lance each, with ``paso``; or who bet, the tantos bet in all and, where it was so,
        ``no quiero``: ``grande: paso; chica: ellos 5; pares: segundo ordago no quiero``. ``-`` is
        a lance that was not played. What is left out is not known.
    seat : int
        The asker's.
    lance : str
        The asked one.

    Raises
    ------
    InputError
        If something cannot be read, or is about a lance that has not been played yet.

    Examples
    --------
    >>> parse_pending("grande: paso; chica: ellos 2 no quiero", 3, "chica")
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: --pending 'chica: ellos 2 no quiero'; expected a lance before \
chica; example: --pending 'grande: paso'
    >>> parse_pending("chica: ellos 2", 3, "pares")[1].seats
    (0, 2)
    """
    found: list[Pending | None] = [None] * RANKING[lance]
    for part in re.split(r"[;\n]+", text or ""):
        if not part.strip():
            continue
        name, colon, said = part.partition(":")
        fits = _EXAMPLE if len(found) > 1 else "--pending 'grande: paso'"
        if not colon:
            how = _("a lance, a colon and how it ended")
            raise InputError(_("--pending '{part}': no colon").format(part=part.strip()), how, fits)
        at = RANKING[parse_lance(name)]
        if at >= len(found):
            before = (
                _("a lance before {lance}").format(lance=lance_word(lance))
                if found
                else _("nothing: grande comes first")
            )
            fits = fits if found else "--lance chica --pending 'grande: paso'"
            raise InputError(f"--pending '{part.strip()}'", before, fits)
        if found[at] is not None:
            raise InputError(
                _("--pending '{part}': told twice").format(part=part.strip()),
                _("each lance once"),
                fits,
            )
        found[at] = _parse_one(plain(said), seat, part.strip())
    return tuple(found)


def _parse_one(said: str, seat: int, part: str) -> Pending:
    if said == "pp" or read_act(said) is Act.PASO:
        return Pending()
    if said in ("-", "no", "nobody", "not played"):
        return Pending(played=False)
    stake = _STAKE.fullmatch(said)
    if stake is None:
        raise InputError(
            f"--pending '{part}'", _("paso, SIDE TANTOS or SIDE TANTOS no quiero"), _EXAMPLE
        )
    side, tantos, rest = stake.groups()
    rest = rest.strip(" ,")
    answer = read_act(rest)
    if rest and answer not in (Act.QUIERO, Act.NO_QUIERO):
        raise InputError(f"--pending '{part}': '{rest}'", _("no quiero, or nothing"), _EXAMPLE)
    bet, refused = whole(tantos) if tantos.isdecimal() else ALL_IN, answer is Act.NO_QUIERO
    if bet == ALL_IN and not refused:
        raise InputError(
            _("--pending '{part}': an accepted órdago ends the hand").format(part=part),
            _("no quiero"),
            _EXAMPLE,
        )
    return Pending(_side(side, seat), bet, refused)


def _side(word: str, seat: int) -> tuple[int, ...]:
    """Return the seats that a word stands for."""
    if word in OURS:
        return tuple(s for s in range(4) if s % 2 == seat % 2)
    if word in THEIRS:
        return tuple(s for s in range(4) if s % 2 != seat % 2)
    return (parse_seat(word),)
