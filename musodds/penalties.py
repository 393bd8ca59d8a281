"""Errors at the table: pares or juego said wrongly, and the wrong number of cards.

The articles are those of the Fédération Française de Mus (``ffm``); the other sources have none.
An error of a pair either costs it nothing but what it does not hold, so that the lance goes on
with the cards that count, or gives the lance to the rivals as if their bet had been refused: the
tira (1 tanto) at once and their pares, juego or punto at the count.

Ours, where the articles are silent:

- pares said without them, the partner has pares and the rivals none: the partner counts his, as
  article 15b has it in juego;
- juego denied, the partner and a rival have juego: the denied one is void and the partner plays
  on, as article 14 has it in pares;
- a false pares or juego of one pair and another of the other, in one lance: refused, the judge
  decides (article 20);
- article 5: the player who is out holds nothing in any lance; a refused lance whose tira is
  annulled keeps its count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .errors import InputError
from .lang import _
from .seats import Team, parse_seat, plain, rivals_of, seats_of, team_of
from .words import lance_word, seat_word

_EXAMPLE = "--declared 'mano pares si'"
_WHAT: dict[str, Literal["pares", "juego"]] = {
    **dict.fromkeys(("pares", "pareak", "pariak", "pairs"), "pares"),
    **dict.fromkeys(("juego", "jokoa", "joko", "game"), "juego"),
}
_CARDS = ("cartas", "carta", "cards", "card", "karta", "kartak")
_YES = {**dict.fromkeys(("si", "bai", "ba", "yes"), True), **dict.fromkeys(("no", "ez"), False)}


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a player said he has, or the cards he turned out to have.

    Attributes
    ----------
    seat : int
    what : "pares", "juego" or "cards"
    says : bool
        Yes or no; always False for cards.
    cards : int
        The number of cards, for ``cards``.
    """

    seat: int
    what: Literal["pares", "juego", "cards"]
    says: bool = False
    cards: int = 0


def parse_declared(text: str, players: int = 4) -> Declaration:
    """Read a declaration: ``mano pares si``, ``zaku jokoa ez``, ``segundo 5 cartas``.

    Raises
    ------
    InputError
        If it cannot be read.

    Examples
    --------
    >>> parse_declared("zaku jokoa ez")
    Declaration(seat=3, what='juego', says=False, cards=0)
    """
    words = [word for word in re.split(r"[\s,:]+", plain(text)) if word]
    if len(words) == 3:
        who, first, second = words
        if first in _WHAT and second in _YES:
            return Declaration(parse_seat(who, players), _WHAT[first], _YES[second])
        if second in _CARDS and re.fullmatch("[1-9]", first) and first != "4":
            return Declaration(parse_seat(who, players), "cards", cards=int(first))
    raise InputError(
        f"declared '{text}'", _("a seat, then pares or juego and si or no, or '5 cartas'"), _EXAMPLE
    )


@dataclass(frozen=True, slots=True)
class Ruling:
    """A lance that an error gives away.

    Attributes
    ----------
    article : str
    team : "A" or "B"
        The pair that takes the tira and counts the lance.
    """

    article: str
    team: Team

    @property
    def voids_bets(self) -> bool:
        """Whether bets were possible and are void (15d); otherwise there is no betting."""
        return self.article == "15d"


def rule_on(
    lance: Literal["pares", "juego"], held: Sequence[bool], said: dict[int, bool]
) -> tuple[list[bool], Ruling | None]:
    """Apply articles 13 to 16 to what was said in a lance.

    Parameters
    ----------
    lance : "pares" or "juego"
    held : sequence of bool
        By seat, who has it in his cards.
    said : dict of int to bool
        By seat, what was said; the others have told the truth.

    Returns
    -------
    list of bool
        By seat, who may play and count it.
    Ruling or None
        The article that gives the lance away, if one does.

    Examples
    --------
    >>> rule_on("pares", [False, True, True, False], {0: True})
    ([False, True, True, False], Ruling(article='13b', team='B'))
    """
    wrong = {seat for seat, says in said.items() if says != held[seat]}
    pairs = {team_of(seat) for seat in wrong}
    if len(pairs) > 1:
        names = _(" and ").join(seat_word(seats_of(len(held))[seat]) for seat in sorted(wrong))
        raise InputError(
            _("declared: {names} are both wrong about {lance}").format(
                names=names, lance=lance_word(lance)
            ),
            _("errors of one pair; for this one the judge decides (ffm, art. 20)"),
            _EXAMPLE,
        )
    valid = [has and seat not in wrong for seat, has in enumerate(held)]
    if not pairs:
        return valid, None
    team = pairs.pop()
    partner = any(has for seat, has in enumerate(valid) if team_of(seat) == team)
    rivals = any(has for seat, has in enumerate(valid) if team_of(seat) != team)
    denied = any(held[seat] for seat in wrong)
    article = {
        ("pares", False, True, True): "13b",
        ("pares", True, False, True): "14",
        ("juego", False, False, False): "15a",
        ("juego", False, True, True): "15d",
        ("juego", True, False, False): "16a",
        ("juego", True, False, True): "16c",
    }.get((lance, denied, partner, rivals))
    return valid, Ruling(article, rivals_of(team)) if article else None
