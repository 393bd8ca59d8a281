"""Questions of topic ``scoring``: four hands and the bets, who has how many tantos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..cards import HAND_SIZE, Hand
from ..errors import InputError
from ..estimate import Estimate
from ..hands import HandSpace, hand_space
from ..lang import _
from ..notation import Act, Move
from ..record import PLAYERS, RecordedHand, bets_only
from ..record_lances import PlayedLance, lances_of
from ..rules import Rules
from ..scoring import BET_LANCES, Award, HandScore, score
from ..stones import parse_score
from ..words import lance_word, seat_word
from .kinds import Kind
from .levels import BETS
from .question import Figures, NoQuestion, Verdict
from .words import rules_word, say_move, spaced

TRIES = 3000
NEAR_END = 12  # tantos that a pair lacks at most where a hand is to win the game
# how often each word is chosen among those that may be said
WEIGHTS = {
    Act.PASO: 5.0, Act.ENVIDO: 1.0, Act.MAS: 0.6, Act.ORDAGO: 0.1,
    Act.QUIERO: 2.0, Act.NO_QUIERO: 1.5, Act.POR_MI_NO: 0.5,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class CountQuestion:
    """A hand to be counted.

    Attributes
    ----------
    kind : Kind
    level : int
    hand : RecordedHand
    lances : tuple of PlayedLance
    scored : HandScore
        A is the pair of the mano.
    """

    kind: Kind
    level: int
    hand: RecordedHand
    lances: tuple[PlayedLance, ...]
    scored: HandScore

    @property
    def best(self) -> str:
        """The score after the hand, A-B."""
        return f"{self.scored.score[0]}-{self.scored.score[1]}"

    def lines(self) -> Sequence[str]:
        """Return what is asked."""
        a, b = self.hand.before
        told = [
            _("A has {a} tantos, B has {b}; the game is of {target}.").format(
                a=a, b=b, target=self.scored.rules.target
            )
        ]
        for seat, cards in enumerate(self.scored.hands):
            told.append(f"{'AB'[seat % 2]}  {spaced(cards)}  {seat_word(seat)}")
        told += [self._said(lance) for lance in self.lances]
        return [*told, _("What is the score after this hand? Write A-B.")]

    @staticmethod
    def _said(lance: PlayedLance) -> str:
        name = lance_word(lance.lance).capitalize()
        if not lance.is_bet_on:
            return _("{lance}: no bets.").format(lance=name)
        if all(move.act is Act.PASO for move in lance.moves):
            return _("{lance}: all pass.").format(lance=name)
        words = [say_move(move) for move in lance.moves if move.act is not Act.PASO]
        return f"{name} - {'; '.join(words)}."

    def choices(self) -> str:
        """Return what may be answered."""
        return _("two numbers, the pair of the mano first")

    def read(self, typed: str) -> str:
        """Read a score, A-B."""
        text = typed.strip()
        if "-" not in text and len(text.split()) == 2:
            text = "-".join(text.split())
        try:
            a, b = parse_score(text, self.scored.rules.stones_per_amarraco)
        except InputError:
            raise InputError(f"'{typed}'", self.choices(), "27-24") from None
        return f"{a}-{b}"

    def show(self, answer: str) -> str:
        """Return an answer for people."""
        return answer

    def judge(self, answer: str) -> Verdict:
        """Say by how many tantos an answer is out, and how the hand is counted."""
        found = [int(n) for n in answer.split("-")]
        out = sum(abs(n - m) for n, m in zip(found, self.scored.score, strict=True))
        reason = "; ".join(self._told(award) for award in self.scored.trace) + "."
        cost = Estimate(float(out), 0.0)
        return Verdict(answer, self.best, out == 0, False, cost, None, reason)

    @staticmethod
    def _told(award: Award) -> str:
        why = why_word(award.why)
        return f"{award.team} {award.tantos:+d} {lance_word(award.lance)} ({why})"

    def figures(self) -> Figures:
        """Return every tanto in the order in which it is written down."""
        heads = (_("pair"), _("tantos"), _("lance"), _("why"), _("total"))
        rows = tuple(
            (a.team, f"{a.tantos:+d}", lance_word(a.lance), why_word(a.why), str(a.total))
            for a in self.scored.trace
        )
        return Figures(heads, rows, rules_word(self.scored.rules))

    def to_dict(self) -> dict[str, Any]:
        """Return what tells the question from others."""
        return {
            "hands": [str(hand) for hand in self.scored.hands],
            "before": list(self.hand.before),
            "bets": self.scored.bets,
        }


def why_word(why: str) -> str:
    """Return why tantos are written down, for people."""
    return {
        "refused": _("refused, at once"),
        "refused+1": _("refused with the punto, at once"),
        "paso": _("passed"),
        "bet": _("bet"),
        "bonus": _("bonus"),
        "bet+bonus": _("bet and bonus"),
        "punto": _("punto"),
        "bet+1": _("bet and punto"),
    }[why]


def _hands(space: HandSpace, rng: np.random.Generator) -> tuple[Hand, ...]:
    deck = space.deck
    cards = rng.permutation(np.repeat(np.arange(len(deck.classes)), deck.copies))
    rows = cards[: PLAYERS * HAND_SIZE].reshape(PLAYERS, HAND_SIZE)
    return tuple(Hand(tuple(deck.names[c] for c in sorted(row.tolist()))) for row in rows)


@cache
def _tree(lance: str, mask: int, rules: Rules) -> Any:
    from ..solver.four.menu import Menu
    from ..solver.four.tree import lance_tree

    bets = tuple(n for n in (2, 5) if n >= rules.min_bet) or (rules.min_bet,)
    return lance_tree(lance, mask, rules, Menu(bets, bets, 2))  # type: ignore[arg-type]


def _bet(lance: PlayedLance, rules: Rules, rng: np.random.Generator) -> tuple[Move, ...]:
    """Return what is said in a lance, chosen at random among what may be said."""
    mask = sum(1 << seat for seat, may in enumerate(lance.may) if may)
    tree, at, said = _tree(lance.lance, mask, rules), 0, list[Move]()
    while at >= 0:
        node = tree.nodes[at]
        all_in = any(move.act is Act.ORDAGO for move in said)
        weights = np.array([0.0 if all_in and m.act is Act.QUIERO else WEIGHTS[m.act]
                            for m in node.moves])  # fmt: skip
        chosen = int(rng.choice(len(node.moves), p=weights / weights.sum()))
        said.append(node.moves[chosen])
        at = node.to[chosen]
    return tuple(said)


def _play(rules: Rules, before: tuple[int, int], rng: np.random.Generator) -> RecordedHand:
    """Deal a hand and bet on it, lance by lance, to the end of the hand or of the game."""
    hand = RecordedHand(0, before, _hands(hand_space(rules), rng), cut=0)
    bets = dict[str, tuple[Move, ...]]()
    for place, slot in enumerate(BET_LANCES):
        lances = lances_of(rules, RecordedHand(0, before, hand.deal, cut=0, bets=bets))
        if len(lances) <= place:
            break
        if lances[place].is_bet_on:
            bets[slot] = _bet(lances[place], rules, rng)
    return RecordedHand(0, before, hand.deal, cut=0, bets=bets)


def _sort(lances: Sequence[PlayedLance], scored: HandScore) -> str:
    """Return which of `kinds.COUNTS` a hand is."""
    if scored.winner is not None:
        return "finish"
    if any(move.act is Act.MAS for lance in lances for move in lance.moves):
        return "raises"
    return "bets" if any(lance.outcome.kind == "accepted" for lance in lances) else "refusals"


def make_count(kind: Kind, level: int, rng: np.random.Generator, rules: Rules) -> CountQuestion:
    """Return a hand to be counted; see `cut.make_cut`. No órdago is accepted in it."""
    least, most = BETS[level - 1]
    low = rules.target - NEAR_END if kind.hand == "finish" else 0
    for _try in range(TRIES):
        before = (int(rng.integers(low, rules.target)), int(rng.integers(low, rules.target)))
        hand = _play(rules, before, rng)
        lances = tuple(lances_of(rules, hand))
        if not least <= len(bets_only(hand.bets)) <= most:
            continue
        dealt = [held for held in hand.deal if held is not None]
        scored = score(dealt, hand.bets, rules, before)
        if _sort(lances, scored) == kind.hand:
            return CountQuestion(kind, level, hand, lances, scored)
    raise NoQuestion(kind)
