"""What the tests of the rules of deal and mus share: deals and rounds, and who cuts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from plays import fresh

from musodds.hands import hand_space
from musodds.policy import Policy
from musodds.rules import Rules
from musodds.simulate import AFTER, BEFORE, NO_SEAT, State, Table, first_cut, mus_round
from musodds.simulate import sim_table as make_table

NOBODY = np.full(4, -1)


class Dealt(NamedTuple):
    """A deal: what each seat holds, what is left in the stock, what has been thrown."""

    hands: list[str]
    stock: str
    thrown: str

    @property
    def all(self) -> list[str]:
        """All cards, sorted."""
        return sorted("".join(self.hands) + self.stock + self.thrown)


def plays(rules: Rules, keep: int = 0, cutters: tuple[int, ...] = ()) -> Table:
    """Let some seats cut with everything and all keep the cards of a mask."""
    hands = len(hand_space(rules))
    cut, discard = np.zeros((1, 4, hands)), np.zeros((1, 4, hands, 16))
    cut[:, list(cutters)], discard[..., keep] = 1, 1
    return make_table(rules, Policy(cut, discard))


def look(rules: Rules, state: State) -> Dealt:
    """Return the cards of a deal by their letters (no rule may set a card apart)."""
    space = hand_space(rules)
    stock = state.stock[state.at[0] : state.at[1]]
    thrown = state.pile[: state.at[2]]
    names = [["".join(space.deck.names[c] for c in cards)] for cards in (stock, thrown)]
    return Dealt([space.names[hand] for hand in state.hands], names[0][0], names[1][0])


def after(rules: Rules, rounds: int, keep: int = 0, seed: int = 1) -> Dealt:
    """Return a deal after some rounds of mus."""
    table = plays(rules, keep)
    state = fresh(table, hand_space(rules), seed=seed)
    for round_ in range(rounds):
        mus_round(state, table, round_, NO_SEAT)
    return look(rules, state)


def who_cuts(rules: Rules, *cutters: int) -> int:
    """Return who is heard to cut first when some seats would, -1 if nobody."""
    table = plays(rules, cutters=cutters)
    state = fresh(plays(rules), hand_space(rules))
    asker = next((seat for seat in range(4) if seat not in cutters), None)
    if asker is None:
        return int(table.order[0])
    heard = int(first_cut(state, table, 0, asker, BEFORE, NOBODY))
    return heard if heard >= 0 else int(first_cut(state, table, 0, asker, AFTER, NOBODY))
