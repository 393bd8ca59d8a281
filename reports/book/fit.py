"""Rules of thumb learned on the tables: few words each, chosen by what they cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ...draws import ALL, MASKS
from ...hands import HandSpace
from ...jit import Arr
from .traits import Step, Trait, aces, kings


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A yes for hands with any of some traits, but for those with another one.

    Attributes
    ----------
    traits : tuple of Trait
    but_not : Trait or None
    yes : ndarray of bool, shape (hands,)
    """

    traits: tuple[Trait, ...]
    but_not: Trait | None
    yes: Arr


def learn_any(offer: Sequence[Trait], worth: Arr, most: int = 3) -> Rule:
    """Return the traits whose union costs least, one added after the other while that helps.

    Parameters
    ----------
    offer : sequence of Trait
    worth : ndarray of float64, shape (hands,)
        Weighted tantos of saying yes with each hand.
    most : int
        Traits at most.

    Examples
    --------
    >>> from musodds.reports.book.content import Text
    >>> offer = [Trait("a", Text(("a",)), np.array([True, True, False]))]
    >>> learn_any(offer, np.array([2.0, -1.0, 1.0])).yes.tolist()
    [True, True, False]
    """
    yes, chosen = np.zeros(len(worth), bool), list[Trait]()
    for _ in range(most):
        gains = [float(worth[trait.held & ~yes].sum()) for trait in offer]
        best = int(np.argmax(gains))
        if gains[best] <= 0.01 * float(np.abs(worth).sum()):
            break
        chosen.append(offer[best])
        yes = yes | offer[best].held
    needed = [t for t in chosen if not _covered(t, [o for o in chosen if o is not t])]
    losses = [-float(worth[trait.held & yes].sum()) for trait in offer]
    worst = int(np.argmax(losses))
    if losses[worst] <= 0.01 * float(np.abs(worth).sum()):
        return Rule(tuple(needed), None, yes)
    return Rule(tuple(needed), offer[worst], yes & ~offer[worst].held)


def _covered(trait: Trait, others: Sequence[Trait]) -> bool:
    union = np.logical_or.reduce([other.held for other in others]) if others else trait.held & False
    return bool((trait.held <= union).all())


def learn_step(steps: Sequence[Step], worth: Arr) -> Step:
    """Return the step of a ladder from which yes costs least: all or none if that is as good."""
    values = [float(worth[step.held].sum()) for step in steps]
    best, slack = int(np.argmax(values)), 0.01 * float(np.abs(worth).sum())
    plain = max((0, len(steps) - 1), key=lambda i: values[i])
    return steps[plain if values[plain] >= values[best] - slack else best]


# ------------------------------------------------------------------ a count of points


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """Whole points for what a hand has, and from how many on each seat says yes.

    Attributes
    ----------
    points : dict of str to int
    least : tuple of int
        By seat.
    yes : ndarray of bool, shape (seats, hands)
    """

    points: dict[str, int]
    least: tuple[int, ...]
    yes: Arr


def features(space: HandSpace) -> dict[str, Arr]:
    """Return what is counted: each king and ace, the pares, the juego."""
    return {
        "king": kings(space),
        "ace": aces(space),
        "par": (space.pares == 1) & (space.pair != 0),
        "par of kings": (space.pares == 1) & (space.pair == 0),
        "medias": space.pares == 2,
        "duples": space.pares == 3,
        "juego": (space.juego > 0) & (space.points != 31),
        "31": space.points == 31,
        "28-30": (space.points >= 28) & (space.points <= 30),
    }


def _thresholds(score: Arr, worth: Arr) -> tuple[float, tuple[int, ...]]:
    """Return the most that can be had with these points, and each seat's threshold."""
    top = int(score.max()) + 2
    total, least = 0.0, []
    for row in worth:
        by_score = np.bincount(score, weights=row, minlength=top)
        from_here = by_score[::-1].cumsum()[::-1]
        least.append(int(from_here.argmax()))
        total += float(from_here.max())
    return total, tuple(least)


def learn_count(space: HandSpace, worth: Arr, top: int = 6) -> Count:
    """Return points, one feature or two at a time changed while the cost falls.

    Parameters
    ----------
    space : HandSpace
    worth : ndarray of float64, shape (seats, hands)
        Weighted tantos of saying yes.
    top : int
        Most points of a feature.
    """
    seen = features(space)
    columns = np.array([np.asarray(c, np.int64) for c in seen.values()])
    found = [_climb(columns, worth, np.full(len(columns), start), top) for start in (1, 3)]
    points = max(found, key=lambda tried: _thresholds(tried @ columns, worth)[0])
    score = points @ columns
    least = _thresholds(score, worth)[1]
    yes = np.array([score >= n for n in least])
    return Count(dict(zip(seen, points.tolist(), strict=True)), least, yes)


def _climb(columns: Arr, worth: Arr, points: Arr, top: int) -> Arr:
    """Return points that no change of one or two features makes better."""
    size = len(columns)
    steps = [(i, j) for i in range(size) for j in range(i, size)]
    value, better = _thresholds(points @ columns, worth)[0], True
    while better:
        better = False
        for (i, j), n, m in product(steps, range(top + 1), range(top + 1)):
            if i == j and n != m:
                continue
            tried = points.copy()
            tried[i], tried[j] = n, m
            found = _thresholds(tried @ columns, worth)[0]
            if found > value + 1e-12:
                points, value, better = tried, found, True
    return points


# ------------------------------------------------------------------ what to keep


def canonical(space: HandSpace, known: Arr) -> Arr:
    """Return for every hand and mask the mask under which the same cards are in a table.

    Parameters
    ----------
    known : ndarray of bool, shape (hands, 16)
        Masks that the table has.

    Returns
    -------
    ndarray of int64, shape (hands, 16)
        -1 where there is none.
    """
    found = np.full((len(space), MASKS), -1)
    for hand, cards in enumerate(space.cards.tolist()):
        by_kept = {_kept(cards, mask): mask for mask in np.flatnonzero(known[hand]).tolist()}
        found[hand] = [by_kept.get(_kept(cards, mask), -1) for mask in range(MASKS)]
    return found


def _kept(cards: Sequence[int], mask: int) -> tuple[int, ...]:
    return tuple(card for i, card in enumerate(cards) if mask >> i & 1)


Keeper = Callable[[str], Sequence[bool]]


def _kings(name: str) -> list[bool]:
    return [card == "R" for card in name]


def _repeated(name: str) -> list[bool]:
    return [name.count(card) > 1 for card in name]


def _or(one: Keeper, two: Keeper) -> Keeper:
    return lambda name: [a or b for a, b in zip(one(name), two(name), strict=True)]


def _last_ace(name: str) -> list[bool]:
    """Keep one ace."""
    return [card == "A" and i == len(name) - 1 for i, card in enumerate(name)]


def _figures(name: str) -> list[bool]:
    return [card in "RCS" for card in name]


KEEPERS: dict[str, Keeper] = {
    "kings": _kings,
    "repeated": _repeated,
    "kings and repeated": _or(_kings, _repeated),
    "kings and one ace": _or(_kings, _last_ace),
    "kings and aces": lambda name: [card in "RA" for card in name],
    "aces": lambda name: [card == "A" for card in name],
    "figures": _figures,
    "figures and one ace": _or(_figures, _last_ace),
    "all but the lowest": lambda name: [True, True, True, False],
    "all but the worst middle card": lambda name: _without_middle(name),
    "nothing": lambda name: [False] * len(name),
}


def _without_middle(name: str) -> list[bool]:
    """Throw one card that is alone, the one nearest to the middle of the deck."""
    order = "RCS7654A32"
    single = [i for i, card in enumerate(name) if name.count(card) == 1]
    out = min(single or range(len(name)), key=lambda i: abs(order.index(name[i]) - 4.5))
    return [i != out for i in range(len(name))]


def masks_of(space: HandSpace, keeper: Keeper) -> Arr:
    """Return the mask that a keeper keeps of each hand, -1 where it would throw nothing."""
    masks = [sum(1 << i for i, keeps in enumerate(keeper(name)) if keeps) for name in space.names]
    return np.where(np.array(masks) == ALL, -1, np.array(masks))


@dataclass(frozen=True, slots=True, eq=False)
class KeepRule:
    """What to keep: the first line whose trait the hand has decides.

    Attributes
    ----------
    lines : tuple of (Trait or None, str)
        The trait, None for all the rest, and the name of a keeper.
    mask : ndarray of int64, shape (hands,)
    """

    lines: tuple[tuple[Trait | None, str], ...]
    mask: Arr


def learn_keeps(
    space: HandSpace, offer: Sequence[Trait], loss: Arr, weight: Arr, most: int = 4
) -> KeepRule:
    """Return the list of lines that costs least, grown from its last line upwards.

    Parameters
    ----------
    offer : sequence of Trait
    loss : ndarray of float64, shape (hands, 16)
        Tantos that each mask loses against the best.
    weight : ndarray of float64, shape (hands,)
    most : int
        Lines at most.
    """
    hands, worst = np.arange(len(space)), float(np.nanmax(loss))
    masks = {name: masks_of(space, keeper) for name, keeper in KEEPERS.items()}
    costs = {}
    for name, mask in masks.items():
        lost = loss[hands, mask]
        costs[name] = np.where((mask < 0) | np.isnan(lost), worst, lost) * weight
    last = min(costs, key=lambda name: float(costs[name].sum()))
    lines: list[tuple[Trait | None, str]] = [(None, last)]
    now, mask = costs[last], masks[last].copy()
    while len(lines) < most:
        tries = [
            (float((now - cost)[trait.held].sum()), trait, name)
            for trait in offer
            for name, cost in costs.items()
        ]
        saved, trait, name = max(tries, key=lambda each: each[0])
        if saved < 0.02 * float(costs[last].sum()):
            break
        now = np.where(trait.held, costs[name], now)
        mask = np.where(trait.held, masks[name], mask)
        lines.insert(0, (trait, name))
    return KeepRule(tuple(lines), np.where(mask < 0, ALL >> 1, mask))  # one must go
