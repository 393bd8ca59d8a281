"""What the player of ``musodds play`` sees and types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ..drills.words import cut_word, read_cut, side, spaced
from ..errors import InputError
from ..lang import _, ngettext
from ..notation import Act, Move
from ..replay import action_of
from ..words import action_word, lance_word, seat_word
from .fitted import say
from .typed import typed

if TYPE_CHECKING:
    from ..cards import Hand
    from ..drills.table import View
    from ..record import RecordedHand
    from ..rules import Rules
    from ..scoring import HandScore

WIDTH = 72
BET, RAISE = 2, 2  # of an envido, and of "más", without a number
_SIZED = {"envido:N": "envido:5", "mas:N": "mas:5"}


def _is_ours(seat: int, own: int) -> bool:
    return seat % 2 == own % 2


class Screen:
    """A player at the terminal."""

    def __init__(self) -> None:
        self.own = 0

    def _who(self, seat: int) -> str:
        return f"{seat_word(seat)} ({side(seat, self.own)})"

    def _tell(self, text: str) -> None:
        say(f"  {text}")

    def _state(self, view: View) -> None:
        """Show the cards and the score, above every question."""
        cards, (us, them) = click.style(spaced(view.hand), bold=True), view.score
        score = _("we {us}, they {them}").format(us=us, them=them)
        say(f"  [{cards}]   {seat_word(view.seat)}, {score}")

    def begins(self, view: View, mano: int) -> None:
        """Show whose turn it is to be mano."""
        self.own = view.seat
        us, them = view.score
        head = _("Hand {number} - you are {seat} - we {us}, they {them} of {target}").format(
            number=view.number, seat=seat_word(view.seat), us=us, them=them,
            target=view.rules.target,
        )  # fmt: skip
        say(f"\n── {head} ".ljust(WIDTH, "─"), bold=True)

    def cuts(self, view: View) -> bool:
        """Ask whether to cut."""
        choices = _("mus, or cut (corto, no hay mus)")

        def read(text: str) -> bool:
            answer = read_cut(text)
            if answer is None:
                raise InputError(f"'{text}'", choices, "mus")
            return answer == "cut"

        self._state(view)
        return typed(_("Do you cut, or say mus?"), read, choices)

    def throws(self, view: View) -> int:
        """Ask what to throw."""
        cards = view.hand.cards
        choices = _("cards of {hand}, such as {cards}").format(
            hand="".join(cards), cards="".join(cards[2:])
        )
        self._state(view)
        return typed(_("What do you throw?"), lambda text: read_throw(text, view, choices), choices)

    def says(self, view: View, lance: str, options: tuple[str, ...], history: list[Move]) -> Move:
        """Ask for a word in a lance."""
        choices = ", ".join(action_word(_SIZED.get(one, one)) for one in options)

        def read(text: str) -> Move:
            return read_word(text, view, options, history, choices)

        self._state(view)
        return typed(_("{lance}?").format(lance=lance_word(lance).capitalize()), read, choices)

    def hears_mus(self, seat: int, cut: bool) -> None:
        """Show what a seat said of mus."""
        self._tell(f"{self._who(seat)}: {cut_word('cut' if cut else 'mus')}")

    def sees_throws(self, counts: Sequence[int], drawn: Hand) -> None:
        """Show how many cards went, and the new hand."""
        told = []
        for seat, count in enumerate(counts):
            cards = ngettext("{count} card", "{count} cards", count).format(count=count)
            told.append(f"{seat_word(seat)} {cards}")
        self._tell(_("All throw: {cards}.").format(cards=", ".join(told)))
        self._tell(_("You hold {cards} now.").format(cards=spaced(drawn)))

    def hears_lance(self, lance: str, may: Sequence[bool], bet_on: bool) -> None:
        """Show that a lance begins, and who has it."""
        name = lance_word(lance).capitalize()
        say(name, bold=True)
        if lance in ("pares", "juego"):
            yes, no = _("yes"), _("no")
            told = [f"{seat_word(seat)} {yes if has else no}" for seat, has in enumerate(may)]
            self._tell(", ".join(told) + ".")
            if any(may) and not bet_on:
                self._tell(_("Only one pair has it: no bets."))

    def hears(self, lance: str, move: Move) -> None:
        """Show a word of another seat."""
        assert move.seat is not None
        self._tell(f"{self._who(move.seat)}: {action_word(action_of(move))}")

    def sees_end(self, hand: RecordedHand, scored: HandScore) -> None:
        """Show all hands and the count."""
        from ..drills.count import why_word

        say(_("Count"), bold=True)
        for seat, held in enumerate(scored.hands):
            self._tell(f"{self._who(seat):28} {spaced(held)}")
        for award in scored.trace:
            ours = ("A" if self.own % 2 == 0 else "B") == award.team
            who, name = _("we") if ours else _("they"), lance_word(award.lance)
            if award.why == "ordago":
                self._tell(_("{lance}: órdago, {who} win the game").format(lance=name, who=who))
            else:
                self._tell(f"{name}: {who} {award.tantos:+d} ({why_word(award.why)})")
        a, b = scored.score
        us, them = (a, b) if self.own % 2 == 0 else (b, a)
        say(_("After the hand: we {us}, they {them}.").format(us=us, them=them), bold=True)


def read_throw(text: str, view: View, choices: str) -> int:
    """Read cards to throw; return the mask of those kept.

    Raises
    ------
    InputError
        If they are not cards of the hand.
    """
    from ..cards import parse_any_number

    deck = view.rules.deck()
    left = [deck.name_of(card) for card in parse_any_number(text).cards]
    mask = 0
    for place, card in enumerate(view.hand.cards):
        if card in left:
            left.remove(card)
        else:
            mask |= 1 << place
    if left:
        raise InputError(f"'{text}'", choices, "54")
    return mask


def read_word(
    text: str, view: View, options: tuple[str, ...], history: list[Move], choices: str
) -> Move:
    """Read a word of a lance, one of the options.

    A number alone is an envido, or so many more; a paso refuses a bet.

    Raises
    ------
    InputError
        If it may not be said now.
    """
    from ..notation import parse_bets

    wrong = InputError(f"'{text}'", choices, "paso")
    moves = parse_bets(text)
    faced = "quiero" in options
    if not moves and not faced:  # "-" and "pp" are no bets
        moves = (Move(Act.PASO),)
    if len(moves) != 1 or moves[0].seat is not None or moves[0].pair or moves[0].both:
        raise wrong
    act, amount = moves[0].act, moves[0].amount
    if faced:
        act = {Act.ENVIDO: Act.MAS, Act.PASO: Act.NO_QUIERO}.get(act, act)
    kinds = {option.partition(":")[0] for option in options}
    if act not in kinds or not _fits(act, amount, view.rules, history):
        raise wrong
    return Move(act, amount, view.seat)


def _fits(act: Act, amount: int, rules: Rules, history: list[Move]) -> bool:
    """Whether the rules allow a size; a bet of the whole game is an órdago."""
    if act not in (Act.ENVIDO, Act.MAS):
        return True
    stake = amount + sum(move.amount for move in history)
    least = rules.min_bet if act is Act.ENVIDO else rules.min_raise
    most = rules.target - 1 if rules.max_bet is None else min(rules.max_bet, rules.target - 1)
    return amount >= least and stake <= most
