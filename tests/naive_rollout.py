"""Decisions played out by rejection, slow and obvious: what rollouts are tested against.

Hands are dealt and played forward, card by card, until one agrees with all that the asker knows;
then everything that he may say is tried on copies of it. Nothing here comes from musodds.
"""

from __future__ import annotations

from collections import Counter

import naive
import naive_four

TARGET = 40


def payments(lance, said, hands):
    """Return which pair takes a lance, and what it is paid at once and at the count."""
    winner = naive.winner(lance.name, hands)
    at = lance.last_bet(said)
    refused = at >= 0 and said[-1][1] == "no"
    if winner is None and not refused:
        return 0, 0, 0
    pair = said[at][0] % 2 if refused else winner % 2
    bonus = int(lance.name == "punto")
    if lance.name in ("pares", "juego"):
        bonus = sum(naive.bonus(lance.name, hands[s]) for s in (pair, pair + 2))
    stake, accepted = lance.stakes(said)
    if refused:
        return pair, max(accepted, 1), bonus
    if at < 0:  # in punto the own tanto is all there is
        return pair, 0, bonus if lance.name in ("pares", "juego", "punto") else 1
    return pair, 0, stake + bonus


class Asked(naive_four.Hand):
    """A hand in which a seat is asked.

    Parameters
    ----------
    asker : int
    held : str, optional
        His hand as dealt; by default any.
    """

    def __init__(self, asker, held, rng, deck, *given):
        super().__init__(rng, deck, *given)
        self.asker = asker
        if held:
            self.stock = list((Counter(deck) - Counter(held)).elements())
            rng.shuffle(self.stock)
            self.hands = [held if seat == asker else self.draw("", 4) for seat in range(4)]

    def start(self):
        """Play the mus phase; return who cut after how many rounds, as keys."""
        self.way = self.mus_phase()
        self.plan = self.bet(*self.way)
        self.lances = naive_four.lances_of(self.hands)
        return self.way

    def speak(self, lance, summary, said):
        """Let whoever speaks say something; False where nobody does."""
        who = lance.speaker(said) if naive_four.contested(lance.mask) else None
        if who is None:
            return False
        chances = self.plan(who, self.hands[who], lance.name, lance.mask, summary, tuple(said))
        said.append((who, self.pick(chances)))
        return True

    def before(self, at):
        """Play the lances before one; return what was said in each, None after an órdago."""
        summary, told = (), []
        for k, lance in enumerate(self.lances[:at]):
            said = []
            while self.speak(lance, summary, said):
                pass
            if lance.tantos(said, self.hands, 22)[1]:
                return None
            told.append(said)
            summary = naive_four.remember("bettor", summary, k, lance.outcome(said))
        self.summary = summary
        return told

    def follow(self, at, line):
        """Return whether the others say what is told; the asker does as he did."""
        lance, said = self.lances[at], []
        for who, word in line:
            if not naive_four.contested(lance.mask) or lance.speaker(said) != who:
                return False
            if who == self.asker:
                said.append((who, word))
            elif not self.speak(lance, self.summary, said) or said[-1][1] != word:
                return False
        return naive_four.contested(lance.mask) and lance.speaker(said) == self.asker

    def finish(self, at, told, said):
        """Play on; return the payments in order, and who won an órdago (0, 1) or None."""
        at_once, at_count, summary = [], [], self.summary
        for lance, words in zip(self.lances, told, strict=False):  # refused ones lie on the table
            pair, _, counted = payments(lance, words, self.hands)
            at_count.append((pair, counted))
        for k in range(at, 4):
            lance, said = self.lances[k], said if k == at else []
            while self.speak(lance, summary, said):
                pass
            if lance.last_bet(said) >= 0 and lance.tantos(said, self.hands, 22)[1]:
                return at_once, at_count, naive.winner(lance.name, self.hands) % 2
            pair, now, later = payments(lance, said, self.hands)
            at_once.append((pair, now))
            at_count.append((pair, later))
            summary = naive_four.remember("bettor", summary, k, lance.outcome(said))
        return at_once, at_count, None


def worth(score, won, ended, pair):
    """Return the tantos of a pair, and its chance of winning the game.

    ``score`` is of both pairs, ``won[a][b]`` the chance of the mano's pair before a hand.
    """
    at_once, at_count, ordago = ended
    tantos = sum(n if p == pair else -n for p, n in at_once + at_count)
    if ordago is not None:
        tantos += 22 if ordago == pair else -22
    score, over = list(score), None
    for paid in (at_once, "ordago", at_count):
        if paid == "ordago":
            over = ordago if over is None else over
            continue
        for p, n in paid:
            if over is None:
                score[p] += n
                over = p if score[p] >= TARGET else None
    if over is None:  # in the next hand the mano is in the other pair
        chance = 1 - won[score[1]][score[0]]
        return tantos, chance if pair == 0 else 1 - chance
    return tantos, float(over == pair)


def try_all(make, holds, agrees, at, line, score, won, hands):
    """Deal hands, and try all that the asker may say in those that agree with what he knows.

    Parameters
    ----------
    make : callable
        Returns a new `Asked`.
    holds, agrees : callable
        ``holds(hand)``: whether cards and the cut are as known; ``agrees(told)``: and the lances
        before the asked one.
    at : int
        The asked lance.
    line : list of (seat, word)
    score, won
        As in `worth`.
    hands : int

    Returns
    -------
    list of (hands, bool, dict of str to (tantos, game))
        The four hands, whether the asker's pair has the best one, and what each word brings.
    """
    found = []
    for _ in range(hands):
        hand = make()
        hand.start()
        if not holds(hand):
            continue
        told = hand.before(at)
        if told is None or not agrees(told) or not hand.follow(at, line):
            continue
        best = naive.winner(hand.lances[at].name, hand.hands) % 2 == hand.asker % 2
        brings = {}
        for word in hand.lances[at].words(line):
            ended = hand.finish(at, told, [*line, (hand.asker, word)])
            brings[word] = worth(score, won, ended, hand.asker % 2)
        found.append((hand.hands, best, brings))
    return found
