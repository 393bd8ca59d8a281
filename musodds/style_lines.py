"""The lines of a style file, laid over the arrays of its base."""

from __future__ import annotations

import numpy as np

from .cards import Hand, parse_any_number
from .draws import ALL, MASKS
from .errors import InputError
from .hands import LANCE_NAMES, HandSpace, hand_space
from .jit import Arr
from .keeps import mask_of_cards
from .lang import _, ngettext
from .policy import Policy, way_keeps
from .ranges import parse_range
from .rules import Rules
from .seats import parse_seat
from .style import WAYS, Line, Style
from .style_bets import may_take_part
from .toml_reader import again
from .words import lance_word


def _weights(space: HandSpace, line: Line, where: str) -> Arr:
    """Return how far a line counts for each hand: its chance times the weight in the range."""
    try:
        return np.asarray(parse_range(line.hands, space))
    except InputError as error:
        raise again(error, where) from None


def _seats(line: Line, players: int, where: str) -> list[int]:
    try:
        return [parse_seat(seat, players) for seat in line.seats] or list(range(players))
    except InputError as error:
        raise again(error, where) from None


def _rows(line: Line, rounds: int) -> list[int]:
    """Return the rows of the arrays that a line changes; the last one is all later rounds."""
    if not line.rounds:
        return list(range(rounds))
    return [
        row
        for row in range(rounds)
        if any(first <= row + 1 <= (last or rounds) for first, last in line.rounds)
    ]


def rounds_told(style: Style) -> int:
    """Return how many rounds of a style differ, the last one standing for all that follow."""
    told = [run for line in style.lines for run in line.rounds]
    return max([1, *(first if last is None else last + 1 for first, last in told)])


def _masks(space: HandSpace, line: Line, named: Arr, worth: Arr, where: str) -> Arr:
    """Return the mask that a discard line keeps of each hand that it names."""
    if line.keep in WAYS:
        return way_keeps(space, line.keep, worth)
    cards = Hand(()) if line.keep in ("", "-") else _read_cards(line, where)
    masks = np.zeros(len(space), dtype=np.int64)
    for hand in np.flatnonzero(named).tolist():
        mask = mask_of_cards(space, hand, cards)
        if mask is None:
            raise InputError(
                _("{where}: keep '{keep}': {hand} does not hold it").format(
                    where=where, keep=line.keep, hand=space.names[hand]
                ),
                _("cards of every hand of '{hands}', or {ways}").format(
                    hands=line.hands, ways=", ".join(WAYS)
                ),
                "keep = 'RR'",
            )
        masks[hand] = mask
        if mask == ALL:
            raise InputError(
                ngettext(
                    "{where}: keep '{keep}': {count} card",
                    "{where}: keep '{keep}': {count} cards",
                    len(cards.cards),
                ).format(where=where, keep=line.keep, count=len(cards.cards)),
                _("at most three: at least one is thrown"),
                "keep = 'RR'",
            )
    return masks


def _read_cards(line: Line, where: str) -> Hand:
    try:
        return parse_any_number(line.keep)
    except InputError as error:
        raise InputError(
            _("{where}: keep '{keep}': {why}").format(where=where, keep=line.keep, why=error.what),
            _("cards, - for none, or {ways}").format(ways=", ".join(WAYS)),
            "keep = 'RR'",
        ) from None


def with_lines(policy: Policy, rules: Rules, style: Style, worth: Arr) -> Policy:
    """Return a policy changed by the lines of a style, one after the other.

    Parameters
    ----------
    policy : Policy
        Of one round.
    rules : Rules
    style : Style
    worth : ndarray of float64, shape (players, hands)
        By which ``keep = "best"`` goes.

    Raises
    ------
    InputError
        If a line names no hand, a seat that is not at the table, or cards that a hand lacks.
    """
    space, rounds, players = hand_space(rules), rounds_told(style), policy.players
    cut = np.repeat(policy.cut, rounds, axis=0)
    discard = np.repeat(policy.discard, rounds, axis=0)
    shape = (len(LANCE_NAMES), players, len(space))
    bets = {
        "bet": np.zeros(shape) if policy.bet is None else policy.bet.copy(),
        "accept": np.zeros(shape) if policy.accept is None else policy.accept.copy(),
    }
    for line in style.lines:
        where = _("style '{style}'").format(style=style.name)
        where = f"{where}: {line.where or f'[[{line.what}]]'}"
        weights, seats = _weights(space, line, where), _seats(line, players, where)
        if line.what in bets:
            weights = _of_the_lance(space, line, weights, where)
        for seat in seats:
            if line.what in bets:
                _mix(bets[line.what][LANCE_NAMES.index(line.lance), seat], weights, line.chance)
                continue
            rows = _rows(line, rounds)
            if line.what == "cut":
                for row in rows:
                    _mix(cut[row, seat], weights, line.chance)
                continue
            masks = _masks(space, line, weights > 0, worth[seat], where)
            for row in rows:
                _mix_discard(discard[row, seat], weights * line.chance, masks)
    told = style.bets or any(line.what in bets for line in style.lines)
    return Policy(cut, discard, *(bets.values() if told else ()))


def _of_the_lance(space: HandSpace, line: Line, weights: Arr, where: str) -> Arr:
    weights = weights * may_take_part(space)[LANCE_NAMES.index(line.lance)]
    if not weights.any():
        raise InputError(
            _("{where}: hands '{hands}': none takes part in {lance}").format(
                where=where, hands=line.hands, lance=lance_word(line.lance)
            ),
            _("hands that may bet in the lance"),
            "lance = 'pares', hands = 'duples'",
        )
    return np.asarray(weights)


def _mix(chances: Arr, weights: Arr, chance: float) -> None:
    """Move chances, in place, towards one chance by weight."""
    chances[:] = np.clip(weights * chance + (1 - weights) * chances, 0, 1)


def _mix_discard(chances: Arr, shares: Arr, masks: Arr) -> None:
    """Move discards, in place, towards one mask a hand by share."""
    only = np.zeros((len(masks), MASKS))
    only[np.arange(len(masks)), masks] = 1
    chances[:] = shares[:, None] * only + (1 - shares[:, None]) * chances
