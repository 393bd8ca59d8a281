"""The betting of four seats, slow and obvious: what the solver for four is tested against.

Nothing here comes from musodds. What a seat says is a word; a lance is the list of (seat, word).
Plans tell with which chance a seat says what: ``plan(seat, hand, lance, mask, summary, said)``
returns a dict of words. Only the rules "both must refuse" and "a refused raise pays what was
accepted" are played here.
"""

from __future__ import annotations

from collections import Counter

import naive

BETS = {"envido 2": 2, "envido 5": 5}
RAISES = {"3 more": 3}


class Lance:
    """The betting of one lance."""

    def __init__(self, name, mask, bets=("envido 2",), raises=("3 more",), most=1):
        self.name, self.mask = name, mask
        self.bets, self.raises, self.most = bets, raises, most

    def last_bet(self, said):
        """Return where the last bet stands, -1 if nobody has bet."""
        return max((i for i, (_, w) in enumerate(said) if self.is_bet(w)), default=-1)

    @staticmethod
    def is_bet(word):
        """Return whether a word puts tantos on the table."""
        return word not in ("paso", "no", "quiero")

    def speaker(self, said):
        """Return who speaks, None if the lance is over."""
        at = self.last_bet(said)
        if at < 0:
            silent = [s for s in range(4) if self.mask >> s & 1 and s not in [w for w, _ in said]]
            return silent[0] if silent else None
        if said[-1][1] == "quiero":
            return None
        bettor, refused = said[at][0], [seat for seat, _ in said[at + 1 :]]
        for rival in ((bettor + 1) % 4, (bettor + 3) % 4):
            if self.mask >> rival & 1 and rival not in refused:
                return rival
        return None

    def words(self, said):
        """Return what the speaker may say."""
        at = self.last_bet(said)
        if at < 0:
            return ["paso", *self.bets, "ordago"]
        if said[at][1] == "ordago":
            return ["no", "quiero"]
        raised = sum(word in RAISES for _, word in said)
        return ["no", "quiero", *(self.raises if raised < self.most else ()), "ordago"]

    def outcome(self, said):
        """Return what is remembered: nothing, or (bettor, refused)."""
        at = self.last_bet(said)
        return None if at < 0 else (said[at][0], said[-1][1] == "no")

    def stakes(self, said):
        """Return the tantos on the table and those accepted before the last bet."""
        sizes = [(BETS | RAISES | {"ordago": 0})[w] for _, w in said if self.is_bet(w)]
        return sum(sizes), sum(sizes[:-1])

    def tantos(self, said, hands, ordago):
        """Return the tantos of the mano's pair minus the other's, and whether the hand is over."""
        winner = naive.winner(self.name, hands)
        bonus = 0
        at = self.last_bet(said)
        pair = None if winner is None else winner % 2
        if at >= 0 and said[-1][1] == "no":
            pair = said[at][0] % 2
        if pair is None:
            return 0, False
        if self.name in ("pares", "juego"):
            bonus = sum(naive.bonus(self.name, hands[s]) for s in (pair, pair + 2))
        sign = 1 if pair == 0 else -1
        if at < 0:
            return sign * (bonus or 1), False
        stake, accepted = self.stakes(said)
        if said[-1][1] == "no":
            stake = max(accepted, 1)
        elif said[at][1] == "ordago":
            return sign * ordago, True
        return sign * (stake + bonus + (self.name == "punto")), False


def mask_of(name, hands):
    """Return who plays a lance, as bits."""
    return sum(1 << s for s in range(4) if naive.has(name, hands[s]))


def lances_of(hands, **menu):
    """Return the four lances of a deal."""
    lances = [Lance("grande", 15, **menu), Lance("chica", 15, **menu)]
    lances.append(Lance("pares", mask_of("pares", hands), **menu))
    juego = mask_of("juego", hands)
    lances.append(Lance("juego", juego, **menu) if juego else Lance("punto", 15, **menu))
    return lances


def contested(mask):
    """Return whether both pairs may bet."""
    return bool(mask & 5) and bool(mask & 10)


def remember(memory, summary, lance, outcome):
    """Return the summary after a lance; memory is 'bettor', 'pairs', 'before' or 'whole'.

    An outcome is a seat and whether it was refused; where only the pair is kept, its first seat.
    """
    if memory == "whole":
        return (*summary, outcome)
    if memory == "pairs":
        return (*summary, outcome and outcome[0] % 2)
    if memory == "before":
        return (*summary[:-1], *(one and one[0] % 2 for one in summary[-1:]), outcome)
    return summary if outcome is None else (outcome,)


class Walk:
    """The whole tree of one deal for a traverser: exact values and regrets.

    Attributes
    ----------
    reach : dict of (lance, summary) to float
        Chance to get there, the traverser's own moves included.
    value : dict of (lance, summary) to float
        Tantos of the traverser's pair from that lance on.
    regret : dict of (lance, summary, said, word) to float
        What each word would have gained, times the chance to get there (the traverser's own
        moves up to the lance included, those within it not).
    """

    def __init__(self, hands, seat, plan, memory="bettor", ordago=22, **menu):
        self.hands, self.seat, self.plan = hands, seat, plan
        self.memory, self.ordago = memory, ordago
        self.lances = lances_of(hands, **menu)
        self.reach, self.value, self.regret = {(0, ()): 1.0}, {}, {}
        for at in range(4):
            for place, chance in list(self.reach.items()):
                if place[0] == at:
                    self.forward(at, place[1], [], chance)
        for at in range(3, -1, -1):
            for place in list(self.reach):
                if place[0] == at:
                    self.value[place] = self.backward(at, place[1], [], 1.0)

    def speaker(self, at, said):
        """Return who speaks in a lance, None where nobody does."""
        lance = self.lances[at]
        return lance.speaker(said) if contested(lance.mask) else None

    def chances(self, at, summary, said, who):
        """Return what a seat says with which chance."""
        lance = self.lances[at]
        return self.plan(who, self.hands[who], lance.name, lance.mask, summary, tuple(said))

    def forward(self, at, summary, said, chance):
        """Carry the chance to get somewhere to the next lance."""
        who = self.speaker(at, said)
        if who is not None:
            for word, p in self.chances(at, summary, said, who).items():
                self.forward(at, summary, [*said, (who, word)], chance * p)
            return
        over = self.lances[at].tantos(said, self.hands, self.ordago)[1]
        if at < 3 and not over:
            new = remember(self.memory, summary, at, self.lances[at].outcome(said))
            self.reach[at + 1, new] = self.reach.get((at + 1, new), 0.0) + chance

    def backward(self, at, summary, said, others):
        """Return the value; ``others`` is the chance of the others' moves within the lance."""
        who = self.speaker(at, said)
        if who is None:
            tantos, over = self.lances[at].tantos(said, self.hands, self.ordago)
            tantos = tantos if self.seat % 2 == 0 else -tantos
            if over or at == 3:
                return tantos
            new = remember(self.memory, summary, at, self.lances[at].outcome(said))
            return tantos + self.value[at + 1, new]
        chances = self.chances(at, summary, said, who)
        values = {}
        for word, p in chances.items():
            less = others if who == self.seat else others * p
            values[word] = self.backward(at, summary, [*said, (who, word)], less)
        mean = sum(p * values[word] for word, p in chances.items())
        if who == self.seat:
            weight = others * self.reach[at, summary]
            for word, value in values.items():
                self.regret[at, summary, tuple(said), word] = weight * (value - mean)
        return mean


class Hand:
    """One hand for four, mus phase and bets, played out with cards in a list.

    Parameters
    ----------
    rng : random.Random
    deck : str
    cut : callable
        ``cut(key, seat, hand)``: the chance to cut; key is 0 for dealt cards, 1 for new ones.
    keep : callable
        ``keep(key, seat, hand)``: a dict of cards kept to chances.
    bet : callable
        ``bet(key, cutter)``: a plan as in `Walk`.
    rounds : int
        Most rounds of mus; then the mano must cut.
    """

    def __init__(self, rng, deck, cut, keep, bet, rounds, **menu):
        self.rng, self.cut, self.keep, self.bet, self.rounds = rng, cut, keep, bet, rounds
        self.menu, self.stock, self.thrown = menu, list(deck), []
        rng.shuffle(self.stock)
        self.hands = [self.draw("", 4) for _ in range(4)]

    def pick(self, chances):
        """Return one of some things by their chances."""
        return self.rng.choices(list(chances), list(chances.values()))[0]

    def draw(self, kept, count):
        """Return the cards kept and some from the stock; what was thrown is shuffled if need be."""
        cards = list(kept)
        for _ in range(count):
            if not self.stock:
                self.stock, self.thrown = self.thrown, []
                self.rng.shuffle(self.stock)
            cards.append(self.stock.pop())
        return naive.tidy("".join(cards))

    def mus_phase(self):
        """Return who cuts, and whether after a redraw."""
        for round_ in range(self.rounds):
            key = min(round_, 1)
            for seat in range(4):
                if self.rng.random() < self.cut(key, seat, self.hands[seat]):
                    return key, seat
            kept = [self.pick(self.keep(key, seat, self.hands[seat])) for seat in range(4)]
            self.kept = kept
            for seat in range(4):
                rest = Counter(self.hands[seat]) - Counter(kept[seat])
                self.thrown += list(rest.elements())
            self.hands = [self.draw(kept[seat], 4 - len(kept[seat])) for seat in range(4)]
        return min(self.rounds, 1), 0

    def play(self, ordago=22):
        """Return the tantos of the mano's pair minus the other's."""
        plan, total, summary = self.bet(*self.mus_phase()), 0, ()
        for at, lance in enumerate(lances_of(self.hands, **self.menu)):
            said = []
            while contested(lance.mask) and (who := lance.speaker(said)) is not None:
                chances = plan(who, self.hands[who], lance.name, lance.mask, summary, tuple(said))
                said.append((who, self.pick(chances)))
            tantos, over = lance.tantos(said, self.hands, ordago)
            total += tantos
            if over:
                break
            summary = remember("bettor", summary, at, lance.outcome(said))
        return total
