"""Chapter 8: exercises, drawn where a simple rule loses most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...hands import LANCE_NAMES
from ...lang import _
from ...seats import SEATS
from . import names
from .by_heart import kept_names
from .content import Bullets, Cards, Chapter, Exercise, Heading, Number, Para, Text, say
from .data import ENVIDO, Data
from .seats import cut_share
from .thumb_rules import Thumbs

SURE = 2  # standard errors by which the simple rule must lose
LEAST = 5e-4  # share of dealt hands: rarer ones teach little


@dataclass(frozen=True, slots=True)
class Problem:
    """A question with its solution."""

    question: Text
    solution: Text


def chapter(data: Data, thumbs: Thumbs) -> Chapter:
    """Return the chapter."""
    problems = [*_cuts(data, thumbs), *_keeps(data, thumbs), *_accepts(data, thumbs)]
    numbered = list(enumerate(problems, 1))
    rules = (
        say(_("Cut with juego, medias or duples, else say mus.")),
        say(_("Keep the pares and the kings.")),
        say(_("Accept an envido with what wins half of the deals.")),
    )
    return Chapter(
        "exercises",
        _("Exercises"),
        (
            Para(
                say(
                    _(
                        "Each hand comes from a deal in which one of these simple rules goes most "
                        "astray, so the obvious answer is wrong. Decide, then look."
                    )
                )
            ),
            Bullets(rules, numbered=True),
            *(Exercise(n, problem.question) for n, problem in numbered),
            Heading(_("Solutions"), fresh=True),
            *(Exercise(n, problem.solution, solved=True) for n, problem in numbered),
        ),
    )


def _deal(data: Data, seat: int, hand: int) -> Text:
    """Tell one sampled deal in which a seat holds a hand."""
    rows = np.flatnonzero(data.dealt[:, seat] == hand)
    if not len(rows):
        return Text(())
    others = [place for place in range(4) if place != seat]
    cards = [data.space.names[data.dealt[rows[0], place]] for place in others]
    return say(
        _(" In the deal it comes from: {a} {one}, {b} {two}, {c} {three}."),
        **{key: names.seat_names()[place] for key, place in zip("abc", others, strict=True)},
        **{key: Cards(c) for key, c in zip(("one", "two", "three"), cards, strict=True)},
    )


def _with_deal(data: Data, seat: int, hand: int, text: Text) -> Text:
    return Text((*text.parts, *_deal(data, seat, hand).parts))


def _seat_and_hand(data: Data, seat: int, hand: int) -> dict[str, Text | Cards]:
    return {
        "seat": say("<b>{seat}</b>", seat=names.seat_names()[seat]),
        "hand": Cards(data.space.names[hand]),
    }


# ------------------------------------------------------------------ the three kinds


def _pares(name: str) -> str:
    return "".join(card for card in name if name.count(card) > 1)


def _cuts(data: Data, thumbs: Thumbs) -> Iterator[Problem]:
    fresh = np.ones(len(data.space), bool)  # another lesson each time
    for seat in range(4):
        gap, se = np.moveaxis(data.phase.values["difference"][seat], -1, 0)
        wrong = (data.phase.cuts[seat] != thumbs.people_cut) & (data.weight >= LEAST) & fresh
        hand = int(np.where(wrong, np.abs(gap), -1).argmax())
        if not wrong[hand]:
            continue
        same = _pares(data.space.names[hand])
        fresh &= np.array([_pares(name) != same for name in data.space.names])
        asked = _seat_and_hand(data, seat, hand)
        key = f"cut/{SEATS[seat]}/{data.space.names[hand]}"
        cost = Number(abs(float(gap[hand])), key, float(se[hand]), "tantos")
        told = (
            _("<b>Cut.</b> Mus loses {cost} tantos: {own} of hands are cut from this seat.")
            if gap[hand] > 0
            else _(
                "<b>Mus.</b> Cutting loses {cost} tantos: {own} of hands are cut from this seat."
            )
        )
        own = cut_share(data, seat)
        yield Problem(
            say(_("You are {seat} and hold {hand}. Cut or mus?"), **asked),
            _with_deal(data, seat, hand, say(told, cost=cost, own=own)),
        )


def _kept(name: str, mask: int) -> Cards | str:
    kept = "".join(card for i, card in enumerate(name) if mask >> i & 1)
    return Cards(kept) if kept else _("nothing")


def _keeps(data: Data, thumbs: Thumbs) -> Iterator[Problem]:
    hands = np.arange(len(data.space))
    fresh = np.ones(len(data.space), bool)
    for seat in range(4):
        lost, keeps = thumbs.loss[seat, hands, thumbs.people_keep], kept_names(data, seat)
        open_ = (data.weight >= LEAST) & ~data.phase.cuts[seat] & fresh
        open_ &= lost[:, 0] > SURE * lost[:, 1]
        if not open_.any():
            continue
        hand = int(np.where(open_, lost[:, 0], -1).argmax())
        name = data.space.names[hand]
        same = _pares(name), keeps[hand]
        lessons = zip(map(_pares, data.space.names), keeps, strict=True)
        fresh &= np.array([a != same[0] and b != same[1] for a, b in lessons])
        best = int(data.phase.values["best"][seat][hand])
        yield Problem(
            say(
                _("You are {seat} and hold {hand}; all have said mus. What do you keep?"),
                **_seat_and_hand(data, seat, hand),
            ),
            _with_deal(
                data,
                seat,
                hand,
                say(
                    _("<b>Keep {best}.</b> Keeping {plain} loses {cost} tantos."),
                    best=_kept(name, best),
                    plain=_kept(name, int(thumbs.people_keep[hand])),
                    cost=Number(
                        float(lost[hand, 0]),
                        f"discard/{SEATS[seat]}/{name}",
                        float(lost[hand, 1]),
                        "tantos",
                    ),
                ),
            ),
        )


def _accepts(data: Data, thumbs: Thumbs) -> Iterator[Problem]:
    for lance in LANCE_NAMES:
        found = [_worst_answer(data, thumbs, seat, lance) for seat in range(4)]
        sure = [each for each in found if each is not None]
        if sure:
            seat, hand, cost, accepts = max(sure, key=lambda each: each[2].value)
            yield _answer(data, thumbs, lance, (seat, hand, cost, accepts))


Answer = tuple[int, int, Number, bool]


def _worst_answer(data: Data, thumbs: Thumbs, seat: int, lance: str) -> Answer | None:
    """Return the hand with which the simple rule answers worst, if it surely does."""
    made = data.decision("accept", seat, lance)
    wrong = made.chosen() != thumbs.people_accept(seat, lance)
    wrong &= (made.comes > 0) & (data.weight >= LEAST)
    mean, se = made.of_hands()
    first = made.worth() / np.maximum(made.comes, 1e-300)
    mean = mean * np.sign(first)
    wrong &= mean > SURE * se
    if not wrong.any():
        return None
    # chosen by the first half, told by the other
    hand = int(np.where(wrong, np.abs(first), -1).argmax())
    key = f"accept/{SEATS[seat]}/{lance}/{data.space.names[hand]}"
    cost = Number(float(mean[hand]), key, float(se[hand]), "tantos")
    return seat, hand, cost, bool(first[hand] > 0)


def _answer(data: Data, thumbs: Thumbs, lance: str, found: Answer) -> Problem:
    seat, hand, cost, accepts = found
    told = (
        _("<b>Accept.</b> Refusing loses {cost} tantos. Here you accept: {step}.")
        if accepts
        else _("<b>Refuse.</b> Accepting loses {cost} tantos. Here you accept: {step}.")
    )
    rival = names.seat_names()[(seat - 1) % 4]
    step = thumbs.steps["accept", seat, lance]
    from_here = (
        say(_("from {hand} up"), hand=step.shown) if isinstance(step.shown, Cards) else step.shown
    )
    return Problem(
        say(
            _("You are {seat} and hold {hand}. In {lance} the {rival} bets {envido}. Accept?"),
            **_seat_and_hand(data, seat, hand),
            lance=names.lance(lance),
            rival=rival,
            envido=ENVIDO,
        ),
        _with_deal(data, seat, hand, say(told, cost=cost, step=from_here)),
    )
