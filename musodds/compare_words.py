"""What the parts of a comparison are called, in the language in use."""

from __future__ import annotations

from typing import Any

from .compare_side import Side, differing
from .lang import _, pgettext
from .numerals import decimal, percent
from .words import lance_word, seat_word

LONGEST = 14  # characters of a label: it heads a column


def labels(a: Side, b: Side) -> tuple[str, str]:
    """Return what to call the sides, as short as tells them apart.

    Examples
    --------
    >>> from musodds.compare_side import make_side
    >>> from musodds.lang import speaking
    >>> from musodds.rules import load_rules
    >>> eight, four = (make_side(load_rules("naipera", {"kings": n})) for n in (8, 4))
    >>> with speaking("eu"):
    ...     labels(eight, four)
    ('8 errege', '4 errege')
    """
    differ, called = differing(a, b), []
    for side, place in ((a, 0), (b, 1)):
        parts = []
        if list(differ) == ["kings"]:
            parts.append(_("{kings} kings").format(kings=side.rules.kings))
        elif len(differ) == 1:
            field, values = next(iter(differ.items()))
            parts.append(f"{field} {_value(values[place])}")
        elif differ or a.style == b.style:
            parts.append(side.rules.name)
        if a.style != b.style:
            parts.append(side.style.name)
        called.append(" ".join(parts))
    if max(map(len, called)) > LONGEST or called[0] == called[1]:
        return "A", "B"
    return called[0], called[1]


def _value(value: Any) -> str:
    return {True: _("yes"), False: _("no"), None: pgettext("rule", "none")}.get(value, str(value))


def measure_word(measure: str) -> str:
    """Return a lance, or what a hand is worth in paso."""
    return _("in paso") if measure == "paso" else lance_word(measure)


def holding_word(holds: str) -> str:
    """Return what a row of the census holds, as `tables.census` names it."""
    kind, _space, number = holds.partition(" ")
    if kind in ("juego", "punto") and number:
        told = _("juego of {n}") if kind == "juego" else _("punto of {n}")
        return told.format(n=number)
    if holds in ("pares", "juego"):
        return lance_word(holds)
    return {
        "par": _("par"),
        "medias": _("medias"),
        "duples": _("duples"),
        "four alike": _("four alike"),
        "blind": _("neither pares nor juego"),
    }[holds]


def average_word(name: str) -> str:
    """Return what is averaged over the hands of a deck."""
    return {
        "points": _("points"),
        "kings": _("kings"),
        "aces": _("aces"),
        "tens": _("cards worth ten"),
        "pares": _("tantos of its pares"),
        "juego": _("tantos of its juego"),
    }[name]


def deal_word(name: str) -> str:
    """Return what happens in a share of deals."""
    return {
        "pares_both": _("both pairs of players hold pares"),
        "pares_one": _("one pair alone holds pares"),
        "pares_nobody": _("nobody holds pares"),
        "juego_both": _("both pairs of players hold juego"),
        "juego_one": _("one pair alone holds juego"),
        "punto": _("nobody holds juego: punto is played"),
    }[name]


def verdict_word(verdict: str) -> str:
    """Return what comes of a piece of advice, as `compare_advice.VERDICTS` has it."""
    return {
        "holds": _("holds"),
        "weakens": _("weakens"),
        "strengthens": _("strengthens"),
        "flips": _("flips"),
        "fails": _("fails"),
        "unsure": _("unsure"),
    }[verdict]


def advice_word(name: str) -> str:
    """Return a piece of advice of `compare_advice.ADVICE`, as it is said."""
    return {
        "one king": _("One king wins grande"),
        "two kings": _("Two kings win grande"),
        "two aces": _("Two aces win chica"),
        "horses": _("CC54 beats a rival's pares (mano)"),
        "kings or horses": _("RR4A outdoes CCC7 at pares (mano)"),
        "low duples": _("44AA, low duples: wins pares (postre)"),
        "both have pares": _("Both pairs will have pares"),
        "somebody has juego": _("Somebody will have juego"),
        "31 as postre": _("A 31 wins juego (postre)"),
        "40 as mano": _("A juego of 40 wins (mano)"),
        "juego without pares": _("A juego without pares smells of 31"),
        "30 as postre": _("A 30 wins punto (postre)"),
        "being mano": _("It is good to be mano"),
        "chica loses": _("Who plays for chica loses at mus"),
        "cut solomillo": _("RRRA: cut (mano)"),
        "cut 31": _("RCSA, a 31: cut (mano)"),
        "cut duples": _("RRAA, duples: cut (mano)"),
        "mus one king": _("R764, one king: say mus (mano)"),
        "mus 7654": _("7654: say mus (postre)"),
        "keep king": _("R764: keep the king alone"),
        "kings alone": _("RR5A: keep the kings without the ace"),
        "keep pair": _("CC54: keep the pair of horses"),
        "keep aces": _("76AA: keep the aces"),
        "keep for 31": _("CS5A: keep two figures and the ace"),
        "three figures": _("RCS4: keep all three figures"),
    }[name]


def as_number(unit: str, value: float, se: float = 0.0) -> str:
    """Return a chance or tantos, with the standard error where there is one.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("en"):
    ...     as_number("chance", 0.565), as_number("tantos", 0.639, 0.006)
    ('56.5%', '+0.64 ±0.01')
    """
    if unit == "chance":
        return percent(value, 1)
    told = decimal(value, 2, sign=True)
    return told if se == 0 else f"{told} ±{decimal(max(se, 0.005), 2)}"


def points(difference: float) -> str:
    """Return a difference of two shares, in points of a hundred.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("en"):
    ...     points(-0.154)
    '−15.4'
    """
    return decimal(100 * difference, 1, sign=True)


def seats_word(seats: tuple[int, ...]) -> str:
    """Return the seat, if it is one alone."""
    return _("as {seat}").format(seat=seat_word(seats[0])) if len(seats) == 1 else ""


def page_title(told: tuple[str, str]) -> str:
    """Return the title of the page."""
    return _("{a} against {b}").format(a=told[0], b=told[1])


def panel_word(panel: str) -> str:
    """Return the title of a panel of the page."""
    return {
        "census": _("What a dealt hand holds"),
        "lances": _("How often lances are contested"),
        "hands": _("The chance to win with each hand, {seat}"),
        "cuts": _("With how many hands cutting beats mus"),
        "discards": _("What the other side's discard costs, {seat}"),
        "advice": _("Classic advice: right of the line it holds"),
    }[panel]


def axis_word(axis: str) -> str:
    """Return what an axis of the page shows."""
    return {
        "hands": _("share of dealt hands"),
        "deals": _("share of deals"),
        "chance": _("chance"),
        "tantos": _("tantos"),
    }[axis]


def short_deal_word(name: str) -> str:
    """Return what happens in a share of deals, in few words."""
    return {
        "pares_both": _("pares: both pairs"),
        "pares_one": _("pares: one pair"),
        "pares_nobody": _("pares: nobody"),
        "juego_both": _("juego: both pairs"),
        "juego_one": _("juego: one pair"),
        "punto": _("punto is played"),
    }[name]


def sampled_word(seed: int) -> str:
    """Return that some of the page is counted and some sampled."""
    told = _("cuts and discards sampled, bars of two standard errors, seed {seed}; the rest exact")
    return told.format(seed=seed)
