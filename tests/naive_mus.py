"""The mus phase straight from the rules, slow and obvious, for two, four or six players.

As in `naive`, nothing here comes from musodds and cards are letters.
"""

from dataclasses import dataclass, field

from naive import paso, tidy, without

DECIDED = ("seat", "pair", "defer")


def groups(decided, players=4):
    """Return who answers at once, one group after the other.

    In a group nobody knows the others' answer.
    """
    ours, theirs = list(range(0, players, 2)), list(range(1, players, 2))
    return {
        "seat": [[seat] for seat in range(players)],  # one by one
        "pair": [ours, theirs],  # the mano's camp confers, then the other
        "defer": [*([seat] for seat in ours), theirs],  # the segundo leaves it to the postre
    }[decided]


def heard_by(seat, decided, players=4):
    """Return the seats that a seat has heard when it answers, and all others, in order."""
    in_order = groups(decided, players)
    mine = next(i for i, group in enumerate(in_order) if seat in group)
    before = [other for group in in_order[:mine] for other in group]
    after = [other for group in in_order[mine:] for other in group if other != seat]
    return before, after


class Game:
    """One table in the mus phase.

    Parameters
    ----------
    rng : random.Random
    deck : str
    cut : function of (round, seat, hand)
        Chance to cut.
    discard : function of (round, seat, hand)
        List of (cards kept, chance).
    decided : str
        Who decides about mus, one of DECIDED.
    reshuffle : str
        What a stock that has run out is made of: "all" cards thrown; "own-apart": all, but the
        last player to be served does not get his own of this round; "earlier": none of this
        round's, as long as there are others.
    corrido : bool
        Whether who cuts becomes mano.
    pedrete : bool
        Whether 7654 is sung, for a tanto and four new cards.
    players : int
        2, 4 or 6.
    """

    def __init__(
        self,
        rng,
        deck,
        cut,
        discard,
        decided="seat",
        reshuffle="all",
        corrido=False,
        pedrete=False,
        players=4,
    ):
        self.rng, self.deck, self.cut, self.discard = rng, deck, cut, discard
        self.decided, self.reshuffle = decided, reshuffle
        self.corrido, self.pedrete, self.players = corrido, pedrete, players
        self.hands, self.stock = [], []
        self.earlier, self.now = [], {}  # thrown in earlier rounds; in this one, by seat
        self.sung = [0, 0]

    def deal(self, known):
        """Deal every seat not in ``known`` (seat to hand)."""
        self.stock = list(without(self.deck, "".join(known.values())))
        self.rng.shuffle(self.stock)
        self.earlier, self.now, self.sung = [], {}, [0, 0]
        self.hands = [known.get(seat, "") for seat in range(self.players)]
        for seat in range(self.players):
            if seat not in known:
                self.hands[seat] = tidy(self.stock.pop() for _ in range(4))
                self.sing(seat)

    def take(self, seat):
        """Take a card off the stock for a seat, a new one if it has run out."""
        if not self.stock:
            stays = set()
            if self.reshuffle == "earlier" and self.earlier:
                stays = set(self.now)
            elif self.reshuffle == "own-apart" and seat == self.players - 1:
                stays = {seat}
            self.stock = self.earlier + [
                card for who, cards in self.now.items() if who not in stays for card in cards
            ]
            self.earlier = []
            self.now = {who: cards for who, cards in self.now.items() if who in stays}
            self.rng.shuffle(self.stock)
        return self.stock.pop()

    def end_round(self):
        """Count what was thrown in this round with the earlier ones."""
        for cards in self.now.values():
            self.earlier += cards
        self.now = {}

    def sing(self, seat):
        """Sing a pedrete, as often as it comes."""
        while self.pedrete and self.hands[seat] == "7654":
            self.sung[seat % 2] += 1
            self.end_round()
            self.now = {seat: list("7654")}
            self.hands[seat] = tidy(self.take(seat) for _ in range(4))

    def cuts(self, round_, seat):
        """Say whether a seat cuts."""
        return self.rng.random() < self.cut(round_, seat, self.hands[seat])

    def first_to_cut(self, round_, seats):
        """Return the first of some seats that cuts, None if they all say mus."""
        return next((seat for seat in seats if self.cuts(round_, seat)), None)

    def choose(self, round_, seat):
        """Return the cards a seat keeps."""
        kept, chances = zip(*self.discard(round_, seat, self.hands[seat]), strict=True)
        return self.rng.choices(kept, chances)[0]

    def redraw(self, kept):
        """All throw, then all draw, the mano first; then pedretes are sung."""
        self.end_round()
        self.now = {
            seat: list(without(self.hands[seat], kept[seat])) for seat in range(self.players)
        }
        for seat in range(self.players):
            new = [self.take(seat) for _ in range(4 - len(kept[seat]))]
            self.hands[seat] = tidy((*kept[seat], *new))
        for seat in range(self.players):
            self.sing(seat)

    def mus_round(self, round_):
        """All throw by the policy and draw."""
        self.redraw([self.choose(round_, seat) for seat in range(self.players)])

    def value(self, seat, cutter=0):
        """Return the tantos of a seat's camp minus the other's with every lance passed."""
        mano = cutter if self.corrido else 0
        tantos = paso(tuple(self.hands[mano:] + self.hands[:mano]))
        tantos += self.sung[mano % 2] - self.sung[1 - mano % 2]
        return tantos if (seat - mano) % 2 == 0 else -tantos


# ---------------------------------------------------------------- what is known of a deal


@dataclass
class Story:
    """What a seat knows when it must speak, besides the hand it was dealt.

    Attributes
    ----------
    thrown : list of str
        The cards it threw, round by round.
    threw : list of dict of int to int
        How many cards other seats threw, round by round, where that was seen.
    end : str, optional
        The hand it holds now.
    likely : dict of int to function of hand
        How likely what was seen of a seat is with the hand it holds now, at most 1.
    keeps : dict of int to int
        How many cards other seats keep once all say mus.
    """

    thrown: list = field(default_factory=list)
    threw: list = field(default_factory=list)
    end: str | None = None
    likely: dict = field(default_factory=dict)
    keeps: dict = field(default_factory=dict)


def went_so(game, seat, story):
    """Play the rounds of a story in a deal; return whether they went so."""
    for round_, mine in enumerate(story.thrown):
        others = [other for other in range(game.players) if other != seat]
        if game.first_to_cut(round_, others) is not None:
            return False
        if any(game.hands[seat].count(card) < mine.count(card) for card in mine):
            return False
        kept = [game.choose(round_, other) for other in range(game.players)]
        kept[seat] = without(game.hands[seat], mine)
        seen = story.threw[round_] if story.threw else {}
        if any(4 - len(kept[other]) != n for other, n in seen.items()):
            return False
        game.redraw(kept)
    if story.end is not None and game.hands[seat] != story.end:
        return False
    return all(
        game.rng.random() < chance(game.hands[other]) for other, chance in story.likely.items()
    )


def deal_so(game, seat, known=None, story=None):
    """Deal until everything went as is known and those heard have said mus; return how often.

    A known seat said mus whatever it holds.
    """
    known, story = known or {}, story or Story()
    before, _ = heard_by(seat, game.decided, game.players)
    asked, tries = [other for other in before if other not in known], 0
    while True:
        tries += 1
        game.deal(known)
        if went_so(game, seat, story) and game.first_to_cut(len(story.thrown), asked) is None:
            return tries


# ---------------------------------------------------------------- playing on


def play_on(game, seat, mine, first=1):
    """Go on after ``first`` rounds of mus until somebody cuts; return who, the mano if he must."""
    before, after = heard_by(seat, game.decided, game.players)
    for round_ in range(first, len(mine)):
        cutter = game.first_to_cut(round_, before)
        if cutter is None and game.hands[seat] in mine[round_]:
            cutter = seat
        if cutter is None:
            cutter = game.first_to_cut(round_, after)
        if cutter is not None:
            return cutter
        game.mus_round(round_)
    return 0


def say_mus(game, seat, mine, known=None, keep=None, story=None):
    """Play one deal in which a seat says mus, those that it has heard having said so.

    Parameters
    ----------
    game : Game
    seat : int
    mine : list of sets of str
        Hands with which the seat cuts, by round; those of the rounds so far and of this one are
        not asked. After as many rounds of mus the mano must cut.
    known : dict of int to str, optional
        Hands known beforehand; a known seat that the asker has heard said mus whatever it holds.
    keep : str, optional
        What the seat keeps in this round, else by the policy.
    story : Story, optional

    Returns
    -------
    cut : int
        Tantos if the seat cuts at once.
    mus : int
        Tantos if it says mus.
    agreed : bool
        Whether the other seats say mus too, and keep as many cards as they are seen to keep.
    """
    _, after = heard_by(seat, game.decided, game.players)
    deal_so(game, seat, known, story)
    story = story or Story()
    past = len(story.thrown)
    cut = game.value(seat, seat)
    cutter = game.first_to_cut(past, after)
    if cutter is not None:
        return cut, game.value(seat, cutter), False
    kept = [game.choose(past, other) for other in range(game.players)]
    if keep is not None:
        kept[seat] = keep
    agreed = all(len(kept[other]) == n for other, n in story.keeps.items())
    game.redraw(kept)
    return cut, game.value(seat, play_on(game, seat, mine, past + 1)), agreed


def visto(game, seat, mine, known, keep):
    """Play one deal in which a card was shown: all throw or stay, then mus goes on.

    Returns
    -------
    dealt, end : int
        Tantos of the hands as dealt, and in the end.
    """
    game.deal(known)
    dealt = game.value(seat, seat)
    kept = [game.choose(0, other) for other in range(game.players)]
    kept[seat] = keep
    game.redraw(kept)
    return dealt, game.value(seat, play_on(game, seat, mine))


def keep_saying_mus(game, seat, rounds):
    """Play one deal in which a seat says mus every time, until another seat cuts.

    Returns
    -------
    met : list of (str, int)
        The seat's hand each time it had to speak, and the tantos if it had cut then.
    end : int
        Tantos in the end.
    """
    before, after = heard_by(seat, game.decided, game.players)
    deal_so(game, seat)
    met = []
    for round_ in range(rounds):
        cutter = game.first_to_cut(round_, before) if round_ else None
        if cutter is not None:
            return met, game.value(seat, cutter)
        met.append((game.hands[seat], game.value(seat, seat)))
        cutter = game.first_to_cut(round_, after)
        if cutter is not None:
            return met, game.value(seat, cutter)
        game.mus_round(round_)
    return met, game.value(seat)
