"""The words of drills in the language in use, and how typed answers are read."""

from __future__ import annotations

from ..cards import Hand
from ..lang import _
from ..notation import Move
from ..rules import Rules
from ..seats import plain, team_of
from ..situation import Situation
from ..words import action_word, seat_word

CUT_WORDS = (
    "cut", "c", "corto", "corta", "cortar", "no hay mus", "no mus", "no", "moztu", "mozten dut",
    "musik ez", "ez dago musik", "ez", "mintza",
)  # fmt: skip
MUS_WORDS = ("mus", "m", "hay mus", "si", "yes", "bai", "mus naiz", "bai mus")


def read_cut(typed: str) -> str | None:
    """Read whether somebody cuts or says mus; None where it is neither.

    Examples
    --------
    >>> read_cut("No hay mus"), read_cut("mus"), read_cut("envido")
    ('cut', 'mus', None)
    """
    word = " ".join(plain(typed).strip(" .!").split())
    return "cut" if word in CUT_WORDS else "mus" if word in MUS_WORDS else None


def cut_word(answer: str) -> str:
    """Return ``cut`` or ``mus`` for people."""
    return _("cut") if answer == "cut" else _("mus")


def say_move(move: Move) -> str:
    """Return who said what, e.g. ``mano: envido 2``."""
    from ..replay import action_of

    assert move.seat is not None
    return f"{seat_word(move.seat)}: {action_word(action_of(move))}"


def say_throw(cards: str) -> str:
    """Return a discard for people."""
    return _("throw {cards}").format(cards=cards)


def spaced(hand: Hand | str) -> str:
    """Return a hand with its cards apart, easy on the eye.

    Examples
    --------
    >>> spaced("RRCA")
    'R R C A'
    """
    return " ".join(hand.cards if isinstance(hand, Hand) else hand)


def hold(asked: Situation) -> str:
    """Return who is asked and what he holds."""
    cards = spaced("".join(asked.cards))
    return _("You are {seat} and hold  {cards}").format(seat=seat_word(asked.seat), cards=cards)


def stand_at(score: tuple[int, int]) -> str:
    """Return the score, ours first."""
    return _("We have {us}, they have {them}.").format(us=score[0], them=score[1])


def side(seat: int, own: int) -> str:
    """Return whose seat it is, seen from one's own: partner or rival."""
    if seat == own:
        return _("you")
    return _("your partner") if team_of(seat) == team_of(own) else _("rival")


def rules_word(rules: Rules) -> str:
    """Return the rules in a few words."""
    return _("{rules}: {kings} kings, games of {target}").format(
        rules=rules.name, kings=rules.kings, target=rules.target
    )


def topic_word(topic: str) -> str:
    """Return a topic for people."""
    return {
        "cut": _("cut or mus"),
        "discard": _("discard"),
        "accept": _("accept or refuse"),
        "odds": _("odds"),
        "scoring": _("scoring"),
    }[topic]


def hand_word(kind: str) -> str:
    """Return a sort of hand, or of count, for people."""
    return {
        "duples-medias": _("duples or medias"),
        "pares-juego": _("par and juego"),
        "pares": _("par without juego"),
        "juego": _("juego without pares"),
        "nothing": _("neither pares nor juego"),
        "refusals": _("refused bets"),
        "bets": _("accepted bets"),
        "raises": _("raises"),
        "finish": _("the hand that wins the game"),
    }[kind]


def level_word(level: int) -> str:
    """Return a level for people."""
    return (_("easy"), _("medium"), _("hard"))[level - 1]
