"""The bets of a lance as people write them: ``A2 B+5 n``, or words by seat in three languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from .errors import InputError
from .lang import N_, _
from .seats import Team, plain, seat_words, seats_of, team_of
from .text_file import whole

EXAMPLE = N_("'A2 B+5 n' or 'mano envido 2, segundo 5 más, mano no quiero'")


class Act(StrEnum):
    """What a player can say in a lance."""

    PASO = "paso"
    ENVIDO = "envido"
    MAS = "mas"
    ORDAGO = "ordago"
    QUIERO = "quiero"
    NO_QUIERO = "no-quiero"
    POR_MI_NO = "por-mi-no"  # "nere gatik tira": refused for oneself, the partner is free


_COMPACT = {
    Act.PASO: "p",
    Act.ENVIDO: "",
    Act.MAS: "+",
    Act.ORDAGO: "ORD",
    Act.QUIERO: "q",
    Act.NO_QUIERO: "n",
    Act.POR_MI_NO: "nere gatik tira",
}


@dataclass(frozen=True, slots=True)
class Move:
    """One thing said in a lance.

    Attributes
    ----------
    act : Act
    amount : int
        Tantos of an envite, or by which it is raised; 0 otherwise.
    seat : int or None
        Who said it, where the seat was written.
    pair : "A", "B" or None
        Which pair said it, where the pair was written.
    both : bool
        Said of grande and chica in one breath (``biak inbido``).
    """

    act: Act
    amount: int = 0
    seat: int | None = None
    pair: Team | None = None
    both: bool = False

    @property
    def team(self) -> Team | None:
        """The pair that said it, None where nothing was written."""
        return self.pair if self.seat is None else team_of(self.seat)

    def text(self, players: int = 4) -> str:
        """Return the move in the compact notation, e.g. ``A2``, ``mano +5`` or ``q``."""
        who = self.pair or "" if self.seat is None else f"{seats_of(players)[self.seat]} "
        bets = self.act in (Act.ENVIDO, Act.MAS)
        word = _COMPACT[self.act] + (str(self.amount) if bets else "")
        return f"{'biak ' if self.both else ''}{who}{word}"


# rules/terms, section 5; the numbers are the ones said in a bet
_NUMBERS = {
    word: value
    for value, words in {
        1: "uno una bat one un",
        2: "dos bi two deux",
        3: "tres hiru three trois",
        4: "cuatro lau four quatre",
        5: "cinco bost five cinq",
        6: "seis sei six",
        7: "siete zazpi seven sept",
        8: "ocho zortzi eight huit",
        9: "nueve bederatzi nine neuf",
        10: "diez hamar ten dix",
    }.items()
    for word in words.split()
}
_N = rf"(?:\d+|{'|'.join(_NUMBERS)})"
_BET = "(?:envido|envite|enbido|inbido|imbido|imido|bet|bid)"
_MORE = "(?:mas|gehiago|more|(?:de )?plus)"
# the first that matches is taken: longer phrases stand before those that they begin with
_PHRASES = {
    Act.POR_MI_NO: "(?:nere gatik|niregatik) tira|tira (?:nere gatik|niregatik)"
    "|por mi no(?: quiero)?|fold for me only",
    Act.NO_QUIERO: "no (?:lo )?quiero|ez dut nahi|atzera egin|tira|(?:je )?(?:tire|refuse)|refused"
    "|fold(?:ed)?|non?|ez|n",
    Act.QUIERO: "(?:lo )?quiero|(?:lo )?veo|iduki|idoki|eduki|nahi(?: dut)?|kanta|je tiens"
    "|accept(?:ed)?|call(?:ed)?|si|yes|oui|bai|q",
    Act.ORDAGO: "h?or ?dago|ord|all in",
    Act.MAS: rf"\+{_N}|(?:{_BET} )?{_N} {_MORE}|(?:mas|plus) {_N}|{_BET} {_MORE}"
    rf"|(?:igo|raise|reenvido) {_N}|{_N} reenvido|reenvido",
    Act.ENVIDO: rf"{_BET} {_N}|{_N} {_BET}|{_BET}|{_N}",
    Act.PASO: "paso|pasa|(?:je )?passe|pass(?:ed)?|p",
}
_ACTS = {act: re.compile(rf"(?:{phrase})(?![a-z0-9+])") for act, phrase in _PHRASES.items()}
_PAIR = re.compile(r"([ab])(?=ord|[qnp](?![a-z])|[\s\d+]|$)")
_BOTH = re.compile(r"(?:biak|both|las dos)(?![a-z])")
_GAP = re.compile(r"[\s,;.]+")
DEFAULT_BET = 2  # "envido", and "envido más", without a number


@cache
def _seat_pattern(players: int) -> re.Pattern[str]:
    words = sorted((w for w in seat_words(players) if not w.isdigit()), key=len, reverse=True)
    return re.compile(rf"({'|'.join(words)})(?![a-z])")


def _amount(phrase: str) -> int:
    number = re.search(rf"(?<![a-z]){_N}(?![a-z])", phrase)  # "inbido" has a "bi" in it
    if number is None:
        return DEFAULT_BET
    return _NUMBERS.get(number[0]) or whole(number[0])


def _unknown(text: str, rest: str) -> InputError:
    token = rest.split()[0] if rest.split() else _("the end")
    return InputError(
        _("bets '{text}': cannot read '{token}'").format(text=text, token=token),
        _("who and what"),
        _(EXAMPLE),
    )


def read_act(text: str) -> Act | None:
    """Return what a word or phrase of the game says, None if it says nothing in a lance.

    Examples
    --------
    >>> read_act("Iduki"), read_act("ez dut nahi"), read_act("grande")
    (<Act.QUIERO: 'quiero'>, <Act.NO_QUIERO: 'no-quiero'>, None)
    """
    return next((act for act, phrase in _ACTS.items() if phrase.fullmatch(plain(text))), None)


def parse_bets(text: str, players: int = 4) -> tuple[Move, ...]:
    """Read the bets of one lance.

    Parameters
    ----------
    text : str
        ``pp`` all passed, ``-`` no betting; else what was said, in order. By pairs: ``A2`` bets
        2, ``B+5`` raises by 5, ``AORD`` órdago, ``q`` accepted, ``n`` refused. By seats: the
        seat, then the same or the Spanish, Basque, English or French words, as in ``mano envido 2,
        segundo bost gehiago, mano iduki``. ``biak`` before a bet speaks for grande and chica.
    players : int, default 4

    Returns
    -------
    tuple of Move

    Raises
    ------
    InputError
        If a word is not known; the message names it.

    Examples
    --------
    >>> [move.text() for move in parse_bets("A2 B+5 n")]
    ['A2', 'B+5', 'n']
    >>> [move.text() for move in parse_bets("mano hiru inbido, zaku lau gehiago, mano tira")]
    ['mano 3', 'postre +4', 'mano n']
    """
    words = re.sub(r"(?<=[a-z])[-:](?=[a-z\d])", " ", plain(text))
    if words in ("", "-", "pp"):
        return ()
    moves: list[Move] = []
    at, seat, both = 0, None, False
    pair: Team | None = None
    while at < len(words):
        if gap := _GAP.match(words, at):
            at = gap.end()
        elif found := _seat_pattern(players).match(words, at):
            if seat is not None or pair:
                raise _unknown(text, words[at:])
            at, seat = found.end(), seat_words(players)[found[1]]
        elif found := _BOTH.match(words, at):
            at, both = found.end(), True
        elif (act := next((a for a, p in _ACTS.items() if p.match(words, at)), None)) is not None:
            said = _ACTS[act].match(words, at)
            assert said is not None
            amount = _amount(said[0]) if act in (Act.ENVIDO, Act.MAS) else 0
            moves.append(Move(act, amount, seat, pair, both))
            at, seat, pair, both = said.end(), None, None, False
        elif (found := _PAIR.match(words, at)) and seat is None and not pair:
            at, pair = found.end(), "A" if found[1] == "a" else "B"
        else:
            raise _unknown(text, words[at:])
    if seat is not None or pair or both:
        raise _unknown(text, "")
    return tuple(moves)


def write_bets(moves: Iterable[Move], players: int = 4) -> str:
    """Return the bets of a lance in the compact notation, ``pp`` where nobody bet.

    Examples
    --------
    >>> write_bets(parse_bets("esku imido, bigarren hordago, esku kanta"))
    'mano 2, segundo ORD, mano q'
    """
    moves = list(moves)
    if not moves:
        return "pp"
    return (", " if any(m.seat is not None for m in moves) else " ").join(
        move.text(players) for move in moves
    )
