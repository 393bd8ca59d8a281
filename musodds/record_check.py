"""Whether a recorded hand can have been played so: cards, declarations, tantos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .cards import HAND_SIZE, Hand
from .errors import InputError
from .hands import hand_space
from .lang import _
from .record import PLAYERS, RecordedHand
from .record_lances import lances_of
from .rules import Rules
from .scoring import score
from .seats import SEATS, Team
from .words import lance_word, seat_word

Score = tuple[int, int]


def check_cards(rules: Rules, hand: RecordedHand, lines: Sequence[int]) -> None:
    """Refuse hands and cards thrown that one deck does not hold together.

    Cards thrown stay out of play until the stock has run out; from then on they may be drawn.

    Parameters
    ----------
    rules : Rules
    hand : RecordedHand
    lines : sequence of int
        Of the deal and of what was drawn in each round.
    """
    deck, thrown = rules.deck(), dict[str, Hand]()
    stock = deck.size - PLAYERS * HAND_SIZE
    for number, line in enumerate(lines):
        hands = {SEATS[s]: held for s, held in enumerate(hand.hands_in(number)) if held}
        if number:
            round_ = hand.rounds[number - 1]
            drawn = sum(threw.count for threw in round_.thrown)
            for seat, threw in enumerate(round_.thrown):
                if threw.cards is not None:
                    thrown[f"{SEATS[seat]}'s throw {number}"] = threw.cards
            stock -= drawn
            if stock < 0:  # the cards thrown have been dealt again
                thrown, stock = {}, deck.size - PLAYERS * HAND_SIZE
        if found := deck.too_many((hands | thrown).values()):  # they are there to be seen
            card, count, _most = found
            raise InputError(
                _("line {number}: card '{card}': {count} held and thrown").format(
                    number=line, card=card, count=count
                ),
                _("cards of one deck"),
                "deal: RRCA ? ? ?",
            )


def check_says(rules: Rules, hand: RecordedHand) -> None:
    """Refuse declarations of known hands that are wrong, and such as contradict each other."""
    space, seen = hand_space(rules), dict[tuple[int, str], bool]()
    for said in hand.says:
        who, held = SEATS[said.seat], hand.hands[said.seat]
        if said.what == "cards" or seen.setdefault((said.seat, said.what), said.says) != said.says:
            told = _("cards") if said.what == "cards" else lance_word(said.what)
            raise InputError(
                _("says: the {who}'s {what}").format(who=seat_word(who), what=told),
                _("pares or juego, once"),
                "says: postre pares si",
            )
        if held is not None:
            tantos = space.pares if said.what == "pares" else space.juego
            if bool(tantos[space.index(held)] > 0) != said.says:
                raise InputError(
                    _("says: the {who} holds {held}").format(who=seat_word(who), held=held),
                    _("what is true: a record has no errors at the table"),
                    f"says: {who} {said.what} {'no' if said.says else 'si'}",
                )


def check_end(
    rules: Rules, hand: RecordedHand, told: Score | None, won: str | None, lines: Mapping[str, int]
) -> tuple[Score, Team | None]:
    """Return the score after a hand and who won the game, as far as needed from what is told.

    Parameters
    ----------
    rules : Rules
    hand : RecordedHand
    told : tuple of int, optional
        The score after it as it is written.
    won : str, optional
        Who won the game as it is written.
    lines : mapping of str to int
        As in `lances_of`; that of ``before``, which tells the score before the hand.

    Raises
    ------
    InputError
        If that is not what cards and bets bring, or more has to be told.
    """
    lances = lances_of(rules, hand, lines)
    at, now, last = (
        _("line {number}").format(number=lines[""]),
        lances[-1].after,
        lances[-1].outcome,
    )
    known = [held for held in hand.hands if held is not None]
    winner: Team | None
    if max(now) >= rules.target:
        after, winner = now, _ahead(now)
    elif len(known) == PLAYERS:
        played = score(known, dict(hand.bets), rules, hand.before)
        after, winner = played.score, played.winner
    elif last.kind == "ordago":
        if won is None:
            raise InputError(
                _("{at}: who won the órdago?").format(at=at), _("the winner"), "winner: A"
            )
        after, winner = now, "A" if won == "A" else "B"
    else:
        if told is None:
            raise InputError(
                _("{at}: no score after a hand not all seen").format(at=at),
                _("the score"),
                "after: 9-4",
            )
        after = told
        winner = _ahead(after) if max(after) >= rules.target else None
        if min(after) >= rules.target or after[0] < now[0] or after[1] < now[1]:
            refused = _("{ours}-{theirs} or more, and one winner at most").format(
                ours=now[0], theirs=now[1]
            )
            raise InputError(
                _("{at}: after {ours}-{theirs}").format(at=at, ours=after[0], theirs=after[1]),
                refused,
                "after: 9-4",
            )
    if told not in (None, after):
        assert told is not None
        raise InputError(
            _(
                "{at}: after {ours}-{theirs}: not what cards and bets bring from "
                "{ours_before}-{theirs_before}{line}"
            ).format(
                at=at,
                ours=told[0],
                theirs=told[1],
                ours_before=hand.before[0],
                theirs_before=hand.before[1],
                line=_told_in(lines),
            ),
            f"{after[0]}-{after[1]}",
            f"after: {after[0]}-{after[1]}",
        )
    if won not in (None, winner):
        who = _("{winner} won").format(winner=winner) if winner else _("nobody has won yet")
        raise InputError(
            _("{at}: winner {won}").format(at=at, won=won), who, f"after: {after[0]}-{after[1]}"
        )
    return after, winner


def _told_in(lines: Mapping[str, int]) -> str:
    return _(" (line {number})").format(number=lines["before"]) if "before" in lines else ""


def _ahead(after: Score) -> Team:
    return "A" if after[0] > after[1] else "B"
