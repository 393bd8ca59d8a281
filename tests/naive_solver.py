"""Mus between two players straight from the rules: every line of play, hand by hand.

Slow and obvious, the oracle for ``musodds.solver``; nothing here comes from musodds. Words are
``paso``, ``envido:N``, ``mas:N``, ``ordago``, ``quiero`` and ``no-quiero``. A history is a tuple
of the lances so far, each a pair of its name and the tuple of its words; where pares were declared
and not bet, the words say who has them: ``mano``, ``postre`` or ``nobody``.
"""

from dataclasses import dataclass

import naive

ORDER = ("grande", "chica", "pares", "juego")


@dataclass(frozen=True)
class Mus:
    """The bets that may be made, and the value of an órdago."""

    bets: tuple = (2,)
    raises: tuple = ()
    cap: int = 0
    ordago: bool = True
    worth: float = 22.0

    def words(self, said):
        """Return what may be said, nothing once the lance is over."""
        opening = ["paso", *[f"envido:{n}" for n in self.bets], *["ordago"] * self.ordago]
        if said in ((), ("paso",)):
            return opening
        if said[-1] in ("paso", "quiero", "no-quiero"):
            return []
        if said[-1] == "ordago":
            return ["no-quiero", "quiero"]
        raised = sum(word.startswith("mas") for word in said)
        more = [f"mas:{n}" for n in self.raises] if raised < self.cap else []
        return ["no-quiero", "quiero", *more, *["ordago"] * self.ordago]

    def pays(self, lance, said, mano, postre):
        """Return the tantos that the mano gets from one lance that both may bet on."""
        wins = naive.better(lance, mano, postre) >= 0
        own = {0: 0, 1: 0}
        if lance in ("pares", "juego"):
            own = {0: naive.bonus(lance, mano), 1: naive.bonus(lance, postre)}
        if said[-2:] == ("ordago", "quiero"):
            return self.worth if wins else -self.worth
        stakes = [int(word.split(":")[1]) if ":" in word else 0 for word in said]
        if said[-1] == "no-quiero":
            refused = (len(said) - 2) % 2  # who spoke before the last
            paid = max(sum(stakes[:-2]), 1) + own[refused] + (lance == "punto")
            return paid if refused == 0 else -paid
        winner = 0 if wins else 1
        paid = sum(stakes) + own[winner]
        if lance == "punto" or (said[-1] == "paso" and not paid):
            paid += 1
        return paid if wins else -paid


def after(history, hands):
    """Return the next lance that both may bet on, what the mano wins before it, and the history."""
    name, said = history[-1]
    if said[-2:] == ("ordago", "quiero") or name in ("juego", "punto"):
        return None, 0, history
    won = 0
    for lance in ORDER[ORDER.index(name) + 1 :]:
        have = [naive.has(lance, hand) for hand in hands]
        if all(have):
            return lance, won, history
        if lance == "juego" and not any(have):
            return "punto", won, history
        if have[0]:
            won += naive.bonus(lance, hands[0])
        elif have[1]:
            won -= naive.bonus(lance, hands[1])
        who = "mano" if have[0] else "postre" if have[1] else "nobody"
        history = (*history, (lance, (who,)))
    return None, won, history


def value(mus, seat, hand, others, plays, best, history=(), lance="grande", said=()):
    """Return what a seat wins with a hand, times the weights of the other's hands.

    Parameters
    ----------
    mus : Mus
    seat : int
    hand : str
    others : dict of str to float
        By hand of the other player, how likely it is that he holds it and got here.
    plays : callable
        (seat, hand, history, lance, said) to the chance of each word.
    best : bool
        Whether the seat makes the best of it, or plays by ``plays`` too.
    """
    words = mus.words(said)
    if not words:
        return _go_on(mus, seat, hand, others, plays, best, (*history, (lance, said)))
    results = []
    mine = len(said) % 2 == seat
    for k, word in enumerate(words):
        left = others
        if not mine:
            left = {
                other: weight * plays(1 - seat, other, history, lance, said)[k]
                for other, weight in others.items()
            }
        results.append(value(mus, seat, hand, left, plays, best, history, lance, (*said, word)))
    if not mine:
        return sum(results)
    if best:
        return max(results)
    chances = plays(seat, hand, history, lance, said)
    return sum(p * result for p, result in zip(chances, results, strict=True))


def _go_on(mus, seat, hand, others, plays, best, history):
    """Pay a lance and go on to the next one, apart for each that the declarations allow."""
    sign = 1 if seat == 0 else -1
    total, groups = 0.0, {}
    for other, weight in others.items():
        hands = (hand, other) if seat == 0 else (other, hand)
        following, won, known = after(history, hands)
        total += sign * weight * (mus.pays(*history[-1], *hands) + won)
        if following is not None:
            groups.setdefault((following, known), {})[other] = weight
    for (following, known), some in groups.items():
        total += value(mus, seat, hand, some, plays, best, known, following)
    return total


def total(mus, seat, deals, plays, best):
    """Return what a seat wins over all deals, a dict of (mano, postre) to their chance."""
    mine = {hands[seat] for hands in deals}
    return sum(
        value(
            mus,
            seat,
            hand,
            {hands[1 - seat]: p for hands, p in deals.items() if hands[seat] == hand},
            plays,
            best,
        )
        for hand in sorted(mine)
    )


def deals_of(deck, likelihoods=(lambda hand: 1.0, lambda hand: 1.0)):
    """Return the chance of each deal of two hands out of some cards, under two ranges."""
    found = {}
    for mano, n in naive.ways(deck).items():
        for postre, m in naive.ways(naive.without(deck, mano)).items():
            weight = n * m * likelihoods[0](mano) * likelihoods[1](postre)
            if weight:
                found[mano, postre] = weight
    everything = sum(found.values())
    return {hands: weight / everything for hands, weight in found.items()}
