"""How a question about the mus phase is sampled."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TypedDict

from .cards import Hand
from .errors import InputError
from .rules import Rules
from .style import DEFAULT_STYLE, Style, parse_style

CHUNK_DEALS = 8192  # deals of one random stream
DEFAULT_DEALS = 64 * CHUNK_DEALS
DEFAULT_ROUNDS = 4
MOST_DEALS = 1_000_000_000
MOST_ROUNDS = 100
DEFAULT_SAMPLE = 2**21  # deals of odds that are not counted


def _is_within(value: object, least: int, most: int) -> bool:
    return isinstance(value, Integral) and least <= int(value) <= most


def check_sample(deals: int, seed: int) -> None:
    """Refuse deals and seeds that cannot be sampled."""
    if not _is_within(deals, 1, MOST_DEALS):
        raise InputError(
            f"deals {deals!r}", f"a positive number, at most {MOST_DEALS}", "--deals 500000"
        )
    if not _is_within(seed, 0, 2**63 - 1):
        raise InputError(f"seed {seed!r}", "0 to 2**63 - 1", "--seed 1")


class Sampling(TypedDict, total=False):
    """Keywords of the functions that sample; see `Setup`."""

    style: str | Style
    deals: int
    max_rounds: int
    seed: int
    first_hand: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """How a question is sampled.

    Attributes
    ----------
    style : Style
    deals : int
        Deals to sample, rounded up to whole chunks.
    max_rounds : int
        Rounds of mus after which the mano must cut.
    seed : int
    first_hand : bool
        Whether it is a first hand with mus corrido, in which the cutter becomes mano.
    """

    style: Style
    deals: int = DEFAULT_DEALS
    max_rounds: int = DEFAULT_ROUNDS
    seed: int = 1
    first_hand: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be sampled."""
        check_sample(self.deals, self.seed)
        if not _is_within(self.max_rounds, 1, MOST_ROUNDS):
            raise InputError(
                f"max-rounds {self.max_rounds!r}", f"1 or more, at most {MOST_ROUNDS}",
                "--max-rounds 4",
            )  # fmt: skip

    def check(self, rules: Rules, partner: Hand | None = None) -> None:
        """Refuse a first hand of mus corrido that the rules or the question do not allow."""
        if self.first_hand and rules.mus_corrido == "never":
            raise InputError(
                f"first hand: {rules.name} plays no mus corrido",
                "rules with mus_corrido = 'game' or 'match'",
                "--rules madrid --first-hand",
            )
        if self.first_hand and partner is not None:
            raise InputError(
                f"partner '{partner}' in a first hand: mus corrido is played without señas",
                "no partner's hand",
                "--rules madrid --first-hand",
            )

    def chunks(self, speakers: int) -> int:
        """Return the chunks to sample, an even number, when ``speakers`` seats have said mus.

        Raises
        ------
        InputError
            If the others hardly ever all say mus.
        """
        says_mus = 1 - max(self.style.shares)
        if says_mus**3 < 1e-4:
            raise InputError(
                f"style '{self.style.name}': the others hardly ever all say mus",
                "a share of at most 0.95",
                "--style cut:0.35",
            )
        # a seat that says mus rarely takes many tries: keep the work, and the wait, in bounds
        deals = min(self.deals, round(50_000_000 * says_mus**speakers))
        return 2 * -(-deals // (2 * CHUNK_DEALS))


def make_setup(
    style: str | Style = DEFAULT_STYLE,
    deals: int = DEFAULT_DEALS,
    max_rounds: int = DEFAULT_ROUNDS,
    seed: int = 1,
    first_hand: bool = False,
) -> Setup:
    """Return the setup for some keywords, the style read as in `style.parse_style`.

    Examples
    --------
    >>> make_setup(style="eager", seed=7).style
    Style(name='eager', shares=(0.5,))
    """
    return Setup(parse_style(style), deals, max_rounds, seed, first_hand)


def check_visto(rules: Rules) -> None:
    """Refuse a mus visto where the cards are dealt again."""
    if rules.exposed_card == "redeal":
        raise InputError(
            f"visto: {rules.name} deals again when a card is shown",
            "rules with exposed_card = 'mus-visto'",
            "--rules ehmf --visto",
        )
