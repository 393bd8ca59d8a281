"""Grade what was said in the lances: every action played out on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .at_score import NEVER
from .bets import BetAdvice, BetQuestion, advise_bet
from .cards import HAND_SIZE
from .clues import gather_evidence
from .equity import Chance
from .errors import InputError
from .estimate import Estimate
from .evidence import Evidence
from .lang import _
from .notation import Act, Move
from .record import PLAYERS
from .record_lances import PlayedLance
from .replay import Decision
from .rules import Rules
from .seats import SEATS, Team, partner_of, rivals_of, team_of
from .situation import Situation
from .speaking import spoken
from .verdict import BY_ROLLOUT, Ungraded, Verdict
from .words import lance_word

if TYPE_CHECKING:
    from .solver.four.said import Pending

DECK = 40
SECOND = 2**32  # the seed of the second half, apart from that of the first
_RAISES = (Act.ENVIDO, Act.MAS, Act.ORDAGO)


def pending_of(lance: PlayedLance, rules: Rules) -> Pending:
    """Return how a lance ended, as a bet in a later one is told of it.

    Examples
    --------
    >>> from musodds.record_lances import lances_of
    >>> from musodds.record_reader import read_record
    >>> record = read_record('''
    ... hand
    ...   deal: RRCA 7654 SS41 CC75
    ...   grande: mano 2, segundo +3, n
    ... ''')
    >>> lances = lances_of(record.rules, record.hands[0])
    >>> pending_of(lances[0], record.rules)
    Pending(seats=(1,), stake=5, refused=True, played=True)
    >>> pending_of(lances[3], record.rules)
    Pending(seats=(), stake=0, refused=False, played=True)
    """
    from .solver.four.said import ALL_IN, Pending

    if not lance.is_bet_on:
        return Pending(played=False)
    words, whole = spoken(lance.moves, lance.may, rules)
    raises = [
        move
        for move in ([word.move for word in words] if whole else lance.moves)
        if move.act in _RAISES
    ]
    if not raises:
        return Pending()
    last = raises[-1]
    stake = ALL_IN if last.act is Act.ORDAGO else sum(move.amount for move in raises)
    return Pending(_seats(raises, lance), stake, lance.outcome.kind == "refused")


def _seats(raises: list[Move], lance: PlayedLance) -> tuple[int, ...]:
    """Return the seats that may have said the last raise."""
    if (seat := raises[-1].seat) is not None:
        return (seat,)
    team: Team = "A"
    for move in raises:  # one without a name is of those who were bet against
        team = move.team or rivals_of(team)
    return tuple(s for s, may in enumerate(lance.may) if may and team_of(s) == team)


def dead_of(decision: Decision) -> list[str]:
    """Return the own cards that a seat threw and that cannot have come back.

    Those thrown before the stock ran out may have been dealt again; of more than eight the latest
    are enough.
    """
    dead, stock = list[str](), DECK - PLAYERS * HAND_SIZE
    for cards, threw in zip(decision.known.thrown, decision.known.threw, strict=True):
        stock -= sum(threw)
        if stock < 0:
            dead, stock = [], DECK - PLAYERS * HAND_SIZE
        else:
            dead += () if cards is None else cards.cards
    return dead[-2 * HAND_SIZE :]


def evidence_of(decision: Decision, asked: Situation) -> Evidence:
    """Return what a seat has seen of cards: its own that it threw, and who has pares and juego."""
    told = {
        what: {
            SEATS[seat]: "si" if holds else "no"
            for seat, holds in enumerate(has)
            if seat != decision.seat
        }
        for what, has in decision.known.has.items()
    }
    pares, juego = told.get("pares", {}), told.get("juego", {})
    dead = " ".join(dead_of(decision))
    return gather_evidence(asked, pares=pares, juego=juego, dead=dead or ())


def drawn_of(decision: Decision) -> tuple[tuple[int, int], ...]:
    """Return how many cards each seat was seen to throw, where there was one round of mus."""
    threw = decision.known.threw
    if decision.known.cut is None or len(threw) != 1:
        return ()
    return tuple((seat, count) for seat, count in enumerate(threw[0]) if count)


@dataclass(frozen=True)
class BetGrader:
    """Judges words in a lance against a table that plays a solved style.

    Attributes
    ----------
    rules : Rules
    style : str
    deals : int
    seed : int
    """

    rules: Rules
    style: str
    deals: int
    seed: int

    @staticmethod
    def check(decision: Decision) -> None:
        """Refuse what the strategy never meets: it answers in turn.

        Raises
        ------
        Ungraded
            If one of a pair answered before his partner whose turn it was, for either of them.
        """
        may = decision.known.has.get(decision.kind, (True,) * PLAYERS)
        if is_out_of_turn(decision.seat, decision.known.history, may):
            raise Ungraded(
                _("{lance}: partners who answered out of turn").format(
                    lance=lance_word(decision.kind)
                )
            )

    def question(self, decision: Decision) -> BetQuestion:
        """Return the question that the seat had to answer."""
        asked, known = Situation(decision.hand, decision.seat, self.rules), decision.known
        act, _, amount = decision.did.partition(":")
        return BetQuestion(
            asked=asked,
            lance=decision.kind,
            history=known.history,
            pending=tuple(pending_of(lance, self.rules) for lance in known.lances),
            cut=known.cut,
            redraw=None if known.cut is None else bool(known.threw),
            score=decision.score,
            seen=evidence_of(decision, asked),
            style=self.style,
            at_score=NEVER,  # the whole game is graded against one table
            size=int(amount) if act in ("envido", "mas") else None,
            drew=drawn_of(decision),
        )

    def __call__(self, decision: Decision) -> Verdict:
        """Grade a decision.

        Raises
        ------
        Ungraded
            If the style hardly ever comes there.
        """
        self.check(decision)
        question, half = self.question(decision), max(self.deals // 2, 1)
        try:
            with np.errstate(invalid="ignore", divide="ignore"):  # thresholds are not asked for
                first = advise_bet(question, half, self.seed)
                second = advise_bet(question, half, (self.seed + SECOND) % 2**63)
        except InputError as error:
            raise Ungraded(error.what) from None
        return verdict_of(first, second, decision.did)


def is_out_of_turn(seat: int, history: Sequence[Move], may: Sequence[bool]) -> bool:
    """Return whether a seat answers a bet before a partner whose turn came first, or after him.

    Parameters
    ----------
    seat : int
    history : sequence of Move
        By seat, what was said in the lance before.
    may : sequence of bool
        By seat, who may speak.

    Examples
    --------
    >>> from musodds.notation import parse_bets
    >>> may = (True, True, True, True)
    >>> is_out_of_turn(0, parse_bets("mano 2, postre ordago, tercero no quiero"), may)
    True
    >>> is_out_of_turn(0, parse_bets("mano 2, postre ordago"), may)
    False
    """
    raised = [at for at, move in enumerate(history) if move.act in _RAISES]
    if not raised or history[raised[-1]].seat is None or not may[partner_of(seat)]:
        return False
    first = (history[raised[-1]].seat or 0) + 1
    spoke = any(move.seat == partner_of(seat) for move in history[raised[-1] + 1 :])
    return spoke == (seat == first % PLAYERS)


def verdict_of(first: BetAdvice, second: BetAdvice, did: str) -> Verdict:
    """Return what an action loses by two advices on different deals.

    The best of many is flattered by the deals on which it was found: each half's best action is
    valued on the other half.
    """
    if all(action.name != did for action in first.actions):
        raise Ungraded(_("{did}: not among what is played out").format(did=did))
    crossed = (_behind(first, second.advice, did), _behind(second, first.advice, did))
    (game, tantos), (game_2, tantos_2) = crossed
    se = (game.se**2 + game_2.se**2) ** 0.5 / 2
    loss = Chance(max((game.tantos + game_2.tantos) / 2, 0.0), se)
    both = Estimate(
        (tantos.tantos + tantos_2.tantos) / 2, (tantos.se**2 + tantos_2.se**2) ** 0.5 / 2
    )

    def lost(name: str) -> float:
        return first.action(name).loss.tantos + second.action(name).loss.tantos

    best = min((action.name for action in first.actions), key=lost)
    return Verdict(best, both, loss, BY_ROLLOUT, first.rare or second.rare)


def _behind(advice: BetAdvice, best: str, did: str) -> tuple[Estimate, Estimate]:
    """Return how much an action lacks of another: in the chance of winning the game, in tantos."""
    if best == did:
        return Estimate(0.0, 0.0), Estimate(0.0, 0.0)
    one, other = advice.action(did), advice.action(best)
    game = one.loss.tantos - other.loss.tantos
    tantos = other.tantos.tantos - one.tantos.tantos
    return (
        Estimate(game, (one.loss.se**2 + other.loss.se**2) ** 0.5),
        Estimate(tantos, (one.tantos.se**2 + other.tantos.se**2) ** 0.5),
    )
