"""The lances of a recorded hand: who could play them, how they ended, what was paid at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .envites import Outcome, settle
from .errors import InputError
from .hands import hand_space
from .lang import _
from .notation import Act, Move
from .record import EXAMPLES, PLAYERS, RecordedHand
from .rules import Rules
from .scoring import BET_LANCES, spread_double
from .seats import SEATS, team_of
from .words import lance_word, seat_word

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayedLance:
    """A lance that the hand came to.

    Attributes
    ----------
    lance : str
        ``punto`` where nobody has juego.
    may : tuple of bool
        By seat, who could bet.
    moves : tuple of Move
        What was written of it.
    outcome : Outcome
    before, after : tuple of int
        Tantos of A and B when it begins and when it ends; what waits for the count is not in them.
    """

    lance: str
    may: tuple[bool, ...]
    moves: tuple[Move, ...]
    outcome: Outcome
    before: Score
    after: Score

    @property
    def is_bet_on(self) -> bool:
        """Whether both pairs could bet."""
        return len({team_of(seat) for seat, may in enumerate(self.may) if may}) == 2


def holders(rules: Rules, hand: RecordedHand, lance: str) -> tuple[bool | None, ...]:
    """Return by seat who has pares, or juego; None where it is not known."""
    space = hand_space(rules)
    tantos = space.pares if lance == "pares" else space.juego
    said = {d.seat: d.says for d in hand.says if d.what == lance}
    return tuple(
        said.get(seat) if held is None else bool(tantos[space.index(held)] > 0)
        for seat, held in enumerate(hand.hands)
    )


def _playing(rules: Rules, hand: RecordedHand, lance: str) -> tuple[bool, ...]:
    """Return who could bet in pares or juego.

    Raises
    ------
    InputError
        If it is not known of a seat.
    """
    found = holders(rules, hand, lance)
    if None in found:
        who = SEATS[found.index(None)]
        raise InputError(
            _("{lance}: whether the {who} had it is not written").format(
                lance=lance_word(lance), who=seat_word(who)
            ),
            _("it in words, as his hand is not known"),
            f"says: {who} {lance} no",
        )
    return tuple(bool(has) for has in found)


def lances_of(
    rules: Rules, hand: RecordedHand, lines: Mapping[str, int] | None = None
) -> list[PlayedLance]:
    """Return the lances up to the end of the hand, or of the game.

    Parameters
    ----------
    rules : Rules
    hand : RecordedHand
    lines : mapping of str to int, optional
        The line of each lance in a file; that of "" for a lance without a line.

    Raises
    ------
    InputError
        If a bet could not be made, with the number of its line.
    """
    moves = dict.fromkeys(BET_LANCES, tuple[Move, ...]()) | dict(hand.bets)
    try:
        moves = spread_double(moves, rules)
    except InputError as error:
        raise _placed(error, "grande", lines) from None
    found: list[PlayedLance] = []
    now, over = hand.before, False
    for slot in BET_LANCES:
        try:
            if over:
                _check_silent(slot, moves[slot])
                continue
            lance, may = slot, (True,) * PLAYERS
            if slot in ("pares", "juego"):
                may = _playing(rules, hand, slot)
            if slot == "juego" and not any(may):
                lance, may = "punto", (True,) * PLAYERS
            outcome = settle(lance, moves[slot], may, rules)
        except InputError as error:
            raise _placed(error, slot, lines) from None
        after = _paid_at_once(now, lance, outcome, rules)
        found.append(PlayedLance(lance, may, moves[slot], outcome, now, after))
        now, over = after, outcome.kind == "ordago" or max(after) >= rules.target
    return found


def _check_silent(lance: str, moves: tuple[Move, ...]) -> None:
    if any(move.act is not Act.PASO for move in moves):
        raise InputError(
            _("{lance}: the game is over").format(lance=lance_word(lance)),
            _("no bets after its end"),
            "grande: AORD q",
        )


def _placed(error: InputError, lance: str, lines: Mapping[str, int] | None) -> InputError:
    if lines is None:
        return error
    if not error.example.startswith("says:"):
        error = error.with_example(EXAMPLES[lance])
    return error.within(_("line {number}").format(number=lines.get(lance, lines[""])))


def _paid_at_once(now: Score, lance: str, outcome: Outcome, rules: Rules) -> Score:
    if outcome.kind != "refused":
        return now
    tantos = outcome.stake + (lance == "punto" and rules.punto_refused == "at-once")
    return (now[0] + tantos, now[1]) if outcome.team == "A" else (now[0], now[1] + tantos)
