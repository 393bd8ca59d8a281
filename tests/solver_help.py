"""What the tests of the solver share: small decks, random strategies, lines by history."""

from collections import Counter

import naive
import numpy as np

from musodds.cards import CardClass, Deck
from musodds.hands import HandSpace
from musodds.rules import load_rules
from musodds.solver.duel import Duel
from musodds.solver.passes import new_tables
from musodds.solver.solve import strategy_at


class SmallDuel(Duel):
    """One against one with a deck of a few cards."""

    cards = "RRCC77AA"

    @property
    def space(self):
        """All hands of the cards."""
        counts = Counter(naive.tidy(self.cards))
        return HandSpace(Deck(tuple(CardClass(card, n) for card, n in counts.items())))


def small_duel(cards, menu, rules="naipera", ordago=22.0, ranges=("any", "any")):
    """Return a duel with some cards."""
    kind = type("Cards", (SmallDuel,), {"cards": cards})
    return kind(load_rules(rules), menu, ranges, ordago)


def random_tables(game, seed):
    """Return tables of a strategy drawn at random."""
    rng, tables = np.random.default_rng(seed), new_tables(game)
    for pair in tables:
        for table in pair:
            table[:] = rng.random(table.shape) ** 3
    return tables


DECLARED = (("mano",), ("postre",), ("nobody",))


class Lines:
    """Finds what a table plays by seat, hand and history, as `naive_solver` asks for it."""

    def __init__(self, duel, made, tables):
        self.space, self.made, self.tables = duel.space, made, tables
        tree = made.game.stages[0].tree
        self.ends, self.node = tree.ends, {line: k for k, line in enumerate(tree.lines)}
        self.going = [
            leaf for leaf, line in enumerate(tree.ends) if line[-2:] != ("ordago", "quiero")
        ]
        self.known = {}

    def stage(self, history, lance):
        """Return the stage that a history leads to and which of its copies."""
        at, copy = 0, 0
        declared = None
        for name, said in history:
            if said in DECLARED:
                declared = said[0]
            elif name in ("grande", "chica", "pares"):
                copy = copy * len(self.going) + self.going.index(self.ends.index(said))
                at += 1
        copies = len(self.going) ** at
        for number, name in enumerate(self.made.lances):
            if name == lance and self.made.game.stages[number].copies == copies:
                pares = [bool(self.space.pares[hands[0]]) for hands in self.made.hands[number]]
                who = {(True, False): "mano", (False, True): "postre", (False, False): "nobody"}
                if declared is None or who.get(tuple(pares)) == declared:
                    return number, copy
        raise AssertionError((history, lance))

    def plays(self, seat, hand, history, lance, said):
        """Return the chance of each word."""
        key = (seat, hand, history, lance, said)
        if key not in self.known:
            number, copy = self.stage(history, lance)
            hands = self.made.hands[number][seat]
            at = int(np.searchsorted(hands, self.space.index(hand)))
            assert hands[at] == self.space.index(hand)
            chances = strategy_at(self.made.game, self.tables, number, self.node[said], copy)
            self.known[key] = chances[at].tolist()
        return self.known[key]
