"""What is said of a hand in the mus phase: cutting against mus, and every discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .estimate import Estimate, Worth
from .grades import grade
from .pedrete import Pedrete, pedrete_key
from .setup import Setup
from .situation import Situation
from .standing import Standing


@dataclass(frozen=True, slots=True)
class Discard:
    """One way to throw.

    Attributes
    ----------
    mask : int
        Cards kept, as in `draws`.
    keep, throw : str
        The cards, as typed.
    mus : Estimate
        Saying mus and throwing this, from the moment the asker speaks.
    agreed : Estimate
        Throwing this once all four have said mus.
    loss : Estimate
        What the best discard brings more, from the differences deal by deal.
    """

    mask: int
    keep: str
    throw: str
    mus: Estimate
    agreed: Estimate
    loss: Estimate

    @property
    def is_close(self) -> bool:
        """Whether the loss is within two standard errors of nothing."""
        loss, se = self.loss.decisive
        return loss <= 2 * se


@dataclass(frozen=True, slots=True)
class Option:
    """Something to do, graded against the best of all.

    Attributes
    ----------
    throw : str or None
        The cards thrown after mus; None is to cut.
    value, loss : Estimate
        From the moment the asker speaks; the loss from the differences deal by deal.
    grade : str
        As in `grades`.
    """

    throw: str | None
    value: Estimate
    loss: Estimate
    grade: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        say = {"say": "cut" if self.throw is None else "mus", "throw": self.throw}
        return say | self.value.to_dict() | {"loss": self.loss.to_dict(), "grade": self.grade}


@dataclass(frozen=True, slots=True)
class Choice:
    """Cutting compared with saying mus, on the same deals.

    Attributes
    ----------
    standing : Standing
        The question.
    cut, mus : Estimate
        Tantos over the hand; ``cut`` has no standard error where it is counted. The discard for
        ``mus`` is the best on one half of the deals, valued on the other half, so that the best
        of many is not flattered.
    difference : Estimate
        Cut minus mus, from the differences deal by deal.
    p_agreed : float
        Chance that all seats after the asker say mus too.
    later_share : float
        Share of hands with which the asker cuts when the choice comes again.
    discards : tuple of Discard
        Every distinct one, the best first.
    pedrete : Pedrete or None
        What singing the hand is worth, where it is a pedrete.
    deals : int
        Deals on which those discards were compared that a first look left as possibly best.
    redraws : int
        Redraws played for each deal.
    ran_out : float
        Share of deals in which the stock had run out before the question.
    elapsed_s : float
    solved : str
        By what solved style the bets were played out; empty where the style says how they go.
        With a score every estimate is a `Worth`, and the chance of winning the game decides.
    options : tuple of Option
        Cutting and every discard, the best first, where bets are solved so.
    bets_of_table : bool
        Whether the bets were solved for a table that cuts so.
    unexpected : str
        ``cut`` or ``mus`` where such a table never says that with the hand.
    in_paso : Estimate or None
        Cut minus mus with every lance passed, where cutting is ahead and not expected.
    p_agreed_se : float or None
        Standard error of ``p_agreed``, where bets are solved.
    solved_at : tuple of int or None
        The score, ours-theirs, for which that solved style was solved; None if it heeds none.
    """

    standing: Standing
    cut: Estimate
    mus: Estimate
    difference: Estimate
    p_agreed: float
    later_share: float
    discards: tuple[Discard, ...]
    pedrete: Pedrete | None
    deals: int
    redraws: int
    ran_out: float
    elapsed_s: float
    method: str = "monte-carlo"
    solved: str = ""
    options: tuple[Option, ...] = ()
    bets_of_table: bool = True
    unexpected: str = ""
    in_paso: Estimate | None = None
    p_agreed_se: float | None = None
    solved_at: tuple[int, int] | None = None

    @property
    def asked(self) -> Situation:
        """The hand, the seat and the rules."""
        return self.standing.asked

    @property
    def setup(self) -> Setup:
        """How it was sampled."""
        return self.standing.setup

    @property
    def advice(self) -> str:
        """``cut`` or ``mus``: the better one.

        What such a table never says with the hand is flattered, as it would be fooled: it is
        advised only where the other is graded, and cutting only if it is ahead in paso as well.
        """
        gain = self.difference.decisive[0]
        scored = isinstance(self.difference, Worth)
        if self.unexpected and grade(abs(gain), scored) == "none":
            return "mus" if self.unexpected == "cut" else "cut"
        if self.in_paso is not None and self.in_paso.tantos < 0:
            return "mus"
        return "cut" if gain >= 0 else "mus"

    @property
    def advised(self) -> int:
        """The place of what is advised among the options."""
        ways = [option.throw is None for option in self.options]
        return ways.index(self.advice == "cut")

    @property
    def is_close(self) -> bool:
        """Whether the difference is within two standard errors of nothing."""
        gap, se = self.difference.decisive
        return abs(gap) <= 2 * se

    @property
    def payoff(self) -> str:
        """What the hands are worth in the end: ``paso``, ``bets`` or ``solved``."""
        return "solved" if self.solved else self.standing.payoff.name

    def provenance(self) -> dict[str, Any]:
        """Return how the numbers were made."""
        return {
            "style": self.setup.style.name,
            "payoff": self.payoff,
            "max_rounds": self.setup.max_rounds,
            "first_hand": self.setup.first_hand,
            "later_share": self.later_share,
            "method": self.method,
            "estimator": self.setup.estimator,
            "deals": self.deals,
            "redraws": self.redraws,
            "seed": self.setup.seed,
            "elapsed_s": self.elapsed_s,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.mus/1``."""
        return {
            "schema": "musodds.mus/1",
            **self.asked.to_dict(),
            "advice": self.advice,
            "cut": self.cut.to_dict(),
            "mus": self.mus.to_dict(),
            "difference": self.difference.to_dict(),
            "p_agreed": self.p_agreed,
            "discards": [
                {
                    "keep": d.keep,
                    "throw": d.throw,
                    **d.mus.to_dict(),
                    "agreed": d.agreed.to_dict(),
                    "loss": d.loss.to_dict(),
                }
                for d in self.discards
            ],
            **({"options": [o.to_dict() for o in self.options]} if self.options else {}),
            **self.standing.to_dict(),
            **pedrete_key(self.pedrete),
            **self.provenance(),
        }
