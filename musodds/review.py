"""Grade a recorded game: what every decision lost, and how much of a hand was luck.

For a pair, the change in its chance of winning the game over a hand is what its own decisions
lost (skill, never above 0), and what the rivals' decisions lost (to its good), and luck: all the
rest, the cards and the others' play being as it is. The three add up by definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .equity import Chance, Equity
from .errors import InputError
from .grades import GRADES, grade
from .lang import _
from .record import PLAYERS, Record
from .replay import CUT, DISCARD, Decision, ReplayedHand, replay
from .seats import SEATS, parse_seat, plain
from .verdict import Grader, Ungraded, Verdict

SCHEMA = "musodds.review/1"
KINDS = (CUT, DISCARD, "grande", "chica", "pares", "juego", "punto")


@dataclass(frozen=True, slots=True)
class Graded:
    """A decision and what is said of it.

    Attributes
    ----------
    decision : Decision
    verdict : Verdict or None
        None where it could not be graded.
    why : str
        Why it could not.
    """

    decision: Decision
    verdict: Verdict | None
    why: str = ""

    @property
    def loss(self) -> float:
        """What it lost in chance of winning the game; 0 where it was not graded."""
        return 0.0 if self.verdict is None else self.verdict.game.value

    @property
    def grade(self) -> str | None:
        """``none``, ``doubtful``, ``bad`` or ``very bad``.

        ``none`` also where the loss is within two standard errors of nothing.
        """
        if self.verdict is None:
            return None
        return grade(self.loss if self.loss > 2 * self.verdict.game.se else 0.0, True)

    def to_dict(self, players: Sequence[str]) -> dict[str, Any]:
        """Return the JSON form."""
        d = self.decision
        return {
            "hand": d.number,
            "seat": SEATS[d.seat],
            "player": players[d.player],
            "kind": d.kind,
            "holds": str(d.hand),
            "score": list(d.score),
            "did": d.did,
            "written": d.written,
            "options": list(d.options),
            "grade": self.grade,
            **({"why": self.why} if self.verdict is None else self.verdict.to_dict()),
        }


@dataclass(frozen=True)
class HandReview:
    """A hand with its luck and its skill, for pair 0: that of the record's first player.

    Attributes
    ----------
    played : ReplayedHand
    graded : tuple of Graded
    before, after : float
        Chance that pair 0 wins the game, before the hand and after it.
    """

    played: ReplayedHand
    graded: tuple[Graded, ...]
    before: float
    after: float

    @property
    def change(self) -> float:
        """What the hand did to the chance of pair 0."""
        return self.after - self.before

    @property
    def losses(self) -> tuple[float, float]:
        """What the decisions of pairs 0 and 1 lost."""
        sums = [0.0, 0.0]
        for one in self.graded:
            sums[one.decision.player % 2] += one.loss
        return sums[0], sums[1]

    @property
    def skill(self) -> float:
        """What decisions brought pair 0: what the rivals lost less what it lost itself."""
        return self.losses[1] - self.losses[0]

    @property
    def luck(self) -> float:
        """The rest of the change."""
        return self.change - self.skill

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        hand = self.played.hand
        return {
            "hand": self.played.number,
            "line": hand.line,
            "mano": hand.mano,
            "score": [list(hand.before), list(hand.after)],
            "winner": hand.winner,
            "chance": [self.before, self.after],
            "change": self.change,
            "losses": list(self.losses),
            "skill": self.skill,
            "luck": self.luck,
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """Decisions added up.

    Attributes
    ----------
    count : int
        Decisions that were graded.
    total : Chance
        What they lost together in chance of winning the game; the error as if of independent ones.
    grades : tuple of int
        How many of each grade.
    worst : Graded or None
    """

    count: int
    total: Chance
    grades: tuple[int, ...]
    worst: Graded | None

    @classmethod
    def of(cls, graded: Iterable[Graded]) -> Tally:
        """Add up decisions; those that could not be graded do not count."""
        judged = [one for one in graded if one.verdict is not None]
        se = sum(one.verdict.game.se**2 for one in judged if one.verdict) ** 0.5
        total = Chance(sum(one.loss for one in judged), se)
        counts = tuple(sum(one.grade == name for one in judged) for name in GRADES)
        return cls(len(judged), total, counts, max(judged, key=lambda one: one.loss, default=None))

    @property
    def mean(self) -> float:
        """Mean loss of a decision."""
        return self.total.value / self.count if self.count else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "decisions": self.count,
            "loss": self.total.value,
            "loss_se": self.total.se,
            "mean": self.mean,
            "grades": dict(zip(GRADES, self.grades, strict=True)),
        }


@dataclass(frozen=True)
class Review:
    """A record, graded.

    Attributes
    ----------
    record : Record
    style : str
    equity : Equity
    hands : tuple of HandReview
    left_out : int
        Decisions that were still to be graded when it was interrupted.
    seed, deals : int
    elapsed_s : float
    """

    record: Record
    style: str
    equity: Equity
    hands: tuple[HandReview, ...]
    left_out: int
    seed: int
    deals: int
    elapsed_s: float

    @cached_property
    def graded(self) -> tuple[Graded, ...]:
        """All decisions in the order in which they came."""
        return tuple(one for hand in self.hands for one in hand.graded)

    @cached_property
    def worst(self) -> list[Graded]:
        """The decisions that lost something, the worst first."""
        lost = (one for one in self.graded if one.loss > 0)
        return sorted(lost, key=lambda one: -one.loss)

    @property
    def by_kind(self) -> dict[str, Tally]:
        """The decisions by kind."""
        tallies = {
            kind: Tally.of(one for one in self.graded if one.decision.kind == kind)
            for kind in KINDS
        }
        return {kind: tally for kind, tally in tallies.items() if tally.count}

    @property
    def by_player(self) -> list[Tally]:
        """The decisions of each player."""
        return [
            Tally.of(one for one in self.graded if one.decision.player == player)
            for player in range(PLAYERS)
        ]

    @property
    def ungraded(self) -> list[Graded]:
        """The decisions that could not be graded."""
        return [one for one in self.graded if one.verdict is None]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.review/1``."""
        names = self.record.players
        tallies = zip(names, self.by_player, strict=True)
        return {
            "schema": SCHEMA,
            "rules": self.record.rules.name,
            "players": list(names),
            "pairs": [self.record.pair(0), self.record.pair(1)],
            "decisions": [one.to_dict(names) for one in self.graded],
            "hands": [hand.to_dict() for hand in self.hands],
            "by_kind": {kind: tally.to_dict() for kind, tally in self.by_kind.items()},
            "by_player": {name: tally.to_dict() for name, tally in tallies},
            "change": sum(hand.change for hand in self.hands),
            "skill": sum(hand.skill for hand in self.hands),
            "luck": sum(hand.luck for hand in self.hands),
            "unnamed": {
                str(hand.played.number): list(hand.played.unnamed)
                for hand in self.hands
                if hand.played.unnamed
            },
            "left_out": self.left_out,
            "style": self.style,
            "method": "monte-carlo",
            "deals": self.deals,
            "seed": self.seed,
            "elapsed_s": self.elapsed_s,
        }


def parse_chosen(text: str | None, record: Record) -> Callable[[Decision], bool]:
    """Read whose decisions are wanted: seats, or players by name.

    Parameters
    ----------
    text : str, optional
        Parted by commas; nothing for all.
    record : Record

    Examples
    --------
    >>> from musodds.record_reader import read_record
    >>> record = read_record('''
    ... players: Ane, Miren, Jon, Peio
    ... hand
    ...   deal: RRCA 7654 SS41 CC75
    ...   cut: postre
    ... ''')
    >>> wanted = parse_chosen("tercero, Ane", record)
    >>> [decision.seat for decision in replay(record)[0].decisions if wanted(decision)]
    [0, 2, 0, 2, 0, 2, 0, 2, 0]
    """
    if text is None:
        return lambda decision: True
    names = [plain(name) for name in record.players]
    players, seats = set[int](), set[int]()
    for word in text.split(","):
        if plain(word) in names:
            players.add(names.index(plain(word)))
            continue
        try:
            seats.add(parse_seat(word.strip()))
        except InputError:
            raise InputError(
                f"--seat '{word.strip()}'",
                _("seats, or players: {players}").format(players=", ".join(record.players)),
                "--seat mano,tercero",
            ) from None
    return lambda decision: decision.player in players or decision.seat in seats


def chance_of_first(equity: Equity, score: tuple[int, int], mano: int) -> float:
    """Return the chance that pair 0 wins from a score, A-B, before a hand with that mano."""
    us, them = score if mano % 2 == 0 else (score[1], score[0])
    return float(equity.chances(us, them, mano % 2 == 0)[0])


def _after(equity: Equity, played: ReplayedHand) -> float:
    hand = played.hand
    if hand.winner is not None:
        return float((hand.winner == "A") == (hand.mano % 2 == 0))
    return chance_of_first(equity, (hand.after[1], hand.after[0]), hand.mano + 1)


def review(
    record: Record,
    graders: Callable[[Decision], Grader],
    equity: Equity,
    chosen: Callable[[Decision], bool] = lambda decision: True,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[tuple[HandReview, ...], int]:
    """Grade the decisions of a record.

    Parameters
    ----------
    record : Record
    graders : callable
        Returns what grades a decision.
    equity : Equity
    chosen : callable
        Which decisions to grade; the others are part of the luck.
    progress : callable
        Called with the share that is done.

    Returns
    -------
    tuple of HandReview
        The hands that were graded.
    int
        Decisions left out as it was interrupted by Ctrl-C.
    """
    played = replay(record)
    wanted = [[d for d in hand.decisions if chosen(d)] for hand in played]
    total, done, found = sum(map(len, wanted)), 0, list[HandReview]()
    for hand, decisions in zip(played, wanted, strict=True):
        graded: list[Graded] = []
        try:
            for decision in decisions:
                graded.append(_grade(decision, graders(decision)))
                done += 1
                progress(done / total)
        except KeyboardInterrupt:
            if not (found or graded):
                raise
        before = chance_of_first(equity, hand.hand.before, hand.hand.mano)
        found.append(HandReview(hand, tuple(graded), before, _after(equity, hand)))
        if len(graded) < len(decisions):
            break
    return tuple(found), total - done


def _grade(decision: Decision, grader: Grader) -> Graded:
    try:
        return Graded(decision, grader(decision))
    except Ungraded as why:
        return Graded(decision, None, str(why))
