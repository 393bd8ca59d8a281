"""Who said what in a lance: the words written down, and those of the seats that are not named.

The seats speak in turn until somebody bets, then the rivals answer, the next one after the bettor
first. A seat before the one that spoke has passed, or left the answer to its partner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .notation import Act, Move
from .rules import Rules
from .seats import team_of

PLAYERS = 4
_RAISES = (Act.ENVIDO, Act.MAS, Act.ORDAGO)


@dataclass(frozen=True, slots=True)
class Said:
    """A word of a lance.

    Attributes
    ----------
    move : Move
        With its seat.
    written : bool
        Whether it was written down; otherwise it follows from who spoke next.
    """

    move: Move
    written: bool


class Turns:
    """A lance while it is spoken, word by word.

    Parameters
    ----------
    may : sequence of bool
        By seat, who may bet.
    rules : Rules

    Attributes
    ----------
    waiting : list of int
        Who is yet to speak, the next one first.
    bettor : int or None
    over : bool
        Whether the bet has been answered.
    said : list of Said

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> turns = Turns([True] * 4, load_rules("naipera"))
    >>> turns.speak(0, Move(Act.ENVIDO, 2))
    >>> turns.waiting, turns.bettor, turns.over
    ([1, 3], 0, False)
    """

    def __init__(self, may: Sequence[bool], rules: Rules) -> None:
        self.may, self.rules = may, rules
        self.waiting = [seat for seat in range(len(may)) if may[seat]]
        self.bettor: int | None = None
        self.over = False
        self.said: list[Said] = []

    def speak(self, seat: int, move: Move, written: bool = True) -> None:
        """Note a word, and who speaks next."""
        act = move.act
        if self.bettor is not None and act is Act.PASO:
            act = Act.NO_QUIERO  # once there is a bet a paso refuses it
        if act in (Act.NO_QUIERO, Act.POR_MI_NO) and self.rules.who_refuses == "both":
            act = Act.NO_QUIERO
        self.said.append(Said(Move(act, move.amount, seat), written))
        if act in _RAISES:
            self.bettor = seat
            rivals = ((seat + 1) % PLAYERS, (seat + 3) % PLAYERS)
            self.waiting = [rival for rival in rivals if self.may[rival]]
            return
        self.waiting.remove(seat)
        binds = self.rules.who_refuses == "first-word" and act is Act.NO_QUIERO
        self.over = act is Act.QUIERO or binds or not self.waiting

    def pass_over(self, seat: int, later: set[int]) -> None:
        """Let those speak by saying nothing that come before a seat and are not heard later."""
        for other in self.waiting[: self.waiting.index(seat)]:
            if other not in later:
                self.speak(other, Move(self.silence), written=False)

    @property
    def silence(self) -> Act:
        """What it means to say nothing and let the next one speak."""
        if self.bettor is None:
            return Act.PASO
        return Act.POR_MI_NO if self.rules.who_refuses == "first-word" else Act.NO_QUIERO

    def speaker(self, move: Move) -> int | None:
        """Return the seat that a word is of, None where either of two may have said it."""
        if move.seat is not None:
            return move.seat
        of_pair = [s for s in self.waiting if move.team in (None, team_of(s))]
        return of_pair[0] if len(of_pair) == 1 else None


def _is_idle(turns: Turns, move: Move) -> bool:
    """Whether a word changes nothing: a second one, or of a seat that has nothing to say."""
    return turns.over or (move.seat is not None and move.seat not in turns.waiting)


def _heard_later(moves: Sequence[Move]) -> set[int]:
    """Return the seats that still answer the bet that is on the table."""
    found = set()
    for move in moves:
        if move.seat is not None:
            found.add(move.seat)
        if move.act in _RAISES:
            break
    return found


def spoken(
    moves: Sequence[Move], may: Sequence[bool], rules: Rules
) -> tuple[tuple[Said, ...], bool]:
    """Return all words of a lance by seat, in the order in which they were spoken.

    Parameters
    ----------
    moves : sequence of Move
        As written, fit for `envites.settle`.
    may : sequence of bool
        By seat, who may bet; both pairs can.
    rules : Rules

    Returns
    -------
    tuple of Said
    bool
        Whether they are whole: where a bet is written by pair alone, and either partner may have
        spoken, they end before it.

    Examples
    --------
    >>> from musodds.notation import parse_bets
    >>> from musodds.rules import load_rules
    >>> words, whole = spoken(parse_bets("segundo 2, tercero q"), [True] * 4, load_rules("ffm"))
    >>> [word.move.text() for word in words if word.written], whole
    (['segundo 2', 'tercero q'], True)
    >>> [word.move.text() for word in words if not word.written]
    ['mano p']
    >>> words, whole = spoken(parse_bets("A2 n"), [True] * 4, load_rules("naipera"))
    >>> len(words), whole
    (0, False)
    """
    turns = Turns(may, rules)
    for number, move in enumerate(moves):
        if _is_idle(turns, move):
            continue
        seat = turns.speaker(move)
        if seat is None and turns.bettor is not None and move.act in (Act.NO_QUIERO, Act.PASO):
            while turns.waiting and not turns.over:  # the pair refuses: both of it do
                turns.speak(turns.waiting[0], move)
            continue
        if seat is None and move.act is Act.PASO:
            continue
        if seat is None:
            return tuple(turns.said), False
        answered = turns.bettor is not None
        turns.pass_over(seat, _heard_later(moves[number + 1 :]) if answered else set())
        turns.speak(seat, move)
    while turns.bettor is None and turns.waiting:
        turns.speak(turns.waiting[0], Move(Act.PASO), written=False)
    return tuple(turns.said), True
