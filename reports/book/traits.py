"""What hands have in the words of the table, from which rules of thumb are put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...hands import CHICA, GRANDE, JUEGO, PARES, HandSpace
from ...jit import Arr
from ...lang import _
from .content import Cards, Part, Text, say


@dataclass(frozen=True, slots=True, eq=False)
class Trait:
    """Something that a hand has or has not.

    Attributes
    ----------
    name : str
        For keys, e.g. ``two kings``.
    words : Text
    held : ndarray of bool, shape (hands,)
    """

    name: str
    words: Text
    held: Arr


def kings(space: HandSpace) -> Arr:
    """Return how many kings each hand has."""
    return np.asarray(space.counts[:, space.deck.names.index("R")])


def aces(space: HandSpace) -> Arr:
    """Return how many aces each hand has."""
    return np.asarray(space.counts[:, space.deck.names.index("A")])


def _atoms(space: HandSpace) -> list[Trait]:
    k, a = kings(space), aces(space)
    told: list[tuple[str, str, Arr]] = [
        ("juego", _("juego"), space.juego > 0),
        ("31", _("31"), space.points == 31),
        ("pares", _("pares"), space.pares > 0),
        ("par of kings", _("a par of kings"), (space.pares == 1) & (space.pair == 0)),
        ("medias", _("medias or duples"), space.pares > 1),
        ("duples", _("duples"), space.pares == 3),
        ("one king", _("a king"), k >= 1),
        ("two kings", _("two kings"), k >= 2),
        ("three kings", _("three kings"), k >= 3),
        ("one ace", _("an ace"), a >= 1),
        ("two aces", _("two aces"), a >= 2),
        ("punto", _("punto of 28 to 30"), (space.points >= 28) & (space.points <= 30)),
    ]
    return [Trait(name, Text((words,)), np.asarray(held)) for name, words, held in told]


def traits(space: HandSpace) -> list[Trait]:
    """Return single traits, then pairs of them that some hands have and that say more."""
    atoms = _atoms(space)
    found = list(atoms)
    for i, one in enumerate(atoms):
        for two in atoms[i + 1 :]:
            both = one.held & two.held
            if both.any() and not any((both == trait.held).all() for trait in found):
                words = say(_("{one} and {two}"), one=one.words, two=two.words)
                found.append(Trait(f"{one.name} and {two.name}", words, both))
    for one in atoms:
        some = one.held & (space.juego == 0)
        if some.any() and (one.held & ~some).any() and one.name != "juego":
            words = say(_("{one} without juego"), one=one.words)
            found.append(Trait(f"{one.name} without juego", words, np.asarray(some)))
    return found


# ------------------------------------------------------------------ from a hand upwards


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """All hands from some hand upwards in a lance; ``shown`` is that hand in short."""

    name: str
    shown: Part
    held: Arr


def _short(space: HandSpace, lance: str) -> Callable[[int], str]:
    """Return what matters of a hand in a lance: two cards, the pares, the points."""
    names = space.names

    def pares(hand: int) -> str:
        name = names[hand]
        return "".join(card for card in name if name.count(card) > 1)

    return {
        "grande": lambda hand: names[hand][:2],
        "chica": lambda hand: names[hand][::-1][:2],
        "pares": pares,
        "juego": lambda hand: str(space.points[hand]),
        "punto": lambda hand: str(space.points[hand]),
    }[lance]


def takes_part(space: HandSpace, lance: str) -> Arr:
    """Return which hands may bet in a lance, as far as they alone decide."""
    everybody = np.ones(len(space), bool)
    return np.asarray(
        {"pares": space.pares > 0, "juego": space.juego > 0, "punto": space.juego == 0}.get(
            lance, everybody
        )
    )


def ladder(space: HandSpace, lance: str) -> list[Step]:
    """Return the steps of a lance, from all hands that take part to none.

    Examples
    --------
    >>> from musodds.hands import hand_space
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> [step.name for step in ladder(space, "juego")][-4:]
    ['40', '32', '31', 'none']
    """
    row = {"grande": GRANDE, "chica": CHICA, "pares": PARES}.get(lance, JUEGO)
    rank, part, short = space.rank[row], takes_part(space, lance), _short(space, lance)
    steps, seen = [], set[str]()
    for hand in sorted(np.flatnonzero(part), key=lambda hand: rank[hand]):
        name = short(int(hand))
        if name not in seen:
            seen.add(name)
            steps.append(Step(name, Cards(name), np.asarray(part & (rank >= rank[hand]))))
    first = steps[0]
    steps[0] = Step(first.name, _("any"), first.held)
    return [*steps, Step("none", _("none"), np.zeros(len(space), bool))]
