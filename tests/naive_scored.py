"""A hand at a score, slow and obvious: what the walk line by line is tested against.

Nothing here comes from musodds. Where the betting stands is (lance, summary, tantos of both pairs,
what is to be counted): the words come from `naive_four`, the payments are written anew.
"""

from __future__ import annotations

import naive
from naive_four import contested, lances_of, remember


class Walk:
    """The whole tree of one deal for a traverser at a score: exact values and regrets.

    Parameters
    ----------
    hands : list of str
    seat : int
    plan : callable
        As in `naive_four`.
    score : tuple of int
        Of the mano's pair and of the other one.
    won : callable
        ``won(mano, other)``: chance that the mano's pair wins from a score before a hand.
    target : int
    late : bool
        A refused punto pays its own tanto at the count.

    Attributes
    ----------
    value : float
        Chance that the traverser's pair wins, less a half.
    regret : dict of (lance, summary, said, word) to float
        As in `naive_four.Walk`, summed over all that was paid and is to be counted.
    """

    def __init__(self, hands, seat, plan, score, won, target, late=False, **menu):
        self.hands, self.seat, self.plan = hands, seat, plan
        self.won, self.target, self.late = won, target, late
        self.lances = lances_of(hands, **menu)
        self.regret, self.known = {}, {}
        start = (0, (), tuple(score), ())
        reach = {start: 1.0}
        for at in range(4):
            for place, chance in list(reach.items()):
                if place[0] == at:
                    self.forward(place, [], chance, reach)
        for at in range(3, -1, -1):
            for place, chance in reach.items():
                if place[0] == at:
                    self.known[place] = self.backward(place, [], 1.0, chance)
        self.value = self.known[start]

    def speaker(self, at, said):
        """Return who speaks in a lance, None where nobody does."""
        lance = self.lances[at]
        return lance.speaker(said) if contested(lance.mask) else None

    def chances(self, place, said, who):
        """Return what a seat says with which chance."""
        lance = self.lances[place[0]]
        return self.plan(who, self.hands[who], lance.name, lance.mask, place[1], tuple(said))

    def over(self, place, said):
        """Return the place that follows the end of a lance, or who wins the game, 0 or 1."""
        at, summary, score, count = place
        lance, score = self.lances[at], list(score)
        winner = naive.winner(lance.name, self.hands)
        pair = None if winner is None else winner % 2
        bets = [word for _, word in said if lance.is_bet(word)]
        refused = bool(bets) and said[-1][1] == "no"
        pay = 0
        if refused:
            pair = said[lance.last_bet(said)][0] % 2
            own = int(lance.name == "punto")
            once = max(lance.stakes(said)[1], 1) + (0 if self.late else own)
            score[pair] += once
            if score[pair] >= self.target:
                return pair
            pay = own if self.late else 0
        elif bets and bets[-1] == "ordago":
            return pair
        elif bets:
            pay = lance.stakes(said)[0] + int(lance.name == "punto")
        elif lance.name in ("grande", "chica", "punto"):
            pay = 1
        if pair is not None and lance.name in ("pares", "juego"):
            pay += sum(naive.bonus(lance.name, self.hands[s]) for s in (pair, pair + 2))
        count = (*count, (pair, pay))
        return at + 1, remember("bettor", summary, at, lance.outcome(said)), tuple(score), count

    def worth(self, after):
        """Return the value to the traverser's pair of a place, or of the game won."""
        if isinstance(after, int):
            return 0.5 if after == self.seat % 2 else -0.5
        if after[0] < 4:
            return self.known[after]
        score = list(after[2])
        for pair, pay in after[3]:
            if pay:
                score[pair] += pay
                if score[pair] >= self.target:
                    return self.worth(pair)
        value = 0.5 - self.won(score[1], score[0])  # of the mano's pair; the mano moves on
        return value if self.seat % 2 == 0 else -value

    def forward(self, place, said, chance, reach):
        """Carry the chance to get somewhere to the next lance."""
        who = self.speaker(place[0], said)
        if who is None:
            after = self.over(place, said)
            if not isinstance(after, int) and after[0] < 4:
                reach[after] = reach.get(after, 0.0) + chance
            return
        for word, p in self.chances(place, said, who).items():
            if p == 0 and who != self.seat:
                continue
            self.forward(place, [*said, (who, word)], chance * p, reach)

    def backward(self, place, said, others, chance):
        """Return the value; ``others`` is the chance of the others' moves within the lance."""
        who = self.speaker(place[0], said)
        if who is None:
            return self.worth(self.over(place, said))
        values, chances = {}, self.chances(place, said, who)
        for word, p in chances.items():
            mine = who == self.seat
            if p == 0 and not mine:
                continue
            less = others if mine else others * p
            values[word] = self.backward(place, [*said, (who, word)], less, chance)
        mean = sum(chances[word] * value for word, value in values.items())
        if who == self.seat:
            for word, value in values.items():
                key = place[0], place[1], tuple(said), word
                more = others * chance * (value - mean)
                self.regret[key] = self.regret.get(key, 0.0) + more
        return mean
