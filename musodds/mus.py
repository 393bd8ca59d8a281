"""Cut or mus: what cutting is worth against saying mus with the best discard.

The value of mus needs to know how the others play, so it is an answer about a style: every seat
cuts with its best x % of hands. Seats before the asker have said mus, seats after him may cut,
otherwise all throw and draw and the same choice comes again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Unpack

import numpy as np

from .cards import Hand
from .choice import Choice, Discard
from .errors import InputError
from .lang import _
from .pedrete import sing
from .rules import DEFAULT_RULES, Rules
from .sample import Sample
from .sampler import Sampler
from .setup import Setup
from .stand import More, stand
from .standing import Standing, masks_to_try
from .trials import Moments

FEW_AGREED = 100  # below, figures on discards would be noise
RACE = 4.0  # standard errors by which a discard must lose to be left out
BATCH = 4  # chunks sampled at first when there is no number of deals to go by


class TooFewAgreed(InputError):
    """The others hardly ever all say mus."""


def _contenders(pilot: Sample, masks: Sequence[int]) -> list[int]:
    """Return the discards, by number, that a first look cannot tell from the best."""
    best = pilot.best()
    losses = [pilot.loss(best, discard) for discard in range(len(masks))]
    return [d for d, loss in enumerate(losses) if not loss.tantos > RACE * loss.se]


def never_agreed(setup: Setup) -> TooFewAgreed:
    """Return what is told where one of the others cuts whatever is said."""
    said = _("style '{style}': with what is known somebody always cuts, whatever you say")
    return TooFewAgreed(
        said.format(style=setup.style.name),
        _("evidence with which all may say mus, or a style that says mus more often"),
        "--style patient",
    )


def _check_agreed(sample: Sample, setup: Setup) -> None:
    agreed, deals = sample.agreed_deals, sample.deals
    if agreed == 0:
        raise never_agreed(setup)
    if agreed < FEW_AGREED:
        raise TooFewAgreed(
            _("style '{style}': all say mus in {agreed} of {deals} deals, too few").format(
                style=setup.style.name, agreed=agreed, deals=deals
            ),
            _("a style that says mus more often, or more deals"),
            _("--style patient, or --deals {deals}").format(
                deals=max(5_000_000, 200 * deals * FEW_AGREED // agreed)
            ),
        )


def _next(setup: Setup, chunks: int, se: float) -> int:
    """Return how many chunks of deals to sample next, when there are some already."""
    if setup.se is None:
        return 2 * BATCH
    wanted = chunks * (se / setup.se) ** 2 if se > 0 else chunks + 2
    return int(2 * np.ceil(np.clip(wanted - chunks, 2, 16 * BATCH) / 2))


def _sample_main(sampler: Sampler, masks: Sequence[int], first: int) -> Sample:
    """Sample some discards from a chunk on, until there is enough of it."""
    setup, start = sampler.setup, time.perf_counter()
    moments: list[Moments] = []
    step = BATCH if setup.has_goal else setup.chunks
    while len(moments) < setup.chunks:
        last = first + len(moments)
        moments += sampler.play(masks, range(last, last + step), setup.is_stratified)
        se = sampler.sample(moments).chosen()[1].se
        if setup.se is not None and se <= setup.se:
            break
        if setup.seconds is not None and time.perf_counter() - start >= setup.seconds:
            break
        step = min(_next(setup, len(moments), se), setup.chunks - len(moments))
    return sampler.sample(moments)


def weigh(standing: Standing) -> Choice:
    """Compare cutting with saying mus and every discard.

    All discards are tried on some deals, and those that may be best on many more.

    Parameters
    ----------
    standing : Standing
        In a mus visto nobody may cut, all throw or stay with all four cards, and ordinary mus
        goes on from there: what is called cutting is then what the hands as dealt were worth.

    Returns
    -------
    Choice
    """
    start, asked, setup = time.perf_counter(), standing.asked, standing.setup
    sampler, masks = Sampler(standing), masks_to_try(standing)
    first = BATCH if setup.has_goal else max(2, setup.chunks // 8)
    pilot = sampler.sample(sampler.play(masks, range(first), False))
    _check_agreed(pilot, setup)
    contenders = _contenders(pilot, masks)
    sample = _sample_main(sampler, [masks[d] for d in contenders], first)
    best = sample.best()
    discards = []
    for d, mask in enumerate(masks):
        among, number = (sample, contenders.index(d)) if d in contenders else (pilot, d)
        top = best if among is sample else contenders[best]
        discards.append(
            Discard(
                mask,
                keep="".join(card for i, card in enumerate(asked.cards) if (mask >> i) & 1),
                throw="".join(card for i, card in enumerate(asked.cards) if not (mask >> i) & 1),
                mus=among.mus(number),
                agreed=among.agreed(number),
                loss=among.loss(top, number),
            )
        )
    first_choice = discards.pop(contenders[best])
    mus, difference = sample.chosen()
    return Choice(
        standing,
        cut=sample.cut(),
        mus=mus,
        difference=difference,
        p_agreed=sample.p_agreed,
        later_share=sampler.later_share,
        discards=(first_choice, *sorted(discards, key=lambda d: -d.agreed.tantos)),
        pedrete=sing(asked),
        deals=sample.deals,
        redraws=sampler.redraws if setup.is_stratified else 1,
        ran_out=sample.ran_out,
        elapsed_s=time.perf_counter() - start,
    )


def cut_or_mus(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
    **more: Unpack[More],
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
    **more
        How it is sampled: ``style`` (default ``"cut:0.35"``: how the others cut and throw),
        ``deals``, ``se``, ``seconds``, ``max_rounds``, ``seed``, ``first_hand``, ``estimator``,
        as in `setup.Setup`. What is known: ``evidence``, ``thrown``, ``threw``, ``keeps``,
        ``players``, as in `stand.stand`.

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
    return weigh(stand(hand, seat, rules, partner, **more))
