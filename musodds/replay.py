"""A recorded game played again: before every decision, what the seat knew, could do and did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from .cards import Hand
from .draws import distinct_keeps
from .flow import speaking_order
from .notation import Act, Move
from .record import PLAYERS, Record, RecordedHand
from .record_lances import PlayedLance, holders, lances_of
from .rules import Rules
from .seats import Team, team_of
from .speaking import spoken

CUT, DISCARD = "cut", "discard"
_SIZED = {Act.ENVIDO: "envido", Act.MAS: "mas"}


def action_of(move: Move) -> str:
    """Return a move as actions are written: ``paso``, ``envido:2``, ``mas:5``, ``no-quiero``.

    Examples
    --------
    >>> action_of(Move(Act.MAS, 5)), action_of(Move(Act.POR_MI_NO))
    ('mas:5', 'por-mi-no')
    """
    return f"{_SIZED[move.act]}:{move.amount}" if move.act in _SIZED else str(move.act)


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat knows besides its hand.

    Attributes
    ----------
    thrown : tuple of (Hand or None)
        Its own cards thrown, round by round; None where they were not written down.
    threw : tuple of tuple of int
        How many cards each seat threw, round by round.
    cut : int or None
        The seat that cut.
    has : dict of str to tuple of bool
        By seat, who said to have pares and juego, once that has been said.
    history : tuple of Move
        What was said in this lance.
    lances : tuple of PlayedLance
        The lances before.
    """

    thrown: tuple[Hand | None, ...] = ()
    threw: tuple[tuple[int, ...], ...] = ()
    cut: int | None = None
    has: dict[str, tuple[bool, ...]] = field(default_factory=dict, hash=False)
    history: tuple[Move, ...] = ()
    lances: tuple[PlayedLance, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat that had to choose.

    Attributes
    ----------
    number : int
        The hand of the record, 1 for the first.
    seat, player : int
        The seat, and who sat there.
    kind : str
        ``cut``, ``discard`` or the lance.
    hand : Hand
        As it was held then.
    score : tuple of int
        Ours-theirs, with the bets refused before in it.
    options : tuple of str
        What could be done; sizes of bets are left open (``envido:N``).
    did : str
        ``cut``, ``mus``, ``throw 54`` or as `action_of` has it.
    written : bool
        Whether it was written down; otherwise it follows from who spoke next.
    known : Known
    """

    number: int
    seat: int
    player: int
    kind: str
    hand: Hand
    score: tuple[int, int]
    options: tuple[str, ...]
    did: str
    written: bool
    known: Known

    @property
    def team(self) -> Team:
        """The pair that decides, A being that of the mano."""
        return team_of(self.seat)


@dataclass(frozen=True)
class ReplayedHand:
    """A hand with its decisions.

    Attributes
    ----------
    rules : Rules
    number : int
        1 for the first hand of the record.
    hand : RecordedHand
    lances : tuple of PlayedLance
    """

    rules: Rules
    number: int
    hand: RecordedHand
    lances: tuple[PlayedLance, ...]

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions of all seats whose hands are known, in the order in which they came."""
        return (*self._of_mus(), *self._of_bets())

    @cached_property
    def unnamed(self) -> tuple[str, ...]:
        """The lances bet by pairs: which partner spoke is not written."""
        bet_on = (lance for lance in self.lances if lance.is_bet_on)
        return tuple(x.lance for x in bet_on if not spoken(x.moves, x.may, self.rules)[1])

    def _decide(
        self, seat: int, kind: str, options: tuple[str, ...], did: str, known: Known,
        held: Hand, written: bool = True, score: tuple[int, int] | None = None,
    ) -> Decision:  # fmt: skip
        now = score or self.hand.before
        ours = now if seat % 2 == 0 else (now[1], now[0])
        player = self.hand.player(seat)
        return Decision(self.number, seat, player, kind, held, ours, options, did, written, known)

    def _known(self, seat: int, rounds: int) -> Known:
        """Return what a seat knows of the rounds of mus."""
        played = self.hand.rounds[:rounds]
        return Known(
            thrown=tuple(round_.thrown[seat].cards for round_ in played),
            threw=tuple(tuple(threw.count for threw in round_.thrown) for round_ in played),
        )

    def _of_mus(self) -> Iterator[Decision]:
        order, cut = speaking_order(self.rules), self.hand.cut
        for r in range(len(self.hand.rounds) + (cut is not None)):
            hands, last = self.hand.hands_in(r), r == len(self.hand.rounds)
            for seat in order:
                held, did = hands[seat], CUT if last and seat == cut else "mus"
                if held is not None:
                    known = self._known(seat, r)
                    yield self._decide(seat, CUT, (CUT, "mus"), did, known, held)
                if did == CUT:
                    return
            if not last:
                yield from self._of_discards(r)

    def _of_discards(self, r: int) -> Iterator[Decision]:
        for seat, held in enumerate(self.hand.hands_in(r)):
            threw = self.hand.rounds[r].thrown[seat].cards
            if held is not None and threw is not None:
                options, did = discards_of(self.rules, held), show_throw(self.rules, threw)
                yield self._decide(seat, DISCARD, options, did, self._known(seat, r), held)

    def _of_bets(self) -> Iterator[Decision]:
        has: dict[str, tuple[bool, ...]] = {}
        for at, lance in enumerate(self.lances):
            name = "juego" if lance.lance == "punto" else lance.lance
            if name in ("pares", "juego"):
                found = holders(self.rules, self.hand, name)
                has = has | {name: tuple(bool(one) for one in found)}
            if not lance.is_bet_on:
                continue
            words, _ = spoken(lance.moves, lance.may, self.rules)
            for number, word in enumerate(words):
                seat = word.move.seat
                assert seat is not None
                held = self.hand.hands[seat]
                if held is None:
                    continue
                base = self._known(seat, len(self.hand.rounds))
                history = tuple(w.move for w in words[:number])
                known = Known(
                    base.thrown, base.threw, self.hand.cut, has, history, self.lances[:at]
                )
                options = bets_of(self.rules, lance.may, seat, history)
                yield self._decide(
                    seat, lance.lance, options, action_of(word.move), known, held,
                    word.written, lance.before,
                )  # fmt: skip


def show_throw(rules: Rules, cards: Hand) -> str:
    """Return a discard as it is compared: by classes of cards, high to low.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> show_throw(load_rules("naipera"), Hand(("5", "3")))
    'throw R5'
    """
    deck = rules.deck()
    return "throw " + "".join(deck.names[c] for c in deck.classes_of(cards))


def discards_of(rules: Rules, hand: Hand) -> tuple[str, ...]:
    """Return every distinct discard of a hand."""
    deck = rules.deck()
    classes = deck.classes_of(hand)
    return tuple(
        "throw " + "".join(deck.names[c] for i, c in enumerate(classes) if not mask >> i & 1)
        for mask in distinct_keeps(classes)
    )


def bets_of(
    rules: Rules, may: tuple[bool, ...], seat: int, history: tuple[Move, ...]
) -> tuple[str, ...]:
    """Return what a seat could say after what was said in a lance."""
    raised = [m for m in history if m.act in (Act.ENVIDO, Act.MAS, Act.ORDAGO)]
    if not raised:
        return ("paso", "envido:N", "ordago")
    if raised[-1].act is Act.ORDAGO:
        sizes: tuple[str, ...] = ()
    else:
        staked = sum(m.amount for m in raised)
        room = rules.max_bet is None or staked + rules.min_raise <= rules.max_bet
        sizes = (*(("mas:N",) if room else ()), "ordago")
    since = history[len(history) - history[::-1].index(raised[-1]) :]
    partner = (seat + 2) % PLAYERS
    free = may[partner] and all(m.seat != partner for m in since)
    own = ("por-mi-no",) if rules.who_refuses == "first-word" and free else ()
    return ("no-quiero", *own, "quiero", *sizes)


def replay(record: Record) -> tuple[ReplayedHand, ...]:
    """Play a record again.

    Parameters
    ----------
    record : Record

    Returns
    -------
    tuple of ReplayedHand

    Examples
    --------
    >>> from musodds.record_reader import read_record
    >>> from musodds.seats import SEATS
    >>> record = read_record('''
    ... hand
    ...   deal: RRCA 7654 SS41 CC75
    ...   cut: segundo
    ...   grande: mano envido 2, postre quiero
    ... ''')
    >>> for decision in replay(record)[0].decisions[:5]:
    ...     print(SEATS[decision.seat], decision.kind, decision.did)
    mano cut mus
    segundo cut cut
    mano grande envido:2
    segundo grande no-quiero
    postre grande quiero
    """
    return tuple(
        ReplayedHand(record.rules, number, hand, tuple(lances_of(record.rules, hand)))
        for number, hand in enumerate(record.hands, 1)
    )
