"""Cut or mus: what cutting is worth against saying mus with the best discard.

The value of mus needs to know how the others play, so it is an answer about a style: every seat
cuts with its best x % of hands. Seats before the asker have said mus, seats after him may cut,
otherwise all four throw and draw and the same choice comes again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from .best_reply import later_cuts, table_of_style
from .cards import Hand
from .draws import ALL, distinct_keeps
from .errors import InputError
from .estimate import Estimate
from .flow import spoken_before
from .jit import Arr
from .pedrete import Pedrete, pedrete_key, sing
from .rules import DEFAULT_RULES, Rules
from .seats import partner_of
from .setup import Sampling, Setup, check_visto, make_setup
from .simulate import Table
from .situation import Situation, ask
from .trials import compare

FEW_AGREED = 200  # below, figures on discards would be noise
PAYOFF = "paso"  # every lance passed, until betting is solved


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
        return self.loss.tantos <= 2 * self.loss.se


@dataclass(frozen=True, slots=True)
class Choice:
    """Cutting compared with saying mus, on the same deals.

    Attributes
    ----------
    asked : Situation
    setup : Setup
    cut, mus : Estimate
        Tantos over the hand. The discard for ``mus`` is the best on one half of the deals,
        valued on the other half, so that the best of many is not flattered.
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
    elapsed_s : float
    """

    asked: Situation
    setup: Setup
    cut: Estimate
    mus: Estimate
    difference: Estimate
    p_agreed: float
    later_share: float
    discards: tuple[Discard, ...]
    pedrete: Pedrete | None
    deals: int
    elapsed_s: float
    method: str = "monte-carlo"

    @property
    def advice(self) -> str:
        """``cut`` or ``mus``."""
        return "cut" if self.difference.tantos >= 0 else "mus"

    @property
    def is_close(self) -> bool:
        """Whether the difference is within two standard errors of nothing."""
        return abs(self.difference.tantos) <= 2 * self.difference.se

    def provenance(self) -> dict[str, Any]:
        """Return how the numbers were made."""
        return {
            "style": self.setup.style.name,
            "payoff": PAYOFF,
            "max_rounds": self.setup.max_rounds,
            "first_hand": self.setup.first_hand,
            "later_share": self.later_share,
            "method": self.method,
            "deals": self.deals,
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
            **pedrete_key(self.pedrete),
            **self.provenance(),
        }


def _half_picks(sums: Arr) -> Arr:
    """Return for each chunk the discard that is best on the other half of the chunks."""
    best = [int(sums[half::2, :, 0].sum(0).argmax()) for half in (0, 1)]
    return np.array([best[1 - chunk % 2] for chunk in range(len(sums))])


def _partner_says_mus(asked: Situation, table: Table) -> float:
    """Return the chance that a known partner who speaks after the asker says mus."""
    place = partner_of(asked.place)
    if asked.partner is None or place in spoken_before(asked.rules, asked.place):
        return 1.0
    return 1.0 - float(table.cut[0, place, asked.known[place]])


def _say_mus(totals: Arr, row: Arr, partner: float) -> tuple[Estimate, Estimate]:
    """Value mus with one discard, and its difference to cutting, if the partner says mus too."""
    other, agreed = totals.tolist()
    _, squares, gain, gain_squares = row[:4].tolist()
    products = (squares - agreed[2] - gain_squares) / 2  # of cutting and the difference
    deals = other[0] + agreed[0]
    mus = Estimate.of(
        deals,
        other[3] + agreed[1] + partner * gain,
        other[4] + agreed[2] + 2 * partner * products + partner**2 * gain_squares,
    )
    difference = Estimate.of(
        deals, -(other[5] + partner * gain), other[6] + partner**2 * gain_squares
    )
    return mus, difference


def weigh(asked: Situation, setup: Setup, visto: bool = False) -> Choice:
    """Compare cutting with saying mus and every discard.

    Parameters
    ----------
    asked : Situation
    setup : Setup
    visto : bool, default False
        Whether a card was shown in the deal: nobody may cut, all throw or stay with all four
        cards, and ordinary mus goes on from there. What is called cutting is then what the
        hands as dealt were worth.

    Returns
    -------
    Choice
    """
    start = time.perf_counter()
    setup.check(asked.rules, asked.partner)
    place, known, cards = asked.place, np.array(asked.known), asked.cards
    masks: tuple[int, ...] = distinct_keeps(tuple(asked.space.cards[known[place]].tolist()))
    if visto:
        check_visto(asked.rules)
        masks, chunks = (*masks, ALL), setup.chunks(0)
        # the visto comes before the rounds of mus that are counted
        later = replace(setup, max_rounds=setup.max_rounds + 1)
        mine, share = later_cuts(asked.rules, later, place)
    else:
        chunks = setup.chunks(asked.spoken)
        mine, share = later_cuts(asked.rules, setup, place)
    table = table_of_style(asked.rules, setup, visto)
    by_chunk, sums = compare(setup.seed, chunks, place, known, np.array(masks), mine, table)
    totals, partner = by_chunk.sum(0), _partner_says_mus(asked, table)
    deals, agreed = int(totals[:, 0].sum()), int(totals[1, 0])
    if agreed < FEW_AGREED:
        raise InputError(
            f"style '{setup.style.name}': all say mus in {agreed} of {deals} deals, too few",
            "more deals, or a smaller share",
            "--deals 5000000",
        )
    picked = sums[np.arange(chunks), _half_picks(sums)].sum(0)
    mus, difference = _say_mus(totals, picked, partner)
    rows = sums.sum(0)
    best = int(rows[:, 0].argmax())
    discards = [
        Discard(
            mask,
            keep="".join(card for i, card in enumerate(cards) if (mask >> i) & 1),
            throw="".join(card for i, card in enumerate(cards) if not (mask >> i) & 1),
            mus=_say_mus(totals, row, partner)[0],
            agreed=Estimate.of(agreed, int(row[0]), int(row[1])),
            loss=Estimate.of(
                agreed,
                int(rows[best, 0] - row[0]),
                int(rows[best, 1] + row[1] - 2 * row[4 + best]),
            ),
        )
        for mask, row in zip(masks, rows, strict=True)
    ]
    return Choice(
        asked,
        setup,
        cut=Estimate.of(deals, *totals.sum(0)[1:3].tolist()),
        mus=mus,
        difference=difference,
        p_agreed=partner * agreed / deals,
        later_share=share,
        discards=tuple(sorted(discards, key=lambda d: -d.agreed.tantos)),
        pedrete=sing(asked),
        deals=deals,
        elapsed_s=time.perf_counter() - start,
    )


def cut_or_mus(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
    **sampling: Unpack[Sampling],
) -> Choice:
    """Say whether to cut mus with a hand.

    Parameters
    ----------
    hand : str or Hand
        Four cards as in `cards.parse_hand`.
    seat : str or int, default "mano"
        The seats before it have said mus.
    rules : str or Rules, default "naipera"
    partner : str or Hand, optional
        The partner's hand, if it is known.
    **sampling
        ``style`` (default ``"cut:0.35"``: how the other three cut and throw), ``deals``,
        ``max_rounds``, ``seed`` and ``first_hand``, as in `setup.Setup`.

    Returns
    -------
    Choice
        Tantos (ours minus theirs) with every lance passed, each with its standard error.

    Raises
    ------
    InputError
        If something cannot be read or sampled.

    Examples
    --------
    >>> choice = cut_or_mus("RRRA", "mano", deals=20_000)
    >>> choice.advice, choice.discards[0].throw
    ('cut', 'A')
    """
    return weigh(ask(hand, seat, rules, partner), make_setup(**sampling))
