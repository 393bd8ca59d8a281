"""Mus straight from the rules, slow and obvious: the oracle that musodds is tested against.

Nothing here comes from musodds. A hand or a deck is a string of letters of ``ORDER``; with eight
kings the threes are written R and the twos A. Seats are numbered in speaking order from 0, the
mano; two, four or six players sit in two camps, every other seat in one. The mus phase is played
in `naive_mus`.
"""

import random
from collections import Counter
from functools import cache, cmp_to_key
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import numpy as np

ORDER = "RCS765432A"  # high to low
POINTS = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}
LANCES = ("grande", "chica", "pares", "juego", "punto")
PARES_LADDER = ("none", "par", "medias", "duples")
BEST_JUEGO_FIRST = (31, 32, 40, 39, 38, 37, 36, 35, 34, 33)
DECKS = {8: "RRRRRRRRCCCCSSSS7777666655554444AAAAAAAA", 4: "".join(4 * card for card in ORDER)}


def tidy(cards):
    """Return the cards high to low, as one string."""
    return "".join(sorted(cards, key=ORDER.index))


@cache
def without(cards, gone):
    """Return the cards that are left of ``cards``."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return "".join(left)


# ---------------------------------------------------------------- comparing hands


def first_difference(a, b):
    """Return 1 or -1 by the first place in which two lists differ, 0 if they do not."""
    for x, y in zip(a, b, strict=True):
        if x != y:
            return 1 if x > y else -1
    return 0


def heights(hand):
    """Return how high each card stands (the king highest), the highest card first."""
    return sorted((-ORDER.index(card) for card in hand), reverse=True)


@cache
def points(hand):
    """Return the points of a hand for juego and punto."""
    return sum(POINTS[card] for card in hand)


@cache
def pares(hand):
    """Return the kind of pares and the heights of the cards that pair, highest first."""
    alike = {-ORDER.index(card): n for card, n in Counter(hand).items() if n > 1}
    if 4 in alike.values():
        return "duples", [*alike, *alike]
    if 3 in alike.values():
        return "medias", list(alike)
    return PARES_LADDER[{0: 0, 1: 1, 2: 3}[len(alike)]], sorted(alike, reverse=True)


def has(lance, hand):
    """Return whether a hand takes part in a lance, as far as it alone decides."""
    if lance == "pares":
        return pares(hand)[0] != "none"
    if lance == "juego":
        return points(hand) >= 31
    return True


def is_real(hand, real):
    """Return whether a hand is the 31 real: three sevens and a ten of the kind agreed."""
    tens = {"off": "", "ten": "RCS", "sota": "S", "king": "R"}[real]
    return hand.count("7") == 3 and any(card in tens for card in hand)


@cache
def better(lance, a, b, real="off"):
    """Return 1 if hand ``a`` beats ``b``, -1 if it loses, 0 if the seat decides."""
    if has(lance, a) != has(lance, b):
        return 1 if has(lance, a) else -1
    if not has(lance, a):
        return 0
    if lance == "grande":
        return first_difference(heights(a), heights(b))
    if lance == "chica":
        # the lowest cards meet first, and the lower one wins
        return -first_difference(heights(a)[::-1], heights(b)[::-1])
    if lance == "pares":
        (kind_a, pairs_a), (kind_b, pairs_b) = pares(a), pares(b)
        if kind_a != kind_b:
            return 1 if PARES_LADDER.index(kind_a) > PARES_LADDER.index(kind_b) else -1
        return first_difference(pairs_a, pairs_b)
    if lance == "juego":
        if is_real(a, real) != is_real(b, real):
            return 1 if is_real(a, real) else -1
        place_a, place_b = (BEST_JUEGO_FIRST.index(points(hand)) for hand in (a, b))
        return (place_a < place_b) - (place_a > place_b)
    return (points(a) > points(b)) - (points(a) < points(b))


def winner(lance, hands, real="off"):
    """Return the seat that wins a lance, None if it is not played; ties go to the earlier seat."""
    if lance == "punto" and any(has("juego", hand) for hand in hands):
        return None
    best = None
    for seat, hand in enumerate(hands):
        if has(lance, hand) and (best is None or better(lance, hand, hands[best], real) > 0):
            best = seat
    return best


def bonus(lance, hand):
    """Return the tantos that a hand brings by itself: par 1, medias 2, duples 3; juego 2, 31 3."""
    if lance == "pares":
        return PARES_LADDER.index(pares(hand)[0])
    return 0 if points(hand) < 31 else 3 if points(hand) == 31 else 2


def tantos(lance, hands, seat):
    """Return what the seat that wins a passed lance brings, as the mano's camp counts it."""
    if seat is None:
        return 0
    won = 1
    if lance in ("pares", "juego"):
        won = sum(bonus(lance, hand) for hand in hands[seat % 2 :: 2])
    return won if seat % 2 == 0 else -won


def paso_by_lance(hands, real="off"):
    """Return the tantos of the mano's pair minus the other's, lance by lance, all passed."""
    return {lance: tantos(lance, hands, winner(lance, hands, real)) for lance in LANCES}


def paso(hands, real="off"):
    """Return the tantos of the mano's pair minus the other's with every lance passed."""
    return sum(paso_by_lance(hands, real).values())


# ---------------------------------------------------------------- wild cards

WILD = ("Cb", "So")  # Perico and Perica


def wild_readings(cards):
    """Return every hand that some cards may stand for, with eight kings; cards are names."""
    choices = [list("RCS7654A") if card in WILD else [card[0]] for card in cards]
    return sorted({tidy(reading) for reading in product(*choices)})


@cache
def best_reading(lance, cards):
    """Return what a hand stands for in a lance: what no other reading of it beats."""
    readings = wild_readings(cards)
    if lance in ("juego", "punto"):
        # one ranking: a juego if there is one, else the best punto
        lance = "juego" if any(has("juego", hand) for hand in readings) else "punto"
    best = readings[0]
    for hand in readings[1:]:
        if better(lance, hand, best) > 0:
            best = hand
    return best


def wild_better(lance, a, b):
    """Return 1 if cards ``a`` beat ``b``, -1 if they lose, 0 if the seat decides."""
    return better(lance, best_reading(lance, a), best_reading(lance, b))


def wild_paso(hands):
    """Return the tantos of the mano's pair minus the other's with every lance passed."""
    total = 0
    for lance in LANCES:
        stand_for = [best_reading(lance, cards) for cards in hands]
        total += tantos(lance, stand_for, winner(lance, stand_for))
    return total


# ---------------------------------------------------------------- counting deals of small decks


@cache
def ways(cards, size=4):
    """Return in how many ways each hand can be dealt from some cards."""
    return Counter(tidy(hand) for hand in combinations(cards, size))


def facts(hands, real="off"):
    """Return what is counted of a deal, for the mano's pair and for the other one."""
    won = {lance: winner(lance, hands, real) for lance in LANCES}
    both = []
    for pair in (0, 1):
        fact = {f"{lance}_win": won[lance] is not None and won[lance] % 2 == pair for lance in won}
        for lance in ("pares", "juego"):
            ours = any(has(lance, hands[seat]) for seat in (pair, pair + 2))
            theirs = any(has(lance, hands[seat]) for seat in (1 - pair, 3 - pair))
            fact[f"{lance}_contested"] = ours and theirs
            fact[f"{lance}_win_contested"] = ours and theirs and fact[f"{lance}_win"]
            fact[f"{lance}_nobody"] = not ours and not theirs
            paid = tantos(lance, hands, won[lance])
            fact[f"{lance}_tantos"] = paid if pair == 0 else -paid
        fact["paso"] = paso(hands, real) * (1 if pair == 0 else -1)
        both.append(fact)
    return both


def count_deals(deck, real="off"):
    """Count every deal of a small deck.

    Returns
    -------
    dict of (seat, hand, partner's hand) to Counter
        The `facts`, summed over the deals of the two rivals.
    """
    table = {}
    for mano, n_0 in ways(deck).items():
        left_1 = without(deck, mano)
        for segundo, n_1 in ways(left_1).items():
            left_2 = without(left_1, segundo)
            for tercero, n_2 in ways(left_2).items():
                left_3 = without(left_2, tercero)
                for postre, n_3 in ways(left_3).items():
                    hands = (mano, segundo, tercero, postre)
                    for seat in range(4):
                        spot = table.setdefault((seat, hands[seat], hands[(seat + 2) % 4]), {})
                        for name, value in facts(hands, real)[seat % 2].items():
                            spot[name] = spot.get(name, 0) + n_0 * n_1 * n_2 * n_3 * int(value)
    # all deals of the four hands so far: leave out the ways to be dealt the two known ones
    for (_, hand, partner), spot in table.items():
        known = ways(deck)[hand] * ways(without(deck, hand))[partner]
        for name, value in spot.items():
            assert value % known == 0
            spot[name] = value // known
    return table


def count_hand(deck, table, seat, hand):
    """Return the `facts` of one hand, the partner unknown, from those with the partner known."""
    total = Counter()
    for partner, n in ways(without(deck, hand)).items():
        for name, value in table[seat, hand, partner].items():
            total[name] += n * value
    return total


# ---------------------------------------------------------------- counting deals of whole decks


def standing(lance, hands, real="off"):
    """Return how many different hands each one beats, -1 where it takes no part."""
    inorder = sorted(hands, key=cmp_to_key(lambda a, b: better(lance, a, b, real)))
    place, places = 0, {}
    for i, hand in enumerate(inorder):
        if i and better(lance, hand, inorder[i - 1], real) > 0:
            place += 1
        places[hand] = place if has(lance, hand) else -1
    return np.array([places[hand] for hand in hands])


def hand_types(deck):
    """Return every hand that a deck holds."""
    copies = Counter(deck)
    hands = combinations_with_replacement([card for card in ORDER if card in copies], 4)
    return ["".join(h) for h in hands if all(n <= copies[c] for c, n in Counter(h).items())]


def count_seat(deck, seat, hand, partner=None, real="off"):
    """Count the deals around a hand of a whole deck: loop over partners, arrays over rivals.

    Returns
    -------
    Counter
        The `facts` (without those of contested lances won) and ``deals``.
    """
    ranks = [card for card in ORDER if card in deck]
    hands = hand_types(deck)
    number = {h: i for i, h in enumerate(hands)}
    held = np.array([[h.count(card) for card in ranks] for h in hands])
    place = {lance: standing(lance, hands, real) for lance in LANCES}
    value = {lance: np.array([bonus(lance, h) for h in hands]) for lance in ("pares", "juego")}
    own = number[hand]
    copies = np.array([deck.count(card) for card in ranks])
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(9)])

    def score(lance, who, at):
        """Higher wins: the hand's place, then the earlier seat."""
        return 10 * place[lance][who] - at

    earlier, later = sorted({0, 1, 2, 3} - {seat, (seat + 2) % 4})
    first, second = np.arange(len(hands))[:, None], np.arange(len(hands))[None, :]
    no_juego = (place["juego"][first] < 0) & (place["juego"][second] < 0)
    total = Counter()
    for mate in range(len(hands)) if partner is None else [number[partner]]:
        left = copies - held[own] - held[mate]
        if (left < 0).any():
            continue
        ways_mate = prod(
            comb(int(n), int(k)) for n, k in zip(copies - held[own], held[mate], strict=True)
        )
        times = 1 if partner is not None else ways_mate
        deals = np.ones((len(hands), len(hands)), dtype=np.int64)
        for c, n in enumerate(left):
            # ways to deal i of this card to one rival, then j to the other
            joint = np.array(
                [[choose[n, i] * choose[max(n - i, 0), j] for j in range(5)] for i in range(5)]
            )
            deals *= joint[held[:, c][:, None], held[:, c][None, :]]

        def add(name, where, times=times, deals=deals):
            total[name] += times * int((deals * where).sum())

        wins = {}
        for lance in LANCES:
            ours = max(score(lance, own, seat), score(lance, mate, (seat + 2) % 4))
            theirs = np.maximum(score(lance, first, earlier), score(lance, second, later))
            wins[lance] = ours > theirs
        add("deals", 1)
        add("grande_win", wins["grande"])
        add("chica_win", wins["chica"])
        for lance in ("pares", "juego"):
            ours = max(place[lance][own], place[lance][mate]) >= 0
            theirs = np.maximum(place[lance][first], place[lance][second]) >= 0
            won = wins[lance] & ours
            gain = value[lance][own] + value[lance][mate]
            loss = value[lance][first] + value[lance][second]
            add(f"{lance}_win", won)
            add(f"{lance}_contested", ours & theirs)
            add(f"{lance}_win_contested", won & theirs)
            add(f"{lance}_nobody", ~theirs & (not ours))
            add(f"{lance}_tantos", np.where(won, gain, -loss))
        played = no_juego & (place["juego"][own] < 0) & (place["juego"][mate] < 0)
        add("punto_win", wins["punto"] & played)
    return total


# ---------------------------------------------------------------- own draws


def draws(deck, hand, keep):
    """Return in how many ways each new hand comes of keeping some cards of a hand."""
    return Counter(tidy((*keep, *new)) for new in combinations(without(deck, hand), 4 - len(keep)))


def keeps(hand):
    """Return the distinct discards of a hand, as the cards kept; at least one is thrown."""
    return {"".join(kept) for size in range(4) for kept in combinations(hand, size)}


def makes(deck, hand, keep):
    """Return the number of draws and of those that make something."""
    made = Counter()
    for new, n in draws(deck, hand, keep).items():
        made["all"] += n
        made["pares"] += n * has("pares", new)
        made["medias"] += n * (pares(new)[0] == "medias")
        made["duples"] += n * (pares(new)[0] == "duples")
        made["juego"] += n * has("juego", new)
        made["31"] += n * (points(new) == 31)
        made["punto28"] += n * (28 <= points(new) <= 30)
    return made


def value_of_discard(deck, seat, hand, keep):
    """Return tantos (ours minus theirs) and deals if nobody else cuts or throws; small decks."""
    others = [other for other in range(4) if other != seat]
    total = deals = 0
    unseen = without(deck, hand)
    for drawn, n in ways(unseen, 4 - len(keep)).items():
        left = without(unseen, drawn)
        for first, n_1 in ways(left).items():
            left_1 = without(left, first)
            for second, n_2 in ways(left_1).items():
                for third, n_3 in ways(without(left_1, second)).items():
                    held = dict(zip(others, (first, second, third), strict=True))
                    held[seat] = tidy(keep + drawn)
                    hands = tuple(held[i] for i in range(4))
                    deals += n * n_1 * n_2 * n_3
                    total += n * n_1 * n_2 * n_3 * paso(hands)
    return (total if seat % 2 == 0 else -total), deals


# ---------------------------------------------------------------- who says mus


def chance_that_nobody_cuts(deck, cut):
    """Return the chance that all four say mus, over all pairs of eight cards on each side.

    Parameters
    ----------
    deck : str
    cut : function of (round, seat, hand)
        Chance to cut.
    """
    ranks = [card for card in ORDER if card in deck]
    copies = np.array([deck.count(card) for card in ranks])
    eights = combinations_with_replacement(range(len(ranks)), 8)
    held = np.array([[eight.count(c) for c in range(len(ranks))] for eight in eights])
    held = held[(held <= copies).all(axis=1)]

    @cache
    def mus(seat, hand):
        return 1 - cut(0, seat, hand)

    # over the 70 ways to hand out a pair's eight cards, the chance that both say mus
    both = np.zeros((2, len(held)))
    for i, row in enumerate(held):
        cards = "".join(card * n for card, n in zip(ranks, row, strict=True))
        for first, n in ways(cards).items():
            second = without(cards, first)
            for pair in (0, 1):
                both[pair, i] += n * mus(pair, first) * mus(pair + 2, second)
    choose = np.array([[float(comb(n, k)) for k in range(9)] for n in range(9)])
    total = 0.0
    for i, row in enumerate(held):
        ours, theirs = 1.0, np.ones(len(held))
        for c, n in enumerate(copies):
            ours *= choose[n, row[c]]
            theirs *= choose[n - row[c], held[:, c]]
        total += ours * both[0, i] * (theirs @ both[1])
    return total / (comb(40, 8) * comb(8, 4) * comb(32, 8) * comb(8, 4))


def mean_and_error(samples):
    """Return the mean of samples and its standard error."""
    n, mean = len(samples), sum(samples) / len(samples)
    return mean, (sum((x - mean) ** 2 for x in samples) / (n - 1) / n) ** 0.5


def stream(*key):
    """Return a random stream of its own for a test."""
    return random.Random(repr(key))
