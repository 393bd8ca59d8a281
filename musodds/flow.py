"""Who speaks when about mus: the groups of seats that decide, one group after the other."""

from __future__ import annotations

from .rules import Rules

# seats in one group decide together, none of them knowing the others' answer beforehand
GROUPS = {
    "seat": ((0,), (1,), (2,), (3,)),
    "pair": ((0, 2), (1, 3)),
    "defer": ((0,), (2,), (1, 3)),
}


def speaking_order(rules: Rules) -> tuple[int, ...]:
    """Return the seats in the order in which their answers count.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> speaking_order(load_rules("naipera"))
    (0, 1, 2, 3)
    """
    return tuple(seat for group in GROUPS[rules.mus_decided] for seat in group)


def spoken_before(rules: Rules, seat: int) -> tuple[int, ...]:
    """Return the seats whose answer a seat knows when it gives its own.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> spoken_before(load_rules("naipera"), 2), spoken_before(load_rules("ffm"), 2)
    ((0, 1), ())
    """
    before: tuple[int, ...] = ()
    for group in GROUPS[rules.mus_decided]:
        if seat in group:
            break
        before += group
    return before
