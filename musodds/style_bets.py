"""Envites by rule: open with the best hands of a lance, accept with a few more."""

from __future__ import annotations

import numpy as np

from .hands import CHICA, GRANDE, JUEGO, PARES, HandSpace, hand_space
from .jit import Arr
from .lance_table import lance_table
from .policy import best_share
from .rules import Rules
from .tally import FIELDS

OPENS, ACCEPTS = 0.30, 0.40


def may_take_part(space: HandSpace) -> Arr:
    """Return which hands may bet in each lance, as far as they alone decide, shape (5, hands)."""
    everybody, juego = np.ones(len(space), bool), space.juego > 0
    return np.stack([everybody, everybody, space.pares > 0, juego, ~juego])


def lance_chances(rules: Rules, players: int, first_hand: bool = False) -> Arr:
    """Return by what the hands of each lance are ordered, shape (5, players, hands).

    With four players it is the exact chance, out of the deals in which the lance is bet, that the
    pair wins it: in pares and juego those in which the other pair holds it too, in punto those
    without juego. At other tables it is the rank of the hand in the lance.
    """
    space = hand_space(rules)
    if players != 4:
        ranks = space.rank[[GRANDE, CHICA, PARES, JUEGO, JUEGO]]
        return np.repeat(ranks[:, None].astype(float), players, axis=1)
    table = lance_table(rules)
    counts = dict(zip(FIELDS, np.moveaxis(table.counts, -1, 0).astype(float), strict=True))
    deals = np.full_like(counts["grande_win"], table.deals)
    won_of = (
        (counts["grande_win"], deals),
        (counts["chica_win"], deals),
        (counts["pares_win_contested"], counts["pares_contested"]),
        (counts["juego_win_contested"], counts["juego_contested"]),
        (counts["punto_win"], counts["juego_nobody"]),
    )
    chances = np.stack([won / np.maximum(of, 1) for won, of in won_of])
    return chances[:, [0] * 4] if first_hand else chances


def bets_by_rule(rules: Rules, players: int = 4, first_hand: bool = False) -> tuple[Arr, Arr]:
    """Return the chances to open an envite of 2 and to accept one.

    In every lance a seat opens with its best 30 % and accepts with its best 40 % of the dealt
    hands that may take part, in the order of `lance_chances`.

    Returns
    -------
    bet, accept : ndarray of float64, shape (5, players, hands)
        As in `policy.Policy`.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> rules = load_rules("naipera")
    >>> bet, accept = bets_by_rule(rules)
    >>> space = hand_space(rules)
    >>> [float(bet[0, 0, space.index(hand)]) for hand in ("RRCA", "7654")]
    [1.0, 0.0]
    """
    space, chances = hand_space(rules), lance_chances(rules, players, first_hand)
    bet, accept = np.zeros_like(chances), np.zeros_like(chances)
    for lance, part in enumerate(may_take_part(space)):
        some = np.flatnonzero(part)
        for seat in range(players):
            order = np.argsort(-chances[lance, seat, some], kind="stable")
            for out, share in ((bet, OPENS), (accept, ACCEPTS)):
                out[lance, seat, some] = best_share(order, space.weights[some], share)
    return bet, accept
