"""A game as it was played: who held what, threw what and said what, hand by hand.

`record_reader` reads such a game from a text file, `write_record` writes one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .cards import Deck, Hand
from .notation import Act, Move, write_bets
from .penalties import Declaration
from .rules import DEFAULT_RULES, Rules, load_rules
from .scoring import BET_LANCES
from .seats import SEATS, Team

EXAMPLES = {  # of the lines of a record
    "rules": "rules: naipera",
    "set": "set: kings = 4",
    "players": "players: Ane, Miren, Jon, Peio",
    "score": "score: 27-24",
    "mano": "mano: Ane",
    "deal": "deal: RRCA 7654 SS41 ?",
    "throw": "throw: 54 ?2 A ?4",
    "draw": "draw: RC ? 7 ?",
    "hold": "hold: RR54 ? SS41 ?",
    "cut": "cut: segundo",
    "says": "says: postre pares no; postre juego si",
    "grande": "grande: mano envido 2, postre quiero",
    "chica": "chica: mano envido 2, postre no quiero",
    "pares": "pares: mano envido 2, postre 3 más, mano quiero",
    "juego": "juego: mano órdago, postre no quiero",
    "punto": "punto: mano envido 2, postre quiero",
    "after": "after: 18-15",
    "winner": "winner: A",
}
UNKNOWN = "?"
PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Thrown:
    """What a seat threw in a round of mus.

    Attributes
    ----------
    count : int
    cards : Hand or None
        None where only the number was seen.
    """

    count: int
    cards: Hand | None = None

    def __str__(self) -> str:
        return f"{UNKNOWN}{self.count}" if self.cards is None else _one_word(self.cards)


@dataclass(frozen=True, slots=True)
class MusRound:
    """A round of mus: all four said it, threw and drew.

    Attributes
    ----------
    thrown : tuple of Thrown
        By seat.
    hands : tuple of (Hand or None)
        By seat, after drawing; None where it was never seen.
    """

    thrown: tuple[Thrown, ...]
    hands: tuple[Hand | None, ...]


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand of a game. Seats are in speaking order, A is the pair of its mano.

    Attributes
    ----------
    mano : int
        The player who is mano, by number in `Record.players`.
    before : tuple of int
        Tantos of A and B.
    deal : tuple of (Hand or None)
        By seat; None where the hand was never seen.
    rounds : tuple of MusRound
    cut : int or None
        The seat that cut; None where that was not written down.
    says : tuple of Declaration
        Who said to have pares or juego, for hands that were never seen.
    bets : mapping of str to tuple of Move
        By lance (punto is juego); a lance left out was passed.
    after : tuple of int
        Tantos of A and B.
    winner : "A", "B" or None
        Who won the game with it.
    line : int
        Where it begins in its file.
    """

    mano: int
    before: tuple[int, int]
    deal: tuple[Hand | None, ...]
    rounds: tuple[MusRound, ...] = ()
    cut: int | None = None
    says: tuple[Declaration, ...] = ()
    bets: Mapping[str, tuple[Move, ...]] = field(default_factory=dict, hash=False)
    after: tuple[int, int] = (0, 0)
    winner: Team | None = None
    line: int = field(default=0, compare=False)

    def hands_in(self, round_: int) -> tuple[Hand | None, ...]:
        """Return the hands by seat after so many rounds of mus."""
        return self.rounds[round_ - 1].hands if round_ else self.deal

    @property
    def hands(self) -> tuple[Hand | None, ...]:
        """The hands that were bet on, by seat."""
        return self.hands_in(len(self.rounds))

    def player(self, seat: int) -> int:
        """Return the player in a seat."""
        return (self.mano + seat) % PLAYERS


@dataclass(frozen=True, slots=True)
class Record:
    """Hands of one table, one after the other.

    Attributes
    ----------
    rules : Rules
    players : tuple of str
        In speaking order from whoever was mano first; the first and third are partners.
    hands : tuple of RecordedHand

    Examples
    --------
    >>> from musodds.cards import parse_hand
    >>> deal = tuple(map(parse_hand, ("RRCA", "7654", "SS41", "CC75")))
    >>> print(write_record(Record(hands=(RecordedHand(0, (0, 0), deal, cut=0, after=(4, 1)),))))
    rules: naipera
    players: P1, P2, P3, P4
    <BLANKLINE>
    hand
      score: 0-0
      deal: RRCA 7654 SS4A CC75
      cut: mano
      after: 4-1
    <BLANKLINE>
    """

    rules: Rules = field(default_factory=load_rules)
    players: tuple[str, ...] = ("P1", "P2", "P3", "P4")
    hands: tuple[RecordedHand, ...] = ()

    def pair(self, number: int) -> str:
        """Return the name of a pair: 0 that of the first player, 1 the other."""
        return f"{self.players[number]}+{self.players[number + 2]}"


def _one_word(hand: Hand) -> str:
    return "".join(hand.cards)


def _row(hands: tuple[Hand | None, ...]) -> str:
    return " ".join(UNKNOWN if hand is None else _one_word(hand) for hand in hands)


def _declared(said: Declaration) -> str:
    return f"{SEATS[said.seat]} {said.what} {'si' if said.says else 'no'}"


def bets_only(bets: Mapping[str, tuple[Move, ...]]) -> dict[str, tuple[Move, ...]]:
    """Return the lances in which somebody bet: the others were passed."""
    return {
        lance: bets[lance]
        for lance in BET_LANCES
        if any(move.act is not Act.PASO for move in bets.get(lance, ()))
    }


def _write_hand(record: Record, number: int) -> list[str]:
    hand, lines = record.hands[number], ["", "hand"]
    moved_on = (record.hands[number - 1].mano + 1) % PLAYERS if number else 0
    if hand.mano != moved_on:
        lines.append(f"  mano: {record.players[hand.mano]}")
    lines += [f"  score: {hand.before[0]}-{hand.before[1]}", f"  deal: {_row(hand.deal)}"]
    for round_ in hand.rounds:
        lines.append(f"  throw: {' '.join(map(str, round_.thrown))}")
        lines.append(f"  hold: {_row(round_.hands)}")
    lines += [f"  cut: {SEATS[hand.cut]}"] if hand.cut is not None else []
    lines += [f"  says: {'; '.join(map(_declared, hand.says))}"] if hand.says else []
    bets = bets_only(hand.bets)
    lines += [f"  {lance}: {write_bets(said)}" for lance, said in bets.items()]
    lines += [f"  after: {hand.after[0]}-{hand.after[1]}"]
    return [*lines, f"  winner: {hand.winner}"] if hand.winner else lines


def _write_rules(rules: Rules) -> list[str]:
    """Return the preset and what differs from it; a table of one's own as it differs by name."""
    name = rules.name.split(",")[0]
    try:
        base = load_rules(name)
    except ValueError:
        base = load_rules(name := DEFAULT_RULES)
    told = base.to_dict()
    changed = [
        f"set: {key} = {_plain(value)}"
        for key, value in rules.to_dict().items()
        if value != told[key]
    ]
    return [f"rules: {name}", *changed]


def _plain(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def write_record(record: Record) -> str:
    """Return the text of a record, as `record_reader.read_record` reads it."""
    lines = [*_write_rules(record.rules), f"players: {', '.join(record.players)}"]
    for number in range(len(record.hands)):
        lines += _write_hand(record, number)
    return "\n".join(lines) + "\n"


def kept_of(hand: Hand, thrown: Hand, deck: Deck) -> tuple[str, ...] | None:
    """Return the cards that are left, None where some of the thrown ones were not held.

    Examples
    --------
    >>> from musodds.cards import parse_hand, standard_deck
    >>> kept_of(parse_hand("R3CA"), Hand(("R", "A")), standard_deck(8))
    ('C', '3')
    """
    left = list(hand.cards)
    for card in thrown.cards:
        same = [c for c in left if c == card]
        same += [c for c in left if deck.name_of(c) == deck.name_of(card)]
        if not same:
            return None
        left.remove(same[0])
    return tuple(left)
