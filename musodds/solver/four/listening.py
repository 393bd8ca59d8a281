"""A lance as a strategy follows it at the table, whatever is bet there.

Bets that are not on its menu are read as in `translate`, but along one line alone: no table of all
lines is made, so that any number of raises can be heard.
"""

from __future__ import annotations

from collections.abc import Callable

from ...jit import Arr
from ...notation import Act, Move
from ...rules import Rules
from .translate import Counterparts, _Reader, _stakes
from .tree import Tree


class Listener:
    """Follows a lance in the tree that a strategy knows.

    Parameters
    ----------
    tree : Tree
    rules : Rules
    ordago : float
        Tantos of an órdago.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.tree import lance_tree
    >>> rules = load_rules("naipera")
    >>> heard = Listener(lance_tree("grande", 15, rules), rules, 22.0)
    >>> heard.hear(Move(Act.ENVIDO, 5, seat=0))
    >>> sorted(round(chance, 3) for chance in heard.meant.values())
    [0.425, 0.575]
    """

    def __init__(self, tree: Tree, rules: Rules, ordago: float) -> None:
        self.tree, self.rules = tree, rules
        self._reader, self._known = _Reader(rules, ordago), _stakes(tree)
        self.stake, self.all_in = 0, False
        self.meant: Counterparts = {0: 1.0}

    def hear(self, move: Move) -> None:
        """Note what somebody said."""
        after: Counterparts = {}
        for at, weight in self.meant.items():
            node = self.tree.nodes[at]
            found = self._reader.read(move, self.stake, node, self._known[at])
            for place, chance in found.items():
                if (to := node.to[place]) >= 0:
                    after[to] = after.get(to, 0.0) + weight * chance
        total = sum(after.values())
        self.meant = {at: chance / total for at, chance in after.items()}
        self.stake += move.amount
        self.all_in |= move.act is Act.ORDAGO

    def answers(self, chances: Callable[[int], Arr]) -> dict[Move, float]:
        """Return how often each move is made by whoever speaks now.

        Parameters
        ----------
        chances : callable
            Returns the chances of the moves of a node of the tree, by its number.

        Returns
        -------
        dict of Move to float
            Where the strategy would raise by what the rules do not allow, it accepts.
        """
        found: dict[Move, float] = {}
        for at, weight in self.meant.items():
            for move, chance in zip(self.tree.nodes[at].moves, chances(at), strict=True):
                said = move if self._is_allowed(move) else Move(Act.QUIERO, seat=move.seat)
                found[said] = found.get(said, 0.0) + weight * float(chance)
        return found

    def _is_allowed(self, move: Move) -> bool:
        if move.act not in (Act.ENVIDO, Act.MAS, Act.ORDAGO):
            return True
        most = self.rules.max_bet
        return not self.all_in and (most is None or self.stake + move.amount <= most)
