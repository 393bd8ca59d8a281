"""Chapter 3: the twenty odds that matter most.

What an odd matters is computed: how often a player is in the situation, times how far the chance
lies from what he would guess by the average of the lance, times the tantos that hang on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...hands import JUEGO_ORDER, LANCE_NAMES
from ...jit import Arr
from ...lang import _
from ...makes import makes
from . import names
from .content import Cards, Chapter, Number, Para, Table, Text, say
from .data import ENVIDO, Data
from .traits import aces, kings, takes_part

MOST = 20
EVENTS = ("pares", "juego")  # that a draw makes


@dataclass(frozen=True, slots=True)
class Odd:
    """A chance, and what it matters.

    Attributes
    ----------
    what : Text
        The situation, the lance first.
    key : str
    mano, postre : float
        The chance in the first and in the last seat; the same for draws.
    often : float
        Of hands dealt.
    swing : float
        Tantos by which the average misjudges the situation.
    often_se : float or None
        Standard error of ``often``; None if it is exact.
    """

    what: Text
    key: str
    mano: float
    postre: float
    often: float
    swing: float
    often_se: float | None = None

    @property
    def matters(self) -> float:
        """Tantos a hand."""
        return self.often * self.swing

    @property
    def matters_se(self) -> float | None:
        """Its standard error."""
        return None if self.often_se is None else self.often_se * self.swing


def chapter(data: Data) -> Chapter:
    """Return the chapter."""
    odds = sorted([*_lances(data), *_draws(data)], key=lambda odd: -odd.matters)[:MOST]
    rows = tuple(
        (
            str(place),
            odd.what,
            Number(odd.mano, f"{odd.key}/mano"),
            Number(odd.postre, f"{odd.key}/postre"),
            Number(odd.often, f"{odd.key}/often", odd.often_se),
            Number(odd.matters, f"{odd.key}/matters", odd.matters_se, "tantos"),
        )
        for place, odd in enumerate(odds, 1)
    )
    return Chapter(
        "by-heart",
        _("{count} odds to know by heart").format(count=len(odds)),
        (
            Para(
                say(
                    _(
                        "Which odds deserve a place in your memory? Those that come up often "
                        "<i>and</i> on which your guess would be far off. For each situation the "
                        "last column multiplies how often you are in it by the tantos you would "
                        "misjudge if you only knew the average of the lance: the distance between "
                        "the two chances times what hangs on winning an accepted envido of "
                        "{envido} "
                        "with its bonuses, or on making the draw. The {most} largest, in order."
                    ),
                    envido=ENVIDO,
                    most=len(odds),
                )
            ),
            Table(
                ("", _("situation"), _("as mano"), _("as postre"), _("often"), _("matters")),
                rows,
                say(
                    _(
                        "Without ± exact. Pares, juego: our pair wins when both pairs take part; "
                        "punto: when "
                        "it is played. Draws: from all cards not in the hand, kept as the cut "
                        "table "
                        "says. Often: of hands dealt. Matters: tantos a hand."
                    )
                ),
                left=(1,),
                widths=(0.05, 0.43, 0.13, 0.14, 0.12, 0.13),
            ),
        ),
    )


# ------------------------------------------------------------------ lances


def groups(data: Data, lance: str) -> Iterator[tuple[str, Text, Arr]]:
    """Yield the situations of a lance: a name for keys, words, and the hands."""
    space = data.space
    if lance in ("grande", "chica"):
        count, words = (
            (kings(space), (_("no king"), _("one king"), _("two kings"), _("three kings or four")))
            if lance == "grande"
            else (aces(space), (_("no ace"), _("one ace"), _("two aces"), _("three aces or four")))
        )
        for n, told in enumerate(words):
            yield str(n), Text((told,)), np.asarray(np.minimum(count, 3) == n)
    elif lance == "pares":
        for kind, told in ((1, _("par")), (2, _("medias")), (3, _("duples"))):
            for rank in np.unique(space.pair[space.pares == kind]).tolist():
                held = (space.pares == kind) & (space.pair == rank)
                card = Cards(next(c for c, r in _cards_of(data) if r == rank))
                yield f"{kind}-{card.names}", say(_("{kind} of {card}"), kind=told, card=card), held
    elif lance == "juego":
        for points in JUEGO_ORDER:
            if (held := space.points == points).any():
                yield str(points), Text((str(points),)), held
    else:
        for points in range(24, 31):
            yield str(points), Text((str(points),)), np.asarray(space.points == points)


def _cards_of(data: Data) -> list[tuple[str, int]]:
    deck = data.space.deck
    return list(zip(deck.names, deck.ranks, strict=True))


def chances(data: Data, lance: str) -> tuple[Arr, Arr, float]:
    """Return how often a lance is fought over and won then, shape (4, hands), and its tantos.

    The tantos are those between winning and losing an accepted envido, with the bonuses.
    """
    ones = np.ones(data.table.counts.shape[:2])
    if lance in ("grande", "chica"):
        return ones, data.chance(f"{lance}_win"), 2.0 * ENVIDO
    if lance == "punto":
        played = data.chance("juego_nobody")
        return played, data.chance("punto_win"), 2.0 * ENVIDO + 2
    fought = data.chance(f"{lance}_contested")
    return fought, data.chance(f"{lance}_win_contested"), 2.0 * ENVIDO + _bonus(data, lance)


def _bonus(data: Data, lance: str) -> float:
    """Return what both pairs' bonuses come to together where both pairs hold the lance."""
    paid = data.space.pares if lance == "pares" else data.space.juego
    fought = data.weight * data.chance(f"{lance}_contested")
    return float((fought * paid).sum() / fought.sum() * 4)


def _lances(data: Data) -> Iterator[Odd]:
    for lance in LANCE_NAMES:
        fought, won, tantos = chances(data, lance)
        part = takes_part(data.space, lance)
        weight = data.weight * part
        average = float((weight * won).sum() / (weight * fought).sum())
        for name, words, held in groups(data, lance):
            here = weight * held
            plays = (here * fought).sum(1)
            if not plays.all():
                continue
            each = (here * won).sum(1) / plays
            yield Odd(
                say(_("{lance}: {what}"), lance=names.lance(lance), what=words),
                f"odds/{lance}/{name}",
                float(each[0]),
                float(each[3]),
                float(plays.mean()),
                float(abs((plays * each).sum() / plays.sum() - average) * tantos),
            )


# ------------------------------------------------------------------ draws


def kept_names(data: Data, seat: int = 0) -> Arr:
    """Return the cards that each hand keeps by the cut table."""
    best = data.phase.values["best"][seat].astype(int)
    return np.array(
        [
            "".join(card for i, card in enumerate(name) if mask >> i & 1)
            for name, mask in zip(data.space.names, best.tolist(), strict=True)
        ]
    )


def _draws(data: Data) -> Iterator[Odd]:
    """Yield what is made from the cards that are kept, where the mano would say mus."""
    space, kept = data.space, kept_names(data)
    agreed, deals = data.phase.values["p_agreed"][0], data.phase.values["deals"][0]
    says_mus = data.weight * ~data.phase.cuts[0]
    weight = says_mus * agreed
    # all hands are sampled with the same numbers: their errors may all have one sign
    error = says_mus * np.sqrt(agreed * (1 - agreed) / deals)
    best = data.phase.values["best"][0].astype(int)
    made = {event: np.zeros(len(space)) for event in EVENTS}
    for hand in np.flatnonzero(weight).tolist():
        chances_of = makes(space, hand)[best[hand]]
        for event in EVENTS:
            made[event][hand] = chances_of[event]
    for event, held in (("pares", space.pares > 0), ("juego", space.juego > 0)):
        paso = data.paso.mean(0)
        worth = np.average(paso[held], weights=data.weight[held])
        worth -= np.average(paso[~held], weights=data.weight[~held])
        average = float((weight * made[event]).sum() / weight.sum())
        for cards in np.unique(kept):
            here = weight * (kept == cards)
            often = float(here.sum())
            if not often:
                continue
            p = float((here * made[event]).sum() / often)
            words = (
                say(
                    _("keep {cards}, make {event}"),
                    cards=Cards(str(cards)),
                    event=names.lance(event),
                )
                if cards
                else say(_("keep nothing, make {event}"), event=names.lance(event))
            )
            yield Odd(
                words,
                f"draw/{event}/{cards or '-'}",
                p,
                p,
                often,
                float(abs(p - average) * worth),
                float((error * (kept == cards)).sum()),
            )
