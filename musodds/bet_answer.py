"""What is asked at a bet, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .at_score import KEPT
from .estimate import Estimate
from .evidence import Evidence
from .notation import Move
from .seats import SEATS
from .situation import Situation

if TYPE_CHECKING:
    from .solver.four.said import Pending

RARE_SLIP = 0.1  # share of the weight that only slips explain: more says that a line is rare
CLEARLY = 0.1  # more often than needed is a lance won that decides where all else is a guess
EQUITY_STYLE = "usual"  # by what the game goes on after the hand


def score_told(score: tuple[int, int] | None) -> dict[str, int] | None:
    """Return a score as JSON has it.

    Examples
    --------
    >>> score_told((38, 39))
    {'us': 38, 'them': 39}
    """
    return None if score is None else {"us": score[0], "them": score[1]}


@dataclass(frozen=True, slots=True, eq=False)
class BetQuestion:
    """A decision in a lance.

    Attributes
    ----------
    asked : Situation
        The hand, the seat, the rules, and the partner's hand if it is known.
    lance : str
    history : tuple of Move
        What was said in the lance; who must have spoken before, or left it to the asker, may be
        left out. By default all before him passed.
    pending : tuple of (Pending or None)
        How each earlier lance ended; None, and what is missing, is not known.
    cut : int, optional
        The seat that cut.
    redraw : bool, optional
        Whether there was a round of mus.
    score : tuple of int, optional
        Ours and theirs as the stones lie now, refused bets of this hand included.
    seen : Evidence, optional
        What else is known of the others' cards.
    style : str
        The solved style by which everybody plays.
    size : int, optional
        A bet of one's own that the strategy does not know.
    said : tuple of (int, str)
        Seats that said ``mus``, or ``cut``, with the hand they hold; weighed by the strategy.
    drew : tuple of (int, int)
        Seats that threw so many cards in the round of mus, the asker's too; weighed alike.
    at_score : str
        Whether everybody goes on by a strategy that was solved for the score before the hand:
        ``kept``, ``solve`` or ``never``, as in `at_score.strategy_at`. That score is the one given
        less what bets refused in this hand have paid; of lances that are not told, nothing.
    """

    asked: Situation
    lance: str
    history: tuple[Move, ...] = ()
    pending: tuple[Pending | None, ...] = ()
    cut: int | None = None
    redraw: bool | None = None
    score: tuple[int, int] | None = None
    seen: Evidence | None = None
    style: str = "usual"
    size: int | None = None
    said: tuple[tuple[int, str], ...] = ()
    drew: tuple[tuple[int, int], ...] = ()
    at_score: str = KEPT


@dataclass(frozen=True, slots=True)
class Action:
    """Something that the asker may say.

    Attributes
    ----------
    name : str
        ``paso``, ``envido:2``, ``quiero``, ``no-quiero``, ``por-mi-no``, ``mas:3``, ``ordago``.
    tantos : Estimate
        Ours less theirs from here on, what is pending included.
    game : Estimate or None
        Chance of winning the game, where a score is given.
    loss : Estimate
        Against the best action, on the same deals: in the chance of winning the game where a
        score is given, else in tantos.
    frequency, frequency_se : float
        How often the strategy does it, and the standard error.
    grade : str
        ``none``, ``doubtful``, ``bad`` or ``very bad``.
    rollout : bool
        Whether the strategy does not know it; it is played out all the same.
    """

    name: str
    tantos: Estimate
    game: Estimate | None
    loss: Estimate
    frequency: float
    frequency_se: float
    grade: str
    rollout: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "action": self.name,
            "tantos": self.tantos.tantos,
            "tantos_se": self.tantos.se,
            "game": None if self.game is None else self.game.tantos,
            "game_se": None if self.game is None else self.game.se,
            "loss": self.loss.tantos,
            "loss_se": self.loss.se,
            "frequency": self.frequency,
            "frequency_se": self.frequency_se,
            "grade": self.grade,
            "rollout": self.rollout,
        }


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Chances of winning the lance from which a bet is worth accepting.

    Attributes
    ----------
    tantos, tantos_se : float
        By pot odds, the bonuses that are to be expected in; without an error where there are none.
    game, game_se : float or None
        By the chance of winning the game; None without a score, or where the bet changes nothing.
    """

    tantos: float
    tantos_se: float
    game: float | None
    game_se: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "tantos": self.tantos,
            "tantos_se": self.tantos_se,
            "game": self.game,
            "game_se": self.game_se,
        }


@dataclass(frozen=True, slots=True, eq=False)
class BetAdvice:
    """What the actions bring.

    Attributes
    ----------
    question : BetQuestion
    actions : list of Action
        Best first.
    p_win : Estimate
        Chance that our pair has the best hand of the lance, given all that is known and what the
        others said.
    thresholds : Thresholds or None
        Where a bet is faced.
    reached : float
        How often the others say what they said.
    slip : float
        Share of the weight that comes from words that the strategy never says.
    deals : int
        Deals drawn.
    effective : float
        How many of equal weight would say as much.
    seed : int
    read_as : tuple of (float, tuple of str)
        As what a bet off the menu was read, by chance.
    elapsed_s : float
    solved_at : tuple of int or None
        The score before the hand, ours-theirs, for which the strategy was solved that everybody
        goes on by; None if that heeds no score.
    """

    question: BetQuestion
    actions: list[Action]
    p_win: Estimate
    thresholds: Thresholds | None
    reached: float
    slip: float
    deals: int
    effective: float
    seed: int
    read_as: tuple[tuple[float, tuple[str, ...]], ...]
    elapsed_s: float
    solved_at: tuple[int, int] | None = None

    @property
    def advice(self) -> str:
        """The best action; where the others' hands are a guess, no refusal of a bet surely won.

        After words that the strategy never says it plays on as it never learnt: then a lance that
        is won clearly more often than accepting needs, in tantos, decides.
        """
        best, needed = self.actions[0].name, self.thresholds
        surely = needed is not None and self.p_win.tantos > needed.tantos + CLEARLY
        if self.rare and surely and best == "no-quiero":
            return "quiero"
        return best

    @property
    def rare(self) -> bool:
        """Whether the strategy hardly ever comes here, so that the others' hands are a guess."""
        return self.slip > RARE_SLIP

    @property
    def bluff(self) -> bool:
        """Whether a bet is advised with which the lance is won in less than half of cases."""
        bets = self.advice.partition(":")[0] in ("envido", "mas", "ordago")
        return bets and self.p_win.tantos < 0.5

    @property
    def _equity(self) -> str:
        """The style by which the game goes on after the hand."""
        return EQUITY_STYLE if self.solved_at is None else self.question.style

    def action(self, name: str) -> Action:
        """Return an action by name."""
        return next(action for action in self.actions if action.name == name)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        from .solver.four.reading import word

        q = self.question
        seen = {} if q.seen is None else q.seen.to_dict()
        told = {
            "lance": q.lance,
            "facing": [word(move) for move in q.history],
            "pending": [None if one is None else one.text() for one in q.pending],
            "score": score_told(q.score),
            "cut": None if q.cut is None else SEATS[q.cut],
            "said": {SEATS[seat]: said for seat, said in q.said},
            "redraw": q.redraw,
        }
        found = {
            "advice": self.advice,
            "bluff": self.bluff,
            "actions": [action.to_dict() for action in self.actions],
            "thresholds": None if self.thresholds is None else self.thresholds.to_dict(),
            "p_win": self.p_win.tantos,
            "p_win_se": self.p_win.se,
            "rare": self.rare,
            "slip": self.slip,
            "reached": self.reached,
            "read_as": [{"chance": p, "line": list(line)} for p, line in self.read_as],
        }
        made = {
            "style": q.style,
            "solved_at": score_told(self.solved_at),
            "equity": None if q.score is None else self._equity,
            "method": "monte-carlo",
            "deals": self.deals,
            "effective": self.effective,
            "seed": self.seed,
            "elapsed_s": self.elapsed_s,
        }
        return {"schema": "musodds.bet/1"} | q.asked.to_dict() | told | seen | found | made
