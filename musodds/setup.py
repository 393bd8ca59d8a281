"""How a question about the mus phase is sampled."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, TypedDict

from .cards import Hand
from .errors import InputError
from .lang import _
from .rules import Rules
from .style import DEFAULT_STYLE, Style, parse_style

CHUNK_DEALS = 4096  # deals of one random stream
DEFAULT_DEALS = 32 * CHUNK_DEALS
DEFAULT_ROUNDS = 4
TABLE_SE = 0.01  # tantos, of whole tables
MOST_DEALS = 1_000_000_000
MOST_ROUNDS = 100
LONGEST_WAIT = 86_400  # seconds
DEFAULT_SAMPLE = 2**21  # deals of odds that are not counted
ESTIMATORS = {
    "auto": "stratified, corrected as below where cutting is counted already",
    "plain": "one redraw a deal",
    "stratified": "each deal redrawn over and over, every card of the stock once ours",
    "control": "one redraw a deal, cutting's exact value used to correct for the luck of the deals",
    "both": "stratified, with the correction",
}
DEFAULT_ESTIMATOR = "auto"


def _is_within(value: object, least: int, most: int) -> bool:
    return isinstance(value, Integral) and least <= int(value) <= most


def check_sample(deals: int, seed: int) -> None:
    """Refuse deals and seeds that cannot be sampled."""
    if not _is_within(deals, 1, MOST_DEALS):
        raise InputError(
            f"deals {deals!r}",
            _("a positive number, at most {most}").format(most=MOST_DEALS),
            "--deals 500000",
        )
    if not _is_within(seed, 0, 2**63 - 1):
        raise InputError(f"seed {seed!r}", _("0 to 2**63 - 1"), "--seed 1")


class Sampling(TypedDict, total=False):
    """Keywords of the functions that sample; see `Setup`."""

    style: str | Style
    deals: int
    max_rounds: int
    seed: int
    first_hand: bool
    se: float | None
    seconds: float | None
    estimator: str


@dataclass(frozen=True, slots=True)
class Setup:
    """How a question is sampled.

    Attributes
    ----------
    style : Style
    deals : int
        Deals to sample at most, rounded up to whole chunks.
    max_rounds : int
        Rounds of mus after which the mano must cut.
    seed : int
    first_hand : bool
        Whether it is a first hand with mus corrido, in which the cutter becomes mano.
    se : float, optional
        Standard error of the difference between cutting and mus, in tantos, at which to stop;
        then ``deals`` is not heeded.
    seconds : float, optional
        Time after which to stop; what was sampled by then depends on the machine.
    estimator : str
        One of `ESTIMATORS`.
    """

    style: Style
    deals: int = DEFAULT_DEALS
    max_rounds: int = DEFAULT_ROUNDS
    seed: int = 1
    first_hand: bool = False
    se: float | None = None
    seconds: float | None = None
    estimator: str = DEFAULT_ESTIMATOR

    def __post_init__(self) -> None:
        """Refuse what cannot be sampled."""
        check_sample(self.deals, self.seed)
        if not _is_within(self.max_rounds, 1, MOST_ROUNDS):
            raise InputError(
                f"max-rounds {self.max_rounds!r}",
                _("1 or more, at most {most}").format(most=MOST_ROUNDS),
                "--max-rounds 4",
            )
        if self.se is not None and not (isinstance(self.se, Real) and 1e-4 <= self.se < 10):
            raise InputError(f"se {self.se!r}", _("0.0001 tantos or more"), "--se 0.02")
        if self.seconds is not None and not (
            isinstance(self.seconds, Real) and 0 < self.seconds <= 86400
        ):
            raise InputError(
                f"time {self.seconds!r}", _("seconds, more than 0 and at most 86400"), "--time 5"
            )
        if self.estimator not in ESTIMATORS:
            raise InputError(
                f"estimator '{self.estimator}'", ", ".join(ESTIMATORS), "--estimator auto"
            )

    @property
    def is_stratified(self) -> bool:
        """Whether each deal is redrawn several times."""
        return self.estimator in ("auto", "stratified", "both")

    @property
    def is_controlled(self) -> bool:
        """Whether the exact value of cutting is made use of."""
        return self.estimator in ("auto", "control", "both")

    @property
    def has_goal(self) -> bool:
        """Whether to stop at a standard error or a time, and not after so many deals."""
        return self.se is not None or self.seconds is not None

    @property
    def chunks(self) -> int:
        """The chunks of deals to sample at most, an even number."""
        deals = MOST_DEALS if self.has_goal else self.deals
        return 2 * -(-deals // (2 * CHUNK_DEALS))

    def check(self, rules: Rules, partner: Hand | None = None) -> None:
        """Refuse a style that never says mus, and a first hand of mus corrido out of place."""
        if max(self.style.shares, default=0) > 0.99:
            raise InputError(
                _("style '{style}': the others hardly ever all say mus").format(
                    style=self.style.name
                ),
                _("a share of at most 0.99"),
                "--style cut:0.35",
            )
        if self.first_hand and rules.mus_corrido == "never":
            raise InputError(
                _("first hand: {rules} plays no mus corrido").format(rules=rules.name),
                _("rules with mus_corrido = 'game' or 'match'"),
                "--rules madrid --first-hand",
            )
        if self.first_hand and partner is not None:
            raise InputError(
                _(
                    "partner '{partner}' in a first hand: mus corrido is played without señas"
                ).format(partner=partner),
                _("no partner's hand"),
                "--rules madrid --first-hand",
            )


def make_setup(style: str | Style = DEFAULT_STYLE, **rest: Any) -> Setup:
    """Return the setup for some keywords, the style read as in `style.parse_style`.

    Examples
    --------
    >>> make_setup(style="eager", seed=7).style.shares
    (0.5,)
    """
    return Setup(parse_style(style), **rest)


def check_visto(rules: Rules) -> None:
    """Refuse a mus visto where the cards are dealt again."""
    if rules.exposed_card == "redeal":
        raise InputError(
            _("visto: {rules} deals again when a card is shown").format(rules=rules.name),
            _("rules with exposed_card = 'mus-visto'"),
            "--rules ehmf --visto",
        )
