"""Questions of topic ``accept``: quiero or no quiero to an envite or an órdago, at a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..bets import BetAdvice, BetQuestion, advise_bet
from ..clues import gather_evidence
from ..errors import InputError
from ..estimate import Estimate
from ..hands import HandSpace
from ..jit import Arr
from ..lance_advice import lances_of
from ..lang import _
from ..notation import Act, Move, parse_bets
from ..numerals import decimal, percent
from ..rules import Rules
from ..seats import SEATS, parse_seat
from ..situation import Situation, ask
from ..words import action_word, lance_word, seat_word
from .kinds import Kind, draw_hand
from .levels import IN_GAME
from .question import Figures, NoQuestion, Verdict
from .words import hold, say_move, stand_at

TRIES = 40
ROUGH, DEALS = 4_096, 262_144
QUIERO, NO_QUIERO = "quiero", "no-quiero"
# what is said before the answer: the asker's own bet, if any, and the rival's
LINES = (
    ((), (Act.ENVIDO, 2)),
    ((), (Act.ORDAGO, 0)),
    (((Act.ENVIDO, 2),), (Act.MAS, 3)),
    (((Act.ENVIDO, 2),), (Act.ORDAGO, 0)),
)
OFTEN = (0.4, 0.2, 0.25, 0.15)


@dataclass(frozen=True, eq=False)
class AcceptQuestion:
    """Whether to accept a bet.

    Attributes
    ----------
    kind : Kind
    level : int
    advice : BetAdvice
        At a score, with what was declared of pares and juego.
    has : dict of str to tuple of bool
        By lance and seat, who said to have pares and juego.
    """

    kind: Kind
    level: int
    advice: BetAdvice
    has: dict[str, tuple[bool, ...]]

    @property
    def best(self) -> str:
        """``quiero`` or ``no-quiero``: the better of the two."""
        return max((QUIERO, NO_QUIERO), key=lambda name: _worth(self.advice, name))

    def lines(self) -> Sequence[str]:
        """Return what is asked."""
        q = self.advice.question
        assert q.score is not None
        told = [hold(q.asked), stand_at(q.score)]
        for lance, has in self.has.items():
            seats = [seat_word(seat) for seat in range(4) if has[seat]]
            told.append(_("{lance}: yes from {seats}.").format(
                lance=lance_word(lance).capitalize(), seats=", ".join(seats)
            ))  # fmt: skip
        said = "; ".join(map(say_move, q.history))
        told.append(f"{lance_word(q.lance).capitalize()} - {said}.")
        if self._is_second(q.history[-1]):
            told.append(_("Your partner leaves the answer to you."))
        return [*told, _("Do you accept?")]

    def _is_second(self, bet: Move) -> bool:
        """Whether the partner, who was asked first, may have answered."""
        asked, lance = self.advice.question.asked, self.advice.question.lance
        partner = (asked.place + 2) % 4
        may = self.has.get(lance, (True,) * 4)[partner]
        return may and bet.seat is not None and (bet.seat + 3) % 4 == asked.place

    def choices(self) -> str:
        """Return what may be answered."""
        return _("quiero or no quiero")

    def read(self, typed: str) -> str:
        """Read ``quiero`` or ``no-quiero``."""
        try:
            moves = parse_bets(typed)
        except InputError:
            moves = ()
        act = moves[0].act if len(moves) == 1 else None
        if act is Act.PASO:
            act = Act.NO_QUIERO
        if act not in (Act.QUIERO, Act.NO_QUIERO):
            raise InputError(f"'{typed}'", self.choices(), "no quiero")
        return str(act)

    def show(self, answer: str) -> str:
        """Return an answer for people."""
        return action_word(answer)

    def judge(self, answer: str) -> Verdict:
        """Say what an answer costs."""
        right = answer == self.best
        cost, game = Estimate(0.0, 0.0), Estimate(0.0, 0.0)
        if not right:
            one, other = self.advice.action(self.best), self.advice.action(answer)
            se = (one.tantos.se**2 + other.tantos.se**2) ** 0.5
            cost = Estimate(one.tantos.tantos - other.tantos.tantos, se)
            game = Estimate(*_gap(self.advice))
        return Verdict(answer, self.best, right, False, cost, game, self._reason())

    def _reason(self) -> str:
        found = self.advice
        needed = found.thresholds
        assert needed is not None
        assert needed.game is not None
        told = _(
            "{lance} is won in {won} of such deals; to accept, {tantos} are needed in tantos, "
            "{game} for the game"
        ).format(
            lance=lance_word(found.question.lance), won=percent(found.p_win.tantos, 1),
            tantos=percent(needed.tantos, 1), game=percent(needed.game, 1),
        )  # fmt: skip
        top = found.actions[0]
        ahead, se = found.action(self.best).loss.tantos, found.action(self.best).loss.se
        if top.name not in (QUIERO, NO_QUIERO) and ahead > 2 * se:
            told += _(" ({raise_} would bring {more} more)").format(
                raise_=action_word(top.name), more=percent(ahead, 1)
            )
        return told[0].upper() + told[1:] + "."

    def figures(self) -> Figures:
        """Return everything that could be said."""
        heads = (_("say"), _("tantos"), _("± se"), _("of the game"), _("loses"), _("± se"))
        rows = []
        for action in self.advice.actions:
            assert action.game is not None
            rows.append(
                (
                    action_word(action.name),
                    decimal(action.tantos.tantos, 2, sign=True),
                    decimal(action.tantos.se),
                    percent(action.game.tantos, 1),
                    percent(action.loss.tantos, 1),
                    percent(action.loss.se, 1),
                )
            )
        note = _("The others cut and bet as the style '{style}'; {deals} deals.").format(
            style=self.advice.question.style, deals=self.advice.deals
        )
        return Figures(heads, tuple(rows), note)

    def to_dict(self) -> dict[str, Any]:
        """Return what tells the question from others."""
        q = self.advice.question
        assert q.score is not None
        return {
            "hand": str(q.asked.hand),
            "seat": q.asked.seat,
            "score": list(q.score),
            "lance": q.lance,
            "facing": [move.text() for move in q.history],
            "has": {lance: list(has) for lance, has in self.has.items()},
        }


def _worth(advice: BetAdvice, name: str) -> float:
    game = advice.action(name).game
    assert game is not None
    return game.tantos


def _gap(advice: BetAdvice) -> tuple[float, float]:
    """Return by how much the two answers differ, and a bound of its standard error."""
    gap = abs(_worth(advice, QUIERO) - _worth(advice, NO_QUIERO))
    return gap, sum(advice.action(name).loss.se for name in (QUIERO, NO_QUIERO))


def _deal(space: HandSpace, hand: int, seat: int, rng: np.random.Generator) -> Arr:
    """Return four hands by number, the others' dealt at random, shape (4,)."""
    left = np.array(space.deck.copies) - space.counts[hand]
    cards = rng.permutation(np.repeat(np.arange(len(left)), left))
    found = np.array([space.of_cards[tuple(cards[4 * s : 4 * s + 4])] for s in range(4)])
    found[seat] = hand
    return found


def _declared(has: tuple[bool, ...] | None, own: int) -> dict[str, str]:
    """Return what the other seats said to have, as `clues.gather_evidence` takes it."""
    if has is None:
        return {}
    return {SEATS[s]: "si" if one else "no" for s, one in enumerate(has) if s != own}


def _spot(
    asked: Situation, lance: str, dealt: Arr, rng: np.random.Generator
) -> tuple[BetQuestion, dict[str, tuple[bool, ...]]] | None:
    """Return a bet to answer in a lance, None where these hands do not come to it."""
    space, own = asked.space, asked.place
    holds = {"pares": space.pares[dealt] > 0, "juego": space.juego[dealt] > 0}
    if lance == "punto" and holds["juego"].any():
        return None
    rivals = [s for s in ((own + 1) % 4, (own + 3) % 4) if holds.get(lance, np.ones(4))[s]]
    if not rivals:
        return None
    before, (act, amount) = LINES[int(rng.choice(len(LINES), p=OFTEN))]
    rival = rivals[int(rng.integers(len(rivals)))]
    said = (*(Move(a, n, own) for a, n in before), Move(act, amount, rival))
    known = {"pares": ("pares",), "juego": ("pares", "juego"), "punto": ("pares",)}.get(lance, ())
    has = {name: tuple(bool(x) for x in holds[name]) for name in known}
    if not has:
        return BetQuestion(asked, lance, said), has
    pares, juego = (_declared(has.get(name), own) for name in ("pares", "juego"))
    seen = gather_evidence(asked, pares=pares, juego=juego)
    return BetQuestion(asked, lance, said, seen=seen), has


def make_accept(kind: Kind, level: int, rng: np.random.Generator, rules: Rules) -> AcceptQuestion:
    """Return a question of whether to accept; see `cut.make_cut`."""
    from ..hands import hand_space

    space, seat = hand_space(rules), parse_seat(kind.seat)
    for _try in range(TRIES):
        hand = draw_hand(space, kind.hand, rng)
        asked = ask(space.names[hand], seat + 1, rules)
        score = (int(rng.integers(rules.target)), int(rng.integers(rules.target)))
        lances, seed = lances_of(asked), int(rng.integers(2**31))
        lance = lances[int(rng.integers(len(lances)))]
        spot = _spot(asked, lance, _deal(space, hand, seat, rng), rng)
        if spot is None:
            continue
        found = _advise(replace(spot[0], score=score), level, seed)
        if found is not None:
            return AcceptQuestion(kind, level, found, spot[1])
    raise NoQuestion(kind)


def _advise(question: BetQuestion, level: int, seed: int) -> BetAdvice | None:
    """Weigh a bet if it is as hard as the level says; None too where the others' hands are a guess.

    The standard error falls with the square root of the deals: so many are drawn as are needed.
    """
    gap = IN_GAME["accept"][level - 1]
    try:
        with np.errstate(invalid="ignore", divide="ignore"):  # a rough look may see no deal
            rough = advise_bet(question, ROUGH, seed)
            if rough.rare or not gap.may_hold(*_gap(rough)):
                return None
            deals = ROUGH * (max(_gap(rough)[1], gap.se) / gap.se) ** 2
            if deals > DEALS:
                return None
            found = advise_bet(question, int(deals), seed)
    except InputError:  # the others never come to say so
        return None
    sure = not found.rare and gap.holds(*_gap(found)) and _is_told_by_lance(found)
    return found if sure else None


def _is_told_by_lance(advice: BetAdvice) -> bool:
    """Whether the chance of winning the lance, against what is needed, says the same as the game.

    Elsewhere what decides is what the answer does to later lances, and is no matter for a drill.
    """
    needed = advice.thresholds
    if needed is None or needed.game is None or not 0 < needed.game < 1:
        return False
    won = advice.p_win.tantos > needed.game
    return won == (_worth(advice, QUIERO) > _worth(advice, NO_QUIERO))
