"""The bets of a lance played out: who may speak, what may be said, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .errors import InputError
from .lang import _
from .notation import Act, Move
from .rules import Rules
from .seats import Team, rivals_of, seats_of, team_of
from .words import lance_word, seat_word


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the betting of a lance ended.

    Attributes
    ----------
    kind : str
        ``passed``, ``accepted``, ``refused`` or ``ordago`` (accepted).
    stake : int
        Tantos accepted, or paid for the refusal; 0 otherwise.
    team : "A", "B" or None
        The pair that was refused.
    """

    kind: Literal["passed", "accepted", "refused", "ordago"]
    stake: int = 0
    team: Team | None = None


class _Betting:
    """A lance while it is bet."""

    def __init__(self, lance: str, may: Sequence[bool], rules: Rules) -> None:
        self.lance, self.may, self.rules = lance, may, rules
        self.players = len(may)
        self.bettor: Team | None = None
        self.stake = self.accepted = 0  # now on the table, and before the last raise
        self.all_in = False
        self.spoken = -1  # last seat heard before the first bet
        self.refused: set[int] = set()
        self.binding: int | None = None  # seat whose word binds its pair ("first-word")
        self.outcome: Outcome | None = None

    def forbid(self, move: Move, why: str, rule: str) -> InputError:
        return InputError(
            f"{lance_word(self.lance)} '{move.text(self.players)}': {why}",
            rule,
            f'--{self.lance} "A2 B+2 q"',
        )

    def hear(self, move: Move) -> None:
        if self._is_second_word(move) or self._is_idle_paso(move):
            return
        if self.outcome is not None:
            raise self.forbid(move, _("the bet is answered already"), _("nothing after the answer"))
        if move.act in (Act.ENVIDO, Act.MAS, Act.ORDAGO):
            self._raise(move)
        elif self.bettor is None:
            if move.act is not Act.PASO:
                raise self.forbid(move, _("there is no bet to answer"), _("a bet first"))
            self._take_turn(move)
        else:
            self._answer(move)

    def _is_second_word(self, move: Move) -> bool:
        """FFM, article 10: if both of a pair speak, the first word counts."""
        if self.rules.who_refuses == "both" or None in (self.binding, move.seat):
            return False
        assert self.binding is not None
        return move.seat != self.binding and move.team == team_of(self.binding)

    def _is_idle_paso(self, move: Move) -> bool:
        """Whether it is a paso that says nothing: of the bettor's pair or without the lance."""
        idle = move.seat is not None and (not self.may[move.seat] or move.team == self.bettor)
        return move.act is Act.PASO and idle

    def _take_turn(self, move: Move) -> None:
        """Before the first bet the seats speak in order; those not named have passed."""
        if move.seat is None:
            return
        if move.seat <= self.spoken:
            raise self.forbid(
                move, _("out of turn"), _("the seats in order from the mano, each once")
            )
        self.spoken = move.seat

    def _check_speaker(self, move: Move) -> Team:
        team = move.team or (rivals_of(self.bettor) if self.bettor else None)
        if team is None:
            raise self.forbid(move, _("who bets?"), _("A, B or a seat before the bet"))
        if team == self.bettor:
            raise self.forbid(
                move,
                _("pair {team} has bet already").format(team=team),
                _("the rivals to answer it"),
            )
        if move.seat in self.refused:
            raise self.forbid(move, _("he has refused already"), _("his partner's answer"))
        if move.seat is not None and not self.may[move.seat]:
            raise self.forbid(
                move,
                _("{seat} has no {lance}").format(
                    seat=seat_word(seats_of(self.players)[move.seat]), lance=lance_word(self.lance)
                ),
                _(
                    "bets by those who hold it: nobody plays with his partner's cards (ffm, "
                    "art. 16)"
                ),
            )
        return team

    def _raise(self, move: Move) -> None:
        rules, first = self.rules, self.bettor is None
        team = self._check_speaker(move)
        if self.all_in:
            raise self.forbid(move, _("after an órdago"), _("quiero or no quiero"))
        if move.act is Act.MAS and first:
            raise self.forbid(move, _("there is no bet to raise"), _("a bet first"))
        if move.act is Act.ENVIDO and not first:
            raise self.forbid(move, _("a bet is on the table"), _("a raise, as in B+2 or '2 más'"))
        if first:
            self._take_turn(move)
        least = rules.min_bet if first else rules.min_raise
        if move.act is not Act.ORDAGO and move.amount < least:
            raise self.forbid(move, _("too small"), _("at least {least}").format(least=least))
        if rules.max_bet is not None and self.stake + move.amount > rules.max_bet:
            raise self.forbid(
                move,
                _("{tantos} tantos").format(tantos=self.stake + move.amount),
                _("at most {max_bet}, or órdago").format(max_bet=rules.max_bet),
            )
        self.accepted, self.stake = self.stake, self.stake + move.amount
        self.bettor, self.all_in = team, move.act is Act.ORDAGO
        self.binding, self.refused = move.seat, set()

    def _answer(self, move: Move) -> None:
        """Take a quiero, a no or, once there is a bet, a paso, which refuses it."""
        self._check_speaker(move)
        if move.act is Act.QUIERO:
            self.outcome = Outcome("ordago") if self.all_in else Outcome("accepted", self.stake)
            self.binding = move.seat
        elif move.act is Act.POR_MI_NO and move.seat is None:
            raise self.forbid(move, _("whose word is it?"), _("a seat before it"))
        elif move.seat is None or (
            self.rules.who_refuses == "first-word" and move.act is not Act.POR_MI_NO
        ):
            self._refuse()
            self.binding = move.seat
        else:
            self.refused.add(move.seat)
            if not self.waiting():
                self._refuse()

    def _refuse(self) -> None:
        extra = self.rules.refused_raise == "plus-one"
        stake = self.accepted + 1 if extra else max(self.accepted, 1)
        self.outcome = Outcome("refused", stake, self.bettor)

    def waiting(self) -> list[int]:
        """Return the rivals of the bettor who have yet to refuse."""
        return [
            seat
            for seat, may in enumerate(self.may)
            if may and team_of(seat) != self.bettor and seat not in self.refused
        ]


def settle(lance: str, moves: Sequence[Move], may: Sequence[bool], rules: Rules) -> Outcome:
    """Play out the bets of one lance.

    Parameters
    ----------
    lance : str
    moves : sequence of Move
    may : sequence of bool
        By seat, who may bet: in pares and juego those who hold it.
    rules : Rules

    Returns
    -------
    Outcome
        A refusal pays what had been accepted before, and 1 for a first bet.

    Raises
    ------
    InputError
        If a bet cannot be made, naming the rule that forbids it: in pares and juego unless both
        pairs hold them, or by who lacks them; after an órdago or an answer; on one's own bet;
        below the least or above the most; out of turn. Also if a bet is not answered.

    Examples
    --------
    >>> from musodds.notation import parse_bets
    >>> from musodds.rules import load_rules
    >>> bets = parse_bets("A2 B+5 A+2 n")
    >>> settle("grande", bets, [True] * 4, load_rules("ffm"))
    Outcome(kind='refused', stake=7, team='A')
    """
    betting = _Betting(lance, may, rules)
    pairs = {team_of(seat) for seat, holds in enumerate(may) if holds}
    for move in moves:
        if len(pairs) < 2 and move.act is not Act.PASO:
            alone = pairs.pop() if pairs else None
            why = _("only pair {pair} has {lance}") if alone else _("nobody has {lance}")
            why = why.format(pair=alone, lance=lance_word(lance))
            raise betting.forbid(move, why, _("bets only where each pair has it (ehmf)"))
        betting.hear(move)
    if betting.outcome is None and betting.bettor is not None:
        seats = [seat_word(seats_of(len(may))[seat]) for seat in betting.waiting()]
        raise betting.forbid(
            moves[-1],
            _("the bet is not answered"),
            _("q or n, or a word of {seats}").format(seats=_(" and ").join(seats)),
        )
    return betting.outcome or Outcome("passed")
